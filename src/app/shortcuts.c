#include "app/shortcuts.h"

#include <GLFW/glfw3.h>
#include <stddef.h>

#define KEY(k) .key = GLFW_KEY_##k
#define OTHER(k) .other = GLFW_KEY_##k
#define DOES(w, n) .command = TR_COMMAND_##w, .by = n

// Rows without another way besides keys are in the menu and in Ctrl+K, which list all rows.
static const char in_menu[] = "the menu";

static const tr_shortcut table[] = {
    {.group = TR_GROUP_MOUSE, .keys = "Left drag", .name = "Turn the planet"},
    {.group = TR_GROUP_MOUSE, .keys = "Right drag", .name = "Move the sun"},
    {.group = TR_GROUP_MOUSE, .keys = "Middle drag", .name = "Tilt the camera (or Shift+Left drag)"},
    {.group = TR_GROUP_MOUSE, .keys = "Wheel", .name = "Zoom in and out; scroll the panel"},
    {.group = TR_GROUP_MOUSE, .keys = "Click", .name = "Show the layers at a place; select a planet"},
    {.group = TR_GROUP_MOUSE, .keys = "Double click", .name = "Fly to a place or a planet"},
    {.group = TR_GROUP_MOUSE, .keys = "Click on a number", .name = "Type the number"},
    {.group = TR_GROUP_MOUSE, .keys = "Middle click on a number", .name = "Reset the number"},

    {TR_GROUP_VIEW, "Left", "Turn the planet left", DOES(TURN, TR_LEFT), KEY(LEFT), .repeats = true,
     .second = "left drag"},
    {TR_GROUP_VIEW, "Right", "Turn the planet right", DOES(TURN, TR_RIGHT), KEY(RIGHT), .repeats = true,
     .second = "left drag"},
    {TR_GROUP_VIEW, "Up", "Turn the planet up", DOES(TURN, TR_UP), KEY(UP), .repeats = true,
     .second = "left drag"},
    {TR_GROUP_VIEW, "Down", "Turn the planet down", DOES(TURN, TR_DOWN), KEY(DOWN), .repeats = true,
     .second = "left drag"},
    {TR_GROUP_VIEW, "Shift+Up", "Tilt the camera up", DOES(TILT, TR_UP), KEY(UP), .shift = true,
     .repeats = true, .second = "middle drag", .synonyms = "pitch look horizon"},
    {TR_GROUP_VIEW, "Shift+Down", "Tilt the camera down", DOES(TILT, TR_DOWN), KEY(DOWN), .shift = true,
     .repeats = true, .second = "middle drag"},
    {TR_GROUP_VIEW, "Shift+Left", "Pan the camera left", DOES(TILT, TR_LEFT), KEY(LEFT), .shift = true,
     .repeats = true, .second = "middle drag"},
    {TR_GROUP_VIEW, "Shift+Right", "Pan the camera right", DOES(TILT, TR_RIGHT), KEY(RIGHT), .shift = true,
     .repeats = true, .second = "middle drag"},
    {TR_GROUP_VIEW, "R", "Reset the view", DOES(RESET, 1), 'r', .second = in_menu,
     .synonyms = "camera home center centre recenter frame whole planet zoom out"},
    {TR_GROUP_VIEW, "V", "Next projection: globe, map, cube, globe and map", DOES(LAYOUT, 1), 'v',
     .second = "the list in the bar", .synonyms = "layout flat equirectangular sphere view"},
    {TR_GROUP_VIEW, "L", "Toggle latitude and longitude grid", DOES(GRID, 1), 'l', .second = in_menu,
     .synonyms = "graticule lines coordinates overlay"},
    {TR_GROUP_VIEW, "Space", "Pause and resume time", DOES(PAUSE, 1), ' ', .second = "the button in the bar",
     .synonyms = "stop play animation rotation spin"},
    {TR_GROUP_VIEW, "C", "Toggle clouds", DOES(CLOUDS, 1), 'c', .second = "Light: Clouds",
     .synonyms = "weather hide show sky visibility"},
    {TR_GROUP_VIEW, "Q", "Next display quality", DOES(QUALITY, 1), 'q', .second = "Light: Quality",
     .synonyms = "performance speed fast render"},
    {TR_GROUP_VIEW, "Shift+Page Down", "Next planet of the scene", DOES(PLANET, 1), KEY(PAGE_DOWN),
     .shift = true, .second = "System", .synonyms = "moon body switch select"},
    {TR_GROUP_VIEW, "Shift+Page Up", "Previous planet of the scene", DOES(PLANET, -1), KEY(PAGE_UP),
     .shift = true, .second = "System"},

    {TR_GROUP_PLANET, "Page Down", "Next type", DOES(TYPE, 1), KEY(PAGE_DOWN), .second = "Shape: Type",
     .synonyms = "kind class preset"},
    {TR_GROUP_PLANET, "Page Up", "Previous type", DOES(TYPE, -1), KEY(PAGE_UP), .second = "Shape: Type"},
    {TR_GROUP_PLANET, "N", "Random seed", DOES(SEED, 1), 'n', .second = "Shape: New",
     .synonyms = "new randomize shuffle generate another variation dice"},
    {TR_GROUP_PLANET, "P", "Previous seed", DOES(SEED, -1), 'p', .second = in_menu,
     .synonyms = "back random last"},
    {TR_GROUP_PLANET, "[", "Noisiness down", DOES(NOISINESS, -1), '[', .repeats = true,
     .second = "Shape: Noisiness"},
    {TR_GROUP_PLANET, "]", "Noisiness up", DOES(NOISINESS, 1), ']', .repeats = true,
     .second = "Shape: Noisiness"},
    {TR_GROUP_PLANET, ";", "Persistence down", DOES(PERSISTENCE, -1), ';', .repeats = true,
     .second = "Shape: Persistence"},
    {TR_GROUP_PLANET, "'", "Persistence up", DOES(PERSISTENCE, 1), '\'', .repeats = true,
     .second = "Shape: Persistence"},
    {TR_GROUP_PLANET, ",", "Octaves down", DOES(OCTAVES, -1), ',', .repeats = true, .second = "Shape: Octaves"},
    {TR_GROUP_PLANET, ".", "Octaves up", DOES(OCTAVES, 1), '.', .repeats = true, .second = "Shape: Octaves"},
    {TR_GROUP_PLANET, "-", "Radius down", DOES(RADIUS, -1), '-', .repeats = true, .second = "Shape: Radius"},
    {TR_GROUP_PLANET, "+, =", "Radius up", DOES(RADIUS, 1), '+', .repeats = true, .second = "Shape: Radius"},
    {TR_GROUP_PLANET, NULL, NULL, DOES(RADIUS, 1), '=', .repeats = true},
    {TR_GROUP_PLANET, "F2", "Name the planet", DOES(TYPE_NAME, 1), KEY(F2), .second = "a click on the name",
     .synonyms = "rename title call"},
    {TR_GROUP_PLANET, "Ctrl+Z", "Undo", DOES(UNDO, 1), 'z', .control = true, .repeats = true,
     .second = "the arrow in the bar", .synonyms = "back revert"},
    {TR_GROUP_PLANET, "Ctrl+Y, Ctrl+Shift+Z", "Redo", DOES(REDO, 1), 'y', .control = true, .repeats = true,
     .second = "the arrow in the bar", .synonyms = "again repeat forward"},
    {TR_GROUP_PLANET, NULL, NULL, DOES(REDO, 1), 'z', .control = true, .shift = true, .repeats = true},

    {TR_GROUP_PLANET, "Ctrl+Backspace", "Reset all", DOES(RESET_ALL, 1), KEY(BACKSPACE), .control = true,
     .second = "Shape: Reset all",
     .synonyms = "changes of the planet start clean over default original revert clear restore"},
    {.group = TR_GROUP_PLANET, .keys = "Ctrl+Left drag", .name = "Turn the land under the climate"},

    {TR_GROUP_MAPS, "1", "Show lit planet", DOES(CHANNEL, 0), '1', OTHER(KP_1), .second = "the list in the bar",
     .synonyms = "shaded rendered beauty normal view"},
    {TR_GROUP_MAPS, "2", "Show albedo", DOES(CHANNEL, 1), '2', OTHER(KP_2), .second = "the list in the bar",
     .synonyms = "diffuse base color colour map"},
    {TR_GROUP_MAPS, "3", "Show height", DOES(CHANNEL, 2), '3', OTHER(KP_3), .second = "the list in the bar",
     .synonyms = "heightmap elevation displacement terrain map"},
    {TR_GROUP_MAPS, "4", "Show normals", DOES(CHANNEL, 3), '4', OTHER(KP_4), .second = "the list in the bar",
     .synonyms = "normal map bump"},
    {TR_GROUP_MAPS, "5", "Show roughness", DOES(CHANNEL, 4), '5', OTHER(KP_5), .second = "the list in the bar",
     .synonyms = "gloss smoothness specular map"},
    {TR_GROUP_MAPS, "6", "Show emission", DOES(CHANNEL, 5), '6', OTHER(KP_6), .second = "the list in the bar",
     .synonyms = "emissive glow lights night map"},
    {TR_GROUP_MAPS, "7", "Show clouds", DOES(CHANNEL, 6), '7', OTHER(KP_7), .second = "the list in the bar",
     .synonyms = "weather map"},
    {TR_GROUP_MAPS, "8", "Show water", DOES(CHANNEL, 7), '8', OTHER(KP_8), .second = "the list in the bar",
     .synonyms = "river rivers lake lakes mask map"},

    {.group = TR_GROUP_PAINT, .keys = "Left drag", .name = "Paint with the brush"},
    {.group = TR_GROUP_PAINT, .keys = "Shift+Click", .name = "Set points of a line; the first point closes it"},
    {.group = TR_GROUP_PAINT, .keys = "Right drag", .name = "Turn the planet"},
    {TR_GROUP_PAINT, "[", "Smaller brush", DOES(PAINT_RADIUS, -1), '[', .repeats = true, .paints = true,
     .second = "Paint: Brush radius"},
    {TR_GROUP_PAINT, "]", "Larger brush", DOES(PAINT_RADIUS, 1), ']', .repeats = true, .paints = true,
     .second = "Paint: Brush radius"},
    {TR_GROUP_PAINT, "I", "Pick the colour, biome or height under the mouse", DOES(PAINT_PICK, 1), 'i',
     .paints = true, .second = in_menu, .synonyms = "eyedropper pipette sample"},
    {TR_GROUP_PAINT, "Enter", "Finish the line", DOES(ENTER, 1), KEY(ENTER), OTHER(KP_ENTER), .paints = true,
     .second = "Paint: Finish, or a click on the last point"},
    {TR_GROUP_PAINT, "Backspace", "Take the last point away", DOES(PAINT_BACK, 1), KEY(BACKSPACE),
     .repeats = true, .paints = true, .second = "Paint: Take back"},
    {TR_GROUP_PAINT, "Esc", "Discard the line", DOES(BACK, 0), KEY(ESCAPE), .paints = true,
     .second = "Paint: Discard"},
    {TR_GROUP_PAINT, "Delete", "Delete the selected stroke", DOES(STROKE_REMOVE, 1), KEY(DELETE),
     .paints = true, .second = "Paint: Delete"},

    {TR_GROUP_GALLERY, "G", "Gallery of types and scenes", DOES(GALLERY, 1), 'g', .second = in_menu,
     .synonyms = "browse presets library thumbnails new start"},
    {TR_GROUP_GALLERY, "M", "Make twenty variations", DOES(BREED, 1), 'm', .second = in_menu,
     .synonyms = "breed relatives evolve mutate similar random"},
    {TR_GROUP_GALLERY, "B", "Add to favourites", DOES(STAR, 1), 'b',
     .second = "the star on a picture of the history", .synonyms = "favorite star bookmark keep history"},
    {TR_GROUP_GALLERY, "T", "Toggle history", DOES(HISTORY, 1), 't', .second = "the button left of the history",
     .synonyms = "history thumbnails recent strip"},
    {TR_GROUP_GALLERY, "X held", "Show the pinned planet while held", DOES(SWAP, 1), 'x', .second = in_menu,
     .synonyms = "compare before after swap"},
    {TR_GROUP_GALLERY, "Shift+X", "Compare with the pinned planet", DOES(COMPARE, 1), 'x', .shift = true,
     .second = "drag a picture of the history onto the globe", .synonyms = "side by side split beside pin"},

    {TR_GROUP_FILE, "Ctrl+O", "Open a file", DOES(DIALOG, TR_DIALOG_OPEN), 'o', .control = true,
     .second = "Open in the bar", .synonyms = "load import scene recipe json picture"},
    {TR_GROUP_FILE, "Ctrl+S", "Save", DOES(SAVE, 1), 's', .control = true, .second = "Save in the bar",
     .synonyms = "write keep store json file"},
    {TR_GROUP_FILE, "Ctrl+Shift+S", "Save as", DOES(DIALOG, TR_DIALOG_SAVE), 's', .shift = true,
     .control = true, .second = in_menu, .synonyms = "copy duplicate rename file"},
    {TR_GROUP_FILE, "Ctrl+C", "Copy share link", DOES(SHARE, 1), 'c', .control = true,
     .second = "Share in the bar", .synonyms = "share copy link url clipboard send text"},
    {TR_GROUP_FILE, "Ctrl+V", "Paste a share link", DOES(PASTE, 1), 'v', .control = true, .second = in_menu,
     .synonyms = "link clipboard"},
    {TR_GROUP_FILE, "E", "Export", DOES(DIALOG, TR_DIALOG_EXPORT), 'e', .second = "Export in the bar",
     .synonyms = "textures texture maps download"},
    {TR_GROUP_FILE, "S, F12", "Screenshot without the panel", DOES(SCREENSHOT, 1), 's', OTHER(F12),
     .second = in_menu, .synonyms = "picture photo image capture print png"},
    {TR_GROUP_FILE, "Ctrl+Q", "Quit", DOES(QUIT, 1), 'q', .control = true, .second = "the window's own button",
     .synonyms = "exit close leave"},

    {TR_GROUP_WINDOW, "F1, ?", "Help: shortcuts and manual", DOES(HELP, 1), '?', KEY(F1), .second = in_menu,
     .synonyms = "keys hotkeys documentation guide"},
    {TR_GROUP_WINDOW, "Ctrl+K", "Search settings and commands", DOES(FIND, 1), 'k', .control = true,
     .second = in_menu},
    {TR_GROUP_WINDOW, "Tab", "Keyboard focus to the panel", DOES(FOCUS, 1), KEY(TAB), .second = "F6",
     .synonyms = "focus accessibility"},
    {TR_GROUP_WINDOW, "Shift+Tab", "Keyboard focus to the end of the panel", DOES(FOCUS, -1), KEY(TAB),
     .shift = true, .second = "F6"},
    {TR_GROUP_WINDOW, "F6", "Keyboard focus to the panel and back", DOES(FOCUS, 0), KEY(F6), .second = "Tab",
     .synonyms = "focus accessibility"},
    {TR_GROUP_WINDOW, "H", "Toggle panel", DOES(PANEL, 1), 'h', .second = in_menu,
     .synonyms = "hide sidebar ui interface"},
    {TR_GROUP_WINDOW, "F, F11", "Toggle full screen", DOES(FULLSCREEN, 1), 'f', OTHER(F11), .second = in_menu,
     .synonyms = "fullscreen maximize window"},
    {TR_GROUP_WINDOW, "Ctrl++", "Larger interface", DOES(SCALE, 1), '+', OTHER(KP_ADD), .control = true,
     .repeats = true, .second = in_menu, .synonyms = "scale font text size dpi ui bigger"},
    {TR_GROUP_WINDOW, NULL, NULL, DOES(SCALE, 1), '=', .control = true, .repeats = true},
    {TR_GROUP_WINDOW, "Ctrl+-", "Smaller interface", DOES(SCALE, -1), '-', OTHER(KP_SUBTRACT), .control = true,
     .repeats = true, .second = in_menu, .synonyms = "scale font text size dpi ui"},
    // On keyboards where digits need Shift, the key has another character printed on it, so the row also names
    // the key's place.
    {TR_GROUP_WINDOW, "Ctrl+0", "Reset the interface scale", DOES(SCALE, 0), '0', KEY(0), OTHER(KP_0),
     .control = true, .second = in_menu, .synonyms = "size font dpi ui default"},
    {TR_GROUP_WINDOW, "Enter", "Confirm; open the selected item", DOES(ENTER, 1), KEY(ENTER), OTHER(KP_ENTER),
     .second = "the button of the dialog"},
    {TR_GROUP_WINDOW, "Esc", "Close or cancel", DOES(BACK, 0), KEY(ESCAPE), .second = "the × of the dialog"},
};

const tr_shortcut *tr_shortcuts(int *count) {
    *count = (int)(sizeof table / sizeof table[0]);
    return table;
}

const char *tr_shortcut_group_name(tr_shortcut_group group) {
    static const char *const names[TR_GROUPS] = {"Mouse", "View",    "Planet", "Maps",
                                                 "Paint", "Gallery", "File",   "Window"};
    return names[group];
}

static bool is_letter(unsigned character) { return character >= 'a' && character <= 'z'; }

// Prefers rows of the tab that is visible, then the row whose Shift matches.
static const tr_shortcut *choose(const tr_shortcut *found, const tr_shortcut *row, bool shift, bool paints) {
    if (row->paints && !paints)
        return found;
    if (found && found->paints != row->paints)
        return found->paints ? found : row;
    if (row->shift == shift)
        return row;
    return shift && !found ? row : found;
}

const tr_shortcut *tr_shortcut_of_key(int key, unsigned printed, bool shift, bool control, bool paints) {
    const tr_shortcut *found = NULL;
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        const tr_shortcut *row = &table[i];
        const bool by_key = key > 0 && (row->key == key || row->other == key),
                   by_sign = control && printed && row->character == printed;
        if (row->command != TR_COMMAND_NOTHING && row->control == control && (by_key || by_sign))
            found = choose(found, row, shift, paints);
    }
    return found;
}

const tr_shortcut *tr_shortcut_of_character(unsigned character, bool shift, bool paints) {
    const tr_shortcut *found = NULL;
    if (character >= 'A' && character <= 'Z')
        character += 'a' - 'A';
    for (size_t i = 0; i < sizeof table / sizeof table[0] && character; i++)
        if (table[i].character == character && !table[i].control)
            found = choose(found, &table[i], shift && is_letter(character), paints);
    return found;
}
