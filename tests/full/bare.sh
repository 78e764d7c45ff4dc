#!/usr/bin/env bash
# The packages on a minimal Debian system made by debootstrap, without a display. They install without other
# packages at hand, export and paint. A program builds with the library. The window opens from the menu entry
# once there is a display. Removing the packages leaves no files. The minimal system is kept in build/bare/base,
# and each run uses a copy.
# ctest: COST 40 RESOURCE_LOCK cpack
set -uo pipefail
if [ -z "${TR_OWN_MOUNTS:-}" ]; then # mounts end with this process
    [ "$(id -u)" = 0 ] || { echo "only root can make a minimal system" && exit 77; }
    unshare --mount true 2>/dev/null || { echo "nothing can be mounted here" && exit 77; }
    TR_OWN_MOUNTS=1 exec unshare --mount "$0"
fi
source "${SOURCE_DIR:?}/tests/expect.sh"
for tool in cpack debootstrap; do
    command -v $tool >/dev/null || { echo "$tool is missing (Debian packages: cmake, debootstrap)" && exit 77; }
done
suite=$(. /etc/os-release && [ "$ID" = debian ] && echo "$VERSION_CODENAME") || { echo "this machine does not run Debian" && exit 77; }
base=$SOURCE_DIR/build/bare/base box=$SOURCE_DIR/build/bare/box
if [ ! -e "$base.made" ]; then
    rm -rf --one-file-system "$base"
    mkdir -p "$base"
    debootstrap --variant=minbase "$suite" "$base" >"$work/log" 2>&1 || { echo "debootstrap: $(tail -n 1 "$work/log")" && exit 77; }
    touch "$base.made"
fi
rm -rf --one-file-system "$box"
cp -a --reflink=auto "$base" "$box"
cp -L /etc/resolv.conf "$box/etc/"
trap 'umount -l "$box"/{proc,dev/shm,dev}; rm -rf --one-file-system "$work" "$box"' EXIT
mount -t proc proc "$box/proc" && mount --rbind --make-rprivate /dev "$box/dev" && mount -t tmpfs tmpfs "$box/dev/shm" ||
    { echo "nothing can be mounted here" && exit 77; }
# there WORDS…: runs a shell command in the minimal system
there() { env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive chroot "$box" sh -c "cd /root && $*" >"$work/log" 2>&1; }
install() { there "apt-get install -y -q $*" || fail "apt-get install $*: $(tail -n 5 "$work/log")"; }
there "apt-get update -q" || { echo "no package archive can be reached" && exit 77; }

(cd "$work" && cpack --config "${BUILD_DIR:?}/CPackConfig.cmake" -B "$box/root") >"$work/log" 2>&1 || fail "cpack: $(tail -n 5 "$work/log")"

# The program alone, as most users install it.
install ./terrella_*.deb
there "! dpkg -l gcc libterrella-dev" || fail "the program's package installs a compiler: $(cat "$work/log")"
version=$(sed -n 's/^#define TR_VERSION "\(.*\)"/\1/p' "$SOURCE_DIR/src/base/version.h")
there "terrella --version" && grep -qF "$version" "$work/log" || fail "--version: $(cat "$work/log")"
there "terrella export inferno --size 256 -o set && terrella check set" || fail "export: $(tail -n 5 "$work/log")"
cmp -s <("$TERRELLA" show inferno) <(there "terrella show inferno" && cat "$work/log") || fail "show: $(tail -n 5 "$work/log")"
there "terrella render inferno --size 64x64 -o p.png" || fail "render: $(tail -n 5 "$work/log")"
"$TERRELLA" export inferno --size 256 -o "$work/set" --quiet && diff -r "$work/set" "$box/root/set" || fail "another export there"

# From the menu, with a display.
install xvfb xauth xdotool libglib2.0-bin
cat >"$box/root/open" <<'END'
set -e
gio launch /usr/share/applications/terrella.desktop &
timeout 60 xdotool search --sync --onlyvisible --class terrella
window=$(xdotool search --onlyvisible --class terrella | tail -n 1)
timeout 60 sh -c 'until [ -e .local/state/terrella ]; do sleep 0.2; done'
xdotool windowfocus "$window" key ctrl+q
timeout 60 sh -c 'while pidof -c terrella; do sleep 0.2; done'
END
there "xvfb-run -a sh ./open" || fail "no window from the menu, or it stays: $(tail -n 5 "$work/log")"
[ -s "$box/usr/share/icons/hicolor/256x256/apps/terrella.png" ] || fail "the menu's entry has no icon"

# Programs built with the library.
install gcc libc6-dev pkg-config ./libterrella*.deb
cat >"$box/root/a.c" <<'END'
#include <stdio.h>
#include <string.h>
#include <terrella/terrella.h>
int main(void) {
    char names[64][TR_NAME_BYTES];
    puts(tr_version());
    return tr_type_list(names, 64) < 20;
}
END
for flags in '$(pkg-config --cflags --libs terrella)' '$(pkg-config --static --cflags --libs terrella | sed s/-lterrella/-l:libterrella.a/)'; do
    there "gcc a.c $flags -o a && ./a" && grep -qF "$version" "$work/log" || fail "a program with the library: $(tail -n 5 "$work/log")"
done

# Removing the packages leaves no files.
there "dpkg -L terrella libterrella${version%%.*} libterrella-dev | sort -u >were && apt-get purge -y -q terrella 'libterrella*'" || fail "purge: $(tail -n 5 "$work/log")"
there "while read -r f; do [ -d \$f ] || ! [ -e \$f ] || echo \$f; done <were; find / -xdev -ipath '*terrella*' -not -path '/root/*' -not -path '/var/log/*'; dpkg -l | grep -i terrella; true"
[ ! -s "$work/log" ] || fail "left behind: $(cat "$work/log")"

[ $failures = 0 ] && echo "packages of $version on a bare $suite: installed, run, opened from the menu, removed"
[ $failures = 0 ]
