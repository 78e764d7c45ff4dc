#include "images/private/ponds.h"

typedef struct place {
    int x, y;
} place;

typedef struct pond {
    place places[PONDS_LEAST];
    int count;
    unsigned shore; // the lowest code around it
} pond;

typedef struct land {
    const tr_image *image;
    unsigned sea;
} land;

// A place beside another, in the columns of a whole map. False: it lies beyond an edge.
static bool beside(const tr_image *image, place *p, int dx, int dy) {
    const tr_image_level *level = &image->levels[0];
    p->x += dx, p->y += dy;
    if (image->wraps)
        p->x = (p->x + level->width) % level->width;
    return p->x >= 0 && p->x < level->width;
}

static bool is_over_pole(const tr_image *image, int y) {
    return (y < 0 && image->north_pole) || (y >= image->levels[0].height && image->south_pole);
}

static bool is_sea(const land *l, place p) {
    const tr_image *image = l->image;
    return tr_image_row(image, p.y)[p.x] == l->sea &&
           (!image->levels[0].coverage || tr_image_coverage_row(image, p.y)[p.x]);
}

static bool has(const pond *o, place p) {
    bool found = false;
    for (int i = 0; i < o->count; i++)
        found = found || (o->places[i].x == p.x && o->places[i].y == p.y);
    return found;
}

// Adds a place to a pond if it belongs to it. False: it is no pond, but sea.
static bool add(const land *l, pond *o, place p) {
    const tr_image *image = l->image;
    if (p.y < 0 || p.y >= image->levels[0].height)
        return is_over_pole(image, p.y);
    if (image->levels[0].coverage && !tr_image_coverage_row(image, p.y)[p.x])
        return false;
    const unsigned code = tr_image_row(image, p.y)[p.x];
    if (code != l->sea)
        o->shore = code < o->shore ? code : o->shore;
    else if (!has(o, p)) {
        if (o->count == PONDS_LEAST - 1)
            return false;
        o->places[o->count++] = p;
    }
    return true;
}

// Collects the sea that is connected with a place, also by corners. False: it is not a pond.
static bool collect(const land *l, place first, pond *o) {
    *o = (pond){.places = {first}, .count = 1, .shore = 65536};
    for (int i = 0; i < o->count; i++) // it grows
        for (int k = 0; k < 9; k++) {
            place p = o->places[i];
            if (!beside(l->image, &p, k % 3 - 1, k / 3 - 1) || !add(l, o, p))
                return false;
        }
    return o->shore < 65536;
}

// Whether a place is the first one of a row of sea, and no sea adjoins it in the row above: each pond has such
// a place.
static bool may_begin(const land *l, place p) {
    static const int before[3][2] = {{-1, 0}, {-1, -1}, {0, -1}};
    bool begins = is_sea(l, p);
    for (int k = 0; k < 3 && begins; k++) {
        place q = p;
        begins = beside(l->image, &q, before[k][0], before[k][1]) && (q.y < 0 || !is_sea(l, q));
    }
    return begins;
}

void ponds_fill(tr_image *image, const tr_image_facts *facts) {
    const tr_image_level *level = &image->levels[0];
    const land l = {image, (unsigned)((facts->lowest - image->low) / image->step + 0.5)};
    pond o;
    for (int y = 0; y < level->height; y++)
        for (int x = 0; x < level->width; x++)
            if (may_begin(&l, (place){x, y}) && collect(&l, (place){x, y}, &o))
                for (int i = 0; i < o.count; i++)
                    tr_image_row(image, o.places[i].y)[o.places[i].x] = (uint16_t)o.shore;
}
