// Reading pictures of all formats into images.
#include "base/maths.h"
#include "failing.h"
#include "image_files.h"
#include <math.h>

enum { wide = 48, high = 24, texels = wide * high };

static uint16_t codes16[texels * 4];
static uint8_t codes8[texels * 4];

static void fill_codes(void) {
    for (int i = 0; i < texels * 4; i++) {
        codes16[i] = (uint16_t)((unsigned)i * 2654435761u >> 13);
        codes8[i] = (uint8_t)((unsigned)i * 2654435761u >> 19);
    }
    codes16[5] = 0, codes16[6] = 65535, codes8[5] = 0, codes8[6] = 255;
}

static tr_image read_as(const tr_image_request *request, tr_image_facts *facts) {
    tr_image images[TR_IMAGE_MAX_PLANES];
    tr_error error = {0};
    const tr_status status = tr_image_read(request, images, facts, &error);
    if (status != TR_OK)
        fail_msg("%s: %s", error.file, error.message);
    assert_true(images[0].level_count > 0 && images[1].level_count == 0);
    return images[0];
}

static tr_image read_path(const char *path, tr_image_facts *facts) {
    return read_as(&(tr_image_request){.source = {.path = path}, .use = TR_IMAGE_MASK, .west_deg = -180},
                   facts);
}

// Rows near the poles are averaged: these are the others.
static bool is_exact(int y, int height) { return y >= height / 6 + 1 && y < height - height / 6 - 1; }

static void assert_codes(const tr_image *image, const uint16_t *codes, int step) {
    assert_int_equal(image->levels[0].width, wide);
    assert_int_equal(image->levels[0].height, high);
    for (int y = 0; y < high; y++)
        for (int x = 0; x < wide && is_exact(y, high); x++)
            assert_int_equal(tr_image_row(image, y)[x], codes[(y * wide + x) * step]);
}

static void assert_refused(const tr_image_request *request, const char *why) {
    tr_image images[TR_IMAGE_MAX_PLANES];
    tr_error error = {0};
    assert_int_equal(tr_image_read(request, images, NULL, &error), TR_BAD_INPUT);
    if (!strstr(error.message, why))
        fail_msg("\"%s\" says nothing of \"%s\"", error.message, why);
    assert_string_equal(error.file, request->source.path);
    for (int i = 0; i < TR_IMAGE_MAX_PLANES; i++)
        assert_int_equal(images[i].level_count, 0);
}

static void assert_path_refused(const char *path, const char *why) {
    assert_refused(&(tr_image_request){.source = {.path = path}}, why);
}

// ---- the same picture ----------------------------------------------------------------------------

static void the_same_picture_gives_the_same_codes(void **state) {
    struct folder *folder = *state;
    const struct sample_picture grey = {wide, high, 1, 16, false, false, codes16};
    tr_image_facts facts;
    write_png_file(at(folder, "a.png"), &grey);
    tr_image image = read_path(at(folder, "a.png"), &facts);
    assert_codes(&image, codes16, 1);
    assert_true(image.low == 0 && image.step == 1.0 / 65535 && image.wraps && image.north_pole &&
                image.south_pole);
    assert_string_equal(facts.format, "PNG");
    assert_true(facts.width == wide && facts.height == high && facts.bits == 16 && facts.channels == 1);
    assert_true(facts.lowest == 0 && facts.highest == 1 && !facts.coloured && !facts.has_numbers &&
                facts.factor == 1);
    tr_image_clear(&image);

    static const struct tiff_way ways[] = {
        {0},
        {.rows = 5},
        {.big_endian = true},
        {.big_endian = true, .compression = COMPRESSION_LZW, .rows = 7},
        {.compression = COMPRESSION_ADOBE_DEFLATE, .predictor = 2},
        {.compression = COMPRESSION_PACKBITS, .rows = 3},
        {.tile = 16},
        {.tile = 32, .compression = COMPRESSION_DEFLATE, .predictor = 2, .big_tiff = true},
        {.big_tiff = true, .big_endian = true, .rows = 1},
    };
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        write_tiff_file(at(folder, "a.tif"), &grey, &ways[i]);
        image = read_path(at(folder, "a.tif"), &facts);
        assert_codes(&image, codes16, 1);
        assert_string_equal(facts.format, "TIFF");
        tr_image_clear(&image);
    }

    write_bytes(at(folder, "a.r16"), codes16, sizeof(uint16_t) * texels);
    tr_image_request raw = {.source = {.path = at(folder, "a.r16")},
                            .use = TR_IMAGE_MASK,
                            .raw = TR_RAW_U16,
                            .raw_width = wide,
                            .raw_height = high};
    image = read_as(&raw, &facts);
    assert_codes(&image, codes16, 1);
    tr_image_clear(&image);
    raw.raw_height = high + 1;
    assert_refused(&raw, "2400 bytes, and the file has 2304");

    size_t bytes; // a file, and its bytes in memory
    unsigned char *file = read_file(at(folder, "a.tif"), &bytes);
    image = read_as(&(tr_image_request){.source = {"memory", file, bytes}, .use = TR_IMAGE_MASK}, &facts);
    assert_codes(&image, codes16, 1);
    tr_image_clear(&image);
    free(file);
    file = read_file(at(folder, "a.png"), &bytes);
    image = read_as(&(tr_image_request){.source = {"memory", file, bytes}, .use = TR_IMAGE_MASK}, &facts);
    assert_codes(&image, codes16, 1);
    tr_image_clear(&image);
    free(file);
}

static void exr_files_are_read(void **state) {
    struct folder *folder = *state;
    static float numbers[texels * 4];
    static uint32_t whole[texels];
    for (int i = 0; i < texels * 4; i++)
        numbers[i] = (float)(codes16[i] >> 5 << 5) / 65536; // 11 bits are exact as half floats
    for (int i = 0; i < texels; i++)
        whole[i] = codes16[i];
    numbers[5] = 0;
    static const struct exr_way ways[] = {{EXR_COMPRESSION_NONE, EXR_PIXEL_FLOAT, 0, {"Y"}, 0, 0},
                                          {EXR_COMPRESSION_ZIP, EXR_PIXEL_HALF, 0, {"Z"}, -7, 100},
                                          {EXR_COMPRESSION_ZIPS, EXR_PIXEL_FLOAT, 16, {"Y"}, 3, -5},
                                          {EXR_COMPRESSION_PIZ, EXR_PIXEL_HALF, 16, {"Y"}, 0, 0},
                                          {EXR_COMPRESSION_RLE, EXR_PIXEL_FLOAT, 0, {"height.V"}, 0, 0}};
    tr_image_facts facts;
    const char *path = at(folder, "e.exr");
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        const struct sample_picture picture = {wide, high, 1, 32, false, true, numbers};
        write_exr_file(path, &picture, &ways[i]);
        tr_image image = read_path(path, &facts);
        assert_string_equal(facts.format, "EXR");
        assert_true(facts.has_numbers && facts.channels == 1 &&
                    facts.bits == (ways[i].type == EXR_PIXEL_HALF ? 16 : 32));
        for (int y = 6; y < high - 6; y++)
            for (int x = 0; x < wide; x++)
                assert_float_equal(image.low + image.step * tr_image_row(&image, y)[x], numbers[y * wide + x],
                                   1e-5);
        tr_image_clear(&image);
    }
    const struct sample_picture uints = {wide, high, 1, 32, false, false, whole};
    write_exr_file(path, &uints, &(struct exr_way){EXR_COMPRESSION_ZIP, EXR_PIXEL_UINT, 0, {"Y"}, 0, 0});
    tr_image image = read_path(path, &facts);
    assert_codes(&image, codes16, 1);
    tr_image_clear(&image);
    const struct sample_picture colours = {wide, high, 4, 32, false, true, numbers};
    write_exr_file(path, &colours,
                   &(struct exr_way){EXR_COMPRESSION_ZIP, EXR_PIXEL_FLOAT, 16, {"A", "B", "G", "R"}, 0, 0});
    for (int channel = TR_IMAGE_RED; channel <= TR_IMAGE_ALPHA; channel++) {
        const tr_image_request request = {
            .source = {.path = path}, .use = TR_IMAGE_MASK, .channel = (tr_image_channel)channel};
        image = read_as(&request, &facts);
        const int place = channel == TR_IMAGE_ALPHA ? 0 : 4 - (channel - TR_IMAGE_RED) - 1;
        for (int x = 0; x < wide; x++)
            if (channel == TR_IMAGE_ALPHA || tr_image_coverage_row(&image, 12)[x])
                assert_float_equal(image.low + image.step * tr_image_row(&image, 12)[x],
                                   numbers[(12 * wide + x) * 4 + place], 3e-5);
        tr_image_clear(&image);
    }
    write_exr_file(path, &colours,
                   &(struct exr_way){EXR_COMPRESSION_B44, EXR_PIXEL_HALF, 0, {"A", "B", "G", "R"}, 0, 0});
    image = read_path(path, &facts);
    tr_image_clear(&image);
    const struct sample_picture exported = {wide, high, 1, 16, false, false, codes16};
    write_export(path, TR_FORMAT_EXR, &exported); // as a file of our own: 0 … 1
    image = read_path(path, &facts);
    assert_codes(&image, codes16, 1);
    tr_image_clear(&image);
}

static void jpg_and_tga_are_read(void **state) {
    struct folder *folder = *state;
    static uint8_t smooth[texels * 3];
    tr_image_facts facts;
    for (int i = 0; i < texels; i++) {
        smooth[3 * i] = (uint8_t)(i % wide * 5);
        smooth[3 * i + 1] = smooth[3 * i + 2] = (uint8_t)(i / wide * 8);
    }
    const struct sample_picture colour = {wide, high, 3, 8, false, false, smooth},
                                grey = {wide, high, 1, 8, false, false, codes8};
    for (int i = 0; i < 4; i++) {
        const bool tga = i & 1, coloured = i & 2;
        const char *path = at(folder, tga ? "s.tga" : "s.jpg");
        write_export(path, tga ? TR_FORMAT_TGA : TR_FORMAT_JPG, coloured ? &colour : &grey);
        tr_image image = read_as(&(tr_image_request){.source = {.path = path},
                                                     .use = TR_IMAGE_MASK,
                                                     .channel = coloured ? TR_IMAGE_GREEN : TR_IMAGE_GREY},
                                 &facts);
        assert_string_equal(facts.format, tga ? "TGA" : "JPG");
        assert_true(facts.coloured == coloured && facts.bits == 8);
        for (int x = 0; x < wide && (tga || coloured); x++) {
            const int want = coloured ? smooth[3 * (12 * wide + x) + 1] : codes8[12 * wide + x];
            assert_in_range(tr_image_row(&image, 12)[x], want * 257 - (tga ? 0 : 900),
                            want * 257 + (tga ? 0 : 900));
        }
        tr_image_clear(&image);
    }
}

// ---- numbers -------------------------------------------------------------------------------------

static double value_at(const tr_image *image, int x, int y) {
    return image->low + image->step * tr_image_row(image, y)[x];
}

static void signed_numbers_and_floats_are_numbers(void **state) {
    struct folder *folder = *state;
    static int16_t metres[texels], big[texels];
    static int32_t wide_numbers[texels];
    static float floats[texels];
    static double doubles[texels];
    for (int i = 0; i < texels; i++) {
        metres[i] = (int16_t)(i * 31 % 15000 - 8000);
        big[i] = (int16_t)((uint16_t)metres[i] << 8 | (uint16_t)metres[i] >> 8);
        wide_numbers[i] = metres[i], floats[i] = metres[i], doubles[i] = metres[i];
    }
    const struct sample_picture all[] = {{wide, high, 1, 16, true, false, metres},
                                         {wide, high, 1, 32, true, false, wide_numbers},
                                         {wide, high, 1, 32, false, true, floats},
                                         {wide, high, 1, 64, false, true, doubles}};
    for (int i = 0; i < 4; i++)
        for (int way = 0; way < 3; way++) {
            tr_image_facts facts;
            const struct tiff_way ways[] = {
                {0}, {.tile = 16, .big_endian = true}, {.compression = COMPRESSION_ADOBE_DEFLATE, .rows = 4}};
            write_tiff_file(at(folder, "n.tif"), &all[i], &ways[way]);
            tr_image image = read_path(at(folder, "n.tif"), &facts);
            assert_true(facts.has_numbers && facts.bits == all[i].bits);
            assert_float_equal(facts.lowest, -8000, 1e-3);
            for (int y = 6; y < high - 6; y++)
                for (int x = 0; x < wide; x++)
                    assert_float_equal(value_at(&image, x, y), metres[y * wide + x], i == 0 ? 0 : 0.12);
            tr_image_clear(&image);
        }
    const tr_raw_format formats[] = {TR_RAW_S16, TR_RAW_S16_BIG, TR_RAW_F32};
    const void *data[] = {metres, big, floats};
    for (int i = 0; i < 3; i++) {
        const tr_image_request raw = {.source = {"raw", data[i], (size_t)texels * (i == 2 ? 4 : 2)},
                                      .use = TR_IMAGE_MASK,
                                      .raw = formats[i],
                                      .raw_width = wide,
                                      .raw_height = high};
        tr_image image = read_as(&raw, NULL);
        for (int x = 0; x < wide; x++)
            assert_float_equal(value_at(&image, x, 12), metres[12 * wide + x], i < 2 ? 0 : 0.12);
        tr_image_clear(&image);
    }
}

// What is not given has no weight, and no part in the range.
static void missing_numbers_have_no_weight(void **state) {
    struct folder *folder = *state;
    static float floats[texels];
    static int16_t whole[texels];
    for (int i = 0; i < texels; i++) {
        const int x = i % wide, y = i / wide;
        const bool hole = x >= 10 && x < 22 && y >= 8 && y < 17;
        floats[i] = hole ? (x % 3 == 0 ? NAN : x % 3 == 1 ? -INFINITY : -3.4028235e38f) : 100 + x;
        whole[i] = (int16_t)(hole ? -32768 : 100 + x);
    }
    const struct sample_picture pictures[] = {{wide, high, 1, 32, false, true, floats},
                                              {wide, high, 1, 16, true, false, whole}};
    const struct tiff_way ways[] = {{.nodata = "-3.40282346639e+38"}, {.nodata = "-32768"}};
    for (int i = 0; i < 2; i++) {
        tr_image_facts facts;
        write_tiff_file(at(folder, "h.tif"), &pictures[i], &ways[i]);
        tr_image image = read_path(at(folder, "h.tif"), &facts);
        assert_float_equal(facts.lowest, 100, 1e-3);
        assert_float_equal(facts.highest, 100 + wide - 1, 1e-3);
        assert_int_equal(tr_image_coverage_row(&image, 12)[15], 0);
        assert_int_equal(tr_image_coverage_row(&image, 12)[35], 255);
        assert_float_equal(value_at(&image, 35, 12), 135, 1);
        tr_image_clear(&image);
    }
    write_tiff_file(at(folder, "h.tif"), &pictures[0], &(struct tiff_way){0});
    assert_path_refused(at(folder, "h.tif"), "beyond 1e9");
    for (int i = 0; i < texels; i++)
        floats[i] = NAN;
    write_tiff_file(at(folder, "h.tif"), &pictures[0], &(struct tiff_way){0});
    assert_path_refused(at(folder, "h.tif"), "no texel that is given");
}

// ---- colours -------------------------------------------------------------------------------------

static void channels_are_chosen(void **state) {
    struct folder *folder = *state;
    static uint16_t one[texels];
    for (int file = 0; file < 4; file++) {
        const bool tiff = file & 1, deep = file & 2;
        const struct sample_picture picture = {
            wide, high, 4, deep ? 16 : 8, false, false, deep ? (const void *)codes16 : codes8};
        const char *path = at(folder, tiff ? "c.tif" : "c.png");
        if (tiff)
            write_tiff_file(path, &picture, &(struct tiff_way){0});
        else
            write_png_file(path, &picture);
        for (int channel = TR_IMAGE_GREY; channel <= TR_IMAGE_ALPHA; channel++) {
            tr_image_facts facts;
            tr_image image = read_as(&(tr_image_request){.source = {.path = path},
                                                         .use = TR_IMAGE_MASK,
                                                         .channel = (tr_image_channel)channel},
                                     &facts);
            assert_true(facts.coloured && facts.channels == 4);
            for (int i = 0; i < texels; i++) {
                double c[4];
                for (int k = 0; k < 4; k++)
                    c[k] = deep ? codes16[4 * i + k] : codes8[4 * i + k] * 257;
                one[i] =
                    (uint16_t)(channel == TR_IMAGE_GREY ? 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2] + 0.5
                                                        : c[channel - TR_IMAGE_RED]);
            }
            assert_true((image.levels[0].coverage != NULL) == (channel != TR_IMAGE_ALPHA));
            for (int i = 0; i < texels; i++) // where alpha is not 0 all around, codes stay
                if (is_exact(i / wide, high) &&
                    (channel == TR_IMAGE_ALPHA ||
                     image.levels[0]
                         .coverage[(size_t)(i / wide) * image.levels[0].stride + (size_t)(i % wide)]))
                    assert_in_range(
                        image.levels[0].codes[(size_t)(i / wide) * image.levels[0].stride + (size_t)(i % wide)],
                        one[i] - (one[i] > 0), one[i] + 1);
            tr_image_clear(&image);
        }
    }
    const struct sample_picture grey = {wide, high, 1, 8, false, false, codes8};
    write_png_file(at(folder, "g.png"), &grey);
    assert_refused(&(tr_image_request){.source = {.path = at(folder, "g.png")}, .channel = TR_IMAGE_RED},
                   "\"red\"");
    assert_refused(&(tr_image_request){.source = {.path = at(folder, "g.png")}, .channel = TR_IMAGE_ALPHA},
                   "\"alpha\"");
}

static void colours_are_linear_light(void **state) {
    struct folder *folder = *state;
    static uint8_t rgb[texels * 3];
    for (int i = 0; i < texels; i++)
        rgb[3 * i] = 255, rgb[3 * i + 1] = 188, rgb[3 * i + 2] = 0;
    const struct sample_picture picture = {wide, high, 3, 8, false, false, rgb};
    write_png_file(at(folder, "l.png"), &picture);
    tr_image images[TR_IMAGE_MAX_PLANES];
    const tr_image_request request = {.source = {.path = at(folder, "l.png")}, .use = TR_IMAGE_COLOUR};
    assert_int_equal(tr_image_read(&request, images, NULL, NULL), TR_OK);
    assert_float_equal(value_at(&images[0], 3, 12), 1, 1e-6);
    assert_float_equal(value_at(&images[1], 3, 12), 0.5029, 1e-4); // half the light
    assert_float_equal(value_at(&images[2], 3, 12), 0, 1e-6);
    for (int i = 0; i < 3; i++)
        tr_image_clear(&images[i]);
}

static void palettes_are_colours(void **state) {
    struct folder *folder = *state;
    static uint16_t red[256], green[256], blue[256];
    for (int i = 0; i < 256; i++)
        red[i] = (uint16_t)(i * 257), green[i] = (uint16_t)((255 - i) * 257), blue[i] = 65535;
    const struct sample_picture picture = {wide, high, 1, 8, false, false, codes8};
    const struct tiff_way way = {.photometric = PHOTOMETRIC_PALETTE};
    TIFF *tiff = begin_tiff(at(folder, "p.tif"), &picture, &way);
    TIFFSetField(tiff, TIFFTAG_COLORMAP, red, green, blue);
    end_tiff(tiff, &picture, &way);
    tr_image image = read_as(&(tr_image_request){.source = {.path = at(folder, "p.tif")},
                                                 .use = TR_IMAGE_MASK,
                                                 .channel = TR_IMAGE_GREEN},
                             NULL);
    for (int x = 0; x < wide; x++)
        assert_int_equal(tr_image_row(&image, 12)[x], (255 - codes8[12 * wide + x]) * 257);
    tr_image_clear(&image);
}

// ---- places --------------------------------------------------------------------------------------

static void put_place(TIFF *tiff, const uint16_t *keys, int count, double degrees, double west, double north) {
    const double scale[3] = {degrees, degrees, 0}, tie[6] = {0, 0, 0, west, north, 0};
    TIFFSetField(tiff, 33550, 3, scale);
    TIFFSetField(tiff, 33922, 6, tie);
    TIFFSetField(tiff, 34735, count, keys);
}

static void geotiffs_know_their_region(void **state) {
    struct folder *folder = *state;
    const struct sample_picture picture = {wide, high, 1, 16, true, false, codes16};
    static const uint16_t areas[] = {1, 1, 0, 2, 1024, 0, 1, 2, 1025, 0, 1, 1},
                          points[] = {1, 1, 0, 2, 1024, 0, 1, 2, 1025, 0, 1, 2},
                          projected[] = {1, 1, 0, 2, 1024, 0, 1, 1, 3072, 0, 1, 32633},
                          cylinder[] = {1, 1, 0, 2, 1024, 0, 1, 1, 3075, 0, 1, 17};
    const char *path = at(folder, "g.tif");
    tr_image_facts facts;
    TIFF *tiff = begin_tiff(path, &picture, &(struct tiff_way){0});
    put_place(tiff, areas, 12, 0.5, 10, 60);
    end_tiff(tiff, &picture, &(struct tiff_way){0});
    tr_image image = read_path(path, &facts);
    assert_string_equal(facts.format, "GeoTIFF");
    assert_true(facts.has_region && facts.region_deg[0] == 10 && facts.region_deg[1] == 48 &&
                facts.region_deg[2] == 34 && facts.region_deg[3] == 60);
    assert_float_equal(image.north, tr_radians(60), 1e-9);
    assert_float_equal(image.west, tr_radians(10), 1e-9);
    assert_false(image.wraps || image.north_pole);
    assert_int_equal(tr_image_check_shape(&(tr_image_request){.source = {path}}, &facts, NULL), TR_OK);
    tr_image_clear(&image);

    tiff = begin_tiff(path, &picture, &(struct tiff_way){0});
    put_place(tiff, points, 12, 7.5, -176.25, 86.25);
    end_tiff(tiff, &picture, &(struct tiff_way){0});
    image = read_path(path, &facts);
    assert_true(facts.region_deg[0] == -180 && facts.region_deg[3] == 90 && image.wraps && image.south_pole);
    tr_image_clear(&image);

    tiff = begin_tiff(path, &picture, &(struct tiff_way){0});
    put_place(tiff, projected, 12, 5000, 10, 60);
    end_tiff(tiff, &picture, &(struct tiff_way){0});
    assert_path_refused(path, "gdalwarp -t_srs EPSG:4326");

    tiff = begin_tiff(path, &picture, &(struct tiff_way){0});
    put_place(tiff, cylinder, 12, 5000, 10, 60);
    end_tiff(tiff, &picture, &(struct tiff_way){0});
    image = read_path(path, &facts);
    assert_false(facts.has_region);
    assert_true(image.wraps);
    tr_image_clear(&image);
}

static void shapes_are_checked(void **state) {
    struct folder *folder = *state;
    const struct sample_picture picture = {high, high, 1, 8, false, false, codes8};
    tr_image_facts facts;
    tr_error error = {0};
    write_png_file(at(folder, "s.png"), &picture);
    tr_image_request request = {.source = {.path = at(folder, "s.png")}};
    tr_image image = read_as(&request, &facts);
    assert_int_equal(tr_image_check_shape(&request, &facts, &error), TR_BAD_INPUT);
    assert_non_null(strstr(error.message, "twice as wide as high"));
    assert_string_equal(error.file, request.source.path);
    tr_image_clear(&image);
    request.has_region = true;
    static const double wrong[][4] = {
        {0, 0, 0, 10}, {0, 0, 400, 10}, {0, 10, 10, 0}, {0, -99, 10, 0}, {NAN, 0, 1, 1}};
    for (int i = 0; i < 5; i++) {
        memcpy(request.region_deg, wrong[i], sizeof wrong[i]);
        assert_refused(&request, "region");
    }
}

// ---- size ----------------------------------------------------------------------------------------

// A picture that is larger than allowed is averaged by a whole factor.
static void large_pictures_are_averaged(void **state) {
    struct folder *folder = *state;
    const struct sample_picture picture = {wide, high, 1, 16, false, false, codes16};
    tr_image_facts facts;
    write_png_file(at(folder, "a.png"), &picture);
    tr_image_request request = {
        .source = {.path = at(folder, "a.png")}, .use = TR_IMAGE_MASK, .most_texels = 300};
    tr_image image = read_as(&request, &facts);
    assert_true(facts.factor == 2 && facts.width == wide && image.levels[0].width == wide / 2);
    for (int y = 4; y < 8; y++)
        for (int x = 0; x < wide / 2; x++) {
            double sum = 0;
            for (int k = 0; k < 4; k++)
                sum += codes16[(2 * y + k / 2) * wide + 2 * x + k % 2];
            assert_float_equal(tr_image_row(&image, y)[x], sum / 4, 0.6);
        }
    tr_image_clear(&image);
    request.most_texels = 61; // 48 x 24 by 5: 10 x 5, of 4.8 texels each
    image = read_as(&request, &facts);
    assert_true(facts.factor == 5 && image.levels[0].width == 10 && image.levels[0].height == 5);
    double sum = 0, all = 0;
    for (int y = 0; y < 24; y++)
        for (int x = 0; x < 48; x++) {
            const double across = fmax(0, fmin(x + 1, 14.4) - fmax(x, 9.6)),
                         down = fmax(0, fmin(y + 1, 14.4) - fmax(y, 9.6));
            sum += across * down * codes16[y * wide + x], all += across * down;
        }
    assert_float_equal(tr_image_row(&image, 2)[2], sum / all, 0.6);
    tr_image_clear(&image);
}

// ---- failures ------------------------------------------------------------------------------------

static void damaged_files_are_refused(void **state) {
    struct folder *folder = *state;
    const struct sample_picture picture = {wide, high, 1, 16, false, false, codes16};
    static const struct tiff_way ways[] = {{0},
                                           {.compression = COMPRESSION_LZW, .rows = 4},
                                           {.tile = 16, .compression = COMPRESSION_ADOBE_DEFLATE}};
    static float numbers[texels];
    const struct sample_picture floats = {wide, high, 1, 32, false, true, numbers},
                                bytes8 = {wide, high, 1, 8, false, false, codes8};
    for (int i = 0; i < texels; i++)
        numbers[i] = codes16[i];
    for (int way = -5; way < 3; way++) {
        const char *const names[] = {"d.exr", "d.exr", "d.jpg", "d.tga", "d.png"};
        const char *path = at(folder, way < 0 ? names[way + 5] : "d.tif");
        if (way == -1)
            write_png_file(path, &picture);
        else if (way == -2 || way == -3)
            write_export(path, way == -2 ? TR_FORMAT_TGA : TR_FORMAT_JPG, &bytes8);
        else if (way < 0)
            write_exr_file(
                path, &floats,
                &(struct exr_way){EXR_COMPRESSION_ZIP, EXR_PIXEL_FLOAT, way == -4 ? 16 : 0, {"Y"}, 0, 0});
        else
            write_tiff_file(path, &picture, &ways[way]);
        size_t bytes;
        unsigned char *file = read_file(path, &bytes);
        for (size_t cut = 0; cut < bytes; cut += 1 + bytes / 50) {
            tr_image images[TR_IMAGE_MAX_PLANES];
            tr_error error = {0};
            const char *name = way == -2 ? "cut.tga" : "cut";
            const tr_image_request request = {.source = {name, file, cut}};
            const tr_status status = tr_image_read(&request, images, NULL, &error);
            if (status == TR_OK) // a TIFF keeps its directory at the end: what is cut may be behind it
                tr_image_clear(&images[0]);
            else
                assert_true(status == TR_BAD_INPUT && error.message[0] && strcmp(error.file, name) == 0);
            assert_true(status != TR_OK || way >= 0);
        }
        free(file);
    }
    assert_path_refused(at(folder, "none.png"), "cannot read");
    assert_path_refused(folder->path, "cannot read");
    write_text(at(folder, "x.png"), "hello, this is no picture");
    assert_path_refused(at(folder, "x.png"), "none of PNG, TIFF");
    write_text(at(folder, "x.png"), "");
    assert_path_refused(at(folder, "x.png"), "too short");
    write_text(at(folder, "x.r16"), "12345678");
    assert_path_refused(at(folder, "x.r16"), "size and format");
}

static void other_tiffs_are_refused_by_name(void **state) {
    struct folder *folder = *state;
    const struct sample_picture picture = {wide, high, 3, 8, false, false, codes8};
    const char *path = at(folder, "o.tif");
    write_tiff_file(path, &picture, &(struct tiff_way){.compression = COMPRESSION_ADOBE_DEFLATE});
    size_t bytes;
    unsigned char *file = read_file(path, &bytes);
    const uint32_t directory =
        file[4] | (uint32_t)file[5] << 8 | (uint32_t)file[6] << 16 | (uint32_t)file[7] << 24;
    static const struct {
        int tag, value;
        const char *why;
    } changes[] = {{259, 7, "JPEG"},
                   {259, 34887, "LERC"},
                   {259, 50000, "Zstandard"},
                   {259, 999, "compression 999"},
                   {262, 6, "kind 6"},
                   {258, 12, "12 bits"},
                   {284, 2, "a plane for each colour"}};
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        unsigned char *copy = malloc(bytes);
        memcpy(copy, file, bytes);
        for (uint32_t at_entry = directory + 2; at_entry + 12 < bytes; at_entry += 12) {
            if ((copy[at_entry] | copy[at_entry + 1] << 8) != changes[i].tag)
                continue;
            copy[at_entry + 4] = 1; // one value, in the entry itself
            copy[at_entry + 8] = (unsigned char)changes[i].value;
            copy[at_entry + 9] = (unsigned char)(changes[i].value >> 8);
            break;
        }
        assert_refused(&(tr_image_request){.source = {"o.tif", copy, bytes}}, changes[i].why);
        free(copy);
    }
    free(file);
}

// stb_image writes behind an array for a JPG whose Huffman tables have more than 256 codes.
static void long_tables_of_a_jpg_are_refused(void **state) {
    struct folder *folder = *state;
    size_t bytes;
    write_export(at(folder, "t.jpg"), TR_FORMAT_JPG,
                 &(struct sample_picture){wide, high, 1, 8, false, false, codes8});
    unsigned char *file = read_file(at(folder, "t.jpg"), &bytes);
    size_t table = 2;
    while (file[table] != 0xff || file[table + 1] != 0xc4)
        table++;
    memset(file + table + 5, 20, 16); // numbers of codes by their length: 320 in all
    assert_refused(&(tr_image_request){.source = {"t.jpg", file, bytes}}, "JPG is damaged");
    file[1] = 0xd9; // named as a TGA, it is no JPG either
    assert_refused(&(tr_image_request){.source = {"t.tga", file, bytes}}, "TGA is damaged");
    free(file);
}

// Colours of signed numbers are no sRGB codes.
static void signed_numbers_are_grey_light(void **state) {
    (void)state;
    static int16_t numbers[texels];
    for (int i = 0; i < texels; i++)
        numbers[i] = (int16_t)(i - 600);
    const tr_image_request request = {.source = {"n.r16", numbers, sizeof numbers},
                                      .use = TR_IMAGE_COLOUR,
                                      .raw = TR_RAW_S16,
                                      .raw_width = wide,
                                      .raw_height = high};
    tr_image images[TR_IMAGE_MAX_PLANES];
    assert_int_equal(tr_image_read(&request, images, NULL, NULL), TR_OK);
    for (int i = 0; i < 3; i++) {
        assert_float_equal(value_at(&images[i], 5, 12), numbers[12 * wide + 5], 0);
        tr_image_clear(&images[i]);
    }
}

static bool stop_now(void *context) {
    (void)context;
    return true;
}

static void stops_and_lack_of_memory_are_reported(void **state) {
    struct folder *folder = *state;
    const struct sample_picture picture = {wide, high, 2, 16, false, false, codes16};
    write_png_file(at(folder, "m.png"), &picture);
    const struct sample_picture bytes8 = {wide, high, 1, 8, false, false, codes8};
    static float numbers[texels * 2];
    const struct sample_picture floats = {wide, high, 2, 32, false, true, numbers};
    write_export(at(folder, "m.jpg"), TR_FORMAT_JPG, &bytes8);
    for (int i = 0; i < 2 * texels; i++)
        numbers[i] = codes16[i];
    write_exr_file(at(folder, "m.exr"), &floats,
                   &(struct exr_way){EXR_COMPRESSION_ZIP, EXR_PIXEL_FLOAT, 16, {"A", "Y"}, 0, 0});
    write_tiff_file(at(folder, "m.tif"), &picture, &(struct tiff_way){.tile = 16});
    const tr_watch watch = {.stopped = stop_now};
    assert_int_equal(tr_set_allocator(&failing, NULL), TR_OK);
    static const char *const names[] = {"m.png", "m.tif", "m.jpg", "m.exr"};
    for (int i = 0; i < 4; i++) {
        tr_image images[TR_IMAGE_MAX_PLANES];
        tr_error error = {0};
        tr_image_request request = {.source = {.path = at(folder, names[i])}, .watch = &watch};
        assert_int_equal(tr_image_read(&request, images, NULL, &error), TR_STOPPED);
        request.watch = NULL;
        int tried = 0;
        for (long n = 1;; n++, tried++) {
            error = (tr_error){0};
            memory.left = n, memory.failed = false;
            const tr_status status = tr_image_read(&request, images, NULL, &error);
            memory.left = 0;
            if (status != (memory.failed ? TR_NO_MEMORY : TR_OK))
                fail_msg("%s, allocation %ld: %d, %s", names[i], n, (int)status, error.message);
            tr_image_clear(&images[0]);
            assert_int_equal(memory.blocks, 0);
            if (!memory.failed)
                break;
        }
        assert_true(tried > 5);
    }
    assert_int_equal(tr_set_allocator(NULL, NULL), TR_OK);
}

// Writes small files of each format for tests/fuzz_image.c, with four bytes of options:
//     TR_WRITE_SEEDS=tests/data/fuzz_image build/release/tests/test_images_read
static void write_seed(const char *folder, const char *name, uint8_t first, uint8_t second, const char *file) {
    char path[600];
    size_t bytes;
    unsigned char *content = read_file(file, &bytes);
    unsigned char *all = malloc(bytes + 4);
    all[0] = first, all[1] = second, all[2] = 12, all[3] = 6;
    memcpy(all + 4, content, bytes);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    write_bytes(path, all, bytes + 4);
    free(content), free(all);
}

static void write_seeds(const char *folder) {
    enum { tga = 8, has_region = 16, is_raw = 32, small = 64, legend = 128, row = 2, colour = 2 };
    const char *work = "/tmp/terrella-seed";
    static float floats[72 * 4];
    for (int i = 0; i < 72 * 4; i++)
        floats[i] = (float)codes16[i] / 7;
    floats[9] = NAN;
    const struct sample_picture grey16 = {12, 6, 1, 16, false, false, codes16},
                                grey8 = {12, 6, 1, 8, false, false, codes8},
                                rgba = {12, 6, 4, 8, false, false, codes8},
                                rgb = {12, 6, 3, 8, false, false, codes8},
                                whole = {12, 6, 1, 16, true, false, codes16},
                                number = {12, 6, 1, 32, false, true, floats},
                                colours = {12, 6, 4, 32, false, true, floats},
                                faces = {12, 2, 1, 16, false, false, codes16};
    write_png_file(work, &grey16), write_seed(folder, "grey16.png.seed", 0, 0, work);
    write_seed(folder, "grey16_small.png.seed", 1, small, work);
    write_png_file(work, &rgba), write_seed(folder, "rgba.png.seed", colour, has_region, work);
    write_png_file(work, &rgb), write_seed(folder, "legend.png.seed", 0, legend, work);
    write_png_file(work, &faces), write_seed(folder, "faces.png.seed", 0, row, work);
    write_export(work, TR_FORMAT_JPG, &rgb), write_seed(folder, "rgb.jpg.seed", colour, 0, work);
    write_export(work, TR_FORMAT_TGA, &rgb), write_seed(folder, "rgb.tga.seed", 0, tga, work);
    write_tiff_file(work, &grey8, &(struct tiff_way){.compression = COMPRESSION_LZW, .rows = 2, .nodata = "7"});
    write_seed(folder, "grey8_lzw.tif.seed", 0, 0, work);
    write_tiff_file(work, &rgba, &(struct tiff_way){.compression = COMPRESSION_PACKBITS, .big_endian = true});
    write_seed(folder, "rgba_packbits.tif.seed", colour, 0, work);
    write_tiff_file(
        work, &number,
        &(struct tiff_way){
            .compression = COMPRESSION_ADOBE_DEFLATE, .tile = 16, .big_tiff = true, .predictor = 3});
    write_seed(folder, "float_tiles.tif.seed", 0, 0, work);
    static const uint16_t keys[] = {1, 1, 0, 2, 1024, 0, 1, 2, 1025, 0, 1, 2};
    TIFF *tiff = begin_tiff(work, &whole, &(struct tiff_way){.nodata = "-32768"});
    put_place(tiff, keys, 12, 10, -20, 30);
    end_tiff(tiff, &whole, &(struct tiff_way){0});
    write_seed(folder, "geo.tif.seed", 1, 0, work);
    write_exr_file(work, &number, &(struct exr_way){EXR_COMPRESSION_ZIP, EXR_PIXEL_HALF, 0, {"Y"}, 0, 0});
    write_seed(folder, "half_zip.exr.seed", 0, 0, work);
    write_exr_file(work, &colours,
                   &(struct exr_way){EXR_COMPRESSION_PIZ, EXR_PIXEL_FLOAT, 8, {"A", "B", "G", "R"}, 1, 2});
    write_seed(folder, "rgba_tiles.exr.seed", colour, 0, work);
    write_bytes(work, codes16, 144), write_seed(folder, "raw16.seed", 0, is_raw, work);
    write_bytes(work, floats, 288), write_seed(folder, "raw32.seed", 60, is_raw, work);
    remove(work);
}

// Holes of a flat sea in the land are land if they have fewer than 16 texels, be it across the edge of the map.
// What touches the sea by a corner is no hole.
static void small_holes_of_a_flat_sea_are_land(void **state) {
    struct folder *folder = *state;
    enum { land = 30000, low = 20000 };
    static const struct {
        int x, y, columns, rows;
        bool fills;
    } areas[] = {{0, 8, 12, 8, false}, {12, 7, 1, 1, false}, {20, 10, 1, 1, true},
                 {30, 9, 5, 3, true},  {40, 9, 4, 4, false}, {47, 17, 2, 1, true}};
    for (int i = 0; i < texels; i++)
        codes16[i] = land;
    for (size_t k = 0; k < sizeof areas / sizeof areas[0]; k++)
        for (int y = areas[k].y; y < areas[k].y + areas[k].rows; y++)
            for (int x = areas[k].x; x < areas[k].x + areas[k].columns; x++)
                codes16[y * wide + x % wide] = 0;
    codes16[11 * wide + 21] = low;
    write_png_file(at(folder, "ponds.png"), &(struct sample_picture){wide, high, 1, 16, false, false, codes16});
    tr_image_request request = {
        .source = {.path = at(folder, "ponds.png")}, .use = TR_IMAGE_MASK, .west_deg = -180};
    tr_image image = read_as(&request, NULL);
    assert_codes(&image, codes16, 1);
    tr_image_clear(&image);
    request.fills_ponds = true;
    image = read_as(&request, NULL);
    for (size_t k = 0; k < sizeof areas / sizeof areas[0]; k++)
        for (int y = areas[k].y; y < areas[k].y + areas[k].rows; y++)
            for (int x = areas[k].x; x < areas[k].x + areas[k].columns; x++)
                codes16[y * wide + x % wide] = !areas[k].fills ? 0 : areas[k].x == 20 ? low : land;
    assert_codes(&image, codes16, 1);
    tr_image_clear(&image);
    fill_codes();
}

int main(void) {
    const char *seeds = getenv("TR_WRITE_SEEDS");
    const struct CMUnitTest tests[] = {
        FOLDER_TEST(the_same_picture_gives_the_same_codes),
        FOLDER_TEST(exr_files_are_read),
        FOLDER_TEST(jpg_and_tga_are_read),
        FOLDER_TEST(signed_numbers_and_floats_are_numbers),
        FOLDER_TEST(missing_numbers_have_no_weight),
        FOLDER_TEST(channels_are_chosen),
        FOLDER_TEST(colours_are_linear_light),
        FOLDER_TEST(palettes_are_colours),
        FOLDER_TEST(geotiffs_know_their_region),
        FOLDER_TEST(shapes_are_checked),
        FOLDER_TEST(large_pictures_are_averaged),
        FOLDER_TEST(small_holes_of_a_flat_sea_are_land),
        FOLDER_TEST(damaged_files_are_refused),
        FOLDER_TEST(other_tiffs_are_refused_by_name),
        FOLDER_TEST(long_tables_of_a_jpg_are_refused),
        cmocka_unit_test(signed_numbers_are_grey_light),
        FOLDER_TEST(stops_and_lack_of_memory_are_reported),
    };
    fill_codes();
    if (seeds) {
        write_seeds(seeds);
        return 0;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
