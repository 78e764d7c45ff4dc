#version 330 core
// Balls between a place and its star, and what else several programs need. Linked into every program.
//   ECLIPSE  there are one or two; else all of the star is seen
//   MANY     with ECLIPSE: there are up to five
// Lengths are radii of the lit body; vectors are in whatever frame the painter works in.

// sRGB to linear, by Chilliant's cubic ("sRGB Approximations for HLSL", 2012).
vec3 linear(vec3 c) { return c * (c * (c * 0.305306011 + 0.682171111) + 0.012522878); }

float sun_seen(vec3 place, float pixel);

#ifdef ECLIPSE
uniform vec3 shadow_sun;        // unit, towards the star
uniform float shadow_sun_angle; // angular radius of the star
#ifdef MANY
const int count = 5; // a loop that OpenGL does not know the length of is slow in software
#else
const int count = 2;
#endif
uniform vec4 occluders[count]; // centres and radii; what is not needed lies away from the sun

// The fraction of the star's disc that is seen from a place. A ball covers it from where both discs touch to where
// the smaller one is all before or behind the other: that gives penumbra, umbra and, where the ball looks
// smaller than the star, the ring of light round it. In between a small disc is covered like a smooth step, and
// discs of one size steadily; their mix is within 0.03 of the area that two circles share. All in lengths at
// the ball, where the cone from the place to the star is `wide`. No edge is sharper than a pixel, which spans
// so much at that place.
float sun_seen(vec3 place, float pixel) {
    float seen = 1.0;
    for (int i = 0; i < count; i++) {
        vec3 way = occluders[i].xyz - place;
        float along = dot(way, shadow_sun), radius = occluders[i].w;
        float away = length(way - along * shadow_sun);
        float wide = max(max(shadow_sun_angle * along, pixel), 1e-5);
        float less = min(wide, radius), more = max(wide, radius), both = 1.0 / (less * more); // one division for two
        float ratio = less * less * both, x = clamp(0.5 * (wide + radius - away) * (more * both), 0.0, 1.0);
        float fraction = x * mix(x * (3.0 - 2.0 * x), 0.5 + 0.5 * x, ratio), most = radius < wide ? ratio : 1.0;
        seen *= along > 0.0 ? 1.0 - fraction * most * most : 1.0;
    }
    return seen;
}
#else
float sun_seen(vec3 place, float pixel) { return 1.0; }
#endif
