// The tab Layers: all layers, warps and paint layers of the planet, and the parameters of the open one.
#include "app/panel/panel.hpp"

#include <imgui/imgui_internal.h> // GetActiveID

namespace panel {

// The kind of an element, and what it changes: "Fractal → Height".
static void kind_of(const tr_element *e, char *out, size_t size) {
    char kind[TR_ELEMENT_NAME_BYTES], into[TR_ELEMENT_NAME_BYTES];
    tr_word_label(e->kind, kind, sizeof kind);
    tr_word_label(e->into, into, sizeof into);
    std::snprintf(out, size, e->into[0] ? "%s → %s" : "%s", kind, into);
}

// Whether an element matches the search, in its labels or in the words of the file format.
static bool is_searched(const tr_panel *panel, const tr_element *e) {
    char kind[2 * TR_ELEMENT_NAME_BYTES + 8];
    kind_of(e, kind, sizeof kind);
    return contains(e->name, panel->search) || contains(kind, panel->search) ||
           contains(e->kind, panel->search) || contains(e->into, panel->search) ||
           contains(tr_list_label(e->list), panel->search) || contains(e->list, panel->search);
}

// ---- the open element ----------------------------------------------------------------------------

static void row_label(const tr_panel *panel, const tr_control *c) {
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(label_colour(c->differs), "%s", c->label);
    const float end = ImGui::GetItemRectMax().x - ImGui::GetWindowPos().x + scaled(panel, 6);
    explain(c->what);
    ImGui::SameLine(end > scaled(panel, 108) ? end : scaled(panel, 108));
}

static void row_reset(tr_panel *panel, const tr_control *c) {
    ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - scaled(panel, 34));
    if (reset_arrow(panel, c->differs))
        command_text(panel, TR_COMMAND_UNSET, c->path);
}

// Only the window knows whether a layer of that name exists, so an invalid name stays in the field.
static void name_field(tr_panel *panel, const tr_element_row *row) {
    const ImGuiID id = ImGui::GetID("##text");
    const char *path = row->control.path;
    if (typed_text(panel, id) && ImGui::GetActiveID() != id && !is_wrong(panel, path))
        forget_typed(panel, id);
    const tr_typed_text *typed = typed_text(panel, id);
    char text[TR_TYPED_BYTES];
    std::snprintf(text, sizeof text, "%s", typed ? typed->text : row->text);
    ImGui::InputText("##text", text, sizeof text, ImGuiInputTextFlags_AutoSelectAll);
    mind_text(panel);
    mend(panel, path);
    const bool left = ImGui::IsItemDeactivated(),
               escaped = ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape), false);
    if (ImGui::IsItemActive() || left)
        keep_typed(panel, id, left && escaped ? row->text : text);
    if (left && !escaped && std::strcmp(text, row->text) != 0) {
        char value[TR_TYPED_BYTES + 2];
        std::snprintf(value, sizeof value, "\"%s\"", text);
        command_edit(panel, TR_COMMAND_CHANGE, path, value, 0);
    } else if (left && is_wrong(panel, path)) {
        command_text(panel, TR_COMMAND_MEND, path);
    }
}

// A list of the row's choices.
static bool choose(tr_panel *panel, const tr_element_row *row, int *chosen) {
    char labels[TR_ELEMENT_CHOICES][40];
    const char *names[TR_ELEMENT_CHOICES];
    for (int i = 0; i < row->choice_count; i++) {
        tr_word_label(row->choices[i], labels[i], sizeof labels[i]);
        names[i] = labels[i];
    }
    return choice(panel, "##choice", names[row->choice], names, row->choice_count, chosen);
}

static void other_row(tr_panel *panel, const tr_element_row *row) {
    const tr_control *c = &row->control;
    ImGui::PushID(c->path);
    row_label(panel, c);
    ImGui::SetNextItemWidth(-scaled(panel, 38));
    bool flag = row->flag;
    int choice_now = row->choice;
    if (row->kind == TR_ROW_FLAG && ImGui::Checkbox("##flag", &flag))
        command_edit(panel, TR_COMMAND_CHANGE, c->path, flag ? "true" : "false", 0);
    if (row->kind == TR_ROW_CHOICE && choose(panel, row, &choice_now))
        command_edit(panel, TR_COMMAND_CHANGE, c->path, row->choices[choice_now], 0);
    if (row->kind == TR_ROW_NAME)
        name_field(panel, row);
    place(panel, c->path);
    row_reset(panel, c);
    field_error_note(panel, c->path);
    ImGui::PopID();
}

void element_row(tr_panel *panel, const tr_element_row *row) {
    if (row->kind == TR_ROW_NUMBER)
        control_row(panel, &row->control);
    else
        other_row(panel, row);
}

static void open_one(tr_panel *panel, const tr_element *e) {
    const tr_app *app = panel->app;
    const bool soloed = std::strcmp(panel->soloed, e->path) == 0;
    if (tool(panel, soloed ? "All" : "Solo", "solo",
             soloed ? "Show all layers again" : "Show this layer alone")) {
        command_item(panel, TR_COMMAND_ELEMENT_SOLO, e->path, !soloed);
        std::snprintf(panel->soloed, sizeof panel->soloed, "%s", soloed ? "" : e->path);
    }
    if (tool(panel, "↑", "up", "Move up"))
        command_item(panel, TR_COMMAND_ELEMENT_MOVE, e->path, -1);
    if (tool(panel, "↓", "down", "Move down"))
        command_item(panel, TR_COMMAND_ELEMENT_MOVE, e->path, 1);
    if (tool(panel, "Delete", "remove", "Delete (Ctrl+Z undoes it)"))
        command_text(panel, TR_COMMAND_ELEMENT_REMOVE, e->path);
    ImGui::NewLine();
    for (int i = 0; i < app->layers.row_count; i++)
        element_row(panel, &app->layers.rows[i]);
    ImGui::Dummy(ImVec2(0, scaled(panel, 4)));
}

// ---- the list ------------------------------------------------------------------------------------

static const float map_width = 32, map_height = 16, map_gap = 6; // of a map of a layer's own values

// Returns the width that it takes.
static float layer_map(const tr_panel *panel, const tr_element *e, int index) {
    const ImVec2 size(scaled(panel, map_width), scaled(panel, map_height)), at = ImGui::GetCursorScreenPos(),
                                                                            low(at.x, at.y + scaled(panel, 2));
    ImDrawList *list = ImGui::GetWindowDrawList();
    const ImVec2 high(low.x + size.x, low.y + size.y);
    if (std::strcmp(e->list, "layers") != 0 || index >= TR_LAYER_CELLS)
        return 0;
    const tr_thumbnail_views *maps = &panel->app->thumbnails;
    if (maps->layer_texture && maps->mapped_layers == tr_app_recipe(panel->app)->layer_count) {
        const float texel = 1.0f / static_cast<float>(TR_THUMBNAIL_PX),
                    x = static_cast<float>(index % TR_LAYER_COLUMNS) * map_width,
                    y = static_cast<float>(index / TR_LAYER_COLUMNS) * map_height;
        list->AddImage(reinterpret_cast<ImTextureID>(static_cast<std::intptr_t>(maps->layer_texture)), low,
                       high, ImVec2((x + 0.5f) * texel, (y + 0.5f) * texel),
                       ImVec2((x + map_width - 0.5f) * texel, (y + map_height - 0.5f) * texel),
                       ImGui::GetColorU32(ImVec4(1, 1, 1, e->on ? 1 : 0.4f)));
    } else {
        list->AddRectFilled(low, high, ImGui::GetColorU32(ImVec4(1, 1, 1, 0.06f)));
    }
    return size.x + scaled(panel, map_gap);
}

static void element_line(tr_panel *panel, const tr_element *e, int index) {
    const bool open = std::strcmp(panel->app->layers.open, e->path) == 0;
    bool on = e->on;
    ImGui::PushID(e->path);
    if (panel->go_to_path && std::strcmp(panel->shown_path, e->path) == 0)
        ImGui::SetScrollHereY(0.1f);
    if (e->can_rest) {
        ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(scaled(panel, 2), scaled(panel, 2)));
        if (ImGui::Checkbox("##on", &on))
            command_item(panel, TR_COMMAND_ELEMENT_ON, e->path, on);
        ImGui::PopStyleVar();
        placef(panel, "%s on", e->path);
        explain(on ? "Disable layer" : "Enable layer");
        ImGui::SameLine();
    }
    ImGui::SetCursorPosX(ImGui::GetWindowContentRegionMin().x + scaled(panel, 28));
    const float map = layer_map(panel, e, index);
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + map);
    ImGui::PushStyleColor(ImGuiCol_Text, open    ? accent
                                         : e->on ? ImGui::GetStyle().Colors[ImGuiCol_Text]
                                                 : quiet);
    if (is_wanted(panel, e->path))
        ImGui::SetKeyboardFocusHere();
    if (opening_line(panel, e->name, open))
        command_text(panel, TR_COMMAND_ELEMENT, open ? "" : e->path);
    ImGui::PopStyleColor();
    place(panel, e->path);
    char kind[2 * TR_ELEMENT_NAME_BYTES + 8];
    kind_of(e, kind, sizeof kind);
    const float width = ImGui::CalcTextSize(kind).x, available = ImGui::GetWindowContentRegionMax().x -
                                                                 scaled(panel, 36) - map -
                                                                 ImGui::CalcTextSize(e->name).x;
    if (width < available) {
        ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - width);
        ImGui::TextColored(quiet, "%s", kind);
    }
    ImGui::PopID();
    if (open)
        open_one(panel, e);
}

static void search_field(tr_panel *panel) {
    ImGui::SetNextItemWidth(-scaled(panel, 74));
    ImGui::InputTextWithHint("##search", "Search", panel->search, sizeof panel->search,
                             ImGuiInputTextFlags_AutoSelectAll);
    mind_text(panel);
    place(panel, "search");
    ImGui::SameLine();
    if (text_button(panel, "Add", "add layer", "Add a layer with example settings", ImVec2(-1, 0)))
        ImGui::OpenPopup("Add a layer");
    if (!ImGui::BeginPopup("Add a layer"))
        return;
    mind_front(panel);
    tr_listed_field fields[64];
    const int count = tr_field_list(fields, IM_ARRAYSIZE(fields));
    for (int i = 0; i < count && i < IM_ARRAYSIZE(fields); i++) {
        char name[64];
        if (std::strstr(fields[i].name, "warp")) // no layer
            continue;
        tr_word_label(fields[i].name, name, sizeof name);
        if (ImGui::Selectable(name))
            command_text(panel, TR_COMMAND_ELEMENT_ADD, fields[i].name);
        placef(panel, "add %s", fields[i].name);
    }
    ImGui::EndPopup();
}

void layers_tab(tr_panel *panel) {
    const tr_app *app = panel->app;
    const char *list = "";
    bool any = false;
    panel->layers_are_seen = true;
    search_field(panel);
    for (int i = 0; i < app->layers.count; i++) {
        const tr_element *e = &app->layers.elements[i];
        if (!is_searched(panel, e) && std::strcmp(panel->app->layers.open, e->path) != 0)
            continue;
        if (std::strcmp(list, e->list) != 0)
            section(panel, tr_list_label(e->list));
        list = e->list;
        any = true;
        element_line(panel, e, i); // i is the layer's index, too, as layers come first
    }
    if (!any)
        ImGui::TextColored(quiet, "No results");
}

} // namespace panel
