#version 330 core
// An annulus in the plane of a planet's equator, as a triangle strip of 2 (segments + 1) vertices. Lengths are
// radii of the planet.

uniform mat3 view_from_rings; // columns: two axes in the plane, and north
uniform vec3 centre;          // of the planet, in view space
uniform vec2 radii;           // inner and outer, a little beyond the rings' own
uniform vec2 projection;      // cotangents of half the field of view, across and up
uniform int segments;

out vec2 place; // in the plane

void main() {
    float angle = 6.28318531 * float((gl_VertexID >> 1) % segments) / float(segments);
    place = ((gl_VertexID & 1) == 0 ? radii.x : radii.y) * vec2(cos(angle), sin(angle));
    vec3 position = view_from_rings * vec3(place, 0.0) + centre;
    gl_Position = vec4(position.xy * projection, 0.0, -position.z);
}
