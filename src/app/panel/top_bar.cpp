// The bar at the top: the document's name, undo and redo, and the buttons for saving and exporting.
#include "app/panel/panel.hpp"

namespace panel {

static bool bar_button(tr_panel *panel, const char *text, const char *name, const char *what, bool able) {
    ImGui::PushStyleVar(ImGuiStyleVar_Alpha, able ? 1.0f : 0.35f);
    const bool pressed = tool(panel, text, name, what);
    ImGui::PopStyleVar();
    return pressed && able;
}

// Dear ImGui 1.86 has no characters beyond U+FFFF: its fields show a box (U+FFFD) for each of them. Returns the
// bytes of the character at c, or 0 if no box stands for it.
static size_t boxed_bytes(const char *c) {
    return (*c & 0xf8) == 0xf0 ? 4 : std::strncmp(c, "\xef\xbf\xbd", 3) == 0 ? 3 : 0;
}

// Restores in an edited text the characters that its boxes stood for, in order.
static void bring_letters_back(const char *before, char *text, size_t size) {
    char whole[sizeof(tr_panel::planet_name)] = "";
    size_t length = 0;
    for (const char *c = text; *c;) {
        const size_t box = boxed_bytes(c);
        while (box && *before && !boxed_bytes(before))
            before++;
        const bool was_there = box && *before;
        const size_t bytes = was_there ? boxed_bytes(before) : box ? box : 1;
        if (length + bytes >= sizeof whole)
            break;
        std::memcpy(whole + length, was_there ? before : c, bytes);
        length += bytes;
        before += was_there ? bytes : 0;
        c += box ? box : 1;
    }
    std::snprintf(text, size, "%s", whole);
}

static void name_field(tr_panel *panel, float width) {
    const tr_app *app = panel->app;
    if (panel->take_name) {
        std::snprintf(panel->planet_name, sizeof panel->planet_name, "%s",
                      tr_document_planet(&app->document)->name);
        give_keys(panel);
    }
    ImGui::SetNextItemWidth(width);
    ImGui::InputTextWithHint("##name", tr_app_recipe(app)->type, panel->planet_name, sizeof panel->planet_name,
                             ImGuiInputTextFlags_AutoSelectAll);
    const bool began = panel->take_name; // it gets the keys with the next update
    panel->take_name = false;
    mind_text(panel, began);
    place(panel, "planet name field");
    const char *why = why_wrong(panel, "name");
    const bool left = ImGui::IsItemDeactivated();
    mend(panel, "name");
    panel->naming = panel->naming || ImGui::IsItemActive(); // a refused name stays in the field
    if (why)
        note_over(panel, ImVec2(ImGui::GetItemRectMin().x, ImGui::GetItemRectMax().y + scaled(panel, 8)), why);
    if (began || !left)
        return;
    panel->naming = false;
    if (ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape)))
        std::snprintf(panel->planet_name, sizeof panel->planet_name, "%s",
                      tr_document_planet(&app->document)->name);
    bring_letters_back(tr_document_planet(&app->document)->name, panel->planet_name, sizeof panel->planet_name);
    if (why || std::strcmp(panel->planet_name, tr_document_planet(&app->document)->name) != 0)
        command_text(panel, TR_COMMAND_NAME, panel->planet_name);
}

// Shows the planet's name. A click opens a field for it.
static void name_button(tr_panel *panel, float width) {
    char shown[TR_COMMAND_TEXT_BYTES];
    fit(panel->app->rows.name, width, shown, sizeof shown);
    const ImVec2 at = ImGui::GetCursorScreenPos(), size(ImGui::CalcTextSize(shown).x, ImGui::GetFrameHeight());
    if (ImGui::InvisibleButton("##planet", size))
        tr_panel_name_planet(panel);
    const bool lively = ImGui::IsItemHovered() || ImGui::IsItemFocused();
    const float y = at.y + (size.y - ImGui::GetTextLineHeight()) / 2;
    ImDrawList *list = ImGui::GetWindowDrawList();
    list->AddText(ImVec2(at.x, y), ImGui::GetColorU32(ImGuiCol_Text), shown);
    if (lively)
        list->AddLine(ImVec2(at.x, y + ImGui::GetTextLineHeight()),
                      ImVec2(at.x + size.x, y + ImGui::GetTextLineHeight()), ImGui::GetColorU32(accent),
                      scaled(panel, 1));
    place(panel, "planet name");
}

// The file name is apart from the planet's name, if it fits.
static void name_of_file(tr_panel *panel, float right) {
    const tr_app *app = panel->app;
    char shown[TR_COMMAND_TEXT_BYTES];
    const float available = right - ImGui::GetCursorPosX();
    if (!app->rows.path[0] || available < scaled(panel, 50))
        return;
    fit(tr_path_name(app->rows.path), available, shown, sizeof shown);
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(quiet, "%s", shown);
    place(panel, "file name");
    explain(app->rows.path);
    ImGui::SameLine();
}

// The items to the right have a fixed position, independent of the length of the names.
static void name_of_document(tr_panel *panel, float width) {
    const tr_app *app = panel->app;
    const float left = ImGui::GetCursorPosX(), dot = scaled(panel, 18), right = left + width - dot,
                gap = ImGui::GetStyle().ItemSpacing.x;
    const float most = app->rows.path[0] && width > scaled(panel, 200) ? 0.62f * (width - dot) : width - dot;
    char text[TR_COMMAND_TEXT_BYTES + 64];
    if (!panel->tall)
        ImGui::PushFont(panel->title_font);
    const bool typed = panel->naming || is_wrong(panel, "name"); // a refused name can be corrected
    typed ? name_field(panel, most) : name_button(panel, most);
    if (!panel->tall)
        ImGui::PopFont();
    std::snprintf(text, sizeof text, "%s\nClick to rename (F2)", app->rows.name);
    if (!typed)
        explain(text);
    ImGui::SameLine();
    name_of_file(panel, right - gap);
    ImGui::SameLine(right);
    if (!tr_document_step(&app->document)->saved) {
        ImGui::AlignTextToFramePadding();
        ImGui::TextColored(accent, "●");
        explain("Unsaved changes (Ctrl+S)");
    }
    ImGui::SameLine(left + width + gap);
}

// ---- the menu ------------------------------------------------------------------------------------

static void menu_group(tr_panel *panel, int group) {
    int count;
    const tr_shortcut *rows = tr_shortcuts(&count);
    const char *title = tr_shortcut_group_name(static_cast<tr_shortcut_group>(group));
    char at[96];
    const bool open = ImGui::BeginMenu(title);
    std::snprintf(at, sizeof at, "menu %s", title);
    if (!open) {
        place(panel, at);
        return;
    }
    for (int i = 0; i < count; i++) {
        const tr_shortcut &row = rows[i];
        if (row.group != group || !row.name || row.command == TR_COMMAND_ENTER ||
            row.command == TR_COMMAND_BACK)
            continue;
        if (ImGui::MenuItem(row.name, row.keys))
            command(panel, row.command, row.by);
        placef(panel, "menu %s", row.name);
    }
    ImGui::EndMenu();
    place(panel, title);
}

// All commands, for users who do not know the key.
static void menu(tr_panel *panel) {
    const float side = ImGui::GetFrameHeight();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (text_button(panel, "##menu", "menu", "Menu", ImVec2(side, side)))
        ImGui::OpenPopup("Menu");
    for (int i = 0; i < 3; i++) {
        const float y = at.y + side * (0.32f + 0.18f * static_cast<float>(i));
        ImGui::GetWindowDrawList()->AddLine(ImVec2(at.x + 0.27f * side, y), ImVec2(at.x + 0.73f * side, y),
                                            ImGui::GetColorU32(ImGuiCol_Text), scaled(panel, 1.5f));
    }
    ImGui::SetNextWindowPos(ImVec2(at.x, panel->bar_height));
    if (ImGui::BeginPopup("Menu")) {
        mind_front(panel);
        for (int group = TR_GROUP_MOUSE + 1; group < TR_GROUPS; group++)
            menu_group(panel, group);
        ImGui::EndPopup();
    }
    ImGui::SameLine();
}

// ---- the bar -------------------------------------------------------------------------------------

static void back_and_on(tr_panel *panel) {
    const tr_document *document = &panel->app->document;
    const tr_brush *brush = &panel->app->paint;
    const bool line = brush->phase == TR_BRUSH_PLACED, can_undo = line || document->step > 0,
               can_redo = line ? brush->taken > 0 : document->step + 1 < document->step_count;
    char text[128];
    std::snprintf(text, sizeof text, can_undo ? "Undo: %s (Ctrl+Z)" : "Nothing to undo%.0s",
                  line ? "the last point" : document->steps[document->step].what);
    if (bar_button(panel, "↶", "undo", text, can_undo))
        command(panel, TR_COMMAND_UNDO);
    std::snprintf(text, sizeof text, can_redo ? "Redo: %s (Ctrl+Y)" : "Nothing to redo%.0s",
                  line ? "the point" : document->steps[document->step + can_redo].what);
    if (bar_button(panel, "↷", "redo", text, can_redo))
        command(panel, TR_COMMAND_REDO);
}

// Starts or pauses time.
static void play_button(tr_panel *panel) {
    const bool runs = panel->app->settings.rotating;
    const float side = ImGui::GetFrameHeight();
    const ImVec2 at = ImGui::GetCursorScreenPos(), middle(at.x + side / 2, at.y + side / 2);
    const float r = 0.22f * side, thin = 0.36f * r;
    if (text_button(panel, "##play", runs ? "pause" : "play",
                    runs ? "Time runs: click to pause (Space)" : "Time is paused: click to resume (Space)",
                    ImVec2(side, side)))
        command(panel, TR_COMMAND_PAUSE, 1);
    ImDrawList *list = ImGui::GetWindowDrawList();
    if (runs) {
        for (float x = middle.x - 0.6f * r; x < middle.x + r; x += 1.2f * r)
            list->AddRectFilled(ImVec2(x - thin, middle.y - r), ImVec2(x + thin, middle.y + r),
                                ImGui::GetColorU32(ImGuiCol_Text));
    } else {
        list->AddTriangleFilled(ImVec2(middle.x - 0.8f * r, middle.y - r), ImVec2(middle.x + r, middle.y),
                                ImVec2(middle.x - 0.8f * r, middle.y + r), ImGui::GetColorU32(accent));
    }
    ImGui::SameLine();
}

// The size of the maps on the screen, highlighted while finer ones are being baked.
static void map_state(const tr_panel *panel) {
    const tr_app *app = panel->app;
    if (app->viewport.map_width[app->document.target] <= 0)
        return;
    char text[32];
    std::snprintf(text, sizeof text, "%d × %d", app->viewport.map_width[app->document.target],
                  app->viewport.map_width[app->document.target] / 2);
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(tr_live_busy(app->viewport.live) ? accent : quiet, "%s", text);
    explain("Resolution of the maps on the screen");
    ImGui::SameLine();
}

static const struct {
    const char *text, *name, *what;
    tr_command_kind command;
    int by;
} ways[] = {
    {"Open", "open", "Open a file (Ctrl+O)", TR_COMMAND_DIALOG, TR_DIALOG_OPEN},
    {"Save", "save", "Save (Ctrl+S)", TR_COMMAND_SAVE, 0},
    {"Share", "share", "Copy this planet as a share link (Ctrl+C)", TR_COMMAND_SHARE, 0},
    {"Picture", "picture", "Render a picture or video of any size; S: screenshot", TR_COMMAND_DIALOG,
     TR_DIALOG_PICTURE},
    {"Export", "export", "Export textures (E)", TR_COMMAND_DIALOG, TR_DIALOG_EXPORT},
};

static void ways_out(tr_panel *panel) {
    for (const auto &way : ways)
        if (bar_button(panel, way.text, way.name, way.what, true))
            command(panel, way.command, way.by);
}

static void ways_menu(tr_panel *panel) {
    if (!begin_bar_menu(panel, "File"))
        return;
    for (const auto &way : ways) {
        if (ImGui::MenuItem(way.text))
            command(panel, way.command, way.by);
        place(panel, way.name);
        explain(way.what);
    }
    ImGui::EndPopup();
}

// ---- layout of the bar ---------------------------------------------------------------------------

// The width of a text with the distance to the next item.
static float width_of(const char *text) {
    const ImGuiStyle &style = ImGui::GetStyle();
    return ImGui::CalcTextSize(text).x + 2 * style.FramePadding.x + style.ItemSpacing.x;
}

// Items that do not fit become menus; the name is shortened last. The length of the name does not move the
// buttons.
struct bar_plan {
    bool view, maps, ways; // shown in full rather than as a menu
    float name, right;     // maximum width of the name; width of the items at the right
};

static bar_plan plan_bar(const tr_panel *panel) {
    const ImGuiStyle &style = ImGui::GetStyle();
    const float square = ImGui::GetFrameHeight() + style.ItemSpacing.x, least = scaled(panel, 120),
                most = scaled(panel, 340), file_menu = width_of(panel->tall ? "File" : "File ▾"),
                view_menu = width_of(panel->tall ? "View" : "View ▾"), maps = width_of("8192 × 4096");
    float all_ways = 0, free = ImGui::GetIO().DisplaySize.x - 2 * style.WindowPadding.x - 2 * square -
                               width_of("↶") - width_of("↷") - file_menu - view_menu - style.ItemSpacing.x;
    for (const auto &way : ways)
        all_ways += width_of(way.text);
    bar_plan plan = {};
    const auto spread = [&free, least](float more) {
        const bool fits = free - more >= least;
        free -= fits ? more : 0;
        return fits;
    };
    plan.ways = spread(all_ways - file_menu);
    plan.view = plan.ways && spread(width_of_view(panel) - view_menu);
    plan.maps = plan.view && spread(maps);
    plan.name = free < 8 ? 8 : free > most ? most : free;
    plan.right = style.WindowPadding.x - style.ItemSpacing.x + (plan.ways ? all_ways : file_menu);
    return plan;
}

void top_bar(tr_panel *panel) {
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos(ImVec2(0, 0));
    ImGui::SetNextWindowSize(ImVec2(display.x, panel->bar_height));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding,
                        ImVec2(scaled(panel, panel->tall ? 8 : 16), scaled(panel, 7)));
    ImGui::Begin("Bar", nullptr, plain_window | ImGuiWindowFlags_NoBringToFrontOnFocus);
    const bar_plan plan = plan_bar(panel);
    menu(panel);
    name_of_document(panel, plan.name);
    back_and_on(panel);
    play_button(panel);
    plan.view ? view_switch(panel) : view_menu(panel);
    if (plan.maps)
        map_state(panel);
    const float x = display.x - plan.right;
    ImGui::SameLine(x > ImGui::GetCursorPosX() ? x : 0);
    plan.ways ? ways_out(panel) : ways_menu(panel);
    ImGui::End();
    ImGui::PopStyleVar(3);
    panel->bar_low = ImVec2(0, 0);
    panel->bar_high = ImVec2(display.x, panel->bar_height);
}

} // namespace panel

void tr_panel_name_planet(tr_panel *panel) {
    panel->naming = panel->take_name = true;
    panel::await_field(panel);
}
