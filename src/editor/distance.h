// Distances between bodies, in units that make short numbers: km, Mm (1000 km), Gm (1000 Mm), AU.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

enum { TR_DISTANCE_BYTES = 32 };

// The unit that fits a distance, and how many kilometres one of it has.
const char *tr_distance_unit(double km, double *size_km);
// How many kilometres a unit has, in large or small letters; 0: it is none of these.
double tr_distance_size_km(const char *unit);
// "384.4 Mm"
void tr_distance_text(double km, char text[TR_DISTANCE_BYTES]);

#ifdef __cplusplus
}
#endif
