// Makes planets by the functions that the Python package calls, and prints sizes of their structures and hashes
// of all results, for systems on which Python itself cannot run here: release.sh compares the output.
//     wheel_calls FOLDER
// FOLDER gets an exported set.
#include <terrella/terrella.h>

#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static tr_error error;

static void need(bool kept, const char *what) {
    if (kept)
        return;
    fprintf(stderr, "%s: %s\n", what, error.message);
    exit(1);
}

static void print_hash(const char *what, const void *memory, size_t size) {
    uint64_t hash = 14695981039346656037u;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ ((const uint8_t *)memory)[i]) * 1099511628211u;
    printf("%s %zu %016" PRIx64 "\n", what, size, hash);
}

static void *buffer(size_t size) {
    void *memory = calloc(1, size);
    need(memory, "memory");
    return memory;
}

static void print_sizes(void) {
    printf("error %zu watch %zu options %zu knob %zu format %zu facts %zu patch %zu mesh %zu export %zu result "
           "%zu\n",
           sizeof(tr_error), sizeof(tr_watch), sizeof(tr_context_options), sizeof(tr_knob_info),
           sizeof(tr_map_format), sizeof(tr_planet_facts), sizeof(tr_patch), sizeof(tr_mesh),
           sizeof(tr_export_options), sizeof(tr_export_result));
}

static void print_types(void) {
    const int count = tr_type_list(NULL, 0);
    char(*names)[TR_NAME_BYTES] = buffer((size_t)count * sizeof *names);
    need(tr_type_list(names, count) == count, "types");
    for (int i = 0; i < count; i++) {
        char line[256];
        need(tr_type_summary(names[i], line, sizeof line, &error) == TR_OK, names[i]);
        printf("%s: %s\n", names[i], line);
    }
    free(names);
}

static void note(void *context, double done) {
    (void)context;
    need(done >= 0 && done <= 1, "progress");
}

// All maps, in a rectangle of a map and of a face of a cube.
static void print_maps(const tr_planet *planet, const tr_watch *watch) {
    const tr_patch patches[] = {{TR_EQUIRECT, 0, 256, 32, 16, 160, 96}, {TR_CUBE, 4, 64, 0, 0, 64, 64}};
    for (int i = 0; i < 2; i++) {
        void *texels[TR_MAP_COUNT];
        size_t sizes[TR_MAP_COUNT];
        for (int m = 0; m < TR_MAP_COUNT; m++) {
            const tr_map_format *format = tr_map_get_format((tr_map)m);
            sizes[m] = (size_t)(patches[i].width * patches[i].height * format->channels * format->bytes);
            texels[m] = buffer(sizes[m]);
        }
        need(tr_planet_bake(planet, &patches[i], texels, watch, &error) == TR_OK, "bake");
        for (int m = 0; m < TR_MAP_COUNT; m++) {
            print_hash(tr_map_get_format((tr_map)m)->name, texels[m], sizes[m]);
            free(texels[m]);
        }
    }
}

static void print_shape(const tr_planet *planet, const tr_planet_facts *facts) {
    const float directions[][3] = {{1, 0, 0}, {0, 1, 0}, {0.5f, -0.25f, 0.75f}, {-1, 0.125f, -1}};
    float heights[4];
    need(tr_planet_heights(planet, 4, directions[0], 1e-3, heights, &error) == TR_OK, "heights");
    print_hash("heights", heights, sizeof heights);
    const int columns = facts->mesh_columns ? facts->mesh_columns : TR_MESH_LEAST;
    const size_t vertices = (size_t)tr_mesh_vertices(columns), triangles = (size_t)tr_mesh_triangles(columns);
    const tr_mesh mesh = {columns,
                          buffer(vertices * 12),
                          buffer(vertices * 12),
                          buffer(vertices * 16),
                          buffer(vertices * 8),
                          buffer(triangles * 12)};
    need(tr_planet_mesh(planet, &mesh, &error) == TR_OK, "mesh");
    print_hash("positions", mesh.positions, vertices * 12);
    print_hash("normals", mesh.normals, vertices * 12);
    print_hash("tangents", mesh.tangents, vertices * 16);
    print_hash("uvs", mesh.uvs, vertices * 8);
    print_hash("triangles", mesh.triangles, triangles * 12);
    free(mesh.positions), free(mesh.normals), free(mesh.tangents), free(mesh.uvs), free(mesh.triangles);
    if (facts->rings_outer_m > 0) {
        uint8_t rgba[4 * 256];
        need(tr_planet_rings(planet, 256, rgba, &error) == TR_OK, "rings");
        print_hash("rings", rgba, sizeof rgba);
    }
}

static tr_recipe *recipe_of(const char *type, int count, const char *const *sets) {
    tr_recipe *recipe;
    need(tr_recipe_of_type(type, 7, &recipe, &error) == TR_OK, type);
    need(tr_recipe_set(recipe, count, sets, &error) == TR_OK, "set");
    return recipe;
}

// What the recipe says, and that its JSON says the same.
static void print_recipe(const tr_recipe *recipe) {
    tr_knob_info knobs[64];
    const int count = tr_recipe_knobs(recipe, knobs, 64);
    for (int i = 0; i < count && i < 64; i++)
        printf("%s %s %s %.17g\n", knobs[i].name, knobs[i].label, knobs[i].what, knobs[i].value);
    double number;
    need(tr_recipe_number(recipe, "radius_km", &number) && !tr_recipe_number(recipe, "no.such", &number),
         "number");
    char *text, *again;
    tr_recipe *same;
    need(tr_recipe_to_json(recipe, false, &text, &error) == TR_OK, "to JSON");
    need(tr_recipe_from_json(text, strlen(text), &same, &error) == TR_OK, "from JSON");
    need(tr_recipe_to_json(same, false, &again, &error) == TR_OK && strcmp(text, again) == 0, "another recipe");
    print_hash("recipe", text, strlen(text));
    tr_free(text), tr_free(again);
    tr_recipe_destroy(same);
}

static void print_planet(const tr_planet *planet, const tr_watch *watch) {
    tr_planet_facts facts;
    tr_planet_describe(planet, &facts);
    printf("%s %" PRIu64 " %.17g %.17g %.17g %d %d %x %d %.17g %.17g\n", facts.type, facts.seed, facts.radius_m,
           facts.height_min_m, facts.height_max_m, facts.sea, facts.gas, facts.maps, facts.mesh_columns,
           facts.rings_inner_m, facts.rings_outer_m);
    print_maps(planet, watch);
    print_shape(planet, &facts);
}

// A file of the exported set, as bytes of an image.
static uint8_t *read_file(const char *path, size_t *length) {
    FILE *file = fopen(path, "rb");
    need(file, path);
    uint8_t *bytes = buffer(1 << 20);
    *length = fread(bytes, 1, 1 << 20, file);
    fclose(file);
    return bytes;
}

int main(int count, char **arguments) {
    static tr_export_result result;
    if (count != 2)
        return 2;
    printf("%s %d\n", tr_version(), tr_pixels());
    for (int status = 0; status < 9; status++)
        printf("%s\n", tr_status_text((tr_status)status));
    print_sizes();
    print_types();

    atomic_bool stop = false;
    const tr_watch watch = {note, tr_stop_flag, &stop};
    const tr_context_options options = {.threads = 2};
    tr_context *context;
    tr_planet *planet;
    need(tr_context_create(&options, &context, &error) == TR_OK, "context");
    tr_recipe *recipe = recipe_of("asteroid", 0, NULL);
    need(tr_planet_create(context, recipe, &watch, &planet, &error) == TR_OK, "asteroid");
    print_recipe(recipe);
    print_planet(planet, &watch);
    tr_planet_destroy(planet);
    tr_recipe_destroy(recipe);

    recipe = recipe_of("gas-giant", 1, (const char *const[]){"rings.opacity=0.5"});
    need(tr_planet_create(context, recipe, &watch, &planet, &error) == TR_OK, "gas-giant");
    print_planet(planet, &watch);
    tr_recipe_destroy(recipe);

    recipe = recipe_of("earthlike", 1, (const char *const[]){"ocean=0.4"});
    need(tr_planet_update(planet, recipe, &watch, &error) == TR_OK, "update");
    print_recipe(recipe);
    print_planet(planet, &watch);
    const tr_export_options set = {.directory = arguments[1], .target = "godot", .width = 128};
    need(tr_planet_export(planet, &set, &watch, &result, &error) == TR_OK, "export");
    printf("files %d\n", result.count);

    // A map of one's own: the first file of the set is the albedo.
    size_t length;
    uint8_t *image = read_file(result.paths[0], &length);
    tr_recipe *mapped;
    need(tr_recipe_copy(recipe, &mapped, &error) == TR_OK, "copy");
    need(tr_recipe_set(mapped, 1, (const char *const[]){"maps.land={\"file\": \"land.png\"}"}, &error) == TR_OK,
         "map");
    need(tr_recipe_set_image(mapped, "land.png", image, length, &error) == TR_OK, "image");
    need(tr_planet_update(planet, mapped, &watch, &error) == TR_OK, "update by a map");
    print_maps(planet, &watch);
    free(image);
    tr_recipe_destroy(mapped);
    tr_recipe_destroy(recipe);

    // What goes wrong.
    stop = true;
    const tr_patch patch = {TR_EQUIRECT, 0, 64, 0, 0, 64, 32};
    need(tr_planet_bake(planet, &patch, (void *const[TR_MAP_COUNT]){0}, &watch, &error) == TR_STOPPED,
         "it does not stop");
    error = (tr_error){0};
    need(tr_recipe_of_type("earthlik", 7, &recipe, &error) == TR_BAD_USAGE, "an unknown type");
    printf("%s\n", error.message);
    tr_planet_destroy(planet);
    tr_context_destroy(context);
    return 0;
}
