#include "app/private/paint.h"

#include "base/maths.h"
#include "base/memory.h"
#include "base/size.h"
#include "planet/biomes.h"
#include "planet/strokes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double tolerance = 0.1; // of thinning, in radii of the brush
static const double least_radius_deg = 0.05, most_radius_deg = 60;

typedef struct tool_row {
    const char *name, *what;
    uint8_t tint[3];
    double height_m; // the usual one; 0: it has none
} tool_row;

static const tool_row tools[TR_BRUSH_TOOLS] = {
    [TR_STROKE_LAND] = {"Land",
                        "Makes land. Its coast gets bays and islands of its own where the brush is soft",
                        {122, 168, 88},
                        0},
    [TR_STROKE_SEA] = {"Sea", "Makes sea", {64, 120, 210}, 0},
    [TR_STROKE_RAISE] = {"Raise", "Raises the ground", {238, 232, 214}, 500},
    [TR_STROKE_LOWER] = {"Lower", "Lowers the ground", {108, 92, 84}, 500},
    [TR_STROKE_MOUNTAINS] = {"Mountains", "Raises mountains with ridges and valleys", {178, 138, 104}, 0},
    [TR_STROKE_FLATTEN] = {"Flatten", "Levels the ground at a height", {214, 200, 120}, 300},
    [TR_STROKE_WARM] = {"Warm", "Makes the climate warmer", {236, 112, 60}, 0},
    [TR_STROKE_COOL] = {"Cool", "Makes the climate cooler", {150, 204, 240}, 0},
    [TR_STROKE_WET] = {"Wet", "Makes the climate wetter", {48, 150, 124}, 0},
    [TR_STROKE_DRY] = {"Dry", "Makes the climate drier", {226, 184, 110}, 0},
    [TR_STROKE_BIOME] = {"Biome", "Makes one biome", {120, 160, 90}, 0},
    [TR_STROKE_COLOUR] = {"Colour", "Paints a colour over the ground", {255, 255, 255}, 0},
    [TR_STROKE_CRATER] = {"Crater",
                          "Makes a crater at each click, as wide as the brush",
                          {150, 120, 200},
                          2000},
    [TR_STROKE_VOLCANO] = {"Volcano",
                           "Makes a volcano at each click, as wide as the brush",
                           {214, 70, 52},
                           1}, // it depends on the planet
    [TR_STROKE_ERASE] = {"Erase", "Takes away what the strokes before it paint", {200, 200, 206}, 0},
    [TR_BRUSH_SELECTS] = {"Select", "A click selects the stroke under it; a drag moves it", {238, 158, 72}, 0},
};

void tr_brush_begin(tr_brush *brush) {
    *brush = (tr_brush){.tool = TR_STROKE_LAND,
                        .radius_deg = 4,
                        .softness = 0.5,
                        .strength = 1,
                        .srgb = {0xb0, 0x3a, 0x1c},
                        .biome = TR_BIOME_HOT_DESERT};
    for (int i = 0; i < TR_STROKE_TOOL_COUNT; i++)
        brush->height_m[i] = NAN;
}

void tr_brush_end(tr_brush *brush) {
    tr_free(brush->points);
    *brush = (tr_brush){0};
}

// ---- tools ---------------------------------------------------------------------------------------

const char *tr_brush_tool_name(int tool) { return tools[tool].name; }
const char *tr_brush_tool_what(int tool) { return tools[tool].what; }
bool tr_brush_has_height(int tool) { return tools[tool].height_m != 0; }

double tr_brush_usual_height(int tool, double radius_deg, const tr_recipe *recipe) {
    const double shown = fmax(recipe->slope_exaggeration, 0.01), most = 0.6 * recipe->height_max_m;
    const double steep = 0.577 * tr_radians(radius_deg) * recipe->radius_km * 1000 / shown; // 30 degrees
    return tool != TR_STROKE_VOLCANO ? tools[tool].height_m : 100 * ceil(fmax(fmin(steep, most), 1) / 100);
}

double tr_brush_most_height(const tr_recipe *recipe) {
    return fmax(fmax(recipe->height_max_m, -recipe->height_min_m), 10000);
}

double tr_brush_height(const tr_brush *brush, const tr_recipe *recipe) {
    const double own = brush->height_m[brush->tool];
    return isnan(own) ? tr_brush_usual_height(brush->tool, brush->radius_deg, recipe) : own;
}

const char *tr_brush_height_name(int tool) { return tool == TR_STROKE_CRATER ? "Depth" : "Height"; }
bool tr_brush_has_dots(int tool) { return tool == TR_STROKE_CRATER || tool == TR_STROKE_VOLCANO; }

void tr_brush_tint(int tool, const uint8_t srgb[3], int biome, uint8_t out[3]) {
    const uint8_t *tint = tool == TR_STROKE_COLOUR  ? srgb
                          : tool == TR_STROKE_BIOME ? tr_biome_colour((tr_biome)biome)
                                                    : tools[tool].tint;
    memcpy(out, tint, 3);
}

const char *tr_brush_refusal(const tr_recipe *recipe, int tool) {
    return tool == TR_BRUSH_SELECTS ? NULL : tr_stroke_obstacle(recipe, (tr_stroke_tool)tool);
}

void tr_brush_resize(tr_brush *brush, int steps) {
    brush->radius_deg = fmin(fmax(brush->radius_deg * pow(1.1, steps), least_radius_deg), most_radius_deg);
}

// ---- points --------------------------------------------------------------------------------------

static tr_status keep(tr_brush *brush, tr_vec at, tr_brush_event *event, tr_error *error) {
    if (brush->count >= brush->most) {
        brush->full = true;
        *event = TR_BRUSH_FULL;
        return TR_OK;
    }
    if (!tr_grow(&brush->points, brush->count, sizeof *brush->points))
        return tr_fail(error, TR_NO_MEMORY, "no memory for a stroke of %d points", brush->count + 1);
    brush->points[brush->count++] = tr_path_point_of(at);
    brush->taken = 0;
    *event = TR_BRUSH_CHANGED;
    return TR_OK;
}

bool tr_brush_drop(tr_brush *brush) {
    const bool was = brush->phase != TR_BRUSH_IDLE;
    brush->phase = TR_BRUSH_IDLE;
    brush->count = brush->taken = 0;
    brush->closed = brush->full = false;
    return was;
}

static bool is_enough(const tr_brush *brush) { return brush->count >= (brush->closed ? 3 : 1); }

tr_brush_event tr_brush_enter(tr_brush *brush) {
    if (brush->phase != TR_BRUSH_PLACED || !is_enough(brush))
        return TR_BRUSH_NOTHING;
    return TR_BRUSH_FINISHED;
}

tr_brush_event tr_brush_back(tr_brush *brush) {
    if (brush->phase != TR_BRUSH_PLACED)
        return TR_BRUSH_NOTHING;
    brush->full = false;
    brush->taken++;
    if (--brush->count == 0)
        tr_brush_drop(brush);
    return TR_BRUSH_CHANGED;
}

tr_brush_event tr_brush_again(tr_brush *brush) {
    if (brush->phase != TR_BRUSH_PLACED || brush->taken == 0)
        return TR_BRUSH_NOTHING;
    brush->taken--;
    brush->count++;
    return TR_BRUSH_CHANGED;
}

// ---- the mouse -----------------------------------------------------------------------------------

// The first point of a stroke. While the button is held, more points follow by moving.
static tr_status begin(tr_brush *brush, const tr_brush_press *press, tr_brush_event *event, tr_error *error) {
    tr_vec kept;
    const bool dots = tr_brush_has_dots(brush->tool); // each of them is finished
    tr_brush_drop(brush);
    brush->most = press->left;
    brush->closed = brush->way == TR_BRUSH_AREA && !dots;
    const double spacing = dots ? 2 : tolerance;
    brush->thinning = (tr_thinning){.tolerance_rad = spacing * brush->radius_deg * TR_PI / 180};
    tr_thinning_add(&brush->thinning, press->at, &kept);
    const tr_status status = keep(brush, press->at, event, error);
    if (status != TR_OK || brush->full)
        return status;
    brush->phase = press->line || (brush->way == TR_BRUSH_LINE && !dots) ? TR_BRUSH_PLACED : TR_BRUSH_DRAWN;
    return TR_OK;
}

tr_status tr_brush_down(tr_brush *brush, const tr_brush_press *press, tr_brush_event *event, tr_error *error) {
    *event = TR_BRUSH_NOTHING;
    brush->end = press->at;
    if (brush->phase == TR_BRUSH_PLACED) {
        const bool closes = press->at_first && brush->count >= 3;
        if (!closes && !press->at_last)
            return keep(brush, press->at, event, error);
        brush->closed = brush->closed || closes;
        *event = is_enough(brush) ? TR_BRUSH_FINISHED : TR_BRUSH_NOTHING;
        return TR_OK;
    }
    if (brush->tool != TR_BRUSH_SELECTS)
        return begin(brush, press, event, error);
    brush->begin = press->at;
    brush->phase = brush->selected[0] ? TR_BRUSH_MOVED : TR_BRUSH_IDLE;
    *event = TR_BRUSH_CHANGED;
    return TR_OK;
}

// Dots are strewn: each is as far from the one before as they are wide.
static tr_status strew(tr_brush *brush, tr_vec at, tr_brush_event *event, tr_error *error) {
    const tr_vec last = tr_path_direction(brush->points[brush->count - 1]);
    return tr_vec_dot(last, at) < cos(fmin(brush->thinning.tolerance_rad, TR_PI))
               ? keep(brush, at, event, error)
               : TR_OK;
}

tr_status tr_brush_move(tr_brush *brush, tr_vec at, tr_brush_event *event, tr_error *error) {
    tr_vec kept;
    *event = brush->phase == TR_BRUSH_IDLE ? TR_BRUSH_NOTHING : TR_BRUSH_CHANGED;
    brush->end = at;
    if (brush->phase != TR_BRUSH_DRAWN || brush->full)
        return TR_OK;
    if (tr_brush_has_dots(brush->tool))
        return strew(brush, at, event, error);
    return tr_thinning_add(&brush->thinning, at, &kept) ? keep(brush, kept, event, error) : TR_OK;
}

tr_status tr_brush_up(tr_brush *brush, tr_brush_event *event, tr_error *error) {
    tr_vec end;
    *event = TR_BRUSH_NOTHING;
    if (brush->phase == TR_BRUSH_MOVED) {
        const bool moved = tr_vec_dot(brush->begin, brush->end) < 1 - 1e-12;
        *event = moved ? TR_BRUSH_FINISHED : TR_BRUSH_CHANGED;
        if (!moved)
            brush->phase = TR_BRUSH_IDLE;
        return TR_OK;
    }
    if (brush->phase != TR_BRUSH_DRAWN)
        return TR_OK;
    if (!brush->full && !tr_brush_has_dots(brush->tool) && tr_thinning_end(&brush->thinning, &end)) {
        const tr_status status = keep(brush, end, event, error);
        if (status != TR_OK)
            return status;
    }
    if (brush->closed && brush->count == 1) { // a click: more points follow
        brush->phase = TR_BRUSH_PLACED;
        *event = TR_BRUSH_CHANGED;
        return TR_OK;
    }
    if (!is_enough(brush))
        tr_brush_drop(brush);
    *event = brush->phase == TR_BRUSH_DRAWN ? TR_BRUSH_FINISHED : TR_BRUSH_CHANGED;
    return TR_OK;
}

// ---- strokes -------------------------------------------------------------------------------------

// The line of a stroke of a recipe. Its points are the recipe's.
static tr_brush_line line_of(const tr_recipe *recipe, const tr_stroke *s) {
    return (tr_brush_line){.closed = s->closed,
                           .dots = tr_brush_has_dots(s->tool),
                           .radius_rad = s->radius * TR_PI / 180,
                           .softness = s->softness,
                           .count = s->points.count,
                           .points = recipe->points + s->points.first};
}

tr_status tr_brush_cover_made(const tr_brush *brush, tr_line_cover *cover, tr_error *error) {
    const bool dots = tr_brush_has_dots(brush->tool), ends = !dots && !brush->full;
    tr_path_point *all = tr_allocate((size_t)brush->count + 1, sizeof *all);
    if (!all)
        return tr_fail(error, TR_NO_MEMORY, "no memory for a stroke of %d points", brush->count);
    if (brush->count > 0)
        memcpy(all, brush->points, sizeof *all * (size_t)brush->count);
    all[brush->count] = tr_path_point_of(brush->end);
    const tr_brush_line line = {.closed = brush->closed && brush->count + ends >= 3,
                                .dots = dots,
                                .radius_rad = brush->radius_deg * TR_PI / 180,
                                .softness = brush->softness,
                                .count = brush->count + ends,
                                .points = all};
    const tr_status status = tr_line_cover_make(cover, &line, error);
    tr_free(all);
    return status;
}

tr_status tr_brush_cover_of(const tr_brush *brush, const tr_recipe *recipe, const tr_stroke *stroke, bool moved,
                            tr_line_cover *cover, tr_error *error) {
    tr_brush_line line = line_of(recipe, stroke);
    if (!moved)
        return tr_line_cover_make(cover, &line, error);
    tr_path_point *points = tr_allocate((size_t)line.count + 1, sizeof *points);
    if (!points)
        return tr_fail(error, TR_NO_MEMORY, "no memory for a stroke of %d points", line.count);
    memcpy(points, line.points, sizeof *points * (size_t)line.count);
    tr_brush_turn(points, line.count, brush->begin, brush->end);
    line.points = points;
    const tr_status status = tr_line_cover_make(cover, &line, error);
    tr_free(points);
    return status;
}

int tr_brush_find(const tr_recipe *recipe, tr_vec at) {
    tr_line_cover cover = {0};
    int found = -1;
    for (int i = recipe->stroke_count - 1; i >= 0 && found < 0; i--) {
        const tr_brush_line line = line_of(recipe, &recipe->strokes[i]);
        if (tr_line_cover_make(&cover, &line, NULL) == TR_OK && tr_line_cover_at(&cover, at) > 0)
            found = i;
    }
    tr_line_cover_clear(&cover);
    return found;
}

void tr_brush_turn(tr_path_point *points, int count, tr_vec from, tr_vec to) {
    const tr_vec axis = tr_vec_cross(from, to);
    const double c = tr_vec_dot(from, to);
    for (int i = 0; i < count && 1 + c > 1e-9; i++) { // opposite places: there is no shortest way
        const tr_vec d = tr_path_direction(points[i]);
        const tr_vec turned = tr_vec_cross(axis, d);
        const double along = tr_vec_dot(axis, d) / (1 + c);
        points[i] =
            tr_path_point_of(tr_vec_add(tr_vec_add(tr_vec_scale(d, c), turned), tr_vec_scale(axis, along)));
    }
}

void tr_brush_await(tr_brush *brush, const char *name, uint64_t edit) {
    if (brush->pending_count == TR_BRUSH_PENDING)
        memmove(brush->pending, brush->pending + 1, sizeof *brush->pending * (size_t)--brush->pending_count);
    tr_brush_pending *p = &brush->pending[brush->pending_count++];
    *p = (tr_brush_pending){.edit = edit, .solved = brush->tool != TR_STROKE_COLOUR};
    snprintf(p->name, sizeof p->name, "%s", name);
}

void tr_brush_shown(tr_brush *brush, uint64_t edit, bool sharp) {
    int kept = 0;
    for (int i = 0; i < brush->pending_count; i++)
        if (brush->pending[i].edit > edit || (brush->pending[i].solved && !sharp))
            brush->pending[kept++] = brush->pending[i];
    brush->pending_count = kept;
}
