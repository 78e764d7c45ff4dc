#!/usr/bin/env bash
# Shaders that are reloaded while the window is open: TERRELLA_SHADERS names their folder.
source "${SOURCE_DIR:?}/tests/window.sh"

cp -r "$SOURCE_DIR/shaders" shaders
export TERRELLA_SHADERS=$PWD/shaders

start inferno --seed 7
xdotool mousemove "${away[@]}"
shoot first.xwd # later pictures may have another quality, because compiling takes time
[ ! -s err ] || fail "unchanged shaders: $(cat err)"

# A half-written shader: the picture stays, and the log reports the error.
echo 'void half_written(' >>shaders/planet.frag
until_true 60 grep -q 'planet.frag does not compile: .*syntax error' err || fail "no log of a shader that does not compile: $(cat err)"
shoot broken.xwd
holds "$(look differ first.xwd broken.xwd) < 10" || fail "a shader that does not compile changes the picture"
holds "$(look differ_all first.xwd broken.xwd) > 0" || fail "the panel does not show the log"
passed "after a compile error the last valid shader stays, and the log is shown"

# A valid shader again, which paints everything red.
sed 's/^void main() {/void old_main() {/' "$SOURCE_DIR/shaders/picture.frag" >new.frag
printf 'void main() { colour = vec4(1.0, 0.0, 0.0, 1.0); }\n' >>new.frag
cp "$SOURCE_DIR/shaders/planet.frag" shaders/planet.frag
mv new.frag shaders/picture.frag
is_red() { cp screen/Xvfb_screen0 red.xwd && holds "$(look corners red.xwd) > 200"; }
until_true 60 is_red || fail "a valid shader does not replace the old one: $(cat err)"
cp "$SOURCE_DIR/shaders/picture.frag" shaders/picture.frag
is_as_before() { cp screen/Xvfb_screen0 last.xwd && holds "$(look differ first.xwd last.xwd) < 10"; }
until_true 60 is_as_before || fail "the picture does not come back: $(cat err)"
finish || fail "exit code $? after Ctrl+Q: $(cat err)"
passed "a valid shader is used at once"

# A shader that is compiled at its first use and fails: the error is reported, the window idles, and no
# screenshot is made without it.
echo 'void half_written(' >>shaders/mesh.frag
start arid --seed 7
xdotool mousemove "${away[@]}" key Next
shoot missing.xwd
case $(xdotool getwindowname "$window") in
*asteroid*) ;;
*) fail "after arid comes $(xdotool getwindowname "$window")" ;;
esac
rests() { # the thumbnail of the history is a separate frame
    local before
    before=$(frames)
    sleep 0.5
    [ "$(frames)" = "$before" ]
}
until_true 60 rests || fail "frames without end after a picture that failed"
xdotool key s
shoot told.xwd
[ -z "$(ls out)" ] || fail "a screenshot of a picture that failed: $(ls out)"
holds "$(look differ_all missing.xwd told.xwd) > 0" || fail "the panel does not say why there is no screenshot"
cp "$SOURCE_DIR/shaders/mesh.frag" shaders/mesh.frag
is_there() { cp screen/Xvfb_screen0 whole.xwd && holds "$(look differ missing.xwd whole.xwd) > 1"; }
until_true 60 is_there || fail "an asteroid is not painted after its shader is restored: $(cat err)"
finish || fail "exit code $? after Ctrl+Q: $(cat err)"
passed "a failed picture is reported once"
