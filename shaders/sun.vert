#version 330 core
// The square round the star's disc and its glow.

uniform vec2 middle;      // in the picture, -1 to 1
uniform vec2 pixel_size;  // of the picture, in the same units
uniform float glow_radius; // pixels

out vec2 offset; // pixels from the middle

void main() {
    vec2 corner = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1)) * 2.0 - 1.0;
    offset = corner * glow_radius;
    gl_Position = vec4(middle + offset * pixel_size, 0.0, 1.0);
}
