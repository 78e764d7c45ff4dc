#include "app/private/system_font.h"

#include "base/memory.h"

#include <fontconfig/fontconfig.h>

#include <string.h>

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
