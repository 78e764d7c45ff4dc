#include "editor/distance.h"

#include <math.h>
#include <stdio.h>
#include <strings.h>

static const struct {
    const char *name;
    double size_km, from_km; // the shortest distance that it fits
} units[] = {{"AU", 149597870.7, 1.49e7}, {"Gm", 1e6, 1e6}, {"Mm", 1000, 1e4}, {"km", 1, 0}};
enum { unit_count = sizeof units / sizeof units[0] };

const char *tr_distance_unit(double km, double *size_km) {
    int at = 0;
    while (at < unit_count - 1 && fabs(km) < units[at].from_km)
        at++;
    *size_km = units[at].size_km;
    return units[at].name;
}

double tr_distance_size_km(const char *unit) {
    for (int i = 0; i < unit_count; i++)
        if (strcasecmp(units[i].name, unit) == 0)
            return units[i].size_km;
    return 0;
}

void tr_distance_text(double km, char text[TR_DISTANCE_BYTES]) {
    double size_km;
    const char *unit = tr_distance_unit(km, &size_km);
    const double size = km / size_km;
    snprintf(text, TR_DISTANCE_BYTES, fabs(size) < 1e4 ? "%.4g %s" : "%.0f %s", size, unit);
}
