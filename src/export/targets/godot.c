// Godot 4: import settings beside each texture, a material and a scene ("ResourceImporterTexture",
// "StandardMaterial3D" and "TSCN file format", docs.godotengine.org).
#include "export/private/image_layout.h"
#include "export/private/targets.h"

#include <stdio.h>
#include <string.h>

// Whether the ground has a material for each face of a cube (a surface of the mesh), or a single one.
static bool has_faces(const tr_export_job *job) { return job->layout == TR_LAYOUT_CUBE; }
static int count_materials(const tr_export_job *job) { return has_faces(job) ? 6 : 1; }

// Writes WORD, or for a face WORD_px.
enum { WORD_BYTES = 32 };
static const char *of_face(const tr_export_job *job, const char *word, int face, char out[WORD_BYTES]) {
    const char *name = tr_image_layout_get(job, TR_FORMAT_PNG, face).name;
    snprintf(out, WORD_BYTES, "%s%s%s", word, *name ? "_" : "", name);
    return out;
}

static bool has_lamps(const tr_export_job *job) {
    return job->maps & 1u << TR_MAP_EMISSION && job->recipe->night_lights;
}

static void describe_import(tr_plan *plan, int output, const char *name) {
    tr_text *text = tr_plan_add_text(plan, name, ".import");
    const bool normal = output == TR_MAP_NORMAL, height = output == TR_MAP_HEIGHT;
    tr_text_add(text,
                "[remap]\n\nimporter=\"texture\"\ntype=\"CompressedTexture2D\"\n\n[deps]\n\n[params]\n\n"
                "compress/mode=%d\ncompress/high_quality=true\ncompress/normal_map=%d\n"
                "mipmaps/generate=true\nprocess/fix_alpha_border=false\nprocess/size_limit=0\n"
                "detect_3d/compress_to=0\n",
                height ? 3 : 2, normal ? 1 : 2); // heights stay uncompressed, everything else is compressed for
                                                 // the GPU
}

static void add_resource(tr_text *text, const char *type, const char *name, const char *id) {
    tr_text_add(text, "[ext_resource type=\"%s\" path=", type);
    tr_text_quote(text, name);
    tr_text_add(text, " id=\"%s\"]\n", id);
}

// The textures of a material: numbers of ext_resources, from 1.
typedef struct slots {
    int count, number[TR_MAP_COUNT];
} slots;

static void list_textures(const tr_plan *plan, int face, tr_text *text, slots *all) {
    static const int outputs[] = {TR_MAP_ALBEDO, TR_MAP_NORMAL, TR_MAP_ORM, TR_MAP_EMISSION};
    *all = (slots){0};
    for (int i = 0; i < 4; i++)
        if (tr_plan_has(plan, outputs[i])) {
            char id[12];
            all->number[outputs[i]] = ++all->count;
            snprintf(id, sizeof id, "%d", all->count);
            add_resource(text, "Texture2D", tr_plan_file(plan, outputs[i], face)->name, id);
        }
}

// Night lights that are off by day: a second pass over the ground that adds their light. Emission is full until
// light(), which runs for each light of the scene, subtracts what that light outshines. ALBEDO passes the
// emission to light(); the diffuse light that it would colour stays 0.
static void add_lamps(const tr_export_job *job, tr_text *text, int emission) {
    tr_text_add(
        text,
        "\n[sub_resource type=\"Shader\" id=\"lamps\"]\ncode = \"shader_type spatial;\n"
        "render_mode blend_add, depth_draw_never, ambient_light_disabled, shadows_disabled;\n"
        "uniform sampler2D emission : source_color, %s;\nuniform float strength;\n"
        "void fragment() {\n\tALBEDO = strength * texture(emission, UV).rgb;\n\tEMISSION = ALBEDO;\n"
        "\tSPECULAR = 0.0;\n}\n"
        "void light() {\n\tfloat day = smoothstep(-0.12, 0.1, dot(NORMAL, LIGHT));\n"
        "\tSPECULAR_LIGHT = max(SPECULAR_LIGHT - day * ALBEDO, -ALBEDO);\n}\n\"\n\n"
        "[sub_resource type=\"ShaderMaterial\" id=\"lamps_material\"]\nshader = SubResource(\"lamps\")\n"
        "shader_parameter/emission = ExtResource(\"%d\")\nshader_parameter/strength = %.9g\n",
        has_faces(job) ? "repeat_disable" : "repeat_enable", emission, job->recipe->emission_strength);
}

// texture_repeat is on by default, as u of a map requires.
static void describe_material(tr_plan *plan, int face) {
    const tr_export_job *job = &plan->job;
    char ending[WORD_BYTES + 5];
    of_face(job, "", face, ending);
    tr_text *text = tr_plan_add_text(plan, job->stem, strcat(ending, ".tres"));
    slots s;
    tr_text_add(text, "[gd_resource type=\"StandardMaterial3D\" format=3]\n\n");
    list_textures(plan, face, text, &s);
    const bool lamps = has_lamps(job);
    if (lamps)
        add_lamps(job, text, s.number[TR_MAP_EMISSION]);
    tr_text_add(text, "\n[resource]\n%s", has_faces(job) ? "texture_repeat = false\n" : "");
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

// Adds the resources of the rings: a disc with the strip as texture by distance from the centre.
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

// The radius of the cloud shell.
static double clouds_at(const tr_export_job *job) {
    return 1 + job->recipe->clouds.altitude_km / job->recipe->radius_km;
}

static void add_cloud_resources(const tr_export_job *job, tr_text *text) {
    char word[WORD_BYTES];
    for (int face = 0; face < count_materials(job); face++) {
        tr_text_add(text, "\n[sub_resource type=\"StandardMaterial3D\" id=\"%s\"]\ntransparency = 1\n%s",
                    of_face(job, "clouds_material", face, word),
                    has_faces(job) ? "texture_repeat = false\n" : "");
        tr_text_add(text, "albedo_texture = ExtResource(\"%s\")\n", of_face(job, "clouds", face, word));
    }
    if (!has_faces(job))
        tr_text_add(text,
                    "\n[sub_resource type=\"SphereMesh\" id=\"clouds_mesh\"]\nmaterial = "
                    "SubResource(\"clouds_material\")\nradius = %.9g\nheight = %.9g\nradial_segments = 128\n"
                    "rings = 64\n",
                    clouds_at(job), 2 * clouds_at(job));
}

// Assigns materials to the one node of the GLB under `parent`: resources of kind `kind`, named `called`. Godot
// replaces some characters in names.
static void give_materials(const tr_export_job *job, tr_text *text, const char *parent, const char *kind,
                           const char *called) {
    char name[TR_EXPORT_NAME_BYTES], word[WORD_BYTES];
    snprintf(name, sizeof name, "%s", job->stem);
    for (char *s = name; *s; s++)
        if (strchr(".:@/\"%", *s))
            *s = '_';
    tr_text_add(text, "\n[node name=");
    tr_text_quote(text, name);
    tr_text_add(text, " parent=\"%s\" index=\"0\"]\n", parent);
    for (int face = 0; face < count_materials(job); face++)
        tr_text_add(text, "surface_material_override/%d = %s(\"%s\")\n", face, kind,
                    of_face(job, called, face, word));
}

// Lists the files that the scene refers to.
static void list_resources(const tr_plan *plan, tr_text *text, bool materials) {
    const tr_export_job *job = &plan->job;
    char name[TR_EXPORT_NAME_BYTES], word[WORD_BYTES], ending[WORD_BYTES];
    if (tr_plan_has(plan, TR_EXPORT_MESH))
        add_resource(text, "PackedScene", tr_plan_file(plan, TR_EXPORT_MESH, 0)->name, "shape");
    for (int face = 0; materials && face < count_materials(job); face++)
        if (snprintf(name, sizeof name, "%s%s.tres", job->stem, of_face(job, "", face, ending)) <
            (int)sizeof name)
            add_resource(text, "Material", name, of_face(job, "ground", face, word));
    for (int face = 0; face < count_materials(job); face++)
        if (tr_plan_has(plan, TR_MAP_CLOUDS))
            add_resource(text, "Texture2D", tr_plan_file(plan, TR_MAP_CLOUDS, face)->name,
                         of_face(job, "clouds", face, word));
    if (tr_plan_has(plan, TR_EXPORT_RINGS))
        add_resource(text, "Texture2D", tr_plan_file(plan, TR_EXPORT_RINGS, 0)->name, "rings");
}

// A SphereMesh has longitude 0 towards -Z and 90 degrees east towards -X. A rotation by a quarter turn restores
// the planet's frame, which is that of glTF.
static const char turned[] = "transform = Transform3D(0, 0, -1, 0, 1, 0, 1, 0, 0, 0, 0, 0)\n";

// Adds the mesh of the set, or a sphere. The GLB has no night lights, and its pictures have no import settings,
// so it gets the materials of the folder.
static void add_ground(const tr_export_job *job, tr_text *text, bool materials) {
    if (!(job->maps & 1u << TR_EXPORT_MESH)) {
        tr_text_add(
            text,
            "[node name=\"Ground\" type=\"MeshInstance3D\" parent=\".\"]\n%smesh = SubResource(\"ball\")\n",
            turned);
        return;
    }
    tr_text_add(text, "[node name=\"Ground\" parent=\".\" instance=ExtResource(\"shape\")]\n");
    if (materials)
        give_materials(job, text, "Ground", "ExtResource", "ground");
}

// Adds a sphere, or a second instance of the mesh's six grids.
static void add_clouds(const tr_export_job *job, tr_text *text) {
    const double radius = clouds_at(job);
    if (has_faces(job)) {
        tr_text_add(text,
                    "\n[node name=\"Clouds\" parent=\".\" instance=ExtResource(\"shape\")]\n"
                    "transform = Transform3D(%.9g, 0, 0, 0, %.9g, 0, 0, 0, %.9g, 0, 0, 0)\n",
                    radius, radius, radius);
        give_materials(job, text, "Clouds", "SubResource", "clouds_material");
        return;
    }
    tr_text_add(text,
                "\n[node name=\"Clouds\" type=\"MeshInstance3D\" parent=\".\"]\n%smesh = "
                "SubResource(\"clouds_mesh\")\n",
                turned);
}

static void describe_scene(tr_plan *plan) {
    const tr_export_job *job = &plan->job;
    const bool has_mesh = tr_plan_has(plan, TR_EXPORT_MESH), has_clouds = tr_plan_has(plan, TR_MAP_CLOUDS),
               has_rings = tr_plan_has(plan, TR_EXPORT_RINGS);
    const bool materials = !has_mesh || has_faces(job) || has_lamps(job);
    tr_text *text = tr_plan_add_text(plan, job->stem, ".tscn");
    tr_text_add(text, "[gd_scene format=3]\n\n");
    list_resources(plan, text, materials);
    if (!has_mesh)
        tr_text_add(text,
                    "\n[sub_resource type=\"SphereMesh\" id=\"ball\"]\nmaterial = ExtResource(\"ground\")\n"
                    "radius = 1.0\nheight = 2.0\nradial_segments = 128\nrings = 64\n");
    if (has_clouds)
        add_cloud_resources(job, text);
    if (has_rings)
        add_ring_resources(job, text);
    tr_text_add(text, "\n[node name=\"Planet\" type=\"Node3D\"]\n\n");
    add_ground(job, text, materials);
    if (has_clouds)
        add_clouds(job, text);
    if (has_rings)
        tr_text_add(text, "\n[node name=\"Rings\" type=\"MeshInstance3D\" parent=\".\"]\nmesh = "
                          "SubResource(\"rings_mesh\")\n");
    if (has_mesh && materials)
        tr_text_add(text, "\n[editable path=\"Ground\"]\n");
    if (has_clouds && has_faces(job))
        tr_text_add(text, "\n[editable path=\"Clouds\"]\n");
}

void tr_describe_godot(tr_plan *plan) {
    tr_plan_describe_textures(plan, describe_import);
    for (int face = 0; face < count_materials(&plan->job); face++)
        describe_material(plan, face);
    describe_scene(plan);
}
