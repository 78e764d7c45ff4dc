#include "texture/container.h"
#include "texture/private/bytes.h"

// DDS_HEADER.dwFlags, DDS_PIXELFORMAT.dwFlags, dwCaps and dwCaps2.
enum {
    has_caps = 0x1,
    has_height = 0x2,
    has_width = 0x4,
    has_pitch = 0x8,
    has_pixel_format = 0x1000,
    has_levels = 0x20000,
    has_size = 0x80000,
    alpha_pixels = 0x1,
    four_cc = 0x4,
    rgb = 0x40,
    luminance = 0x20000,
    is_complex = 0x8,
    is_texture = 0x1000,
    is_mipped = 0x400000,
    all_faces = 0xfe00,
};

typedef struct dds_format {
    uint16_t dxgi, dxgi_srgb;
    char code[5];             // of a file without the newer header
    uint32_t flags, masks[4]; // or a description by masks
} dds_format;

static const dds_format formats[TR_TEXTURE_FORMAT_COUNT] = {
    [TR_TEXTURE_R8] = {61, 0, "", luminance, {0xff}},
    [TR_TEXTURE_RGBA8] = {28, 29, "", rgb | alpha_pixels, {0xff, 0xff00, 0xff0000, 0xff000000}},
    [TR_TEXTURE_R16] = {56, 0, "", luminance, {0xffff}},
    [TR_TEXTURE_BC1] = {71, 72, "DXT1", four_cc, {0}},
    [TR_TEXTURE_BC3] = {77, 78, "DXT5", four_cc, {0}},
    [TR_TEXTURE_BC4] = {80, 0, "", 0, {0}},
    [TR_TEXTURE_BC5] = {83, 0, "", 0, {0}},
    [TR_TEXTURE_BC7] = {98, 99, "", 0, {0}},
};

static void put_pixel_format(tr_header *h, const tr_texture *t, bool dx10) {
    const dds_format *format = &formats[t->format];
    const bool masks = !dx10 && !(format->flags & four_cc);
    TR_PUT(h, 32, dx10 ? four_cc : format->flags);
    tr_put_bytes(h, dx10 ? "DX10" : format->code, 4);
    TR_PUT(h, masks ? 8 * (uint32_t)tr_texture_unit_bytes(t->format) : 0);
    for (int i = 0; i < 4; i++)
        TR_PUT(h, masks ? format->masks[i] : 0);
}

static void put_header(tr_header *h, const tr_texture *t, bool dx10) {
    const bool blocks = tr_texture_is_blocks(t->format), mipped = t->levels > 1, cube = t->faces == 6;
    const size_t pitch = (size_t)t->width * tr_texture_unit_bytes(t->format);
    const size_t bytes = blocks ? tr_texture_bytes(t->format, t->width, t->height) : pitch;
    const uint32_t no_depth = 0, none = 0;
    tr_put_bytes(h, "DDS ", 4);
    TR_PUT(h, 124,
           has_caps | has_height | has_width | has_pixel_format | (blocks ? has_size : has_pitch) |
               (mipped ? has_levels : 0),
           (uint32_t)t->height, (uint32_t)t->width, (uint32_t)bytes, no_depth, (uint32_t)t->levels);
    tr_put_words(h, 11, (const uint32_t[11]){none});
    put_pixel_format(h, t, dx10);
    TR_PUT(h, is_texture | (mipped ? is_mipped : 0) | (mipped || cube ? is_complex : 0), cube ? all_faces : 0,
           none, none, none);
}

static void put_dx10_header(tr_header *h, const tr_texture *t) {
    const dds_format *format = &formats[t->format];
    const uint32_t two_dimensions = 3, cube_map = 4, elements = 1, straight_alpha = 1;
    TR_PUT(h, t->srgb ? format->dxgi_srgb : format->dxgi, two_dimensions, t->faces == 6 ? cube_map : 0,
           elements, straight_alpha);
}

void tr_dds_write(tr_atomic_file *file, const tr_texture *t, bool dx10) {
    tr_texture_assert(t);
    tr_header header = {.count = 0};
    dx10 = dx10 || formats[t->format].flags == 0;
    put_header(&header, t, dx10);
    if (dx10)
        put_dx10_header(&header, t);
    bool fine = tr_atomic_write(file, header.bytes, header.count);
    for (int face = 0; face < t->faces; face++)
        for (int level = 0; level < t->levels && fine; level++)
            fine = tr_atomic_write(file, t->data[level][face],
                                   tr_texture_level_bytes(t, level) / (size_t)t->faces);
}
