#include "app/shortcuts.h"
#include "base/embed.h"
#include "base/memory.h"
#include "cli/private/commands.h"
#include "export/export.h"
#include "export/target.h"

#include <stdio.h>
#include <string.h>

// One line of a list: JSON objects in an array, or a name and what it is.
static void print_item(bool json, int index, const char *name, const char *what) {
    if (!json) {
        printf("%-14s %s\n", name, what);
        return;
    }
    fputs(index ? ",\n" : "[", stdout);
    printf("{\"name\":");
    tr_print_json_text(name);
    printf(",\"what\":");
    tr_print_json_text(what);
    putchar('}');
}

static void end_list(bool json) {
    if (json)
        puts("]");
}

// What is built in: names, and what each says of itself.
static tr_status list_builtin(bool json, int (*list)(char (*names)[TR_NAME_BYTES], int most),
                              tr_status (*summarize)(const char *name, char *summary, size_t size,
                                                     tr_error *error),
                              tr_error *error) {
    enum { most = 64 };
    char names[most][TR_NAME_BYTES], summaries[most][256];
    const int count = list(names, most);
    tr_status status = TR_OK;
    for (int i = 0; i < count && status == TR_OK; i++)
        status = summarize(names[i], summaries[i], sizeof summaries[i], error);
    if (status != TR_OK)
        return status;
    for (int i = 0; i < count; i++)
        print_item(json, i, names[i], summaries[i]);
    end_list(json);
    return TR_OK;
}

static tr_status list_types(bool json, tr_error *error) {
    return list_builtin(json, tr_type_list, tr_type_summary, error);
}

static tr_status list_scenes(bool json, tr_error *error) {
    return list_builtin(json, tr_scene_list, tr_scene_summary, error);
}

static tr_status list_fields(bool json, tr_error *error) {
    (void)error;
    enum { most = 128 };
    tr_listed_field fields[most];
    const int count = tr_field_list(fields, most);
    for (int i = 0; i < count && i < most; i++)
        print_item(json, i, fields[i].name, fields[i].what);
    end_list(json);
    return TR_OK;
}

static tr_status list_maps(bool json, tr_error *error) {
    (void)error;
    for (int output = 0; output < TR_EXPORT_OUTPUTS; output++)
        print_item(json, output, tr_export_output_name(output), tr_export_output_what(output));
    end_list(json);
    return TR_OK;
}

static tr_status list_targets(bool json, tr_error *error) {
    int count;
    const tr_target *targets = tr_target_list(&count);
    (void)error;
    for (int i = 0; i < count; i++) {
        char what[512];
        snprintf(what, sizeof what, "%s (%s)", targets[i].what, targets[i].proof);
        print_item(json, i, targets[i].name, what);
    }
    end_list(json);
    return TR_OK;
}

static tr_status list_schema(bool json, tr_error *error) {
    (void)json; // it is nothing else
    char *schema;
    const tr_status status = tr_schema_json(&schema, error);
    if (status == TR_OK)
        puts(schema);
    tr_free(schema);
    return status;
}

static tr_status list_manifest(bool json, tr_error *error) {
    (void)json, (void)error; // it is nothing else, and here
    fputs(tr_embedded_find("docs/manifest.schema.json")->text, stdout);
    return TR_OK;
}

static tr_status list_keys(bool json, tr_error *error) {
    int count, shown = 0;
    const tr_shortcut *rows = tr_shortcuts(&count);
    if (!rows)
        return tr_fail(error, TR_NO_OPENGL, "this terrella is built without OpenGL: no window listens to keys");
    for (int i = 0; i < count; i++)
        if (rows[i].keys)
            print_item(json, shown++, rows[i].keys, rows[i].name);
    end_list(json);
    return TR_OK;
}

tr_status tr_cli_list(const tr_cli_context *context) {
    static const struct {
        const char *name;
        tr_status (*list)(bool json, tr_error *error);
    } lists[] = {{"types", list_types},   {"scenes", list_scenes},     {"fields", list_fields},
                 {"maps", list_maps},     {"targets", list_targets},   {"parameters", NULL},
                 {"schema", list_schema}, {"manifest", list_manifest}, {"keys", list_keys}};
    enum { count = sizeof lists / sizeof lists[0] };
    const char *what = context->options->operand, *names[count];
    for (int i = 0; i < count; i++) {
        names[i] = lists[i].name;
        if (what && strcmp(what, names[i]) == 0)
            return lists[i].list ? lists[i].list(context->options->json, context->error)
                                 : tr_list_parameters(context);
    }
    const char *nearest = what ? tr_nearest_name(what, names, count) : NULL;
    if (nearest)
        return tr_fail(context->error, TR_BAD_USAGE, "there is no list of '%s'; did you mean '%s'?", what,
                       nearest);
    return tr_fail(context->error, TR_BAD_USAGE,
                   "terrella list types, scenes, fields, maps, targets, parameters, schema, manifest or keys");
}
