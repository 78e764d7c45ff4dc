/* libterrella: planets from noise, in your own program.
 *
 *     tr_context *context;                     threads and memory to work with
 *     tr_recipe *recipe;                       everything that determines a planet
 *     tr_planet *planet;                       the prepared recipe
 *     tr_error error = {0};
 *     tr_context_create(NULL, &context, &error);
 *     tr_recipe_of_type("earthlike", 7, &recipe, &error);
 *     tr_planet_create(context, recipe, NULL, &planet, &error);
 *     tr_patch whole = {TR_EQUIRECT, 0, 1024, 0, 0, 1024, 512};
 *     void *texels[TR_MAP_COUNT] = {0};
 *     texels[TR_MAP_ALBEDO] = malloc(1024 * 512 * 3);
 *     tr_planet_bake(planet, &whole, texels, NULL, &error);
 *
 * General rules:
 *  - The same recipe gives the same bytes on every machine, with every instruction set and number of threads,
 *    and for every division into patches.
 *  - Functions that can fail return a tr_status and take a tr_error, which may be NULL. It keeps the first
 *    failure, with a sentence for people. After a failure the result is NULL, and nothing has changed.
 *  - The caller owns what a _create, _copy, _of_type or _from_json function returns, and passes it to the
 *    corresponding _destroy, which accepts NULL. Arguments are read only during the call. Arrays belong to the
 *    caller.
 *  - The library prints nothing, reads no environment variables, handles no signals and never ends the process.
 *  - Different objects may be used on different threads at once. An object may be used on one thread at a time,
 *    unless the function says otherwise: `const` objects may be read by any number of threads.
 *
 * The planet's frame is right-handed with +Y to the north: the direction of longitude l (to the east) and
 * latitude p is (cos p cos l, sin p, -cos p sin l). Angles are in radians and lengths in metres, unless the
 * name contains another unit.
 *
 * C99 and C++17. Licence: MIT, see LICENSE. */
#ifndef TERRELLA_TERRELLA_H
#define TERRELLA_TERRELLA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined __GNUC__
#define TR_API __attribute__((visibility("default")))
#else
#define TR_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- versions --------------------------------------------------------------------------------------- */

/* The library's version, "1.0.0". Any thread. */
TR_API const char *tr_version(void);
/* The library's pixel version, which increases whenever a recipe gives different texels. Any thread. */
TR_API int tr_pixels(void);

/* ---- errors ----------------------------------------------------------------------------------------- */

typedef enum tr_status {
    TR_OK,
    TR_BAD_USAGE,    /* an invalid argument: an unknown type, a path of no parameter */
    TR_BAD_INPUT,    /* an invalid recipe or scene */
    TR_NO_OPENGL,    /* used only by the program */
    TR_CANNOT_WRITE, /* a file */
    TR_NO_MEMORY,
    TR_OUT_OF_BOUNDS, /* used only by the program */
    TR_STOPPED,       /* by tr_watch.stopped */
    TR_BUG            /* a bug in Terrella */
} tr_status;

/* Details of the first failure. Zero-initialise it: = {0}, in C++ = {}. */
typedef struct tr_error {
    tr_status status;
    char file[512];     /* the file at fault, or "" */
    int line, column;   /* 1-based position in it, or 0 */
    char path[256];     /* JSON path of the invalid value ("layers.crust.octaves"), or "" */
    char message[1024]; /* one sentence for people, with a suggestion if possible. It may contain texts from
                           files unescaped, including control characters */
} tr_error;

/* A short description of a status: a static string. Any thread. */
TR_API const char *tr_status_text(tr_status status);

/* ---- long work -------------------------------------------------------------------------------------- */

/* Progress reports and stop requests for long calls. Both functions may be NULL. */
typedef struct tr_watch {
    void (*report)(void *context, double done); /* done is 0 … 1; on the calling thread. Used by tr_planet_bake
                                                   and tr_planet_export. */
    bool (*stopped)(void *context); /* called often and on all working threads, so it must be fast. Once it
                                       has returned true, it must keep doing so; the call soon ends with
                                       TR_STOPPED. */
    void *context;
} tr_watch;

/* For tr_watch.stopped: context points to an atomic bool of the caller, which another thread sets to true.
 * Bindings of languages with an interpreter need no function of their own, which would be called on threads
 * that the interpreter does not know. Any thread. */
TR_API bool tr_stop_flag(void *flag);

/* ---- memory ----------------------------------------------------------------------------------------- */

/* The caller's allocator, for all memory of the library. It is not used for memory that the C library,
 * libspng, zlib and libzstd allocate for threads and for reading and writing files. Blocks must be aligned
 * as by malloc. The functions are called on any thread, also concurrently. */
typedef struct tr_allocator {
    void *(*allocate)(void *context, size_t bytes);                /* NULL: out of memory */
    void *(*reallocate)(void *context, void *block, size_t bytes); /* as realloc; block may be NULL */
    void (*release)(void *context, void *block);                   /* block is never NULL */
    void *context;
} tr_allocator;

/* Uses this allocator from now on, or the standard library's again (NULL), for the whole process. Call it
 * before any other function, or after everything from the library was destroyed and freed; otherwise it
 * returns TR_BAD_USAGE and changes nothing. No other call may run meanwhile. */
TR_API tr_status tr_set_allocator(const tr_allocator *allocator, tr_error *error);

/* Frees a text from the library. NULL is allowed. */
TR_API void tr_free(void *memory);

/* ---- context: threads ------------------------------------------------------------------------------- */

/* The environment in which planets are made. */
typedef struct tr_context tr_context;

/* A piece of work. */
typedef void (*tr_job)(void *data);

/* Options of a context. All zero suits most programs. */
typedef struct tr_context_options {
    /* Number of threads, including the caller's; 0: one for each core. With `run`: maximum number of
     * concurrent jobs. */
    int threads;
    /* "baseline", "avx2" or "avx512"; NULL: the best that the machine supports. Results are the same. */
    const char *isa;
    /* The caller's job system, or NULL. With a job system the context has no threads of its own. run calls
     * job(data) `count` times, at most `threads` at a time, on any threads, and returns when all calls have
     * returned. Calls need not overlap, and there may be fewer: the rest is done on the thread that called
     * run, which is the thread of the library call, never a thread within a job. Jobs take up to some
     * seconds and 640 KiB of stack. Two calls with the same context on two threads take turns: one of them
     * blocks its thread. Do not block a thread that jobs wait for; or use a context for each. */
    void (*run)(void *system, int count, tr_job job, void *data);
    void *system;
    /* Limits for the preparation of a planet, checked against an estimate from its recipe before anything is
     * built: bytes of memory, and seconds of single-threaded work. 0: 2 GB, and 60 s. */
    uint64_t limit_bytes;
    double limit_seconds;
} tr_context_options;

/* options NULL: all zero. Several threads may use a context at once; they take turns. Errors: TR_BAD_USAGE
 * (threads below 0 or above 256, a negative limit, an unavailable isa), TR_NO_MEMORY. */
TR_API tr_status tr_context_create(const tr_context_options *options, tr_context **context, tr_error *error);
/* Destroy its planets first. */
TR_API void tr_context_destroy(tr_context *context);

/* ---- types and recipes ------------------------------------------------------------------------------ */

/* Everything that determines a planet: numbers and names, no texels. */
typedef struct tr_recipe tr_recipe;

enum { TR_NAME_BYTES = 32 }; /* of a name with its terminating zero */

/* Writes the names of the built-in types into names, which has space for `most`, in the order of
 * `terrella list types`. Returns their number. */
TR_API int tr_type_list(char (*names)[TR_NAME_BYTES], int most);
/* Writes a one-line description of a type into summary; empty for an unknown type. Errors: TR_NO_MEMORY. */
TR_API tr_status tr_type_summary(const char *type, char *summary, size_t size, tr_error *error);

/* The planet of a type with a seed, 0 … 2^63 - 1. Errors: TR_BAD_USAGE (an unknown type), TR_NO_MEMORY. */
TR_API tr_status tr_recipe_of_type(const char *type, uint64_t seed, tr_recipe **recipe, tr_error *error);
/* The planet of a text of `length` bytes, as written by `terrella show` and defined by
 * `terrella list schema`: a recipe, or a scene with one planet. Errors: TR_BAD_INPUT (with line and column
 * of the error, or its path), TR_NO_MEMORY. */
TR_API tr_status tr_recipe_from_json(const char *text, size_t length, tr_recipe **recipe, tr_error *error);
/* The recipe as JSON, which alone determines the same planet; indented for people, or on one line. Free the
 * text with tr_free. Errors: TR_NO_MEMORY; TR_BAD_INPUT for more than 4 MiB, which could not be read again. */
TR_API tr_status tr_recipe_to_json(const tr_recipe *recipe, bool indented, char **text, tr_error *error);
/* A copy of a recipe. Errors: TR_NO_MEMORY. */
TR_API tr_status tr_recipe_copy(const tr_recipe *from, tr_recipe **recipe, tr_error *error);
/* Frees the recipe. NULL is allowed. */
TR_API void tr_recipe_destroy(tr_recipe *recipe);

/* Changes values like --set of the program: "ocean=0.4" (a knob of the type), "noisiness=0.3",
 * "layers.land.plates=9", "seed=3" … Values are JSON; a bare word is a text. In lists of named elements
 * "albedo.silt=null" removes one, "layers.new={…}" appends one, and "layers.new.before=rain" moves it before
 * another (before= to the end). Within a call, a path takes precedence over a knob that drives it; of two
 * calls, the later one counts. Values that the seed drew do not change. After a failure nothing has changed.
 * Errors: TR_BAD_USAGE (an unknown path, with the nearest one; a value that is not allowed), TR_NO_MEMORY. */
TR_API tr_status tr_recipe_set(tr_recipe *recipe, int count, const char *const *sets, tr_error *error);
/* Gives the recipe the content of a file that its maps name ("maps.NAME.file"), so that a planet of images
 * needs no files. A recipe from JSON lacks all of them. The bytes are a whole file (PNG, TIFF, EXR …) and are
 * copied; the recipe, its copies and its planets share the copy. Sets "maps.NAME.sha256". If that is set
 * already, the bytes must have it; tr_recipe_set with "maps.NAME.sha256=" clears it. A file with {face} in its
 * name takes one call for each face, with px, nx, py, ny, pz and nz in place of {face}; to change faces of a
 * recipe that has all six, clear the SHA-256 before each call. After a failure nothing has changed. Errors:
 * TR_BAD_USAGE (no map names this file, with the nearest name), TR_BAD_INPUT (another SHA-256), TR_NO_MEMORY.
 * Whether the bytes are an image shows in tr_planet_create. A map of heights may widen "height_max_m". */
TR_API tr_status tr_recipe_set_image(tr_recipe *recipe, const char *file, const void *bytes, size_t length,
                                     tr_error *error);
/* The number at a path with knobs applied, or the position of a knob of the type. False if there is none. */
TR_API bool tr_recipe_number(const tr_recipe *recipe, const char *path, double *value);

/* A knob of the recipe's type: 0 … 1, for tr_recipe_set. All types also have "noisiness", "persistence" and
 * "octaves", which are paths. Strings belong to the recipe until it changes or is destroyed. */
typedef struct tr_knob_info {
    const char *name;  /* "ocean" */
    const char *label; /* "Ocean" */
    const char *what;  /* one line of description */
    double value;      /* its position */
} tr_knob_info;

/* Writes all of them into knobs, which has space for `most`. Returns their number. */
TR_API int tr_recipe_knobs(const tr_recipe *recipe, tr_knob_info *knobs, int most);

/* ---- planets ---------------------------------------------------------------------------------------- */

/* A prepared recipe: sea levels set, rivers traced, names bound. Any number of threads may bake one at once. */
typedef struct tr_planet tr_planet;

/* Solves everything that concerns the whole planet, on the context's threads: some milliseconds to some
 * seconds. Errors: TR_BAD_INPUT (mistakes that show only now, such as an image that tr_recipe_set_image did not
 * give, or a planet that exceeds the context's limits), TR_NO_MEMORY, TR_STOPPED. */
TR_API tr_status tr_planet_create(tr_context *context, const tr_recipe *recipe, const tr_watch *watch,
                                  tr_planet **planet, tr_error *error);
/* Changes the planet to another recipe. Unchanged parts are kept: solutions, and from the first update on
 * the values of costly fields in the last baked patch, at most 256 MiB. So after a change of a knob,
 * tr_planet_update and the same bake cost only what the change affects. No other call may use the planet
 * meanwhile. Errors as above; the planet is then unchanged. */
TR_API tr_status tr_planet_update(tr_planet *planet, const tr_recipe *recipe, const tr_watch *watch,
                                  tr_error *error);
/* Frees the planet. NULL is allowed. */
TR_API void tr_planet_destroy(tr_planet *planet);

typedef enum tr_map {
    TR_MAP_ALBEDO,   /* sRGB */
    TR_MAP_HEIGHT,   /* 0 … 65535 is height_min_m … height_max_m of tr_planet_facts */
    TR_MAP_NORMAL,   /* tangent space, x to the east, y to the north; -1 … 1 as 0 … 255 */
    TR_MAP_EMISSION, /* sRGB */
    TR_MAP_ORM,      /* occlusion (the visible fraction of the sky), roughness, metal */
    TR_MAP_CLOUDS,   /* sRGB, and straight linear alpha */
    TR_MAP_WATER,    /* rivers and lakes, 0 … 255 */
    TR_MAP_COUNT
} tr_map;

/* The format of a map's texels. */
typedef struct tr_map_format {
    const char *name; /* also the suffix of files: "albedo" */
    const char *what; /* one line of description */
    int channels;     /* 4: the last one is straight (not premultiplied), linear alpha */
    int bytes;        /* per channel: 1, or 2 in native byte order */
    bool srgb;        /* colours in sRGB, otherwise linear data */
} tr_map_format;

/* The format of a map's texels: channels * bytes each. A static struct. Any thread. */
TR_API const tr_map_format *tr_map_get_format(tr_map map);

/* Properties of a planet other than its texels. */
typedef struct tr_planet_facts {
    const char *type; /* of the recipe, or ""; valid until the planet changes */
    uint64_t seed;
    double radius_m;
    double height_min_m,
        height_max_m; /* heights of 0 and 65535 in a height map; 0 m is the radius, and sea level */
    bool sea;         /* whether a sea covers the ground below 0 m */
    bool gas;         /* no solid ground: heights are those of the visible surface */
    unsigned maps;    /* maps of the planet: bits 1 << TR_MAP_… */
    int mesh_columns; /* for a planet that is not a sphere: columns of its mesh; otherwise 0 */
    double rings_inner_m, rings_outer_m; /* from the centre; 0: no rings */
} tr_planet_facts;

/* Fills *facts. Any number of threads at once. */
TR_API void tr_planet_describe(const tr_planet *planet, tr_planet_facts *facts);

/* ---- texels ----------------------------------------------------------------------------------------- */

typedef enum tr_projection {
    TR_EQUIRECT, /* `resolution` columns and half as many rows; column 0 begins at longitude -180 degrees, row 0
                    at the north pole. Texel (i, j) lies at longitude 2 pi ((i + 1/2) / columns - 1/2) and
                    latitude pi (1/2 - (j + 1/2) / rows). */
    TR_CUBE      /* six gnomonic faces of resolution x resolution texels, in the order +X -X +Y -Y +Z -Z and
                    oriented as in OpenGL's cube maps: a cube texture of them, sampled with a direction in the
                    planet's frame, gives the texel of that direction. Faces of N texels have the detail of an
                    equirectangular map of 4 N columns: finer octaves are left out, and normals are taken over
                    pi/(2 N). */
} tr_projection;

/* A rectangle of a map. Texels do not depend on the rectangle in which they are baked. */
typedef struct tr_patch {
    tr_projection projection;
    int face; /* of a cube, 0 … 5; else 0. 6 … 11 are for programs with left-handed axes and z up, such
                 as Unreal: their directions are the planet's x, z and y */
    int resolution;          /* equirectangular: even, 64 … 4194304; cube: 16 … 1048576 */
    int x, y, width, height; /* x to the east or right, y from the top; within the map, or up to 4 texels
                                beyond the edges of a face, where its plane continues */
} tr_patch;

/* The direction of the texel (x, y) of the patch's map, counted like patch->x and y: a unit vector.
 * Fractions are between texel centres: x - 1/2 is the texel's left edge. */
TR_API void tr_patch_direction(const tr_patch *patch, double x, double y, double direction[3]);

/* Computes texels on the context's threads. texels[m] receives width * height texels of map m, rows from the
 * top without padding; NULL skips the map. Maps that the planet lacks are filled with black (clouds:
 * transparent). Scratch memory does not grow with the patch. Any number of threads at once. Errors:
 * TR_BAD_USAGE (an invalid patch), TR_BAD_INPUT (a cube of a planet that is a flat map, "domain": "plane"),
 * TR_STOPPED, TR_NO_MEMORY; texels are then undefined. */
TR_API tr_status tr_planet_bake(const tr_planet *planet, const tr_patch *patch,
                                void *const texels[TR_MAP_COUNT], const tr_watch *watch, tr_error *error);

/* Heights above the radius in metres, at `count` directions (x, y, z triples) of any length except 0, for
 * collision and for placing objects on the ground. They are the heights of a map whose texels span `texel`
 * radians at the equator, up to rounding: finer detail is left out. 2e-5 or less shows all detail of most
 * types. Below 0 it is the sea floor. The values do not depend on the order and number of directions in a
 * call. Consecutive neighbours cost least: a tenth of a microsecond to two each; scattered directions up to
 * a hundred. The call cannot be stopped, so request some thousand directions at a time. The planet's work
 * limit (limit_seconds) bounds the time per neighbour to a 131072th of it (half a millisecond with the
 * default minute). Runs on the calling thread; any number of threads at once. Errors: TR_BAD_USAGE (texel
 * outside 1e-6 … 0.1, a direction that is 0 or NaN), TR_BAD_INPUT (a planet that is a flat map, "domain":
 * "plane"), TR_NO_MEMORY. */
TR_API tr_status tr_planet_heights(const tr_planet *planet, int count, const float *directions, double texel,
                                   float *heights, tr_error *error);

/* ---- meshes and rings ------------------------------------------------------------------------------- */

enum { TR_MESH_LEAST = 32, TR_MESH_MOST = 1024 };

/* A grid of longitudes and latitudes. On planets that are not spheres (tr_planet_facts.mesh_columns) its
 * vertices lie on the ground. All others are a smooth sphere, for displacement by the height map. `columns`
 * segments go round the sphere, columns / 2 from pole to pole. Vertices of u = 0 are repeated as u = 1; a
 * pole has one vertex for each of its triangles. Vertices go row by row from the north, and from the west.
 * NULL buffers are skipped. */
typedef struct tr_mesh {
    int columns;
    float (*positions)[3]; /* in planet radii, in the planet's frame */
    float (*normals)[3];   /* unit */
    float (
        *tangents)[4]; /* unit, along increasing u, perpendicular to the normals; the fourth is 1, as in glTF */
    float (*uvs)[2];   /* for equirectangular maps: u to the east from -180 degrees, v to the south */
    uint32_t (*triangles)[3]; /* vertex indices, counter-clockwise as seen from outside */
} tr_mesh;

/* The numbers of vertices and triangles of a mesh with that many columns. */
static inline int tr_mesh_vertices(int columns) { return 2 * columns + (columns / 2 - 1) * (columns + 1); }
static inline int tr_mesh_triangles(int columns) { return 2 * columns * (columns / 2 - 1); }

/* Fills the buffers: tr_mesh_vertices(columns) elements each, tr_mesh_triangles(columns) triangles. columns
 * is even, TR_MESH_LEAST … TR_MESH_MOST; if mesh_columns of tr_planet_facts is not 0, it must be that
 * number. Runs on the calling thread; any number of threads at once. Errors: TR_BAD_USAGE (columns). */
TR_API tr_status tr_planet_mesh(const tr_planet *planet, const tr_mesh *mesh, tr_error *error);

/* The rings as a profile: `width` texels of RGBA (4 * width bytes) from the inner to the outer edge, sRGB with
 * straight linear alpha for a line of sight perpendicular to the rings. Runs on the calling thread; any number
 * of threads at once. Errors: TR_BAD_USAGE (no rings; width below 1). */
TR_API tr_status tr_planet_rings(const tr_planet *planet, int width, uint8_t *rgba, tr_error *error);

/* ---- files ------------------------------------------------------------------------------------------ */

typedef enum tr_file_format {
    TR_FORMAT_PNG,
    TR_FORMAT_JPG,
    TR_FORMAT_TGA,
    TR_FORMAT_HDR,
    TR_FORMAT_EXR,   /* half floats, linear light; heights and depths as floats in metres */
    TR_FORMAT_R16,   /* height and depth, without a header: 16 bits, little-endian */
    TR_FORMAT_R16BE, /* the same, big-endian */
    TR_FORMAT_R32F,  /* the same in metres: floats, little-endian */
    TR_FORMAT_KTX2,  /* for GPUs, with all mip levels: blocks, or plain; faces of a cube in one file */
    TR_FORMAT_DDS,   /* the same */
    TR_FORMAT_COUNT
} tr_file_format;

/* The blocks of 4 x 4 texels in KTX2 and DDS. Heights always have 16 bits. */
typedef enum tr_blocks {
    TR_BLOCKS_BC7, /* colours and data BC7, normals BC5 (red and green), one channel BC4 */
    TR_BLOCKS_BC1, /* BC1, with alpha BC3, otherwise the same: half the size, for old programs */
    TR_BLOCKS_NONE /* 8 bits per channel */
} tr_blocks;

/* The effort for PNG files. The texels are the same. */
typedef enum tr_compression {
    TR_COMPRESSION_FAST,
    TR_COMPRESSION_SMALL, /* many times the work; files are mostly 3 to 20 percent smaller */
    TR_COMPRESSION_COUNT
} tr_compression;

/* The arrangement of maps in files. Faces of a cube have the order and orientation of TR_CUBE. */
typedef enum tr_layout {
    TR_LAYOUT_EQUIRECT,
    TR_LAYOUT_CUBE,        /* a file for each face: STEM_albedo_px.png, nx, py, ny, pz, nz */
    TR_LAYOUT_CUBE_ROW,    /* six faces in a row */
    TR_LAYOUT_CUBE_COLUMN, /* six faces in a column */
    TR_LAYOUT_CUBE_CROSS,  /* 4 x 3 faces: -X +Z +X -Z, +Y above +Z and -Y below it; the rest is empty */
    TR_LAYOUT_TILES,       /* a pyramid of tiles of each face: STEM/albedo/pos_x/LEVEL/X_Y.png */
    TR_LAYOUT_GEODETIC,    /* a pyramid of tiles of the equirectangular map: STEM/albedo/LEVEL/X_Y.png */
    TR_LAYOUT_COUNT
} tr_layout;

/* A region of a planet: everything within `radius_deg` of a place, in degrees; radius 0: the whole planet. */
typedef struct tr_region {
    double latitude_deg, longitude_deg, radius_deg;
} tr_region;

/* The tiles of pyramids, and a selection of them. */
typedef struct tr_tiles {
    int size;          /* texels along a side of a tile: 256 or 512 */
    int border;        /* texels beyond it on each side: 0, or for a cube 1 */
    tr_region region;  /* only tiles that overlap the region */
    int shard, shards; /* run number `shard`, from 1 on, of `shards` runs; 0 and 0: a single run */
} tr_tiles;

/* Contents of a set besides the maps; the bits follow those of the maps. */
typedef enum tr_export_output {
    TR_EXPORT_RINGS =
        TR_MAP_COUNT, /* their profile: STEM_rings.png, width x 1, RGBA, from the inner to the outer edge */
    TR_EXPORT_MESH,   /* the planet's shape: STEM_mesh.glb */
    /* pictures derived from the maps, for programs that need them in this form: */
    TR_EXPORT_OCCLUSION, /* the channels of TR_MAP_ORM, each in a file */
    TR_EXPORT_ROUGHNESS,
    TR_EXPORT_METAL,
    TR_EXPORT_MASKMAP, /* Unity's: metal, occlusion, 0, smoothness */
    TR_EXPORT_SEA,     /* 255 where the height is below 0 m, for a planet with a sea */
    TR_EXPORT_DEPTH,   /* 0 … 65535 is 0 m to the lowest height in the range of the type, or of this planet
                          if that is deeper: the manifest has the range */
    TR_EXPORT_NORMAL_OBJECT, /* TR_MAP_NORMAL in the planet's frame */
    TR_EXPORT_NORMAL_DX,     /* TR_MAP_NORMAL with y to the south, as in DirectX */
    TR_EXPORT_CLOUDS_COLOUR, /* TR_MAP_CLOUDS without alpha, and its alpha, for formats without alpha */
    TR_EXPORT_CLOUDS_ALPHA,
    TR_EXPORT_WIND,  /* direction of the air flow, for a planet whose clouds are moved by winds: giants */
    TR_EXPORT_BIOME, /* numbers of biomes, for a planet with a climate: the manifest has their names */
    TR_EXPORT_AIR,   /* shells round the planet, in the file of the target "gltf"; for a planet with air */
    TR_EXPORT_OUTPUTS
} tr_export_output;

/* The heights of 0 and 65535 in height maps. The manifest has the range in metres. */
typedef enum tr_height_range {
    TR_HEIGHT_RANGE_TYPE,  /* the range of the type: height_min_m and height_max_m of the recipe */
    TR_HEIGHT_RANGE_PLANET /* the range of this planet, in whole metres */
} tr_height_range;

/* Options of an export: contents, formats and place of a set of files. */
typedef struct tr_export_options {
    const char *directory; /* created if it does not exist */
    const char *stem;   /* files are DIRECTORY/STEM_albedo.png …, STEM.manifest.json; NULL: type and seed */
    int width;          /* of equirectangular maps: even, 64 … 4194304; of a face of a cube: 16 … 1048576;
                           0: the same as `terrella export` without --size */
    tr_layout layout;   /* of maps; TR_LAYOUT_EQUIRECT: the target's own. With TR_LAYOUT_CUBE a mesh is six
                           grids with coordinates of faces, else it has those of equirectangular maps */
    bool exact_layout;  /* use TR_LAYOUT_EQUIRECT, even if the target has another layout */
    tr_tiles tiles;     /* for a layout with tiles; width is then that of the whole finest level: a power of
                           two times 4 tiles of a cube, or 2 tiles of a map */
    unsigned outputs;   /* bits 1 << TR_MAP_… and 1 << TR_EXPORT_…; 0: everything that the planet has */
    const char *target; /* purpose of the set: one of `terrella list targets`, which determines the names and
                           formats of files and additional files; NULL: none */
    tr_file_format format;        /* for supported contents; others are PNG. Ignored with a target */
    tr_compression compression;   /* of PNG files */
    tr_blocks blocks;             /* in KTX2 and DDS */
    bool no_mips, zstd;           /* no_mips: without mip levels; zstd: KTX2 compressed by Zstandard */
    int normal_bits;              /* per channel of normals: 8, or 16 in formats that support it; 0: 8 */
    tr_height_range height_range; /* of heights and depths */
    bool flat_sea; /* the height map has 0 m where there is sea, not the floor; no other file changes */
    bool force;    /* replace files even if Terrella did not write them */
} tr_export_options;

/* The maximum numbers of paths in a result: of written and of kept files. */
enum { TR_EXPORT_FILES = 256 };

enum { TR_EXPORT_KEPT = 16 };

/* Files written, in order; the manifest is the last. The struct takes a quarter of a megabyte, which is
 * large for a stack. */
typedef struct tr_export_result {
    int count;
    char paths[TR_EXPORT_FILES][1024];
    int kept; /* number of files of an earlier set that were kept, because they had been changed; the first
                 of them follow */
    char kept_paths[TR_EXPORT_KEPT][1024];
    int settings_kept; /* import settings (.import, .meta) that stay, since the engine has changed them */
} tr_export_result;

/* Bakes and writes a texture set like `terrella export`, with the same bytes; the manifest lacks the length of
 * the day, which is a scene's and not a recipe's. Each file is either the old
 * one or the complete new one; after a failure the old ones remain. Memory does not grow with the width
 * (PNG). result may be NULL. Errors: TR_BAD_USAGE (an invalid stem or width, an output or a layout that the
 * target lacks, an unknown format, blocks, layout or compression), TR_BAD_INPUT (outputs that the planet
 * lacks; every planet has a mesh; a cube of a planet that is a flat map), TR_CANNOT_WRITE (also if a file
 * exists that Terrella did not write), TR_NO_MEMORY, TR_STOPPED. */
TR_API tr_status tr_planet_export(const tr_planet *planet, const tr_export_options *options,
                                  const tr_watch *watch, tr_export_result *result, tr_error *error);

#ifdef __cplusplus
}
#endif

#endif
