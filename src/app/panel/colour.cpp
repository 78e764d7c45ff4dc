// The tab Colour: swatches that represent all colours of a kind, harmonies over all swatches, and the
// gradients.
#include "app/panel/panel.hpp"

namespace panel {

static ImU32 colour_of(const uint8_t *srgb) { return IM_COL32(srgb[0], srgb[1], srgb[2], 255); }

void pick_colour(tr_panel *panel, const uint8_t *srgb) {
    for (int c = 0; c < 3; c++)
        panel->picked[c] = static_cast<float>(srgb[c]) / 255;
    panel->drag_id++;
}

static void write_picked(const tr_panel *panel, char text[8]) {
    unsigned rgb[3];
    for (int c = 0; c < 3; c++)
        rgb[c] = static_cast<unsigned>(std::lround(255 * panel->picked[c]));
    std::snprintf(text, 8, "%02x%02x%02x", rgb[0] & 255, rgb[1] & 255, rgb[2] & 255);
}

static bool read_picked(tr_panel *panel, const char *text) {
    uint8_t srgb[3];
    const bool right = tr_colour_read(text, srgb);
    for (int c = 0; c < 3 && right; c++)
        panel->picked[c] = static_cast<float>(srgb[c]) / 255;
    return right;
}

static void judge_colour(const void *, const char *text, char why[TR_FORM_WHY_BYTES]) {
    uint8_t srgb[3];
    std::snprintf(why, TR_FORM_WHY_BYTES, "%s",
                  tr_colour_read(text, srgb) ? "" : "Six digits such as #ff8800, or a name such as teal");
}

bool colour_picker(tr_panel *panel, const char *name, int index, char text[8]) {
    ImGui::TextUnformatted(name);
    ImGui::SetNextItemWidth(scaled(panel, 220));
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left))
        panel->drag_id++; // a click changes the colour at once, and begins a drag
    bool changed = ImGui::ColorPicker3("##picker", panel->picked,
                                       ImGuiColorEditFlags_NoSidePreview | ImGuiColorEditFlags_NoInputs |
                                           ImGuiColorEditFlags_NoLabel | ImGuiColorEditFlags_NoOptions);
    place(panel, "picker");
    write_picked(panel, text);
    char shown[TR_TYPED_BYTES], typed[TR_TYPED_BYTES], stays[TR_TYPED_BYTES + 64];
    ImGui::PushID(name); // each colour keeps the text in its own field
    ImGui::PushID(index);
    std::snprintf(shown, sizeof shown, "#%s", text);
    std::snprintf(stays, sizeof stays, "%.48s stays %s", name, shown);
    if (changed)
        forget_typed(panel, ImGui::GetID("##hex")); // discards a text that is being typed
    if (panel->picker_types) {
        panel->typed_next = ImGui::GetID("##hex");
        await_field(panel);
    }
    panel->picker_types = false;
    ImGui::SetNextItemWidth(scaled(panel, 220));
    const bool entered = judged_field(panel, "##hex", shown, stays, judge_colour, nullptr, typed);
    if (ImGui::IsItemDeactivated() && is_enter_pressed())
        panel->picker_types = true; // the next colour can be typed
    place(panel, "picker number");
    if (entered && read_picked(panel, typed)) {
        panel->drag_id++;
        write_picked(panel, text);
        changed = true;
    }
    typed_note(panel, "##hex");
    ImGui::PopID();
    ImGui::PopID();
    return changed;
}

bool begin_picker(tr_panel *panel, const char *name) {
    const ImVec2 window = ImGui::GetWindowPos(), display = ImGui::GetIO().DisplaySize;
    const float gap = scaled(panel, 8), right = window.x + ImGui::GetWindowWidth() + gap;
    const float most_x = display.x - panel->picker_size.x - gap,
                most_y = display.y - panel->picker_size.y - gap;
    const float y = panel->picker_top < most_y && !panel->tall ? panel->picker_top : most_y;
    ImGui::SetNextWindowPos(ImVec2(right < most_x ? right : most_x, y));
    if (!ImGui::BeginPopup(name))
        return false;
    mind_front(panel);
    panel->picker_size = ImGui::GetWindowSize();
    return true;
}

// ---- swatches ------------------------------------------------------------------------------------

bool colour_button(const tr_panel *panel, const char *id, const uint8_t *srgb, ImVec2 size) {
    const bool pressed = ImGui::InvisibleButton(id, size);
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    const bool lively = ImGui::IsItemHovered() || ImGui::IsItemFocused();
    ImDrawList *list = ImGui::GetWindowDrawList();
    list->AddRectFilled(low, high, colour_of(srgb), scaled(panel, 5));
    list->AddRect(low, high, ImGui::GetColorU32(ImVec4(1, 1, 1, lively ? 0.9f : 0.22f)), scaled(panel, 5), 0,
                  scaled(panel, lively ? 1.5f : 1));
    return pressed;
}

// The colours that the harmonies have for this swatch. Returns whether one was clicked.
static bool ready_colours(tr_panel *panel, tr_palette_role role, char text[8]) {
    const int columns = 6;
    const float gap = scaled(panel, 4), width = (scaled(panel, 220) - (columns - 1) * gap) / columns;
    bool chosen = false;
    int count;
    const tr_harmony *harmonies = tr_harmonies(&count);
    for (int i = 0; i < count; i++) {
        const tr_harmony *harmony = &harmonies[i];
        ImGui::PushID(i);
        if (i % columns)
            ImGui::SameLine(0, gap);
        if (colour_button(panel, "##ready", harmony->srgb[role], ImVec2(width, scaled(panel, 20)))) {
            pick_colour(panel, harmony->srgb[role]);
            write_picked(panel, text);
            chosen = true;
        }
        placef(panel, "as in %s", harmony->name);
        explain(harmony->name);
        ImGui::PopID();
    }
    return chosen;
}

static void swatch_picker(tr_panel *panel) {
    const tr_app *app = panel->app;
    char text[8];
    if (!begin_picker(panel, "Swatch"))
        return;
    if (panel->swatch >= 0 && panel->swatch < app->colours.swatch_count) {
        const tr_swatch *swatch = &app->colours.swatches[panel->swatch];
        bool changed = colour_picker(panel, swatch->label, panel->swatch, text);
        changed = ready_colours(panel, swatch->role, text) || changed;
        if (changed)
            command_edit(panel, TR_COMMAND_SWATCH, "", text, panel->drag_id, panel->swatch);
    }
    ImGui::EndPopup();
}

static void swatch_cell(tr_panel *panel, int index, float width) {
    const tr_swatch *swatch = &panel->app->colours.swatches[index];
    const float height = ImGui::GetFrameHeight(), left = ImGui::GetCursorPosX();
    char name[64], shown[64];
    ImGui::PushID(index);
    bool opens = colour_button(panel, "##colour", swatch->srgb, ImVec2(scaled(panel, 28), height));
    place(panel, swatch->label);
    if (index == panel->swatch)
        panel->picker_top = ImGui::GetItemRectMin().y;
    explain("Changes this colour everywhere; shading stays");
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    const float arrow = left + width - scaled(panel, 24);
    fit(swatch->label, arrow - ImGui::GetCursorPosX() - scaled(panel, 3), shown, sizeof shown);
    ImGui::TextColored(label_colour(swatch->differs), "%s", shown);
    opens = opens || ImGui::IsItemClicked();
    placef(panel, "%s label", swatch->label);
    explain("Changes this colour everywhere; shading stays");
    ImGui::SameLine(arrow);
    std::snprintf(name, sizeof name, "%s back", swatch->label);
    if (reset_arrow(panel, swatch->differs))
        command(panel, TR_COMMAND_SWATCH_BACK, index);
    place(panel, name);
    ImGui::PopID();
    if (!opens)
        return;
    panel->swatch = index;
    pick_colour(panel, swatch->srgb);
    ImGui::OpenPopup("Swatch");
}

// Opens the swatch that was chosen in the search.
static void show_asked(tr_panel *panel) {
    for (int i = 0; i < panel->app->colours.swatch_count && panel->go_to_path; i++)
        if (begins(panel->shown_path, "swatch ") &&
            std::strcmp(panel->shown_path + 7, panel->app->colours.swatches[i].label) == 0) {
            panel->swatch = i;
            pick_colour(panel, panel->app->colours.swatches[i].srgb);
            ImGui::OpenPopup("Swatch");
            panel->picker_types = panel->takes_keys;
        }
}

static void swatches(tr_panel *panel) {
    const float left = ImGui::GetCursorPosX(), all = ImGui::GetContentRegionAvail().x;
    const int columns = all > scaled(panel, 240) ? 2 : 1; // so that names are not cut
    const float width = all / static_cast<float>(columns);
    for (int i = 0; i < panel->app->colours.swatch_count; i++) {
        if (i % columns)
            ImGui::SameLine(left + width);
        swatch_cell(panel, i, width);
    }
    show_asked(panel);
    swatch_picker(panel);
}

// ---- harmonies -----------------------------------------------------------------------------------

static void harmony_strip(tr_panel *panel, const tr_harmony *harmony, int index, ImVec2 size) {
    static const int shown[] = {TR_PALETTE_WET,      TR_PALETTE_DRY,  TR_PALETTE_ROCK,
                                TR_PALETTE_SHALLOWS, TR_PALETTE_DEEP, TR_PALETTE_AIR};
    ImGui::PushID(index);
    if (ImGui::InvisibleButton("##harmony", size))
        command(panel, TR_COMMAND_HARMONY, index);
    place(panel, harmony->name);
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    const int count = IM_ARRAYSIZE(shown);
    const float step = size.x / static_cast<float>(count);
    ImDrawList *list = ImGui::GetWindowDrawList();
    for (int i = 0; i < count; i++)
        list->AddRectFilled(ImVec2(low.x + static_cast<float>(i) * step, low.y),
                            ImVec2(low.x + static_cast<float>(i + 1) * step, high.y),
                            colour_of(harmony->srgb[shown[i]]), scaled(panel, 5),
                            i == 0           ? ImDrawFlags_RoundCornersLeft
                            : i == count - 1 ? ImDrawFlags_RoundCornersRight
                                             : ImDrawFlags_RoundCornersNone);
    if (ImGui::IsItemHovered() || ImGui::IsItemFocused())
        list->AddRect(low, high, ImGui::GetColorU32(ImVec4(1, 1, 1, 0.9f)), scaled(panel, 5), 0,
                      scaled(panel, 1.5f));
    explain(harmony->name);
    ImGui::PopID();
}

static void harmonies(tr_panel *panel) {
    const int columns = 3;
    const float gap = ImGui::GetStyle().ItemSpacing.x;
    const float width = (ImGui::GetContentRegionAvail().x - static_cast<float>(columns - 1) * gap) /
                        static_cast<float>(columns);
    section(panel, "Colour schemes");
    int count;
    const tr_harmony *list = tr_harmonies(&count);
    for (int i = 0; i < count; i++) {
        if (i % columns)
            ImGui::SameLine();
        harmony_strip(panel, &list[i], i, ImVec2(width, scaled(panel, 20)));
    }
    if (text_button(panel, "Random colours", "die", "A random scheme of matching colours", ImVec2(-1, 0)))
        command(panel, TR_COMMAND_HARMONY, -1);
}

// ---- gradients -----------------------------------------------------------------------------------

static void stop_picker(tr_panel *panel) {
    const tr_app *app = panel->app;
    char text[8];
    if (!begin_picker(panel, "Stop"))
        return;
    const tr_shown_gradient *g = panel->gradient >= 0 && panel->gradient < app->colours.gradients.count
                                     ? &app->colours.gradients.list[panel->gradient]
                                     : nullptr;
    if (g && panel->stop >= 0 && panel->stop < g->count) {
        if (colour_picker(panel, g->label, panel->stop, text))
            command_edit(panel, TR_COMMAND_STOP_COLOUR, g->path, text, panel->drag_id, panel->stop);
        if (g->count > g->row_count && ImGui::Button("Remove stop", ImVec2(-1, 0))) {
            command_item(panel, TR_COMMAND_STOP_REMOVE, g->path, panel->stop);
            ImGui::CloseCurrentPopup();
        }
        if (g->count > g->row_count)
            place(panel, "remove stop");
    } else {
        ImGui::CloseCurrentPopup();
    }
    ImGui::EndPopup();
}

static float place_of(const tr_shown_gradient *g, double position) {
    return g->high > g->low ? static_cast<float>((position - g->low) / (g->high - g->low)) : 0.5f;
}

// Draws one row of stops, from left to right.
static void draw_row(const tr_shown_gradient *g, const tr_shown_stop *stops, int count, ImVec2 low,
                     ImVec2 high) {
    ImDrawList *list = ImGui::GetWindowDrawList();
    const float width = high.x - low.x;
    list->AddRectFilled(low, ImVec2(low.x + place_of(g, stops[0].position) * width, high.y),
                        colour_of(stops[0].srgb));
    for (int i = 0; i + 1 < count; i++) {
        const ImU32 a = colour_of(stops[i].srgb), b = colour_of(stops[i + 1].srgb);
        list->AddRectFilledMultiColor(ImVec2(low.x + place_of(g, stops[i].position) * width, low.y),
                                      ImVec2(low.x + place_of(g, stops[i + 1].position) * width, high.y), a, b,
                                      b, a);
    }
    list->AddRectFilled(ImVec2(low.x + place_of(g, stops[count - 1].position) * width, low.y), high,
                        colour_of(stops[count - 1].srgb));
}

static int row_length(const tr_shown_gradient *g, const tr_shown_stop *stops, int first) {
    int count = 1;
    while (first + count < g->count && stops[first + count].row == stops[first].row)
        count++;
    return count;
}

// Draws a small gradient, with a line for each row.
static bool strip(tr_panel *panel, const tr_shown_gradient *g, const tr_shown_stop *stops, float height) {
    const bool pressed =
        ImGui::InvisibleButton("##strip", ImVec2(ImGui::GetContentRegionAvail().x, scaled(panel, height)));
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    const float step = (high.y - low.y) / static_cast<float>(g->row_count);
    for (int i = 0, row = 0; i < g->count; row++) {
        const int count = row_length(g, stops, i);
        draw_row(g, &stops[i], count, ImVec2(low.x, low.y + static_cast<float>(row) * step),
                 ImVec2(high.x, low.y + static_cast<float>(row + 1) * step));
        i += count;
    }
    const bool lively = ImGui::IsItemHovered() || ImGui::IsItemFocused();
    ImGui::GetWindowDrawList()->AddRect(low, high, ImGui::GetColorU32(ImVec4(1, 1, 1, lively ? 0.8f : 0.2f)));
    return pressed;
}

// Shows the grips of the stops below the strip. Dragging a grip along the strip moves its stop, dragging it
// away removes the stop, and clicking it opens its colour. Returns whether one was clicked.
static bool grips(tr_panel *panel, const tr_shown_gradient *g, const tr_shown_stop *stops, float left,
                  float width) {
    const float size = scaled(panel, 14), top = ImGui::GetCursorScreenPos().y - scaled(panel, 4);
    const ImVec2 after = ImGui::GetCursorScreenPos();
    bool clicked = false;
    for (int i = 0; i < g->count; i++) {
        const float x = left + place_of(g, stops[i].position) * width;
        ImGui::PushID(i);
        ImGui::SetCursorScreenPos(ImVec2(x - size / 2, top));
        ImGui::InvisibleButton("##grip", ImVec2(size, size));
        placef(panel, "%s stop %d", g->label, i);
        const float from_y = std::fabs(ImGui::GetIO().MousePos.y - top);
        if (ImGui::IsItemActivated()) {
            panel->drag_id++, panel->dragged = false, panel->stop = i;
            panel->span[0] = g->low, panel->span[1] = g->high > g->low ? g->high : g->low + 1;
        }
        if (ImGui::IsItemActive() && ImGui::IsMouseDragging(ImGuiMouseButton_Left)) {
            const double along = static_cast<double>((ImGui::GetIO().MousePos.x - left) / width);
            const double position = panel->span[0] + along * (panel->span[1] - panel->span[0]);
            panel->dragged = true;
            if (from_y < scaled(panel, 40) && std::fabs(position - stops[i].position) > 1e-9)
                command_edit(panel, TR_COMMAND_STOP_MOVE, g->path, "", panel->drag_id, i, position);
        }
        const bool off = from_y >= scaled(panel, 40);
        if (ImGui::IsItemDeactivated() && panel->dragged && off)
            command_item(panel, TR_COMMAND_STOP_REMOVE, g->path, i);
        if (ImGui::IsItemDeactivated() && !panel->dragged) {
            pick_colour(panel, stops[i].srgb);
            clicked = true;
        }
        const bool lively = ImGui::IsItemHovered() || ImGui::IsItemActive() || panel->stop == i;
        const ImVec2 centre(x, top + size / 2);
        ImDrawList *list = ImGui::GetWindowDrawList();
        const float fade = ImGui::IsItemActive() && off ? 0.3f : 1;
        list->AddCircleFilled(centre, size / 2, ImGui::GetColorU32(lively ? accent : ImVec4(1, 1, 1, 0.8f)),
                              20);
        list->AddCircleFilled(centre, size / 2 - scaled(panel, 2),
                              ImGui::GetColorU32(ImVec4(static_cast<float>(stops[i].srgb[0]) / 255,
                                                        static_cast<float>(stops[i].srgb[1]) / 255,
                                                        static_cast<float>(stops[i].srgb[2]) / 255, fade)),
                              20);
        ImGui::PopID();
    }
    ImGui::SetCursorScreenPos(ImVec2(after.x, top + size + scaled(panel, 2)));
    return clicked;
}

static void add_stop(tr_panel *panel, const tr_shown_gradient *g, float left, float width) {
    const double along = static_cast<double>((ImGui::GetIO().MousePos.x - left) / width);
    command_edit(panel, TR_COMMAND_STOP_ADD, g->path, "", 0, 0,
                 g->low + along * (g->high > g->low ? g->high - g->low : 1));
}

// For a gradient over two channels: a cell for each stop.
static bool cells(tr_panel *panel, const tr_shown_gradient *g, const tr_shown_stop *stops) {
    bool clicked = false;
    for (int i = 0; i < g->count;) {
        const int count = row_length(g, stops, i);
        const float gap = scaled(panel, 3),
                    width = (ImGui::GetContentRegionAvail().x - static_cast<float>(count - 1) * gap) /
                            static_cast<float>(count);
        for (int k = 0; k < count; k++, i++) {
            char what[160];
            if (k > 0)
                ImGui::SameLine(0, gap);
            ImGui::PushID(i);
            if (colour_button(panel, "##cell", stops[i].srgb, ImVec2(width, scaled(panel, 18)))) {
                panel->stop = i;
                pick_colour(panel, stops[i].srgb);
                clicked = true;
            }
            placef(panel, "%s stop %d", g->label, i);
            std::snprintf(what, sizeof what, "%s %.3g, %s %.3g", g->channel, stops[i].position, g->across,
                          stops[i].across);
            explain(what);
            ImGui::PopID();
        }
    }
    return clicked;
}

// Shows one gradient. The selected one can be edited.
static bool gradient(tr_panel *panel, int index) {
    const tr_shown_gradient *g = &panel->app->colours.gradients.list[index];
    const tr_shown_stop *stops = &panel->app->colours.gradients.stops[g->first];
    const bool chosen = panel->gradient == index;
    bool clicked = false;
    ImGui::PushID(index);
    ImGui::AlignTextToFramePadding();
    const float arrow = ImGui::GetWindowContentRegionMax().x - scaled(panel, 17), gap = scaled(panel, 3);
    char whole[160], shown[168];
    fit(g->label, arrow - ImGui::GetCursorPosX() - gap, shown, sizeof shown);
    ImGui::TextColored(chosen ? accent : label_colour(false), "%s", shown);
    if (ImGui::IsItemClicked() && !chosen)
        panel->gradient = index, panel->stop = -1;
    if (panel->gradient == index)
        panel->picker_top = ImGui::GetItemRectMin().y;
    ImGui::SameLine();
    std::snprintf(whole, sizeof whole, g->across[0] ? "%s, %s" : "%s", g->channel, g->across);
    fit(whole, arrow - ImGui::GetCursorPosX() - gap, shown, sizeof shown);
    ImGui::TextColored(quiet, "%s", ImGui::GetCursorPosX() < arrow - scaled(panel, 20) ? shown : "");
    ImGui::SameLine(arrow);
    if (reset_arrow(panel, g->differs))
        command_text(panel, TR_COMMAND_UNSET, g->path);
    if (chosen && g->across[0]) {
        clicked = cells(panel, g, stops);
    } else {
        const bool pressed = strip(panel, g, stops, g->row_count > 1 ? 24 : 14);
        const float left = ImGui::GetItemRectMin().x, width = ImGui::GetItemRectSize().x;
        placef(panel, "gradient %s", g->label);
        explain(!chosen ? "Click to edit" : "Click to add a stop here");
        if (pressed && chosen)
            add_stop(panel, g, left, width);
        else if (pressed)
            panel->gradient = index, panel->stop = -1;
        else if (chosen)
            clicked = grips(panel, g, stops, left, width);
    }
    ImGui::PopID();
    return clicked;
}

void gradient_row(tr_panel *panel, int index) {
    if (gradient(panel, index))
        ImGui::OpenPopup("Stop");
    stop_picker(panel);
}

static void gradients(tr_panel *panel) {
    const tr_app *app = panel->app;
    bool clicked = false;
    ImGui::Dummy(ImVec2(0, scaled(panel, 3)));
    ImGui::PushStyleColor(ImGuiCol_Header, ImVec4(0, 0, 0, 0)); // a heading without the highlight of a selected
                                                                // item
    const bool open = ImGui::CollapsingHeader("Gradients");
    ImGui::PopStyleColor();
    place(panel, "Gradients");
    for (int i = 0; i < app->colours.gradients.count && open; i++)
        clicked = gradient(panel, i) || clicked;
    if (open && panel->stop >= 0 && panel->gradient >= 0 && panel->gradient < app->colours.gradients.count &&
        !ImGui::IsAnyItemActive() && is_pressed(ImGuiKey_Delete)) {
        command_item(panel, TR_COMMAND_STOP_REMOVE, app->colours.gradients.list[panel->gradient].path,
                     panel->stop);
        panel->stop = -1;
    }
    if (clicked)
        ImGui::OpenPopup("Stop");
    stop_picker(panel);
}

void colour_tab(tr_panel *panel) {
    lit_hint(panel);
    swatches(panel);
    harmonies(panel);
    gradients(panel);
}

} // namespace panel
