#include "editor/places.h"

#include "editor/labels.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const double least_weight = 0.01;

TR_PRINTF(3, 4) static void append(char *text, size_t size, const char *format, ...) {
    const size_t length = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + length, size - length, format, arguments);
    va_end(arguments);
}

void tr_place_text(const tr_probe *probe, char *text, size_t size) {
    const double lon = remainder(probe->longitude_deg, 360);
    snprintf(text, size, "%.1f° %s  %.1f° %s", fabs(probe->latitude_deg), probe->latitude_deg < 0 ? "S" : "N",
             fabs(lon), lon < 0 ? "W" : "E");
    if (probe->ground && probe->sea)
        append(text, size, "  ·  sea, %.0f m deep", fmax(-probe->height_m, 0));
    else if (probe->ground)
        append(text, size, "  ·  %.0f m  ·  %.0f° steep", probe->height_m, probe->slope_deg);
    if (probe->has_climate)
        append(text, size, "  ·  %.0f °C", probe->warmth_c);
    if (probe->biome && !probe->sea)
        append(text, size, "  ·  %s", probe->biome);
    if (probe->clouds > 0.05)
        append(text, size, "  ·  clouds %.0f %%", 100 * probe->clouds);
}

// Fills in the explanation of a row, and the layer's effect on its channel.
static void tell_row(const tr_cause *cause, const char *into, tr_cause_row *row) {
    if (cause->has_map)
        append(row->reported, sizeof row->reported, "%s: the map has %.4g%s%s here. ", into, cause->map_value,
               *cause->unit ? " " : "", cause->unit);
    else if (cause->layer)
        append(row->reported, sizeof row->reported, "%s: %+.4g%s%s here. ", into, cause->figure,
               *cause->unit ? " " : "", cause->unit);
    else
        append(row->reported, sizeof row->reported, "%s: covers %.0f %% here. ", into, cause->figure);
    append(row->reported, sizeof row->reported, "Influence %.0f %%: how much the place would change without it",
           100 * cause->weight);
}

static void fill_row(const tr_cause *cause, tr_cause_row *row) {
    const bool metres = cause->layer && strcmp(cause->unit, "m") == 0;
    char into[TR_NAME_BYTES];
    *row = (tr_cause_row){.weight = cause->weight};
    snprintf(row->path, sizeof row->path, "%s.%s", cause->list, cause->name);
    tr_word_label(cause->layer ? cause->channel : tr_list_label(cause->list), into, sizeof into);
    snprintf(row->label, sizeof row->label, "%.40s  (%.40s)", cause->name, into);
    if (cause->has_map)
        append(row->what, sizeof row->what, "%.4g%s%s  ·  ", cause->map_value, *cause->unit ? " " : "",
               cause->unit);
    else if (metres && fabs(cause->figure) >= 0.5)
        append(row->what, sizeof row->what, "%+.0f m  ·  ", cause->figure);
    append(row->what, sizeof row->what, "%.0f %%", 100 * cause->weight);
    tell_row(cause, into, row);
}

int tr_place_causes(const tr_probe *probe, tr_cause_row rows[TR_MOST_CAUSE_ROWS]) {
    int count = 0;
    for (int clouds = 0; clouds < 2; clouds++)
        for (int i = 0; i < probe->cause_count && count < TR_MOST_CAUSE_ROWS; i++)
            if (probe->causes[i].clouds == (clouds == 1) && probe->causes[i].weight >= least_weight)
                fill_row(&probe->causes[i], &rows[count++]);
    return count;
}
