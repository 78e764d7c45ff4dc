// The version of Terrella, as `--version` prints it and as files that it writes carry it. The build defines it
// too, from CMakeLists.txt: the compiler complains where the two differ.
#pragma once

#define TR_VERSION "1.0.0"

// Grows by one whenever the texels of any recipe change on purpose: then a line in CHANGELOG.md under "Pixels
// changed" says what did. Recipes, manifests and pictures carry it, so that a file can say that it was made for
// other pixels.
#define TR_PIXELS 13
