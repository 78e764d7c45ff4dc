#include "export/private/replace.h"

#include "export/private/image_layout.h"

#include <string.h>

// ---- words ---------------------------------------------------------------------------------------

// Entries of all targets, also those that are not used.
static const tr_target_file *file_of_targets(int index) {
    int count;
    const tr_target *targets = tr_target_list(&count);
    return index / TR_TARGET_FILES < count ? &targets[index / TR_TARGET_FILES].files[index % TR_TARGET_FILES]
                                           : NULL;
}

// What parts of a set are called, by themselves and by all targets.
static const char *part_word(int index) {
    if (index < TR_EXPORT_OUTPUTS)
        return tr_export_output_name(index);
    const tr_target_file *file = file_of_targets(index - TR_EXPORT_OUTPUTS);
    return !file ? NULL : file->suffix ? file->suffix : "";
}

static const char *extension_word(int index) {
    if (index < TR_FORMAT_COUNT)
        return tr_file_format_extension((tr_file_format)index);
    if (index == TR_FORMAT_COUNT)
        return "glb";
    const tr_target_file *file = file_of_targets(index - TR_FORMAT_COUNT - 1);
    return !file ? NULL : file->extension ? file->extension : "";
}

static const char *face_word(int index) { return index < 6 ? tr_tile_face(index) : NULL; }

// The possible words for a key, ended by NULL; "" is not a word.
static const struct key {
    const char *name;
    const char *(*word)(int index); // or
    const char *words[7];           // or neither: digits
} keys[] = {
    {"part", part_word, {NULL}},
    {"image", tr_image_layout_name, {NULL}},
    {"extension", extension_word, {NULL}},
    {"face", face_word, {NULL}},
    // The endings of texts that targets write beside the textures. tests/test_hostile_folders.c fails if one is
    // missing.
    {"beside", NULL, {"py", "cfg", "json", "tres", "tscn", "sha256", NULL}},
    {"import", NULL, {"import", "meta", "aux.xml", NULL}},
    {"catalog", NULL, {"sc", "ssc", NULL}},
    {"", NULL, {NULL}}, // level, x, y
};

static const char *word_of(const struct key *key, int index) {
    return key->word ? key->word(index) : key->words[index];
}

// ---- patterns ------------------------------------------------------------------------------------

// Whether a name is one of a pattern; folder: or one of a folder that such names lie in or below.
static bool match(const char *pattern, const char *stem, const char *name, bool folder) {
    for (; *pattern && *pattern != '{'; pattern++, name++)
        if (*name != *pattern)
            return folder && !*name && *pattern == '/';
    if (!*pattern)
        return !*name && !folder;
    const char *rest = strchr(pattern, '}') + 1;
    size_t length = strlen(stem);
    if (strncmp(pattern, "{stem}", 6) == 0)
        return strncmp(name, stem, length) == 0 && match(rest, stem, name + length, folder);
    const struct key *key = keys;
    while (strncmp(pattern + 1, key->name, strlen(key->name)) != 0)
        key++;
    length = strspn(name, "0123456789");
    if (!*key->name)
        return length > 0 && match(rest, stem, name + length, folder);
    for (int i = 0; word_of(key, i); i++) {
        length = strlen(word_of(key, i));
        if (length > 0 && strncmp(name, word_of(key, i), length) == 0 &&
            match(rest, stem, name + length, folder))
            return true;
    }
    return false;
}

bool tr_set_can_have(const char *stem, const char *name) {
    static const char *const patterns[] = {
        "{stem}.{extension}",
        "{stem}_{part}.{extension}",
        "{stem}_{part}_{image}.{extension}",
        "{stem}.{extension}.{import}",
        "{stem}_{part}.{extension}.{import}",
        "{stem}_{part}_{image}.{extension}.{import}",
        "{stem}.{beside}",
        "{stem}_{image}.tres", // Godot's materials of faces
        "{stem}/{stem}.{catalog}",
        "{stem}/textures/hires/{stem}_{part}.ctx",
    };
    bool can = false;
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns && strlen(name) < TR_EXPORT_NAME_BYTES; i++)
        can = can || match(patterns[i], stem, name, false);
    return can;
}

bool tr_set_is_settings(const char *name) {
    const char *ending = strrchr(name, '.');
    return ending && (strcmp(ending, ".import") == 0 || strcmp(ending, ".meta") == 0);
}

bool tr_set_can_have_tile(const char *stem, const char *name, bool folder) {
    int count;
    const tr_target *targets = tr_target_list(&count);
    bool can =
        match(tr_tile_usual(true), stem, name, folder) || match(tr_tile_usual(false), stem, name, folder);
    for (int i = 0; i < count && !can; i++)
        can = targets[i].tiles && match(targets[i].tiles, stem, name, folder);
    return can;
}
