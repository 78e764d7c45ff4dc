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
    uint32_t flags, masks[4]; // or these
} dds_format;

static const dds_format formats[TR_TEXTURE_FORMAT_COUNT] = {
    [TR_TEXTURE_R8] = {61, 0, "", luminance, {0xff}},
    [TR_TEXTURE_RG8] = {49, 0, "", 0, {0}},
    [TR_TEXTURE_RGBA8] = {28, 29, "", rgb | alpha_pixels, {0xff, 0xff00, 0xff0000, 0xff000000}},
    [TR_TEXTURE_R16] = {56, 0, "", luminance, {0xffff}},
    [TR_TEXTURE_RGBA16] = {11, 0, "", 0, {0}},
    [TR_TEXTURE_BC1] = {71, 72, "DXT1", four_cc, {0}},
    [TR_TEXTURE_BC3] = {77, 78, "DXT5", four_cc, {0}},
    [TR_TEXTURE_BC4] = {80, 0, "", 0, {0}},
    [TR_TEXTURE_BC5] = {83, 0, "", 0, {0}},
    [TR_TEXTURE_BC7] = {98, 99, "", 0, {0}},
};

static void put_pixel_format(tr_header *h, const tr_texture *t, bool dx10) {
    const dds_format *format = &formats[t->format];
    tr_put_32(h, 32);
    tr_put_32(h, dx10 ? four_cc : format->flags);
    tr_put_bytes(h, dx10 ? "DX10" : format->code, 4);
    const bool masks = !dx10 && !(format->flags & four_cc);
    tr_put_32(h, masks ? 8 * (uint32_t)tr_texture_unit_bytes(t->format) : 0);
    for (int i = 0; i < 4; i++)
        tr_put_32(h, masks ? format->masks[i] : 0);
}

static void put_header(tr_header *h, const tr_texture *t, bool dx10) {
    const bool blocks = tr_texture_is_blocks(t->format);
    const size_t pitch = (size_t)t->width * tr_texture_unit_bytes(t->format);
    tr_put_bytes(h, "DDS ", 4);
    tr_put_32(h, 124);
    tr_put_32(h, has_caps | has_height | has_width | has_pixel_format | (blocks ? has_size : has_pitch) |
                     (t->levels > 1 ? has_levels : 0));
    tr_put_32(h, (uint32_t)t->height);
    tr_put_32(h, (uint32_t)t->width);
    tr_put_32(h, (uint32_t)(blocks ? tr_texture_bytes(t->format, t->width, t->height) : pitch));
    tr_put_32(h, 0); // depth
    tr_put_32(h, (uint32_t)t->levels);
    for (int i = 0; i < 11; i++)
        tr_put_32(h, 0);
    put_pixel_format(h, t, dx10);
    tr_put_32(h,
              is_texture | (t->levels > 1 ? is_mipped : 0) | (t->levels > 1 || t->faces == 6 ? is_complex : 0));
    tr_put_32(h, t->faces == 6 ? all_faces : 0);
    for (int i = 0; i < 3; i++)
        tr_put_32(h, 0);
}

static void put_dx10_header(tr_header *h, const tr_texture *t) {
    const dds_format *format = &formats[t->format];
    tr_put_32(h, t->srgb ? format->dxgi_srgb : format->dxgi);
    tr_put_32(h, 3);                       // a texture of two dimensions
    tr_put_32(h, t->faces == 6 ? 0x4 : 0); // a cube map
    tr_put_32(h, 1);                       // one of them
    tr_put_32(h, 1);                       // straight alpha
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
