#version 330 core
// From light to the picture: exposure, tone, the sRGB curve, dither. Linked into every program that paints.

vec3 picture_tone(vec3 light);
vec3 picture_encode(vec3 light);
vec3 picture_dither();

const float exposure = 1.45; // a white surface under the full sun comes close to white, not onto it

// Colours below `start` stay as they are; what is brighter is compressed towards white. Compressed by its
// greatest component, as in Khronos' PBR Neutral tone mapper (2024), a colour keeps its hue: deep blues and reds
// stay deep, but what glows turns pink. Compressed component by component, like film, red turns to yellow on
// its way to white, which is right for fire. This is the mean of both. (Neutral's toe, which takes reflections
// off product shots, is left out: it would swallow the night side.)
vec3 picture_tone(vec3 light) {
    const float start = 0.76, room = 1.0 - start, desaturation = 0.1;
    vec3 colour = light * exposure;
    vec3 film = 1.0 - room * room / (max(colour, start) + (room - start));
    film = mix(colour, film, greaterThan(colour, vec3(start)));
    float peak = max(colour.r, max(colour.g, colour.b));
    float pressed = max(film.r, max(film.g, film.b));
    float keep = 1.0 / (desaturation * max(peak - pressed, 0.0) + 1.0);
    vec3 neutral = mix(vec3(pressed), colour * (pressed / max(peak, 1e-6)), keep);
    return mix(neutral, film, 0.5);
}

// Linear light to sRGB (IEC 61966-2-1), after the tone curve.
vec3 picture_encode(vec3 light) {
    vec3 c = clamp(picture_tone(light), 0.0, 1.0);
    return mix(1.055 * pow(max(c, 1e-6), vec3(1.0 / 2.4)) - 0.055, 12.92 * c, lessThan(c, vec3(0.0031308)));
}

// Half a step of eight bits up or down, so that slow gradients do not show bands: interleaved gradient
// noise (Jimenez, "Next Generation Post Processing in Call of Duty: Advanced Warfare", SIGGRAPH 2014).
vec3 picture_dither() {
    float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
    return vec3((noise - 0.5) / 255.0);
}
