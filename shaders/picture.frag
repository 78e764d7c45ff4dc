#version 330 core
// From light on the HDR framebuffer to the picture: glow, exposure, tone, the sRGB curve, dither.

uniform sampler2D layer;   // premultiplied light
uniform sampler2D glow;    // what of it spreads
uniform vec2 picture_size; // pixels of what is on the HDR framebuffer
// Of a part of a picture; all 0: it is the whole.
uniform vec2 border;       // so many pixels of the HDR framebuffer are not shown, at its left and below
uniform vec2 corner;       // where the part begins, pixels
uniform vec2 glow_from;    // the HDR framebuffer within the glow, which is that of the whole picture: from there
uniform vec2 glow_grow;    // and so much larger
uniform float exposure;
uniform float spread;      // how much of the glow is added
uniform vec3 background;   // sRGB, where nothing covers it

out vec4 colour;

// Colours below `start` stay as they are; what is brighter is compressed towards white. Compressed by its
// greatest component, as in Khronos' PBR Neutral tone mapper (2024), a colour keeps its hue: deep blues and
// reds stay deep, but what glows turns pink. Compressed component by component, like film, red turns to yellow
// on its way to white, which is right for fire. This is the mean of both. (Neutral's toe, which takes
// reflections off product shots, is left out: it would swallow the night side.)
vec3 tone(vec3 colour) {
    const float start = 0.76, headroom = 1.0 - start, desaturation = 0.1;
    vec3 film = 1.0 - headroom * headroom / (max(colour, start) + (headroom - start));
    film = mix(colour, film, greaterThan(colour, vec3(start)));
    float peak = max(colour.r, max(colour.g, colour.b));
    float pressed = max(film.r, max(film.g, film.b));
    float keep = 1.0 / (desaturation * max(peak - pressed, 0.0) + 1.0);
    vec3 neutral = mix(vec3(pressed), colour * (pressed / max(peak, 1e-6)), keep);
    return mix(neutral, film, 0.5);
}

// Linear to sRGB (IEC 61966-2-1). Its power of 1 / 2.4 is a cubic of the fourth root, right to 0.08 of a step
// of eight bits: powers are slow in software.
vec3 encode(vec3 c) {
    vec3 root = sqrt(sqrt(c));
    vec3 power = ((-0.1319723 * root + 0.9434720) * root + 0.2609616) * root - 0.0726147;
    return mix(power, 12.92 * c, lessThan(c, vec3(0.0031308)));
}

// Half a step of eight bits up or down, so that slow gradients do not show bands: interleaved gradient
// noise (Jimenez, "Next Generation Post Processing in Call of Duty: Advanced Warfare", SIGGRAPH 2014).
float dither() {
    return (fract(52.9829189 * fract(dot(gl_FragCoord.xy + corner, vec2(0.06711056, 0.00583715)))) - 0.5) / 255.0;
}

void main() {
    vec2 place = (gl_FragCoord.xy + border) / picture_size;
    vec4 light = texture(layer, place);
    vec3 shown = encode(clamp(tone(light.rgb * exposure + texture(glow, place * (1.0 + glow_grow) + glow_from).rgb * spread), 0.0, 1.0));
    // Where there is neither light nor cover the background stays as it is, to the bit.
    float lit = step(1e-5, max(light.a, max(light.r, max(light.g, light.b))));
    colour = vec4(shown + background * (1.0 - light.a) + dither() * lit, 1.0);
}
