#version 330 core
// Rings, lit: either the part behind the planet's centre or the part before it, so that the planet can be
// painted between the two. Vectors are in the frame of the rings, z to the north, lengths in radii of the
// planet.

in vec2 place;
out vec4 colour; // premultiplied light

uniform sampler2D ring_map;   // the profile: sRGB colour and alpha from the inner edge to the outer one
uniform vec2 ring_edges;      // inner and outer
uniform vec3 camera;
uniform vec3 sun;             // unit, towards the star
uniform vec3 sunlight;

// shadow.frag; the planet is one of the bodies that shade
float sun_seen(vec3 place, float pixel);
vec3 linear(vec3 srgb);

float noise(float x) {
    float cell = floor(x), t = x - cell;
    uvec2 hash = uvec2(ivec2(cell, cell + 1.0)) * 0x9e3779b1u;
    vec2 ends = vec2((hash ^ (hash >> 15)) * 0x85ebca6bu >> 8) * (1.0 / 16777216.0);
    return mix(ends.x, ends.y, t * t * (3.0 - 2.0 * t)) - 0.5;
}

// Ringlets finer than the profile's texels, at many scales, unevenly: calm and crowded parts. x: 0 to 1 from edge to
// edge; span: of a pixel, in which no scale is seen that it has more than half a wave of.
float ringlets(float x, float span) {
    float sum = 0.0, waves = 48.0, share = 1.0;
    for (int i = 0; i < 4; i++) {
        sum += share * noise(x * waves) * clamp(1.5 - 3.0 * span * waves, 0.0, 1.0);
        waves *= 3.1;
        share *= 0.85;
    }
    return sum * clamp(0.6 + 2.0 * noise(x * 7.0), 0.15, 1.3);
}

void main() {
    float radius = length(place), across = max(fwidth(radius), 1e-6); // of a pixel
    vec4 ring = texture(ring_map, vec2((radius - ring_edges.x) / (ring_edges.y - ring_edges.x), 0.5));
    float breadth = ring_edges.y - ring_edges.x;
    float denser = ringlets((radius - ring_edges.x) / breadth, across / breadth);
    // What is neither empty nor full has the most of them.
    ring.a = clamp(ring.a + (0.5 * denser) * (ring.a * (1.2 - ring.a)), 0.0, 1.0);
    vec3 point = vec3(place, 0.0), ray = normalize(point - camera);
    float edges = clamp(0.5 + (radius - ring_edges.x) / across, 0.0, 1.0) *
                  clamp(0.5 + (ring_edges.y - radius) / across, 0.0, 1.0);
    // A slanting ray meets more; not as much more as in a layer without thickness, or all rings would look
    // solid.
    float alpha = 1.0 - pow(1.0 - 0.999 * ring.a, 1.0 / (0.4 + 0.6 * abs(ray.z)));
    // The lit side sends light back; through to the other side comes what thin parts scatter. Thin parts are
    // dust, too, which shines when the sun stands behind it.
    float lit_side = step(0.0, camera.z * sun.z), ahead = max(dot(ray, sun), 0.0);
    float bright = mix(0.5 * (1.0 - alpha) + 0.1, 0.62 + 0.2 * alpha, lit_side);
    bright *= 0.4 + 0.6 * smoothstep(0.0, 0.16, abs(sun.z));
    bright *= 1.0 + 2.0 * (1.0 - alpha) * (ahead * ahead) * (ahead * ahead);
    bright *= max(1.0 + 0.3 * denser * (0.4 + lit_side), 0.2);
    // Seen from the sun, ice and dust hide their own shadows.
    float back = max(-dot(ray, sun), 0.0), back4 = (back * back) * (back * back);
    bright *= 1.0 + 0.15 * lit_side * back4 * back4 * back4;
    vec3 light = linear(ring.rgb) * sunlight * (bright * sun_seen(point, across));
    colour = vec4(light, 1.0) * (alpha * edges);
}
