// Which settings of own maps change something.
#include "recipe/recipe.h"

#include <string.h>

bool tr_own_setting_is_usual(const tr_parameter *setting, const tr_own_map *map) {
    const double *numbers = tr_parameter_in(setting, map);
    const int count = setting->kind == TR_PARAMETER_VECTOR ? tr_vector_count(setting) : 1;
    bool usual = setting->kind == TR_PARAMETER_VECTOR || setting->kind == TR_PARAMETER_NUMBER;
    if (setting->kind == TR_PARAMETER_CHOICE)
        return *(const int *)tr_parameter_in(setting, map) == (int)setting->fallback;
    for (int k = 0; k < count && usual; k++)
        usual = numbers[k] == setting->fallback;
    return usual;
}

// ---- what a setting needs ------------------------------------------------------------------------

static bool is_one_of(const tr_own_map *map, unsigned kinds) { return kinds >> tr_own_kind_of(map->name) & 1; }

static bool has_heights(const tr_own_map *map) { return is_one_of(map, 1u << TR_OWN_HEIGHT); }
static bool has_coast(const tr_own_map *map) { return is_one_of(map, 1u << TR_OWN_LAND | 1u << TR_OWN_BIOME); }
static bool has_range(const tr_own_map *map) {
    return !is_one_of(map, 1u << TR_OWN_HEIGHT | 1u << TR_OWN_BIOME);
}
static bool has_one_number(const tr_own_map *map) {
    return !is_one_of(map, 1u << TR_OWN_BIOME | 1u << TR_OWN_COLOUR | 1u << TR_OWN_EMISSION);
}
static bool has_no_metres(const tr_own_map *map) { return map->range_m[0] == map->range_m[1]; }
static bool has_no_region(const tr_own_map *map) { return map->region_deg[0] == map->region_deg[2]; }
static bool has_no_header(const tr_own_map *map) {
    return map->raw != TR_OWN_RAW_GUESSED || tr_own_is_raw(map->file);
}

static const struct {
    const char *key;
    bool (*reads)(const tr_own_map *map);
    const char *lacks;
} needs[] = {
    {"range_m", has_heights, "a map of heights; other maps have range"},
    {"range", has_range, "a map of numbers other than heights, which have range_m"},
    {"sea_percent", has_heights, "a map of heights"},
    {"sea_percent", has_no_metres, "range_m to be left out, whose metres say where the sea is"},
    {"softness", has_coast, "a map of land or biomes"},
    {"channel", has_one_number, "a map of numbers; this one has colours"},
    {"west_deg", has_no_region, "a map of the whole globe; region_deg has the west edge of this one"},
    {"raw_size", has_no_header, "a file without a header: .r16, .r32 or .raw"},
};

const char *tr_own_setting_lacks(const tr_own_map *map, const tr_parameter *setting) {
    for (size_t i = 0; i < sizeof needs / sizeof needs[0]; i++)
        if (strcmp(needs[i].key, setting->key) == 0 && !needs[i].reads(map))
            return tr_own_setting_is_usual(setting, map) ? NULL : needs[i].lacks;
    return NULL;
}
