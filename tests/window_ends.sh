#!/usr/bin/env bash
# The window on signals, and without a writable folder.
# ctest: RUN_SERIAL TRUE COST 10
source "${SOURCE_DIR:?}/tests/window.sh"


# ends SIGNAL CODE: the window ends with that code after at most a few more frames. Sets painted, their number.
ends() {
    local code=0
    painted=$(frames)
    kill -"$1" "$pid"
    until_true 60 gone || fail "SIG$1: the window keeps running"
    wait "$pid" || code=$?
    pid=
    painted=$(($(frames) - painted))
    [ $code = "$2" ] || fail "SIG$1: exit code $code: $(cat err)"
    [ $painted -le 3 ] || fail "SIG$1: the window painted $painted frames more"
}

plain_planet >out/plain.json
start ./plain.json
edits=$(last_edit)
xdotool mousemove "${away[@]}" key bracketright
until_true 60 edits_after "$edits" || fail "no edit"
ends TERM 143 # before the session is saved automatically
grep -q '"unsaved": *true' state/terrella/1.json && grep -q '"ended": *false' state/terrella/1.json || fail "SIGTERM: the session is lost: $(head -c 600 state/terrella/1.json)"
keys=t start # there time is stopped as well
until_true 60 says 'Unsaved work restored' || fail "after SIGTERM nothing is restored: $(grep ^message trace)"
is_called "● seed 7 - plain.json - Terrella" || fail "after SIGTERM comes back $(xdotool getwindowname "$window")"
passed "SIGTERM ends the window with 143, after $painted frames, and unsaved work is restored"

xdotool key e
choose Size '8192 × 4096'
xdotool key Return
until_true 60 says 'Exporting' || fail "no export"
ends INT 130
[ "$(ls -A out)" = plain.json ] || fail "SIGINT during an export left $(ls -A out)"
passed "SIGINT ends it with 130 during an export, after $painted frames, and the export leaves no files"

# No writable folder.
for state in /proc/none ${TR_FULL:+""}; do
    HOME=$state XDG_STATE_HOME=$state XDG_CONFIG_HOME=$state XDG_CACHE_HOME=$state start ./plain.json
    says 'Nothing can be restored after a crash: ' || fail "XDG_STATE_HOME=$state: $(grep ^message trace)"
    xdotool key bracketright
    rest
    finish || fail "XDG_STATE_HOME=$state: exit code $? after Ctrl+Q: $(cat err)"
    ! grep -v 'shader cache' err || fail "XDG_STATE_HOME=$state: $(cat err)" # Mesa reports that it has none
    [ "$(ls -A out)" = plain.json ] || fail "XDG_STATE_HOME=$state: left $(ls -A out)"
done
passed "without a writable folder the window says so and works"
