#include "app/private/panel.h"

extern "C" {
#include "base/embed.h"
}

#include <GLFW/glfw3.h>
#include <cmath>
#include <cstdio>
#include <imgui/backends/imgui_impl_glfw.h>
#include <imgui/backends/imgui_impl_opengl3.h>
#include <imgui/imgui.h>
#include <new>

// A key that went down after the last update, and perhaps up again.
struct brief_key {
    int key, scancode, mods;
    bool released;
};

struct tr_panel {
    GLFWwindow *window;
    brief_key brief[16];
    int brief_count;
    float scale;
    ImFont *title_font;
    char seed_text[24];
    bool seed_is_edited;
    bool list_is_open, close_list;
    ImGuiID typing;                 // the slider whose value is being typed, or 0
    double radius_low, radius_high; // what the slider of the radius spans
    ImVec2 low, high;               // the panel's rectangle in the last update; empty when it was hidden
};

namespace {

const int export_widths[] = {512, 1024, 2048, 4096, 8192, 16384};
const ImVec4 accent(0.93f, 0.62f, 0.28f, 1), quiet(0.62f, 0.66f, 0.73f, 1), alarm(1, 0.48f, 0.42f, 1);

// ---- looks ---------------------------------------------------------------------------------------

void add_fonts(tr_panel *panel) {
    static const ImWchar ranges[] = {0x20, 0xff, 0x2013, 0x2026, 0x2190, 0x2193, 0};
    ImFontAtlas *fonts = ImGui::GetIO().Fonts;
    const tr_embedded_file *face = tr_embedded_find("fonts/DejaVuSans.ttf");
    IM_ASSERT(face);
    ImFontConfig config;
    config.FontDataOwnedByAtlas = false; // then it is only read
    void *data = const_cast<char *>(face->text);
    const int size = static_cast<int>(face->size);
    fonts->AddFontFromMemoryTTF(data, size, 14 * panel->scale, &config, ranges);
    panel->title_font = fonts->AddFontFromMemoryTTF(data, size, 20 * panel->scale, &config, ranges);
}

void set_style(float scale) {
    ImGui::StyleColorsDark();
    ImGuiStyle &style = ImGui::GetStyle();
    style.WindowRounding = 10;
    style.FrameRounding = style.GrabRounding = style.PopupRounding = 5;
    style.ScrollbarRounding = 5;
    style.WindowBorderSize = style.PopupBorderSize = 1;
    style.WindowPadding = ImVec2(16, 14);
    style.FramePadding = ImVec2(8, 4);
    style.ItemSpacing = ImVec2(8, 6);
    style.GrabMinSize = 12;
    style.ScaleAllSizes(scale);
    const struct {
        ImGuiCol which;
        ImVec4 colour;
    } colours[] = {
        {ImGuiCol_WindowBg, ImVec4(0.055f, 0.065f, 0.09f, 0.86f)},
        {ImGuiCol_PopupBg, ImVec4(0.07f, 0.08f, 0.11f, 0.97f)},
        {ImGuiCol_Border, ImVec4(1, 1, 1, 0.09f)},
        {ImGuiCol_Text, ImVec4(0.92f, 0.93f, 0.95f, 1)},
        {ImGuiCol_FrameBg, ImVec4(1, 1, 1, 0.07f)},
        {ImGuiCol_FrameBgHovered, ImVec4(1, 1, 1, 0.12f)},
        {ImGuiCol_FrameBgActive, ImVec4(1, 1, 1, 0.16f)},
        {ImGuiCol_SliderGrab, ImVec4(0.93f, 0.62f, 0.28f, 0.85f)},
        {ImGuiCol_SliderGrabActive, ImVec4(1, 0.73f, 0.40f, 1)},
        {ImGuiCol_CheckMark, accent},
        {ImGuiCol_PlotHistogram, accent},
        {ImGuiCol_Button, ImVec4(1, 1, 1, 0.10f)},
        {ImGuiCol_ButtonHovered, ImVec4(0.93f, 0.62f, 0.28f, 0.45f)},
        {ImGuiCol_ButtonActive, ImVec4(0.93f, 0.62f, 0.28f, 0.70f)},
        {ImGuiCol_Header, ImVec4(0.93f, 0.62f, 0.28f, 0.32f)},
        {ImGuiCol_HeaderHovered, ImVec4(0.93f, 0.62f, 0.28f, 0.45f)},
        {ImGuiCol_HeaderActive, ImVec4(0.93f, 0.62f, 0.28f, 0.60f)},
        {ImGuiCol_TextSelectedBg, ImVec4(0.93f, 0.62f, 0.28f, 0.40f)},
        {ImGuiCol_Separator, ImVec4(1, 1, 1, 0.10f)},
    };
    for (const auto &c : colours)
        style.Colors[c.which] = c.colour;
}

// ---- keys ----------------------------------------------------------------------------------------

// Dear ImGui 1.86 looks at the keys that are down at an update; one that was down for a shorter time would be
// lost. So it comes up only after the update.
void on_key(GLFWwindow *window, int key, int scancode, int action, int mods) {
    tr_panel *panel = static_cast<tr_panel *>(ImGui::GetIO().UserData);
    for (int i = 0; i < panel->brief_count && action == GLFW_RELEASE; i++)
        if (panel->brief[i].key == key) {
            panel->brief[i].released = true;
            return;
        }
    if (action == GLFW_PRESS && panel->brief_count < IM_ARRAYSIZE(panel->brief))
        panel->brief[panel->brief_count++] = {key, scancode, mods, false};
    ImGui_ImplGlfw_KeyCallback(window, key, scancode, action, mods); // and then what the window had before
}

// It takes its buttons from events, and the mouse's place from the display, where it may be farther on already:
// then a slider that is let go would follow the mouse once more.
void follow_events(const tr_panel_values *values) {
    ImGuiIO &io = ImGui::GetIO();
    if (ImGui::IsMousePosValid(&io.MousePos))
        io.MousePos = ImVec2(static_cast<float>(values->cursor[0]), static_cast<float>(values->cursor[1]));
}

void release_brief_keys(tr_panel *panel) {
    const int count = panel->brief_count;
    panel->brief_count = 0;
    for (int i = 0; i < count; i++)
        if (panel->brief[i].released)
            ImGui_ImplGlfw_KeyCallback(panel->window, panel->brief[i].key, panel->brief[i].scancode,
                                       GLFW_RELEASE, panel->brief[i].mods);
}

// ---- parts ---------------------------------------------------------------------------------------

float scaled(const tr_panel *panel, float pixels) { return pixels * panel->scale; }

// A label at the left; what comes next fills the rest of the line.
void label(const tr_panel *panel, const char *text) {
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(text);
    ImGui::SameLine(scaled(panel, 112));
    ImGui::SetNextItemWidth(-1);
}

// A line as wide as the content.
void line(const tr_panel *panel) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float right = at.x + ImGui::GetContentRegionAvail().x;
    ImGui::GetWindowDrawList()->AddLine(at, ImVec2(right, at.y), ImGui::GetColorU32(ImGuiCol_Separator));
    ImGui::Dummy(ImVec2(0, scaled(panel, 2)));
}

void section(const tr_panel *panel, const char *title) {
    ImGui::Dummy(ImVec2(0, scaled(panel, 3)));
    ImGui::TextColored(quiet, "%s", title);
    line(panel);
}

// A thin track with a round grip, over the slider that was laid out last. Dear ImGui keeps half a grip free at
// either end.
void draw_track(const tr_panel *panel, float ratio) {
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    const float middle = (low.y + high.y) / 2, half = scaled(panel, 2),
                end = ImGui::GetStyle().GrabMinSize / 2 + 2;
    const float grip = low.x + end + ratio * (high.x - low.x - 2 * end);
    const bool lively = ImGui::IsItemHovered() || ImGui::IsItemActive();
    const ImU32 colour = ImGui::GetColorU32(lively ? ImGuiCol_SliderGrabActive : ImGuiCol_SliderGrab);
    ImDrawList *list = ImGui::GetWindowDrawList();
    list->AddRectFilled(ImVec2(low.x, middle - half), ImVec2(high.x, middle + half),
                        ImGui::GetColorU32(ImVec4(1, 1, 1, 0.13f)), half);
    list->AddRectFilled(ImVec2(low.x, middle - half), ImVec2(grip, middle + half), colour, half);
    list->AddCircleFilled(ImVec2(grip, middle), scaled(panel, lively ? 7 : 6), colour, 24);
}

// Where the grip of a slider stands, 0 … 1.
float grip_ratio(double value, double low, double high, bool logarithmic) {
    const double ratio =
        logarithmic ? std::log(value / low) / std::log(high / low) : (value - low) / (high - low);
    return static_cast<float>(ratio < 0 ? 0 : ratio > 1 ? 1 : ratio);
}

// A slider with its value at the right. With Ctrl and a click the value can be typed: then it looks like a text
// field.
bool slider(tr_panel *panel, const char *name, double *value, double low, double high, const char *format,
            bool logarithmic = false) {
    const ImGuiSliderFlags flags = logarithmic ? ImGuiSliderFlags_Logarithmic : 0;
    ImGui::PushID(name);
    label(panel, name);
    ImGui::SetNextItemWidth(-scaled(panel, 74));
    const ImGuiID id = ImGui::GetID("##value");
    const bool typing = panel->typing == id;
    const ImGuiCol hidden[] = {ImGuiCol_FrameBg,    ImGuiCol_FrameBgHovered,   ImGuiCol_FrameBgActive,
                               ImGuiCol_SliderGrab, ImGuiCol_SliderGrabActive, ImGuiCol_Text};
    for (int i = 0; i < IM_ARRAYSIZE(hidden) && !typing; i++)
        ImGui::PushStyleColor(hidden[i], ImVec4(0, 0, 0, 0));
    const bool changed = ImGui::SliderScalar("##value", ImGuiDataType_Double, value, &low, &high, format,
                                             flags | ImGuiSliderFlags_AlwaysClamp);
    ImGui::PopStyleColor(typing ? 0 : IM_ARRAYSIZE(hidden));
    if (ImGui::IsItemActive() && ImGui::GetIO().WantTextInput)
        panel->typing = id;
    else if (typing)
        panel->typing = 0;
    if (!typing)
        draw_track(panel, grip_ratio(*value, low, high, logarithmic));
    char text[32];
    std::snprintf(text, sizeof text, format, *value);
    ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - ImGui::CalcTextSize(text).x);
    ImGui::TextUnformatted(text);
    ImGui::PopID();
    return changed;
}

// Within a list that is open.
void mind_list(tr_panel *panel) {
    panel->list_is_open = true;
    if (panel->close_list)
        ImGui::CloseCurrentPopup();
}

bool choice(tr_panel *panel, const char *id, const char *shown, const char *const *names, int count,
            int *chosen) {
    bool changed = false;
    if (ImGui::BeginCombo(id, shown, ImGuiComboFlags_HeightLarge)) {
        mind_list(panel);
        for (int i = 0; i < count; i++) {
            if (ImGui::Selectable(names[i], i == *chosen) && i != *chosen) {
                *chosen = i;
                changed = true;
            }
            if (i == *chosen && ImGui::IsWindowAppearing())
                ImGui::SetScrollHereY();
        }
        ImGui::EndCombo();
    }
    return changed;
}

// A seed from its text: digits only, up to 2^63-1.
bool read_seed(const char *text, uint64_t *seed) {
    uint64_t value = 0;
    const char *p = text;
    for (; *p >= '0' && *p <= '9'; p++) {
        const uint64_t digit = static_cast<uint64_t>(*p - '0');
        if (value > (INT64_MAX - digit) / 10)
            return false;
        value = 10 * value + digit;
    }
    if (p == text || *p)
        return false;
    *seed = value;
    return true;
}

unsigned seed_row(tr_panel *panel, tr_panel_values *values) {
    unsigned edits = 0;
    if (!panel->seed_is_edited)
        std::snprintf(panel->seed_text, sizeof panel->seed_text, "%llu",
                      static_cast<unsigned long long>(values->seed));
    label(panel, "Seed");
    const float button = scaled(panel, 54);
    ImGui::SetNextItemWidth(-button - ImGui::GetStyle().ItemSpacing.x);
    const bool entered =
        ImGui::InputText("##seed", panel->seed_text, sizeof panel->seed_text,
                         ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
    const bool left = ImGui::IsItemDeactivatedAfterEdit();
    panel->seed_is_edited = ImGui::IsItemActive();
    if (entered || left) {
        uint64_t seed = 0;
        if (!read_seed(panel->seed_text, &seed))
            edits |= TR_PANEL_BAD_SEED;
        else if (seed != values->seed)
            values->seed = seed, edits |= TR_PANEL_SEED;
        panel->seed_is_edited = false;
    }
    ImGui::SameLine();
    if (ImGui::Button("New", ImVec2(button, 0)))
        edits |= TR_PANEL_NEW_SEED;
    return edits;
}

unsigned planet_section(tr_panel *panel, tr_panel_values *values) {
    unsigned edits = 0;
    if (values->planet_count > 1) {
        label(panel, "Planet");
        if (choice(panel, "##planet", values->planets[values->planet], values->planets, values->planet_count,
                   &values->planet))
            edits |= TR_PANEL_PLANET;
    }
    label(panel, "Type");
    const char *type = values->type < 0 ? values->type_name : values->types[values->type];
    if (choice(panel, "##type", type, values->types, values->type_count, &values->type))
        edits |= TR_PANEL_TYPE;
    return edits | seed_row(panel, values);
}

// What the slider spans follows its value, but not while it is held: it would run away from the hand.
bool radius_slider(tr_panel *panel, tr_panel_values *values) {
    if (!ImGui::IsAnyItemActive()) {
        panel->radius_low = values->radius_low_km;
        panel->radius_high = values->radius_high_km;
    }
    char format[24];
    std::snprintf(format, sizeof format, "%%.%df km", tr_panel_radius_decimals(values->radius_km));
    return slider(panel, "Radius", &values->radius_km, panel->radius_low, panel->radius_high, format, true);
}

unsigned shape_section(tr_panel *panel, tr_panel_values *values) {
    unsigned edits = 0;
    section(panel, "Surface");
    if (slider(panel, "Noisiness", &values->noisiness, 0, 2, "%.3f"))
        edits |= TR_PANEL_KNOBS;
    if (slider(panel, "Persistence", &values->persistence, 0, 1, "%.3f"))
        edits |= TR_PANEL_KNOBS;
    double octaves = values->octaves;
    if (slider(panel, "Octaves", &octaves, 1, 16, "%.0f"))
        edits |= TR_PANEL_KNOBS;
    values->octaves = static_cast<int>(std::lround(octaves));
    if (radius_slider(panel, values))
        edits |= TR_PANEL_RADIUS;
    return edits;
}

// Whether time goes by, what time it is, and how fast it goes.
void time_rows(tr_panel *panel, tr_panel_values *values) {
    label(panel, "Time");
    ImGui::Checkbox("##time", &values->rotating);
    const double days = std::floor(values->time_h / 24),
                 minutes = std::floor((values->time_h - 24 * days) * 60);
    char text[48];
    std::snprintf(text, sizeof text, "day %.0f, %02.0f:%02.0f", days, std::floor(minutes / 60),
                  std::fmod(minutes, 60));
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(quiet, "%s", text);
    slider(panel, "Speed", &values->time_rate, 0.1, 1000, "%.1f x", true);
}

unsigned light_section(tr_panel *panel, tr_panel_values *values) {
    unsigned edits = 0;
    section(panel, "Light");
    if (slider(panel, "Sun across", &values->sun_azimuth_deg, -180, 180, "%.0f°"))
        edits |= TR_PANEL_SUN;
    if (slider(panel, "Sun height", &values->sun_elevation_deg, -90, 90, "%.0f°"))
        edits |= TR_PANEL_SUN;
    slider(panel, "Exposure", &values->exposure_ev, -4, 4, "%.1f EV");
    label(panel, "Quality");
    static const char *const qualities[] = {"as time allows", "fine", "full", "fast"};
    choice(panel, "##quality", qualities[values->quality], qualities, IM_ARRAYSIZE(qualities),
           &values->quality);
    time_rows(panel, values);
    if (values->has_clouds) {
        label(panel, "Clouds");
        ImGui::Checkbox("##clouds", &values->clouds);
    }
    return edits;
}

unsigned export_section(tr_panel *panel, tr_panel_values *values) {
    unsigned edits = 0;
    section(panel, "Textures");
    const float button = scaled(panel, 88), gap = ImGui::GetStyle().ItemSpacing.x;
    if (values->export_progress >= 0) {
        ImGui::ProgressBar(static_cast<float>(values->export_progress), ImVec2(-button - gap, 0));
        ImGui::SameLine();
        if (ImGui::Button("Cancel", ImVec2(button, 0)))
            edits |= TR_PANEL_CANCEL;
    } else {
        char shown[32];
        std::snprintf(shown, sizeof shown, "%d × %d", values->export_width, values->export_width / 2);
        ImGui::SetNextItemWidth(-button - gap);
        if (ImGui::BeginCombo("##width", shown)) {
            mind_list(panel);
            for (int width : export_widths) {
                std::snprintf(shown, sizeof shown, "%d × %d", width, width / 2);
                if (ImGui::Selectable(shown, width == values->export_width))
                    values->export_width = width;
            }
            ImGui::EndCombo();
        }
        ImGui::SameLine();
        if (ImGui::Button("Export", ImVec2(button, 0)))
            edits |= TR_PANEL_EXPORT;
    }
    if (ImGui::Button("Screenshot", ImVec2(-1, 0)))
        edits |= TR_PANEL_SHOT;
    return edits;
}

void status_lines(const tr_panel *panel, const tr_panel_values *values) {
    ImGui::Dummy(ImVec2(0, scaled(panel, 3)));
    line(panel);
    ImGui::PushTextWrapPos(0);
    ImGui::PushStyleColor(ImGuiCol_Text, values->message_is_error ? alarm : quiet);
    ImGui::TextUnformatted(values->message);
    ImGui::PopStyleColor();
    ImGui::PopTextWrapPos();
}

// How fine the maps on the screen are, at the right of the title; lit up while finer ones are on their way.
void map_state(const tr_panel_values *values) {
    if (values->map_width <= 0)
        return;
    char text[32];
    std::snprintf(text, sizeof text, "%d × %d", values->map_width, values->map_width / 2);
    ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - ImGui::CalcTextSize(text).x);
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(values->baking ? accent : quiet, "%s", text);
}

unsigned main_panel(tr_panel *panel, tr_panel_values *values) {
    unsigned edits = 0;
    const float margin = scaled(panel, 14), width = scaled(panel, 320);
    ImGui::SetNextWindowPos(ImVec2(margin, margin));
    const float most = ImGui::GetIO().DisplaySize.y - 2 * margin;
    ImGui::SetNextWindowSizeConstraints(ImVec2(width, 0), ImVec2(width, most < 60 ? 60 : most));
    ImGui::Begin("Terrella", nullptr,
                 ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize |
                     ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoSavedSettings);
    ImGui::PushAllowKeyboardFocus(false); // Tab is a key of the window
    ImGui::PushFont(panel->title_font);
    ImGui::TextUnformatted("Terrella");
    ImGui::PopFont();
    map_state(values);
    ImGui::Dummy(ImVec2(0, scaled(panel, 1)));
    edits |= planet_section(panel, values);
    edits |= shape_section(panel, values);
    edits |= light_section(panel, values);
    edits |= export_section(panel, values);
    status_lines(panel, values);
    ImGui::PopAllowKeyboardFocus();
    panel->low = ImGui::GetWindowPos();
    const ImVec2 size = ImGui::GetWindowSize();
    panel->high = ImVec2(panel->low.x + size.x, panel->low.y + size.y);
    ImGui::End();
    return edits;
}

// All of it is seen in every window: it takes no input, so nobody could scroll it.
void help_overlay(const tr_panel *panel, const tr_panel_values *values) {
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const ImVec2 whole(scaled(panel, 510), scaled(panel, 110) + static_cast<float>(values->key_count) *
                                                                    ImGui::GetTextLineHeightWithSpacing());
    const float fit = std::fmin(1.0f, std::fmin(display.x / whole.x, display.y / whole.y));
    const ImVec2 spacing = ImGui::GetStyle().ItemSpacing;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(fit * spacing.x, fit * spacing.y));
    ImGui::SetNextWindowPos(ImVec2(display.x / 2, display.y / 2), ImGuiCond_Always, ImVec2(0.5f, 0.5f));
    ImGui::SetNextWindowFocus();
    ImGui::SetNextWindowBgAlpha(0.94f);
    ImGui::Begin("Keys", nullptr,
                 ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize |
                     ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoScrollbar);
    ImGui::SetWindowFontScale(fit);
    ImGui::PushFont(panel->title_font);
    ImGui::TextUnformatted("Keys and mouse");
    ImGui::PopFont();
    line(panel);
    for (int i = 0; i < values->key_count; i++) {
        ImGui::TextColored(accent, "%s", values->keys[i].name);
        ImGui::SameLine(fit * scaled(panel, 170));
        ImGui::TextUnformatted(values->keys[i].what);
    }
    ImGui::Dummy(ImVec2(0, scaled(panel, 3)));
    line(panel);
    ImGui::TextColored(quiet, "%s", values->renderer);
    ImGui::End();
    ImGui::PopStyleVar();
}

} // namespace

tr_panel *tr_panel_create(struct GLFWwindow *window, double scale) {
    tr_panel *panel = new (std::nothrow) tr_panel();
    if (!panel)
        return nullptr;
    panel->scale = static_cast<float>(scale);
    ImGui::CreateContext();
    ImGuiIO &io = ImGui::GetIO();
    io.IniFilename = io.LogFilename = nullptr; // leave no files behind
    io.ConfigInputTextCursorBlink = false;     // nothing moves by itself
    set_style(panel->scale);
    add_fonts(panel);
    io.UserData = panel;
    panel->window = window;
    ImGui_ImplGlfw_InitForOpenGL(window, true);
    glfwSetKeyCallback(window, on_key);
    if (!ImGui_ImplOpenGL3_Init("#version 330 core")) {
        ImGui_ImplGlfw_Shutdown();
        ImGui::DestroyContext();
        delete panel;
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
    delete panel;
}

unsigned tr_panel_update(tr_panel *panel, tr_panel_values *values) {
    unsigned edits = 0;
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
    follow_events(values);
    ImGui::NewFrame();
    panel->low = panel->high = ImVec2(0, 0);
    panel->list_is_open = false;
    if (values->visible)
        edits |= main_panel(panel, values);
    else
        panel->seed_is_edited = false, panel->typing = 0;
    if (values->help)
        help_overlay(panel, values);
    ImGui::Render();
    panel->close_list = false;
    release_brief_keys(panel);
    return edits;
}

void tr_panel_draw(tr_panel *) { ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData()); }

bool tr_panel_wants_mouse(const tr_panel *panel, double x, double y) {
    const bool inside = x >= static_cast<double>(panel->low.x) && x < static_cast<double>(panel->high.x) &&
                        y >= static_cast<double>(panel->low.y) && y < static_cast<double>(panel->high.y);
    return inside || ImGui::GetIO().WantCaptureMouse;
}

bool tr_panel_wants_keys(const tr_panel *panel) { return panel->seed_is_edited || panel->typing != 0; }

bool tr_panel_close_list(tr_panel *panel) {
    panel->close_list = panel->list_is_open;
    return panel->list_is_open;
}
