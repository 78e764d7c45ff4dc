#include "app/shortcuts.h"
#include "base/embed.h"
#include "base/memory.h"
#include "cli/private/commands.h"
#include "export/target.h"
#include "fields/field.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Prints one line of a list: an element of a JSON array, or a name and its description.
static void print_item(const tr_cli_context *context, const char *name, const char *what) {
    if (!context->options->json) {
        printf("%-14s %s\n", name, what);
        return;
    }
    tr_print_list_next(context->printed);
    tr_print_json_text("{\"name\":", name);
    tr_print_json_text(",\"what\":", what);
    putchar('}');
}

// Lists what is built in: names and summaries.
static tr_status
list_builtin(const tr_cli_context *context, int (*list)(char (*names)[TR_NAME_BYTES], int most),
             tr_status (*summarize)(const char *name, char *summary, size_t size, tr_error *error)) {
    enum { most = 64 };
    char names[most][TR_NAME_BYTES], summaries[most][256];
    const int count = list(names, most);
    tr_status status = TR_OK;
    for (int i = 0; i < count && status == TR_OK; i++)
        status = summarize(names[i], summaries[i], sizeof summaries[i], context->error);
    for (int i = 0; i < count && status == TR_OK; i++) // all or nothing is printed
        print_item(context, names[i], summaries[i]);
    return status;
}

static tr_status list_types(const tr_cli_context *context) {
    return list_builtin(context, tr_type_list, tr_type_summary);
}

static tr_status list_scenes(const tr_cli_context *context) {
    return list_builtin(context, tr_scene_list, tr_scene_summary);
}

static tr_status list_fields(const tr_cli_context *context) {
    enum { most = 128 };
    tr_listed_field fields[most];
    const int count = tr_field_list(fields, most);
    for (int i = 0; i < count && i < most; i++)
        print_item(context, fields[i].name, fields[i].what);
    return TR_OK;
}

static tr_status list_maps(const tr_cli_context *context) {
    for (int output = 0; output < TR_EXPORT_OUTPUTS; output++)
        print_item(context, tr_export_output_name(output), tr_export_output_what(output));
    return TR_OK;
}

static tr_status list_targets(const tr_cli_context *context) {
    int count;
    const tr_target *targets = tr_target_list(&count);
    for (int i = 0; i < count; i++) {
        char what[512];
        snprintf(what, sizeof what, "%s (%s)", targets[i].what, targets[i].proof);
        print_item(context, targets[i].name, what);
    }
    return TR_OK;
}

// (Schemas are JSON with and without --json.)
static tr_status list_schema(const tr_cli_context *context) {
    char *schema;
    const tr_status status = tr_schema_json(&schema, context->error);
    if (status == TR_OK)
        puts(schema);
    tr_free(schema);
    return status;
}

static tr_status list_manifest(const tr_cli_context *context) {
    (void)context; // it cannot fail
    fputs(tr_embedded_find("docs/manifest.schema.json")->text, stdout);
    return TR_OK;
}

static tr_status list_keys(const tr_cli_context *context) {
    int count;
    const tr_shortcut *rows = tr_shortcuts(&count);
    if (!rows)
        return tr_fail(context->error, TR_NO_OPENGL,
                       "this terrella is built without OpenGL: it has no window, so no keys");
    for (int i = 0; i < count; i++)
        if (rows[i].keys)
            print_item(context, rows[i].keys, rows[i].name);
    return TR_OK;
}

// ---- parameters ---------------------------------------------------------------------------------

static void print_choices(const char *const *choices, bool json) {
    for (int i = 0; choices && choices[i]; i++)
        if (json) {
            tr_print_json_text(i ? "," : ",\"choices\":[", choices[i]);
        } else
            printf("%s%s", i ? ", " : "", choices[i]);
    if (choices && json)
        putchar(']');
}

// The name of the work that a change of the parameter causes.
static const char *effect_text(tr_effect effect) {
    return effect == TR_EFFECT_INSTANT ? "instant" : effect == TR_EFFECT_BAKES ? "bakes" : "re-forms";
}

// Prints the details that do not depend on the place of a parameter.
static void print_details_json(const tr_parameter *p) {
    printf(",\"kind\":\"%s\",\"label\":", tr_parameter_kind_text(p));
    tr_print_json_text("", p->label);
    if (p->unit)
        printf(",\"unit\":\"%s\"", p->unit);
    if (p->low < p->high) {
        double low, high;
        tr_parameter_slide(p, &low, &high);
        printf(",\"low\":%.15g,\"high\":%.15g,\"slide\":[%.15g,%.15g],\"scale\":\"%s\"", p->low, p->high, low,
               high, p->logarithmic ? "logarithmic" : "linear");
        if (p->knob)
            printf(",\"default\":{\"knob\":\"%s\"}", tr_knob_names[p->knob]);
        else
            printf(",\"default\":%.15g", p->fallback);
    }
    print_choices(p->names, true);
    printf(",\"effect\":\"%s\"", effect_text(p->effect));
}

static void print_parameter_json(const tr_listed_parameter *item) {
    const tr_parameter *p = item->parameter;
    tr_print_json_text("{\"name\":", item->path);
    if (!p) { // a bound
        tr_print_json_text(",\"kind\":\"two numbers\",\"low\":0,\"high\":1,\"what\":", item->what);
        putchar('}');
        return;
    }
    print_details_json(p);
    for (int k = 0; item->of[k]; k++)
        printf("%s\"%s\"%s", k ? "," : ",\"of\":[", item->of[k], item->of[k + 1] ? "" : "]");
    tr_print_json_text(",\"what\":", item->what);
    putchar('}');
}

static void print_parameter(const tr_listed_parameter *item) {
    const tr_parameter *p = item->parameter;
    char low[32], high[32], fallback[32];
    printf("%-34s %-16s %s", item->path, p ? tr_parameter_kind_text(p) : "two numbers", item->what);
    if (!p || p->low < p->high)
        printf(" (%s … %s%s%s", p ? tr_number_text(p->low, low) : "0", p ? tr_number_text(p->high, high) : "1",
               p && p->unit ? " " : "", p && p->unit ? p->unit : "");
    if (p && p->low < p->high)
        printf("; default %s", p->knob ? tr_knob_names[p->knob] : tr_number_text(p->fallback, fallback));
    if (!p || p->low < p->high)
        printf(")");
    if (p && p->names) {
        printf(": ");
        print_choices(p->names, false);
    }
    for (int k = 0; item->of[k]; k++)
        printf("%s%s%s", k ? ", " : " [", item->of[k], item->of[k + 1] ? "" : "]");
    putchar('\n');
}

static void print_listed(void *context, const tr_listed_parameter *item) {
    const tr_cli_context *cli = context;
    if (cli->options->json)
        tr_print_list_next(cli->printed);
    (cli->options->json ? print_parameter_json : print_parameter)(item);
}

// ---- parameters of a world ---------------------------------------------------------------------

typedef struct listing {
    const tr_cli_context *context;
    char planet[16 + TR_PLANET_NAME_BYTES]; // "planets.NAME.", or ""
    const tr_recipe *recipe;                // NULL: a parameter of the scene itself
} listing;

static void print_knob(const listing *l, int index) {
    const tr_type_knob *knob = &l->recipe->type_knobs[index];
    char path[sizeof l->planet + TR_NAME_BYTES], value[32];
    snprintf(path, sizeof path, "%s%s", l->planet, knob->name);
    tr_number_text(floor(1000 * tr_recipe_type_knob(l->recipe, index) + 0.5) / 1000, value);
    if (!l->context->options->json) {
        tr_print_line("%-34s %-16s %s: %s (0 … 1)", path, value, knob->label, knob->what);
        return;
    }
    tr_print_list_next(l->context->printed);
    tr_print_json_text("{\"name\":", path);
    tr_print_json_text(",\"kind\":\"knob\",\"label\":", knob->label);
    printf(",\"low\":0,\"high\":1,\"value\":%s,\"drives\":[", value);
    for (int i = 0; i < knob->drive_count; i++) {
        char from[32], to[32];
        fputs(i ? ",{\"path\":" : "{\"path\":", stdout);
        tr_print_json_text("", knob->drives[i].path);
        printf(",\"from\":%s,\"to\":%s}", tr_number_text(knob->drives[i].from, from),
               tr_number_text(knob->drives[i].to, to));
    }
    tr_print_json_text("],\"what\":", knob->what);
    putchar('}');
}

// The value of a parameter as --set takes it. False for lists and long values.
static bool value_text(const tr_recipe *recipe, const tr_parameter *p, const void *at, char *text,
                       size_t size) {
    char number[32];
    const uint8_t *rgb = at;
    const double *numbers = at;
    switch (p->kind) {
    case TR_PARAMETER_NUMBER:
    case TR_PARAMETER_WHOLE:
        snprintf(text, size, "%s", tr_number_text(*(const double *)at, number));
        return true;
    case TR_PARAMETER_KNOBBED:
        snprintf(text, size, "%s", tr_number_text(tr_number_value(*(const tr_number *)at, recipe), number));
        return true;
    case TR_PARAMETER_FLAG:
        snprintf(text, size, "%s", *(const bool *)at ? "true" : "false");
        return true;
    case TR_PARAMETER_CHOICE:
        snprintf(text, size, "%s", p->names[*(const int *)at]);
        return true;
    case TR_PARAMETER_KIND:
        snprintf(text, size, "%s", (*(const tr_kind *const *)at)->name);
        return true;
    case TR_PARAMETER_NAME:
    case TR_PARAMETER_FILE:
        snprintf(text, size, "%s", (const char *)at);
        return *text != 0;
    case TR_PARAMETER_COLOUR:
        snprintf(text, size, "%02x%02x%02x", rgb[0], rgb[1], rgb[2]);
        return true;
    case TR_PARAMETER_SEED:
        snprintf(text, size, "%llu", (unsigned long long)*(const uint64_t *)at);
        return true;
    case TR_PARAMETER_VECTOR:
        for (int k = 0; k < tr_vector_count(p); k++) {
            const size_t length = k ? strlen(text) : 0;
            snprintf(text + length, size - length, "%s%s", k ? ", " : "[", tr_number_text(numbers[k], number));
        }
        snprintf(text + strlen(text), size - strlen(text), "]");
        return true;
    default:
        return false;
    }
}

// Whether a value belongs to a layer that shows the terrain of another one, and does nothing there.
static bool is_ignored(const tr_recipe *recipe, const tr_parameter *p, const void *at) {
    const char *place = at;
    for (int i = 0; i < recipe->layer_count; i++) {
        const tr_layer *layer = &recipe->layers[i];
        if (place >= (const char *)layer && place < (const char *)(layer + 1))
            return tr_field_ignores(layer->kind, layer->source, p);
    }
    return false;
}

static void print_place(void *context, const tr_parameter *p, const char *path, const void *at) {
    const listing *l = context;
    char value[96], name[256];
    if ((l->recipe && is_ignored(l->recipe, p, at)) || !value_text(l->recipe, p, at, value, sizeof value))
        return;
    snprintf(name, sizeof name, "%s%.160s", l->planet, path);
    if (!l->context->options->json) {
        tr_print_line("%-34s %-16s %s: %s", name, value, p->label, p->what);
        return;
    }
    const bool bare = p->kind != TR_PARAMETER_CHOICE && p->kind != TR_PARAMETER_KIND &&
                      p->kind != TR_PARAMETER_NAME && p->kind != TR_PARAMETER_COLOUR;
    tr_print_list_next(l->context->printed);
    tr_print_json_text("{\"name\":", name);
    printf(",\"value\":");
    bare ? (void)fputs(value, stdout) : tr_print_json_text("", value);
    print_details_json(p);
    tr_print_json_text(",\"what\":", p->what);
    putchar('}');
}

static tr_status list_world(const tr_cli_context *context) {
    tr_scene scene = {0};
    const tr_world world = tr_options_world(context->options);
    tr_status status = tr_load_scene(context, &world, &scene);
    listing l = {.context = context};
    const bool lone = status == TR_OK && scene.planets[0].name[0] == 0; // a planet without a scene
    if (status == TR_OK && !lone)
        tr_parameters_each(&tr_scene_table, &scene, print_place, &l);
    for (int i = 0; i < scene.planet_count && status == TR_OK; i++) {
        l.recipe = scene.planets[i].recipe;
        if (!lone)
            snprintf(l.planet, sizeof l.planet, "planets.%s.", scene.planets[i].name);
        for (int k = 0; k < l.recipe->type_knob_count; k++)
            print_knob(&l, k);
        if (!lone)
            tr_parameters_each(&tr_planet_table, &scene.planets[i], print_place, &l);
        tr_parameters_each(&tr_recipe_table, l.recipe, print_place, &l);
    }
    tr_scene_clear(&scene);
    return status;
}

static tr_status list_parameters(const tr_cli_context *context) {
    if (context->options->second)
        return list_world(context);
    tr_parameter_list(print_listed, (void *)(uintptr_t)context);
    return TR_OK;
}

// ---- the command ---------------------------------------------------------------------------------

tr_status tr_cli_list(const tr_cli_context *context) {
    static const struct {
        const char *name;
        tr_status (*list)(const tr_cli_context *context);
    } lists[] = {{"types", list_types},   {"scenes", list_scenes},     {"fields", list_fields},
                 {"maps", list_maps},     {"targets", list_targets},   {"parameters", list_parameters},
                 {"schema", list_schema}, {"manifest", list_manifest}, {"keys", list_keys}};
    enum { count = sizeof lists / sizeof lists[0] };
    const char *what = context->options->operand, *names[count];
    for (int i = 0; i < count; i++) {
        names[i] = lists[i].name;
        if (!what || strcmp(what, names[i]) != 0)
            continue;
        const tr_status status = lists[i].list(context);
        if (*context->printed == TR_PRINTED_LIST && status == TR_OK)
            tr_print_list_end(context->printed);
        return status;
    }
    const char *nearest = what ? tr_nearest_name(what, names, count) : NULL;
    if (nearest)
        return tr_fail(context->error, TR_BAD_USAGE, "there is no list of '%s'; did you mean '%s'?", what,
                       nearest);
    return tr_fail(context->error, TR_BAD_USAGE,
                   "terrella list types, scenes, fields, maps, targets, parameters, schema, manifest or keys");
}
