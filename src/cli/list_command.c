#include "app/keys.h"
#include "cli/commands.h"
#include "export/export.h"

#include <stdio.h>
#include <stdlib.h>
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
static void list_builtin(bool json, int (*list)(char (*names)[TR_NAME_BYTES], int most),
                         void (*summarize)(const char *name, char *summary, size_t size)) {
    char names[64][TR_NAME_BYTES], summary[256];
    const int count = list(names, 64);
    for (int i = 0; i < count; i++) {
        summarize(names[i], summary, sizeof summary);
        print_item(json, i, names[i], summary);
    }
    end_list(json);
}

static void list_types(bool json) { list_builtin(json, tr_type_list, tr_type_summary); }

static void list_scenes(bool json) { list_builtin(json, tr_scene_list, tr_scene_summary); }

static void list_fields(bool json) {
    const char *const(*fields)[2];
    const int count = tr_field_list(&fields);
    for (int i = 0; i < count; i++)
        print_item(json, i, fields[i][0], fields[i][1]);
    end_list(json);
}

static void list_maps(bool json) {
    for (int part = 0; part < TR_EXPORT_PARTS; part++)
        print_item(json, part, tr_export_part_name(part), tr_export_part_what(part));
    end_list(json);
}

static void print_choices(const char *const *choices, bool json) {
    for (int i = 0; choices && choices[i]; i++)
        if (json) {
            fputs(i ? "," : ",\"choices\":[", stdout);
            tr_print_json_text(choices[i]);
        } else
            printf("%s%s", i ? ", " : "", choices[i]);
    if (choices && json)
        putchar(']');
}

static void list_parameters(bool json) {
    enum { most = 256 };
    tr_parameter *list = calloc(most, sizeof *list);
    int count = list ? tr_parameter_list(list, most) : 0;
    for (int i = 0; i < count && i < most; i++) {
        const tr_parameter *p = &list[i];
        bool ranged = p->low < p->high;
        if (json) {
            fputs(i ? ",\n" : "[", stdout);
            printf("{\"name\":\"%s\",\"kind\":\"%s\"", p->path, p->kind);
            if (ranged)
                printf(",\"low\":%.15g,\"high\":%.15g", p->low, p->high);
            print_choices(p->choices, true);
            for (int k = 0; p->of[k]; k++)
                printf("%s\"%s\"%s", k ? "," : ",\"of\":[", p->of[k], p->of[k + 1] ? "" : "]");
            printf(",\"what\":");
            tr_print_json_text(p->what);
            putchar('}');
            continue;
        }
        printf("%-34s %-16s %s", p->path, p->kind, p->what);
        char low[32], high[32];
        if (ranged)
            printf(" (%s … %s)", tr_number_text(p->low, low), tr_number_text(p->high, high));
        if (p->choices) {
            printf(": ");
            print_choices(p->choices, false);
        }
        for (int k = 0; p->of[k]; k++)
            printf("%s%s%s", k ? ", " : " [", p->of[k], p->of[k + 1] ? "" : "]");
        putchar('\n');
    }
    end_list(json);
    free(list);
}

static void list_schema(bool json) {
    (void)json; // it is nothing else
    char *schema = tr_schema_json();
    if (schema)
        puts(schema);
    free(schema);
}

static void list_keys(bool json) {
    int count, shown = 0;
    const tr_key *keys = tr_app_keys(&count);
    for (int i = 0; i < count; i++)
        if (keys[i].name)
            print_item(json, shown++, keys[i].name, keys[i].what);
    end_list(json);
}

tr_status tr_command_list(const tr_command_context *context) {
    static const struct {
        const char *name;
        void (*list)(bool json);
    } lists[] = {{"types", list_types}, {"scenes", list_scenes},         {"fields", list_fields},
                 {"maps", list_maps},   {"parameters", list_parameters}, {"schema", list_schema},
                 {"keys", list_keys}};
    enum { count = sizeof lists / sizeof lists[0] };
    const char *what = context->options->operand, *names[count];
    for (int i = 0; i < count; i++) {
        names[i] = lists[i].name;
        if (what && strcmp(what, names[i]) == 0) {
            lists[i].list(context->options->json);
            return TR_OK;
        }
    }
    const char *nearest = what ? tr_nearest_name(what, names, count) : NULL;
    if (nearest)
        return tr_fail(context->error, TR_BAD_USAGE, "there is no list of '%s'; did you mean '%s'?", what,
                       nearest);
    return tr_fail(context->error, TR_BAD_USAGE,
                   "terrella list types, scenes, fields, maps, parameters, schema or keys");
}
