// Short names for the parameter tables, so that a row fits on a line.
#pragma once
#include "recipe/parameter.h"

#define NUMBER TR_PARAMETER_NUMBER
#define WHOLE TR_PARAMETER_WHOLE
#define KNOBBED TR_PARAMETER_KNOBBED
#define FLAG TR_PARAMETER_FLAG
#define NAME TR_PARAMETER_NAME
#define CHOICE TR_PARAMETER_CHOICE
#define COLOUR TR_PARAMETER_COLOUR
#define VECTOR TR_PARAMETER_VECTOR // of .size
#define XYZ VECTOR, .size = 3 * sizeof(double)
#define POINTS TR_PARAMETER_POINTS
#define STRUCT TR_PARAMETER_STRUCT

#define INSTANT TR_EFFECT_INSTANT
#define BAKES TR_EFFECT_BAKES
#define REFORMS TR_EFFECT_REFORMS
