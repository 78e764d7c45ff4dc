#include "render/private/near.h"

#include "base/size.h"
#include "render/near.h"

#include <math.h>
#include <stdlib.h>

bool tr_near_shows(const tr_view *view, const tr_recipe *recipe, double distance_radii) {
    bool ball = recipe->mesh_columns == 0;
    for (int i = 0; i < recipe->layer_count && ball; i++)
        ball = !tr_layer_on_plane(&recipe->layers[i]);
    return ball && distance_radii < TR_NEAR_RADII && view->channel == TR_VIEW_LIT &&
           (view->layout == TR_VIEW_GLOBE || view->layout == TR_VIEW_SPLIT);
}

// A face spans a quarter of the circumference.
int tr_near_map_level(int rows) {
    int level = 0;
    while (TR_NEAR_TILE << (level + 1) <= rows / 2)
        level++;
    return level;
}

double tr_near_level(const tr_near_sight *sight, double angle_rad) {
    const double d = sight->distance, half = sin(angle_rad / 2), drop = 2 * half * half;
    const double travelled = sqrt((d - 1) * (d - 1) + 2 * d * drop);
    const double facing = (d - 1 - d * drop) / travelled;
    const double across = travelled * sight->pixel_rad, aslant = fmax(facing, sqrt(0.5 * across));
    const double footprint = across / aslant * fmax(sqrt(aslant), 0.5);
    return log2(2.0 / TR_NEAR_TILE / footprint) - sight->coarser;
}

// ---- selection ---------------------------------------------------------------------------------------

// A cap of the sphere round a direction.
typedef struct cap {
    tr_vec middle;
    double angle; // its angular radius
} cap;

// The range of levels that pixels of a tile show; most < least: none.
typedef struct shown {
    double most, least;
} shown;

static double angle_between(tr_vec a, tr_vec b) {
    return atan2(tr_vec_length(tr_vec_cross(a, b)), tr_vec_dot(a, b));
}

static tr_vec place_on_face(const tr_patch *patch, double x, double y) {
    double d[3];
    tr_patch_direction(patch, x, y, d);
    return tr_vec_of(d);
}

// The cap round the tile with its border; the corners are its farthest points.
static cap cap_of(const tr_near_tile *tile) {
    const tr_patch p = tr_near_patch(tile);
    const double left = p.x - 0.5, top = p.y - 0.5, right = left + p.width, low = top + p.height;
    cap c = {place_on_face(&p, (left + right) / 2, (top + low) / 2), 0};
    for (int i = 0; i < 4; i++) {
        const tr_vec corner = place_on_face(&p, i & 1 ? right : left, i & 2 ? low : top);
        const double chord = tr_vec_length(tr_vec_subtract(corner, c.middle));
        c.angle = fmax(c.angle, 2 * asin(fmin(chord / 2, 1)));
    }
    return c;
}

// Whether a sphere may overlap the picture.
static bool in_picture(const tr_near_sight *sight, tr_vec middle, double radius) {
    const tr_vec v = tr_mat_apply(&sight->view_from_map, tr_vec_subtract(middle, sight->camera));
    const double ahead = -v.z, across = sight->tangent[0], up = sight->tangent[1];
    return ahead > -radius && fabs(v.x) - across * ahead <= radius * sqrt(1 + across * across) &&
           fabs(v.y) - up * ahead <= radius * sqrt(1 + up * up);
}

// The angle from the point below the camera to the farthest visible ground, which is at a corner of the
// picture.
double tr_near_farthest(const tr_near_sight *sight) {
    const tr_mat map_from_view = tr_mat_transpose(&sight->view_from_map);
    const double d = sight->distance, high = 1 + sight->highest + sight->cloud_height;
    double angle = 0;
    for (int i = 0; i < 4; i++) {
        const tr_vec corner = {i & 1 ? sight->tangent[0] : -sight->tangent[0],
                               i & 2 ? sight->tangent[1] : -sight->tangent[1], -1};
        const tr_vec ray = tr_vec_normalize(tr_mat_apply(&map_from_view, corner));
        const double down = -tr_vec_dot(ray, sight->camera) / d, aside = sqrt(fmax(1 - down * down, 0));
        if (down <= 0 || d * aside >= 1)
            return TR_PI; // the horizon is visible
        angle = fmax(angle, asin(fmin(d * aside, 1)) - asin(aside));
    }
    return angle + acos(1 / high); // elevated ground and clouds are visible from farther away
}

// Adds the levels of a cap at that height to the range.
static void show(const tr_near_sight *sight, const cap *c, double height, double slack, shown *s) {
    const tr_vec under = tr_vec_scale(sight->camera, 1 / sight->distance);
    const double from = angle_between(c->middle, under);
    const double horizon = acos(1 / sight->distance) + acos(1 / (1 + sight->highest + height));
    const double radius = (1 + height) * 2 * sin(fmin(c->angle, 3) / 2) + slack;
    if (from - c->angle > horizon || !in_picture(sight, tr_vec_scale(c->middle, 1 + height), radius))
        return;
    s->most = fmax(s->most, tr_near_level(sight, fmax(from - c->angle, 0)));
    s->least = fmin(s->least, tr_near_level(sight, fmin(from + c->angle, fmin(horizon, sight->farthest))));
}

static tr_vec turn_east(tr_vec d, double angle) {
    const double c = cos(angle), s = sin(angle);
    return (tr_vec){c * d.x + s * d.z, d.y, c * d.z - s * d.x};
}

// The levels that pixels show of a tile: those of its ground, or of its clouds, which are visible themselves
// and cast shadows.
static shown shown_of(const tr_near_sight *sight, const tr_near_tile *tile) {
    shown s = {-INFINITY, INFINITY};
    cap c = cap_of(tile);
    if (tile->set == TR_NEAR_GROUND) {
        show(sight, &c, 0, sight->highest, &s);
        return s;
    }
    c.middle = turn_east(c.middle, sight->cloud_turn_rad);
    show(sight, &c, sight->cloud_height, 0, &s);
    const double level = tr_vec_dot(c.middle, sight->sun), way = sight->cloud_height / fmax(level, 0.15);
    const tr_vec towards = tr_vec_subtract(sight->sun, tr_vec_scale(c.middle, level));
    c.middle = tr_vec_normalize(tr_vec_subtract(c.middle, tr_vec_scale(towards, way)));
    show(sight, &c, 0, 0.2 * way, &s);
    return s;
}

typedef struct choice {
    const tr_near_sight *sight;
    tr_near_tile *tiles;
    int capacity, count;
} choice;

// A pixel shows levels that differ by less than this from its own. In the middle half between two levels it
// mixes both.
static const double near_mixed = 0.75;

double tr_near_map_footprint(const tr_near_sight *sight) {
    return 2.0 / TR_NEAR_TILE * exp2(-(sight->map_level + near_mixed + sight->coarser));
}

static void choose(choice *c, const tr_near_tile *tile) {
    const shown s = shown_of(c->sight, tile);
    const double finest = c->sight->finest;
    if (s.most < s.least || s.most <= c->sight->map_level + 1 - near_mixed)
        return;
    if (tile->level > c->sight->map_level && tile->level > fmin(s.least, finest) - near_mixed) {
        if (c->count < c->capacity)
            c->tiles[c->count] = *tile;
        c->count++;
    }
    for (int i = 0; i < 4 && tile->level + 1 < fmin(s.most, finest) + near_mixed; i++)
        choose(c, &(tr_near_tile){tile->set, tile->face, tile->level + 1, 2 * tile->x + (i & 1),
                                  2 * tile->y + (i >> 1)});
}

int tr_near_choose(const tr_near_sight *sight, tr_near_tile *tiles, int capacity) {
    choice c = {sight, tiles, capacity, 0};
    for (int set = TR_NEAR_GROUND; set <= (sight->clouds ? TR_NEAR_CLOUDS : TR_NEAR_GROUND); set++)
        for (int face = 0; face < 6; face++)
            choose(&c, &(tr_near_tile){(tr_near_set)set, face, 0, 0, 0});
    return c.count;
}

// ---- order -------------------------------------------------------------------------------------------

typedef struct ranked {
    double rank;
    tr_near_tile tile;
} ranked;

static int compare(const void *left, const void *right) {
    const ranked *a = left, *b = right;
    return (a->rank > b->rank) - (a->rank < b->rank);
}

tr_status tr_near_sort(tr_near_tile *tiles, int count, tr_vec focus, tr_error *error) {
    ranked *list = tr_allocate((size_t)count + 1, sizeof *list);
    if (!list)
        return tr_fail(error, TR_NO_MEMORY, "no memory for tiles of near ground");
    for (int i = 0; i < count; i++) {
        const cap c = cap_of(&tiles[i]);
        // The caps of a tile's quarters reach less far than its own.
        list[i] = (ranked){angle_between(c.middle, focus) - 2 * c.angle, tiles[i]};
    }
    qsort(list, (size_t)count, sizeof *list, compare);
    for (int i = 0; i < count; i++)
        tiles[i] = list[i].tile;
    tr_free(list);
    return TR_OK;
}
