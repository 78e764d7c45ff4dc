#include "export/private/embedded_recipe.h"

#include "base/memory.h"
#include "scene/load.h"

#include <string.h>

tr_json *tr_embedded_recipe_tree(tr_json_document *d, const tr_export_job *job) {
    tr_json *root = NULL;
    if (!job->world)
        return tr_recipe_write(d, job->recipe);
    return tr_json_parse(d, TR_JSON_FILE, "world", job->world, strlen(job->world), &root, NULL) == TR_OK ? root
                                                                                                         : NULL;
}

tr_status tr_embedded_recipe_text(const tr_export_job *job, char **text, tr_error *error) {
    if (!job->world)
        return tr_recipe_to_json(job->recipe, false, text, error);
    *text = tr_strdup(job->world);
    return *text ? TR_OK : tr_fail(error, TR_NO_MEMORY, "no memory for the recipe");
}
