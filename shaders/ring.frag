#version 330 core
// Rings, lit: either the part behind the planet's centre or the part before it, so that the planet can be painted
// between the two. Vectors are in the frame of the rings, z to the north, lengths in radii of the planet.

in vec2 place;
out vec4 colour; // premultiplied light

uniform sampler2D ring_map;   // the profile: sRGB colour and alpha from the inner edge to the outer one
uniform vec2 ring_edges;      // inner and outer
uniform vec3 camera;
uniform vec3 sun;             // unit, towards the star
uniform vec3 sunlight;
uniform float sun_angle;      // angular radius of the star
uniform float side;           // 1: the part before the centre, -1: the part behind it

// sRGB to linear, by Chilliant's cubic ("sRGB Approximations for HLSL", 2012).
vec3 linear(vec3 c) { return c * (c * (c * 0.305306011 + 0.682171111) + 0.012522878); }

// Sunlight that gets past the planet, whose shadow is a cylinder with a soft edge.
float planet_shadow(vec3 point) {
    float along = dot(point, sun);
    float away = length(point - along * sun);
    float soft = 0.004 + sun_angle * abs(along);
    return along > 0.0 ? 1.0 : smoothstep(1.0 - soft, 1.0 + soft, away);
}

void main() {
    float radius = length(place), step = fwidth(radius);
    vec4 ring = texture(ring_map, vec2((radius - ring_edges.x) / (ring_edges.y - ring_edges.x), 0.5));
    vec3 point = vec3(place, 0.0), ray = point - camera;
    if (dot(point, ray) * side >= 0.0)
        discard; // the other part
    float edges = clamp(0.5 + (radius - ring_edges.x) / step, 0.0, 1.0) *
                  clamp(0.5 + (ring_edges.y - radius) / step, 0.0, 1.0);
    // A slanting ray meets more; not as much more as in a layer without thickness, or all rings would look solid.
    float slant = abs(ray.z) * inversesqrt(dot(ray, ray));
    float alpha = 1.0 - pow(1.0 - 0.999 * ring.a, 1.0 / (0.4 + 0.6 * slant));
    // The lit side sends light back; through to the other side comes what thin parts scatter.
    bool lit_side = camera.z * sun.z > 0.0;
    float bright = lit_side ? 0.62 + 0.2 * alpha : 0.5 * (1.0 - alpha) + 0.10;
    bright *= (0.4 + 0.6 * smoothstep(0.0, 0.16, abs(sun.z))) * planet_shadow(point);
    vec3 light = linear(ring.rgb) * sunlight * bright;
    alpha *= edges;
    colour = vec4(light * alpha, alpha);
}
