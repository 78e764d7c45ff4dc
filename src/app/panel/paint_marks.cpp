// What the tab Paint draws over the picture: the brush under the mouse, the stroke in the making, strokes that
// the maps do not show yet, and the selected one. All of it is found from the strokes alone. And the outline of
// the region of an own map.
#include "app/panel/panel.hpp"

namespace panel {

static const int most_columns = 400;

// A pane of the picture. Positions of the pane are pixels, those of the list are window units.
struct canvas {
    const tr_app *app;
    const tr_ground_pane *pane;
    double units; // window units of a pixel
    ImDrawList *list;
    float scale;
};

static ImVec2 point_of(const canvas &c, double x_px, double y_px) {
    return ImVec2(static_cast<float>(x_px * c.units), static_cast<float>(y_px * c.units));
}

static bool show_turned(const canvas &c, tr_vec direction, ImVec2 *at) {
    double x, y;
    const bool seen = tr_ground_show(c.pane, direction, &x, &y);
    *at = seen ? point_of(c, x, y) : ImVec2(0, 0);
    return seen;
}

static bool show(const canvas &c, tr_vec direction, ImVec2 *at) {
    return show_turned(c, tr_views_from_land(c.app, direction), at);
}

// The direction at an angle from a place, towards `turn`.
static tr_vec beside(tr_vec at, double angle, double turn) {
    const tr_vec up = std::fabs(at.y) < 0.99 ? tr_vec{0, 1, 0} : tr_vec{1, 0, 0};
    const tr_vec east = tr_vec_normalize(tr_vec_cross(up, at)), north = tr_vec_cross(at, east);
    const tr_vec side = tr_vec_add(tr_vec_scale(east, std::cos(turn)), tr_vec_scale(north, std::sin(turn)));
    return tr_vec_add(tr_vec_scale(at, std::cos(angle)), tr_vec_scale(side, std::sin(angle)));
}

// Whether a line leads to a face of the cube that is elsewhere in the picture: it is long, or crosses what is
// beside the cross.
static bool leaves_face(const canvas &c, ImVec2 from, ImVec2 to) {
    const double part_of_face = 0.3 * c.units / c.pane->flat.step; // parts of lines are shorter
    const double x = 0.5 * static_cast<double>(from.x + to.x), y = 0.5 * static_cast<double>(from.y + to.y);
    tr_vec middle;
    return tr_hypot(static_cast<double>(to.x - from.x), static_cast<double>(to.y - from.y)) > part_of_face ||
           !tr_ground_find(c.pane, x / c.units, y / c.units, &middle);
}

// Draws a line from place to place, without its parts that are hidden, go round the edge of a map, or leave a
// face of the cube for one that is elsewhere.
static void draw_line(const canvas &c, ImVec2 from, bool was_seen, ImVec2 to, bool seen, ImU32 colour,
                      float width) {
    const float longest = static_cast<float>(0.4 * c.pane->pane.width_px * c.units);
    if (!seen || !was_seen || std::fabs(to.x - from.x) >= longest)
        return;
    if (c.pane->pane.layout != TR_VIEW_CUBE || !leaves_face(c, from, to))
        c.list->AddLine(from, to, colour, width * c.scale);
}

static void ring(const canvas &c, tr_vec at, double radius_rad, ImU32 colour, float width) {
    const int steps = 96;
    ImVec2 before, here;
    bool was_seen = show(c, beside(at, radius_rad, 0), &before);
    for (int i = 1; i <= steps; i++) {
        const bool seen = show(c, beside(at, radius_rad, 2 * TR_PI * i / steps), &here);
        draw_line(c, before, was_seen, here, seen, colour, width);
        before = here, was_seen = seen;
    }
}

// The circle of the brush: as large as what it paints, also near the edge of the globe and near a map's poles.
static void draw_brush(const canvas &c, tr_vec at, const tr_brush *brush) {
    const double radius = brush->radius_deg * TR_PI / 180;
    ring(c, at, radius, IM_COL32(0, 0, 0, 150), 3);
    ring(c, at, radius, IM_COL32(255, 255, 255, 235), 1.4f);
    if (brush->softness > 0.02 && brush->softness < 0.98)
        ring(c, at, radius * (1 - brush->softness), IM_COL32(255, 255, 255, 90), 1);
}

// ---- cover ---------------------------------------------------------------------------------------

struct tint {
    uint8_t srgb[3];
    double alpha;
};

static ImU32 colour_of(const tint &t, float cover) {
    const double alpha = t.alpha * static_cast<double>(cover);
    return IM_COL32(t.srgb[0], t.srgb[1], t.srgb[2], static_cast<int>(255 * (alpha < 1 ? alpha : 1)));
}

static void cover_row(const canvas &c, const tr_line_cover &cover, double left, double y, double step,
                      int count, float *row) {
    for (int i = 0; i < count; i++) {
        tr_vec at;
        row[i] = tr_ground_find(c.pane, left + i * step, y, &at)
                     ? static_cast<float>(tr_line_cover_at(&cover, tr_views_to_land(c.app, at)))
                     : 0;
    }
}

// A quadrilateral of the mesh, whose corners have their own colours.
static void cell(const canvas &c, double x, double y, double step, const float *above, const float *below,
                 const tint &t) {
    if (!(above[0] + above[1] + below[0] + below[1] > 0))
        return;
    const ImVec2 white = ImGui::GetFontTexUvWhitePixel();
    c.list->PrimReserve(6, 4);
    const ImDrawIdx first = static_cast<ImDrawIdx>(c.list->_VtxCurrentIdx);
    const int corners[] = {0, 1, 2, 0, 2, 3};
    for (int corner : corners)
        c.list->PrimWriteIdx(static_cast<ImDrawIdx>(first + corner));
    c.list->PrimWriteVtx(point_of(c, x, y), white, colour_of(t, above[0]));
    c.list->PrimWriteVtx(point_of(c, x + step, y), white, colour_of(t, above[1]));
    c.list->PrimWriteVtx(point_of(c, x + step, y + step), white, colour_of(t, below[1]));
    c.list->PrimWriteVtx(point_of(c, x, y + step), white, colour_of(t, below[0]));
}

// The middle line, for strokes that are thinner than the mesh, and for the selected one.
static void middle_line(const canvas &c, const tr_line_cover &cover, ImU32 colour, float width) {
    for (int i = 0; i < cover.count; i++) {
        const tr_line_piece *p = &cover.pieces[i];
        const double angle = std::acos(std::fmax(-1, std::fmin(1, tr_vec_dot(p->a, p->b))));
        const int steps = 1 + static_cast<int>(angle * 30);
        ImVec2 before, here;
        bool was_seen = show(c, p->a, &before);
        for (int k = 1; k <= steps; k++) {
            const double t = static_cast<double>(k) / steps;
            const tr_vec chord = tr_vec_add(tr_vec_scale(p->a, 1 - t), tr_vec_scale(p->b, t));
            const bool seen = tr_vec_length(chord) > 1e-6 && show(c, tr_vec_normalize(chord), &here);
            draw_line(c, before, was_seen, here, seen, colour, width);
            before = here, was_seen = seen;
        }
        if (angle < 1e-9 && was_seen)
            c.list->AddCircleFilled(before, 0.5f * width * c.scale + 1, colour);
    }
}

// The radius of a stroke in pixels, where it is seen first; 0: nowhere.
static double radius_px(const canvas &c, const tr_line_cover &cover) {
    for (int i = 0; i < cover.count; i++) {
        double x, y, x2, y2;
        const tr_vec at = tr_views_from_land(c.app, cover.pieces[i].a);
        if (tr_ground_show(c.pane, at, &x, &y) &&
            tr_ground_show(c.pane, beside(at, cover.radius_rad, 0), &x2, &y2))
            return tr_hypot(x2 - x, y2 - y);
    }
    return 0;
}

static void draw_cover(const canvas &c, const tr_line_cover &cover, const tint &t) {
    float rows[2][most_columns + 1];
    const tr_pane *pane = &c.pane->pane;
    const double step = std::fmax(6 / c.units * 0.8, static_cast<double>(pane->width_px) / most_columns);
    const int columns = static_cast<int>(pane->width_px / step),
              lines = static_cast<int>(pane->height_px / step);
    const double thick = radius_px(c, cover);
    if (thick > 0 && thick < 1.5 * step)
        middle_line(c, cover, colour_of(t, 1), static_cast<float>(2 * thick * c.units) / c.scale);
    if (thick > 0 && thick < 1.5 * step && !cover.closed)
        return;
    cover_row(c, cover, pane->x_px, pane->y_px, step, columns + 1, rows[0]);
    for (int j = 0; j < lines; j++) {
        const float *above = rows[j & 1];
        float *below = rows[~j & 1];
        const double y = pane->y_px + j * step;
        cover_row(c, cover, pane->x_px, y + step, step, columns + 1, below);
        for (int i = 0; i < columns; i++)
            cell(c, pane->x_px + i * step, y, step, above + i, below + i, t);
    }
}

static void draw_points(const canvas &c, const tr_line_cover &cover, ImU32 colour) {
    const int most = 400;
    const float side = 2.5f * c.scale;
    for (int i = 0; i < cover.count && cover.count <= most; i++)
        for (tr_vec end : {cover.pieces[i].a, cover.pieces[i].b}) {
            ImVec2 at;
            if (show(c, end, &at))
                c.list->AddRectFilled(ImVec2(at.x - side, at.y - side), ImVec2(at.x + side, at.y + side),
                                      colour);
        }
}

// ---- strokes -------------------------------------------------------------------------------------

// The middle line and the points of a line that can be changed.
static void outline(const canvas &c, const tr_line_cover &cover) {
    if (!cover.dots) {
        middle_line(c, cover, IM_COL32(20, 20, 20, 170), 3);
        middle_line(c, cover, IM_COL32(255, 190, 110, 255), 1.5f);
    }
    draw_points(c, cover, IM_COL32(255, 226, 190, 255));
}

static void draw_pending(const canvas &c, const tr_app *app) {
    const tr_recipe *recipe = tr_app_recipe(app);
    tr_line_cover cover = {};
    for (int i = 0; i < app->paint.pending_count; i++) {
        const int at = tr_strokes_find(recipe, app->paint.pending[i].name);
        if (at < 0)
            continue;
        const tr_stroke *s = &recipe->strokes[at];
        tint t = {{}, 0.45 * s->strength};
        tr_brush_tint(s->tool, s->srgb, s->biome, t.srgb);
        if (tr_brush_cover_of(&app->paint, recipe, s, false, &cover, nullptr) == TR_OK)
            draw_cover(c, cover, t);
    }
    tr_line_cover_clear(&cover);
}

static void draw_made(const canvas &c, const tr_brush *brush) {
    tr_line_cover cover = {};
    tint t = {{}, 0.3 + 0.35 * brush->strength};
    if (brush->phase != TR_BRUSH_DRAWN && brush->phase != TR_BRUSH_PLACED)
        return;
    tr_brush_tint(brush->tool, brush->srgb, brush->biome, t.srgb);
    if (tr_brush_cover_made(brush, &cover, nullptr) == TR_OK) {
        draw_cover(c, cover, t);
        if (brush->phase == TR_BRUSH_PLACED)
            outline(c, cover);
    }
    tr_line_cover_clear(&cover);
}

static void draw_selected(const canvas &c, const tr_app *app) {
    const tr_brush *brush = &app->paint;
    const tr_recipe *recipe = tr_app_recipe(app);
    const int at = brush->selected[0] ? tr_strokes_find(recipe, brush->selected) : -1;
    const bool moved = brush->phase == TR_BRUSH_MOVED;
    tr_line_cover cover = {};
    if (at >= 0 && tr_brush_cover_of(brush, recipe, &recipe->strokes[at], moved, &cover, nullptr) == TR_OK) {
        draw_cover(c, cover, {{255, 178, 92}, 0.15});
        outline(c, cover);
    }
    tr_line_cover_clear(&cover);
}

// Begins to draw in a pane; end_canvas ends it.
static canvas begin_canvas(const tr_panel *panel, const tr_ground_pane *pane) {
    const tr_pane *p = &pane->pane;
    const canvas c = {panel->app, pane, 1 / panel->app->drawn.pixels_per_unit, ImGui::GetBackgroundDrawList(),
                      panel->scale};
    c.list->PushClipRect(point_of(c, p->x_px, p->y_px),
                         point_of(c, p->x_px + p->width_px, p->y_px + p->height_px), true);
    return c;
}

static void end_canvas(const canvas &c) { c.list->PopClipRect(); }

void paint_marks(tr_panel *panel, bool over) {
    const tr_app *app = panel->app;
    const tr_brush *brush = &app->paint;
    tr_ground_pane panes[TR_MOST_PANES];
    tr_vec at;
    const int count = tr_views_panes(app, panes);
    const double *cursor = app->input.cursor;
    const bool found = over && tr_views_ground_at(app, cursor[0], cursor[1], &at);
    for (int i = 0; i < count; i++) {
        const canvas c = begin_canvas(panel, &panes[i]);
        draw_pending(c, app);
        draw_selected(c, app);
        draw_made(c, brush);
        if (found && brush->tool != TR_BRUSH_SELECTS)
            draw_brush(c, at, brush);
        end_canvas(c);
    }
    if (found)
        ImGui::SetMouseCursor(brush->tool == TR_BRUSH_SELECTS ? ImGuiMouseCursor_Hand : ImGuiMouseCursor_Arrow);
}

// ---- the region of a map ---------------------------------------------------------------------------

// A side of a region, from corner to corner along a meridian or a parallel.
static void draw_side(const canvas &c, bool turns, const double from[2], const double to[2], ImU32 colour,
                      float width) {
    const int steps =
        1 + static_cast<int>(std::fmax(std::fabs(to[0] - from[0]), std::fabs(to[1] - from[1])) / 2);
    ImVec2 before, here;
    bool was_seen = false;
    for (int i = 0; i <= steps; i++) {
        const double part = static_cast<double>(i) / steps, lon = from[0] + part * (to[0] - from[0]),
                     lat = from[1] + part * (to[1] - from[1]);
        const tr_vec at = tr_views_direction(lat, lon);
        const bool seen = turns ? show(c, at, &here) : show_turned(c, at, &here);
        draw_line(c, before, was_seen, here, seen, colour, width);
        before = here, was_seen = seen;
    }
}

void map_marks(tr_panel *panel) {
    const tr_map_sheet *sheet = &panel->app->map_sheet;
    tr_ground_pane panes[TR_MOST_PANES];
    const double *r = sheet->region_deg, east = r[2] > r[0] ? r[2] : r[2] + 360;
    const double corners[5][2] = {{r[0], r[1]}, {east, r[1]}, {east, r[3]}, {r[0], r[3]}, {r[0], r[1]}};
    const int count = sheet->path[0] && sheet->is_part ? tr_views_panes(panel->app, panes) : 0;
    for (int i = 0; i < count; i++) {
        const canvas c = begin_canvas(panel, &panes[i]);
        ImVec2 at;
        const tr_vec corner = tr_views_direction(r[3], r[0]);
        if (tr_own_turns(sheet->kind) ? show(c, corner, &at) : show_turned(c, corner, &at))
            tr_trace_place(panel->app->trace, "map corner", static_cast<double>(at.x),
                           static_cast<double>(at.y), 0, 0);
        for (int side = 0; side < 8; side++) // a dark line below a light one
            draw_side(c, tr_own_turns(sheet->kind), corners[side % 4], corners[side % 4 + 1],
                      side < 4 ? IM_COL32(20, 20, 20, 170) : IM_COL32(255, 190, 110, 255), side < 4 ? 3 : 1.5f);
        end_canvas(c);
    }
}

} // namespace panel
