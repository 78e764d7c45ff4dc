// Planets: prepared recipes, and queries.
#include "base/memory.h"
#include "library/private/library.h"
#include "planet/mesh.h"
#include "planet/rings.h"

// A copy of the recipe, and its surface.
static tr_status make(const tr_context *context, const tr_recipe *from, const tr_surface *previous,
                      const tr_watch *watch, tr_recipe **recipe, tr_surface **surface, tr_error *error) {
    const tr_surface_options how = {
        .isa = context->isa, .pool = context->pool, .previous = previous, .watch = watch};
    *recipe = NULL;
    tr_status status = tr_recipe_copy(from, recipe, error);
    if (status == TR_OK)
        status = tr_budget_check(&context->budget, *recipe, NULL, error);
    if (status == TR_OK)
        status = tr_surface_make(*recipe, &how, surface, error);
    if (status != TR_OK)
        tr_recipe_destroy(*recipe);
    return status;
}

tr_status tr_planet_create(tr_context *context, const tr_recipe *recipe, const tr_watch *watch, tr_planet **out,
                           tr_error *error) {
    *out = NULL;
    tr_planet *planet = tr_calloc(1, sizeof *planet);
    kept *aside = tr_calloc(1, sizeof *aside);
    tr_status status = TR_NO_MEMORY;
    if (planet && aside)
        status = make(context, recipe, NULL, watch, &planet->recipe, &planet->surface, error);
    else
        tr_fail(error, status, "no memory for a planet");
    if (!planet || !aside || status != TR_OK) {
        tr_free(aside);
        tr_free(planet);
        return status;
    }
    aside->turn = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
    atomic_init(&aside->heights, NULL);
    planet->context = context;
    planet->kept = aside;
    *out = planet;
    return TR_OK;
}

tr_status tr_planet_update(tr_planet *planet, const tr_recipe *from, const tr_watch *watch, tr_error *error) {
    tr_recipe *recipe;
    tr_surface *surface;
    const tr_status status = make(planet->context, from, planet->surface, watch, &recipe, &surface, error);
    if (status != TR_OK)
        return status;
    tr_recipe_destroy(planet->recipe);
    tr_surface_destroy(planet->surface);
    tr_scratch_destroy(
        atomic_exchange(&planet->kept->heights, NULL)); // its size depends on the previous surface
    planet->recipe = recipe;
    planet->surface = surface;
    planet->kept->edited = true;
    return TR_OK;
}

void tr_planet_destroy(tr_planet *planet) {
    if (!planet)
        return;
    tr_recipe_destroy(planet->recipe);
    tr_surface_destroy(planet->surface);
    tr_cache_destroy(planet->kept->cache);
    pthread_mutex_destroy(&planet->kept->turn);
    tr_scratch_destroy(atomic_load(&planet->kept->heights));
    tr_free(planet->kept);
    tr_free(planet);
}

// ---- queries -------------------------------------------------------------------------------------

void tr_planet_describe(const tr_planet *planet, tr_planet_facts *facts) {
    const tr_recipe *r = planet->recipe;
    const double radius_m = r->radius_km * 1000;
    const bool rings = tr_recipe_has_rings(r);
    *facts = (tr_planet_facts){.radius_m = radius_m,
                               .height_min_m = r->height_min_m,
                               .height_max_m = r->height_max_m,
                               .sea = r->sea,
                               .type = r->type,
                               .seed = r->seed,
                               .gas = r->gas,
                               .maps = tr_recipe_maps(r),
                               .mesh_columns = tr_surface_mesh_columns(planet->surface),
                               .rings_inner_m = rings ? r->rings.inner * radius_m : 0,
                               .rings_outer_m = rings ? r->rings.outer * radius_m : 0};
}

tr_status tr_planet_heights(const tr_planet *planet, int count, const float *directions, double texel,
                            float *heights, tr_error *error) {
    if (count < 0)
        return tr_fail(error, TR_BAD_USAGE, "%d directions", count);
    tr_scratch *scratch = atomic_exchange(&planet->kept->heights, NULL); // concurrent calls make their own
    tr_status status = scratch ? TR_OK : tr_samples_create(planet->surface, NULL, &scratch, error);
    if (status != TR_OK)
        return status;
    status = tr_surface_heights(planet->surface, scratch, count, directions, texel, heights, error);
    tr_scratch_destroy(atomic_exchange(&planet->kept->heights, scratch));
    return status;
}

tr_status tr_planet_mesh(const tr_planet *planet, const tr_mesh *mesh, tr_error *error) {
    const int own = tr_surface_mesh_columns(planet->surface), columns = mesh->columns;
    if (columns < TR_MESH_LEAST || columns > TR_MESH_MOST || columns % 2 != 0)
        return tr_fail(error, TR_BAD_USAGE, "a mesh has an even number of columns, %d … %d, not %d",
                       TR_MESH_LEAST, TR_MESH_MOST, columns);
    if (own && columns != own)
        return tr_fail(error, TR_BAD_USAGE, "the mesh of this planet has %d columns, not %d", own, columns);
    tr_surface_make_mesh(planet->surface, mesh);
    return TR_OK;
}

tr_status tr_planet_rings(const tr_planet *planet, int width, uint8_t *rgba, tr_error *error) {
    if (!tr_recipe_has_rings(planet->recipe))
        return tr_fail(error, TR_BAD_USAGE, "this planet has no rings");
    if (width < 1)
        return tr_fail(error, TR_BAD_USAGE, "rings %d texels wide: must be at least 1", width);
    tr_rings_bake(planet->recipe, width, rgba);
    return TR_OK;
}
