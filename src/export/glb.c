// Format: Khronos, "glTF 2.0 Specification", section 4.4 (GLB) and 3 (JSON).
#include "export/private/targets.h"

#include "base/size.h"
#include "base/version.h"
#include "export/private/image_layout.h"
#include "noise/maths/trig.h"
#include "planet/mesh.h"
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "glTF is little endian");

// Constants of glTF, which are those of OpenGL.
enum { FLOAT = 5126, UNSIGNED_INT = 5125, ARRAY = 34962, ELEMENT_ARRAY = 34963 };
enum { LINEAR = 9729, LINEAR_MIPMAP_LINEAR = 9987, REPEAT = 10497, CLAMP_TO_EDGE = 33071 };

// A piece of the file's binary part: an array, or an image.
typedef struct chunk {
    const void *data;
    const tr_atomic_file *image;
    size_t bytes; // without padding to whole words
} chunk;

enum { chunks_most = 64, columns_of_rings = 256, faces = 6 };
static const double least_shell = 0.001; // of a radius: nearer shells flicker because of depth precision

// A file that is being assembled.
typedef struct glb {
    tr_json_document *d;
    const tr_plan *plan;
    const tr_export_job *job; // of the plan
    tr_json *accessors, *views, *textures, *images, *samplers, *materials, *meshes, *nodes, *roots, *extensions;
    int chunk_count;
    chunk chunks[chunks_most];
    size_t bytes; // of all chunks, padded
} glb;

static size_t padded(size_t bytes) { return (bytes + 3) / 4 * 4; }

// ---- meshes ------------------------------------------------------------------------------------

// A flat disc with a hole, for rings.
typedef struct disc {
    float positions[2 * (columns_of_rings + 1)][3], normals[2 * (columns_of_rings + 1)][3],
        uvs[2 * (columns_of_rings + 1)][2];
    uint32_t triangles[2 * columns_of_rings][3];
} disc;

// The planet's mesh: one grid, or six with the coordinates of a cube's faces.
typedef struct shape {
    int grids, vertices, triangles; // of each grid
    tr_mesh grid[faces];            // all grids share the first one's uvs and triangles
    tr_mesh air; // of the air's shells: one grid, since they have no textures; without positions: none
} shape;

// Allocates the arrays in one block; freeing the positions frees all of them.
static tr_status allocate_mesh(tr_mesh *mesh, size_t vertices, size_t triangles, tr_error *error) {
    const bool good = TR_ALLOCATE(TR_ARRAY(mesh->positions, vertices), TR_ARRAY(mesh->normals, vertices),
                                  TR_ARRAY(mesh->tangents, vertices), TR_ARRAY(mesh->uvs, vertices),
                                  TR_ARRAY(mesh->triangles, triangles));
    return good ? TR_OK : tr_fail(error, TR_NO_MEMORY, "no memory for a mesh of %zu vertices", vertices);
}

static tr_status make_mesh(const tr_surface *surface, int columns, tr_mesh *mesh, tr_error *error) {
    const tr_status status =
        allocate_mesh(mesh, (size_t)tr_mesh_vertices(columns), (size_t)tr_mesh_triangles(columns), error);
    mesh->columns = columns;
    if (status == TR_OK)
        tr_surface_make_mesh(surface, mesh);
    return status;
}

// Reverses triangles, to be seen from inside.
static void turn_inward(const tr_mesh *mesh) {
    for (int i = 0; i < tr_mesh_triangles(mesh->columns); i++) {
        const uint32_t *t = mesh->triangles[i], turned[3] = {t[0], t[2], t[1]};
        memcpy(mesh->triangles[i], turned, sizeof turned);
    }
}

// The inset of a face's coordinates. Faces end at the inner edge of the border. Without a border they end in
// the middle of the outermost texels, because filters would otherwise need texels of the next face.
static double inset_of(const tr_export_job *job) {
    const int border = tr_target_border(job->target, job->layout);
    return (border ? border : 0.5) / job->width;
}

static tr_status make_shape(const tr_export_job *job, const tr_surface *surface, shape *of, tr_error *error) {
    const int columns = tr_export_mesh_columns(job), side = tr_export_mesh_side(job);
    tr_status status = TR_OK;
    of->grids = side ? faces : 1;
    of->vertices = side ? tr_face_vertices(side) : tr_mesh_vertices(columns);
    of->triangles = side ? tr_face_triangles(side) : tr_mesh_triangles(columns);
    if (!side)
        status = make_mesh(surface, columns, &of->grid[0], error);
    for (int i = 0; side && i < faces && status == TR_OK; i++) {
        status = allocate_mesh(&of->grid[i], (size_t)of->vertices, (size_t)of->triangles, error);
        if (status == TR_OK)
            tr_surface_make_face(surface, i, side, inset_of(job), &of->grid[i]);
    }
    if (status == TR_OK && job->maps & 1u << TR_EXPORT_AIR) {
        status = make_mesh(surface, columns, &of->air, error);
        if (status == TR_OK)
            turn_inward(&of->air);
    }
    return status;
}

static void free_shape(shape *of) {
    for (int i = 0; i < faces; i++)
        tr_free(of->grid[i].positions);
    tr_free(of->air.positions);
}

// u is 0 at the inner edge and 1 at the outer one.
static void make_disc(const tr_rings *rings, disc *out) {
    for (int i = 0; i <= columns_of_rings; i++)
        for (int edge = 0; edge < 2; edge++) {
            const int v = 2 * i + edge;
            const double radius = edge ? rings->outer : rings->inner;
            double s, c;
            tr_sincos(2 * TR_PI * i / columns_of_rings, &s, &c);
            out->positions[v][0] = (float)(radius * c), out->positions[v][1] = 0;
            out->positions[v][2] = (float)(-radius * s);
            out->normals[v][0] = out->normals[v][2] = 0, out->normals[v][1] = 1;
            out->uvs[v][0] = (float)edge, out->uvs[v][1] = 0.5F;
        }
    for (int i = 0; i < columns_of_rings; i++) {
        const uint32_t v = 2 * (uint32_t)i, two[2][3] = {{v, v + 1, v + 3}, {v, v + 3, v + 2}};
        memcpy(out->triangles[2 * (size_t)i], two, sizeof two);
    }
}

// ---- JSON --------------------------------------------------------------------------------------

typedef tr_json_document document;

static tr_json *text(document *d, const char *word) { return tr_json_new_text(d, word); }

static tr_json *whole(document *d, size_t number) { return tr_json_new_whole(d, (int64_t)number); }

static tr_json *real(document *d, double number) { return tr_json_new_real(d, number); }

// A list of one object, as glTF requires.
static tr_json *list_of(document *d, tr_json *object) { return tr_json_new_array(d, 1, object); }

// Appends an object to one of the lists; returns its index.
static size_t append(document *d, tr_json *list, tr_json *object) {
    const size_t index = tr_json_count(list);
    tr_json_append(d, list, object);
    return index;
}

// Sets the bounding box that glTF requires for positions.
static void describe_bounds(document *d, tr_json *accessor, const float (*v)[3], int count) {
    tr_json *least = tr_json_new(d, TR_JSON_ARRAY), *most = tr_json_new(d, TR_JSON_ARRAY);
    for (int k = 0; k < 3; k++) {
        float low = v[0][k], high = v[0][k]; // NOLINT(clang-analyzer-core.*): the mesh was made
        for (int i = 1; i < count; i++) {
            low = v[i][k] < low ? v[i][k] : low;
            high = v[i][k] > high ? v[i][k] : high;
        }
        tr_json_append(d, least, real(d, (double)low));
        tr_json_append(d, most, real(d, (double)high));
    }
    tr_json_set(d, accessor, "min", least);
    tr_json_set(d, accessor, "max", most);
}

// Adds a view of the buffer; returns its index. target 0: an image.
static size_t add_view(glb *g, chunk some, int target) {
    tr_json *view = tr_json_new_object(g->d, "buffer", whole(g->d, 0), "byteOffset", whole(g->d, g->bytes),
                                       "byteLength", whole(g->d, some.bytes), "target",
                                       target ? whole(g->d, (size_t)target) : (tr_json *)0, NULL);
    assert(g->chunk_count < chunks_most);
    g->chunks[g->chunk_count++] = some;
    g->bytes += padded(some.bytes);
    return append(g->d, g->views, view);
}

// An array of floats, of positions with their bounds, or with one component of vertices' numbers; the index of
// its accessor.
static size_t add_array(glb *g, const void *data, int count, int components, bool positions) {
    static const char *const types[] = {"", "SCALAR", "VEC2", "VEC3", "VEC4"};
    const chunk some = {.data = data, .bytes = (size_t)count * (size_t)components * 4};
    const bool numbers = components == 1;
    const size_t view = add_view(g, some, numbers ? ELEMENT_ARRAY : ARRAY);
    tr_json *accessor = tr_json_new_object(
        g->d, "bufferView", whole(g->d, view), "componentType", whole(g->d, numbers ? UNSIGNED_INT : FLOAT),
        "count", whole(g->d, (size_t)count), "type", text(g->d, types[components]), NULL);
    if (positions)
        describe_bounds(g->d, accessor, data, count);
    return append(g->d, g->accessors, accessor);
}

static tr_json *new_primitive(glb *g, tr_json *attributes, size_t triangles, size_t material) {
    return tr_json_new_object(g->d, "attributes", attributes, "indices", whole(g->d, triangles), "material",
                              whole(g->d, material), NULL);
}

// Adds a mesh of one primitive; returns its index.
static size_t add_mesh(glb *g, tr_json *attributes, size_t triangles, size_t material) {
    tr_json *primitive = new_primitive(g, attributes, triangles, material);
    return append(g->d, g->meshes, tr_json_new_object(g->d, "primitives", list_of(g->d, primitive), NULL));
}

// Encodes a relative reference (RFC 3986): all bytes but the unreserved ones as %XX.
static void encode_uri(const char *name, char uri[3 * TR_EXPORT_NAME_BYTES]) {
    static const char unreserved[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
    static const char digits[] = "0123456789ABCDEF";
    for (; *name; name++) {
        const unsigned char byte = (unsigned char)*name;
        if (strchr(unreserved, *name))
            *uri++ = *name;
        else
            *uri++ = '%', *uri++ = digits[byte >> 4], *uri++ = digits[byte & 15];
    }
    *uri = 0;
}

// A reference to a texture with the image of a part, for a cube that of a face; NULL: there is none.
static tr_json *add_texture(glb *g, int output, int face, size_t sampler) {
    char uri[3 * TR_EXPORT_NAME_BYTES], called[TR_IMAGE_NAME_BYTES];
    const tr_atomic_file *inside = tr_plan_image(g->plan, output, face);
    const bool whole_map = g->job->layout == TR_LAYOUT_EQUIRECT && g->plan->parts[output].images == 1;
    tr_json *image;
    if (!tr_plan_has(g->plan, output) || (!whole_map && !tr_export_mesh_has_faces(g->job)))
        return NULL; // or the mesh has other coordinates
    if (inside) {
        tr_plan_image_name(g->plan, output, face, called);
        const size_t view = add_view(g, (chunk){.image = inside, .bytes = tr_atomic_size(inside)}, 0);
        image = tr_json_new_object(g->d, "name", text(g->d, called), "bufferView", whole(g->d, view),
                                   "mimeType", text(g->d, "image/png"), NULL);
    } else {
        encode_uri(tr_plan_file(g->plan, output, face)->name, uri);
        image = tr_json_new_object(g->d, "uri", text(g->d, uri), NULL);
    }
    const size_t source = append(g->d, g->images, image);
    const size_t index =
        append(g->d, g->textures,
               tr_json_new_object(g->d, "sampler", whole(g->d, sampler), "source", whole(g->d, source), NULL));
    return tr_json_new_object(g->d, "index", whole(g->d, index), NULL);
}

// Adds a sampler: for maps, which repeat in u; or for faces and the strip of the rings, which do not.
static void add_sampler(glb *g, int wrap) {
    append(g->d, g->samplers,
           tr_json_new_object(g->d, "magFilter", whole(g->d, LINEAR), "minFilter",
                              whole(g->d, LINEAR_MIPMAP_LINEAR), "wrapS", whole(g->d, (size_t)wrap), "wrapT",
                              whole(g->d, CLAMP_TO_EDGE), NULL));
}

static void add_emission(glb *g, tr_json *texture, tr_json *material) {
    static const char strength[] = "KHR_materials_emissive_strength";
    document *d = g->d;
    tr_json *extension =
        tr_json_new_object(d, "emissiveStrength", real(d, g->job->recipe->emission_strength), NULL);
    tr_json_set(d, material, "emissiveTexture", texture);
    tr_json_set(d, material, "emissiveFactor", tr_json_new_array(d, 3, whole(d, 1), whole(d, 1), whole(d, 1)));
    tr_json_set(d, material, "extensions", tr_json_new_object(d, strength, extension, NULL));
    if (tr_json_count(g->extensions) == 0) // once for all faces
        tr_json_append(d, g->extensions, text(d, strength));
}

// The name of a material, for a cube with its face.
static tr_json *material_name(const glb *g, const char *name, int face) {
    char called[TR_EXPORT_NAME_BYTES + 8];
    const bool cube = tr_export_mesh_side(g->job) > 0;
    snprintf(called, sizeof called, "%s%s%s", name, cube ? " " : "",
             cube ? tr_image_layout_axis(tr_faces[face].major) : "");
    return text(g->d, called);
}

static size_t add_ground_material(glb *g, int face) {
    document *d = g->d;
    tr_json *albedo = add_texture(g, TR_MAP_ALBEDO, face, 0), *normal = add_texture(g, TR_MAP_NORMAL, face, 0);
    tr_json *emission = tr_export_glb_glows(g->job) ? add_texture(g, TR_MAP_EMISSION, face, 0) : NULL;
    tr_json *orm = add_texture(g, TR_MAP_ORM, face, 0);
    const double rough = orm ? 1 : 0.95, metal = orm ? 1 : 0; // factors on the texture; without it, those of
                                                              // dust and rock
    tr_json *surface =
        tr_json_new_object(d, "metallicFactor", real(d, metal), "roughnessFactor", real(d, rough),
                           "baseColorTexture", albedo, "metallicRoughnessTexture", orm, NULL);
    tr_json *material = tr_json_new_object(d, "name", material_name(g, g->job->stem, face),
                                           "pbrMetallicRoughness", surface, "normalTexture", normal, NULL);
    if (orm) // the red channel of the same texture
        tr_json_set(d, material, "occlusionTexture", tr_json_copy(d, orm));
    if (emission)
        add_emission(g, emission, material);
    return append(d, g->materials, material);
}

// A texture or a colour with straight alpha over what lies below; what is NULL is left out.
static size_t add_veil_material(glb *g, tr_json *name, tr_json *colour, tr_json *texture,
                                tr_json *double_sided) {
    document *d = g->d;
    tr_json *surface = tr_json_new_object(d, "baseColorFactor", colour, "metallicFactor", real(d, 0),
                                          "roughnessFactor", real(d, 1), "baseColorTexture", texture, NULL);
    return append(d, g->materials,
                  tr_json_new_object(d, "name", name, "pbrMetallicRoughness", surface, "alphaMode",
                                     text(d, "BLEND"), "doubleSided", double_sided, NULL));
}

static tr_json *attributes_of(glb *g, size_t positions, size_t normals, size_t tangents, size_t uvs) {
    return tr_json_new_object(g->d, "POSITION", whole(g->d, positions), "NORMAL", whole(g->d, normals),
                              "TANGENT", tangents ? whole(g->d, tangents) : (tr_json *)0, "TEXCOORD_0",
                              whole(g->d, uvs), NULL);
}

// Returns the node's index.
static size_t add_output_node(glb *g, const char *name, size_t mesh, double scale) {
    document *d = g->d;
    tr_json *three =
        scale == 1 ? NULL : tr_json_new_array(d, 3, real(d, scale), real(d, scale), real(d, scale));
    return append(d, g->nodes,
                  tr_json_new_object(d, "name", text(d, name), "mesh", whole(d, mesh), "scale", three, NULL));
}

static void add_node(glb *g, const char *name, size_t mesh, double scale) {
    tr_json_append(g->d, g->roots, whole(g->d, add_output_node(g, name, mesh, scale)));
}

// Adds the planet's mesh with its triangles reversed, so that only the part behind the limb is visible when
// back faces are culled. Its normals still point outwards, so that it is lit like the ground below.
static void add_air(glb *g, const tr_mesh *mesh) {
    const tr_shells shells = tr_shells_make(&g->job->recipe->air);
    document *d = g->d;
    const int vertices = tr_mesh_vertices(mesh->columns);
    const size_t positions = add_array(g, mesh->positions, vertices, 3, true),
                 normals = add_array(g, mesh->normals, vertices, 3, false),
                 numbers = add_array(g, mesh->triangles, 3 * tr_mesh_triangles(mesh->columns), 1, false);
    tr_json *children = tr_json_new(d, TR_JSON_ARRAY);
    for (int i = 0; i < TR_SHELLS; i++) {
        char name[16];
        snprintf(name, sizeof name, "air %d", i + 1);
        tr_json *attributes =
            tr_json_new_object(d, "POSITION", whole(d, positions), "NORMAL", whole(d, normals), NULL);
        const double *light = shells.light[i];
        tr_json *colour = tr_json_new_array(d, 4, real(d, light[0]), real(d, light[1]), real(d, light[2]),
                                            real(d, shells.alpha));
        const size_t veil = add_veil_material(g, text(d, name), colour, NULL, NULL),
                     shell = add_mesh(g, attributes, numbers, veil);
        tr_json_append(d, children, whole(d, add_output_node(g, name, shell, shells.radii[i])));
    }
    const size_t group =
        append(d, g->nodes, tr_json_new_object(d, "name", text(d, "air"), "children", children, NULL));
    tr_json_append(d, g->roots, whole(d, group));
}

// Arrays that all grids share.
typedef struct shared {
    size_t uvs, triangles;
} shared;

// Adds the primitives of a grid: the ground, and the clouds over it, if there are any.
static void add_grid(glb *g, const shape *of, int index, shared *both, tr_json *ground, tr_json *clouds) {
    const tr_mesh *grid = &of->grid[index];
    const size_t positions = add_array(g, grid->positions, of->vertices, 3, true),
                 normals = add_array(g, grid->normals, of->vertices, 3, false),
                 tangents = add_array(g, grid->tangents, of->vertices, 4, false);
    if (index == 0) {
        both->uvs = add_array(g, grid->uvs, of->vertices, 2, false);
        both->triangles = add_array(g, grid->triangles, 3 * of->triangles, 1, false);
    }
    tr_json *on_ground = attributes_of(g, positions, normals, tangents, both->uvs);
    tr_json_append(g->d, ground, new_primitive(g, on_ground, both->triangles, add_ground_material(g, index)));
    if (!clouds)
        return;
    tr_json *above = attributes_of(g, positions, normals, 0, both->uvs);
    const size_t veil =
        add_veil_material(g, material_name(g, "clouds", index), NULL, add_texture(g, TR_MAP_CLOUDS, index, 0),
                          tr_json_new_flag(g->d, false));
    tr_json_append(g->d, clouds, new_primitive(g, above, both->triangles, veil));
}

// Adds the ground, and round it the same mesh slightly enlarged with the clouds, and the air. The faces of a
// cube are primitives of one mesh, each with its own material.
static void add_planet(glb *g, const shape *of) {
    const tr_recipe *recipe = g->job->recipe;
    document *d = g->d;
    shared both = {0};
    tr_json *ground = tr_json_new(d, TR_JSON_ARRAY),
            *clouds = tr_plan_image(g->plan, TR_MAP_CLOUDS, 0) ? tr_json_new(d, TR_JSON_ARRAY) : NULL;
    for (int i = 0; i < of->grids; i++)
        add_grid(g, of, i, &both, ground, clouds);
    add_node(g, g->job->stem, append(d, g->meshes, tr_json_new_object(d, "primitives", ground, NULL)), 1);
    if (clouds)
        add_node(g, "clouds", append(d, g->meshes, tr_json_new_object(d, "primitives", clouds, NULL)),
                 1 + fmax(recipe->clouds.altitude_km / recipe->radius_km, least_shell));
    if (of->air.positions)
        add_air(g, &of->air);
}

static void add_rings(glb *g, const disc *rings) {
    enum { vertices = 2 * (columns_of_rings + 1) };
    add_sampler(g, CLAMP_TO_EDGE);
    const size_t positions = add_array(g, rings->positions, vertices, 3, true),
                 normals = add_array(g, rings->normals, vertices, 3, false),
                 uvs = add_array(g, rings->uvs, vertices, 2, false),
                 numbers = add_array(g, rings->triangles, 6 * columns_of_rings, 1, false);
    const size_t veil = add_veil_material(g, text(g->d, "rings"), NULL, add_texture(g, TR_EXPORT_RINGS, 0, 1),
                                          tr_json_new_flag(g->d, true));
    add_node(g, "rings", add_mesh(g, attributes_of(g, positions, normals, 0, uvs), numbers, veil), 1);
}

// Makes the whole JSON.
static tr_json *describe(glb *g) {
    document *d = g->d;
    tr_json *extras = tr_json_new_object(d, "metres_per_unit", real(d, g->job->recipe->radius_km * 1000),
                                         "recipe", tr_plan_recipe(d, g->plan), NULL);
    tr_json *asset = tr_json_new_object(d, "version", text(d, "2.0"), "generator",
                                        text(d, "terrella " TR_VERSION), "extras", extras, NULL);
    const bool textures = tr_json_count(g->textures) > 0, extensions = tr_json_count(g->extensions) > 0;
    return tr_json_new_object(
        d, "asset", asset, "scene", whole(d, 0), "scenes",
        list_of(d, tr_json_new_object(d, "nodes", g->roots, NULL)), "nodes", g->nodes, "accessors",
        g->accessors, "bufferViews", g->views, "buffers",
        list_of(d, tr_json_new_object(d, "byteLength", whole(d, g->bytes), NULL)), "meshes", g->meshes,   //
        "textures", textures ? g->textures : (tr_json *)0, "images", textures ? g->images : (tr_json *)0, //
        "samplers", textures ? g->samplers : (tr_json *)0, "extensionsUsed",
        extensions ? g->extensions : (tr_json *)0, "materials", g->materials, NULL);
}

static void begin(glb *g) {
    tr_json **const lists[] = {&g->accessors, &g->views,  &g->textures, &g->images, &g->samplers,
                               &g->materials, &g->meshes, &g->nodes,    &g->roots,  &g->extensions};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        *lists[i] = tr_json_new(g->d, TR_JSON_ARRAY);
    add_sampler(g, tr_export_mesh_side(g->job) ? CLAMP_TO_EDGE : REPEAT);
}

// ---- the file ----------------------------------------------------------------------------------

static void write_words(tr_atomic_file *file, uint32_t a, uint32_t b) {
    const uint32_t words[] = {a, b};
    tr_atomic_write(file, words, sizeof words);
}

static tr_status write_file(const glb *g, tr_atomic_file *file, const char *json, tr_error *error) {
    const uint32_t magic = 0x46546c67, json_chunk = 0x4e4f534a, binary_chunk = 0x004e4942;
    const size_t length = strlen(json), total = 12 + 8 + padded(length) + 8 + g->bytes;
    tr_status status = TR_OK;
    if (total > UINT32_MAX)
        return tr_fail(error, TR_BAD_INPUT,
                       "a GLB file holds up to 4 GiB, and this one would have %.1f: choose a "
                       "smaller size, or a set with the textures beside the mesh",
                       (double)total / 0x40000000);
    write_words(file, magic, 2);
    const uint32_t size = (uint32_t)total;
    tr_atomic_write(file, &size, sizeof size);
    write_words(file, (uint32_t)padded(length), json_chunk);
    tr_atomic_write(file, json, length);
    tr_atomic_write(file, "   ", padded(length) - length);
    write_words(file, (uint32_t)g->bytes, binary_chunk);
    for (int i = 0; i < g->chunk_count && status == TR_OK; i++) {
        const chunk *some = &g->chunks[i];
        if (some->image)
            status = tr_atomic_copy(some->image, file, error);
        else
            tr_atomic_write(file, some->data, some->bytes);
        tr_atomic_write(file, "\0\0\0", padded(some->bytes) - some->bytes);
    }
    return status;
}

tr_status tr_glb_write(tr_atomic_file *file, const tr_plan *plan, const tr_surface *surface, tr_error *error) {
    shape planet = {0};
    document d = {0};
    disc *rings = tr_malloc(sizeof *rings);
    glb *g = tr_calloc(1, sizeof *g);
    char *json = NULL;
    tr_status status = rings && g ? make_shape(&plan->job, surface, &planet, error)
                                  : tr_fail(error, TR_NO_MEMORY, "no memory for a mesh");
    if (status == TR_OK) {
        g->plan = plan, g->job = &plan->job;
        g->d = &d;
        begin(g);
        add_planet(g, &planet);
        if (tr_plan_image(plan, TR_EXPORT_RINGS, 0)) {
            make_disc(&plan->job.recipe->rings, rings);
            add_rings(g, rings);
        }
        status = tr_json_write(g->d, describe(g), false, &json, error);
    }
    if (status == TR_OK)
        status = write_file(g, file, json, error);
    tr_json_clear(&d);
    tr_free(json);
    tr_free(g);
    tr_free(rings);
    free_shape(&planet);
    return status;
}
