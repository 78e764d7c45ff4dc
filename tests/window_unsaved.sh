#!/usr/bin/env bash
# Unsaved changes are never lost without a question, whatever opens another planet. No planet is shown under the
# name of another.
# ctest: RUN_SERIAL TRUE COST 25
source "${SOURCE_DIR:?}/tests/window.sh"

away=(799 599)
says() { since | grep "^message .*$1" >/dev/null; }
from_here() { # the lines of the trace that `since` prints
    rest
    from=$(wc -l <trace)
}
since() { tail -n +$((from + 1)) trace; }
comes() { until_true 60 in_front "$1" || fail "not '$1' is in front: $(grep '^front' trace), $(xdotool getwindowname "$window"), $(grep '^message' trace | tail -n 2)"; }
has_asked() { [ "$(wc -l <asked)" -gt "$1" ]; }
asks() { comes question; }
was_asked() { since | grep '^front question' >/dev/null; }
answer() {
    click "close $1"
    rest
    xdotool mousemove "${away[@]}"
}
opens() { # opens TEXT: by the dialog
    from_here
    xdotool key ctrl+o
    comes open
    rest
    select_all
    xdotool type "$1"
    rest
    xdotool key Return
}
change() { # a change, and a dot in front of the name
    local before
    rest
    before=$(xdotool getwindowname "$window")
    xdotool key bracketright
    named "● ${before#● }"
    rest
}

# ---- the question --------------------------------------------------------------------------------------

echo '{"type": "barren", "seed": 3}' >out/other.json
echo '{"type": "inferno", "seed": 7}' >out/my.json
from=0
start ./my.json
xdotool mousemove "${away[@]}" key ctrl+c # the share link of the planet without the change
change
opens "./nowhere.json"
until_true 60 grep -q '^place .* note .*nowhere.json' trace || fail "no message about a missing file"
! was_asked || fail "a question about a missing file"
xdotool key Escape
opens "./other.json"
asks
answer not
named "● inferno, seed 7 - my.json - Terrella"
comes open # Cancel keeps the dialog open
xdotool key Escape
opens "./other.json"
asks
answer anyway
named "barren, seed 3 - other.json - Terrella"
grep -q '"seed": 7}' out/my.json || fail "Don't save has saved: $(cat out/my.json)"
xdotool key ctrl+z
named "● inferno, seed 7 - my.json - Terrella"
opens "./other.json"
asks
answer save
named "barren, seed 3 - other.json - Terrella"
grep -q noisiness out/my.json || fail "Save has not saved: $(cat out/my.json)"
change
from_here
xdotool key ctrl+v
asks
answer not
named "● barren, seed 3 - other.json - Terrella"
from_here
xdotool key ctrl+v
asks
answer anyway
named "inferno, seed 7 - Terrella"
passed "Open and Paste ask before changes are lost: Cancel keeps them, Save saves them, Don't save leaves them to Ctrl+Z"

if [ -z "${TR_FULL:-}" ]; then # the rest takes long
    finish || fail "exit code $? after Ctrl+Q: $(cat err)"
    exit
fi

# ---- a planet without a file ---------------------------------------------------------------------------

from_here
xdotool key n n
new_seed() { ! is_called "inferno, seed 7 - Terrella"; }
until_true 60 new_seed || fail "N makes no seed"
opens barren
named "barren, seed 1 - Terrella"
! was_asked || fail "a question after browsing seeds"
xdotool key Next
rest
opens inferno
named "inferno, seed 1 - Terrella"
! was_asked || fail "a question after browsing types"
change
from_here
xdotool key g
comes gallery
xdotool key Return # the selected type; not at rest, which comes after the thumbnails of all types
until_true 60 place "globe seed 2" >/dev/null || fail "no seeds"
! was_asked || fail "a question about a page of the gallery"
xdotool key Right Return
asks
answer not
comes gallery # Cancel keeps it open
named "● inferno, seed 1 - Terrella"
from_here
xdotool key Return
asks
answer save
comes save
rest
xdotool key Return
named "inferno, seed 2 - Terrella"
compgen -G 'out/inferno-1*.json' >/dev/null || fail "not saved: $(ls out)"
passed "a planet of the gallery opens after the previous one has a name; browsing types and seeds asks nothing"

change
opens "./other.json"
asks
answer save
comes save
rest
xdotool key Escape # declined
rest
xdotool key ctrl+shift+s
comes save
rest
xdotool type later
xdotool key Return
wait_for_message 'Saved: '
rest
case $(xdotool getwindowname "$window") in
"later - "*) ;;
*) fail "a cancelled planet opens later: $(xdotool getwindowname "$window")" ;;
esac
passed "cancelling the name also cancels opening the other planet"

# ---- a save that fails -----------------------------------------------------------------------------------

mkdir out/deep
cp out/other.json out/deep/lost.json
opens "./deep/lost.json"
named "barren, seed 3 - lost.json - Terrella"
change
rm -r out/deep
echo "in the way" >out/deep
opens "./my.json"
asks
answer save
wait_for_message 'out/deep'
rest
named "● barren, seed 3 - lost.json - Terrella"
rm out/deep
xdotool key Escape ctrl+s # the folder is created
named "barren, seed 3 - lost.json - Terrella"
[ -s out/deep/lost.json ] || fail "Save makes no folder"
passed "after a failed save the planet stays, and the other one is not opened"

# ---- the history -------------------------------------------------------------------------------------------

xdotool key t
last_frame() { awk '/^place .* frame [0-9]+$/ { n = $NF > n ? $NF : n } END { print n + 0 }' trace; }
opens ice
named "ice, seed 1 - Terrella"
sleep 1.5 # it is then in the history, as the last frame
rest
frame=$(last_frame)
opens "./deep/lost.json"
named "barren, seed 3 - lost.json - Terrella"
change
from_here
click "frame $frame"
named "ice, seed 1 - Terrella"
! was_asked || fail "the history asks"
xdotool mousemove "${away[@]}" key ctrl+q
asks
named "● barren, seed 3 - lost.json - Terrella"
click "close save"
until_true 60 gone || fail "after saving, the window does not close"
wait "$pid" || fail "exit code $?: $(cat err)"
pid=
[ "$(grep -c noisiness out/deep/lost.json)" = 1 ] || fail "not saved: $(cat out/deep/lost.json)"
passed "the history asks nothing; the question about unsaved changes comes at the end"

# ---- the desktop's file dialog ----------------------------------------------------------------------------------

mkdir bin
cat >bin/zenity <<'SH'
#!/bin/sh
cd "$WINDOW_TEST_DIR" || exit 9
printf '%s\n' "$*" >>asked
while [ -e waits ]; do sleep 0.1; done
cat answer 2>/dev/null || exit "$(cat code 2>/dev/null || echo 1)"
SH
chmod +x bin/zenity
from=0
PATH=$PWD/bin:$PATH start inferno --seed 5
xdotool mousemove "${away[@]}"
change
echo "$PWD/out/other.json" >answer
xdotool key ctrl+o # the file dialog answers
asks
rm answer
answer save
until_true 60 grep -q 'Save the planet' asked || fail "no dialog for a name: $(cat asked)"
sleep 0.5 # the answer is read ten times a second
rest
named "● inferno, seed 5 - Terrella"
echo "$PWD/out/other.json" >answer
from_here
xdotool key ctrl+o
asks
echo "$PWD/out/by file dialog.json" >answer
answer save
named "barren, seed 3 - other.json - Terrella"
grep -q '"seed": 5' "out/by file dialog.json" || fail "not saved: $(ls out)"
rm answer
before=$(wc -l <asked)
touch waits
xdotool key ctrl+o
until_true 60 has_asked "$before" || fail "no file dialog to open a file"
from_here
xdotool key ctrl+o ctrl+shift+s
until_true 60 says "Another file dialog is open" || fail "nothing says why no other file dialog opens: $(since | grep '^message')"
! in_front open && ! in_front save || fail "a dialog of the window opens, too"
[ "$(wc -l <asked)" = $((before + 1)) ] || fail "more than one file dialog: $(cat asked)"
echo 9 >code
rm waits # it fails
comes open
passed "one file dialog at a time, and the dialog of the window only if it fails"
xdotool key Escape
finish || fail "exit code $? after Ctrl+Q: $(cat err)"
passed "opening another planet also waits for the desktop's file dialog"

# ---- types ---------------------------------------------------------------------------------------------------

echo '{"type": "inferno", "seed": 7, "set": {"lava": 0.3, "noisiness": 0.7, "radius_km": 1234}}' >out/three.json
from=0
start ./three.json
xdotool mousemove "${away[@]}" key Next
wait_for_message 'metal, seed 7; 1 change kept, 2 dropped; Ctrl+Z undoes it'
until_true 60 place "start clean" >/dev/null || fail "no Start clean"
xdotool key ctrl+z
rest
echo '{"type": "inferno", "seed": 7, "set": {"lava": 0.3}}' >out/one.json
opens "./one.json"
named "inferno, seed 7 - one.json - Terrella"
rest # the dialog no longer has the keyboard focus
xdotool key Next
wait_for_message 'metal, seed 7; 1 change dropped; Ctrl+Z undoes it'
passed "another type reports the changes that it keeps and drops"

# ---- no other planet under a name --------------------------------------------------------------------------------

xdotool mousemove "${centre[@]}" key ctrl+c
for other in "opens ./other.json" "xdotool key Next" "xdotool key ctrl+v" "xdotool key n"; do
    rest
    xdotool click 4 # at another size everything is written to the trace again
    from_here
    $other
    rest
    since | grep -E '^place .* (disc|still)$' >/dev/null || fail "$other: the picture of the previous planet is shown under the name of the next one"
done
finish || fail "exit code $? after Ctrl+Q: $(cat err)"
passed "until its maps are ready, a planet is a disc or its thumbnail"

# ---- the first gallery -----------------------------------------------------------------------------------------

: >trace
marks=0 from=0
(cd out && exec "$TERRELLA") 2>err &
pid=$!
until_true 60 place "globe three.json" >/dev/null || fail "no recent file in the gallery: $(grep '^place .*globe' trace)"
window=$(xdotool search --onlyvisible --pid "$pid" | tail -n 1)
xdotool windowfocus --sync "$window"
order=$(grep -o 'globe .*' trace | awk '!seen[$0]++' | head -n 8)
[ "$(head -n 1 <<<"$order")" = "globe other.json" ] || fail "the gallery begins with $order"
xdotool key Return
named "barren, seed 3 - other.json - Terrella"
finish || fail "exit code $? after Ctrl+Q: $(cat err)"
passed "the gallery begins with recent files"
