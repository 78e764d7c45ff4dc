// Records times of events for tests: one line each in the file that TERRELLA_TRACE names. Times are
// milliseconds since the program began to open its window, some ten milliseconds after its start.
//
//   frame N T COST      frame N was sent to the screen at T; drawing it took COST
//   edit N T            the bake of edit N was requested
//   preview N T         a frame with the preview of edit N was sent to the screen
//   sharp N T           the same with its sharp maps
//   key K T             the key with GLFW number K was pressed, and its command and all earlier input are done
//   rest N T            nothing moves after frame N
//   objects N T         N textures, buffers and other OpenGL objects exist; before each rest
//   programs N T        N of them are programs, which are created when first needed; before that
//   small N T           N of them are small pictures of planets, which are kept; before that
//   reset N T           after frame N OpenGL was reset, and all its objects are new
//   near N T            a frame with new tiles of near ground was sent to the screen; N are still missing
//   complete N T        frame N was the first complete one
//   message TEXT        the message in the next frame, when it changes
//   front NAME          what is in front in the next frame, when that changes: question, open, save, export,
//                       picture, enhance (dialogs), gallery or planet
//   body NAME           the name of the selected body in the next frame, when it changes
//
// With TERRELLA_TRACE_MAPS=1 the sharp maps that are shown are written beside that file, too, as raw texels:
// .albedo, .normal, .emission, .orm (3 bytes a texel), .clouds (4).
#pragma once
#include <stdint.h>

typedef struct tr_trace tr_trace;

// NULL if path is NULL or cannot be written: all other functions then do nothing.
tr_trace *tr_trace_create(const char *path);
void tr_trace_destroy(tr_trace *trace);
void tr_trace_frame(tr_trace *trace, uint64_t number, double time_s, double cost_s);
void tr_trace_event(tr_trace *trace, const char *what, uint64_t number, double time_s);

// Writes maps of width * width / 2 texels; texels is NULL for maps that do not exist.
typedef struct tr_trace_map {
    const char *name;
    const void *texels;
    int texel_bytes;
} tr_trace_map;
void tr_trace_maps(const tr_trace *trace, int width, const tr_trace_map *maps, int count);

// The first line of the window's message; written when it changes.
void tr_trace_message(tr_trace *trace, const char *text);

// Writes what is in front, and the selected body, when it changes.
void tr_trace_front(tr_trace *trace, const char *name);
void tr_trace_body(tr_trace *trace, const char *name);

// The place of a part of the panel, in window units; written when it changes.
void tr_trace_place(tr_trace *trace, const char *name, double x, double y, double width, double height);
// Writes all places again, because the panel has another size.
void tr_trace_forget_places(tr_trace *trace);
