#version 330 core
// Half of an annulus in the plane of a planet's equator, as a triangle strip of 2 (segments + 1) vertices: the
// part that lies before the planet's centre, or the part behind it. Lengths are radii of the planet.
//
// A ray from the camera is nearest to the centre where it stands at right angles to the line from there: by
// Thales on the sphere whose diameter is camera to centre. What lies inside of it is before the planet; it cuts
// the plane of the rings in a circle through the centre and the camera's foot, and a ring of some radius at the
// angle whose cosine is that radius over the foot's distance.

uniform mat3 view_from_rings; // columns: two axes in the plane, and north
uniform vec3 centre;          // of the planet, in view space
uniform vec3 camera;          // in the frame of the rings
uniform vec2 radii;           // inner and outer, a little beyond the rings' own
uniform vec2 projection;      // cotangents of half the field of view, across and up
uniform vec2 shift;           // of the part of the picture that is painted
uniform int segments;
uniform float side;           // 1: the part before the centre, -1: the part behind it

out vec2 place; // in the plane

void main() {
    float radius = (gl_VertexID & 1) == 0 ? radii.x : radii.y;
    float foot = max(length(camera.xy), 1e-6);
    vec2 near = foot > 1e-5 ? camera.xy / foot : vec2(1.0, 0.0);
    float half_angle = acos(min(radius / foot, 1.0));
    vec2 span = side > 0.0 ? vec2(-half_angle, half_angle) : vec2(half_angle, 6.28318531 - half_angle);
    float angle = mix(span.x, span.y, float(gl_VertexID >> 1) / float(segments));
    if (side < 0.0 && gl_VertexID >> 1 == segments)
        angle = -half_angle; // as the other part has it: no gap between
    place = radius * (cos(angle) * near + sin(angle) * vec2(-near.y, near.x));
    vec3 position = view_from_rings * vec3(place, 0.0) + centre;
    // Cut off a little before the camera, not in its plane, where GPUs would divide by zero; no depth is kept.
    float away = -position.z;
    gl_Position = vec4(position.xy * projection + away * shift, 0.5 * away - 1.5e-5, away);
}
