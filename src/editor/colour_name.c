#include "editor/colour_name.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const struct {
    const char *name;
    uint32_t rgb;
} names[] = {
    // The sixteen of CSS 1, then others as CSS 4 has them.
    {"black", 0x000000},     {"silver", 0xc0c0c0},       {"gray", 0x808080},        {"white", 0xffffff},
    {"maroon", 0x800000},    {"red", 0xff0000},          {"purple", 0x800080},      {"fuchsia", 0xff00ff},
    {"green", 0x008000},     {"lime", 0x00ff00},         {"olive", 0x808000},       {"yellow", 0xffff00},
    {"navy", 0x000080},      {"blue", 0x0000ff},         {"teal", 0x008080},        {"aqua", 0x00ffff},
    {"grey", 0x808080},      {"cyan", 0x00ffff},         {"magenta", 0xff00ff},     {"orange", 0xffa500},
    {"brown", 0xa52a2a},     {"pink", 0xffc0cb},         {"gold", 0xffd700},        {"beige", 0xf5f5dc},
    {"tan", 0xd2b48c},       {"khaki", 0xf0e68c},        {"violet", 0xee82ee},      {"indigo", 0x4b0082},
    {"turquoise", 0x40e0d0}, {"crimson", 0xdc143c},      {"salmon", 0xfa8072},      {"coral", 0xff7f50},
    {"chocolate", 0xd2691e}, {"sienna", 0xa0522d},       {"ivory", 0xfffff0},       {"lavender", 0xe6e6fa},
    {"orchid", 0xda70d6},    {"plum", 0xdda0dd},         {"tomato", 0xff6347},      {"firebrick", 0xb22222},
    {"skyblue", 0x87ceeb},   {"steelblue", 0x4682b4},    {"slategray", 0x708090},   {"slategrey", 0x708090},
    {"royalblue", 0x4169e1}, {"midnightblue", 0x191970}, {"forestgreen", 0x228b22}, {"seagreen", 0x2e8b57},
    {"limegreen", 0x32cd32}, {"springgreen", 0x00ff7f},  {"olivedrab", 0x6b8e23},   {"sand", 0xc2b280},
    {"darkred", 0x8b0000},   {"darkgreen", 0x006400},    {"darkblue", 0x00008b},    {"darkgray", 0xa9a9a9},
    {"darkgrey", 0xa9a9a9},  {"darkorange", 0xff8c00},   {"darkcyan", 0x008b8b},    {"darkmagenta", 0x8b008b},
    {"darkbrown", 0x5c4033}, {"lightbrown", 0xb5651d},   {"lightblue", 0xadd8e6},   {"lightgreen", 0x90ee90},
    {"lightgray", 0xd3d3d3}, {"lightgrey", 0xd3d3d3},    {"lightyellow", 0xffffe0}, {"lightpink", 0xffb6c1},
    {"lightcyan", 0xe0ffff}, {"darkpurple", 0x301934},   {"darkyellow", 0x9b870c},  {"lightpurple", 0xcbc3e3},
    {"lightred", 0xff7f7f},  {"lightorange", 0xffd580},  {"rust", 0xb7410e},        {"ochre", 0xcc7722},
};

static bool read_digits(const char *digits, uint32_t *rgb) {
    const size_t length = strlen(digits);
    if (strspn(digits, "0123456789abcdefABCDEF") != length || (length != 6 && length != 3))
        return false;
    *rgb = (uint32_t)strtoul(digits, NULL, 16);
    if (length == 3) // doubles each digit
        *rgb = (*rgb & 0xf00) * 0x1100 | (*rgb & 0xf0) * 0x110 | (*rgb & 0xf) * 0x11;
    return true;
}

bool tr_colour_read(const char *text, uint8_t srgb[3]) {
    char word[32];
    size_t length = 0;
    uint32_t rgb = 0;
    bool found = false;
    for (; *text && length < sizeof word - 1; text++)
        if (*text != ' ' && *text != '\t')
            word[length++] = *text;
    word[length] = 0;
    if (*text)
        return false;
    found = read_digits(word + (word[0] == '#'), &rgb);
    for (size_t i = 0; i < sizeof names / sizeof names[0] && !found; i++) {
        found = strcasecmp(names[i].name, word) == 0;
        rgb = names[i].rgb;
    }
    for (int c = 0; c < 3 && found; c++)
        srgb[c] = (uint8_t)(rgb >> (16 - 8 * c));
    return found;
}
