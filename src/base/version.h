// The version of Terrella, as `--version` prints it and as files that it writes carry it. The build defines it
// too, from CMakeLists.txt: the compiler complains where the two differ.
#pragma once

#define TR_VERSION "0.1.0"
