// What ground mirrors.
#pragma once
#include <stdint.h>

// How much of a mirror ground of some roughness is: all of it where it is as smooth as a sea in a moderate
// wind, nothing where it is as rough as rock, for what rock scatters is in its albedo already. Metal has
// nothing else. By roughness, 0 … 255 for 0 … 1.
void tr_specular_mirrors(uint8_t mirrors[256]);
