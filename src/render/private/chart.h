// Paints planets as charts: one of their maps, unlit, on the globe or flat, and the grid of latitudes and
// longitudes over charts and lit planets.
// More: docs/internals/views.md.
#pragma once
#include "render/layout.h"
#include "render/legend.h"
#include "render/placement.h"
#include "render/private/program.h"
#include "render/private/textures.h"

// Zero-initialise it; tr_chart_painter_destroy is then allowed at any time.
typedef struct tr_chart_painter {
    GLuint ramps[2]; // colours of heights, without and with a sea; 0: not created yet
} tr_chart_painter;

void tr_chart_painter_destroy(tr_chart_painter *painter);

// The parameters of a chart.
typedef struct tr_chart {
    tr_chart_painter *painter;
    const tr_recipe *recipe;
    const tr_textures *textures;
    tr_view_channel channel; // lit, on the globe: only the grid, as light on the HDR framebuffer
    tr_legend legend;        // of heights
    bool clouds;             // on the lit map
    double cloud_turn_rad;
    double exposure;
    double grid_rad; // distance of lines; 0: no grid
    double line_px;  // width of a line
} tr_chart;

// The legend of a planet's heights. False: it has none.
bool tr_chart_legend(const tr_recipe *recipe, const tr_textures *textures, double extent_rad,
                     tr_legend *legend);

// The program for a chart, in use, with all uniforms except those for the place of the ground. These and the
// shader's `where` (defines) are the caller's. NULL: as tr_programs_use.
const tr_program *tr_chart_use(tr_programs *programs, const char *vertex, const char *where,
                               const tr_chart *chart);

// Paint over the picture in the viewport: a sphere, and a map or a cube.
void tr_chart_paint_ball(tr_programs *programs, const tr_placement *placement, const tr_body *body,
                         const tr_chart *chart);
void tr_chart_paint_flat(tr_programs *programs, const tr_pane *pane, const tr_flat *flat,
                         const tr_chart *chart);
