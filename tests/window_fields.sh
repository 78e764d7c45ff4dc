#!/usr/bin/env bash
# Fields of the window: invalid numbers stay with a message until they are corrected, all digits are shown,
# dialogs reopen as they were closed, and all buttons are reachable at every size of the interface.
# ctest: RUN_SERIAL TRUE COST 30
screen=1280x800
source "${SOURCE_DIR:?}/tests/window.sh"

away=(1279 799)
trace_places() { # another size writes all places to the trace again
    xdotool key ctrl+equal
    forget
    xdotool key ctrl+0
    rest
}
# put FIELD TEXT: replaces the text of the field, without Enter.
put() {
    click "$1"
    rest
    select_all
    xdotool type "$2"
    rest
}
told() { place "note $1" >/dev/null; }
saved() { # the value of a knob in a saved file
    rm -f out/number.json
    xdotool key ctrl+shift+s
    rest
    select_all
    xdotool type ./number.json
    xdotool key Return
    until_true 60 test -s out/number.json || fail "not saved: $(grep '^message' trace | tail -n 2)"
    rest
    sed -nE "s/.*\"$1\": ([-0-9.e+]+).*/\1/p" out/number.json
}

# ---- wrong numbers -----------------------------------------------------------------------------------------

start inferno --seed 7
rest
below=$(place octaves)
twice "number persistence"
xdotool type 0.3x
xdotool key Return
until_true 60 told "Not a number: 0 to 1" || fail "nothing is said about a wrong number"
rest
[ "$(place octaves)" = "$below" ] || fail "an error moves the rows below from $below to $(place octaves)"
twice "number noisiness" # another field
xdotool type 5
xdotool key Return
wait_for_message "Persistence stays 0.*'0.3x' is not possible: not a number: 0 to 1"
until_true 60 told "Must be 0 to 2" || fail "nothing is said about a number out of range"
xdotool key End
rest
xdotool key BackSpace
rest
xdotool type 0.25
rest
trace_places
! told "Not a number: 0 to 1" || fail "an error stays after its field was left"
! told "Must be 0 to 2" || fail "an error stays after the number was corrected"
place "number persistence" >/dev/null || fail "the field that was left does not show its value"
xdotool key Return
rest
[ "$(saved noisiness)" = 0.25 ] || fail "typed 0.25 after a wrong number: $(cat out/number.json)"
[ -z "$(saved persistence)" ] || fail "a wrong text changed the value: $(cat out/number.json)"
passed "an error stays until the number is corrected or the field is left"

# It also ends with another planet, and with a command by Ctrl.
twice "number noisiness"
xdotool type banana
xdotool key Return
until_true 60 told "Not a number: 0 to 2" || fail "nothing is said about banana"
rest
xdotool key ctrl+k
wait_for_message "Noisiness stays 0.25.*'banana' is not possible"
rest
xdotool key Escape
rest
trace_places
! told "Not a number: 0 to 2" || fail "the error of banana stays after Ctrl+K"
passed "an error ends with an action elsewhere"

# A click on a number opens its field, with all of it selected. A click in the field puts the cursor there.
click "number persistence"
xdotool key --delay 0 0 comma 7 Return # faster than frames
rest
[ "$(saved persistence)" = 0.7 ] || fail "typed 0,7 after a click on a number: $(cat out/number.json)"
click "number persistence"
rest
xdotool key BackSpace
rest
xdotool type 0.6
xdotool key Return
rest
[ "$(saved persistence)" = 0.6 ] || fail "Backspace after a click on a number does not empty it: $(cat out/number.json)"
click "number persistence"
rest
sleep 0.6 # not a double click
xdotool click 1 key End
rest
xdotool type 5
xdotool key Return
rest
[ "$(saved persistence)" = 0.65 ] || fail "a click in the open field leaves it: $(cat out/number.json)"
passed "a click on a number opens its field"

# After a click on its slider a row has the keyboard focus: digits, Backspace and Delete open its field, and
# letters are not shortcuts. After a drag it has not.
for key in BackSpace Delete; do
    click persistence
    rest
    xdotool key $key
    rest
    xdotool type 0.4
    xdotool key Return
    rest
    [ "$(saved persistence)" = 0.4 ] || fail "$key over a slider does not empty its number: $(cat out/number.json)"
done
click persistence
rest
now=$(last_edit)
xdotool type nhv
wait_for_message "The panel has the keyboard: Esc leads back"
rest
[ "$(last_edit)" = "$now" ] || fail "letters run shortcuts while a row has the focus"
click noisiness # the slider
xdotool key --delay 0 1 period 5 Return
rest
[ "$(saved noisiness)" = 1.5 ] || fail "typed 1.5 after a click on a slider: $(cat out/number.json)"
click noisiness
xdotool key Escape
rest
now=$(last_edit)
xdotool key n
until_true 60 edits_after "$now" || fail "after Esc N makes no new seed"
rest
drag_slider noisiness 24
now=$(last_edit)
xdotool key n
until_true 60 edits_after "$now" || fail "after a drag N makes no new seed"
rest
click noisiness
click "tab Shape"
now=$(last_edit)
xdotool key n
until_true 60 edits_after "$now" || fail "after a click on something else N makes no new seed"
xdotool key ctrl+z ctrl+z ctrl+z
rest
passed "digits typed after a click on a row go to its number"

put seed abc # words are told, and what they become
xdotool key Return
wait_for_message "'abc' is stored as a number: inferno, seed [0-9]*"
put seed 1.5
xdotool key Return
until_true 60 grep -q '^place .* note a seed is a whole number' trace || fail "nothing is said about a wrong seed"
rest
click "tab System"
wait_for_message "Seed stays [0-9]*. '1.5' is not possible"
click "tab Shape"
trace_places
! grep -q '^place .* note a seed' trace || fail "an error of a seed stays after its field was left"

# With units, and as many digits as were typed.
click "tab System"
rest
twice "number day_h"
xdotool type "23.9345 hours"
xdotool key Return
rest
[ "$(saved day_h)" = 23.9345 ] || fail "typed 23.9345 hours: $(cat out/number.json)"
twice "number day_h"
xdotool type "1e9"
xdotool key Return
until_true 60 told "Must be 1 to 1000 h" || fail "limits lack their unit: $(grep 'note' trace | tail -n 1)"
xdotool key Escape
rest
click "tab Shape"
rest
short=$(width_of "number noisiness")
twice "number noisiness"
xdotool type 0.8125
xdotool key Return
rest
xdotool mousemove "${away[@]}"
rest
holds "$(width_of "number noisiness") > $short" || fail "0.8125 is shown as wide as 0.250: $(width_of "number noisiness")"
read -r x y <<<"$(place "number octaves")" # a double click left of a short number, within its column
xdotool mousemove $((x - 25)) "$y"
rest
xdotool click 1 click 1
rest
xdotool type 7
xdotool key Return
rest
[ "$(saved octaves)" = 7 ] || fail "a double click next to a short number does not open it: $(cat out/number.json)"
passed "numbers have units and show all digits that were typed"

# ---- the dialog Picture ---------------------------------------------------------------------------------------

xdotool key Escape
rest
click picture
put "picture width" 12x
put "picture height" 5
xdotool key Return
until_true 60 told "Not a number: 16 to 16384 px" || fail "12x in Pixels is removed without a message"
until_true 60 told "Must be 16 to 16384 px" || fail "5 in Pixels is removed without a message"
xdotool key Escape
rest
click picture # as it was closed
trace_places
told "Not a number: 16 to 16384 px" || fail "the wrong text is lost when its dialog closes"
click "picture take"
rest
! says 'Picture: ' || fail "the size of the picture differs from its field"
put "picture width" 640
xdotool key Return
put "picture height" 360
xdotool key Return
rest
click "picture take"
wait_for_message 'Picture: '
python3 - out/*.png <<'PYTHON' || fail "not 640 x 360"
import struct, sys
assert struct.unpack(">II", open(sys.argv[1], "rb").read(24)[16:]) == (640, 360)
PYTHON
click "shot Turntable"
rest
twice "number Duration"
xdotool type "x"
xdotool key Return
until_true 60 told "Not a number: 0.2 to 120 s" || fail "a wrong duration is removed without a message"
lines=$(wc -l <trace)
click "picture take"
rest
! tail -n +"$lines" trace | grep -q '^message Render' || fail "the length of the video differs from its field"
xdotool key Escape
rest
click picture
click "shot Picture"
rest
passed "Pixels and Duration keep a wrong number, say so and render nothing meanwhile"

# ---- remembered settings ------------------------------------------------------------------------------------------

xdotool key Escape
rest
xdotool key e
choose For godot
choose Size '1024 × 512'
click "map normal" # not that map
rest
xdotool key Escape
rest
finish || fail "exit code $? after Ctrl+Q: $(cat err)"
rm -f out/*
start barren --seed 3
xdotool key e
rest
place "export start" >/dev/null || fail "no dialog"
click "export start"
wait_for_message 'Exported to'
compgen -G 'out/*.tres' >/dev/null || compgen -G 'out/*.tscn' >/dev/null || fail "Godot is forgotten: $(ls out)"
python3 - out/*albedo*.png <<'PYTHON' || fail "the size is forgotten"
import struct, sys
assert struct.unpack(">I", open(sys.argv[1], "rb").read(20)[16:])[0] == 1024, sys.argv
PYTHON
! compgen -G 'out/*normal*' >/dev/null || fail "which maps are chosen is forgotten: $(ls out)"
rm -f out/*
click picture
rest
click "picture take"
wait_for_message 'Picture: '
python3 - out/*.png <<'PYTHON' || fail "the picture's size is forgotten"
import struct, sys
assert struct.unpack(">II", open(sys.argv[1], "rb").read(24)[16:]) == (640, 360)
PYTHON
finish || fail "exit code $? after Ctrl+Q: $(cat err)"
passed "Export and Picture reopen as they were closed"

# A settings file of another version or program.
cat >state/terrella/interface.json <<'JSON'
{"format": 1, "terrella": "interface", "scale": 1e300, "export_for": "no such", "export_projection": "tiles?",
 "export_width": 1e30, "export_maps": "albedo albedo nothing  ", "export_all": -3, "picture_width": 1e9,
 "picture_height": "x", "video_format": [], "video_rate": 13, "video_seconds": null,
 "window_x": 9000, "window_y": 20, "window_width": 790, "window_height": 590, "window_maximised": "x"}
JSON
start barren --seed 3
[ "$(geometry)" = "0 0 790 590" ] || fail "a place that no screen shows: the window is at $(geometry)"
xdotool key e
rest
click "export start"
wait_for_message 'Exported to'
[ -s out/barren-3_albedo.png ] || fail "invalid settings break the export: $(ls out)"
finish || fail "exit code $? after Ctrl+Q: $(cat err)"
passed "invalid settings do no harm"
