#!/usr/bin/env bash
# Makes every download of a release in one folder:
#   packaging/release.sh FOLDER
# - packages for Debian, by cpack,
# - a tarball for any Linux on x86-64 with glibc 2.34 or later,
# - a wheel for Python on such systems,
# - a zip, an installer and a wheel for Windows, by packaging/windows.sh,
# - the add-on for Blender,
# - LICENSES.txt, RELEASE_NOTES.md and SHA256SUMS.
# The checkout must be clean: all files get the time of its last commit, and the same commit gives the same bytes.
# Libraries are built by packaging/libraries.sh, once: remove build/libraries to build them again. The words "full" and
# "windows" in third_party/packages.txt mark the packages that this needs.
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

# ---- Debian --------------------------------------------------------------------------------------

echo "Packages for Debian"
quietly cmake --preset release -B build/packages -DBUILD_TESTING=OFF
quietly cmake --build build/packages
quietly cpack --config build/packages/CPackConfig.cmake -B "$work/packages"
cp "$work"/packages/*.deb "$folder"

# ---- any Linux -----------------------------------------------------------------------------------

libraries=build/libraries/x86_64-linux-gnu
name=terrella-$version-linux-x86_64
echo "Tarball: $name"
[ -e $libraries/licenses/gcc ] || quietly packaging/libraries.sh x86_64-linux-gnu $libraries
quietly cmake --preset portable
quietly cmake --build build/portable
box=$work/$name
quietly cmake --install build/portable --strip --component program --prefix "$box/usr"
# An AppDir: the program, its entry of the menu and its icon are also at the top.
ln -s usr/bin/terrella "$box/AppRun"
cp packaging/terrella.desktop packaging/terrella.png "$box"
ln -s terrella.png "$box/.DirIcon"
packaging/licenses.sh $libraries >"$box/LICENSES.txt"
cat >"$box/README.txt" <<END
Terrella $version for Linux on x86-64, with glibc 2.34 or later (Debian 12, Ubuntu 22.04, Fedora 35).

    usr/bin/terrella          opens the window
    usr/bin/terrella --help   lists the commands

The window needs X11 or XWayland, and OpenGL 3.3 (libX11, libGL). Pictures without a display need EGL (libEGL).
All other commands need neither. Letters that the embedded typeface lacks come from fontconfig, where it is there.
To install it for yourself, copy usr/ into ~/.local:   cp -r usr/. ~/.local/
LICENSES.txt has the licences of all that is inside.
END
chmod -R u=rwX,go=rX "$box"
tar -C "$work" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" -c "$name" | gzip -9n >"$folder/$name.tar.gz"
cp "$box/LICENSES.txt" "$folder"

# ---- Python --------------------------------------------------------------------------------------

echo "Wheel"
strip -o "$work/libterrella.so" build/portable/libterrella.so
packaging/licenses.sh $libraries OpenEXRCore crypto gcc spng stb tiff z zip zstd >"$work/licenses"
quietly packaging/wheel.py "$work/libterrella.so" "$folder" "$work/licenses"

# ---- Windows and Blender -------------------------------------------------------------------------

echo "Windows"
quietly packaging/windows.sh "$folder"
echo "Add-on for Blender, with the libraries of all wheels"
quietly packaging/extension.py "$folder" "$folder"/terrella_planets-*.whl

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
