#include "app/wish.h"

#include "base/memory.h"
void tr_wishes_add(tr_wishes *wishes, const tr_wish *wish) {
    if (wishes->count == wishes->room) {
        const int room = wishes->room > 0 ? 2 * wishes->room : 64;
        tr_wish *list = tr_realloc(wishes->list, (size_t)room * sizeof *list);
        if (!list)
            return;
        wishes->list = list;
        wishes->room = room;
    }
    wishes->list[wishes->count++] = *wish;
}

void tr_wishes_clear(tr_wishes *wishes) {
    tr_free(wishes->list);
    *wishes = (tr_wishes){0};
}
