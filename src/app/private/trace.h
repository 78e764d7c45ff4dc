// When things happened, for tests: one line each in the file that TERRELLA_TRACE names. Times are milliseconds
// since the program began to open its window, which is some ten after it was started.
//
//   frame N T COST      frame N was on its way to the screen at T; drawing it took COST
//   edit N T            edit N was handed to the bake
//   preview N T         a frame with the preview of edit N was on its way to the screen
//   sharp N T           the same with its sharp maps
//   key K T             a key of GLFW's number K went down, and did what it does; so did all input before it
//   rest N T            nothing moves after frame N
//   objects N T         so many textures, buffers and the like does OpenGL hold; before each rest
//   programs N T        so many of them are programs, each of which comes when it is first needed; before that
//   small N T           so many of them are small pictures of planets, which are kept; before that
//   reset N T           after frame N OpenGL was reset, and all that needs it is new
//   near N T            a frame with new tiles of near ground was on its way to the screen; N are still missing
//   complete N T        frame N was the first that left nothing out to be sooner
//   message TEXT        what the next frame says at its foot, when it is something else
//   front NAME          what the next frame has in front, when that is something else: question, open, save,
//   export,
//                       picture, enhance (dialogs), gallery or planet
//
// With TERRELLA_TRACE_MAPS=1 the sharp maps that are shown are left beside that file, too, as bare texels:
// .albedo, .normal, .emission, .orm (3 bytes a texel), .clouds (4).
#pragma once
#include <stdint.h>

typedef struct tr_trace tr_trace;

// NULL when path is NULL or cannot be written: all other functions then do nothing.
tr_trace *tr_trace_create(const char *path);
void tr_trace_destroy(tr_trace *trace);
void tr_trace_frame(tr_trace *trace, uint64_t number, double time_s, double cost_s);
void tr_trace_event(tr_trace *trace, const char *what, uint64_t number, double time_s);

// Leaves maps of width * width / 2 texels there; NULL: there is none of them.
typedef struct tr_trace_map {
    const char *name;
    const void *texels;
    int texel_bytes;
} tr_trace_map;
void tr_trace_maps(const tr_trace *trace, int width, const tr_trace_map *maps, int count);

// What the window says, its first line; told once.
void tr_trace_message(tr_trace *trace, const char *text);

// What is in front; told once.
void tr_trace_front(tr_trace *trace, const char *name);

// Where a part of the panel is, in units of the window; told once for each place that it takes.
void tr_trace_place(tr_trace *trace, const char *name, double x, double y, double width, double height);
// All are told anew, as the panel is laid out at another size.
void tr_trace_forget_places(tr_trace *trace);
