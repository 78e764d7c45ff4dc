#include "images/read.h"

#include "images/private/cube.h"
#include "images/private/planes.h"
#include "images/private/ponds.h"
#include <math.h>

static tr_status read_one(const tr_image_request *request, tr_image images[TR_IMAGE_MAX_PLANES],
                          tr_image_facts *facts, tr_error *error) {
    picture_file file;
    tr_status status = picture_open(&request->source, &file, error);
    if (status == TR_OK)
        status = planes_read(&file, request, images, facts, error);
    picture_close(&file);
    return status;
}

tr_status tr_image_read(const tr_image_request *request, tr_image images[TR_IMAGE_MAX_PLANES],
                        tr_image_facts *facts, tr_error *error) {
    tr_image_facts unused;
    facts = facts ? facts : &unused;
    *facts = (tr_image_facts){0};
    for (int i = 0; i < TR_IMAGE_MAX_PLANES; i++)
        images[i] = (tr_image){0};
    tr_status status = request->spread == TR_IMAGE_EQUIRECT ? read_one(request, images, facts, error)
                                                            : cube_read(request, images, facts, error);
    if (status == TR_OK && request->fills_ponds && facts->flat >= TR_IMAGE_SEA)
        ponds_fill(&images[0], facts);
    for (int i = 0; i < TR_IMAGE_MAX_PLANES && images[i].level_count && status == TR_OK; i++)
        status = tr_image_complete(&images[i], request->pool, request->watch, error);
    for (int i = 0; i < TR_IMAGE_MAX_PLANES && status != TR_OK; i++)
        tr_image_clear(&images[i]);
    return status;
}

typedef struct measuring {
    const tr_image_request *request;
    tr_image_facts *facts;
    bool begun;
} measuring;

static tr_status note_and_stop(void *context, const picture_info *info, tr_error *error) {
    measuring *m = context;
    planes_note(info, m->request, m->facts);
    m->begun = true;
    return tr_fail(error, TR_STOPPED, "only the head of the file is needed");
}

tr_status tr_image_measure(const tr_image_request *request, tr_image_facts *facts, tr_error *error) {
    picture_file file;
    tr_error inner = {0};
    measuring m = {request, facts, false};
    const picture_sink sink = {.context = &m, .begin = note_and_stop};
    *facts = (tr_image_facts){0};
    tr_status status = picture_open(&request->source, &file, error);
    if (status != TR_OK)
        return status;
    status = picture_decode(&file, request, &sink, &inner);
    picture_close(&file);
    if (m.begun)
        return TR_OK;
    if (error && error->status == TR_OK)
        *error = inner;
    return status;
}

tr_status tr_image_range(const tr_image_request *request, tr_image_facts *facts, tr_error *error) {
    const int count = request->spread == TR_IMAGE_FACES ? TR_IMAGE_FACE_COUNT : 1;
    double least = INFINITY, most = -INFINITY;
    tr_status status = tr_image_measure(request, facts, error);
    for (int i = 0; i < count && status == TR_OK && facts->has_numbers; i++) {
        picture_file file;
        status = picture_open(count > 1 ? &request->faces[i] : &request->source, &file, error);
        if (status == TR_OK)
            status = planes_range(&file, request, facts, error);
        picture_close(&file);
        least = fmin(least, facts->least), most = fmax(most, facts->most);
    }
    if (status == TR_OK && facts->has_numbers)
        facts->least = least, facts->most = most;
    return status;
}

tr_status tr_image_check_shape(const tr_image_request *request, const tr_image_facts *facts, tr_error *error) {
    const double ratio = (double)facts->width / facts->height;
    if (request->has_region || facts->has_region || request->spread != TR_IMAGE_EQUIRECT ||
        fabs(ratio - 2) <= 0.02)
        return TR_OK;
    if (error && error->status == TR_OK)
        snprintf(error->file, sizeof error->file, "%s", request->source.path);
    return tr_fail(error, TR_BAD_INPUT,
                   "the picture has %d x %d texels, and a map of the whole globe is twice as wide as high",
                   facts->width, facts->height);
}
