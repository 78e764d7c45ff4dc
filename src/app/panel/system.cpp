// The tab System: the bodies of the scene as beads on lines of distance, the orbit of the selected one, and its
// sun.
#include "app/panel/panel.hpp"

namespace panel {

// The bodies in orbit round one centre share a line with logarithmic distances. The centre is at its beginning.
struct reach {
    double low, high;
};

static reach bounding_radius_of(const tr_scene *scene, int centre) {
    reach r = {0, 0};
    for (int i = 0; i < scene->planet_count; i++)
        if (tr_scene_centre(scene, i) == centre) {
            const double at = scene->planets[i].orbit.radius_km;
            r.low = r.low == 0 || at < r.low ? at : r.low;
            r.high = at > r.high ? at : r.high;
        }
    return {r.low / 2, r.high * 2};
}

static float place_on_line(double orbit_km, const reach &r) {
    return r.high > r.low && orbit_km > 0
               ? static_cast<float>(std::log(orbit_km / r.low) / std::log(r.high / r.low))
               : 0;
}

static double largest_radius(const tr_scene *scene) {
    double largest = 1;
    for (int i = 0; i < scene->planet_count; i++)
        largest = std::fmax(largest, scene->planets[i].recipe->radius_km);
    return largest;
}

static const char *name_of(const tr_scene_planet &body) { return body.name[0] ? body.name : body.recipe->type; }

// The size of a bead: to scale with the largest body, but at least a visible dot; or on a logarithmic scale, on
// which a giant is not a hundred times as large as a moon.
static float bead_size(const tr_panel *panel, double radius_km) {
    if (panel->true_sizes) {
        const double whole = 10 * radius_km / largest_radius(panel->app->document.scene);
        return scaled(panel, static_cast<float>(whole < 0.8 ? 0.8 : whole));
    }
    const double size = 2.2 + 1.1 * std::log10(radius_km < 10 ? 10 : radius_km);
    return scaled(panel, static_cast<float>(size));
}

// Dragging a bead of the selected body along the line changes its distance.
static void drag_bead(tr_panel *panel, double before_km, const reach &r, ImVec2 low, float width) {
    if (ImGui::IsItemActivated())
        panel->drag_id++;
    if (!ImGui::IsItemActive() || !ImGui::IsMouseDragging(ImGuiMouseButton_Left, scaled(panel, 3)))
        return;
    const double ratio = static_cast<double>((ImGui::GetIO().MousePos.x - low.x) / width);
    const double orbit_km = r.low * std::pow(r.high / r.low, ratio < 0.02 ? 0.02 : ratio > 1 ? 1 : ratio);
    char text[32];
    std::snprintf(text, sizeof text, "%.4g", orbit_km);
    if (orbit_km != before_km)
        command_edit(panel, TR_COMMAND_CHANGE, "orbit.radius_km", text, panel->drag_id);
}

static void body_row(tr_panel *panel, int index, int depth) {
    const tr_app *app = panel->app;
    const tr_scene_planet &body = app->document.scene->planets[index];
    const char *name = name_of(body);
    const double orbit_km = body.orbit.radius_km;
    const bool chosen = index == app->document.target;
    const float indent = scaled(panel, 14) * static_cast<float>(depth), name_width = label_width(panel),
                height = ImGui::GetFrameHeight();
    ImGui::PushID(index);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    ImGui::PushStyleVar(ImGuiStyleVar_SelectableTextAlign, ImVec2(0, 0.5f));
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + indent);
    char shown[96];
    fit(name, name_width - indent, shown, sizeof shown);
    if (ImGui::Selectable(shown, chosen, 0, ImVec2(name_width - indent, height)) && !chosen)
        command(panel, TR_COMMAND_TO_PLANET, index);
    ImGui::PopStyleVar();
    if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left))
        command(panel, TR_COMMAND_TYPE_NAME); // of the selected one, by the first of the two clicks
    place(panel, name);
    explain("Click: select. Double click: rename");
    const reach r = bounding_radius_of(app->document.scene, tr_scene_centre(app->document.scene, index));
    const ImVec2 low(at.x + name_width + scaled(panel, 8), at.y + height / 2);
    const float length = at.x + width - low.x - scaled(panel, 10);
    ImDrawList *list = ImGui::GetWindowDrawList();
    list->AddLine(low, ImVec2(low.x + length, low.y), ImGui::GetColorU32(ImVec4(1, 1, 1, 0.16f)));
    const ImVec2 bead(low.x + length * place_on_line(orbit_km, r), low.y);
    ImGui::SetCursorScreenPos(ImVec2(bead.x - scaled(panel, 9), at.y));
    if (ImGui::InvisibleButton("##bead", ImVec2(scaled(panel, 18), height)) && !chosen)
        command(panel, TR_COMMAND_TO_PLANET, index);
    char text[96], away[TR_DISTANCE_BYTES];
    tr_distance_text(orbit_km, away);
    std::snprintf(text, sizeof text, "Distance %s; drag to change", away);
    explain(text);
    placef(panel, "bead %s", name);
    if (chosen)
        drag_bead(panel, orbit_km, r, low, length);
    list->AddCircleFilled(bead, bead_size(panel, body.recipe->radius_km),
                          ImGui::GetColorU32(chosen ? accent : ImVec4(0.75f, 0.78f, 0.83f, 1)), 24);
    ImGui::PopID();
}

// Lists a body and then the bodies in orbit round it, so that moons are below their planet.
static void body_rows(tr_panel *panel, int centre, int depth) {
    for (int i = 0; i < panel->app->document.scene->planet_count; i++)
        if (tr_scene_centre(panel->app->document.scene, i) == centre) {
            body_row(panel, i, depth);
            if (depth < 8)
                body_rows(panel, i, depth + 1);
        }
}

static void add_bodies(tr_panel *panel) {
    const tr_app *app = panel->app;
    for (int i = 0; i < app->types.count && panel->new_body < 0; i++)
        panel->new_body = std::strcmp(app->types.names[i], "barren") == 0 ? i : -1;
    if (panel->new_body < 0 || panel->new_body >= app->types.count)
        panel->new_body = 0;
    if (app->types.count == 0)
        return;
    label(panel, "New body");
    types_menu(panel, "##new body", app->types.names[panel->new_body], &panel->new_body);
    const float half = (ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ItemSpacing.x) / 2;
    if (text_button(panel, "Add a moon", "add moon",
                    "Orbits the selected planet, or the planet of the selected moon", ImVec2(half, 0)))
        command_item(panel, TR_COMMAND_ADD_BODY, app->types.names[panel->new_body], 1);
    ImGui::SameLine();
    if (text_button(panel, "Add a planet", "add neighbour", "Orbits what the selected body orbits",
                    ImVec2(half, 0)))
        command_item(panel, TR_COMMAND_ADD_BODY, app->types.names[panel->new_body], 0);
}

// The list is below the buttons that add bodies, so that a second click finds the same button.
static void bodies(tr_panel *panel) {
    ImGui::Dummy(ImVec2(0, scaled(panel, 4)));
    if (text_button(panel, "Show all bodies", "show all", "Moves the camera so far away that all orbits fit",
                    ImVec2(-1, 0)))
        command(panel, TR_COMMAND_SHOW_ALL);
    ImGui::TextColored(quiet, "Body");
    ImGui::SameLine(label_width(panel) + ImGui::GetCursorStartPos().x + scaled(panel, 8));
    ImGui::TextColored(quiet, "Distance");
    place(panel, "distances");
    body_rows(panel, -1, 0);
    ImGui::Checkbox("True scale", &panel->true_sizes);
    place(panel, "true sizes");
    explain("Draws the dots in true proportion");
    const float half = (ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ItemSpacing.x) / 2;
    if (text_button(panel, "Fly to selected", "fly to body", "Or double click the body in the picture",
                    ImVec2(half, 0)))
        command(panel, TR_COMMAND_FLY, panel->app->document.target);
    ImGui::SameLine();
    if (text_button(panel, "Remove selected", "remove body", "", ImVec2(half, 0)))
        command(panel, TR_COMMAND_REMOVE_BODY);
}

void system_tab(tr_panel *panel) {
    const tr_app *app = panel->app;
    add_bodies(panel);
    if (app->document.scene->planet_count > 1)
        bodies(panel);
    for (int i = 0; i < app->rows.place_count; i++) {
        const tr_control *control = &app->rows.places[i];
        const bool of_sun = begins(control->path, "star.");
        if (i == 0) // a body in orbit round nothing has no orbit
            section(panel, begins(control->path, "orbit.") ? "Orbit and rotation" : "Rotation");
        if (of_sun)
            section(panel, "Sun");
        control_row(panel, control);
        if (of_sun && std::strcmp(control->nothing, "white") == 0 && control->value == 0) {
            hint("White light without a star. A temperature gives the scene a sun.");
            place(panel, "no star");
        }
    }
}

// Moves a name down until it overlaps none of the names drawn before.
static void clear_of_others(ImVec4 *names, int count) {
    ImVec4 &own = names[count];
    for (int i = 0; i < count; i++) {
        const ImVec4 &other = names[i];
        if (own.x >= other.z || own.z <= other.x || own.y >= other.w || own.w <= other.y)
            continue;
        own.w += other.w - own.y;
        own.y = other.w;
        i = -1; // check all names again; the name only moves down, so this ends
    }
}

// A line for the orbit of each body. That of the selected body has another colour.
static void orbits(const tr_panel *panel) {
    const tr_app *app = panel->app;
    const tr_scene *scene = app->document.scene;
    ImDrawList *list = ImGui::GetBackgroundDrawList();
    for (int i = 0; i < scene->planet_count && scene->planet_count > 1; i++) {
        const tr_panel_orbit &orbit = app->drawn.orbits[i];
        if (!orbit.seen)
            continue;
        const ImU32 colour = i == app->document.target ? ImGui::GetColorU32(ImVec4(0.93f, 0.62f, 0.28f, 0.55f))
                                                       : IM_COL32(220, 224, 232, 90);
        ImVec2 low(FLT_MAX, FLT_MAX), high(-FLT_MAX, -FLT_MAX);
        for (int k = 0; k < TR_ORBIT_POINTS; k++) {
            const int next = (k + 1) % TR_ORBIT_POINTS;
            const ImVec2 from(orbit.points[k][0], orbit.points[k][1]),
                to(orbit.points[next][0], orbit.points[next][1]);
            if (orbit.hidden[k] || orbit.hidden[next])
                continue;
            list->AddLine(from, to, colour, scaled(panel, 1));
            low = ImVec2(std::fmin(low.x, from.x), std::fmin(low.y, from.y));
            high = ImVec2(std::fmax(high.x, from.x), std::fmax(high.y, from.y));
        }
        char name[96];
        std::snprintf(name, sizeof name, "orbit of %s", name_of(scene->planets[i]));
        tr_trace_place(app->trace, name, static_cast<double>(low.x), static_cast<double>(low.y),
                       static_cast<double>(high.x - low.x), static_cast<double>(high.y - low.y));
    }
}

// Orbits, and names beside the bodies in the picture.
void body_marks(tr_panel *panel) {
    orbits(panel);
    const tr_app *app = panel->app;
    ImDrawList *list = ImGui::GetBackgroundDrawList();
    ImVec4 names[TR_MAX_PLANETS];
    int drawn = 0;
    for (int i = 0; i < app->document.scene->planet_count && app->document.scene->planet_count > 1; i++) {
        const tr_panel_body &body = app->drawn.bodies[i];
        if (!body.seen || i == app->document.target)
            continue;
        const char *shown = name_of(app->document.scene->planets[i]);
        char name[96];
        std::snprintf(name, sizeof name, "body %s", shown);
        tr_trace_place(app->trace, name, body.x - body.radius, body.y - body.radius, 2 * body.radius,
                       2 * body.radius);
        const ImVec2 beside(static_cast<float>(body.x + body.radius * 0.75) + scaled(panel, 5),
                            static_cast<float>(body.y - body.radius * 0.75) - scaled(panel, 16)),
            size = ImGui::CalcTextSize(shown);
        names[drawn] = ImVec4(beside.x, beside.y, beside.x + size.x, beside.y + size.y);
        clear_of_others(names, drawn);
        const ImVec2 at(names[drawn].x, names[drawn].y);
        drawn++;
        std::snprintf(name, sizeof name, "name of %s", shown);
        tr_trace_place(app->trace, name, static_cast<double>(at.x), static_cast<double>(at.y),
                       static_cast<double>(size.x), static_cast<double>(size.y));
        list->AddText(ImVec2(at.x + 1, at.y + 1), IM_COL32(0, 0, 0, 160), shown);
        list->AddText(at, IM_COL32(220, 224, 232, 190), shown);
    }
}

} // namespace panel
