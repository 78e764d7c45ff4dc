/* A game without the game: it makes a planet on its own job system while it loads, takes textures from it in
 * patches and as a cube map, stands things on its ground, and changes a knob. C99, and C++17 as it is.
 *
 *     game TYPE SEED FOLDER
 *
 * writes albedo.ppm, face_0.ppm … face_5.ppm and, with the knob turned, rougher.ppm into the folder. */
#include "jobs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <terrella/terrella.h>

enum { WIDTH = 1024, HEIGHT = WIDTH / 2, FACE = WIDTH / 4 };

static int fail(const tr_error *error) {
    fprintf(stderr, "game: %s: %s\n", tr_status_text(error->status), error->message);
    return 1;
}

static int write_ppm(const char *folder, const char *name, int width, int height, const unsigned char *rgb) {
    char path[1024];
    FILE *file;
    int ok;
    snprintf(path, sizeof path, "%s/%s.ppm", folder, name);
    file = fopen(path, "wb");
    ok = file && fprintf(file, "P6 %d %d 255\n", width, height) > 0 &&
         fwrite(rgb, 3, (size_t)width * height, file) == (size_t)width * height;
    if (file && fclose(file) != 0)
        ok = 0;
    if (!ok)
        fprintf(stderr, "game: could not write %s\n", path);
    return ok;
}

static tr_status bake_albedo(const tr_planet *planet, const tr_patch *patch, unsigned char *rgb,
                             tr_error *error) {
    void *texels[TR_MAP_COUNT] = {NULL};
    texels[TR_MAP_ALBEDO] = rgb;
    return tr_planet_bake(planet, patch, texels, NULL, error);
}

/* The map as a game streams it: strips as wide as the map, which are no higher than what is uploaded in a
 * frame. */
static tr_status bake_map(const tr_planet *planet, unsigned char *rgb, tr_error *error) {
    tr_status status = TR_OK;
    int y, rows = 100;
    for (y = 0; y < HEIGHT && status == TR_OK; y += rows) {
        tr_patch strip = {TR_EQUIRECT, 0, WIDTH, 0, 0, WIDTH, 0};
        strip.y = y;
        strip.height = HEIGHT - y < rows ? HEIGHT - y : rows;
        status = bake_albedo(planet, &strip, rgb + (size_t)3 * WIDTH * y, error);
    }
    return status;
}

/* The faces for a cube map, which a shader looks up with directions of the planet's frame. */
static int write_faces(const tr_planet *planet, const char *folder, unsigned char *rgb, tr_error *error) {
    int face;
    for (face = 0; face < 6; face++) {
        tr_patch patch = {TR_CUBE, 0, FACE, 0, 0, FACE, FACE};
        char name[16];
        patch.face = face;
        snprintf(name, sizeof name, "face_%d", face);
        if (bake_albedo(planet, &patch, rgb, error) != TR_OK)
            return fail(error);
        if (!write_ppm(folder, name, FACE, FACE, rgb))
            return 1;
    }
    return 0;
}

/* A base for the player where the ground is dry, and how high it lies. */
static int find_base(const tr_planet *planet, tr_error *error) {
    float directions[36][3], heights[36];
    int i, best = 0;
    for (i = 0; i < 36; i++) { /* round the equator, a map's texels */
        tr_patch map = {TR_EQUIRECT, 0, 360, 0, 0, 360, 180};
        double d[3];
        tr_patch_direction(&map, 10 * i, 90, d);
        directions[i][0] = (float)d[0], directions[i][1] = (float)d[1], directions[i][2] = (float)d[2];
    }
    if (tr_planet_heights(planet, 36, directions[0], 2e-5, heights, error) != TR_OK)
        return fail(error);
    for (i = 1; i < 36; i++)
        if (heights[i] > heights[best])
            best = i;
    printf("base at longitude %d, %.0f m high\n", 10 * best - 180, (double)heights[best]);
    return 0;
}

static int play(tr_context *context, const char *type, uint64_t seed, const char *folder, unsigned char *rgb,
                tr_error *error) {
    const char *const rougher[] = {"noisiness=0.9"};
    tr_recipe *recipe = NULL;
    tr_planet *planet = NULL;
    int failed = 1;
    if (tr_recipe_of_type(type, seed, &recipe, error) != TR_OK ||
        tr_planet_create(context, recipe, NULL, &planet, error) != TR_OK ||
        bake_map(planet, rgb, error) != TR_OK)
        fail(error);
    else if (write_ppm(folder, "albedo", WIDTH, HEIGHT, rgb) && write_faces(planet, folder, rgb, error) == 0 &&
             find_base(planet, error) == 0) {
        /* the world changes: what the knob does not touch is kept */
        if (tr_recipe_set(recipe, 1, rougher, error) != TR_OK ||
            tr_planet_update(planet, recipe, NULL, error) != TR_OK || bake_map(planet, rgb, error) != TR_OK)
            fail(error);
        else
            failed = !write_ppm(folder, "rougher", WIDTH, HEIGHT, rgb);
    }
    tr_planet_destroy(planet);
    tr_recipe_destroy(recipe);
    return failed;
}

int main(int count, char **arguments) {
    const char *type = count > 1 ? arguments[1] : "earthlike", *folder = count > 3 ? arguments[3] : ".";
    const uint64_t seed = count > 2 ? strtoull(arguments[2], NULL, 10) : 1;
    unsigned char *rgb = (unsigned char *)malloc((size_t)3 * WIDTH * HEIGHT);
    jobs *system = jobs_create(3);
    tr_context_options options;
    tr_context *context = NULL;
    tr_error error;
    int failed = 1;
    memset(&error, 0, sizeof error);
    memset(&options, 0, sizeof options);
    options.threads = 3;
    options.run = jobs_run;
    options.system = system;
    if (!rgb || !system)
        fprintf(stderr, "game: out of memory\n");
    else if (tr_context_create(&options, &context, &error) != TR_OK)
        fail(&error);
    else
        failed = play(context, type, seed, folder, rgb, &error);
    tr_context_destroy(context);
    if (system)
        jobs_destroy(system);
    free(rgb);
    return failed;
}
