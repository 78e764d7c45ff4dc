/* libterrella: planets from noise, in your own program.
 *
 *     tr_context *context;                     threads and memory to work with
 *     tr_recipe *recipe;                       all that decides what a planet looks like
 *     tr_planet *planet;                       the recipe made ready
 *     tr_error error = {0};
 *     tr_context_create(NULL, &context, &error);
 *     tr_recipe_of_type("earthlike", 7, &recipe, &error);
 *     tr_planet_create(context, recipe, NULL, &planet, &error);
 *     tr_patch whole = {TR_EQUIRECT, 0, 1024, 0, 0, 1024, 512};
 *     void *texels[TR_MAP_COUNT] = {0};
 *     texels[TR_MAP_ALBEDO] = malloc(1024 * 512 * 3);
 *     tr_planet_bake(planet, &whole, texels, NULL, &error);
 *
 * What always holds:
 *  - The same recipe gives the same bytes: on every machine, instruction set and number of threads, and in
 *    whatever patches they are baked.
 *  - Functions that can fail return a tr_status and take a tr_error, which may be NULL. The first failure
 *    stays in it, with a sentence for people. After a failure what would be given is NULL, and nothing has
 *    changed.
 *  - What a _create, _copy, _of_type or _from_json gives is the caller's, who gives it to the _destroy of its
 *    kind; NULL is allowed there. Arguments are read during the call only. Arrays belong to the caller.
 *  - Nothing is printed, no environment is read, no signal is handled, and nothing ends the process.
 *  - Different objects may be used on different threads at once. One object on one thread at a time, unless the
 *    function says otherwise: `const` ones may be read by any number of threads.
 *
 * The planet's frame is right-handed with +Y to the north: the direction of longitude l (to the east) and
 * latitude p is (cos p cos l, sin p, -cos p sin l). Angles are radians, lengths metres, where a name does not
 * say another unit.
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
/* The number of its pixels, which grows whenever the same recipe gives other texels. Any thread. */
TR_API int tr_pixels(void);

/* ---- errors ----------------------------------------------------------------------------------------- */

typedef enum tr_status {
    TR_OK,
    TR_BAD_USAGE,    /* an argument that cannot be: an unknown type, a path that no parameter has */
    TR_BAD_INPUT,    /* a recipe or a scene that is not right */
    TR_NO_OPENGL,    /* the program alone has this one */
    TR_CANNOT_WRITE, /* a file */
    TR_NO_MEMORY,
    TR_OUT_OF_BOUNDS, /* the program alone */
    TR_STOPPED,       /* by tr_watch.stopped */
    TR_BUG            /* a mistake in Terrella itself */
} tr_status;

/* Details of the first failure. Zero-initialise it: = {0}, in C++ = {}. */
typedef struct tr_error {
    tr_status status;
    char file[512];     /* the file at fault, or "" */
    int line, column;   /* 1-based position in it, or 0 */
    char path[256];     /* JSON path of the wrong value ("layers.crust.octaves") where there is one, or "" */
    char message[1024]; /* one sentence for people, with a way out where there is one. Texts from files stand in
                           it as they are, control characters too */
} tr_error;

/* What a status means, in a few words: a static string. Any thread. */
TR_API const char *tr_status_text(tr_status status);

/* ---- long work -------------------------------------------------------------------------------------- */

/* How a long call tells how far it is, and hears that it should stop. Both functions may be NULL. */
typedef struct tr_watch {
    void (*report)(void *context, double done); /* done in 0 … 1; on the thread of the call. Exports tell. */
    bool (*stopped)(void *context); /* on all threads at work, often: be quick. Once it is true, the call ends
                                       soon with TR_STOPPED; it must stay true until then. */
    void *context;
} tr_watch;

/* ---- memory ----------------------------------------------------------------------------------------- */

/* The caller's allocator, for all memory of our own. What the C library, libspng, zlib and libzstd take for
 * themselves, for threads and while they read and write files, is not. Blocks are aligned as by malloc.
 * Functions are called on any thread, several at once. */
typedef struct tr_allocator {
    void *(*allocate)(void *context, size_t bytes);                /* NULL: there is no memory */
    void *(*reallocate)(void *context, void *block, size_t bytes); /* as realloc; block may be NULL */
    void (*release)(void *context, void *block);                   /* block is never NULL */
    void *context;
} tr_allocator;

/* Uses this allocator from now on, or the standard library's again (NULL), for the whole process. Before all
 * else, or when everything that the library has given is destroyed and freed: TR_BAD_USAGE otherwise, and
 * nothing changes. No other call may run meanwhile. */
TR_API tr_status tr_set_allocator(const tr_allocator *allocator, tr_error *error);

/* Frees a text that the library gave. NULL is allowed. */
TR_API void tr_free(void *memory);

/* ---- context: threads ------------------------------------------------------------------------------- */

/* What planets are made with. */
typedef struct tr_context tr_context;

/* One piece of work. */
typedef void (*tr_job)(void *data);

/* How a context works; all zero is right for most. */
typedef struct tr_context_options {
    /* Its own, the caller's included; 0: one for each core. With `run`: how many jobs may run at a time. */
    int threads;
    /* "baseline", "avx2" or "avx512"; NULL: the best that the machine has. Results are the same. */
    const char *isa;
    /* The caller's job system, or NULL: then there are no threads of its own. It calls job(data) `count` times,
     * at most `threads` at a time, on any threads, and returns when all calls have returned. Calls need not
     * overlap, and may be fewer: what is left is done after it returns, on the thread that called it, which is
     * that of the call that has the work and never one within a job. Jobs take up to some seconds and 640 KiB
     * of stack. Two calls of one context on two threads take turns: one of them waits and blocks its thread. Do
     * not let it be one that jobs wait for; or have a context for each. */
    void (*run)(void *system, int count, tr_job job, void *data);
    void *system;
    /* The most that a planet may take to be made ready, as its recipe tells before anything is built: bytes of
     * memory, and seconds of work of one thread. 0: 2 GB, and 60 s. */
    uint64_t limit_bytes;
    double limit_seconds;
} tr_context_options;

/* options NULL: all zero. A context may be used by several threads at once, which take turns. Errors:
 * TR_BAD_USAGE (threads below 0 or above 256, a limit below 0, an isa that there is not), TR_NO_MEMORY. */
TR_API tr_status tr_context_create(const tr_context_options *options, tr_context **context, tr_error *error);
/* After its planets. */
TR_API void tr_context_destroy(tr_context *context);

/* ---- types and recipes ------------------------------------------------------------------------------ */

/* All that decides what one planet looks like: numbers and names, no texels. */
typedef struct tr_recipe tr_recipe;

enum { TR_NAME_BYTES = 32 }; /* of a name with its zero */

/* Names of the built-in types, as `terrella list types` orders them, into names (room for `most`); returns how
 * many there are. */
TR_API int tr_type_list(char (*names)[TR_NAME_BYTES], int most);
/* A line about a type, into summary; empty for an unknown one. Errors: TR_NO_MEMORY. */
TR_API tr_status tr_type_summary(const char *type, char *summary, size_t size, tr_error *error);

/* The planet that a type makes of a seed, 0 … 2^63 - 1. Errors: TR_BAD_USAGE (an unknown type), TR_NO_MEMORY.
 */
TR_API tr_status tr_recipe_of_type(const char *type, uint64_t seed, tr_recipe **recipe, tr_error *error);
/* The planet of a text of `length` bytes as `terrella show` writes it and `terrella list schema` tells: a
 * recipe, or a scene with one planet. Errors: TR_BAD_INPUT (line and column of what is wrong, or its path),
 * TR_NO_MEMORY. */
TR_API tr_status tr_recipe_from_json(const char *text, size_t length, tr_recipe **recipe, tr_error *error);
/* The recipe as JSON, which alone makes the same planet; indented for people, or in one line. Free *text with
 * tr_free. Errors: TR_NO_MEMORY; TR_BAD_INPUT for more than 4 MiB, which could not be read again. */
TR_API tr_status tr_recipe_to_json(const tr_recipe *recipe, bool indented, char **text, tr_error *error);
/* The same recipe once more. Errors: TR_NO_MEMORY. */
TR_API tr_status tr_recipe_copy(const tr_recipe *from, tr_recipe **recipe, tr_error *error);
/* Frees it. NULL is allowed. */
TR_API void tr_recipe_destroy(tr_recipe *recipe);

/* Changes what --set of the program changes: "ocean=0.4" (a knob of the type), "noisiness=0.3",
 * "layers.land.plates=9", "seed=3" … Values are JSON; a bare word is a text. In lists of elements with names
 * "albedo.silt=null" removes one, "layers.new={…}" appends one, and "layers.new.before=rain" moves it before
 * another (before= to the end). Of one call, a path wins over a
 * knob that drives it; of two calls, the later one. What a seed drew stays as it is. After a failure nothing
 * has changed. Errors: TR_BAD_USAGE (an unknown path, with the nearest one; a value that is not allowed),
 * TR_NO_MEMORY. */
TR_API tr_status tr_recipe_set(tr_recipe *recipe, int count, const char *const *sets, tr_error *error);
/* The number at a path, under the knobs, or where a knob of the type stands. False where there is none. */
TR_API bool tr_recipe_number(const tr_recipe *recipe, const char *path, double *value);

/* A knob of the recipe's type: 0 … 1, for tr_recipe_set. All types have "noisiness", "persistence" and
 * "octaves" besides, which are paths. Strings belong to the recipe, until it changes or is destroyed. */
typedef struct tr_knob_info {
    const char *name;  /* "ocean" */
    const char *label; /* "Ocean" */
    const char *what;  /* a line about it */
    double value;      /* where it stands */
} tr_knob_info;

/* All of them into knobs (room for `most`); returns how many there are. */
TR_API int tr_recipe_knobs(const tr_recipe *recipe, tr_knob_info *knobs, int most);

/* ---- planets ---------------------------------------------------------------------------------------- */

/* A recipe made ready: seas levelled, rivers found, names bound. Any number of threads may bake one at once. */
typedef struct tr_planet tr_planet;

/* Solves what has to be solved for the whole planet, on the context's threads: from some milliseconds to some
 * seconds. Errors: TR_BAD_INPUT (what only shows now, or a planet that needs more than the context's limits),
 * TR_NO_MEMORY, TR_STOPPED. */
TR_API tr_status tr_planet_create(tr_context *context, const tr_recipe *recipe, const tr_watch *watch,
                                  tr_planet **planet, tr_error *error);
/* Makes it another recipe's planet. What did not change is kept: solutions, and, from the first update on, the
 * values of costly fields in the patch that was baked last, in 256 MiB at most; so after the turn of a knob,
 * tr_planet_update and the same bake again cost the less the less it touches. No other call may use the planet
 * meanwhile. Errors as above; then it is what it was. */
TR_API tr_status tr_planet_update(tr_planet *planet, const tr_recipe *recipe, const tr_watch *watch,
                                  tr_error *error);
/* Frees it. NULL is allowed. */
TR_API void tr_planet_destroy(tr_planet *planet);

typedef enum tr_map {
    TR_MAP_ALBEDO,   /* sRGB */
    TR_MAP_HEIGHT,   /* 0 … 65535 is height_min_m … height_max_m of tr_planet_facts */
    TR_MAP_NORMAL,   /* tangent space, x to the east, y to the north; -1 … 1 as 0 … 255 */
    TR_MAP_EMISSION, /* sRGB */
    TR_MAP_ORM,      /* occlusion (the share of the sky that is seen), roughness, metal */
    TR_MAP_CLOUDS,   /* sRGB, and straight linear alpha */
    TR_MAP_WATER,    /* rivers and lakes, 0 … 255 */
    TR_MAP_COUNT
} tr_map;

/* What texels of a map are. */
typedef struct tr_map_format {
    const char *name; /* also the suffix of files: "albedo" */
    const char *what; /* a line about it */
    int channels;     /* 4: the last is alpha, straight (colours are not multiplied with it) and linear */
    int bytes;        /* of one channel: 1, or 2 in the machine's byte order */
    bool srgb;        /* colours in sRGB, else linear data */
} tr_map_format;

/* What texels of a map are: channels * bytes each. A static struct. Any thread. */
TR_API const tr_map_format *tr_map_get_format(tr_map map);

/* What is to be known of a planet beside its texels. */
typedef struct tr_planet_facts {
    const char *type; /* of the recipe, or ""; it belongs to the planet, until it changes */
    uint64_t seed;
    double radius_m;
    double height_min_m,
        height_max_m; /* what 0 and 65535 of a height map mean; 0 m is the radius, and sea level */
    bool sea;         /* whether ground below 0 m lies under a sea */
    bool gas;         /* there is no ground: heights are those of what one sees of it */
    unsigned maps;    /* that it has: bits 1 << TR_MAP_… */
    int mesh_columns; /* of a planet that is no ball: columns of its mesh; else 0 */
    double rings_inner_m, rings_outer_m; /* from the centre; 0: no rings */
} tr_planet_facts;

/* Fills *facts. Any number of threads at once. */
TR_API void tr_planet_describe(const tr_planet *planet, tr_planet_facts *facts);

/* ---- texels ----------------------------------------------------------------------------------------- */

typedef enum tr_projection {
    TR_EQUIRECT, /* `resolution` columns and half as many rows; column 0 begins at longitude -180 degrees, row 0
                    at the north pole. Texel (i, j) lies at longitude 2 pi ((i + 1/2) / columns - 1/2) and
                    latitude pi (1/2 - (j + 1/2) / rows). */
    TR_CUBE /* six gnomonic faces of resolution x resolution texels, in the order +X -X +Y -Y +Z -Z and laid out
               as OpenGL's cube maps are: a texture of them, looked up with a direction of the planet's frame,
               gives the texel of that direction. Faces of N texels are as fine as an equirectangular map of 4 N
               columns would be: octaves that it is too coarse for are left out, and normals are taken over pi /
               (2 N). */
} tr_projection;

/* A rectangle of a map. Texels are the same whichever rectangle they are baked in. */
typedef struct tr_patch {
    tr_projection projection;
    int face;       /* of a cube, 0 … 5; else 0. 6 … 11 are those of programs with left-handed axes and
                       z up, as Unreal: their directions are the planet's x, z and y */
    int resolution; /* equirectangular: even, 64 … 4194304; cube: 16 … 1048576 */
    int x, y, width, height; /* x to the east or right, y from the top; within the map, or up to 4 texels
                                beyond the edges of a face, where its plane goes on */
} tr_patch;

/* The direction of the texel (x, y) of the patch's map, counted like patch->x and y: unit length. Fractions lie
 * between texels: x - 1/2 is the texel's left edge. */
TR_API void tr_patch_direction(const tr_patch *patch, double x, double y, double direction[3]);

/* Computes texels on the context's threads. texels[m] gets width * height texels of map m, rows from the top
 * without padding, or is NULL where that map is not wanted. Maps that a planet lacks come out black (clouds:
 * transparent). Memory for the work does not grow with the patch. Any number of threads at once. Errors:
 * TR_BAD_USAGE (a patch that cannot be), TR_BAD_INPUT (a cube of a planet that is a flat map, "domain":
 * "plane"), TR_STOPPED, TR_NO_MEMORY; texels are undefined then. */
TR_API tr_status tr_planet_bake(const tr_planet *planet, const tr_patch *patch,
                                void *const texels[TR_MAP_COUNT], const tr_watch *watch, tr_error *error);

/* Heights above the radius in metres, at `count` directions (x, y, z after x, y, z) of any length but 0, into
 * heights: for collision, and to stand things on the ground. It is the ground as a height map has it whose
 * texels span `texel` radians at the equator, to its rounding: what is finer is left out; 2e-5 or less shows
 * all that most types have. Below 0 it is the floor of the sea. Directions are independent: any order and any
 * number at a time, the same values. Neighbours one after the other cost least: from a tenth of a microsecond
 * to two each, scattered ones up to a hundred. It cannot be stopped: ask for some thousand directions at a
 * time. A planet's limit of work (limit_seconds) bounds what neighbours take each, to a 131072th of it (half a
 * millisecond of the usual minute). Runs on the calling thread; any number of threads at once. Errors:
 * TR_BAD_USAGE (texel out of 1e-6 … 0.1, a direction that is 0 or no number), TR_BAD_INPUT (a planet that is a
 * flat map, "domain": "plane"), TR_NO_MEMORY. */
TR_API tr_status tr_planet_heights(const tr_planet *planet, int count, const float *directions, double texel,
                                   float *heights, tr_error *error);

/* ---- meshes and rings ------------------------------------------------------------------------------- */

enum { TR_MESH_LEAST = 32, TR_MESH_MOST = 1024 };

/* A grid of longitudes and latitudes. Its vertices lie where the ground does on planets that are no balls
 * (tr_planet_facts.mesh_columns); all others are a smooth ball, for the height map to displace. `columns`
 * segments go round the sphere, columns / 2 from pole to pole. Vertices of u = 0 are there again as u = 1; a
 * pole has one vertex for each of its triangles. Vertices go row by row from the north, and from the west. What
 * is NULL is not wanted.
 */
typedef struct tr_mesh {
    int columns;
    float (*positions)[3]; /* in planet radii, in the planet's frame */
    float (*normals)[3];   /* unit */
    float (
        *tangents)[4]; /* unit, along growing u, at right angles to the normals; the fourth is 1, as in glTF */
    float (*uvs)[2];   /* of equirectangular maps: u to the east from -180 degrees, v to the south */
    uint32_t (*triangles)[3]; /* vertices, counter-clockwise as seen from outside */
} tr_mesh;

static inline int tr_mesh_vertices(int columns) { return 2 * columns + (columns / 2 - 1) * (columns + 1); }
static inline int tr_mesh_triangles(int columns) { return 2 * columns * (columns / 2 - 1); }

/* Fills the buffers: tr_mesh_vertices(columns) elements each, tr_mesh_triangles(columns) triangles. columns is
 * even, TR_MESH_LEAST … TR_MESH_MOST, and what tr_planet_facts says unless that is 0: then the planet is a
 * ball. Runs on the calling thread; any number of threads at once. Errors: TR_BAD_USAGE (columns). */
TR_API tr_status tr_planet_mesh(const tr_planet *planet, const tr_mesh *mesh, tr_error *error);

/* The rings as a profile: `width` texels of RGBA from the inner to the outer edge, sRGB and straight linear
 * alpha for a line of sight at right angles to them. Errors: TR_BAD_USAGE (no rings; width below 1). */
TR_API tr_status tr_planet_rings(const tr_planet *planet, int width, uint8_t *rgba, tr_error *error);

/* ---- files ------------------------------------------------------------------------------------------ */

typedef enum tr_file_format {
    TR_FORMAT_PNG,
    TR_FORMAT_JPG,
    TR_FORMAT_TGA,
    TR_FORMAT_HDR,
    TR_FORMAT_EXR,   /* half floats, light linear; heights and depths as floats in metres */
    TR_FORMAT_R16,   /* height and depth, without a header: 16 bits, little-endian */
    TR_FORMAT_R16BE, /* the same, big-endian */
    TR_FORMAT_R32F,  /* the same in metres: floats, little-endian */
    TR_FORMAT_KTX2,  /* for GPUs, with all levels of detail: blocks, or plain; faces of a cube in one file */
    TR_FORMAT_DDS,   /* the same */
    TR_FORMAT_COUNT
} tr_file_format;

/* Which blocks of 4 x 4 texels KTX2 and DDS have. Heights have 16 bits in any case. */
typedef enum tr_blocks {
    TR_BLOCKS_BC7, /* colours and data BC7, normals BC5 (red and green), one channel BC4 */
    TR_BLOCKS_BC1, /* BC1, with alpha BC3, else the same: half the size, for old programs */
    TR_BLOCKS_NONE /* 8 bits a channel */
} tr_blocks;

/* How much work PNG files are. The texels are the same. */
typedef enum tr_compression {
    TR_COMPRESSION_USUAL,
    TR_COMPRESSION_FAST,  /* a quarter of that work; files are mostly as large within 7 percent */
    TR_COMPRESSION_SMALL, /* many times that work; files are mostly 3 to 20 percent smaller */
    TR_COMPRESSION_COUNT
} tr_compression;

/* How maps lie in files. Faces of a cube are in the order and turned as TR_CUBE has them. */
typedef enum tr_layout {
    TR_LAYOUT_EQUIRECT,
    TR_LAYOUT_CUBE,        /* a file for each face: STEM_albedo_px.png, nx, py, ny, pz, nz */
    TR_LAYOUT_CUBE_ROW,    /* six faces beside each other */
    TR_LAYOUT_CUBE_COLUMN, /* below each other */
    TR_LAYOUT_CUBE_CROSS,  /* 4 x 3 faces: -X +Z +X -Z, +Y above +Z and -Y below it; the rest is empty */
    TR_LAYOUT_TILES,       /* a pyramid of tiles of each face: STEM/albedo/pos_x/LEVEL/X_Y.png */
    TR_LAYOUT_GEODETIC,    /* a pyramid of tiles of the equirectangular map: STEM/albedo/LEVEL/X_Y.png */
    TR_LAYOUT_COUNT
} tr_layout;

/* Part of a planet: what lies within `radius_deg` of a place, in degrees; radius 0: all of it. */
typedef struct tr_region {
    double latitude_deg, longitude_deg, radius_deg;
} tr_region;

/* How pyramids are cut, and which of their tiles are written. */
typedef struct tr_tiles {
    int size;         /* texels along a tile: 256 or 512 */
    int border;       /* texels beyond it on each side: 0, or, of a cube, 1 */
    tr_region region; /* tiles of which any part lies there */
    int shard,
        shards; /* of `shards` runs this is the one of number `shard`, from 1 on; 0 and 0: the only one */
} tr_tiles;

/* What a set can hold beside the maps; bits follow theirs. */
typedef enum tr_export_output {
    TR_EXPORT_RINGS =
        TR_MAP_COUNT, /* their profile: STEM_rings.png, width x 1, RGBA, from the inner to the outer edge */
    TR_EXPORT_MESH,   /* the planet's shape: STEM_mesh.glb */
    /* pictures that are made of the maps, for programs that want them so: */
    TR_EXPORT_OCCLUSION, /* channels of TR_MAP_ORM, each alone */
    TR_EXPORT_ROUGHNESS,
    TR_EXPORT_METAL,
    TR_EXPORT_MASKMAP, /* Unity's: metal, occlusion, 0, smoothness */
    TR_EXPORT_SEA,     /* 255 where the height is below 0 m, of a planet with a sea */
    TR_EXPORT_DEPTH,   /* 0 … 65535 is 0 m … as deep as height maps of the type go, or as this one does,
                          if that is deeper: the manifest tells it */
    TR_EXPORT_NORMAL_OBJECT, /* TR_MAP_NORMAL in the planet's frame */
    TR_EXPORT_NORMAL_DX,     /* TR_MAP_NORMAL with y to the south, as DirectX has it */
    TR_EXPORT_CLOUDS_COLOUR, /* TR_MAP_CLOUDS without its alpha, and that alone, for formats that have none */
    TR_EXPORT_CLOUDS_ALPHA,
    TR_EXPORT_WIND,  /* where air flows, of a planet whose clouds winds have drawn out: giants */
    TR_EXPORT_BIOME, /* numbers of what grows there, of a planet with a climate: the manifest has their names */
    TR_EXPORT_AIR,   /* shells round the planet in the one file of the target "gltf", of a planet with air */
    TR_EXPORT_OUTPUTS
} tr_export_output;

/* What 0 and 65535 of height maps mean. The manifest has the range in metres. */
typedef enum tr_height_range {
    TR_HEIGHT_RANGE_TYPE,  /* what planets of the type can have: height_min_m and height_max_m of the recipe */
    TR_HEIGHT_RANGE_PLANET /* what this planet has, in whole metres */
} tr_height_range;

/* What is to be written, and where. */
typedef struct tr_export_options {
    const char *directory; /* made when it is not there */
    const char *stem; /* files are DIRECTORY/STEM_albedo.png … and STEM.manifest.json; NULL: by type and seed */
    int width;        /* of equirectangular maps: even, 64 … 4194304; of a face of a cube: 16 … 1048576 */
    tr_layout layout;  /* of maps; TR_LAYOUT_EQUIRECT: the target's own. With TR_LAYOUT_CUBE a mesh is six grids
                          that have the coordinates of the faces; else it has those of equirectangular maps */
    bool exact_layout; /* TR_LAYOUT_EQUIRECT is what is meant, although the target's own is another */
    tr_tiles tiles;   /* of a layout that has them; width is that of the finest level all round then: a power of
                         two times 4 tiles of a cube, 2 tiles of a map */
    unsigned outputs; /* bits 1 << TR_MAP_… and 1 << TR_EXPORT_…; 0: all that the planet has */
    const char *target; /* what the set is for: one of `terrella list targets`, which says how files are called,
                           which formats they have, and what lies beside them; NULL: nothing in particular */
    tr_file_format format;        /* of what it can hold; the rest is PNG. Not looked at for a target */
    tr_compression compression;   /* of PNG files */
    tr_blocks blocks;             /* of KTX2 and DDS */
    bool no_mips, zstd;           /* they have no levels of detail; KTX2 is compressed by Zstandard */
    int normal_bits;              /* of a channel of normals: 8, or 16 in formats that can; 0: 8 */
    tr_height_range height_range; /* of heights and depths */
    bool flat_sea; /* the height map has 0 m where there is sea, instead of its floor; no other file changes */
    bool force;    /* files are replaced whoever wrote them */
} tr_export_options;

enum { TR_EXPORT_FILES = 256 };

enum { TR_EXPORT_KEPT = 16 };

/* Files written, in order; the manifest is the last. It is a quarter of a megabyte: much for a stack. */
typedef struct tr_export_result {
    int count;
    char paths[TR_EXPORT_FILES][1024];
    int kept; /* files of the earlier set that stay beside this one, since they were changed: the first of them
               */
    char kept_paths[TR_EXPORT_KEPT][1024];
    int settings_kept; /* import settings (.import, .meta) that stay, since the engine has changed them */
} tr_export_result;

/* Bakes and writes a texture set, as `terrella export` does, with the same bytes. A file is either the old one
 * or the whole new one; after a failure the old ones stand. Memory does not grow with the width (PNG). result
 * may be NULL. Errors: TR_BAD_USAGE (a stem that is no name, a width, a part or a layout that the
 * target lacks; a format, blocks, a layout or a compression that there is not), TR_BAD_INPUT (parts that the
 * planet lacks; every planet has a mesh; a cube of a planet that is a flat map), TR_CANNOT_WRITE (also:
 * a file is there that Terrella did not write), TR_NO_MEMORY, TR_STOPPED. */
TR_API tr_status tr_planet_export(const tr_planet *planet, const tr_export_options *options,
                                  const tr_watch *watch, tr_export_result *result, tr_error *error);

#ifdef __cplusplus
}
#endif

#endif
