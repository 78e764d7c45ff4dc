#version 330 core
// A planet, lit. Variants by #define:
//   EDGE      the ring round the disc: the limb's smooth edge, and the air beyond it
//   AIR       what the air adds and takes, from tables (air_view.frag)
//   SKY       with EDGE and AIR: the camera is in the air, of which this is the whole picture (around.vert)
//   AROUND    with AIR: and this is the ground before it
//   GLOSS     some of the surface mirrors the sun: seas, ice, metal
//   EMISSION  the surface glows
//   CLOUDS    a layer of clouds above the ground
//   ECLIPSE   other bodies may stand before the sun (shadow.frag)
//   RINGED    rings may
//   HORIZONS  mountains and craters throw shadows (horizon.frag)
//   NEAR      tiles of cube faces have ground finer than the maps
//   SHADES    with NEAR: the sun is low, and what tiles have throws shadows
//   DETAIL    the camera is so close that the ground needs grain finer than its maps
//   FINER     and finer than that
//   RELIEF    with EDGE: mountains and craters stand out at the limb
//   CORONA    with EDGE and AIR: it is a star, whose air is streamers, and prominences stand at its limb
//   SMALL     with EDGE: a disc of few pixels, each of them the mean of many lines of sight
//   MESH      a displaced planet: mesh.frag has found where its mesh is; its own normals light it
//   TILE      a part of a face of a cube as a mesh with its own maps, in three.js (bindings/javascript/three.js)
//   FAR       with SKY: the camera is out of the air, of which this is the shell, in three.js
//   BEHIND    with EDGE and AIR, in OpenGL ES: only what stays of what is there already
// Variants instead of branches, because software OpenGL runs both sides of every `if`.
//
// Positions are in planet radii in the disc's frame: x right, y up, z from the centre to the camera.

#ifdef MESH
// There is no disc: whatever else is in the disc's frame below is in view space, with the origin at the
// planet's centre.
#ifdef GL_ES
uniform sampler2D sight_map;    // four texels a pixel: WebGL 2 has no textures with several samples
#else
uniform sampler2DMS sight_map;  // see mesh.frag; where there is nothing, farther than any mesh
#endif
uniform int samples;            // of its pixels
uniform ivec2 origin;           // of that in the picture, pixels
uniform vec4 centre_plane;      // from pixels to places on the plane through the centre, scale and offset
uniform vec3 centre;            // of the planet, from the camera
uniform sampler2D slant_map;    // normals of the mesh at its vertices, by longitude and latitude
uniform sampler2D shade_map;    // how much of the sun it hides from itself (mesh_shadow.frag)
uniform float bounding_radius;            // the greatest of its radii
vec3 slant = vec3(0.0);         // the mesh's normal, in the planet's frame
#elif defined(SKY)
in vec3 direction; // of the ray
#elif defined(TILE)
in vec3 spot;             // of the ground, in the planet's frame
in vec2 tile_place;       // on its maps
uniform vec3 camera;      // in the planet's frame
uniform float tile_rows;  // its maps have as many texels for their size as a map of the planet with so many rows
uniform float tile_share; // of what is seen that is finer than maps of a whole planet
uniform mat3 tile_cloud_face;  // turns the planet's frame into that of its face: along rows, along columns, out
uniform vec4 tile_cloud_span;  // from places on the face, -1 to 1, to its map of clouds: scale, offset
uniform float tile_cloud_rows; // as tile_rows
uniform float tile_cloud_reach; // so far from its place on the ground the map has clouds, radians
#else
in vec2 place; // where the ray meets the plane through the centre (body.vert)
#endif
layout(location = 0) out vec4 colour; // premultiplied light
#if defined(AIR) && defined(EDGE)
#ifdef GL_ES
vec4 behind; // OpenGL ES blends with one colour: this is painted twice, with BEHIND first
#else
layout(location = 0, index = 1) out vec4 behind; // what stays of what is there already
#endif
#endif

uniform float camera_distance;
#ifdef SMALL
uniform int pixel_samples;             // lines of sight, down and across a pixel
const int layers = 3;          // of the air beyond the limb, for each of them
#else
const int layers = 1;
#endif
uniform float pixel;           // angle of one pixel, or the part of it that is looked at, radians
uniform mat3 map_from_disc;    // turns the disc's frame into the planet's
uniform vec3 sun_on_map;       // unit, towards the star, in the planet's frame
uniform vec3 sunlight;         // its colour
uniform float terminator;      // half the width of the line between day and night, as a sine
uniform sampler2D albedo_map, normal_map, specular_map, emission_map, clouds_map;
uniform float emission_strength;
#ifdef RELIEF
uniform sampler2D height_map;
uniform vec4 relief; // in radii above the ball: the map's 0, its range, the lowest ground there is, the highest
uniform float relief_start, relief_whole; // q at which it begins to show, and from which on all of it does
uniform float relief_level; // mip level whose texels suit the steps
uniform int relief_steps;
#endif
uniform float night_lights;    // 1: what glows are lamps, which are out by day; 0: it always glows
uniform float cloud_height;    // in radii
uniform float cloud_turn;      // how far the clouds have drifted eastward over the ground, in turns
uniform float limb_darkening;  // u of the law 1 - u (1 - mu)
#ifdef RINGED
uniform mat3 rings_from_disc;  // turns the disc's frame into that of the rings, z to the north
uniform vec3 sun_on_rings;     // unit, towards the star, in the frame of the rings
uniform float sun_angle;       // angular radius of the star
uniform sampler2D ring_map;
uniform vec2 ring_edges;       // inner and outer, in radii
#endif

uniform sampler2D air_light_map, air_through_map; // by lines of sight: what air adds, what it leaves (air_view.frag)
uniform sampler2D air_ground_map; // by the sun's height: roots of what is left of it on the ground, and of the sky
uniform float air_top;            // radius at which the air ends
uniform vec2 air_side;            // unit: to the sun's side of the disc
uniform float air_glow;           // fraction of its light that air makes itself

const float pi = 3.14159265;
const vec3 starlight = vec3(0.0013, 0.0015, 0.0018); // the night is nearly black

vec3 linear(vec3 srgb); // shadow.frag
#ifdef TILE
vec3 decoded(vec3 light) { return light; } // by the texture
#else
vec3 decoded(vec3 srgb) { return linear(srgb); }
#endif

// Where a direction lies on an equirectangular map. Near the poles acos(y) has no digits left, so the
// colatitude comes from both legs of the triangle. The angle of no direction at all is undefined: hence 1e-20.
vec2 map_place(vec3 d) {
    float across = length(d.xz);
    return vec2(atan(-d.z, d.x + 1e-20) * (0.5 / pi) + 0.5, atan(across, d.y) / pi);
}

#ifdef CLOUDS
// Where a direction lies that differs a little from d, which lies at uv: angles are turned into by their
// tangents, since arc tangents are slow in software. Right within 0.005 rad, and within 1e-5 but for the last
// degree before the poles.
vec2 map_place_near(vec2 uv, vec3 d, vec3 e) {
    float across = length(d.xz), beyond = length(e.xz);
    vec2 over = vec2(e.x * d.z - e.z * d.x, d.y * beyond - e.y * across);
    vec2 along = vec2(dot(d.xz, e.xz), across * beyond + d.y * e.y);
    vec2 tangent = over / max(along, vec2(1e-9));
    return uv + tangent / (1.0 + 0.28 * tangent * tangent) * vec2(0.5 / pi, 1.0 / pi);
}
#endif

// The ground's slope, in the planet's frame: x of the frame is east, y north, z what the texel leans away from.
mat3 ground_frame(vec3 d) {
    vec3 east = vec3(d.z, 0.0, -d.x) * inversesqrt(max(dot(d.xz, d.xz), 1e-10));
#ifdef MESH
    // on a mesh: along the surface to the east, across that, its normal
    vec3 tangent = normalize(east - d * (dot(slant, east) / dot(slant, d)));
    return mat3(tangent, cross(slant, tangent), slant);
#else
    return mat3(east, cross(d, east), d);
#endif
}

#ifdef AIR
// A place in a half of the tables of lines of sight: 0.0 for those that end on the ground, 1.0 for those that
// miss it. row: 0 … 1.
vec2 sight_place(vec3 ray, float row, float half_of_table) {
    vec2 size = vec2(textureSize(air_light_map, 0));
    float turn = dot(ray.xy, air_side) * inversesqrt(max(dot(ray.xy, ray.xy), 1e-20));
    vec2 texel = vec2(sqrt(max(0.5 - 0.5 * turn, 0.0)), row) * (size * vec2(1.0, 0.5) - 1.0) + 0.5;
    return (texel + vec2(0.0, half_of_table * 0.5 * size.y)) / size;
}

// The row of lines of sight that miss the ground.
float sky_row(float q, float c) {
#if defined(SKY) && !defined(FAR)
    float horizon = sqrt(1.0 - 1.0 / (camera_distance * camera_distance)), ratio = air_top / camera_distance;
    float last = ratio < 1.0 ? sqrt(1.0 - ratio * ratio) : -1.0;
    return sqrt(clamp((horizon - c) / (horizon - last), 0.0, 1.0));
#else
    return sqrt(clamp((q - 1.0) / (air_top - 1.0), 0.0, 1.0));
#endif
}
#endif

float sun_seen(vec3 place, float pixel); // shadow.frag

// The fraction of the sun's light that other bodies and the planet's rings leave for a place, or for the air that the
// ray has come through to it.
float sun_left(vec3 place, vec3 ray, float facing, float travelled) {
    float left = sun_seen(place, 1.5 * pixel * travelled); // on ground that leans
#ifdef RINGED
    // Where sunlight on its way to that place has crossed the plane of the rings.
    vec3 point = rings_from_disc * place;
    float climb = abs(sun_on_rings.z) > 1e-4 ? sun_on_rings.z : 1e-4, way = -point.z / climb;
    float breadth = ring_edges.y - ring_edges.x;
    vec2 crossing = point.xy + way * sun_on_rings.xy;
    float u = (length(crossing) - ring_edges.x) / breadth;
    // The star is a disc: far from the rings their shadow is soft. A low sun squeezes all of it into a few
    // pixels.
    float soft = max(2.0 * sun_angle * abs(way), 2.0 * pixel * travelled / abs(climb)) / breadth;
#if defined(AIR) && defined(EDGE)
    // Most of the air lies within a seventh of its height. At the limb a ray goes far through it, across many
    // beams that have come between ringlets.
    vec3 along = rings_from_disc * ray;
    float air = air_top - 1.0, length_in_air = min(air / (7.0 * facing), 1.1 * sqrt(air));
    float across = dot(crossing, along.xy - along.z / climb * sun_on_rings.xy) * inversesqrt(max(dot(crossing, crossing), 1e-20));
    soft = max(soft, length_in_air * abs(across) / breadth);
#endif
    float alpha = textureLod(ring_map, vec2(u, 0.5), log2(max(soft * float(textureSize(ring_map, 0).x), 1.0))).a;
    float within = clamp(0.5 + u / soft, 0.0, 1.0) * clamp(0.5 + (1.0 - u) / soft, 0.0, 1.0) * step(0.0, way);
    left *= 1.0 - within * (1.0 - pow(1.0 - 0.97 * alpha, 1.0 / (0.4 + 0.6 * abs(climb))));
#endif
    return left;
}

// The light of dust, of which all ground without air is made: a mix of Lambert's law and that of Lommel and
// Seeliger, whose limb is as bright as the middle (McEwen, "Photometric functions for photoclinometry and other
// applications", Icarus 92, 1991). Its share falls from 1, where the sun stands behind the viewer, as that of
// the Moon does (half of 1 plus the cosine, cubed, is within 0.07 of McEwen's cubic); and bright ground, which
// scatters light many times, follows Lambert: so no ground sends back more than it gets. Slopes come in through
// `light`, n.l with the mapped normal; the denominators are those of level ground, or craters would vanish.
vec3 dust_light(vec3 albedo, float light, float level, float facing, float behind) {
    float full = 0.5 + 0.5 * behind;
    vec3 fraction = (full * full * full) * (1.0 - albedo) * (1.0 - albedo);
    float dust = min(2.0 * light / (max(level, 0.0) + facing + 0.02), 1.5); // slopes at the horns would sparkle
    return albedo * mix(vec3(light), vec3(dust), fraction);
}

#ifdef HORIZONS
uniform sampler2DArray horizon_map; // roots of the horizon's sine, four directions a layer

// Whether the sun stands above the horizon of a place, between the two of the sixteen directions that are nearest.
// A high horizon is that of near ground, of which a texel has several heights.
// steep: how steep hills are beside those that the horizons are of.
float sun_above_hills(vec2 uv, float lod, mat3 frame, float level, float steep) {
    vec2 towards = vec2(dot(frame[0], sun_on_map), dot(frame[1], sun_on_map));
    float part = towards.y / max(abs(towards.x) + abs(towards.y), 1e-9); // as in horizon.frag
    float turn = 4.0 * (towards.x < 0.0 ? 2.0 - part : part + 4.0), before = floor(turn), fraction = turn - before;
    ivec2 side = ivec2(before, before + 1.0);
    vec4 of_first = step(abs(vec4(0, 1, 2, 3) - float(side.x & 3)), vec4(0.5));
    vec4 of_second = step(abs(vec4(0, 1, 2, 3) - float(side.y & 3)), vec4(0.5));
    float finer = lod + log2(float(textureSize(horizon_map, 0).y) / float(textureSize(albedo_map, 0).y));
    float first = dot(textureLod(horizon_map, vec3(uv, float(side.x >> 2 & 3)), finer), of_first);
    float second = dot(textureLod(horizon_map, vec3(uv, float(side.y >> 2 & 3)), finer), of_second);
    float root = mix(first, second, fraction), horizon = steep * root * root;
    return mix(smoothstep(horizon - 0.012 - 0.3 * horizon, horizon, level), 1.0, 0.012); // what lit hills send
}
#endif

#ifdef GLOSS
// The sun mirrored by ground of some roughness, times pi, with the visibility of Smith in Hammon's form ("PBR Diffuse
// Lighting for GGX+Smith Microsurfaces", GDC 2017) and Schlick's Fresnel term, which is left in `fresnel` for what the
// mirror takes from the ground below it. Slopes of waves are distributed nearly normally, with some more that are steep
// (Cox and Munk, "Measurement of the Roughness of the Sea Surface from Photographs of the Sun's Glitter", 1954), as
// Student has it (Ribardière et al., "STD: Student's t-Distribution of Slopes for Microfacet Based BSDFs", 2017, gamma
// 4); GGX is that of gamma 2, whose glints have halos. No sea is calm all over a texel: 1 m/s.
vec3 sun_mirrored(vec3 n, vec3 view, float light, vec3 head_on, float roughness, out vec3 fresnel) {
    vec3 between = sun_on_map + view, h = between * inversesqrt(max(dot(between, between), 1e-12));
    float a2 = max(roughness * roughness * roughness * roughness, 0.008);
    float nh = max(dot(n, h), 0.02), away = 1.0 - max(dot(sun_on_map, h), 0.0), nv = max(dot(n, view), 0.02);
    float d = nh * nh + (1.0 - nh * nh) / (3.0 * a2); // nh^2 (1 + slope^2 / 3 a2)
    fresnel = head_on + (1.0 - head_on) * (away * away * away * away * away);
    float visible = 0.5 / max(mix(2.0 * light * nv, light + nv, sqrt(a2)), 1e-3);
    return fresnel * (nh * nh * nh * nh / (a2 * d * d * d * d) * visible * light);
}
#endif

#ifdef DETAIL
uniform sampler3D detail_map; // see ground_detail.h
uniform vec2 detail_tiles;    // tiles per radius, of a coarse and a fine copy
uniform float detail_waves;   // in a tile: where a pixel spans one of them, the copy begins to show

// Slopes and brightness of ground too fine for its maps, by noise in space (Peachey, "Solid Texturing of
// Complex Surfaces", SIGGRAPH 1985), 1 for four standard deviations. A copy fades in where a pixel begins to
// show its waves.
vec4 detail_copy(vec3 place, float waves) {
    float seen = clamp(-log2(waves), 0.0, 1.0);
    return (textureLod(detail_map, place, 0.0) * (255.0 / 127.0) - 128.0 / 127.0) * seen;
}

vec4 ground_detail(vec3 d, float footprint) {
    vec2 waves = detail_waves * footprint * detail_tiles; // in a pixel
    vec4 detail = detail_copy(d * detail_tiles.x, waves.x);
#ifdef FINER
    // What is low lies under sand.
    detail += detail_copy(d.yzx * detail_tiles.y, waves.y).zxyw * clamp(1.0 + 2.0 * detail.w, 0.3, 1.6);
#endif
    return detail;
}
#endif

#ifdef NEAR
#ifdef GL_ES
precision highp usampler2DArray;
#endif
uniform usampler2DArray near_pages; // a table for each set, level and face: the first of a tile's pictures, its place
uniform sampler2DArray near_texels; // its pictures
uniform vec4 near_levels;           // as fine as the maps, the finest; how much coarser than pixels; how many
uniform vec3 near_relief;           // how many times steeper than nature the maps' normals are; of heights: range, radii; sea level
#ifdef SHADES
uniform int near_shades;            // steps towards the sun
uniform vec2 near_low;              // where it is low, as a sine: from all shadows to none
uniform float near_stride;          // how much longer than the one before each of them is
#endif
uniform vec2 near_drift;            // cosine and sine of how far the clouds have drifted
const float near_tile = 256.0, near_border = 1.0;
const float near_clouds = 1.0; // the set, else that of the ground
#ifdef GLOSS
const float near_emission = 3.0; // which picture of a tile
#else
const float near_emission = 2.0;
#endif

// Where a direction lies in tiles of two levels, and how much of them it shows, and of the map.
struct near_place {
    vec3 coarse, fine;
    vec3 fractions;  // of the map, the coarser tile, the finer one
    vec4 heights; // the lowest height and the range of the coarser tile, and of the finer one
};

// At which level a texel is a pixel (tr_near_level). cosine: of the angle from the point under the camera.
float near_level(float cosine) {
    float drop = 1.0 - cosine, high = camera_distance - 1.0;
    float way = sqrt(high * high + 2.0 * camera_distance * drop), slant = (high - camera_distance * drop) / way;
    float aslant = max(slant, sqrt(0.5 * way * pixel)), span = way * pixel / aslant * max(sqrt(aslant), 0.5);
    return clamp(log2(2.0 / near_tile / span) - near_levels.z, near_levels.x, near_levels.y);
}

// Where a place on a face lies in its tile of a level, or in one that this lies in: column, row, and the tile's
// first picture, -1 without one. shares: how much of it is seen as the coarser one of two, and as the finer.
// heights: the lowest in it, their range, and how long a texel is, of the face.
vec3 near_in_tile(float face, vec2 place, float level, float set, out vec2 fractions, out vec3 heights) {
    float tiles = float(1 << int(level)); // exp2 need not be exact
    vec2 scaled = place * tiles, tile = clamp(floor(scaled), 0.0, tiles - 1.0);
    uvec4 page = texelFetch(near_pages, ivec3(ivec2(tile) & 63, int((set * near_levels.w + level) * 6.0 + face)), 0);
    float up = 1.0 / float(1u << (page.w >> 12u));
    fractions = vec2(page.w >> 6u & 63u, page.w & 63u) / 63.0;
    heights = vec3(vec2(page.z >> 16u, page.z & 65535u) / 65535.0, 1.0 / (near_tile * tiles * up));
    if (page.x == 0u || uvec2(tile) != uvec2(page.y >> 16u, page.y & 65535u))
        return vec3(0.0, 0.0, -1.0);
    vec2 within = scaled * up - floor(tile * up);
    return vec3((within * near_tile + near_border) / (near_tile + 2.0 * near_border), float(page.x) - 1.0);
}

// The face that a direction lies on, as OpenGL has them for cube maps, and where on it.
float near_face(vec3 d, out vec2 place) {
    vec3 size = abs(d);
    vec3 major = size.x >= size.y && size.x >= size.z ? vec3(0.0, d.x, size.x)
                 : size.y >= size.z                   ? vec3(2.0, d.y, size.y)
                                                      : vec3(4.0, d.z, size.z);
    float back = step(major.y, 0.0), side = 1.0 - 2.0 * back;
    place = major.x == 0.0   ? vec2(-side * d.z, -d.y)
            : major.x == 2.0 ? vec2(d.x, side * d.z)
                             : vec2(side * d.x, -d.y);
    place = 0.5 + 0.5 * place / major.z;
    return major.x + back;
}

near_place near_find(vec3 d, float level, float set) {
    vec2 place;
    float face = near_face(d, place);
    float upper = max(ceil(level), near_levels.x + 1.0);
    near_place at;
    vec2 of_fine, of_coarse = vec2(0.0);
    vec3 heights_of_fine, heights_of_coarse = vec3(0.0);
    at.fine = near_in_tile(face, place, upper, set, of_fine, heights_of_fine);
    at.coarse = vec3(0.0, 0.0, -1.0);
    if (upper - 1.0 > near_levels.x)
        at.coarse = near_in_tile(face, place, upper - 1.0, set, of_coarse, heights_of_coarse);
    at.heights = vec4(heights_of_coarse.xy, heights_of_fine.xy);
    // Levels mix in the middle half of the way from one to the next (near_mixed in near.c).
    at.fractions.z = step(0.0, at.fine.z) * clamp(2.0 * (level - upper) + 1.5, 0.0, 1.0) * of_fine.y;
    at.fractions.y = step(0.0, at.coarse.z) * (1.0 - at.fractions.z) * of_coarse.x;
    at.fractions.x = 1.0 - at.fractions.y - at.fractions.z;
    return at;
}

// What a map has, made finer.
vec4 near_sharpen(vec4 of_map, near_place at, float picture) {
    return at.fractions.x * of_map +
           at.fractions.y * textureLod(near_texels, at.coarse + vec3(0.0, 0.0, picture), 0.0) +
           at.fractions.z * textureLod(near_texels, at.fine + vec3(0.0, 0.0, picture), 0.0);
}

// The height that the map has, of its range, made finer, by the upper of two bytes.
float near_height(float of_map, near_place at) {
    vec2 upper = vec2(textureLod(near_texels, at.coarse, 0.0).a, textureLod(near_texels, at.fine, 0.0).a);
    return dot(at.fractions, vec3(of_map, at.heights.xz + at.heights.yw * (upper * 65280.0 + 127.5) / 65535.0));
}

// The same for walks: of the nearest texel of one of the two levels, by both bytes; of the tile alone. there: 1 where
// there is one; shown: how much of it is seen. place: of d, and middle: of that texel, on the face.
float near_texel(vec3 d, float level, out float there, out float shown, out vec2 place, out vec2 middle) {
    vec2 fractions;
    vec3 heights;
    float face = near_face(d, place), nearest = floor(level + 0.5), finer = step(near_levels.x + 0.5, nearest);
    vec3 at = near_in_tile(face, place, max(nearest, near_levels.x + 1.0), 0.0, fractions, heights);
    vec2 texels = at.xy * (near_tile + 2.0 * near_border), texel = floor(texels);
    ivec3 pick = ivec3(texel, max(at.z, 0.0));
    vec2 bytes = vec2(texelFetch(near_texels, pick, 0).a, texelFetch(near_texels, pick + ivec3(0, 0, 1), 0).a);
    there = finer * step(0.0, at.z);
    shown = there * fractions.y;
    middle = place + there * heights.z * (texel + 0.5 - texels);
    return heights.x + heights.y * dot(bytes, vec2(65280.0, 255.0)) / 65535.0;
}

// As much of it as is seen, over what the map has.
float near_step(float of_map, vec3 d, float level) {
    float there, shown;
    vec2 place, middle;
    float of_tile = near_texel(d, level, there, shown, place, middle);
    return mix(of_map, of_tile, shown);
}

// How much steeper than nature the normals of a level are, beside those of a map (slope_scale in normals.c).
float near_steepness(float level) {
    float fraction = min(exp2(0.25 * (3.0 - level)), 1.0);
    return near_relief.x > 1.0 ? (1.0 + (near_relief.x - 1.0) * fraction) / near_relief.x : 1.0;
}

#ifdef SHADES
// Whether the sun stands above the hills that tiles have: a walk towards it, with longer and longer steps, as in
// horizon.frag, which knows what is farther away. Tiles that fade in throw theirs at once: half a hill over none would
// be a step. The sea is level, and its floor throws none.
float sun_above_tiles(vec3 d, float fine, float level, float steep) {
    vec2 from, from_middle, to, to_middle;
    float has, seen, here = max(near_texel(d, fine, has, seen, from, from_middle), near_relief.z), hills = has;
    float way = 4.0 * 1.6 / near_tile * exp2(-fine); // four texels
    vec3 towards = (sun_on_map - d * level) * inversesqrt(max(1.0 - level * level, 1e-6));
    float highest = 0.0; // rise for each way along the ground
    float sun = level * inversesqrt(max(1.0 - level * level, 1e-6));
    int i = 0;
    do {
        float there = max(near_texel(d + towards * way, fine, has, seen, to, to_middle), near_relief.z);
        there = mix(here, there, has);
        // As far as their texels lie apart, or slopes would have shadows in steps.
        vec2 along = to - from;
        float apart = way * max(dot(to_middle - from_middle, along) / max(dot(along, along), 1e-20), 0.5);
        highest = max(highest, ((there - here) * near_relief.y * steep - 0.5 * way * way) / apart);
        way *= near_stride;
    } while (++i < near_shades && level < near_low.y && sun > 0.5 * highest - 0.01);
    return mix(1.0, smoothstep(0.5 * highest - 0.01, highest, sun), hills);
}
#endif

#ifdef CLOUDS
vec4 near_cloud(vec4 of_map, vec3 d, float level) {
    vec3 under = vec3(near_drift.x * d.x - near_drift.y * d.z, d.y, near_drift.x * d.z + near_drift.y * d.x);
    return near_sharpen(of_map, near_find(under, level, near_clouds), 0.0);
}
#endif
#endif

#if defined(TILE) && defined(CLOUDS)
// Clouds at a place e near d.
vec2 tile_cloud_place(vec3 d) {
    vec3 on_face = tile_cloud_face * d;
    return on_face.xy / on_face.z * tile_cloud_span.xy + tile_cloud_span.zw;
}

// At the edges of a face the map has a narrow margin. Towards it clouds move less far aside, so they look up to twice as long.
vec4 tile_cloud(vec3 d, vec3 e, float footprint) {
    vec3 away = e - d * dot(e, d);
    vec2 under = tile_cloud_place(d);
    vec2 aside = tile_cloud_place(d + away * min(tile_cloud_reach * inversesqrt(max(dot(away, away), 1e-20)), 1.0)) - under;
    vec2 room = mix(under, 1.0 - under, step(0.0, aside)) / max(abs(aside), 1e-6);
    return textureLod(clouds_map, under + aside * min(0.5 * min(room.x, room.y), 1.0), log2(footprint * tile_cloud_rows / pi));
}
#endif

float overcast = 0.0; // how much of the ground under a line of sight clouds cover

// What the ground and the clouds over it send to the camera, without the air between. ray: from the camera;
// left: the fraction of the sun's light that shadows from above leave.
vec3 ground_light(vec3 up, vec3 ray, float facing, float travelled, float left) {
    vec3 d = map_from_disc * up, view = -(map_from_disc * ray);
#ifdef TILE
    vec2 uv = tile_place;
    float rows = tile_rows;
#else
    vec2 uv = map_place(d);
    float rows = float(textureSize(albedo_map, 0).y);
#endif
    mat3 frame = ground_frame(d);
    // The footprint of a pixel as an arc on the ground, not as a span of u: so there is no line where u wraps
    // and no blur where the meridians meet. At the limb a pixel sees as much ground as lies between the horizon
    // and a line of sight that passes a pixel lower.
    float footprint = travelled * pixel / max(facing, sqrt(0.5 * travelled * pixel));
    facing = max(facing, 0.02);
#ifdef TILE
    footprint *= mix(1.0, max(sqrt(facing), 0.5), tile_share); // as in near_level()
#endif
    float lod = log2(footprint * rows / pi);
    vec4 albedo_texel = textureLod(albedo_map, uv, lod), normal_texel = textureLod(normal_map, uv, lod);
#ifdef NEAR
    float fine = near_level(up.z);
    near_place spot = near_find(d, fine, 0.0);
    albedo_texel = near_sharpen(albedo_texel, spot, 0.0);
    normal_texel = near_sharpen(normal_texel, spot, 1.0);
#endif
    vec3 albedo = decoded(albedo_texel.rgb);
    // The normal is not normalised, so that where many slopes fall into one texel their light is averaged; 128
    // is exactly level.
    vec3 n = frame * ((normal_texel.rgb * 255.0 - 128.0) / 127.0);
#ifdef GLOSS
    vec4 specular = textureLod(specular_map, uv, lod); // see tr_textures_upload
#ifdef NEAR
    specular = near_sharpen(specular, spot, 2.0);
#endif
    float mirror = specular.r;
#else
    const float mirror = 0.0;
#endif
#ifdef DETAIL
    // No grain on seas, little on plains, most on steep slopes; wind and rain wear it down.
#ifdef AIR
    const float grain = 0.6;
#else
    const float grain = 0.9;
#endif
    vec3 slope = n - frame[2] * dot(n, frame[2]);
    vec4 detail = ground_detail(d, footprint) * (grain * (1.0 - mirror) * clamp(0.5 + dot(slope, slope), 0.0, 1.0));
#ifdef NEAR
    detail *= spot.fractions.x;
#endif
    n -= detail.xyz - frame[2] * dot(detail.xyz, frame[2]);
    albedo *= 1.0 + 0.6 * detail.w;
#endif
    float level = dot(frame[2], sun_on_map);
    // Of slopes that differ by so much that their mean is that short some face the sun where the mean does not:
    // the mean of the positive part of a normal distribution, nearly.
    float lean = dot(n, sun_on_map), spread = max(0.3 - 0.31 * dot(n, n), 0.0);
#ifdef NEAR
    float steep = mix(near_steepness(fine), 1.0, spot.fractions.x), tile_share = 1.0 - spot.fractions.x;
#else
    const float steep = 1.0;
#endif
#if defined(NEAR) || defined(TILE)
    // Slopes of tiles are steeper than nature: where the sun grazes them, half of all would be black. That is for shadows.
    float grazed = 0.8 * max(level, 0.0) * (1.0 - smoothstep(0.3, 1.0, level)) * tile_share;
    float light = 0.5 * (lean + sqrt(lean * lean + spread + grazed * grazed)) /
                  (0.5 + 0.5 * sqrt(1.0 + grazed * grazed / max(level * level, 1e-6)));
#else
    float light = 0.5 * (lean + sqrt(lean * lean + spread));
#endif
#ifdef AIR
    float dawn = smoothstep(-terminator, terminator, level);
#else
    // Hills throw shadows over each other where the sun is low; without, slopes would shine up to a sharp line.
    float dawn = smoothstep(-terminator, terminator + 0.08, level);
#endif
#ifdef AIR
    float columns = float(textureSize(air_ground_map, 0).x);
    float column = ((0.5 + 0.625 * level / (abs(level) + 0.25)) * (columns - 1.0) + 0.5) / columns;
    vec3 root_of_sun = textureLod(air_ground_map, vec2(column, 0.25), 0.0).rgb;
    vec3 root_of_sky = textureLod(air_ground_map, vec2(column, 0.75), 0.0).rgb;
    vec3 sunshine = sunlight * root_of_sun * root_of_sun * dawn, sky = sunlight * root_of_sky * root_of_sky;
#else
    vec3 sunshine = sunlight * dawn;
    const vec3 sky = vec3(0.0);
#endif
    sunshine *= left;
    vec3 ambient = sky * left + starlight;
#ifdef CLOUDS
    // Where the line of sight goes through the clouds, and where the sunbeam to this place does.
#ifndef TILE
    vec2 drift = vec2(cloud_turn, 0.0);
#endif
    float slant = max(-dot(up, ray), 0.0), rise = cloud_height * (2.0 + cloud_height);
    vec3 seen = d + view * (rise / (sqrt(slant * slant + rise) + slant + 1e-6)); // where it meets the clouds' ball
    // A shadow that falls within the texel that throws it is none.
#ifdef TILE
    float texel = pi / tile_cloud_rows;
#else
    float texel = pi / float(textureSize(clouds_map, 0).y);
#endif
#ifdef NEAR
    texel *= exp2(near_levels.x - fine);
#endif
    float shadow_way = max(cloud_height / max(level, 0.15), 2.0 * max(footprint, texel));
    vec3 shading = d + (sun_on_map - d * level) * shadow_way;
#ifdef TILE
    vec4 cloud = tile_cloud(d, seen, footprint), nearer = tile_cloud(d, shading, footprint);
#else
    vec4 cloud = textureLod(clouds_map, map_place(seen) - drift, lod);
    vec4 nearer = textureLod(clouds_map, map_place_near(uv, d, shading) - drift, lod); // to the sun
#endif
#ifdef NEAR
    cloud = near_cloud(cloud, seen, fine);
    nearer = near_cloud(nearer, shading, fine);
#endif
    float shade = nearer.a;
    vec3 ground_sunshine = sunshine * (1.0 - 0.85 * shade);
#else
    vec3 ground_sunshine = sunshine;
#endif
#ifdef HORIZONS
    ground_sunshine *= sun_above_hills(uv, lod, frame, level, steep);
#endif
#ifdef SHADES
    ground_sunshine *= mix(sun_above_tiles(d, fine, level, steep), 1.0, max(spot.fractions.x, smoothstep(near_low.x, near_low.y, level)));
#endif
#ifdef AIR
    vec3 diffuse = albedo * light;
#else
    vec3 diffuse = dust_light(albedo, light, level, facing, dot(sun_on_map, view));
#endif
    vec3 ground = ground_sunshine * diffuse + ambient * albedo;
#ifdef GLOSS
    float roughness = specular.g / max(specular.r, 1.0 / 255.0), metal = specular.b;
    // What is as smooth as water lies level: the slopes that its texels have are those of the shore.
    vec3 normal = normalize(mix(frame[2], n, clamp(4.0 * roughness - 1.0, 0.0, 1.0)));
    vec3 head_on = mix(vec3(0.02), albedo, metal), fresnel; // water and ice
    float glancing = 1.0 - facing, glancing2 = glancing * glancing;
    vec3 glint = sun_mirrored(normal, view, max(dot(normal, sun_on_map), 0.0), head_on, roughness, fresnel);
    vec3 sky_fresnel = head_on + (1.0 - head_on) * (glancing2 * glancing2 * glancing * (1.0 - roughness));
    ground = (ground_sunshine * diffuse * (1.0 - mirror * max(fresnel, sky_fresnel)) +
              ambient * albedo * (1.0 - mirror * sky_fresnel)) * (1.0 - metal);
    // The mirrored sun is paler than its light on the ground: the brightest of the waves are white on any film.
    vec3 flash = mix(ground_sunshine, vec3(dot(ground_sunshine, vec3(0.3333))), 0.6 * (1.0 - metal));
    ground += mirror * (flash * glint + ambient * sky_fresnel);
#endif
#ifdef EMISSION
    // One looks less deep into a star's hot gas at its limb (Milne 1921's grey atmosphere: u = 0.6), and short
    // waves tell cooler gas better than long ones: the limb is redder.
    vec3 darker = min(limb_darkening * vec3(0.86, 1.0, 1.14), 1.0);
    vec3 glow = emission_strength * (1.0 - darker * (1.0 - facing));
    glow *= 1.0 - night_lights * smoothstep(-0.12, 0.1, level);
    ground *= step(limb_darkening, 0.0); // the gas of a star sends no other's light back
    vec4 emission_texel = textureLod(emission_map, uv, lod);
#ifdef NEAR
    emission_texel = near_sharpen(emission_texel, spot, near_emission);
#endif
    ground += decoded(emission_texel.rgb) * glow;
#endif
#ifdef CLOUDS
    // Thick cloud scatters light through many times: it is bright a little beyond the terminator, its edge on
    // the side of the sun is brighter than the other, and what is thin shines where the sun stands behind it,
    // since droplets scatter forward.
    float thick = cloud.a * cloud.g * cloud.g, climb = thick - shade * nearer.g * nearer.g;
    float relief = clamp(0.74 + 0.26 * thick + climb * (0.8 + 0.6 / (1.0 + 4.0 * max(level, 0.0))), 0.45, 1.2);
    float ahead = max(-dot(sun_on_map, view), 0.0), ahead2 = ahead * ahead;
    float silver = 1.5 * ahead2 * ahead2 * (1.0 - cloud.a);
#ifdef AIR
    // Half of the air lies below them; so does the horizon, and they glow when the sun has set on the ground: in
    // its last colours, rose with the blue of the sky above.
    vec3 low = mix(vec3(1.3, 1.2, 1.4) * root_of_sun, vec3(1.0), smoothstep(0.0, 0.35, level));
    sunshine = sunlight * root_of_sun * low * (left * smoothstep(-0.12, 0.03, level));
    overcast = cloud.a * facing; // near the limb the way to them is long, too
#endif
    float scattered = max(0.72 * level + 0.125, 0.0) * (relief + silver);
    ground = mix(ground, linear(cloud.rgb) * (sunshine * scattered + ambient), cloud.a);
#endif
    return ground;
}

#ifdef RELIEF
// How deep below the ground the line of sight is, `way` along it from the place that is nearest to the centre; where
// there are tiles, by their nearest texels.
float ground_depth(vec3 nearest, vec3 ray, float way, float shown) {
    vec3 place = nearest + way * ray, d = map_from_disc * place;
    float high = length(place), height = textureLod(height_map, map_place(d), relief_level).r;
#ifdef NEAR
    height = near_step(height, d, near_level(place.z / high));
#endif
    return 1.0 + shown * clamp(relief.x + relief.y * height, relief.z, relief.w) - high;
}

#ifdef NEAR
// The same by tiles of two levels, mixed as those that it shows, and not by their nearest texels.
float near_depth(vec3 nearest, vec3 ray, float way, float shown) {
    vec3 place = nearest + way * ray, d = map_from_disc * place;
    float high = length(place), height = textureLod(height_map, map_place(d), relief_level).r;
    height = near_height(height, near_find(d, near_level(place.z / high), 0.0));
    return 1.0 + shown * clamp(relief.x + relief.y * height, relief.z, relief.w) - high;
}
#endif

// Where a line of sight that passes the centre at q meets ground with mountains; and how deep below ground it
// comes at most, and the sine of the angle that it meets it at. A walk through the shell between the lowest and
// the highest ground, on texels as long as its steps, so that no ridge is stepped over. The place is where the
// line between the last step above ground and the first below crosses it (Tatarchuk, "Dynamic Parallax
// Occlusion Mapping", 2006), made better by Newton's step, or its steps would show as terraces. Towards the
// inner edge of the ring all relief sinks into the ball, which is all that the disc within shows.
float meet_ground(vec3 nearest, vec3 ray, float q, float limb_pixel, out float deepest, out float facing) {
    float inner = 1.0 + min(relief.z, 0.0), outer = 1.0 + relief.w;
    float end = sqrt(max(outer * outer - q * q, 0.0)), bottom = -sqrt(max(inner * inner - q * q, 0.0));
    float start = max(-end, camera_distance * min(ray.z, 0.0)); // the camera may be among mountains
    float stride = max((q < inner ? bottom : end) - start, 1e-6) / float(relief_steps - 1);
    float shown = smoothstep(relief_start, relief_whole, q);
    float way = start, above = 1.0, slope = 0.0;
    bool met = false;
    deepest = -1.0;
    // No farther than to ground that covers all of the pixel. A loop that looks at its end whether it goes on takes
    // OpenGL in software one turn less.
    float enough = q < inner - 0.5 * limb_pixel ? 0.0 : 0.5 * limb_pixel;
    int i = 0;
    do {
        float t = start + stride * float(i), depth = ground_depth(nearest, ray, t, shown);
        bool under = depth > 0.0 || (q < inner && i + 1 == relief_steps); // no ground is lower
        if (!met) {
            way = under ? t - stride * depth / max(depth + above, 1e-9) : depth > deepest ? t : way;
            slope = depth + above;
        }
        met = met || under;
        above = -depth;
        deepest = max(deepest, depth);
    } while (++i < relief_steps && deepest <= enough);
    deepest = max(deepest, inner - q);
#ifdef NEAR
    slope = met ? max(slope / stride, 0.0) : 0.0;
    float depth = near_depth(nearest, ray, way, shown);
#else
    float before = ground_depth(nearest, ray, way - 0.5 * stride, shown);
    float after = ground_depth(nearest, ray, way + 0.5 * stride, shown);
    slope = max((after - before) / stride, 0.0);
    float depth = ground_depth(nearest, ray, way, shown);
#endif
    facing = clamp(slope, 0.003, 1.0);
    float step_back = depth * slope / max(facing * facing, 1e-3); // none on a crest
    return way - (met ? clamp(step_back, -0.5 * stride, 0.5 * stride) : 0.0);
}
#endif

#ifdef CORONA
const int prominences = 5;
uniform vec4 prominence_axes[prominences]; // see corona.h
uniform vec3 prominence_feet[prominences]; // place and strength
uniform vec3 corona_place;                 // where in the noise it lies

float corner(ivec3 p) { // Bob Jenkins' mixing, shortened
    uint h = uint(p.x) * 0x8da6b343u ^ uint(p.y) * 0xd8163841u ^ uint(p.z) * 0xcb1ab31fu;
    h = (h ^ (h >> 15)) * 0x2c1b3c6du;
    h = (h ^ (h >> 12)) * 0x297a2d39u;
    return float(h >> 8) * (1.0 / 16777216.0);
}

// Value noise, 0 … 1.
float noise(vec3 p) {
    ivec3 c = ivec3(floor(p));
    vec3 t = fract(p), f = t * t * (3.0 - 2.0 * t);
    vec2 near = mix(vec2(corner(c), corner(c + ivec3(0, 1, 0))),
                    vec2(corner(c + ivec3(1, 0, 0)), corner(c + ivec3(1, 1, 0))), f.x);
    vec2 far = mix(vec2(corner(c + ivec3(0, 0, 1)), corner(c + ivec3(0, 1, 1))),
                   vec2(corner(c + ivec3(1, 0, 1)), corner(c + ivec3(1, 1, 1))), f.x);
    vec2 both = mix(near, far, f.z);
    return mix(both.x, both.y, f.y);
}

// How much brighter than even air the corona is over the place d of the limb: streamers, long near the equator and
// bent towards it, short plumes at the poles (Koutchmy and Livshits, "Coronal streamers", Space Sci. Rev. 61, 1992).
float corona(vec3 d, float high) {
    vec3 e = vec3(d.x, d.y * (1.0 + 0.5 * high), d.z) + corona_place;
    float equator = exp(-3.0 * d.y * d.y);
    float broad = noise(2.1 * e + 7.0), middle = noise(5.7 * e + 31.0), fine = noise(19.0 * e);
    float plume = noise(61.0 * e);
    float stream = smoothstep(0.3, 0.85, 0.55 * broad + 0.45 * middle);
    float bounding_radius = mix(9.0, -3.5, stream * (0.25 + 0.75 * equator));
    float uneven = (0.1 + 2.2 * broad * middle * middle + 0.7 * equator * stream) * (0.6 + 0.8 * fine);
    return 3.0 * uneven * (0.75 + 0.5 * plume) * exp(-high * bounding_radius);
}

// Gas that hangs over the limb: sheets of thin threads that bend over between two feet, one of them brighter, and the
// lawn of spicules that they stand in.
float prominence_light(vec2 sight, float high, vec3 d) {
    float fuzz = noise(160.0 * d) * noise(57.0 * d + 3.0);
    float light = 0.3 * exp(-high / (0.002 + 0.006 * fuzz));
    vec2 shake = vec2(noise(vec3(31.0 * sight, 1.0)), noise(vec3(31.0 * sight, 5.0))) - 0.5;
    for (int i = 0; i < prominences; i++) {
        vec2 away = sight - prominence_feet[i].xy;
        vec2 place = vec2(dot(prominence_axes[i].xy, away), dot(prominence_axes[i].zw, away)) + 0.22 * shake;
        float r = length(place), turn = atan(place.y, place.x + 1e-6), own = 7.0 * prominence_feet[i].x;
        float fine = 0.6 * noise(vec3(2.2 * turn, 17.0 * r, own)) + 0.4 * noise(vec3(4.0 * turn, 43.0 * r, own + 9.0));
        float torn = noise(vec3(1.7 * place, own + 3.0)), legs = 0.55 + 0.45 * cos(2.0 * turn) + 0.6 * place.x;
        float sheet = smoothstep(0.2, 0.6, r) * smoothstep(1.25, 0.7, r);
        float threads = smoothstep(0.35, 0.95, fine) * smoothstep(0.2, 0.75, torn) * max(legs, 0.12);
        light += prominence_feet[i].z * 0.75 * sheet * threads * smoothstep(-0.4, 0.0, place.y);
    }
    return light;
}
#endif

#ifdef MESH
void main() {
    // A pixel on an edge shows what is nearest to the camera, as much of it as there is anything.
    float nearer = -bounding_radius, cover = 0.0;
    for (int i = 0; i < samples; i++) {
#ifdef GL_ES
        float sight = texelFetch(sight_map, (ivec2(gl_FragCoord.xy) - origin) * 2 + ivec2(i & 1, i >> 1), 0).r;
#else
        float sight = texelFetch(sight_map, ivec2(gl_FragCoord.xy) - origin, i).r;
#endif
        nearer = max(nearer, sight);
        cover += step(-bounding_radius, sight);
    }
    cover /= float(samples);
    // The line of sight meets the plane through the centre there, and has come so far from it.
    vec2 place = gl_FragCoord.xy * centre_plane.xy + centre_plane.zw;
    vec3 ray = vec3(place + centre.xy, centre.z) / centre.z; // to the camera, 1 along the axis of view
    vec3 spot = vec3(place, 0.0) + nearer * ray, seen = spot + centre;
    float travelled = length(seen);
    vec3 up = normalize(spot), d = map_from_disc * up;
    vec2 size = vec2(textureSize(slant_map, 0)), uv = map_place(d);
    vec2 grid = uv * vec2(size.x, size.y - 1.0) + 0.5;
    slant = normalize(textureLod(slant_map, grid / size, 0.0).rgb);
    float facing = max(-dot(slant, map_from_disc * seen) / travelled, 0.02);
    float left = sun_left(spot, seen / travelled, 1.0, travelled) * smoothstep(0.0, 1.0, textureLod(shade_map, uv, 0.0).r);
    vec3 light = ground_light(up, seen / travelled, facing, travelled, left);
    colour = vec4(min(light, 64.0), 1.0) * cover;
}
#else
#ifdef EDGE
// Who exposes for lit air sees no stars behind it, only the sun: around it all stays as it is.
float stars_left(vec3 glow, vec3 ray) {
    float lit = 6.0 * dot(glow, vec3(0.3333));
    return mix(1.0 / (1.0 + lit * lit), 1.0, smoothstep(0.97, 0.995, dot(map_from_disc * ray, sun_on_map)));
}
#endif

#ifdef SKY
void main() {
    vec3 ray = normalize(direction);
    float c = -ray.z, across2 = dot(ray.xy, ray.xy), q = camera_distance * sqrt(across2);
    // Overhead it is in the shadows that the camera is in.
    vec3 up = c > 0.0 ? camera_distance * vec3(ray.xy * c, across2) : vec3(0.0, 0.0, 1.0);
    float left = sun_left(up, ray, 0.003, max(camera_distance * c, 1e-4));
    vec2 beyond = sight_place(ray, sky_row(q, c), 1.0);
    vec3 glow = textureLod(air_light_map, beyond, 0.0).rgb;
    vec3 seen = textureLod(air_through_map, beyond, 0.0).rgb * stars_left(glow, ray);
    float alpha = 1.0 - dot(seen, vec3(0.3333));
    behind = vec4(seen, 1.0 - alpha);
    colour = vec4(min(glow * mix(left, 1.0, air_glow), 64.0), alpha); // shadows lie on the air, too
#ifdef BEHIND
    colour = behind;
#endif
}
#else
void look(vec3 ray) {
    float c = -ray.z; // cosine between the ray and the line to the centre
    float across2 = dot(ray.xy, ray.xy);
    vec3 nearest = camera_distance * vec3(ray.xy * c, across2); // to the centre
    float q2 = camera_distance * camera_distance * across2;
#ifdef EDGE
    float q = sqrt(q2), limb_pixel = max(camera_distance * c, 1e-4) * pixel;
#ifndef RELIEF
    // The ground is as it is in the middle of the part of the pixel that it covers.
    float cover = clamp(0.5 + (1.0 - q) / limb_pixel, 0.0, 1.0);
    float within = min((1.0 - 0.5 * cover * limb_pixel) / max(q, 1e-6), 1.0);
    nearest *= within;
    q2 *= within * within;
#endif
#endif
    float depth = sqrt(max(1.0 - q2, 0.0));
    float travelled = max(camera_distance * c - depth, 1e-4);
    vec3 up = nearest - depth * ray;
#ifdef RELIEF
    float deepest, facing, way = meet_ground(nearest, ray, q, limb_pixel, deepest, facing);
    up = normalize(nearest + way * ray);
    float cover = clamp(0.5 + deepest / limb_pixel, 0.0, 1.0);
    travelled = max(camera_distance * c + way, 1e-4);
#elif defined(TILE)
    up = normalize(spot) * map_from_disc;
    float facing = max(-dot(up, ray), 0.003);
    travelled = max(distance(spot, camera), 1e-4);
#else
    float facing = max(depth, 0.003);
#endif
#ifndef EDGE
    const float cover = 1.0;
#endif
    float left = sun_left(up, ray, facing, travelled);
    vec3 light = ground_light(up, ray, facing, travelled, left);
    float alpha = cover;
#ifdef AIR
    vec2 below = sight_place(ray, sqrt(depth / (depth + sqrt(q2))), 0.0);
    vec3 glow = textureLod(air_light_map, below, 0.0).rgb * (1.0 - 0.5 * overcast);
    vec3 through = textureLod(air_through_map, below, 0.0).rgb;
    light *= through + (0.5 * overcast) * (1.0 - through);
#ifdef EDGE
    glow *= cover;
#if defined(AROUND)
    vec3 seen = vec3(1.0 - cover); // the sky is there already
#elif defined(RELIEF)
    vec2 beyond = sight_place(ray, sky_row(q, c), 1.0);
    glow += textureLod(air_light_map, beyond, 0.0).rgb * (1.0 - cover);
    vec3 seen = textureLod(air_through_map, beyond, 0.0).rgb * (1.0 - cover);
#else
    // The air may be thinner than the pixel, of which it fills the part between these two rows.
    vec2 rows = sqrt(clamp((q - 1.0 + vec2(-0.5, 0.5) * limb_pixel) / (air_top - 1.0), 0.0, 1.0));
    vec3 seen = vec3(1.0 - cover);
    for (int i = 0; i < layers; i++) {
        vec2 ends = mix(rows.xx, rows.yy, vec2(i, i + 1) / float(layers));
        float fraction = (ends.y * ends.y - ends.x * ends.x) * (air_top - 1.0) / limb_pixel;
        vec2 beyond = sight_place(ray, mix(ends.x, ends.y, 0.53), 1.0); // the mean of what thins exponentially
        glow += textureLod(air_light_map, beyond, 0.0).rgb * fraction;
        seen -= (1.0 - textureLod(air_through_map, beyond, 0.0).rgb) * fraction;
    }
#endif
#ifdef CORONA
    float high = max(q - 1.0, 0.0);
    vec3 limb = map_from_disc * normalize(nearest);
    glow *= mix(corona(limb, high), 1.0, cover);
    vec3 whole = linear(textureLod(emission_map, vec2(0.5), 20.0).rgb) * emission_strength;
    vec2 sight = ray.xy * inversesqrt(max(across2, 1e-12)) * q;
    glow += whole * prominence_light(sight, high, limb) * (1.0 - cover);
#endif
#ifndef AROUND
    seen *= stars_left(glow, ray);
#endif
    alpha = 1.0 - dot(seen, vec3(0.3333));
    behind = vec4(seen, 1.0 - alpha);
#endif
    light = light * cover + glow * mix(left, 1.0, air_glow); // shadows lie on the air, too
#else
    light *= cover;
#endif
    colour = vec4(min(light, 64.0), alpha);
#ifdef BEHIND
    colour = behind;
#endif
}

#ifdef SMALL
void main() {
    vec4 light = vec4(0.0), left = vec4(0.0);
    for (int i = 0; i < pixel_samples * pixel_samples; i++) {
        vec2 part = (vec2(i % pixel_samples, i / pixel_samples) + 0.5) / float(pixel_samples) - 0.5;
        look(normalize(vec3(place + part.x * dFdx(place) + part.y * dFdy(place), -camera_distance)));
        light += colour;
#ifdef AIR
        left += behind;
#endif
    }
    colour = light / float(pixel_samples * pixel_samples);
#ifdef AIR
    behind = left / float(pixel_samples * pixel_samples);
#endif
}
#elif defined(TILE)
void main() { look(normalize((spot - camera) * map_from_disc)); }
#else
void main() { look(normalize(vec3(place, -camera_distance))); }
#endif
#endif
#endif
