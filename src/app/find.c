#include "app/private/finder.h"

#include "app/private/state.h"
#include "app/shortcuts.h"
#include "base/size.h"
#include "editor/finder.h"
#include "editor/labels.h"
#include "editor/rings.h"
#include "export/target.h"
#include "render/render.h"
#include "scene/load.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

typedef struct list {
    tr_finder_entry *entries;
    int count;
    tr_finder_entry lost; // returned when there is no memory for another entry
} list;

// Adds an entry. Without memory the entry is lost, so that it cannot be found.
static tr_finder_entry *add(list *l, const char *kind, const char *name) {
    const bool fits = tr_grow(&l->entries, l->count, sizeof *l->entries);
    tr_finder_entry *entry = fits ? &l->entries[l->count++] : &l->lost;
    memset(entry, 0, sizeof *entry);
    snprintf(entry->kind, sizeof entry->kind, "%.23s", kind);
    snprintf(entry->name, sizeof entry->name, "%.95s", name);
    entry->synonyms = tr_synonyms(name);
    return entry;
}

static tr_finder_entry *add_command(list *l, const char *kind, const char *name, tr_command_kind command,
                                    const char *text) {
    tr_finder_entry *entry = add(l, kind, name);
    entry->command.kind = command;
    snprintf(entry->command.text, sizeof entry->command.text, "%.1023s", text);
    return entry;
}

static void explain(tr_finder_entry *entry, const char *what) {
    snprintf(entry->what, sizeof entry->what, "%.*s", (int)sizeof entry->what - 1, what ? what : "");
}

static void add_layers(list *l, const tr_app *app) {
    for (int i = 0; i < app->layers.count; i++) {
        const tr_element *e = &app->layers.elements[i];
        char kind[24];
        if (strcmp(e->list, "layers") == 0 || strcmp(e->list, "warps") == 0)
            snprintf(kind, sizeof kind, "%s", e->list[0] == 'l' ? "Layer" : "Distortion");
        else
            snprintf(kind, sizeof kind, "%.17s layer", tr_list_label(e->list));
        tr_finder_entry *entry = add_command(l, kind, e->name, TR_COMMAND_SHOW, e->path);
        entry->is_detail = true;
    }
}

static void add_rows(list *l, const char *kind, const tr_control *controls, int count) {
    for (int i = 0; i < count; i++) {
        const tr_control *c = &controls[i];
        tr_finder_entry *entry = add_command(l, kind, c->label, TR_COMMAND_SHOW, c->path);
        explain(entry, c->what);
        entry->synonyms = tr_synonyms(c->path);
    }
}

static void add_maps(list *l, const tr_app *app) {
    const tr_recipe *recipe = tr_document_recipe(&app->document);
    for (int i = 0; i < recipe->map_count; i++) {
        char path[TR_NAME_BYTES + 16], name[96];
        snprintf(path, sizeof path, "maps.%s.strength", recipe->maps[i].name);
        snprintf(name, sizeof name, "Strength of the map %.31s", recipe->maps[i].name);
        tr_finder_entry *entry = add_command(l, "Own map", name, TR_COMMAND_SHOW, path);
        entry->synonyms = "my own map picture image";
        explain(entry, recipe->maps[i].file);
    }
}

// Swatches open their picker; harmonies are applied.
static void add_colours(list *l, const tr_app *app) {
    int count;
    const tr_harmony *harmonies = tr_harmonies(&count);
    for (int i = 0; i < app->colours.swatch_count; i++) {
        char path[TR_SWATCH_LABEL_BYTES + 8];
        snprintf(path, sizeof path, "swatch %s", app->colours.swatches[i].label);
        add_command(l, "Colour", app->colours.swatches[i].label, TR_COMMAND_SHOW, path);
    }
    for (int i = 0; i < count; i++) {
        tr_finder_entry *entry = add(l, "Colour scheme", harmonies[i].name);
        entry->command.kind = TR_COMMAND_HARMONY, entry->command.number = i;
    }
}

static bool ends_with(const char *name, const char *end) {
    const size_t length = strlen(name), part = strlen(end);
    return length > part && strcmp(name + length - part, end) == 0;
}

typedef struct adding {
    list *list;
    const char *folder;
    int count;
} adding;

static bool add_file(void *context, const char *name) {
    enum { most_files = 200 };
    adding *a = context;
    if (!ends_with(name, ".json") || ends_with(name, ".manifest.json"))
        return true;
    char path[TR_LISTING_PATH_BYTES + 300];
    snprintf(path, sizeof path, "%s/%s", a->folder, name);
    add_command(a->list, "File in this folder", name, TR_COMMAND_OPEN, path);
    return ++a->count < most_files;
}

// Adds recipes and scenes in the folder of the last world. Manifests of textures are left out.
static void add_folder(list *l, const char *path) {
    adding a = {.list = l, .folder = path};
    tr_folder folder;
    if (tr_folder_open(path, &folder) == 0)
        (void)tr_folder_list(folder, add_file, &a);
    tr_folder_close(&folder);
}

// The file name comes first, because folders may be long.
static void add_files(list *l, const tr_app *app) {
    for (int i = 0; i < app->files.recent_count; i++) {
        const tr_recent *recent = &app->files.recent[i];
        const char *slash = strrchr(recent->path, '/');
        char name[96];
        if (recent->session)
            snprintf(name, sizeof name, "%.90s", recent->name);
        else
            snprintf(name, sizeof name, "%.60s  (%.*s)", slash ? slash + 1 : recent->path,
                     slash ? (int)(slash - recent->path) : 0, recent->path);
        add_command(l, recent->session ? "Unsaved" : "Recent", name, TR_COMMAND_OPEN, recent->path);
    }
    add_folder(l, app->files.worlds);
}

static void add_worlds(list *l, const tr_types *types) {
    enum { most_scenes = 64 };
    char scenes[most_scenes][TR_NAME_BYTES], line[256];
    int count = tr_scene_list(scenes, most_scenes);
    count = count < most_scenes ? count : most_scenes;
    for (int i = 0; i < types->count; i++) {
        const char *type = types->names[i];
        char label[TR_NAME_BYTES];
        tr_word_label(type, label, sizeof label);
        tr_finder_entry *entry = add_command(l, "Type", label, TR_COMMAND_TO_TYPE, type);
        explain(entry, tr_type_summary(type, line, sizeof line, NULL) == TR_OK ? line : "");
        entry->synonyms = tr_synonyms(type), entry->is_world = true;
    }
    for (int i = 0; i < count; i++)
        if (tr_scene_summary(scenes[i], line, sizeof line, NULL) == TR_OK) {
            tr_finder_entry *entry = add_command(l, "Scene", scenes[i], TR_COMMAND_OPEN, scenes[i]);
            explain(entry, line);
            entry->is_world = true;
        }
}

// Adds kinds of layers, which are added to the planet, and export targets.
static void add_kinds(list *l) {
    enum { most_fields = 64 };
    tr_listed_field fields[most_fields];
    int count = tr_field_list(fields, most_fields);
    char label[64], name[96];
    for (int i = 0; i < count && i < most_fields; i++) {
        if (strstr(fields[i].name, "warp")) // warps are not layers
            continue;
        tr_word_label(fields[i].name, label, sizeof label);
        snprintf(name, sizeof name, "Add layer: %s", label);
        tr_finder_entry *entry = add_command(l, "Layers", name, TR_COMMAND_ELEMENT_ADD, fields[i].name);
        explain(entry, fields[i].what);
        entry->is_detail = true;
    }
    const tr_target *targets = tr_target_list(&count);
    for (int i = 0; i < count; i++) {
        tr_export_label(targets[i].name, label, sizeof label);
        snprintf(name, sizeof name, "Export for %s", label);
        tr_finder_entry *entry = add_command(l, "Export", name, TR_COMMAND_EXPORT_TARGET, "");
        explain(entry, targets[i].what);
        entry->command.number = i, entry->dialog = TR_DIALOG_EXPORT,
        entry->synonyms = tr_synonyms(targets[i].name), entry->is_detail = true;
    }
}

// Adds knobs that this type has not, so that searching for "fog" on a planet without air says so. They lead to
// the list of types.
static void add_knobs_elsewhere(list *l, const tr_app *app) {
    int count;
    const char *const *knobs = tr_finder_knobs(&count);
    char type[TR_NAME_BYTES], label[64];
    tr_word_label(tr_document_recipe(&app->document)->type, type, sizeof type);
    for (int i = 0; i < count; i++) {
        if (tr_recipe_find_type_knob(tr_document_recipe(&app->document), knobs[i]) >= 0)
            continue;
        tr_word_label(knobs[i], label, sizeof label);
        tr_finder_entry *entry = add_command(l, "Other types", label, TR_COMMAND_SHOW, "shape Type");
        snprintf(entry->what, sizeof entry->what,
                 "Not a setting of %s. Other types have it: Enter leads to the list of types",
                 type[0] ? type : "this type");
        entry->synonyms = tr_synonyms(knobs[i]), entry->is_elsewhere = true;
    }
}

// Whether a command would do something now.
static bool can_run(const tr_app *app, const tr_command *c) {
    const tr_document *document = &app->document;
    int planet;
    const bool exports = app->output.running, renders = app->capture.phase != TR_SHOT_NONE;
    switch (c->kind) {
    case TR_COMMAND_RINGS:
        return c->number ? tr_rings_can_be(document) && !tr_rings_are(document) : tr_rings_are(document);
    case TR_COMMAND_REMOVE_BODY:
    case TR_COMMAND_PLANET:
        return document->scene->planet_count > 1;
    case TR_COMMAND_UNDO:
        return document->step > 0 || app->paint.phase == TR_BRUSH_PLACED;
    case TR_COMMAND_REDO:
        return app->paint.phase == TR_BRUSH_PLACED ? app->paint.taken > 0
                                                   : document->step < document->step_count - 1;
    case TR_COMMAND_SEED:
        return c->number > 0 || document->seed_count > 0;
    case TR_COMMAND_CHANNEL:
        return tr_view_has_channel(tr_document_recipe(document), (tr_view_channel)c->number);
    case TR_COMMAND_CLOUDS:
        return tr_recipe_has_map(tr_document_recipe(document), TR_MAP_CLOUDS);
    case TR_COMMAND_SWAP:
    case TR_COMMAND_COMPARE:
        return tr_history_pinned(&app->thumbnails.history) != NULL;
    case TR_COMMAND_COMPARE_END:
        return app->compare.on;
    case TR_COMMAND_MAP_FIND:
        return app->told_map[0] || tr_document_missing(document, &planet);
    case TR_COMMAND_PAINT_TOOL:
        return !tr_brush_refusal(tr_document_recipe(document), c->number);
    case TR_COMMAND_PAINT_BACK:
        return app->paint.phase == TR_BRUSH_PLACED;
    case TR_COMMAND_STROKE_REMOVE:
        return app->paint.selected[0] != 0;
    case TR_COMMAND_EXPORT:
        return !exports;
    case TR_COMMAND_CANCEL_EXPORT:
        return exports;
    case TR_COMMAND_PICTURE:
        return !renders;
    case TR_COMMAND_SHOT_CANCEL:
        return renders;
    default:
        return true;
    }
}

// Adds shortcuts, except those that only make sense as keys.
static void add_shortcuts(list *l, const tr_app *app) {
    int count;
    const tr_shortcut *rows = tr_shortcuts(&count);
    for (int i = 0; i < count; i++) {
        const tr_command command = {.kind = rows[i].command, .number = rows[i].by};
        if (!rows[i].name || command.kind == TR_COMMAND_NOTHING || command.kind == TR_COMMAND_FIND ||
            command.kind == TR_COMMAND_ENTER || command.kind == TR_COMMAND_BACK || !can_run(app, &command))
            continue;
        tr_finder_entry *entry = add(l, rows[i].keys, rows[i].name);
        entry->command = command, entry->synonyms = rows[i].synonyms;
    }
}

static void add_commands(list *l, const tr_app *app) {
    int count;
    const tr_finder_command *commands = tr_finder_commands(&count);
    for (int i = 0; i < count; i++) {
        const tr_finder_command *c = &commands[i];
        const tr_command command = {.kind = c->command, .number = c->by};
        if (!can_run(app, &command))
            continue;
        tr_finder_entry *entry = add_command(l, c->where, c->name, c->command, c->text ? c->text : "");
        explain(entry, c->what);
        entry->command.number = c->by, entry->dialog = c->dialog, entry->synonyms = c->synonyms;
    }
}

static void add_brushes(list *l, const tr_app *app) {
    for (int i = 0; i < TR_BRUSH_TOOLS; i++) {
        char name[96];
        if (tr_brush_refusal(tr_app_recipe(app), i))
            continue;
        snprintf(name, sizeof name, "Brush: %s", tr_brush_tool_name(i));
        tr_finder_entry *entry = add_command(l, "Paint", name, TR_COMMAND_PAINT_TOOL, "");
        explain(entry, tr_brush_tool_what(i));
        entry->command.number = i;
    }
}

const char *tr_finder_type(const tr_types *types, const char *word) {
    const char *best = NULL;
    int most = TR_FIND_WORDS - 1;
    for (int i = 0; i < types->count && word[0]; i++) {
        const int rank = tr_find_rank(word, types->names[i], tr_synonyms(types->names[i]), NULL);
        if (rank > most)
            most = rank, best = types->names[i];
    }
    return best;
}

int tr_finder_list(const tr_app *app, tr_finder_entry **entries) {
    list l = {0};
    const int knobs = app->rows.knob_count;
    add_rows(&l, "This type", app->rows.controls, knobs);
    if (app->rows.count > knobs)
        add_rows(&l, "General", app->rows.controls + knobs, app->rows.count - knobs);
    add_maps(&l, app);
    add_rows(&l, "Rings", app->rows.rings, app->rows.ring_count);
    add_rows(&l, "System", app->rows.places, app->rows.place_count);
    add_colours(&l, app);
    add_worlds(&l, &app->types);
    add_files(&l, app);
    add_layers(&l, app);
    add_commands(&l, app);
    add_brushes(&l, app);
    add_kinds(&l);
    add_shortcuts(&l, app);
    add_knobs_elsewhere(&l, app);
    *entries = l.entries;
    return l.count;
}

// ---- ranking ---------------------------------------------------------------------------------------

static bool deletes(const tr_finder_entry *entry) {
    const tr_command *c = &entry->command;
    return c->kind == TR_COMMAND_REMOVE_BODY || c->kind == TR_COMMAND_STROKE_REMOVE ||
           c->kind == TR_COMMAND_PAINT_BACK || (c->kind == TR_COMMAND_RINGS && c->number == 0);
}

// Whether something is to go: a word of the query begins such a verb.
static bool asks_to_delete(const char *query) {
    static const char *const verbs[] = {"remove", "delete", "erase", "removing", "deleting"};
    for (const char *word = query; *(word += strspn(word, " "));) {
        const size_t length = strcspn(word, " ");
        for (size_t i = 0; i < sizeof verbs / sizeof *verbs && length > 2; i++)
            if (strncasecmp(word, verbs[i], length) == 0)
                return true;
        word += length;
    }
    return false;
}

static int rank(const tr_finder_entry *entry, const char *query) {
    char other[320];
    snprintf(other, sizeof other, "%s %s", entry->kind, entry->synonyms ? entry->synonyms : "");
    const int best = tr_find_rank(query, entry->name, other, entry->what),
              name = tr_find_rank(query, entry->name, NULL, NULL);
    if (deletes(entry) && query[0] && !asks_to_delete(query)) // ranked below all other matches
        return best < TR_FIND_WORDS ? 0 : TR_FIND_WORDS;
    if (entry->is_elsewhere && query[0])
        return best < TR_FIND_WORDS ? 0 : TR_FIND_WORDS;
    if (entry->is_world && name < TR_FIND_WORDS) // by other words: after all that has them in its name
        return best < TR_FIND_WORDS ? best / 4 : TR_FIND_WORDS + best / 2000;
    if (!entry->is_detail)
        return best;
    return best < TR_FIND_WORDS ? best / 4 : TR_FIND_WORDS + best / 1000; // names come before explanations
}

int tr_finder_search(const tr_finder_entry *entries, int count, const char *query, int most, int *shown) {
    int found = 0;
    for (int i = 0; i < count; i++) {
        const int own = rank(&entries[i], query);
        int at = found;
        while (at > 0 && rank(&entries[shown[at - 1]], query) < own)
            at--;
        if (own == 0 || at == most)
            continue;
        if (found < most)
            found++;
        memmove(&shown[at + 1], &shown[at], sizeof *shown * (size_t)(found - 1 - at));
        shown[at] = i;
    }
    // Entries that match only as a sequence of letters are dropped if there are better ones.
    while (found > 0 && query[0] && rank(&entries[shown[0]], query) >= TR_FIND_WORDS &&
           rank(&entries[shown[found - 1]], query) < TR_FIND_WORDS)
        found--;
    return found > 0 && query[0] && deletes(&entries[shown[0]]) && !asks_to_delete(query) ? 0 : found;
}
