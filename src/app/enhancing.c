#include "app/private/enhancing.h"

#include "app/private/file_output.h"
#include "app/private/page.h"
#include "base/words.h"
#include "editor/listing.h"

#include <GLFW/glfw3.h>
#include <stdio.h>
#include <string.h>

enum { first_times = 2 }; // doubled twice: four times as many samples along each side

bool tr_enhancing_take(tr_enhancing *enhancing, const char *source, const char *folder) {
    int width, height;
    char stem[256];
    if (enhancing->work)
        return true; // the dialog shows its progress
    if (strlen(source) >= sizeof enhancing->source || !tr_enhance_inspect(source, &width, &height))
        return false;
    const char *name;
    const size_t length = tr_path_stem(source, &name);
    snprintf(enhancing->source, sizeof enhancing->source, "%s", source);
    enhancing->width = width, enhancing->height = height;
    enhancing->times = first_times;
    enhancing->wrap = width == 2 * height ? TR_WRAP_ACROSS : TR_WRAP_NONE; // an aspect ratio of 2:1 means a map
                                                                           // of a whole planet
    snprintf(stem, sizeof stem, "%.*s-enhanced", length < 200 ? (int)length : 200, name);
    tr_file_output_free_name(folder, stem, ".png", NULL, enhancing->path, sizeof enhancing->path);
    return true;
}

void tr_enhancing_size(const tr_enhancing *enhancing, int64_t *width, int64_t *height) {
    *width = tr_enhance_length(enhancing->width, enhancing->times);
    *height = tr_enhance_length(enhancing->height, enhancing->times);
}

// Nothing that it reads changes while it runs.
static tr_status run(void *context, tr_pool *pool, const tr_watch *watch, tr_error *error) {
    tr_enhancing *enhancing = context;
    const tr_enhance_job job = {.source = enhancing->source,
                                .path = enhancing->path,
                                .times = enhancing->times,
                                .wrap_x = enhancing->wrap != TR_WRAP_NONE,
                                .wrap_y = enhancing->wrap == TR_WRAP_BOTH,
                                .estimate = true,
                                .seed = 1};
    return tr_enhance_file(&job, enhancing->isa, pool, watch, &enhancing->result, error);
}

void tr_enhancing_start(tr_enhancing *enhancing, int threads, tr_isa isa, tr_message *message) {
    tr_error error = {0};
    const tr_background_job job = {
        .run = run, .context = enhancing, .threads = threads, .wake = glfwPostEmptyEvent};
    if (enhancing->work || !enhancing->source[0])
        return;
    if (tr_path_exists(enhancing->path)) {
        tr_fail(&error, TR_CANNOT_WRITE, "%s exists already: choose another name", enhancing->path);
        tr_message_complain(message, &error);
        return;
    }
    enhancing->percent = 0;
    enhancing->isa = isa;
    tr_status status = tr_directory_make_for(enhancing->path, &enhancing->folder, &error);
    if (status == TR_OK)
        status = tr_background_start(&job, &enhancing->work, &error);
    if (status == TR_OK) {
        tr_message_say(message, "Enhancing %s", enhancing->source);
    } else {
        tr_directory_end(&enhancing->folder, status);
        tr_message_complain(message, &error);
    }
}

void tr_enhancing_stop(tr_enhancing *enhancing) {
    if (enhancing->work)
        tr_background_stop(enhancing->work);
}

bool tr_enhancing_watch(tr_enhancing *enhancing, tr_message *message) {
    if (!enhancing->work)
        return false;
    const int before = enhancing->percent;
    enhancing->percent = (int)(100 * tr_background_progress(enhancing->work));
    if (!tr_background_over(enhancing->work))
        return enhancing->percent != before;
    tr_error error = {0};
    const tr_status status = tr_background_finish(enhancing->work, &error);
    enhancing->work = NULL;
    tr_directory_end(&enhancing->folder, status);
    if (status == TR_OK) {
        tr_message_say(message, "Enhanced: %s, %d × %d", tr_page_name(enhancing->path), enhancing->result.width,
                       enhancing->result.height);
        tr_page_give(enhancing->path, false);
    } else if (status == TR_STOPPED)
        tr_message_say(message, "Enhancing cancelled; nothing was written");
    else
        tr_message_complain(message, &error);
    return true;
}

void tr_enhancing_end(tr_enhancing *enhancing) {
    if (!enhancing->work)
        return;
    tr_background_stop(enhancing->work);
    const tr_status status = tr_background_finish(enhancing->work, NULL);
    enhancing->work = NULL;
    tr_directory_end(&enhancing->folder, status);
}
