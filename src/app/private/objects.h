// How many objects OpenGL holds for the window: for tests, which look whether they become more and more.
#pragma once
#include <stdint.h>

// Textures, buffers, arrays, framebuffers, renderbuffers and programs whose names are below 4096, which drivers
// give out from 1 on. The context has to be current.
uint64_t tr_objects_count(void);
