// Helpers for tests of pictures of planets with painted maps. A painted map is a function of the direction,
// so a test knows the colour to expect at each pixel.
#pragma once
#include "studio.h"

#include <stdlib.h>

enum { SIZE = 300, MAP = 512, LEVELS = 7 };

static const double pi = 3.14159265358979323846;
static const double radius_km = 5000;

typedef struct fixture {
    studio studio; // first, for check_debug
    tr_scene scene;
    uint8_t *picture, *other; // SIZE x SIZE
    uint8_t *albedo, *normal, *emission;
} fixture;

typedef struct vec {
    double x, y, z;
} vec;

typedef vec (*painter)(vec direction, double angle); // sRGB 0 … 1, or a tangent-space normal

// ---- making maps ----------------------------------------------------------------------------------

static inline vec direction_of(double longitude, double latitude) {
    return (vec){cos(latitude) * cos(longitude), sin(latitude), -cos(latitude) * sin(longitude)};
}

// d turned to the east by angle.
static inline vec turn(vec d, double angle) {
    return (vec){d.x * cos(angle) + d.z * sin(angle), d.y, d.z * cos(angle) - d.x * sin(angle)};
}

static inline size_t mips_bytes(void) {
    size_t bytes = 0;
    for (int level = 0; level < LEVELS; level++)
        bytes += (size_t)(MAP >> level) * (MAP / 2 >> level) * 3;
    return bytes;
}

static inline uint8_t to_byte(double value) { return (uint8_t)fmax(0, fmin(255, floor(value + 0.5))); }

// Fills all levels from a function of direction; scale and bias make bytes of its values.
static inline void paint_map(uint8_t *map, painter paint, double angle, double scale, double bias) {
    for (int level = 0; level < LEVELS; level++) {
        const int width = MAP >> level, height = MAP / 2 >> level;
        for (int j = 0; j < height; j++)
            for (int i = 0; i < width; i++) {
                const vec d = direction_of(2 * pi * ((i + 0.5) / width - 0.5), pi * (0.5 - (j + 0.5) / height));
                const vec c = paint(d, angle);
                *map++ = to_byte(c.x * scale + bias);
                *map++ = to_byte(c.y * scale + bias);
                *map++ = to_byte(c.z * scale + bias);
            }
    }
}

static inline vec paint_grey(vec d, double angle) {
    (void)d, (void)angle;
    return (vec){0.5, 0.5, 0.5};
}

static inline vec paint_black(vec d, double angle) {
    (void)d, (void)angle;
    return (vec){0, 0, 0};
}

static inline vec paint_white(vec d, double angle) {
    (void)d, (void)angle;
    return (vec){1, 1, 1};
}

static inline vec paint_level(vec d, double angle) {
    (void)d, (void)angle;
    return (vec){0, 0, 1};
}

// Red in the eastern hemisphere, green in the northern one, blue for longitudes within 90 degrees of 0.
static inline vec paint_octants(vec d, double angle) {
    (void)angle;
    return (vec){d.z < 0 ? 0.8 : 0.2, d.y > 0 ? 0.8 : 0.2, d.x > 0 ? 0.8 : 0.2};
}

// White within five degrees of the north pole.
static inline vec paint_cap(vec d, double angle) {
    (void)angle;
    return d.y > cos(5 * pi / 180) ? (vec){1, 1, 1} : (vec){0, 0, 0};
}

// A smooth function of the direction. angle: the planet's rotation in the picture; the map is rotated back by
// it, so the picture is the same for all angles.
static inline vec paint_smooth(vec d, double angle) {
    const vec e = turn(d, angle);
    return (vec){0.5 + 0.3 * e.x, 0.5 + 0.3 * e.y * e.z, 0.5 + 0.25 * e.z};
}

// Normals that all lean towards one direction in space; angle as in paint_smooth().
static inline vec paint_leaning(vec d, double angle) {
    const vec towards = turn((vec){0.5, 0, 0.2}, -angle);
    const double across = sqrt(d.x * d.x + d.z * d.z);
    const double east = (d.z * towards.x - d.x * towards.z) / across;
    const double up = d.x * towards.x + d.y * towards.y + d.z * towards.z;
    const double north = (towards.y - d.y * up) / across;
    const double length = sqrt(east * east + north * north + 1);
    return (vec){east / length, north / length, 1 / length};
}

static inline void set_maps(fixture *f, int index, painter albedo, painter normal, painter emission,
                            double angle) {
    paint_map(f->albedo, albedo, angle, 255, 0);
    paint_map(f->normal, normal, angle, 127, 128);
    if (emission)
        paint_map(f->emission, emission, angle, 255, 0);
    const tr_planet_maps maps = {.width = MAP,
                                 .levels = LEVELS,
                                 .albedo = f->albedo,
                                 .normal = f->normal,
                                 .emission = emission ? f->emission : NULL};
    upload_maps(&f->studio, index, &maps);
}

// ---- pictures -------------------------------------------------------------------------------------

static inline tr_view default_view(void) {
    return (tr_view){.width_px = SIZE, .height_px = SIZE, .distance_km = 3.2 * radius_km, .sun = {0, 0, 1}};
}

static inline void draw(fixture *f, const tr_view *view, uint8_t *picture) {
    take_picture(&f->studio, &f->scene, view, picture);
}

static inline const uint8_t *pixel(const uint8_t *picture, int x, int y) {
    return picture + ((size_t)y * SIZE + x) * 3;
}

static inline int brightness(const uint8_t *picture, int x, int y) {
    const uint8_t *p = pixel(picture, x, y);
    return p[0] + p[1] + p[2];
}

// Sum of the green channel, as linear light.
static inline double total_light(const uint8_t *picture) {
    double sum = 0;
    for (int i = 0; i < SIZE * SIZE; i++)
        sum += linear(picture[3 * i + 1]);
    return sum;
}

// Mean of the green channel, as linear light, within `radius` pixels of the centre.
static inline double middle_light(const uint8_t *picture, double radius) {
    double sum = 0;
    int count = 0;
    for (int j = 0; j < SIZE; j++)
        for (int i = 0; i < SIZE; i++)
            if (hypot(i + 0.5 - SIZE / 2.0, j + 0.5 - SIZE / 2.0) < radius) {
                sum += linear(pixel(picture, i, j)[1]);
                count++;
            }
    return sum / count;
}

// Expected radius of a planet in the picture, in pixels.
static inline double expected_radius(double distance_radii) {
    return SIZE / 2.0 / tan(TR_FIELD_OF_VIEW_DEG / 2 * pi / 180) / sqrt(distance_radii * distance_radii - 1);
}

static inline void add_planet(fixture *f, int index) {
    assert_int_equal(tr_recipe_create(&f->scene.planets[index].recipe, NULL), TR_OK);
    f->scene.planets[index].recipe->radius_km = radius_km;
    f->scene.planets[index].recipe->gas = true; // no surface grain, which does not turn with the maps
    f->scene.planets[index].recipe->emission_strength = 1;
}

// A scene with one grey planet without an atmosphere.
static inline int start_scene(void **state) {
    fixture *f = *state;
    for (int i = 0; i < 3; i++)
        tr_recipe_destroy(f->scene.planets[i].recipe);
    memset(f->scene.planets, 0, 3 * sizeof *f->scene.planets);
    f->scene.planet_count = 1;
    f->scene.star = (tr_star){.position_km = {1.5e8, 0, 0}, .radius_km = 696000, .srgb = {255, 255, 255}};
    for (int i = 0; i < 3; i++)
        add_planet(f, i);
    set_maps(f, 0, paint_grey, paint_level, NULL, 0);
    return 0;
}

static inline int start_group(void **state) {
    fixture *f = calloc(1, sizeof *f);
    if (!f)
        return -1;
    *state = f;
    f->picture = malloc((size_t)SIZE * SIZE * 3);
    f->other = malloc((size_t)SIZE * SIZE * 3);
    f->albedo = malloc(mips_bytes());
    f->normal = malloc(mips_bytes());
    f->emission = malloc(mips_bytes());
    f->scene.planets = calloc(3, sizeof *f->scene.planets);
    if (!f->picture || !f->other || !f->albedo || !f->normal || !f->emission || !f->scene.planets)
        return -1;
    return open_studio(&f->studio, SIZE, SIZE);
}

static inline int end_group(void **state) {
    fixture *f = *state;
    close_studio(&f->studio);
    free(f->picture);
    free(f->other);
    free(f->albedo);
    free(f->normal);
    free(f->emission);
    for (int i = 0; i < 3; i++)
        tr_recipe_destroy(f->scene.planets[i].recipe);
    free(f->scene.planets);
    free(f);
    return 0;
}

#define PICTURE_TEST(function) cmocka_unit_test_setup_teardown(function, start_scene, check_debug)
