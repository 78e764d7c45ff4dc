# shellcheck shell=bash
# For run.sh and test.sh: installs what is missing, configures and builds. Sourced with the project's root as the
# working directory.

# terrella_packages COLUMN [test|full|windows|web|clients]: names from packages.txt.
terrella_packages() {
    awk -v column="$1" -v level="${2:-}" '
        { sub(/#.*/, "") }
        $4 != "" && $4 != level && (level != "full" || $4 == "clients") { next }
        NF >= 3 && $column != "-" && !seen[$column]++ { print $column }
    ' third_party/packages.txt
}

# terrella_install [test|full|windows|web|clients]: makes sure that the packages are there.
terrella_install() {
    local wanted missing=() p
    if command -v apt-get >/dev/null && command -v dpkg-query >/dev/null; then
        mapfile -t wanted < <(terrella_packages 1 "$@")
        for p in "${wanted[@]}"; do
            [ "$(dpkg-query -W -f '${db:Status-Status}' "$p" 2>/dev/null)" = installed ] && continue
            # nodejs of another source brings an npm of its own
            [ "${1:-}" = clients ] && command -v "$p" >/dev/null || missing+=("$p")
        done
        [ ${#missing[@]} -gt 0 ] || return 0
        echo "Installing: ${missing[*]}" >&2
        local root=() log
        if [ "$(id -u)" != 0 ]; then
            root=(sudo)
            if ! command -v sudo >/dev/null; then
                echo "Please run as root: apt-get install --no-install-recommends ${missing[*]}" >&2
                return 1
            fi
        fi
        log=$(mktemp)
        # A server that does not answer is asked again, and then given up.
        local network=(-o Acquire::Retries=3 -o Acquire::http::Timeout=30 -o Acquire::https::Timeout=30)
        if ! { "${root[@]}" timeout 300 apt-get update -q "${network[@]}" || true # the old lists may do
            "${root[@]}" env DEBIAN_FRONTEND=noninteractive timeout 1800 apt-get install -q -y --no-remove --no-install-recommends \
                "${network[@]}" -o DPkg::Lock::Timeout=120 "${missing[@]}"; } >"$log" 2>&1 </dev/null; then
            tail -n 20 "$log" >&2
            rm -f "$log"
            echo "Could not install. Please try, as root: apt-get install --no-install-recommends ${missing[*]}" >&2
            return 1
        fi
        rm -f "$log"
    elif command -v dnf >/dev/null; then
        mapfile -t wanted < <(terrella_packages 2 "$@")
        for p in "${wanted[@]}"; do
            rpm -q --whatprovides "$p" >/dev/null 2>&1 || missing+=("$p")
        done
        [ ${#missing[@]} -eq 0 ] || echo "Missing here: sudo dnf install ${missing[*]}" >&2
    elif command -v pacman >/dev/null; then
        mapfile -t wanted < <(terrella_packages 3 "$@")
        mapfile -t missing < <(pacman -T "${wanted[@]}")
        [ ${#missing[@]} -eq 0 ] || echo "Missing here: sudo pacman -S --needed ${missing[*]}" >&2
    else
        mapfile -t missing < <(terrella_packages 1 "$@")
        echo "No package manager known here. What is needed, by Debian's names: ${missing[*]}" >&2
    fi
    # Elsewhere we only advise: the configuration below has the last word on what is missing.
    for p in cmake ninja; do
        if ! command -v $p >/dev/null; then
            echo "$p is missing. third_party/packages.txt lists everything." >&2
            return 1
        fi
    done
}

# terrella_build PRESET [target…]: configures and builds, and sets build_dir. A build directory that belongs to
# someone else is left alone, one that was made for another path is started afresh.
terrella_build() {
    local preset=$1 fresh=() target=() log
    build_dir=$PWD/build/$preset
    [ $# -lt 2 ] || target=(--target "${@:2}")
    if ! mkdir -p "$build_dir" 2>/dev/null || [ ! -w "$build_dir" ] ||
        { [ -e "$build_dir/CMakeCache.txt" ] && [ ! -w "$build_dir/CMakeCache.txt" ]; }; then
        build_dir=${XDG_CACHE_HOME:-$HOME/.cache}/terrella/$preset
        echo "build/$preset belongs to someone else: building in $build_dir" >&2
        mkdir -p "$build_dir"
    fi
    if [ -e "$build_dir/CMakeCache.txt" ]; then
        grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$PWD" "$build_dir/CMakeCache.txt" &&
            grep -qxF "CMAKE_CACHEFILE_DIR:INTERNAL=$build_dir" "$build_dir/CMakeCache.txt" || fresh=(--fresh)
    fi
    log=$(mktemp)
    if ! { cmake "${fresh[@]}" --preset "$preset" -B "$build_dir" &&
        cmake --build "$build_dir" "${target[@]}"; } >"$log" 2>&1 </dev/null; then
        cat "$log" >&2
        rm -f "$log"
        return 1
    fi
    rm -f "$log"
}

# terrella_libraries TRIPLET: builds the libraries of the presets for another system, once.
terrella_libraries() {
    local last=mingw-w64 # the last file that packaging/libraries.sh makes
    [ "$1" != wasm32-emscripten ] || last=emscripten
    [ -e "build/libraries/$1/licenses/$last" ] || packaging/libraries.sh "$1" "build/libraries/$1" </dev/null
}
