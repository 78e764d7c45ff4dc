// Godot 4: import settings beside each texture, a material and a scene ("ResourceImporterTexture",
// "StandardMaterial3D" and "TSCN file format", docs.godotengine.org).
#include "export/private/companions.h"

#include <stdio.h>
#include <string.h>

static bool name_of(const tr_export_job *job, int part, char name[TR_EXPORT_NAME_BYTES]) {
    return job->maps & 1u << part && tr_export_file_name(job, part, 0, name, TR_EXPORT_NAME_BYTES);
}

static void describe_import(const tr_export_job *job, int part, const char *name, tr_companions *all) {
    tr_text *text = tr_companion_begin(all, name, ".import");
    const bool normal = part == TR_MAP_NORMAL, height = part == TR_MAP_HEIGHT;
    (void)job;
    tr_text_add(text,
                "[remap]\n\nimporter=\"texture\"\ntype=\"CompressedTexture2D\"\n\n[deps]\n\n[params]\n\n"
                "compress/mode=%d\ncompress/high_quality=true\ncompress/normal_map=%d\n"
                "mipmaps/generate=true\nprocess/fix_alpha_border=false\nprocess/size_limit=0\n"
                "detect_3d/compress_to=0\n",
                height ? 3 : 2, normal ? 1 : 2); // heights uncompressed, all else for the GPU
}

static void add_resource(tr_text *text, const char *type, const char *name, const char *id) {
    tr_text_add(text, "[ext_resource type=\"%s\" path=", type);
    tr_text_quote(text, name);
    tr_text_add(text, " id=\"%s\"]\n", id);
}

// Textures of a material, which are ext_resources with numbers from 1 on.
typedef struct slots {
    int count, number[TR_MAP_COUNT];
} slots;

static void list_textures(const tr_export_job *job, tr_text *text, slots *all) {
    static const int parts[] = {TR_MAP_ALBEDO, TR_MAP_NORMAL, TR_MAP_ORM, TR_MAP_EMISSION};
    char name[TR_EXPORT_NAME_BYTES];
    *all = (slots){0};
    for (int i = 0; i < 4; i++)
        if (name_of(job, parts[i], name)) {
            all->number[parts[i]] = ++all->count;
            {
                char id[12];
                snprintf(id, sizeof id, "%d", all->count);
                add_resource(text, "Texture2D", name, id);
            }
        }
}

// Lamps that are out by day: a pass over the ground that adds their light. Each lamp shines until light(),
// which is called for each light of the scene, has taken away what that one outshines. ALBEDO carries it
// there: diffuse light, which it colours, stays 0.
static void add_lamps(const tr_export_job *job, tr_text *text, int emission) {
    tr_text_add(
        text,
        "\n[sub_resource type=\"Shader\" id=\"lamps\"]\ncode = \"shader_type spatial;\n"
        "render_mode blend_add, depth_draw_never, ambient_light_disabled, shadows_disabled;\n"
        "uniform sampler2D emission : source_color, repeat_enable;\nuniform float strength;\n"
        "void fragment() {\n\tALBEDO = strength * texture(emission, UV).rgb;\n\tEMISSION = ALBEDO;\n"
        "\tSPECULAR = 0.0;\n}\n"
        "void light() {\n\tfloat day = smoothstep(-0.12, 0.1, dot(NORMAL, LIGHT));\n"
        "\tSPECULAR_LIGHT = max(SPECULAR_LIGHT - day * ALBEDO, -ALBEDO);\n}\n\"\n\n"
        "[sub_resource type=\"ShaderMaterial\" id=\"lamps_material\"]\nshader = SubResource(\"lamps\")\n"
        "shader_parameter/emission = ExtResource(\"%d\")\nshader_parameter/strength = %.9g\n",
        emission, job->recipe->emission_strength);
}

// Its texture_repeat is on from the start, as u wants it.
static void describe_material(const tr_export_job *job, tr_companions *all) {
    tr_text *text = tr_companion_begin(all, job->stem, ".tres");
    slots s;
    tr_text_add(text, "[gd_resource type=\"StandardMaterial3D\" format=3]\n\n");
    list_textures(job, text, &s);
    const bool lamps = s.number[TR_MAP_EMISSION] && job->recipe->night_lights;
    if (lamps)
        add_lamps(job, text, s.number[TR_MAP_EMISSION]);
    tr_text_add(text, "\n[resource]\n");
    if (s.number[TR_MAP_ALBEDO])
        tr_text_add(text, "albedo_texture = ExtResource(\"%d\")\n", s.number[TR_MAP_ALBEDO]);
    if (s.number[TR_MAP_ORM])
        tr_text_add(text,
                    "metallic = 1.0\nmetallic_texture = ExtResource(\"%d\")\nmetallic_texture_channel = 2\n"
                    "roughness_texture = ExtResource(\"%d\")\nroughness_texture_channel = 1\n"
                    "ao_enabled = true\nao_texture = ExtResource(\"%d\")\nao_texture_channel = 0\n",
                    s.number[TR_MAP_ORM], s.number[TR_MAP_ORM], s.number[TR_MAP_ORM]);
    if (s.number[TR_MAP_NORMAL])
        tr_text_add(text, "normal_enabled = true\nnormal_texture = ExtResource(\"%d\")\n",
                    s.number[TR_MAP_NORMAL]);
    if (lamps)
        tr_text_add(text, "next_pass = SubResource(\"lamps_material\")\n");
    else if (s.number[TR_MAP_EMISSION])
        tr_text_add(text,
                    "emission_enabled = true\nemission = Color(1, 1, 1, 1)\nemission_operator = 1\n"
                    "emission_energy_multiplier = %.9g\nemission_texture = ExtResource(\"%d\")\n",
                    job->recipe->emission_strength, s.number[TR_MAP_EMISSION]);
}

// What a disc of rings looks like: its texture by the distance to the middle.
static void add_ring_resources(const tr_export_job *job, tr_text *text) {
    const tr_rings *rings = &job->recipe->rings;
    tr_text_add(
        text,
        "\n[sub_resource type=\"Shader\" id=\"rings\"]\ncode = \"shader_type spatial;\n"
        "render_mode cull_disabled, depth_draw_never;\n"
        "uniform sampler2D strip : source_color, repeat_disable;\n"
        "uniform float inner;\nuniform float outer;\nvarying vec2 place;\n"
        "void vertex() { place = VERTEX.xz; }\n"
        "void fragment() {\n\tfloat u = (length(place) - inner) / (outer - inner);\n"
        "\tvec4 ring = texture(strip, vec2(u, 0.5));\n\tALBEDO = ring.rgb;\n"
        "\tALPHA = u < 0.0 || u > 1.0 ? 0.0 : ring.a;\n\tROUGHNESS = 1.0;\n}\n\"\n\n"
        "[sub_resource type=\"ShaderMaterial\" id=\"rings_material\"]\nshader = SubResource(\"rings\")\n"
        "shader_parameter/strip = ExtResource(\"rings\")\nshader_parameter/inner = %.9g\n"
        "shader_parameter/outer = %.9g\n\n"
        "[sub_resource type=\"PlaneMesh\" id=\"rings_mesh\"]\nsize = Vector2(%.9g, %.9g)\n"
        "material = SubResource(\"rings_material\")\n",
        rings->inner, rings->outer, 2 * rings->outer, 2 * rings->outer);
}

static void add_cloud_resources(const tr_export_job *job, tr_text *text) {
    const double radius = 1 + job->recipe->clouds.altitude_km / job->recipe->radius_km;
    tr_text_add(
        text,
        "\n[sub_resource type=\"StandardMaterial3D\" id=\"clouds_material\"]\ntransparency = 1\n"
        "albedo_texture = ExtResource(\"clouds\")\n\n"
        "[sub_resource type=\"SphereMesh\" id=\"clouds_mesh\"]\nmaterial = SubResource(\"clouds_material\")\n"
        "radius = %.9g\nheight = %.9g\nradial_segments = 128\nrings = 64\n",
        radius, 2 * radius);
}

// The GLB has no lamps: its one node gets the material of the folder. Godot replaces some letters of names.
static void add_ground_of_mesh(const tr_export_job *job, tr_text *text) {
    char name[TR_EXPORT_NAME_BYTES];
    snprintf(name, sizeof name, "%s", job->stem);
    for (char *s = name; *s; s++)
        if (strchr(".:@/\"%", *s))
            *s = '_';
    tr_text_add(text, "\n[node name=");
    tr_text_quote(text, name);
    tr_text_add(text, " parent=\"Ground\" index=\"0\"]\n"
                      "surface_material_override/0 = ExtResource(\"ground\")\n\n[editable path=\"Ground\"]\n");
}

// A SphereMesh has longitude 0 towards -Z and 90 degrees east towards -X: a quarter of a turn brings the
// planet's frame, that of glTF, back.
static void describe_scene(const tr_export_job *job, tr_companions *all) {
    static const char turned[] = "transform = Transform3D(0, 0, -1, 0, 1, 0, 1, 0, 0, 0, 0, 0)\n";
    char clouds[TR_EXPORT_NAME_BYTES], rings[TR_EXPORT_NAME_BYTES], mesh[TR_EXPORT_NAME_BYTES];
    const bool has_mesh = name_of(job, TR_EXPORT_MESH, mesh);
    const bool lamps = job->maps & 1u << TR_MAP_EMISSION && job->recipe->night_lights;
    const bool has_clouds = name_of(job, TR_MAP_CLOUDS, clouds),
               has_rings = name_of(job, TR_EXPORT_RINGS, rings);
    tr_text *text = tr_companion_begin(all, job->stem, ".tscn");
    tr_text_add(text, "[gd_scene format=3]\n\n");
    if (has_mesh)
        add_resource(text, "PackedScene", mesh, "shape");
    if ((!has_mesh || lamps) && snprintf(mesh, sizeof mesh, "%s.tres", job->stem) < (int)sizeof mesh)
        add_resource(text, "Material", mesh, "ground");
    if (has_clouds)
        add_resource(text, "Texture2D", clouds, "clouds");
    if (has_rings)
        add_resource(text, "Texture2D", rings, "rings");
    if (!has_mesh)
        tr_text_add(text,
                    "\n[sub_resource type=\"SphereMesh\" id=\"ball\"]\nmaterial = ExtResource(\"ground\")\n"
                    "radius = 1.0\nheight = 2.0\nradial_segments = 128\nrings = 64\n");
    if (has_clouds)
        add_cloud_resources(job, text);
    if (has_rings)
        add_ring_resources(job, text);
    tr_text_add(text, "\n[node name=\"Planet\" type=\"Node3D\"]\n\n");
    if (has_mesh)
        tr_text_add(text, "[node name=\"Ground\" parent=\".\" instance=ExtResource(\"shape\")]\n");
    if (has_mesh && lamps)
        add_ground_of_mesh(job, text);
    if (!has_mesh)
        tr_text_add(
            text,
            "[node name=\"Ground\" type=\"MeshInstance3D\" parent=\".\"]\n%smesh = SubResource(\"ball\")\n",
            turned);
    if (has_clouds)
        tr_text_add(text,
                    "\n[node name=\"Clouds\" type=\"MeshInstance3D\" parent=\".\"]\n%smesh = "
                    "SubResource(\"clouds_mesh\")\n",
                    turned);
    if (has_rings)
        tr_text_add(text, "\n[node name=\"Rings\" type=\"MeshInstance3D\" parent=\".\"]\nmesh = "
                          "SubResource(\"rings_mesh\")\n");
}

void tr_describe_godot(const tr_export_job *job, tr_companions *all) {
    tr_companions_of_pictures(job, all, describe_import);
    describe_material(job, all);
    describe_scene(job, all);
}
