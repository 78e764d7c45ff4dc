// Format: Khronos, "glTF 2.0 Specification", section 4.4 (GLB) and 3 (JSON).
#include "export/private/glb.h"

#include "base/size.h"
#include "base/version.h"
#include "export/private/parts.h"
#include "planet/mesh.h"
#include "scene/load.h"
#include "json/json.h"
#include <stdio.h>
#include <string.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "glTF is little endian");

// Numbers of glTF, which it takes from OpenGL.
enum { FLOAT = 5126, UNSIGNED_INT = 5125, ARRAY = 34962, ELEMENT_ARRAY = 34963 };
enum { LINEAR = 9729, LINEAR_MIPMAP_LINEAR = 9987, REPEAT = 10497, CLAMP_TO_EDGE = 33071 };

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
    tr_free(mesh->positions);
    tr_free(mesh->normals);
    tr_free(mesh->tangents);
    tr_free(mesh->uvs);
    tr_free(mesh->triangles);
}

// ---- the JSON part -----------------------------------------------------------------------------

typedef tr_json_document document;

static tr_json *text(document *d, const char *word) { return tr_json_new_text(d, word); }

static tr_json *whole(document *d, size_t number) { return tr_json_new_whole(d, (int64_t)number); }

static tr_json *real(document *d, double number) { return tr_json_new_real(d, number); }

// glTF has its objects in lists.
static tr_json *list_of(document *d, tr_json *object) { return tr_json_new_array(d, 1, object); }

// The bounding box that glTF wants of positions.
static void describe_bounds(document *d, tr_json *accessor, const part *p) {
    const float(*v)[3] = p->data;
    tr_json *least = tr_json_new(d, TR_JSON_ARRAY), *most = tr_json_new(d, TR_JSON_ARRAY);
    for (int k = 0; k < 3; k++) {
        float low = v[0][k], high = v[0][k]; // NOLINT(clang-analyzer-core.*): the mesh was made
        for (int i = 1; i < p->count; i++) {
            low = v[i][k] < low ? v[i][k] : low;
            high = v[i][k] > high ? v[i][k] : high;
        }
        tr_json_append(d, least, real(d, (double)low));
        tr_json_append(d, most, real(d, (double)high));
    }
    tr_json_set(d, accessor, "min", least);
    tr_json_set(d, accessor, "max", most);
}

static void describe_parts(document *d, tr_json *root, const part *parts) {
    static const char *const types[] = {"", "SCALAR", "VEC2", "VEC3", "VEC4"};
    tr_json *accessors = tr_json_new(d, TR_JSON_ARRAY), *views = tr_json_new(d, TR_JSON_ARRAY);
    tr_json *attributes = tr_json_new(d, TR_JSON_OBJECT);
    size_t offset = 0;
    for (int i = 0; i < part_count; i++) {
        const part *p = &parts[i];
        tr_json_append(d, views,
                       tr_json_new_object(d, "buffer", whole(d, 0), "byteOffset", whole(d, offset),
                                          "byteLength", whole(d, part_bytes(p)), "target",
                                          whole(d, p->attribute ? ARRAY : ELEMENT_ARRAY), NULL));
        tr_json *accessor =
            tr_json_new_object(d, "bufferView", whole(d, (size_t)i), "componentType",
                               whole(d, p->attribute ? FLOAT : UNSIGNED_INT), "count",
                               whole(d, (size_t)p->count), "type", text(d, types[p->components]), NULL);
        if (i == 0)
            describe_bounds(d, accessor, p);
        tr_json_append(d, accessors, accessor);
        if (p->attribute)
            tr_json_set(d, attributes, p->attribute, whole(d, (size_t)i));
        offset += part_bytes(p);
    }
    tr_json *primitive = tr_json_new_object(d, "attributes", attributes, "indices", whole(d, part_count - 1),
                                            "material", whole(d, 0), NULL);
    tr_json_set(d, root, "accessors", accessors);
    tr_json_set(d, root, "bufferViews", views);
    tr_json_set(d, root, "buffers", list_of(d, tr_json_new_object(d, "byteLength", whole(d, offset), NULL)));
    tr_json_set(d, root, "meshes",
                list_of(d, tr_json_new_object(d, "primitives", list_of(d, primitive), NULL)));
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

// The textures of a file, their images and how they are sampled.
typedef struct textures {
    tr_json *textures, *images;
} textures;

// A reference to a texture with the file of that map; NULL where there is none.
static tr_json *describe_texture(document *d, const tr_export_job *job, tr_map map, const textures *all) {
    char name[TR_EXPORT_NAME_BYTES], uri[3 * TR_EXPORT_NAME_BYTES];
    if (!(job->maps & 1u << map) || !tr_export_file_name(job, map, name, sizeof name))
        return NULL;
    const size_t index = tr_json_count(all->textures);
    encode_uri(name, uri);
    tr_json_append(d, all->textures,
                   tr_json_new_object(d, "sampler", whole(d, 0), "source", whole(d, index), NULL));
    tr_json_append(d, all->images, tr_json_new_object(d, "uri", text(d, uri), NULL));
    return tr_json_new_object(d, "index", whole(d, index), NULL);
}

static tr_json *describe_sampler(document *d) {
    return tr_json_new_object(d, "magFilter", whole(d, LINEAR), "minFilter", whole(d, LINEAR_MIPMAP_LINEAR),
                              "wrapS", whole(d, REPEAT), "wrapT", whole(d, CLAMP_TO_EDGE), NULL);
}

static void add_emission(document *d, const tr_export_job *job, tr_json *texture, tr_json *material,
                         tr_json *root) {
    static const char strength[] = "KHR_materials_emissive_strength";
    tr_json *extension =
        tr_json_new_object(d, "emissiveStrength", real(d, job->recipe->emission_strength), NULL);
    tr_json_set(d, material, "emissiveTexture", texture);
    tr_json_set(d, material, "emissiveFactor", tr_json_new_array(d, 3, whole(d, 1), whole(d, 1), whole(d, 1)));
    tr_json_set(d, material, "extensions", tr_json_new_object(d, strength, extension, NULL));
    tr_json_set(d, root, "extensionsUsed", list_of(d, text(d, strength)));
}

static void describe_material(document *d, const tr_export_job *job, tr_json *root) {
    const textures all = {tr_json_new(d, TR_JSON_ARRAY), tr_json_new(d, TR_JSON_ARRAY)};
    tr_json *albedo = describe_texture(d, job, TR_MAP_ALBEDO, &all);
    tr_json *normal = describe_texture(d, job, TR_MAP_NORMAL, &all);
    tr_json *emission = describe_texture(d, job, TR_MAP_EMISSION, &all);
    tr_json *orm = describe_texture(d, job, TR_MAP_ORM, &all);
    const double rough = orm ? 1 : 0.95, metal = orm ? 1 : 0; // factors of the texture, or dust and rock
    tr_json *surface =
        tr_json_new_object(d, "metallicFactor", real(d, metal), "roughnessFactor", real(d, rough),
                           "baseColorTexture", albedo, "metallicRoughnessTexture", orm, NULL);
    tr_json *material = tr_json_new_object(d, "name", text(d, job->stem), "pbrMetallicRoughness", surface,
                                           "normalTexture", normal, NULL);
    if (orm) // the same texture: its red
        tr_json_set(d, material, "occlusionTexture", tr_json_copy(d, orm));
    if (emission)
        add_emission(d, job, emission, material, root);
    if (tr_json_count(all.textures) > 0) {
        tr_json_set(d, root, "textures", all.textures);
        tr_json_set(d, root, "images", all.images);
        tr_json_set(d, root, "samplers", list_of(d, describe_sampler(d)));
    }
    tr_json_set(d, root, "materials", list_of(d, material));
}

// The JSON of the file; tr_free() it.
static tr_status describe(const tr_export_job *job, const part *parts, char **out, tr_error *error) {
    document *d;
    tr_status status = tr_json_create(&d, error);
    if (status != TR_OK)
        return status;
    tr_json *extras = tr_json_new_object(d, "metres_per_unit", real(d, job->recipe->radius_km * 1000), "recipe",
                                         tr_recipe_write(d, job->recipe), NULL);
    tr_json *asset = tr_json_new_object(d, "version", text(d, "2.0"), "generator",
                                        text(d, "terrella " TR_VERSION), "extras", extras, NULL);
    tr_json *scene = tr_json_new_object(d, "nodes", list_of(d, whole(d, 0)), NULL);
    tr_json *node = tr_json_new_object(d, "name", text(d, job->stem), "mesh", whole(d, 0), NULL);
    tr_json *root = tr_json_new_object(d, "asset", asset, "scene", whole(d, 0), "scenes", list_of(d, scene),
                                       "nodes", list_of(d, node), NULL);
    describe_parts(d, root, parts);
    describe_material(d, job, root);
    status = tr_json_write(d, root, false, out, error);
    tr_json_destroy(d);
    return status;
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
    tr_free(text);
    free_mesh(&mesh);
    return status;
}
