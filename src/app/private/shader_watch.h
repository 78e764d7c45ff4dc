// Shaders that are being worked on: TERRELLA_SHADERS names a folder with files as in shaders/. Whenever one of
// them changes, what is made from it is compiled anew; where that fails the last good program stays, and the
// log is shown in the panel and on standard error.
#pragma once
#include "app/private/message.h"
#include "render/render.h"

typedef struct tr_shader_watch tr_shader_watch;

// Watches a folder (NULL: none), whose name stays with the caller. NULL without memory, too: all other
// functions then do nothing.
tr_shader_watch *tr_shader_watch_create(const char *folder);
void tr_shader_watch_destroy(tr_shader_watch *watch);

// Looks at the files when it is time to; not before the first frame, which tells what to compare with. Returns
// whether something was compiled anew; the message says how that went.
bool tr_shader_watch_poll(tr_shader_watch *watch, double now, tr_renderer *renderer, tr_message *message);
// When to look next, in seconds of glfwGetTime; INFINITY: never.
double tr_shader_watch_due(const tr_shader_watch *watch);
