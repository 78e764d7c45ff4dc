#include "app/private/system_font.h"

#include "base/memory.h"

#include <fontconfig/fontconfig.h>

#include <stdio.h>
#include <string.h>

enum { most_bytes = 1 << 28 }; // about twice the largest: ten faces with all Chinese characters

struct tr_system_fonts {
    FcFontSet *sorted; // best first
};

// Sorts the fonts for a sans serif in the system's language. NULL: no memory.
static FcFontSet *sort_fonts(FcConfig *config) {
    FcPattern *wanted = FcPatternCreate();
    if (!wanted)
        return NULL;
    FcFontSet *sorted = NULL;
    FcResult result;
    if (FcPatternAddString(wanted, FC_FAMILY, (const FcChar8 *)"sans-serif") &&
        FcConfigSubstitute(config, wanted, FcMatchPattern)) {
        FcDefaultSubstitute(wanted);
        sorted = FcFontSort(config, wanted, FcFalse, NULL, &result);
    }
    FcPatternDestroy(wanted);
    return sorted;
}

tr_system_fonts *tr_system_fonts_create(void) {
    tr_system_fonts *fonts = tr_calloc(1, sizeof *fonts);
    FcConfig *config = fonts ? FcInitLoadConfigAndFonts() : NULL;
    if (config) {
        fonts->sorted = sort_fonts(config);
        FcConfigDestroy(config);
    }
    if (fonts && fonts->sorted)
        return fonts;
    tr_free(fonts);
    return NULL;
}

void tr_system_fonts_destroy(tr_system_fonts *fonts) {
    if (fonts)
        FcFontSetDestroy(fonts->sorted);
    tr_free(fonts);
}

// ---- find ----------------------------------------------------------------------------------------

static bool is_set(FcPattern *font, const char *property) {
    FcBool value = FcFalse;
    return FcPatternGetBool(font, property, 0, &value) == FcResultMatch && value;
}

// Colour bitmap fonts have no outlines.
static bool suits(FcPattern *font, uint32_t letter) {
    FcCharSet *letters;
    return FcPatternGetCharSet(font, FC_CHARSET, 0, &letters) == FcResultMatch &&
           FcCharSetHasChar(letters, letter) && is_set(font, FC_OUTLINE) && !is_set(font, FC_COLOR);
}

static bool take(FcPattern *from, tr_system_font *font) {
    FcChar8 *path;
    int face = 0;
    if (FcPatternGetString(from, FC_FILE, 0, &path) != FcResultMatch ||
        strlen((const char *)path) >= sizeof font->path)
        return false;
    FcPatternGetInteger(from, FC_INDEX, 0, &face);
    *font = (tr_system_font){.face = face & 0xffff}; // the upper bits number the instances of a variable font
    memcpy(font->path, path, strlen((const char *)path) + 1);
    return true;
}

bool tr_system_fonts_find(const tr_system_fonts *fonts, uint32_t letter, tr_system_font *font) {
    for (int i = 0; i < fonts->sorted->nfont; i++)
        if (suits(fonts->sorted->fonts[i], letter) && take(fonts->sorted->fonts[i], font))
            return true;
    return false;
}

// ---- read ----------------------------------------------------------------------------------------

// Whether Dear ImGui can read it; it cannot read compressed fonts.
static bool is_font(const unsigned char *bytes, size_t size) {
    static const char kinds[][5] = {"\0\1\0\0", "true", "OTTO", "ttcf"};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0] && size > 64; i++)
        if (memcmp(bytes, kinds[i], 4) == 0)
            return true;
    return false;
}

static bool read_all(FILE *file, tr_system_font *font) {
    if (fseek(file, 0, SEEK_END) != 0)
        return false;
    const long size = ftell(file);
    if (size <= 0 || size > most_bytes || fseek(file, 0, SEEK_SET) != 0)
        return false;
    font->size = (size_t)size;
    font->bytes = tr_malloc(font->size);
    return font->bytes && fread(font->bytes, 1, font->size, file) == font->size &&
           is_font(font->bytes, font->size);
}

bool tr_system_font_read(tr_system_font *font) {
    FILE *file = fopen(font->path, "rb");
    if (!file)
        return false;
    const bool read = read_all(file, font);
    fclose(file);
    if (!read)
        tr_system_font_free(font);
    return read;
}

void tr_system_font_free(tr_system_font *font) {
    tr_free(font->bytes);
    font->bytes = NULL;
}
