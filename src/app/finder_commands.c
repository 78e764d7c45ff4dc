#include "app/private/finder.h"

#include "app/private/chooser.h"

#include <stddef.h>
#include <string.h>

// Long lines keep each row on one line.
// clang-format off
#define DIALOG(s) .dialog = TR_DIALOG_##s
#define DOES(w, n) .command = TR_COMMAND_##w, .by = n
#define SHOWS(path) .command = TR_COMMAND_SHOW, .text = path
static const tr_finder_command commands[] = {
    {"Seed number", "Shape", SHOWS("shape Seed"), .synonyms = "random number variation", .what = "A number or text; the same seed always gives the same planet"},
    {"Type of planet", "Shape", SHOWS("shape Type"), .synonyms = "kind class preset template world", .what = "What kind of planet this is"},

    {"Add a map of your own", "Shape", DOES(MAP_ADD, 0), .synonyms = "my picture image relief sketch continents", .what = "Chooses a picture that the planet follows: heights, land, colours"},
    {"Own maps", "Shape", SHOWS("shape Own maps"), .synonyms = "my picture image strength replace", .what = "The pictures that the planet follows"},
    {"Find a missing map", "Shape", DOES(MAP_FIND, 0), .synonyms = "my own picture lost changed", .what = "Chooses the file of a map that is missing or has changed"},

    {"Random colours", "Colour", DOES(HARMONY, -1), .synonyms = "random dice roll palette scheme colors", .what = "A random colour scheme"},
    {"Gradients", "Colour", SHOWS("tab Colour"), .synonyms = "ramp stops palette biomes", .what = "Colours over height, moisture and other channels"},

    {"Paint on the planet", "Paint", SHOWS("tab Paint"), .synonyms = "brush draw stroke sculpt edit sketch", .what = "Brushes for land, sea, heights, climate, biomes and colours"},
    {"Add a place", "Shape", DOES(PIN_ADD, 0), .synonyms = "label landmark settlement", .what = "The next click on the planet sets a place with a name"},
    {"Turn the land", "View", DOES(LAND_TELL, 0), .synonyms = "land_turn rotate move shift continents map longitude drag", .what = "How to turn the land under the climate"},
    {"Toggle names of places", "View", DOES(NAMES, 0), .synonyms = "pins labels cities", .what = "Shows or hides the names of places"},
    {"Strokes", "Paint", SHOWS("tab Paint"), .synonyms = "brush list select move order", .what = "The list of painted strokes"},

    {"Sun azimuth", "Light", SHOWS("light Sun azimuth"), .synonyms = "sun sunlight direction angle lamp shadow", .what = "Where the sun stands, left to right"},
    {"Sun elevation", "Light", SHOWS("light Sun elevation"), .synonyms = "sunlight height sunset sunrise dawn dusk angle lamp shadow", .what = "How high the sun stands"},
    {"Time", "Light", SHOWS("light Time"), .synonyms = "rotate spin animate day night clock pause play", .what = "Whether the planet rotates"},
    {"Time speed", "Light", SHOWS("light Speed"), .synonyms = "rotation spin fast animation rate", .what = "How fast the planet rotates in the window"},
    {"Exposure", "Light", SHOWS("light Exposure"), .synonyms = "brightness bright dark light gamma ev", .what = "How bright the picture is"},
    {"Display quality", "Light", SHOWS("light Quality"), .synonyms = "render performance fast slow lag fps", .what = "Quality of the picture in the window"},

    {"Add rings", "Rings", DOES(RINGS, 1), .synonyms = "ring disc disk belt", .what = "Gives the planet rings"},
    {"Remove rings", "Rings", DOES(RINGS, 0), .synonyms = "delete disc disk", .what = "Removes the rings and their settings"},

    {"Add a moon", "System", DOES(ADD_BODY, 1), .text = "barren", .synonyms = "satellite luna orbit new body", .what = "Adds a moon to the selected planet, or to the planet of the selected moon"},
    {"Add a planet", "System", DOES(ADD_BODY, 0), .text = "barren", .synonyms = "neighbour neighbor new body solar system orbit", .what = "Adds a planet on a wider orbit"},
    {"Remove the selected body", "System", DOES(REMOVE_BODY, 0), .synonyms = "delete moon planet", .what = "Removes it with all its moons"},
    {"Show all bodies", "System", DOES(SHOW_ALL, 0), .synonyms = "moons planets overview whole system everything fit", .what = "Moves the camera so far away that all orbits fit"},
    {"Bodies and orbits", "System", SHOWS("tab System"), .synonyms = "solar moons planets list distance", .what = "All bodies of the scene, and their orbits"},

    {"Add a layer", "Layers", SHOWS("tab Layers"), .synonyms = "noise field new node stack", .what = "Opens the list of layers, with its Add button"},
    {"Search layers", "Layers", SHOWS("tab Layers"), .synonyms = "filter find", .what = "Opens the list of layers, with its search field"},

    {"Land: fly down to the ground", "View", DOES(LAND, 1), .synonyms = "surface walk descend zoom close visit go down near", .what = "Flies down over the middle of the view; the mouse wheel or R leads back up"},
    {"Show globe", "View", DOES(TO_LAYOUT, 0), .synonyms = "sphere ball 3d projection", .what = "Shows the planet as a sphere"},
    {"Show map", "View", DOES(TO_LAYOUT, 1), .synonyms = "flat equirectangular 2d projection", .what = "Shows the planet as a flat map"},
    {"Show cube", "View", DOES(TO_LAYOUT, 2), .synonyms = "cubemap faces skybox projection", .what = "Shows the planet as six faces of a cube"},
    {"Show globe and map", "View", DOES(TO_LAYOUT, 3), .synonyms = "split both projection", .what = "Shows the sphere above the flat map"},
    {"Close the comparison", "View", DOES(COMPARE_END, 0), .synonyms = "compare side by side end", .what = "Shows one planet again"},

    {"Start the export", "Export", DIALOG(EXPORT), DOES(EXPORT, 0), .synonyms = "write bake render", .what = "Writes the maps that are chosen in the Export dialog"},
    {"Cancel the export", "Export", DIALOG(EXPORT), DOES(CANCEL_EXPORT, 0), .synonyms = "stop abort", .what = "Stops it and writes nothing"},
    {"Open the export folder", "Export", DOES(SHOW_FOLDER, TR_CHOOSES_EXPORT_FOLDER), .synonyms = "show files directory explorer", .what = "Shows the folder of the Export dialog in your file manager"},
    {"Export for an engine", "Export", DIALOG(EXPORT), SHOWS("sheet For"), .synonyms = "game engine target preset program", .what = "The For list: which program the files are for"},
    {"Export projection", "Export", DIALOG(EXPORT), SHOWS("sheet Projection"), .synonyms = "equirectangular cubemap cube tiles skybox layout", .what = "Equirectangular, cube faces or tiles"},
    {"Export size", "Export", DIALOG(EXPORT), SHOWS("sheet Size"), .synonyms = "resolution width pixels 4k 8k", .what = "Size of the exported maps"},
    {"Export maps", "Export", DIALOG(EXPORT), .synonyms = "heightmap height map normal albedo diffuse roughness metallic occlusion displacement channels pbr mask sea depth biome wind clouds emission", .what = "Which maps are exported"},
    {"Export folder", "Export", DIALOG(EXPORT), SHOWS("sheet Folder"), .synonyms = "directory path where files", .what = "Where exported files go"},
    {"Export file name", "Export", DIALOG(EXPORT), SHOWS("sheet Name"), .synonyms = "prefix title", .what = "What exported files are called"},

    {"Browse for a file", "Open", DIALOG(OPEN), DOES(BROWSE, TR_CHOOSES_WORLD), .synonyms = "folder dialog", .what = "Opens the file dialog"},
    {"Enhance a height map", "Open", DIALOG(OPEN), .synonyms = "heightmap upscale resolution terrain", .what = "Open an image file: the Enhance dialog adds detail to it"},
    {"Browse for a place to save", "Save", DIALOG(SAVE), DOES(BROWSE, TR_CHOOSES_NAME), .synonyms = "folder dialog directory", .what = "Opens the file dialog"},

    {"Picture", "Picture", DIALOG(PICTURE), DOES(SHOT_KIND, TR_SHOT_PICTURE), .synonyms = "image photo render png jpg wallpaper still", .what = "Renders one picture of any size"},
    {"Turntable", "Picture", DIALOG(PICTURE), DOES(SHOT_KIND, TR_SHOT_TURNTABLE), .synonyms = "video film movie gif animation loop spin sprite mp4", .what = "A video of one full rotation, which loops"},
    {"Flight", "Picture", DIALOG(PICTURE), DOES(SHOT_KIND, TR_SHOT_FLIGHT), .synonyms = "video film movie animation camera path mp4", .what = "A video from one view to another"},
    {"Transparent background", "Picture", DIALOG(PICTURE), DOES(PICTURE_CLEAR, 1), .synonyms = "alpha png cut out icon no stars", .what = "A picture without the sky, with alpha"},
    {"Picture size", "Picture", DIALOG(PICTURE), SHOWS("sheet Pixels"), .synonyms = "resolution pixels width height 4k 8k", .what = "Size of pictures and videos"},
    {"Render the picture", "Picture", DIALOG(PICTURE), DOES(PICTURE, 0), .synonyms = "take shoot photo image video film save", .what = "Renders what is set in the Picture dialog"},
    {"Open the picture folder", "Picture", DOES(SHOW_FOLDER, TR_CHOOSES_PICTURE_FOLDER), .synonyms = "show files directory explorer screenshots", .what = "Shows the folder of the Picture dialog in your file manager"},
    {"Picture file name", "Picture", DIALOG(PICTURE), SHOWS("sheet Name"), .synonyms = "prefix title", .what = "What pictures and videos are called"},
    {"Cancel rendering", "Picture", DIALOG(PICTURE), DOES(SHOT_CANCEL, 0), .synonyms = "stop abort picture video", .what = "Stops it and writes nothing"},
    {"Start the flight here", "Picture", DIALOG(PICTURE), DOES(SHOT_PLACE, 0), .synonyms = "from begin keyframe camera", .what = "Uses this view as the start of a flight"},
    {"End the flight here", "Picture", DIALOG(PICTURE), DOES(SHOT_PLACE, 1), .synonyms = "to finish keyframe camera", .what = "Uses this view as the end of a flight"},
};

static const struct {
    const char *name, *words;
} words[] = {
    // Rows.
    {"noisiness", "noise rough bumpy distortion"},
    {"persistence", "gain rough amplitude"},
    {"octaves", "detail levels fine sharp"},
    {"radius_km", "size scale big small diameter"},
    {"slope_exaggeration", "bump normal strength height exaggeration displacement"},
    {"tilt_deg", "axis obliquity seasons lean"},
    {"day_h", "day rotation speed period length"},
    {"star.kelvin", "sun temperature colour color light warm"},
    {"orbit.radius_km", "distance far near away year orbit"},
    {"orbit.phase_deg", "position angle start"},
    {"orbit.inclination_deg", "angle slope plane"},
    {"orbit.eccentricity", "ellipse oval shape"},
    {"rings.opacity", "transparency alpha density"},
    {"rings.inner", "size radius"},
    {"rings.outer", "size radius"},
    {"rings.gaps", "cassini division holes"},
    // Knobs of types.
    {"ocean", "sea water level flood"},
    {"cloudiness", "cloud clouds weather cover overcast"},
    {"storms", "weather cyclone hurricane"},
    {"haze", "air atmosphere fog mist smog dust"},
    {"continents", "land island islands plates tectonic"},
    {"islands", "land archipelago"},
    {"warmth", "temperature climate hot cold ice age snow winter summer"},
    {"rain", "moisture humidity wet desert dry"},
    {"mountains", "mountain hills peaks terrain height erosion valleys"},
    {"ruggedness", "rough terrain hills mountains"},
    {"craters", "impact meteor"},
    {"hue", "colour color tint"},
    {"lava", "magma molten"},
    {"life", "vegetation plants forest"},
    // Colours.
    {"Atmosphere", "air sky glow horizon blue"},
    {"Vegetation", "forest grass plants trees leaves green jungle"},
    {"Arid land", "desert sand dry soil"},
    {"Deep water", "ocean sea"},
    {"Shallows", "ocean sea coast shore beach"},
    {"Clouds", "weather"},
    {"Snow", "ice poles white"},
    {"Ice", "snow poles white frozen"},
    {"Rock", "stone mountain grey gray"},
    // Tools of the tab Paint.
    {"Brush: Land", "paint draw continent island"},
    {"Brush: Sea", "paint draw ocean water bay"},
    {"Brush: Raise", "paint sculpt hill up height terrain"},
    {"Brush: Lower", "paint sculpt dig valley down height terrain"},
    {"Brush: Mountains", "paint draw mountain range ridge peaks"},
    {"Brush: Flatten", "paint sculpt level plain plateau"},
    {"Brush: Warm", "paint climate temperature hot"},
    {"Brush: Cool", "paint climate temperature cold"},
    {"Brush: Wet", "paint climate rain moisture"},
    {"Brush: Dry", "paint climate rain desert"},
    {"Brush: Biome", "paint forest desert tundra biomes"},
    {"Brush: Colour", "paint color"},
    {"Brush: Crater", "paint impact"},
    {"Brush: Volcano", "paint volcanoes cone"},
    {"Brush: Erase", "paint rub out strokes"},
    {"Brush: Select", "paint move strokes"},
    // Types.
    {"earthlike", "earth habitable blue"},
    {"inferno", "lava volcano hot magma fire"},
    {"gas-giant", "jupiter saturn"},
    {"ice-giant", "neptune uranus"},
    {"hot-giant", "jupiter exoplanet"},
    {"barren", "mercury rocky dead luna craters"},
    {"desert", "sand dunes arrakis tatooine"},
    {"arid", "mars red dry"},
    {"ice", "snow frozen hoth cold"},
    {"ocean type", "water sea"},
    {"ecumenopolis", "city coruscant urban lights"},
    {"star", "sun"},
    {"asteroid", "rock comet potato"},
    {"greenhouse", "venus"},
    {"methane-haze", "titan"},
    {"nitrogen", "pluto triton"},
    {"sulphur", "io sulfur"},
    {"alien", "fantasy strange purple"},
    {"metal", "metallic iron core psyche"},
    {"archipelago", "island islands tropical"},
    {"eyeball", "tidally locked"},
    {"tundra", "cold moss lakes"},
    {"swamp", "bog marsh wet"},
    {"toxic", "acid poison"},
    {"radiated", "radioactive nuclear fallout glow"},
    {"terraformed", "mars colony"},
    {"enceladus", "icy moon"},
    // Programs.
    {"gltf", "glb three babylon model mesh"},
    {"unreal", "ue ue5"},
    {"kopernicus", "kerbal ksp"},
    {"web", "html browser three"},
};
// clang-format on

const tr_finder_command *tr_finder_commands(int *count) {
    *count = (int)(sizeof commands / sizeof commands[0]);
    return commands;
}

const char *const *tr_finder_knobs(int *count) {
    static const char *const knobs[] = {"ocean",   "cloudiness", "storms", "haze",      "continents",
                                        "islands", "warmth",     "rain",   "mountains", "ruggedness",
                                        "craters", "lava",       "life"};
    *count = (int)(sizeof knobs / sizeof knobs[0]);
    return knobs;
}

const char *tr_synonyms(const char *name) {
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(words[i].name, name) == 0)
            return words[i].words;
    return NULL;
}
