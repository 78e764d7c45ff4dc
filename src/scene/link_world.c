// The shortest line of any world. Candidates are written in order, and the first one that loads as the same
// world to the bit is used.
#include "base/memory.h"
#include "scene/link.h"
#include "scene/private/trees.h"

#include <string.h>

// A loaded world to share.
typedef struct sharing {
    const tr_world *world;
    tr_json_document *document;
    tr_scene scene;
    char *concrete; // its compact JSON, with which candidates are compared
    tr_error *error;
} sharing;

// ---- candidates --------------------------------------------------------------------------------

// Appends options to "set" in the text of a world. An edit that is there already moves to the end.
static void put_options(tr_json_document *d, tr_json *root, const tr_json *options) {
    tr_json *sets = tr_json_get(root, "set");
    if (!tr_json_is(sets, TR_JSON_OBJECT) && tr_json_count(options) > 0)
        tr_json_set(d, root, "set", sets = tr_json_new(d, TR_JSON_OBJECT));
    for (const tr_json *option = tr_json_members(options); option; option = option->next) {
        tr_json *holder = strcmp(option->key, "seed") == 0 ? root : sets;
        tr_json_drop(d, holder, option->key);
        tr_json_set(d, holder, option->key, tr_json_copy(d, option));
    }
}

// The world as requested, with options merged into its text. NULL if that is not possible. Errors:
// TR_NO_MEMORY.
static tr_status candidate_as_asked(const sharing *s, tr_json **candidate) {
    const tr_world *world = s->world;
    tr_json_document *d = s->document;
    const bool named = !world->text && !tr_link_is(world->name) && !tr_source_is_file(world->name);
    tr_json *root = NULL, *options;
    *candidate = NULL;
    if (named)
        root = tr_json_new_object(d, "type", tr_json_new_text(d, world->name), NULL);
    else if (tr_tree_of_world(d, world, &root, NULL) == TR_NO_MEMORY)
        return tr_fail(s->error, TR_NO_MEMORY, "no memory for a share link");
    if (!root) // a pipe cannot be read twice
        return TR_OK;
    const bool optioned = world->has_seed || world->set_count > 0;
    if (optioned && (tr_json_get(root, "planets") || tr_json_get(root, "layers")))
        return TR_OK;
    if (world->has_seed)
        tr_json_set(d, root, "seed", tr_json_new_whole(d, (int64_t)world->seed));
    if (tr_json_check(d, NULL) == TR_OK && tr_tree_options(d, world, &options, NULL) == TR_OK) {
        put_options(d, root, options);
        *candidate = root;
    }
    return tr_json_check(d, s->error);
}

// A lone planet as its type, its seed and the differences. NULL if it has no such type, or if a difference is a
// missing element. Errors: TR_NO_MEMORY.
static tr_status candidate_of_differences(const sharing *s, tr_json **candidate) {
    const tr_scene_planet *planet = &s->scene.planets[0];
    const tr_recipe *recipe = planet->recipe;
    tr_json_document *d = s->document;
    tr_json *sets;
    *candidate = NULL;
    if (s->scene.planet_count != 1 || planet->name[0])
        return TR_OK;
    const tr_status status = tr_tree_differences(d, recipe, &sets, s->error);
    bool good = status == TR_OK && sets;
    for (const tr_json *set = tr_json_members(good ? sets : NULL); set && good; set = set->next)
        good = !tr_json_is(set, TR_JSON_NULL);
    if (good)
        *candidate = tr_json_new_object(d, "type", tr_json_new_text(d, recipe->type), "seed",
                                        tr_json_new_whole(d, (int64_t)recipe->seed), "set",
                                        tr_json_count(sets) > 0 ? sets : (tr_json *)0, NULL);
    return status == TR_OK ? tr_json_check(d, s->error) : status;
}

// ---- lines -------------------------------------------------------------------------------------

// Checks whether a text is the same world to the bit.
static tr_status is_same(const sharing *s, const char *text, bool *same) {
    const tr_world world = {.name = "", .text = text};
    tr_scene scene = {0};
    char *concrete = NULL;
    tr_status status = tr_world_load(&world, &scene, NULL);
    if (status == TR_OK)
        status = tr_scene_to_json(&scene, false, &concrete, NULL);
    tr_scene_clear(&scene);
    *same = status == TR_OK && strcmp(concrete, s->concrete) == 0;
    tr_free(concrete);
    return status == TR_NO_MEMORY ? tr_fail(s->error, status, "no memory for a share link") : TR_OK;
}

// Writes the text of a candidate. *text stays NULL if it is not the same world.
static tr_status write_same(const sharing *s, tr_json *candidate, char **text) {
    bool same = false;
    tr_status status = tr_json_write(s->document, candidate, false, text, s->error);
    if (status == TR_OK)
        status = is_same(s, *text, &same);
    if (status == TR_OK && same)
        return TR_OK;
    tr_free(*text);
    *text = NULL;
    return status;
}

// Writes the line of a candidate. *line stays NULL if the candidate is NULL or another world.
static tr_status attempt(const sharing *s, tr_json *candidate, char **line) {
    char *text = NULL;
    tr_status status = tr_json_check(s->document, s->error);
    if (status == TR_OK && candidate)
        status = write_same(s, candidate, &text);
    if (status == TR_OK && text)
        status = tr_link_write(text, line, s->error);
    tr_free(text);
    return status;
}

static tr_status write_line(sharing *s, char **line) {
    tr_json *asked, *different;
    tr_status status = candidate_as_asked(s, &asked);
    if (status == TR_OK && !tr_json_get(asked, "layers")) // otherwise it is the whole recipe
        status = attempt(s, asked, line);
    if (status == TR_OK && !*line) {
        status = candidate_of_differences(s, &different);
        if (status == TR_OK)
            status = attempt(s, different, line);
    }
    if (status == TR_OK && !*line)
        status = attempt(s, asked, line);
    return status == TR_OK && !*line ? tr_link_write(s->concrete, line, s->error) : status;
}

static tr_status load(sharing *s) {
    tr_status status = tr_world_load(s->world, &s->scene, s->error);
    if (status == TR_OK)
        status = tr_scene_to_json(&s->scene, false, &s->concrete, s->error);
    return status;
}

static void clear(sharing *s) {
    tr_json_clear(s->document);
    tr_free(s->concrete);
    tr_scene_clear(&s->scene);
}

tr_status tr_link_of_world(const tr_world *world, char **line, tr_error *error) {
    tr_json_document document = {0};
    sharing s = {.world = world, .document = &document, .error = error};
    *line = NULL;
    tr_status status = load(&s);
    if (status == TR_OK)
        status = write_line(&s, line);
    clear(&s);
    return status;
}

// Writes the differences, with the view of the text.
static tr_status write_differences(sharing *s, const tr_json *whole, char **out) {
    tr_json *short_form = NULL;
    const tr_json *view = tr_json_get(whole, "view");
    tr_status status = candidate_of_differences(s, &short_form);
    if (status == TR_OK && short_form)
        status = write_same(s, short_form, out);
    if (status != TR_OK || !*out || !view)
        return status;
    tr_free(*out);
    *out = NULL;
    tr_json_set(s->document, short_form, "view", tr_json_copy(s->document, view));
    return tr_json_write(s->document, short_form, false, out, s->error);
}

tr_status tr_world_shorten(const char *text, char **out, tr_error *error) {
    const tr_world world = {.name = "", .text = text};
    tr_json_document document = {0};
    sharing s = {.world = &world, .document = &document, .error = error};
    tr_json *whole;
    *out = NULL;
    tr_status status = load(&s);
    if (status == TR_OK)
        status = tr_json_parse(s.document, TR_JSON_FILE, "world", text, strlen(text), &whole, error);
    if (status == TR_OK && tr_json_get(whole, "layers"))
        status = write_differences(&s, whole, out);
    clear(&s);
    if (status == TR_OK && !*out && !(*out = tr_strdup(text)))
        status = tr_fail(error, TR_NO_MEMORY, "no memory for a world");
    return status;
}
