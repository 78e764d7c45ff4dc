// Checks recipes, whether they come from a file, the window or a program.
#include "recipe/recipe.h"

#include "base/words.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { path_bytes = 256 };

#undef tr_recipe_fail // (a macro for clang's analyzer)
tr_status tr_recipe_fail(tr_error *error, const char *list, const char *name, const char *key,
                         const char *format, ...) {
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (error && error->status == TR_OK)
        snprintf(error->path, sizeof error->path, "%s%s%s%s%s", list, *list ? "." : "", name, *name ? "." : "",
                 key);
    return tr_fail(error, TR_BAD_INPUT, "%s", text);
}

tr_status tr_recipe_check_range(tr_error *error, const char *list, const char *name, const char *low_key,
                                double low, const char *high_key, double high) {
    if (low <= high)
        return TR_OK;
    return tr_recipe_fail(error, list, name, high_key, "%s may not be above %s", low_key, high_key);
}

// ---- single values -----------------------------------------------------------------------------

// The value to check: a member of a struct at a path of a recipe ("" for the recipe itself).
typedef struct value {
    const tr_recipe *recipe; // NULL: the struct belongs to a scene
    const char *path;
    const tr_parameter *parameter;
    const void *data; // the struct
    tr_error *error;
} value;

static tr_status wrong(const value *v, const char *format, ...) TR_PRINTF(2, 3);

static tr_status wrong(const value *v, const char *format, ...) {
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return tr_recipe_fail(v->error, v->path, "", v->parameter->key, "%s", text);
}

static tr_status check_number(const value *v, double x, double low, double high) {
    const tr_parameter *p = v->parameter;
    char text[32], from[32], to[32];
    if (!(x >= low && x <= high))
        return wrong(v, "%s is %s, but must be %s … %s", p->key, tr_number_text(x, text),
                     tr_number_text(low, from), tr_number_text(high, to));
    if (p->kind == TR_PARAMETER_WHOLE && x != floor(x))
        return wrong(v, "%s is %s, but must be a whole number", p->key, tr_number_text(x, text));
    return TR_OK;
}

static tr_status check_knobbed(const value *v, const tr_number *number) {
    if (number->knob == TR_KNOB_NONE)
        return check_number(v, number->plus, v->parameter->low, v->parameter->high);
    if (!((int)number->knob > 0 && number->knob < TR_KNOB_COUNT))
        return wrong(v, "%s uses an unknown knob", v->parameter->key);
    if (!(fabs(number->times) <= 1e9))
        return tr_recipe_fail(v->error, v->path, v->parameter->key, "times",
                              "times must be a number -1e9 … 1e9");
    if (!(fabs(number->plus) <= 1e9))
        return tr_recipe_fail(v->error, v->path, v->parameter->key, "plus", "plus must be a number -1e9 … 1e9");
    return TR_OK;
}

// Names become parts of paths and of file names.
static tr_status check_name(const value *v, const char *name) {
    const char *key = v->parameter->key;
    if (!memchr(name, 0, v->parameter->size))
        return wrong(v, "%s is longer than %zu bytes", key, v->parameter->size - 1);
    if (!tr_text_is_plain(name) || strpbrk(name, "./\\\":*?<>|"))
        return wrong(v, "%s is UTF-8 and may not contain control characters or any of . / \\ \" : * ? < > |",
                     key);
    return TR_OK;
}

// Recipes come from strangers: they may only name files in their own folder and below it.
static tr_status check_file(const value *v, const char *file) {
    const char *key = v->parameter->key;
    if (!memchr(file, 0, v->parameter->size))
        return wrong(v, "%s is longer than %zu bytes", key, v->parameter->size - 1);
    return tr_path_is_below(file) ? TR_OK
                                  : wrong(v,
                                          "%s is a path below the recipe's own folder, without \"/\" in front, "
                                          "\".\", \"..\", control "
                                          "characters and any of \\ \" : * ? < > |",
                                          key);
}

static tr_status check_choice(const value *v, int choice) {
    int count = 0;
    while (v->parameter->names[count])
        count++;
    return choice >= 0 && choice < count ? TR_OK : wrong(v, "%s is not one of its choices", v->parameter->key);
}

static bool is_moderate(double x) { return fabs(x) <= 1e9; }

static tr_status check_curve(const value *v, const tr_curve *curve) {
    if (curve->count < 0 || curve->count > TR_MAX_CURVE_POINTS || curve->count == 1)
        return wrong(v, "curve must be 2 … %d points: [[x, y], …]", TR_MAX_CURVE_POINTS);
    for (int i = 0; i < curve->count; i++) {
        if (!is_moderate(curve->points[i][0]) || !is_moderate(curve->points[i][1]))
            return wrong(v, "curve: point %d must be two numbers -1e9 … 1e9: [x, y]", i);
        if (i > 0 && curve->points[i][0] < curve->points[i - 1][0])
            return wrong(v, "curve: the x of point %d is below the one before", i);
    }
    return TR_OK;
}

static tr_status check_points(const value *v, const tr_points *points) {
    if (points->count < 0 || points->count > TR_MAX_POINTS)
        return wrong(v, "points must be up to %d points: [[latitude, longitude, value], …]", TR_MAX_POINTS);
    for (int i = 0; i < points->count; i++) {
        const double *p = points->points[i];
        if (!(fabs(p[0]) <= 360 && fabs(p[1]) <= 360 && fabs(p[2]) <= 1))
            return wrong(
                v,
                "points: point %d must be [latitude, longitude, value], on the plane [u, v, value]; the value "
                "is -1 … 1",
                i);
    }
    return TR_OK;
}

static tr_status check_gradient(const value *v, const tr_gradient *gradient) {
    const tr_recipe *r = v->recipe;
    const bool numbers = v->parameter->kind == TR_PARAMETER_LEVELS;
    if (gradient->count < 0 ||
        (gradient->count > 0 && (gradient->first < 0 || !r || gradient->count > r->stop_count ||
                                 gradient->first > r->stop_count - gradient->count)))
        return wrong(v, "stops that the recipe does not have");
    for (int i = 0; i < gradient->count; i++) {
        const tr_stop *stop = &r->stops[gradient->first + i];
        if (!is_moderate(stop->position))
            return wrong(v, "stops: the position of stop %d must be -1e9 … 1e9", i);
        if (numbers && !(stop->value >= v->parameter->low && stop->value <= v->parameter->high))
            return wrong(v, "stops: stop %d must be [position, number], the number %g … %g", i,
                         v->parameter->low, v->parameter->high);
        if (i > 0 && stop->position < stop[-1].position)
            return wrong(v, "stops: the position of stop %d is below the one before", i);
    }
    return TR_OK;
}

static tr_status check_rows(const value *v, const tr_rows *rows) {
    const tr_recipe *r = v->recipe;
    if (rows->count < 0 || (rows->count > 0 && (rows->first < 0 || !r || rows->count > r->row_count ||
                                                rows->first > r->row_count - rows->count)))
        return wrong(v, "rows that the recipe does not have");
    tr_status status = TR_OK;
    for (int i = 0; i < rows->count && status == TR_OK; i++) {
        const tr_row *row = &r->rows[rows->first + i];
        if (!is_moderate(row->position))
            return wrong(v, "rows: the position of row %d must be -1e9 … 1e9", i);
        if (i > 0 && row->position <= row[-1].position)
            return wrong(v, "rows: the position of row %d is not above the one before", i);
        if (row->gradient.count == 0)
            return wrong(v, "rows: row %d has no stops", i);
        char path[path_bytes], number[16];
        snprintf(path, sizeof path, "%s.%s", v->path, v->parameter->key);
        snprintf(number, sizeof number, "%d", i);
        const tr_parameter stops = {.key = number, .kind = TR_PARAMETER_STOPS};
        const value inner = {r, path, &stops, &row->gradient, v->error};
        status = check_gradient(&inner, &row->gradient);
    }
    return status;
}

static tr_status check_path(const value *v, const tr_path *path) {
    const tr_recipe *r = v->recipe;
    if (path->count < 0 || (path->count > 0 && (path->first < 0 || !r || path->count > r->point_count ||
                                                path->first > r->point_count - path->count)))
        return wrong(v, "points that the recipe does not have");
    if (path->count == 0)
        return wrong(v, "a stroke needs at least one point: \"LATITUDE LONGITUDE\" in 1/%d degree",
                     TR_PATH_UNITS);
    for (int i = 0; i < path->count; i++) {
        const tr_path_point p = r->points[path->first + i];
        if (p.latitude < -90 * TR_PATH_UNITS || p.latitude > 90 * TR_PATH_UNITS)
            return wrong(v, "points: point %d has the latitude %g, but must be -90 … 90 degrees", i,
                         (double)p.latitude / TR_PATH_UNITS);
        if (p.longitude < -360 * TR_PATH_UNITS || p.longitude > 360 * TR_PATH_UNITS)
            return wrong(v, "points: point %d has the longitude %g, but must be -360 … 360 degrees", i,
                         (double)p.longitude / TR_PATH_UNITS);
    }
    return TR_OK;
}

// Checks the name of an element, which must be unique in its list.
static tr_status check_list(const value *v) {
    const tr_parameter *list = v->parameter;
    char path[path_bytes], element[path_bytes + TR_NAME_BYTES], number[16];
    tr_status status = TR_OK;
    snprintf(path, sizeof path, "%s%s%s", v->path, *v->path ? "." : "", list->key);
    for (int i = 0; i < tr_list_count(list, v->data) && status == TR_OK; i++) {
        const char *name = tr_list_at(list, v->data, i);
        snprintf(element, sizeof element, "%s.%.*s", path, TR_NAME_BYTES - 1, name);
        snprintf(number, sizeof number, "%d", i);
        status = tr_parameters_check(list->list->table, v->recipe, element, name, v->error);
        if (status == TR_OK && !*name)
            status = tr_recipe_fail(v->error, path, "", number, "needs a \"name\"");
        for (int k = 0; k < i && status == TR_OK; k++)
            if (strcmp(tr_list_at(list, v->data, k), name) == 0)
                status = tr_recipe_fail(v->error, path, "", name, "there are two called '%s'", name);
    }
    return status;
}

static tr_status check_value(const value *v) {
    const tr_parameter *p = v->parameter;
    const void *at = tr_parameter_in(p, v->data);
    switch (p->kind) {
    case TR_PARAMETER_NUMBER:
    case TR_PARAMETER_WHOLE:
        return check_number(v, *(const double *)at, p->low, p->high);
    case TR_PARAMETER_KNOBBED:
        return check_knobbed(v, at);
    case TR_PARAMETER_NAME:
        return check_name(v, at);
    case TR_PARAMETER_FILE:
        return check_file(v, at);
    case TR_PARAMETER_CHOICE:
        return check_choice(v, *(const int *)at);
    case TR_PARAMETER_SEED:
        return *(const uint64_t *)at >> 63 ? wrong(v, "seed must be a whole number 0 … 9223372036854775807")
                                           : TR_OK;
    case TR_PARAMETER_VECTOR:
        for (int k = 0; k < tr_vector_count(p); k++)
            if (check_number(v, ((const double *)at)[k], p->low, p->high) != TR_OK)
                return TR_BAD_INPUT;
        return TR_OK;
    case TR_PARAMETER_CURVE:
        return check_curve(v, at);
    case TR_PARAMETER_POINTS:
        return check_points(v, at);
    case TR_PARAMETER_STOPS:
    case TR_PARAMETER_LEVELS:
        return check_gradient(v, at);
    case TR_PARAMETER_ROWS:
        return check_rows(v, at);
    case TR_PARAMETER_PATH:
        return check_path(v, at);
    case TR_PARAMETER_STRUCT: {
        char path[path_bytes];
        snprintf(path, sizeof path, "%s%s%s", v->path, *v->path ? "." : "", p->key);
        return tr_parameters_check(p->table, v->recipe, path, at, v->error);
    }
    case TR_PARAMETER_KIND: {
        const tr_kind *kind = *(const tr_kind *const *)at;
        return kind ? tr_parameters_check(&kind->parameters, v->recipe, v->path, v->data, v->error)
                    : wrong(v, "needs a \"%s\"", p->key);
    }
    case TR_PARAMETER_LIST:
        return check_list(v);
    default: // flags and colours: all values are valid; knobs of a type are checked separately
        return TR_OK;
    }
}

tr_status tr_parameters_check(const tr_parameter_table *table, const tr_recipe *recipe, const char *path,
                              const void *data, tr_error *error) {
    tr_status status = TR_OK;
    for (int i = 0; i < table->count && status == TR_OK; i++) {
        const value v = {recipe, path, &table->rows[i], data, error};
        status = check_value(&v);
    }
    return status;
}

// ---- references ----------------------------------------------------------------------------------

static bool knows(const char *const *names, int count, const char *name) {
    for (int i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

static tr_status check_where(tr_error *error, const char *list, const char *name, const tr_where *where,
                             const char *const *channels, int count, const char *writer) {
    if (where->channel[0] == 0)
        return TR_OK;
    if (!knows(channels, count, where->channel))
        return tr_recipe_fail(error, list, name, "where.channel", "no layer%s writes the channel '%s'", writer,
                              where->channel);
    if (where->from == where->to)
        return tr_recipe_fail(error, list, name, "where.to", "from and to must differ");
    return TR_OK;
}

// Checks that the channels which a layer reads exist, and that there is space for the one that it writes.
static tr_status check_channels(const tr_layer *layer, const char **channels, int *count, tr_error *error) {
    const tr_status status =
        check_where(error, "layers", layer->name, &layer->where, channels, *count, " before this one");
    if (status != TR_OK)
        return status;
    if (layer->into[0] == 0)
        return tr_recipe_fail(error, "layers", layer->name, "into",
                              "a layer needs a channel, for example \"height\"");
    if (knows(channels, *count, layer->into))
        return TR_OK;
    if (*count == TR_MAX_CHANNELS)
        return tr_recipe_fail(error, "layers", layer->name, "into", "more channels than %d, with '%s'",
                              TR_MAX_CHANNELS, layer->into);
    channels[(*count)++] = layer->into;
    return TR_OK;
}

// Whether a kind of field may refer to another layer or a warp (rows.h).
static bool shares(const tr_kind *kind) {
    for (int i = 0; i < kind->parameters.count; i++)
        if (kind->parameters.rows[i].offset == offsetof(tr_layer, source))
            return true;
    return false;
}

static tr_status check_layer(const tr_recipe *recipe, int index, tr_error *error) {
    const tr_layer *layer = &recipe->layers[index];
    char path[path_bytes];
    snprintf(path, sizeof path, "layers.%.*s", TR_NAME_BYTES - 1, layer->name);
    tr_status status = TR_OK;
    if (layer->source[0] && !shares(layer->kind))
        status = tr_recipe_fail(error, path, "", "source", "a %s shares nothing with another layer",
                                layer->kind->name);
    if (status == TR_OK && layer->warp[0] && tr_recipe_find_warp(recipe, recipe->warp_count, layer->warp) < 0)
        status = tr_recipe_fail(error, path, "", "warp", "there is no warp '%s'", layer->warp);
    if (status == TR_OK && layer->warp[0] && tr_layer_on_plane(layer))
        status = tr_recipe_fail(error, path, "", "warp", "a field on the plane cannot be warped, by '%s'",
                                layer->warp);
    return status;
}

static tr_status check_layers(const tr_recipe *recipe, tr_error *error) {
    const char *channels[TR_MAX_CHANNELS];
    int count = tr_recipe_given_channels(recipe, channels);
    tr_status status = TR_OK;
    for (int i = 0; i < recipe->layer_count && status == TR_OK; i++) {
        const tr_layer *layer = &recipe->layers[i];
        status = check_layer(recipe, i, error);
        if (status == TR_OK && layer->kind->check)
            status = layer->kind->check(recipe, i, error);
        if (status == TR_OK)
            status = check_channels(layer, channels, &count, error);
    }
    return status;
}

static tr_status check_warps(const tr_recipe *recipe, tr_error *error) {
    tr_status status = TR_OK;
    for (int i = 0; i < recipe->warp_count && status == TR_OK; i++) {
        const tr_warp *warp = &recipe->warps[i];
        if (warp->after[0] && tr_recipe_find_warp(recipe, i, warp->after) < 0)
            status = tr_recipe_fail(error, "warps", warp->name, "after",
                                    "there is no warp before this one called '%s'", warp->after);
        if (status == TR_OK && warp->kind->check)
            status = warp->kind->check(recipe, i, error);
    }
    return status;
}

static tr_status check_strokes(const tr_recipe *recipe, tr_error *error) {
    for (int i = 0; i < recipe->stroke_count; i++) {
        const tr_stroke *s = &recipe->strokes[i];
        const char *instead = s->tool == TR_STROKE_BIOME ? tr_biome_instead(s->biome) : NULL;
        if (s->closed && s->points.count < 3)
            return tr_recipe_fail(error, "strokes", s->name, "closed",
                                  "a filled area needs at least three points");
        if (instead)
            return tr_recipe_fail(error, "strokes", s->name, "biome",
                                  "the biome \"%s\" cannot be painted; use %s", tr_biome_names[s->biome],
                                  instead);
    }
    return TR_OK;
}

static tr_status check_own_maps(const tr_recipe *recipe, tr_error *error) {
    for (int i = 0; i < recipe->map_count; i++) {
        const tr_own_map *map = &recipe->maps[i];
        const double *ranges[] = {map->range_m, map->range};
        static const char *const keys[] = {"range_m", "range"};
        for (int k = 0; k < 2; k++)
            if (ranges[k][0] == ranges[k][1] && ranges[k][0] != 0)
                return tr_recipe_fail(error, "maps", map->name, keys[k],
                                      "black and white are both %g: give two numbers that differ, or leave %s "
                                      "out",
                                      ranges[k][0], keys[k]);
    }
    return TR_OK;
}

// ---- maps --------------------------------------------------------------------------------------

// Checks stops over one channel, or rows of stops over two.
static tr_status check_paint_gradient(tr_error *error, const char *list, const tr_paint *paint) {
    const bool two = paint->across[0] != 0;
    const int stops = paint->gradient.count, rows = paint->rows.count;
    if (two ? rows > 0 && stops == 0 : stops > 0 && rows == 0)
        return TR_OK;
    const char *key = two || rows > 0 ? "rows" : "stops";
    const char *text = two && rows > 0 ? "a gradient has rows or stops, not both"
                       : two ? "a gradient across a second channel needs rows: [[y, [[x, \"rrggbb\"], …]], …]"
                       : rows > 0 ? "rows need a second channel: \"across\""
                                  : "a paint layer needs a gradient: stops, or across and rows";
    return tr_recipe_fail(error, list, paint->name, key, "%s", text);
}

static tr_status check_paints(const tr_recipe *recipe, const char *list, const tr_paints *paints,
                              tr_error *error) {
    const char *channels[TR_MAX_CHANNELS];
    const int count = tr_recipe_channels(recipe, channels);
    tr_status status = TR_OK;
    for (int i = 0; i < paints->count && status == TR_OK; i++) {
        const tr_paint *paint = &paints->paints[i];
        const char *key = "channel", *channel = paint->channel;
        bool known = knows(channels, count, channel);
        if (known)
            status = check_paint_gradient(error, list, paint);
        if (known && paint->across[0])
            key = "across", channel = paint->across, known = knows(channels, count, channel);
        if (status == TR_OK && !known)
            status = tr_recipe_fail(error, list, paint->name, key, "no layer writes the channel '%s'", channel);
        if (status == TR_OK)
            status = check_where(error, list, paint->name, &paint->where, channels, count, "");
    }
    return status;
}

static tr_status check_all_paints(const tr_recipe *recipe, tr_error *error) {
    tr_status status = TR_OK;
    for (int map = 0; map < TR_MAP_COUNT; map++)
        for (int i = 0; i < 2 && status == TR_OK; i++)
            if (tr_map_paints((tr_map)map, i))
                status = check_paints(recipe, tr_map_paints((tr_map)map, i),
                                      tr_recipe_paints(recipe, (tr_map)map, i), error);
    if (status == TR_OK && recipe->clouds.colour.count > 0 && recipe->clouds.cover.count == 0)
        status = tr_recipe_fail(error, "", "", "clouds.colour", "clouds with a colour need a cover");
    return status;
}

// ---- knobs of the type --------------------------------------------------------------------------------------

// Checks a name: valid for --set, files and engines, and not the name of a parameter.
static tr_status check_knob(const tr_recipe *recipe, int index, tr_error *error) {
    const tr_type_knob *knob = &recipe->type_knobs[index];
    const char *letters = "abcdefghijklmnopqrstuvwxyz0123456789_";
    char number[16];
    snprintf(number, sizeof number, "%d", index);
    if (!memchr(knob->name, 0, sizeof knob->name) || !memchr(knob->label, 0, sizeof knob->label) ||
        !memchr(knob->what, 0, sizeof knob->what))
        return tr_recipe_fail(error, "knobs", "", number, "a name, label or explanation is too long");
    if (!knob->name[0] || knob->name[strspn(knob->name, letters)] || strchr("0123456789_", knob->name[0]))
        return tr_recipe_fail(error, "knobs", "", knob->name[0] ? knob->name : number,
                              "the name of a knob is of small letters, digits and _: \"storm_belts\"");
    if (tr_parameter_find(&tr_recipe_table, knob->name))
        return tr_recipe_fail(error, "knobs", "", knob->name, "a recipe has a parameter of that name");
    if (tr_recipe_find_type_knob(recipe, knob->name) != index)
        return tr_recipe_fail(error, "knobs", "", knob->name, "there are two called '%s'", knob->name);
    if (!knob->label[0] || !knob->what[0])
        return tr_recipe_fail(error, "knobs", knob->name, knob->label[0] ? "what" : "label",
                              "a knob needs a \"label\" and a one-line description, \"what\"");
    if (!tr_text_is_plain(knob->label) || !tr_text_is_plain(knob->what))
        return tr_recipe_fail(error, "knobs", knob->name, tr_text_is_plain(knob->label) ? "what" : "label",
                              "is UTF-8 and may not contain control characters");
    if (knob->drive_count < 1 || knob->drive_count > TR_MAX_DRIVES)
        return tr_recipe_fail(error, "knobs", knob->name, "drives",
                              "a knob drives 1 … %d parameters: [{\"path\", \"from\", \"to\"}, …]",
                              TR_MAX_DRIVES);
    return TR_OK;
}

// Whether an earlier drive, of any knob, has the same path.
static bool is_driven(const tr_recipe *recipe, int knob, int drive) {
    const char *path = recipe->type_knobs[knob].drives[drive].path;
    for (int i = 0; i <= knob; i++)
        for (int k = 0; k < (i < knob ? recipe->type_knobs[i].drive_count : drive); k++)
            if (strcmp(recipe->type_knobs[i].drives[k].path, path) == 0)
                return true;
    return false;
}

// Checks that the values of a drive are valid over its whole range. A parameter that the recipe does not have,
// because its layer was removed, is ignored.
static tr_status check_drive(const tr_recipe *recipe, int knob, int index, tr_error *error) {
    const tr_drive *drive = &recipe->type_knobs[knob].drives[index];
    char list[64], number[16];
    tr_place place;
    double present;
    snprintf(list, sizeof list, "knobs.%.*s.drives", TR_NAME_BYTES - 1, recipe->type_knobs[knob].name);
    snprintf(number, sizeof number, "%d", index);
    if (!memchr(drive->path, 0, sizeof drive->path))
        return tr_recipe_fail(error, list, number, "path", "is longer than %zu bytes", sizeof drive->path - 1);
    if (!(fabs(drive->from) <= 1e9 && fabs(drive->to) <= 1e9 && drive->from != drive->to))
        return tr_recipe_fail(error, list, number, "to",
                              "from and to must be two numbers -1e9 … 1e9 that differ");
    if (!tr_recipe_number_at(recipe, drive->path, &present))
        return TR_OK;
    if (is_driven(recipe, knob, index))
        return tr_recipe_fail(error, list, number, "path", "'%s' is driven twice", drive->path);
    tr_recipe_find((tr_recipe *)(uintptr_t)recipe, drive->path, &place); // it only reads the recipe
    const tr_parameter *p = place.parameter;
    if (!(drive->from >= p->low && drive->from <= p->high && drive->to >= p->low && drive->to <= p->high))
        return tr_recipe_fail(error, list, number, "to", "%s runs from %g to %g, but must stay in %g … %g",
                              drive->path, drive->from, drive->to, p->low, p->high);
    return TR_OK;
}

tr_status tr_type_knobs_check(const tr_recipe *recipe, tr_error *error) {
    tr_status status = TR_OK;
    for (int i = 0; i < recipe->type_knob_count && status == TR_OK; i++)
        status = check_knob(recipe, i, error);
    for (int i = 0; i < recipe->type_knob_count && status == TR_OK; i++)
        for (int k = 0; k < recipe->type_knobs[i].drive_count && status == TR_OK; k++)
            status = check_drive(recipe, i, k, error);
    return status;
}

// ---- the whole ---------------------------------------------------------------------------------

void tr_recipe_radius_range(const tr_recipe *recipe, double *low_km, double *high_km) {
    const tr_parameter *row = tr_parameter_find(&tr_recipe_table, "radius_km");
    const double least_km = recipe->mesh_columns > 0 ? -recipe->height_min_m / (1000 * TR_DEEPEST_RADII) : 0;
    *low_km = fmax(row->low, 1.0001 * least_km);
    *high_km = row->high;
}

// Checks the conditions of a displaced planet: a mesh that does not reach its centre, without air and clouds,
// whose fields are defined on the sphere.
static tr_status check_mesh(const tr_recipe *recipe, tr_error *error) {
    const double columns = recipe->mesh_columns;
    if (columns == 0)
        return TR_OK;
    if (columns < TR_MESH_LEAST || (int)columns % 2 != 0)
        return tr_recipe_fail(error, "", "", "mesh_columns",
                              "a mesh must have an even number of columns, %d … %d; 0 means a sphere",
                              TR_MESH_LEAST, TR_MESH_MOST);
    if (!(recipe->height_min_m > -TR_DEEPEST_RADII * 1000 * recipe->radius_km))
        return tr_recipe_fail(error, "", "", "height_min_m",
                              "a mesh cannot reach its centre: %g m is too deep for a radius of %g km",
                              recipe->height_min_m, recipe->radius_km);
    if (recipe->air.thickness > 0)
        return tr_recipe_fail(error, "", "", "air.thickness", "a planet with mesh_columns cannot have air");
    if (recipe->clouds.cover.count > 0)
        return tr_recipe_fail(error, "", "", "clouds.cover", "a planet with mesh_columns cannot have clouds");
    if (tr_recipe_has_rings(recipe))
        return tr_recipe_fail(error, "", "", "rings.opacity", "a planet with mesh_columns cannot have rings");
    for (int i = 0; i < recipe->layer_count; i++)
        if (tr_layer_on_plane(&recipe->layers[i]))
            return tr_recipe_fail(error, "layers", recipe->layers[i].name, "domain",
                                  "a planet with mesh_columns cannot have fields on the 'plane'");
    return TR_OK;
}

tr_status tr_recipe_check(const tr_recipe *recipe, tr_error *error) {
    tr_status status = tr_parameters_check(&tr_recipe_table, recipe, "", recipe, error);
    if (status == TR_OK)
        status = check_warps(recipe, error);
    if (status == TR_OK)
        status = check_layers(recipe, error);
    if (status == TR_OK)
        status = check_strokes(recipe, error);
    if (status == TR_OK)
        status = check_own_maps(recipe, error);
    if (status == TR_OK)
        status = check_all_paints(recipe, error);
    if (status == TR_OK && tr_recipe_has_rings(recipe) && !(recipe->rings.inner < recipe->rings.outer))
        status = tr_recipe_fail(error, "", "", "rings.outer", "rings.inner must be below rings.outer");
    if (status == TR_OK)
        status = check_mesh(recipe, error);
    if (status == TR_OK && !(recipe->height_min_m < recipe->height_max_m))
        status = tr_recipe_fail(error, "", "", "height_max_m", "height_min_m must be below height_max_m");
    if (status == TR_OK)
        status = tr_type_knobs_check(recipe, error);
    return status;
}
