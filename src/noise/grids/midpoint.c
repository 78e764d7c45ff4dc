#include "noise/grids/midpoint.h"
#include "base/size.h"

#include <math.h>
#include <string.h>

// ---- what numbers may be -----------------------------------------------------------------------

static tr_status check_size(const char *name, int size, int least, tr_error *error) {
    if (size < least || size > TR_MIDPOINT_MAX_SIZE)
        return tr_fail(error, TR_BAD_INPUT, "%s is %d: %d to %d are possible", name, size, least,
                       TR_MIDPOINT_MAX_SIZE);
    return TR_OK;
}

static tr_status check_real(const char *name, double value, double low, double high, tr_error *error) {
    if (!(value >= low && value <= high)) // not a number fails too
        return tr_fail(error, TR_BAD_INPUT, "%s is %g: %g to %g are possible", name, value, low, high);
    return TR_OK;
}

static tr_status check_values(const tr_midpoint_numbers *n, const tr_subdivision *field, tr_error *error) {
    const int64_t ends = field->x.edges == TR_EDGES_MIRROR; // a mirrored lattice has points at both ends
    const int64_t columns = (field->x.cells << field->levels) + ends;
    const int64_t rows = (field->y.cells << field->levels) + ends;
    for (int i = 0; i < n->given_count; i++) {
        const tr_given *p = &n->given[i];
        if (p->x < 0 || p->x >= columns || p->y < 0 || p->y >= rows)
            return tr_fail(error, TR_BAD_INPUT, "the given point (%lld, %lld) is outside of the map",
                           (long long)p->x, (long long)p->y);
        if (!isfinite(p->value))
            return tr_fail(error, TR_BAD_INPUT, "the given point (%lld, %lld) has no finite value",
                           (long long)p->x, (long long)p->y);
    }
    const size_t base_count = n->base ? (size_t)n->base_width * (size_t)n->base_height : 0;
    for (size_t i = 0; i < base_count; i++)
        if (!isfinite(n->base[i]))
            return tr_fail(error, TR_BAD_INPUT, "value %zu of the map to start from is not finite", i);
    return TR_OK;
}

static tr_status check(const tr_midpoint_numbers *n, tr_error *error) {
    const int least = n->wrap ? 1 : 2;
    tr_status status = check_size("width", n->width, 1, error);
    if (status == TR_OK)
        status = check_size("height", n->height, 1, error);
    if (status == TR_OK && n->base_width)
        status = check_size("base_width", n->base_width, least, error);
    if (status == TR_OK && n->base_height)
        status = check_size("base_height", n->base_height, least, error);
    if (status == TR_OK && n->base && (!n->base_width || !n->base_height))
        status = tr_fail(error, TR_BAD_INPUT, "the map to start from has no size");
    if (status == TR_OK)
        status = check_real("amplitude", n->amplitude, 0, 1e6, error);
    if (status == TR_OK)
        status = check_real("persistence", n->persistence, 0, 2, error);
    return status;
}

// ---- the field ---------------------------------------------------------------------------------

static void set_lattice(const tr_midpoint_numbers *n, tr_subdivision *field) {
    const tr_edges edges = n->wrap ? TR_EDGES_WRAP : TR_EDGES_MIRROR;
    const int end = n->wrap ? 0 : 1, usual = n->wrap ? 1 : 2;
    field->x = (tr_axis){edges, (n->base_width ? n->base_width : usual) - end};
    field->y = (tr_axis){edges, (n->base_height ? n->base_height : usual) - end};
    while ((field->x.cells << field->levels) + end < n->width ||
           (field->y.cells << field->levels) + end < n->height)
        field->levels++;
}

static void set_values(const tr_midpoint_numbers *n, tr_subdivision *field) {
    double first = n->amplitude;
    if (n->range == TR_MIDPOINT_NORMALIZED) {
        // Random numbers at their end everywhere would lift a point so far; a little more for roundings.
        double start = n->base ? 0 : 1;
        double most =
            start + n->persistence * tr_subdivision_range(field->levels, n->persistence, n->six_point);
        first = most > 0 ? 0.5 / (most * 1.00001) : 0;
    }
    field->base = n->base;
    field->base_centre = 0.5f;
    field->base_amplitude = (float)first;
    tr_subdivision_amplitudes(field, first * n->persistence, n->persistence);
    field->clamped = n->range == TR_MIDPOINT_CLAMPED;
    field->low = 0, field->high = 1;
}

tr_status tr_midpoint(const tr_midpoint_numbers *numbers, tr_isa isa, tr_pool *pool, float *out,
                      tr_error *error) {
    tr_status status = check(numbers, error);
    if (status != TR_OK)
        return status;
    tr_subdivision field = {.seed = numbers->seed, .six_point = numbers->six_point, .watch = numbers->watch};
    set_lattice(numbers, &field);
    set_values(numbers, &field);
    status = check_values(numbers, &field, error);
    tr_given *given = NULL;
    if (status == TR_OK && numbers->given_count > 0) {
        const size_t count = (size_t)numbers->given_count;
        given = tr_allocate(count, sizeof *given);
        if (given) {
            memcpy(given, numbers->given, count * sizeof *given);
            tr_given_sort(given, numbers->given_count);
            field.given = given, field.given_count = numbers->given_count;
        } else {
            status = tr_fail(error, TR_NO_MEMORY, "no memory for %zu given points", count);
        }
    }
    if (status == TR_OK)
        status = tr_subdivide(&field, isa, pool, 0, 0, numbers->width, numbers->height, out, error);
    tr_free(given);
    return status;
}
