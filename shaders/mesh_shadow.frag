#version 330 core
// How much of the sun the ground of a mesh sees past the mesh itself, by longitude and latitude like its maps:
// a walk towards the sun, with longer and longer steps, that looks how deep it goes below the ground as seen
// from where it began. It is done once for the mesh and not for each pixel, which may be many more.

uniform samplerCube radius_map; // how far from the centre the ground is
uniform sampler2D slant_map;    // normals of the mesh at its vertices
uniform float bounding_radius;            // the greatest of its radii
uniform vec3 sun_on_map;        // unit, towards the star, in the planet's frame
uniform vec2 picture_size;      // texels

out vec4 colour; // 1: all of it is seen, 0.5: half

const float pi = 3.14159265;

void main() {
    const int steps = 13;
    vec2 place = gl_FragCoord.xy / picture_size, size = vec2(textureSize(slant_map, 0));
    float longitude = 2.0 * pi * (place.x - 0.5), south = pi * place.y;
    vec3 d = vec3(sin(south) * cos(longitude), cos(south), -sin(south) * sin(longitude));
    vec3 slant = normalize(textureLod(slant_map, (place * vec2(size.x, size.y - 1.0) + 0.5) / size, 0.0).rgb);
    vec3 start = d * textureLod(radius_map, d, 0.0).r + 0.012 * slant;
    float clear = 1.0, way = 0.02;
    for (int i = 0; i < steps; i++) {
        vec3 at = start + way * sun_on_map;
        float radius = length(at), above = radius - textureLod(radius_map, at, 0.0).r;
        clear = radius < bounding_radius ? min(clear, above / (0.05 * way + 0.006)) : clear;
        way *= 1.4;
    }
    colour = vec4(0.5 + 0.5 * clear);
}
