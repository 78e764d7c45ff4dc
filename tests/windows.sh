#!/usr/bin/env bash
# The programs and the library for Windows, run by wine: the same bytes as here, names, locks, kills. They are those of
# the preset `windows`, which this test does not build.
# ctest: COST 20
set -uo pipefail
source "${SOURCE_DIR:?}/tests/expect.sh"
built=$SOURCE_DIR/build/windows
source "${SOURCE_DIR:?}/tests/missing.sh"
[ -e "$built/terrella.exe" ] || missing "${TR_WINDOWS:-}" "build/windows/terrella.exe is not built (cmake --workflow --preset windows)"
command -v wine >/dev/null || missing "${TR_WINDOWS:-}" "wine is missing (Debian packages: wine, wine64)"
export WINEPREFIX=$work/wine WINEDEBUG=-all
unset DISPLAY
native=$TERRELLA untried=
cd "$work" || exit 1
# What expect() runs.
TERRELLA=$work/terrella
printf '#!/bin/sh\nexec wine %q "$@"\n' "$built/terrella.exe" >"$TERRELLA" && chmod +x "$TERRELLA"
wine "$built/terrella.exe" --version >out 2>&1 || fail "it does not start: $(head -c 300 out)"
trap 'wineserver -k; rm -rf "$work"' EXIT

# ---- bytes ---------------------------------------------------------------------------------------

same() { # same arguments…: both programs write the same files into here and there
    rm -rf here there
    "$native" "$@" -q -o here >out.here 2>err.here </dev/null || fail "terrella $*: $(head -c 300 err.here)"
    expect 0 "" "$@" -q -o there
    diff -r here there >differs || fail "terrella $*: $(head -n 3 differs)"
}
same export earthlike --seed 7 --size 128
same export asteroid --seed 7 --size 64 --target gltf
same export barren --size 2048 --projection tiles --maps albedo --format jpg
same export inferno --size 64 --format ktx2 --zstd
same export inferno --size 64 --format exr

# ---- help ----------------------------------------------------------------------------------------

"$TERRELLA" --help >out 2>err || fail "--help: $(cat err)"
grep -qF 'kept in `%LOCALAPPDATA%\Terrella`' out && ! grep -q XDG out || fail "--help names no place of Windows: $(grep 'kept in' out)"
grep -qF 'with a `\`' out || fail "--help names no paths of Windows"

# ---- names ---------------------------------------------------------------------------------------

# Unicode; both kinds of slashes; more than the 260 letters that Windows once had for a path.
long=$(printf 'folder%.0s' {1..20})
name=$'\xc3\xbcn\xc3\xaf \xe6\x98\x9f'
expect 0 "" export inferno --size 64 -q -o "deep\\$long/$long\\$long\\$name"
found=(deep/*/*/*/*/)
[ "${#found[@]}" = 1 ] && [ "$(ls "${found[0]}" | wc -l)" = 6 ] || fail "names: ${found[*]}"
expect 0 "" check "deep/$long/$long/$long/$name"
refused() { # refused NAME WHY: neither a file nor a folder of this name is made or read
    expect 5 "cannot write: $2; choose another name" field fractal --size 64 -o "$1"
    expect 5 "cannot write: $2; choose another name" export inferno --size 64 -o "$1/x"
    expect 3 "$2" show "./$1"
}
refused 'NUL.png' "Windows reserves the name NUL"
refused 'com1.png' "Windows reserves the name com1"
refused 'what?.png' "a name cannot contain '?'"
refused 'a>b.png' "a name cannot contain '>'"
refused 'ab:c.png' "a name cannot contain ':'"
expect 5 "a name cannot contain ':'; choose another name" field fractal --size 64 -o a:b.png
expect 5 "there is no drive q:" export inferno --size 64 -o q:/x
rm -rf here && mkdir here && (cd here && "$native" field fractal --size 64 -q -o f.png)
"$TERRELLA" field fractal --size 64 -q -o /dev/stdout >f.png 2>err </dev/null || fail "standard output: $(cat err)"
cmp f.png here/f.png || fail "standard output changes bytes"

# ---- the other program -----------------------------------------------------------------------------

# It hands on arguments and the exit code.
wine "$built/terrella-window.exe" export inferno --size 64 -q --name $'\xc3\xbc "quoted" \\' -o 'a folder/' 2>err </dev/null
got=$?
[ $got = 2 ] && grep -q 'quoted' err || fail "arguments of terrella-window.exe: exit $got, $(head -c 300 err)"
wine "$built/terrella-window.exe" export inferno --size 64 -q --name "$name" -o "a folder/$name" 2>err </dev/null
got=$?
[ $got = 0 ] && [ -s "a folder/$name/${name}_albedo.png" ] || fail "terrella-window.exe: exit $got, $(head -c 300 err)"

# ---- files that cannot be written ------------------------------------------------------------------

# A folder or a file is in the way, or a file is read-only.
mkdir -p full/inferno-7_albedo.png && expect 5 "a folder" export inferno --seed 7 --size 64 -q -o full
[ "$(find full | wc -l)" = 2 ] || fail "left beside a folder: $(ls -A full)"
echo mine >file && expect 5 "a file is in the way" export inferno --seed 7 --size 64 -q -o file/below
[ "$(cat file)" = mine ] || fail "a file in the place of a folder is gone"
echo mine >protected.png && chmod 444 protected.png && expect 5 "permissions" field fractal --size 64 -o protected.png
[ "$(cat protected.png)" = mine ] || fail "a read-only file is replaced"

# ---- locks and kills -----------------------------------------------------------------------------

# Two exports into one folder take turns. A second one replaces the first, and leaves nothing else.
"$TERRELLA" export inferno --seed 7 --size 512 -q -o both 2>err.one </dev/null &
expect 0 "" export inferno --seed 7 --size 512 -q -o both
wait $! || fail "one of two exports: $(cat err.one)"
"$native" export inferno --seed 7 --size 512 -q -o one && diff -r one both || fail "two exports at once"

"$TERRELLA" export inferno --seed 8 --size 2048 -q -o killed 2>/dev/null </dev/null &
until compgen -G 'killed/.*.part' >/dev/null || ! kill -0 $! 2>/dev/null; do sleep 0.05; done
kill -KILL $! && wait $! 2>/dev/null
expect 3 "" check killed
expect 0 "" export inferno --seed 8 --size 64 -q -o killed
expect 0 "" check killed
[ "$(find killed -type f | wc -l)" = 6 ] || fail "left after a kill: $(ls -A killed)"

# Ctrl-C ends an export, which leaves nothing.
(trap - INT && exec env --default-signal=INT "$TERRELLA" export earthlike --size 4096 -q -o stopped </dev/null) &
until compgen -G 'stopped/.*.part' >/dev/null || ! kill -0 $! 2>/dev/null; do sleep 0.05; done
kill -INT $!
wait $!
got=$?
[ $got = 130 ] && [ ! -e stopped ] || fail "Ctrl-C: exit $got, left: $(ls -A stopped 2>&1)"

# ---- other programs ------------------------------------------------------------------------------

# A program that is called ffmpeg.exe gets the pictures and writes the file, or fails.
if command -v x86_64-w64-mingw32-gcc-posix >/dev/null && command -v xvfb-run >/dev/null; then
    cat >ffmpeg.c <<'END'
#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <stdlib.h>
int main(int count, char **words) {
    FILE *file = fopen(words[count - 1], "wb");
    _setmode(0, _O_BINARY);
    for (int c; file && (c = getchar()) != EOF;)
        putc(c, file);
    fprintf(stderr, "no more ink\n");
    return getenv("FAILS") || !file || fclose(file) != 0;
}
END
    mkdir bin && cp "$built/terrella.exe" bin && x86_64-w64-mingw32-gcc-posix -O1 ffmpeg.c -o bin/ffmpeg.exe || fail "no stub"
    wineserver -k # what runs has no display
    in_window() { xvfb-run -a env "$@" wine bin/terrella.exe render barren --size 64x48 --frames 3 -q -o v.mp4 2>err </dev/null; }
    in_window A=1 && [ "$(stat -c %s v.mp4)" = $((64 * 48 * 3 * 3)) ] || fail "a video: $(cat err)"
    rm -f v.mp4 && in_window FAILS=1
    [ $? = 5 ] && [ ! -e v.mp4 ] && grep -q 'ffmpeg failed: no more ink' err || fail "a video that fails: $(cat err)"
else
    untried="$untried, videos (gcc-mingw-w64-x86-64-posix, xvfb)"
fi

# ---- the library ---------------------------------------------------------------------------------

[ -s "$built/terrella.dll" ] || fail "terrella.dll is not built"
if command -v x86_64-w64-mingw32-objdump >/dev/null; then
    x86_64-w64-mingw32-objdump -p "$built/terrella.dll" | sed -n '/Ordinal\/Name Pointer/,/^$/s/.*\] \(tr_[a-z0-9_]*\)$/\1/p' | sort >exported
    grep -oP 'TR_API[^;(]*?\Ktr_\w+(?=\()' "$SOURCE_DIR/include/terrella/terrella.h" | sort >declared
    [ "$(wc -l <declared)" -gt 20 ] || fail "the header declares nothing"
    diff declared exported || fail "terrella.dll does not export what the header declares"
else
    untried="$untried, names of the library (binutils-mingw-w64-x86-64)"
fi

# ---- downloads -----------------------------------------------------------------------------------

# The installer puts everything into its place, and takes it away again, but for what windows have kept.
if [ -z "${TR_FULL:-}" ]; then
    : # takes long
elif ! command -v makensis >/dev/null || ! command -v zip >/dev/null; then
    untried="$untried, the installer (nsis, zip)"
else
    "$SOURCE_DIR/packaging/windows.sh" files >log 2>&1 || fail "packaging/windows.sh: $(tail -n 3 log)"
    wine files/*-installer.exe /S
    appdata=$(dirname "$(find wine/drive_c/users -type d -path '*/Local/Programs/Terrella')")/..
    mkdir -p "$appdata/Terrella" && touch "$appdata/Terrella/1.json"
    wine "$appdata/Programs/Terrella/terrella.exe" --version | grep -q terrella || fail "the installed program does not start"
    [ -n "$(find wine/drive_c -name Terrella.lnk)" ] || fail "there is no entry in the start menu"
    cp "$appdata/Programs/Terrella/uninstall.exe" . # otherwise it goes on in a copy, for which nobody waits
    wine uninstall.exe /S "_?=$(wine winepath -w "$appdata/Programs/Terrella" | tr -d '\r')"
    [ ! -e "$appdata/Programs/Terrella/terrella.exe" ] || fail "the uninstaller leaves the program"
    [ -z "$(find wine/drive_c -name Terrella.lnk)" ] || fail "the uninstaller leaves an entry in the start menu"
    [ -e "$appdata/Terrella/1.json" ] || fail "the uninstaller removes what windows have kept"
fi

[ $failures = 0 ] || exit 1
[ -z "$untried" ] || { echo "not tested: ${untried#, }" && exit 77; }
echo "The programs for Windows do the same."
