#version 330 core
// Lays a part of the picture that was painted apart, as premultiplied light, over what is there.

uniform sampler2D layer;
uniform ivec2 origin; // of that part in the picture, pixels

out vec4 colour;

void main() { colour = texelFetch(layer, ivec2(gl_FragCoord.xy) - origin, 0); }
