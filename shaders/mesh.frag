#version 330 core
// What a mesh shows of itself: how much nearer than the planet's centre it is. planet.frag then lights each
// pixel once: the mesh's triangles are smaller than the blocks of pixels that are shaded at a time, so that lit
// triangle by triangle most pixels would be lit several times.

in float nearer; // in planet radii, at the pixel's middle
centroid in float inside; // the same, within the triangle
uniform float pixel_size; // in planet radii

out float sight;

// At its edges a triangle is continued to the pixel's middle, and steep ones would run off.
void main() { sight = clamp(nearer, inside - 4.0 * pixel_size, inside + 4.0 * pixel_size); }
