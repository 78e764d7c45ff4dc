// Computes normals of a band from the heights of its window: in every projection by steps of π/H along great
// circles.
// More: docs/internals/patches.md.
#include "noise/maths/trig.h"
#include "planet/private/block.h"

static float *heights_of_row(const tr_scratch *s, int row) {
    return s->height + plan_place(s->window, row, s->window.column);
}

// ---- equirectangular ---------------------------------------------------------------------------

// Heights one step to the east (direction 1) or west (-1) of every texel of a row, bilinear.
static void shift_row(const tr_surface *surface, const tr_scratch *s, const tr_patch *p, int row, int direction,
                      float *out) {
    const int width = p->resolution, columns = s->window.columns;
    const plan_stride step = plan_step_east(width, row);
    const float *near = heights_of_row(s, row), *far = step.rows < 0 ? near - columns : near + columns;
    const float fraction = (float)(step.rows < 0 ? -step.rows : step.rows);
    const double place = direction * step.columns;
    const int whole = (int)floor(place);
    const float part = (float)(place - whole);
    int column = p->x + whole - s->window.column;
    if (columns == width) // a window that wraps round the map
        column = (column % width + width) % width;
    for (int i = 0, count; i < p->width; i += count, column = column + count == width ? 0 : column + count) {
        const int left = columns == width ? width - 1 - column : p->width;
        count = p->width - i < left ? p->width - i : left;
        if (count > 0) {
            TR_KERNEL_OF(surface->isa, tr_texel_shift)
            (count, near + column, far + column, part, fraction, out + i);
            continue;
        }
        const float near_seam[] = {near[column], near[0]}, far_seam[] = {far[column], far[0]};
        TR_KERNEL_OF(surface->isa, tr_texel_shift)(1, near_seam, far_seam, part, fraction, out + i);
        count = 1;
    }
}

static void slope_row(const tr_surface *surface, tr_scratch *s, const tr_patch *p, int row) {
    const struct scratch_row *r = &s->rows[row - s->window.row];
    const double columns = surface->shape->columns, v = (row + 0.5) * columns / p->resolution;
    for (int i = 0; i < p->width; i++) {
        const int k = p->x - s->window.column + i;
        plan_shape_slope(surface->shape, (p->x + i + 0.5) * columns / p->resolution, v, s->east_x[k],
                         s->east_z[k], r->around, r->up, &s->slope_east[i], &s->slope_north[i]);
    }
}

// ---- cube --------------------------------------------------------------------------------------

// The direction of a texel of a face: (east_x around, up, east_z around).
typedef struct face_texel {
    double east_x, east_z, around, up;
} face_texel;

static face_texel find_texel(const tr_face *face, double a, double b) {
    const double length = sqrt(1 + a * a + b * b);
    face_texel t;
    double d[3];
    for (int i = 0; i < 3; i++)
        d[i] = (face->major[i] + a * face->right[i] + b * face->down[i]) / length;
    t.around = sqrt(d[0] * d[0] + d[2] * d[2]);
    t.up = d[1];
    t.east_x = t.around > 0 ? d[0] / t.around : 1; // at a pole: longitude 0
    t.east_z = t.around > 0 ? d[2] / t.around : 0;
    return t;
}

static void slope_face_row(const tr_surface *surface, tr_scratch *s, const tr_face *face, int count,
                           const double *across, double down) {
    const double columns = surface->shape->columns;
    for (int i = 0; i < count; i++) {
        const face_texel t = find_texel(face, across[i], down);
        const double turn = tr_atan2(-t.east_z, t.east_x) / (2 * TR_PI) + 0.5, polar = tr_atan2(t.around, t.up);
        plan_shape_slope(surface->shape, turn * columns, polar / (2 * TR_PI) * columns, (float)t.east_x,
                         (float)t.east_z, (float)t.around, (float)t.up, &s->slope_east[i], &s->slope_north[i]);
    }
}

static void face_row(const tr_surface *surface, tr_scratch *s, const tr_patch *p, int row, double tan_step) {
    const plan_window w = s->window;
    const tr_face_heights of = {.face = &tr_faces[p->face],
                                .resolution = p->resolution,
                                .tan_step = tan_step,
                                .heights = s->height,
                                .column = w.column,
                                .row = w.row,
                                .columns = w.columns};
    const double *across = s->across + (p->x - w.column), down = s->rows[row - w.row].down;
    TR_KERNEL_OF(surface->isa, tr_texel_face_steps)
    (&of, p->width, across, down, s->east, s->west, s->north, s->south);
    if (surface->shape)
        slope_face_row(surface, s, of.face, p->width, across, down);
}

// ---- exaggeration of slopes ----------------------------------------------------------------------

// Exaggeration makes hills visible on a globe. Maps much wider than a globe show hillsides, which would all
// become cliffs with the same factor. So the factor fades to 1 with the fourth root of the texel size.
static double slope_scale(const tr_surface *surface, int width) {
    const double globe = 8192, relief = surface->slope_exaggeration;
    if (width <= globe || relief <= 1)
        return surface->slope_scale;
    return surface->slope_scale * (1 + (relief - 1) * sqrt(sqrt(globe / width))) / relief;
}

// ---- rows --------------------------------------------------------------------------------------

static float clamp_slope(float slope) { return slope < -1e4f ? -1e4f : slope > 1e4f ? 1e4f : slope; }

static void put_unit(float x, float y, float z, float *out) {
    const float length = sqrtf(x * x + y * y + z * z);
    out[0] = x / length, out[1] = y / length, out[2] = z / length;
}

// Computes the values that encode_row encodes; texel_kernel.c explains them.
static void measure_row(const tr_surface *surface, const tr_scratch *s, int count, int width, const float *here,
                        const float *north, const float *south, float *normals, float *ground) {
    const plan_shape *shape = surface->shape;
    const float ball = (float)(slope_scale(surface, width) * width / (4 * TR_PI)),
                per_step = (float)(width / (4 * TR_PI));
    for (int i = 0; i < count; i++) {
        const float e = shape ? s->slope_east[i] : 0, n = shape ? s->slope_north[i] : 0;
        const float scale =
            shape ? (float)shape->slope_exaggeration * per_step / ((float)shape->radius_m + here[i]) : ball;
        const float own =
            shape ? 1 - (float)shape->slope_exaggeration : 0; // slopes of the mesh are not exaggerated
        const float east = clamp_slope((s->east[i] - s->west[i]) * scale + own * e);
        const float up = clamp_slope((north[i] - south[i]) * scale + own * n);
        if (ground)
            put_unit(-east, -up, 1, ground + 3 * i);
        const float m2 = 1 + e * e, l2 = m2 + n * n, m = sqrtf(m2), l = sqrtf(l2);
        if (normals)
            put_unit((e - east) / m, (n * e * east - up * m2 + n) / (l * m), (e * east + n * up + 1) / l,
                     normals + 3 * i);
    }
}

// Encodes normals from differences of height over two steps of 2π/width.
static void encode_row(const tr_surface *surface, const tr_scratch *s, int count, int width, const float *here,
                       const float *north, const float *south, uint8_t *out) {
    if (!surface->shape) {
        TR_KERNEL_OF(surface->isa, tr_texel_encode_normal)
        (count, s->east, s->west, north, south, (float)(slope_scale(surface, width) * width / (4 * TR_PI)),
         out);
        return;
    }
    const tr_mesh_ground ground = {.radius_m = (float)surface->shape->radius_m,
                                   .per_step = (float)(width / (4 * TR_PI)),
                                   .slope_exaggeration = (float)surface->shape->slope_exaggeration,
                                   .slope_east = s->slope_east,
                                   .slope_north = s->slope_north};
    TR_KERNEL_OF(surface->isa, tr_texel_encode_mesh_normal)
    (count, &ground, here, s->east, s->west, north, south, out);
}

// Computes all requested outputs of a row, given the heights to its north and south.
static void finish_row(const tr_surface *surface, const tr_scratch *s, const tr_band *band, int row, int width,
                       const float *here, const float *north, const float *south) {
    const tr_patch *p = &band->patch;
    const size_t first = 3 * (size_t)(row - p->y) * (size_t)p->width;
    if (band->texels[TR_MAP_NORMAL])
        encode_row(surface, s, p->width, width, here, north, south,
                   (uint8_t *)band->texels[TR_MAP_NORMAL] + first);
    float *normals = band->texels[TR_BAND_NORMALS], *ground = band->texels[TR_BAND_GROUND];
    if (normals || ground)
        measure_row(surface, s, p->width, width, here, north, south, normals ? normals + first : NULL,
                    ground ? ground + first : NULL);
}

void plan_bake_normals(const tr_surface *surface, tr_scratch *s, const tr_band *band) {
    const tr_patch *p = &band->patch;
    const int width = plan_map_width(*p), columns = s->window.columns;
    const size_t cells = (size_t)s->window.rows * (size_t)columns;
    if (surface->sea)
        for (size_t i = 0; i < cells; i++)
            s->height[i] = s->height[i] < 0 ? 0 : s->height[i];
    double sine, cosine;
    tr_sincos(2 * TR_PI / width, &sine, &cosine);
    for (int row = p->y; row < p->y + p->height; row++) {
        const float *here = heights_of_row(s, row) + (p->x - s->window.column);
        if (p->projection == TR_CUBE) {
            face_row(surface, s, p, row, sine / cosine);
            finish_row(surface, s, band, row, width, here, s->north, s->south);
            continue;
        }
        shift_row(surface, s, p, row, 1, s->east);
        shift_row(surface, s, p, row, -1, s->west);
        if (surface->shape)
            slope_row(surface, s, p, row);
        finish_row(surface, s, band, row, width, here, here - columns, here + columns);
    }
}
