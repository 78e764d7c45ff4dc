#version 330 core
// A Gaussian: a faint star dims and does not shrink, so it never twinkles away between two pixels.

in vec3 middle;
in float size;
out vec4 colour;

uniform float spread;

void main() {
    vec2 offset = (gl_PointCoord - 0.5) * size / spread;
    colour = vec4(middle * exp(-0.5 * dot(offset, offset)), 0.0);
}
