#include "fields/private/own_biome.h"
#include "fields/private/own_join.h"
#include "fields/private/own_sketch.h"

#include "base/hash.h"
#include "base/maths.h"
#include "base/memory.h"
#include "fields/own_kinds.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// ---- reading -----------------------------------------------------------------------------------

// A map and the file that it names.
typedef struct source {
    const tr_recipe *recipe;
    const tr_own_map *map;
    const tr_shared_file *file;
} source;

static tr_image_use use_of(const tr_own_map *map) {
    switch (tr_own_kind_of(map->name)) {
    case TR_OWN_COLOUR:
    case TR_OWN_EMISSION:
        return TR_IMAGE_COLOUR;
    case TR_OWN_LAND:
    case TR_OWN_BIOME:
        return TR_IMAGE_MASK;
    default:
        return TR_IMAGE_NUMBERS;
    }
}

static tr_image_spread spread_of(const tr_own_map *map) {
    return tr_file_part_count(map->file) > 1 ? TR_IMAGE_FACES
           : map->projection == TR_OWN_EQUIRECT
               ? TR_IMAGE_EQUIRECT
               : (tr_image_spread)(TR_IMAGE_ROW + (int)map->projection - TR_OWN_CUBE_ROW);
}

static bool has_region(const tr_own_map *map) { return map->region_deg[0] != map->region_deg[2]; }

static size_t planes_of(const tr_own_map *map) {
    return use_of(map) == TR_IMAGE_COLOUR              ? TR_IMAGE_MAX_PLANES
           : tr_own_kind_of(map->name) == TR_OWN_BIOME ? 5 // with those that own_biome_read adds
                                                       : 1;
}

// All maps of a recipe together may have so many texels: 2^28 take 0.7 GB with their levels.
static size_t most_texels(const tr_recipe *recipe) {
    size_t planes = 0, most = (size_t)1 << 28;
    for (int i = 0; i < recipe->map_count; i++)
        planes += planes_of(&recipe->maps[i]);
    const size_t width = recipe->map_width > 0 ? (size_t)recipe->map_width : TR_IMAGE_MAX_SIDE;
    const size_t each = most / (planes ? planes : 1), whole = width * width / 2;
    return each < whole ? each : whole;
}

static tr_image_request request_of(const source *s) {
    tr_image_request request = {.spread = spread_of(s->map),
                                .use = use_of(s->map),
                                .channel = (tr_image_channel)s->map->channel,
                                .fills_ponds = tr_own_kind_of(s->map->name) == TR_OWN_HEIGHT,
                                .has_region = has_region(s->map),
                                .west_deg = s->map->west_deg,
                                .most_texels = most_texels(s->recipe)};
    memcpy(request.region_deg, s->map->region_deg, sizeof request.region_deg);
    for (int i = 0; i < s->file->part_count; i++) {
        const tr_file_part *part = &s->file->parts[i];
        request.faces[i] = (tr_image_source){part->path, part->bytes, (size_t)part->info.bytes};
    }
    request.source = request.faces[0];
    return request;
}

static tr_status fail(const source *s, const char *key, const char *message, tr_error *error) {
    return tr_recipe_fail(error, "maps", s->map->name, key, "'%s': %s", s->map->file, message);
}

// Says how to read a picture that is no map of the whole globe.
static tr_status fail_shape(const source *s, const tr_image_facts *facts, const char *message,
                            tr_error *error) {
    const int w = facts->width, h = facts->height;
    const char *cube = w == 6 * h       ? "cube-row"
                       : h == 6 * w     ? "cube-column"
                       : 3 * w == 4 * h ? "cube-cross"
                       : 2 * w == 3 * h ? "cube-grid"
                                        : NULL;
    char other[TR_NAME_BYTES + 128] = "";
    if (cube)
        snprintf(other, sizeof other, "; or say that it shows the faces of a cube: maps.%s.projection=%s",
                 s->map->name, cube);
    else if (w == h)
        snprintf(
            other, sizeof other,
            "; or, if it is one of the six faces of a cube, write {face} in place of px, nx, … in its name");
    return tr_recipe_fail(error, "maps", s->map->name, "file",
                          "'%s': %s: give it that shape, or say which part of the globe it shows, in degrees: "
                          "maps.%s.region_deg=[west,south,east,north]%s",
                          s->map->file, message, s->map->name, other);
}

// Reads what the request asks for and checks its shape.
static tr_status read_images(const source *s, const tr_image_request *request, own_images *out,
                             tr_error *error) {
    tr_error inner = {0};
    tr_status status = tr_image_read(request, out->images, &out->facts, &inner);
    if (status == TR_OK && tr_image_check_shape(request, &out->facts, &inner) != TR_OK)
        return fail_shape(s, &out->facts, inner.message, error);
    if (status == TR_OK && !tr_shared_file_unchanged(s->file))
        return fail(s, "file", "the file changes while it is read", error);
    if (status == TR_BAD_INPUT)
        return fail(s, "file", inner.message, error);
    return status == TR_OK ? status : tr_fail(error, status, "%s", inner.message);
}

// ---- roughness ---------------------------------------------------------------------------------

enum { rough_side = 4 }; // texels of the image along a texel of its roughness

// A texel bends by half of what its neighbours differ from it: twice that. Those of a flat sea, and next to it,
// do not count: a coast is a step, and not rough. sea: the code of a flat sea, or -1.
static bool bend(const uint16_t *code, size_t step, int sea, int64_t *out) {
    const int before = *(code - step), here = *code, after = code[step];
    *out = before + after - 2 * here;
    return before != sea && here != sea && after != sea;
}

// The root mean square of the bends, in codes: independent of slopes.
static inline double roughness_at(const tr_image_level *level, int column, int row, int sea) {
    int64_t sum = 0, across, down;
    int count = 0;
    for (int y = row * rough_side; y < (row + 1) * rough_side && y < level->height; y++)
        for (int x = column * rough_side; x < (column + 1) * rough_side && x < level->width; x++) {
            const uint16_t *code = level->codes + (size_t)y * level->stride + x;
            if (bend(code, 1, sea, &across) && bend(code, level->stride, sea, &down))
                sum += across * across + down * down, count++;
        }
    return count > 0 ? sqrt((double)sum / 8 / count) : 0;
}

// Whether the lowest value is a sea.
static bool is_flat(const tr_image_facts *facts) { return facts->flat >= 0.05; }

// Tells an image with a flat sea where its coast is: a quarter of a step of the file above the sea, because
// smoothing moves codes by up to half a step. The lowest land of a file of 8 bits is half sea, because such
// files often have a fringe of it round their coasts.
static void mark_sea(own_images *images) {
    const float of_step = 0.15f;
    tr_image *image = &images->images[0];
    const own_scale codes = {.white = 1 / image->step, .flat_sea = true};
    const float quarter = own_flat_step(&codes, images);
    image->sea = (uint16_t)((images->facts.lowest - image->low) / image->step + 0.5 + (double)quarter);
    image->rise = of_step / (4 * quarter);
}

typedef struct rough_job {
    const tr_image_level *level;
    const tr_image *rough;
    int sea;
    double *sums; // of the rows of `rough`, and how many of their texels are not 0
    int *counts;
} rough_job;

static void measure_row(void *context, int row, int worker) {
    const rough_job *j = context;
    (void)worker;
    for (int column = 0; column < j->rough->levels[0].width; column++) {
        const double codes = j->sea < 0 ? roughness_at(j->level, column, row, -1) // much faster
                                        : roughness_at(j->level, column, row, j->sea);
        tr_image_row(j->rough, row)[column] = (uint16_t)(codes + 0.5);
        j->sums[row] += codes, j->counts[row] += codes > 0;
    }
}

static tr_status measure_rows(const rough_job *j, const tr_prepare_context *m, double *mean, tr_error *error) {
    const int rows = j->rough->levels[0].height;
    const tr_status status =
        tr_pool_run_watched(m->pool, rows, measure_row, (void *)(uintptr_t)j, m->watch, error);
    double sum = 0, count = 0;
    for (int row = 0; row < rows; row++)
        sum += j->sums[row], count += j->counts[row];
    *mean = count > 0 ? sum / count : 0;
    return status;
}

static tr_status measure_roughness(own_images *out, const tr_prepare_context *m, tr_error *error) {
    const tr_image *image = &out->images[0];
    tr_image *rough = &out->images[OWN_ROUGHNESS];
    const tr_image_level *level = &image->levels[0];
    const tr_image_shape shape = {.width = (level->width + rough_side - 1) / rough_side,
                                  .height = (level->height + rough_side - 1) / rough_side,
                                  .west = image->west,
                                  .south = image->south,
                                  .east = image->east,
                                  .north = image->north,
                                  .step = image->step};
    rough_job j = {.level = level, .rough = rough, .sea = -1};
    if (image->step > 0 && is_flat(&out->facts))
        j.sea = (int)((out->facts.lowest - image->low) / image->step + 0.5);
    tr_status status = tr_image_create(&shape, rough, error);
    if (status != TR_OK)
        return status;
    double mean = 0;
    j.sums = tr_calloc((size_t)shape.height, sizeof *j.sums);
    j.counts = tr_calloc((size_t)shape.height, sizeof *j.counts);
    status = j.sums && j.counts ? measure_rows(&j, m, &mean, error)
                                : tr_fail(error, TR_NO_MEMORY, "no memory for the roughness of a map");
    tr_free(j.sums);
    tr_free(j.counts);
    out->roughness = image->step * mean;
    return status == TR_OK ? tr_image_complete(rough, m->pool, m->watch, error) : status;
}

enum { coarse_width = 1024 }; // of the level by which an image is measured

// ---- land --------------------------------------------------------------------------------------

static tr_status read_legend(const source *s, const tr_image_request *request, own_images *out,
                             tr_error *error) {
    tr_error inner = {0};
    const bool land = tr_own_kind_of(s->map->name) == TR_OWN_LAND;
    const tr_status status = (land ? own_sketch_read : own_biome_read)(request, s->recipe, out, &inner);
    return status == TR_BAD_INPUT ? fail(s, "file", inner.message, error)
           : status == TR_OK      ? status
                                  : tr_fail(error, status, "%s", inner.message);
}

// How many texels of a coarse level are near the darkest of its numbers, near the lightest, and neither.
typedef struct greys {
    double dark, light, between;
} greys;

static greys count_greys(const tr_image *image, const tr_image_facts *facts) {
    int l = 0;
    while (l + 1 < image->level_count && image->levels[l].width > coarse_width)
        l++;
    const tr_image_level *level = &image->levels[l];
    const double span = facts->highest - facts->lowest;
    greys g = {0};
    for (int y = 0; y < level->height; y++)
        for (int x = 0; x < level->width; x++) {
            const size_t at = (size_t)y * level->stride + (size_t)x;
            const double number = image->low + image->step * level->codes[at] - facts->lowest;
            if (level->coverage && level->coverage[at] < 128)
                continue;
            number<0.1 * span ? g.dark++ : number> 0.9 * span ? g.light++ : g.between++;
        }
    return g;
}

// ---- the solution ------------------------------------------------------------------------------

// Raw numbers have no header: the map says what they are, or the length of the file does.
static tr_status describe_raw(const source *s, tr_image_request *request, tr_error *error) {
    tr_own_raw raw = s->map->raw;
    double size[2] = {s->map->raw_size[0], s->map->raw_size[1]};
    if (raw == TR_OWN_RAW_GUESSED && !tr_own_is_raw(s->file->path ? s->file->path : s->file->name) &&
        !tr_own_is_raw(s->map->file))
        return TR_OK;
    tr_own_raw_guess(s->map->file, s->file->parts[0].info.bytes, &raw, size);
    request->raw = (tr_raw_format)raw;
    request->raw_width = (int)size[0], request->raw_height = (int)size[1];
    if (request->raw_width > 0 && request->raw_height > 0)
        return TR_OK;
    if (s->map->raw != TR_OWN_RAW_GUESSED && !tr_own_is_raw(s->map->file))
        return fail(s, "raw",
                    "its length is not that of numbers without a header; leave raw out for a PNG, TIFF or "
                    "another picture",
                    error);
    char message[2 * TR_NAME_BYTES + 192];
    snprintf(message, sizeof message,
             "its length is not that of a map twice as wide as high%s; give its width and height in texels, as "
             "maps.%s.raw_size=[2048,1024], and its numbers, as maps.%s.raw=u16",
             s->file->part_count > 1 ? ", or of a square face" : "", s->map->name, s->map->name);
    return fail(s, "raw_size", message, error);
}

static tr_status solve(const tr_problem *problem, const tr_prepare_context *m, void *solution,
                       tr_error *error) {
    const source *s = problem->from;
    own_images *out = solution;
    const tr_own_kind kind = tr_own_kind_of(s->map->name);
    tr_image_request request = request_of(s);
    request.pool = m->pool, request.watch = m->watch;
    if (request.spread == TR_IMAGE_FACES && s->map->projection != TR_OWN_EQUIRECT)
        return fail(s, "projection", "it has a file for each face; leave projection out", error);
    if (request.spread != TR_IMAGE_EQUIRECT && (has_region(s->map) || s->map->west_deg != -180))
        return fail(s, has_region(s->map) ? "region_deg" : "west_deg",
                    "six faces of a cube show the whole globe; leave region_deg and west_deg out", error);
    if (!tr_shared_file_unchanged(s->file))
        return fail(s, "file", "the file has changed since it was opened", error);
    tr_status status = describe_raw(s, &request, error);
    if (status == TR_OK)
        status = read_images(s, &request, out, error);
    if (status == TR_OK && kind == TR_OWN_LAND && out->facts.highest <= out->facts.lowest &&
        !out->facts.coloured && out->facts.channels % 2 == 0 && s->map->channel == TR_OWN_GREY) {
        request.channel = TR_IMAGE_ALPHA; // land of one grey, and a transparent sea
        tr_image_clear(&out->images[0]);
        status = read_images(s, &request, out, error);
    }
    const bool sketch = kind == TR_OWN_LAND && out->facts.coloured && s->map->channel == TR_OWN_GREY;
    if (status == TR_OK && (sketch || kind == TR_OWN_BIOME))
        status = read_legend(s, &request, out, error);
    if (status == TR_OK && (kind == TR_OWN_HEIGHT || kind == TR_OWN_LAND) &&
        out->facts.highest <= out->facts.lowest)
        return fail(
            s, "file",
            "all its texels have the same value, so it shows nothing: give another picture or another channel",
            error);
    if (status == TR_OK && (kind == TR_OWN_LAND || kind == TR_OWN_HEIGHT)) {
        const greys g = count_greys(&out->images[0], &out->facts);
        const double grey = g.between / (g.dark + g.light + g.between);
        const bool edges = g.between <= g.dark && g.between <= g.light; // of areas
        out->grey = edges ? 0 : grey;
        out->mask = edges && grey < 0.1;
    }
    if (status == TR_OK && (kind == TR_OWN_LAND || kind == TR_OWN_BIOME))
        own_coast_measure(out);
    if (status == TR_OK && kind == TR_OWN_HEIGHT && is_flat(&out->facts)) // which is not all of it
        mark_sea(out);
    if (status == TR_OK && request.use != TR_IMAGE_COLOUR)
        status = measure_roughness(out, m, error);
    return status;
}

static void clear(void *solution) {
    own_images *images = solution;
    for (int i = 0; i < OWN_PLANES; i++)
        tr_image_clear(&images->images[i]);
}

tr_status own_map_obtain(const tr_prepare_context *m, int index, tr_solution **solution) {
    static const tr_kind kind = {.name = "own map"};
    static const tr_solver solver = {sizeof(own_images), NULL, 0, solve, clear};
    tr_own_map map = m->recipe->maps[index];
    const source s = {m->recipe, &map, tr_recipe_file(m->recipe, map.file)};
    if (!s.file)
        return fail(
            &s, "file",
            "the recipe was read without this file; open it from its folder, or pass the file's bytes to "
            "tr_recipe_set_image()",
            m->error);
    uint64_t h = tr_hash_text(tr_hash_text(0, s.file->sha256), map.name);
    h = tr_hash_numbers(tr_hash_numbers(h, &map.west_deg, 1), map.region_deg, 4);
    h = tr_hash_pair(tr_hash_pair(h, (uint64_t)map.channel), (uint64_t)map.projection);
    for (int i = 0; i < m->recipe->legend_count; i++) {
        const tr_legend_entry *e = &m->recipe->legend[i];
        h = tr_hash_pair(h, (uint64_t)e->srgb[0] << 24 | (uint64_t)e->srgb[1] << 16 |
                                (uint64_t)e->srgb[2] << 8 | (uint64_t)e->means);
    }
    h = tr_hash_pair(h, most_texels(m->recipe));
    h = tr_hash_numbers(tr_hash_pair(h, (uint64_t)map.raw), map.raw_size, 2);
    const tr_problem problem = {
        .kind = &kind, .element = &map, .home = tr_hash_text(1, map.name), .from = &s, .from_key = h};
    return tr_solution_obtain(m, &solver, &problem, solution);
}

// ---- cost ----------------------------------------------------------------------------------------

tr_cost tr_own_map_cost(const tr_recipe *recipe, int index) {
    const tr_own_map *map = &recipe->maps[index];
    const source s = {recipe, map, tr_recipe_file(recipe, map->file)};
    tr_cost cost = {0};
    tr_image_facts facts;
    if (!s.file || map->strength <= 0)
        return cost;
    tr_image_request request = request_of(&s);
    if (describe_raw(&s, &request, NULL) != TR_OK ||
        tr_image_measure(&request, &facts, NULL) != TR_OK) // whoever reads it says why
        return cost;
    const double given = (double)facts.width * facts.height * s.file->part_count;
    const bool cube = request.spread != TR_IMAGE_EQUIRECT;
    const bool whole = strcmp(facts.format, "JPG") == 0 || strcmp(facts.format, "TGA") == 0;
    const double texels = (cube ? 8.0 / 6 : 1) * given / facts.factor / facts.factor;
    const double levels = 4.0 / 3, code = 2, coverage = facts.channels % 2 == 0 || facts.has_numbers;
    cost.kept = levels * texels * ((double)planes_of(map) * code + coverage + code / 16);
    cost.making =
        (whole ? 4.0 * facts.channels * given : 0) + (cube ? levels * code * given : 0) + 60.0 * facts.width;
    cost.operations = 60 * given + 60 * texels;
    if (tr_own_kind_of(map->name) == TR_OWN_BIOME) // grow() in own_biome.c
        cost.making += texels, cost.operations += 150 * texels;
    if (tr_own_kind_of(map->name) == TR_OWN_HEIGHT) {
        const bool own = facts.has_region && map->region_deg[0] == map->region_deg[2];
        own_join_cost(own ? facts.region_deg : map->region_deg, &cost);
    }
    return cost;
}

tr_status tr_own_map_range(const tr_recipe *recipe, int index, const tr_watch *watch, double range_m[2],
                           tr_error *error) {
    const tr_own_map *map = &recipe->maps[index];
    tr_shared_file *file = tr_recipe_file(recipe, map->file);
    const source s = {recipe, map, file};
    tr_image_facts facts;
    range_m[0] = map->range_m[0], range_m[1] = map->range_m[1];
    if (map->range_m[0] != map->range_m[1] || !file)
        return TR_OK;
    tr_image_request request = request_of(&s);
    request.watch = watch;
    if (describe_raw(&s, &request, NULL) != TR_OK) // whoever reads it says why
        return TR_OK;
    const double size[] = {request.raw_width, request.raw_height};
    const uint64_t key =
        tr_hash_numbers(tr_hash_pair((uint64_t)request.channel, (uint64_t)request.raw), size, 2);
    if (tr_shared_file_recall(file, key, range_m))
        return TR_OK;
    tr_error inner = {0};
    const tr_status status = tr_image_range(&request, &facts, &inner);
    if (status == TR_OK && facts.has_numbers)
        range_m[0] = facts.least, range_m[1] = facts.most;
    if (status == TR_OK)
        tr_shared_file_note(file, key, range_m);
    return status == TR_OK || status == TR_BAD_INPUT ? TR_OK : tr_fail(error, status, "%s", inner.message);
}

int own_map_channel(const tr_recipe *recipe, const tr_layer *layer) {
    const char *names[TR_MAX_CHANNELS];
    int channel = tr_recipe_channels(recipe, names) - 1;
    while (channel > 0 && strcmp(names[channel], layer->into) != 0)
        channel--;
    return channel;
}

// ---- small pictures ------------------------------------------------------------------------------

static void paint_small(const tr_image images[TR_IMAGE_MAX_PLANES], const tr_image_facts *facts, int width,
                        int height, size_t stride, uint8_t *rgba) {
    int l = 0; // the coarsest level that is as wide as the picture
    while (l + 1 < images[0].level_count && images[0].levels[l + 1].width >= width)
        l++;
    const double span = facts->highest - facts->lowest;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            for (int plane = 0; plane < TR_IMAGE_MAX_PLANES; plane++) {
                const tr_image_level *level = &images[plane].levels[l];
                const int row = (2 * y + 1) * level->height / (2 * height),
                          column = (2 * x + 1) * level->width / (2 * width);
                const double value =
                    images[plane].low +
                    images[plane].step * level->codes[(size_t)row * level->stride + (size_t)column];
                const double part = span > 0 ? (value - facts->lowest) / span : 0;
                uint8_t *out = rgba + (size_t)y * stride + 4 * (size_t)x;
                const double shown = facts->has_numbers ? part : sqrt(value > 0 ? value : 0); // about sRGB
                out[plane] = (uint8_t)(255 * (shown < 0 ? 0 : shown < 1 ? shown : 1) + 0.5);
                out[3] = 255;
            }
}

tr_status tr_own_map_picture(const tr_recipe *recipe, int index, int width, int height, size_t stride,
                             const tr_watch *watch, uint8_t *rgba, tr_error *error) {
    const source s = {recipe, &recipe->maps[index], tr_recipe_file(recipe, recipe->maps[index].file)};
    tr_image images[TR_IMAGE_MAX_PLANES] = {0};
    tr_image_facts facts;
    if (!s.file)
        return fail(&s, "file", "the file is missing", error);
    tr_image_request request = request_of(&s);
    request.watch = watch;
    request.use = TR_IMAGE_COLOUR, request.spread = TR_IMAGE_EQUIRECT; // of cubes, the faces
    request.has_region = true, request.most_texels = (size_t)64 * (size_t)width * (size_t)height;
    static const double anywhere[4] = {-180, -90, 180, 90};
    memcpy(request.region_deg, anywhere, sizeof anywhere);
    tr_status status = describe_raw(&s, &request, error);
    if (status == TR_OK)
        status = tr_image_read(&request, images, &facts, error);
    if (status == TR_OK)
        paint_small(images, &facts, width, height, stride, rgba);
    for (int i = 0; i < TR_IMAGE_MAX_PLANES; i++)
        tr_image_clear(&images[i]);
    return status;
}

int own_map_find(const tr_recipe *recipe, const char *name) {
    const tr_own_map *map = tr_recipe_own_map(recipe, name);
    return map ? (int)(map - recipe->maps) : -1;
}

double own_image_side(const tr_image *image) {
    return image->wraps && image->north_pole && image->south_pole
               ? 0
               : fmin(image->east - image->west, image->north - image->south);
}

static bool has_terrain(const tr_recipe *recipe) {
    int i = 0;
    while (i < recipe->layer_count && strcmp(recipe->layers[i].kind->name, "terrain") != 0)
        i++;
    return i < recipe->layer_count;
}

bool own_map_is_loose(const tr_recipe *recipe, const tr_own_map *map) {
    const int heights = own_map_find(recipe, tr_own_kind_names[TR_OWN_HEIGHT]);
    return has_terrain(recipe) && map->strength < 1 && tr_own_kind_of(map->name) == TR_OWN_LAND &&
           (heights < 0 || recipe->maps[heights].strength <= 0);
}

double own_map_layer_strength(const tr_recipe *recipe, const tr_own_map *map) {
    const bool twice = tr_own_kind_of(map->name) == TR_OWN_HEIGHT && has_terrain(recipe);
    return twice ? 1 - sqrt(1 - map->strength) : map->strength;
}

double own_map_solver_strength(const tr_own_map *map) {
    const bool heights = tr_own_kind_of(map->name) == TR_OWN_HEIGHT;
    return heights ? 1 - sqrt(sqrt(sqrt(1 - map->strength))) : map->strength;
}

// ---- what the numbers mean ---------------------------------------------------------------------

enum { histogram_bins = 4096 };

// The number that a fraction of the image's area exceeds, by a coarse level.
static double find_quantile(const tr_image *image, double lowest, double highest, double fraction) {
    int l = 0;
    while (l + 1 < image->level_count && image->levels[l].width > coarse_width)
        l++;
    const tr_image_level *level = &image->levels[l];
    double area[histogram_bins] = {0}, sum = 0, above = 0;
    for (int y = 0; y < level->height; y++) {
        const double latitude = image->north - (image->north - image->south) * (y + 0.5) / level->height;
        double sine, weight;
        tr_sincos(latitude, &sine, &weight);
        for (int x = 0; x < level->width; x++) {
            const size_t at = (size_t)y * level->stride + (size_t)x;
            if (level->coverage && level->coverage[at] < 128)
                continue;
            const double place = (image->low + image->step * level->codes[at] - lowest) / (highest - lowest);
            const int bin = (int)(place * (histogram_bins - 1) + 0.5);
            area[bin < 0 ? 0 : bin < histogram_bins ? bin : histogram_bins - 1] += weight;
            sum += weight;
        }
    }
    int bin = histogram_bins - 1;
    while (bin > 0 && above + area[bin] < fraction * sum)
        above += area[bin--];
    return lowest + (highest - lowest) * bin / (histogram_bins - 1);
}

// Heights for which the user gives no metres. With a sea its level is known, and the highest ground is as high
// as the highest mountains of the Earth, within the limits of the planet's height map; without one, relief is a
// hundredth of the radius, as on Mars and the Moon.
static own_scale scale_of_heights(const tr_recipe *recipe, const tr_own_map *map, const own_images *images) {
    const tr_image_facts *facts = &images->facts;
    const double part_below = 0.4, most_m = recipe->height_max_m, least_m = recipe->height_min_m;
    const double highest_m = most_m > 0 ? fmin(8800, most_m) : 8800;
    const double deepest_m = least_m < 0 ? fmin(11000, -least_m) : 11000;
    const double relief_m = 0.01 * 1000 * recipe->radius_km;
    const double land = tr_recipe_asked_land(recipe), span = facts->highest - facts->lowest;
    double sea = facts->lowest + part_below * span, metres = span > 0 ? relief_m / span : 0;
    if (map->sea_percent >= 0)
        sea = map->sea_percent / 100;
    else if (is_flat(facts))
        sea = facts->lowest;
    else if (recipe->sea && span > 0)
        sea = find_quantile(&images->images[0], facts->lowest, facts->highest, land >= 0 ? land : 0.3);
    if ((recipe->sea || map->sea_percent >= 0 || is_flat(facts)) && facts->highest > sea)
        metres = highest_m / (facts->highest - sea);
    if (facts->lowest < sea && metres * (sea - facts->lowest) > deepest_m)
        metres = deepest_m / (sea - facts->lowest);
    return (own_scale){.black = -sea * metres,
                       .white = (1 - sea) * metres,
                       .flat_sea = is_flat(facts) && sea <= facts->lowest};
}

bool own_has_metres(const tr_image_facts *facts) {
    return facts->has_numbers && !(facts->least >= 0 && facts->most <= 1 && facts->least < facts->most);
}

// Greys lie between black and white; of other numbers the least is black, and the most is white.
static own_scale scale_of_range(const double range[2], const tr_image_facts *facts) {
    if (!own_has_metres(facts) || facts->least >= facts->most)
        return (own_scale){.black = range[0], .white = range[1]};
    const double times = (range[1] - range[0]) / (facts->most - facts->least);
    const double black = range[0] - times * facts->least;
    return (own_scale){.black = black, .white = black + times, .least = facts->least, .most = facts->most};
}

own_scale own_map_scale(const tr_recipe *recipe, const tr_own_map *map, const own_images *images) {
    const tr_own_kind kind = tr_own_kind_of(map->name);
    const double *given = kind == TR_OWN_HEIGHT ? map->range_m : map->range;
    const bool has_range = kind != TR_OWN_BIOME && given[0] != given[1], numbers = images->facts.has_numbers;
    own_scale scale = {.black = 0, .white = 1};
    if (kind == TR_OWN_HEIGHT && !has_range && !own_has_metres(&images->facts))
        return scale_of_heights(recipe, map, images);
    if (kind == TR_OWN_TEMPERATURE && !numbers)
        scale = (own_scale){.black = -40, .white = 40};
    const double span = images->facts.highest - images->facts.lowest;
    if (kind == TR_OWN_LAND && span > 0) // the darker of two greys is the sea
        scale = (own_scale){.black = -images->facts.lowest / span, .white = (1 - images->facts.lowest) / span};
    if (has_range && kind == TR_OWN_HEIGHT)
        scale = scale_of_range(given, &images->facts);
    else if (has_range)
        scale = (own_scale){.black = given[0], .white = given[1]};
    const double lowest = scale.black + (scale.white - scale.black) * images->facts.lowest;
    scale.flat_sea = kind == TR_OWN_HEIGHT && is_flat(&images->facts) && lowest > -100 && lowest <= 0;
    return scale;
}

float own_flat_step(const own_scale *scale, const own_images *images) {
    const int bits = images->facts.has_numbers ? 16 : tr_min(images->facts.bits, 16);
    const double quarter = images->images[0].step * (65535 / ((1 << bits) - 1)) / 4; // of a step of the file
    return (float)(fabs(scale->white - scale->black) * quarter);
}

float own_flat_coast(const own_scale *scale, const own_images *images) {
    const double sea = scale->black + (scale->white - scale->black) * images->facts.lowest;
    return (float)sea + own_flat_step(scale, images);
}

tr_status tr_own_map_ranks(const tr_prepare_context *m, int map, tr_curve *ranks) {
    enum { steps = 12 };
    tr_solution *solution;
    const tr_status status = own_map_obtain(m, map, &solution);
    *ranks = (tr_curve){0};
    if (status != TR_OK)
        return status;
    const own_images *images = own_images_of(solution);
    const own_scale scale = own_map_scale(m->recipe, &m->recipe->maps[map], images);
    const double times = scale.white - scale.black, low = images->facts.lowest, high = images->facts.highest;
    double first = 0;                  // rank at which the last point began
    for (int i = 0; i <= steps; i++) { // more area lies above lower numbers
        const double below = (double)i / steps;
        const double number = find_quantile(&images->images[0], low, high, 1 - below);
        const double metres = scale.black + times * number, rank = 2 * below - 1;
        double *last = ranks->count ? ranks->points[ranks->count - 1] : NULL;
        if (last && metres <= last[0])
            last[1] = (first + rank) / 2; // a flat sea
        else
            first = rank, ranks->points[ranks->count][0] = metres, ranks->points[ranks->count++][1] = rank;
    }
    tr_solution_release(solution);
    return TR_OK;
}

tr_status tr_own_map_is_part(const tr_prepare_context *m, int map, bool *part) {
    tr_solution *solution;
    const tr_status status = own_map_obtain(m, map, &solution);
    *part = status == TR_OK && own_image_side(&own_images_of(solution)->images[0]) > 0;
    if (status == TR_OK)
        tr_solution_release(solution);
    return status;
}
