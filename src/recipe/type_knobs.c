// The knobs that a type defines: several numbers of a recipe under one name.
#include "recipe/recipe.h"

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
