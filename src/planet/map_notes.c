#include "planet/map_notes.h"

#include "planet/strokes.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef struct list {
    tr_map_note *notes;
    int count;
} list;

// Adds a note; its hint follows by add_hint.
TR_PRINTF(3, 4) static void add(list *l, tr_own_kind kind, const char *format, ...) {
    tr_map_note *note = &l->notes[l->count++];
    va_list arguments;
    note->kind = kind;
    note->hint[0] = 0;
    va_start(arguments, format);
    vsnprintf(note->text, sizeof note->text, format, arguments);
    va_end(arguments);
}

TR_PRINTF(2, 3) static void add_hint(list *l, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(l->notes[l->count - 1].hint, sizeof l->notes->hint, format, arguments);
    va_end(arguments);
}

static const char *file_of(const tr_recipe *recipe, tr_own_kind kind) {
    const tr_own_map *map = tr_recipe_own_map(recipe, tr_own_kind_names[kind]);
    return map ? map->file : "";
}

// Values that no climate has are usually in another unit.
static void add_strange_values(list *l, const tr_own_map *map, const double values[2]) {
    static const struct {
        double low, high;
        const char *unit;
    } usual[TR_OWN_KIND_COUNT + 1] = {
        [TR_OWN_TEMPERATURE] = {-64, 64, " degrees Celsius"}, [TR_OWN_RAIN] = {0, 1, ""}};
    const tr_own_kind kind = tr_own_kind_of(map->name);
    const double low = usual[kind].low, high = usual[kind].high, slack = 0.01;
    if (low >= high || (fmin(values[0], values[1]) > low - slack && fmax(values[0], values[1]) < high + slack))
        return;
    add(l, kind, "its values are %g to %g%s, and climates have %g to %g: what lies beyond looks like the ends",
        values[0], values[1], usual[kind].unit, low, high);
    add_hint(l, "maps.%s.range says what black and white are", map->name);
}

enum { most_of_a_sketch = 8 };

int tr_map_notes(const tr_recipe *recipe, const tr_maps_read *read, tr_map_note notes[TR_MOST_MAP_NOTES]) {
    list l = {.notes = notes};
    const char *height = file_of(recipe, TR_OWN_HEIGHT), *land = file_of(recipe, TR_OWN_LAND);
    for (int i = 0; i < TR_OWN_KIND_COUNT; i++) {
        const tr_own_kind kind = (tr_own_kind)i;
        if (!(read->coloured & 1u << kind) || kind == TR_OWN_HEIGHT)
            continue;
        add(&l, kind, "%s is a coloured picture, and its grey counts", file_of(recipe, kind));
        add_hint(&l, "maps.%s.channel takes one channel", tr_own_kind_names[kind]);
    }
    if (read->coloured & 1u << TR_OWN_HEIGHT) {
        add(&l, TR_OWN_HEIGHT, "%s is a coloured picture: its grey is taken as height", height);
        add_hint(&l, "for a sketch of continents use --map land=%s", height);
    }
    if (read->mask) {
        add(&l, TR_OWN_HEIGHT, "%s has only two greys, which become two heights", height);
        add_hint(&l, "for a mask of land use --map land=%s", height);
    }
    for (int i = 0; i < recipe->map_count; i++)
        add_strange_values(&l, &recipe->maps[i], read->values[i]);
    if (read->land && read->grey > 0.03) {
        add(&l, TR_OWN_LAND, "%.0f %% of %s is neither black nor white, so the coast is unclear",
            100 * read->grey, land);
        add_hint(&l, "for heights use --map height=%s", land);
    }
    if (read->land && read->sketch[0])
        add(&l, TR_OWN_LAND, "%s", read->sketch);
    if (read->land && read->colours > most_of_a_sketch) {
        add(&l, TR_OWN_LAND, "%s has %d colours, as a map of heights in colours has: a sketch has two to %d",
            land, read->colours, most_of_a_sketch);
        add_hint(&l, "make a grey picture of heights, and use --map height");
    }
    if (read->land && read->heights)
        add(&l, TR_OWN_LAND,
            "it decides where the sea is, and the map of heights how high the land and how deep the sea is");
    if (read->land && !tr_sea_level_colours(recipe))
        add(&l, TR_OWN_LAND,
            "it changes heights and no colours: the colours of this planet do not depend on its heights");
    return l.count;
}

void tr_map_note_heights(const tr_maps_read *read, char text[TR_MAP_NOTE_BYTES]) {
    const double span = fabs(read->white_m - read->black_m), used = fabs(read->light_m - read->dark_m);
    const bool pale = read->assumed && used < 0.1 * span;
    const bool greys = read->coloured & 1u << TR_OWN_HEIGHT || pale; // black and white are not in it
    snprintf(text, TR_MAP_NOTE_BYTES, "%s is %.0f m and %s %.0f m%s%s%s", greys ? "its darkest grey" : "black",
             (greys ? read->dark_m : read->black_m) + 0.0, // (not -0)
             greys ? "its lightest" : "white", greys ? read->light_m : read->white_m,
             read->black_m > read->white_m ? ": black is higher than white" : "",
             pale ? ", though they hardly differ" : "",
             read->flat_sea ? ", the lowest value is the sea, and its floor is not the map's" : "");
}
