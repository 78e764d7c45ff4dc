#!/usr/bin/env bash
# Videos with the real ffmpeg (frames.sh has a stand-in that checks its input).
set -uo pipefail
. "$(dirname "$0")/expect.sh"
cd "$work" || exit 1
command -v ffprobe >/dev/null || { echo "ffmpeg is missing; ./test.sh --full installs it" && exit 77; }

# video NAME CODEC SIZE: five pictures become a valid video of that kind.
video() {
    local stream
    expect 0 "" render inferno --size "$3" --frames 5 -o "$1"
    stream=$(ffprobe -v error -count_frames -select_streams v:0 -of csv=p=0 \
        -show_entries stream=codec_name,width,height,nb_read_frames "$1")
    [ "$stream" = "$2,${3/x/,},5" ] || fail "$1: ffmpeg reads $stream"
}

video flight.mp4 h264 64x48
video flight.webm vp9 64x48
video flight.gif gif 65x47 # odd sizes as well

[ $failures = 0 ] && echo "ffmpeg reads what it wrote"
[ $failures = 0 ]
