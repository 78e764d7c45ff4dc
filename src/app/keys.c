#include "app/keys.h"

#include <GLFW/glfw3.h>
#include <stddef.h>

static const tr_key keys[] = {
    {0, 0, false, false, false, TR_WISH_NOTHING, 0, "Left drag", "turn the planet"},
    {0, 0, false, false, false, TR_WISH_NOTHING, 0, "Right drag", "move the sun"},
    {0, 0, false, false, false, TR_WISH_NOTHING, 0, "Middle drag",
     "look up to the horizon (or Shift and left drag)"},
    {0, 0, false, false, false, TR_WISH_NOTHING, 0, "Wheel", "nearer, farther"},
    {0, 0, false, false, false, TR_WISH_NOTHING, 0, "Double click", "fly to a place, to a planet"},
    {GLFW_KEY_LEFT, GLFW_KEY_PAGE_UP, false, false, false, TR_WISH_TYPE, -1, "Left  Right",
     "previous, next type"},
    {GLFW_KEY_RIGHT, GLFW_KEY_PAGE_DOWN, false, false, false, TR_WISH_TYPE, 1, NULL, NULL},
    {GLFW_KEY_N, 0, false, false, false, TR_WISH_SEED, 1, "N  P", "new seed, the one before"},
    {GLFW_KEY_P, 0, false, false, false, TR_WISH_SEED, -1, NULL, NULL},
    {GLFW_KEY_LEFT_BRACKET, 0, false, false, true, TR_WISH_NOISINESS, -1, "[  ]", "noisiness down, up"},
    {GLFW_KEY_RIGHT_BRACKET, 0, false, false, true, TR_WISH_NOISINESS, 1, NULL, NULL},
    {GLFW_KEY_SEMICOLON, 0, false, false, true, TR_WISH_PERSISTENCE, -1, ";  '", "persistence down, up"},
    {GLFW_KEY_APOSTROPHE, 0, false, false, true, TR_WISH_PERSISTENCE, 1, NULL, NULL},
    {GLFW_KEY_COMMA, 0, false, false, true, TR_WISH_OCTAVES, -1, ",  .", "octaves down, up"},
    {GLFW_KEY_PERIOD, 0, false, false, true, TR_WISH_OCTAVES, 1, NULL, NULL},
    {GLFW_KEY_MINUS, GLFW_KEY_KP_SUBTRACT, false, false, true, TR_WISH_RADIUS, -1, "-  =", "radius down, up"},
    {GLFW_KEY_EQUAL, GLFW_KEY_KP_ADD, false, false, true, TR_WISH_RADIUS, 1, NULL, NULL},
    {GLFW_KEY_EQUAL, 0, true, false, true, TR_WISH_RADIUS, 1, NULL, NULL}, // a +
    {GLFW_KEY_TAB, 0, false, false, false, TR_WISH_PLANET, 1, "Tab  Shift+Tab",
     "next, previous planet of the scene"},
    {GLFW_KEY_TAB, 0, true, false, false, TR_WISH_PLANET, -1, NULL, NULL},
    // The gallery and the filmstrip. In the gallery arrows, N and Esc are its own.
    {GLFW_KEY_G, 0, false, false, false, TR_WISH_GALLERY, 1, "G",
     "gallery (arrows choose, Enter opens, N: more)"},
    {GLFW_KEY_UP, 0, false, false, true, TR_WISH_GALLERY_ROW, -1, NULL, NULL},
    {GLFW_KEY_DOWN, 0, false, false, true, TR_WISH_GALLERY_ROW, 1, NULL, NULL},
    {GLFW_KEY_M, 0, false, false, false, TR_WISH_BREED, 1, "M", "breed twenty relatives"},
    {GLFW_KEY_B, 0, false, false, false, TR_WISH_STAR, 1, "B", "star: the filmstrip keeps this planet"},
    {GLFW_KEY_T, 0, false, false, false, TR_WISH_STRIP, 1, "T", "filmstrip of planets seen, on and off"},
    {GLFW_KEY_X, 0, false, false, false, TR_WISH_SWAP, 1, "X held", "the pinned planet of the filmstrip"},
    {GLFW_KEY_X, 0, true, false, false, TR_WISH_COMPARE, 1, "Shift+X",
     "the pinned planet beside this one, on and off"},
    {GLFW_KEY_SPACE, 0, false, false, false, TR_WISH_PAUSE, 1, "Space", "stop time, let it go on"},
    {GLFW_KEY_C, 0, false, false, false, TR_WISH_CLOUDS, 1, "C", "clouds on and off"},
    {GLFW_KEY_1, 0, false, false, false, TR_WISH_CHANNEL, 0, "1 … 8",
     "show it lit, or its albedo, height, normal, roughness, emission, clouds, water"},
    {GLFW_KEY_2, 0, false, false, false, TR_WISH_CHANNEL, 1, NULL, NULL},
    {GLFW_KEY_3, 0, false, false, false, TR_WISH_CHANNEL, 2, NULL, NULL},
    {GLFW_KEY_4, 0, false, false, false, TR_WISH_CHANNEL, 3, NULL, NULL},
    {GLFW_KEY_5, 0, false, false, false, TR_WISH_CHANNEL, 4, NULL, NULL},
    {GLFW_KEY_6, 0, false, false, false, TR_WISH_CHANNEL, 5, NULL, NULL},
    {GLFW_KEY_7, 0, false, false, false, TR_WISH_CHANNEL, 6, NULL, NULL},
    {GLFW_KEY_8, 0, false, false, false, TR_WISH_CHANNEL, 7, NULL, NULL},
    {GLFW_KEY_V, 0, false, false, false, TR_WISH_LAYOUT, 1, "V",
     "globe, map, cube, globe and map side by side"},
    {GLFW_KEY_L, 0, false, false, false, TR_WISH_GRID, 1, "L", "lines of latitude and longitude"},
    {GLFW_KEY_Q, 0, false, false, false, TR_WISH_QUALITY, 1, "Q",
     "quality of the picture: as time allows, fine, full, fast"},
    {GLFW_KEY_F2, 0, false, false, false, TR_WISH_NAME, 1, "F2", "name the planet"},
    {GLFW_KEY_R, 0, false, false, false, TR_WISH_RESET, 1, "R", "the first view again"},
    {GLFW_KEY_E, 0, false, false, false, TR_WISH_SHEET, TR_SHEET_EXPORT, "E  Enter", "export textures, begin"},
    {GLFW_KEY_ENTER, GLFW_KEY_KP_ENTER, false, false, false, TR_WISH_ENTER, 1, NULL, NULL},
    {GLFW_KEY_S, GLFW_KEY_F12, false, false, false, TR_WISH_SCREENSHOT, 1, "S  F12",
     "screenshot, without the panel"},
    {GLFW_KEY_H, 0, false, false, false, TR_WISH_PANEL, 1, "H", "panel on and off"},
    {GLFW_KEY_F, GLFW_KEY_F11, false, false, false, TR_WISH_FULLSCREEN, 1, "F  F11", "full screen"},
    {GLFW_KEY_F1, 0, false, false, false, TR_WISH_HELP, 1, "F1  ?", "this help"},
    {GLFW_KEY_SLASH, 0, true, false, false, TR_WISH_HELP, 1, NULL, NULL},
    {GLFW_KEY_Z, 0, false, true, true, TR_WISH_UNDO, 1, "Ctrl+Z  Ctrl+Y", "undo, do again"},
    {GLFW_KEY_Y, 0, false, true, true, TR_WISH_REDO, 1, NULL, NULL},
    {GLFW_KEY_Z, 0, true, true, true, TR_WISH_REDO, 1, NULL, NULL},
    {GLFW_KEY_O, 0, false, true, false, TR_WISH_SHEET, TR_SHEET_OPEN, "Ctrl+O",
     "open a file, a share line or a type"},
    {GLFW_KEY_S, 0, true, true, false, TR_WISH_SHEET, TR_SHEET_SAVE, "Ctrl+Shift+S", "save under another name"},
    {GLFW_KEY_S, 0, false, true, false, TR_WISH_SAVE, 1, "Ctrl+S", "save what differs from the type"},
    {GLFW_KEY_C, 0, false, true, false, TR_WISH_SHARE, 1, "Ctrl+C  Ctrl+V",
     "share line of the planet, open one"},
    {GLFW_KEY_V, 0, false, true, false, TR_WISH_PASTE, 1, NULL, NULL},
    {GLFW_KEY_K, 0, false, true, false, TR_WISH_FIND, 1, "Ctrl+K",
     "find a knob, layer, colour, type, scene, file or command"},
    {GLFW_KEY_F6, 0, false, false, false, TR_WISH_FOCUS, 1, "F6", "from the planet to the panel and back"},
    {GLFW_KEY_ESCAPE, 0, false, false, false, TR_WISH_BACK, 1, "Esc", "close what is in front"},
    {GLFW_KEY_Q, 0, false, true, false, TR_WISH_QUIT, 1, "Ctrl+Q", "close the window"},
};

const tr_key *tr_app_keys(int *count) {
    *count = (int)(sizeof keys / sizeof keys[0]);
    return keys;
}

static bool has_key(const tr_key *row, int key) {
    return row->wish != TR_WISH_NOTHING && (row->key == key || (row->other && row->other == key));
}

static bool is_sign(int key) {
    return key > GLFW_KEY_SPACE && key < GLFW_KEY_ESCAPE && !(key >= GLFW_KEY_A && key <= GLFW_KEY_Z);
}

const tr_key *tr_app_find_key(int key, bool shift, bool control) {
    const tr_key *found = NULL;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (has_key(&keys[i], key) && keys[i].control == control &&
            (keys[i].shift == shift || (shift && !control && !found && !is_sign(key))))
            found = &keys[i];
    return found;
}
