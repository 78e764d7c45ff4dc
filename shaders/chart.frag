#version 330 core
// A planet as one of its maps shows it, unlit, and the grid of its latitudes and longitudes. By #define, on
//   MAP     the plane of longitudes and latitudes (chart.vert)
//   CUBE    a cross of the faces of a cube (chart.vert)
//   MESH    a displaced planet: mesh.frag has found where its mesh is
//           and without these on a ball (body.vert),
// its
//   HEIGHT  colours by height, with contour lines
//   TINT    two colours, mixed as one channel of the map says
//   SEA     with TINT: and a third one below the sea
//   ATLAS   colours under a lamp that shines from the upper left
//   CLOUDS  with ATLAS: and clouds
//   LINES   grid alone, as light on the HDR framebuffer
//           and without these the colours of the map as they are,
// with
//   GRID    lines over them.
// All but LINES is painted as sRGB, straight into the picture.

#ifdef MESH
#ifdef GL_ES
uniform sampler2D sight_map;   // four texels a pixel, see planet.frag
#else
uniform sampler2DMS sight_map; // see mesh.frag
#endif
uniform int samples;           // of its pixels
uniform ivec2 origin;          // of that in the picture, pixels
uniform vec4 centre_plane;     // from pixels to places on the plane through the centre, scale and offset
uniform vec3 centre;           // of the planet, from the camera
uniform float bounding_radius;           // the greatest of its radii
#else
in vec2 place;
#endif
out vec4 colour; // premultiplied

uniform float camera_distance; // radii
uniform float pixel;           // its angle; on a map degrees and on a cube faces
uniform vec2 flat_middle;
uniform mat3 map_from_disc;    // turns the disc's frame, of a mesh the camera's, into the planet's
uniform sampler2D albedo_map;  // whichever map is shown
uniform sampler2D normal_map, emission_map, clouds_map, ground_map, ramp_map;
uniform vec3 tint_low, tint_high, tint_sea;
uniform vec4 tint_pick;        // which channel
uniform vec4 heights;          // metres: where the map is 0, from there to 1, the ends of the colours
uniform vec3 contour;          // metres from line to line; 1: there is a sea; metres in the middle of the colours
uniform float emission_strength, exposure;
uniform float cloud_turn;      // how far the clouds have drifted eastward over the ground, in turns
uniform vec3 grid;             // radians from line to line, pixels that a line is wide, light of a white line

const float pi = 3.14159265;

vec3 linear(vec3 srgb); // shadow.frag

vec2 map_place(vec3 d) { return vec2(atan(-d.z, d.x + 1e-20) * (0.5 / pi) + 0.5, atan(length(d.xz), d.y) / pi); }

vec3 east_of(vec3 d) { return vec3(d.z, 0.0, -d.x) * inversesqrt(max(dot(d.xz, d.xz), 1e-10)); }

// ---- the grid ----------------------------------------------------------------------------------------

// How much of a pixel a line of some pixels covers whose middle is so many pixels away.
float line(float away, float width) { return clamp(0.5 + 0.5 * width - away, 0.0, 1.0); }

// How much the lines cover: white, and the dark on both sides of it that sets them off from bright ground. Where
// meridians meet and at the limb they fade, before they grow together.
vec2 grid_lines(vec3 d, vec3 dx, vec3 dy, float facing) {
    vec3 east = east_of(d), north = cross(d, east);
    float across = max(length(d.xz), 1e-4);
    vec2 angle = vec2(atan(-d.z, d.x + 1e-20), atan(d.y, across));
    vec2 grown = vec2(length(vec2(dot(east, dx), dot(east, dy))) / across, length(vec2(dot(north, dx), dot(north, dy))));
    vec2 by_pixel = max(grown, vec2(1e-7));
    vec2 away = abs(angle - grid.x * round(angle / grid.x)) / by_pixel;
    vec2 seen = smoothstep(vec2(5.0), vec2(16.0), grid.x / by_pixel) * smoothstep(0.0, 0.35, facing);
    vec2 strong = step(abs(angle), vec2(0.5 * grid.x)); // the prime meridian, the equator
    vec2 width = grid.y * (1.0 + 0.7 * strong), much = seen * mix(vec2(0.5), vec2(0.9), strong);
    vec2 core = much * vec2(line(away.x, width.x), line(away.y, width.y));
    vec2 edge = much * vec2(line(away.x, width.x + 2.0 * grid.y), line(away.y, width.y + 2.0 * grid.y));
    return vec2(max(core.x, core.y), 0.35 * max(edge.x, edge.y));
}

vec3 under_grid(vec3 below, vec2 lines) { return mix(below * (1.0 - lines.y), vec3(1.0), lines.x); }

// ---- what is on the ground ---------------------------------------------------------------------------

#ifdef HEIGHT
// half_of_ramp: 0 is the one for below the sea. Without a sea the middle of the ramp is at the mean height.
vec3 ramp(float metres, float half_of_ramp) {
    float low = heights.z, high = heights.w, middle = contour.z;
    float fraction = metres < middle ? 0.5 * (metres - low) / max(middle - low, 1e-3)
                                  : 0.5 + 0.5 * (metres - middle) / max(high - middle, 1e-3);
    if (contour.y > 0.0)
        fraction = half_of_ramp > 0.5 ? metres / max(high, 1e-3) : metres / min(low, -1e-3);
    float texels = 0.5 * float(textureSize(ramp_map, 0).x), texel = 0.5 + clamp(fraction, 0.0, 1.0) * (texels - 1.0);
    return textureLod(ramp_map, vec2(0.5 * (half_of_ramp + texel / texels), 0.5), 0.0).rgb;
}

float metres_at(vec2 uv, float lod) { return heights.x + heights.y * textureLod(ground_map, uv, lod).r; }

float climb_of(float metres) { return max(length(vec2(dFdx(metres), dFdy(metres))), 1e-6 * heights.y); } // in a pixel

// Contour lines are as wide on steep ground as on plains, and those of ground without its finest bumps; where they
// would grow together there are none. The coast has one, as it is.
vec3 ground_colour(vec3 d, vec2 uv, float lod) {
    float metres = metres_at(uv, lod), climb = climb_of(metres), sea = contour.y;
    vec3 below = ramp(min(metres, 0.0), 0.0), above = ramp(mix(metres, max(metres, 0.0), sea), 1.0);
    vec3 shown = mix(above, below, sea * clamp(0.5 - metres / climb, 0.0, 1.0));
    float smooth_metres = metres_at(uv, max(lod, 0.0) + 2.0), rise = climb_of(smooth_metres);
    float number = round(smooth_metres / contour.x), fifth = 1.0 - step(0.5, abs(number - 5.0 * round(0.2 * number)));
    float away = abs(smooth_metres - number * contour.x) / max(rise, 0.01 * contour.x);
    float much = line(away, 1.0 + 0.5 * fifth) * smoothstep(3.0, 9.0, contour.x / rise) * mix(0.32, 0.6, fifth);
    much *= 1.0 - sea * (1.0 - step(0.5, abs(number)));
    much = max(much, 0.6 * sea * line(abs(metres) / climb, 1.0));
    float bright = step(0.36, dot(shown, vec3(0.3, 0.59, 0.11)));
    return mix(shown, mix(vec3(0.8), vec3(0.08), bright), much);
}
#elif defined(ATLAS)
vec3 encode(vec3 c) { return mix(1.055 * pow(max(c, 0.0), vec3(1.0 / 2.4)) - 0.055, 12.92 * c, lessThan(c, vec3(0.0031308))); }

// paper: to the right and up on the paper. Level ground is as bright as its colour.
vec3 atlas_colour(vec3 d, vec2 uv, float lod, vec3 right, vec3 up) {
    vec3 east = east_of(d), north = cross(d, east), lamp = normalize(vec3(-0.5, 0.5, 0.8));
    vec3 slope = (textureLod(normal_map, uv, lod).rgb * 255.0 - 128.0) / 127.0;
    slope.xy *= 2.5; // seen from so far, the ground is flat
    vec2 towards = lamp.x * vec2(dot(right, east), dot(right, north)) + lamp.y * vec2(dot(up, east), dot(up, north));
    float light = max(dot(slope, vec3(towards, lamp.z)) / lamp.z, 0.0);
    vec3 shown = linear(textureLod(albedo_map, uv, lod).rgb) * mix(light, 1.0, 0.15);
#ifdef CLOUDS
    vec4 cloud = textureLod(clouds_map, uv - vec2(cloud_turn, 0.0), lod);
    shown = mix(shown, linear(cloud.rgb), cloud.a);
#endif
    shown += linear(textureLod(emission_map, uv, lod).rgb) * emission_strength;
    const float start = 0.76, headroom = 1.0 - start; // as in picture.frag
    shown *= exposure;
    vec3 film = 1.0 - headroom * headroom / (max(shown, start) + (headroom - start));
    return encode(mix(shown, film, greaterThan(shown, vec3(start))));
}
#else
vec3 ground_colour(vec3 d, vec2 uv, float lod) {
#ifdef TINT
    vec4 texel = textureLod(albedo_map, uv - vec2(cloud_turn, 0.0), lod);
    vec3 low = tint_low;
#ifdef SEA
    float metres = heights.x + heights.y * textureLod(ground_map, uv, lod).r;
    float climb = max(length(vec2(dFdx(metres), dFdy(metres))), 1e-6 * heights.y);
    low = mix(low, tint_sea, clamp(0.5 - metres / climb, 0.0, 1.0));
#endif
    return mix(low, tint_high, dot(texel, tint_pick));
#else
    return textureLod(albedo_map, uv, lod).rgb;
#endif
}
#endif

// ---- where the ground is -----------------------------------------------------------------------------

void main() {
    vec3 d, right = vec3(0.0), up = vec3(0.0);
    float footprint, facing = 1.0, cover = 1.0; // an arc
#if defined(MESH)
    float nearer = -bounding_radius;
    cover = 0.0;
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
    vec2 across = gl_FragCoord.xy * centre_plane.xy + centre_plane.zw;
    vec3 ray = vec3(across + centre.xy, centre.z) / centre.z; // to the camera, 1 along the axis of view
    vec3 spot = vec3(across, 0.0) + nearer * ray, seen = spot + centre;
    d = map_from_disc * normalize(spot);
    facing = max(-dot(normalize(spot), normalize(seen)), 0.0);
    footprint = length(seen) * pixel / max(length(spot) * facing, 0.1);
#elif defined(MAP)
    vec2 angle = place * (pi / 180.0);
    float parallel = max(cos(angle.y), 0.0);
    d = vec3(parallel * cos(angle.x), sin(angle.y), -parallel * sin(angle.x));
    right = vec3(-sin(angle.x), 0.0, -cos(angle.x));
    up = cross(d, right);
    footprint = pixel * (pi / 180.0);
    vec2 inside = 0.5 + (vec2(180.0, 90.0) - abs(place - vec2(flat_middle.x, 0.0))) / pixel;
    cover = clamp(inside.x, 0.0, 1.0) * clamp(inside.y, 0.0, 1.0);
#elif defined(CUBE)
    float column = clamp(floor(place.x), 0.0, 3.0), row = column == 1.0 ? clamp(floor(place.y), 0.0, 2.0) : 1.0;
    float turn = 0.5 * pi * column; // of the middle row: -X, +Z, +X, -Z, eastward
    vec3 major = vec3(-cos(turn), 0.0, sin(turn));
    right = vec3(sin(turn), 0.0, cos(turn));
    up = vec3(0.0, 1.0, 0.0);
    if (row > 1.0)
        major = vec3(0.0, 1.0, 0.0), up = vec3(0.0, 0.0, -1.0), right = vec3(1.0, 0.0, 0.0);
    else if (row < 1.0)
        major = vec3(0.0, -1.0, 0.0), up = vec3(0.0, 0.0, 1.0), right = vec3(1.0, 0.0, 0.0);
    vec2 on_face = 2.0 * (place - vec2(column, row)) - 1.0;
    d = normalize(major + on_face.x * right + on_face.y * up);
    footprint = 2.0 * pixel * pow(1.0 + dot(on_face, on_face), -0.75);
    vec2 row_inside = clamp(0.5 + (vec2(2.0, 0.5) - abs(place - vec2(2.0, 1.5))) / pixel, 0.0, 1.0);
    vec2 column_inside = clamp(0.5 + (vec2(0.5, 1.5) - abs(place - vec2(1.5, 1.5))) / pixel, 0.0, 1.0);
    cover = max(row_inside.x * row_inside.y, column_inside.x * column_inside.y);
#else
    // As in planet.frag: the line of sight passes the centre at q.
    vec3 ray = normalize(vec3(place, -camera_distance));
    float c = -ray.z, across2 = dot(ray.xy, ray.xy), q2 = camera_distance * camera_distance * across2, q = sqrt(q2);
    float limb_pixel = max(camera_distance * c, 1e-4) * pixel;
    cover = clamp(0.5 + (1.0 - q) / limb_pixel, 0.0, 1.0);
    float within = min((1.0 - 0.5 * cover * limb_pixel) / max(q, 1e-6), 1.0);
    facing = sqrt(max(1.0 - q2 * within * within, 0.0));
    float travelled = max(camera_distance * c - facing, 1e-4);
    d = map_from_disc * (camera_distance * vec3(ray.xy * c, across2) * within - facing * ray);
    footprint = travelled * pixel / max(facing, sqrt(0.5 * travelled * pixel));
#endif
    vec2 lines = vec2(0.0);
#if defined(GRID) || defined(LINES)
    lines = grid_lines(d, dFdx(d), dFdy(d), facing) * step(0.001, cover);
#endif
#ifdef LINES
    float core = lines.x * cover, all = 1.0 - (1.0 - core) * (1.0 - lines.y * cover);
    colour = vec4(vec3(core * grid.z), all);
#else
    vec2 uv = map_place(d);
    float lod = log2(footprint * float(textureSize(albedo_map, 0).y) / pi);
#ifdef ATLAS
    vec3 shown = atlas_colour(d, uv, lod, right, up);
#else
    vec3 shown = ground_colour(d, uv, lod);
#endif
    colour = vec4(under_grid(shown, lines) * cover, cover);
#endif
}
