#version 330 core
// A point of light: a star of the sky, or a planet too far away to show a disc.

layout(location = 0) in vec3 direction; // unit, from the camera
layout(location = 1) in vec3 light;     // in its middle, linear, before the exposure

uniform mat3 view_from_scene;
uniform vec2 projection;
uniform vec2 shift;     // of the part of the picture that is painted
uniform float spread;   // standard deviation of the point, pixels
uniform float exposure;

out vec3 middle;
out float size;

void main() {
    vec3 d = view_from_scene * direction;
    gl_Position = vec4(d.xy * projection - d.z * shift, 0.0, -d.z);
    size = ceil(spread * 8.0) + 1.0;
    gl_PointSize = size;
    middle = light * exposure;
}
