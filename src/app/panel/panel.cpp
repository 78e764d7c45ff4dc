// The panel as a whole: its creation, its events, and the frame of bar, tabs and dialogs.
#include "app/panel/panel.hpp"

#include <imgui/backends/imgui_impl_glfw.h>
#include <imgui/backends/imgui_impl_opengl3.h>
#include <imgui/imgui_internal.h> // GetHoveredID
#include <new>

namespace {

// ---- events --------------------------------------------------------------------------------------

ImVec2 place_of(const double units[2]) {
    return ImVec2(static_cast<float>(units[0]), static_cast<float>(units[1]));
}

// Dear ImGui 1.86 also reads the mouse once in an update. During a long frame the user may drag, release, move
// and press again. So the left button changes at most once in an update, at the place of the event. The mouse
// is moved to that place in the update before: a slider then has its final value when it is released, and a tab
// has been hovered when it is clicked.
void follow_events(tr_panel *panel) {
    const tr_app *app = panel->app;
    ImGuiIO &io = ImGui::GetIO();
    if (panel->press || ImGui::IsMousePosValid(&io.MousePos))
        io.MousePos = place_of(panel->press ? panel->press->at : app->input.cursor);
    panel->saw_press = panel->press && panel->has_come;
    panel->has_come = panel->press && !panel->has_come;
    if (panel->saw_press) {
        const bool scrolls = panel::begin_scroll(panel, panel->press);
        panel->is_down = panel->press->down && !scrolls &&
                         tr_click_guard_press(&panel->click_guard, panel->press->at, panel->press->time_s);
    }
    io.MouseDown[ImGuiMouseButton_Left] = panel->is_down;
    const ImGuiContext *g = ImGui::GetCurrentContext();
    const bool in_text = panel->text_is_edited && g->HoveredId == g->ActiveId;
    if (panel->saw_press && panel->is_down && panel->clicked_row && !in_text) {
        panel->clicked_row = 0;
        tr_panel_focus(panel, 0);
    }
    panel->hushed = panel->hushed || panel->is_down;
}

// Enter presses the widget that has the focus, as Space does; not the one that gets it by the same Enter.
void follow_enter(tr_panel *panel) {
    ImGuiIO &io = ImGui::GetIO();
    const bool is_down = io.KeysDown[ImGui::GetKeyIndex(ImGuiKey_Enter)] ||
                         io.KeysDown[ImGui::GetKeyIndex(ImGuiKey_KeyPadEnter)];
    if (is_down && !panel->enter_is_down && (panel->focused || panel->list_is_open) && !panel->text_is_edited)
        io.NavInputs[ImGuiNavInput_Activate] = 1;
    panel->enter_is_down = is_down;
}

void look_below_mouse(tr_panel *panel) {
    const ImGuiIO &io = ImGui::GetIO();
    const double at[2] = {static_cast<double>(io.MousePos.x), static_cast<double>(io.MousePos.y)};
    tr_click_guard_update(&panel->click_guard, ImGui::GetCurrentContext()->HoveredId, at, io.MouseWheel != 0,
                          glfwGetTime());
    const tr_click_guard *click_guard = &panel->click_guard;
    const bool moved = at[0] != click_guard->pressed_at[0] || at[1] != click_guard->pressed_at[1];
    if (!panel->is_down && moved && click_guard->item != click_guard->pressed)
        panel->hushed = false;
}

ImTextureID texture_of(unsigned name) { return reinterpret_cast<ImTextureID>(static_cast<uintptr_t>(name)); }

// The globe of the gallery, at the place and size of the planet to come; the disc fills that part of the
// square. A planet without a gallery picture is a plain disc.
void still(const tr_app *app, int alpha) {
    const double disc = 0.84;
    const tr_panel_body *body = &app->drawn.bodies[app->document.target];
    const float half = static_cast<float>(body->radius / disc);
    const ImVec2 centre(static_cast<float>(body->x), static_cast<float>(body->y));
    const ImVec2 low(centre.x - half, centre.y - half), high(centre.x + half, centre.y + half);
    const unsigned globe = app->settings.channel == TR_VIEW_LIT ? app->fade.still : 0;
    if (app->settings.layout != TR_VIEW_GLOBE || !(half > 0)) // a map has no small picture
        return;
    ImDrawList *list = ImGui::GetBackgroundDrawList();
    if (globe)
        list->AddImage(texture_of(globe), low, high, ImVec2(0, 0), ImVec2(1, 1),
                       IM_COL32(255, 255, 255, alpha));
    else
        list->AddCircleFilled(centre, static_cast<float>(body->radius), IM_COL32(22, 24, 28, alpha), 96);
    tr_trace_place(app->trace, globe ? "still" : "disc", static_cast<double>(low.x), static_cast<double>(low.y),
                   static_cast<double>(2 * half), static_cast<double>(2 * half));
}

// Draws the previous picture, or the small picture of the new planet, over the new picture and below everything
// else.
void fade(const tr_app *app) {
    if (!(tr_fade_left(&app->fade) > 0))
        return;
    const ImVec2 all = ImGui::GetIO().DisplaySize;
    const int alpha = static_cast<int>(255 * tr_fade_left(&app->fade) + 0.5);
    if (app->fade.has_still) {
        ImGui::GetBackgroundDrawList()->AddRectFilled(ImVec2(0, 0), all, IM_COL32(0, 0, 0, alpha));
        still(app, alpha);
    } else {
        ImGui::GetBackgroundDrawList()->AddImage(texture_of(app->fade.texture), ImVec2(0, 0), all, ImVec2(0, 1),
                                                 ImVec2(1, 0), IM_COL32(255, 255, 255, alpha));
    }
}

// ---- the panel -----------------------------------------------------------------------------------

struct tab {
    const char *name;
    void (*lay_out)(tr_panel *panel);
};

const tab tabs[] = {{"Shape", panel::shape_tab},  {"Colour", panel::colour_tab}, {"Paint", panel::paint_tab},
                    {"Light", panel::light_tab},  {"Rings", panel::rings_tab},   {"System", panel::system_tab},
                    {"Layers", panel::layers_tab}};

// The tab that shows a path. Paths of layers and paint layers contain dots, too.
const char *tab_of(const char *path) {
    if (panel::begins(path, "tab "))
        return path + std::strlen("tab ");
    if (panel::begins(path, "swatch "))
        return "Colour";
    if (panel::begins(path, "strokes."))
        return "Paint";
    if (panel::begins(path, "light "))
        return "Light";
    if (panel::begins(path, "sheet "))
        return ""; // of the dialog in front
    if (panel::begins(path, "maps.") || panel::begins(path, "places."))
        return "Shape";
    if (panel::begins(path, "rings."))
        return "Rings";
    if (panel::begins(path, "orbit.") || panel::begins(path, "star.") || panel::begins(path, "tilt_deg") ||
        panel::begins(path, "day_h"))
        return "System";
    return std::strchr(path, '.') ? "Layers" : "Shape";
}

void show_tab(tr_panel *p, int tab) {
    p->tab = tab;
    if (p->tall)
        panel::raise_drawer(p);
}

// Lays out the tab buttons side by side, and in further lines if they do not fit.
void tab_buttons(tr_panel *p) {
    const ImGuiStyle &style = ImGui::GetStyle();
    const ImVec2 padding(panel::scaled(p, 4), style.FramePadding.y);
    const float gap = panel::scaled(p, 2);
    float end = 0;
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, padding); // so that all fit into one line
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(gap, panel::scaled(p, 4)));
    for (int i = 0; i < IM_ARRAYSIZE(tabs); i++) {
        char name[32];
        end += gap + ImGui::CalcTextSize(tabs[i].name).x + 2 * padding.x;
        if (i > 0 && end < ImGui::GetContentRegionAvail().x)
            ImGui::SameLine();
        else
            end = ImGui::CalcTextSize(tabs[i].name).x + 2 * padding.x;
        ImGui::PushStyleColor(ImGuiCol_Button,
                              ImGui::GetStyleColorVec4(i == p->tab ? ImGuiCol_TabActive : ImGuiCol_Tab));
        if (ImGui::Button(tabs[i].name))
            show_tab(p, i);
        ImGui::PopStyleColor();
        std::snprintf(name, sizeof name, "tab %s", tabs[i].name);
        panel::place(p, name);
    }
    ImGui::PopStyleVar(2);
    panel::line(p);
}

void lay_out_tabs(tr_panel *p, bool open) {
    for (int i = 0; i < IM_ARRAYSIZE(tabs) && p->go_to_path; i++)
        if (std::strcmp(tabs[i].name, tab_of(p->shown_path)) == 0)
            show_tab(p, i);
    tab_buttons(p);
    if (open) {
        if (p->tall) // the tabs stay in sight
            ImGui::BeginChild("##rows", ImVec2(0, 0), false, ImGuiWindowFlags_NavFlattened);
        ImGui::PushID(tabs[p->tab].name);
        tabs[p->tab].lay_out(p);
        ImGui::PopID();
        if (p->tall)
            ImGui::EndChild();
    }
    if (p->holds_time && !(open && tabs[p->tab].lay_out == panel::paint_tab)) {
        p->holds_time = false;
        if (!p->app->settings.rotating)
            panel::command(p, TR_COMMAND_PAUSE);
    }
}

// At the left. To be ended with ImGui::End().
void begin_side(tr_panel *p) {
    const float margin = panel::scaled(p, 10), usual = panel::scaled(p, 376),
                widest = 0.59f * ImGui::GetIO().DisplaySize.x - margin, // the rest belongs to the picture
                                                                        // (views.c)
        width = usual < widest ? usual : widest;
    ImGui::SetNextWindowPos(ImVec2(margin, p->bar_height + margin));
    const float most = ImGui::GetIO().DisplaySize.y - p->bar_height - 2 * margin;
    ImGui::SetNextWindowSizeConstraints(ImVec2(width, 0), ImVec2(width, most < 60 ? 60 : most));
    const ImVec2 padding = ImGui::GetStyle().WindowPadding;
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding,
                        ImVec2(width < usual ? padding.x / 2 : padding.x, padding.y));
    ImGui::Begin("Terrella", nullptr,
                 ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize |
                     ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoSavedSettings);
    ImGui::PopStyleVar(); // tooltips have their own style
}

void main_panel(tr_panel *p) {
    bool open = true;
    if (p->tall)
        open = panel::begin_drawer(p);
    else
        begin_side(p);
    if (p->app->settings.dialog == TR_DIALOG_NONE)
        panel::enter_window(p);
    lay_out_tabs(p, open);
    p->low = ImGui::GetWindowPos();
    const ImVec2 size = ImGui::GetWindowSize();
    p->high = ImVec2(p->low.x + size.x, p->low.y + size.y);
    ImGui::End();
}

bool is_within(ImVec2 low, ImVec2 high, double x, double y) {
    return x >= static_cast<double>(low.x) && x < static_cast<double>(high.x) &&
           y >= static_cast<double>(low.y) && y < static_cast<double>(high.y);
}

bool set_scale(tr_panel *panel, double scale) {
    panel->scale = static_cast<float>(scale);
    panel->bar_height = (panel->tall ? 46 : 42) * panel->scale;
    ImGui::GetStyle() = ImGuiStyle();
    panel::set_style(panel->scale, panel->tall);
    return panel::make_fonts(panel);
}

// A window may become narrow and tall, or wide.
void follow_shape(tr_panel *panel) {
    const bool tall = panel::is_tall(panel);
    if (tall == panel->tall)
        return;
    panel->tall = tall;
    set_scale(panel, static_cast<double>(panel->scale));
}

} // namespace

static void free_panel(tr_panel *panel) {
    panel->~tr_panel();
    tr_free(panel);
}

tr_panel *tr_panel_create(struct GLFWwindow *window, double scale) {
    void *memory = tr_malloc(sizeof(tr_panel));
    if (!memory)
        return nullptr;
    tr_panel *panel = new (memory) tr_panel();
    ImGui::CreateContext();
    ImGuiIO &io = ImGui::GetIO();
    io.IniFilename = io.LogFilename = nullptr; // leave no files behind
    io.ConfigInputTextCursorBlink = false;     // so that nothing moves without input
    io.MouseDoubleClickTime = 0.5f;            // as desktops have it: a frame may come between two clicks
    if (!set_scale(panel, scale)) {
        ImGui::DestroyContext();
        free_panel(panel);
        return nullptr;
    }
    io.UserData = panel;
    panel->window = window;
    ImGui_ImplGlfw_InitForOpenGL(window, true);
    panel::install_keys(panel);
    if (!ImGui_ImplOpenGL3_Init(tr_gl_is_es() ? "#version 300 es" : "#version 330 core")) {
        ImGui_ImplGlfw_Shutdown();
        ImGui::DestroyContext();
        free_panel(panel);
        return nullptr;
    }
    return panel;
}

void tr_panel_destroy(tr_panel *panel) {
    if (!panel)
        return;
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
    ImGui::DestroyContext();
    panel::free_fonts(panel);
    tr_command_queue_clear(&panel->after_text);
    tr_listing_end(&panel->listing);
    free_panel(panel);
}

// Not beside a dialog in a low window, and not above a raised drawer.
static bool history_has_room(const tr_panel *panel) {
    if (panel->tall)
        return panel->drawer == 0 && panel->app->settings.dialog == TR_DIALOG_NONE;
    return panel->app->settings.dialog == TR_DIALOG_NONE ||
           ImGui::GetIO().DisplaySize.y >= panel::scaled(panel, 480);
}

bool tr_panel_update(tr_panel *panel, const tr_app *app, tr_command_queue *commands) {
    const bool in_gallery = app->thumbnails.gallery.depth > 0;
    const tr_press *press = app->input.press_count > 0 ? app->input.presses : nullptr;
    panel->press = press && tr_panel_has_passed(panel, press->keys) ? press : nullptr;
    panel->app = app;
    panel->asks = app->settings.asks || app->replacing.text[0];
    panel->commands = commands;
    panel->command_count = 0;
    if (panel->wanted_scale > 0) { // the last update has been drawn by now
        set_scale(panel, panel->wanted_scale);
        panel->wanted_scale = 0;
    }
    panel::add_letters(panel);
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
    follow_shape(panel);
    follow_events(panel);
    panel::follow_finger(panel);
    follow_enter(panel);
    panel::follow_list(panel);
    ImGui::NewFrame();
    panel::begin_tabbing(panel);
    if (panel->after_text.count > 0)
        ImGui::ClearActiveID();
    panel->low = panel->high = panel->bar_low = panel->bar_high = ImVec2(0, 0);
    panel->front_is_open = panel->text_is_edited = panel->types_are_open = panel->layers_are_seen = false;
    panel->list_is_open = false;
    panel->painted = panel->paints;
    panel->paints = false;
    panel->text_is_in_front = panel->is_refused = panel->unsettled = panel->slider_is_focused = false;
    panel->history_height = panel->covered_foot = 0;
    panel->strip_low = panel->strip_high = panel->divider_low = panel->divider_high = ImVec2(0, 0);
    fade(app);
    if (in_gallery)
        panel::gallery(panel);
    else
        panel::place_marks(panel);
    if (!in_gallery && (app->settings.panel || app->settings.asks)) {
        panel::top_bar(panel);
        if (!panel->tall || app->settings.dialog == TR_DIALOG_NONE) // a dialog is in the place of the drawer
            main_panel(panel);
        if (!panel->paints && app->paint.phase != TR_BRUSH_IDLE)
            panel::command(panel, TR_COMMAND_PAINT_DROP); // another tab ends the line
        if (panel->paints)
            panel::paint_marks(panel,
                               app->input.drag == TR_DRAG_PAINT ||
                                   !tr_panel_wants_mouse(panel, app->input.cursor[0], app->input.cursor[1]));
        panel::map_marks(panel);
        panel::place_card(panel);
        panel::body_marks(panel);
        panel::legend(panel);
        if (history_has_room(panel))
            panel::history(panel);
        panel::near_card(panel);
        panel::compare(panel);
    } else {
        panel->carried = -1;
    }
    panel::dialogs(panel);
    if (app->settings.help)
        panel::help_overlay(panel);
    panel->shows_help = app->settings.help;
    panel::finder(panel);
    panel::replace_dialog(panel);
    panel::close_dialog(panel);
    panel::status_line(panel);
    panel::drop_typed(panel);
    look_below_mouse(panel);
    panel::end_tabbing(panel);
    panel::end_clicked_row(panel);
    for (int i = 0; i < panel->after_text.count; i++)
        panel::add_command(panel, panel->after_text.list[i]);
    tr_command_queue_clear(&panel->after_text);
    panel->go_to_path = panel->types_number = false;
    ImGui::Render();
    const bool has_new_letters = panel::collect_letters(panel);
    panel->close_front = false;
    panel::end_keys(panel, tr_panel_wants_keys(panel));
    panel->app = nullptr;
    panel->commands = nullptr;
    return panel->command_count > 0 || has_new_letters || panel->unsettled;
}

bool tr_panel_saw_press(const tr_panel *panel) { return panel->saw_press; }

void tr_panel_note_shown(tr_panel *panel) { tr_click_guard_show(&panel->click_guard, glfwGetTime()); }

void tr_panel_draw(tr_panel *) { ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData()); }

bool tr_panel_wants_mouse(const tr_panel *panel, double x, double y) {
    return is_within(panel->low, panel->high, x, y) || is_within(panel->bar_low, panel->bar_high, x, y) ||
           is_within(panel->strip_low, panel->strip_high, x, y) ||
           is_within(panel->divider_low, panel->divider_high, x, y) || panel->scrolled ||
           ImGui::GetIO().WantCaptureMouse;
}

void tr_panel_covers(const tr_panel *panel, double covered[3]) {
    covered[0] = static_cast<double>(panel::left_of_picture(panel));
    covered[1] = static_cast<double>(panel->bar_high.y);
    covered[2] = static_cast<double>(panel->covered_foot);
}

// The field of Ctrl+K gets the keys some updates after the command. Text typed before that belongs to it.
bool tr_panel_is_typing(const tr_panel *panel) {
    return panel->text_is_edited || panel->is_finding || panel->shows_help;
}

void tr_panel_leave_text(tr_panel *panel, const tr_command *command) {
    tr_command_queue_add(&panel->after_text, command);
}

bool tr_panel_escapes(const tr_panel *panel) {
    return panel->text_is_in_front || panel->is_finding || panel->shows_help || !tr_panel_is_typing(panel);
}

bool tr_panel_wants_keys(const tr_panel *panel) {
    return panel->focused || panel->list_is_open || panel->asks || tr_panel_is_typing(panel) ||
           panel->dialog != TR_DIALOG_NONE;
}

bool tr_panel_dialog_is_unfocused(const tr_panel *panel) {
    return panel->dialog != TR_DIALOG_NONE && !panel->focused && !panel->list_is_open && !panel->asks;
}

bool tr_panel_is_replaced(const tr_panel *panel, double x, double y, double time_s) {
    const double at[2] = {x, y};
    return tr_click_guard_is_new(&panel->click_guard, at, time_s);
}

void tr_panel_set_scale(tr_panel *panel, double scale) { panel->wanted_scale = scale; }

bool tr_panel_shows_layers(const tr_panel *panel) { return panel->layers_are_seen; }

bool tr_panel_paints(const tr_panel *panel) { return panel->paints && !panel->asks; }

bool tr_panel_shows_list(const tr_panel *panel) { return panel->list_is_open; }

bool tr_panel_shows_types(const tr_panel *panel) { return panel->types_are_open; }

bool tr_panel_refuses(const tr_panel *panel) { return panel->is_refused; }

void tr_panel_enter_path(tr_panel *panel) { panel->enters_path = true; }

void tr_panel_list(tr_panel *panel, const char *folder) {
    panel->names_folder = false;
    panel->ask_again = true; // Enter goes on to open or save
    panel::list_folder(panel, folder);
}

bool tr_panel_is_focused(const tr_panel *panel) { return panel->focused; }

int tr_panel_gallery_columns(const tr_panel *panel) {
    return panel->gallery_columns > 0 ? panel->gallery_columns : 1;
}

void tr_panel_find(tr_panel *panel) { panel->open_finder = panel->is_finding = true; }

bool tr_panel_is_finding(const tr_panel *panel) { return panel->is_finding; }

void tr_panel_show(tr_panel *panel, const char *path, bool takes_keys) {
    std::snprintf(panel->shown_path, sizeof panel->shown_path, "%s", path);
    panel->go_to_path = true;
    panel->takes_keys = takes_keys;
    if (!takes_keys)
        return;
    panel::use_keyboard(panel, true);
    panel::await_field(panel);
    if (panel::begins(path, "tab "))
        panel->take_focus = 1;
}

bool tr_panel_close_front(tr_panel *panel) {
    const bool asked = panel->open_finder; // not laid out yet
    panel->close_front = panel->front_is_open;
    panel->open_finder = false;
    panel->is_finding = panel->is_finding && !asked;
    return panel->front_is_open || asked;
}
