#!/usr/bin/env bash
# Series of pictures: turntables, flights, videos, and their errors.
set -uo pipefail
. "$(dirname "$0")/expect.sh"
cd "$work" || exit 1
export TERRELLA_GL_DEBUG=1
small="--size 80x50 --quiet"

# alike A B WORDS: two pictures are the same.
alike() { cmp -s "$1" "$2" || fail "$3"; }
# parts: lists unfinished files.
parts() { find "$work" -name '.*.part'; }

cat >pair.json <<'JSON'
{"star": {"kelvin": 5000}, "planets": [
  {"name": "Ada", "type": "barren", "radius_km": 3000, "tilt_deg": 0, "orbit": {"phase_deg": 30}},
  {"name": "Bo", "type": "inferno", "radius_km": 1500, "tilt_deg": 0, "locked": true,
   "orbit": {"around": "Ada", "radius_km": 9000, "phase_deg": 170, "period_h": 48}}]}
JSON

# ---- each picture of a series equals a single picture ---------------------------------------------
# shellcheck disable=SC2086
{
    expect 0 "" render ./pair.json $small --camera 10,20,6 --sun 0.5,0.2,0.8 --frames 4 -o turn.png
    for k in 1:20 2:-70 3:-160 4:-250; do
        expect 0 "" render ./pair.json $small --camera "10,${k#*:},6" --sun 0.5,0.2,0.8 -o alone.png
        alike alone.png "turn-000${k%:*}.png" "picture $k of a turntable"
    done
    cmp -s turn-0001.png turn-0003.png && fail "a turntable does not rotate"

    expect 0 "" render ./pair.json $small --camera 10,20,4 --camera-to -5,60,3 --time 5 --time-to 7 --frames 3 -o fly.png
    expect 0 "" render ./pair.json $small --camera 10,20,4 --time 5 -o alone.png
    alike alone.png fly-0001.png "the first picture of a flight"
    expect 0 "" render ./pair.json $small --camera -5,30,3 --time 7 -o alone.png # two of 24 hours of rotation
    alike alone.png fly-0003.png "the last picture of a flight"

    expect 0 "" render ./pair.json $small --camera 10,20,6 --time-to 48 --frames 5 -o day.png
    cmp -s day-0001.png day-0003.png && fail "time stands still"
    # after two days the ground, and a moon with a period of two days, are back; the year has advanced slightly
    expect 0 "" render ./pair.json $small --camera 10,20,6 --time 48 -o alone.png
    alike alone.png day-0005.png "the last picture of two days"
    # a picture contains its scene in the state that it shows
    expect 0 "" render ./fly-0003.png $small --camera -5,30,3 -o again.png
    alike again.png fly-0003.png "a picture opened again"
    expect 0 "" render ./fly-0003.png $small --camera -5,30,3 --time 5 -o again.png
    cmp -s again.png fly-0003.png && fail "--time does not override a scene's time"
    # no pictures from inside a planet, whatever its shape
    expect 2 "--camera: this planet reaches 1." render asteroid --seed 9 --set mesh_columns=128 --size 64x48 --camera 0,0,1.1 -o within.png
    expect 2 "--camera-to: this planet reaches 1." render asteroid --seed 9 --set mesh_columns=128 --size 64x48 --frames 3 --camera 0,0,3 --camera-to 0,0,1.1 -o within.png
    [ -z "$(ls within* 2>/dev/null)" ] || fail "a picture from inside a planet"
    rm ./*.png

    # ---- output and errors -----------------------------------------------------------------------
    expect 0 "" render inferno --size 64x48 --frames 2 -o p.q.jpg
    [ "$(cat out)" = "$(printf 'p.q-0001.jpg\np.q-0002.jpg')" ] || fail "the names of a series: $(cat out)"
    expect 0 "" render inferno --size 64x48 --frames 2 --json -o p.q.jpg
    [ "$(cat out)" = '{"files":["p.q-0001.jpg","p.q-0002.jpg"]}' ] || fail "the names of a series as JSON: $(cat out)"
}
expect 2 "did you mean '--frames'" render inferno --frame 3 -o x.png
expect 2 "1 … 100000" render inferno --frames 0 -o x.png
expect 2 "1 … 100000" render inferno --frames 1e3 -o x.png
expect 2 "--camera-to needs --frames" render inferno --camera-to 0,0,2 -o x.png
expect 2 "--time-to needs --frames" render inferno --time-to 5 -o x.png
expect 2 "1.005" render inferno --frames 2 --camera-to 0,0,1 -o x.png
expect 2 "--time needs a number" render inferno --time noon -o x.png
expect 2 "a time in hours" render inferno --time 1e10 -o x.png
expect 2 "a video needs --frames" render inferno -o x.mp4
expect 2 "even sides" render inferno --size 65x48 --frames 2 -o x.webm
expect 2 "give -o a name" render inferno --frames 2 -o /dev/stdout
expect 5 "cannot write" render inferno --size 64x48 --frames 2 -o "$TERRELLA/x.png"
if memory=$(mktemp -d -p /dev/shm 2>/dev/null); then # a tmpfs works like any other folder
    expect 0 "" render inferno --size 64x48 --frames 2 -o "$memory/p.png"
    [ -s "$memory/p-0002.png" ] && [ "$(wc -l <out)" = 2 ] || fail "a series in a tmpfs: $(cat out)"
    expect 2 "ends in .png" render inferno --size 64x48 -o "$memory/p"
    rm -r "$memory"
fi

# ---- videos ---------------------------------------------------------------------------------------
# A stand-in for ffmpeg, to check its input and how its failures are reported.
mkdir stub
real=$PATH
# stub COMMANDS: replaces ffmpeg by these commands.
stub() { printf '#!/bin/bash\n%s\n' "$1" >stub/ffmpeg && chmod +x stub/ffmpeg; }
PATH=$work/stub:$real
stub 'printf "%s\n" "$@" >'"$work"'/words; cat >/dev/fd/3'
expect 0 "" render inferno --size 64x48 --frames 3 -o "a b'c.mp4"
[ "$(stat -c %s "a b'c.mp4")" = $((64 * 48 * 3 * 3)) ] || fail "ffmpeg gets $(stat -c %s "a b'c.mp4") bytes"
[ "$(cat out)" = "a b'c.mp4" ] || fail "a video's name: $(cat out)"
for word in rawvideo rgb24 64x48 25 pipe:0 libx264 mp4 /dev/fd/3; do
    grep -qxF -- "$word" words || fail "ffmpeg is called without $word: $(tr '\n' ' ' <words)"
done
expect 0 "" render inferno --size 64x48 --frames 1 -o v.WebM
grep -qxF libvpx-vp9 words || fail "webm: $(tr '\n' ' ' <words)"
expect 0 "" render inferno --size 65x47 --frames 1 -o v.gif
grep -q palettegen words || fail "gif: $(tr '\n' ' ' <words)"
expect 5 "cannot write" render inferno --size 64x48 --frames 1 -o "$TERRELLA/v.mp4"
"$TERRELLA" render inferno --size 64x48 --frames 3 -o closed.mp4 <&- >&- 2>&-
[ "$(stat -c %s closed.mp4)" = $((64 * 48 * 3 * 3)) ] || fail "without standard streams ffmpeg gets $(stat -c %s closed.mp4) bytes"

echo precious >old.mp4
stub 'cat >/dev/fd/3; echo "first" >&2; echo "no such encoder" >&2; exit 1'
expect 5 "old.mp4: ffmpeg failed: no such encoder" render inferno --size 64x48 --frames 2 -o old.mp4
stub 'exec 0<&-; echo "cannot start" >&2; exit 3' # does not read its input
expect 5 "ffmpeg failed: cannot start" render inferno --size 160x140 --frames 3 -o old.mp4
stub 'cat >/dev/null' # succeeds, but writes nothing
expect 5 "old.mp4: ffmpeg wrote nothing; numbered pictures" render inferno --size 64x48 --frames 2 -o old.mp4
expect 5 "ffmpeg wrote nothing" render inferno --size 64x48 --frames 2 -o new.gif
[ ! -e new.gif ] || fail "an empty video"
rm stub/ffmpeg
PATH=$real
PATH=$work/stub "$TERRELLA" render inferno --size 64x48 --frames 2 -o old.mp4 >out 2>err
[ $? = 5 ] && grep -q "ffmpeg, which is not installed" err || fail "without ffmpeg: $(cat err)"
[ "$(cat old.mp4)" = precious ] || fail "a failed video replaced an old one"

PATH=$work/stub:$real
stub 'cat >/dev/fd/3; touch '"$work"'/finished' # it would finish if it were not killed
interrupt INT render inferno --size 64x48 --frames 100000 -o stopped.mp4
[ ! -e stopped.mp4 ] && [ ! -e finished ] || fail "SIGINT while a video is made leaves a video, or a running ffmpeg"
# a stop does not wait for an ffmpeg that reads nothing, or that has read everything and does not end
for slow in "exec sleep 600" "cat >/dev/fd/3; exec sleep 600"; do
    stub 'echo $$ >'"$work/pid; $slow"
    interrupt INT render inferno --size 320x200 --frames 2 -o stopped.mp4
    [ ! -e stopped.mp4 ] && ! kill -0 "$(cat pid)" 2>/dev/null || fail "SIGINT while ffmpeg does '$slow' leaves a video, or ffmpeg"
done
PATH=$real

[ -z "$(parts)" ] || fail "unfinished files are left: $(parts)"
[ $failures = 0 ] && echo "all series of pictures are right"
[ $failures = 0 ]
