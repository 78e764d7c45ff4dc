#version 330 core
// The whole viewport, as part of the plane that maps and cubes lie on (layout.h).

uniform vec2 flat_scale, flat_middle; // half of what is shown, and what is in the middle

out vec2 place;

void main() {
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0;
    place = flat_middle + corner * flat_scale;
    gl_Position = vec4(corner, 0.0, 1.0);
}
