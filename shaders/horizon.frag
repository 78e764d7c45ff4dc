#version 330 core
// How high the horizon stands round each place of the ground, by longitude and latitude like its maps: the sine of
// its height in four of sixteen directions, its root, for low ones are most and matter most (Max, "Horizon mapping:
// shadows for bump-mapped surfaces", The Visual Computer 4, 1988). Direction 0 is east, 4 is north;
// between them |x| + |y| is 1 and y grows in equal steps, so that nobody needs arc tangents.
//
// A walk along the great circle, with longer and longer steps on coarser and coarser heights: what is far away has
// sunk below the horizon: 27 texels of 2,048 round the planet are 5 degrees, which hide 22 km on Earth.

uniform sampler2D height_map;
uniform vec4 relief;       // the least height, of the sea, 0 to 1; the range of heights, in radii; rows that the walk is for
uniform vec2 picture_size; // texels
uniform float side;        // first of the four directions

out vec4 colour;

const float pi = 3.14159265;

float height_at(vec3 d, float level) {
    float across = length(d.xz);
    vec2 place = vec2(atan(-d.z, d.x + 1e-20) * (0.5 / pi) + 0.5, atan(across, d.y) / pi);
    return relief.y * max(textureLod(height_map, place, level).r, relief.x);
}

void main() {
    const int steps = 8;
    vec2 place = gl_FragCoord.xy / picture_size;
    float longitude = 2.0 * pi * (place.x - 0.5), south = pi * place.y, texel = pi / relief.z;
    vec3 d = vec3(sin(south) * cos(longitude), cos(south), -sin(south) * sin(longitude));
    vec3 east = vec3(-sin(longitude), 0.0, -cos(longitude)), north = cross(d, east);
    float rows = float(textureSize(height_map, 0).y), first = log2(rows / relief.z);
    float finest = log2(rows / picture_size.y), here = height_at(d, finest);
    vec3 ahead[4];
    for (int i = 0; i < 4; i++) {
        float quarters = 0.25 * (side + float(i)), part = quarters > 3.0 ? quarters - 4.0 : 2.0 - quarters;
        part = quarters < 1.0 ? quarters : part;
        vec2 way_on_map = normalize(vec2(quarters > 1.0 && quarters < 3.0 ? abs(part) - 1.0 : 1.0 - abs(part), part));
        ahead[i] = way_on_map.x * east + way_on_map.y * north;
    }
    vec4 steepest = vec4(0.0); // rise for each way along the ground
    float way = 1.1;
    for (int k = 0; k < steps; k++) {
        float turn = way * texel, half_sine = sin(0.5 * turn), drop = 2.0 * half_sine * half_sine, along = sin(turn);
        float level = max(finest, first + 0.5 * log2(way));
        for (int i = 0; i < 4; i++) {
            float there = height_at(d * (1.0 - drop) + ahead[i] * along, level);
            steepest[i] = max(steepest[i], (there * (1.0 - drop) - here - drop) / along);
        }
        way *= 1.58;
    }
    colour = sqrt(steepest * inversesqrt(steepest * steepest + 1.0)); // the root of its sine
}
