// The commands and their options: one table for the command line, --help, the man page and the manual's page
// about commands.
#include "cli/private/options.h"

#include "noise/grids/enhance.h"

#include <stddef.h>

#define BIT(command) (1u << (command))
enum {
    WINDOW = BIT(TR_CLI_WINDOW),
    EXPORT = BIT(TR_CLI_EXPORT),
    RENDER = BIT(TR_CLI_RENDER),
    GALLERY = BIT(TR_CLI_GALLERY),
    FIELD = BIT(TR_CLI_FIELD),
    ENHANCE = BIT(TR_CLI_ENHANCE),
    LIST = BIT(TR_CLI_LIST),
    SHOW = BIT(TR_CLI_SHOW),
    MEASURE = BIT(TR_CLI_MEASURE),
    PROBE = BIT(TR_CLI_PROBE),
    PACK = BIT(TR_CLI_PACK),
    CHECK = BIT(TR_CLI_CHECK),
    BENCH = BIT(TR_CLI_BENCH),
    HELP = BIT(TR_CLI_HELP),
    WORLDS = WINDOW | EXPORT | RENDER | SHOW | MEASURE | PROBE | PACK,
    ALL = WORLDS | GALLERY | FIELD | ENHANCE | LIST | CHECK | BENCH
};

// clang-format off
static const tr_cli_info commands[] = {
    [TR_CLI_WINDOW] = {"", "world", {"terrella [WORLD]"}, "opens a world in the window; without one, the gallery",
     .notes = "Of a picture of your own, it asks what map it is. After a crash, `terrella` without arguments continues where you were. The window follows its file: what another program "
              "writes into it is shown at once. F1 shows all keys and the manual."},
    [TR_CLI_EXPORT] = {"export", "world", {"terrella export WORLD -o DIR", "terrella export --list FILE -o DIR"}, "writes a set of textures for a game engine or another program", .evaluates = true, .needs = "a world and -o DIR", .needs_operand = true, .needs_output = true,
     .notes = "The set has a manifest, `STEM.manifest.json`, which describes every file. An export replaces an earlier set of the same name. "
              "If you edited a file that it would write again, it ends with exit code 5 and names the file: `--keep` leaves it, `--force` replaces it. Import settings (`.import`, `.meta`) that the engine has changed stay as they are.",
     .examples = "terrella export inferno --seed 7 --size 4096 -o textures\n"
                 "terrella export earthlike --target godot -o game/planet\n"
                 "terrella export earthlike --projection tiles --size 65536 --region 30,40,5 -o tiles"},
    [TR_CLI_RENDER] = {"render", "world", {"terrella render WORLD -o PICTURE"}, "renders a picture or a video; needs no display", .evaluates = true, .needs = "a world and -o PICTURE", .needs_operand = true, .needs_output = true,
     .examples = "terrella render home --planet Luna --time 100 -o moon.png\n"
                 "terrella render earthlike --channel height --layout map --grid -o heights.png\n"
                 "terrella render inferno --frames 250 -o turntable.mp4\n"
                 "terrella render ringed --camera 20,0,9 --camera-to 4,60,2.6 --time-to 30 --frames 300 -o rings.png"},
    [TR_CLI_GALLERY] = {"gallery", "world", {"terrella gallery -o PICTURE"}, "renders many planets into one picture, each with its name", .evaluates = true, .needs = "-o PICTURE", .needs_output = true,
     .examples = "terrella gallery -o gallery.png\n"
                 "terrella gallery --type inferno --seeds 20 -o infernos.jpg"},
    [TR_CLI_FIELD] = {"field", "field", {"terrella field KIND -o FILE"}, "writes one field of noise as a 16-bit grey PNG", .evaluates = true, .needs = "a kind (`terrella list fields`) and -o FILE", .needs_operand = true, .needs_output = true,
     .notes = "`terrella list fields` lists the kinds. The file holds its recipe: `terrella ./FILE` opens it as a planet. These parameters are "
              "often useful: `domain=plane` computes the field on the flat map, which wraps, instead of the sphere; `height_min_m` and "
              "`height_max_m` are the values that become 0 and 65535. By default these are the limits of the field, which most seeds do not "
              "reach.",
     .examples = "terrella field voronoi -o cells.png --set value=f2-f1 --set density=500\n"
                 "terrella field fractal -o ridges.png --set shape=ridged --set octaves=10\n"
                 "terrella field midpoint -o mountain.png --set \"points=[[45, 10, 1]]\""},
    [TR_CLI_ENHANCE] = {"enhance", "height map", {"terrella enhance HEIGHTMAP -o FILE"}, "adds detail to a height map", .evaluates = true, .needs = "a height map and -o FILE", .needs_operand = true, .needs_output = true,
     .notes = "`HEIGHTMAP` is a grey PNG of 8 or 16 bits. RGB and palettes are converted, and alpha is ignored. The result has 16 bits; values of 8 "
              "bits are multiplied by 257.",
     .examples = "terrella enhance heightmap.png --scale 3 -o finer.png"},
    [TR_CLI_LIST] = {"list", "list", {"terrella list types|scenes|fields|maps|targets|parameters|schema|manifest|keys", "terrella list parameters WORLD"}, "prints what there is",
     .notes = "`parameters` prints what any world can have, with ranges and defaults. With a world it prints the knobs of its type and then all "
              "parameters with their values. With `--json` it also prints what an edit costs: `instant` (colours), `bakes` (maps), `re-forms` (a "
              "field of the whole planet). `schema` is the JSON Schema of scenes, recipes and types. `manifest` is the one of manifests. `keys` are "
              "the shortcuts of the window.",
     .examples = "terrella list parameters earthlike --seed 7"},
    [TR_CLI_SHOW] = {"show", "world", {"terrella show WORLD"}, "prints the whole recipe of a planet, or the scene, as JSON", .needs = "a world", .needs_operand = true,
     .notes = "All choices of the seed are numbers there. The output alone recreates the world.",
     .examples = "terrella show inferno --seed 7 > mine.json\nterrella show earthlike --set ocean=0.4 --link"},
    [TR_CLI_PACK] = {"pack", "world", {"terrella pack WORLD [-o FILE]"}, "writes a world and the pictures of its maps as one file", .needs = "a world", .needs_operand = true,
     .notes = "The file is a ZIP archive with `recipe.json` and the pictures. It opens wherever a recipe does.",
     .examples = "terrella pack mine.json\nterrella mine.terrella\nterrella pack earthlike --map height=relief.png -o mine.terrella"},
    [TR_CLI_MEASURE] = {"measure", "world", {"terrella measure WORLD", "terrella measure TYPE --seeds N"}, "prints statistics of a planet, or of many seeds of a type", .evaluates = true, .needs = "a world", .needs_operand = true,
     .notes = "The statistics are land, coasts, slopes, colours, spectra and fine detail, each with its method. With `--seeds` the command "
              "compares the seeds of a type. The exit code is 7 if a seed is outside of the type's `\"bounds\"`, or if two of the first 12 "
              "seeds are closer to each other than a quarter of the median distance."},
    [TR_CLI_PROBE] = {"probe", "place", {"terrella probe WORLD LAT,LON"}, "prints what is at a place, and which layers made it", .evaluates = true,
     .notes = "The place is given in degrees north and east. For each layer and paint layer the output says what the place would lose without it.",
     .examples = "terrella probe earthlike 46.5,7.9\nterrella probe inferno -12,-70 --seed 7 --json"},
    [TR_CLI_CHECK] = {"check", "folder", {"terrella check DIR|MANIFEST"}, "compares exported sets with their manifests, byte by byte", .needs = "a folder or a manifest", .needs_operand = true,
     .notes = "It reports files that are missing or differ, sets whose export was killed, and temporary files that remain. It does not look "
              "into subfolders that no manifest names. The exit code is 0 if all sets are complete, else 3.",
     .examples = "terrella check textures\nterrella check textures/inferno-7.manifest.json --json"},
    [TR_CLI_BENCH] = {"bench", "word", {"terrella bench [WORD]"}, "measures how fast every stage is on this machine", .evaluates = true,
     .notes = "With `WORD`, only rows whose names contain it are measured. Each row is measured with one thread and with all: the median of five "
              "rounds or more, after one warm-up round. Times of one thread are processor time; others are wall-clock time. The columns: `ns`, time "
              "of a sample; `ms`, time of the whole row (4096 x 2048 samples and 8 octaves unless the name has another size); `MB/s`, bytes of the "
              "result in a second; `of limit`, the least time that the machine's memory and arithmetic allow, divided by the measured time (more "
              "than 100 % means that a cache helped); `ns/op`, processor time of one operation that cost estimates count; `peak MB`, the most "
              "memory that the process used."},
    [TR_CLI_HELP] = {"help", "command", {"terrella help [COMMAND]"}, "prints the options of a command",
     .notes = "`terrella help --json` prints all commands and options as JSON."},
    [TR_CLI_VERSION] = {.name = "", .operand = ""}}; // (an option)

#define AT(member) offsetof(tr_options, member)
static const tr_option_info options[] = {
    // Output.
    {"output", 'o', TR_OPTION_PATH, AT(output), .commands = WINDOW, "DIR", "folder for exports, pictures and videos; default: exports go beside the planet's file, or into the current folder if it has none; pictures and videos go into your Pictures folder"},
    {"output", 'o', TR_OPTION_PATH, AT(output), .commands = EXPORT, "DIR", "folder for the files: `DIR/STEM_albedo.png` and others"},
    {"output", 'o', TR_OPTION_PATH, AT(output), .commands = RENDER, "PICTURE", "a `.png`, `.jpg`, `.tga` or `.hdr` file. With `--frames`, numbered files or a `.mp4`, `.webm` or `.gif`, which need ffmpeg. `-` writes a PNG to standard output"},
    {"output", 'o', TR_OPTION_PATH, AT(output), .commands = GALLERY, "PICTURE", "a `.png`, `.jpg`, `.tga` or `.hdr` file"},
    {"output", 'o', TR_OPTION_PATH, AT(output), .commands = PACK, "FILE", "the pack, such as `mine.terrella`. An existing file is replaced. Default: the world's file name with the extension `.terrella`; an existing file is then not replaced"},
    {"output", 'o', TR_OPTION_PATH, AT(output), .commands = FIELD | ENHANCE, "FILE", "a `.png` file"},
    // Sizes.
    {"size", 0, TR_OPTION_TEXT, AT(size), .commands = EXPORT, "W", "width in texels: even, 64 to 16384, default 2048. The height is half of it. For `unreal` up to 32768; above 8192 maps are cut into UDIM tiles. For cubes, the width of a face: 16 to 16384, default 1024, `gltf` 512. For pyramids of tiles, the width of the finest level: a power of two, up to 4194304, default 4096"},
    {"size", 0, TR_OPTION_TEXT, AT(size), .commands = RENDER, "W[xH]", "size in pixels; default 1280x800. One number makes a square picture"},
    {"size", 0, TR_OPTION_TEXT, AT(size), .commands = GALLERY, "W", "width in pixels; default 1920. The height follows"},
    {"size", 0, TR_OPTION_TEXT, AT(size), .commands = FIELD, "W", "width in texels: even, 64 to 16384, default 2048. The height is half of it"},
    {"size", 0, TR_OPTION_TEXT, AT(size), .commands = MEASURE, "W", "width of the maps: even, 64 to 4096, default 2048, with `--seeds` 512"},
    {"size", 0, TR_OPTION_TEXT, AT(size), .commands = PROBE, "W", "width of the map whose texel is examined: even, 64 to 16384, default 2048"},
    // Export.
    {"target", 0, TR_OPTION_TEXT, AT(target), .commands = EXPORT, "NAME", "the program that the set is for (`terrella list targets`): sets maps, names, axes and formats, and adds materials, scenes or import settings"},
    {"maps", 0, TR_OPTION_TEXT, AT(maps), .commands = EXPORT, "LIST", "maps to write, separated by commas. Maps of the planet: `albedo`, `height`, `normal`, `emission`, `orm`, `clouds`, `water`, `rings`, `mesh`; by default all that it has, of gas giants without height and normal. Made from these: `occlusion`, `roughness`, `metal`, `maskmap`, `sea`, `depth`, `normal_object`, `normal_dx`, `wind`, `biome`, and `air` for `gltf`. See `terrella list maps`"},
    {"format", 0, TR_OPTION_TEXT, AT(format), .commands = EXPORT, "F", "`png` (default), `jpg`, `tga`, `hdr`, `exr`; `ktx2` or `dds` for GPUs, with mip levels; for heights also `r16`, `r16be` or `r32f` without a header. Maps that a format cannot hold are written as PNG"},
    {"projection", 0, TR_OPTION_TEXT, AT(projection), .commands = EXPORT, "P", "`equirect` (default); `cube`: a file for each face; `cube-row`, `cube-column`, `cube-cross`: all faces in one picture; `tiles`, `geodetic`: a pyramid of tiles of the cube or of the map. `gltf` has `cube` by default"},
    {"tile", 0, TR_OPTION_TEXT, AT(tile), .commands = EXPORT, "T", "texels along a tile: 512 (default) or 256"},
    {"border", 0, TR_OPTION_TEXT, AT(border), .commands = EXPORT, "B", "1 adds one texel of the neighbours to each side of tiles of a cube; default 0"},
    {"region", 0, TR_OPTION_TEXT, AT(region), .commands = EXPORT, "LAT,LON,RADIUS", "writes only tiles that touch this disc, in degrees"},
    {"shard", 0, TR_OPTION_TEXT, AT(shard), .commands = EXPORT, "I/N", "writes every N-th tile, starting with the I-th, so that N runs can share one folder"},
    {"height-range", 0, TR_OPTION_TEXT, AT(height_range), .commands = EXPORT, "R", "metres that 0 and 65535 of the height map mean: `type` (default), the limits of the type; `planet`, the lowest and highest ground of this planet in whole metres"},
    {"sea", 0, TR_OPTION_TEXT, AT(sea), .commands = EXPORT, "S", "the height map under the sea: `floor` (default) or `flat`, which is 0 m. No other file changes"},
    {"normal-bits", 0, TR_OPTION_TEXT, AT(normal_bits), .commands = EXPORT, "N", "bits of a channel of normals and winds: 8 (default) or 16, where the format can hold them"},
    {"compression", 0, TR_OPTION_TEXT, AT(compression), .commands = EXPORT, "C", "of PNG: `fast` (default), or `small`, which makes files that are mostly 3 to 20 % smaller and takes many times as long. The texels are the same"},
    {"blocks", 0, TR_OPTION_TEXT, AT(blocks), .commands = EXPORT, "B", "of KTX2 and DDS: `bc7` (default; normals BC5, one channel BC4), `bc1` (BC3 with alpha) or `none`"},
    {"open-in", 0, TR_OPTION_TEXT, AT(open_in), .commands = EXPORT, "ADDRESS", "address of a page with Terrella's window, such as that of `./run.sh --web`: the page of `--target web` gets a button that opens the planet there"},
    {"no-mips", 0, TR_OPTION_FLAG, AT(no_mips), .commands = EXPORT, NULL, "KTX2 and DDS without mip levels"},
    {"zstd", 0, TR_OPTION_FLAG, AT(zstd), .commands = EXPORT, NULL, "compresses KTX2 with Zstandard"},
    {"name", 0, TR_OPTION_TEXT, AT(name), .commands = EXPORT, "STEM", "name of the files. By default the planet's own name; without one the name of its JSON file, unless options change the planet; otherwise type and seed, such as `inferno-7`, and four characters more if the planet was changed"},
    {"seeds", 0, TR_OPTION_COUNT, AT(seeds), TR_MAX_SETS_EXPORTED, .commands = EXPORT, "N", "exports N planets with the seeds from `--seed` on; default 1"},
    {"list", 0, TR_OPTION_PATH, AT(list), .commands = EXPORT, "FILE", "exports many worlds: one in each line of FILE, or of standard input (`-`). Empty lines and lines that begin with # are ignored"},
    {"keep", 0, TR_OPTION_FLAG, AT(keep), .commands = EXPORT, NULL, "leaves files of that name that you edited, or that Terrella did not write, and writes the others. Not for tiles"},
    {"force", 0, TR_OPTION_FLAG, AT(force), .commands = EXPORT, NULL, "replaces files of that name that Terrella did not write or that were edited. Without it and `--keep` nothing is written, and the exit code is 5"},
    // Pictures.
    {"camera", 0, TR_OPTION_TEXT, AT(camera), .commands = RENDER, "LAT,LON,DISTANCE[,UP[,HEADING]]", "the point below the camera in degrees, and the distance from the centre in radii, at least 1.005; by default 12 degrees north, 3.2 radii. The camera looks at the centre, or UP degrees above it (90 is level), towards HEADING, clockwise from the top of the picture. Below 2 radii the ground is baked for the picture"},
    {"sun", 0, TR_OPTION_TEXT, AT(sun), .commands = RENDER, "X,Y,Z", "direction to the sun in the picture: x right, y up, z towards the viewer. With UP, z is overhead and y towards HEADING 0"},
    {"exposure", 0, TR_OPTION_TEXT, AT(exposure), .commands = RENDER, "EV", "1 is twice as bright, -1 half as bright; default 0"},
    {"time", 0, TR_OPTION_TEXT, AT(time), .commands = RENDER, "HOURS", "time of the scene: bodies turn and move on their orbits; default: `time_h` of the scene, or 0"},
    {"no-clouds", 0, TR_OPTION_FLAG, AT(no_clouds), .commands = RENDER, NULL, "the ground without clouds"},
    {"background", 0, TR_OPTION_TEXT, AT(background), .commands = RENDER, "B", "`stars` (default) or `transparent` (PNG only)"},
    {"channel", 0, TR_OPTION_TEXT, AT(channel), .commands = RENDER, "C", "`lit` (default), or one map without light: `albedo`, `height` (with contour lines), `normal`, `roughness`, `emission`, `clouds`, `water`"},
    {"layout", 0, TR_OPTION_TEXT, AT(layout), .commands = RENDER, "L", "`globe` (default), `map` (longitude and latitude), `cube` (a cross of six faces) or `split` (globe and map). At 3 radii and farther all of it is visible"},
    {"grid", 0, TR_OPTION_FLAG, AT(grid), .commands = RENDER, NULL, "lines of latitude and longitude"},
    {"frames", 0, TR_OPTION_COUNT, AT(frames), TR_MAX_FRAMES, .commands = RENDER, "N", "makes N pictures, 25 for a second of video: a turntable, or a flight to `--camera-to` or `--time-to`"},
    {"camera-to", 0, TR_OPTION_TEXT, AT(camera_to), .commands = RENDER, "LAT,LON,DISTANCE[,UP[,HEADING]]", "where the flight ends, over the ground as it is at `--time`"},
    {"time-to", 0, TR_OPTION_TEXT, AT(time_to), .commands = RENDER, "HOURS", "time at the end of the flight. Without `--camera-to` the camera stands still"},
    {"type", 0, TR_OPTION_TEXT, AT(type), .commands = GALLERY, "T", "planets of this type, or of a recipe file with ranges; default: one of each type"},
    {"seeds", 0, TR_OPTION_COUNT, AT(seeds), TR_MAX_TILES, .commands = GALLERY, "N", "number of planets, 1 to 400; default 21"},
    {"columns", 0, TR_OPTION_COUNT, AT(columns), TR_MAX_TILES, .commands = GALLERY, "N", "planets in a row; default: so that the picture is about twice as wide as high"},
    // Others.
    {"scale", 0, TR_OPTION_COUNT, AT(scale), TR_ENHANCE_MAX_TIMES, .commands = ENHANCE, "N", "doubles the resolution N times, 1 to 8; default 1. W x H texels become W * 2^N by H * 2^N of the same ground"},
    {"wrap", 0, TR_OPTION_FLAG, AT(wrap), .commands = ENHANCE, NULL, "joins left and right, and top and bottom, as on repeating tiles"},
    {"wrap-x", 0, TR_OPTION_FLAG, AT(wrap_x), .commands = ENHANCE, NULL, "joins left and right only, as on maps of planets"},
    {"roughness", 0, TR_OPTION_TEXT, AT(roughness), .commands = ENHANCE, "R", "0 (smooth) to 1 (as rough at every scale), about the fractal dimension less 2; mountains have 0.1 to 0.4. The detail then follows the slope. Default: as rough as the map is at each place"},
    {"link", 0, TR_OPTION_FLAG, AT(link), .commands = SHOW, NULL, "prints a share link instead: one line, such as `terrella:inferno/7?lava=0.4`, that opens the same world"},
    {"seeds", 0, TR_OPTION_COUNT, AT(seeds), TR_MAX_TILES, .commands = MEASURE, "N", "compares N seeds of a type, 2 to 400"},
    {"quick", 0, TR_OPTION_FLAG, AT(quick), .commands = BENCH, NULL, "one round on small maps, to see that all rows work; the times mean nothing"},
    {"trace-latency", 0, TR_OPTION_FLAG, AT(trace_latency), .commands = WINDOW, NULL, "prints at the end how long edits took to appear and to become sharp: number, median and 99th percentile"},
    {"planet", 0, TR_OPTION_TEXT, AT(planet), .commands = EXPORT | SHOW | MEASURE, "NAME", "only this planet of a scene"},
    {"planet", 0, TR_OPTION_TEXT, AT(planet), .commands = RENDER | PROBE, "NAME", "the planet of a scene to look at; default: the first"},
    {"limit", 0, TR_OPTION_TEXT, AT(limit), .commands = EXPORT | RENDER | GALLERY | FIELD | MEASURE | PROBE, "L", "the most that preparing a planet may cost: memory (`8GB`), work of one thread (`10min`) or both (`8GB,10min`); default `2GB,60s`. The cost is estimated first. In a scene, the two largest planets together must fit into the memory, and all together may take four times the work"},
    // Worlds.
    {"seed", 0, TR_OPTION_SEED, .commands = WORLDS | LIST, "N", "picks another planet of the same type: 0 to 9223372036854775807, default 1. Words, such as \"my home\", are hashed, and the number is printed", .group = TR_HELP_WORLDS},
    {"seed", 0, TR_OPTION_SEED, .commands = GALLERY, "N", "the first seed, or the seed of all types; default 1"},
    {"seed", 0, TR_OPTION_SEED, .commands = FIELD | ENHANCE, "N", "other noise: 0 to 9223372036854775807, default 1"},
    {"map", 0, TR_OPTION_MAP, .commands = WORLDS | LIST, "KIND=FILE", "a map of your own that the planet follows; may be repeated. KIND is `height`, `land`, `uplift`, `temperature`, `rain`, `biome`, `colour`, `clouds`, `emission` or `any:CHANNEL`. `{face}` in the name of FILE: a file for each face of a cube", .group = TR_HELP_WORLDS},
    {"set", 0, TR_OPTION_SET, .commands = WORLDS | LIST, "KEY=VALUE", "changes a parameter; may be repeated. A knob of the type, such as `ocean=0.4`, or a path, such as `layers.land.plates=9`. `albedo.silt=null` removes an element, `layers.new={…}` adds one, `layers.new.before=rain` moves it (with nothing after `=`: to the end). `terrella list parameters WORLD` lists all", .group = TR_HELP_WORLDS},
    {"set", 0, TR_OPTION_SET, .commands = GALLERY, "KEY=VALUE", "changes a parameter or a knob of all planets; may be repeated"},
    {"set", 0, TR_OPTION_SET, .commands = FIELD, "KEY=VALUE", "changes a parameter of the field; may be repeated. `terrella list parameters` lists them as `layers.NAME.…`, for warps as `warps.NAME.…`; leave this prefix out"},
    // Everywhere.
    {"threads", 0, TR_OPTION_COUNT, AT(threads), 256, .commands = ALL | HELP, "N", "number of threads; default: one for each core", .group = TR_HELP_EVERYWHERE},
    {"isa", 0, TR_OPTION_ISA, .commands = ALL | HELP, "NAME", "instruction set: `baseline`, `avx2` or `avx512`; default: the best. The result is the same", .group = TR_HELP_EVERYWHERE},
    {"quiet", 'q', TR_OPTION_FLAG, AT(quiet), .commands = ALL | HELP, NULL, "prints no progress, no summary and no notes, only warnings and errors", .group = TR_HELP_EVERYWHERE},
    {"json", 0, TR_OPTION_FLAG, AT(json), .commands = EXPORT | CHECK, NULL, "prints JSON Lines: one JSON value for each set as soon as it is done, and of `check` for each fault. An error is `{\"error\": …, \"exit_code\": …}`, with `file`, `line`, `column` and `path` if they are known", .group = TR_HELP_EVERYWHERE},
    {"json", 0, TR_OPTION_FLAG, AT(json), .commands = WINDOW, NULL, "prints results as JSON: one value, `export` and `check` JSON Lines; the window prints what `--trace-latency` measures. An error is `{\"error\": …, \"exit_code\": …}`, with `file`, `line`, `column` and `path` if they are known", .group = TR_HELP_EVERYWHERE},
    {"json", 0, TR_OPTION_FLAG, AT(json), .commands = (ALL | HELP) & ~(EXPORT | CHECK | WINDOW), NULL, "prints the result as one JSON value. An error is `{\"error\": …, \"exit_code\": …}`, with `file`, `line`, `column` and `path` if they are known", .group = TR_HELP_EVERYWHERE},
    {"help", 'h', TR_OPTION_SHOW_HELP, .commands = ALL | HELP, NULL, "prints this text, after a command its options", .group = TR_HELP_EVERYWHERE},
    {"version", 0, TR_OPTION_SHOW_VERSION, .commands = ALL | HELP, NULL, "prints the version", .group = TR_HELP_EVERYWHERE},
};
// clang-format on
#undef AT

const tr_cli_info *tr_cli_get(tr_cli_command command) { return &commands[command]; }

const tr_option_info *tr_option_list(int *count) {
    *count = sizeof options / sizeof options[0];
    return options;
}
