// Named places: their list in the tab Shape, and their names in the picture.
#include "app/panel/panel.hpp"
#include <cctype>

namespace panel {

static const char *const kinds[TR_NAMED_KIND_COUNT] = {"Name", "City", "Volcano", "Crater", "Island"};

// ---- the list ------------------------------------------------------------------------------------

static void judge_name(const void *rule, const char *text, char why[TR_FORM_WHY_BYTES]) {
    static_cast<void>(rule);
    why[0] = 0;
    if (!*text)
        std::snprintf(why, TR_FORM_WHY_BYTES, "The name is empty. Esc restores the old one");
    else if (std::strlen(text) >= TR_NAME_BYTES)
        std::snprintf(why, TR_FORM_WHY_BYTES,
                      "At most %d letters. Accented, Greek and Cyrillic letters count as 2, Chinese ones as 3",
                      TR_NAME_BYTES - 1);
    else if (std::strpbrk(text, "./\\\":*?<>|"))
        std::snprintf(why, TR_FORM_WHY_BYTES, "A name has none of . / \\ \" : * ? < > |");
}

void name_row(tr_panel *panel, const char *id, const char *name, tr_command_kind kind) {
    char text[TR_TYPED_BYTES];
    label(panel, "Name");
    ImGui::SetNextItemWidth(-1);
    if (judged_field(panel, id, name, name, judge_name, nullptr, text, true))
        command_edit(panel, kind, name, text, 0);
    place(panel, id + 2); // without ##
    typed_note(panel, id);
}

// Latitude or longitude where the map shows the place: it turns with the land.
static void where_row(tr_panel *panel, const tr_named_place *named, const char *name, int is_longitude,
                      double value) {
    const double most = is_longitude ? 180 : 90;
    const tr_number_form form = {-most, most, 2, false, "°", nullptr};
    if (slider(panel, name, &value, form, value, false))
        command_edit(panel, TR_COMMAND_PIN_MOVE, named->name, "", panel->drag_id, is_longitude, value);
}

// Says if it should rise above the sea and does not.
static void depth_note(tr_panel *panel, const tr_named_place *named) {
    char text[TR_NAMED_NOTE_BYTES];
    tr_viewport_place_note(&panel->app->viewport, panel->app->document.target, named->name, text);
    if (!text[0])
        return;
    text[0] = static_cast<char>(std::toupper(text[0]));
    ImGui::PushStyleColor(ImGuiCol_Text, alarm);
    ImGui::TextWrapped("%s", text);
    ImGui::PopStyleColor();
    place(panel, "place under water");
}

static void open_place(tr_panel *panel, const tr_named_place *named) {
    const tr_app *app = panel->app;
    double lat_deg, lon_deg;
    name_row(panel, "##place name", named->name, TR_COMMAND_PIN_NAME);
    tr_named_where(tr_app_recipe(app), named, &lat_deg, &lon_deg);
    where_row(panel, named, "Latitude", 0, lat_deg);
    where_row(panel, named, "Longitude", 1, lon_deg);
    for (int i = 0; i < app->pins.row_count; i++) {
        const char *key = std::strrchr(app->pins.rows[i].control.path, '.') + 1;
        if (std::strcmp(key, "lat_deg") != 0 && std::strcmp(key, "lon_deg") != 0)
            element_row(panel, &app->pins.rows[i]);
    }
    depth_note(panel, named);
    if (tool(panel, "Delete", "place delete", "Ctrl+Z undoes it"))
        command_text(panel, TR_COMMAND_PIN_REMOVE, named->name);
    ImGui::NewLine();
}

static void place_line(tr_panel *panel, const tr_named_place *named) {
    const bool open = std::strcmp(panel->app->pins.selected, named->name) == 0;
    const char *kind = kinds[named->kind];
    char path[TR_NAME_BYTES + 8];
    std::snprintf(path, sizeof path, "places.%s", named->name);
    if (panel->go_to_path && std::strcmp(panel->shown_path, path) == 0)
        ImGui::SetScrollHereY(0.3f);
    ImGui::PushID(named->name);
    ImGui::PushStyleColor(ImGuiCol_Text, open ? accent : ImGui::GetStyle().Colors[ImGuiCol_Text]);
    if (opening_line(panel, named->name, open))
        command_text(panel, TR_COMMAND_PIN, open ? "" : named->name);
    ImGui::PopStyleColor();
    placef(panel, "place %s", named->name);
    ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - ImGui::CalcTextSize(kind).x);
    ImGui::TextColored(quiet, "%s", kind);
    if (open)
        open_place(panel, named);
    ImGui::PopID();
}

void places(tr_panel *panel) {
    const tr_app *app = panel->app;
    const tr_recipe *recipe = tr_app_recipe(app);
    bool names = app->settings.names;
    int kind = app->pins.kind;
    section(panel, "Places");
    label(panel, "New place");
    ImGui::SetNextItemWidth(scaled(panel, 110));
    if (choice(panel, "##place kind", kinds[kind], kinds, TR_NAMED_KIND_COUNT, &kind))
        command(panel, TR_COMMAND_PIN_KIND, kind);
    place(panel, "place kind");
    ImGui::SameLine();
    if (text_button(panel, app->pins.adding ? "Click it …" : "Add", "place add",
                    "The next click on the planet sets it. Sets of textures have the places as GeoJSON",
                    ImVec2(-1, 0)))
        command(panel, TR_COMMAND_PIN_ADD);
    if (recipe->place_count == 0)
        return;
    label(panel, "Names");
    if (ImGui::Checkbox("##names", &names))
        command(panel, TR_COMMAND_NAMES);
    place(panel, "place names");
    explain("Shows the names on the planet");
    for (int i = 0; i < recipe->place_count; i++)
        place_line(panel, &recipe->places[i]);
}

// ---- the picture ---------------------------------------------------------------------------------

// The names drawn so far in a pane.
struct drawn_names {
    ImVec4 boxes[TR_MAX_NAMED_PLACES];
    int count;
};

static bool is_free(const drawn_names &drawn, const ImVec4 &box) {
    for (int i = 0; i < drawn.count; i++) {
        const ImVec4 &b = drawn.boxes[i];
        if (box.x < b.z && b.x < box.z && box.y < b.w && b.y < box.w)
            return false;
    }
    return true;
}

// A dot, and the name beside it unless it would cover another one.
static void draw_name(tr_panel *panel, const tr_named_place *named, ImVec2 at, bool selected,
                      drawn_names *drawn) {
    ImDrawList *list = ImGui::GetBackgroundDrawList();
    const float radius = scaled(panel, selected ? 4 : 3);
    const ImU32 colour = selected ? IM_COL32(255, 190, 110, 255) : IM_COL32(240, 242, 246, 235);
    const ImVec2 size = ImGui::CalcTextSize(named->name);
    list->AddCircleFilled(at, radius + 1.5f, IM_COL32(0, 0, 0, 150));
    list->AddCircleFilled(at, radius, colour);
    const float left = at.x + radius + scaled(panel, 4), top = at.y - size.y / 2;
    const ImVec4 box(left, top, left + size.x, top + size.y);
    if (drawn->count == TR_MAX_NAMED_PLACES || !is_free(*drawn, box))
        return;
    drawn->boxes[drawn->count++] = box;
    list->AddText(ImVec2(left + 1, top + 1), IM_COL32(0, 0, 0, 190), named->name);
    list->AddText(ImVec2(left, top), colour, named->name);
    char name[TR_NAME_BYTES + 8];
    std::snprintf(name, sizeof name, "pin %s", named->name);
    tr_trace_place(panel->app->trace, name, static_cast<double>(at.x - radius),
                   static_cast<double>(at.y - radius), static_cast<double>(2 * radius),
                   static_cast<double>(2 * radius));
}

void place_marks(tr_panel *panel) {
    const tr_app *app = panel->app;
    const tr_recipe *recipe = tr_app_recipe(app);
    tr_ground_pane panes[TR_MOST_PANES];
    const int count = app->settings.names && recipe->place_count > 0 ? tr_views_panes(app, panes) : 0;
    for (int k = 0; k < count; k++) {
        drawn_names drawn = {};
        for (int turn = 0; turn < 2; turn++) // the selected one first
            for (int i = 0; i < recipe->place_count; i++) {
                const tr_named_place *named = &recipe->places[i];
                const bool selected = std::strcmp(app->pins.selected, named->name) == 0;
                double x, y;
                if (selected != (turn == 0) ||
                    !tr_ground_show(&panes[k],
                                    tr_views_from_land(app, tr_views_direction(named->lat_deg, named->lon_deg)),
                                    &x, &y))
                    continue;
                const double units = 1 / app->drawn.pixels_per_unit;
                draw_name(panel, named, ImVec2(static_cast<float>(x * units), static_cast<float>(y * units)),
                          selected, &drawn);
            }
    }
}

} // namespace panel
