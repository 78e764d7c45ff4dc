#version 330 core
// A displaced planet's mesh. Positions are in planet radii, in the planet's frame.

layout(location = 0) in vec3 position;

uniform mat3 view_from_map;
uniform vec3 centre;      // of the planet, in view space
uniform vec2 projection;  // cotangents of half the field of view, across and up
uniform vec2 shift;       // of the part of the picture that is painted
uniform vec2 depth_range; // nearest and farthest distance that anything of the mesh may have

out float nearer; // than the planet's centre, along the axis of view
centroid out float inside; // the same

void main() {
    vec3 offset = view_from_map * position, place = offset + centre;
    nearer = inside = offset.z;
    float far = depth_range.y, near = depth_range.x, distance = -place.z;
    gl_Position = vec4(place.xy * projection + distance * shift, ((far + near) * distance - 2.0 * far * near) / (far - near), distance);
}
