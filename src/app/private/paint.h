// The tab Paint: the brush, and the stroke in the making. It knows no mouse and no OpenGL: places come as
// points on the sphere, and finished strokes go to the document (editor/strokes.h).
#pragma once
#include "app/private/paint_line.h"

enum {
    TR_BRUSH_SELECTS = TR_STROKE_TOOL_COUNT, // the tool that selects and moves strokes
    TR_BRUSH_TOOLS,
    TR_BRUSH_PENDING = 16
};

// How a stroke is drawn.
typedef enum tr_brush_way {
    TR_BRUSH_FREE, // by dragging
    TR_BRUSH_LINE, // by clicks, with arcs of great circles between them
    TR_BRUSH_AREA, // a border, by clicks or by dragging
    TR_BRUSH_WAYS
} tr_brush_way;

typedef enum tr_brush_phase {
    TR_BRUSH_IDLE,
    TR_BRUSH_DRAWN,  // the button is held
    TR_BRUSH_PLACED, // point by point
    TR_BRUSH_MOVED   // the selected stroke is dragged
} tr_brush_phase;

// Whether the brush takes what is under the mouse: with the next click, or with the answer about a place.
typedef enum tr_brush_picking { TR_PICKS_NOTHING, TR_PICKS_CLICK, TR_PICKS_ANSWER } tr_brush_picking;

// A stroke that maps on the screen do not show yet.
typedef struct tr_brush_pending {
    char name[TR_NAME_BYTES];
    uint64_t edit; // that made it
    bool solved;   // what it changes is solved for the whole planet
} tr_brush_pending;

typedef struct tr_brush {
    int tool; // a tr_stroke_tool, or TR_BRUSH_SELECTS
    tr_brush_way way;
    double radius_deg, softness, strength;
    double height_m[TR_STROKE_TOOL_COUNT]; // of the tools that have one; NAN: the usual one
    uint8_t srgb[3];
    int biome;
    char selected[TR_NAME_BYTES]; // a stroke; "": none
    // The stroke in the making:
    tr_brush_phase phase;
    tr_path_point *points; // owned
    int count, most;       // most: as many as the recipe has left
    int taken;             // points behind these that were taken away and can be given back
    bool closed, full;     // full: it ended at that limit
    tr_thinning thinning;
    tr_vec end;   // where the mouse is: the end of a line in the making, or where a stroke is dragged
    tr_vec begin; // where the stroke was taken
    tr_brush_picking picking;                   // waits for what is under the mouse
    tr_brush_pending pending[TR_BRUSH_PENDING]; // oldest first
    int pending_count;
} tr_brush;

// The brush of a new window. tr_brush_end frees what it holds.
void tr_brush_begin(tr_brush *brush);
void tr_brush_end(tr_brush *brush);

// "Land", "Select"
const char *tr_brush_tool_name(int tool);
// What a tool does, in a sentence.
const char *tr_brush_tool_what(int tool);
// A colour for what a tool paints; srgb: that of a brush with the tool colour, biome: with the tool biome.
void tr_brush_tint(int tool, const uint8_t srgb[3], int biome, uint8_t out[3]);
// Why a planet cannot follow a tool, such as "this planet has no sea"; NULL: it can.
const char *tr_brush_refusal(const tr_recipe *recipe, int tool);
bool tr_brush_has_height(int tool);
// The usual height of a tool in metres. That of a volcano makes its slopes look 30 degrees steep, but reaches
// at most 60 % of the limit of the planet's heights.
double tr_brush_usual_height(int tool, double radius_deg, const tr_recipe *recipe);
// The largest height that the brush can be set to, in metres.
double tr_brush_most_height(const tr_recipe *recipe);
// The height of the brush in metres, and what it is called.
double tr_brush_height(const tr_brush *brush, const tr_recipe *recipe);
const char *tr_brush_height_name(int tool);
// Whether it paints at its points alone.
bool tr_brush_has_dots(int tool);

// Changes the radius by a number of steps, each a tenth.
void tr_brush_resize(tr_brush *brush, int steps);

// ---- drawing -------------------------------------------------------------------------------------

// What an event has done.
typedef enum tr_brush_event {
    TR_BRUSH_NOTHING,
    TR_BRUSH_CHANGED,  // what the window shows
    TR_BRUSH_FINISHED, // points, count and closed are a new stroke; tr_brush_drop when it was taken
    TR_BRUSH_FULL,     // no stroke: the recipe holds no more points or strokes
} tr_brush_event;

// The left button is pressed at a place. line: it sets a point although the way is free. at_first, at_last: the
// first or the last point of the stroke in the making is there. left: points that the recipe has left. Errors:
// TR_NO_MEMORY.
typedef struct tr_brush_press {
    tr_vec at;
    bool line, at_first, at_last;
    int left;
} tr_brush_press;
tr_status tr_brush_down(tr_brush *brush, const tr_brush_press *press, tr_brush_event *event, tr_error *error);
tr_status tr_brush_move(tr_brush *brush, tr_vec at, tr_brush_event *event, tr_error *error);
// The button is released, where the mouse was last.
tr_status tr_brush_up(tr_brush *brush, tr_brush_event *event, tr_error *error);
// Enter: a line or an area in the making is finished, if it has enough points.
tr_brush_event tr_brush_enter(tr_brush *brush);
// Takes the last point away; tr_brush_again gives back what was taken away last, if no point was set since.
tr_brush_event tr_brush_back(tr_brush *brush);
tr_brush_event tr_brush_again(tr_brush *brush);
// Drops the stroke in the making. False: there is none.
bool tr_brush_drop(tr_brush *brush);

// ---- strokes of the recipe -------------------------------------------------------------------------

// What the stroke in the making covers, up to the place under the mouse; and what a stroke of a recipe covers,
// or with `moved` where it is dragged. Errors: TR_NO_MEMORY.
tr_status tr_brush_cover_made(const tr_brush *brush, tr_line_cover *cover, tr_error *error);
tr_status tr_brush_cover_of(const tr_brush *brush, const tr_recipe *recipe, const tr_stroke *stroke, bool moved,
                            tr_line_cover *cover, tr_error *error);
// The stroke at a place that lies on top; -1: there is none. Without memory, strokes are passed over.
int tr_brush_find(const tr_recipe *recipe, tr_vec at);
// Points after turning the planet below them, from one place to another.
void tr_brush_turn(tr_path_point *points, int count, tr_vec from, tr_vec to);

// Notes a new stroke, which maps do not show before that edit. tr_brush_shown: maps of an edit are on the
// screen; only sharp ones show what is solved for the whole planet.
void tr_brush_await(tr_brush *brush, const char *name, uint64_t edit);
void tr_brush_shown(tr_brush *brush, uint64_t edit, bool sharp);
