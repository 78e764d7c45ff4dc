// Recompiles shaders during development: TERRELLA_SHADERS names a folder with files as in shaders/. When one of
// them changes, its programs are compiled again. If that fails, the last valid program stays, and the panel and
// standard error show the log.
#pragma once
#include "app/private/message.h"
#include "render/render.h"

typedef struct tr_shader_watch tr_shader_watch;

// Watches a folder (NULL: none); the string is borrowed. Returns NULL without memory, too: all other functions
// then do nothing.
tr_shader_watch *tr_shader_watch_create(const char *folder);
void tr_shader_watch_destroy(tr_shader_watch *watch);

// Checks the files when it is time to, from the first frame on, which sets the times to compare with. Returns
// whether something was compiled; the message reports the result.
bool tr_shader_watch_poll(tr_shader_watch *watch, double now, tr_renderer *renderer, tr_message *message);
// When to check next, in seconds of glfwGetTime; INFINITY: never.
double tr_shader_watch_due(const tr_shader_watch *watch);
