#!/usr/bin/env bash
# Our noise beside stb_perlin and libnoise, on this machine:  tests/bench/run.sh [--quick] [WORD]
# Installs what is missing, builds into build/release and runs all of them in turns. With a word only the rows that
# have it in their names; --quick only shows that it works.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
source third_party/setup.sh

terrella_install bench
terrella_build release peers
"$build_dir/tests/bench/peers" "$@"
