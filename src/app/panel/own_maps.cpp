// The own maps in the tab Shape: pictures that the planet follows.
#include "app/panel/panel.hpp"

namespace panel {

static void name_of(const tr_own_map *map, char *out, size_t size) {
    const tr_own_kind kind = tr_own_kind_of(map->name);
    if (kind == TR_OWN_CHANNEL)
        std::snprintf(out, size, "Channel %s", map->name);
    else
        std::snprintf(out, size, "%s", map_kinds[kind]);
}

static void map_tools(tr_panel *panel, const tr_own_map *map, bool there) {
    char at[TR_NAME_BYTES + 24];
    std::snprintf(at, sizeof at, "map edit %s", map->name);
    if (there && tool(panel, "More …", at, "What it shows, its heights, and which part of the globe it covers"))
        command_text(panel, TR_COMMAND_MAP_EDIT, map->name);
    std::snprintf(at, sizeof at, "map replace %s", map->name);
    if (tool(panel, there ? "Replace file …" : "Find it …", at,
             there ? "Chooses another file for it" : "Chooses the file, wherever it is now")) {
        if (there)
            command_text(panel, TR_COMMAND_MAP_REPLACE, map->name);
        else
            command(panel, TR_COMMAND_MAP_FIND);
    }
    std::snprintf(at, sizeof at, "map remove %s", map->name);
    if (tool(panel, "Remove", at, "Ctrl+Z undoes it"))
        command_text(panel, TR_COMMAND_MAP_REMOVE, map->name);
    ImGui::NewLine();
}

static void map_rows(tr_panel *panel, const tr_own_map *map, const tr_control *strength) {
    const bool there = tr_recipe_file(tr_app_recipe(panel->app), map->file) != nullptr;
    char name[TR_NAME_BYTES + 16], file[TR_FILE_BYTES];
    ImGui::PushID(map->name);
    name_of(map, name, sizeof name);
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(name);
    ImGui::SameLine(label_width(panel));
    fit(map->file, ImGui::GetContentRegionAvail().x, file, sizeof file);
    ImGui::TextColored(there ? quiet : alarm, "%s", file);
    placef(panel, "own map %s", map->name);
    explain(there ? map->file : "The file is missing or has changed");
    if (there)
        control_row(panel, strength);
    else
        hint("The file is missing or has changed: the planet is shown without it");
    map_tools(panel, map, there);
    ImGui::PopID();
}

void own_maps(tr_panel *panel) {
    const tr_recipe *recipe = tr_app_recipe(panel->app);
    const tr_rows_shown *rows = &panel->app->rows;
    const bool none = recipe->map_count == 0;
    label(panel, "Own maps");
    if (is_wanted(panel, "shape Own maps"))
        ImGui::SetKeyboardFocusHere();
    if (text_button(panel, none ? "Drop a picture here …" : "Add a map …", "map add",
                    "A picture that the planet follows: heights, a sketch of its land, colours. Drop it on the "
                    "window, or click to choose it",
                    ImVec2(-1, 0)))
        command(panel, TR_COMMAND_MAP_ADD);
    for (int i = 0; i < recipe->map_count && i < rows->map_count; i++)
        map_rows(panel, &recipe->maps[i], &rows->maps[i]);
}

} // namespace panel
