#include "editor/document.h"

#include "base/atomic_file.h"
#include "base/size.h"
#include "base/words.h"
#include "editor/listing.h"
#include "editor/private/change_list.h"
#include "editor/private/map_files.h"
#include "planet/strokes.h"
#include "scene/link.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double turn_deg_per_s = 3, most_h_per_s = 2; // limit: otherwise bodies in orbit round a slow
                                                          // planet move too fast

// ---- steps -------------------------------------------------------------------------------------

static void clear_step(tr_step *step) {
    tr_free(step->text);
    tr_free(step->path);
    *step = (tr_step){0};
}

static void clear_steps_from(tr_document *document, int first) {
    while (document->step_count > first)
        clear_step(&document->steps[--document->step_count]);
}

// Makes space for one more step.
static tr_status reserve(tr_document *document, tr_error *error) {
    const int count = document->step_count;
    return tr_grow(&document->steps, count, sizeof *document->steps)
               ? TR_OK
               : tr_fail(error, TR_NO_MEMORY, "no memory for %d steps", count + 1);
}

// ---- scenes ------------------------------------------------------------------------------------

tr_world tr_document_world(const tr_document *document, const char *text) {
    return (tr_world){.name = "world",
                      .text = text,
                      .file_count = document->files.count,
                      .files = document->files.list,
                      .partial = true};
}

// path: the file of the text, or NULL. Files of maps are those of the document, or beside that file.
static tr_status load_text(tr_document *document, const char *text, const char *path, tr_scene **out,
                           tr_error *error) {
    char folder[TR_LISTING_PATH_BYTES];
    tr_world world = tr_document_world(document, text);
    if (path) {
        tr_path_folder(path, folder);
        world.name = path, world.folder = folder;
    }
    tr_scene *scene = tr_calloc(1, sizeof *scene);
    *out = NULL;
    if (!scene)
        return tr_fail(error, TR_NO_MEMORY, "no memory for another world");
    tr_status status = tr_world_load(&world, scene, error);
    if (status == TR_OK)
        status = tr_scene_add_files(scene, &document->files, error);
    if (status == TR_OK) {
        *out = scene;
        return TR_OK;
    }
    tr_scene_clear(scene);
    tr_free(scene);
    return status;
}

static void destroy_scene(tr_scene *scene) {
    if (scene)
        tr_scene_clear(scene);
    tr_free(scene);
}

// Whether both scenes have the same planets by name. A planet with another name counts if everything else is
// equal.
static bool same_planets(const tr_scene *a, const tr_scene *b) {
    bool same = a->planet_count == b->planet_count;
    int renamed = 0;
    for (int i = 0; i < a->planet_count && same; i++)
        if (strcmp(a->planets[i].name, b->planets[i].name) != 0)
            same = renamed++ == 0 && tr_recipe_equal(a->planets[i].recipe, b->planets[i].recipe);
    return same;
}

static int find_planet(const tr_scene *scene, const char *name) {
    for (int i = 0; i < scene->planet_count; i++)
        if (strcmp(scene->planets[i].name, name) == 0)
            return i;
    return 0;
}

// Replaces the scene, and notes what has changed.
static void show(tr_document *document, tr_scene *scene, int target) {
    tr_scene *old = document->scene;
    const bool same = old && same_planets(old, scene);
    if (!same) {
        document->remade = true;
        document->seed_count = 0;
        if (old && target < 0)
            target = find_planet(scene, old->planets[document->target].name);
    }
    for (int i = 0; i < scene->planet_count && same; i++)
        document->changed[i] =
            document->changed[i] || !tr_recipe_equal(old->planets[i].recipe, scene->planets[i].recipe);
    const double time_h = scene->time_h;
    const int next = target >= 0 && target < scene->planet_count ? target
                     : document->target < scene->planet_count    ? document->target
                                                                 : 0;
    document->kept_target =
        old && tr_recipe_equal(old->planets[document->target].recipe, scene->planets[next].recipe);
    if ((same || document->kept_target) && time_h == document->text_time_h)
        tr_scene_place(scene, old->time_h); // a step does not change the time
    document->text_time_h = time_h;
    document->kept_size = false;
    document->target = next;
    document->scene = scene;
    document->revision++;
    destroy_scene(old);
    tr_recipe_destroy(document->drawn);
    document->drawn = NULL;
}

// After a file was written, the older steps that were saved in it are no longer saved.
static void forget_saved(tr_document *document, const char *path) {
    for (int i = 0; i < document->step_count; i++)
        if (document->steps[i].path && strcmp(document->steps[i].path, path) == 0)
            document->steps[i].saved = false;
}

// Makes a text the present step, if it gives a valid scene. Takes ownership of the text.
static tr_status go_to(tr_document *document, char *text, const tr_step *how, tr_error *error) {
    tr_scene *scene = NULL;
    tr_step step = *how;
    step.text = text;
    step.path = how->path ? tr_strdup(how->path) : NULL;
    tr_status status = load_text(document, text, how->path, &scene, error);
    if (status == TR_OK && how->path && !step.path)
        status = tr_fail(error, TR_NO_MEMORY, "no memory for another step");
    if (status == TR_OK)
        status = reserve(document, error);
    if (status != TR_OK) {
        destroy_scene(scene);
        clear_step(&step);
        return status;
    }
    const tr_step *last = document->step_count > 0 ? tr_document_step(document) : NULL;
    const bool goes_on =
        last && how->drag_id != 0 && last->drag_id == how->drag_id && last->target == how->target;
    clear_steps_from(document, document->step + (last && !goes_on));
    if (step.path && step.saved)
        forget_saved(document, step.path);
    document->step = document->step_count;
    document->steps[document->step_count++] = step;
    show(document, scene, how->target);
    return TR_OK;
}

// ---- create and destroy ------------------------------------------------------------------------

// Makes the text of a world the present step. Errors refer to places in the world's own file.
static tr_status go_to_world(tr_document *document, const tr_world *world, char *text, const tr_step *how,
                             tr_error *error) {
    tr_error of_text = {0};
    const tr_status status = go_to(document, text, how, &of_text);
    if (status == TR_OK)
        return TR_OK;
    tr_scene scene = {0};
    tr_world lenient = *world;
    lenient.partial = true; // as the document opens it
    if (tr_world_load(&lenient, &scene, error) == TR_OK && error)
        *error = of_text;
    tr_scene_clear(&scene);
    return status;
}

static void note_any(void *any, const char *path) {
    (void)path;
    *(bool *)any = true;
}

// Whether a text contains more than types and seeds, which are easily restored.
static bool says_more(const tr_scene *scene, const char *text) {
    bool any = false;
    for (int i = 0; i < scene->planet_count && !any; i++)
        if (tr_text_differences(text, i, note_any, &any, NULL) != TR_OK)
            return true;
    return any;
}

// A step to another seed or type leaves nothing to save if the step before was saved, and if this one has no
// file and contains no more than types and seeds. was_saved: of the step before.
static void note_browsing(tr_document *document, bool was_saved) {
    tr_step *step = &document->steps[document->step];
    step->saved = was_saved && !step->path && !says_more(document->scene, step->text);
}

// The text of a world. A picture, a GLB or a page contains the full recipe. It is reduced to the differences
// from its type, which are readable, and are what is saved.
static tr_status text_of(const tr_world *world, const char *path, char **text, tr_error *error) {
    char *whole = NULL;
    const tr_status status = tr_world_text(world, text, error);
    if (status != TR_OK || path)
        return status;
    whole = *text;
    const bool is_short = tr_world_shorten(whole, text, NULL) == TR_OK;
    if (!is_short)
        *text = whole; // loading it reports the error
    else
        tr_free(whole);
    return TR_OK;
}

// Keeps the files that a world brings along, and those beside a picture that holds it, which is not the file of
// the document. Errors of the world itself are found later.
static tr_status take_files(tr_document *document, const tr_world *world, tr_error *error) {
    const tr_shared_files given = {world->file_count, (tr_shared_file **)(uintptr_t)world->files};
    tr_status status = tr_shared_files_add_all(&document->files, &given, error);
    tr_world lenient = *world;
    tr_scene scene = {0};
    lenient.partial = true;
    if (status == TR_OK && !world->text && !tr_world_file(world) &&
        tr_world_load(&lenient, &scene, NULL) == TR_OK)
        status = tr_scene_add_files(&scene, &document->files, error);
    tr_scene_clear(&scene);
    return status;
}

void tr_document_forget_changed(tr_document *document) {
    tr_shared_files *files = &document->files;
    int kept = 0;
    for (int i = 0; i < files->count; i++)
        if (tr_shared_file_unchanged(files->list[i]))
            files->list[kept++] = files->list[i];
        else
            tr_shared_file_release(files->list[i]);
    files->count = kept;
}

tr_status tr_document_load(tr_document *document, const tr_world *world, const char *what, tr_error *error) {
    char *text;
    char whole[TR_FULL_PATH_BYTES];
    const char *file = tr_world_file(world); // made absolute, in case the working directory changes
    tr_step step = {.path = file && tr_path_whole(file, whole) ? whole : (char *)(uintptr_t)file, .target = -1};
    tr_status status = text_of(world, step.path, &text, error);
    if (status != TR_OK)
        return status;
    tr_document_forget_changed(document);
    status = take_files(document, world, error);
    if (status != TR_OK) {
        tr_free(text);
        return status;
    }
    step.saved = world->set_count == 0 && (!step.path || !world->has_seed);
    snprintf(step.what, sizeof step.what, "%s", what);
    status = go_to_world(document, world, text, &step, error);
    tr_step *now = status == TR_OK ? &document->steps[document->step] : NULL;
    if (now && world->text) // for example from the clipboard, so no file contains it
        now->saved = !says_more(document->scene, now->text);
    return status;
}

tr_status tr_document_open(tr_document *document, const tr_world *world, tr_error *error) {
    const tr_status status = tr_document_load(document, world, "Open", error);
    document->remade = false; // nothing was shown before
    return status;
}

void tr_document_close(tr_document *document) {
    clear_steps_from(document, 0);
    tr_free(document->steps);
    destroy_scene(document->scene);
    tr_recipe_destroy(document->drawn);
    tr_shared_files_clear(&document->files);
    *document = (tr_document){0};
}

tr_status tr_document_reload(tr_document *document, tr_error *error) {
    const char *path = tr_document_step(document)->path;
    const tr_step how = {.path = (char *)(uintptr_t)path, .saved = true, .what = "Reload", .target = -1};
    const tr_world world = {.name = path};
    char *text;
    const tr_status status = tr_world_text(&world, &text, error);
    if (status != TR_OK)
        return status;
    tr_document_forget_changed(document);
    return go_to_world(document, &world, text, &how, error);
}

// ---- changes -----------------------------------------------------------------------------------

// The name of a single planet without a name when it becomes part of a scene.
static void name_home(const tr_document *document, char home[TR_TITLE_BYTES]) {
    tr_document_name(document, home);
    if (strpbrk(home, "/.") || strlen(home) >= TR_PLANET_NAME_BYTES) // the name of a type file
        snprintf(home, TR_TITLE_BYTES, "Home");
}

static tr_status change(tr_document *document, const tr_step *how, int planet, int count,
                        const tr_change *changes, tr_error *error) {
    char *text, home[TR_TITLE_BYTES];
    name_home(document, home);
    const tr_status status =
        tr_text_change(tr_document_step(document)->text, home, planet, count, changes, &text, error);
    if (status != TR_OK)
        return status;
    tr_step step = *how;
    step.path = tr_document_step(document)->path;
    step.target = document->target;
    return go_to(document, text, &step, error);
}

tr_status tr_document_change_planet(tr_document *document, const char *what, int planet, int count,
                                    const tr_change *changes, tr_error *error) {
    tr_step how = {0};
    snprintf(how.what, sizeof how.what, "%s", what);
    return change(document, &how, planet, count, changes, error);
}

tr_status tr_document_change(tr_document *document, const char *what, uint64_t drag_id, bool of_scene,
                             int count, const tr_change *changes, tr_error *error) {
    tr_step how = {.drag_id = drag_id};
    snprintf(how.what, sizeof how.what, "%s", what);
    const tr_status status =
        change(document, &how, of_scene ? TR_OF_SCENE : document->target, count, changes, error);
    document->kept_size = status == TR_OK && count == 1 && strcmp(changes[0].path, "radius_km") == 0;
    return status;
}

// Applies changes that were collected to the target, and clears them.
static tr_status apply(tr_document *document, const tr_step *how, change_list *c, tr_error *error) {
    tr_status status = change_list_check(c, error);
    if (status == TR_OK)
        status = change(document, how, document->target, c->count, c->list, error);
    change_list_clear(c);
    return status;
}

static void note(void *c, const char *path) { change_list_add(c, path, NULL); }

// The changes that reset all differences of the target.
static tr_status list_differences(const tr_document *document, change_list *d, tr_error *error) {
    const tr_status status =
        tr_text_differences(tr_document_step(document)->text, document->target, note, d, error);
    return status == TR_OK ? change_list_check(d, error) : status;
}

// Whether a path belongs to a planet's data in its scene, such as orbit and day, and not to its recipe.
static bool is_of_place(const char *path) {
    char first[TR_DIFFERENCE_BYTES];
    snprintf(first, sizeof first, "%.*s", (int)strcspn(path, "."), path);
    return tr_parameter_find(&tr_planet_table, first) != NULL;
}

// The number of changes, without those to a planet's data in its scene.
static int count_changes(const change_list *d) {
    int count = 0;
    for (int i = 0; i < d->count; i++)
        count += !is_of_place(d->list[i].path);
    return count;
}

// The search for a path.
typedef struct sought {
    const char *path;
    bool found;
} sought;

static void compare(void *context, const char *path) {
    sought *s = context;
    s->found = s->found || strcmp(s->path, path) == 0;
}

bool tr_document_differs(const tr_document *document, const char *path) {
    sought s = {path, false};
    return tr_text_differences(tr_document_step(document)->text, document->target, compare, &s, NULL) ==
               TR_OK &&
           s.found;
}

// ---- seeds ---------------------------------------------------------------------------------------

// d: the differences, to which the locked values are added; NULL: locks are ignored. *held: the number of
// locked values that were added.
static tr_status change_seed(tr_document *document, uint64_t seed, const change_list *d, int *held,
                             tr_error *error) {
    char value[32];
    tr_step how = {0};
    change_list c = {0};
    snprintf(value, sizeof value, "%llu", (unsigned long long)seed);
    snprintf(how.what, sizeof how.what, "Seed %s", value);
    change_list_add(&c, "seed", value);
    *held =
        d ? change_list_hold(&c, tr_document_recipe(document), document->lock_count, document->locks, d) : 0;
    const bool was_saved = tr_document_step(document)->saved;
    const tr_status status = apply(document, &how, &c, error);
    if (status == TR_OK)
        note_browsing(document, was_saved);
    return status;
}

tr_status tr_document_set_seed(tr_document *document, uint64_t seed, int *kept, tr_error *error) {
    const uint64_t before = tr_document_recipe(document)->seed;
    int held = 0;
    change_list d = {0};
    tr_status status = list_differences(document, &d, error);
    if (status == TR_OK)
        status = change_seed(document, seed, &d, &held, error);
    *kept = count_changes(&d) + held;
    change_list_clear(&d);
    if (status != TR_OK)
        return status;
    if (document->seed_count == TR_SEED_HISTORY)
        memmove(document->seeds, document->seeds + 1,
                (size_t)--document->seed_count * sizeof document->seeds[0]);
    document->seeds[document->seed_count++] = before;
    return TR_OK;
}

tr_status tr_document_restore_seed(tr_document *document, tr_error *error) {
    int held;
    if (document->seed_count == 0)
        return tr_fail(error, TR_BAD_USAGE, "There is no previous seed");
    const tr_status status =
        change_seed(document, document->seeds[document->seed_count - 1], NULL, &held, error);
    document->seed_count -= status == TR_OK;
    return status;
}

// ---- types -------------------------------------------------------------------------------------

// Whether both types have the knob with the same meaning: "dust" is a storm in one type and pale ground in
// another.
static bool is_same_knob(const tr_recipe *a, const tr_recipe *b, const char *name) {
    const int i = tr_recipe_find_type_knob(a, name), k = tr_recipe_find_type_knob(b, name);
    return i >= 0 && k >= 0 && strcmp(a->type_knobs[i].label, b->type_knobs[k].label) == 0 &&
           strcmp(a->type_knobs[i].what, b->type_knobs[k].what) == 0;
}

// Whether an element of a list, such as "layers.NAME", has the same kind and channels in both recipes. Types
// may have layers with the same name that do different things.
static bool is_same_element(tr_recipe *a, tr_recipe *b, const char *path) {
    static const char *const keys[] = {"field", "kind", "into", "channel", "blend"};
    const size_t list = strcspn(path, "."),
                 element = list + (path[list] ? 1 + strcspn(path + list + 1, ".") : 0);
    if (!path[element])
        return true; // not in a list
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        char key[TR_DIFFERENCE_BYTES + 16];
        snprintf(key, sizeof key, "%.*s.%s", (int)element, path, keys[i]);
        if (!tr_recipe_equal_at(a, b, key))
            return false;
    }
    return true;
}

// Whether a path is that of a list, or leads into it.
static bool is_within(const char *path, const char *list) {
    const size_t length = strlen(list);
    return strncmp(path, list, length) == 0 && (path[length] == 0 || path[length] == '.');
}

// Whether a type can follow the own map that a path leads to, or all maps if it is that of the list.
static bool follows_maps(const tr_recipe *before, const tr_recipe *type, const char *path) {
    for (int i = 0; i < before->map_count; i++) {
        char map[TR_NAME_BYTES + 8];
        snprintf(map, sizeof map, "maps.%s", before->maps[i].name);
        if ((is_within(path, map) || strcmp(path, "maps") == 0) &&
            tr_own_map_obstacle(type, tr_own_kind_of(before->maps[i].name)))
            return false;
    }
    return true;
}

// Whether a difference has the same meaning in another type. The radius and whole lists of layers do not.
// Strokes, places and own maps do: types have none of their own.
static bool is_kept(tr_recipe *before, tr_recipe *type, const char *path) {
    tr_place place, old;
    if (is_within(path, "maps"))
        return follows_maps(before, type, path);
    if (is_within(path, "strokes") || is_within(path, "places"))
        return true;
    if (strcmp(path, "radius_km") == 0)
        return false;
    if (tr_recipe_find_type_knob(before, path) >= 0 || tr_recipe_find_type_knob(type, path) >= 0)
        return is_same_knob(before, type, path);
    if (!tr_recipe_find(type, path, &place) || !tr_recipe_find(before, path, &old))
        return is_of_place(path);
    if (place.parameter != old.parameter || !is_same_element(before, type, path))
        return false;
    const tr_parameter_kind kind = place.parameter->kind;
    return kind != TR_PARAMETER_LIST && kind != TR_PARAMETER_TYPE_KNOBS;
}

// Changes the type of the target, and resets the differences that the new type does not know, or with `all` all
// differences of the recipe. *kept and *dropped: how many stay and go.
static tr_status try_type(tr_document *document, tr_recipe *recipe, const char *type, const change_list *d,
                          bool all, int *kept, int *dropped, tr_error *error) {
    tr_step how = {0};
    change_list c = {0};
    snprintf(how.what, sizeof how.what, "Type %s", type);
    change_list_add(&c, "type", type);
    *dropped = 0;
    for (int i = 0; i < d->count; i++) {
        const char *path = d->list[i].path;
        const bool of_place = is_of_place(path);
        if (is_kept(tr_document_recipe(document), recipe, path) && (of_place || !all))
            continue;
        change_list_add(&c, path, NULL);
        *dropped += !of_place;
    }
    *kept = count_changes(d) - *dropped;
    return apply(document, &how, &c, error);
}

// A value may be known to the type but invalid, so the second attempt resets all.
static tr_status change_type(tr_document *document, tr_recipe *recipe, const char *type, const change_list *d,
                             int *kept, int *dropped, tr_error *error) {
    if (!change_list_has(d,
                         "layers")) { // else the text has a list of its own, which other differences refer to
        const tr_status status = try_type(document, recipe, type, d, false, kept, dropped, NULL);
        if (status != TR_BAD_INPUT && status != TR_BAD_USAGE && status != TR_NO_MEMORY)
            return status;
    }
    return try_type(document, recipe, type, d, true, kept, dropped, error);
}

// The present step is no longer the planet in the file, so saving has to ask for a name.
static void forget_path(tr_document *document) {
    tr_step *step = &document->steps[document->step];
    tr_free(step->path);
    step->path = NULL;
}

tr_status tr_document_set_type(tr_document *document, const char *type, int *kept, int *dropped,
                               tr_error *error) {
    const bool was_saved = tr_document_step(document)->saved;
    const tr_world world = {.name = type, .has_seed = true, .seed = tr_document_recipe(document)->seed};
    tr_scene scene = {0};
    change_list d = {0};
    tr_status status = tr_world_load(&world, &scene, error);
    if (status == TR_OK)
        status = list_differences(document, &d, error);
    if (status == TR_OK)
        status = change_type(document, scene.planets[0].recipe, type, &d, kept, dropped, error);
    if (status == TR_OK) {
        document->seed_count = 0; // they belong to another planet
        forget_path(document);
        note_browsing(document, was_saved);
    }
    change_list_clear(&d);
    tr_scene_clear(&scene);
    return status;
}

tr_status tr_document_reset(tr_document *document, int *gone, tr_error *error) {
    const tr_step how = {.what = "Reset all"};
    change_list d = {0}, c = {0};
    *gone = 0;
    if (!tr_document_recipe(document)->type[0])
        return tr_fail(error, TR_BAD_USAGE, "This planet has no type to reset it to");
    tr_status status = list_differences(document, &d, error);
    for (int i = 0; i < d.count; i++)
        if (!is_of_place(d.list[i].path))
            change_list_add(&c, d.list[i].path, NULL);
    *gone = c.count;
    if (status == TR_OK)
        status = *gone > 0 ? apply(document, &how, &c, error)
                           : tr_fail(error, TR_BAD_USAGE, "This planet has no changes to reset");
    change_list_clear(&c);
    change_list_clear(&d);
    return status;
}

const tr_recipe *tr_document_drawn(tr_document *document) {
    if (document->drawn)
        return document->drawn;
    const tr_recipe *recipe = tr_document_recipe(document);
    const tr_world world = {.name = recipe->type, .has_seed = true, .seed = recipe->seed};
    tr_scene scene = {0};
    if (recipe->type[0] && !strpbrk(recipe->type, "/.:") && tr_world_load(&world, &scene, NULL) == TR_OK) {
        document->drawn = scene.planets[0].recipe;
        scene.planets[0].recipe = NULL;
    }
    tr_scene_clear(&scene);
    return document->drawn;
}

// ---- bodies --------------------------------------------------------------------------------------

// The orbit of a new body: outside all others round the same centre.
static double find_orbit(const tr_scene *scene, int centre) {
    const double first_radii = 25, first_km = 1e8, wide = 0.6, fewer = 4; // smaller gaps with more bodies
    double farthest = 0;
    int count = 0;
    for (int i = 0; i < scene->planet_count; i++)
        if (tr_scene_centre(scene, i) == centre && i != centre) {
            farthest = fmax(farthest, scene->planets[i].orbit.radius_km);
            count++;
        }
    if (farthest > 0)
        return farthest * (1 + wide / (1 + count / fewer));
    return centre < 0 ? first_km : first_radii * scene->planets[centre].recipe->radius_km;
}

tr_status tr_document_add_body(tr_document *document, const char *type, bool moon, tr_error *error) {
    const tr_scene *scene = document->scene;
    const int around = tr_scene_centre(scene, document->target);
    const int centre = moon && around < 0 ? document->target : around; // the moon of a moon orbits the same
                                                                       // planet
    char home[TR_TITLE_BYTES], name[TR_PLANET_NAME_BYTES], *text;
    tr_step how = {.path = tr_document_step(document)->path, .target = -1};
    name_home(document, home);
    tr_status status = tr_text_add_body(tr_document_step(document)->text, home, centre, type,
                                        (uint64_t)scene->planet_count + 1, round(find_orbit(scene, centre)),
                                        name, &text, error);
    snprintf(how.what, sizeof how.what, "Add %.50s", status == TR_OK ? name : "");
    if (status == TR_OK)
        status = go_to(document, text, &how, error);
    return status;
}

tr_status tr_document_remove_body(tr_document *document, tr_error *error) {
    char *text;
    tr_step how = {.path = tr_document_step(document)->path, .target = -1};
    snprintf(how.what, sizeof how.what, "Remove %.50s", tr_document_planet(document)->name);
    const tr_status status =
        tr_text_remove_planet(tr_document_step(document)->text, document->target, &text, error);
    return status == TR_OK ? go_to(document, text, &how, error) : status;
}

// ---- names ---------------------------------------------------------------------------------------

tr_status tr_document_rename(tr_document *document, const char *name, tr_error *error) {
    char *text;
    const tr_step how = {.path = tr_document_step(document)->path, .what = "Name", .target = document->target};
    if (strcmp(name, tr_document_planet(document)->name) == 0)
        return TR_OK;
    const tr_status status =
        tr_text_rename_planet(tr_document_step(document)->text, document->target, name, &text, error);
    return status == TR_OK ? go_to(document, text, &how, error) : status;
}

// Whether a scene is of the document's planet: its first planet has the same type and seed.
static bool is_same_world(const tr_document *document, const tr_scene *scene) {
    const tr_recipe *own = tr_document_first(document)->recipe, *other = scene->planets[0].recipe;
    return own->seed == other->seed && strcmp(own->type, other->type) == 0;
}

// The text of a step with that name, and its scene, if it is of the same planet and has none.
static tr_status name_step(tr_document *document, const tr_step *step, const char *name, char **text,
                           tr_scene **scene, tr_error *error) {
    tr_status status = tr_text_rename_planet(step->text, 0, name, text, error);
    if (status == TR_OK)
        status = load_text(document, *text, step->path, scene, error);
    if (status == TR_OK && !is_same_world(document, *scene))
        status = tr_fail(error, TR_BAD_INPUT, "this step is of another planet");
    if (status == TR_OK)
        return TR_OK;
    destroy_scene(*scene);
    tr_free(*text);
    return status;
}

static void set_text(tr_step *step, char *text) {
    tr_free(step->text);
    step->text = text;
    step->saved = false;
}

enum { most_alike = 100 }; // steps on each side that get a name or a file; each takes a few milliseconds

// Gives the present step a text with the name, and the name to the others as far as they are of that planet.
static void take_name(tr_document *document, const char *name, char *text, tr_scene *scene) {
    for (int by = -1; by <= 1; by += 2) {
        int at = document->step + by;
        for (int count = 0; at >= 0 && at < document->step_count && count < most_alike; count++, at += by) {
            char *other_text = NULL;
            tr_scene *other = NULL;
            if (document->steps[at].saved && document->steps[at].path)
                continue; // its file has another name
            if (name_step(document, &document->steps[at], name, &other_text, &other, NULL) != TR_OK)
                break;
            destroy_scene(other);
            set_text(&document->steps[at], other_text);
        }
    }
    set_text(&document->steps[document->step], text);
    show(document, scene, document->target);
}

// Gives the file of the present step, which had none before, to the steps around it which are of that planet
// and have none.
static void share_file(tr_document *document) {
    const char *file = tr_document_step(document)->path;
    for (int by = -1; by <= 1; by += 2) {
        int at = document->step + by;
        for (int count = 0; at >= 0 && at < document->step_count && count < most_alike; count++, at += by) {
            tr_step *step = &document->steps[at];
            tr_scene *scene = NULL;
            const bool same = !step->path && load_text(document, step->text, NULL, &scene, NULL) == TR_OK &&
                              is_same_world(document, scene);
            step->path = same ? tr_strdup(file) : step->path;
            destroy_scene(scene);
            if (!same || !step->path)
                break;
            step->saved = false;
        }
    }
}

// ---- undo and redo -----------------------------------------------------------------------------

static tr_status move_to(tr_document *document, int step, int target, tr_error *error) {
    tr_scene *scene;
    const tr_status status =
        load_text(document, document->steps[step].text, document->steps[step].path, &scene, error);
    if (status != TR_OK)
        return status;
    document->step = step;
    show(document, scene, target);
    return TR_OK;
}

tr_status tr_document_undo(tr_document *document, char what[TR_STEP_BYTES], tr_error *error) {
    if (document->step == 0)
        return tr_fail(error, TR_BAD_USAGE, "Nothing to undo");
    const tr_step *step = tr_document_step(document);
    snprintf(what, TR_STEP_BYTES, "%s", step->what);
    return move_to(document, document->step - 1, step->target, error);
}

tr_status tr_document_take_back(tr_document *document, uint64_t drag_id, tr_error *error) {
    const tr_step *step = tr_document_step(document);
    if (drag_id == 0 || document->step == 0 || step->drag_id != drag_id)
        return TR_OK;
    const tr_status status = move_to(document, document->step - 1, step->target, error);
    if (status == TR_OK)
        clear_steps_from(document, document->step + 1);
    return status;
}

tr_status tr_document_go_back(tr_document *document, int step, tr_error *error) {
    return move_to(document, step, document->steps[step].target, error);
}

tr_status tr_document_look_again(tr_document *document, tr_error *error) {
    return move_to(document, document->step, document->target, error);
}

static bool is_in_file_or_present(const tr_document *document, const char *text) {
    for (int i = 0; i < document->step_count; i++)
        if ((document->steps[i].saved || i == document->step) && strcmp(document->steps[i].text, text) == 0)
            return true;
    return false;
}

int tr_document_left_unsaved(const tr_document *document) {
    for (int i = document->step; i > 0; i--) {
        const tr_step *before = &document->steps[i - 1];
        if (strcmp(document->steps[i].what, TR_STEP_OF_HISTORY) == 0 && !before->saved &&
            !is_in_file_or_present(document, before->text))
            return i - 1;
    }
    return -1;
}

tr_status tr_document_redo(tr_document *document, char what[TR_STEP_BYTES], tr_error *error) {
    if (document->step + 1 >= document->step_count)
        return tr_fail(error, TR_BAD_USAGE, "Nothing to redo");
    const tr_step *step = &document->steps[document->step + 1];
    snprintf(what, TR_STEP_BYTES, "%s", step->what);
    return move_to(document, document->step + 1, step->target, error);
}

// ---- restored steps ------------------------------------------------------------------------------

tr_status tr_document_add_step(tr_document *document, const tr_step *step, const char *what, tr_error *error) {
    const tr_status status = reserve(document, error);
    if (status != TR_OK)
        return status;
    tr_step *own = &document->steps[document->step_count];
    *own = (tr_step){.text = tr_strdup(step->text),
                     .path = step->path ? tr_strdup(step->path) : NULL,
                     .saved = step->saved,
                     .target = step->target};
    snprintf(own->what, sizeof own->what, "%s", what);
    document->step_count++;
    if (!own->text || (step->path && !own->path))
        return tr_fail(error, TR_NO_MEMORY, "no memory for a step");
    return TR_OK;
}

tr_status tr_document_resume(tr_document *document, int step, int target, double time_h, tr_error *error) {
    if (step < 0 || step >= document->step_count)
        return tr_fail(error, TR_BAD_INPUT, "there is no such step");
    const tr_status status = move_to(document, step, target, error);
    document->remade = false;                   // nothing was shown before
    if (status == TR_OK && fabs(time_h) <= 1e9) // not NAN
        tr_scene_place(document->scene, time_h);
    return status;
}

// ---- no steps ----------------------------------------------------------------------------------

void tr_document_set_target(tr_document *document, int planet) {
    document->target = planet;
    document->revision++;
    document->seed_count = 0;
    tr_recipe_destroy(document->drawn);
    document->drawn = NULL;
}

void tr_document_pass_time(tr_document *document, double rate, double since_s) {
    const double day_h = tr_scene_day_h(document->scene, document->target), usual_h = 24;
    const double h_per_s = turn_deg_per_s / 360 * (day_h > 0 ? day_h : usual_h);
    const double passed_h = rate * fmin(h_per_s, most_h_per_s) * since_s;
    tr_scene_place(document->scene, document->scene->time_h + passed_h);
}

static int find_lock(const tr_document *document, const char *path) {
    for (int i = 0; i < document->lock_count; i++)
        if (strcmp(document->locks[i], path) == 0)
            return i;
    return -1;
}

bool tr_document_is_locked(const tr_document *document, const char *path) {
    return find_lock(document, path) >= 0;
}

void tr_document_lock(tr_document *document, const char *path, bool locked) {
    const int at = find_lock(document, path);
    document->revision++;
    if (locked && at < 0 && document->lock_count < TR_MOST_LOCKS)
        snprintf(document->locks[document->lock_count++], TR_DIFFERENCE_BYTES, "%s", path);
    if (!locked && at >= 0)
        memmove(document->locks[at], document->locks[--document->lock_count], TR_DIFFERENCE_BYTES);
}

enum { shown_bytes = 81 }; // of a file name in the title

// The file name for display, or "".
static const char *show_file(const tr_step *step, char file[shown_bytes]) {
    return tr_text_show(step->path ? tr_path_name(step->path) : "", file, shown_bytes);
}

void tr_document_type_seed(const tr_document *document, char kind[TR_TYPE_SEED_BYTES]) {
    const tr_recipe *recipe = tr_document_recipe(document);
    snprintf(kind, TR_TYPE_SEED_BYTES, "%s%sseed %llu", recipe->type, recipe->type[0] ? ", " : "",
             (unsigned long long)recipe->seed);
}

static void name_planet(const tr_scene_planet *planet, char name[TR_TITLE_BYTES]) {
    const tr_recipe *recipe = planet->recipe;
    char what[TR_TYPE_SEED_BYTES];
    snprintf(what, sizeof what, "%s %llu", recipe->type[0] ? recipe->type : "seed",
             (unsigned long long)recipe->seed);
    tr_text_show(planet->name[0] ? planet->name : what, name, TR_TITLE_BYTES);
}

void tr_document_name(const tr_document *document, char name[TR_TITLE_BYTES]) {
    name_planet(tr_document_planet(document), name);
}

void tr_document_world_name(const tr_document *document, char name[TR_TITLE_BYTES]) {
    const char *path = tr_document_step(document)->path, *start;
    if (!path || document->scene->planet_count == 1) {
        name_planet(tr_document_first(document), name);
        return;
    }
    char stem[TR_TITLE_BYTES];
    const size_t length = tr_path_stem(path, &start);
    snprintf(stem, sizeof stem, "%.*s", (int)length, start);
    tr_text_show(stem, name, shown_bytes);
}

void tr_document_title(const tr_document *document, char title[TR_TITLE_BYTES]) {
    const tr_step *step = tr_document_step(document);
    char name[TR_TITLE_BYTES], file[shown_bytes], text[TR_TITLE_BYTES + 128];
    if (tr_document_first(document)->name[0])
        tr_document_world_name(document, name);
    else
        tr_document_type_seed(document, name);
    snprintf(text, sizeof text, "%s%s%s%s - Terrella", step->saved ? "" : "● ", name, step->path ? " - " : "",
             show_file(step, file));
    tr_text_show(text, title, TR_TITLE_BYTES);
}

// ---- files -------------------------------------------------------------------------------------

static tr_status write_file(const char *path, const char *text, tr_error *error) {
    tr_atomic_file *file;
    tr_status status = tr_atomic_open(path, &file, error);
    if (status != TR_OK)
        return status;
    tr_atomic_write(file, text, strlen(text));
    tr_atomic_write(file, "\n", 1);
    return tr_atomic_commit(file, error);
}

// Writes the files of the present step's maps beside the file of the document, which follows them there from
// then on. Maps whose names are taken by other files there get new ones, in the present step.
static tr_status save_maps(tr_document *document, const char *path, tr_saved_maps *saved, tr_error *error) {
    tr_step *step = &document->steps[document->step];
    char *text = NULL;
    tr_scene *scene = NULL;
    tr_status status = tr_text_save_maps(step->text, document->scene, path, saved, &text, error);
    if (status != TR_OK)
        return status;
    status = tr_shared_files_add_all(&document->files, &saved->files, error);
    if (status == TR_OK && (saved->files.count > 0 || text))
        status = load_text(document, text ? text : step->text, path, &scene, error);
    if (status == TR_OK && scene)
        show(document, scene, document->target);
    if (status == TR_OK && text)
        set_text(step, text);
    else
        tr_free(text);
    return status;
}

// After a save that failed: removes its copies, and the present step has the text and the files of before
// again. text: becomes the step's, or is freed. file_count: how many files the document had.
static void take_back_maps(tr_document *document, char *text, bool was_saved, int file_count,
                           const tr_saved_maps *saved) {
    tr_step *step = &document->steps[document->step];
    tr_shared_files *files = &document->files;
    tr_scene *scene = NULL;
    tr_map_copies_remove(&saved->copies);
    while (files->count > file_count)
        tr_shared_file_release(files->list[--files->count]);
    if (saved->files.count == 0 || load_text(document, text, step->path, &scene, NULL) != TR_OK) {
        tr_free(text);
        return;
    }
    show(document, scene, document->target);
    set_text(step, text);
    step->saved = was_saved;
}

tr_status tr_document_save(tr_document *document, const char *path, const char *name, tr_error *error) {
    tr_step *step = &document->steps[document->step];
    char *text = NULL, *own = tr_strdup(path ? path : step->path), *before = tr_strdup(step->text);
    const bool was_saved = step->saved;
    const int file_count = document->files.count;
    tr_saved_maps saved = {0};
    tr_scene *scene = NULL;
    if (!own || !before) {
        tr_free(own);
        tr_free(before);
        return tr_fail(error, TR_NO_MEMORY, "no memory to save");
    }
    tr_status status = save_maps(document, own, &saved, error);
    const bool named = status == TR_OK && name && name_step(document, step, name, &text, &scene, NULL) == TR_OK;
    if (status == TR_OK)
        status = write_file(own, named ? text : step->text, error);
    if (status != TR_OK) {
        if (named) {
            destroy_scene(scene);
            tr_free(text);
        }
        take_back_maps(document, before, was_saved, file_count, &saved);
        tr_saved_maps_clear(&saved);
        tr_free(own);
        return status;
    }
    tr_saved_maps_clear(&saved);
    tr_free(before);
    if (named)
        take_name(document, name, text, scene);
    forget_saved(document, own);
    const bool first = !step->path;
    tr_free(step->path);
    step->path = own;
    step->saved = true;
    if (first)
        share_file(document);
    document->revision++;
    step->drag_id = 0; // the next change begins a new step
    return TR_OK;
}
