#!/usr/bin/env bash
# Folders of files that the window opens and saves: the system's file dialog, the window's own list, proposed
# and remembered folders, texts that stay, all planets of a scene.
# ctest: RUN_SERIAL TRUE COST 20
source "${SOURCE_DIR:?}/tests/window.sh"

away=(799 599)

# ---- the window's own list ------------------------------------------------------------------------------

mkdir -p documents/deep pictures
printf 'XDG_DOCUMENTS_DIR="%s/documents"\nXDG_PICTURES_DIR="%s/pictures"\n' "$PWD" "$PWD" >config/user-dirs.dirs
start barren --seed 3
xdotool key ctrl+s
until_true 60 place "list deep" >/dev/null || fail "Save lists no folders: $(grep '^place.*list' trace || true)"
select_all
xdotool type mine
twice "list deep" # the name stays
xdotool mousemove "${away[@]}"
click "save now"
wait_for_message "Saved: $PWD/documents/deep/mine.json"
[ -s documents/deep/mine.json ] || fail "not saved: $(find documents out)"

# Whatever was clicked before, the dialog opens with the planet's own name, all of it selected.
clicked() { # clicked FILE: in the list of Save as
    xdotool key ctrl+shift+s
    until_true 60 in_front save || fail "Save as opens no dialog"
    rest
    click "list $1"
    rest
}
clicked_and_left() {
    clicked "$1"
    xdotool key Escape
    until_true 60 in_front planet || fail "Esc leaves the dialog open"
    xdotool key ctrl+shift+s
    rest
}
other="a name that is longer.json"
echo precious >"documents/deep/$other"
clicked_and_left "$other"
xdotool type third
xdotool key Return
wait_for_message "Saved: $PWD/documents/deep/third.json"
clicked_and_left "$other"
xdotool key Return
until_true 60 in_front planet || fail "the name of another file is proposed: $(grep '^front' trace | tail -n 1)"
[ "$(cat "documents/deep/$other")" = precious ] || fail "a file that was only clicked is replaced"
clicked mine.json
xdotool mousemove "${away[@]}" key Return # the same as in the field
until_true 60 in_front question || fail "Enter after a click on a file does nothing"
click "replace yes"
named "mine - mine.json - Terrella"
passed "the first save proposes Documents, and a list leads into a folder of it"

xdotool key ctrl+o
until_true 60 in_front open || fail "Ctrl+O opens no dialog"
rest
click "list mine.json"
rest
xdotool mousemove "${away[@]}" key Return
wait_for_message "Opened $PWD/documents/deep/mine.json"
passed "Open lists the folder that was used last"

xdotool key ctrl+shift+s
click "list new"
rest
xdotool type fresh
xdotool key Return
until_true 60 test -d documents/deep/fresh || fail "New folder makes none: $(grep '^message' trace | tail -n 2)"
rest
click "list new"
rest
xdotool type ../mine.json/x # a file is in the way
xdotool key Return
until_true 60 grep -q '^place .* note .*' trace || fail "nothing is said about a folder that cannot be made"
click "open text"
select_all
xdotool type sub/other # the folder does not exist
xdotool key Return
wait_for_message "Saved: $PWD/documents/deep/fresh/sub/other.json"
[ -s documents/deep/fresh/sub/other.json ] || fail "not saved: $(find documents)"
xdotool key ctrl+z
passed "the list creates a folder, and so does saving a file into a new one"

# ---- typed texts stay ------------------------------------------------------------------------------------

xdotool key e
choose Size '512 × 256'
choose For gltf
click "export start"
wait_for_message "Exported to $PWD/documents/deep/fresh/sub/.*[.]glb" # beside the planet
click "export folder"
select_all
xdotool type typed
choose For gltf # directly from the text field
click "export name"
select_all
xdotool type "my moon"
choose Projection equirect
click "export start"
wait_for_message "Exported to $PWD/documents/typed/my moon.glb"
until_true 60 grep -q "^place .* outcome Exported to $PWD/documents/typed/my moon.glb" trace || fail "the dialog does not show the result"
click "export name"
select_all
xdotool type "twice"
rest # Esc in the same frame would undo its input
xdotool key Escape
rest
xdotool key e
rest
click "export start"
wait_for_message "Exported to $PWD/documents/typed/twice.glb"
click "export folder browse"
until_true 60 place "list up" >/dev/null || fail "Export lists no folders"
click "list up"
twice "list deep"
click "export folder browse"
rest
click "export start"
wait_for_message "Exported to $PWD/documents/deep/twice.glb"

# without_dialog KEY: an edit by a key, which acts while no dialog is open.
without_dialog() {
    xdotool key Escape
    rest
    xdotool key "$1"
    rest
    xdotool key e
    rest
}
# Another planet under the same name is confirmed first. The same planet, changed or not, is not.
cp documents/deep/twice.glb first.glb
exported() { grep -c "^message Replaced twice in $PWD/documents/deep: " trace || true; }
exports_after() { [ "$(exported)" -gt "$1" ]; }
before=$(exported)
without_dialog bracketright
click "export start"
until_true 90 exports_after "$before" || fail "a question about the same planet after an edit: $(tail -n 3 trace)"
! cmp -s first.glb documents/deep/twice.glb || fail "the change is not exported"
cp documents/deep/twice.glb first.glb
without_dialog n
click "export name"
select_all
xdotool type twice
rest
xdotool key Return # the same as the button
until_true 60 place "replace yes" >/dev/null || fail "the set of another planet is replaced without a question"
rest
xdotool key Escape
rest
cmp -s first.glb documents/deep/twice.glb || fail "the set is replaced although that was declined"
click "export start"
until_true 60 in_front question || fail "no second question after the first was declined"
sed 's/"seed": *[0-9]*/"seed": 77/' documents/deep/mine.json >edited.json
mv edited.json documents/deep/mine.json # the planet changes while the question is open
wait_for_message 'Reloaded'
until_true 60 in_front export || fail "a question about the previous planet stays"
cmp -s first.glb documents/deep/twice.glb || fail "the set is replaced without an answer"
before=$(exported)
click "export name"
select_all
xdotool type twice
rest
xdotool key Return
until_true 60 in_front question || fail "the set of another planet is replaced without a question"
click "replace yes"
until_true 90 exports_after "$before" || fail "Replace does not export"
! cmp -s first.glb documents/deep/twice.glb || fail "Replace replaces nothing"

# A file that was edited is asked about: it stays, is kept while the others are written, or is replaced.
is_mine() { [ "$(cat documents/deep/twice.glb)" = mine ]; }
echo mine >documents/deep/twice.glb
for answer in not keep yes; do
    before=$(exported)
    rest
    sleep 0.6 # for half a second, a new button takes no clicks
    click "export start"
    until_true 60 in_front question || fail "an edited file is not asked about: $(tail -n 3 trace)"
    rest
    is_mine || fail "an edited file is replaced before the answer"
    click "replace $answer"
    if [ $answer = not ]; then
        until_true 60 in_front export || fail "Cancel leaves the question"
        [ "$(exported)" = "$before" ] || fail "Cancel exports"
    else
        until_true 90 exports_after "$before" || fail "$answer does not export: $(tail -n 3 trace)"
    fi
    [ $answer = yes ] || is_mine || fail "$answer replaces an edited file"
    [ $answer != keep ] || wait_for_message "Replaced twice in .*: 1 file; 1 changed file stays"
done
! is_mine || fail "Replace keeps an edited file"
xdotool key Escape
click picture
click "picture folder"
select_all
xdotool type shots
click "shot Turntable"
click "shot Picture"
xdotool key Escape r s
wait_for_message "Screenshot: $PWD/pictures/shots/mine.png" # named after its file
finish || fail "exit code $? after Ctrl+Q: $(cat err)"
passed "typed folders and names stay, whatever is clicked next"

# The set of the planet as its file has it belongs to the planet. One of the same type and seed with other
# settings does not.
"$TERRELLA" export documents/deep/mine.json --target gltf --size 512 -q -o documents/deep || fail "the command line exports nothing"
[ -s documents/deep/mine.glb ] || fail "the command line calls the set otherwise: $(ls documents/deep)"
start "$PWD/documents/deep/mine.json" # the last choices of an export come back
without_dialog bracketright
click "export start"
wait_for_message "Replaced mine in $PWD/documents/deep: "
xdotool key Escape
rest
finish || fail "exit code $? after Ctrl+Q: $(cat err)"
"$TERRELLA" export documents/deep/mine.json --set craters=0.9 --name mine --target gltf --size 512 -q -o documents/deep || fail "the command line exports nothing"
cp documents/deep/mine.glb first.glb
start "$PWD/documents/deep/mine.json"
xdotool key e
click "export start"
until_true 60 in_front question || fail "a set of the same type and seed is replaced without a question"
rest
xdotool key Escape
rest
cmp -s first.glb documents/deep/mine.glb || fail "the set is replaced although that was declined"
finish || fail "exit code $? after Ctrl+Q: $(cat err)"
passed "a set of another planet with the same type, seed and name is replaced after a question only"

# ---- a scene, and the system's file dialog ------------------------------------------------------------------

mkdir bin other
cat >bin/zenity <<'SH'
#!/bin/sh
cd "$WINDOW_TEST_DIR" || exit 9
printf '%s\n' "$*" >>asked
cat answer 2>/dev/null || exit 1
SH
cat >bin/xdg-open <<'SH'
#!/bin/sh
echo "$1" >>"$WINDOW_TEST_DIR/opened"
exit "$(cat "$WINDOW_TEST_DIR/code")"
SH
chmod +x bin/zenity bin/xdg-open
echo 0 >code
cat >out/two.json <<'JSON'
{"planets": [{"name": "One", "type": "barren", "seed": 1},
 {"name": "Two", "type": "barren", "seed": 2, "orbit": {"phase_deg": 90}}]}
JSON
PATH=$PWD/bin:$PATH start ./two.json
xdotool key e
choose Size '512 × 256'
choose For textures # the last choice comes back
place "export left out" >/dev/null || fail "nothing says that the other planet is left out"
choose Bodies 'All 2 bodies, a set for each'
place "export counted" >/dev/null || fail "the size of the export is not shown"
until_true 60 place "export names One, Two" >/dev/null || fail "the names of the files are not shown"
echo "$PWD/other" >answer
click "export folder browse"
until_true 60 grep -q -- "--directory" asked || fail "no file dialog for the folder: $(cat asked)"
grep -q -- "--filename=$PWD/documents/deep/" asked || fail "the last folder is not proposed: $(cat asked)"
rest
sleep 1 # the answer is read ten times a second
rest
click "export start"
wait_for_message "Exported 2 planets to $PWD/other"
[ -s other/One_albedo.png ] && [ -s other/Two_albedo.png ] || fail "not both: $(ls other)"
rest
click "export folder open"
wait_for_message "Opened $PWD/other"
[ "$(cat opened)" = "$PWD/other" ] || fail "another folder was opened: $(cat opened)"
echo 4 >code
click "export folder open"
wait_for_message "xdg-open could not open it (exit code 4); the folder is $PWD/other"
xdotool key Escape
click picture
click "picture folder open"
wait_for_message "xdg-open could not open it (exit code 4); the folder is $PWD/pictures/shots"
click "picture name"
select_all
xdotool type hero.png
xdotool key Escape s
wait_for_message "Screenshot: $PWD/pictures/shots/hero.png"
xdotool key s
wait_for_message "Screenshot: $PWD/pictures/shots/hero-002.png"
click picture
click "picture folder"
select_all
xdotool type later
click "picture folder open"
wait_for_message "$PWD/pictures/later does not exist yet: it will be created" # in the folder Pictures, whichever was chosen before
[ "$(grep -c . opened)" = 3 ] || fail "a missing folder was opened: $(cat opened)"
passed "Open folder shows the folder in the dialog, or says why not; pictures have the name in the dialog"
passed "a scene exports all of its planets, into a folder of the system's file dialog"

xdotool key Escape n
echo "$PWD/other/by file dialog" >answer
rm asked
xdotool key ctrl+shift+s
wait_for_message "Saved: $PWD/other/by file dialog.json"
grep -q -- "--filename=$PWD/out/two.json" asked || fail "another name is proposed: $(cat asked)"
rm answer
xdotool key ctrl+o
until_true 60 grep -q "Open a planet" asked || fail "Open asks for no file: $(cat asked)"
until_true 60 place "open now" >/dev/null || fail "no dialog is open after the file dialog"
finish || fail "exit code $? after Ctrl+Q: $(cat err)"
passed "Save as and Open ask by the system's file dialog"
