#include "app/state.h"

#include "app/frame.h"
#include "app/input.h"
#include "app/output.h"
#include "app/shader_watch.h"
#include "live/baker.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { first_export_width = 4096, settle_frames = 4, most_resets = 8 };
static const double look_for_stop_s = 0.25;

// ---- what other parts call ---------------------------------------------------------------------

void tr_app_redraw(tr_app *app) {
    app->wanted_at = fmin(app->wanted_at, glfwGetTime());
    if (app->drag == TR_DRAG_NONE)
        app->settle = settle_frames;
}

void tr_app_reset_view(tr_app *app) {
    tr_camera_reset(&app->camera, tr_app_planet(app)->recipe, app->scene->planet_count == 1);
    tr_camera_face_day(&app->camera, app->scene, app->target);
    tr_app_redraw(app);
}

void tr_app_show_title(const tr_app *app) {
    const tr_planet *planet = tr_app_planet(app);
    char title[256];
    snprintf(title, sizeof title, "%s%s%s, seed %llu - Terrella", planet->name, planet->name[0] ? ": " : "",
             planet->recipe->type, (unsigned long long)planet->recipe->seed);
    glfwSetWindowTitle(app->window.handle, title);
}

void tr_app_say(tr_app *app, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(app->message, sizeof app->message, format, arguments);
    va_end(arguments);
    app->message_is_error = false;
    tr_app_redraw(app);
}

void tr_app_complain(tr_app *app, const tr_error *error) {
    const char *message = error->message[0] ? error->message : tr_status_text(error->status);
    const char *after_file = error->file[0] ? ": " : "", *after_path = error->path[0] ? ": " : "";
    // What does not fit is cut off.
    snprintf(app->message, sizeof app->message, "%.300s%s%.200s%s%.500s", error->file, after_file, error->path,
             after_path, message);
    app->message_is_error = true;
    tr_app_redraw(app);
}

// ---- the beginning and the end -----------------------------------------------------------------

static bool is_on(const char *variable) {
    const char *value = getenv(variable);
    return value && strcmp(value, "1") == 0;
}

static void set_first_state(tr_app *app) {
    const tr_scene *scene = app->scene;
    for (int i = 0; i < scene->planet_count; i++)
        app->planet_names[i] =
            scene->planets[i].name[0] ? scene->planets[i].name : scene->planets[i].recipe->type;
    app->type_count = tr_type_list(app->type_texts, TR_MOST_TYPES);
    app->type_count = app->type_count < TR_MOST_TYPES ? app->type_count : TR_MOST_TYPES;
    for (int i = 0; i < app->type_count; i++)
        app->types[i] = app->type_texts[i];
    tr_app_reset_view(app);
    app->own_world = scene->planet_count == 1;
    app->panel_visible = app->rotating = app->clouds = true;
    app->export_width = first_export_width;
    app->time_rate = 1;
    app->quality = -1;
    app->pixels_per_unit = 1;
    tr_app_say(app, "F1 shows the keys");
}

static bool is_software(const char *renderer) {
    static const char *const names[] = {"llvmpipe", "softpipe", "SwiftShader", "swrast"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strstr(renderer, names[i]))
            return true;
    return false;
}

static void hand_over_all(tr_app *app) {
    for (int i = app->scene->planet_count - 1; i >= 0; i--) {
        app->last_edit = tr_live_edit(app->live, i, app->scene->planets[i].recipe);
        app->map_width[i] = 0;
        tr_trace_event(app->trace, "edit", app->last_edit, glfwGetTime());
    }
    app->held_since = glfwGetTime();
}

// Has all planets baked, before there is a window: opening it takes as long as the previews.
static tr_status create_live(tr_app *app, tr_error *error) {
    const tr_live_options options = {.planet_count = app->scene->planet_count,
                                     .threads = app->options->threads,
                                     .isa = app->options->isa,
                                     .wake = glfwPostEmptyEvent};
    const tr_status status = tr_live_create(&options, &app->live, error);
    if (status != TR_OK)
        return status;
    tr_live_hold(app->live, true); // until there is a picture
    hand_over_all(app);
    return TR_OK;
}

// What needs the window, which is open.
static tr_status create_picture(tr_app *app, tr_error *error) {
    tr_status status = tr_renderer_create(glfwGetProcAddress, app->gl_debug, &app->renderer, error);
    if (status != TR_OK)
        return status;
    app->software_gl = is_software(tr_renderer_description(app->renderer));
    tr_pace_begin(&app->pace, app->software_gl);
    tr_input_install(app);
    app->panel = tr_panel_create(app->window.handle, app->window.content_scale);
    return app->panel ? TR_OK : tr_fail(error, TR_NO_MEMORY, "no memory for the panel");
}

static tr_status create(tr_app *app, tr_error *error) {
    app->trace = tr_trace_create(getenv("TERRELLA_TRACE"));
    tr_status status = tr_window_start(&app->window, error);
    if (status == TR_OK)
        status = create_live(app, error);
    if (status == TR_OK)
        status = tr_window_open("Terrella", app->gl_debug, &app->window, error);
    if (status == TR_OK)
        status = create_picture(app, error);
    if (status != TR_OK)
        return status;
    app->shader_watch = tr_shader_watch_create(getenv("TERRELLA_SHADERS"));
    set_first_state(app);
    tr_app_show_title(app);
    return TR_OK;
}

static void destroy_picture(tr_app *app) {
    tr_panel_destroy(app->panel);
    tr_renderer_destroy(app->renderer);
    app->panel = NULL;
    app->renderer = NULL;
}

static void destroy(tr_app *app) {
    if (app->export) {
        char first[1024];
        int count;
        tr_background_export_stop(app->export);
        tr_background_export_finish(app->export, first, &count, NULL);
    }
    tr_live_destroy(app->live);
    destroy_picture(app);
    tr_window_close(&app->window);
    tr_trace_destroy(app->trace);
    tr_shader_watch_destroy(app->shader_watch);
}

static bool is_lost(const tr_app *app) {
    const bool as_a_test = app->lose_at > 0 && app->last_edit >= app->lose_at && app->resets == 0;
    return (as_a_test && !tr_live_busy(app->live)) || tr_window_is_lost(&app->window);
}

// The driver was reset: another window takes the place of this one. The scene is here, and the bake's caches.
static tr_status begin_again(tr_app *app, tr_error *error) {
    if (++app->resets > most_resets)
        return tr_fail(error, TR_NO_OPENGL, "OpenGL was reset %d times: something is wrong with it",
                       most_resets);
    destroy_picture(app);
    tr_status status = tr_window_open_again("Terrella", app->gl_debug, &app->window, error);
    if (status == TR_OK)
        status = create_picture(app, error);
    if (status != TR_OK)
        return status;
    app->drag = TR_DRAG_NONE;
    app->iconified = app->complete = false;
    app->fresh_edit = 0;
    hand_over_all(app);
    tr_app_show_title(app);
    tr_app_say(app, "OpenGL was reset; nothing is lost");
    tr_trace_event(app->trace, "reset", app->frames, glfwGetTime());
    return TR_OK;
}

// ---- the loop ----------------------------------------------------------------------------------

static void wait_for_events(const tr_app *app) {
    double delay = fmin(tr_frame_due(app), tr_shader_watch_due(app->shader_watch)) - glfwGetTime();
    if (app->options->stop) // signals do not wake GLFW
        delay = fmin(delay, look_for_stop_s);
    if (isinf(delay))
        glfwWaitEvents();
    else if (delay > 0)
        glfwWaitEventsTimeout(delay);
    else
        glfwPollEvents();
}

// OpenGL has no room for the largest maps: smaller ones again.
static void go_without_near(tr_app *app) {
    app->no_near = true;
    tr_live_set_near(app->live, false);
    hand_over_all(app);
}

static void take_maps(tr_app *app) {
    tr_error error = {0};
    for (tr_live_maps *maps; (maps = tr_live_take(app->live)) != NULL;) {
        const bool fits = tr_renderer_set_maps(app->renderer, maps->planet, &maps->maps, &error) == TR_OK;
        app->map_width[maps->planet] = maps->maps.width;
        if (!fits && maps->maps.width > TR_SHARP_WIDTH)
            go_without_near(app);
        else if (!fits)
            tr_app_complain(app, &error);
        if (maps->planet == app->target) {
            app->fresh_edit = maps->edit;
            app->fresh_sharp = maps->sharp;
        }
        tr_live_give_back(app->live, maps);
        app->wanted_at = fmin(app->wanted_at, glfwGetTime());
    }
    if (tr_live_take_failure(app->live, &error) != TR_OK)
        tr_app_complain(app, &error);
}

static tr_status run_loop(tr_app *app, tr_error *error) {
    while (!glfwWindowShouldClose(app->window.handle)) {
        wait_for_events(app);
        if (app->options->stop && atomic_load(app->options->stop))
            return tr_fail(error, TR_STOPPED, "stopped");
        take_maps(app);
        tr_app_watch_export(app);
        tr_shader_watch_look(app);
        const tr_status status = is_lost(app) ? begin_again(app, error) : TR_OK;
        if (status != TR_OK)
            return status;
        if (tr_frame_due(app) <= glfwGetTime())
            tr_frame_run(app);
        if (app->gl_debug && tr_renderer_debug_errors(app->renderer) > 0)
            return tr_fail(error, TR_BUG, "OpenGL: %s", tr_renderer_debug_message(app->renderer));
    }
    return TR_OK;
}

tr_status tr_app_run(const tr_app_options *options, tr_error *error) {
    tr_app *app = calloc(1, sizeof *app);
    if (!app)
        return tr_fail(error, TR_NO_MEMORY, "no memory for the window");
    app->options = options;
    app->scene = options->scene;
    app->gl_debug = is_on("TERRELLA_GL_DEBUG");
    const char *lose_at = getenv("TERRELLA_LOSE_OPENGL"); // with the maps of that edit, for tests
    app->lose_at = lose_at ? strtoull(lose_at, NULL, 10) : 0;
    tr_status status = create(app, error);
    if (status == TR_OK)
        status = run_loop(app, error);
    destroy(app);
    free(app);
    return status;
}
