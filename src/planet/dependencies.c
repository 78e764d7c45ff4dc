#include "planet/private/plan.h"

void plan_mark_dependencies(const tr_surface *surface, int end, bool *channels, bool *layers) {
    for (int i = end - 1; i >= 0; i--) { // a layer reads what layers before it have written
        const plan_layer *layer = &surface->layers[i];
        layers[i] = channels[layer->into];
        if (layers[i] && layer->where.channel >= 0)
            channels[layer->where.channel] = true;
        if (layers[i] && surface->fields[i].channel >= 0)
            channels[surface->fields[i].channel] = true;
    }
}
