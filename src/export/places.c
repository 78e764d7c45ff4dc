#include "export/private/places.h"

#include "planet/named_places.h"

static void describe(const tr_recipe *recipe, const tr_named_place *place, tr_text *text) {
    double lat_deg, lon_deg, radius_km, height_m;
    tr_named_where(recipe, place, &lat_deg, &lon_deg);
    tr_named_size(recipe, place, &radius_km, &height_m);
    tr_text_add(text,
                "    {\"type\": \"Feature\", \"geometry\": {\"type\": \"Point\", \"coordinates\": [%.9g, "
                "%.9g]}, \"properties\": {\"name\": ",
                lon_deg + 0.0, lat_deg + 0.0); // (not -0)
    tr_text_quote(text, place->name);
    tr_text_add(text, ", \"kind\": \"%s\"", tr_named_kind_names[place->kind]);
    if (radius_km > 0)
        tr_text_add(text, ", \"radius_km\": %.9g", radius_km);
    if (height_m > 0)
        tr_text_add(text, ", \"%s\": %.9g", place->kind == TR_NAMED_CRATER ? "depth_m" : "height_m", height_m);
    tr_text_add(text, "}}");
}

void tr_places_describe(const tr_recipe *recipe, tr_text *text) {
    tr_text_add(text, "{\n  \"type\": \"FeatureCollection\",\n  \"features\": [");
    for (int i = 0; i < recipe->place_count; i++) {
        tr_text_add(text, i ? ",\n" : "\n");
        describe(recipe, &recipe->places[i], text);
    }
    tr_text_add(text, "\n  ]\n}\n");
}
