// Fronts of cyclones after the Norwegian model (Bjerknes and Solberg 1922, "Life cycle of cyclones and the
// polar front theory of atmospheric circulation"): a warm front to the east of a centre of low pressure, a cold
// front to the west, warm air on the side of the equator. Here both are straight, as before the air begins to
// turn; looked up through a twist round the same centres they roll up into a comma: the cold front trails to
// the equator and to the west, the warm front bends back round the centre, and cold air follows behind both.
#pragma once
#include "noise/kernels.h"

typedef enum tr_front_value {
    TR_FRONT_CLOUD, // 0 … 1: narrow and sharp behind along the cold front, a broad shield before the warm one
    TR_FRONT_SECTOR,   // -1 in cold air … 1 in warm air, 0 far from all cyclones
    TR_FRONT_DISTANCE, // from the nearest front in radii of its cyclone: above 0 in cold air
    TR_FRONT_ALONG,    // the way along the nearest front from the centre: -reach … 0 cold, 0 … reach warm
    TR_FRONT_COUNT
} tr_front_value;

// Immutable: any number of threads may evaluate it.
typedef struct tr_front_plan {
    tr_sites sites; // strength: how much cloud a front bears, 0 … 1
    int value;
    float reach; // where fronts end, in radii of their cyclone
    float width; // of the band along the cold front, in the same; the warm front's shield is over twice as wide
    float tilt;  // towards the equator, away from the centre: tangent
} tr_front_plan;

TR_DECLARE_FIELD_KERNEL(tr_fronts)
