#!/usr/bin/env bash
# Makes every download of a release in one folder:
#   packaging/release.sh FOLDER
# - for Linux with glibc 2.34 or later, on x86-64, aarch64 and 32-bit x86: packages for Debian, a tarball, and a wheel for
#   Python (not on 32-bit x86),
# - a zip, an installer and a wheel for Windows, by packaging/windows.sh,
# - the add-on for Blender,
# - a zip with the page for browsers, and the package for npm,
# - LICENSES.txt, RELEASE_NOTES.md and SHA256SUMS.
# The checkout must be clean: all files get the time of its last commit, and the same commit gives the same bytes.
# Libraries are built by packaging/libraries.sh, once: remove build/libraries to build them again. The words "full",
# "windows" and "web" in third_party/packages.txt mark the packages that this needs.
set -euo pipefail
if [ $# != 1 ]; then
    echo "usage: packaging/release.sh FOLDER" >&2
    exit 2
fi
mkdir -p "$1"
folder=$(cd "$1" && pwd)
cd "$(dirname "${BASH_SOURCE[0]}")/.."
if [ -n "$(ls -A "$folder")" ]; then
    echo "release.sh: $folder is not empty" >&2
    exit 2
fi
if [ -n "$(git status --porcelain)" ]; then
    echo "release.sh: the checkout has changes that are not committed (git status)" >&2
    exit 2
fi
for tool in {x86_64,aarch64,i686}-linux-gnu-g++ x86_64-w64-mingw32-g++-posix cmake cpack ninja dpkg-deb dpkg-source makensis zip emcc node; do
    command -v $tool >/dev/null || { echo "release.sh: $tool is missing (packages: the words full, windows and web in third_party/packages.txt)" >&2 && exit 2; }
done
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH LC_ALL=C TZ=UTC
umask 022
version=$(sed -n 's/^#define TR_VERSION "\(.*\)"/\1/p' src/base/version.h)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# quietly WORDS…: shows what a command printed only if it fails.
quietly() {
    if ! "$@" >"$work/log" 2>&1; then
        tail -n 30 "$work/log" >&2
        echo "release.sh: failed: $*" >&2
        exit 5
    fi
}

# ---- Linux -----------------------------------------------------------------------------------------

for triplet in x86_64-linux-gnu aarch64-linux-gnu i686-linux-gnu; do
    case $triplet in
    x86_64-*) processor=x86-64 ;;
    aarch64-*) processor=aarch64 ;;
    i686-*) processor="32-bit x86 with SSE2" ;;
    esac
    libraries=build/libraries/$triplet built=build/portable-$triplet
    echo "Linux on $processor: packages for Debian"
    [ -e $libraries/licenses/gcc ] || quietly packaging/libraries.sh $triplet $libraries
    quietly cmake --preset portable -B $built -DTR_TRIPLET=$triplet
    quietly cmake --build $built
    quietly cpack --config $built/CPackConfig.cmake -B "$work/$triplet"
    cp "$work/$triplet"/*.deb "$folder"

    name=terrella-$version-linux-${triplet%%-*}
    echo "Linux on $processor: tarball"
    box=$work/$name
    quietly cmake --install $built --strip --component program --prefix "$box/usr"
    # An AppDir: the program, its entry of the menu and its icon are also at the top.
    ln -s usr/bin/terrella "$box/AppRun"
    cp packaging/terrella.desktop packaging/terrella.png $built/packaging/program/LICENSES.txt "$box"
    ln -s terrella.png "$box/.DirIcon"
    cat >"$box/README.txt" <<END
Terrella $version for Linux on $processor, with glibc 2.34 or later (Debian 12, Ubuntu 22.04, Fedora 35).

    usr/bin/terrella          opens the window
    usr/bin/terrella --help   lists the commands

The window needs X11 or XWayland, and OpenGL 3.3 (libX11, libGL). Pictures without a display need EGL (libEGL).
All other commands need neither. Letters that the embedded typeface lacks come from fontconfig, where it is there.
To install it for yourself, copy usr/ into ~/.local:   cp -r usr/. ~/.local/
LICENSES.txt has the licences of all that is inside.
END
    chmod -R u=rwX,go=rX "$box"
    tar -C "$work" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" -c "$name" | gzip -9n >"$folder/$name.tar.gz"

    [ $triplet != i686-linux-gnu ] || continue # nobody has a Python for it
    echo "Linux on $processor: wheel"
    $triplet-strip -o "$work/libterrella.so" $built/libterrella.so
    quietly packaging/wheel.py "$work/libterrella.so" "$folder" $built/packaging/library/LICENSES.txt
done
cp "$work/terrella-$version-linux-x86_64/LICENSES.txt" "$folder"

# ---- Windows and Blender -------------------------------------------------------------------------

echo "Windows"
quietly packaging/windows.sh "$folder"
echo "Add-on for Blender, with the libraries of the wheels for systems that Blender is made for"
quietly packaging/extension.py "$folder" "$folder"/terrella_planets-*{x86_64,win_amd64}.whl

# ---- browsers and npm ----------------------------------------------------------------------------

libraries=build/libraries/wasm32-emscripten
[ -e $libraries/licenses/emscripten ] || quietly packaging/libraries.sh wasm32-emscripten $libraries
echo "Page for browsers"
quietly cmake --workflow --preset web
name=terrella-$version-web box=$work/terrella-$version-web
cp -r build/web/page "$box"
cp packaging/web/serve.js "$box"
packaging/licenses.sh $libraries >"$box/LICENSES.txt"
cat >"$box/README.txt" <<END
Terrella $version for browsers with WebGL 2 and WebAssembly.

Put these files on a web server, and open index.html there. Threads need two headers. Where a server cannot be told to send
them, the page adds them itself after its first visit (offline.js), if its address begins with https or is of this machine.

    Cross-Origin-Opener-Policy: same-origin
    Cross-Origin-Embedder-Policy: require-corp

    node serve.js .     serves this folder on your own machine, and prints the address

LICENSES.txt has the licences of all that is inside.
END
chmod -R u=rwX,go=rX "$box"
find "$box" -exec touch -d "@$SOURCE_DATE_EPOCH" {} +
(cd "$work" && find "$name" | sort | zip -q -X -9 "$folder/$name.zip" -@)
# What a visitor downloads, as servers compress it.
(cd "$box" && node -e '
    const zlib = require("zlib"), files = ["index.html", "page.js", "terrella.js", "terrella.wasm", "terrella.worker.js"];
    const sum = compress => files.reduce((all, file) => all + compress(fs.readFileSync(file)).length, 0);
    console.log(`The page is ${sum(x => zlib.gzipSync(x, {level: 9}))} bytes as gzip, ${sum(x => zlib.brotliCompressSync(x))} as brotli.`);')
echo "Package for npm"
quietly cmake --workflow --preset node
quietly packaging/npm.sh "$folder"

# ---- notes and sums ------------------------------------------------------------------------------

# Whole points of the changelog, in at most 20 lines.
awk -v version="$version" '
    function flush() { if (lines + count <= 18) { for (i = 0; i < count; i++) print point[i]; lines += count } else more = 1; count = 0 }
    $1 == "##" { inside = $2 == version; if (inside) { print "# Terrella " version; print ""; lines = 2 } next }
    !inside || /^###/ { if (inside) exit; next }
    /^- / { flush() }
    /^(- |  )/ { point[count++] = $0 }
    END { flush(); if (more) print "\nAll changes: CHANGELOG.md" }' CHANGELOG.md >"$folder/RELEASE_NOTES.md"
(cd "$folder" && find . -type f ! -name SHA256SUMS -printf '%P\n' | sort | xargs -d '\n' sha256sum >SHA256SUMS)
(cd "$folder" && ls -l)
