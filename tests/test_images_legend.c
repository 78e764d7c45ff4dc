// Pictures of flat colours, and pictures of the faces of a cube.
#include "base/maths.h"
#include "failing.h"
#include "image_files.h"
#include "recipe/maps.h"
#include <math.h>

enum { wide = 400, high = 200, fine = 8 };

static const uint8_t sea[3] = {20, 60, 200}, land[3] = {40, 180, 60}, hills[3] = {120, 120, 120};

// 0: sea, 1: land, 2: hills in it.
static int kind_at(double x, double y) {
    const double a = (x - 150) / 90, b = (y - 100) / 60, c = (x - 140) / 30, d = (y - 100) / 25;
    return a * a + b * b > 1 ? 0 : c * c + d * d > 1 ? 1 : 2;
}

// Drawn with smooth edges: each texel is the mean of 8 x 8 points.
static void draw(uint8_t *rgb) {
    const uint8_t *const colours[] = {sea, land, hills};
    for (int y = 0; y < high; y++)
        for (int x = 0; x < wide; x++) {
            double sum[3] = {0};
            for (int k = 0; k < fine * fine; k++) {
                const uint8_t *c = colours[kind_at(x + (k % fine + 0.5) / fine, y + (k / fine + 0.5) / fine)];
                for (int i = 0; i < 3; i++)
                    sum[i] += c[i];
            }
            for (int i = 0; i < 3; i++)
                rgb[3 * (y * wide + x) + i] = (uint8_t)(sum[i] / (fine * fine) + 0.5);
        }
}

static bool is_near(const uint8_t *a, const uint8_t *b, int most) {
    return abs(a[0] - b[0]) <= most && abs(a[1] - b[1]) <= most && abs(a[2] - b[2]) <= most;
}

// A sketch of three colours has three, also with smooth edges and as a JPG, and no ring of hills round its
// coast.
static void sketches_have_their_colours(void **state) {
    struct folder *folder = *state;
    static uint8_t rgb[wide * high * 3];
    draw(rgb);
    const struct sample_picture picture = {wide, high, 3, 8, false, false, rgb};
    for (int jpg = 0; jpg < 2; jpg++) {
        const char *path = at(folder, jpg ? "s.jpg" : "s.png");
        if (jpg)
            write_export(path, TR_FORMAT_JPG, &picture);
        else
            write_png_file(path, &picture);
        const tr_image_request request = {.source = {.path = path}, .west_deg = -180};
        tr_legend_colour colours[TR_LEGEND_MOST];
        int count;
        tr_error error = {0};
        assert_int_equal(tr_legend_list(&request, TR_LEGEND_MOST, colours, &count, &error), TR_OK);
        assert_int_equal(count, 3);
        const int slack = jpg ? 4 : 2;
        assert_true(is_near(colours[0].srgb, sea, slack) && is_near(colours[1].srgb, land, slack) &&
                    is_near(colours[2].srgb, hills, slack));
        assert_float_equal(colours[0].area + colours[1].area + colours[2].area, 1, 1e-9);
        assert_true(colours[0].area > 0.7 && colours[0].area < 0.85 && colours[2].area > 0.02);

        tr_image image;
        tr_image_facts facts;
        assert_int_equal(tr_legend_read(&request, colours, count, &image, &facts, &error), TR_OK);
        assert_true(image.indices && facts.coloured && facts.width == wide);
        int wrong = 0, beside = 0;
        for (int y = 0; y < high; y++)
            for (int x = 0; x < wide; x++) {
                const int index = tr_image_row(&image, y)[x], want = kind_at(x + 0.5, y + 0.5);
                assert_true(index < 3);
                wrong += index != want;
                beside += index == 2 && kind_at(x + 0.5, y + 0.5) == 0;
            }
        print_message("%s: %d of %d texels differ\n", jpg ? "JPG" : "PNG", wrong, wide * high);
        assert_true(wrong < wide * high / 250);
        assert_int_equal(beside, 0);
        tr_image_clear(&image);
    }
}

static void a_legend_needs_a_coloured_map(void **state) {
    struct folder *folder = *state;
    static float numbers[wide * high];
    tr_legend_colour colours[4];
    int count;
    tr_error error = {0};
    const struct sample_picture picture = {wide, high, 1, 32, false, true, numbers};
    write_tiff_file(at(folder, "f.tif"), &picture, &(struct tiff_way){0});
    const tr_image_request request = {.source = {.path = at(folder, "f.tif")}};
    assert_int_equal(tr_legend_list(&request, 4, colours, &count, &error), TR_BAD_INPUT);
    assert_non_null(strstr(error.message, "legend needs colours"));
    const tr_image_request cube = {.source = {.path = at(folder, "f.tif")}, .spread = TR_IMAGE_ROW};
    error = (tr_error){0};
    assert_int_equal(tr_legend_list(&cube, 4, colours, &count, &error), TR_BAD_INPUT);
}

// ---- cubes ---------------------------------------------------------------------------------------

enum { side = 64 };

static double smooth(const double d[3]) { return 0.5 + 0.2 * d[0] + 0.15 * d[1] * d[2] + 0.1 * d[2]; }

static void fill_face(int face, int left, int top, int stride, uint16_t *codes) {
    for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++) {
            double d[3], length = 0;
            for (int i = 0; i < 3; i++) {
                d[i] = tr_faces[face].major[i] + ((2 * x + 1.0) / side - 1) * tr_faces[face].right[i] +
                       ((2 * y + 1.0) / side - 1) * tr_faces[face].down[i];
                length += d[i] * d[i];
            }
            for (int i = 0; i < 3; i++)
                d[i] /= sqrt(length);
            codes[(top + y) * stride + left + x] = (uint16_t)(65535 * smooth(d) + 0.5);
        }
}

static void assert_smooth(const tr_image_request *request) {
    tr_image images[TR_IMAGE_MAX_PLANES];
    tr_image_facts facts;
    tr_error error = {0};
    if (tr_image_read(request, images, &facts, &error) != TR_OK)
        fail_msg("%s", error.message);
    assert_int_equal(images[0].levels[0].width, 4 * side);
    assert_int_equal(images[0].levels[0].height, 2 * side);
    assert_int_equal(tr_image_check_shape(request, &facts, NULL), TR_OK);
    double most = 0;
    for (double latitude = -88; latitude < 90; latitude += 1.7)
        for (double longitude = -180; longitude < 180; longitude += 1.3) {
            const double a = tr_radians(longitude), b = tr_radians(latitude);
            const double d[3] = {cos(b) * cos(a), sin(b), -cos(b) * sin(a)};
            const float f[3] = {(float)d[0], (float)d[1], (float)d[2]};
            float value;
            TR_KERNEL_OF(tr_isa_best(), tr_image_sample)
            (&images[0], TR_IMAGE_CUBIC, 0, 1, f, f + 1, f + 2, &value, NULL);
            most = fmax(most, fabs((double)value - smooth(d)));
        }
    print_message("a cube of %d: off by up to %.5f\n", side, most);
    assert_true(most < 0.004);
    tr_image_clear(&images[0]);
}

static void faces_become_a_map(void **state) {
    struct folder *folder = *state;
    static uint16_t codes[12 * side * side];
    static const struct {
        tr_image_spread spread;
        int columns, rows, cells[12];
    } spreads[] = {{TR_IMAGE_ROW, 6, 1, {0, 1, 2, 3, 4, 5}},
                   {TR_IMAGE_COLUMN, 1, 6, {0, 1, 2, 3, 4, 5}},
                   {TR_IMAGE_GRID, 3, 2, {0, 1, 2, 3, 4, 5}},
                   {TR_IMAGE_CROSS, 4, 3, {-1, 2, -1, -1, 1, 4, 0, 5, -1, 3, -1, -1}}};
    for (int i = 0; i < 4; i++) {
        memset(codes, 0, sizeof codes);
        for (int cell = 0; cell < spreads[i].columns * spreads[i].rows; cell++)
            if (spreads[i].cells[cell] >= 0)
                fill_face(spreads[i].cells[cell], cell % spreads[i].columns * side,
                          cell / spreads[i].columns * side, spreads[i].columns * side, codes);
        const struct sample_picture picture = {
            spreads[i].columns * side, spreads[i].rows * side, 1, 16, false, false, codes};
        write_png_file(at(folder, "cube.png"), &picture);
        assert_smooth(&(tr_image_request){
            .source = {.path = at(folder, "cube.png")}, .spread = spreads[i].spread, .use = TR_IMAGE_MASK});
    }
    char paths[6][400];
    tr_image_request request = {.spread = TR_IMAGE_FACES, .use = TR_IMAGE_MASK};
    for (int face = 0; face < 6; face++) {
        fill_face(face, 0, 0, side, codes);
        snprintf(paths[face], sizeof paths[face], "%s/face%d.tif", folder->path, face);
        write_tiff_file(paths[face], &(struct sample_picture){side, side, 1, 16, false, false, codes},
                        &(struct tiff_way){0});
        request.faces[face].path = paths[face];
    }
    assert_smooth(&request);
    tr_image images[TR_IMAGE_MAX_PLANES];
    tr_error error = {0};
    write_tiff_file(paths[3], &(struct sample_picture){side / 2, side / 2, 1, 16, false, false, codes},
                    &(struct tiff_way){0});
    assert_int_equal(tr_image_read(&request, images, NULL, &error), TR_BAD_INPUT);
    assert_non_null(strstr(error.message, "another size"));
    assert_string_equal(error.file, paths[3]);
    write_tiff_file(paths[3], &(struct sample_picture){side, side / 2, 1, 16, false, false, codes},
                    &(struct tiff_way){0});
    error = (tr_error){0};
    assert_int_equal(tr_image_read(&request, images, NULL, &error), TR_BAD_INPUT);
    assert_non_null(strstr(error.message, "square"));
}

static void every_allocation_may_fail(void **state) {
    struct folder *folder = *state;
    static uint8_t rgb[wide * high * 3];
    draw(rgb);
    write_png_file(at(folder, "s.png"), &(struct sample_picture){wide, high, 3, 8, false, false, rgb});
    char path[600];
    snprintf(path, sizeof path, "%s", at(folder, "s.png"));
    const tr_legend_colour colours[3] = {{{20, 60, 200}, 0, 0}, {{40, 180, 60}, 0, 0}, {{120, 120, 120}, 0, 0}};
    char cross[600];
    snprintf(cross, sizeof cross, "%s", at(folder, "c.png"));
    write_png_file(cross, &(struct sample_picture){60, 10, 1, 8, false, false, rgb});
    assert_int_equal(tr_set_allocator(&failing, NULL), TR_OK);
    for (int kind = 0; kind < 3; kind++)
        for (long n = 1;; n++) {
            const tr_image_request request = {.source = {.path = kind == 2 ? cross : path},
                                              .spread = kind == 2 ? TR_IMAGE_ROW : TR_IMAGE_EQUIRECT};
            tr_legend_colour list[8];
            tr_image images[TR_IMAGE_MAX_PLANES] = {{0}};
            int count;
            tr_error error = {0};
            memory.left = n, memory.failed = false;
            const tr_status status = kind == 0 ? tr_legend_list(&request, 8, list, &count, &error)
                                     : kind == 1
                                         ? tr_legend_read(&request, colours, 3, &images[0], NULL, &error)
                                         : tr_image_read(&request, images, NULL, &error);
            memory.left = 0;
            if (status != (memory.failed ? TR_NO_MEMORY : TR_OK))
                fail_msg("%d, allocation %ld: %d, %s", kind, n, (int)status, error.message);
            tr_image_clear(&images[0]);
            assert_int_equal(memory.blocks, 0);
            if (!memory.failed)
                break;
        }
    assert_int_equal(tr_set_allocator(NULL, NULL), TR_OK);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        FOLDER_TEST(sketches_have_their_colours),
        FOLDER_TEST(a_legend_needs_a_coloured_map),
        FOLDER_TEST(faces_become_a_map),
        FOLDER_TEST(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
