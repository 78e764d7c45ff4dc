// The knobs that a type has of its own: some numbers of a recipe under one name.
#include "recipe/recipe.h"

#include "base/words.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

int tr_recipe_find_type_knob(const tr_recipe *recipe, const char *name) {
    for (int i = 0; i < recipe->type_knob_count; i++)
        if (strcmp(recipe->type_knobs[i].name, name) == 0)
            return i;
    return -1;
}

double tr_recipe_type_knob(const tr_recipe *recipe, int knob) {
    for (int i = 0; i < recipe->type_knobs[knob].drive_count; i++) {
        const tr_drive *drive = &recipe->type_knobs[knob].drives[i];
        double value;
        if (!tr_recipe_number_at(recipe, drive->path, &value))
            continue;
        const double turn = (value - drive->from) / (drive->to - drive->from);
        return turn < 0 ? 0 : turn > 1 ? 1 : turn;
    }
    return 0;
}

void tr_recipe_turn(tr_recipe *recipe, int knob, double value,
                    bool (*keeps)(const void *context, const char *path), const void *context) {
    for (int i = 0; i < recipe->type_knobs[knob].drive_count; i++) {
        const tr_drive *drive = &recipe->type_knobs[knob].drives[i];
        if (!keeps || !keeps(context, drive->path))
            tr_recipe_set_number(recipe, drive->path, drive->from + (drive->to - drive->from) * value);
    }
}

// ---- laws --------------------------------------------------------------------------------------

// A name that --set, files and engines take as it is, and that no parameter of recipes has.
static tr_status check_name(const tr_recipe *recipe, int index, tr_error *error) {
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
                              "people want a \"label\" and a line about \"what\" it does");
    if (!tr_text_is_plain(knob->label) || !tr_text_is_plain(knob->what))
        return tr_recipe_fail(error, "knobs", knob->name, tr_text_is_plain(knob->label) ? "what" : "label",
                              "is UTF-8 and may not contain control characters");
    if (knob->drive_count < 1 || knob->drive_count > TR_MAX_DRIVES)
        return tr_recipe_fail(error, "knobs", knob->name, "drives",
                              "a knob drives 1 … %d parameters: [{\"path\", \"from\", \"to\"}, …]",
                              TR_MAX_DRIVES);
    return TR_OK;
}

// Whether a drive before this one, of any knob, has its path.
static bool is_driven(const tr_recipe *recipe, int knob, int drive) {
    const char *path = recipe->type_knobs[knob].drives[drive].path;
    for (int i = 0; i <= knob; i++)
        for (int k = 0; k < (i < knob ? recipe->type_knobs[i].drive_count : drive); k++)
            if (strcmp(recipe->type_knobs[i].drives[k].path, path) == 0)
                return true;
    return false;
}

// What a knob does must be right wherever it stands. A parameter that the recipe does not have, since someone
// took its layer out, is none that it drives.
static tr_status check_drive(const tr_recipe *recipe, int knob, int index, tr_error *error) {
    const tr_drive *drive = &recipe->type_knobs[knob].drives[index];
    char list[64], number[16];
    tr_place place;
    double value;
    snprintf(list, sizeof list, "knobs.%.*s.drives", TR_NAME_BYTES - 1, recipe->type_knobs[knob].name);
    snprintf(number, sizeof number, "%d", index);
    if (!memchr(drive->path, 0, sizeof drive->path))
        return tr_recipe_fail(error, list, number, "path", "is longer than %zu bytes", sizeof drive->path - 1);
    if (!(fabs(drive->from) <= 1e9 && fabs(drive->to) <= 1e9 && drive->from != drive->to))
        return tr_recipe_fail(error, list, number, "to",
                              "from and to must be two numbers -1e9 … 1e9 that differ");
    if (!tr_recipe_number_at(recipe, drive->path, &value))
        return TR_OK;
    if (is_driven(recipe, knob, index))
        return tr_recipe_fail(error, list, number, "path", "'%s' is driven twice", drive->path);
    tr_recipe_find((tr_recipe *)(uintptr_t)recipe, drive->path, &place); // which is not changed
    const tr_parameter *p = place.parameter;
    if (!(drive->from >= p->low && drive->from <= p->high && drive->to >= p->low && drive->to <= p->high))
        return tr_recipe_fail(error, list, number, "to", "%s runs from %g to %g, but must stay in %g … %g",
                              drive->path, drive->from, drive->to, p->low, p->high);
    return TR_OK;
}

tr_status tr_type_knobs_check(const tr_recipe *recipe, tr_error *error) {
    tr_status status = TR_OK;
    for (int i = 0; i < recipe->type_knob_count && status == TR_OK; i++)
        status = check_name(recipe, i, error);
    for (int i = 0; i < recipe->type_knob_count && status == TR_OK; i++)
        for (int k = 0; k < recipe->type_knobs[i].drive_count && status == TR_OK; k++)
            status = check_drive(recipe, i, k, error);
    return status;
}
