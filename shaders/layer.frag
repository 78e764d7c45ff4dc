#version 330 core
// Lays a part of the picture that was painted apart, as light times cover, over what is there.

uniform sampler2D layer;
uniform ivec2 origin; // of that part in the picture, pixels

out vec4 colour;

vec3 picture_encode(vec3 light);
vec3 picture_dither();

void main() {
    vec4 light = texelFetch(layer, ivec2(gl_FragCoord.xy) - origin, 0);
    colour = vec4(picture_encode(light.rgb) + picture_dither() * light.a, light.a);
}
