#version 330 core
// A ring on the plane through the planet's centre that faces the camera, as wide as the planet looks.
//
// A ray that meets that plane at (x, y) radii from the centre passes the centre at q, where
// q^2 = (x^2 + y^2) D^2 / (x^2 + y^2 + D^2). Working from (x, y) keeps q exact at any distance D; the textbook
// b^2 - c loses all its digits when D is large (Haines et al., "Precision Improvements for Ray/Sphere
// Intersection", Ray Tracing Gems, 2019, chapter 7).
//
// Drawn as a triangle strip of 2 (segments + 1) vertices. With an inner radius of 0 it is a whole disc.

uniform mat3 view_from_disc;   // columns: right, up, and towards the camera
uniform float camera_distance; // D, in planet radii
uniform vec2 radii;            // inner and outer, in planet radii on that plane
uniform vec2 projection;       // cotangents of half the field of view, across and up
uniform vec2 shift;            // of the part of the picture that is painted
uniform int segments;

invariant gl_Position; // programs that paint one ring inside of another share its vertices: no gaps between
out vec2 place; // (x, y)

void main() {
    float angle = 6.28318531 * float((gl_VertexID >> 1) % segments) / float(segments);
    float radius = (gl_VertexID & 1) == 0 ? radii.x : radii.y;
    place = radius * vec2(cos(angle), sin(angle));
    vec3 position = view_from_disc * vec3(place, -camera_distance);
    // Cut off a little before the camera, not in its plane, where GPUs would divide by zero; no depth is kept.
    float away = -position.z;
    gl_Position = vec4(position.xy * projection + away * shift, 0.5 * away - 1.5e-3, away);
}
