// The web page. Everything that does not depend on the view is computed here, as numbers or tables, with the
// code of src/render; web.js handles the camera, and draws with the renderer's shaders.
#include "export/private/targets.h"

#include "base/base64.h"
#include "base/decimals.h"
#include "base/embed.h"
#include "base/size.h"
#include "base/version.h"
#include "light/air_model.h"
#include "light/arches.h"
#include "light/blackbody.h"
#include "light/galaxy.h"
#include "light/grain.h"
#include "light/specular.h"
#include "light/stars.h"
#include "planet/mesh.h"
#include "png/png.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stb_image_write.h>
#include <stdio.h>
#include <string.h>

enum { height_columns = 1024 }; // of the heights, for the limb and the shadows of hills

// A page that is being written.
typedef struct page {
    tr_atomic_file *file;
    const tr_plan *plan;
    const tr_export_job *job; // of the plan
    const tr_surface *surface;
    tr_error *error;
} page;

static void put(const page *p, const char *text) { tr_atomic_write(p->file, text, strlen(text)); }

// Writes JSON inside a script, escaped so that it cannot end the script.
static void put_json(const page *p, const char *json) {
    for (const char *less; (less = strchr(json, '<')); json = less + 1) {
        tr_atomic_write(p->file, json, (size_t)(less - json));
        put(p, "\\u003c");
    }
    put(p, json);
}

// Writes HTML text, between tags or in the quotes of an attribute.
static void put_html(const page *p, const char *text) {
    static const char special[] = "<>&\"'";
    static const char *const names[] = {"&lt;", "&gt;", "&amp;", "&quot;", "&#39;"};
    for (const char *at; *text; text++) {
        if ((at = strchr(special, *text)))
            put(p, names[at - special]);
        else
            tr_atomic_write(p->file, text, 1);
    }
}

// Writes bytes as base64, piece by piece.
typedef struct letters {
    tr_atomic_file *file;
    uint8_t rest[3]; // bytes that are not four letters yet
    size_t count;
} letters;

// Begins a member of the object of bytes.
static letters begin_member(const page *p, const char *name) {
    put(p, name);
    put(p, ":\"");
    return (letters){.file = p->file};
}

static void write_letters(tr_atomic_file *file, const uint8_t *bytes, size_t count) {
    enum { piece = 3072 };
    char text[piece / 3 * 4];
    for (size_t some; count > 0; bytes += some, count -= some) {
        some = count < piece ? count : piece;
        tr_atomic_write(file, text, tr_base64_encode(TR_BASE64, bytes, some, text));
    }
}

static void put_letters(letters *out, const void *data, size_t bytes) {
    const uint8_t *from = data, *end = from + bytes;
    while (from < end) {
        if (out->count == 0 && end - from >= 3) {
            const size_t whole = (size_t)(end - from) / 3 * 3;
            write_letters(out->file, from, whole);
            from += whole;
            continue;
        }
        out->rest[out->count++] = *from++;
        if (out->count == 3) {
            write_letters(out->file, out->rest, 3);
            out->count = 0;
        }
    }
}

static void end_member(const page *p, letters *out) {
    write_letters(out->file, out->rest, out->count);
    put(p, "\",\n");
}

static void put_bytes(const page *p, const char *name, const void *data, size_t bytes) {
    letters out = begin_member(p, name);
    put_letters(&out, data, bytes);
    end_member(p, &out);
}

// ---- textures ------------------------------------------------------------------------------------

static void take_image(void *context, const void *data, size_t bytes) { put_letters(context, data, bytes); }

static tr_status put_images(const page *p) {
    tr_status status = TR_OK;
    for (int output = 0; output < TR_EXPORT_OUTPUTS && status == TR_OK; output++) {
        const tr_atomic_file *image = tr_plan_image(p->plan, output, 0);
        if (!image)
            continue;
        letters out = begin_member(p, tr_export_output_name(output));
        status = tr_atomic_replay(image, take_image, &out, p->error);
        end_member(p, &out);
    }
    return status;
}

static void take_picture(void *context, void *data, int bytes) { put_letters(context, data, (size_t)bytes); }

// Writes the galaxy: six faces of a cube, one below the other.
static tr_status put_galaxy(const page *p) {
    enum { side = TR_GALAXY_SIDE };
    uint8_t *rgba = tr_allocate((size_t)6 * side * side, 4);
    if (!rgba)
        return tr_fail(p->error, TR_NO_MEMORY, "no memory for the galaxy");
    for (int face = 0; face < 6; face++)
        tr_galaxy_bake(TR_STAR_SEED, face, side, rgba + (size_t)face * side * side * 4);
    letters out = begin_member(p, "galaxy");
    const int done = stbi_write_jpg_to_func(take_picture, &out, side, 6 * side, 4, rgba, 80);
    end_member(p, &out);
    tr_free(rgba);
    return done ? TR_OK : tr_fail(p->error, TR_NO_MEMORY, "no memory for the galaxy");
}

// Writes the noise of near ground, from which web.js computes the slopes: slices of a volume, eight in a row.
static tr_status put_grain(const page *p) {
    enum { side = TR_GRAIN_SIDE, across = 8, row = across * side };
    _Static_assert(across * across == side, "the slices fill a square");
    uint8_t(*texels)[4], *image;
    if (p->job->recipe->gas)
        return TR_OK;
    bool good = TR_ALLOCATE(TR_ARRAY(texels, TR_GRAIN_TEXELS), TR_ARRAY(image, TR_GRAIN_TEXELS));
    if (good && (good = tr_grain_bake(texels))) {
        for (int i = 0; i < TR_GRAIN_TEXELS; i++) {
            const int x = i % side, y = i / side % side, z = i / side / side;
            image[(z / across * side + y) * row + z % across * side + x] = texels[i][3];
        }
        letters out = begin_member(p, "grain");
        good = stbi_write_jpg_to_func(take_picture, &out, row, row, 1, image, 80);
        end_member(p, &out);
    }
    tr_free(texels);
    return good ? TR_OK : tr_fail(p->error, TR_NO_MEMORY, "no memory for the grain of near ground");
}

// Writes a picture as PNG, through a temporary file beside the page, as for textures.
static tr_status put_png(const page *p, const char *name, int width, int height, const void *rgb) {
    const tr_png_layout layout = {.width = width, .height = height, .channels = 3, .bytes = 1, .picture = true};
    char hidden[TR_EXPORT_NAME_BYTES];
    tr_atomic_file *file;
    tr_png *png = NULL;
    if (snprintf(hidden, sizeof hidden, ".%s.%s", p->job->stem, name) >= (int)sizeof hidden)
        return tr_write_fail(p->error, p->job->stem, ENAMETOOLONG);
    tr_status status = tr_plan_open(p->plan, hidden, &file, p->error);
    if (status != TR_OK)
        return status;
    status = tr_png_begin(file, &layout, &png, p->error);
    if (status == TR_OK)
        tr_png_rows(png, rgb, height); // finishing reports errors
    const tr_status ended = tr_png_end(png, p->error);
    status = status == TR_OK ? ended : status;
    if (status == TR_OK)
        status = tr_atomic_finish(file, p->error);
    if (status == TR_OK) {
        letters out = begin_member(p, name);
        status = tr_atomic_replay(file, take_image, &out, p->error);
        end_member(p, &out);
    }
    tr_atomic_abort(file);
    return status;
}

// Writes heights of twelve bits, in red and the upper half of green; the sea floor is raised to sea level.
static tr_status put_heights(const page *p) {
    enum { count = height_columns * height_columns / 2 };
    const tr_recipe *recipe = p->job->recipe;
    if (!(tr_export_outputs(recipe) & 1u << TR_MAP_HEIGHT))
        return TR_OK;
    uint16_t *heights;
    uint8_t(*rgb)[3];
    const bool good = TR_ALLOCATE(TR_ARRAY(heights, count), TR_ARRAY(rgb, count));
    tr_watch watch = p->plan->watch ? *p->plan->watch : (tr_watch){0};
    watch.report = NULL; // of the maps alone
    const double range = recipe->height_max_m - recipe->height_min_m;
    const double sea = recipe->sea && range > 0 ? fmax(-recipe->height_min_m / range, 0) * 65535 : 0;
    void *const texels[TR_MAP_COUNT] = {[TR_MAP_HEIGHT] = heights};
    tr_status status = good ? tr_surface_bake_patch(p->surface, p->plan->coding.pool, NULL,
                                                    tr_whole_map(height_columns), texels, &watch, p->error)
                            : tr_fail(p->error, TR_NO_MEMORY, "no memory for the page's heights");
    for (int i = 0; i < count && status == TR_OK; i++) {
        const unsigned code = (unsigned)fmin(fmax(heights[i], sea) + 8, 65535);
        rgb[i][0] = (uint8_t)(code >> 8), rgb[i][1] = (uint8_t)(code & 0xf0), rgb[i][2] = 0;
    }
    if (status == TR_OK)
        status = put_png(p, "height", height_columns, height_columns / 2, rgb);
    tr_free(heights);
    return status;
}

// ---- tables --------------------------------------------------------------------------------------

// Rounds a float to a half. It must not be negative, nor beyond the range of a half.
static uint16_t half_of(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits < 0x38800000u ? 0
                              : (uint16_t)((bits - 0x38000000u + 0x1000u) >> 13); // denormal halves become 0
}

// Writes directions as three 16-bit numbers, and light as three halves.
static tr_status put_stars(const page *p) {
    uint16_t(*all)[6] = tr_allocate(TR_STAR_COUNT, sizeof *all);
    if (!all)
        return tr_fail(p->error, TR_NO_MEMORY, "no memory for the stars");
    for (int i = 0; i < TR_STAR_COUNT; i++) {
        const tr_star_point star = tr_star_make(i);
        for (int k = 0; k < 3; k++) {
            all[i][k] = (uint16_t)(int16_t)lrintf(32767 * star.direction[k]);
            all[i][3 + k] = half_of(star.light[k]);
        }
    }
    put_bytes(p, "stars", all, TR_STAR_COUNT * sizeof *all);
    tr_free(all);
    return TR_OK;
}

static void put_specular(const page *p) {
    uint8_t mirrors[256];
    tr_specular_mirrors(mirrors);
    put_bytes(p, "mirrors", mirrors, sizeof mirrors);
}

static tr_status put_air(const page *p) {
    if (!tr_air_exists(&p->job->recipe->air))
        return TR_OK;
    const tr_air_model model = tr_air_model_of(&p->job->recipe->air);
    tr_air_tables *tables = tr_malloc(sizeof *tables);
    if (!tables)
        return tr_fail(p->error, TR_NO_MEMORY, "no memory for the air");
    tr_air_bake(&model, tables);
    put_bytes(p, "transmittance", tables->transmittance, sizeof tables->transmittance);
    put_bytes(p, "many", tables->many, sizeof tables->many);
    put_bytes(p, "ground", tables->ground, sizeof tables->ground);
    tr_free(tables);
    return TR_OK;
}

// Computes for each vertex its distance from the centre, 65535 for `bounding_radius`, and its normal.
static void put_vertices(const page *p, const tr_mesh *mesh, double bounding_radius, uint16_t *radii,
                         int8_t (*normals)[3]) {
    const int count = tr_mesh_vertices(mesh->columns);
    for (int i = 0; i < count; i++) {
        const float *v = mesh->positions[i];
        radii[i] =
            (uint16_t)lrint(65535 / bounding_radius * sqrt((double)(v[0] * v[0] + v[1] * v[1] + v[2] * v[2])));
        for (int k = 0; k < 3; k++)
            normals[i][k] = (int8_t)lrintf(127 * mesh->normals[i][k]);
    }
    char number[64];
    const tr_decimals decimals = tr_decimals_begin();
    snprintf(number, sizeof number, "bounding_radius:%.9g,\n", bounding_radius);
    tr_decimals_end(decimals);
    put(p, number);
    put_bytes(p, "radii", radii, (size_t)count * sizeof *radii);
    put_bytes(p, "slants", normals, (size_t)count * sizeof *normals);
}

static tr_status put_mesh(const page *p) {
    const int columns = tr_surface_mesh_columns(p->surface);
    if (columns == 0)
        return TR_OK;
    const size_t count = (size_t)tr_mesh_vertices(columns);
    tr_mesh mesh = {.columns = columns};
    uint16_t *radii;
    int8_t(*normals)[3];
    const bool good = TR_ALLOCATE(TR_ARRAY(mesh.positions, count), TR_ARRAY(mesh.normals, count),
                                  TR_ARRAY(radii, count), TR_ARRAY(normals, count));
    if (good) {
        double bounding_radius = 0;
        tr_surface_make_mesh(p->surface, &mesh);
        for (size_t i = 0; i < count; i++) {
            const float *v = mesh.positions[i];
            bounding_radius = fmax(bounding_radius, sqrt((double)(v[0] * v[0] + v[1] * v[1] + v[2] * v[2])));
        }
        put_vertices(p, &mesh, bounding_radius, radii, normals);
    }
    tr_free(mesh.positions);
    return good ? TR_OK : tr_fail(p->error, TR_NO_MEMORY, "no memory for a mesh of %d columns", columns);
}

static tr_status put_data(const page *p) {
    tr_status status = put_images(p);
    put_specular(p);
    if (status == TR_OK)
        status = put_heights(p);
    if (status == TR_OK)
        status = put_mesh(p);
    if (status == TR_OK)
        status = put_air(p);
    if (status == TR_OK)
        status = put_galaxy(p);
    if (status == TR_OK)
        status = put_grain(p);
    return status == TR_OK ? put_stars(p) : status;
}

// ---- numbers -------------------------------------------------------------------------------------

typedef tr_json_document document;

static tr_json *real(document *d, double number) { return tr_json_new_real(d, number); }

static tr_json *list(document *d, const double *numbers, int count) {
    tr_json *all = tr_json_new(d, TR_JSON_ARRAY);
    for (int i = 0; i < count; i++)
        tr_json_append(d, all, real(d, numbers[i]));
    return all;
}

// Keys are the names of the uniforms in shaders/air_view.frag.
static tr_json *describe_air(document *d, const tr_air *air) {
    if (!tr_air_exists(air))
        return NULL;
    const tr_air_model m = tr_air_model_of(air);
    const double heights[2] = {m.gas_height, m.haze_height}, thickness = m.top - 1;
    const double at_top[2] = {exp(-thickness / m.gas_height), exp(-thickness / m.haze_height)};
    const double sizes[] = {TR_AIR_SUN_COLUMNS, TR_AIR_SUN_ROWS,       TR_AIR_MANY_COLUMNS,
                            TR_AIR_MANY_ROWS,   TR_AIR_GROUND_COLUMNS, 2};
    return tr_json_new_object(d, "air_top", real(d, m.top), "air_glow", real(d, m.glow), "gas",
                              list(d, m.gas, 3), "haze", list(d, m.haze, 3), "haze_extinction",
                              real(d, m.haze_extinction), "ozone", list(d, m.ozone, 3), "ozone_place",
                              list(d, m.ozone_place, 2), "scale_heights", list(d, heights, 2),
                              "densities_at_top", list(d, at_top, 2), "anisotropy", real(d, m.anisotropy),
                              "veil", real(d, m.veil), "sizes", list(d, sizes, 6), NULL);
}

// A star of unknown direction shines over the viewer's left shoulder.
static tr_json *describe_star(document *d, const tr_export_star *star) {
    static const double usual[3] = {0.7, 0.36, 0.6};
    static const uint8_t white[3] = {255, 255, 255};
    const bool coloured = star->srgb[0] || star->srgb[1] || star->srgb[2];
    double light[3], sunlight[3];
    tr_star_light(star->kelvin, coloured ? star->srgb : white, 0, light);
    tr_star_light(star->kelvin, coloured ? star->srgb : white, TR_EYE_WHITE, sunlight);
    const double *towards = star->direction;
    const bool known = towards[0] != 0 || towards[1] != 0 || towards[2] != 0;
    return tr_json_new_object(d, "light", list(d, light, 3), "sunlight", list(d, sunlight, 3), "angle",
                              real(d, star->angle_rad > 0 ? star->angle_rad : 0.00465), "direction",
                              list(d, known ? towards : usual, 3), NULL);
}

// For a star: the place of its corona, and its arches: foot, line, half width and height.
static tr_json *describe_corona(document *d, const tr_recipe *recipe) {
    const tr_vec place = tr_corona_place(recipe);
    tr_json *all = tr_json_new(d, TR_JSON_ARRAY);
    for (int i = 0; i < TR_ARCHES; i++) {
        const tr_arch a = tr_arch_draw(recipe, i);
        const double numbers[] = {a.foot.x,  a.foot.y,  a.foot.z,     a.along.x,
                                  a.along.y, a.along.z, a.half_width, a.height};
        tr_json_append(d, all, list(d, numbers, 8));
    }
    return tr_json_new_object(d, "place", list(d, (const double[]){place.x, place.y, place.z}, 3), "arches",
                              all, NULL);
}

static tr_json *make_planet(document *d, const page *p) {
    const tr_export_job *job = p->job;
    const tr_recipe *r = job->recipe;
    const double metres[2] = {r->height_min_m, r->height_max_m}, edges[2] = {r->rings.inner, r->rings.outer};
    return tr_json_new_object(
        d, "name", tr_json_new_text(d, job->stem), "type", tr_json_new_text(d, r->type), "version",
        tr_json_new_text(d, TR_VERSION), "radius_km", real(d, r->radius_km), "tilt_deg", real(d, r->tilt_deg),
        "slope_exaggeration", real(d, r->slope_exaggeration), "heights_m", list(d, metres, 2), "sea",
        tr_json_new_flag(d, r->sea), "gas", tr_json_new_flag(d, r->gas), "emission_strength",
        real(d, r->emission_strength), "night_lights", tr_json_new_flag(d, r->night_lights), "limb_darkening",
        real(d, r->limb_darkening), "cloud_height", real(d, r->clouds.altitude_km / r->radius_km), "air",
        describe_air(d, &r->air), "corona", tr_corona_exists(r) ? describe_corona(d, r) : (tr_json *)0,
        "ring_edges", tr_recipe_has_rings(r) ? list(d, edges, 2) : (tr_json *)0, "mesh_columns",
        tr_json_new_whole(d, (int64_t)r->mesh_columns), "star", describe_star(d, &job->star), "exposure",
        real(d, TR_EXPOSURE), "galaxy_light", real(d, tr_galaxy_light), NULL);
}

// The shaders by name, without their #version lines, and the preamble that WebGL needs.
static tr_json *make_shaders(document *d, const page *p) {
    static const char folder[] = "shaders/";
    size_t count;
    (void)p;
    const tr_embedded_file *files = tr_embedded_files(&count);
    tr_json *all = tr_json_new(d, TR_JSON_OBJECT);
    tr_json_set(d, all, "preamble", tr_json_new_text(d, tr_embedded_find("src/export/targets/web.glsl")->text));
    for (size_t i = 0; i < count; i++)
        if (strncmp(files[i].name, folder, strlen(folder)) == 0)
            tr_json_set(d, all, files[i].name + strlen(folder),
                        tr_json_new_text(d, strchr(files[i].text, '\n') + 1));
    return all;
}

// ---- the file ------------------------------------------------------------------------------------

// Writes the JSON that make() makes, as part of a script.
static tr_status put_tree(const page *p, tr_json *make(document *d, const page *p)) {
    document d = {0};
    char *json = NULL;
    tr_status status = tr_json_write(&d, make(&d, p), false, &json, p->error);
    if (status == TR_OK)
        put_json(p, json);
    tr_json_clear(&d);
    tr_free(json);
    return status;
}

static tr_json *make_recipe(document *d, const page *p) { return tr_plan_recipe(d, p->plan); }

// A link that looks like a button, where there is an address.
static void put_link(const page *p) {
    if (!p->job->link)
        return;
    put(p, "<a id=\"open\" class=\"glass\" target=\"_blank\" rel=\"noopener\" href=\"");
    put_html(p, p->job->link);
    put(p, "\">Open in Terrella</a>");
}

// Writes what replaces a name in the template.
static tr_status fill(const page *p, const char *name) {
    if (strcmp(name, "title") == 0)
        put_html(p, p->job->stem);
    else if (strcmp(name, "open") == 0)
        put_link(p);
    else if (strcmp(name, "planet") == 0)
        return put_tree(p, make_planet);
    else if (strcmp(name, "shaders") == 0)
        return put_tree(p, make_shaders);
    else if (strcmp(name, "recipe") == 0)
        return put_tree(p, make_recipe);
    else if (strcmp(name, "data") == 0)
        return put_data(p);
    else if (strcmp(name, "script") == 0)
        put(p, tr_embedded_find("src/export/targets/web.js")->text);
    else
        assert(!"the template has a placeholder without a value");
    return TR_OK;
}

tr_status tr_web_write(tr_atomic_file *file, const tr_plan *plan, const tr_surface *surface, tr_error *error) {
    const page p = {file, plan, &plan->job, surface, error};
    const char *text = tr_embedded_find("src/export/targets/web.html")->text;
    tr_status status = TR_OK;
    for (const char *open; (open = strstr(text, "{{")) && status == TR_OK;) {
        const char *close = strstr(open, "}}");
        char name[16];
        snprintf(name, sizeof name, "%.*s", (int)(close - open - 2), open + 2);
        tr_atomic_write(file, text, (size_t)(open - text));
        status = fill(&p, name);
        text = close + 2;
    }
    put(&p, text);
    return status;
}
