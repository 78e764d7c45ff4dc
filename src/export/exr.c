// Uses OpenEXRCore, the C part of OpenEXR ("OpenEXRCore C API", openexr.com).
#include "export/private/image.h"

#include "base/size.h"
#include "base/text.h"
#include "planet/kernels.h"

#include <openexr.h>
#include <string.h>

// The table of chunks is at the beginning but is written last, so the file is assembled in memory.
static int64_t put(exr_const_context_t context, void *user, const void *bytes, uint64_t count, uint64_t offset,
                   exr_stream_error_func_ptr_t complain) {
    static const char zeros[4096] = {0}; // the table, until it is written
    tr_text *file = user;
    const size_t end = (size_t)(offset + count);
    (void)context, (void)complain;
    while (!file->failed && file->used < end)
        tr_text_append(file, zeros, end - file->used < sizeof zeros ? end - file->used : sizeof zeros);
    if (file->failed)
        return -1;
    memcpy(file->bytes + offset, bytes, count);
    return (int64_t)count;
}

static void *allocate(size_t bytes) { return tr_malloc(bytes); }
static void release(void *memory) { tr_free(memory); }
static void ignore(exr_const_context_t context, exr_result_t code, const char *message) {
    (void)context, (void)code, (void)message; // the code is also returned
}

// ---- texels --------------------------------------------------------------------------------------

// Unpacks rows to floats, with the channels of the picture.
static void unpack(const tr_picture *picture, int first, int rows, const float light_of[256], float *out) {
    const size_t count = (size_t)rows * (size_t)picture->width * (size_t)picture->channels;
    const size_t begin = (size_t)first * (size_t)picture->width * (size_t)picture->channels;
    const double low = picture->low, step = (picture->high - low) / 65535;
    for (size_t i = 0; i < count; i++) {
        const bool alpha = picture->channels == 4 && i % 4 == 3;
        if (picture->bytes == 2) {
            const uint16_t texel = ((const uint16_t *)picture->texels)[begin + i];
            out[i] = low < picture->high ? (float)(low + step * texel) : (float)texel / 65535;
        } else {
            const uint8_t texel = ((const uint8_t *)picture->texels)[begin + i];
            out[i] = picture->srgb && !alpha ? light_of[texel] : (float)texel / 255;
        }
    }
}

// ---- the file ------------------------------------------------------------------------------------

static const char *const names[5][4] = {{0}, {"Y"}, {"Y", "A"}, {"R", "G", "B"}, {"R", "G", "B", "A"}};

static exr_result_t describe(exr_context_t context, const tr_picture *picture) {
    int part;
    exr_result_t result = exr_add_part(context, NULL, EXR_STORAGE_SCANLINE, &part);
    if (!result)
        result = exr_initialize_required_attr_simple(context, part, picture->width, picture->height,
                                                     EXR_COMPRESSION_ZIP);
    for (int c = 0; c < picture->channels && !result; c++)
        result = exr_add_channel(context, part, names[picture->channels][c],
                                 picture->bytes == 2 ? EXR_PIXEL_FLOAT : EXR_PIXEL_HALF,
                                 EXR_PERCEPTUALLY_LOGARITHMIC, 1, 1);
    return result ? result : exr_write_header(context);
}

// Writes one chunk of rows. texels: memory for them as floats.
static exr_result_t put_chunk(exr_context_t context, const tr_picture *picture, int row,
                              exr_encode_pipeline_t *pipeline, const float *texels) {
    exr_chunk_info_t chunk;
    exr_result_t result = exr_write_scanline_chunk_info(context, 0, row, &chunk);
    if (!result)
        result = row == 0 ? exr_encoding_initialize(context, 0, &chunk, pipeline)
                          : exr_encoding_update(context, 0, &chunk, pipeline);
    for (int c = 0; c < picture->channels && !result; c++) { // in alphabetical order of the channels
        exr_coding_channel_info_t *channel = &pipeline->channels[c];
        int place = 0;
        while (strcmp(names[picture->channels][place], channel->channel_name) != 0)
            place++;
        channel->user_bytes_per_element = (int16_t)sizeof(float);
        channel->user_data_type = EXR_PIXEL_FLOAT;
        channel->user_pixel_stride = picture->channels * (int)sizeof(float);
        channel->user_line_stride = channel->user_pixel_stride * picture->width;
        channel->encode_from_ptr = (const uint8_t *)(texels + place);
    }
    if (!result && row == 0)
        result = exr_encoding_choose_default_routines(context, 0, pipeline);
    return result ? result : exr_encoding_run(context, 0, pipeline);
}

static exr_result_t put_chunks(exr_context_t context, const tr_picture *picture) {
    exr_encode_pipeline_t pipeline = EXR_ENCODE_PIPELINE_INITIALIZER;
    float light_of[256];
    int32_t most;
    exr_result_t result = exr_get_scanlines_per_chunk(context, 0, &most);
    float *texels = tr_allocate((size_t)picture->width * (size_t)picture->channels,
                                sizeof *texels * (size_t)(result ? 1 : most));
    if (!texels)
        return EXR_ERR_OUT_OF_MEMORY;
    for (int i = 0; i < 256; i++)
        light_of[i] = (float)tr_srgb_decode((uint8_t)i);
    for (int row = 0; row < picture->height && !result; row += most) {
        const int rows = picture->height - row < most ? picture->height - row : most;
        unpack(picture, row, rows, light_of, texels);
        result = put_chunk(context, picture, row, &pipeline, texels);
    }
    exr_encoding_destroy(context, &pipeline);
    tr_free(texels);
    return result;
}

tr_status tr_exr_encode(tr_atomic_file *file, const tr_picture *picture, tr_error *error) {
    tr_text whole = {0};
    exr_context_t context;
    exr_context_initializer_t setup = EXR_DEFAULT_CONTEXT_INITIALIZER;
    setup.error_handler_fn = ignore;
    setup.alloc_fn = allocate;
    setup.free_fn = release;
    setup.user_data = &whole;
    setup.write_fn = put;
    setup.zip_level = 4; // OpenEXR's default since 3.1.3: half the time of zlib's default, 2 % larger
    exr_result_t result = exr_start_write(&context, "memory", EXR_WRITE_FILE_DIRECTLY, &setup);
    if (!result) {
        result = describe(context, picture);
        if (!result)
            result = put_chunks(context, picture);
        const exr_result_t ended = exr_finish(&context);
        result = result ? result : ended;
    }
    if (!result)
        tr_atomic_write(file, whole.bytes, whole.used);
    tr_free(whole.bytes);
    if (result == EXR_ERR_SUCCESS)
        return TR_OK;
    // Writing goes to our own memory. If zlib has no memory for a chunk, the library reports it as corrupt.
    return result == EXR_ERR_OUT_OF_MEMORY || result == EXR_ERR_WRITE_IO || result == EXR_ERR_CORRUPT_CHUNK
               ? tr_fail(error, TR_NO_MEMORY, "no memory to write a picture of %d x %d", picture->width,
                         picture->height)
               : tr_fail(error, TR_BUG, "the EXR encoder says: %s", exr_get_default_error_message(result));
}
