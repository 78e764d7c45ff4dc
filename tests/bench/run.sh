#!/usr/bin/env bash
# Compares Terrella's noise with stb_perlin and libnoise on this machine:  tests/bench/run.sh [--quick] [WORD]
# Installs missing packages, builds into build/release and runs all libraries in alternation. With a word, only
# rows with that word in their names; --quick only tests that it works.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
source third_party/setup.sh

terrella_install bench
terrella_build release peers
"$build_dir/tests/bench/peers" "$@"
