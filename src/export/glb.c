// Format: Khronos, "glTF 2.0 Specification", section 4.4 (GLB) and 3 (JSON).
#include "export/glb.h"

#include "base/size.h"
#include "base/version.h"
#include "export/json.h"
#include "export/manifest.h"
#include "planet/mesh.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "glTF is little endian");

enum { ball_columns = 128 };

// Numbers of glTF, which it takes from OpenGL.
enum { FLOAT = 5126, UNSIGNED_INT = 5125, ARRAY = 34962, ELEMENT_ARRAY = 34963 };
enum { LINEAR = 9729, LINEAR_MIPMAP_LINEAR = 9987, REPEAT = 10497, CLAMP_TO_EDGE = 33071 };

int tr_export_mesh_columns(const tr_export_job *job) {
    return job->recipe->mesh_columns > 0 ? (int)job->recipe->mesh_columns : ball_columns;
}

// ---- the binary part ---------------------------------------------------------------------------

// One array of the mesh, as it stands in the file.
typedef struct part {
    const char *attribute; // NULL: the triangles
    const void *data;
    int count, components; // numbers of four bytes
} part;

enum { part_count = 5 };

static void list_parts(const tr_mesh *mesh, part parts[part_count]) {
    const int vertices = tr_mesh_vertices(mesh->columns);
    parts[0] = (part){"POSITION", mesh->positions, vertices, 3};
    parts[1] = (part){"NORMAL", mesh->normals, vertices, 3};
    parts[2] = (part){"TANGENT", mesh->tangents, vertices, 4};
    parts[3] = (part){"TEXCOORD_0", mesh->uvs, vertices, 2};
    parts[4] = (part){NULL, mesh->triangles, 3 * tr_mesh_triangles(mesh->columns), 1};
}

static size_t part_bytes(const part *p) { return (size_t)p->count * (size_t)p->components * 4; }

static size_t all_bytes(const part *parts) {
    size_t bytes = 0;
    for (int i = 0; i < part_count; i++)
        bytes += part_bytes(&parts[i]);
    return bytes;
}

static tr_status make_mesh(const tr_surface *surface, int columns, tr_mesh *mesh, tr_error *error) {
    const size_t vertices = (size_t)tr_mesh_vertices(columns), triangles = (size_t)tr_mesh_triangles(columns);
    *mesh = (tr_mesh){.columns = columns,
                      .positions = tr_allocate(vertices, sizeof *mesh->positions),
                      .normals = tr_allocate(vertices, sizeof *mesh->normals),
                      .tangents = tr_allocate(vertices, sizeof *mesh->tangents),
                      .uvs = tr_allocate(vertices, sizeof *mesh->uvs),
                      .triangles = tr_allocate(triangles, sizeof *mesh->triangles)};
    if (!mesh->positions || !mesh->normals || !mesh->tangents || !mesh->uvs || !mesh->triangles)
        return tr_fail(error, TR_NO_MEMORY, "no memory for a mesh of %d columns", columns);
    tr_surface_make_mesh(surface, mesh);
    return TR_OK;
}

static void free_mesh(tr_mesh *mesh) {
    free(mesh->positions);
    free(mesh->normals);
    free(mesh->tangents);
    free(mesh->uvs);
    free(mesh->triangles);
}

// ---- the JSON part -----------------------------------------------------------------------------

// The bounding box that glTF wants of positions.
static void describe_bounds(json_t *accessor, const part *p) {
    const float(*v)[3] = p->data;
    json_t *least = json_array(), *most = json_array();
    for (int k = 0; k < 3; k++) {
        float low = v[0][k], high = v[0][k]; // NOLINT(clang-analyzer-core.*): the mesh was made
        for (int i = 1; i < p->count; i++) {
            low = v[i][k] < low ? v[i][k] : low;
            high = v[i][k] > high ? v[i][k] : high;
        }
        json_array_append_new(least, json_real((double)low));
        json_array_append_new(most, json_real((double)high));
    }
    json_object_set_new(accessor, "min", least);
    json_object_set_new(accessor, "max", most);
}

static void describe_parts(json_t *root, const part *parts) {
    static const char *const types[] = {"", "SCALAR", "VEC2", "VEC3", "VEC4"};
    json_t *accessors = json_array(), *views = json_array(), *attributes = json_object();
    size_t offset = 0;
    for (int i = 0; i < part_count; i++) {
        const part *p = &parts[i];
        json_array_append_new(views, json_pack("{s:i, s:I, s:I, s:i}", "buffer", 0, "byteOffset",
                                               (json_int_t)offset, "byteLength", (json_int_t)part_bytes(p),
                                               "target", p->attribute ? ARRAY : ELEMENT_ARRAY));
        json_t *accessor =
            json_pack("{s:i, s:i, s:i, s:s}", "bufferView", i, "componentType",
                      p->attribute ? FLOAT : UNSIGNED_INT, "count", p->count, "type", types[p->components]);
        if (i == 0)
            describe_bounds(accessor, p);
        json_array_append_new(accessors, accessor);
        if (p->attribute)
            json_object_set_new(attributes, p->attribute, json_integer(i));
        offset += part_bytes(p);
    }
    json_object_set_new(root, "accessors", accessors);
    json_object_set_new(root, "bufferViews", views);
    json_object_set_new(root, "buffers", json_pack("[{s:I}]", "byteLength", (json_int_t)offset));
    json_object_set_new(root, "meshes",
                        json_pack("[{s:[{s:o, s:i, s:i}]}]", "primitives", "attributes", attributes, "indices",
                                  part_count - 1, "material", 0));
}

// A relative reference (RFC 3986): all bytes but the unreserved ones as %XX.
static void encode_uri(const char *name, char *uri) {
    static const char unreserved[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
    for (; *name; name++) {
        if (strchr(unreserved, *name))
            *uri++ = *name;
        else
            uri += sprintf(uri, "%%%02X", (unsigned)(unsigned char)*name);
    }
    *uri = 0;
}

// A reference to a texture with the file of that map; NULL where there is none.
static json_t *describe_texture(const tr_export_job *job, tr_map map, json_t *root) {
    char name[TR_EXPORT_NAME_BYTES], uri[3 * TR_EXPORT_NAME_BYTES];
    const bool known = job->format == TR_FORMAT_PNG || job->format == TR_FORMAT_JPG;
    if (!known || !(job->maps & 1u << map) || !tr_export_file_name(job, map, name, sizeof name))
        return NULL;
    if (!json_object_get(root, "textures")) {
        json_object_set_new(root, "textures", json_array());
        json_object_set_new(root, "images", json_array());
        json_object_set_new(root, "samplers",
                            json_pack("[{s:i, s:i, s:i, s:i}]", "magFilter", LINEAR, "minFilter",
                                      LINEAR_MIPMAP_LINEAR, "wrapS", REPEAT, "wrapT", CLAMP_TO_EDGE));
    }
    json_t *textures = json_object_get(root, "textures");
    const int index = (int)json_array_size(textures);
    encode_uri(name, uri);
    json_array_append_new(textures, json_pack("{s:i, s:i}", "sampler", 0, "source", index));
    json_array_append_new(json_object_get(root, "images"), json_pack("{s:s}", "uri", uri));
    return json_pack("{s:i}", "index", index);
}

static void describe_material(const tr_export_job *job, json_t *root) {
    json_t *material = json_object();
    json_t *albedo = describe_texture(job, TR_MAP_ALBEDO, root);
    json_t *normal = describe_texture(job, TR_MAP_NORMAL, root);
    json_t *emission = describe_texture(job, TR_MAP_EMISSION, root);
    json_t *orm = describe_texture(job, TR_MAP_ORM, root);    // its red, occlusion, is white everywhere
    const double rough = orm ? 1 : 0.95, metal = orm ? 1 : 0; // factors of the texture, or dust and rock
    json_t *surface = json_pack("{s:f, s:f}", "metallicFactor", metal, "roughnessFactor", rough);
    json_object_set_new(material, "name", json_string(job->stem));
    if (albedo)
        json_object_set_new(surface, "baseColorTexture", albedo);
    if (orm)
        json_object_set_new(surface, "metallicRoughnessTexture", orm);
    json_object_set_new(material, "pbrMetallicRoughness", surface);
    if (normal)
        json_object_set_new(material, "normalTexture", normal);
    if (emission) {
        static const char *const strength = "KHR_materials_emissive_strength";
        json_object_set_new(material, "emissiveTexture", emission);
        json_object_set_new(material, "emissiveFactor", json_pack("[i, i, i]", 1, 1, 1));
        json_object_set_new(
            material, "extensions",
            json_pack("{s:{s:f}}", strength, "emissiveStrength", job->recipe->emission_strength));
        json_object_set_new(root, "extensionsUsed", json_pack("[s]", strength));
    }
    json_object_set_new(root, "materials", json_pack("[o]", material));
}

// The JSON of the file; free() it.
static tr_status describe(const tr_export_job *job, const part *parts, char **text, tr_error *error) {
    json_t *recipe = json_loads(job->recipe_json, JSON_REJECT_DUPLICATES, NULL);
    if (!json_is_object(recipe)) {
        json_decref(recipe);
        return tr_fail(error, TR_BUG, "the recipe for the mesh is no JSON object");
    }
    json_t *root = json_object();
    json_object_set_new(root, "asset",
                        json_pack("{s:s, s:s, s:{s:f, s:o}}", "version", "2.0", "generator",
                                  "terrella " TR_VERSION, "extras", "metres_per_unit",
                                  job->recipe->radius_km * 1000, "recipe", recipe));
    json_object_set_new(root, "scene", json_integer(0));
    json_object_set_new(root, "scenes", json_pack("[{s:[i]}]", "nodes", 0));
    json_object_set_new(root, "nodes", json_pack("[{s:s, s:i}]", "name", job->stem, "mesh", 0));
    describe_parts(root, parts);
    describe_material(job, root);
    *text = export_json_dump(root, false);
    json_decref(root);
    return *text ? TR_OK : tr_fail(error, TR_NO_MEMORY, "no memory to describe the mesh");
}

// ---- the file ----------------------------------------------------------------------------------

static void write_words(tr_atomic_file *file, uint32_t a, uint32_t b) {
    const uint32_t words[] = {a, b};
    tr_atomic_write(file, words, sizeof words);
}

tr_status tr_glb_write(tr_atomic_file *file, const tr_export_job *job, const tr_surface *surface,
                       tr_error *error) {
    const uint32_t magic = 0x46546c67, json_chunk = 0x4e4f534a, binary_chunk = 0x004e4942;
    tr_mesh mesh = {0};
    part parts[part_count];
    char *text = NULL;
    tr_status status = make_mesh(surface, tr_export_mesh_columns(job), &mesh, error);
    if (status == TR_OK) {
        list_parts(&mesh, parts);
        status = describe(job, parts, &text, error);
    }
    if (status == TR_OK) {
        const size_t length = strlen(text), padding = (4 - length % 4) % 4, bytes = all_bytes(parts);
        write_words(file, magic, 2);
        const uint32_t total = (uint32_t)(12 + 8 + length + padding + 8 + bytes);
        tr_atomic_write(file, &total, sizeof total);
        write_words(file, (uint32_t)(length + padding), json_chunk);
        tr_atomic_write(file, text, length);
        tr_atomic_write(file, "   ", padding);
        write_words(file, (uint32_t)bytes, binary_chunk);
        for (int i = 0; i < part_count; i++)
            tr_atomic_write(file, parts[i].data, part_bytes(&parts[i]));
    }
    free(text);
    free_mesh(&mesh);
    return status;
}
