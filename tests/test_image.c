// Images that are sampled on the sphere.
#include "failing.h"
#include "noise/grids/image.h"
#include "noise/maths/trig.h"
#include "support.h"
#include <math.h>

static const tr_image_shape whole = {64, 32, -TR_PI, -TR_PI / 2, TR_PI, TR_PI / 2, 0, 1, false, false, false};

static uint16_t random_code(int x, int y) {
    return (uint16_t)((x * 7919u + y * 104729u + x * y * 31u) * 2654435761u >> 16);
}

// Smooth on the sphere, and different at each place.
static uint16_t smooth_code(const tr_image_shape *s, int x, int y) {
    double si, co, sine, cosine;
    tr_sincos(s->west + (x + 0.5) * (s->east - s->west) / s->width, &si, &co);
    tr_sincos(s->north - (y + 0.5) * (s->north - s->south) / s->height, &sine, &cosine);
    return (uint16_t)(30000 + 12000 * (cosine * co) + 9000 * (cosine * si) + 7000 * sine);
}

static void fill_image(const tr_image_shape *shape, bool smooth, tr_image *image) {
    assert_int_equal(tr_image_create(shape, image, NULL), TR_OK);
    for (int y = 0; y < shape->height; y++)
        for (int x = 0; x < shape->width; x++)
            tr_image_row(image, y)[x] = smooth ? smooth_code(shape, x, y) : random_code(x, y);
}

static tr_image make(const tr_image_shape *shape, bool smooth) {
    tr_image image;
    fill_image(shape, smooth, &image);
    assert_int_equal(tr_image_complete(&image, NULL, NULL, NULL), TR_OK);
    return image;
}

static void direct(double longitude, double latitude, float d[3]) {
    double s, c, up, around;
    tr_sincos(longitude, &s, &c);
    tr_sincos(latitude, &up, &around);
    d[0] = (float)(around * c), d[1] = (float)up, d[2] = (float)(-around * s);
}

static double radians(double degrees) { return degrees * TR_PI / 180; }

// A value at a place in degrees.
static float at_place(const tr_image *image, int filter, double texel, double longitude, double latitude,
                      float *weight) {
    float d[3], value;
    direct(radians(longitude), radians(latitude), d);
    for (int i = 0; i < 3; i++)
        d[i] *= 3; // directions need no length
    TR_KERNEL_OF(tr_isa_best(), tr_image_sample)(image, filter, texel, 1, d, d + 1, d + 2, &value, weight);
    return value;
}

static double own_texel(const tr_image *image) { return 2 * TR_PI / image->levels[0].width; }

static double longitude_of(const tr_image_shape *s, int x) {
    return (s->west + (x + 0.5) * (s->east - s->west) / s->width) * 180 / TR_PI;
}
static double latitude_of(const tr_image_shape *s, int y) {
    return (s->north - (y + 0.5) * (s->north - s->south) / s->height) * 180 / TR_PI;
}

// A map that is exported at the image's own size shows the values of its texels.
static void values_are_exact_at_centres(void **state) {
    (void)state;
    static const int sizes[][2] = {{64, 32}, {37, 19}, {5, 3}, {256, 128}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        tr_image_shape shape = whole;
        shape.width = sizes[i][0], shape.height = sizes[i][1], shape.low = -11, shape.step = 0.25;
        tr_image image = make(&shape, false);
        for (int filter = TR_IMAGE_CUBIC; filter <= TR_IMAGE_NEAREST; filter++)
            for (int y = 0; y < shape.height; y++)
                for (int x = 0; x < shape.width; x++) {
                    const double latitude = latitude_of(&shape, y);
                    if (fabs(latitude) > 59)
                        continue;
                    float weight;
                    const float value =
                        at_place(&image, filter, own_texel(&image), longitude_of(&shape, x), latitude, &weight);
                    assert_true(value == -11 + 0.25f * random_code(x, y));
                    assert_true(weight == 1);
                }
        tr_image_clear(&image);
    }
}

// The share of land is 0 for the code of the sea, above a half for the next one, and 1 from some codes on.
static void shares_tell_land_from_sea(void **state) {
    (void)state;
    tr_image image = make(&whole, false);
    image.sea = 30000, image.rise = 1e-4f;
    for (int y = 6; y < whole.height - 6; y++)
        for (int x = 0; x < whole.width; x++) {
            const double code = random_code(x, y), share = 0.55 + 1e-4 * (code - 30000);
            const double value = (double)at_place(&image, TR_IMAGE_SHARE, own_texel(&image),
                                                  longitude_of(&whole, x), latitude_of(&whole, y), NULL);
            assert_true(fabs(value - (code <= 30000 ? 0 : fmin(share, 1))) < 1e-5);
        }
    tr_image_clear(&image);
}

// Between centres, cubic curves reproduce smooth numbers far better than lines, and stay near them.
static void curves_are_smooth(void **state) {
    (void)state;
    tr_image image = make(&whole, true);
    double worst[2] = {0};
    for (int i = 0; i < 2000; i++) {
        const double longitude = i * 77.7 - 360 * floor(i * 77.7 / 360) - 180, latitude = -58 + i * 0.058;
        double s, c, up, around;
        tr_sincos(radians(longitude), &s, &c);
        tr_sincos(radians(latitude), &up, &around);
        const double want = 30000 + 12000 * (around * c) + 9000 * (around * s) + 7000 * up;
        for (int filter = 0; filter < 2; filter++) {
            const double off = fabs(at_place(&image, filter, 0, longitude, latitude, NULL) - want);
            worst[filter] = off > worst[filter] ? off : worst[filter];
        }
    }
    print_message("cubic %.2f, linear %.2f of 65535\n", worst[0], worst[1]);
    assert_true(worst[0] < 6);
    assert_true(worst[1] > 2 * worst[0]);
    tr_image_clear(&image);
}

// An image that begins at another meridian shows the same, and nothing jumps at any edge.
static void the_meridian_on_the_left_makes_no_seam(void **state) {
    (void)state;
    tr_image_shape turned = whole;
    turned.west = radians(45), turned.east = radians(405);
    tr_image a, b;
    fill_image(&whole, false, &a), fill_image(&turned, false, &b);
    for (int y = 0; y < 32; y++)
        for (int x = 0; x < 64; x++)
            tr_image_row(&b, y)[x] = random_code((x + 40) % 64, y);
    assert_int_equal(tr_image_complete(&a, NULL, NULL, NULL), TR_OK);
    assert_int_equal(tr_image_complete(&b, NULL, NULL, NULL), TR_OK);
    const double texels[] = {0, own_texel(&a), 3 * own_texel(&a)};
    for (int k = 0; k < 3; k++)
        for (double latitude = -89; latitude < 90; latitude += 3.7) {
            for (double longitude = -180; longitude < 180; longitude += 7.3)
                assert_float_equal(at_place(&a, 0, texels[k], longitude, latitude, NULL),
                                   at_place(&b, 0, texels[k], longitude, latitude, NULL), 3);
            for (int i = 0; i < 2; i++) {
                const double edge = i ? 45 : 180;
                assert_float_equal(at_place(i ? &b : &a, 0, texels[k], edge - 1e-4, latitude, NULL),
                                   at_place(i ? &b : &a, 0, texels[k], edge + 1e-4, latitude, NULL), 40);
            }
        }
    tr_image_clear(&a), tr_image_clear(&b);
}

// Round a pole, neighbours on a small circle differ little, and a way over the pole has no jump. Without the
// means along rows, neighbours would be up to 65535 apart.
static void poles_have_no_pinch(void **state) {
    (void)state;
    tr_image_shape shape = whole;
    shape.width = 512, shape.height = 256;
    tr_image image = make(&shape, false);
    for (int pole = -1; pole <= 1; pole += 2) {
        double most = 0;
        for (int i = 0; i < 360; i++) {
            const double here = at_place(&image, 0, 0, i, pole * 89.3, NULL);
            most = fmax(most, fabs(here - at_place(&image, 0, 0, i + 1, pole * 89.3, NULL)));
            assert_float_equal(at_place(&image, 0, 0, i, pole * 89.9999, NULL),
                               at_place(&image, 0, 0, i + 180, pole * 89.9999, NULL), 40);
        }
        print_message("a degree along the circle 0.7 degrees from the pole: %.0f of 65535\n", most);
        assert_true(most < 1500);
    }
    tr_image_clear(&image);
}

// Where the caller's texels are 2^k times as large, values are means over the area; also of odd sizes.
static void levels_are_means(void **state) {
    (void)state;
    tr_image_shape shape = whole;
    shape.width = 128, shape.height = 64;
    tr_image image = make(&shape, false);
    for (int y = 6; y < 26; y++)
        for (int x = 0; x < 64; x++) {
            double sum = 0, all = 0;
            for (int i = 0; i < 4; i++) {
                double s, c;
                tr_sincos(radians(latitude_of(&shape, 2 * y + i / 2)), &s, &c);
                sum += c * random_code(2 * x + i % 2, 2 * y + i / 2), all += c;
            }
            const double longitude = (x + 0.5) * 360 / 64 - 180, latitude = 90 - (y + 0.5) * 180 / 32;
            assert_float_equal(at_place(&image, 0, 2 * own_texel(&image), longitude, latitude, NULL), sum / all,
                               0.51);
        }
    tr_image_clear(&image);
    static const int sizes[][2] = {{129, 65}, {37, 19}, {255, 127}};
    for (size_t i = 0; i < 3; i++) { // the mean over the sphere stays
        shape.width = sizes[i][0], shape.height = sizes[i][1];
        image = make(&shape, false);
        double means[TR_IMAGE_MAX_LEVELS];
        for (int k = 0; k < image.level_count; k++) {
            const tr_image_level *level = &image.levels[k];
            double sum = 0, all = 0;
            for (int y = 0; y < level->height; y++) {
                double s, c, s1, c1;
                tr_sincos(TR_PI / 2 - y * TR_PI / level->height, &s, &c);
                tr_sincos(TR_PI / 2 - (y + 1) * TR_PI / level->height, &s1, &c1);
                for (int x = 0; x < level->width; x++)
                    sum += (s - s1) * level->codes[(size_t)y * level->stride + (size_t)x], all += s - s1;
            }
            means[k] = sum / all;
            assert_float_equal(means[k], means[0], level->width > 8 ? 60 : 600);
        }
        assert_true(image.level_count > 3);
        assert_true(image.levels[image.level_count - 1].width <= 4);
        tr_image_clear(&image);
    }
    image = make(&whole, true); // in between, no jump
    const double own = own_texel(&image);
    for (double ratio = 0.9; ratio < 9; ratio *= 1.01)
        assert_float_equal(at_place(&image, 0, own * ratio, 20, 30, NULL),
                           at_place(&image, 0, own * ratio * 1.01, 20, 30, NULL), 60);
    tr_image_clear(&image);
}

// Outside of its region an image has no weight, and it gets that smoothly.
static void regions_join_without_a_step(void **state) {
    (void)state;
    tr_image_shape shape = {80, 40, radians(170), radians(-20), radians(210), 0, 0, 1, false, false, false};
    tr_image image = make(&shape, true);
    float before = 0, w;
    assert_false(image.wraps || image.north_pole || image.south_pole);
    for (double longitude = 165; longitude < 215; longitude += 0.01) {
        at_place(&image, 0, 0, longitude, -10, &w);
        assert_true(fabsf(w - before) < 0.03f);
        assert_true(longitude > 170 || w == 0);
        assert_true(longitude < 210.01 || w == 0);
        assert_true(longitude < 171.3 || longitude > 208.7 || w == 1);
        before = w;
    }
    at_place(&image, 0, 0, -170, -10, &w); // is 190 degrees
    assert_true(w == 1);
    at_place(&image, 0, 0, 10, -10, &w);
    assert_true(w == 0);
    for (double latitude = -25; latitude < 5; latitude += 0.01) {
        at_place(&image, 0, 0, 190, latitude, &w);
        assert_true((latitude > -20 && latitude < 0) || w == 0 || fabs(latitude) < 0.01 ||
                    fabs(latitude + 20) < 0.01);
    }
    tr_image_clear(&image);
    shape = (tr_image_shape){80, 40, -TR_PI, radians(60), TR_PI, TR_PI / 2, 0, 1, false, false, false};
    image = make(&shape, true); // a cap: no edge at the pole and at its meridian
    at_place(&image, 0, 0, 180, 89, &w);
    assert_true(w == 1);
    at_place(&image, 0, 0, 180, 60.1, &w);
    assert_true(w < 0.1f);
    tr_image_clear(&image);
}

// Holes have no weight, whatever their texels hold, and round them it rises smoothly. What is in them does not
// spread.
static void holes_have_no_weight(void **state) {
    (void)state;
    tr_image_shape shape = whole;
    shape.coverage = true;
    tr_image image;
    fill_image(&shape, true, &image);
    for (int y = 0; y < 32; y++)
        for (int x = 0; x < 64; x++) {
            const bool hole = x >= 20 && x < 32 && y >= 10 && y < 20;
            tr_image_coverage_row(&image, y)[x] = hole ? 0 : 255;
            tr_image_row(&image, y)[x] = hole ? 65535 : 20000;
        }
    assert_int_equal(tr_image_complete(&image, NULL, NULL, NULL), TR_OK);
    float w, before = 1;
    for (int x = 20; x < 32; x++) {
        at_place(&image, TR_IMAGE_LINEAR, 0, longitude_of(&shape, x), latitude_of(&shape, 15), &w);
        assert_true(w < 1e-3f);
    }
    for (double longitude = -180; longitude < 180; longitude += 0.05) {
        const float value = at_place(&image, 0, 0, longitude, 3, &w);
        assert_float_equal(value, 20000, 1);
        assert_true(fabsf(w - before) < 0.03f);
        before = w;
    }
    at_place(&image, 0, 0, longitude_of(&shape, 40), latitude_of(&shape, 15), &w);
    assert_true(w == 1);
    for (double texel = own_texel(&image); texel < 3; texel *= 1.7)
        assert_float_equal(at_place(&image, 0, texel, -40, 2, &w), 20000, 1);
    tr_image_clear(&image);
}

// Numbers of things are never averaged.
static void indices_stay_indices(void **state) {
    (void)state;
    tr_image_shape shape = whole;
    shape.indices = true, shape.width = 65, shape.height = 33;
    tr_image image;
    fill_image(&shape, false, &image);
    for (int y = 0; y < 33; y++)
        for (int x = 0; x < 65; x++)
            tr_image_row(&image, y)[x] = x % 4 == 1 && y % 4 == 1 ? 7 : x < 30 ? 2 : 900;
    assert_int_equal(tr_image_complete(&image, NULL, NULL, NULL), TR_OK);
    for (double texel = own_texel(&image); texel < 2; texel *= 1.3)
        for (double latitude = -89; latitude < 90; latitude += 2.3)
            for (double longitude = -180; longitude < 180; longitude += 4.1) {
                const float v = at_place(&image, TR_IMAGE_NEAREST, texel, longitude, latitude, NULL);
                assert_true(v == 2 || v == 900 || (v == 7 && texel < 2 * own_texel(&image)));
            }
    tr_image_clear(&image);
}

// The same bits on every instruction set, with any number of threads, and however samples are cut.
static void bits_are_equal(void **state) {
    (void)state;
    enum { count = 1000 };
    static float x[count], y[count], z[count], want[2][count], got[2][count];
    tr_image_shape shape = whole;
    shape.width = 331, shape.height = 160, shape.coverage = true;
    shape.north = 1.3, shape.west = -3, shape.east = 2.5;
    tr_pool *pool;
    tr_image images[2];
    assert_int_equal(tr_pool_create(4, &pool, NULL), TR_OK);
    for (int i = 0; i < 2; i++) {
        fill_image(&shape, false, &images[i]);
        for (int row = 0; row < shape.height; row++)
            for (int k = 0; k < shape.width; k++)
                tr_image_coverage_row(&images[i], row)[k] = (uint8_t)(random_code(row, k) % 50 ? 255 : 0);
        assert_int_equal(tr_image_complete(&images[i], i ? pool : NULL, NULL, NULL), TR_OK);
        images[i].sea = 30000, images[i].rise = 1e-4f;
    }
    tr_pool_destroy(pool);
    for (int i = 0; i < count; i++) {
        float d[3];
        direct(i * 0.7777, -1.57 + i * 0.00314, d);
        x[i] = d[0], y[i] = d[1], z[i] = d[2];
    }
    for (int filter = 0; filter <= TR_IMAGE_SHARE; filter++)
        for (double texel = 0; texel < 0.2; texel += 0.013) {
            tr_image_sample_baseline(&images[0], filter, texel, count, x, y, z, want[0], want[1]);
            for (int isa = 0; isa < TR_ISA_COUNT; isa++) {
                if (!tr_isa_available((tr_isa)isa))
                    continue;
                for (int first = 0; first < count; first += 333)
                    TR_KERNEL_OF((tr_isa)isa, tr_image_sample)
                (&images[1], filter, texel, count - first < 333 ? count - first : 333, x + first, y + first,
                 z + first, got[0] + first, got[1] + first);
                assert_memory_equal(got, want, sizeof want);
            }
        }
    tr_image_clear(&images[0]), tr_image_clear(&images[1]);
}

// ---- steps ---------------------------------------------------------------------------------------

enum { steep = 1024 };

// Broad hills beside a sea: 0 to 255, not rounded. Terraces are up to 60 texels wide, and on the way to the
// poles wider.
static double hills(int x, int y) {
    double si, co, sine, cosine, s2, c2;
    tr_sincos((x + 0.5) * 2 * TR_PI / steep, &si, &co);
    tr_sincos((y + 0.5) * TR_PI / (steep / 2), &sine, &cosine);
    tr_sincos((x + 0.5) * 10 * TR_PI / steep, &s2, &c2);
    const double height = 80 + 60 * sine * co + 30 * cosine + 40 * sine * sine * sine * s2 * cosine;
    return height < 50 ? 0 : height;
}

static tr_image make_steps(int levels, bool smooth, tr_pool *pool) {
    tr_image_shape shape = whole;
    shape.width = steep, shape.height = steep / 2, shape.smooth_steps = smooth;
    tr_image image;
    assert_int_equal(tr_image_create(&shape, &image, NULL), TR_OK);
    for (int y = 0; y < shape.height; y++)
        for (int x = 0; x < shape.width; x++)
            tr_image_row(&image, y)[x] =
                (uint16_t)(floor(hills(x, y) * (levels - 1) / 255 + 0.5) * 65535 / (levels - 1) + 0.5);
    assert_int_equal(tr_image_complete(&image, pool, NULL, NULL), TR_OK);
    return image;
}

// Codes move by less than half a step and become what they were before they were rounded; the sea stays.
static void steps_become_smooth(void **state) {
    (void)state;
    static const int levels[] = {256, 64, 16};
    static const double errors[] = {0.09, 0.14, 0.22}; // of a step; the tops of wide hills are unknown
    for (int i = 0; i < 3; i++) {
        const double step = 65535.0 / (levels[i] - 1);
        tr_image rough = make_steps(levels[i], false, NULL), image = make_steps(levels[i], true, NULL);
        double before = 0, after = 0, most = 0, kinks = 0, kinks_before = 0;
        int count = 0, sea = 0;
        for (int y = steep / 12 + 1; y < steep / 2 - steep / 12 - 1; y++)
            for (int x = 1; x < steep - 1; x++) {
                const uint16_t *old = tr_image_row(&rough, y) + x, *new = tr_image_row(&image, y) + x;
                most = fmax(most, fabs((double)*new - *old));
                if (hills(x, y) == 0) {
                    assert_int_equal(*new, 0);
                    sea++;
                    continue;
                }
                assert_true(*new > 0);
                if (hills(x - 1, y) == 0 || hills(x + 1, y) == 0)
                    continue;
                const double want = hills(x, y) * 257;
                before += (*old - want) * (*old - want), after += (*new - want) * (*new - want);
                kinks_before += fabs((double)old[-1] + old[1] - 2.0 * old[0]);
                kinks += fabs((double)new[-1] + new[1] - 2.0 * new[0]);
                count++;
            }
        print_message(
            "%d levels: error %.3f of a step before, %.3f after; kinks %.4f before, %.4f after; moved %.3f\n",
            levels[i], sqrt(before / count) / step, sqrt(after / count) / step, kinks_before / count / step,
            kinks / count / step, most / step);
        assert_true(sea > 0.05 * steep * steep / 2);
        assert_true(most < step / 2 && most > step / 4);
        assert_true(sqrt(after / count) / step < errors[i]);
        assert_true(kinks < kinks_before / 8);
        tr_image_clear(&rough), tr_image_clear(&image);
    }
}

static void fine_codes_stay(void **state) {
    (void)state;
    tr_image_shape shape = whole;
    shape.smooth_steps = true;
    for (int sketch = 0; sketch < 2; sketch++) { // random numbers of 16 bits, and black and white
        tr_image image;
        fill_image(&shape, false, &image);
        for (int y = 0; y < shape.height; y++)
            for (int x = 0; x < shape.width && sketch; x++)
                tr_image_row(&image, y)[x] = random_code(x, y) & 1 ? 65535 : 0;
        assert_int_equal(tr_image_complete(&image, NULL, NULL, NULL), TR_OK);
        for (int y = 6; y < 26; y++)
            for (int x = 0; x < shape.width; x++)
                assert_int_equal(tr_image_row(&image, y)[x], !sketch                 ? random_code(x, y)
                                                             : random_code(x, y) & 1 ? 65535
                                                                                     : 0);
        tr_image_clear(&image);
    }
}

static void steps_do_not_depend_on_threads(void **state) {
    (void)state;
    tr_pool *pool;
    assert_int_equal(tr_pool_create(4, &pool, NULL), TR_OK);
    tr_image one = make_steps(256, true, NULL), four = make_steps(256, true, pool);
    for (int y = 0; y < steep / 2; y++)
        assert_memory_equal(tr_image_row(&one, y), tr_image_row(&four, y), steep * sizeof(uint16_t));
    tr_pool_destroy(pool);
    tr_image_clear(&one), tr_image_clear(&four);
}

static bool stop_now(void *context) {
    (void)context;
    return true;
}

static void failures_are_reported(void **state) {
    (void)state;
    tr_image image;
    tr_error error = {0};
    const tr_watch watch = {.stopped = stop_now};
    tr_image_shape shape = whole;
    shape.coverage = true;
    fill_image(&shape, true, &image);
    assert_int_equal(tr_image_complete(&image, NULL, &watch, &error), TR_STOPPED);
    tr_image_clear(&image);
    assert_int_equal(tr_set_allocator(&failing, NULL), TR_OK);
    int tried = 0;
    for (long n = 1;; n++, tried++) {
        error = (tr_error){0};
        memory.left = n, memory.failed = false;
        tr_status status = tr_image_create(&shape, &image, &error);
        for (int y = 0; y < shape.height && status == TR_OK; y++) {
            memset(tr_image_row(&image, y), 0, (size_t)shape.width * 2);
            memset(tr_image_coverage_row(&image, y), 255, (size_t)shape.width);
        }
        if (status == TR_OK)
            status = tr_image_complete(&image, NULL, NULL, &error);
        memory.left = 0;
        tr_image_clear(&image);
        assert_int_equal(memory.blocks, 0);
        assert_int_equal(status, memory.failed ? TR_NO_MEMORY : TR_OK);
        if (!memory.failed)
            break;
    }
    assert_true(tried > 4);
    assert_int_equal(tr_set_allocator(NULL, NULL), TR_OK);
    assert_true(tr_image_bytes(16384, 8192, false) < 360u << 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_exact_at_centres),
        cmocka_unit_test(shares_tell_land_from_sea),
        cmocka_unit_test(curves_are_smooth),
        cmocka_unit_test(the_meridian_on_the_left_makes_no_seam),
        cmocka_unit_test(poles_have_no_pinch),
        cmocka_unit_test(levels_are_means),
        cmocka_unit_test(regions_join_without_a_step),
        cmocka_unit_test(holes_have_no_weight),
        cmocka_unit_test(indices_stay_indices),
        cmocka_unit_test(bits_are_equal),
        cmocka_unit_test(steps_become_smooth),
        cmocka_unit_test(fine_codes_stay),
        cmocka_unit_test(steps_do_not_depend_on_threads),
        cmocka_unit_test(failures_are_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
