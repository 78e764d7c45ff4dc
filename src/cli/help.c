#include "cli/private/options.h"

// Of the commands that need OpenGL.
#if TR_OPENGL
#define NOT_HERE
#else
#define NOT_HERE                                                                                               \
    "\n"                                                                                                       \
    "This terrella is built without OpenGL: it has no window and takes no pictures.\n"
#endif

#define WORLDS                                                                                                 \
    "\n"                                                                                                       \
    "Worlds:\n"                                                                                                \
    "  WORLD            a planet type or a scene (`terrella list types`, `list scenes`), or a file: a "        \
    "recipe,\n"                                                                                                \
    "                   a scene, or a PNG, GLB or page that it wrote. A name with a '/' or a '.' is "          \
    "a file.\n"                                                                                                \
    "                   A share line is a world, too: 'terrella:inferno/7?lava=0.4' (`show WORLD --share`).\n" \
    "                   '-' reads a recipe, a scene or a share line from standard input.\n"                    \
    "  --seed N         another planet of the same type (0 … 9223372036854775807; default 1), or words,\n"   \
    "                   such as \"my home\": they become a number, which is told; in a share line\n"           \
    "                   'terrella:inferno?seed=my+home'\n"                                                     \
    "  --set KEY=VALUE  change one parameter; again and again. Types have knobs of their own, 0 … 1, such\n" \
    "                   as ocean=0.4 on earthlike; all else goes by its path: layers.land.plates=9.\n"         \
    "                   albedo.silt=null removes an element, layers.new={…} adds one, "                      \
    "layers.new.before=rain\n"                                                                                 \
    "                   moves it before another (before= to the end).\n"                                       \
    "                   `terrella list parameters WORLD` names what a world has, with its values\n"

#define LIMIT                                                                                                  \
    "  --limit L        the most that a planet may take to be made ready: memory (8GB), work of one thread "   \
    "(10min)\n"                                                                                                \
    "                   or both (8GB,10min); default 2GB,60s. It is told from the recipe before anything is "  \
    "made.\n"                                                                                                  \
    "                   Of a scene the two largest may take so much memory, all together four times the "      \
    "work\n"

// What --json prints: of most commands one value; of those that report as they go, a value in each line.
#define ONE_VALUE "  --json           the result as one JSON value; of what goes wrong {\"error\": …}\n"
#define JSON_LINES                                                                                             \
    "  --json           JSON Lines, a JSON value in each line, as sets are done (check: of each flaw, too);\n" \
    "                   what goes wrong is the last one, {\"error\": …}\n"

#define WINDOW_JSON                                                                                            \
    "  --json           results as JSON: one value, or {\"error\": …}; of export and check JSON Lines, a "   \
    "value in\n"                                                                                               \
    "                   each line; of the window what --trace-latency tells\n"

#define COMMON(json)                                                                                           \
    "\n"                                                                                                       \
    "Everywhere; options may stand before the command, too (`terrella -q export inferno`):\n"                  \
    "  --threads N      worker threads (default: one for each core)\n"                                         \
    "  --isa NAME       baseline, avx2 or avx512 (default: the best); the result is the same\n"                \
    "  -q, --quiet      no progress, no summary\n" json                                                        \
    "  -h, --help       this text; `terrella help COMMAND` or `COMMAND --help`: that of a command\n"           \
    "  --version        version\n"                                                                             \
    "\n"                                                                                                       \
    "Exit codes: 0 done, 2 wrong usage, 3 bad scene, recipe, map or set, 4 no usable OpenGL,\n"                \
    "5 could not write, 6 out of memory, 7 a planet that is not what its type promises, 70 a bug of ours,\n"   \
    "130/143 stopped by a signal.\n"

#define EVERYWHERE(json) WORLDS COMMON(json)

const char *tr_help_text(tr_command command) {
    switch (command) {
    case TR_COMMAND_EXPORT:
        return "terrella export WORLD -o DIR: a set of textures\n"
               "\n"
               "  -o DIR           where the files go: DIR/STEM_albedo.png … and DIR/STEM.manifest.json\n"
               "  --size W         width in texels, 64 … 16384 and even (default 2048); the height is half of "
               "it;\n"
               "                   for unreal up to 32768: above 8192 maps are cut into tiles of UDIM\n"
               "  --projection P   equirect (default); cube (a file for each face, _px _nx _py _ny _pz _nz), "
               "cube-row,\n"
               "                   cube-column or cube-cross (all faces in one picture): --size is the width "
               "of a face\n"
               "                   then, 16 … 16384 (default 1024; 512 for gltf, whose own is cube; blender, "
               "godot\n"
               "                   and unity take it, too: six grids, no poles); tiles or geodetic:\n"
               "                   pyramids of tiles of a cube or of the map, --size all round the finest "
               "level: up to 4194304 (default 4096)\n"
               "  --tile T         of pyramids: texels along a tile, 512 (default) or 256\n"
               "  --border B       of tiles of a cube: 1 adds a texel of the neighbours on each side\n"
               "  --region R       only tiles that touch LATITUDE,LONGITUDE,RADIUS in degrees\n"
               "  --shard I/N      every N-th tile from the I-th on: for N runs into one folder\n"
               "  --maps LIST      of albedo,height,normal,emission,orm,clouds,water,rings,mesh (default: all "
               "that the planet\n"
               "                   has; of giants neither height nor normal), and of what is made of them:\n"
               "                   occlusion,roughness,metal,maskmap,sea,depth,normal_object,normal_dx; "
               "wind where it flows;\n"
               "                   biome where there is a climate; air in a GLB of --target gltf (`terrella "
               "list "
               "maps`)\n"
               "  --format F       png (default), jpg, tga, hdr, exr (floats); for heights and depths r16 (16 "
               "bits without a "
               "header,\n"
               "                   little-endian), r16be (big-endian) or r32f (metres). PNG is also what F "
               "cannot\n"
               "                   hold: height (16 bits) in jpg, tga and hdr;\n"
               "                   clouds and rings in jpg and hdr (alpha); all data in hdr, which holds "
               "light;\n"
               "                   and what a mesh refers to in tga and hdr, since glTF knows neither\n"
               "                   ktx2 and dds are for GPUs: in blocks, with all levels of detail, and the "
               "faces of a\n"
               "                   cube in one file\n"
               "  --blocks B       of ktx2 and dds: bc7 (default; normals BC5, one channel BC4), bc1 (BC3 with "
               "alpha) or\n"
               "                   none; heights have 16 bits\n"
               "  --one-level      no levels of detail in ktx2 and dds (tiles have none)\n"
               "  --zstd           ktx2 is compressed once more, by Zstandard\n"
               "  --compression C  of PNG: fast takes a quarter of the time, small makes files that are "
               "mostly\n"
               "                   3 to 20 percent smaller and takes many times as long; the texels are the "
               "same\n"
               "  --target NAME    what the set is for (`terrella list targets`): which maps, names, "
               "directions and\n"
               "                   formats, and files beside them with settings, materials and scenes. web is "
               "a\n"
               "                   page that shows the planet: --size is that of its maps, and 2048 keeps it\n"
               "                   below 6 MB\n"
               "  --deep-normals   normals and winds of 16 bits a channel, where the format can\n"
               "  --fit-height     heights fill the range of their file, which the manifest tells: whole "
               "metres\n"
               "                   round what the planet has, instead of what its type can have\n"
               "  --sea S          of the height map: floor (default), or flat: 0 m where there is sea. No "
               "other "
               "file\n"
               "                   changes\n"
               "  --seeds N        N planets, from --seed on (default 1): STEM has the seed of each\n"
               "  --force          files of that name are replaced, whoever wrote them; without it those that\n"
               "                   terrella did not write, or that were edited since, are kept, and the exit\n"
               "                   code is 5\n"
               "  --name STEM      what the files are called; exporting again under a name replaces that set, "
               "and\n"
               "                   references to its files live on. Without it they are called by type and "
               "seed, as\n"
               "                   inferno-7, and by four letters more where the planet was changed: "
               "inferno-7-3fk2\n"
               "  --list FILE      exports many worlds: one in each line of FILE (or of standard input: -), as "
               "WORLD is\n"
               "                   given here; a share line can have a name: terrella:inferno/7?name=Ember\n"
               "  --planet NAME    only this planet of a scene\n" LIMIT EVERYWHERE(JSON_LINES);
    case TR_COMMAND_RENDER:
        return "terrella render WORLD -o PICTURE: one lit picture, or many; no display needed\n"
               "\n"
               "  -o PICTURE       a .png, .jpg, .tga or .hdr file; with --frames numbered ones (p-0001.png "
               "…),\n"
               "                   or a .mp4, .webm or .gif, which ffmpeg makes; - is standard output (PNG)\n"
               "  --size WxH       in pixels (default 1280x800)\n"
               "  --camera LAT,LON,DISTANCE[,UP[,HEADING]]\n"
               "                   over which point of the planet, degrees, and how many radii from its "
               "centre\n"
               "                   (default: 12 north, 3.2 away, with the sun over the left shoulder);\n"
               "                   it looks at the centre, or so many degrees up from there (at 90 level),\n"
               "                   towards the top of the picture or clockwise from it\n"
               "  --time H         hours after the beginning: planets turn and go round the star, moons round\n"
               "                   planets (default: the scene's time_h, or 0)\n"
               "  --sun X,Y,Z      towards the sun: x right, y up, z to the viewer, in the picture that looks\n"
               "                   at the centre; looking UP, z is overhead and y towards HEADING 0\n"
               "  --exposure EV    stops: 1 is twice as bright, -1 half (default 0)\n"
               "  --no-clouds      the ground without the clouds over it\n"
               "  --background B   what is behind the planet: stars (default) or transparent (PNG only)\n"
               "  --channel C      lit (default), or unlit as its map is exported: albedo, height (colours "
               "and\n"
               "                   contour lines), normal, roughness, emission, clouds, water\n"
               "  --layout L       globe (default); map, all of the planet by longitude and latitude; cube, a\n"
               "                   cross of six faces; split, globe and map. --camera is over their middle,\n"
               "                   and from 3 radii away and farther all is seen\n"
               "  --grid           lines of latitude and longitude\n"
               "  --planet NAME    the planet of a scene that is in the middle (default: the first)\n" LIMIT
               "  --frames N       N pictures, 25 for a second of video: a turntable, once round the planet\n"
               "                   under the same sun; or a flight\n"
               "  --camera-to LAT,LON,DISTANCE[,UP[,HEADING]]\n"
               "                   where the flight ends, over the ground as it lies at --time\n"
               "  --time-to H      when it ends; without --camera-to the camera stands still\n"
               "\n"
               "Examples:\n"
               "  terrella render home --planet Luna --time 100 -o moon.png\n"
               "  terrella render earthlike --channel height --layout map --grid -o heights.png\n"
               "  terrella render inferno --frames 250 -o turntable.mp4\n"
               "  terrella render ringed --camera 20,0,9 --camera-to 4,60,2.6 --time-to 30 --frames 300 \\\n"
               "    -o flight-over-rings.png\n" NOT_HERE EVERYWHERE(ONE_VALUE);
    case TR_COMMAND_GALLERY:
        return "terrella gallery -o PICTURE: many planets in one picture, each with its name below it\n"
               "\n"
               "  -o PICTURE       a .png, .jpg, .tga or .hdr file\n"
               "  --type T         planets of this type, or of a recipe file with ranges (default: one of "
               "each\n"
               "                   type)\n"
               "  --seeds N        how many of them, 1 … 400 (default 21)\n"
               "  --seed N         the first seed, or that of all types (0 … 9223372036854775807; default 1)\n"
               "  --columns N      planets side by side (default: so that the picture is about twice as wide\n"
               "                   as high)\n"
               "  --size W         width in pixels (default 1920); the height follows\n" LIMIT
               "  --set KEY=VALUE  change one parameter of all of them, or a knob of the type; again and\n"
               "                   again\n"
               "\n"
               "Examples:\n"
               "  terrella gallery -o gallery.png\n"
               "  terrella gallery --type inferno --seeds 20 -o infernos.jpg\n" NOT_HERE COMMON(ONE_VALUE);
    case TR_COMMAND_FIELD:
        return "terrella field KIND -o FILE: one building block as a 16-bit grey PNG\n"
               "\n"
               "  KIND             value, perlin, simplex, fractal, voronoi, warp, midpoint, diamond_square,\n"
               "                   olsen, … (`terrella list fields`)\n"
               "  -o FILE          a .png file, which holds its recipe too: `terrella ./FILE` shows it\n"
               "  --size W         width, 64 … 16384 and even (default 2048); the height is half of it\n" LIMIT
               "  --seed N         another one of its kind (0 … 9223372036854775807; default 1)\n"
               "  --set KEY=VALUE  a parameter of the field, as in `terrella list parameters`: those of\n"
               "                   layers.NAME without that prefix, and for a warp those of warps.NAME\n"
               "  --set domain=plane\n"
               "                   on the plane of the map, which wraps, instead of round the sphere (value,\n"
               "                   perlin, simplex, fractal, voronoi and the displacement fields)\n"
               "  --set height_min_m=… --set height_max_m=…\n"
               "                   values that become 0 and 65535 (default: the range of the field, most of\n"
               "                   which is rarely reached; a narrower one gives contrast, cut at its ends)\n"
               "\n"
               "Examples:\n"
               "  terrella field voronoi -o cells.png --set value=f2-f1 --set density=500\n"
               "  terrella field fractal -o ridges.png --set shape=ridged --set octaves=10\n"
               "  terrella field diamond_square -o window.png --set domain=plane --set cells=0 \\\n"
               "    --set levels=8 --set x=5000\n"
               "  terrella field midpoint -o mountain.png --set 'points=[[45, 10, 1]]'\n" COMMON(ONE_VALUE);
    case TR_COMMAND_ENHANCE:
        return "terrella enhance HEIGHTMAP -o FILE: a finer height map, with believable detail\n"
               "\n"
               "  HEIGHTMAP        a grey PNG of 8 or 16 bits, also as RGB or with a palette; alpha is\n"
               "                   left out\n"
               "  -o FILE          a PNG of 16 bits (values of 8 bits are v * 257)\n"
               "  --times N        how often the resolution is doubled, 1 … 8 (default 1). W x H texels\n"
               "                   become W * 2^N by H * 2^N, and each covers the same ground as before\n"
               "  --wrap           the right edge meets the left one and the lower the upper, as on tiles\n"
               "                   that repeat\n"
               "  --wrap-x         only the right edge meets the left one, as on maps of planets\n"
               "  --roughness R    0 (smooth) … 1 (as rough at every scale), about the fractal dimension less\n"
               "                   2; mountains have 0.1 … 0.4. The detail then follows how steep the map is.\n"
               "                   Default: roughness and strength as the map itself has them, place by place\n"
               "  --seed N         other detail (0 … 9223372036854775807; default 1)\n" COMMON(ONE_VALUE);
    case TR_COMMAND_LIST:
        return "terrella list types|scenes|fields|maps|targets|parameters|schema|manifest|keys [--json]: what "
               "there "
               "is\n"
               "terrella list parameters WORLD: what can be set in it, with its values: first the knobs of "
               "its\n"
               "                                type, then every path\n"
               "\n"
               "  parameters       what any world can have, with ranges and defaults; with --json also what "
               "an\n"
               "                   edit costs: instant (paints), bakes, re-forms (solves for the planet)\n"
               "  schema           the JSON Schema of scenes, recipes and types, for editors that complete and "
               "check\n"
               "  manifest         the JSON Schema of the manifests of exported sets\n"
               "\n"
               "Examples:\n"
               "  terrella list parameters\n"
               "  terrella list parameters earthlike --seed 7\n" EVERYWHERE(ONE_VALUE);
    case TR_COMMAND_SHOW:
        return "terrella show WORLD [--json]: the concrete recipe, which alone recreates the planet\n"
               "\n"
               "  --share          a line instead that is the same world wherever a WORLD is taken, short "
               "where\n"
               "                   it can be: terrella:inferno/7?lava=0.4\n"
               "  --planet NAME    only this planet of a scene\n" EVERYWHERE(ONE_VALUE);
    case TR_COMMAND_MEASURE:
        return "terrella measure WORLD: figures of a planet's maps, each with its method: ground, coasts,\n"
               "                        colours, hues, spectra of albedo and clouds, the finest detail\n"
               "terrella measure TYPE --seeds N: how much the seeds 1 … N of a type differ, and whether all "
               "of\n"
               "                                 them keep the type's bounds\n"
               "\n"
               "  --size W         width of the maps, 64 … 4096 and even (default 2048, with --seeds 512)\n"
               "  --seeds N        2 … 400\n"
               "  --planet NAME    only this planet of a scene\n" LIMIT "\n"
               "Bounds stand in the type: \"bounds\": {\"land\": [0.2, 0.5], …} (`terrella list parameters`). "
               "The\n"
               "exit code is 7 when a seed leaves them, or when two of up to 12 seeds are nearer to each "
               "other\n"
               "than a quarter of the median distance.\n" EVERYWHERE(ONE_VALUE);
    case TR_COMMAND_PROBE:
        return "terrella probe WORLD LAT,LON: what is at one place, in degrees north and east, and which "
               "layers\n"
               "                              and coats made it\n"
               "\n"
               "  --size W         width of the map whose texel is looked at, 64 … 16384 and even (default "
               "2048)\n"
               "  --planet NAME    the planet of a scene (default: the first)\n" LIMIT "\n"
               "Each layer and coat is told by what the place would lose without it: what\n"
               "a layer made of its channel and of the height, which part of a list a coat is, or by how much "
               "it\n"
               "is lighter for a coat that multiplies or adds.\n"
               "\n"
               "Examples:\n"
               "  terrella probe earthlike 46.5,7.9\n"
               "  terrella probe inferno -12,-70 --seed 7 --json\n" EVERYWHERE(ONE_VALUE);
    case TR_COMMAND_CHECK:
        return "terrella check DIR|MANIFEST: whether exported sets are whole: every byte of every file that\n"
               "                             their manifests tell of\n"
               "\n"
               "Told are files that are missing, have another size or other bytes, sets whose export was "
               "killed,\n"
               "and temporary files that it left (the next export into the folder clears those). Tiles have "
               "no\n"
               "hashes in their manifest: they are there, and PNG files among them sound. Folders below are "
               "not\n"
               "looked into. The exit code is 0 when all is whole, and 3 otherwise.\n"
               "\n"
               "Examples:\n"
               "  terrella check textures\n"
               "  terrella check textures/inferno-7.manifest.json --json\n" COMMON(JSON_LINES);
    case TR_COMMAND_BENCH:
        return "terrella bench [WORD]: how fast every stage is on this machine\n"
               "\n"
               "  WORD             only rows with it in their names\n"
               "  --quick          one round on small maps, to see that all of it works; the times mean "
               "nothing\n"
               "\n"
               "Rows are measured with one thread and with all: the median of five rounds or more after one\n"
               "that warms up. One thread is timed by the work of the processor, more by the clock on the "
               "wall.\n"
               "\n"
               "  ns, ms           for one sample, or for the whole; 4096 x 2048 samples and 8 octaves unless "
               "the\n"
               "                   name says another size\n"
               "  MB/s             millions of bytes of the result in a second\n"
               "  of limit         the least time that the machine allows, over the measured one. The least "
               "time\n"
               "                   is the larger of two: bytes read and written at the speed of memory, and\n"
               "                   counted operations at the speed of arithmetic (rows limit_…, of the same "
               "run).\n"
               "                   Of planet types only bytes are counted. More than 100 %: a cache "
               "helped.\n"
               "  ns/op            the time of the processor for one operation that estimates of work count,\n"
               "                   of one thread: rows of fields, of sites and ready_…\n"
               "  peak MB          memory of the process at most while the work ran\n"
               "\n"
               "With --json: an array of objects: name, isa, threads, ns_per_sample, ms, "
               "share,\nns_per_operation, peak_mb "
               "…\n" COMMON(ONE_VALUE);
    default:
        return "Terrella makes planets.\n"
               "\n"
               "  terrella [WORLD]                  open the window, or first a gallery\n"
               "  terrella export WORLD -o DIR      textures for a game engine\n"
               "  terrella render WORLD -o PICTURE  lit pictures and videos, no display needed\n"
               "  terrella gallery -o PICTURE       all types in one picture, or many seeds of one\n"
               "  terrella field KIND -o FILE       one building block as 16-bit grey\n"
               "  terrella enhance HEIGHTMAP -o FILE\n"
               "                                    finer detail for any height map\n"
               "  terrella list types|scenes|fields|maps|targets|parameters|schema|manifest|keys\n"
               "  terrella list parameters WORLD    what can be set in it: knobs of its type, and every path\n"
               "  terrella show WORLD               the concrete recipe as JSON\n"
               "  terrella measure WORLD            land, coasts, roughness, colours in figures; --seeds N:\n"
               "                                    how much the planets of a type differ\n"
               "  terrella probe WORLD LAT,LON      what is at a place, and which layers and coats made it\n"
               "  terrella check DIR                whether the sets in a folder are whole\n"
               "  terrella bench                    how fast every stage is on this machine\n"
               "\n"
               "  -o DIR           in the window: where exports, pictures and films go (default: "
               "here)\n"
               "  --trace-latency  in the window: tells at the end how long edits took to be seen, and "
               "sharp\n" NOT_HERE EVERYWHERE(WINDOW_JSON);
    }
}
