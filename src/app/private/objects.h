// How many objects OpenGL holds for the window: for tests, which look whether they become more and more.
#pragma once
#include <stdint.h>

// Names below 4096, which drivers give out from 1 on. The context has to be current.
uint64_t tr_objects_count(void); // textures, buffers, arrays, framebuffers, renderbuffers and programs
uint64_t tr_programs_count(void);
