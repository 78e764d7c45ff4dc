#include "render/private/renderer.h"

#include "base/memory.h"
#include "base/size.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static void GLAD_API_PTR record_message(GLenum source, GLenum type, GLuint id, GLenum severity, GLsizei length,
                                        const GLchar *message, const void *user) {
    (void)id, (void)length;
    if (source == GL_DEBUG_SOURCE_SHADER_COMPILER) // program.c reports compiler messages
        return;
    if (type != GL_DEBUG_TYPE_ERROR && severity != GL_DEBUG_SEVERITY_HIGH)
        return;
    // OpenGL returns the pointer that it was given, as const.
    tr_renderer *renderer = (tr_renderer *)(uintptr_t)user;
    if (renderer->debug_errors++ == 0)
        snprintf(renderer->debug_message, sizeof renderer->debug_message, "%s", message);
}

static void start_debugging(tr_renderer *renderer) {
    if (!GLAD_GL_KHR_debug)
        return;
    glEnable(GL_DEBUG_OUTPUT);
    glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS); // reports inside the failing call, on its thread
    glDebugMessageCallback(record_message, renderer);
    renderer->debugging = true;
}

// The version string of the current context, or NULL.
static const char *found_version(tr_gl_loader loader) {
    typedef const GLubyte *(GLAD_API_PTR * get_string)(GLenum);
    const get_string get = (get_string)loader("glGetString");
    return get ? (const char *)get(GL_VERSION) : NULL;
}

tr_status tr_gl_load(tr_gl_loader loader, tr_error *error) {
    const char *found = found_version(loader);
    const bool es = found && strncmp(found, "OpenGL ES ", 10) == 0;
    const bool complete = es ? gladLoadGLES2((GLADloadfunc)loader) : gladLoadGL((GLADloadfunc)loader);
    if (!found || (es ? !GLAD_GL_ES_VERSION_3_0 || !GLAD_GL_EXT_color_buffer_float : !GLAD_GL_VERSION_3_3))
        return tr_fail(error, TR_NO_OPENGL,
                       "needed OpenGL 3.3 core, or OpenGL ES 3.0 with EXT_color_buffer_float, found %s",
                       found ? found : "none");
    return complete ? TR_OK : tr_fail(error, TR_NO_MEMORY, "no memory for the names of OpenGL's extensions");
}

tr_status tr_renderer_create(tr_gl_loader loader, bool debug, tr_renderer **renderer, tr_error *error) {
    *renderer = NULL;
    const tr_status loaded = tr_gl_load(loader, error);
    if (loaded != TR_OK)
        return loaded;
    tr_renderer *r = tr_calloc(1, sizeof *r);
    if (!r)
        return tr_fail(error, TR_NO_MEMORY, "no memory for the renderer");
    snprintf(r->description, sizeof r->description, "OpenGL %s, %s", (const char *)glGetString(GL_VERSION),
             (const char *)glGetString(GL_RENDERER));
    if (debug)
        start_debugging(r);
    tr_status status = tr_mesh_painter_create(&r->mesh, error);
    if (status == TR_OK)
        status = tr_air_painter_create(&r->air, error);
    if (status == TR_OK)
        status = tr_textures_make_plain(&r->plain, error);
    if (status != TR_OK) {
        tr_renderer_destroy(r);
        return status;
    }
    *renderer = r;
    return TR_OK;
}

void tr_renderer_forget(tr_renderer *renderer, int index) {
    tr_textures_destroy(&renderer->maps[index]);
    tr_mesh_buffers_destroy(&renderer->meshes[index]);
    tr_ring_set(&renderer->ring, index, NULL);
}

void tr_renderer_forget_maps(tr_renderer *renderer) {
    for (int i = 0; i < TR_SLOTS; i++)
        tr_renderer_forget(renderer, i);
    tr_near_tiles_destroy(&renderer->near);
}

void tr_renderer_destroy(tr_renderer *renderer) {
    if (!renderer)
        return;
    tr_programs_destroy(&renderer->programs);
    tr_air_painter_destroy(&renderer->air);
    tr_renderer_forget_maps(renderer);
    tr_mesh_painter_destroy(&renderer->mesh);
    tr_sky_painter_destroy(&renderer->sky);
    tr_chart_painter_destroy(&renderer->chart);
    tr_ground_detail_destroy(&renderer->detail);
    tr_hdr_buffer_destroy(&renderer->hdr);
    tr_hdr_buffer_destroy(&renderer->whole);
    tr_hdr_buffer_destroy(&renderer->hdr_beside);
    tr_textures_destroy(&renderer->plain);
    if (renderer->debugging)
        glDebugMessageCallback(NULL, NULL);
    tr_free(renderer);
}

void tr_renderer_set_stop(tr_renderer *renderer, const atomic_bool *stop) {
    renderer->programs.watch = tr_watch_flag(stop);
}

int tr_renderer_debug_errors(const tr_renderer *renderer) { return renderer->debug_errors; }

const char *tr_renderer_debug_message(const tr_renderer *renderer) { return renderer->debug_message; }

const char *tr_renderer_description(const tr_renderer *renderer) { return renderer->description; }

tr_status tr_renderer_set_maps(tr_renderer *renderer, int index, const tr_planet_maps *maps, tr_error *error) {
    assert(index >= 0 && index < TR_SLOTS);
    tr_ring_set(&renderer->ring, index, maps->rings);
    tr_status status = tr_textures_upload(&renderer->maps[index], maps, &renderer->programs.watch, error);
    if (status == TR_OK)
        status = tr_mesh_buffers_upload(&renderer->meshes[index], &maps->mesh, error);
    if (status != TR_OK) { // maps and mesh are only valid together
        tr_textures_destroy(&renderer->maps[index]);
        tr_mesh_buffers_destroy(&renderer->meshes[index]);
    }
    return status;
}

double tr_renderer_bounding_radius(const tr_renderer *renderer, int index) {
    assert(index >= 0 && index < TR_SLOTS);
    const tr_mesh_buffers *mesh = &renderer->meshes[index];
    return mesh->columns > 0 ? mesh->bounding_radius : 1;
}

tr_status tr_renderer_reload(tr_renderer *renderer, const char *file, const char *text, tr_error *error) {
    return tr_programs_reload(&renderer->programs, file, text, error);
}

static void begin_picture(void) {
    glDisable(GL_SCISSOR_TEST);
    glDisable(GL_DEPTH_TEST); // bodies are drawn from far to near
    glDisable(GL_STENCIL_TEST);
    glDisable(GL_CULL_FACE);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    if (!tr_gl_is_es()) {               // which is always so
        glDisable(GL_FRAMEBUFFER_SRGB); // the shaders encode
        glEnable(GL_PROGRAM_POINT_SIZE);
        glEnable(GL_TEXTURE_CUBE_MAP_SEAMLESS); // GPUs show the edges of the galaxy without it
    }
    glEnable(GL_BLEND);
    glBlendEquation(GL_FUNC_ADD);
}

static void end_picture(void) {
    for (int i = TR_UNIT_COUNT - 1; i >= 0; i--) {
        tr_gl_bind(i, GL_TEXTURE_2D, 0);
    }
    glBindVertexArray(0);
    glUseProgram(0);
}

bool tr_renderer_is_complete(const tr_renderer *renderer) { return !renderer->programs.missing; }

// The painted part of a pane, in pixels from the pane's corner. False: none.
static bool cut_part(const tr_view *view, const tr_pane *pane, tr_view *shown) {
    tr_view_part *part = &shown->part;
    if (part->width_px <= 0)
        return true;
    const int left = part->x_px > pane->x_px || pane->x_px == 0 ? part->x_px : pane->x_px;
    const int end = pane->x_px + pane->width_px, right = view->part.x_px + view->part.width_px;
    part->width_px = (right < end || end >= view->width_px ? right : end) - left;
    part->x_px = left - pane->x_px;
    part->y_px -= pane->y_px;
    return part->width_px > 0;
}

static tr_status end_picture_of(tr_renderer *renderer, GLint target, tr_status status, tr_error *error) {
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, (GLuint)target);
    end_picture();
    if (status != TR_OK)
        return status;
    if (tr_watch_stopped(&renderer->programs.watch))
        return tr_fail(error, TR_STOPPED, "stopped");
    if (renderer->programs.failure.status != TR_OK) {
        *error = renderer->programs.failure;
        return error->status;
    }
    // Textures for the sky, the air and the rings may have been created for this picture.
    return glGetError() == GL_OUT_OF_MEMORY
               ? tr_fail(error, TR_NO_MEMORY, "OpenGL has no memory for the picture")
               : TR_OK;
}

tr_status tr_renderer_begin_parts(tr_renderer *renderer, const tr_scene *scene, const tr_view *view,
                                  tr_error *error) {
    tr_pane panes[TR_MOST_PANES];
    GLint target = 0;
    tr_status status = TR_OK;
    renderer->whole_spread = 0;
    tr_view_panes(view, panes);
    if (panes[0].layout != TR_VIEW_GLOBE || view->channel != TR_VIEW_LIT)
        return TR_OK;
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &target);
    begin_picture();
    tr_programs_begin(&renderer->programs, view->hasty);
    const tr_view globe = tr_view_of_pane(view, &panes[0]);
    status = tr_globe_begin_parts(renderer, scene, &globe, error);
    return end_picture_of(renderer, target, status, error);
}

tr_status tr_renderer_draw(tr_renderer *renderer, const tr_scene *scene, const tr_view *view, tr_error *error) {
    tr_pane panes[TR_MOST_PANES];
    GLint target = 0;
    tr_status status = TR_OK;
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &target);
    begin_picture();
    tr_programs_begin(&renderer->programs, view->hasty);
    const int count = tr_view_panes(view, panes);
    if (view->margin_px > 0 || view->top_px > 0) { // outside all panes
        glClearColor(0, 0, 0, 1);
        glClear(GL_COLOR_BUFFER_BIT);
    }
    for (int i = 0; i < count && status == TR_OK; i++) {
        tr_view part = tr_view_of_pane(view, &panes[i]);
        const int x_px =
            view->part.width_px > 0 ? (int)fmax(panes[i].x_px - view->part.x_px, 0) : panes[i].x_px;
        if (!cut_part(view, &panes[i], &part))
            continue;
        if (panes[i].layout == TR_VIEW_GLOBE && view->channel == TR_VIEW_LIT)
            status = tr_globe_draw(renderer, scene, &part, (GLuint)target, error);
        else
            status = tr_chart_draw(renderer, scene, view, &part, &panes[i], x_px, error);
    }
    return end_picture_of(renderer, target, status, error);
}

// Swaps all data of the planets 0 and TR_BESIDE.
static void exchange_planets(tr_renderer *r) {
    tr_swap(&r->maps[0], &r->maps[TR_BESIDE], sizeof r->maps[0]);
    tr_swap(&r->meshes[0], &r->meshes[TR_BESIDE], sizeof r->meshes[0]);
    tr_swap(&r->ring.planets[0], &r->ring.planets[TR_BESIDE], sizeof r->ring.planets[0]);
    tr_swap(&r->air.planets[0], &r->air.planets[TR_BESIDE], sizeof r->air.planets[0]);
    tr_swap(&r->hdr, &r->hdr_beside, sizeof r->hdr);
}

tr_status tr_renderer_draw_beside(tr_renderer *renderer, const tr_scene *scene, const tr_view *view,
                                  tr_error *error) {
    assert(scene->planet_count == 1);
    const bool near = renderer->near.shown; // tiles belong to the other planet 0
    renderer->near.shown = false;
    exchange_planets(renderer);
    const tr_status status = tr_renderer_draw(renderer, scene, view, error);
    exchange_planets(renderer);
    renderer->near.shown = near;
    return status;
}

// Takes rows from OpenGL, whose first row is the bottom row.
static void take_rows(const uint8_t *rgba, int width, int rows, uint8_t *rgb) {
    for (int j = rows - 1; j >= 0; j--)
        for (int i = 0; i < width; i++, rgb += 3)
            memcpy(rgb, rgba + 4 * ((size_t)j * (size_t)width + (size_t)i), 3);
}

tr_status tr_renderer_read(int width, int height, const tr_watch *watch, uint8_t *rgb, tr_error *error) {
    enum { strip_px = 1 << 20 };
    const size_t row = (size_t)width * 3;
    const int most = strip_px / width > 0 ? strip_px / width : 1;
    uint8_t *strip = tr_allocate((size_t)(height < most ? height : most) * (size_t)width, 4);
    if (!strip)
        return tr_fail(error, TR_NO_MEMORY, "no memory to read back a picture of %d x %d", width, height);
    tr_gl_clear_errors();
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    for (int y = 0; y < height && !tr_watch_stopped(watch); y += most) {
        const int rows = height - y < most ? height - y : most;
        glReadPixels(0, y, width, rows, GL_RGBA, GL_UNSIGNED_BYTE, strip); // OpenGL ES has no RGB here
        take_rows(strip, width, rows, rgb + (size_t)(height - y - rows) * row);
    }
    tr_free(strip);
    if (glGetError() != GL_NO_ERROR)
        return tr_fail(error, TR_NO_MEMORY, "OpenGL has no memory to read back a picture of %d x %d", width,
                       height);
    return tr_watch_check(watch, error);
}
