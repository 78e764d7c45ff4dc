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

// there: the planet follows it; kept: its file is where it was.
static void map_tools(tr_panel *panel, const tr_own_map *map, bool there, bool kept) {
    char at[TR_NAME_BYTES + 24];
    std::snprintf(at, sizeof at, "map edit %s", map->name);
    if (there && tool(panel, "More …", at, "What it shows, its heights, and which part of the globe it covers"))
        command_text(panel, TR_COMMAND_MAP_EDIT, map->name);
    std::snprintf(at, sizeof at, "map replace %s", map->name);
    if (kept && tool(panel, "Replace file …", at, "Chooses another file for it"))
        command_text(panel, TR_COMMAND_MAP_REPLACE, map->name);
    if (!kept && tool(panel, "Find it …", at, "Chooses the file, wherever it is now"))
        command_text(panel, TR_COMMAND_MAP_LOCATE, map->name);
    std::snprintf(at, sizeof at, "map remove %s", map->name);
    if (tool(panel, "Remove", at, "Ctrl+Z undoes it"))
        command_text(panel, TR_COMMAND_MAP_REMOVE, map->name);
    ImGui::NewLine();
}

// The picture of the file at an index, or a grey area until it is made.
static void small_picture(const tr_panel *panel, int index) {
    const int columns = static_cast<int>(TR_THUMBNAIL_PX) / static_cast<int>(TR_MAP_PICTURE_WIDTH);
    const float wide = TR_MAP_PICTURE_WIDTH, tall = TR_MAP_PICTURE_HEIGHT,
                texel = 1.0f / static_cast<float>(TR_THUMBNAIL_PX),
                x = static_cast<float>(index % columns) * wide, y = static_cast<float>(index / columns) * tall;
    const ImVec2 size(scaled(panel, wide), scaled(panel, tall)), low = ImGui::GetCursorScreenPos(),
                                                                 high(low.x + size.x, low.y + size.y);
    const unsigned texture = panel->app->thumbnails.map_texture;
    ImDrawList *list = ImGui::GetWindowDrawList();
    list->AddRectFilled(low, high, ImGui::GetColorU32(ImVec4(1, 1, 1, 0.06f)));
    if (texture)
        list->AddImage(reinterpret_cast<ImTextureID>(static_cast<std::intptr_t>(texture)), low, high,
                       ImVec2((x + 0.5f) * texel, (y + 0.5f) * texel),
                       ImVec2((x + wide - 0.5f) * texel, (y + tall - 0.5f) * texel));
    ImGui::Dummy(size);
    placef(panel, texture ? "map picture %d" : "no map picture %d", index);
}

static void map_rows(tr_panel *panel, int index, const tr_control *strength) {
    const tr_own_map *map = &tr_app_recipe(panel->app)->maps[index];
    const bool there = tr_recipe_file(tr_app_recipe(panel->app), map->file) != nullptr,
               kept = there && std::strcmp(panel->app->told_map, map->sha256) != 0;
    char name[TR_NAME_BYTES + 16], file[TR_FILE_BYTES];
    ImGui::PushID(map->name);
    name_of(map, name, sizeof name);
    small_picture(panel, index);
    ImGui::SameLine(label_width(panel));
    ImGui::BeginGroup();
    ImGui::TextUnformatted(name);
    fit(map->file, ImGui::GetContentRegionAvail().x, file, sizeof file);
    ImGui::TextColored(kept ? quiet : alarm, "%s", file);
    ImGui::EndGroup();
    placef(panel, "own map %s", map->name);
    explain(kept    ? map->file
            : there ? "The file has changed or vanished: the planet keeps what it has read"
                    : "The file is missing or has changed: the planet is shown without it");
    if (there) {
        map_note(panel, map->name);
        control_row(panel, strength);
    }
    map_tools(panel, map, there, kept);
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
        map_rows(panel, i, &rows->maps[i]);
}

} // namespace panel
