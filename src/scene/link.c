#include "scene/link.h"

#include "base/base64.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/version.h"
#include "scene/private/trees.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <zlib.h>

static const char prefix[] = "terrella:", spaces[] = " \t\r\n", digits[] = "0123456789";
enum {
    prefix_length = sizeof prefix - 1,
    most_sets = 1024,
    most_bytes = 1 << 16,
    readable = 400 // longer lines are compressed if that makes them shorter
};

bool tr_link_is(const char *text) {
    return strncasecmp(text + strspn(text, spaces), prefix, prefix_length) == 0;
}

// ---- texts in few letters ------------------------------------------------------------------------

// A zlib stream (RFC 1950, with a check sum) in base64url (RFC 4648, unpadded).

static void *allocate(void *context, uInt items, uInt size) {
    (void)context;
    return tr_calloc(items, size);
}

static void give_back(void *context, void *memory) {
    (void)context;
    tr_free(memory);
}

static tr_status no_memory(tr_error *error) {
    return tr_fail(error, TR_NO_MEMORY, "no memory for a share link");
}

static tr_status damaged(tr_error *error) {
    return tr_fail(error, TR_BAD_INPUT, "the share link is damaged or incomplete: copy all of it again");
}

// Compresses a text as a whole. NULL if there is no memory.
static unsigned char *compress_text(const char *text, size_t *size) {
    z_stream z = {.zalloc = allocate, .zfree = give_back};
    const size_t length = strlen(text);
    if (deflateInit2(&z, Z_BEST_COMPRESSION, Z_DEFLATED, MAX_WBITS, 9, Z_DEFAULT_STRATEGY) != Z_OK)
        return NULL;
    const size_t capacity = deflateBound(&z, length);
    unsigned char *packed = tr_malloc(capacity);
    z.next_in = (unsigned char *)(uintptr_t)text; // zlib only reads it
    z.avail_in = (uInt)length;
    z.next_out = packed, z.avail_out = (uInt)capacity;
    if (packed && deflate(&z, Z_FINISH) != Z_STREAM_END) {
        tr_free(packed);
        packed = NULL;
    }
    *size = z.total_out;
    deflateEnd(&z);
    return packed;
}

// The line of a text; free it with tr_free(). Other versions of zlib may write other letters for the same text.
static tr_status pack(const char *text, char **line, tr_error *error) {
    size_t size, length = sizeof prefix;
    unsigned char *packed = compress_text(text, &size);
    *line = packed ? tr_malloc(length + tr_base64_letters(size) + 1) : NULL;
    if (*line) {
        snprintf(*line, length + 1, "%s*", prefix);
        length += tr_base64_encode(TR_BASE64_URL, packed, size, *line + length);
        (*line)[length] = 0;
    }
    tr_free(packed);
    return *line ? TR_OK : no_memory(error);
}

// Decompresses an untrusted stream. The text must not be longer than a world may be, and must not contain zero
// bytes.
static tr_status decompress(unsigned char *packed, size_t size, char **text, tr_error *error) {
    z_stream z = {.zalloc = allocate, .zfree = give_back, .next_in = packed, .avail_in = (uInt)size};
    if (inflateInit(&z) != Z_OK)
        return no_memory(error);
    *text = tr_malloc(TR_WORLD_BYTES + 2); // a byte more tells that it is too large
    z.next_out = (unsigned char *)*text, z.avail_out = TR_WORLD_BYTES + 1;
    const int result = *text ? inflate(&z, Z_FINISH) : Z_MEM_ERROR;
    const size_t length = z.total_out;
    const bool whole = result == Z_STREAM_END && z.avail_in == 0;
    inflateEnd(&z);
    tr_status status = TR_OK;
    if (result == Z_MEM_ERROR)
        status = no_memory(error);
    else if (length > TR_WORLD_BYTES)
        status = tr_fail(error, TR_BAD_INPUT, "the share link contains more than %d MiB, the limit for a world",
                         TR_WORLD_BYTES >> 20);
    else if (!whole || memchr(*text, 0, length))
        status = damaged(error);
    else
        (*text)[length] = 0;
    if (status == TR_OK)
        return TR_OK;
    tr_free(*text);
    *text = NULL;
    return status;
}

static tr_status unpack_letters(const char *letters, size_t length, char **text, tr_error *error) {
    *text = NULL;
    if (length > 2 * (size_t)TR_WORLD_BYTES)
        return tr_fail(error, TR_BAD_INPUT, "the share link is too long for a world");
    size_t size;
    unsigned char *packed = tr_malloc(length / 4 * 3 + 3);
    if (!packed)
        return no_memory(error);
    const tr_status status = tr_base64_decode_url(letters, length, packed, &size)
                                 ? decompress(packed, size, text, error)
                                 : damaged(error);
    tr_free(packed);
    return status;
}

// ---- reading -----------------------------------------------------------------------------------

// Decodes a part of a line in place. False if it is not text.
static bool decode(char *part) {
    char *out = part;
    for (const char *s = part; *s; s++) {
        if (*s != '%') {
            *out++ = *s == '+' ? ' ' : *s;
            continue;
        }
        const char digits_of[] = {s[1], s[1] ? s[2] : '\0', 0};
        const unsigned long code = strtoul(digits_of, NULL, 16);
        if (strspn(digits_of, "0123456789abcdefABCDEF") != 2 || code == 0)
            return false;
        *out++ = (char)code;
        s += 2;
    }
    *out = 0;
    for (const char *s = part; s < out;) {
        const size_t length = tr_utf8_length(s, out);
        if (length == 0)
            return false;
        s += length;
    }
    return true;
}

// Ends a part at the first of the separators, which is stored in *at, and moves *rest behind it.
static char *cut(char **rest, const char *separators, char *at) {
    char *part = *rest;
    const size_t length = strcspn(part, separators);
    *at = part[length];
    *rest = part + length + (*at != 0);
    part[length] = 0;
    return part;
}

static tr_status wrong(tr_error *error, const char *what, const char *part) {
    return tr_fail(error, TR_BAD_INPUT,
                   "the share link %s '%.100s': expected terrella:TYPE/SEED?PATH=VALUE&PATH=VALUE", what, part);
}

// A value as for --set: JSON or a bare word.
static tr_status read_value(tr_json_document *d, const char *text, tr_json **value, tr_error *error) {
    tr_error why = {0};
    if (tr_json_parse(d, TR_JSON_OPTION, "", text, strlen(text), value, &why) == TR_OK)
        return TR_OK;
    if (d->beyond)
        return tr_fail(error, TR_BAD_INPUT, "the share link has a value that is too large: %s", why.message);
    *value = tr_json_new_text(d, text);
    return tr_json_check(d, error);
}

// A number, or words.
static tr_status take_seed(tr_json_document *d, tr_json *root, const char *text, tr_error *error) {
    uint64_t seed;
    tr_error inner = {0};
    if (tr_seed_read(text, &seed, &inner) != TR_OK)
        return tr_fail(error, inner.status == TR_NO_MEMORY ? TR_NO_MEMORY : TR_BAD_INPUT,
                       "the share link has the seed '%.100s': %s", text, inner.message);
    const bool number = text[strspn(text, digits)] == 0;
    tr_json_set(d, root, "seed", number ? tr_json_new_whole(d, (int64_t)seed) : tr_json_new_text(d, text));
    return TR_OK;
}

// After the '/' only digits are allowed; otherwise the end of a sentence round the line would become another
// planet.
static tr_status read_seed(tr_json_document *d, tr_json *root, const char *type, const char *part,
                           tr_error *error) {
    uint64_t seed;
    if (*part && part[strspn(part, digits)] == 0)
        return take_seed(d, root, part, error);
    const tr_status status = tr_seed_read(part, &seed, NULL);
    if (status == TR_NO_MEMORY)
        return tr_fail(error, TR_NO_MEMORY, "no memory for a share link");
    return tr_fail(error, TR_BAD_INPUT,
                   "the share link has '%.100s' in the place of the seed, which is a whole number 0 … "
                   "9223372036854775807; words are written terrella:%.100s?seed=%.200s",
                   part, type, status == TR_OK ? part : "my+home");
}

// If a path occurs twice, the last one counts.
static tr_status read_set(tr_json_document *d, tr_json *root, tr_json *sets, char *part, tr_error *error) {
    char *text = part, at;
    const char *path = cut(&text, "=", &at);
    if (!at || !*path)
        return wrong(error, "says", part);
    if (!decode(part) || !decode(text))
        return wrong(error, "has no text behind", part);
    tr_json *value;
    const tr_status status = read_value(d, text, &value, error);
    if (status != TR_OK)
        return status;
    if (strcmp(path, "seed") == 0)
        return take_seed(d, root, tr_json_text(value) ? tr_json_text(value) : text, error);
    if (tr_json_count(sets) == most_sets)
        return tr_fail(error, TR_BAD_INPUT, "the share link sets more than %d values", most_sets);
    tr_json_drop(d, sets, path);
    tr_json_add(d, sets, path, value);
    return TR_OK;
}

// Parses a line after its prefix, which is modified, into a tree.
static tr_status read_short(tr_json_document *d, char *rest, tr_json *root, tr_error *error) {
    char at;
    char *planet = cut(&rest, "?", &at), *and = strchr(planet, '&');
    if (and)
        return tr_fail(
            error, TR_BAD_INPUT,
            "the share link has '&' instead of '?' before the first PATH=VALUE: write terrella:%.*s?%.200s",
            (int)(and-planet), planet, and+1);
    char *type = cut(&planet, "/", &at);
    tr_status status = *type && decode(type) ? TR_OK : wrong(error, "names no planet:", type);
    tr_json_set(d, root, "type", tr_json_new_text(d, type));
    if (status == TR_OK && at == '/')
        status = strchr(planet, '/') ? wrong(error, "has a second '/' in", planet)
                                     : read_seed(d, root, type, planet, error);
    tr_json *sets = tr_json_new(d, TR_JSON_OBJECT);
    while (status == TR_OK && *rest) {
        char *part = cut(&rest, "&", &at);
        if (*part)
            status = read_set(d, root, sets, part, error);
    }
    if (tr_json_count(sets) > 0)
        tr_json_set(d, root, "set", sets);
    return status;
}

static tr_status unpack(const char *letters, size_t length, char **json, tr_error *error) {
    tr_json_document d = {0};
    tr_json *root = NULL;
    tr_error why = {0};
    tr_status status = unpack_letters(letters, length, json, error);
    if (status != TR_OK)
        return status;
    status = tr_json_parse(&d, TR_JSON_FILE, "", *json, strlen(*json), &root, &why);
    if (status == TR_NO_MEMORY)
        tr_json_check(&d, error);
    else if (status != TR_OK)
        tr_fail(error, status, "the text in the share link is not a world: %s", why.message);
    else if (!tr_json_is(root, TR_JSON_OBJECT))
        status = tr_fail(error, TR_BAD_INPUT, "the text in the share link is not a world");
    tr_json_clear(&d);
    if (status != TR_OK) {
        tr_free(*json);
        *json = NULL;
    }
    return status;
}

// The number of bytes of closing punctuation, brackets or quotes at the end of a text, or 0.
static size_t closer_of(const char *text, size_t length) {
    static const char *const closers[] = {" ", "\t", "\r", "\n", ")", "]", "}", ">", ";", ",", ".", ":",
                                          "!", "?",  "'",  "\"", "`", "*", "”", "“", "’", "»", "›", "…"};
    for (size_t i = 0; i < sizeof closers / sizeof closers[0]; i++) {
        const size_t closer = strlen(closers[i]);
        if (length >= closer && memcmp(text + length - closer, closers[i], closer) == 0)
            return closer;
    }
    return 0;
}

// The length of the line without closing characters behind it, which belong to the surrounding text.
static size_t length_of(const char *line) {
    size_t length = strlen(line);
    for (size_t closer; (closer = closer_of(line, length)) > 0;)
        length -= closer;
    return length;
}

tr_status tr_link_read(const char *line, char **json, tr_error *error) {
    *json = NULL;
    line += strspn(line, spaces);
    if (!tr_link_is(line))
        return tr_fail(error, TR_BAD_INPUT, "a share link begins with \"%s\", as in terrella:inferno/7",
                       prefix);
    line += prefix_length;
    const size_t length = length_of(line);
    if (*line == '*')
        return unpack(line + 1, length > 0 ? length - 1 : 0, json, error);
    if (length > most_bytes)
        return tr_fail(error, TR_BAD_INPUT, "the share link is longer than %d KiB", most_bytes >> 10);
    tr_json_document d = {0};
    char *copy = tr_calloc(length + 1, 1);
    if (!copy)
        return tr_fail(error, TR_NO_MEMORY, "no memory for a share link");
    memcpy(copy, line, length);
    tr_json *root = tr_json_new(&d, TR_JSON_OBJECT);
    tr_status status = read_short(&d, copy, root, error);
    if (status == TR_OK)
        status = tr_json_write(&d, root, false, json, error);
    tr_json_clear(&d);
    tr_free(copy);
    return status;
}

// ---- writing -----------------------------------------------------------------------------------

// A line of the short form during writing.
typedef struct short_line {
    tr_text text;
    int sets;
} short_line;

static bool is_full(const short_line *line) {
    return line->text.failed || line->text.used > TR_SHARE_SHORT_BYTES;
}

static void put(short_line *line, const char *text) { tr_text_append(&line->text, text, strlen(text)); }

// Characters with which a line may end; others would appear to belong to the surrounding text.
static const char last[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

static void put_encoded(short_line *line, const char *text) {
    for (const char *s = text; *s && !is_full(line); s++) {
        char code[4] = {*s};
        if (*s == ' ')
            code[0] = '+';
        else if (!strchr(last, *s) && !strchr(".~,:()!*", *s))
            snprintf(code, sizeof code, "%%%02X", (unsigned)(unsigned char)*s & 0xff);
        put(line, code);
    }
}

static void end_line(short_line *line) {
    const char end = is_full(line) ? 'a' : line->text.bytes[line->text.used - 1];
    if (strchr(last, end))
        return;
    line->text.used--;
    tr_text_add(&line->text, "%%%02X", end == '+' ? ' ' : (unsigned)end);
}

// A value as text. A word that is not JSON is written as it is, unless it is invisible.
static tr_status put_value(tr_json_document *d, short_line *line, const tr_json *value, tr_error *error) {
    const char *word = tr_json_text(value);
    tr_json *other;
    char *json = NULL;
    if (word && *word &&
        tr_json_parse(d, TR_JSON_OPTION, "", word, strlen(word), &other, NULL) == TR_BAD_INPUT && !d->beyond) {
        put_encoded(line, word);
        return TR_OK;
    }
    const tr_status status = tr_json_write(d, value, false, &json, error);
    if (status == TR_OK)
        put_encoded(line, json);
    tr_free(json);
    return status;
}

static tr_status put_set(tr_json_document *d, short_line *line, const char *path, const tr_json *value,
                         tr_error *error) {
    put(line, line->sets++ ? "&" : "?");
    put_encoded(line, path);
    put(line, "=");
    return is_full(line) ? TR_OK : put_value(d, line, value, error);
}

static bool holds_draws(const tr_json *node) {
    bool found = tr_json_get(node, "range") || tr_json_get(node, "choose");
    for (const tr_json *inner = tr_json_first(node); inner && !found; inner = inner->next)
        found = holds_draws(inner);
    return found;
}

static bool is_one_of(const char *key, const char *const *keys) {
    while (*keys && strcmp(key, *keys) != 0)
        keys++;
    return *keys != NULL;
}

static const char *const left_out[] = {"$schema", "format", "view", NULL}, *const apart[] = {"type", "seed",
                                                                                             "set", NULL};

// Whether a key other than type, seed and set can be moved into "set" with the same result.
static bool can_be_set(const tr_json *member) {
    static const char *const never[] = {"layers", "planets", "summary", "bounds", "", NULL};
    return !is_one_of(member->key, never) && !strchr(member->key, '.') && !holds_draws(member);
}

// Whether a world is only a type with a seed and sets.
static bool fits(const tr_json *root) {
    const char *type = tr_json_text(tr_json_get(root, "type"));
    const tr_json *seed = tr_json_get(root, "seed"), *sets = tr_json_get(root, "set");
    uint64_t number;
    bool good =
        type && *type && (!sets || tr_json_is(sets, TR_JSON_OBJECT)) && tr_json_count(sets) <= most_sets;
    good = good && !tr_json_get(sets, "seed"); // a line has the seed separately from the sets
    if (tr_json_text(seed))
        good = good && tr_seed_read(tr_json_text(seed), &number, NULL) == TR_OK;
    else if (seed)
        good = good && tr_json_is(seed, TR_JSON_WHOLE) && seed->whole >= 0;
    for (const tr_json *member = tr_json_members(sets); member && good; member = member->next)
        good = *member->key != 0;
    for (const tr_json *member = tr_json_members(root); member && good; member = member->next)
        if (strcmp(member->key, "pixels") == 0 || strcmp(member->key, "format") == 0)
            good =
                tr_json_is(member, TR_JSON_WHOLE) && member->whole == (member->key[0] == 'p' ? TR_PIXELS : 1);
        else if (!is_one_of(member->key, left_out) && !is_one_of(member->key, apart))
            good = can_be_set(member) && !tr_tree_is_scene(type); // a scene only has a "set"
    return good;
}

static tr_status write_short(tr_json_document *d, const tr_json *root, short_line *line, tr_error *error) {
    const tr_json *seed = tr_json_get(root, "seed"), *sets = tr_json_get(root, "set");
    const char *type = tr_json_text(tr_json_get(root, "type")), *words = tr_json_text(seed);
    const bool is_number = seed && (!words || !words[strspn(words, digits)]);
    char number[32] = "";
    put(line, prefix);
    put(line, *type == '*' ? "%2A" : "");
    put_encoded(line, type + (*type == '*'));
    if (tr_json_is(seed, TR_JSON_WHOLE))
        snprintf(number, sizeof number, "%lld", (long long)seed->whole);
    put(line, is_number ? "/" : "");
    put(line, is_number && words ? words : number);
    tr_status status = seed && !is_number ? put_set(d, line, "seed", seed, error) : TR_OK;
    for (const tr_json *member = tr_json_members(root); member && status == TR_OK; member = member->next)
        if (!is_one_of(member->key, left_out) && !is_one_of(member->key, apart) &&
            strcmp(member->key, "pixels") != 0 && !tr_json_get(sets, member->key))
            status = put_set(d, line, member->key, member, error);
    for (const tr_json *member = tr_json_members(sets); member && status == TR_OK; member = member->next)
        status = put_set(d, line, member->key, member, error);
    end_line(line);
    return status;
}

static tr_status write_packed(const tr_json_document *d, const tr_json *root, char **line, tr_error *error) {
    char *text;
    tr_status status = tr_json_write(d, root, false, &text, error);
    if (status == TR_OK && strlen(text) > TR_WORLD_BYTES)
        status = tr_fail(error, TR_BAD_INPUT, "a world of more than %d MiB of JSON has no share link",
                         TR_WORLD_BYTES >> 20);
    if (status == TR_OK)
        status = pack(text, line, error);
    tr_free(text);
    return status;
}

// The name of a file of an own map anywhere in a world, or NULL.
static const char *find_map(const tr_json *node) {
    const char *found = NULL;
    for (const tr_json *inner = tr_json_first(node); inner && !found; inner = inner->next) {
        const bool maps =
            inner->key && strncmp(inner->key, "maps", 4) == 0 && (!inner->key[4] || inner->key[4] == '.');
        for (const tr_json *map = maps ? tr_json_first(inner) : NULL; map && !found; map = map->next)
            found =
                tr_json_text(strcmp(map->key ? map->key : "", "file") == 0 ? map : tr_json_get(map, "file"));
        found = found ? found : find_map(inner);
    }
    return found;
}

static tr_status write_line(tr_json_document *d, const tr_json *root, char **line, tr_error *error) {
    short_line words = {.sets = 0};
    tr_status status = TR_OK;
    if (!tr_json_is(root, TR_JSON_OBJECT))
        return tr_fail(error, TR_BAD_INPUT, "a world is a JSON object: { … }");
    const char *map = find_map(root);
    if (map)
        return tr_fail(error, TR_BAD_INPUT,
                       "a share link cannot carry pictures, and this world needs '%.100s': send a pack instead "
                       "(terrella pack)",
                       map);
    const bool fitting = fits(root);
    if (fitting)
        status = write_short(d, root, &words, error);
    if (status == TR_OK && words.text.failed)
        status = no_memory(error);
    const bool whole = fitting && !is_full(&words);
    if (status == TR_OK && (!whole || words.text.used > readable))
        status = write_packed(d, root, line, error);
    if (status == TR_OK && whole && (!*line || strlen(*line) >= words.text.used)) {
        tr_free(*line);
        *line = words.text.bytes;
    } else
        tr_free(words.text.bytes);
    return status == TR_OK ? tr_json_check(d, error) : status;
}

tr_status tr_link_write(const char *world_json, char **line, tr_error *error) {
    tr_json_document d = {0};
    tr_json *root = NULL;
    *line = NULL;
    tr_status status = tr_json_parse(&d, TR_JSON_FILE, "", world_json, strlen(world_json), &root, error);
    if (status == TR_OK) {
        tr_json_drop(&d, root, "view"); // it is not part of the planet
        status = write_line(&d, root, line, error);
    }
    tr_json_clear(&d);
    if (status != TR_OK) {
        tr_free(*line);
        *line = NULL;
    }
    return status;
}
