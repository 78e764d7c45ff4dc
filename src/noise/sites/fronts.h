// Fronts of cyclones after the Norwegian model (Bjerknes and Solberg 1922, "Life cycle of cyclones and the
// polar front theory of atmospheric circulation"): a warm front to the east of a centre of low pressure, a cold
// front to the west, warm air on the equatorial side. Here both fronts are straight, as before the rotation
// begins. Sampled through a twist round the same centres they roll up into a comma: the cold front trails to
// the equator and to the west, the warm front bends back round the centre, and cold air follows behind both.
#pragma once
#include "noise/kernels.h"

typedef enum tr_front_value {
    TR_FRONT_CLOUD,  // 0 … 1: narrow with a sharp rear edge at the cold front, a broad shield at the warm one
    TR_FRONT_SECTOR, // -1 in cold air … 1 in warm air, 0 far from all cyclones
    TR_FRONT_DISTANCE, // from the nearest front, in radii of its cyclone; above 0 in cold air
    TR_FRONT_ALONG,    // distance from the centre along the nearest front: -reach … 0 cold, 0 … reach warm
    TR_FRONT_COUNT
} tr_front_value;

// Immutable: any number of threads may evaluate it.
typedef struct tr_front_plan {
    tr_sites sites; // strength: amount of cloud along a front, 0 … 1
    int value;
    float reach; // length of fronts, in radii of their cyclone
    float width; // of the cold front's band, in the same unit; the warm front's shield is over twice as wide
    float tilt;  // inclination towards the equator, away from the centre: tangent
} tr_front_plan;

// Evaluates the plan's value at each sample.
TR_DECLARE_FIELD_KERNEL(tr_fronts)
