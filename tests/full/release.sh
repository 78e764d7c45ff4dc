#!/usr/bin/env bash
# packaging/release.sh, twice from clean checkouts at other paths and another time: the same bytes. The tarball's program
# needs glibc 2.34 and no other library, LICENSES.txt names what is linked into it, and it runs on minimal systems of
# Debian 12, 13 and testing, which debootstrap makes and build/roots keeps: exports have the same bytes as here, and with
# OpenGL and a display it paints and opens its window.
# ctest: COST 80 RESOURCE_LOCK cpack
set -uo pipefail
if [ -z "${TR_OWN_MOUNTS:-}" ]; then # mounts end with this process
    [ "$(id -u)" = 0 ] || { echo "only root can make a minimal system" && exit 77; }
    unshare --mount true 2>/dev/null || { echo "nothing can be mounted here" && exit 77; }
    TR_OWN_MOUNTS=1 exec unshare --mount "$0"
fi
source "${SOURCE_DIR:?}/tests/expect.sh"
untried=
for tool in cpack dpkg-source debootstrap objdump git zip unzip makensis x86_64-w64-mingw32-gcc-posix; do
    command -v $tool >/dev/null || { echo "$tool is missing (the words full and windows in third_party/packages.txt)" && exit 77; }
done

# ---- twice ---------------------------------------------------------------------------------------

for place in 1 another/place; do
    checkout=$work/$place/terrella
    git clone -q "$SOURCE_DIR" "$checkout" 2>"$work/log" || { echo "no clone: $(cat "$work/log")" && exit 77; }
    mkdir -p "$checkout/build" "$SOURCE_DIR/build/sources" && ln -s "$SOURCE_DIR/build/sources" "$checkout/build/sources" # loaded once
    "$checkout/packaging/release.sh" "$work/$place/downloads" >"$work/log" 2>&1 || { fail "release.sh: $(tail -n 20 "$work/log")" && exit 1; }
done
diff -r "$work/1/downloads" "$work/another/place/downloads" || fail "the second release has other bytes"
cd "$work/1/downloads" || exit 1
echo "figure: packages made twice/different: $(grep -c . SHA256SUMS)/$failures"
sha256sum --quiet -c SHA256SUMS || fail "SHA256SUMS"
[ "$(wc -l <RELEASE_NOTES.md)" -le 20 ] && [ "$(wc -l <RELEASE_NOTES.md)" -ge 10 ] || fail "RELEASE_NOTES.md: $(cat RELEASE_NOTES.md)"
ls -l

# ---- what is in the tarball ------------------------------------------------------------------------

version=$(sed -n 's/^#define TR_VERSION "\(.*\)"/\1/p' "$SOURCE_DIR/src/base/version.h")
name=terrella-$version-linux-x86_64
tar -C "$work" -xzf "$name.tar.gz" || fail "$name.tar.gz"
program=$work/$name/usr/bin/terrella
needed=$(objdump -p "$program" | awk '$1 == "NEEDED" && $2 !~ /^(lib(c|m)\.so\.6|ld-linux-x86-64\.so\.2)$/ { print $2 }')
[ -z "$needed" ] || fail "the program needs $needed"
later=$(objdump -T "$program" | grep -E 'GLIBC_2\.(3[5-9]|[4-9][0-9])') && fail "the program needs a later glibc than 2.34: $later"
# Archives of which the linker took a member, by the linker's own list; ours, the compiler's and the openers have no licence.
sed -n '/^Archive member included/,/^Discarded\|^Merging\|^Memory Configuration/p' "$work/1/terrella/build/portable/terrella.map" |
    grep -oE '^[^ ]*lib[A-Za-z0-9_+-]*\.a\(' | sed -E 's/.*lib([^/]*)\.a\($/\1/' | grep -vxE 'terrella_modules|X11|EGL|fontconfig|c_nonshared|c|m|g|gcc_eh|stdc\+\+' |
    sed 's/^third_party_//' | sort -u >"$work/linked"
sed -n 's/^==== \(.*\) ====$/\1/p' "$work/$name/LICENSES.txt" | sort >"$work/named"
[ "$(wc -l <"$work/linked")" -ge 10 ] || fail "the linker's list: $(cat "$work/linked")"
unnamed=$(comm -23 "$work/linked" "$work/named")
[ -z "$unnamed" ] || fail "LICENSES.txt lacks $unnamed"
# Headers, the typeface and ourselves are in no archive.
idle=$(comm -13 "$work/linked" "$work/named" | grep -vxE 'terrella|cglm|stb|DejaVu Sans|gcc')
[ -z "$idle" ] || fail "LICENSES.txt names $idle, which is not linked"
for file in AppRun terrella.desktop terrella.png .DirIcon LICENSES.txt README.txt usr/share/applications/terrella.desktop; do
    [ -e "$work/$name/$file" ] || fail "$name has no $file"
done

# ---- Python and Blender ----------------------------------------------------------------------------

wheel=terrella_planets-$version-py3-none-manylinux_2_34_x86_64.whl
unzip -p "$wheel" '*/LICENSES.txt' | grep -qx '==== z ====' || fail "$wheel has no licences"
unzip -l "terrella-blender-$version.zip" | grep -q terrella_planets_addon/blender_manifest.toml || fail "no add-on for Blender"
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
        unzip -p "$archive" '*LICENSES.txt' | grep -qx "==== $part ====" || fail "$archive has no licence of $part"
    done
done
for package in ./*.deb; do
    dpkg-deb --fsys-tarfile "$package" | tar -t | grep -q '/copyright$' || fail "$package has no copyright"
done

# ---- where it runs ---------------------------------------------------------------------------------

"$TERRELLA" export inferno --size 256 -o "$work/set" --quiet || fail "no set here"
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
    there "terrella/AppRun export inferno --size 256 -o set --quiet && terrella/AppRun check set" || fail "$suite: export: $(cat "$work/log")"
    diff -r "$work/set" "$box/root/set" || fail "$suite: another export"
    there "terrella/AppRun render inferno --size 64x64 -o p.png"
    [ $? = 4 ] || fail "$suite: render without OpenGL: $(cat "$work/log")"

    # With OpenGL and a display. Copies of archives may be older than their lists allow.
    there "apt-get update -q -o Acquire::Check-Valid-Until=false && apt-get install -y -q --no-install-recommends libegl1 libgl1 libgl1-mesa-dri libx11-6 xvfb xauth xdotool procps" ||
        { fail "$suite: apt-get: $(tail -n 3 "$work/log")"; }
    there "terrella/AppRun render inferno --size 64x64 -o p.png --quiet" && [ -s "$box/root/p.png" ] || fail "$suite: render: $(cat "$work/log")"
    cat >"$box/root/open" <<'END'
set -e
terrella/AppRun inferno &
timeout 60 xdotool search --sync --onlyvisible --class terrella
window=$(xdotool search --onlyvisible --class terrella | tail -n 1)
timeout 60 sh -c 'until [ -e .local/state/terrella ]; do sleep 0.2; done'
xdotool windowfocus "$window" key ctrl+q
wait $!
END
    there "xvfb-run -a sh ./open" || fail "$suite: no window, or it stays: $(tail -n 5 "$work/log")"
    umount -l "$box"/{proc,dev/shm,dev}
    rm -rf --one-file-system "$box"
    ran=$((ran + 1))
done
[ $failures = 0 ] || exit 1
[ -z "$untried" ] || { echo "not tested: ${untried#, }" && exit 77; }
echo "runs on $ran systems"
