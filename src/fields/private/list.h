// The list of fields and warps, in the order in which users see them. To add one, add its name here.
#pragma once
#include "fields/field.h"

#define TR_FIELD_LIST(X)                                                                                       \
    X(value)                                                                                                   \
    X(perlin)                                                                                                  \
    X(simplex)                                                                                                 \
    X(fractal)                                                                                                 \
    X(voronoi)                                                                                                 \
    X(midpoint)                                                                                                \
    X(diamond_square)                                                                                          \
    X(olsen)                                                                                                   \
    X(terrain)                                                                                                 \
    X(gullies)                                                                                                 \
    X(dunes)                                                                                                   \
    X(craters)                                                                                                 \
    X(impacts)                                                                                                 \
    X(rays)                                                                                                    \
    X(wisps)                                                                                                   \
    X(spots)                                                                                                   \
    X(fronts)                                                                                                  \
    X(arcs)                                                                                                    \
    X(strokes)                                                                                                 \
    X(streets)                                                                                                 \
    X(cells)                                                                                                   \
    X(patterns)                                                                                                \
    X(vortices)                                                                                                \
    X(stretch)                                                                                                 \
    X(abs_sin_latitude)                                                                                        \
    X(sin_latitude)                                                                                            \
    X(axis)                                                                                                    \
    X(quantile)                                                                                                \
    X(image)                                                                                                   \
    X(channel)                                                                                                 \
    X(constant)

#define TR_WARP_LIST(X)                                                                                        \
    X(noise)                                                                                                   \
    X(twist)                                                                                                   \
    X(flow)                                                                                                    \
    X(part)

#define TR_X(name) extern const tr_field_type tr_field_##name;
TR_FIELD_LIST(TR_X)
#undef TR_X
#define TR_X(name) extern const tr_warp_type tr_warp_##name;
TR_WARP_LIST(TR_X)
#undef TR_X
