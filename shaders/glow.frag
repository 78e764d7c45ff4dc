#version 330 core
// The glow round bright light, level by level. Variants by #define:
//   BRIGHT  from the film to a quarter of its size: what is much brighter than white
//   WIDEN   back up: a coarse level over the next finer one
// and else from one level down to the next.

uniform sampler2D layer;
uniform vec2 picture_size; // of the target, texels
uniform vec2 texel;        // of the source, as parts of it
#ifdef BRIGHT
uniform float exposure;
#endif

out vec4 colour;

void main() {
    vec2 place = gl_FragCoord.xy / picture_size;
#ifdef WIDEN
    vec2 step = 0.75 * texel; // overlapping tents: no grid shows
#else
    vec2 step = texel; // on corners, so that each look is the mean of four texels
#endif
    vec3 sum = vec3(0.0);
    float weight = 0.0;
    for (int i = 0; i < 4; i++) {
        vec3 light = texture(layer, place + step * (vec2(i & 1, i >> 1) * 2.0 - 1.0)).rgb;
#ifdef BRIGHT
        light = clamp(light * exposure, 0.0, 64.0); // a NaN would spread: clamp takes it to 0
        float peak = max(light.r, max(light.g, light.b));
        float excess = max(peak - 2.2, 0.0); // ground under the sun stays below that
        light *= excess / (excess + 1.0);
        // One glint that is there in one frame and not in the next would make all its surroundings flicker:
        // bright samples count less (Karis, "Real Shading in Unreal Engine 4", SIGGRAPH 2013).
        float count = 1.0 / (1.0 + 0.25 * peak);
        sum += light * count;
        weight += count;
#else
        sum += light;
        weight += 1.0;
#endif
    }
    colour = vec4(sum / weight, 1.0);
}
