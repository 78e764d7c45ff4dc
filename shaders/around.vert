#version 330 core
// The whole viewport, for a planet with the camera in its air: lines of sight in the disc's frame (body.vert).

uniform mat3 disc_from_view;
uniform vec2 projection; // cotangents of half the field of view, across and up
uniform vec2 shift;      // of the part of the picture that is painted

out vec3 direction;

void main() {
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0;
    direction = disc_from_view * vec3((corner - shift) / projection, -1.0);
    gl_Position = vec4(corner, 0.0, 1.0);
}
