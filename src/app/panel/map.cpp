// The sheet "What is this map?" for a picture that was dropped or opened.
#include "app/panel/panel.hpp"

namespace panel {

const char *const map_kinds[TR_OWN_CHANNEL + 1] = {
    "Heights", "Land", "Mountains", "Temperature", "Rain", "Biome", "Colour", "Clouds", "Light", "A channel"};

static void kind_list(tr_panel *panel, const tr_map_sheet *sheet) {
    label(panel, "It shows");
    if (begin_list(panel, "##kind", map_kinds[sheet->kind], ImGuiComboFlags_HeightLarge)) {
        for (int i = 0; i < IM_ARRAYSIZE(map_kinds); i++) {
            if (list_item(panel, map_kinds[i], i == static_cast<int>(sheet->kind)))
                command(panel, TR_COMMAND_MAP_KIND, i);
            placef(panel, "map kind %d", i);
        }
        if (!sheet->edited[0]) {
            if (list_item(panel, "Nothing: make it finer", false))
                command(panel, TR_COMMAND_MAP_FINER);
            place(panel, "map finer");
        }
        ImGui::EndCombo();
    }
    place(panel, "map kind");
}

static void number(tr_panel *panel, const char *name, const char *shown, double value,
                   const tr_number_form &form) {
    char id[32];
    std::snprintf(id, sizeof id, "##map %s", name);
    label(panel, shown);
    if (number_field(panel, id, shown, &value, form))
        command_edit(panel, TR_COMMAND_MAP_NUMBER, name, "", 0, 0, value);
    placef(panel, "map %s", name);
    typed_note(panel, id);
}

static void region(tr_panel *panel, const tr_map_sheet *sheet) {
    static const char *const names[] = {"The whole globe", "A part of it"};
    static const tr_number_form degrees = {-360, 360, 0, false, "°", nullptr},
                                latitude = {-90, 90, 0, false, "°", nullptr};
    int part = sheet->is_part;
    label(panel, "Covers");
    if (choice(panel, "##region", names[part], names, 2, &part))
        command(panel, TR_COMMAND_MAP_PART, part);
    place(panel, "map region");
    if (!sheet->is_part) {
        number(panel, "left edge", "Left edge", sheet->west_deg, degrees);
        return;
    }
    number(panel, "west", "West", sheet->region_deg[0], degrees);
    number(panel, "east", "East", sheet->region_deg[2], degrees);
    number(panel, "south", "South", sheet->region_deg[1], latitude);
    number(panel, "north", "North", sheet->region_deg[3], latitude);
}

static void heights(tr_panel *panel, const tr_map_sheet *sheet) {
    static const char *const names[] = {"Automatic", "Black and white in metres", "By the grey of the sea"};
    static const tr_number_form metres = {-1e6, 1e6, 0, false, "m", nullptr},
                                grey = {0, 100, 0, false, "%", nullptr};
    int heights = static_cast<int>(sheet->heights);
    label(panel, "Heights");
    if (choice(panel, "##heights", names[heights], names, IM_ARRAYSIZE(names), &heights))
        command(panel, TR_COMMAND_MAP_HEIGHTS, heights);
    place(panel, "map heights");
    explain("Automatic: metres if the file has them. Else a flat sea, or the type's share of sea, is at 0 m");
    if (sheet->heights == TR_HEIGHTS_IN_METRES) {
        number(panel, "black", "Black", sheet->range_m[0], metres);
        number(panel, "white", "White", sheet->range_m[1], metres);
    }
    if (sheet->heights == TR_HEIGHTS_BY_SEA) {
        number(panel, "sea", "Sea grey", sheet->sea_percent, grey);
        explain("The grey that is sea level: 0 % is black, 100 % white");
    }
}

static void raw_numbers(tr_panel *panel, const tr_map_sheet *sheet) {
    static const char *const names[] = {"16 bits",         "16 bits, big-endian",
                                        "16 bits, signed", "16 bits, signed, big-endian",
                                        "32-bit floats",   "32-bit floats, big-endian"};
    static const tr_number_form texels = {1, 65536, 0, true, "", nullptr};
    int at = static_cast<int>(sheet->raw) - 1; // TR_OWN_RAW_GUESSED has no numbers
    label(panel, "Numbers");
    if (choice(panel, "##raw", names[at], names, IM_ARRAYSIZE(names), &at))
        command(panel, TR_COMMAND_MAP_RAW, at + 1);
    place(panel, "map raw");
    number(panel, "width", "Width", sheet->raw_size[0], texels);
    number(panel, "height", "Height", sheet->raw_size[1], texels);
}

// As many empty rows as the kind has fewer than heights have, so that Use stays where it is.
static void fill_up(const tr_map_sheet *sheet) {
    const int most = sheet->heights == TR_HEIGHTS_IN_METRES ? 3 : sheet->heights == TR_HEIGHTS_BY_SEA ? 2 : 1;
    const int rows = sheet->kind == TR_OWN_HEIGHT ? most : sheet->kind == TR_OWN_CHANNEL;
    for (int i = rows; i < most; i++)
        ImGui::Dummy(ImVec2(1, ImGui::GetFrameHeight()));
}

void map_note(const tr_panel *panel, const char *map) {
    char text[TR_MAP_NOTE_BYTES];
    tr_viewport_map_note(&panel->app->viewport, panel->app->document.target, map, text);
    if (!text[0])
        return;
    ImGui::PushStyleColor(ImGuiCol_Text, quiet);
    ImGui::TextWrapped("%s", text);
    ImGui::PopStyleColor();
    placef(panel, "map note %s", map);
}

// In the place of as many lines as most notes have, so that Use stays where it is.
static void taken_for(const tr_panel *panel, const tr_map_sheet *sheet) {
    const float line = ImGui::GetTextLineHeightWithSpacing(), top = ImGui::GetCursorPosY();
    map_note(panel, tr_map_sheet_map(sheet));
    const float left = top + 3 * line - ImGui::GetCursorPosY(), gap = ImGui::GetStyle().ItemSpacing.y;
    if (left > gap)
        ImGui::Dummy(ImVec2(1, left - gap));
}

void map_dialog(tr_panel *panel) {
    static const tr_number_form strength = {0, 1, 2, false, "", nullptr};
    const tr_map_sheet *sheet = &panel->app->map_sheet;
    if (begin_dialog(panel, "What is this map?", 400)) {
        begin_body(panel);
        ImGui::TextWrapped("%s", tr_path_name(sheet->path));
        explain(sheet->path);
        if (sheet->raw != TR_OWN_RAW_GUESSED)
            raw_numbers(panel, sheet);
        kind_list(panel, sheet);
        if (sheet->kind == TR_OWN_CHANNEL) {
            label(panel, "Channel");
            kept_text(panel, "##channel", &panel->map_channel, sizeof sheet->channel, sheet->channel,
                      TR_COMMAND_MAP_CHANNEL);
            place(panel, "map channel");
        }
        if (sheet->kind == TR_OWN_HEIGHT)
            heights(panel, sheet);
        region(panel, sheet);
        number(panel, "strength", "Strength", sheet->strength, strength);
        taken_for(panel, sheet);
        fill_up(sheet);
        end_body(panel);
        line(panel);
        ImGui::Dummy(ImVec2(0, 0));
        const bool is_valid = !panel->app->outcomes[TR_DIALOG_MAP].is_error && !panel->is_refused;
        if (start_button(panel, "Use", "map use", "Enter. Esc closes the sheet and takes the map back",
                         is_valid))
            command(panel, TR_COMMAND_MAP_USE);
        outcome(panel);
    }
    end_dialog(panel);
}

} // namespace panel
