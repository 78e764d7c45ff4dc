#!/usr/bin/env bash
# F1 shows the shortcuts and every page of the manual, follows links, and searches both.
# ctest: RUN_SERIAL TRUE
screen=1280x800
source "${SOURCE_DIR:?}/tests/window.sh"
manual=$SOURCE_DIR/docs/manual
title() { sed -n '1s/^# //p' "$manual/$1"; }
# The trace has each place once, and again only after it moves.
shows() { until_true 60 place "heading $(title "$1")" >/dev/null || fail "$1 does not show '$(title "$1")'"; }

start barren --seed 7
xdotool key F1
until_true 60 place "help Random seed" >/dev/null || fail "F1 shows no shortcuts"
click "manual export.md"
shows export.md
click "link files.md"
shows files.md
mapfile -t pages < <(grep -oP '\]\(\K[a-z-]+\.md' "$manual/index.md")
[ ${#pages[@]} -gt 10 ] || fail "the index has ${#pages[@]} pages"
for page in "${pages[@]}"; do
    click "manual $page"
    shows "$page"
done
passed "${#pages[@]} pages"

# No letter is a shortcut while the help is open.
before=$(last_edit)
xdotool key n bracketright 2
rest
is_called "barren, seed 7 - Terrella" || fail "N acts while the help is open: $(xdotool getwindowname "$window")"
[ "$(last_edit)" = "$before" ] || fail "] acts while the help is open"

# A search shows only matching pages, from the top of the list.
word=persistence
mapfile -t wanted < <(cd "$manual" && for page in "${pages[@]}"; do grep -li $word -- "$page" || true; done)
[ ${#wanted[@]} -gt 0 ] && [ ${#wanted[@]} -lt ${#pages[@]} ] || fail "choose another word"
row() { place "manual ${1}" | cut -d ' ' -f 2; }
first=$(row "${pages[0]}") step=$(($(row "${pages[1]}") - $(row "${pages[0]}")))
click "help search"
xdotool type $word
until_true 60 place "manual ${#wanted[@]} of ${#pages[@]}" >/dev/null || fail "the search does not find ${#wanted[@]} pages"
for ((i = 0; i < ${#wanted[@]}; i++)); do
    [ "$(row "${wanted[i]}")" = $((first + i * step)) ] || fail "the search does not have ${wanted[i]} in row $i"
done
lines=$(wc -l <trace)
xdotool key Return # opens the first of them; the search stays
rest
! tail -n +"$lines" trace | grep -q "help Persistence up" || fail "Enter in the search opens no page"
xdotool type zzz
until_true 60 place "manual 0 of ${#pages[@]}" >/dev/null || fail "Enter takes the keyboard focus from the search"
xdotool key BackSpace BackSpace BackSpace
rest
click "manual shortcuts"
until_true 60 place "help Persistence up" >/dev/null || fail "the search finds no shortcut"
xdotool key Escape
finish || fail "exit code $? after Ctrl+Q: $(cat err)"
passed "${#wanted[@]} of ${#pages[@]} pages have it"
