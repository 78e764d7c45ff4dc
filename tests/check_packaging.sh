#!/usr/bin/env bash
# Files for desktops and shells pass the validators of those.
set -uo pipefail
source "${SOURCE_DIR:?}/tests/expect.sh"
cd "$work" || exit 1
missing=""
# has TOOL PACKAGE
has() {
    command -v "$1" >/dev/null && return
    missing="$missing $1 (Debian package: $2)"
    return 1
}

packaging=$SOURCE_DIR/packaging
if has desktop-file-validate desktop-file-utils; then
    desktop-file-validate "$packaging/terrella.desktop" >log 2>&1 || fail "$(cat log)"
fi
if has update-mime-database shared-mime-info; then
    mkdir -p mime/packages && cp "$packaging/terrella.mime.xml" mime/packages/terrella.xml
    XDG_DATA_HOME=$work/none XDG_DATA_DIRS=$work update-mime-database mime >log 2>&1 && grep -qx 'application/x-terrella:\*.terrella' mime/globs ||
        fail "the type of .terrella: $(cat log mime/globs)"
fi
if has appstreamcli appstream; then
    appstreamcli validate --no-net --no-color "$packaging"/*.metainfo.xml >log 2>&1 || fail "$(cat log)"
fi

# The completions that fish offers, and those that zsh receives. manual.sh tests bash.
mkdir bin && ln -s "$TERRELLA" bin/terrella
"$TERRELLA" export --help | sed -nE 's/^  (-[a-z]), (--[a-z-]+).*/\1\n\2/p; s/^  (--?[a-z-]+)( .*)?$/\1/p' | sort -u >wanted
if has fish fish; then
    HOME=$work PATH=$work/bin:$PATH fish -c "source '$SOURCE_DIR/completions/terrella.fish'
        complete -C 'terrella export -'" 2>err | cut -f 1 | sort -u >got
    diff wanted got >log || fail "options in fish (> offered): $(cat log) $(head -n 3 err)"
    HOME=$work PATH=$work/bin:$PATH fish -c "source '$SOURCE_DIR/completions/terrella.fish'
        complete -C 'terrella gallery --type in'; complete -C 'terrella export inferno --set l'" 2>err | cut -f 1 >got
    [ "$(paste -sd ' ' got)" = "inferno lava=" ] || fail "values in fish: $(cat got) $(head -n 3 err)"
    touch relief.png
    HOME=$work PATH=$work/bin:$PATH fish -c "source '$SOURCE_DIR/completions/terrella.fish'
        complete -C 'terrella show inferno --map hei'; complete -C 'terrella show inferno --map height=rel'" 2>err | cut -f 1 >got
    [ "$(paste -sd ' ' got)" = "height= height=relief.png" ] || fail "values in fish: $(cat got) $(head -n 3 err)"
fi
if has zsh zsh; then
    PATH=$work/bin:$PATH zsh -f -c "_arguments() { print -l -- \"\$@\" }
        words=(terrella export -) CURRENT=3
        source '$SOURCE_DIR/completions/_terrella'" 2>err | sed -nE 's/^[*]?(--?[a-z-]+)\[.*/\1/p' | sort -u >got
    diff wanted got >log || fail "options in zsh (> offered): $(cat log) $(head -n 3 err)"
    PATH=$work/bin:$PATH zsh -f -c "_arguments() { :; }; compset() { [[ \$PREFIX == *=* ]] }; _files() { print files }; compadd() { print -l -- \"\$@\" }
        words=(terrella export -) CURRENT=3
        source '$SOURCE_DIR/completions/_terrella'
        PREFIX=hei _terrella_map; PREFIX=height=rel _terrella_map" 2>err >got
    grep -qx height got && grep -qx files got || fail "maps in zsh: $(cat got) $(head -n 3 err)"
fi

[ $failures = 0 ] || exit 1
[ -z "$missing" ] || { echo "not everything is checked, missing:$missing" && exit 77; }
