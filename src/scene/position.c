#include "scene/position.h"

#include <stdio.h>
#include <string.h>

static void count_position(const char *text, const char *at, int *line, int *column) {
    *line = 1, *column = 1;
    for (; text < at; text++)
        if (*text == '\n')
            ++*line, *column = 1;
        else
            ++*column;
}

bool tr_json_too_deep(const char *text, size_t size, int limit, int *line, int *column) {
    int depth = 0;
    bool in_string = false;
    for (size_t i = 0; i < size; i++) {
        char c = text[i];
        if (in_string) {
            if (c == '\\')
                i++;
            else if (c == '"')
                in_string = false;
        } else if (c == '"')
            in_string = true;
        else if ((c == '{' || c == '[') && ++depth > limit) {
            count_position(text, text + i, line, column);
            return true;
        } else if (c == '}' || c == ']')
            depth--;
    }
    return false;
}

static const char *skip_space(const char *s) { return s + strspn(s, " \t\r\n"); }

// s stands on the opening quote; returns what follows the closing one. The text between goes to out, cut to
// size.
static const char *skip_string(const char *s, char *out, size_t size) {
    size_t n = 0;
    for (s++; *s && *s != '"'; s++) {
        if (*s == '\\' && s[1])
            s++;
        if (out && n + 1 < size)
            out[n++] = *s;
    }
    if (out)
        out[n] = 0;
    return *s ? s + 1 : s;
}

static const char *skip_value(const char *s) {
    int depth = 0;
    s = skip_space(s);
    do {
        if (*s == '"')
            s = skip_string(s, NULL, 0);
        else if (*s == '{' || *s == '[')
            depth++, s++;
        else if (*s == '}' || *s == ']')
            depth--, s++;
        else if (depth == 0)
            return s + strcspn(s, ",]} \t\r\n");
        else
            s++;
    } while (*s && depth > 0);
    return s;
}

enum { key_bytes = 256 };

// Steps to the member or element after s, which stands behind '{', '[' or a value; NULL at the end.
static const char *next_item(const char *s) {
    s = skip_space(s);
    if (*s == ',')
        s = skip_space(s + 1);
    return *s == 0 || *s == '}' || *s == ']' ? NULL : s;
}

// The member `key` of the object that s stands on, or NULL.
static const char *find_member(const char *s, const char *key) {
    char name[key_bytes];
    for (s = next_item(s + 1); s && *s == '"';) {
        s = skip_space(skip_string(s, name, sizeof name));
        s = skip_space(*s == ':' ? s + 1 : s);
        if (strcmp(name, key) == 0)
            return s;
        s = next_item(skip_value(s));
    }
    return NULL;
}

// The element of the array that s stands on whose "name" is key, or whose index it is; or NULL.
static const char *find_element(const char *s, const char *key) {
    int index = 0;
    for (s = next_item(s + 1); s; s = next_item(skip_value(s)), index++) {
        char number[16], name[key_bytes] = "";
        snprintf(number, sizeof number, "%d", index);
        const char *named = *s == '{' ? find_member(s, "name") : NULL;
        if (named && *named == '"')
            skip_string(named, name, sizeof name);
        if (strcmp(key, number) == 0 || (name[0] && strcmp(key, name) == 0))
            return s;
    }
    return NULL;
}

bool tr_json_locate(const char *text, const char *path, int *line, int *column) {
    const char *s = skip_space(text);
    while (s && *path) {
        char key[key_bytes];
        size_t length = strcspn(path, ".");
        snprintf(key, sizeof key, "%.*s", (int)length, path);
        path += length + (path[length] == '.');
        s = *s == '{' ? find_member(s, key) : *s == '[' ? find_element(s, key) : NULL;
    }
    if (s)
        count_position(text, s, line, column);
    return s != NULL;
}
