// Strokes of a round brush on the sphere: distances to lines and areas, and what strokes of one kind paint over
// each other.
//
// A stroke is a row of arcs of great circles with round ends, or an area within such arcs. Each place has a
// value and a weight: strokes are visited in order, and each covers what lies below it, is added to it, or
// takes it away. The kernel visits them from the last one down, until nothing below shows. The arcs are cut
// into pieces; groups of neighbouring pieces have bounding spheres, so that a block of samples finds the pieces
// that reach it among ten thousand. Within a block the pieces are in the order of the strokes again.
//
// Whether a place is inside an area: crossings of the border are counted from a place where that is known, the
// centre of a cell on a cube round the sphere. So only pieces near the samples are visited, and areas may cross
// themselves (even-odd rule) and contain poles. A border is less than a millionth of a radius wide; there both
// sides are equal, so rounding cannot show.
#pragma once
#include "noise/kernels.h"

enum {
    TR_STROKES_MOST = 1024, // strokes of a set
    TR_STROKE_CELLS = 32,   // cells along an edge of the cube
    TR_STROKE_ALL_CELLS = 6 * TR_STROKE_CELLS * TR_STROKE_CELLS,
    TR_STROKE_GROUP = 16 // pieces of a group
};

#define TR_STROKE_CELL_REACH 0.06f // more than the distance of a place from the centre of its cell
#define TR_STROKE_BORDER 1e-6f     // width of the border of an area, in radii
#define TR_STROKE_FINEST 1.5f      // texels: no edge is sharper

typedef enum tr_stroke_shape {
    TR_SHAPE_BRUSH,
    TR_SHAPE_RANGE, // falls from the middle of its line on, whatever its softness, and tapers towards its ends
    TR_SHAPE_CRATER,
    TR_SHAPE_VOLCANO
} tr_stroke_shape;

typedef enum tr_stroke_join {
    TR_STROKES_COVER,  // the value lies over those below
    TR_STROKES_ADD,    // the value is added to those below
    TR_STROKES_PICK,   // the value of the strongest stroke shows, unblended
    TR_STROKES_REMOVE, // takes away what is below
} tr_stroke_join;

// A stroke. Angles are in radians.
typedef struct tr_stroke_numbers {
    int first, count;      // places
    bool closed;           // an area; the smaller side of its border is inside
    bool bends;            // its lines are bent before (fields/private/bent_strokes.h)
    tr_stroke_shape shape; // craters and volcanoes lie at each place, without lines
    tr_stroke_join join;
    double radius, softness, strength;
    double values[3]; // components of a colour, or the same number thrice
} tr_stroke_numbers;

// A stroke, prepared.
typedef struct tr_stroke_brush {
    bool closed;
    int shape, join;
    float radius, softness, strength;
    float values[3];
    float wide, long_; // half of what lies within the line: 0 for one place
} tr_stroke_brush;

// An arc from a to b of at most 30 degrees. Places with p·f > 0 and p·g > 0 are nearer to the arc than to its
// ends. A piece of no length has zeros there.
typedef struct tr_stroke_piece {
    float a[3], b[3];
    float n[3]; // pole of the great circle
    float f[3], g[3];
    float middle[3];
    // Of a range: how far a and b are from its beginning, and its length, in lengths of its tapered ends; and
    // what the ends add to squared sines of the distance.
    float along[2], whole, taper;
    int32_t stroke;
} tr_stroke_piece;

// Balls that contain all places that pieces reach on a map without texels. There are 16 places behind the last.
typedef struct tr_stroke_balls {
    float *x, *y, *z, *radius;
} tr_stroke_balls;

// Strokes, prepared. Immutable: any number of threads may evaluate them.
typedef struct tr_strokes {
    int count, piece_count, group_count, words;
    float narrowest; // radius
    tr_stroke_brush *brushes;
    tr_stroke_piece *pieces; // in the order of the strokes
    tr_stroke_balls balls;   // of the pieces, in that order
    tr_stroke_balls groups;  // of 16 pieces each
    int32_t *members;        // of the groups: indices of pieces; -1: none
    float *centres;          // of the cells, three each; NULL: there are no areas
    uint32_t *inside;        // `words` for each cell: bits of the strokes whose areas contain its centre
} tr_strokes;

// Prepares strokes at places, which are directions. Counts its work. Errors: TR_NO_MEMORY, TR_STOPPED. Free
// with tr_strokes_clear, which accepts zeros.
tr_status tr_strokes_create(const tr_stroke_numbers *numbers, int count, const double (*places)[3],
                            tr_meter *meter, tr_strokes *set, tr_error *error);
void tr_strokes_clear(tr_strokes *set);

typedef enum tr_strokes_value {
    TR_STROKES_WEIGHTED, // value times weight
    TR_STROKES_VALUE,    // 0 where the weight is 0
    TR_STROKES_WEIGHT,   // 0 … 1
    TR_STROKES_COVERED,  // how far strokes that cover hide what is below all of them, 0 … 1
    TR_STROKES_HOLLOW,   // the part of value times weight by which craters go below 0
    TR_STROKES_VALUES
} tr_strokes_value;

typedef struct tr_strokes_plan {
    const tr_strokes *set;
    int value, component; // a tr_strokes_value; index into values
    bool fills_hollows;   // craters, also those of volcanoes, are level if they are too narrow for the map
} tr_strokes_plan;

// What strokes paint. block->list has TR_LIST_CAPACITY words for TR_STROKES_SITES sites.
#define TR_STROKES_SITES(set) (3 * (set)->piece_count + 32)
TR_DECLARE_FIELD_KERNEL(tr_strokes_paint)

// The cell in which a direction lies.
static inline int tr_stroke_cell(float x, float y, float z) {
    const float ax = x < 0 ? -x : x, ay = y < 0 ? -y : y, az = z < 0 ? -z : z;
    const bool is_x = ax >= ay && ax >= az, is_y = !is_x && ay >= az;
    const float w = is_x ? x : is_y ? y : z, scale = 0.5f * TR_STROKE_CELLS / (w < 0 ? -w : w);
    int i = (int)(0.5f * TR_STROKE_CELLS + (is_x ? y : is_y ? z : x) * scale);
    int j = (int)(0.5f * TR_STROKE_CELLS + (is_x ? z : is_y ? x : y) * scale);
    i = i < TR_STROKE_CELLS ? i : TR_STROKE_CELLS - 1, j = j < TR_STROKE_CELLS ? j : TR_STROKE_CELLS - 1;
    return (((is_x ? 0 : is_y ? 2 : 4) + (w > 0)) * TR_STROKE_CELLS + j) * TR_STROKE_CELLS + i;
}
