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

void main() {
    float radius = length(place), across = max(fwidth(radius), 1e-6); // of a pixel
    vec4 ring = texture(ring_map, vec2((radius - ring_edges.x) / (ring_edges.y - ring_edges.x), 0.5));
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
    vec3 light = linear(ring.rgb) * sunlight * (bright * sun_seen(point, across));
    colour = vec4(light, 1.0) * (alpha * edges);
}
