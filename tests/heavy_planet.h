// A world of 2 KB whose layers would take minutes to compute: more than the default limit.
#pragma once
#include <stdio.h>
#include <string.h>

enum { heavy_bytes = 4096 };

static const char *heavy_planet(char text[heavy_bytes]) {
    snprintf(text, heavy_bytes, "{\"type\": \"x\", \"radius_km\": 1000, \"layers\": [");
    for (int i = 0; i < 40; i++)
        snprintf(text + strlen(text), heavy_bytes - strlen(text),
                 "%s{\"name\": \"l%d\", \"field\": \"voronoi\", \"density\": 1000000}", i ? ", " : "", i);
    strcat(text, "]}");
    return text;
}
