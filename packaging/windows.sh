#!/usr/bin/env bash
# Makes the downloads for Windows in a folder: a zip, an installer, and a wheel for Python.
#   packaging/windows.sh FOLDER
# The same commit gives the same bytes, if SOURCE_DATE_EPOCH is the same. Needed: the packages with the word `windows`
# in third_party/packages.txt.
set -euo pipefail
if [ $# != 1 ]; then
    echo "usage: packaging/windows.sh FOLDER" >&2
    exit 2
fi
mkdir -p "$1"
folder=$(cd "$1" && pwd)
cd "$(dirname "${BASH_SOURCE[0]}")/.."
: "${SOURCE_DATE_EPOCH:=$(git log -1 --format=%ct)}"
export SOURCE_DATE_EPOCH LC_ALL=C TZ=UTC
version=$(sed -n 's/^#define TR_VERSION "\(.*\)"/\1/p' src/base/version.h)
libraries=build/libraries/x86_64-w64-mingw32
[ -e $libraries/licenses/mingw-w64 ] || packaging/libraries.sh x86_64-w64-mingw32 $libraries
cmake --workflow --preset windows
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

name=terrella-$version-windows-x86_64
box=$work/$name
mkdir -p "$box/library/terrella"
for program in terrella.exe terrella-window.exe; do
    x86_64-w64-mingw32-strip -o "$box/$program" build/windows/$program
done
x86_64-w64-mingw32-strip -o "$box/library/terrella.dll" build/windows/terrella.dll
cp build/windows/terrella.{def,lib,dll.a} "$box/library"
cp include/terrella/terrella.h "$box/library/terrella"
packaging/licenses.sh $libraries >"$box/LICENSES.txt"
cat >"$box/README.txt" <<END
Terrella $version for Windows 10 (1607) and later, 64 bits.

    terrella-window.exe    opens the window
    terrella.exe --help    lists the commands, in a console

The window and pictures need OpenGL 3.3, which drivers of graphics cards have. Videos need ffmpeg.exe, in PATH or
beside terrella.exe. Nothing else is needed. library/ is for other programs: terrella.lib is for Visual Studio.

The files are not signed, so Windows warns of them: More info, Run anyway. SHA256SUMS, beside the download, has their
sums: certutil -hashfile FILE SHA256 prints that of your file.

LICENSES.txt has the licences of all that is inside.
END
sed -i 's/$/\r/' "$box/README.txt" "$box/LICENSES.txt"
find "$box" -exec touch -d "@$SOURCE_DATE_EPOCH" {} +
(cd "$work" && find "$name" | sort | zip -q -X -9 "$folder/$name.zip" -@)

cp LICENSE "$box/LICENSE"
(cd packaging/windows && makensis -V2 -DVERSION="$version" -DFILES="$box" -DOUTPUT="$folder/$name-installer.exe" installer.nsi)

packaging/licenses.sh $libraries OpenEXRCore crypto gcc mingw-w64 spng stb tiff z zip zstd >"$work/licenses"
packaging/wheel.py "$box/library/terrella.dll" "$folder" "$work/licenses"
