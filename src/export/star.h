// The star over a planet of a scene, for sets that show it lit.
#pragma once
#include "export/set.h"
#include "scene/load.h"

tr_export_star tr_export_find_star(const tr_scene *scene, int planet);
