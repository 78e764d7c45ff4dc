// EXR files, by OpenEXRCore: the first part, scanlines or the full resolution of tiles.
#include "images/private/picture.h"

#include "base/size.h"
#include <errno.h>
#include <openexr.h>
#include <string.h>

enum { most_channels = 64 };

typedef struct job {
    const picture_file *file;
    const picture_sink *sink;
    exr_context_t context;
    exr_decode_pipeline_t pipeline;
    bool is_ready; // the pipeline
    picture_info info;
    int left, top; // of the data window
    bool tiled;
    int tile_width, rows;                     // of a tile, or a chunk of scanlines
    const char *names[PICTURE_MOST_CHANNELS]; // of the file's channels, in the order of the picture's
    float *texels;                            // a row of tiles or a chunk
} job;

// ---- OpenEXR's hooks -----------------------------------------------------------------------------

static int64_t read_at(exr_const_context_t context, void *user, void *bytes, uint64_t count, uint64_t offset,
                       exr_stream_error_func_ptr_t complain) {
    const job *j = user;
    (void)context, (void)complain;
    const uint64_t left = offset < j->file->size ? j->file->size - offset : 0;
    const size_t size = (size_t)(count < left ? count : left);
    return picture_read(j->file, offset, bytes, size) ? (int64_t)size : -1;
}

static int64_t size_of(exr_const_context_t context, void *user) {
    (void)context;
    return (int64_t)((const job *)user)->file->size;
}

static void *allocate(size_t bytes) { return tr_malloc(bytes); }
static void release(void *memory) { tr_free(memory); }
static void ignore(exr_const_context_t context, exr_result_t code, const char *message) {
    (void)context, (void)code, (void)message; // the code is also returned
}

// zlib without memory looks like a damaged chunk, but tr_malloc sets errno.
static tr_status damaged(const job *j, exr_result_t result, tr_error *error) {
    if (result == EXR_ERR_OUT_OF_MEMORY || errno == ENOMEM)
        return picture_no_memory(j->file, error);
    return picture_bad(j->file, error, "the EXR is damaged or not supported (%s): save it again, or as TIFF",
                       exr_get_default_error_message(result));
}

static tr_status unsupported(const job *j, tr_error *error, const char *what) {
    return picture_bad(
        j->file, error,
        "the EXR has %s: save it with scanlines or tiles, and with ZIP or another compression than DWA", what);
}

// ---- what it contains ----------------------------------------------------------------------------

static const exr_attr_chlist_entry_t *find_channel(const exr_attr_chlist_t *list, const char *name) {
    for (int i = 0; i < list->num_channels; i++)
        if (strcmp(list->entries[i].name.str, name) == 0)
            return &list->entries[i];
    return NULL;
}

// The colours if there are all three, otherwise Y or the first channel that is not alpha, whatever its name.
static const exr_attr_chlist_entry_t *choose(const exr_attr_chlist_t *list, int c, bool colours) {
    static const char *const names[] = {"R", "G", "B"};
    if (colours)
        return find_channel(list, names[c]);
    const exr_attr_chlist_entry_t *grey = find_channel(list, "Y");
    return grey || strcmp(list->entries[0].name.str, "A") != 0 || list->num_channels == 1
               ? (grey ? grey : &list->entries[0])
               : &list->entries[1];
}

static tr_status find_channels(job *j, tr_error *error) {
    const exr_attr_chlist_t *list = NULL;
    const exr_result_t result = exr_get_channels(j->context, 0, &list);
    if (result)
        return damaged(j, result, error);
    if (list->num_channels < 1 || list->num_channels > most_channels)
        return unsupported(j, error, "no channel, or more than 64");
    const bool colours = find_channel(list, "R") && find_channel(list, "G") && find_channel(list, "B");
    const exr_attr_chlist_entry_t *alpha = list->num_channels > 1 ? find_channel(list, "A") : NULL;
    const int count = colours ? 3 : 1;
    for (int c = 0; c < count + (alpha != NULL); c++) {
        const exr_attr_chlist_entry_t *channel = c < count ? choose(list, c, colours) : alpha;
        if (channel->x_sampling != 1 || channel->y_sampling != 1)
            return unsupported(j, error, "channels of fewer texels");
        j->names[c] = channel->name.str;
        j->info.channels++;
        j->info.bits = channel->pixel_type == EXR_PIXEL_HALF ? 16 : 32;
    }
    return TR_OK;
}

static tr_status find_storage(job *j, tr_error *error) {
    exr_storage_t storage;
    exr_compression_t compression;
    exr_tile_level_mode_t level;
    exr_tile_round_mode_t round;
    uint32_t tile_width = 0, tile_height = 0;
    exr_result_t result = exr_get_storage(j->context, 0, &storage);
    if (!result)
        result = exr_get_compression(j->context, 0, &compression);
    if (result)
        return damaged(j, result, error);
    if (storage != EXR_STORAGE_SCANLINE && storage != EXR_STORAGE_TILED)
        return unsupported(j, error, "deep texels");
    if (compression == EXR_COMPRESSION_DWAA || compression == EXR_COMPRESSION_DWAB)
        return unsupported(j, error, "compression DWA"); // its floats are not the same on all processors
    j->tiled = storage == EXR_STORAGE_TILED;
    if (!j->tiled) {
        result = exr_get_scanlines_per_chunk(j->context, 0, &j->rows);
        return result ? damaged(j, result, error) : TR_OK;
    }
    result = exr_get_tile_descriptor(j->context, 0, &tile_width, &tile_height, &level, &round);
    if (result)
        return damaged(j, result, error);
    if (tile_width < 1 || tile_height < 1 || tile_width > 1 << 16 || tile_height > 1 << 16)
        return unsupported(j, error, "tiles that are larger than 65536");
    j->tile_width = (int)tile_width, j->rows = (int)tile_height;
    return TR_OK;
}

static tr_status inspect(job *j, tr_error *error) {
    exr_attr_box2i_t window;
    const exr_result_t result = exr_get_data_window(j->context, 0, &window);
    if (result)
        return damaged(j, result, error);
    const int64_t width = (int64_t)window.max.x - window.min.x + 1,
                  height = (int64_t)window.max.y - window.min.y + 1;
    tr_status status = picture_check_size(j->file, (uint64_t)(width > 0 ? width : 0),
                                          (uint64_t)(height > 0 ? height : 0), error);
    if (status != TR_OK)
        return status;
    j->left = window.min.x, j->top = window.min.y;
    j->info = (picture_info){.format = "EXR", .width = (int)width, .height = (int)height, .may_lack = true};
    status = find_channels(j, error);
    if (status == TR_OK)
        status = find_storage(j, error);
    return status == TR_OK
               ? picture_check_bytes(j->file, (uint64_t)width * (uint64_t)j->rows * 4 * most_channels,
                                     "a row of chunks", error)
               : status;
}

// ---- rows ----------------------------------------------------------------------------------------

// Decodes a chunk, whose first texel is in this column, into the rows of texels.
static exr_result_t decode_chunk(job *j, const exr_chunk_info_t *chunk, int column) {
    exr_result_t result = !j->is_ready ? exr_decoding_initialize(j->context, 0, chunk, &j->pipeline)
                                       : exr_decoding_update(j->context, 0, chunk, &j->pipeline);
    if (result)
        return result;
    const int channels = j->info.channels;
    for (int i = 0; i < j->pipeline.channel_count; i++) {
        exr_coding_channel_info_t *channel = &j->pipeline.channels[i];
        channel->decode_to_ptr = NULL;
        for (int c = 0; c < channels; c++)
            if (strcmp(channel->channel_name, j->names[c]) == 0)
                channel->decode_to_ptr = (uint8_t *)(j->texels + (size_t)column * (size_t)channels + c);
        channel->user_data_type = EXR_PIXEL_FLOAT;
        channel->user_bytes_per_element = sizeof(float);
        channel->user_pixel_stride = channels * (int)sizeof(float);
        channel->user_line_stride = channels * j->info.width * (int)sizeof(float);
    }
    if (!j->is_ready)
        result = exr_decoding_choose_default_routines(j->context, 0, &j->pipeline);
    j->is_ready = true;
    return result ? result : exr_decoding_run(j->context, 0, &j->pipeline);
}

// Reads the rows of a chunk or of a row of tiles that begins at row y.
static exr_result_t read_rows(job *j, int y) {
    exr_chunk_info_t chunk;
    exr_result_t result = EXR_ERR_SUCCESS;
    if (!j->tiled) {
        result = exr_read_scanline_chunk_info(j->context, 0, j->top + y, &chunk);
        return result ? result : chunk.height > j->rows ? EXR_ERR_CORRUPT_CHUNK : decode_chunk(j, &chunk, 0);
    }
    for (int column = 0; column < j->info.width && !result; column += j->tile_width) {
        result = exr_read_tile_chunk_info(j->context, 0, column / j->tile_width, y / j->rows, 0, 0, &chunk);
        if (!result && (chunk.width > j->info.width - column || chunk.height > j->rows))
            result = EXR_ERR_CORRUPT_CHUNK;
        if (!result)
            result = decode_chunk(j, &chunk, column);
    }
    return result;
}

static tr_status pass_on(job *j, tr_error *error) {
    const size_t row = (size_t)j->info.width * (size_t)j->info.channels;
    tr_status status = TR_OK;
    j->texels = tr_allocate(row * (size_t)j->rows, sizeof *j->texels);
    if (!j->texels)
        return picture_no_memory(j->file, error);
    for (int y = 0; y < j->info.height && status == TR_OK; y++) {
        if (y % j->rows == 0) {
            const exr_result_t result = read_rows(j, y);
            if (result)
                return damaged(j, result, error);
        }
        status = j->sink->row(j->sink->context, y, j->texels + (size_t)(y % j->rows) * row, error);
    }
    return status;
}

tr_status picture_decode_exr(const picture_file *file, const picture_sink *sink, tr_error *error) {
    job j = {.file = file, .sink = sink};
    exr_context_initializer_t setup = EXR_DEFAULT_CONTEXT_INITIALIZER;
    setup.error_handler_fn = ignore;
    setup.alloc_fn = allocate;
    setup.free_fn = release;
    setup.user_data = &j;
    setup.read_fn = read_at;
    setup.size_fn = size_of;
    setup.max_image_width = setup.max_image_height = PICTURE_MOST_SIDE;
    errno = 0;
    const exr_result_t result = exr_start_read(&j.context, file->path, &setup);
    if (result)
        return damaged(&j, result, error);
    // OpenEXRCore goes on without some of what it could not store.
    tr_status status = errno == ENOMEM ? picture_no_memory(file, error) : inspect(&j, error);
    if (status == TR_OK)
        status = sink->begin(sink->context, &j.info, error);
    errno = 0;
    if (status == TR_OK)
        status = pass_on(&j, error);
    if (status == TR_OK && errno == ENOMEM)
        status = picture_no_memory(file, error);
    if (j.is_ready)
        exr_decoding_destroy(j.context, &j.pipeline);
    exr_finish(&j.context);
    tr_free(j.texels);
    return status;
}
