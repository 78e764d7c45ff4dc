#version 330 core
// The outline of what is star-shaped, as a triangle fan on the plane through its centre that faces as the
// camera does. Its radii are lengths |x| + |y|, its sectors begin at (0, -1) and end where y / (|x| + |y|) has
// grown by equal steps on the right and fallen by them on the left (see mesh_body.c), so that no place in a
// sector is left out.

const int sectors = 64;

uniform float outline[sectors];
uniform vec3 centre;     // in view space
uniform vec2 projection; // cotangents of half the field of view, across and up
uniform vec2 shift;      // of the part of the picture that is painted

void main() {
    int sector = (gl_VertexID + sectors - 1) % sectors;
    float turn = 4.0 * float(sector) / float(sectors); // 0 … 4
    vec2 direction = turn < 2.0 ? vec2(1.0 - abs(turn - 1.0), turn - 1.0) : vec2(abs(turn - 3.0) - 1.0, 3.0 - turn);
    vec3 place = centre;
    if (gl_VertexID > 0)
        place.xy += outline[sector] * direction;
    gl_Position = vec4(place.xy * projection - place.z * shift, 0.0, -place.z);
}
