#!/usr/bin/env bash
# Videos made in the window: turntables that loop, sprite sheets, and flights whose ends equal the pictures
# taken there. A cancelled one leaves no file.
# ctest: RUN_SERIAL TRUE COST 20
source "${SOURCE_DIR:?}/tests/window.sh"
for tool in ffmpeg ffprobe; do
    command -v $tool >/dev/null || { echo "$tool is missing (Debian package: ffmpeg)"; exit 77; }
done

# press NAME: a click, and a wait until it is processed.
press() {
    click "$1"
    rest
}
# take WORD: starts it from the dialog and waits for the message that it is done. Sets file to the written path.
take() {
    cp trace trace.before
    click "picture take"
    until_true 60 told "$1" || fail "no $1 came: $(grep '^message' trace | tail -n 2)"
    file=$(sed -n "s/^message $1: //p" trace | tail -n 1)
    rest
}
told() { [ "$(grep -c "^message $1: " trace)" -gt "$(grep -c "^message $1: " trace.before)" ]; }
# size WIDTH HEIGHT [SECONDS]: types them into one field after the other.
size() {
    press "picture width"
    select_all
    xdotool type "$1"
    rest
    press "picture height"
    select_all
    xdotool type "$2"
    rest
    xdotool key Tab # leaves the field; Return would start the video
    rest
    [ $# = 2 ] && return
    twice "number Duration"
    rest
    select_all
    xdotool type "$3"
    rest
    xdotool key Tab
    rest
}
# choose LIST NAME
choose() {
    press "shot $1"
    press "shot $1 $2"
    sleep 0.6 # widgets that the list covered ignore clicks for half a second
}
# pixels FILE: a hash of its raw RGB.
pixels() { ffmpeg -v error -i "$1" -f rawvideo -pix_fmt rgb24 - | sha256sum; }

echo '{"type": "barren", "seed": 3, "noisiness": 0.4}' >video.json
start "$PWD/video.json"
press picture

# ---- a turntable that loops ----------------------------------------------------------------------------

press "shot Turntable"
choose Format GIF
choose 'Frame rate' '10 fps'
size 64 36 0.6
take Video
read -r frames width height <<<"$(ffprobe -v error -count_frames -of csv=p=0 -show_entries \
    stream=nb_read_frames,width,height "$file" | awk -F, '{ print $3, $1, $2 }')"
[ "$frames $width $height" = "6 64 36" ] || fail "the turntable has $frames pictures of $width x $height"
grep -q NETSCAPE2.0 "$file" || fail "the GIF does not repeat"
# The step from the last picture to the first is as large as from the first to the second. Half a turn shows
# another side.
ffmpeg -v error -i "$file" -f rawvideo -pix_fmt gray - >turn.raw
python3 - turn.raw <<'PYTHON' || fail "the turntable jumps where it repeats"
import sys
data, size = open(sys.argv[1], "rb").read(), 64 * 36
f = [data[i * size:(i + 1) * size] for i in range(6)]
off = lambda a, b: sum(abs(p - q) for p, q in zip(a, b)) / size
steps = [off(f[i], f[(i + 1) % 6]) for i in range(6)]
assert 1 < min(steps) and max(steps) < 2.5 * min(steps) and off(f[0], f[3]) > 1, steps
PYTHON
passed "a turntable is a GIF that turns round once"

# ---- a sprite sheet --------------------------------------------------------------------------------------

choose Format 'Sprite sheet'
press "picture clear"
take Video
python3 - "$file" "${file%.png}.json" <<'PYTHON' || fail "the sprite sheet is wrong"
import json, struct, sys
data, notes = open(sys.argv[1], "rb").read(), json.load(open(sys.argv[2]))
assert notes["frames"] == 6 and notes["frame_width"] == 64 and notes["loops"], notes
size = struct.unpack(">IIBB", data[16:26])
assert size == (64 * notes["columns"], 36 * notes["rows"], 8, 6), (size, notes)
PYTHON
passed "a transparent sprite sheet, and a file with its layout"
press "picture clear"

# ---- a flight ----------------------------------------------------------------------------------------------

press "shot Picture"
size 64 36
xdotool mousemove 420 575
rest
xdotool click --repeat 12 --delay 20 4 # to near ground, which is baked for each picture
rest
take Picture
begins=$file
press "shot Flight"
press "Set start"
xdotool mousemove 420 575 # rotates it
rest
xdotool mousedown 1
rest
xdotool mousemove 385 530
rest
xdotool mouseup 1
rest
press "Set end"
press "shot Picture"
take Picture
ends=$file
press "shot Flight"
choose Format 'PNG sequence'
xdotool mousemove 420 575 click 5 click 5 # the flight keeps its stored ends
rest
take Video
name=$(basename "$file")
[ "$(ls "$file" | wc -l)" = 6 ] || fail "the flight has $(ls "$file")"
[ "$(pixels "$begins")" = "$(pixels "$file/$name-0001.png")" ] || fail "the flight has a wrong first picture"
[ "$(pixels "$ends")" = "$(pixels "$file/$name-0006.png")" ] || fail "the flight has a wrong last picture"
[ "$(pixels "$begins")" != "$(pixels "$ends")" ] || fail "the flight does not move"
passed "the ends of a flight are the pictures that are taken there"

# ---- a video that is cancelled ----------------------------------------------------------------------------

before=$(ls -A out)
size 640 360 60
choose Format 'MP4 video'
click "picture take"
wait_for_message 'Rendering 600 frames of 640 × 360'
xdotool key bracketright # an edit does not affect the video
xdotool key ctrl+q
until_true 60 place "close later" >/dev/null || fail "no question about the video"
click "close not"
rest # the dialog behind it accepts clicks again
click "shot cancel"
wait_for_message 'Video cancelled; nothing was written'
[ "$(ls -A out)" = "$before" ] || fail "a cancelled video left $(ls -A out)"
finish || fail "exit code $? after Ctrl+Q: $(cat err)"
passed "a cancelled video leaves no files"
