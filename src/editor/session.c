#include "editor/session.h"

#include "base/atomic_file.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/system.h"
#include "editor/listing.h"
#include "editor/private/history_json.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { places = 24, format = 1, most_text = 4 << 20, most_file = 16 << 20 };

typedef tr_json_document tree;

struct tr_session {
    int lock; // a file descriptor
    bool left;
    char path[TR_STATE_PATH_BYTES + 32];
};

bool tr_state_folder(char folder[TR_STATE_PATH_BYTES]) {
    char path[TR_FULL_PATH_BYTES];
    return tr_user_folder_find(TR_USER_STATE, path) &&
           snprintf(folder, TR_STATE_PATH_BYTES, "%s", path) < TR_STATE_PATH_BYTES;
}

// ---- folders and files ---------------------------------------------------------------------------

// Creates a folder with its parents; only the owner has access.
static tr_status make_folder(const char *folder, tr_error *error) {
    char path[TR_STATE_PATH_BYTES];
    bool made;
    snprintf(path, sizeof path, "%s", folder);
    for (char *end = strchr(path + tr_path_root(path), '/');; end = strchr(end + 1, '/')) {
        if (end)
            *end = 0;
        const int reason = tr_path_make_folder(path, true, &made);
        if (reason)
            return tr_write_fail(error, folder, reason);
        if (!end)
            return TR_OK;
        *end = '/';
    }
}

// Reads a text, to be freed with tr_free(). NULL: it cannot be read. Only missing memory is an error.
static char *read_text(const char *path, size_t *size, tr_error *error) {
    FILE *file = tr_path_stream(path, "rb");
    tr_info there;
    char *text = NULL;
    if (file && tr_stream_info(file, &there) == 0 && there.kind == TR_KIND_FILE && there.bytes <= most_file)
        if (!(text = tr_malloc((size_t)there.bytes + 1)))
            tr_fail(error, TR_NO_MEMORY, "no memory to read %s", path);
    if (text) {
        *size = fread(text, 1, (size_t)there.bytes, file);
        text[*size] = 0;
    }
    if (file)
        fclose(file);
    return text;
}

// Parses a file of Terrella's; call tr_json_clear() for *document. NULL: there is none.
static tr_json *read_tree(const char *path, const char *what, tree *document, tr_error *error) {
    size_t size = 0;
    tr_json *root = NULL;
    char *text = read_text(path, &size, error);
    if (!text) {
        tr_fail(error, TR_BAD_INPUT, "%s cannot be read", path);
        return NULL;
    }
    tr_json_parse(document, TR_JSON_FILE, path, text, size, &root, error);
    tr_free(text);
    const char *kind = tr_json_text(tr_json_get(root, "terrella"));
    if (root && (!kind || strcmp(kind, what) != 0 || tr_json_number(tr_json_get(root, "format")) != format)) {
        tr_fail(error, TR_BAD_INPUT, "%s is not a %s of this version of Terrella", path, what);
        root = NULL;
    }
    return root;
}

static tr_status write_tree(const char *path, const tree *document, const tr_json *root, tr_error *error) {
    char *text;
    tr_atomic_file *file;
    tr_status status = tr_json_write(document, root, true, &text, error);
    if (status != TR_OK)
        return status;
    status = tr_atomic_open(path, &file, error);
    if (status == TR_OK) {
        tr_atomic_write(file, text, strlen(text));
        status = tr_atomic_commit(file, error);
    }
    tr_free(text);
    return status;
}

static tr_json *new_file(tree *d, const char *what) {
    return tr_json_new_object(d, "terrella", tr_json_new_text(d, what), "format", tr_json_new_whole(d, format),
                              NULL);
}

// ---- settings --------------------------------------------------------------------------------------

static double number_of(const tr_setting *s) {
    return s->kind == TR_SETTING_FLAG    ? *(const bool *)s->at
           : s->kind == TR_SETTING_WHOLE ? *(const int *)s->at
                                         : *(const double *)s->at;
}

static void read_setting(const tr_json *node, const tr_setting *s) {
    const char *text = tr_json_text(node);
    const double number = tr_json_is_number(node) ? tr_json_number(node) : NAN;
    if (s->kind == TR_SETTING_TEXT && text && strlen(text) < TR_SETTING_BYTES)
        snprintf(s->at, TR_SETTING_BYTES, "%s", text);
    if (s->kind == TR_SETTING_TEXT || !(number >= s->low && number <= s->high))
        return;
    if (s->kind == TR_SETTING_FLAG)
        *(bool *)s->at = number != 0;
    else if (s->kind == TR_SETTING_WHOLE)
        *(int *)s->at = (int)number;
    else
        *(double *)s->at = number;
}

static void read_settings(const tr_json *object, const tr_setting_list *list) {
    for (int i = 0; i < list->count; i++)
        read_setting(tr_json_get(object, list->settings[i].name), &list->settings[i]);
}

static tr_json *write_settings(tree *d, tr_json *object, const tr_setting_list *list) {
    for (int i = 0; i < list->count; i++) {
        const tr_setting *s = &list->settings[i];
        tr_json_set(d, object, s->name,
                    s->kind == TR_SETTING_TEXT ? tr_json_new_text(d, s->at)
                                               : tr_json_new_number(d, number_of(s)));
    }
    return object;
}

uint64_t tr_setting_list_hash(const tr_setting_list *list) {
    uint64_t hash = 0;
    for (int i = 0; i < list->count; i++) {
        const tr_setting *s = &list->settings[i];
        const double number = s->kind == TR_SETTING_TEXT ? 0 : number_of(s);
        uint64_t bits;
        memcpy(&bits, &number, sizeof bits);
        hash = s->kind == TR_SETTING_TEXT ? tr_hash_text(hash, s->at) : tr_hash_pair(hash, bits);
    }
    return hash;
}

// ---- slots -----------------------------------------------------------------------------------------

static void name_place(const char *folder, int place, const char *suffix, char path[TR_STATE_PATH_BYTES + 32]) {
    snprintf(path, TR_STATE_PATH_BYTES + 32, "%s/%d.%s", folder, place, suffix);
}

// Locks a slot and returns a descriptor, or -1: another program holds it, or it cannot be locked. The system
// releases the lock when the program ends.
static int hold(const char *folder, int place) {
    char path[TR_STATE_PATH_BYTES + 32];
    int lock;
    name_place(folder, place, "lock", path);
    (void)tr_path_lock(path, &lock);
    return lock;
}

// The state in which the last window left a slot.
typedef struct leaving {
    bool there, ended;
    bool unsaved; // with changes that the user did not choose to discard
    int64_t when_ns;
    char name[TR_TITLE_BYTES];
} leaving;

static leaving look_at(const char *path) {
    const tr_info there = tr_path_info(path);
    tree document = {0};
    leaving found = {.when_ns = there.changed_ns};
    if (there.kind == TR_KIND_NONE)
        return found;
    const tr_json *root = read_tree(path, "session", &document, NULL);
    found.there = root != NULL;
    found.ended = tr_json_is(tr_json_get(root, "ended"), TR_JSON_TRUE);
    found.unsaved = !found.ended && tr_json_is(tr_json_get(root, "unsaved"), TR_JSON_TRUE);
    const char *name = tr_json_text(tr_json_get(root, "name"));
    snprintf(found.name, sizeof found.name, "%s", name ? name : "");
    tr_json_clear(&document);
    return found;
}

// The preference for a free slot, greater than 0.
static int worth(const leaving *place, bool restore) {
    const bool killed = place->there && !place->ended;
    if (killed && restore)
        return 4;
    return !place->there ? 3 : !place->unsaved ? 2 : 1;
}

// Whether slot a is better than b: the newest one to be restored, or the oldest one to be overwritten.
static bool is_better(const leaving *a, const leaving *b, bool restore) {
    const int by = worth(a, restore) - worth(b, restore);
    if (by != 0 || !a->there)
        return by > 0;
    return worth(a, restore) == 4 ? a->when_ns > b->when_ns : b->when_ns > a->when_ns;
}

static tr_status take_place(const char *folder, bool restore, tr_session *session, tr_error *error) {
    leaving best = {0};
    int best_place = -1;
    for (int place = 1; place <= places; place++) {
        char path[TR_STATE_PATH_BYTES + 32];
        name_place(folder, place, "json", path);
        if (best_place >= 0 && worth(&best, restore) >= 3 && !tr_path_exists(path))
            continue; // one empty slot is enough: a lock would leave its file
        const int lock = hold(folder, place);
        if (lock < 0)
            continue;
        const leaving found = look_at(path);
        if (best_place >= 0 && !is_better(&found, &best, restore)) {
            tr_file_close(lock);
            continue;
        }
        if (best_place >= 0)
            tr_file_close(session->lock);
        session->lock = lock;
        snprintf(session->path, sizeof session->path, "%s", path);
        best = found;
        best_place = place;
    }
    if (best_place < 0)
        return tr_fail(error, TR_CANNOT_WRITE, "%s cannot be written to, or %d windows are open", folder,
                       places);
    session->left = worth(&best, restore) == 4;
    return TR_OK;
}

tr_status tr_session_begin(const char *folder, bool restore, tr_session **out, tr_error *error) {
    *out = NULL;
    tr_status status = make_folder(folder, error);
    if (status != TR_OK)
        return status;
    tr_session *session = tr_calloc(1, sizeof *session);
    if (!session)
        return tr_fail(error, TR_NO_MEMORY, "no memory for a session");
    status = take_place(folder, restore, session, error);
    if (status == TR_OK)
        *out = session;
    else
        tr_free(session);
    return status;
}

void tr_session_end(tr_session *session) {
    if (session)
        tr_file_close(session->lock);
    tr_free(session);
}

const char *tr_session_left(const tr_session *session) { return session->left ? session->path : NULL; }

// ---- writing ---------------------------------------------------------------------------------------

static tr_json *write_step(tree *d, const tr_step *step) {
    return tr_json_new_object(d, "what", tr_json_new_text(d, step->what), "path",
                              step->path ? tr_json_new_text(d, step->path) : (tr_json *)0, "saved",
                              tr_json_new_flag(d, step->saved), "target", tr_json_new_whole(d, step->target),
                              "text", tr_json_new_text(d, step->text), NULL);
}

// The first and the last step that are written: those nearest to the present one.
static void choose_steps(const tr_document *document, int *first, int *last) {
    size_t bytes = strlen(tr_document_step(document)->text);
    *first = *last = document->step;
    for (bool more = true; more && *last - *first + 1 < TR_SESSION_STEPS;) {
        more = false;
        for (int by = -1; by <= 1; by += 2) {
            const int next = by < 0 ? *first - 1 : *last + 1;
            if (next < 0 || next >= document->step_count)
                continue;
            bytes += strlen(document->steps[next].text);
            if (bytes > most_text)
                return;
            *(by < 0 ? first : last) = next;
            more = true;
        }
    }
}

// Whether the text of a world names a file of a map.
static bool names_file(const char *text, const char *name, const char *sha256) {
    return strstr(text, sha256) || strstr(text, name);
}

static void write_file(tree *d, tr_json *files, const char *name, const char *path, const char *sha256) {
    char whole[TR_LISTING_PATH_BYTES];
    tr_json_append(d, files,
                   tr_json_new_object(d, "name", tr_json_new_text(d, name), "path",
                                      tr_json_new_text(d, tr_path_within(".", path, whole) ? whole : path),
                                      "sha256", tr_json_new_text(d, sha256), NULL));
}

// Where the files of the maps of these steps and of the history are. The texts name them by names relative to a
// recipe that is not saved yet.
static tr_json *write_files(tree *d, const tr_document *document, const tr_history *history, int first,
                            int last) {
    tr_json *files = tr_json_new(d, TR_JSON_ARRAY);
    for (int i = 0; i < document->files.count; i++) {
        const tr_shared_file *file = document->files.list[i];
        bool named = false;
        for (int k = first; k <= last && !named; k++)
            named = names_file(document->steps[k].text, file->name, file->sha256);
        for (int k = 0; history && k < history->count && !named; k++)
            named = names_file(history->frames[k].text, file->name, file->sha256);
        if (named && file->path)
            write_file(d, files, file->name, file->path, file->sha256);
    }
    return files;
}

// Writes absolute paths if possible, because the working directory may be another one later.
static tr_json *write_document(tree *d, const tr_document *document, const tr_history *history, bool ended) {
    char name[TR_TITLE_BYTES];
    int first, last;
    tr_json *root = new_file(d, "session"), *steps = tr_json_new(d, TR_JSON_ARRAY);
    tr_document_world_name(document, name);
    choose_steps(document, &first, &last);
    tr_json_set(d, root, "name", tr_json_new_text(d, name));
    tr_json_set(d, root, "ended", tr_json_new_flag(d, ended));
    tr_json_set(d, root, "unsaved", tr_json_new_flag(d, !tr_document_step(document)->saved));
    tr_json_set(d, root, "target", tr_json_new_whole(d, document->target));
    tr_json_set(d, root, "time_h", tr_json_new_number(d, document->scene->time_h));
    tr_json_set(d, root, "step", tr_json_new_whole(d, document->step - first));
    for (int i = first; i <= last; i++) {
        char whole[TR_FULL_PATH_BYTES];
        tr_step step = document->steps[i];
        if (step.path && tr_path_whole(step.path, whole))
            step.path = whole;
        tr_json_append(d, steps, write_step(d, &step));
    }
    tr_json_set(d, root, "steps", steps);
    tr_json_set(d, root, "files", write_files(d, document, history, first, last));
    return root;
}

tr_status tr_session_write(tr_session *session, const tr_document *document, const tr_setting_list *view,
                           const tr_history *history, bool ended, tr_error *error) {
    tree d = {0};
    tr_json *root = write_document(&d, document, history, ended);
    tr_json_set(&d, root, "view", write_settings(&d, tr_json_new(&d, TR_JSON_OBJECT), view));
    if (history)
        tr_json_set(&d, root, "history", history_write(&d, history, false));
    const tr_status status = write_tree(session->path, &d, root, error);
    tr_json_clear(&d);
    return status;
}

// ---- reading ---------------------------------------------------------------------------------------

// A whole number in a range, or `none` if it is missing or invalid.
static int whole_of(const tr_json *node, int low, int high, int none) {
    const bool good = tr_json_is(node, TR_JSON_WHOLE) && node->whole >= low && node->whole <= high;
    return good ? (int)node->whole : none;
}

static tr_status read_steps(const tr_json *steps, tr_document *document, tr_error *error) {
    for (const tr_json *node = tr_json_first(steps); node; node = node->next) {
        const char *what = tr_json_text(tr_json_get(node, "what"));
        const tr_step step = {.text = (char *)(uintptr_t)tr_json_text(tr_json_get(node, "text")),
                              .path = (char *)(uintptr_t)tr_json_text(tr_json_get(node, "path")),
                              .saved = tr_json_is(tr_json_get(node, "saved"), TR_JSON_TRUE),
                              .target = whole_of(tr_json_get(node, "target"), -1, TR_MAX_PLANETS - 1, -1)};
        if (!step.text || document->step_count >= TR_SESSION_STEPS)
            return tr_fail(error, TR_BAD_INPUT, "the session has a step without a text, or too many");
        const tr_status status = tr_document_add_step(document, &step, what ? what : "Edit", error);
        if (status != TR_OK)
            return status;
    }
    return TR_OK;
}

// A file that a session or the stars name.
typedef struct named_file {
    const char *name, *path, *sha256;
} named_file;

static bool read_file(const tr_json *node, named_file *file) {
    *file = (named_file){tr_json_text(tr_json_get(node, "name")), tr_json_text(tr_json_get(node, "path")),
                         tr_json_text(tr_json_get(node, "sha256"))};
    return file->name && file->path && file->sha256;
}

static bool has_file(const tr_shared_files *files, const named_file *named) {
    for (int i = 0; i < files->count; i++) {
        const tr_shared_file *file = files->list[i];
        if (file->path && strcmp(file->path, named->path) == 0 && strcmp(file->name, named->name) == 0 &&
            strcmp(file->sha256, named->sha256) == 0)
            return true;
    }
    return false;
}

static const tr_json *first_of(const tr_json *array) {
    return tr_json_is(array, TR_JSON_ARRAY) ? tr_json_first(array) : NULL;
}

// Adds the files that are still what they were. Planets are shown without the others.
static tr_status read_files(const tr_json *list, tr_shared_files *files, tr_error *error) {
    tr_status status = TR_OK;
    for (const tr_json *node = first_of(list); node && status == TR_OK; node = node->next) {
        named_file named;
        tr_shared_file *file = NULL;
        tr_error unread = {0};
        if (!read_file(node, &named) || has_file(files, &named))
            continue;
        if (tr_shared_file_at(named.path, named.name, NULL, &file, &unread) == TR_NO_MEMORY)
            status = tr_fail(error, TR_NO_MEMORY, "%s", unread.message);
        if (file && strcmp(file->sha256, named.sha256) == 0)
            status = tr_shared_files_add(files, file, error);
        tr_shared_file_release(file);
    }
    return status;
}

static tr_status read_document(const tr_json *root, tr_document *document, tr_error *error) {
    const tr_json *time = tr_json_get(root, "time_h");
    const tr_json *steps = tr_json_get(root, "steps");
    tr_status status = tr_json_is(steps, TR_JSON_ARRAY)
                           ? read_steps(steps, document, error)
                           : tr_fail(error, TR_BAD_INPUT, "the session has no steps");
    if (status == TR_OK)
        status = read_files(tr_json_get(root, "files"), &document->files, error);
    if (status != TR_OK)
        return status;
    const int last = document->step_count - 1, step = whole_of(tr_json_get(root, "step"), 0, last, last);
    const int target = whole_of(tr_json_get(root, "target"), 0, TR_MAX_PLANETS - 1, 0);
    return tr_document_resume(document, step, target, tr_json_is_number(time) ? tr_json_number(time) : NAN,
                              error);
}

tr_status tr_session_read(const char *path, tr_document *document, tr_history *history, tr_error *error) {
    tree d = {0};
    tr_error wrong = {0};
    const tr_json *root = read_tree(path, "session", &d, &wrong);
    const tr_status status = root ? read_document(root, document, &wrong) : wrong.status;
    if (status != TR_OK)
        tr_document_close(document);
    else if (history)
        history_read(history, tr_json_get(root, "history"));
    tr_json_clear(&d);
    if (status != TR_OK && error && error->status == TR_OK)
        *error = wrong;
    return status;
}

void tr_session_read_view(const char *path, const tr_setting_list *view) {
    tree d = {0};
    read_settings(tr_json_get(read_tree(path, "session", &d, NULL), "view"), view);
    tr_json_clear(&d);
}

// ---- views in worlds ---------------------------------------------------------------------------

static tr_status parse_world(const char *text, tree *d, tr_json **root, tr_error *error) {
    return tr_json_parse(d, TR_JSON_FILE, "world", text, strlen(text), root, error);
}

tr_status tr_view_add(const char *text, const tr_setting_list *view, char **out, tr_error *error) {
    tree d = {0};
    tr_json *root = NULL;
    tr_status status = parse_world(text, &d, &root, error);
    if (status == TR_OK && !tr_json_is(root, TR_JSON_OBJECT))
        status = tr_fail(error, TR_BAD_INPUT, "a world is a JSON object: { … }");
    if (status == TR_OK) {
        tr_json_set(&d, root, "view", write_settings(&d, tr_json_new(&d, TR_JSON_OBJECT), view));
        status = tr_json_write(&d, root, false, out, error);
    }
    tr_json_clear(&d);
    return status;
}

bool tr_view_find(const char *text, const tr_setting_list *view) {
    tree d = {0};
    tr_json *root = NULL;
    const bool read = parse_world(text, &d, &root, NULL) == TR_OK;
    const tr_json *numbers = read ? tr_json_get(root, "view") : NULL;
    const bool found = tr_json_is(numbers, TR_JSON_OBJECT);
    if (found)
        read_settings(numbers, view);
    tr_json_clear(&d);
    return found;
}

// ---- stars ---------------------------------------------------------------------------------------

static uint64_t hash_file(const char *path) {
    size_t size;
    char *text = read_text(path, &size, NULL);
    const uint64_t hash = text ? tr_hash_text(1, text) : 0;
    tr_free(text);
    return hash;
}

void tr_stars_read(const char *folder, tr_history *history, tr_shared_files *files, uint64_t *known) {
    char path[TR_STATE_PATH_BYTES + 32];
    tree d = {0};
    snprintf(path, sizeof path, "%s/stars.json", folder);
    const uint64_t hash = hash_file(path);
    if (hash == *known)
        return;
    const tr_json *root = read_tree(path, "stars", &d, NULL);
    history_read(history, tr_json_get(root, "frames"));
    (void)read_files(tr_json_get(root, "files"), files, NULL); // without memory planets lack their maps
    tr_json_clear(&d);
    *known = hash;
}

static bool is_named(const tr_json *frames, const char *name, const char *sha256) {
    for (const tr_json *frame = tr_json_first(frames); frame; frame = frame->next) {
        const char *text = tr_json_text(tr_json_get(frame, "world"));
        if (text && names_file(text, name, sha256))
            return true;
    }
    return false;
}

// Where the files of the maps of these frames are. Those that were written before stay, even if they cannot be
// read now: their disk may come back.
static tr_json *write_star_files(tree *d, const char *path, const tr_json *frames,
                                 const tr_shared_files *files) {
    tree before = {0};
    tr_json *list = tr_json_new(d, TR_JSON_ARRAY);
    const tr_json *root = read_tree(path, "stars", &before, NULL);
    for (const tr_json *node = first_of(tr_json_get(root, "files")); node; node = node->next) {
        named_file named;
        if (read_file(node, &named) && !has_file(files, &named) && is_named(frames, named.name, named.sha256))
            write_file(d, list, named.name, named.path, named.sha256);
    }
    for (int i = 0; i < files->count; i++) {
        const tr_shared_file *file = files->list[i];
        if (file->path && is_named(frames, file->name, file->sha256))
            write_file(d, list, file->name, file->path, file->sha256);
    }
    tr_json_clear(&before);
    return list;
}

tr_status tr_stars_write(const char *folder, tr_history *history, tr_shared_files *files, uint64_t *known,
                         tr_error *error) {
    char path[TR_STATE_PATH_BYTES + 32], *text = NULL;
    tree d = {0};
    snprintf(path, sizeof path, "%s/stars.json", folder);
    tr_stars_read(folder, history, files, known);
    tr_json *root = new_file(&d, "stars"), *frames = history_write(&d, history, true);
    tr_json_set(&d, root, "frames", frames);
    tr_json_set(&d, root, "files", write_star_files(&d, path, frames, files));
    tr_status status = tr_json_write(&d, root, true, &text, error);
    const bool other = status == TR_OK && tr_hash_text(1, text) != *known;
    const bool none = *known == 0 && history->count == 0; // an empty list needs no file
    if (other && !none)
        status = write_tree(path, &d, root, error);
    if (other && !none && status == TR_OK)
        *known = tr_hash_text(1, text);
    tr_free(text);
    tr_json_clear(&d);
    return status;
}

// ---- the interface -------------------------------------------------------------------------------

void tr_settings_read(const char *folder, const tr_setting_list *list) {
    char path[TR_STATE_PATH_BYTES + 32];
    tree d = {0};
    snprintf(path, sizeof path, "%s/interface.json", folder);
    read_settings(read_tree(path, "interface", &d, NULL), list);
    tr_json_clear(&d);
}

tr_status tr_settings_write(const char *folder, const tr_setting_list *list, tr_error *error) {
    char path[TR_STATE_PATH_BYTES + 32];
    tree d = {0};
    snprintf(path, sizeof path, "%s/interface.json", folder);
    tr_status status = make_folder(folder, error);
    if (status == TR_OK)
        status = write_tree(path, &d, write_settings(&d, new_file(&d, "interface"), list), error);
    tr_json_clear(&d);
    return status;
}

// ---- recent files --------------------------------------------------------------------------------

static void name_recent(const char *folder, char path[TR_STATE_PATH_BYTES + 32]) {
    snprintf(path, TR_STATE_PATH_BYTES + 32, "%s/recent.json", folder);
}

static int list_files(const char *folder, tr_recent recent[TR_MOST_RECENT]) {
    char path[TR_STATE_PATH_BYTES + 32];
    tree d = {0};
    int count = 0;
    name_recent(folder, path);
    const tr_json *files = tr_json_get(read_tree(path, "recent", &d, NULL), "files");
    for (const tr_json *node = tr_json_first(files); node && count < TR_MOST_RECENT; node = node->next) {
        const char *text = tr_json_is(files, TR_JSON_ARRAY) ? tr_json_text(node) : NULL;
        if (!text || strlen(text) >= TR_STATE_PATH_BYTES || !tr_path_may_read(text))
            continue;
        recent[count] = (tr_recent){0};
        snprintf(recent[count++].path, TR_STATE_PATH_BYTES, "%s", text);
    }
    tr_json_clear(&d);
    return count;
}

// Lists unsaved sessions of free slots. `own` is locked by this program, where the lock would not show.
static int list_sessions(const char *folder, const tr_session *own, int count,
                         tr_recent recent[TR_MOST_RECENT]) {
    for (int place = 1; place <= places && count < TR_MOST_RECENT; place++) {
        char path[TR_STATE_PATH_BYTES + 32];
        name_place(folder, place, "json", path);
        if ((own && strcmp(own->path, path) == 0) || strlen(path) >= TR_STATE_PATH_BYTES)
            continue;
        const leaving found = look_at(path);
        const int lock = found.there && found.unsaved ? hold(folder, place) : -1;
        if (lock < 0)
            continue;
        tr_file_close(lock);
        recent[count] = (tr_recent){.session = true};
        snprintf(recent[count].path, TR_STATE_PATH_BYTES, "%.*s", TR_STATE_PATH_BYTES - 1, path);
        snprintf(recent[count++].name, TR_TITLE_BYTES, "%s", found.name);
    }
    return count;
}

int tr_recent_list(const char *folder, const tr_session *own, tr_recent recent[TR_MOST_RECENT]) {
    const int files = list_files(folder, recent),
              kept = files < TR_MOST_RECENT - 3 ? files : TR_MOST_RECENT - 3;
    return list_sessions(folder, own, kept, recent);
}

tr_status tr_recent_add(const char *folder, const char *file, tr_error *error) {
    char path[TR_STATE_PATH_BYTES + 32], whole[TR_FULL_PATH_BYTES];
    tr_recent *recent = tr_calloc(TR_MOST_RECENT, sizeof *recent);
    tree d = {0};
    tr_status status =
        recent ? make_folder(folder, error) : tr_fail(error, TR_NO_MEMORY, "no memory for a list of files");
    if (status == TR_OK && tr_path_whole(file, whole)) {
        const int count = list_files(folder, recent);
        tr_json *root = new_file(&d, "recent"), *files = tr_json_new(&d, TR_JSON_ARRAY);
        tr_json_append(&d, files, tr_json_new_text(&d, whole));
        for (int i = 0, kept = 1; i < count && kept < TR_MOST_RECENT; i++)
            if (strcmp(recent[i].path, whole) != 0) {
                tr_json_append(&d, files, tr_json_new_text(&d, recent[i].path));
                kept++;
            }
        tr_json_set(&d, root, "files", files);
        name_recent(folder, path);
        status = write_tree(path, &d, root, error);
    }
    tr_json_clear(&d);
    tr_free(recent);
    return status;
}
