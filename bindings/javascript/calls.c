// What the package for JavaScript calls besides the functions of terrella.h: structs as numbers and texts.
// Handles, texts and buffers are addresses in the module's memory.
#include "light/air_model.h"
#include "terrella/terrella.h"

#include <emscripten.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// worker.js has the function that takes progress.
EM_JS(void, call_report, (void *context, double done), { Module.report(done); });

// stop: an atomic bool that another thread may set, or NULL.
static tr_watch watch_of(void *stop) { return (tr_watch){call_report, stop ? tr_stop_flag : NULL, stop}; }

EMSCRIPTEN_KEEPALIVE tr_error *call_error(tr_error *error) {
    *error = (tr_error){0};
    return error;
}
EMSCRIPTEN_KEEPALIVE int call_error_size(void) { return sizeof(tr_error); }
EMSCRIPTEN_KEEPALIVE const char *call_error_message(const tr_error *error) { return error->message; }
EMSCRIPTEN_KEEPALIVE const char *call_error_path(const tr_error *error) { return error->path; }

// threads: 1 in a module without them.
EMSCRIPTEN_KEEPALIVE tr_status call_context(int threads, tr_context **context, tr_error *error) {
    return tr_context_create(&(tr_context_options){.threads = threads}, context, error);
}

// The seed in two halves, because JavaScript's numbers have 53 bits.
EMSCRIPTEN_KEEPALIVE tr_status call_recipe(const char *type, uint32_t high, uint32_t low, tr_recipe **recipe,
                                           tr_error *error) {
    return tr_recipe_of_type(type, (uint64_t)high << 32 | low, recipe, error);
}

// The name, label or description (0, 1, 2) of a knob; NULL: there are no more.
EMSCRIPTEN_KEEPALIVE const char *call_knob(const tr_recipe *recipe, int index, int what) {
    enum { most = 64 };
    tr_knob_info knobs[most];
    const int count = tr_recipe_knobs(recipe, knobs, most);
    if (index >= count || index >= most)
        return NULL;
    return what == 0 ? knobs[index].name : what == 1 ? knobs[index].label : knobs[index].what;
}

EMSCRIPTEN_KEEPALIVE double call_knob_value(const tr_recipe *recipe, int index) {
    enum { most = 64 };
    tr_knob_info knobs[most];
    return index < tr_recipe_knobs(recipe, knobs, most) && index < most ? knobs[index].value : 0;
}

EMSCRIPTEN_KEEPALIVE tr_status call_planet(tr_context *context, const tr_recipe *recipe, void *stop,
                                           tr_planet **planet, tr_error *error) {
    const tr_watch watch = watch_of(stop);
    return tr_planet_create(context, recipe, &watch, planet, error);
}

EMSCRIPTEN_KEEPALIVE tr_status call_update(tr_planet *planet, const tr_recipe *recipe, void *stop,
                                           tr_error *error) {
    const tr_watch watch = watch_of(stop);
    return tr_planet_update(planet, recipe, &watch, error);
}

// numbers: radius, lowest and highest height, inner and outer edge of rings in metres; sea, gas; bits of maps;
// columns of the mesh; the seed's halves. Returns the type.
EMSCRIPTEN_KEEPALIVE const char *call_facts(const tr_planet *planet, double numbers[11]) {
    tr_planet_facts f;
    tr_planet_describe(planet, &f);
    const double all[11] = {
        f.radius_m, f.height_min_m, f.height_max_m, f.rings_inner_m,        f.rings_outer_m, f.sea,
        f.gas,      f.maps,         f.mesh_columns, (double)(f.seed >> 32), (uint32_t)f.seed};
    memcpy(numbers, all, sizeof all);
    return f.type;
}

// numbers: channels, bytes per channel, whether it is sRGB. Returns the name; NULL: there are no more.
EMSCRIPTEN_KEEPALIVE const char *call_map(int map, int numbers[3]) {
    if (map >= TR_MAP_COUNT)
        return NULL;
    const tr_map_format *f = tr_map_get_format((tr_map)map);
    numbers[0] = f->channels, numbers[1] = f->bytes, numbers[2] = f->srgb;
    return f->name;
}

// patch: projection, face, resolution, x, y, width, height.
static tr_patch patch_of(const int patch[7]) {
    return (tr_patch){(tr_projection)patch[0], patch[1], patch[2], patch[3], patch[4], patch[5], patch[6]};
}

EMSCRIPTEN_KEEPALIVE tr_status call_bake(const tr_planet *planet, const int patch[7],
                                         void *const texels[TR_MAP_COUNT], void *stop, tr_error *error) {
    const tr_patch p = patch_of(patch);
    const tr_watch watch = watch_of(stop);
    return tr_planet_bake(planet, &p, texels, &watch, error);
}

// For three.js: numbers of tr_air_model, and the first three tables of tr_air_tables. False: there is no air.
EMSCRIPTEN_KEEPALIVE int call_air_size(void) { return sizeof(tr_air_tables); }
EMSCRIPTEN_KEEPALIVE bool call_air(const tr_recipe *recipe, double numbers[20], tr_air_tables *tables) {
    if (!tr_air_exists(&recipe->air))
        return false;
    const tr_air_model m = tr_air_model_of(&recipe->air);
    const double thickness = m.top - 1;
    const double all[20] = {m.top,
                            m.glow,
                            m.haze_extinction,
                            m.anisotropy,
                            m.veil,
                            m.gas_height,
                            m.haze_height,
                            exp(-thickness / m.gas_height),
                            exp(-thickness / m.haze_height),
                            m.ozone_place[0],
                            m.ozone_place[1],
                            m.gas[0],
                            m.gas[1],
                            m.gas[2],
                            m.haze[0],
                            m.haze[1],
                            m.haze[2],
                            m.ozone[0],
                            m.ozone[1],
                            m.ozone[2]};
    memcpy(numbers, all, sizeof all);
    tr_air_bake(&m, tables);
    return true;
}

// Options of an export that are texts may be NULL; numbers: width, layout, bits of outputs (0: all), format,
// compression, height range. The written paths are handed to worker.js one by one.
EM_JS(void, call_written, (const char *path), { Module.written(UTF8ToString(path)); });
EMSCRIPTEN_KEEPALIVE tr_status call_export(const tr_planet *planet, const char *directory, const char *stem,
                                           const char *target, const int numbers[6], void *stop,
                                           tr_error *error) {
    static tr_export_result result; // a quarter of a megabyte; the worker makes one export at a time
    const tr_watch watch = watch_of(stop);
    const tr_export_options options = {.directory = directory,
                                       .stem = stem,
                                       .target = target,
                                       .width = numbers[0],
                                       .layout = (tr_layout)numbers[1],
                                       .outputs = (unsigned)numbers[2],
                                       .format = (tr_file_format)numbers[3],
                                       .compression = (tr_compression)numbers[4],
                                       .height_range = (tr_height_range)numbers[5]};
    const tr_status status = tr_planet_export(planet, &options, &watch, &result, error);
    for (int i = 0; i < result.count && status == TR_OK; i++)
        call_written(result.paths[i]);
    return status;
}
