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

#ifdef WIDEN
// A tent of three by three texels: with less, single bright pixels get square halos.
void main() {
    vec2 place = gl_FragCoord.xy / picture_size;
    vec3 sum = vec3(0.0);
    for (int i = 0; i < 9; i++) {
        vec2 at = vec2(i % 3, i / 3) - 1.0;
        sum += (2.0 - abs(at.x)) * (2.0 - abs(at.y)) * texture(layer, place + texel * at).rgb;
    }
    colour = vec4(sum / 16.0, 1.0);
}
#else
void main() {
    vec2 place = gl_FragCoord.xy / picture_size;
    vec3 sum = vec3(0.0);
    float weight = 0.0;
    for (int i = 0; i < 4; i++) { // on corners, so that each look is the mean of four texels
        vec3 light = texture(layer, place + texel * (vec2(i & 1, i >> 1) * 2.0 - 1.0)).rgb;
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
#endif
