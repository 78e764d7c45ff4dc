#include "export/private/names.h"

#include "export/private/image_layout.h"
#include "export/private/outputs.h"
#include "export/private/pyramid.h"
#include "export/target.h"

#include <stdio.h>
#include <string.h>

// What follows after a beginning, or NULL.
static const char *after(const char *text, const char *beginning) {
    const size_t length = strlen(beginning);
    return strncmp(text, beginning, length) == 0 ? text + length : NULL;
}

static bool is_one_of(const char *word, const char *const *words, int count) {
    for (int i = 0; i < count; i++)
        if (strcmp(word, words[i]) == 0)
            return true;
    return false;
}

// ---- words ---------------------------------------------------------------------------------------

// Calls is(context, word) for what parts of a set are called, by themselves and by all targets, until one is.
static bool any_suffix(bool (*is)(const char *context, const char *word), const char *context) {
    int count;
    const tr_target *targets = tr_target_list(&count);
    for (int output = 0; output < TR_EXPORT_OUTPUTS; output++)
        if (is(context, tr_export_output_name(output)))
            return true;
    for (int t = 0; t < count; t++)
        for (int i = 0; i < TR_TARGET_FILES && targets[t].files[i].suffix; i++)
            if (is(context, targets[t].files[i].suffix))
                return true;
    return false;
}

static bool is_extension(const char *word) {
    static const char *const meshes[] = {"glb"};
    int count;
    const tr_target *targets = tr_target_list(&count);
    for (int f = 0; f < TR_FORMAT_COUNT; f++)
        if (strcmp(word, tr_file_format_extension((tr_file_format)f)) == 0)
            return true;
    for (int t = 0; t < count; t++)
        for (int i = 0; i < TR_TARGET_FILES && targets[t].files[i].suffix; i++)
            if (targets[t].files[i].extension && strcmp(word, targets[t].files[i].extension) == 0)
                return true;
    return is_one_of(word, meshes, 1);
}

// "albedo", "albedo_px"
static bool is_middle(const char *middle, const char *suffix) {
    const char *rest = *suffix ? after(middle, suffix) : NULL;
    return rest && (!*rest || (*rest == '_' && tr_image_layout_has_name(rest + 1)));
}

// ---- files ---------------------------------------------------------------------------------------

// "_albedo_px.png", ".glb"
static bool is_texture(const char *tail) {
    char middle[TR_EXPORT_NAME_BYTES];
    const char *dot = strrchr(tail, '.');
    if (!dot || !is_extension(dot + 1) || dot - tail >= (long)sizeof middle)
        return false;
    snprintf(middle, sizeof middle, "%.*s", (int)(dot - tail), tail);
    return !*middle || (*middle == '_' && any_suffix(is_middle, middle + 1));
}

// Godot's materials of faces: "_px.tres".
static bool is_material(const char *tail) {
    char face[TR_EXPORT_NAME_BYTES];
    const char *dot = strrchr(tail, '.');
    if (*tail != '_' || !dot || strcmp(dot, ".tres") != 0 || dot - tail >= (long)sizeof face)
        return false;
    snprintf(face, sizeof face, "%.*s", (int)(dot - tail - 1), tail + 1);
    return tr_image_layout_has_name(face);
}

// What targets put beside the textures: sidecars.h. tests/test_names.c finds what is missing here.
static bool is_beside(const char *tail) {
    static const char *const of_set[] = {".py", ".cfg", ".json", ".tres", ".tscn", ".sc", ".ssc", ".sha256"},
                             *const of_texture[] = {".import", ".meta", ".aux.xml"};
    char texture[TR_EXPORT_NAME_BYTES];
    const size_t length = strlen(tail);
    if (is_one_of(tail, of_set, sizeof of_set / sizeof *of_set) || is_material(tail))
        return true;
    for (int i = 0; i < 3; i++) {
        const size_t ending = strlen(of_texture[i]);
        if (length <= ending || length >= sizeof texture || strcmp(tail + length - ending, of_texture[i]) != 0)
            continue;
        snprintf(texture, sizeof texture, "%.*s", (int)(length - ending), tail);
        return is_texture(texture);
    }
    return false;
}

static bool is_part_of(const char *word, const char *suffix) { return *suffix && strcmp(word, suffix) == 0; }

// Celestia's: "STEM/textures/hires/STEM_albedo.ctx"
static bool is_texture_of_tiles(const char *stem, const char *below) {
    char word[TR_EXPORT_NAME_BYTES];
    const char *rest = after(below, "textures/hires/");
    rest = rest ? after(rest, stem) : NULL;
    const char *dot = rest ? strrchr(rest, '.') : NULL;
    if (!dot || *rest != '_' || strcmp(dot, ".ctx") != 0 || dot - rest > (long)sizeof word)
        return false;
    snprintf(word, sizeof word, "%.*s", (int)(dot - rest - 1), rest + 1);
    return any_suffix(is_part_of, word);
}

bool tr_set_can_have(const char *stem, const char *name) {
    const char *tail = after(name, stem), *below = tail && *tail == '/' ? tail + 1 : NULL;
    if (!tail || strlen(name) >= TR_EXPORT_NAME_BYTES)
        return false;
    if (!below)
        return is_texture(tail) || is_beside(tail);
    const char *own = after(below, stem);
    return (own && is_beside(own) && !strchr(own, '/')) || is_texture_of_tiles(stem, below);
}

// ---- tiles ---------------------------------------------------------------------------------------

// "5_2.png", "3_5_2.png", "tx_5_2.png".
static bool is_tile(const char *name) {
    const char *digits = after(name, "tx_");
    digits = digits ? digits : name;
    const size_t length = strspn(digits, "0123456789_");
    return digits[length] == '.' && is_extension(digits + length + 1) && length >= 3 &&
           memchr(digits, '_', length) && digits[0] != '_';
}

static bool is_number(const char *word) { return *word && !word[strspn(word, "0123456789")]; }

// The folders that names of tiles have below the set's own: that of a part, "textures"; then that of a face, a
// level, "hires", "STEM_albedo".
static bool is_piece(const char *stem, const char *piece, bool first) {
    const char *level = after(piece, "level"), *own = after(piece, stem);
    if (first)
        return strcmp(piece, "textures") == 0 || any_suffix(is_part_of, piece);
    return is_number(piece) || tr_tile_has_face(piece) || strcmp(piece, "hires") == 0 ||
           (level && is_number(level)) || (own && *own == '_' && any_suffix(is_part_of, own + 1));
}

static bool are_pieces(const char *stem, const char *below, const char *end) {
    char piece[TR_EXPORT_NAME_BYTES];
    for (bool first = true; below < end; first = false) {
        const size_t length = strcspn(below, "/");
        if (length >= sizeof piece)
            return false;
        snprintf(piece, sizeof piece, "%.*s", (int)length, below);
        if (!is_piece(stem, piece, first))
            return false;
        below += length + 1;
    }
    return true;
}

bool tr_set_can_have_tile(const char *stem, const char *name) {
    const char *tail = after(name, stem), *slash = strrchr(name, '/');
    return tail && *tail == '/' && slash > tail + 1 && is_tile(slash + 1) && are_pieces(stem, tail + 1, slash);
}

bool tr_set_can_have_folder(const char *stem, const char *name) {
    const char *tail = after(name, stem);
    return tail && *tail == '/' && tail[1] && are_pieces(stem, tail + 1, name + strlen(name));
}
