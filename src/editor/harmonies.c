// Harmonies: twelve with names, and random ones.
#include "base/hash.h"
#include "editor/colours.h"
#include "editor/private/shades.h"

#define RGB(x)                                                                                                 \
    { 0x##x >> 16, 0x##x >> 8 & 0xff, 0x##x & 0xff }

// Columns: wet and dry land, rock, snow, shallows, deep sea, clouds, air, light.
// clang-format off
static const tr_harmony harmonies[] = {
    {"Meadow",    {RGB(3f6b2a), RGB(c8b27a), RGB(7c746a), RGB(f2f6f8), RGB(2f9aa0), RGB(06204a), RGB(f8fafc), RGB(7ab0ff), RGB(ffb060)}},
    {"Autumn",    {RGB(a8421c), RGB(d8a04c), RGB(6c5648), RGB(f8f0e4), RGB(4a8a8c), RGB(10283c), RGB(fbf4ea), RGB(a8b8e8), RGB(ffa040)}},
    {"Crimson",   {RGB(8c1a24), RGB(d09a80), RGB(5c4444), RGB(f6eeee), RGB(3c8090), RGB(081c34), RGB(faf4f4), RGB(88b0f0), RGB(ff5030)}},
    {"Dusk",      {RGB(5a3a78), RGB(c89ab0), RGB(5c5470), RGB(f0eaf8), RGB(6a7cc0), RGB(161440), RGB(f6eef8), RGB(c090f0), RGB(ff80c0)}},
    {"Jade",      {RGB(0f6a52), RGB(a8bc90), RGB(5a6a64), RGB(ecf8f4), RGB(4ab8a0), RGB(043038), RGB(f2faf6), RGB(78d8d0), RGB(80ffc0)}},
    {"Rose",      {RGB(b05a6a), RGB(ecc4b4), RGB(8a6c6c), RGB(fff4f4), RGB(70a8b8), RGB(1c3050), RGB(fff6f4), RGB(f0a8b8), RGB(ffa0a0)}},
    {"Amber",     {RGB(8a6a14), RGB(e8c060), RGB(705c40), RGB(fff6e0), RGB(5c8c64), RGB(122c28), RGB(fff4dc), RGB(f0c070), RGB(ffc040)}},
    {"Arctic",    {RGB(4a6468), RGB(a8b4b4), RGB(64707c), RGB(f8fcff), RGB(58a0c0), RGB(0a2440), RGB(f6faff), RGB(9cc8ff), RGB(a0e0ff)}},
    {"Cobalt",    {RGB(2448a0), RGB(9ca8d0), RGB(4c5470), RGB(eef2ff), RGB(e09060), RGB(582818), RGB(f4f4ff), RGB(6080ff), RGB(60a0ff)}},
    {"Toxin",     {RGB(6a8a10), RGB(b8b050), RGB(4c5034), RGB(f0f6d8), RGB(7aa050), RGB(182c10), RGB(f0f4d8), RGB(a0d860), RGB(b0ff40)}},
    {"Ember",     {RGB(5c2818), RGB(8c6050), RGB(38302e), RGB(d8d0cc), RGB(b04c20), RGB(381008), RGB(e0d4cc), RGB(ff7840), RGB(ff6420)}},
    {"Graphite",  {RGB(484c4a), RGB(a4a29c), RGB(5c5c5c), RGB(f4f4f4), RGB(687478), RGB(14181c), RGB(f6f6f6), RGB(b4bcc8), RGB(fff0e0)}},
};
// clang-format on

const tr_harmony *tr_harmonies(int *count) {
    *count = (int)(sizeof harmonies / sizeof harmonies[0]);
    return harmonies;
}

// ---- random harmonies --------------------------------------------------------------------------

// A random number 0 … 1 for a seed number and a purpose.
static double draw(uint64_t number, const char *what) {
    return (double)(tr_hash_text(number, what) >> 11) * 0x1p-53;
}

static double between(uint64_t number, const char *what, double low, double high) {
    return low + (high - low) * draw(number, what);
}

static void paint(double lightness, double chroma, double turns, uint8_t srgb[3]) {
    const double angle = 2 * acos(-1) * turns;
    lab_to_srgb((double[]){lightness, chroma * cos(angle), chroma * sin(angle)}, srgb);
}

tr_harmony tr_harmony_roll(uint64_t number, const char *name) {
    // The difference between the hues of sea and land: adjacent, a third of the circle, or opposite.
    static const double schemes[] = {0.12, -0.12, 1.0 / 3, -1.0 / 3, 0.5, 0.42, -0.42};
    tr_harmony h = {.name = name};
    const double land = draw(number, "hue"), sea = land + schemes[(int)(7 * draw(number, "scheme"))];
    const double much = between(number, "chroma", 0.6, 1.3), side = between(number, "side", -0.12, 0.12);
    paint(between(number, "wet", 0.32, 0.5), 0.1 * much, land, h.srgb[TR_PALETTE_WET]);
    paint(between(number, "dry", 0.62, 0.8), 0.07 * much, land + side, h.srgb[TR_PALETTE_DRY]);
    paint(between(number, "rock", 0.4, 0.58), 0.025, land + side, h.srgb[TR_PALETTE_ROCK]);
    paint(0.95, 0.014, sea, h.srgb[TR_PALETTE_SNOW]);
    paint(between(number, "shallows", 0.5, 0.68), 0.08 * much, sea + side / 3, h.srgb[TR_PALETTE_SHALLOWS]);
    paint(between(number, "deep", 0.16, 0.28), 0.07 * much, sea, h.srgb[TR_PALETTE_DEEP]);
    paint(0.97, 0.012, land, h.srgb[TR_PALETTE_CLOUDS]);
    paint(0.75, 0.11 * much, sea + side, h.srgb[TR_PALETTE_AIR]);
    paint(0.75, 0.19, land + 0.5, h.srgb[TR_PALETTE_LIGHT]);
    return h;
}
