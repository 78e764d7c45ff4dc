#version 330 core
// The glow round bright light, level by level. Variants by #define:
//   BRIGHT  from the HDR framebuffer to a quarter of its size: what is much brighter than white
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
// A tent of three by three texels: with less, single bright pixels get square halos. Interpolated, it spans four by
// four, of which one look between two texels gets their weighted sum (Sigg and Hadwiger, "Fast Third-Order Texture
// Filtering", GPU Gems 2, 2005, chapter 20).
void main() {
    vec2 place = gl_FragCoord.xy / (picture_size * texel) - 0.5, f = fract(place), first = place - f + 0.5;
    vec2 low = first + (2.0 - f) / (3.0 - 2.0 * f) - 1.0, high = first + f / (1.0 + 2.0 * f) + 1.0; // texels
    vec2 high_fraction = 0.25 + 0.5 * f, low_fraction = 1.0 - high_fraction;
    low *= texel;
    high *= texel;
    vec3 below = low_fraction.x * texture(layer, low).rgb + high_fraction.x * texture(layer, vec2(high.x, low.y)).rgb;
    vec3 above = low_fraction.x * texture(layer, vec2(low.x, high.y)).rgb + high_fraction.x * texture(layer, high).rgb;
    colour = vec4(low_fraction.y * below + high_fraction.y * above, 1.0);
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
