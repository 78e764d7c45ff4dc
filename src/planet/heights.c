// Heights of the ground at single directions, for who stands on it.
#include "planet/private/plan.h"

#include <math.h>

// A map whose texels span so much has about as many columns: the octaves that it is too coarse for are left
// out.
static int width_of(double texel) { return (int)(2 * TR_PI / texel + 0.5); }

tr_status tr_heights_create(const tr_surface *surface, tr_scratch **scratch, tr_error *error) {
    return plan_samples_create(surface, NULL, scratch, error);
}

// The layers that heights are made of. Errors: TR_BAD_INPUT where one lies on the plane.
static tr_status find_layers(const tr_surface *surface, bool layers[TR_MAX_LAYERS], tr_error *error) {
    bool channels[TR_MAX_CHANNELS] = {true};
    plan_mark_dependencies(surface, surface->layer_count, channels, layers);
    for (int i = 0; i < surface->layer_count; i++)
        if (layers[i] && surface->layers[i].plane)
            return tr_fail(
                error, TR_BAD_INPUT,
                "this planet is a flat map (\"domain\": \"plane\"): it has no height at a direction");
    return TR_OK;
}

static bool normalise(const float direction[3], float *x, float *y, float *z) {
    const double a = (double)direction[0], b = (double)direction[1], c = (double)direction[2];
    const double square = a * a + b * b + c * c;
    if (!(square > 0 && square <= 1e300)) // no number is nothing, either
        return false;
    const double length = sqrt(square);
    *x = (float)(a / length), *y = (float)(b / length), *z = (float)(c / length);
    return true;
}

tr_status tr_surface_heights(const tr_surface *surface, tr_scratch *scratch, int count, const float *directions,
                             double texel, float *heights, tr_error *error) {
    enum { most = TR_BATCH_SAMPLES }; // directions may be far apart: more at a time share nothing
    bool layers[TR_MAX_LAYERS] = {false};
    if (!(texel >= 1e-6 && texel <= 0.1))
        return tr_fail(error, TR_BAD_USAGE, "a texel of %g radians: 1e-6 … 0.1 are possible", texel);
    const tr_status status = find_layers(surface, layers, error);
    for (int first = 0; first < count && status == TR_OK; first += most) {
        const int some = count - first < most ? count - first : most;
        const tr_rectangle where = {.width = width_of(texel), .rows = 1, .columns = some};
        float x[most] = {0}, y[most] = {0}, z[most] = {0}, *out = heights + first;
        for (int i = 0; i < some; i++)
            if (!normalise(directions + 3 * (size_t)(first + i), &x[i], &y[i], &z[i]))
                return tr_fail(error, TR_BAD_USAGE, "direction %d is (0, 0, 0) or no number", first + i);
        plan_samples_evaluate(surface, scratch, &(plan_wanted){0, surface->layer_count, layers}, &where,
                              &(tr_samples){.x = x, .y = y, .z = z}, out);
        for (int i = 0; i < some; i++)
            out[i] = plan_true_height(out[i]);
    }
    return status;
}
