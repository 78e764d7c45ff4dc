#!/usr/bin/env bash
# Files and the window: edits by another program, recovery after a crash, exports and pictures.
# ctest: RUN_SERIAL TRUE COST 20
source "${SOURCE_DIR:?}/tests/window.sh"


# ---- edits of the file by another program --------------------------------------------------------------

echo '{"type": "barren", "seed": 7}' >out/my.json
start ./my.json
named "barren, seed 7 - my.json - Terrella"
xdotool mousemove "${centre[@]}" click 4 click 4
shoot near.xwd
echo '{"type": "barren", "seed": 8}' >out/new && mv out/new out/my.json
wait_for_message 'Reloaded'
named "barren, seed 8 - my.json - Terrella"
shoot edited.xwd
holds "$(look differ near.xwd edited.xwd) > 1" || fail "an edit of the file does not show"
before=$(look size near.xwd) after=$(look size edited.xwd)
holds "$after > 0.9 * $before && $after < 1.1 * $before" || fail "a reload moves the camera: $before to $after pixels"
passed "an edit of the open file shows, and the camera stays"

printf '{"type": "barren",\n "seed": 9,,}' >out/my.json
wait_for_message 'my.json:2:12'
shoot bad.xwd
holds "$(look differ edited.xwd bad.xwd) < 0.1" || fail "an invalid edit changes the planet"
xdotool key ctrl+z
named "● barren, seed 7 - my.json - Terrella"
rest
passed "an invalid edit is reported with its position; a reload can be undone"

xdotool key ctrl+s
wait_for_message 'Saved: '
grep -q '"seed": 7' out/my.json || fail "saved: $(cat out/my.json)"
sleep 1
named "barren, seed 7 - my.json - Terrella"
! says 'Reloaded.*Reloaded' && [ "$(grep -c '^message Reloaded' trace)" = 1 ] || fail "a file that the window saved is loaded again"
passed "a file that the window saves is not reloaded"

# ---- after a crash ---------------------------------------------------------------------------------------

xdotool key b # before it gets a frame on its own
wait_for_message 'is a favourite'
xdotool key bracketright
named "● barren, seed 7 - my.json - Terrella"
shoot unsaved.xwd
framed() { [ "$(grep -c '"world"' state/terrella/1.json)" -ge 2 ]; } # a second later
keeps() { grep -q '"ended": *false' state/terrella/1.json && grep -q 'Noisiness' state/terrella/1.json && framed; }
until_true 60 keeps || fail "the session is not written: $(ls state/terrella)"
kill -9 "$pid"
wait "$pid" 2>/dev/null || true
keys=t start # there time is stopped as well
wait_for_message 'Unsaved work restored'
named "● barren, seed 7 - my.json - Terrella"
shoot restored.xwd
holds "$(look differ unsaved.xwd restored.xwd) < 0.5" || fail "after a crash $(look differ unsaved.xwd restored.xwd) % of the picture differs"
xdotool key ctrl+z
named "barren, seed 7 - my.json - Terrella"
xdotool key t
until_true 60 place "frame 1" >/dev/null || fail "after a crash the history is not restored"
finish || fail "exit code $? after Ctrl+Q: $(cat err)"
passed "after kill -9 planet, steps, view and history are restored"
[ "$(grep -c '"star"' state/terrella/stars.json)" = 1 ] || fail "stars: $(cat state/terrella/stars.json)"

# ---- exports ---------------------------------------------------------------------------------------------

rm -rf out/* state/terrella/[0-9]*
keys=space start barren --seed 3
place "frame 0" >/dev/null || fail "the star is missing after a restart"
passed "a star stays after a restart"
xdotool mousemove "${centre[@]}" mousedown 1 mousemove 620 315 mouseup 1 mousemove "${centre[@]}" click 4 click 4
shoot exported.xwd
xdotool key e
# An open list has the letters, arrows and Enter, not the planet or the dialog's main button.
until_true 60 place "export For" >/dev/null || fail "no dialog"
rest
click "export For"
until_true 60 place "export For unreal" >/dev/null || fail "no list"
xdotool type unr
rest
xdotool key Return
rest
click "export For"
until_true 60 place "export For unreal" >/dev/null || fail "the list does not open again"
rest
xdotool key Up Return # Unity (URP)
rest
click "export For"
until_true 60 place "export For unreal" >/dev/null || fail "the list does not open a third time"
rest
xdotool key --delay 1 Down Escape # in one frame
rest
in_front export || fail "Esc in a list closes the dialog as well"
[ "$(xdotool getwindowname "$window")" = "barren, seed 3 - Terrella" ] || fail "letters in a list change the planet: $(xdotool getwindowname "$window")"
! grep -q '^message Export' trace || fail "Enter in a list starts the export: $(grep '^message Export' trace)"
grep -q '"export_for": "unity-urp"' state/terrella/interface.json || fail "'unr', Enter, Up, Enter choose: $(grep export_for state/terrella/interface.json)"
choose For gltf
choose Size '512 × 512, each face'
xdotool key Return
wait_for_message 'Exported to .*barren-3'
[ -s out/barren-3.glb ] && [ -s out/barren-3.manifest.json ] || fail "no GLB: $(ls out)"
choose Size '8192 × 8192, each face' # long enough to cancel
click "export start"
wait_for_message 'Exporting barren-3, 8192'
before=$(ls out)
xdotool key ctrl+q
until_true 60 place "close later" >/dev/null || fail "no question about the export"
click "close not"
rest # the dialog behind it accepts clicks again
click "export cancel"
wait_for_message 'Export cancelled'
[ "$(ls -A out)" = "$before" ] || fail "an export that was cancelled left $(ls -A out)"
finish || fail "exit code $? after Ctrl+Q: $(cat err)"
passed "the dialog exports for a target, and can be cancelled"

# ---- opening and saving ----------------------------------------------------------------------------------

rm -rf state
start inferno --seed 7
xdotool key ctrl+o
rest
xdotool type "$PWD/out/barren-3.g"
xdotool key Tab Return
named "barren, seed 3 - Terrella"
wait_for_message 'Opened .*barren-3.glb'
xdotool mousemove "${centre[@]}"
shoot again.xwd
apart=$(look differ exported.xwd again.xwd) # the message and the history differ
holds "$apart < 5" || fail "opening an export does not restore the view: $apart %"
xdotool key ctrl+z
named "inferno, seed 7 - Terrella"
echo precious >out/there.json
xdotool key ctrl+shift+s
rest
xdotool key ctrl+a
rest
xdotool type there
xdotool key Return
until_true 60 place "replace yes" >/dev/null || fail "no question before an existing file is replaced"
rest
xdotool key Return # a second one for the field
rest
[ "$(cat out/there.json)" = precious ] || fail "a foreign file was replaced"
xdotool key Escape
rest
xdotool key ctrl+shift+s
rest
xdotool key Return # the declined name is not proposed again
wait_for_message 'Saved: .*inferno-7.json'
[ "$(cat out/there.json)" = precious ] || fail "a name that was declined is proposed again"
xdotool key ctrl+shift+s
rest
xdotool key ctrl+a
rest
xdotool type before
xdotool key Return
named "before - before.json - Terrella" # a planet without a name is named after its file
xdotool key ctrl+shift+s
rest
xdotool key ctrl+a
rest
xdotool type /proc/x
xdotool key Return
wait_for_message '/proc/x.json'
named "before - before.json - Terrella" # not after one that could not be written
xdotool key Escape
rest
xdotool key ctrl+shift+s
rest
xdotool key ctrl+a
rest
xdotool type there
xdotool key Return
click "replace yes"
named "there - there.json - Terrella" # also if it was named after its previous file
grep -q '"seed": 7' out/there.json || fail "saved: $(cat out/there.json)"
until_true 60 grep -qs 'out/there.json' state/terrella/recent.json || fail "the saved file is not among the recent files"
passed "a GLB opens by its completed path; existing files are not replaced without a question"

# ---- pictures ------------------------------------------------------------------------------------------------

xdotool key r
xdotool mousemove "${centre[@]}" click --repeat 12 --delay 30 5 # from far away it needs no tiles and no wide maps
rest
click picture
click "picture size"
click "1080p: 1920 × 1080"
click "picture clear"
rest
xdotool key Return
wait_for_message 'Picture: .*there.png'
until_true 60 grep -q '^place .* outcome Picture: /.*/there.png' trace || fail "the dialog does not show the result"
python3 - out/there.png <<'PYTHON' || fail "the picture is wrong"
import struct, sys, zlib
data = open(sys.argv[1], "rb").read()
width, height, bits, colour = struct.unpack(">IIBB", data[16:26])
assert (width, height, bits, colour) == (1920, 1080, 8, 6), (width, height, bits, colour)
assert b'"seed":7' in data
at, packed = 8, b""
while at < len(data):
    size, kind = struct.unpack(">I4s", data[at:at + 8])
    packed += data[at + 8:at + 8 + size] if kind == b"IDAT" else b""
    at += 12 + size
raw, stride, above = zlib.decompress(packed), 4 * width, bytes(4 * width)
def near(a, b, c):
    pa, pb, pc = abs(b - c), abs(a - c), abs(a + b - 2 * c)
    return a if pa <= pb and pa <= pc else b if pb <= pc else c
alpha = []
for y in range(height): # only alpha: each channel is filtered separately
    method, row = raw[y * (stride + 1)], bytearray(raw[y * (stride + 1) + 4:(y + 1) * (stride + 1)][::4])
    up, left, corner = alpha[-1] if alpha else bytes(width), 0, 0
    for x in range(width):
        left = (row[x] + (0, left, up[x], (left + up[x]) // 2, near(left, up[x], corner))[method]) & 255
        corner, row[x] = up[x], left
    alpha.append(row)
assert alpha[5][5] == 0 and alpha[540][960] == 255, (alpha[5][5], alpha[540][960])
PYTHON
passed "a picture larger than the window, with nothing behind the planet"

for field in width height; do
    click "picture $field"
    select_all
    xdotool type 64
    xdotool key Return
    rest
done
click "picture name"
select_all
xdotool type "hero shot.jpg"
rest
xdotool key Return # the same as the button
wait_for_message 'Picture: .*hero shot.jpg'
[ "$(head -c 3 "out/hero shot.jpg" | od -An -tx1 | tr -d ' ')" = ffd8ff ] || fail "hero shot.jpg is not a JPEG"
long_name=$(printf '%0120d' 0)
click "picture name"
select_all
xdotool type "${long_name}1234.jpg"
rest
xdotool key Return
wait_for_message "Picture: .*${long_name}1234.jpg"
click "picture name"
select_all
xdotool type "hero shot.webp"
rest
xdotool key Tab
until_true 60 place "outcome Pictures are PNG or JPEG: this one will be hero shot.png" >/dev/null ||
    fail "another kind of file is accepted without a message"
click "picture take"
wait_for_message 'Picture: .*hero shot.png'
click "picture name"
select_all
rest
xdotool key BackSpace # the name of the planet again
rest
xdotool key Tab
rest
passed "the name selects JPEG, and the kind always matches the name"

xdotool key Escape r mousemove "${centre[@]}" mousedown 1 mousemove 620 315 mouseup 1 mousemove "${centre[@]}" click 4 click 4
shoot seen.xwd
xdotool key s
wait_for_message 'Screenshot: .*-002.png'
xdotool key r n ctrl+o
rest
xdotool type "$PWD/out/there-002.png"
xdotool key Return
click "close anyway" # the seed is not saved
named "inferno, seed 7 - Terrella"
xdotool mousemove "${centre[@]}"
shoot again.xwd
holds "$(look differ seen.xwd again.xwd) < 0.5" || fail "opening a screenshot does not restore the view: $(look differ seen.xwd again.xwd) %"
xdotool mousemove "${away[@]}" key ctrl+o
rest
xdotool type lava
rest
xdotool key Return
wait_for_message "no file, planet type or scene 'lava'; did you mean inferno"
! grep -q '^message .*`' trace || fail "a message of the window mentions the command line: $(grep '^message .*`' trace)"
click "open offer"
named "inferno, seed 1 - Terrella"
finish || fail "exit code $? after Ctrl+Q: $(cat err)"
passed "opening a screenshot restores its camera, and a word finds a type"
