#include "app/private/compare.h"

#include "app/private/actions.h"

#include <glad/gl.h>

#include <math.h>
#include <stdio.h>

static const double least_fraction = 0.15;

void tr_compare_lose(tr_compare *compare) { compare->canvas = (tr_gl_canvas){0}; }
void tr_compare_end(tr_compare *compare) { tr_gl_canvas_destroy(&compare->canvas); }

bool tr_compare_shows(const tr_app *app) { return app->compare.on && app->viewport.beside_shown; }

// ---- begin and end -------------------------------------------------------------------------------

void tr_act_compare_end(tr_app *app) {
    if (!app->compare.on)
        return;
    app->compare.on = false;
    tr_viewport_set_beside(&app->viewport, NULL, NULL);
    tr_message_say(&app->message, "%s", "");
}

static tr_status find_recipe(const tr_app *app, const tr_history_item *frame, tr_recipe **recipe,
                             tr_error *error) {
    const tr_world world = tr_document_world(&app->document, frame->text);
    tr_scene scene = {0};
    tr_status status = tr_world_load(&world, &scene, error);
    if (status == TR_OK)
        status = tr_recipe_copy(scene.planets[frame->target < scene.planet_count ? frame->target : 0].recipe,
                                recipe, error);
    tr_scene_clear(&scene);
    return status;
}

static void start(tr_app *app, const tr_history_item *frame) {
    tr_compare *compare = &app->compare;
    tr_error error = {0};
    tr_recipe *recipe = NULL;
    tr_status status = find_recipe(app, frame, &recipe, &error);
    if (status == TR_OK)
        status = tr_viewport_set_beside(&app->viewport, recipe, &error);
    tr_recipe_destroy(recipe);
    if (status != TR_OK) {
        compare->on = app->viewport.beside != NULL; // if the new planet fails, the previous comparison stays
        tr_message_complain(&app->message, &error);
        return;
    }
    if (!compare->on)
        compare->fraction = 0.5;
    compare->on = true;
    snprintf(compare->name, sizeof compare->name, "%s", frame->name);
    app->look.over = false; // the picture moves away from under the mouse
    app->look.ask_at = INFINITY;
    tr_fade_want(&app->fade, app->viewport.beside_edit, false);
    tr_message_say(&app->message, "Comparing with %s (Esc to close)", frame->name);
}

// Starts or ends the comparison with the pinned planet.
void tr_act_compare(tr_app *app) {
    const tr_history_item *pinned = tr_history_pinned(&app->thumbnails.history);
    if (app->compare.on)
        tr_act_compare_end(app);
    else if (pinned)
        start(app, pinned);
    else
        tr_message_say(&app->message, "Pin a planet in the history first, or drag one onto the globe");
}

void tr_act_compare_frame(tr_app *app, int frame) {
    const tr_history *history = &app->thumbnails.history;
    if (frame >= 0 && frame < history->count)
        start(app, &history->frames[frame]);
}

void tr_act_divide(tr_app *app, double fraction) {
    app->compare.fraction = fmin(fmax(fraction, least_fraction), 1 - least_fraction);
}

// ---- the picture ---------------------------------------------------------------------------------

int tr_compare_split(const tr_app *app, const tr_view *whole, tr_view parts[2]) {
    const int covered = whole->margin_px, width = whole->width_px - covered; // of the window
    const int available = width - covered, left = (int)lround(app->compare.fraction * available);
    const int x = covered + (left < 1 ? 1 : left < available ? left : available - 1);
    parts[0] = parts[1] = *whole;
    parts[0].width_px = x + covered > 0 ? x + covered : 1; // the surplus is covered by the other picture
    parts[1].width_px = width > x ? width - x : 1;
    parts[1].margin_px = 0;
    return x;
}

tr_status tr_compare_draw(tr_app *app, const tr_view *part, int x_px, tr_error *error) {
    tr_gl_canvas *canvas = &app->compare.canvas;
    const int width = part->width_px, height = part->height_px;
    GLint before = 0;
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &before);
    tr_status status = TR_OK;
    if (tr_gl_canvas_fit(canvas, width, height))
        status = tr_viewport_draw_beside(&app->viewport, app->document.scene, part, error);
    else
        status = tr_fail(error, TR_NO_MEMORY, "OpenGL has no memory for a second planet");
    glBindFramebuffer(GL_READ_FRAMEBUFFER, canvas->framebuffer);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, (GLuint)before);
    if (status == TR_OK)
        glBlitFramebuffer(0, 0, width, height, x_px, 0, x_px + width, height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, (GLuint)before);
    return status;
}
