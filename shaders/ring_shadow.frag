#version 330 core
// The shadow of rings on their planet, which has been painted: its colours are dimmed. Drawn over the disc by
// body.vert; positions are in the disc's frame there, in radii.

in vec2 place;
out vec4 colour;

uniform float camera_distance;
uniform float pixel;           // angle of one pixel, radians
uniform mat3 rings_from_disc;  // turns the disc's frame into that of the rings, z to the north
uniform vec3 sun;              // unit, towards the star, in the frame of the rings
uniform float sun_angle;
uniform float terminator;
uniform sampler2D ring_map;
uniform vec2 ring_edges;

void main() {
    // Where the ray meets the sphere, as in planet.frag.
    float across2 = dot(place, place);
    float reciprocal = inversesqrt(across2 + camera_distance * camera_distance);
    float c = camera_distance * reciprocal, q2 = across2 * c * c;
    float depth = sqrt(max(1.0 - q2, 0.0));
    vec3 ray = vec3(place, -camera_distance) * reciprocal;
    vec3 nearest = vec3(place * c * c, camera_distance * across2 * reciprocal * reciprocal);
    vec3 point = rings_from_disc * (nearest - depth * ray);
    float cover = clamp(0.5 + (1.0 - sqrt(q2)) / (camera_distance * c * pixel), 0.0, 1.0);

    // Where sunlight on its way to that point has crossed the plane of the rings.
    float way = -point.z / (abs(sun.z) > 1e-4 ? sun.z : 1e-4);
    vec2 crossing = point.xy + way * sun.xy;
    float breadth = ring_edges.y - ring_edges.x;
    float u = (length(crossing) - ring_edges.x) / breadth;
    // The star is a disc: far from the rings their shadow is soft.
    float soft = max(2.0 * sun_angle * abs(way) / breadth, fwidth(u));
    float blur = soft * float(textureSize(ring_map, 0).x);
    float alpha = textureLod(ring_map, vec2(u, 0.5), log2(max(blur, 1.0))).a;
    float left = pow(1.0 - 0.97 * alpha, 1.0 / (0.4 + 0.6 * abs(sun.z)));
    float day = smoothstep(-terminator, terminator + 0.1, dot(point, sun));
    float within = clamp(0.5 + u / soft, 0.0, 1.0) * clamp(0.5 + (1.0 - u) / soft, 0.0, 1.0);
    colour = vec4(0.0, 0.0, 0.0, way > 0.0 ? cover * day * within * (1.0 - left) : 0.0);
}
