#!/usr/bin/env bash
# Everyday behaviour of the window: arrow keys and types, numbers, double clicks, messages, the closest zoom,
# closing, the size of the interface, keyboards of other languages, Esc, clicks in the gallery, F1.
# ctest: RUN_SERIAL TRUE COST 30
screen=1280x800
source "${SOURCE_DIR:?}/tests/window.sh"

away=(1279 799)

# ---- arrow keys and types ------------------------------------------------------------------------------

echo '{"type": "inferno", "seed": 7}' >out/my.json
start ./my.json
named "inferno, seed 7 - my.json - Terrella"
xdotool mousemove "${away[@]}"
until_true 60 silent || fail "the first message does not fade"
shoot first.xwd
for key in Left Right Up Down; do
    xdotool key $key
    shoot turned.xwd
    holds "$(look differ first.xwd turned.xwd) > 1" || fail "$key does not turn the planet"
    xdotool key "$(case $key in Left) echo Right ;; Right) echo Left ;; Up) echo Down ;; Down) echo Up ;; esac)"
    rest
done
shoot back.xwd
holds "$(look differ first.xwd back.xwd) < 1" || fail "arrow keys there and back differ by $(look differ first.xwd back.xwd) %"
xdotool key shift+Up shift+Up
shoot tilted.xwd
holds "$(look differ first.xwd tilted.xwd) > 1" || fail "Shift and an arrow do not tilt the camera"
is_called "inferno, seed 7 - my.json - Terrella" || fail "arrow keys lead to $(xdotool getwindowname "$window")"
xdotool key r
passed "arrow keys turn the planet, and with Shift they tilt the camera"

cp out/my.json before.json
xdotool key Next
named "metal, seed 7 - Terrella" # only a type and a seed: no unsaved changes
xdotool key ctrl+s
until_true 60 place "save now" >/dev/null || fail "another type is saved without a question"
rest
cmp -s out/my.json before.json || fail "Ctrl+S has overwritten the previous planet: $(cat out/my.json)"
xdotool key Escape
rest
xdotool key ctrl+z
named "inferno, seed 7 - my.json - Terrella"
xdotool key Prior
rest
! is_called "inferno, seed 7 - my.json - Terrella" || fail "Page Up changes no type"
xdotool key ctrl+z
named "inferno, seed 7 - my.json - Terrella"
passed "another type has no file: Save asks for a name"

# ---- numbers -----------------------------------------------------------------------------------------------

number() { sed -nE "s/.*\"$1\": ([-0-9.e+]+).*/\1/p" out/number.json; }
saved() { # the value of a knob in a saved file
    rm -f out/number.json
    xdotool key ctrl+shift+s
    rest
    select_all
    rest
    xdotool type ./number.json
    xdotool key Return
    until_true 60 test -s out/number.json || fail "not saved: $(grep '^message' trace | tail -n 2)"
    rest
}
twice noisiness # the slider itself
rest
xdotool type 0.25
xdotool key Return
rest
saved
[ "$(number noisiness)" = 0.25 ] || fail "typed 0.25 on the slider: $(cat out/number.json)"
xdotool key ctrl+z # one step: the first of the two clicks is none
rest
twice "number persistence"
rest
xdotool type 0,4
xdotool key Return
rest
saved
[ "$(number persistence)" = 0.4 ] && [ -z "$(number noisiness)" ] || fail "typed 0,4 on the number: $(cat out/number.json)"
name=$(xdotool getwindowname "$window")
twice "number persistence"
rest
xdotool type nvgh # a seed, a layout, the gallery, the panel
rest
is_called "$name" && place "number persistence" >/dev/null || fail "letters in a number run shortcuts: $(xdotool getwindowname "$window")"
xdotool key Return
until_true 60 place "note Not a number: 0 to 1" >/dev/null || fail "nothing is said about a wrong number"
select_all
rest
xdotool type 7
xdotool key Return
until_true 60 place "note Must be 0 to 1" >/dev/null || fail "nothing is said about a number out of range"
rest
xdotool key Escape # ends the field, not the value
rest
xdotool mousemove "${away[@]}"
saved
[ "$(number persistence)" = 0.4 ] || fail "wrong numbers change the planet: $(cat out/number.json)"
# shellcheck disable=SC2046 # two numbers
xdotool mousemove $(place "number persistence") sleep 0.2 click 2
rest
saved
[ -z "$(number persistence)" ] || fail "a middle click does not reset: $(cat out/number.json)"
passed "a double click edits a number, a middle click resets it, and letters in it are not shortcuts"

# ---- errors in a text ----------------------------------------------------------------------------------------

click seed
rest
select_all
rest
xdotool type 1.5
xdotool key Return
until_true 60 grep -q '^place .* note a seed is a whole number' trace || fail "nothing is said about a wrong seed"
click seed
for key in End BackSpace BackSpace Return; do # the rest of it is valid
    rest
    xdotool key $key
done
until_true 60 is_called "● number - number.json - Terrella" || fail "the wrong seed was lost: $(xdotool getwindowname "$window")"
xdotool key ctrl+z
forget
xdotool key ctrl+o
until_true 60 place "open now" >/dev/null || fail "Ctrl+O opens no dialog"
rest
xdotool type ./nowhere.json
xdotool key Return
until_true 60 grep -q '^place .* note .*nowhere.json' trace || fail "a missing file closes the dialog, or gives no message: $(grep "^message" trace)"
rest
for key in Home Right Right Delete Delete Delete Delete Delete Delete Delete; do
    xdotool key $key
    rest
done
xdotool type my
xdotool key Return
named "inferno, seed 7 - my.json - Terrella"
wait_for_message 'Opened .*my.json' # before the next pictures
passed "a wrong text stays, with its error next to it"

# ---- Esc -----------------------------------------------------------------------------------------------------

until_true 60 silent || fail "a message stays: $(grep '^message' trace | tail -n 1)"
xdotool mousemove "${away[@]}"
shoot closed.xwd
for key in ctrl+o ctrl+shift+s e ctrl+k F1; do
    xdotool key "$key"
    rest
    [ $key != e ] || click "export name"
    rest
    xdotool type x
    shoot typed.xwd
    holds "$(look differ_all closed.xwd typed.xwd) > 1" || fail "$key shows nothing"
    for x in 1278 1279; do # the place under the mouse is no longer shown
        xdotool mousemove $x 799
        rest
    done
    xdotool key Escape
    shoot escaped.xwd
    holds "$(look differ_all closed.xwd escaped.xwd) < 0.1" || fail "Esc does not close what $key opens at the first press: $(look differ_all closed.xwd escaped.xwd) %"
done
xdotool key e
until_true 60 in_front export || fail "E opens no dialog"
rest
edits=$(last_edit)
xdotool key g bracketright # not for the planet, while a dialog is open
rest
says 'The dialog has the keyboard: Esc closes it' || fail "nothing says that a dialog has the keys"
[ "$(last_edit)" = "$edits" ] && ! place "globe inferno" >/dev/null || fail "keys act on the planet behind a dialog"
xdotool key ctrl+k
rest
xdotool type gallery
rest
xdotool key Return
until_true 60 place "globe inferno" >/dev/null || fail "no gallery"
for front in export gallery planet; do
    until_true 60 in_front $front || fail "not the $front is in front: $(grep '^front' trace)"
    rest
    [ $front = planet ] || xdotool key Escape
done
passed "Esc closes a dialog at the first press, whatever is typed there, and only then the gallery below it"

# ---- a double click on Export ------------------------------------------------------------------------------------

xdotool key e
choose Size '16384 × 8192' # long enough to cancel
twice "export start"
wait_for_message 'Exporting x, 16384' # the name typed before Esc closed the dialog
sleep 1
! says 'Export cancelled' || fail "a double click on Export stops it"
click "export cancel"
wait_for_message 'Export cancelled'
xdotool key Escape
passed "a double click on Export exports"

# ---- messages ------------------------------------------------------------------------------------------------------

rest
xdotool key l l
rest
until_true 60 silent || fail "a message stays in an idle window"
xdotool key space # the planet rotates
xdotool key l l
until_true 60 silent || fail "a message stays in a window that paints"
xdotool key space
rest
passed "messages fade, whether the window is idle or not"

# ---- the closest zoom --------------------------------------------------------------------------------------------------

xdotool mousemove 815 420 click --repeat 60 --delay 5 4
wait_for_message 'Lowest altitude'
xdotool click --repeat 120 --delay 5 5
wait_for_message 'Highest altitude'
xdotool key r
passed "zooming reports its limit"

# ---- the interface -------------------------------------------------------------------------------------------------------

xdotool key ctrl+equal
rest
wide=$(width_of "tab Shape")
xdotool key ctrl+KP_Add
rest
wider=$(width_of "tab Shape")
holds "$wider > $wide && $wide > 0" || fail "Ctrl+= and Ctrl++: tabs of $wide and $wider"
xdotool windowmove --sync "$window" 60 40 windowsize --sync "$window" 1000 700
rest
finish || fail "exit code $? after Ctrl+Q: $(cat err)"
grep -q '"scale": *1.25' state/terrella/interface.json || fail "the size is not saved: $(cat state/terrella/interface.json)"
start ./my.json
rest
[ "$(width_of "tab Shape")" = "$wider" ] || fail "the size is not restored: $wider, $(width_of "tab Shape")"
[ "$(geometry)" = "60 40 1000 700" ] || fail "the window was at 60 40 1000 700, and is at $(geometry)"
xdotool windowmove --sync "$window" 0 0 windowsize --sync "$window" 1280 800
rest
xdotool key ctrl+minus
rest
[ "$(width_of "tab Shape")" = "$wide" ] || fail "Ctrl+- does not make it smaller: $(width_of "tab Shape")"
xdotool key ctrl+0
rest
holds "$(width_of "tab Shape") < $wide" || fail "Ctrl+0 does not restore the default size: $(width_of "tab Shape")"
passed "Ctrl and +, -, 0 make the interface larger and smaller; this and the place of the window are remembered"

# ---- the bar, and the question before closing ----------------------------------------------------------------------------------

at=$(place undo)
xdotool key F2
rest
xdotool type "A name as long as nobody would give to a planet of their own"
xdotool key Return
named "● A name as long as nobody would give to a planet of their own - my.json - Terrella"
rest
[ "$(place undo)" = "$at" ] || fail "the bar's buttons move with the name: $at, $(place undo)"
xdotool key F2
rest
xdotool type "up/down"
rest
xy=$(place "planet name field")
xdotool key Return
until_true 60 grep -q '^message file names contain this name' trace || fail "a name with a slash is accepted: $(xdotool getwindowname "$window")"
# the field is still there, with all its text selected
# shellcheck disable=SC2086
xdotool mousemove $xy click 1
rest
xdotool type "up"
xdotool key Return
named "● up - my.json - Terrella"
xdotool key ctrl+z
named "● A name as long as nobody would give to a planet of their own - my.json - Terrella"
xdotool key ctrl+q
until_true 60 place "close not" >/dev/null || fail "no question before closing"
rest
xdotool key n
rest
is_called "● A name as long as nobody would give to a planet of their own - my.json - Terrella" || fail "N acts while the question is open"
click "close not"
rest
! gone || fail "Cancel closes the window"
xdotool key ctrl+q
rest
xdotool key Return # the default answer
until_true 60 gone || fail "Enter does not save and close"
wait "$pid" || fail "exit code $?"
pid=
grep -q 'A name as long' out/my.json || fail "not saved: $(cat out/my.json)"
start inferno --seed 9
xdotool key bracketright
rest
xdotool key ctrl+q
until_true 60 place "close save" >/dev/null || fail "no question about a new planet"
click "close save"
until_true 60 place "save now" >/dev/null || fail "a new planet is saved without a name"
rest
xdotool key Return
until_true 60 gone || fail "after saving, the window does not close"
wait "$pid" || fail "exit code $?"
pid=
compgen -G 'out/inferno-9*.json' >/dev/null || fail "not saved: $(ls out)"
passed "Save, Don't save, Cancel; Enter saves; the bar does not move"

# ---- keyboards -----------------------------------------------------------------------------------------------------------------

if command -v setxkbmap >/dev/null; then
    for layout in de fr us; do
        setxkbmap $layout # lasts until the last client of the display ends
        rm -f out/*.json
        start inferno --seed 7
        xdotool mousemove "${away[@]}"
        shoot lit.xwd
        xdotool key 3
        shoot heights.xwd
        holds "$(look differ lit.xwd heights.xwd) > 20" || fail "$layout: 3 does not show heights"
        xdotool key 1
        rest
        xdotool key KP_3
        shoot heights.xwd
        holds "$(look differ lit.xwd heights.xwd) > 20" || fail "$layout: 3 of the keypad does not show heights"
        xdotool key KP_1
        rest
        for key in bracketright bracketleft apostrophe semicolon period comma plus minus equal minus; do
            edits=$(last_edit)
            xdotool key $key
            until_true 60 edits_after "$edits" || fail "$layout: $key makes no edit"
        done
        rest
        edits=$(last_edit)
        ! [ $layout = de ] || xdotool key ssharp # the key of the minus on a US keyboard
        ! [ $layout = fr ] || xdotool key agrave eacute ccedilla # and those of the digits
        rest
        [ "$(last_edit)" = "$edits" ] || fail "$layout: its special characters make edits"
        xdotool key question
        until_true 60 place "help search" >/dev/null || fail "$layout: ? shows no help"
        xdotool key Escape
        rest
        xdotool key --repeat 12 ctrl+z
        named "inferno, seed 7 - Terrella"
        finish || fail "exit code $? after Ctrl+Q: $(cat err)"
    done
    setxkbmap us
    passed "on German, French and US keyboards shortcuts follow the typed character, and the keypad works"
fi

# ---- menus and search ------------------------------------------------------------------------------------------------------------

start inferno --seed 7
click menu
click "menu Planet"
click "menu Noisiness up"
until_true 60 edits_after 1 || fail "the menu changes nothing"
xdotool mousemove "${away[@]}"
forget
xdotool key F1
until_true 60 place "help Random seed" >/dev/null || fail "F1 does not list the new seed"
rest
forget
xdotool type undo # "Next type" has no u: the first letter removes it
rest
xdotool mousemove 640 120
rest
place "help Undo" >/dev/null && ! place "help Next type" >/dev/null || fail "the search of F1 finds something else: $(grep 'place.*help' trace)"
xdotool key F1
rest
finish || fail "exit code $? after Ctrl+Q: $(cat err)"
passed "the menu has every shortcut, and F1 a search"
