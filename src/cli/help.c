#include "cli/options.h"

#define EVERYWHERE                                                                                             \
    "\n"                                                                                                       \
    "Worlds:\n"                                                                                                \
    "  WORLD            a planet type (`terrella list types`), or a file: a recipe, a scene, or a PNG that\n"  \
    "                   terrella exported. A name with a '/' or a '.' in it is a file.\n"                      \
    "  --seed N         another planet of the same type (0 … 9223372036854775807; default 1)\n"              \
    "  --set KEY=VALUE  change one parameter (`terrella list parameters`); again and again\n"                  \
    "\n"                                                                                                       \
    "Everywhere:\n"                                                                                            \
    "  --threads N      worker threads (default: one for each core)\n"                                         \
    "  --isa NAME       baseline, avx2 or avx512 (default: the best); the result is the same\n"                \
    "  -q, --quiet      no progress, no summary\n"                                                             \
    "  --json           results as JSON\n"                                                                     \
    "  -h, --help       this text; `terrella COMMAND --help` for a command\n"                                  \
    "  --version        version\n"                                                                             \
    "\n"                                                                                                       \
    "Exit codes: 0 done, 2 wrong usage, 3 bad scene or recipe, 4 no usable OpenGL, 5 could not write,\n"       \
    "6 out of memory, 70 a bug of ours, 130/143 stopped by a signal.\n"

const char *tr_help_text(tr_command command) {
    switch (command) {
    case TR_COMMAND_EXPORT:
        return "terrella export WORLD -o DIR: a set of equirectangular textures\n"
               "\n"
               "  -o DIR           where the files go: DIR/STEM_albedo.png … and DIR/STEM.manifest.json\n"
               "  --size W         width in texels, 64 … 16384 and even (default 2048); the height is half of "
               "it\n"
               "  --maps LIST      of albedo,height,normal,emission (default: all that the type has)\n"
               "  --format F       png (default; height 16-bit), jpg, tga or hdr\n"
               "  --planet NAME    only this planet of a scene\n" EVERYWHERE;
    case TR_COMMAND_RENDER:
        return "terrella render WORLD -o PICTURE: one lit picture, no display needed\n"
               "\n"
               "  -o PICTURE       a .png, .jpg, .tga or .hdr file\n"
               "  --size WxH       in pixels (default 1280x800)\n"
               "  --camera LAT,LON,DISTANCE\n"
               "                   over which point of the planet, degrees, and how many radii from its "
               "centre\n"
               "                   (default: 12 north, 3.2 away, with the sun over the left shoulder)\n"
               "  --sun X,Y,Z      towards the sun, in the picture: x right, y up, z to the viewer\n"
               "  --planet NAME    the planet of a scene that is in the middle (default: the "
               "first)\n" EVERYWHERE;
    case TR_COMMAND_LIST:
        return "terrella list types|fields|maps|parameters|keys [--json]: what there is\n" EVERYWHERE;
    case TR_COMMAND_SHOW:
        return "terrella show WORLD [--json]: the concrete recipe, which alone recreates the planet\n"
               "\n"
               "  --planet NAME    only this planet of a scene\n"
               "  --json           on one line\n" EVERYWHERE;
    default:
        return "Terrella makes planets.\n"
               "\n"
               "  terrella [WORLD]                  open the window (default: earthlike)\n"
               "  terrella export WORLD -o DIR      textures for a game engine\n"
               "  terrella render WORLD -o PICTURE  one lit picture, no display needed\n"
               "  terrella list types|fields|maps|parameters|keys\n"
               "  terrella show WORLD               the concrete recipe as JSON\n"
               "\n"
               "  -o DIR           in the window: where exports and screenshots go (default: "
               "here)\n" EVERYWHERE;
    }
}
