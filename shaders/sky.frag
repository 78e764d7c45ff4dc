#version 330 core
// The light behind everything: the galaxy's band.

uniform samplerCube galaxy_map;
uniform mat3 view_from_scene;
uniform vec2 projection;   // cotangents of half the field of view, across and up
uniform vec2 shift;        // of the part of the picture that is painted
uniform vec2 picture_size; // of that part, pixels
uniform float exposure;    // light of the brightest texel

out vec4 colour;

void main() {
    vec2 place = (2.0 * gl_FragCoord.xy / picture_size - 1.0 - shift) / projection;
    vec3 root = textureLod(galaxy_map, transpose(view_from_scene) * vec3(place, -1.0), 0.0).rgb;
    colour = vec4(root * root * exposure, 0.0);
}
