#include "app/app.h"

#include "app/private/actions.h"
#include "app/private/loop.h"
#include "app/private/page.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { first_export_width = 4096, most_resets = 8 };
static const double look_for_stop_s = 0.25;

// The state of a run of the window.
typedef struct tr_run {
    tr_app app;
    const atomic_bool *stop; // may be NULL
    int resets;              // of OpenGL, so far
    uint64_t lose_at;        // for tests: simulate a reset of OpenGL when the maps of this edit are shown; 0:
                             // never
} tr_run;

// ---- create and destroy ------------------------------------------------------------------------

static bool is_on(const char *variable) {
    const char *value = getenv(variable);
    return value && strcmp(value, "1") == 0;
}

static void set_first_state(tr_app *app, const tr_app_options *options, bool restored) {
    tr_types_list(&app->types);
    tr_brush_begin(&app->paint);
    app->settings = (tr_settings){.panel = true,
                                  .rotating = !tr_page_keeps_still(),
                                  .clouds = true,
                                  .names = true,
                                  .time_rate = 1,
                                  .quality = -1,
                                  .history = true,
                                  .scale = 1};
    app->output = (tr_file_output){
        .threads = options->threads, .isa = options->isa, .choice = {.width = first_export_width}};
    app->capture.choice = (tr_shot_choice){
        .picture_px = {3840, 2160}, .video_px = {1280, 720}, .reel = TR_REEL_MP4, .seconds = 6, .rate = 25};
    tr_kept_restore(app);
    tr_files_find_folders(app, options->output_directory);
    const char *path = tr_document_step(&app->document)->path;
    if (path && options->asked)
        tr_files_note_world(app, path);
    app->drawn.pixels_per_unit = 1;
    app->look.ask_at = INFINITY;
    app->gl_debug = is_on("TERRELLA_GL_DEBUG");
    app->viewport.coarse = is_on("TERRELLA_COARSE_MAPS");
    app->trace = app->viewport.trace = tr_trace_create(getenv("TERRELLA_TRACE"));
    app->shader_watch = tr_shader_watch_create(getenv("TERRELLA_SHADERS"));
    if (options->latency)
        app->viewport.latency = tr_latency_create();
    tr_thumbnail_views_begin(&app->thumbnails, options->threads, options->isa);
    tr_act(app, &(tr_command){.kind = TR_COMMAND_RESET});
    if (!options->asked && !restored) {
        tr_act_open_gallery(app);
        if (app->files.recent_count > 0) // a recent file is selected rather than a type
            tr_gallery_choose(&app->thumbnails.gallery, 0);
    }
    char warning[TR_WARNING_BYTES];
    if (tr_scene_warning(app->document.scene, warning))
        tr_message_say(&app->message, "%s", warning);
    else if (restored)
        tr_message_say(&app->message, tr_document_step(&app->document)->saved ? "Last session restored"
                                                                              : "Unsaved work restored");
    else if (!app->message.text[0])
        tr_message_say(&app->message, "F1 lists all shortcuts");
    tr_act_tell_missing(app);
    if (restored)
        tr_files_restore_view(app);
    else
        tr_files_take_view(app);
}

static void follow_monitor(tr_app *app) {
    tr_window_check_monitor(&app->window);
    app->schedule.shortest_s = 1 / app->window.refresh_hz;
}

// Creates the parts that need the open window.
static tr_status create_picture(tr_app *app, tr_error *error) {
    const tr_status status = tr_viewport_open(&app->viewport, app->gl_debug, error);
    if (status != TR_OK)
        return status;
    tr_adaptive_quality_begin(&app->adaptive_quality, app->viewport.software_gl);
    follow_monitor(app);
    tr_input_install(&app->input, app->window.handle);
    app->panel = tr_panel_create(app->window.handle, app->window.content_scale * app->settings.scale);
    app->input.panel = app->panel;
    if (!app->panel)
        return tr_fail(error, TR_NO_MEMORY, "no memory for the panel");
    tr_act_show_title(app);
    tr_frame_ask(app);
    return TR_OK;
}

// The bake begins before the window opens, because opening takes about as long as the previews.
static tr_status create(tr_app *app, const tr_app_options *options, tr_error *error) {
    const bool restored = tr_files_begin(app, !options->asked);
    tr_status status = restored ? TR_OK : tr_document_open(&app->document, options->world, error);
    if (status == TR_OK) {
        set_first_state(app, options, restored);
        status = tr_window_start(&app->window, error);
    }
    if (status == TR_OK)
        status = tr_viewport_begin(&app->viewport, app->document.scene, 0, options->threads, options->isa,
                                   glfwGetTime(), error);
    if (status == TR_OK)
        status = tr_window_open("Terrella", app->gl_debug, &app->window, error);
    return status == TR_OK ? create_picture(app, error) : status;
}

static void destroy(tr_app *app, bool ended) {
    tr_kept_end(app);
    tr_files_end(app, ended);
    tr_file_output_end(&app->output);
    tr_file_manager_end(&app->file_manager);
    tr_capture_stop(app);
    tr_enhancing_end(&app->enhancing);
    tr_map_reading_end(&app->map_reading);
    tr_panel_destroy(app->panel);
    tr_thumbnail_views_end(&app->thumbnails);
    tr_fade_end(&app->fade);
    tr_compare_end(&app->compare);
    tr_gl_canvas_destroy(&app->drawn.lifted);
    tr_viewport_end(&app->viewport);
    tr_window_close(&app->window);
    tr_input_end(&app->input);
    tr_document_close(&app->document);
    tr_brush_end(&app->paint);
    tr_opening_drop(&app->waiting);
    tr_free(app->rows.entries);
    tr_gradients_clear(&app->colours.gradients);
    tr_trace_destroy(app->trace);
    tr_latency_destroy(app->viewport.latency);
    tr_shader_watch_destroy(app->shader_watch);
}

// ---- OpenGL is reset -----------------------------------------------------------------------------

static bool is_lost(const tr_run *run) {
    const tr_viewport *picture = &run->app.viewport;
    const bool as_a_test = run->lose_at > 0 && picture->last_edit >= run->lose_at && run->resets == 0;
    return (as_a_test && !tr_live_busy(picture->live)) || tr_window_is_lost(&run->app.window);
}

// After a reset of the driver, replaces the window by a new one. The scene and the caches of the bake are kept.
static tr_status begin_again(tr_run *run, tr_error *error) {
    tr_app *app = &run->app;
    if (++run->resets > most_resets)
        return tr_fail(error, TR_NO_OPENGL, "OpenGL was reset %d times: something is wrong with it",
                       most_resets);
    tr_capture_stop(app);
    tr_panel_destroy(app->panel);
    app->panel = NULL;
    tr_viewport_close(&app->viewport);
    tr_thumbnail_cache_lose(&app->thumbnails.pictures);
    tr_fade_lose(&app->fade);
    tr_compare_lose(&app->compare);
    app->drawn.lifted = (tr_gl_canvas){0};
    app->thumbnails.layer_texture = app->thumbnails.map_texture = 0;
    tr_status status = tr_window_open_again("Terrella", app->gl_debug, &app->window, error);
    if (status == TR_OK)
        status = create_picture(app, error);
    if (status != TR_OK)
        return status;
    app->drawn.complete = false;
    tr_viewport_edit_all(&app->viewport, app->document.scene, app->document.target, glfwGetTime());
    tr_message_say(&app->message, "OpenGL was reset; nothing is lost");
    tr_trace_event(app->trace, "reset", app->schedule.frames, glfwGetTime());
    return TR_OK;
}

// ---- the loop ----------------------------------------------------------------------------------

static double shader_watch_due(const tr_app *app) {
    return app->schedule.frames > 0 ? tr_shader_watch_due(app->shader_watch) : INFINITY;
}

static void wait_for_events(const tr_run *run) {
    double due = fmin(tr_frame_due(&run->app), shader_watch_due(&run->app));
    due = fmin(due, fmin(tr_place_probe_due(&run->app), tr_files_due(&run->app)));
    due = fmin(due, tr_act_maps_due(&run->app));
    due = fmin(due, fmin(tr_thumbnail_views_due(&run->app), tr_capture_due(&run->app)));
    due = fmin(due, fmin(tr_message_due(&run->app.message), tr_file_manager_due(&run->app.file_manager)));
    double delay = due - glfwGetTime();
    if (run->stop) // signals do not wake GLFW
        delay = fmin(delay, look_for_stop_s);
    if (isinf(delay))
        glfwWaitEvents();
    else if (delay > 0)
        glfwWaitEventsTimeout(delay);
    else
        glfwPollEvents();
}

// Carries out the commands that were collected since the last call.
static void take_input(tr_app *app) {
    tr_input *input = &app->input;
    if (input->redraw || tr_panel_holds_keys(app->panel))
        tr_schedule_ask(&app->schedule, glfwGetTime(), input->settles);
    if (input->moved)
        follow_monitor(app);
    if (input->rescaled) {
        tr_window_find_scale(&app->window);
        tr_act_show_scale(app);
        tr_frame_ask(app);
    }
    if (input->hovered)
        tr_place_probe_move(app, glfwGetTime());
    input->redraw = input->settles = input->moved = input->rescaled = input->hovered = false;
    for (int i = 0; i < input->commands.count; i++) { // commands may be added during the loop
        const tr_command command = input->commands.list[i];
        tr_act(app, &command);
        if (command.key == 0)
            continue;
        tr_trace_event(app->trace, "key", (uint64_t)command.key, glfwGetTime());
        tr_frame_trace_rest(app);
    }
    tr_command_queue_clear(&input->commands);
}

static void take_maps(tr_app *app) {
    tr_error error = {0};
    const double now = glfwGetTime();
    const double due = tr_viewport_take_near(&app->viewport, &app->schedule, now);
    if (due < INFINITY)
        tr_schedule_ask(&app->schedule, due, false);
    if (tr_viewport_take_maps(&app->viewport, app->document.scene, app->document.target, now, &error))
        tr_schedule_ask(&app->schedule, now, false);
    if (error.status == TR_OK)
        return;
    const uint64_t reported = app->message.number;
    if (error.status != TR_BAD_INPUT || !tr_act_lose_changed(app))
        tr_message_complain(&app->message, &error);
    if (app->settings.dialog == TR_DIALOG_MAP)
        tr_act_note_outcome(app, TR_DIALOG_MAP, reported);
    tr_frame_ask(app);
}

// Whether an export, a picture or a video is being written.
static bool is_writing(const tr_app *app) { return app->output.running || app->capture.phase != TR_SHOT_NONE; }

// Continues what waited until everything was saved or written: opens another planet, or closes the window.
// Returns whether something was opened.
static bool continue_waiting(tr_app *app) {
    const bool saved = tr_document_step(&app->document)->saved, opens = app->waiting.kind != TR_OPENS_NOTHING;
    const bool asked = (app->settings.asks || app->saving) && !app->thumbnails.swapped && saved;
    app->saving = app->saving && !saved &&
                  (app->settings.dialog == TR_DIALOG_SAVE ||
                   (app->files.chooser.box &&
                    app->files.chooser.purpose == TR_CHOOSES_NAME)); // otherwise saving failed or was cancelled
    if (asked && opens) {
        tr_act_open_waiting(app);
    } else if ((app->finishing || asked) && !is_writing(app)) {
        app->finishing = app->settings.asks = false;
        glfwSetWindowShouldClose(app->window.handle, GLFW_TRUE);
    } else if (!app->settings.asks && !app->saving && !app->map_reading.work) {
        tr_opening_drop(&app->waiting);
    }
    return asked && opens;
}

static void look_at_files(tr_app *app) {
    const double now = glfwGetTime();
    if (tr_place_probe_update(app, now))
        tr_schedule_ask(&app->schedule, now, false);
    tr_act_paint_take(app);
    uint64_t reported = app->message.number;
    bool news = tr_file_output_watch_export(&app->output, &app->message);
    tr_act_note_outcome(app, TR_DIALOG_EXPORT, reported);
    reported = app->message.number;
    if (tr_capture_step(app))
        tr_schedule_ask(&app->schedule, now, app->capture.phase == TR_SHOT_NONE);
    tr_act_note_outcome(app, TR_DIALOG_PICTURE, reported);
    reported = app->message.number;
    news |= tr_enhancing_watch(&app->enhancing, &app->message);
    tr_act_note_outcome(app, TR_DIALOG_ENHANCE, reported);
    news |= tr_act_hear_reading(app);
    if (app->settings.dialog != TR_DIALOG_MAP)
        tr_act_end_map(app);
    news |= continue_waiting(app);
    const bool own = !app->thumbnails.swapped;
    if (app->schedule.frames > 0 && own) {
        news |= tr_act_follow_file(app, now);
        news |= tr_act_follow_maps(app, now);
        news |= tr_files_poll(app, now);
        tr_kept_look(app);
    }
    news |= tr_act_hear_chooser(app);
    if (app->settings.dialog != TR_DIALOG_OPEN && !app->files.chooser.box)
        app->map_wish = (tr_map_wish){0}; // none was chosen
    news |= tr_file_manager_look(&app->file_manager, now, &app->message);
    if (app->schedule.frames > 0 &&
        tr_shader_watch_poll(app->shader_watch, now, app->viewport.renderer, &app->message)) {
        tr_viewport_keep(&app->viewport, false);
        news = true;
    }
    news |= tr_thumbnail_views_poll(app, now);
    news |= tr_message_poll(&app->message, now);
    if (news)
        tr_frame_ask(app);
}

// The history lets the user leave unsaved changes without a question. They are shown again before the window
// closes.
static bool is_all_saved(tr_app *app) {
    tr_document *document = &app->document;
    tr_act_begin(app);
    const int left = tr_document_step(document)->saved ? tr_document_left_unsaved(document) : -1;
    if (left >= 0 && tr_document_go_back(document, left, NULL) == TR_OK)
        tr_act_show_changes(app);
    return tr_document_step(document)->saved;
}

// Closing the window asks first if work would be lost.
static bool may_close(tr_app *app) {
    if (!glfwWindowShouldClose(app->window.handle))
        return false;
    tr_act(app, &(tr_command){.kind = TR_COMMAND_SWAP}); // ends the comparison of a held X
    const bool running = is_writing(app) && !app->finishing;
    if (app->closing || (is_all_saved(app) && !running))
        return true;
    glfwSetWindowShouldClose(app->window.handle, GLFW_FALSE);
    tr_opening_drop(&app->waiting); // this question replaces the one about opening
    app->settings.asks = true;
    tr_frame_ask(app);
    return false;
}

// Once through the loop (tr_loop_run).
static tr_status take_step(void *context, bool *ended, tr_error *error) {
    tr_run *run = context;
    tr_app *app = &run->app;
    *ended = may_close(app);
    if (*ended)
        return TR_OK;
    wait_for_events(run);
    if (run->stop && atomic_load(run->stop))
        return tr_fail(error, TR_STOPPED, "stopped");
    take_input(app);
    take_maps(app);
    look_at_files(app);
    const tr_status status = is_lost(run) ? begin_again(run, error) : TR_OK;
    if (status != TR_OK)
        return status;
    if (tr_frame_due(app) <= glfwGetTime())
        tr_frame_run(app);
    if (app->gl_debug && tr_renderer_debug_errors(app->viewport.renderer) > 0)
        return tr_fail(error, TR_BUG, "OpenGL: %s", tr_renderer_debug_message(app->viewport.renderer));
    return TR_OK;
}

tr_status tr_app_run(const tr_app_options *options, tr_error *error) {
    tr_run *run = tr_calloc(1, sizeof *run);
    if (!run)
        return tr_fail(error, TR_NO_MEMORY, "no memory for the window");
    const char *lose_at = getenv("TERRELLA_LOSE_OPENGL");
    run->lose_at = lose_at ? strtoull(lose_at, NULL, 10) : 0;
    run->stop = options->stop;
    tr_status status = create(&run->app, options, error);
    char whole[TR_FULL_PATH_BYTES];
    if (status == TR_OK && options->picture)
        tr_act_open(&run->app, &(tr_opening){.kind = TR_OPENS_NAME},
                    tr_path_whole(options->picture, whole) ? whole : options->picture);
    if (status == TR_OK)
        status = tr_loop_run(take_step, run, error);
    if (options->latency)
        tr_latency_print(run->app.viewport.latency, options->latency);
    destroy(&run->app, status == TR_OK);
    tr_free(run);
    return status;
}
