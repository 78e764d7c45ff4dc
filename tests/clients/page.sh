#!/usr/bin/env bash
# The page in a real browser: Chromium paints four worlds within 4 % of our own pictures, on the mean, and asks nothing
# of the network. Needs chromium, node and puppeteer-core (npm), which CLIENTS_NPM is the folder of. Pictures stay in
# $1, where there is one.
set -uo pipefail
terrella=${TERRELLA:?the path of the executable} here=$(dirname "$(realpath "$0")") failures=0
work=${1:-$(mktemp -d)} browser=${CHROMIUM:-$(command -v chromium)}
[ -n "${1:-}" ] || trap 'rm -rf "$work"' EXIT
[ -n "$browser" ] && command -v node >/dev/null || { echo "chromium or node is missing (Debian packages: chromium, nodejs)"; exit 77; }
(cd "${CLIENTS_NPM:-.}" && node -e 'require("puppeteer-core")') 2>/dev/null || { echo "puppeteer-core is missing (npm)"; exit 77; }

# page NAME DISTANCE WORLD…
page() {
    local name=$1 camera=12,20,$2 sun=-0.55,0.35,0.75 percent
    shift 2
    "$terrella" export "$@" --name "$name" --target web --force -o "$work" --quiet &&
        "$terrella" render "$@" --size 512x512 --camera "$camera" --sun=$sun -o "$work/$name.png" --quiet &&
        percent=$(CHROMIUM=$browser node "$here/page.mjs" "$work" "$name" "$camera" "$sun") || { failures=$((failures + 1)) && echo "FAILED: $name"; return; }
    echo "$name differs by $percent %"
    awk -v percent="$percent" 'BEGIN { exit !(percent < 4) }' || { failures=$((failures + 1)) && echo "FAILED: $name"; }
}
page earthlike 3.2 earthlike
page inferno 3.2 inferno
page ringed 6 gas-giant --set rings.opacity=0.8
page asteroid 3.2 asteroid
[ $failures = 0 ]
