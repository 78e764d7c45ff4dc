#include "app/keys.h"

#include "app/actions.h"

#include <stddef.h>

static const tr_key keys[] = {
    {0, 0, false, false, NULL, 0, "Left drag", "turn the planet"},
    {0, 0, false, false, NULL, 0, "Right drag", "move the sun"},
    {0, 0, false, false, NULL, 0, "Wheel", "nearer, farther"},
    {GLFW_KEY_RIGHT, GLFW_KEY_PAGE_DOWN, false, false, tr_act_type, 1, "Right, Page down", "next type"},
    {GLFW_KEY_LEFT, GLFW_KEY_PAGE_UP, false, false, tr_act_type, -1, "Left, Page up", "previous type"},
    {GLFW_KEY_N, 0, false, false, tr_act_seed, 1, "N", "new seed"},
    {GLFW_KEY_P, 0, false, false, tr_act_seed, -1, "P", "previous seed"},
    {GLFW_KEY_LEFT_BRACKET, 0, false, true, tr_act_noisiness, -1, "[", "less noisy"},
    {GLFW_KEY_RIGHT_BRACKET, 0, false, true, tr_act_noisiness, 1, "]", "noisier"},
    {GLFW_KEY_SEMICOLON, 0, false, true, tr_act_persistence, -1, ";", "less persistence: smoother"},
    {GLFW_KEY_APOSTROPHE, 0, false, true, tr_act_persistence, 1, "'", "more persistence: rougher"},
    {GLFW_KEY_COMMA, 0, false, true, tr_act_octaves, -1, ",", "fewer octaves"},
    {GLFW_KEY_PERIOD, 0, false, true, tr_act_octaves, 1, ".", "more octaves"},
    {GLFW_KEY_MINUS, GLFW_KEY_KP_SUBTRACT, false, true, tr_act_radius, -1, "-", "smaller planet"},
    {GLFW_KEY_EQUAL, GLFW_KEY_KP_ADD, false, true, tr_act_radius, 1, "=", "larger planet"},
    {GLFW_KEY_TAB, 0, false, false, tr_act_planet, 1, "Tab", "next planet of the scene"},
    {GLFW_KEY_TAB, 0, true, false, tr_act_planet, -1, "Shift+Tab", "previous planet of the scene"},
    {GLFW_KEY_SPACE, 0, false, false, tr_act_pause, 1, "Space", "rotation on and off"},
    {GLFW_KEY_R, 0, false, false, tr_act_reset, 1, "R", "the first view again"},
    {GLFW_KEY_E, 0, false, false, tr_act_export, 1, "E", "export the textures"},
    {GLFW_KEY_S, GLFW_KEY_F12, false, false, tr_act_screenshot, 1, "S, F12", "screenshot, without the panel"},
    {GLFW_KEY_H, 0, false, false, tr_act_panel, 1, "H", "panel on and off"},
    {GLFW_KEY_F, GLFW_KEY_F11, false, false, tr_act_fullscreen, 1, "F, F11", "full screen"},
    {GLFW_KEY_F1, 0, false, false, tr_act_help, 1, "F1", "this help"},
    {GLFW_KEY_SLASH, 0, true, false, tr_act_help, 1, "?", "the same"},
    {GLFW_KEY_ESCAPE, 0, false, false, tr_act_quit, 1, "Esc", "close"},
};

const tr_key *tr_app_keys(int *count) {
    *count = (int)(sizeof keys / sizeof keys[0]);
    return keys;
}

const tr_key *tr_app_find_key(int key, bool shift) {
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (keys[i].act && (keys[i].key == key || (keys[i].other && keys[i].other == key)) &&
            keys[i].shift == shift)
            return &keys[i];
    return NULL;
}
