// Displaced planets in the lit picture: their light, their outline and their visibility. Needs EGL with OpenGL
// 3.3, no display.
#include "painted_planets.h"

#include <glad/gl.h>

// Uploads maps and a mesh: an ellipsoid with the half axes `axes`, in planet radii.
static tr_status upload_ellipsoid(fixture *f, int index, painter albedo, const float axes[3]) {
    enum { columns = 256 };
    tr_recipe *ball;
    tr_mesh mesh = {.columns = columns,
                    .positions = malloc((size_t)tr_mesh_vertices(columns) * sizeof *mesh.positions),
                    .normals = malloc((size_t)tr_mesh_vertices(columns) * sizeof *mesh.normals),
                    .triangles = malloc((size_t)tr_mesh_triangles(columns) * sizeof *mesh.triangles)};
    tr_surface *surface;
    assert_int_equal(tr_recipe_create(&ball, NULL), TR_OK);
    assert_int_equal(tr_surface_create(ball, tr_isa_best(), NULL, NULL, &surface, NULL), TR_OK);
    tr_surface_make_mesh(surface, &mesh);
    tr_surface_destroy(surface);
    tr_recipe_destroy(ball);
    for (int i = 0; i < tr_mesh_vertices(columns); i++) {
        float *p = mesh.positions[i], *n = mesh.normals[i], across = 0, length = 0;
        for (int k = 0; k < 3; k++)
            across += p[k] * p[k] / (axes[k] * axes[k]);
        for (int k = 0; k < 3; k++) {
            p[k] /= sqrtf(across), n[k] = p[k] / (axes[k] * axes[k]);
            length += n[k] * n[k];
        }
        for (int k = 0; k < 3; k++)
            n[k] /= sqrtf(length);
    }
    paint_map(f->albedo, albedo, 0, 255, 0);
    paint_map(f->normal, paint_level, 0, 127, 128);
    const tr_planet_maps maps = {
        .width = MAP, .levels = LEVELS, .albedo = f->albedo, .normal = f->normal, .mesh = mesh};
    const tr_status status = tr_renderer_set_maps(f->studio.renderer, index, &maps, NULL);
    free(mesh.positions);
    free(mesh.normals);
    free(mesh.triangles);
    return status;
}

static void set_ellipsoid(fixture *f, int index, painter albedo, const float axes[3]) {
    assert_int_equal(upload_ellipsoid(f, index, albedo, axes), TR_OK);
}

// A spherical mesh looks like a sphere. Only the edge differs a little: the mesh has several samples a pixel,
// the sphere is computed by a formula.
static void test_mesh_of_a_ball(void **state) {
    fixture *f = *state;
    tr_view view = default_view();
    view.stars = true;
    view.latitude_deg = 30, view.longitude_deg = 170; // over the seam
    view.sun[0] = -0.48, view.sun[1] = 0.36, view.sun[2] = 0.8;
    set_maps(f, 0, paint_smooth, paint_level, NULL, 0);
    draw(f, &view, f->other);
    set_ellipsoid(f, 0, paint_smooth, (const float[3]){1, 1, 1});
    draw(f, &view, f->picture);
    const double radius = expected_radius(3.2);
    int worst_edge = 0, worst = 0;
    double sum = 0;
    for (int j = 0; j < SIZE; j++)
        for (int i = 0; i < SIZE; i++) {
            const int off = abs(brightness(f->picture, i, j) - brightness(f->other, i, j));
            const bool edge = fabs(hypot(i + 0.5 - SIZE / 2.0, j + 0.5 - SIZE / 2.0) - radius) < 6;
            worst_edge = edge && off > worst_edge ? off : worst_edge;
            worst = !edge && off > worst ? off : worst;
            sum += off;
        }
    assert_true(worst <= 6);
    assert_true(worst_edge <= 250 && sum / (SIZE * SIZE) < 0.6);
    set_maps(f, 0, paint_smooth, paint_level, NULL, 0); // and a sphere again
    draw(f, &view, f->picture);
    assert_memory_equal(f->picture, f->other, (size_t)SIZE * SIZE * 3);
}

// The silhouette is that of the mesh: as wide and as high as the ellipsoid, also across the borders of tiles.
static void test_silhouette(void **state) {
    fixture *f = *state;
    tr_view view = default_view();
    view.distance_km = 12 * radius_km;
    set_ellipsoid(f, 0, paint_grey, (const float[3]){1, 0.5f, 0.8f}); // seen along x: 0.8 wide, 0.5 high
    draw(f, &view, f->picture);
    int width = 0, height = 0;
    for (int i = 0; i < SIZE; i++) {
        width += brightness(f->picture, i, SIZE / 2) > 20;
        height += brightness(f->picture, SIZE / 2, i) > 20;
    }
    // the outline of an ellipsoid seen from D: its half axis times D / sqrt(D^2 - its depth^2)
    const double unit = SIZE / 2.0 / tan(TR_FIELD_OF_VIEW_DEG / 2 * pi / 180) / sqrt(12 * 12 - 1);
    assert_true(fabs(width - 2 * 0.8 * unit) < 2 && fabs(height - 2 * 0.5 * unit) < 2);
}

// A sphere behind a flat mesh shows beyond the mesh's edge, and hides the mesh when it is in front.
static void test_mesh_among_balls(void **state) {
    fixture *f = *state;
    f->scene.planet_count = 2;
    set_ellipsoid(f, 0, paint_grey, (const float[3]){1, 0.3f, 1});
    set_maps(f, 1, paint_octants, paint_level, NULL, 0);
    tr_view view = default_view();
    const int middle = SIZE / 2, above = middle - (int)(0.5 * expected_radius(3.2));
    for (int front = 0; front < 2; front++) {
        f->scene.planets[1].position_km[0] = (front ? 1.5 : -1.5) * radius_km; // the camera looks along -x
        f->scene.planets[1].recipe->radius_km = (front ? 0.1 : 1) * radius_km;
        draw(f, &view, f->picture);
        const uint8_t *p = pixel(f->picture, middle - 3, middle + 3), *q = pixel(f->picture, middle + 2, above);
        const bool grey = p[0] == p[1] && p[1] == p[2], nothing = q[0] + q[1] + q[2] == 0;
        assert_true(grey == !front && nothing == front);
    }
}

// Outside of the picture, but nearer to its middle than the corners are: the mesh is not visible, and
// everything else is.
static void test_mesh_beside_the_picture(void **state) {
    fixture *f = *state;
    const tr_view view = default_view();
    set_maps(f, 0, paint_octants, paint_level, NULL, 0);
    draw(f, &view, f->other);
    f->scene.planet_count = 2;
    f->scene.planets[1].recipe->radius_km = 0.1 * radius_km;
    set_ellipsoid(f, 1, paint_grey, (const float[3]){1, 0.6f, 1});
    for (int axis = 1; axis < 3; axis++) {
        const double beside = 1.15 * 3.2 * tan(TR_FIELD_OF_VIEW_DEG / 2 * pi / 180) + 0.1;
        f->scene.planets[1].position_km[axis] = beside * radius_km;
        f->scene.planets[1].position_km[3 - axis] = 0;
        draw(f, &view, f->picture);
        assert_memory_equal(f->picture, f->other, (size_t)SIZE * SIZE * 3);
    }
}

static bool refused; // by the replaced OpenGL function

static GLenum tell_refusal(void) {
    const bool was = refused;
    refused = false;
    return was ? GL_OUT_OF_MEMORY : GL_NO_ERROR;
}

static void GLAD_API_PTR refuse_buffer(GLenum target, GLsizeiptr size, const void *data, GLenum usage) {
    (void)target, (void)size, (void)data, (void)usage;
    refused = true;
}

static void GLAD_API_PTR refuse_image(GLenum target, GLint level, GLint x, GLint y, GLsizei width,
                                      GLsizei height, GLenum format, GLenum type, const void *texels) {
    (void)target, (void)level, (void)x, (void)y, (void)width, (void)height, (void)format, (void)type,
        (void)texels;
    refused = true;
}

// Replaces planet 0, which may be an ellipsoid, by one that OpenGL has no memory for.
static void fail_upload(fixture *f, bool mesh) {
    const PFNGLGETERRORPROC get_error = glad_glGetError;
    const PFNGLBUFFERDATAPROC buffer_data = glad_glBufferData;
    const PFNGLTEXSUBIMAGE2DPROC image = glad_glTexSubImage2D;
    glad_glGetError = tell_refusal;
    if (mesh)
        glad_glBufferData = refuse_buffer;
    else
        glad_glTexSubImage2D = refuse_image;
    const tr_status status = upload_ellipsoid(f, 0, paint_octants, (const float[3]){1, 0.7f, 1});
    glad_glGetError = get_error, glad_glBufferData = buffer_data, glad_glTexSubImage2D = image;
    assert_int_equal(status, TR_NO_MEMORY);
}

// Where OpenGL has no memory for maps or for a mesh, the planet is a grey sphere, whatever it was before.
static void test_no_room(void **state) {
    fixture *f = *state;
    const tr_view view = default_view();
    fail_upload(f, false); // a sphere before
    draw(f, &view, f->other);
    for (int mesh = 0; mesh < 2; mesh++) {
        set_ellipsoid(f, 0, paint_octants, (const float[3]){1, 0.5f, 0.8f});
        fail_upload(f, mesh);
        assert_true(tr_renderer_bounding_radius(f->studio.renderer, 0) == 1);
        draw(f, &view, f->picture);
        assert_memory_equal(f->picture, f->other, (size_t)SIZE * SIZE * 3);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        PICTURE_TEST(test_mesh_of_a_ball),   PICTURE_TEST(test_silhouette),
        PICTURE_TEST(test_mesh_among_balls), PICTURE_TEST(test_mesh_beside_the_picture),
        PICTURE_TEST(test_no_room),
    };
    return cmocka_run_group_tests_name("meshes", tests, start_group, end_group);
}
