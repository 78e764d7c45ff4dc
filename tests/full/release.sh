#!/usr/bin/env bash
# packaging/release.sh, twice from clean checkouts at other paths and another time: the same bytes. Programs for Linux
# need glibc 2.34 and no other library, LICENSES.txt names what is linked into them, and those for each processor export
# the same bytes as here, as the package for npm does. The libraries of the wheels compute the same, by the functions that
# the Python package calls (wheel_calls.c). Tarball and packages run on minimal systems of Debian 12, 13 and testing, which
# debootstrap makes and build/roots keeps: with OpenGL and a display the program paints and opens its window.
# ctest: COST 80 RESOURCE_LOCK cpack TIMEOUT 14400
set -uo pipefail
if [ -z "${TR_OWN_MOUNTS:-}" ]; then # mounts end with this process
    [ "$(id -u)" = 0 ] || { echo "only root can make a minimal system" && exit 77; }
    unshare --mount true 2>/dev/null || { echo "nothing can be mounted here" && exit 77; }
    TR_OWN_MOUNTS=1 exec unshare --mount "$0"
fi
source "${SOURCE_DIR:?}/tests/expect.sh"
untried=
for tool in cpack dpkg-source debootstrap git zip unzip makensis emcc node x86_64-w64-mingw32-gcc-posix {aarch64,i686}-linux-gnu-g++ qemu-{aarch64,i386}; do
    command -v $tool >/dev/null || { echo "$tool is missing (the words full, windows and web in third_party/packages.txt)" && exit 77; }
done

# ---- twice ---------------------------------------------------------------------------------------

# Sources and libraries are kept. One set of libraries is built again.
for triplet in x86_64-linux-gnu aarch64-linux-gnu i686-linux-gnu x86_64-w64-mingw32 wasm32-emscripten; do
    kept=$SOURCE_DIR/build/libraries/$triplet
    # The last that it writes.
    [ "$kept/licenses/gcc" -nt "$SOURCE_DIR/packaging/libraries.sh" ] || [ "$kept/licenses/emscripten" -nt "$SOURCE_DIR/packaging/libraries.sh" ] ||
        rm -rf "$kept"
done
for place in 1 another/place; do
    checkout=$work/$place/terrella
    git clone -q "$SOURCE_DIR" "$checkout" 2>"$work/log" || { echo "no clone: $(cat "$work/log")" && exit 77; }
    mkdir -p "$checkout/build" "$SOURCE_DIR/build"/{sources,libraries} && ln -s "$SOURCE_DIR/build"/{sources,libraries} "$checkout/build"
    "$checkout/packaging/release.sh" "$work/$place/downloads" >"$work/log" 2>&1 || { fail "release.sh: $(tail -n 20 "$work/log")" && exit 1; }
done
"$work/1/terrella/packaging/libraries.sh" x86_64-linux-gnu "$work/again" >"$work/log" 2>&1 || fail "libraries.sh: $(tail -n 5 "$work/log")"
diff -r "$SOURCE_DIR/build/libraries/x86_64-linux-gnu" "$work/again" || fail "the second set of libraries has other bytes"
diff -r "$work/1/downloads" "$work/another/place/downloads" || fail "the second release has other bytes"
cd "$work/1/downloads" || exit 1
echo "figure: packages made twice/different: $(grep -c . SHA256SUMS)/$failures"
sha256sum --quiet -c SHA256SUMS || fail "SHA256SUMS"
[ "$(wc -l <RELEASE_NOTES.md)" -le 20 ] && [ "$(wc -l <RELEASE_NOTES.md)" -ge 10 ] || fail "RELEASE_NOTES.md: $(cat RELEASE_NOTES.md)"
ls -l

# ---- programs for Linux ------------------------------------------------------------------------------

version=$(sed -n 's/^#define TR_VERSION "\(.*\)"/\1/p' "$SOURCE_DIR/src/base/version.h")
compared=0 different=0
same_files() { # same_files FOLDER OTHER WORDS
    compared=$((compared + $(find "$1" -type f | wc -l)))
    diff -r "$1" "$2" >"$work/log" || { different=$((different + $(wc -l <"$work/log"))) && fail "$3: other bytes than here: $(head -n 3 "$work/log")"; }
}
"$TERRELLA" export metal --seed 3 --size 256 -o "$work/set" --quiet || fail "no set here"
# licences_of FILE: names the archives that are linked, one on each line of the standard input, and no others
licences_of() {
    local linked=$work/linked named=$work/named unnamed idle
    # Ours, the compiler's and the openers have no licence of their own.
    grep -vxE 'terrella_modules|X11|EGL|fontconfig|c_nonshared|c|m|g|gcc_eh|stdc\+\+' | sed 's/^third_party_//' | sort -u >"$linked"
    sed -n 's/^==== \(.*\) ====$/\1/p' "$1" | sort >"$named"
    [ "$(wc -l <"$linked")" -ge 7 ] || fail "linked into ${1#"$work/"}: $(cat "$linked")"
    unnamed=$(comm -23 "$linked" "$named")
    [ -z "$unnamed" ] || fail "${1#"$work/"} lacks $unnamed"
    # Headers, the typeface, the compiler's parts and ourselves are in no archive.
    idle=$(comm -13 "$linked" "$named" | grep -vxE 'terrella|cglm|stb|glfw3|DejaVu Sans|gcc|emscripten')
    [ -z "$idle" ] || fail "${1#"$work/"} names $idle, which is not linked"
}
# of_map MAP: the archives of which the linker took a member, by its own list
of_map() {
    sed -n '/^Archive member included/,/^Discarded\|^Merging\|^Memory Configuration/p' "$work/1/terrella/build/portable-$triplet/$1" |
        grep -oE '^[^ ]*lib[A-Za-z0-9_+-]*\.a\(' | sed -E 's/.*lib([^/]*)\.a\($/\1/'
}
# of_command PRESET PROGRAM: the archives that its linker is given, for linkers without such a list
of_command() { ninja -C "$work/1/terrella/build/$1" -t commands "$2" | tail -n 1 | grep -oE 'lib[A-Za-z0-9_+-]*\.a\b' | sed -E 's/^lib(.*)\.a$/\1/'; }
options=()
# check_linux TRIPLET ARCHITECTURE RUNNER…: RUNNER runs programs for it, with $options
check_linux() {
    local triplet=$1 architecture=$2 name=terrella-$version-linux-${1%%-*} program needed later file folder
    shift 2
    tar -C "$work" -xzf "$name.tar.gz" || fail "$name.tar.gz"
    program=$work/$name/usr/bin/terrella
    for file in AppRun terrella.desktop terrella.png .DirIcon LICENSES.txt README.txt usr/share/applications/terrella.desktop; do
        [ -e "$work/$name/$file" ] || fail "$name has no $file"
    done
    licences_of "$work/$name/LICENSES.txt" < <(of_map terrella.map)

    # Packages have the same program.
    folder=$work/packages-$architecture
    for file in terrella libterrella"${version%%.*}" libterrella-dev; do
        dpkg-deb -x "./${file}_${version}-1_$architecture.deb" "$folder" || fail "no package $file for $architecture"
        [ "$(dpkg-deb --field "./${file}_${version}-1_$architecture.deb" Architecture)" = "$architecture" ] || fail "$file: another architecture than $architecture"
        [ -e "$folder/usr/share/doc/$file/copyright" ] || fail "$file for $architecture has no copyright"
    done
    cmp "$program" "$folder/usr/bin/terrella" || fail "the package and the tarball for $architecture have two programs"
    cmp "$work/$name/LICENSES.txt" "$folder/usr/share/doc/terrella/LICENSES.txt" || fail "other licences in the package for $architecture"
    licences_of "$folder/usr/share/doc/libterrella${version%%.*}/LICENSES.txt" < <(of_map libterrella.map)
    for file in "$program" "$folder"/usr/lib/*/libterrella.so."$version"; do
        needed=$("$triplet-objdump" -p "$file" | awk '$1 == "NEEDED" && $2 !~ /^(lib(c|m)\.so\.6|ld-linux(-x86-64|-aarch64)?\.so\.[12])$/ { print $2 }')
        [ -z "$needed" ] || fail "$file needs $needed"
        later=$("$triplet-objdump" -T "$file" | grep -E 'GLIBC_2\.(3[5-9]|[4-9][0-9])') && fail "$file needs a later glibc than 2.34: $later"
    done
    "$@" "$program" export metal --seed 3 --size 256 -o "$work/set-$architecture" --quiet "${options[@]}" || fail "no set of $architecture"
    same_files "$work/set" "$work/set-$architecture" "$architecture"
}
i386=(/usr/i686-linux-gnu/lib/ld-linux.so.2 --library-path /usr/i686-linux-gnu/lib)
arm64=(qemu-aarch64 -L /usr/aarch64-linux-gnu)
check_linux x86_64-linux-gnu amd64
check_linux aarch64-linux-gnu arm64 "${arm64[@]}"
if ! "${i386[0]}" --version >/dev/null 2>&1; then # a kernel without 32-bit programs; with threads qemu-i386 hangs
    i386=(timeout -k 60 600 qemu-i386 -L /usr/i686-linux-gnu) options=(--threads 1)
    untried="$untried, threads of the program for i386 (this machine starts no 32-bit programs)"
fi
check_linux i686-linux-gnu i386 "${i386[@]}"

# ---- Python and Blender ----------------------------------------------------------------------------

# library_of TAG: unpacks the library of a wheel into its own folder
library_of() { unzip -q -j -o "terrella_planets-$version-py3-none-$1.whl" '*/*terrella.*' -d "$work/wheel-$1" || fail "no wheel $1"; }
# calls TAG COMPILER RUNNER…: what the library of the wheel answers is what this build's library answers
calls() {
    local folder=$work/wheel-$1 tag=$1 compiler=$2
    shift 2
    library_of "$tag"
    [ ! -e "$folder/libterrella.so" ] || ln -s libterrella.so "$folder/libterrella.so.${version%%.*}"
    "$compiler" -std=c17 -D__USE_MINGW_ANSI_STDIO=1 -I"$SOURCE_DIR/include" "$SOURCE_DIR/tests/full/wheel_calls.c" "$folder"/*terrella.* -Wl,-rpath,"$folder" \
        -o "$folder/calls.exe" 2>"$work/log" || { fail "$tag: $(tail -n 5 "$work/log")" && return; }
    (cd "$folder" && "$@" ./calls.exe set) >"$folder/said" 2>"$work/log" || fail "$tag: wheel_calls: exit $?: $(tail -n 3 "$work/log")"
    sed -i 's/\r$//' "$folder/said"
    [ -s "$work/said" ] || { cp "$folder/said" "$work/said" && cp -r "$folder/set" "$work/said-set"; }
    diff "$work/said" "$folder/said" >"$work/log" || fail "$tag: another answer: $(head -n 4 "$work/log")"
    same_files "$work/said-set" "$folder/set" "$tag"
}
uncalled=$(grep -o '^    "tr_[a-z_]*"' "$SOURCE_DIR/bindings/python/terrella_planets/_library.py" | tr -d ' "' |
    while read -r function; do grep -q "\b$function\b" "$SOURCE_DIR/tests/full/wheel_calls.c" || echo "$function"; done)
[ -z "$uncalled" ] || fail "wheel_calls.c does not call $uncalled"
calls manylinux_2_34_x86_64 gcc
calls manylinux_2_34_aarch64 aarch64-linux-gnu-gcc "${arm64[@]}"
if command -v wine >/dev/null; then
    export WINEPREFIX=$work/wine WINEDEBUG=-all
    calls win_amd64 x86_64-w64-mingw32-gcc-posix wine
    wineserver -k
else
    untried="$untried, the wheel for Windows (wine)"
fi
wheel=terrella_planets-$version-py3-none-manylinux_2_34_x86_64.whl
grep -q terrella_planets_addon/blender_manifest.toml <(unzip -l "terrella-blender-$version.zip") || fail "no add-on for Blender"
if python3 -m venv "$work/clean" >"$work/log" 2>&1; then
    "$work/clean/bin/python" -m pip install --quiet --no-index --disable-pip-version-check "$wheel" >"$work/log" 2>&1 &&
        "$work/clean/bin/python" "$SOURCE_DIR/tests/python/without_numpy.py" >"$work/log" 2>&1 || fail "$wheel: $(tail -n 5 "$work/log")"
else
    untried="$untried, the wheel (python3-venv)"
fi

# ---- what is in the others ---------------------------------------------------------------------------

name_of_zip=terrella-$version-windows-x86_64
(cd "$work" && unzip -q "$work/1/downloads/$name_of_zip.zip") || fail "$name_of_zip.zip"
for file in terrella.exe terrella-window.exe LICENSES.txt library/terrella.dll library/terrella.lib library/terrella/terrella.h; do
    [ -s "$work/$name_of_zip/$file" ] || fail "$name_of_zip has no $file"
done
needed=$(x86_64-w64-mingw32-objdump -p "$work/$name_of_zip"/{*.exe,library/terrella.dll} | sed -n 's/.*DLL Name: //p' | grep -iE '^lib|pthread|stdc')
[ -z "$needed" ] || fail "the programs for Windows need $needed"
for archive in ./*.whl ./terrella-blender-*.zip; do
    for part in crypto zip zstd; do
        grep -qx "==== $part ====" <(unzip -p "$archive" '*LICENSES.txt') || fail "$archive has no licence of $part"
    done
done

name_of_page=terrella-$version-web
(cd "$work" && unzip -q "$work/1/downloads/$name_of_page.zip") || fail "$name_of_page.zip"
licences_of "$work/$name_of_page/LICENSES.txt" < <(of_command web page/terrella.js)
for file in $(grep -oE "'[a-z.]+\.[a-z]+'" "$work/$name_of_page/offline.js" | tr -d "'") index.html offline.js serve.js README.txt; do
    [ -s "$work/$name_of_page/$file" ] || fail "$name_of_page has no $file"
done
mkdir "$work/node_modules" && tar -C "$work/node_modules" -xzf "terrella-$version.tgz" && mv "$work/node_modules"/{package,terrella} || fail "terrella-$version.tgz"
licences_of "$work/node_modules/terrella/LICENSES.txt" < <(of_command node package/wasm/terrella.js)
cat >"$work/export.mjs" <<'END'
import { mkdirSync, writeFileSync } from 'node:fs';
import { load } from 'terrella';
const terrella = await load(), planet = await terrella.planet({type: 'metal', seed: 3});
mkdirSync('set-npm');
for (const [name, bytes] of Object.entries(await planet.export({width: 256})))
    writeFileSync(`set-npm/${name}`, bytes);
terrella.close();
END
(cd "$work" && node export.mjs) || fail "the package for npm: exit $?"
cp -r "$work/set" "$work/set-recipe"
sed '/^ *"day_h": /d' -i "$work"/set-recipe/*.manifest.json # a scene's, which a recipe does not have
same_files "$work/set-recipe" "$work/set-npm" "npm"

echo "figure: hashes compared/different: $compared/$different"

# ---- where it runs ---------------------------------------------------------------------------------

name=terrella-$version-linux-x86_64
there() { env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive chroot "$box" sh -c "cd /root && $*" >"$work/log" 2>&1; }
ran=0
for suite in bookworm trixie testing; do
    base=$SOURCE_DIR/build/roots/$suite box=$SOURCE_DIR/build/roots/box
    if [ ! -e "$base.made" ]; then
        rm -rf --one-file-system "$base"
        mkdir -p "$base"
        debootstrap --variant=minbase $suite "$base" >"$work/log" 2>&1 || { untried="$untried, $suite ($(tail -n 1 "$work/log"))" && continue; }
        touch "$base.made"
    fi
    rm -rf --one-file-system "$box"
    cp -a --reflink=auto "$base" "$box"
    cp -L /etc/resolv.conf "$box/etc/"
    mount -t proc proc "$box/proc" && mount --rbind --make-rprivate /dev "$box/dev" && mount -t tmpfs tmpfs "$box/dev/shm" ||
        { untried="$untried, $suite (no mounts)" && continue; }
    cp -a "$work/$name" "$box/root/terrella"

    # Without any other package.
    there "terrella/AppRun --version" && grep -qF "$version" "$work/log" || fail "$suite: --version: $(cat "$work/log")"
    there "terrella/AppRun export metal --seed 3 --size 256 -o set --quiet && terrella/AppRun check set" || fail "$suite: export: $(cat "$work/log")"
    diff -r "$work/set" "$box/root/set" || fail "$suite: another export"
    there "terrella/AppRun render inferno --size 64x64 -o p.png"
    [ $? = 4 ] || fail "$suite: render without OpenGL: $(cat "$work/log")"

    # With OpenGL and a display. Copies of archives may be older than their lists allow.
    there "apt-get update -q -o Acquire::Check-Valid-Until=false && apt-get install -y -q --no-install-recommends libegl1 libgl1 libgl1-mesa-dri libx11-6 xvfb xauth xdotool procps" ||
        { fail "$suite: apt-get: $(tail -n 3 "$work/log")"; }
    there "terrella/AppRun render inferno --size 64x64 -o p.png --quiet" && [ -s "$box/root/p.png" ] || fail "$suite: render: $(cat "$work/log")"
    cat >"$box/root/open" <<'END'
set -e
TERRELLA_TRACE=$PWD/trace terrella/AppRun inferno &
timeout 60 xdotool search --sync --onlyvisible --class terrella
window=$(xdotool search --onlyvisible --class terrella | tail -n 1)
xdotool windowfocus "$window" key space
timeout 60 sh -c 'until [ -e .local/state/terrella ] && grep -q ^sharp trace; do sleep 0.2; done'
sleep 1
cp screen/Xvfb_screen0 window.xwd
xdotool key ctrl+q
wait $!
END
    mkdir "$box/root/screen"
    there "xvfb-run -a -s '-screen 0 800x600x24 -fbdir /root/screen' sh ./open" || fail "$suite: no window, or it stays: $(tail -n 5 "$work/log")"
    python3 - "$box/root/window.xwd" "$BUILD_DIR/window-$suite.png" <<'END' || fail "$suite: the window shows no planet: window-$suite.png"
import struct, sys
from PIL import Image
data = open(sys.argv[1], "rb").read() # what Xvfb has of its screen: blue, green, red, nothing
head = struct.unpack(">25I", data[:100])
picture = Image.frombytes("RGB", (head[4], head[5]), data[head[0] + 12 * head[19]:], "raw", "BGRX", head[12])
picture.save(sys.argv[2])
sys.exit(picture.crop((538, 260, 618, 340)).convert("L").resize((1, 1), Image.BOX).getpixel((0, 0)) < 20)
END

    # The packages, also those of another processor.
    cp ./*.deb "$box/root"
    there "apt-get install -y -q --no-install-recommends ./terrella_*_amd64.deb ./libterrella*_amd64.deb && terrella --version" && grep -qF "$version" "$work/log" ||
        fail "$suite: packages: $(tail -n 3 "$work/log")"
    there "dpkg --add-architecture i386 && apt-get update -q -o Acquire::Check-Valid-Until=false &&
        apt-get install -y -q --no-install-recommends ./terrella_*_i386.deb && dpkg -l terrella:i386" || fail "$suite: packages for i386: $(tail -n 3 "$work/log")"
    umount -l "$box"/{proc,dev/shm,dev}
    rm -rf --one-file-system "$box"
    ran=$((ran + 1))
done
[ $failures = 0 ] || exit 1
[ -z "$untried" ] || { echo "not tested: ${untried#, }" && exit 77; }
echo "runs on $ran systems"
