#!/usr/bin/env bash
# The page in a real browser: Chromium paints four worlds with a mean difference of at most 4 % from Terrella's
# pictures, and makes no network requests.
source "${SOURCE_DIR:?}/tests/clients/clients.sh"
needs chromium chromium
install_from_npm
mkdir -p page

# page NAME DISTANCE WORLD…
page() {
    local name=$1 camera=12,20,$2 sun=-0.55,0.35,0.75 percent
    shift 2
    "${TERRELLA:?}" export "$@" --name "$name" --target web --force -o page --quiet >/dev/null &&
        "$TERRELLA" render "$@" --size 512x512 --camera "$camera" --sun=$sun -o "page/$name.png" --quiet >/dev/null &&
        percent=$(CLIENTS_NPM=$work node "$tests/page.mjs" page "$name" "$camera" "$sun") || { fail "$name"; return; }
    echo "$name differs by $percent %"
    awk -v percent="$percent" 'BEGIN { exit !(percent < 4) }' || fail "$name differs by more than 4 %"
}
page earthlike 3.2 earthlike
page inferno 3.2 inferno
page ringed 6 gas-giant --set rings.opacity=0.8
page asteroid 3.2 asteroid
finish "Chromium shows what we show"
