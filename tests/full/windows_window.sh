#!/usr/bin/env bash
# The window of the program for Windows, run by wine, shows what the window here shows, by the measure of the golden
# views. The program is that of the preset `windows`, which this test does not build.
# ctest: RUN_SERIAL TRUE COST 30
source "${SOURCE_DIR:?}/tests/missing.sh"
program=${SOURCE_DIR:?}/build/windows/terrella.exe
[ -e "$program" ] || missing "${TR_WINDOWS:-}" "build/windows/terrella.exe is not built (cmake --workflow --preset windows)"
command -v wine >/dev/null || missing "${TR_WINDOWS:-}" "wine is missing (Debian packages: wine, wine64)"
source "$SOURCE_DIR/tests/window.sh"
export WINEPREFIX=$WINDOW_TEST_DIR/wine WINEDEBUG=-all

# take PICTURE: opens the window, at the same place and of the same size.
take() {
    keys='t space' start inferno --seed 7
    xdotool mousemove "${away[@]}" windowmove "$window" 0 0 windowsize "$window" 760 540
    until_true 60 is_small || fail "the window does not change its size"
    until_true 60 silent || fail "the first message does not fade"
    shoot "$1"
}
is_small() { xdotool getwindowgeometry "$window" | grep -q 760x540; }
take here.xwd
finish || fail "the window here ends with $?"

printf '#!/bin/sh\nexec wine %q "$@"\n' "$program" >terrella && chmod +x terrella
wine "$program" --version >/dev/null 2>err || fail "wine: $(cat err)" # makes its folder
TERRELLA=$PWD/terrella
take there.xwd
holds "$(look mean_apart here.xwd there.xwd) <= 2 && $(look blocks_apart here.xwd there.xwd) <= 12" ||
    fail "the window under wine: $(look mean_apart here.xwd there.xwd) apart, blocks $(look blocks_apart here.xwd there.xwd)"
passed "the same picture and the same panel"

xdotool key ctrl+o
closed() { ! dialog; }
dialog() { xdotool search --name '^Open a planet$' >found && [ -s found ]; }
until_true 60 dialog || fail "Ctrl+O opens no file dialog"
sleep 2 # until it is there
! in_front open || fail "the dialog of the window opens, too"
xdotool windowfocus "$window" key n # another seed, if the window takes input
sleep 1
xdotool windowfocus "$(tail -n 1 found)" key Escape
until_true 60 closed || fail "Escape does not close the file dialog"
xdotool windowfocus "$window" key bracketright
named "● inferno, seed 7 - Terrella"
passed "the window takes no input while the file dialog is open"
finish || fail "the window under wine ends with $?"
passed "the window closes"
