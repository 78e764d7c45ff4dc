#include "noise/maths/trig.h"
#include "planet/private/block.h"

// Where the sample one step to the east lies, seen from a texel of a row: so many columns on and so many rows
// towards the south (negative: north). A step is π/H along a great circle, which leaves the circle of latitude.
typedef struct stride {
    double columns, rows;
} stride;

static stride step_east(int width, int row) {
    double step = 2 * TR_PI / width, polar = (row + 0.5) * step;
    double s, c, sine, cosine;
    tr_sincos(step, &s, &c);
    tr_sincos(polar, &sine, &cosine);
    double new_cosine = cosine * c, across = sine * c;
    double new_polar = tr_atan2(sqrt(s * s + across * across), new_cosine);
    return (stride){.columns = tr_atan2(s, across) / step, .rows = (new_polar - polar) / step};
}

// Heights a stride to the east (direction 1) or west (-1) of every texel of a row, bilinear.
static void shift_row(const tr_surface *surface, const float *height, int width, stride shift, int direction,
                      float *out) {
    const float *near = height, *far = shift.rows < 0 ? height - width : height + width;
    const float fraction = (float)(shift.rows < 0 ? -shift.rows : shift.rows);
    double place = direction * shift.columns;
    int whole = (int)floor(place);
    const float part = (float)(place - whole);
    const int first = ((whole % width) + width) % width;
    const int last = width - 1 - first; // the texel that sees the seam
    const float near_seam[] = {near[width - 1], near[0]}, far_seam[] = {far[width - 1], far[0]};
    surface->texel.shift(last, near + first, far + first, part, fraction, out);
    surface->texel.shift(1, near_seam, far_seam, part, fraction, out + last);
    surface->texel.shift(first, near, far, part, fraction, out + last + 1);
}

void plan_bake_normals(const tr_surface *surface, tr_scratch *s, const tr_band *band, uint8_t *out) {
    const int width = band->width;
    const size_t cells = (size_t)width * (size_t)(band->rows + 2 * halo);
    if (surface->sea)
        for (size_t i = 0; i < cells; i++)
            s->height[i] = s->height[i] < 0 ? 0 : s->height[i];
    const float scale = (float)(surface->slope_scale * width / (4 * TR_PI)); // over two steps of 2π/width
    for (int j = 0; j < band->rows; j++) {
        const float *height = s->height + (size_t)(j + halo) * (size_t)width;
        stride step = step_east(width, band->row + j);
        shift_row(surface, height, width, step, 1, s->east);
        shift_row(surface, height, width, step, -1, s->west);
        uint8_t *texels = out + 3 * (size_t)j * (size_t)width;
        if (surface->shape) {
            const struct scratch_row *r = &s->rows[j + halo];
            const tr_rectangle where = {.width = width, .row = band->row + j, .rows = 1, .columns = width};
            plan_shape_slopes(surface->shape, &where, s->east_x, s->east_z, r->around, r->up, s->slope_east,
                              s->slope_north);
            const tr_mesh_ground ground = {.radius_m = (float)surface->shape->radius_m,
                                           .per_step = (float)(width / (4 * TR_PI)),
                                           .relief = (float)surface->shape->relief,
                                           .slope_east = s->slope_east,
                                           .slope_north = s->slope_north};
            surface->texel.encode_mesh_normal(width, &ground, height, s->east, s->west, height - width,
                                              height + width, texels);
        } else
            surface->texel.encode_normal(width, s->east, s->west, height - width, height + width, scale,
                                         texels);
    }
}
