#version 330 core
// The star. Variants by #define:
//   GLARE  the light that it scatters in the camera, which lies over whatever is before the star
// and else its disc with the corona round it, zero at glow_radius.

in vec2 offset;
out vec4 colour;

uniform float sun_radius;   // pixels
uniform float sun_strength; // below 1 for a star smaller than a pixel, or partly hidden
uniform float glow_radius;
uniform vec3 sunlight; // the star's own colour

void main() {
    float r = length(offset);
    float fade = max(1.0 - r / glow_radius, 0.0);
#ifdef GLARE
    // A veil, and rays as the blades of an aperture make them: six, so thin that their ends are lost in the
    // veil.
    float away = r / (0.02 * glow_radius + sun_radius);
    float veil = 0.10 / (1.0 + away * away) + 0.012 * fade;
    float turn = atan(offset.y, offset.x + 1e-20) * 3.0 + 0.5; // the middle has no angle
    float ray = abs(sin(turn)) * away; // distance from the nearest ray, about
    float rays = 0.16 / ((1.0 + 4.0 * ray * ray) * (1.0 + 0.35 * away));
    colour = vec4(sunlight * (sun_strength * (veil + rays) * fade * fade), 0.0);
#else
    // One looks less deep into the hot gas at the limb, and in blue least (u of the law 1 - u (1 - mu)).
    float edge = min(r / sun_radius, 1.0);
    vec3 limb = 1.0 - vec3(0.4, 0.6, 0.8) * (1.0 - sqrt(1.0 - edge * edge));
    float off = r / (1.8 * sun_radius);
    float fall = 1.0 + off * off;
    float corona = 1.2 * inversesqrt(fall) / fall * fade * fade;
    colour = vec4(sunlight * sun_strength * (12.0 * limb * clamp(0.5 + sun_radius - r, 0.0, 1.0) + corona), 0.0);
#endif
}
