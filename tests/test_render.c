// The lit picture: sun, orientation, seams, sizes and visibility. Needs EGL with OpenGL 3.3, no display.
#include "painted_planets.h"
#include "render/private/program.h"

#include <unistd.h>

// ---- light ----------------------------------------------------------------------------------------

// The centroid of the light lies on the side of the sun, for the 26 directions of a cube's faces, edges and
// corners. A planet lit from the front is full, one lit from behind is dark.
static void test_sun_side(void **state) {
    fixture *f = *state;
    for (int k = 0; k < 27; k++) {
        tr_view view = default_view();
        const double x = k % 3 - 1, y = k / 3 % 3 - 1, z = k / 9 - 1, length = sqrt(x * x + y * y + z * z);
        if (length == 0)
            continue;
        view.latitude_deg = 20;
        view.longitude_deg = 13 * k;
        view.sun[0] = x / length, view.sun[1] = y / length, view.sun[2] = z / length;
        draw(f, &view, f->picture);
        double sum = 0, right = 0, up = 0;
        for (int j = 0; j < SIZE; j++)
            for (int i = 0; i < SIZE; i++) {
                const double light = linear(pixel(f->picture, i, j)[1]);
                sum += light;
                right += light * (i + 0.5 - SIZE / 2.0);
                up -= light * (j + 0.5 - SIZE / 2.0);
            }
        const double aside = hypot(x, y), away = hypot(right, up);
        if (aside > 0) {
            assert_true(away / sum > 5);                               // pixels
            assert_true((right * x + up * y) / (away * aside) > 0.99); // towards the sun
        } else if (z > 0) {
            assert_true(away / sum < 0.5 && sum > 2000);
        } else {
            assert_true(sum < 60); // starlight
        }
    }
}

// Without a sun direction in the view, the star's place in the scene decides.
static void test_sun_of_scene(void **state) {
    fixture *f = *state;
    tr_view view = default_view();
    view.sun[2] = 0;
    view.longitude_deg = 0; // above +X, where the star is
    draw(f, &view, f->picture);
    const double full = total_light(f->picture);
    view.longitude_deg = 180;
    draw(f, &view, f->picture);
    assert_true(total_light(f->picture) < 0.05 * full);
    view.longitude_deg = 90; // the star is to the left: longitude 0 is west of here
    draw(f, &view, f->picture);
    assert_true(brightness(f->picture, SIZE / 4, SIZE / 2) >
                3 * brightness(f->picture, SIZE * 3 / 4, SIZE / 2));
}

static void test_emission(void **state) {
    fixture *f = *state;
    tr_view view = default_view();
    view.sun[2] = -1;
    draw(f, &view, f->picture);
    assert_true(brightness(f->picture, SIZE / 2, SIZE / 2) < 30);
    set_maps(f, 0, paint_grey, paint_level, paint_octants, 0);
    view.latitude_deg = view.longitude_deg = 45;
    draw(f, &view, f->picture);
    assert_true(brightness(f->picture, SIZE / 2, SIZE / 2) > 400); // red, green and blue are all strong here
    view.latitude_deg = view.longitude_deg = -45;
    draw(f, &view, f->picture);
    assert_true(pixel(f->picture, SIZE / 2, SIZE / 2)[2] > pixel(f->picture, SIZE / 2, SIZE / 2)[0] + 60);
    f->scene.planets[0].recipe->emission_strength = 0;
    draw(f, &view, f->picture);
    assert_true(brightness(f->picture, SIZE / 2, SIZE / 2) < 30);
}

// Smooth ground reflects the sun at the point half way between it and the camera. Rough ground and ground under
// clouds do not.
static void test_specular(void **state) {
    fixture *f = *state;
    tr_view view = default_view();
    view.distance_km = 50 * radius_km; // lines of sight are nearly parallel
    view.sun[0] = sin(1.2), view.sun[2] = cos(1.2);
    enum { texels = 4 * 2 };
    static const uint8_t black[3 * texels],
        full[4 * texels] = {
            [3] = 255, [7] = 255, [11] = 255, [15] = 255, [19] = 255, [23] = 255, [27] = 255, [31] = 255};
    uint8_t level[3 * texels], orm[3 * texels];
    for (int i = 0; i < 3 * texels; i++)
        level[i] = i % 3 == 2 ? 255 : 128;
    const double radius = expected_radius(50);
    for (int rough = 0; rough < 3; rough++) {
        for (int i = 0; i < 3 * texels; i++)
            orm[i] = (uint8_t)(i % 3 == 0 ? 255 : i % 3 == 1 ? (rough == 1 ? 255 : 76) : 0);
        const tr_planet_maps maps = {.width = 4,
                                     .levels = 1,
                                     .albedo = black,
                                     .normal = level,
                                     .orm = orm,
                                     .clouds = rough == 2 ? full : NULL};
        upload_maps(&f->studio, 0, &maps);
        view.clouds = true;
        draw(f, &view, f->picture);
        const int x = (int)(SIZE / 2.0 + radius * sin(0.6)), y = SIZE / 2;
        if (rough == 0) {
            assert_true(brightness(f->picture, x, y) > 200);
            assert_true(brightness(f->picture, x, y) > 5 * brightness(f->picture, SIZE / 2, y));
        } else
            assert_true(brightness(f->picture, x, y) < 20); // black clouds over it, too
        view.clouds = false;
        draw(f, &view, f->picture);
        assert_true((brightness(f->picture, x, y) > 200) == (rough != 1));
    }
}

// Clouds cover the ground where they are, by their alpha, and only when the view requests them.
static void test_clouds(void **state) {
    fixture *f = *state;
    enum { texels = 4 * 2 };
    uint8_t ground[3 * texels], level[3 * texels], clouds[4 * texels];
    for (int i = 0; i < texels; i++) {
        const uint8_t cloud[] = {255, 255, 255, i < 4 ? 255 : 0}; // the northern row
        memcpy(ground + 3 * i, (const uint8_t[]){80, 0, 0}, 3);
        memcpy(level + 3 * i, (const uint8_t[]){128, 128, 255}, 3);
        memcpy(clouds + 4 * i, cloud, 4);
    }
    const tr_planet_maps maps = {.width = 4, .levels = 1, .albedo = ground, .normal = level, .clouds = clouds};
    upload_maps(&f->studio, 0, &maps);
    f->scene.planets[0].recipe->clouds.altitude_km = 6;
    tr_view view = default_view();
    view.distance_km = 50 * radius_km;
    const int up = (int)(0.85 * expected_radius(50)); // 58 degrees north
    for (int shown = 0; shown < 2; shown++) {
        view.clouds = shown;
        draw(f, &view, f->picture);
        const uint8_t *north = pixel(f->picture, SIZE / 2, SIZE / 2 - up),
                      *south = pixel(f->picture, SIZE / 2, SIZE / 2 + up);
        assert_true(south[0] > 20 && south[1] < 10);
        assert_true(shown ? north[0] > 150 && north[1] > 150 : north[0] > 20 && north[1] < 10);
    }
}

// The air makes a halo that fades steadily and ends at the height that the recipe sets.
static void test_air(void **state) {
    fixture *f = *state;
    tr_recipe *recipe = f->scene.planets[0].recipe;
    recipe->air = (tr_air){.srgb = {110, 160, 255}, .thickness = 0.12, .density = 0.7};
    tr_view view = default_view();
    view.distance_km = 4 * radius_km;
    view.sun[0] = 0.8, view.sun[2] = 0.6;
    draw(f, &view, f->picture);
    const int centre = SIZE / 2;
    const int limb = centre + (int)ceil(expected_radius(4)) + 1;
    const int top = centre + (int)ceil(expected_radius(4 / 1.12)) + 1;
    assert_true(pixel(f->picture, limb, centre)[2] > 60); // blue, on the side of the sun
    assert_true(pixel(f->picture, limb, centre)[2] > pixel(f->picture, limb, centre)[0]);
    for (int x = limb; x < SIZE - 1; x++)
        assert_true(brightness(f->picture, x + 1, centre) <= brightness(f->picture, x, centre) + 2);
    assert_true(brightness(f->picture, top - 3, centre) <= 12);
    assert_int_equal(brightness(f->picture, top, centre), 0);
    assert_true(brightness(f->picture, SIZE - 1 - limb, centre) < 20); // night
}

// Every planet of a picture has its own air, in any order of painting.
static void test_air_of_two(void **state) {
    fixture *f = *state;
    f->scene.planet_count = 2;
    for (int i = 0; i < 2; i++)
        f->scene.planets[i].recipe->air = (tr_air){.srgb = {110, 160, 255}, .thickness = 0.12, .density = 0.7};
    f->scene.planets[1].position_km[2] = 3 * radius_km; // at the left, as seen from +X
    tr_view view = default_view();
    view.distance_km = 12 * radius_km;
    for (int target = 0; target < 2; target++) {
        view.target = target;
        draw(f, &view, f->picture);
        const int pixels = (int)(SIZE / 2.0 / tan(TR_FIELD_OF_VIEW_DEG / 2 * pi / 180));
        const int aside = 3 * pixels / 12 * (target ? 1 : -1), limb = (int)ceil(expected_radius(12)) + 1;
        assert_true(pixel(f->picture, SIZE / 2, SIZE / 2 - limb)[2] > 40);
        assert_true(pixel(f->picture, SIZE / 2 + aside, SIZE / 2 - limb)[2] > 40);
        assert_true(brightness(f->picture, SIZE / 2, SIZE / 2) > 100);
        assert_true(brightness(f->picture, SIZE / 2 + aside, SIZE / 2) > 100);
    }
}

// Emissive ground with limb darkening is darker and redder at its limb. The air of a star shines on all sides,
// independent of the sun, and only beyond the limb.
static void test_star(void **state) {
    fixture *f = *state;
    tr_recipe *recipe = f->scene.planets[0].recipe;
    set_maps(f, 0, paint_black, paint_level, paint_white, 0);
    recipe->emission_strength = 0.4;
    tr_view view = default_view();
    view.sun[2] = -1;
    draw(f, &view, f->picture);
    const int centre = SIZE / 2, limb = centre + (int)(0.97 * expected_radius(3.2));
    const int outside = centre + (int)(1.04 * expected_radius(3.2));
    assert_true(abs(brightness(f->picture, limb, centre) - brightness(f->picture, centre, centre)) < 6);
    assert_int_equal(brightness(f->picture, outside, centre), 0);
    recipe->limb_darkening = 0.6;
    recipe->air = (tr_air){.srgb = {255, 160, 60}, .thickness = 0.3, .density = 0.03, .glow = 1};
    draw(f, &view, f->other);
    const uint8_t *edge = pixel(f->other, limb, centre);
    assert_true(abs(brightness(f->other, centre, centre) - brightness(f->picture, centre, centre)) < 25);
    assert_true(brightness(f->other, limb, centre) < 0.85 * brightness(f->other, centre, centre));
    assert_true(edge[0] > edge[1] + 5 && edge[1] > edge[2] + 5);
    // streamers: some light everywhere, more in some places, and far away only above some of these
    view.distance_km = 3.7 * radius_km;
    draw(f, &view, f->other);
    double sum[2] = {0, 0}, least[2] = {1e9, 1e9}, most[2] = {0, 0};
    for (int k = 0; k < 360; k++)
        for (int far = 0; far < 2; far++) {
            const double r = (far ? 1.15 : 1.03) * expected_radius(3.7), turn = k * pi / 180;
            const double light =
                brightness(f->other, (int)(centre + r * cos(turn)), (int)(centre + r * sin(turn)));
            sum[far] += light / 360, least[far] = fmin(least[far], light), most[far] = fmax(most[far], light);
        }
    assert_true(least[0] > 5 && most[0] > 2 * least[0]);
    assert_true(most[1] > 4 * (least[1] + 1));
    assert_true(sum[1] < 0.6 * sum[0]);
}

// ---- places ---------------------------------------------------------------------------------------

static void assert_octant(const uint8_t *p, bool east, bool north, bool near_zero) {
    const bool bright[3] = {east, north, near_zero};
    for (int c = 0; c < 3; c++)
        assert_true(bright[c] ? p[c] > 120 : p[c] < 90);
}

// Latitude and longitude name the point under the camera; north is up, east is to the right.
static void test_orientation(void **state) {
    fixture *f = *state;
    set_maps(f, 0, paint_octants, paint_level, NULL, 0);
    tr_view view = default_view();
    const int low = SIZE * 2 / 5, high = SIZE * 3 / 5, middle = SIZE / 2;
    draw(f, &view, f->picture);
    assert_octant(pixel(f->picture, high, low), true, true, true);
    assert_octant(pixel(f->picture, low, low), false, true, true);
    assert_octant(pixel(f->picture, high, high), true, false, true);
    for (int longitude = -135; longitude <= 135; longitude += 90)
        for (int latitude = -45; latitude <= 45; latitude += 90) {
            view.longitude_deg = longitude, view.latitude_deg = latitude;
            f->scene.planets[0].rotation_rad = 0;
            draw(f, &view, f->picture);
            assert_octant(pixel(f->picture, middle, middle), longitude > 0, latitude > 0, abs(longitude) < 90);
            view.longitude_deg = longitude + 90;
            f->scene.planets[0].rotation_rad = pi / 2; // the planet has rotated
            draw(f, &view, f->picture);
            assert_octant(pixel(f->picture, middle, middle), longitude > 0, latitude > 0, abs(longitude) < 90);
        }
}

// Seen straight down on the pole, east is still to the right. A tilt leans the axis to the right.
static void test_pole_and_tilt(void **state) {
    fixture *f = *state;
    set_maps(f, 0, paint_octants, paint_level, NULL, 0);
    tr_view view = default_view();
    const int low = SIZE * 2 / 5, high = SIZE * 3 / 5;
    view.latitude_deg = 90;
    draw(f, &view, f->picture);
    assert_octant(pixel(f->picture, high, high), true, true, true);
    assert_octant(pixel(f->picture, low, high), false, true, true);
    assert_octant(pixel(f->picture, high, low), true, true, false);
    f->scene.planets[0].recipe->tilt_deg = 90;
    view.latitude_deg = 0;
    draw(f, &view, f->picture);
    assert_octant(pixel(f->picture, high, high), true, true, true); // north to the right, east down
    assert_octant(pixel(f->picture, low, high), true, false, true);
    assert_octant(pixel(f->picture, high, low), false, true, true);
}

// Two radii from the centre the horizon is 30 degrees away from straight down. With the view direction raised
// by that, it runs level through the middle, for any heading. When heading east, north is at the left.
static void test_look_up(void **state) {
    fixture *f = *state;
    set_maps(f, 0, paint_white, paint_level, NULL, 0);
    for (int heading = 0; heading < 360; heading += 90) {
        tr_view view = default_view();
        view.distance_km = 2 * radius_km;
        view.look_up_deg = 30, view.look_heading_deg = heading;
        draw(f, &view, f->picture);
        for (int x = SIZE / 2 - 10; x <= SIZE / 2 + 10; x++) {
            assert_true(brightness(f->picture, x, SIZE / 2 + 6) > 60);
            assert_true(brightness(f->picture, x, SIZE / 2 - 6) < 10);
        }
    }
    set_maps(f, 0, paint_octants, paint_level, NULL, 0);
    tr_view view = default_view();
    view.distance_km = 1.5 * radius_km;
    view.look_up_deg = 15, view.look_heading_deg = 90;
    draw(f, &view, f->picture);
    assert_true(pixel(f->picture, SIZE / 5, SIZE / 2)[1] >
                pixel(f->picture, SIZE - SIZE / 5, SIZE / 2)[1] + 60);
}

// Grain finer than the maps appears where the camera is close, on ground but not on gas, and keeps the mean
// light.
static void test_detail(void **state) {
    fixture *f = *state;
    set_maps(f, 0, paint_grey, paint_level, NULL, 0);
    for (int close = 0; close < 2; close++) {
        tr_view view = default_view();
        view.distance_km = (close ? 1.05 : 20) * radius_km;
        f->scene.planets[0].recipe->gas = true;
        draw(f, &view, f->other);
        f->scene.planets[0].recipe->gas = false;
        draw(f, &view, f->picture);
        double sum = 0, squares = 0;
        for (int j = 0; j < SIZE; j++)
            for (int i = 0; i < SIZE; i++) {
                const double off = brightness(f->picture, i, j) - brightness(f->other, i, j);
                sum += off, squares += off * off;
            }
        const double mean = sum / (SIZE * SIZE), strength = sqrt(squares / (SIZE * SIZE));
        assert_true(close ? strength > 6 && strength < 120 && fabs(mean) < 0.5 * strength : strength == 0);
    }
}

// At the pole the picture is as sharp as elsewhere, though a pixel there spans all longitudes.
static void test_sharp_pole(void **state) {
    fixture *f = *state;
    set_maps(f, 0, paint_cap, paint_level, NULL, 0);
    tr_view view = default_view();
    view.latitude_deg = 90;
    draw(f, &view, f->picture);
    const double cap = 5 * pi / 180, pixels = SIZE / 2.0 / tan(TR_FIELD_OF_VIEW_DEG / 2 * pi / 180);
    const double edge = pixels * sin(cap) / (3.2 - cos(cap)); // of the cap's edge in the picture
    for (int i = 0; i < SIZE; i++) {
        const double away = fabs(i + 0.5 - SIZE / 2.0);
        if (away < edge - 4)
            assert_true(brightness(f->picture, i, SIZE / 2) > 700);
        else if (away > edge + 4)
            assert_true(brightness(f->picture, i, SIZE / 2) < 40);
    }
}

// A map that depends only on the direction in space gives the same picture however the planet has rotated below
// it: no line where u wraps, no blur or star at the poles.
static void check_turns(fixture *f, tr_quality quality, painter albedo, painter normal, double worst,
                        double mean) {
    static const double turns_deg[] = {90, 180, 37};
    static const double cameras[][2] = {{0, 180}, {90, 0}, {-90, 30}, {35, 170}};
    for (size_t c = 0; c < sizeof cameras / sizeof *cameras; c++) {
        tr_view view = default_view();
        view.latitude_deg = cameras[c][0], view.longitude_deg = cameras[c][1];
        view.quality = quality;
        view.sun[0] = 0.48, view.sun[1] = 0.36, view.sun[2] = 0.8;
        f->scene.planets[0].rotation_rad = 0;
        set_maps(f, 0, albedo, normal, NULL, 0);
        draw(f, &view, f->picture);
        for (size_t t = 0; t < sizeof turns_deg / sizeof *turns_deg; t++) {
            f->scene.planets[0].rotation_rad = turns_deg[t] * pi / 180;
            set_maps(f, 0, albedo, normal, NULL, f->scene.planets[0].rotation_rad);
            draw(f, &view, f->other);
            int greatest = 0, sum = 0;
            for (int i = 0; i < SIZE * SIZE * 3; i++) {
                const int difference = abs(f->picture[i] - f->other[i]);
                greatest = difference > greatest ? difference : greatest;
                sum += difference;
            }
            assert_true(greatest <= worst);
            assert_true(sum <= mean * SIZE * SIZE * 3);
        }
    }
}

// under sanitizers only one of them, because Mesa is slow there
enum { first_quality = under_sanitizer ? TR_QUALITY_COUNT - 1 : 0 };

static void test_no_seam(void **state) {
    for (int quality = first_quality; quality < TR_QUALITY_COUNT; quality++)
        check_turns(*state, (tr_quality)quality, paint_smooth, paint_level, 2, 0.3);
}

// Tangents rotate quickly around the pole itself, where a few texels mix them. Nowhere else do normals show a
// seam.
static void test_no_seam_in_normals(void **state) {
    for (int quality = first_quality; quality < TR_QUALITY_COUNT; quality++)
        check_turns(*state, (tr_quality)quality, paint_grey, paint_leaning, 30, 0.25);
}

// The qualities that use one mip level for each planet (software OpenGL) hardly differ from the best one, from
// near and far.
static void test_qualities(void **state) {
    fixture *f = *state;
    set_maps(f, 0, paint_smooth, paint_leaning, paint_cap, 0);
    tr_view view = default_view();
    view.latitude_deg = 60;
    for (double distance = 1.3; distance < 40; distance *= 2.7) {
        view.distance_km = distance * radius_km;
        view.quality = TR_QUALITY_FINE;
        draw(f, &view, f->picture);
        view.quality = TR_QUALITY_FULL;
        draw(f, &view, f->other);
        int sum = 0;
        for (int i = 0; i < SIZE * SIZE * 3; i++)
            sum += abs(f->picture[i] - f->other[i]);
        assert_true(sum < 0.25 * SIZE * SIZE * 3);
    }
}

// Where the map begins and ends, its first and last column are filtered like any two neighbours.
static void test_wrap(void **state) {
    fixture *f = *state;
    uint8_t albedo[8 * 4 * 3], level[8 * 4 * 3];
    for (int i = 0; i < 8 * 4; i++)
        for (int c = 0; c < 3; c++) {
            albedo[3 * i + c] = i % 8 < 4 ? 40 : 220; // a step in the middle and one at the ends
            level[3 * i + c] = c == 2 ? 255 : 128;
        }
    const tr_planet_maps maps = {.width = 8, .levels = 1, .albedo = albedo, .normal = level};
    upload_maps(&f->studio, 0, &maps);
    tr_view view = default_view();
    for (view.longitude_deg = 0; view.longitude_deg <= 180; view.longitude_deg += 180) {
        draw(f, &view, f->picture);
        for (int x = SIZE / 2 - 20; x < SIZE / 2 + 20; x++)
            assert_true(abs(brightness(f->picture, x + 1, SIZE / 2) - brightness(f->picture, x, SIZE / 2)) <
                        45);
        const int left = brightness(f->picture, SIZE / 4, SIZE / 2);
        const int right = brightness(f->picture, SIZE * 3 / 4, SIZE / 2);
        assert_true(view.longitude_deg > 0 ? left > right + 150 : right > left + 150);
    }
}

static double dot(vec a, vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

// A normal map lights the ground by its slopes: in the middle of the picture the light is n.l.
static void test_normals(void **state) {
    static const double cameras[][2] = {{0, 90}, {0, -150}, {45, 90}, {60, -60}, {-50, 10}, {-30, 179.9}};
    fixture *f = *state;
    // Almost no air, but enough to select plain Lambert shading instead of that of dust.
    f->scene.planets[0].recipe->air = (tr_air){.srgb = {255, 255, 255}, .thickness = 1e-4, .density = 1e-9};
    tr_view view = default_view();
    view.sun[0] = -0.48, view.sun[1] = 0.36, view.sun[2] = 0.8;
    set_maps(f, 0, paint_grey, paint_level, NULL, 0);
    draw(f, &view, f->picture);
    const double level = middle_light(f->picture, 3) / 0.8;
    set_maps(f, 0, paint_grey, paint_leaning, NULL, 0);
    for (size_t i = 0; i < sizeof cameras / sizeof *cameras; i++) {
        view.latitude_deg = cameras[i][0], view.longitude_deg = cameras[i][1];
        draw(f, &view, f->picture);
        const double lat = cameras[i][0] * pi / 180, lon = cameras[i][1] * pi / 180;
        const vec up = direction_of(lon, lat), east = {-sin(lon), 0, -cos(lon)};
        const vec north = direction_of(lon, lat + pi / 2);
        const vec n = paint_leaning(up, 0); // east, north, up; the sun likewise
        const double expected = dot(n, (vec){view.sun[0], view.sun[1], view.sun[2]});
        const vec lean = {0.5, 0, 0.2}; // the map was made for this normal
        assert_true(fabs(dot(lean, east) * n.z - n.x) < 1e-9 && fabs(dot(lean, north) * n.z - n.y) < 1e-9);
        assert_true(fabs(middle_light(f->picture, 3) / level - expected) < 0.02);
    }
}

// ---- sizes ----------------------------------------------------------------------------------------

// The area of an evenly glowing disc gives the diameter. Edge pixels count by their light.
static void test_size(void **state) {
    static const double distances[] = {3.05, 4, 10, 50, 200};
    fixture *f = *state;
    set_maps(f, 0, paint_black, paint_level, paint_white, 0);
    f->scene.star.radius_km = 0;                         // its glow would add to the light
    f->scene.planets[0].recipe->emission_strength = 0.4; // stays linear through the tone curve
    tr_view view = default_view();
    view.sun[2] = -1;
    for (size_t i = 0; i < sizeof distances / sizeof *distances; i++) {
        view.distance_km = distances[i] * radius_km;
        draw(f, &view, f->picture);
        const double radius = expected_radius(distances[i]);
        const double area = total_light(f->picture) / middle_light(f->picture, fmax(radius / 2, 1));
        assert_true(fabs(sqrt(area / pi) - radius) < 0.05);
    }
}

// Each pixel of a supersampled picture is the mean of four pixels of one that is twice as wide and high. At the
// limb it differs from a plain picture.
static void test_sharp_pictures(void **state) {
    fixture *f = *state;
    set_maps(f, 0, paint_white, paint_level, NULL, 0);
    tr_view view = default_view();
    static uint8_t plain[SIZE * SIZE * 3];
    draw(f, &view, f->picture);
    view.width_px = view.height_px = SIZE / 2;
    draw(f, &view, plain);
    view.sharp = true;
    draw(f, &view, f->other);
    double most = 0, worst_plain = 0;
    for (int y = 0; y < SIZE / 2; y++)
        for (int x = 0; x < SIZE / 2; x++) {
            double mean = 0;
            for (int k = 0; k < 4; k++)
                mean += linear(pixel(f->picture, 2 * x + k % 2, 2 * y + k / 2)[1]) / 4;
            const int line = y + SIZE / 2; // rows of OpenGL start at the bottom
            const double sharp = linear(pixel(f->other, x, line)[1]), rough = linear(pixel(plain, x, line)[1]);
            most = fmax(most, 255 * fabs(sharp - mean)),
            worst_plain = fmax(worst_plain, 255 * fabs(rough - mean));
        }
    print_message("sharp is off by %.1f, plain by %.1f\n", most, worst_plain);
    assert_true(most <= 4 && worst_plain >= 3 * most);
}

// In the middle of the disc, maps have about one texel for each pixel of the HDR framebuffer, as long as that
// costs little.
static void test_maps_are_as_wide_as_the_video(void **state) {
    (void)state;
    const struct {
        int height_px, plain, sharp;
    } views[] = {{40, 512, 512}, {100, 512, 1024}, {400, 2048, 4096}, {800, 4096, 4096}, {1200, 8192, 8192}};
    for (size_t i = 0; i < sizeof views / sizeof views[0]; i++) {
        tr_view view = {.width_px = 64, .height_px = views[i].height_px};
        assert_int_equal(tr_view_map_width(&view, 3), views[i].plain);
        view.sharp = true;
        assert_int_equal(tr_view_map_width(&view, 3), views[i].sharp);
    }
}

// Where a disc becomes a point its light does not jump, and it falls with the square of the distance.
static void test_point(void **state) {
    fixture *f = *state;
    set_maps(f, 0, paint_white, paint_level, NULL, 0);
    tr_view view = default_view();
    const double one_pixel = SIZE / 2.0 / tan(TR_FIELD_OF_VIEW_DEG / 2 * pi / 180); // radius of a pixel there
    view.distance_km = 0.98 * one_pixel * radius_km;
    draw(f, &view, f->picture);
    const double disc = total_light(f->picture);
    view.distance_km = 1.02 * one_pixel * radius_km;
    draw(f, &view, f->picture);
    const double point = total_light(f->picture);
    assert_true(point > 0.75 * disc && point < 1.1 * disc);
    view.distance_km *= 2;
    draw(f, &view, f->picture);
    assert_true(fabs(total_light(f->picture) / point - 0.25) < 0.06);
}

// An emissive planet is as bright as a point as its disc was, and a star is bright from any distance.
static void test_glowing_point(void **state) {
    fixture *f = *state;
    set_maps(f, 0, paint_black, paint_level, paint_white, 0);
    tr_view view = default_view();
    view.sun[0] = 1, view.sun[2] = 0; // the scene's star is not in the picture
    const double one_pixel = SIZE / 2.0 / tan(TR_FIELD_OF_VIEW_DEG / 2 * pi / 180); // radius of a pixel there
    double light[2];
    for (int k = 0; k < 2; k++) {
        f->scene.planets[0].recipe->limb_darkening = k * 0.6;
        view.distance_km = 0.98 * one_pixel * radius_km;
        draw(f, &view, f->picture);
        const double disc = total_light(f->picture);
        view.distance_km = 1.02 * one_pixel * radius_km;
        draw(f, &view, f->picture);
        const double point = total_light(f->picture);
        assert_true(point > 0.75 * disc && point < 1.25 * disc);
        view.distance_km = 20000 * radius_km;
        draw(f, &view, f->picture);
        light[k] = total_light(f->picture) / point;
    }
    assert_true(light[0] < 0.01 && light[1] > 0.9);
}

// Every distance from just above the ground to very far away gives a picture, without gaps.
static void test_extremes(void **state) {
    fixture *f = *state;
    f->scene.planets[0].recipe->air = (tr_air){.srgb = {110, 160, 255}, .thickness = 0.05, .density = 0.7};
    tr_view view = default_view();
    for (double distance = 1.02; distance < 1.6; distance *= 1.1) {
        view.distance_km = distance * radius_km;
        draw(f, &view, f->picture);
        for (int i = 0; i < SIZE * SIZE; i++)
            assert_true(f->picture[3 * i + 1] > 40);
    }
    view.distance_km = 1e5 * radius_km;
    draw(f, &view, f->picture);
    assert_true(brightness(f->picture, 0, 0) == 0);
}

// ---- several bodies -------------------------------------------------------------------------------

// The nearer planet covers the farther one, in any order of the scene.
static void test_far_to_near(void **state) {
    fixture *f = *state;
    f->scene.planet_count = 2;
    f->scene.planets[1].recipe->radius_km = radius_km / 4;
    set_maps(f, 0, paint_white, paint_level, NULL, 0);
    set_maps(f, 1, paint_black, paint_level, NULL, 0);
    tr_view view = default_view();            // from +X
    view.sun[0] = 0.5, view.sun[2] = 0.86603; // so that neither shades the other
    const int middle = SIZE / 2;
    f->scene.planets[1].position_km[0] = 1.6 * radius_km; // in front of the target
    draw(f, &view, f->picture);
    assert_true(brightness(f->picture, middle, middle) < 60);
    assert_true(brightness(f->picture, middle + (int)(0.9 * expected_radius(3.2)), middle) > 300);
    f->scene.planets[1].position_km[0] = -1.6 * radius_km; // behind it
    draw(f, &view, f->picture);
    assert_true(brightness(f->picture, middle, middle) > 300);
    f->scene.planets[1].position_km[0] = 20 * radius_km; // behind the camera
    draw(f, &view, f->other);
    assert_memory_equal(f->picture, f->other, (size_t)SIZE * SIZE * 3);
}

// Other planets are at their places in the scene: +Y up, and +Z to the left of a camera above +X.
static void test_places_of_others(void **state) {
    fixture *f = *state;
    f->scene.planet_count = 3;
    f->scene.planets[1].position_km[2] = 1.8 * radius_km;
    f->scene.planets[2].position_km[1] = 1.8 * radius_km;
    f->scene.planets[1].recipe->radius_km = f->scene.planets[2].recipe->radius_km = radius_km / 8;
    set_maps(f, 1, paint_white, paint_level, NULL, 0);
    set_maps(f, 2, paint_white, paint_level, NULL, 0);
    tr_view view = default_view();
    view.distance_km = 8 * radius_km;
    draw(f, &view, f->picture);
    const int middle = SIZE / 2;
    const int aside = (int)(SIZE / 2.0 * 1.8 / 8 / tan(TR_FIELD_OF_VIEW_DEG / 2 * pi / 180));
    assert_true(brightness(f->picture, middle - aside, middle) > 300);
    assert_true(brightness(f->picture, middle, middle - aside) > 300);
    assert_true(brightness(f->picture, middle + aside, middle) < 30);
    assert_true(brightness(f->picture, middle, middle + aside) < 30);
}

// A planet at the side of the picture is full when the star is at the camera: its light is even on all sides.
static void test_light_of_others(void **state) {
    fixture *f = *state;
    f->scene.planet_count = 2;
    f->scene.planets[0].recipe->radius_km = radius_km / 100;
    f->scene.planets[1].position_km[2] = 2 * radius_km;
    f->scene.star.position_km[0] = 8 * radius_km;
    f->scene.star.radius_km = 1;
    f->scene.planets[1].recipe->air = (tr_air){.srgb = {255, 255, 255}, .thickness = 1e-4, .density = 1e-9};
    set_maps(f, 1, paint_white, paint_level, NULL, 0);
    tr_view view = default_view();
    view.distance_km = 8 * radius_km;
    view.sun[2] = 0;
    draw(f, &view, f->picture);
    const double pixels = SIZE / 2.0 / tan(TR_FIELD_OF_VIEW_DEG / 2 * pi / 180);
    const int middle = SIZE / 2 - (int)(2.0 / 8 * pixels), away = (int)(0.8 * pixels / 8);
    const int left = brightness(f->picture, middle - away, SIZE / 2);
    const int right = brightness(f->picture, middle + away, SIZE / 2);
    assert_true(left > 200 && abs(left - right) < 40);
}

// The sky has stars, planets hide them, and they move with the scene when the camera turns.
static void test_stars(void **state) {
    fixture *f = *state;
    tr_view view = default_view();
    view.stars = true;
    view.sun[2] = -1;
    f->scene.star.radius_km = 0; // its disc and glow are not counted here
    draw(f, &view, f->picture);
    int outside = 0, inside = 0;
    for (int j = 0; j < SIZE; j++)
        for (int i = 0; i < SIZE; i++) {
            const double away = hypot(i + 0.5 - SIZE / 2.0, j + 0.5 - SIZE / 2.0);
            const int light = brightness(f->picture, i, j);
            outside += away > expected_radius(3.2) + 2 && light > 60;
            inside += away < expected_radius(3.2) - 2 && light > 30;
        }
    assert_true(outside > 20);
    assert_int_equal(inside, 0);
    view.longitude_deg = 25;
    draw(f, &view, f->other);
    assert_memory_not_equal(f->picture, f->other, (size_t)SIZE * SIZE * 3);
}

// The star shows where the view puts it.
static void test_star_disc(void **state) {
    fixture *f = *state;
    tr_view view = default_view();
    view.distance_km = 20 * radius_km;
    const double aside = tan(12 * pi / 180), length = sqrt(aside * aside + 1);
    view.sun[0] = aside / length, view.sun[2] = -1 / length;
    draw(f, &view, f->picture);
    const int x = (int)(SIZE / 2.0 + aside * SIZE / 2.0 / tan(TR_FIELD_OF_VIEW_DEG / 2 * pi / 180));
    assert_true(brightness(f->picture, x, SIZE / 2) > 700);
    assert_true(brightness(f->picture, SIZE - x, SIZE / 2) < 30);
}

// ---- the renderer itself --------------------------------------------------------------------------

static void test_repeat(void **state) {
    fixture *f = *state;
    f->scene.planets[0].recipe->air = (tr_air){.srgb = {110, 160, 255}, .thickness = 0.05, .density = 0.7};
    set_maps(f, 0, paint_smooth, paint_leaning, paint_octants, 0);
    tr_view view = default_view();
    view.stars = true;
    draw(f, &view, f->picture);
    memset(f->other, 0, (size_t)SIZE * SIZE * 3);
    draw(f, &view, f->other);
    assert_memory_equal(f->picture, f->other, (size_t)SIZE * SIZE * 3);
}

// Maps of another size replace the old ones. A planet without maps is grey.
static void test_replace_maps(void **state) {
    fixture *f = *state;
    tr_view view = default_view();
    set_maps(f, 0, paint_octants, paint_level, paint_white, 0);
    static const uint8_t red[] = {200, 10, 10, 200, 10, 10}, level[] = {128, 128, 255, 128, 128, 255};
    const tr_planet_maps maps = {.width = 2, .levels = 1, .albedo = red, .normal = level};
    upload_maps(&f->studio, 0, &maps);
    draw(f, &view, f->picture);
    const uint8_t *p = pixel(f->picture, SIZE / 2, SIZE / 2);
    assert_true(p[0] > 150 && p[1] < 60 && p[2] < 60);

    f->scene.planet_count = 3;
    view.target = 2;
    studio fresh = {.offscreen = f->studio.offscreen};
    assert_int_equal(tr_renderer_create(tr_offscreen_loader(), false, &fresh.renderer, NULL), TR_OK);
    take_picture(&fresh, &f->scene, &view, f->picture);
    tr_renderer_destroy(fresh.renderer);
    assert_true(p[0] > 80 && p[0] == p[1] && p[1] == p[2]);
}

static tr_gl_procedure load_nothing(const char *name) {
    (void)name;
    return NULL;
}

// Result for test_no_opengl: 0 correct, 1 wrong, 2 this OpenGL cannot emulate an old version.
static int try_old_opengl(void) {
    tr_error error = {.status = TR_OK};
    tr_offscreen *offscreen = NULL;
    setenv("MESA_GL_VERSION_OVERRIDE", "2.1", 1);
    const tr_status status = tr_offscreen_create(SIZE, SIZE, &offscreen, &error);
    if (status == TR_OK)
        return 2;
    const bool told =
        strstr(error.message, "needed OpenGL 3.3 core") && strstr(error.message, "found OpenGL 2.1");
    return status == TR_NO_OPENGL && !offscreen && told ? 0 : 1;
}

// A renderer that has used many programs continues when there is no memory for another one.
static void test_many_programs(void **state) {
    (void)state;
    tr_programs *programs = calloc(1, sizeof *programs);
    assert_non_null(programs);
    for (int i = 0; i <= TR_MOST_PROGRAMS; i++) {
        char defines[32];
        snprintf(defines, sizeof defines, "#define VARIANT_%d\n", i);
        assert_non_null(tr_programs_use(programs, "layer.vert", "sky.frag", defines));
    }
    assert_int_equal(programs->count, 1);
    assert_non_null(tr_programs_use(programs, "layer.vert", "sky.frag", ""));
    tr_programs_destroy(programs);
    free(programs);
}

// Old OpenGL is distinguished from an internal error, and the message names the required and the found version.
// Runs in its own process, because Mesa reads the variable once.
static void test_no_opengl(void **state) {
    if (!is_posix)
        skip();
    (void)state;
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        _exit(try_old_opengl());
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    if (WEXITSTATUS(status) == 2)
        skip();
    assert_int_equal(WEXITSTATUS(status), 0);
}

static void test_no_functions(void **state) {
    (void)state;
    tr_error error = {.status = TR_OK};
    tr_renderer *renderer = NULL;
    assert_int_equal(tr_renderer_create(load_nothing, true, &renderer, &error), TR_NO_OPENGL);
    assert_null(renderer);
    assert_non_null(strstr(error.message, "needed OpenGL 3.3 core"));
    assert_non_null(strstr(error.message, "found none"));
}

static void test_too_large(void **state) {
    (void)state;
    tr_error error = {.status = TR_OK};
    tr_offscreen *offscreen = NULL;
    assert_int_equal(tr_offscreen_create(1000000, 16, &offscreen, &error), TR_BAD_USAGE);
    assert_null(offscreen);
}

// An OpenGL error is counted, and its message is kept.
static void test_debug_counts(void **state) {
    (void)state;
    tr_error error = {.status = TR_OK};
    tr_offscreen *offscreen = NULL;
    tr_renderer *renderer = NULL;
    assert_int_equal(tr_offscreen_create(16, 16, &offscreen, &error), TR_OK);
    assert_int_equal(tr_renderer_create(tr_offscreen_loader(), true, &renderer, &error), TR_OK);
    assert_int_equal(tr_renderer_debug_errors(renderer), 0);
    assert_string_equal(tr_renderer_debug_message(renderer), "");
    assert_non_null(strstr(tr_renderer_description(renderer), "OpenGL "));
    void (*const enable)(unsigned) = (void (*)(unsigned))tr_offscreen_loader()("glEnable");
    enable(0xdead);
    if (tr_renderer_debug_errors(renderer) == 0) // this OpenGL has no KHR_debug
        skip();
    assert_int_equal(tr_renderer_debug_errors(renderer), 1);
    assert_true(strlen(tr_renderer_debug_message(renderer)) > 0);
    tr_renderer_destroy(renderer);
    tr_offscreen_destroy(offscreen);
}

static GLenum say_no_room(void) { return GL_OUT_OF_MEMORY; }

// What is allocated while a picture is painted may find no memory.
static void test_no_room(void **state) {
    fixture *f = *state;
    const PFNGLGETERRORPROC get_error = glad_glGetError;
    const tr_view view = default_view();
    draw(f, &view, f->picture);
    glad_glGetError = say_no_room;
    tr_error error = {0};
    const tr_status status = tr_renderer_draw(f->studio.renderer, &f->scene, &view, &error);
    glad_glGetError = get_error;
    assert_int_equal(status, TR_NO_MEMORY);
    assert_non_null(strstr(error.message, "no memory"));
}

static bool refused; // by the replaced OpenGL function

static GLenum tell_refusal(void) {
    const bool was = refused;
    refused = false;
    return was ? GL_OUT_OF_MEMORY : GL_NO_ERROR;
}

static void GLAD_API_PTR refuse_to_read(GLint x, GLint y, GLsizei width, GLsizei height, GLenum format,
                                        GLenum type, void *texels) {
    (void)x, (void)y, (void)width, (void)height, (void)format, (void)type, (void)texels;
    refused = true;
}

static void test_no_room_to_read(void **state) {
    fixture *f = *state;
    tr_error error = {0};
    const PFNGLGETERRORPROC get_error = glad_glGetError;
    const PFNGLREADPIXELSPROC read_pixels = glad_glReadPixels;
    glad_glGetError = tell_refusal, glad_glReadPixels = refuse_to_read;
    const tr_status status = tr_offscreen_read(f->studio.offscreen, NULL, f->picture, &error);
    glad_glGetError = get_error, glad_glReadPixels = read_pixels;
    assert_int_equal(status, TR_NO_MEMORY);
    assert_non_null(strstr(error.message, "no memory"));
}

static void GLAD_API_PTR refuse_volume(GLenum target, GLint level, GLint internal, GLsizei width,
                                       GLsizei height, GLsizei depth, GLint border, GLenum format, GLenum type,
                                       const void *texels) {
    (void)target, (void)level, (void)internal, (void)width, (void)height, (void)depth, (void)border;
    (void)format, (void)type, (void)texels;
    refused = true;
}

// Without memory for the volume of near ground's grain there is no picture. The next picture has it.
static void test_no_room_for_detail(void **state) {
    fixture *f = *state;
    tr_view view = default_view();
    view.distance_km = 1.05 * radius_km;
    tr_renderer *usual = f->studio.renderer;
    tr_error error = {0};
    f->scene.planets[0].recipe->gas = false;
    draw(f, &view, f->other);
    assert_int_equal(tr_renderer_create(tr_offscreen_loader(), false, &f->studio.renderer, &error), TR_OK);
    set_maps(f, 0, paint_grey, paint_level, NULL, 0);
    const PFNGLGETERRORPROC get_error = glad_glGetError;
    const PFNGLTEXIMAGE3DPROC make_volume = glad_glTexImage3D;
    glad_glGetError = tell_refusal, glad_glTexImage3D = refuse_volume;
    const tr_status status = tr_renderer_draw(f->studio.renderer, &f->scene, &view, &error);
    glad_glGetError = get_error, glad_glTexImage3D = make_volume;
    assert_int_equal(status, TR_NO_MEMORY);
    draw(f, &view, f->picture);
    assert_memory_equal(f->picture, f->other, SIZE * SIZE * 3);
    tr_renderer_destroy(f->studio.renderer);
    f->studio.renderer = usual;
}

static atomic_bool stop;
static int draws, stop_after;

static void GLAD_API_PTR count_draws(GLenum mode, GLint first, GLsizei count) {
    (void)mode, (void)first, (void)count;
    if (++draws == stop_after)
        atomic_store(&stop, true);
}

// A stop waits only for the draw call that OpenGL is executing.
static void test_stop(void **state) {
    fixture *f = *state;
    tr_view view = default_view();
    view.stars = true;
    const PFNGLDRAWARRAYSPROC draw_arrays = glad_glDrawArrays;
    glad_glDrawArrays = count_draws;
    tr_renderer_set_stop(f->studio.renderer, &stop);
    tr_error whole = {0}, stopped = {0};
    draws = stop_after = 0;
    const tr_status done = tr_renderer_draw(f->studio.renderer, &f->scene, &view, &whole);
    const int all = draws;
    draws = 0, stop_after = 2;
    const tr_status status = tr_renderer_draw(f->studio.renderer, &f->scene, &view, &stopped);
    glad_glDrawArrays = draw_arrays;
    tr_renderer_set_stop(f->studio.renderer, NULL);
    assert_int_equal(done, TR_OK);
    assert_true(all > 4);
    assert_int_equal(status, TR_STOPPED);
    assert_int_equal(stopped.status, TR_STOPPED);
    assert_int_equal(draws, 2);
}

// A picture that can be stopped is painted in strips, with the same result.
static void test_strips(void **state) {
    fixture *f = *state;
    tr_view view = default_view();
    view.stars = true;
    atomic_bool never = false;
    assert_true(SIZE * SIZE > TR_STRIP_PX);
    take_picture(&f->studio, &f->scene, &view, f->picture);
    tr_renderer_set_stop(f->studio.renderer, &never);
    take_picture(&f->studio, &f->scene, &view, f->other);
    tr_renderer_set_stop(f->studio.renderer, NULL);
    assert_memory_equal(f->picture, f->other, SIZE * SIZE * 3);
}

int main(void) {
    const struct CMUnitTest contexts[] = {
        cmocka_unit_test(test_no_opengl),
        cmocka_unit_test(test_too_large),
        cmocka_unit_test(test_debug_counts),
        cmocka_unit_test(test_no_functions),
    };
    const struct CMUnitTest pictures[] = {
        PICTURE_TEST(test_sun_side),
        PICTURE_TEST(test_sun_of_scene),
        PICTURE_TEST(test_emission),
        PICTURE_TEST(test_specular),
        PICTURE_TEST(test_clouds),
        PICTURE_TEST(test_air),
        PICTURE_TEST(test_air_of_two),
        PICTURE_TEST(test_star),
        PICTURE_TEST(test_many_programs),
        PICTURE_TEST(test_orientation),
        PICTURE_TEST(test_pole_and_tilt),
        PICTURE_TEST(test_no_seam),
        PICTURE_TEST(test_no_seam_in_normals),
        PICTURE_TEST(test_normals),
        PICTURE_TEST(test_qualities),
        PICTURE_TEST(test_wrap),
        PICTURE_TEST(test_look_up),
        PICTURE_TEST(test_detail),
        PICTURE_TEST(test_sharp_pole),
        PICTURE_TEST(test_light_of_others),
        PICTURE_TEST(test_size),
        PICTURE_TEST(test_sharp_pictures),
        PICTURE_TEST(test_maps_are_as_wide_as_the_video),
        PICTURE_TEST(test_point),
        PICTURE_TEST(test_glowing_point),
        PICTURE_TEST(test_extremes),
        PICTURE_TEST(test_far_to_near),
        PICTURE_TEST(test_places_of_others),
        PICTURE_TEST(test_stars),
        PICTURE_TEST(test_star_disc),
        PICTURE_TEST(test_repeat),
        PICTURE_TEST(test_replace_maps),
        PICTURE_TEST(test_no_room),
        PICTURE_TEST(test_no_room_for_detail),
        PICTURE_TEST(test_no_room_to_read),
        PICTURE_TEST(test_strips),
        PICTURE_TEST(test_stop),
    };
    const int failed = cmocka_run_group_tests_name("contexts", contexts, NULL, NULL);
    return failed + cmocka_run_group_tests_name("pictures", pictures, start_group, end_group);
}
