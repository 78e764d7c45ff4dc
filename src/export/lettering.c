#include "export/lettering.h"

#include "base/embed.h"
#include "base/memory.h"
#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>

// The memory of stb_truetype for drawing a letter. If an allocation fails, the library silently leaves out a
// part of the letter. So all memory is allocated in advance: more than any letter of the typeface needs
// (tests/test_lettering.c).
typedef struct workshop {
    size_t used;
    _Alignas(max_align_t) unsigned char memory[1 << 18];
} workshop;

static void *take(workshop *shop, size_t bytes) {
    const size_t start = shop->used, align = _Alignof(max_align_t);
    const bool fits = bytes <= sizeof shop->memory - start;
    assert(fits && "a letter needs more memory than there is for one");
    if (!fits)
        return NULL;
    shop->used = (start + bytes + align - 1) / align * align;
    return shop->memory + start;
}

#define STBTT_malloc(bytes, shop) take(shop, bytes)
#define STBTT_free(memory, shop) ((void)(memory), (void)(shop))
#define STBTT_STATIC
#define STB_TRUETYPE_IMPLEMENTATION
#include <stb_truetype.h>

enum { box_side = 512 }; // large enough for the largest letter

struct tr_lettering {
    stbtt_fontinfo face;
    float scale; // pixels per unit of the typeface
    workshop shop;
    unsigned char cover[box_side * box_side];
};

tr_status tr_lettering_create(double size_px, tr_lettering **lettering, tr_error *error) {
    assert(size_px >= 6 && size_px <= 400);
    *lettering = NULL;
    const tr_embedded_file *file = tr_embedded_find("fonts/DejaVuSans.ttf");
    tr_lettering *made = tr_calloc(1, sizeof *made);
    if (!made)
        return tr_fail(error, TR_NO_MEMORY, "no memory for letters");
    if (!file || !stbtt_InitFont(&made->face, (const unsigned char *)file->text, 0)) {
        tr_free(made);
        return tr_fail(error, TR_BUG, "the typeface is missing from the program");
    }
    made->face.userdata = &made->shop;
    made->scale = stbtt_ScaleForPixelHeight(&made->face, (float)size_px);
    *lettering = made;
    return TR_OK;
}

void tr_lettering_destroy(tr_lettering *lettering) { tr_free(lettering); }

// The next character of UTF-8 text, which must not be at its end; an invalid byte counts as one character.
static int next_character(const char **text) {
    const unsigned char *s = (const unsigned char *)*text;
    const int more = s[0] >= 0xf0 ? 3 : s[0] >= 0xe0 ? 2 : s[0] >= 0xc0 ? 1 : 0;
    int character = more ? s[0] & (0x3f >> more) : s[0];
    for (int i = 1; i <= more; i++) {
        if ((s[i] & 0xc0) != 0x80) {
            ++*text;
            return '?';
        }
        character = character << 6 | (s[i] & 0x3f);
    }
    *text += 1 + more;
    return character;
}

// The distance from one character to the next, or 0 at the end of the text.
static double advance(const tr_lettering *lettering, int character, int next) {
    int width, bearing;
    stbtt_GetCodepointHMetrics(&lettering->face, character, &width, &bearing);
    const int kern = next ? stbtt_GetCodepointKernAdvance(&lettering->face, character, next) : 0;
    return (double)lettering->scale * (width + kern);
}

double tr_lettering_width(const tr_lettering *lettering, const char *text) {
    double width = 0;
    for (int character = *text ? next_character(&text) : 0; character;) {
        const int next = *text ? next_character(&text) : 0;
        width += advance(lettering, character, next);
        character = next;
    }
    return width;
}

// Blends a letter's coverage, box_side wide, into the canvas. It blends sRGB codes: in linear light, light
// letters on a dark background would look too bold.
static void blend(const unsigned char *cover, int width, int height, const tr_canvas *canvas, int left, int top,
                  const uint8_t srgb[3]) {
    for (int j = 0; j < height; j++)
        for (int i = 0; i < width; i++) {
            const int x = left + i, y = top + j, a = cover[j * box_side + i];
            if (x < 0 || y < 0 || x >= canvas->width || y >= canvas->height)
                continue;
            uint8_t *pixel = canvas->rgb + 3 * ((size_t)y * (size_t)canvas->width + (size_t)x);
            for (int c = 0; c < 3; c++)
                pixel[c] = (uint8_t)((pixel[c] * (255 - a) + srgb[c] * a + 127) / 255);
        }
}

void tr_lettering_draw(tr_lettering *lettering, const tr_canvas *canvas, double x, double y, const char *text,
                       const uint8_t srgb[3]) {
    const double base = floor(y + 0.5); // letters are sharpest on a whole row
    for (int character = *text ? next_character(&text) : 0; character;) {
        const int next = *text ? next_character(&text) : 0, column = (int)floor(x);
        const float part = (float)(x - column);
        int left, top, right, bottom;
        stbtt_GetCodepointBitmapBoxSubpixel(&lettering->face, character, lettering->scale, lettering->scale,
                                            part, 0, &left, &top, &right, &bottom);
        lettering->shop.used = 0;
        if (right - left <= box_side && bottom - top <= box_side) {
            stbtt_MakeCodepointBitmapSubpixel(&lettering->face, lettering->cover, right - left, bottom - top,
                                              box_side, lettering->scale, lettering->scale, part, 0, character);
            blend(lettering->cover, right - left, bottom - top, canvas, column + left, (int)base + top, srgb);
        }
        x += advance(lettering, character, next);
        character = next;
    }
}
