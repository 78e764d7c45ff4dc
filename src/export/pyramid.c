#include "export/private/pyramid.h"

#include "export/target.h"
#include "noise/maths/trig.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

tr_status tr_pyramid_of(const tr_export_job *job, tr_pyramid *p, tr_error *error) {
    *p = (tr_pyramid){
        .cube = job->layout == TR_LAYOUT_TILES, .tile = job->tiles.size, .border = job->tiles.border};
    const tr_tiles *t = &job->tiles;
    if ((t->shards != 0 || t->shard != 0) && (t->shard < 1 || t->shard > t->shards))
        return tr_fail(error, TR_BAD_USAGE, "there is no shard %d of %d", t->shard, t->shards);
    if (!(fabs(t->region.latitude_deg) <= 90) || !(fabs(t->region.longitude_deg) <= 360) ||
        !(t->region.radius_deg >= 0 && t->region.radius_deg <= 180))
        return tr_fail(error, TR_BAD_USAGE, "a region is a latitude, a longitude and a radius in degrees");
    if (p->tile != 256 && p->tile != 512)
        return tr_fail(error, TR_BAD_USAGE, "tiles have 256 or 512 texels along a side, not %d", p->tile);
    if (p->border < 0 || p->border > 1 || (p->border && !p->cube))
        return tr_fail(error, TR_BAD_USAGE,
                       "tiles of a cube have a border of 0 or 1 texels, and tiles of a map have none");
    const int root = p->cube ? 4 * p->tile : 2 * p->tile; // the width of level 0
    while (p->levels < 20 && (int64_t)root << p->levels <= job->width)
        p->levels++;
    if (p->levels == 0 || job->width > TR_MAX_WIDTH || root << (p->levels - 1) != job->width)
        return tr_fail(error, TR_BAD_USAGE, "a pyramid of tiles is %d, %d, %d … %d columns wide, not %d", root,
                       2 * root, 4 * root, TR_MAX_WIDTH, job->width);
    return TR_OK;
}

int tr_pyramid_count(const tr_pyramid *p, int level) { return (p->cube ? 6 : 2) << 2 * level; }

tr_tile tr_pyramid_tile(const tr_pyramid *p, int level, int index) {
    const int columns = (p->cube ? 1 : 2) << level, face = columns << level;
    return (tr_tile){level, index / face, index % face % columns, index % face / columns};
}

tr_patch tr_pyramid_patch(const tr_pyramid *p, tr_tile t) {
    const int size = p->tile + 2 * p->border;
    return (tr_patch){.projection = p->cube ? TR_CUBE : TR_EQUIRECT,
                      .face = t.face,
                      .resolution = (p->cube ? 1 : 2) * p->tile << t.level,
                      .x = t.x * p->tile - p->border,
                      .y = t.y * p->tile - p->border,
                      .width = size,
                      .height = size};
}

// ---- regions -------------------------------------------------------------------------------------

static double angle_between(const double a[3], const double b[3]) {
    const double cross[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
    return tr_atan2(sqrt(cross[0] * cross[0] + cross[1] * cross[1] + cross[2] * cross[2]),
                    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]);
}

// The bounding circle of a tile: round its middle, through the farthest of its corners and side midpoints.
bool tr_pyramid_in_region(const tr_pyramid *p, tr_tile tile, const tr_region *region) {
    const double degree = TR_PI / 180;
    if (region->radius_deg <= 0)
        return true;
    const tr_patch patch = tr_pyramid_patch(p, tile);
    double middle[3], place[3], radius = 0, around, up, s, c;
    tr_sincos(region->latitude_deg * degree, &up, &around);
    tr_sincos(region->longitude_deg * degree, &s, &c);
    const double there[3] = {around * c, up, -around * s};
    tr_patch_direction(&patch, patch.x + 0.5 * (patch.width - 1), patch.y + 0.5 * (patch.height - 1), middle);
    // Quick rejection: most tiles of a deep level are far away. Half the diagonal of a tile is √2 / 2^level on
    // a face, whose sides are 2 long, and π / √2 / 2^level on a map.
    const double distance = angle_between(middle, there), reach = region->radius_deg * degree;
    if (distance > reach + 2.5 / (double)(1 << tile.level))
        return false;
    for (int i = 0; i < 9; i++) {
        const int column = i % 3, row = i / 3;
        tr_patch_direction(&patch, patch.x - 0.5 + column * 0.5 * patch.width,
                           patch.y - 0.5 + row * 0.5 * patch.height, place);
        radius = fmax(radius, angle_between(middle, place));
    }
    return distance <= radius + reach;
}

// ---- names ---------------------------------------------------------------------------------------

static const char *const faces[] = {"pos_x", "neg_x", "pos_y", "neg_y", "pos_z", "neg_z"};

const char *tr_tile_face(int face) { return faces[face]; }

const char *tr_tile_usual(bool cube) {
    return cube ? "{stem}/{part}/{face}/{level}/{x}_{y}.{extension}"
                : "{stem}/{part}/{level}/{x}_{y}.{extension}";
}

// Puts words for the {keys} of a pattern; other keys stay.
static bool expand(const char *pattern, int count, const char *const keys[], const char *const words[],
                   char *name, size_t bytes) {
    size_t used = 0;
    while (*pattern) {
        const char *piece = pattern;
        size_t length = 1, taken = 1;
        for (int i = 0; i < count && *pattern == '{'; i++) {
            const size_t key = strlen(keys[i]);
            if (strncmp(pattern + 1, keys[i], key) == 0 && pattern[1 + key] == '}')
                piece = words[i], length = strlen(words[i]), taken = key + 2;
        }
        if (used + length >= bytes)
            return false;
        memcpy(name + used, piece, length);
        used += length;
        pattern += taken;
    }
    name[used] = '\0';
    return true;
}

bool tr_tile_pattern(const tr_export_job *job, int output, tr_file_format format,
                     char pattern[TR_TILE_PATTERN_BYTES]) {
    static const char *const keys[] = {"stem", "part", "extension"};
    const char *const words[] = {job->stem, tr_target_suffix(job->target, output),
                                 tr_file_format_extension(format)};
    const char *names =
        job->target && job->target->tiles ? job->target->tiles : tr_tile_usual(job->layout == TR_LAYOUT_TILES);
    return expand(names, 3, keys, words, pattern, TR_TILE_PATTERN_BYTES);
}

bool tr_tile_expand(const char *pattern, tr_tile tile, char *name, size_t bytes) {
    static const char *const keys[] = {"face", "level", "x", "y"};
    char level[16], x[16], y[16];
    const char *const words[] = {faces[tile.face], level, x, y};
    snprintf(level, sizeof level, "%d", tile.level);
    snprintf(x, sizeof x, "%d", tile.x);
    snprintf(y, sizeof y, "%d", tile.y);
    return expand(pattern, 4, keys, words, name, bytes);
}
