// The tab Paint: the tools, the brush, and the list of strokes.
#include "app/panel/panel.hpp"

namespace panel {

// ---- tools ---------------------------------------------------------------------------------------

static void tool_button(tr_panel *panel, int tool, float width) {
    const tr_app *app = panel->app;
    const char *name = tr_brush_tool_name(tool), *refusal = tr_brush_refusal(tr_app_recipe(app), tool);
    const bool on = app->paint.tool == tool;
    char at[32], what[160];
    std::snprintf(at, sizeof at, "tool %s", name);
    std::snprintf(what, sizeof what, "%s%s", refusal ? "Cannot be used: " : "",
                  refusal ? refusal : tr_brush_tool_what(tool));
    uint8_t tint[3];
    tr_brush_tint(tool, app->paint.srgb, app->paint.biome, tint);
    ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(on ? ImGuiCol_TabActive : ImGuiCol_Tab));
    ImGui::PushStyleColor(ImGuiCol_Text,
                          refusal ? ImVec4(0.45f, 0.47f, 0.5f, 1) : ImGui::GetStyleColorVec4(ImGuiCol_Text));
    if (text_button(panel, name, at, what, ImVec2(width, 0)))
        command(panel, TR_COMMAND_PAINT_TOOL, tool);
    ImGui::PopStyleColor(2);
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    const float inset = scaled(panel, 4), thick = scaled(panel, on ? 2.5f : 1.5f);
    ImGui::GetWindowDrawList()->AddRectFilled(ImVec2(low.x + inset, high.y - thick - 1),
                                              ImVec2(high.x - inset, high.y - 1),
                                              IM_COL32(tint[0], tint[1], tint[2],
                                                       refusal ? 60
                                                       : on    ? 255
                                                               : 170));
}

static void tool_buttons(tr_panel *panel) {
    const float gap = scaled(panel, 4), all = ImGui::GetContentRegionAvail().x, least = scaled(panel, 67);
    const int fitting = static_cast<int>((all + gap) / (least + gap)), columns = fitting < 2   ? 2
                                                                                 : fitting > 4 ? 4
                                                                                               : fitting;
    const float width = (all - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(gap, gap));
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(scaled(panel, 2), ImGui::GetStyle().FramePadding.y));
    for (int i = 0; i < TR_BRUSH_TOOLS; i++) {
        if (i % columns)
            ImGui::SameLine();
        tool_button(panel, i, width);
    }
    ImGui::PopStyleVar(2);
}

// ---- the brush -----------------------------------------------------------------------------------

static void brush_number(tr_panel *panel, const char *name, const char *path, double value, double usual,
                         const tr_number_form &form, bool logarithmic) {
    if (slider(panel, name, &value, form, usual, logarithmic))
        command_edit(panel, TR_COMMAND_PAINT_NUMBER, path, "", 0, 0, value);
}

static void biome_row(tr_panel *panel) {
    const char *names[TR_BIOME_COUNT];
    int numbers[TR_BIOME_COUNT], count = 0, chosen = 0;
    for (int i = 0; i < TR_BIOME_COUNT; i++) {
        if (tr_biome_instead(i))
            continue;
        chosen = i == panel->app->paint.biome ? count : chosen;
        names[count] = tr_biome_names[i], numbers[count++] = i;
    }
    label(panel, "Biome");
    if (choice(panel, "##biome", names[chosen], names, count, &chosen))
        command(panel, TR_COMMAND_PAINT_BIOME, numbers[chosen]);
    place(panel, "brush biome");
}

// A colour with a picker. Returns whether it was changed; text: "rrggbb".
static bool colour_row(tr_panel *panel, const char *popup, const uint8_t srgb[3], char text[8]) {
    bool changed = false;
    label(panel, "Colour");
    if (colour_button(panel, "##colour", srgb, ImVec2(scaled(panel, 64), ImGui::GetFrameHeight()))) {
        pick_colour(panel, srgb);
        panel->picker_top = ImGui::GetItemRectMin().y;
        ImGui::OpenPopup(popup);
    }
    placef(panel, "%s", popup);
    if (begin_picker(panel, popup)) {
        changed = colour_picker(panel, popup, 0, text);
        ImGui::EndPopup();
    }
    return changed;
}

// In place of a row that the tool does not have, so that the rows below stay where they are.
static void empty_row() { ImGui::Dummy(ImVec2(1, ImGui::GetFrameHeight())); }

static void brush_rows(tr_panel *panel) {
    const tr_recipe *recipe = tr_app_recipe(panel->app);
    const double most = tr_brush_most_height(recipe);
    const tr_number_form degrees = {0.05, 60, 2, false, "°", nullptr}, part = {0, 1, 2, false, "", nullptr},
                         metres = {-most, most, 0, false, "m", nullptr};
    const tr_brush *paint = &panel->app->paint;
    char text[8];
    if (paint->tool == TR_BRUSH_SELECTS)
        return;
    section(panel, "Brush for the next stroke");
    brush_number(panel, "Brush radius", "radius", paint->radius_deg, 4, degrees, true);
    brush_number(panel, "Softness", "softness", paint->softness, 0.5, part, false);
    brush_number(panel, "Strength", "strength", paint->strength, 1, part, false);
    if (tr_brush_has_height(paint->tool))
        brush_number(panel, tr_brush_height_name(paint->tool), "height", tr_brush_height(paint, recipe),
                     tr_brush_usual_height(paint->tool, paint->radius_deg, recipe), metres, false);
    else if (paint->tool == TR_STROKE_BIOME)
        biome_row(panel);
    else if (paint->tool != TR_STROKE_COLOUR)
        empty_row();
    if (paint->tool == TR_STROKE_COLOUR) {
        if (colour_row(panel, "Brush colour", paint->srgb, text))
            command_text(panel, TR_COMMAND_PAINT_COLOUR, text);
        ImGui::SameLine();
        if (text_button(panel, "Pick", "brush pick", "The next click on the planet picks its colour (I)"))
            command(panel, TR_COMMAND_PAINT_PICK, 1);
    }
}

static void way_buttons(tr_panel *panel) {
    static const struct {
        const char *name, *what;
    } ways[TR_BRUSH_WAYS] = {
        {"Freehand", "Drag to paint. Shift+Click sets points of a line"},
        {"Line", "Click for each point of a line, then Enter. A click on the first point closes it to an area"},
        {"Area", "Click for each point of a border, then Enter; or drag along the border. It is filled"}};
    if (panel->app->paint.tool == TR_BRUSH_SELECTS)
        return;
    if (tr_brush_has_dots(panel->app->paint.tool)) {
        empty_row();
        return;
    }
    label(panel, "Draw");
    for (int i = 0; i < TR_BRUSH_WAYS; i++) {
        char at[32];
        const bool on = static_cast<int>(panel->app->paint.way) == i;
        std::snprintf(at, sizeof at, "way %s", ways[i].name);
        ImGui::PushStyleColor(ImGuiCol_Button,
                              ImGui::GetStyleColorVec4(on ? ImGuiCol_TabActive : ImGuiCol_Tab));
        if (text_button(panel, ways[i].name, at, ways[i].what))
            command(panel, TR_COMMAND_PAINT_WAY, i);
        ImGui::PopStyleColor();
        ImGui::SameLine(0, scaled(panel, 4));
    }
    ImGui::NewLine();
}

// What a click does now; for a line in the making, its buttons.
static void next_step(tr_panel *panel) {
    const tr_brush *paint = &panel->app->paint;
    char text[128];
    if (paint->phase != TR_BRUSH_PLACED) {
        hint(paint->tool == TR_BRUSH_SELECTS  ? "Click a stroke to select it, drag to move it."
             : tr_brush_has_dots(paint->tool) ? "Click to paint. Right drag turns the planet."
             : paint->way == TR_BRUSH_FREE    ? "Drag to paint. Right drag turns the planet."
             : paint->way == TR_BRUSH_LINE    ? "Click for each point of the line, then Enter."
                                              : "Click for each point of the border, or drag.");
        return;
    }
    if (tool(panel, "Finish", "paint finish", "Enter"))
        command(panel, TR_COMMAND_PAINT_FINISH);
    if (tool(panel, "Take back", "paint back", "Takes the last point away (Backspace or Ctrl+Z)"))
        command(panel, TR_COMMAND_PAINT_BACK);
    if (tool(panel, "Discard", "paint drop", "Discards the line (Esc)"))
        command(panel, TR_COMMAND_PAINT_DROP);
    std::snprintf(text, sizeof text, "%d point%s set", paint->count, paint->count == 1 ? "" : "s");
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(quiet, "%s", text);
}

// ---- the list of strokes -------------------------------------------------------------------------

static bool row_fits(const tr_stroke *stroke, const char *path) {
    const char *key = std::strrchr(path, '.') + 1;
    if (std::strcmp(key, "height_m") == 0)
        return tr_brush_has_height(stroke->tool);
    if (std::strcmp(key, "closed") == 0)
        return stroke->points.count >= 3 && !tr_brush_has_dots(stroke->tool);
    return std::strcmp(key, "biome") != 0 || stroke->tool == TR_STROKE_BIOME;
}

// A row with the word and the range that the brush has for it, and the biomes that can be painted.
static tr_element_row worded(const tr_recipe *recipe, const tr_stroke *stroke, tr_element_row row) {
    const char *key = std::strrchr(row.control.path, '.') + 1;
    if (std::strcmp(key, "height_m") == 0) {
        std::snprintf(row.control.label, sizeof row.control.label, "%s", tr_brush_height_name(stroke->tool));
        row.control.high = std::fmax(row.control.high, tr_brush_most_height(recipe));
    }
    if (std::strcmp(key, "radius") == 0)
        std::snprintf(row.control.label, sizeof row.control.label, "Stroke radius");
    if (std::strcmp(key, "biome") == 0) {
        int count = 0;
        for (int i = 0; i < row.choice_count; i++)
            if (!tr_biome_instead(i)) {
                row.choice = row.choice == i ? count : row.choice;
                row.choices[count++] = row.choices[i];
            }
        row.choice_count = count;
    }
    return row;
}

static void open_stroke(tr_panel *panel, const tr_stroke *stroke) {
    const tr_app *app = panel->app;
    char path[TR_CONTROL_PATH_BYTES], text[8];
    section(panel, "Selected stroke");
    if (tool(panel, "↑", "stroke up", "Moves it up in the list, over the stroke above"))
        command_item(panel, TR_COMMAND_STROKE_ORDER, stroke->name, 1);
    if (tool(panel, "↓", "stroke down", "Moves it down in the list, under the stroke below"))
        command_item(panel, TR_COMMAND_STROKE_ORDER, stroke->name, -1);
    if (tool(panel, "Delete", "stroke delete", "Delete (Ctrl+Z undoes it)"))
        command(panel, TR_COMMAND_STROKE_REMOVE);
    ImGui::NewLine();
    name_row(panel, "##stroke name", stroke->name, TR_COMMAND_STROKE_NAME);
    for (int i = 0; i < app->stroke.row_count; i++)
        if (row_fits(stroke, app->stroke.rows[i].control.path)) {
            const tr_element_row row = worded(tr_app_recipe(app), stroke, app->stroke.rows[i]);
            element_row(panel, &row);
        }
    if (stroke->tool == TR_STROKE_COLOUR && colour_row(panel, "Stroke colour", stroke->srgb, text)) {
        std::snprintf(path, sizeof path, "strokes.%s.colour", stroke->name);
        command_edit(panel, TR_COMMAND_CHANGE, path, text, panel->drag_id);
    }
    ImGui::Dummy(ImVec2(0, scaled(panel, 4)));
}

static void stroke_line(tr_panel *panel, const tr_stroke *stroke) {
    const bool open = std::strcmp(panel->app->paint.selected, stroke->name) == 0;
    char info[64];
    uint8_t tint[3];
    ImGui::PushID(stroke->name);
    tr_brush_tint(stroke->tool, stroke->srgb, stroke->biome, tint);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float side = scaled(panel, 9), top = at.y + (ImGui::GetTextLineHeight() - side) / 2;
    ImGui::GetWindowDrawList()->AddRectFilled(ImVec2(at.x, top), ImVec2(at.x + side, top + side),
                                              IM_COL32(tint[0], tint[1], tint[2], 255), scaled(panel, 2));
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + scaled(panel, 16));
    ImGui::PushStyleColor(ImGuiCol_Text, open ? accent : ImGui::GetStyle().Colors[ImGuiCol_Text]);
    if (ImGui::Selectable(stroke->name, open))
        command_text(panel, TR_COMMAND_STROKE, open ? "" : stroke->name);
    ImGui::PopStyleColor();
    const bool selected_now = open && std::strcmp(panel->stroke_shown, stroke->name) != 0;
    if (selected_now && !ImGui::IsItemVisible()) // on the planet; a click here must not move the rows
        ImGui::SetScrollHereY(0.5f);
    placef(panel, "stroke %s", stroke->name);
    std::snprintf(info, sizeof info, "%.3g°, %d point%s", stroke->radius, stroke->points.count,
                  stroke->points.count == 1 ? "" : "s");
    ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - ImGui::CalcTextSize(info).x);
    ImGui::TextColored(quiet, "%s", info);
    ImGui::PopID();
}

// The list scrolls by itself, so that the tools and the rows of the selected stroke below it stay in sight; in
// a low window the whole panel scrolls.
static void begin_scrolled(tr_panel *panel) {
    const float foot = ImGui::GetIO().DisplaySize.y - scaled(panel, 26), least = scaled(panel, 110),
                rows = 9.5f * ImGui::GetFrameHeightWithSpacing(), // of the selected stroke
        left = foot - rows - ImGui::GetCursorScreenPos().y - ImGui::GetScrollY(),
                most = left < least ? least : left,
                height = panel->strokes_height > 0 ? panel->strokes_height : least;
    ImGui::BeginChild("##strokes", ImVec2(0, height < most ? height : most), false,
                      ImGuiWindowFlags_NavFlattened);
}

static void end_scrolled(tr_panel *panel) {
    const float height = ImGui::GetCursorPosY();
    panel->unsettled = panel->unsettled || std::fabs(height - panel->strokes_height) > 0.5f;
    panel->strokes_height = height;
    ImGui::EndChild();
}

static void stroke_list(tr_panel *panel) {
    const tr_recipe *recipe = tr_app_recipe(panel->app);
    const tr_stroke *selected = nullptr;
    const int few = 6; // need no search
    char title[64];
    bool any = false;
    std::snprintf(title, sizeof title, recipe->stroke_count ? "Strokes: %d, the top one first" : "Strokes",
                  recipe->stroke_count);
    section(panel, title);
    if (recipe->stroke_count == 0) {
        hint("None yet. Strokes stay with the planet: another seed or type keeps them.");
        return;
    }
    if (recipe->stroke_count > few) {
        ImGui::SetNextItemWidth(-1);
        ImGui::InputTextWithHint("##search", "Search", panel->stroke_search, sizeof panel->stroke_search,
                                 ImGuiInputTextFlags_AutoSelectAll);
        mind_text(panel);
        place(panel, "stroke search");
    }
    begin_scrolled(panel);
    for (int i = recipe->stroke_count - 1; i >= 0; i--) {
        const tr_stroke *stroke = &recipe->strokes[i];
        const bool open = std::strcmp(panel->app->paint.selected, stroke->name) == 0;
        if (recipe->stroke_count > few && !contains(stroke->name, panel->stroke_search) && !open)
            continue;
        any = true;
        selected = open ? stroke : selected;
        stroke_line(panel, stroke);
    }
    if (!any)
        ImGui::TextColored(quiet, "No results");
    end_scrolled(panel);
    if (selected)
        open_stroke(panel, selected);
    std::snprintf(panel->stroke_shown, sizeof panel->stroke_shown, "%s", panel->app->paint.selected);
}

// If the planet cannot follow the tool of the brush, another one is chosen.
static void choose_tool(tr_panel *panel) {
    const tr_recipe *recipe = tr_app_recipe(panel->app);
    int tool = 0;
    if (!tr_brush_refusal(recipe, panel->app->paint.tool))
        return;
    while (tr_brush_refusal(recipe, tool)) // the last one is never refused
        tool++;
    command(panel, TR_COMMAND_PAINT_TOOL, tool);
}

// Clouds hide the ground that is painted.
static void clouds_row(tr_panel *panel) {
    if (!tr_view_has_channel(tr_app_recipe(panel->app), TR_VIEW_CLOUDS))
        return;
    bool clouds = panel->app->settings.clouds;
    label(panel, "Clouds");
    if (ImGui::Checkbox("##clouds", &clouds))
        command(panel, TR_COMMAND_CLOUDS, 1);
    place(panel, "paint clouds");
    explain("Shows the clouds, which hide the ground (C)");
}

void paint_tab(tr_panel *panel) {
    const tr_app *app = panel->app;
    if (!panel->painted && app->settings.rotating) {
        command(panel, TR_COMMAND_PAUSE, 1); // the ground must not move away below the brush
        panel->holds_time = true;
        command_text(panel, TR_COMMAND_SAY, "Time is paused while you paint; Space resumes it");
    }
    if (!panel->painted)
        choose_tool(panel);
    panel->paints = app->settings.dialog != TR_DIALOG_MAP; // the planet then shows what Esc takes back
    tool_buttons(panel);
    ImGui::Dummy(ImVec2(0, scaled(panel, 2)));
    brush_rows(panel);
    way_buttons(panel);
    clouds_row(panel);
    next_step(panel);
    stroke_list(panel);
}

} // namespace panel
