// How the laws of a recipe say that it breaks one.
#include "recipe/recipe.h"

#include <stdarg.h>
#include <stdio.h>

#undef tr_recipe_fail // (a macro where clang's analyzer reads)
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
