// Reads image files, or their bytes in memory, into images on the sphere (noise/grids/image.h): PNG, TIFF and
// GeoTIFF, EXR, JPG, TGA, and raw numbers.
//
// Files are untrusted. Rows are passed on as they are decoded, and an image that is wider or higher than
// TR_IMAGE_MAX_SIDE is averaged by a whole factor meanwhile. So memory is that of the result and of a few rows,
// of a row of tiles, or of one compressed strip of a TIFF. JPG, TGA and interlaced PNG are decoded whole, which
// may take 512 MB. Each format has one decoder without vector instructions that change results: bytes are equal
// everywhere.
//
// Values of an image:
// - PNG, JPG, TGA, unsigned TIFF of 8 and 16 bits, unsigned R16: fractions, 0 (black) to 1 (white).
// - EXR, R32F, TIFF of signed integers, 32 bits or floats: the numbers of the file, for example metres.
// - Colour: linear light; sRGB codes of integer files become 0 to 1, floats stay as they are.
// More: docs/internals/images.md.
#pragma once
#include "noise/grids/image.h"

enum {
    TR_IMAGE_MAX_PLANES = 3,
    TR_IMAGE_FACE_COUNT = 6,
    TR_LEGEND_MOST = 256, // colours of a legend
};

// Where an image comes from: a file, or bytes in memory with a name for messages and for the format of files
// that do not tell it (TGA).
typedef struct tr_image_source {
    const char *path;
    const void *bytes; // or NULL: the file at path is read
    size_t size;
} tr_image_source;

typedef enum tr_image_use {
    TR_IMAGE_NUMBERS, // heights, temperatures, rain: one channel, and steps of few levels are made smooth
    TR_IMAGE_MASK,    // one channel as it is
    TR_IMAGE_COLOUR,  // three images: red, green and blue in linear light
} tr_image_use;

typedef enum tr_image_channel {
    TR_IMAGE_GREY, // of a coloured file: luma, 0.2126 red + 0.7152 green + 0.0722 blue (ITU-R BT.709)
    TR_IMAGE_RED,
    TR_IMAGE_GREEN,
    TR_IMAGE_BLUE,
    TR_IMAGE_ALPHA
} tr_image_channel;

// The numbers of a raw file, which has no header.
typedef enum tr_raw_format {
    TR_RAW_NONE, // not raw: the file's first bytes tell its format
    TR_RAW_U16,  // little-endian, as R16 of game engines
    TR_RAW_U16_BIG,
    TR_RAW_S16,
    TR_RAW_S16_BIG,
    TR_RAW_F32,
    TR_RAW_F32_BIG,
    TR_RAW_COUNT
} tr_raw_format;

// How the sphere is spread over the picture. Cubes have the orientation of our own exports, and become a map
// that is four times as wide as a face; steps of few levels stay in them as wide as a texel.
typedef enum tr_image_spread {
    TR_IMAGE_EQUIRECT,
    TR_IMAGE_FACES,  // six files: +X -X +Y -Y +Z -Z
    TR_IMAGE_ROW,    // one picture 6:1, in the same order
    TR_IMAGE_COLUMN, // 1:6, from top to bottom
    TR_IMAGE_CROSS,  // 4:3: -X +Z +X -Z in the middle row, +Y above and -Y below +Z
    TR_IMAGE_GRID    // 3:2: +X -X +Y, below them -Y +Z -Z
} tr_image_spread;

typedef struct tr_image_request {
    tr_image_source source;
    tr_image_source faces[TR_IMAGE_FACE_COUNT]; // for TR_IMAGE_FACES, instead of source
    tr_image_spread spread;
    tr_image_use use;
    tr_image_channel channel;
    // The lowest value is land in holes of fewer than PONDS_LEAST texels (ponds.c), if elsewhere it is a flat
    // sea.
    bool fills_ponds;
    bool has_region; // region_deg tells where the picture lies; else a GeoTIFF's own region, else the whole
                     // sphere
    double region_deg[4]; // west, south, east, north; west < east <= west + 360
    double west_deg;      // of a whole sphere: the meridian at the left edge. -180 is that of our own exports
    tr_raw_format raw;
    int raw_width, raw_height; // for TR_RAW_…
    size_t most_texels;        // of the result; 0: TR_IMAGE_MAX_SIDE² / 2
    tr_pool *pool;             // or NULL
    const tr_watch *watch;     // or NULL
} tr_image_request;

// What callers may want to know of a file.
typedef struct tr_image_facts {
    const char *format;     // "PNG", "TIFF", "GeoTIFF", "EXR", "JPG", "TGA", "raw"
    int width, height;      // of the file
    int bits, channels;     // of a sample; 1 grey, 2 grey and alpha, 3 RGB, 4 RGB and alpha
    bool coloured;          // has colours, and not only grey as RGB
    bool has_numbers;       // values are the numbers of the file, for example metres, not fractions
    bool has_region;        // a GeoTIFF in degrees:
    double region_deg[4];   // west, south, east, north
    int factor;             // texels of the file along a side of one texel of the image
    double lowest, highest; // of the chosen channel, where it is given
    double least, most;     // of has_numbers: the same before any averaging
    double missing;         // texels of the file whose numbers are not given: NaN, or GDAL_NODATA
    double known;           // of tr_legend_read: the part of the area that has a colour of the legend
    double clear;           // of tr_legend_read: the part of the area that is transparent
    double flat;            // the part of the image's area that has the lowest value: a flat sea, from 0.05 on
} tr_image_facts;

// Reads images[0], and for colour images[0 … 2], with tr_image_clear. *facts may be NULL. On failure images are
// zeroed, and facts are those that were found before. Errors, with the path: TR_BAD_INPUT (no such file, no
// such channel, damaged, unsupported, too large, numbers beyond 1e9, nothing given), TR_NO_MEMORY, TR_STOPPED.
// Same bits on every machine and with any pool.
tr_status tr_image_read(const tr_image_request *request, tr_image images[TR_IMAGE_MAX_PLANES],
                        tr_image_facts *facts, tr_error *error);

// Reads only what the file says of itself before its texels: *facts without coloured, lowest, highest and flat.
// Of a cube it is the size of the picture of its faces. Errors: as above.
tr_status tr_image_measure(const tr_image_request *request, tr_image_facts *facts, tr_error *error);

// As tr_image_measure, but of has_numbers also facts->least and most, for which it reads all of the file.
// Errors: as tr_image_read.
tr_status tr_image_range(const tr_image_request *request, tr_image_facts *facts, tr_error *error);

// A picture of the whole sphere is twice as wide as high (or within 1 % of it). Errors: TR_BAD_INPUT, with the
// path and the choices, for one that is not and for which no region is known.
tr_status tr_image_check_shape(const tr_image_request *request, const tr_image_facts *facts, tr_error *error);

// ---- legends -------------------------------------------------------------------------------------

typedef struct tr_legend_colour {
    uint8_t srgb[3];
    bool clear;  // stands for transparent texels, instead of a colour
    double area; // part of the picture's area, without transparent texels
} tr_legend_colour;

// Lists the flat colours of a picture, largest areas first, at most `most` (1 to TR_LEGEND_MOST). Only texels
// whose neighbours have about the same colour count: others are edges of drawn areas. Transparent ones do not.
// Colours that differ little, as JPG makes them, and those of less than 0.1 % of the area count with the
// nearest larger one. The same request as above, for a map of 8 or 16 bits; channel and use are ignored.
// Errors: as above.
tr_status tr_legend_list(const tr_image_request *request, int most, tr_legend_colour *colours, int *count,
                         tr_error *error);
// The same of all texels, as those of photographs.
tr_status tr_legend_list_all(const tr_image_request *request, int most, tr_legend_colour *colours, int *count,
                             tr_error *error);

// Whether a picture on the disk looks like a sketch of land: some colours, and few of them. What is wrong with
// the picture itself is told when it is read. Errors: TR_NO_MEMORY, TR_STOPPED.
tr_status tr_picture_is_sketch(const char *path, const tr_watch *watch, bool *is_sketch, tr_error *error);

// Reads for each texel the index of the nearest of the given colours (by their sRGB codes), 1 to TR_LEGEND_MOST
// of them. Texels whose colour is near none of them take the index that is commonest beside them: edges of
// drawn areas have colours in between, which may be near a third one. The image has indices instead of
// quantities: sample it with TR_IMAGE_NEAREST. facts may be NULL; no values are measured. Errors: as above.
tr_status tr_legend_read(const tr_image_request *request, const tr_legend_colour *colours, int count,
                         tr_image *image, tr_image_facts *facts, tr_error *error);
