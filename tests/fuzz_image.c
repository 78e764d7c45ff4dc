// Any bytes as a picture that is read into images: four bytes of options, then the file. It is refused with a
// message, or values are within the range that is reported and weights within 0 … 1.
#include "fuzz.h"
#include "images/read.h"
#include <math.h>

enum { head = 4, rows_most = 3000, slow = 1 << 20 };

// Stops after some rows: a small file may have very many.
static bool enough(void *context) {
    int *rows = context;
    return ++*rows > rows_most;
}

static void check_error(tr_status status, const tr_error *error, const tr_image *images, int count) {
    expect(status == TR_BAD_INPUT || status == TR_STOPPED, "it is read or refused");
    expect(error->message[0] && (status == TR_STOPPED || error->file[0]), "a refusal has a reason and a file");
    for (int i = 0; i < count; i++)
        expect(images[i].level_count == 0, "a failure leaves nothing");
}

static void sample(const tr_image *image, const tr_image_facts *facts) {
    static const float x[] = {1, -1, 0, 0, 0.3f, -3, 0, 1e-9f}, y[] = {0, 0, 1, -1, 0.5f, -0.1f, 0, 2},
                       z[] = {0, 1e-7f, 0, 0, -0.7f, 2, 1, 0};
    float values[8], weights[8];
    for (double texel = 0; texel < 2; texel = texel * 3 + 0.001)
        for (int filter = TR_IMAGE_CUBIC; filter <= TR_IMAGE_NEAREST; filter++) {
            TR_KERNEL_OF(tr_isa_best(), tr_image_sample)(image, filter, texel, 8, x, y, z, values, weights);
            for (int i = 0; i < 8; i++) {
                expect(weights[i] >= 0 && weights[i] <= 1, "a weight is one");
                expect(isfinite(values[i]), "values are numbers");
                const double slack = 1e-3 + 1e-4 * (fabs(image->low) + 65536 * image->step);
                expect(values[i] >= image->low - slack && values[i] <= image->low + 65535 * image->step + slack,
                       "values are in the range of codes");
            }
        }
    expect(!facts || (facts->lowest <= facts->highest && facts->flat >= 0 && facts->flat <= 1),
           "facts are possible");
}

static void read_images(const tr_image_request *request) {
    tr_image images[TR_IMAGE_MAX_PLANES];
    tr_image_facts facts;
    tr_error error = {0};
    const tr_status status = tr_image_read(request, images, &facts, &error);
    if (status != TR_OK) {
        check_error(status, &error, images, TR_IMAGE_MAX_PLANES);
        return;
    }
    expect(facts.width > 0 && facts.height > 0 && facts.factor > 0 && facts.format, "facts are set");
    const int planes = request->use == TR_IMAGE_COLOUR ? 3 : 1;
    for (int i = 0; i < planes; i++)
        sample(&images[i], i == 0 ? &facts : NULL);
    for (int i = 0; i < TR_IMAGE_MAX_PLANES; i++)
        tr_image_clear(&images[i]);
}

static void read_legend(const tr_image_request *request) {
    tr_legend_colour colours[8];
    tr_image image;
    int count;
    tr_error error = {0};
    tr_status status = tr_legend_list(request, 8, colours, &count, &error);
    expect(status == TR_OK ? count >= 1 && count <= 8 : true, "a legend has colours");
    if (status != TR_OK) {
        check_error(status, &error, NULL, 0);
        return;
    }
    status = tr_legend_read(request, colours, count, &image, NULL, &error);
    if (status != TR_OK) {
        check_error(status, &error, &image, 1);
        return;
    }
    for (int y = 0; y < image.levels[0].height; y++)
        for (int x = 0; x < image.levels[0].width; x++)
            expect(tr_image_row(&image, y)[x] < count, "an index is of the legend");
    sample(&image, NULL);
    tr_image_clear(&image);
}

// JPG and TGA of sizes that are large but allowed: they are decoded whole, which takes long and covers nothing
// else.
static bool is_slow(const uint8_t *file, size_t size, bool tga) {
    if (tga)
        return size >= 18 && (file[12] | file[13] << 8) * (uint64_t)(file[14] | file[15] << 8) > slow;
    if (size < 3 || memcmp(file, "\xff\xd8\xff", 3) != 0)
        return false;
    for (size_t i = 2; i + 9 < size; i++) // any frame header
        if (file[i] == 0xff && file[i + 1] >= 0xc0 && file[i + 1] <= 0xc2 &&
            (uint64_t)(file[i + 5] << 8 | file[i + 6]) * (uint64_t)(file[i + 7] << 8 | file[i + 8]) > slow)
            return true;
    return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < head)
        return 0;
    int rows = 0;
    const bool tga = data[1] & 8;
    const tr_watch watch = {.stopped = enough, .context = &rows};
    const tr_image_source source = {tga ? "fuzz.tga" : "fuzz", data + head, size - head};
    tr_image_request request = {.source = source,
                                .use = (tr_image_use)(data[0] % 3),
                                .channel = (tr_image_channel)(data[0] / 3 % 5),
                                .spread = (tr_image_spread)(data[1] % 8 < 6 ? data[1] % 8 : 0),
                                .has_region = data[1] & 16,
                                .region_deg = {data[2], data[3] - 128, 2 * data[2], data[3]},
                                .west_deg = data[3],
                                .raw =
                                    (tr_raw_format)(data[1] & 32 ? 1 + data[0] / 15 % (TR_RAW_COUNT - 1) : 0),
                                .raw_width = data[2],
                                .raw_height = data[3],
                                .most_texels = data[1] & 64 ? 100 : 1 << 14,
                                .watch = &watch};
    for (int i = 0; i < TR_IMAGE_FACE_COUNT; i++)
        request.faces[i] = source;
    if (is_slow(data + head, size - head, tga))
        return 0;
    if (data[1] & 128)
        read_legend(&request);
    else
        read_images(&request);
    return 0;
}
