// The version of Terrella, as printed by `--version` and stored in written files. The build also defines it,
// from CMakeLists.txt: the compiler reports a difference.
#pragma once

#define TR_VERSION "1.0.0"

// Increases by one whenever the texels of any recipe change on purpose; a line in CHANGELOG.md under "Pixels
// changed" then describes the change. Recipes, manifests and pictures contain it, so that a file made for other
// pixels can be detected.
#define TR_PIXELS 13
