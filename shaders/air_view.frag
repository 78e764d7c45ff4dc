#version 330 core
// The air of one planet as this camera sees it, as a table over lines of sight: what the air adds to the light
// that comes along them, and how much of the light from behind it leaves.
//
// With the camera and the sun where they are, a line of sight is two numbers: how far it passes from the
// planet's centre and how far it is turned from the sun round the axis from camera to centre. Both sides of the
// sun are the same. That is Hillaire's sky view (2020) for cameras in space, too. shaders/planet.frag looks it
// up.
//
//   columns  sin(turn / 2), from the sun's side (0) to the opposite one
//   rows     lower half: lines that end on the ground, sqrt(mu / (mu + q)), mu being the cosine they make with the
//            vertical there and q how near to the centre they would pass: fine at the limb, even in the middle.
//            Upper half: lines that miss the ground. From space, sqrt((q - 1) / (top - 1)).
//            Where the camera has air around it, sqrt of how far the cosine from straight down has gone from the
//            horizon's to the last one: of the air's top, or of straight up in the air.
// Texels of one half are never mixed with those of the other.
//
// Frame: the camera at (0, 0, D) radii, the sun in the half-plane of +x.

layout(location = 0) out vec4 light;
layout(location = 1) out vec4 through;

uniform vec2 table_size;
uniform float camera_distance; // D
uniform bool around;           // the camera has air around it
uniform float sun_height;      // cosine between the sun and +z
uniform vec3 sunlight;

uniform float air_top;
uniform vec3 gas, haze, ozone; // scattered by gas and by haze at the ground, absorbed by ozone; per radius
uniform float haze_extinction;
uniform vec2 ozone_place;      // height and half the breadth of the layer
uniform vec2 scale_heights, densities_at_top; // of gas and haze
uniform float anisotropy, air_glow;
uniform float veil; // share that is left of thin air over the disc's middle, see air_model.h
uniform sampler2D transmittance_map, many_map; // air_model.h

const float pi = 3.14159265;
const int steps = 20;
const float soft = 0.03; // as in air_model.c

// Bruneton's mapping, see air_model.c.
vec3 transmittance(float r, float cosine) {
    float longest = sqrt(air_top * air_top - 1.0), horizon = sqrt(max(r * r - 1.0, 0.0));
    float way = sqrt(max(air_top * air_top - r * r * (1.0 - cosine * cosine), 0.0)) - r * cosine;
    float least = air_top - r;
    vec2 place = vec2((way - least) / (horizon + longest - least), horizon / longest);
    vec2 size = vec2(textureSize(transmittance_map, 0));
    return textureLod(transmittance_map, (clamp(place, 0.0, 1.0) * (size - 1.0) + 0.5) / size, 0.0).rgb;
}

vec3 sunlight_at(float r, float cosine) {
    float horizon = -sqrt(max(1.0 - 1.0 / (r * r), 0.0));
    return transmittance(r, max(cosine, horizon)) * smoothstep(-soft, soft, cosine - horizon);
}

// Light that was scattered before.
vec3 many(float height, float cosine) {
    vec2 place = vec2(0.5 + 0.625 * cosine / (abs(cosine) + 0.25), sqrt(height / (air_top - 1.0)));
    vec2 size = vec2(textureSize(many_map, 0));
    return textureLod(many_map, (clamp(place, 0.0, 1.0) * (size - 1.0) + 0.5) / size, 0.0).rgb;
}

float gas_phase(float cosine) { return 3.0 / (16.0 * pi) * (1.0 + cosine * cosine); }

// Cornette and Shanks 1992.
float haze_phase(float cosine) {
    float g = anisotropy, away = 1.0 + g * g - 2.0 * g * cosine;
    return 3.0 / (8.0 * pi) * (1.0 - g * g) * (1.0 + cosine * cosine) / ((2.0 + g * g) * away * sqrt(away));
}

// Distance from the centre and cosine from straight down of a row's lines of sight.
vec2 line_of_sight(float v, bool hits) {
    float w = v * v, q = hits ? (1.0 - w) * inversesqrt(w * w + (1.0 - w) * (1.0 - w)) : 1.0 + w * (air_top - 1.0);
    float fraction = q / camera_distance;
    if (hits || !around)
        return vec2(q, sqrt(max(1.0 - fraction * fraction, 0.0)));
    float horizon = sqrt(1.0 - 1.0 / (camera_distance * camera_distance));
    float ratio = air_top / camera_distance;
    float last = ratio < 1.0 ? sqrt(1.0 - ratio * ratio) : -1.0;
    float c = mix(horizon, last, w);
    return vec2(camera_distance * sqrt(max(1.0 - c * c, 0.0)), c);
}

void main() {
    float rows = 0.5 * table_size.y;
    bool hits = gl_FragCoord.y < rows;
    float v = (gl_FragCoord.y - (hits ? 0.5 : rows + 0.5)) / (rows - 1.0);
    float half_turn = (gl_FragCoord.x - 0.5) / (table_size.x - 1.0);
    float turn = 1.0 - 2.0 * half_turn * half_turn; // its cosine
    vec2 line = line_of_sight(v, hits);
    float q = line.x, s = q / camera_distance, c = line.y;
    vec2 aside = vec2(turn, sqrt(max(1.0 - turn * turn, 0.0)));
    vec3 ray = vec3(aside * s, -c), nearest = q * vec3(aside * c, s); // the place nearest to the centre
    vec3 sun = vec3(sqrt(max(1.0 - sun_height * sun_height, 0.0)), 0.0, sun_height);

    // From where the line enters the air, or the camera, to the ground or to where the line leaves the air.
    float reach = sqrt(max(air_top * air_top - q * q, 0.0));
    float from = max(-reach, -camera_distance * c);
    float step_length = max((hits ? -sqrt(max(1.0 - q * q, 0.0)) : reach) - from, 0.0) / float(steps);
    float ahead = dot(ray, sun);
    float phase_of_gas = gas_phase(ahead), phase_of_haze = haze_phase(ahead);
    vec3 left = vec3(1.0), sum = vec3(0.0);
    for (int i = 0; i < steps; i++) {
        vec3 at = nearest + ray * (from + (float(i) + 0.5) * step_length);
        float r = max(length(at), 1.0), height = r - 1.0, cosine = dot(at, sun) / r;
        vec2 dense = max((exp(-height / scale_heights) - densities_at_top) / (1.0 - densities_at_top), 0.0);
        vec3 by_gas = gas * dense.x, by_haze = haze * dense.y;
        vec3 extinction = by_gas + haze_extinction * dense.y +
                          ozone * max(1.0 - abs(height - ozone_place.x) / ozone_place.y, 0.0);
        vec3 lit = (by_gas * phase_of_gas + by_haze * phase_of_haze) * sunlight_at(r, cosine) +
                   (by_gas + by_haze) * many(height, cosine);
        vec3 source = mix(sunlight * lit, (by_gas + by_haze) / pi, air_glow);
        vec3 taken = exp(-extinction * step_length);
        // Light within a step is weakened by the rest of the step (Hillaire 2015, "Physically Based and Unified
        // Volumetric Rendering in Frostbite").
        sum += left * source * (1.0 - taken) / max(extinction, 1e-6);
        left *= taken;
    }
    // The air's even veil over the ground is taken off, as it is from photographs before they are shown; what it
    // does at the limb and where it is thick stays.
    float kept = hits ? mix(1.0, veil, smoothstep(0.05, 0.65, sqrt(max(1.0 - q * q, 0.0)))) : 1.0;
    sum *= kept;
    left = pow(left, vec3(kept));
    light = vec4(pi * sum, 1.0); // sunlight on white ground that faces the sun is 1
    through = vec4(left, 1.0);
}
