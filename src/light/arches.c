#include "light/arches.h"

#include "base/hash.h"

static double draw(uint64_t seed, int i, int k) {
    return tr_hash_unit(tr_hash_pair(seed, (uint64_t)i * 16 + (uint64_t)k));
}

bool tr_corona_exists(const tr_recipe *recipe) {
    return recipe->limb_darkening > 0 && recipe->air.glow > 0 && recipe->air.thickness > 0;
}

// They lie along lines inclined to the equator, most of them within 60 degrees of it.
tr_arch tr_arch_draw(const tr_recipe *recipe, int i) {
    const uint64_t seed = tr_recipe_seed(recipe, "prominences");
    const double longitude = 2 * TR_PI * (i + draw(seed, i, 0)) / TR_ARCHES,
                 side = draw(seed, i, 1) < 0.5 ? -1 : 1;
    const double latitude = side * tr_radians(8 + 50 * draw(seed, i, 2)),
                 lean = side * (0.5 + draw(seed, i, 3));
    const tr_vec east = {-sin(longitude), 0, -cos(longitude)};
    const tr_vec foot = {cos(latitude) * cos(longitude), sin(latitude), -cos(latitude) * sin(longitude)};
    const tr_vec north = tr_vec_cross(foot, east);
    const double large = draw(seed, i, 4), size = 0.025 + 0.1 * large * large * large;
    return (tr_arch){.foot = foot,
                     .along = tr_vec_add(tr_vec_scale(east, cos(lean)), tr_vec_scale(north, sin(lean))),
                     .half_width = size * (0.7 + 1.3 * draw(seed, i, 5)),
                     .height = size * (0.8 + 0.6 * draw(seed, i, 6))};
}

tr_vec tr_corona_place(const tr_recipe *recipe) {
    const uint64_t seed = tr_recipe_seed(recipe, "corona");
    return (tr_vec){32 * draw(seed, 0, 0), 32 * draw(seed, 0, 1), 32 * draw(seed, 0, 2)};
}
