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
    float m = 0.4 + 0.6 * abs(ray.z), m_sun = 0.4 + 0.6 * abs(sun.z), depth = -log(1.0 - 0.999 * ring.a);
    float alpha = 1.0 - exp(-depth / m);
    // One scattering in a layer of that depth (Chandrasekhar, "Radiative Transfer", 1950): its lit side sends the
    // more light the denser it is; through to the other side comes most of what is neither thick nor thin. Clumps
    // send light back to where it came from, thin parts have dust, too, which shines when the sun stands behind it.
    float left = exp(-0.5 * depth * (1.0 / m + 1.0 / m_sun));
    float back = m_sun / (m + m_sun) * (1.0 - left * left) * (0.75 + 1.0 * ring.a);
    float through = 0.75 * depth / m * left + 0.06 * alpha;
    float ahead = dot(ray, sun), full = 0.5 - 0.5 * ahead, dust = max(ahead, 0.0) * max(ahead, 0.0);
    float bright = mix(through, back, step(0.0, camera.z * sun.z));
    bright *= 0.4 + 0.6 * smoothstep(0.0, 0.16, abs(sun.z));
    bright *= 0.55 + 0.5 * full * full + 2.5 * (1.0 - ring.a) * dust * dust;
    vec3 light = linear(ring.rgb) * sunlight * (bright * sun_seen(point, across));
    colour = vec4(light, alpha) * edges;
}
