#version 330 core
// The star's disc and a modest glow round it, which is zero at glow_radius.

in vec2 offset;
out vec4 colour;

uniform float sun_radius;  // pixels
uniform float sun_strength; // below 1 for a star smaller than a pixel
uniform float glow_radius;
uniform vec3 sunlight; // the star's own colour

void main() {
    float r = length(offset);
    float fade = max(1.0 - r / glow_radius, 0.0);
    float off = r / (1.8 * sun_radius);
    float fall = 1.0 + off * off;
    float glow = 1.6 * inversesqrt(fall) / fall + 0.012 * fade;
    float disc = 6.0 * clamp(0.5 + sun_radius - r, 0.0, 1.0);
    colour = vec4(sunlight * sun_strength * (disc + glow * fade * fade), 0.0);
}
