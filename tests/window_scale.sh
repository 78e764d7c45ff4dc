#!/usr/bin/env bash
# The interface from 100 % to 300 %, and in a small window to 150 %: every button of the bar and of every dialog
# is reachable, and the panel leaves space for the planet.
# ctest: RUN_SERIAL TRUE COST 20
screen=1280x800
source "${SOURCE_DIR:?}/tests/window.sh"

trace_places() { # another size writes all places to the trace again
    xdotool key ctrl+minus
    forget
    xdotool key ctrl+equal
    rest
}
# rect NAME: "left top right bottom", from its last line in the trace.
rect() {
    awk -v name="$1" '$1 == "place" { x0 = $2; y0 = $3; w = $4; h = $5; sub(/^place [-0-9]+ [-0-9]+ [-0-9]+ [-0-9]+ /, "") }
        $0 == name { found = x0 " " y0 " " x0 + w " " y0 + h }
        END { if (found == "") exit 1; print found }' trace
}
is_within() { # NAME
    local left top right bottom
    read -r left top right bottom < <(rect "$1") || return 1
    holds "$left >= 0 && $top >= 0 && $right <= $width && $bottom <= $height && $right > $left && $bottom > $top"
}
must_be_within() {
    until_true 60 is_within "$1" || fail "$width x $height at $scale %: '$1' is not in the window: $(rect "$1" || echo nowhere)"
}
# is_clear DIALOG: what stands at the left of its foot ends before the buttons.
is_clear() {
    local left end
    rect "$1 cost" >/dev/null || return 0 # it stands above, where it scrolls
    read -r _ _ end _ < <(rect "$1 cost")
    read -r left _ < <(rect "$1 folder open")
    holds "$end <= $left"
}
# reach NAME MENU: a button of the bar, or in this menu when the bar is too narrow for it.
reach() {
    if ! place "$1" >/dev/null; then
        click "$2 menu"
        rest
    fi
    must_be_within "$1"
    click "$1"
    rest
}
close_all() {
    xdotool key Escape
    rest
    xdotool key Escape
    rest
    trace_places
}
# scroll NAME BUTTON: scrolls the dialog until NAME is above that button.
scroll() { # NAME BUTTON
    local top bottom left right foot i x
    for ((i = 0; i < 40; i++)); do
        read -r left top right bottom < <(rect "$1")
        read -r x foot _ < <(rect "$2")
        holds "$bottom > $foot - 0.1 * $scale || $top < 0" || return 0 # above the separator over it
        xdotool mousemove $(((left + right) / 2)) $((foot - 80)) click 5
        rest
    done
    fail "$width x $height at $scale %: '$1' cannot be scrolled to: $(rect "$1")"
}
# The tabs stand in one line, and not so close that their labels read as one sentence.
look_at_tabs() {
    local top first left right last
    read -r _ first last _ < <(rect "tab Shape")
    for button in Colour Paint Light Rings System Layers; do
        read -r left top right _ < <(rect "tab $button")
        holds "$top == $first && $left >= $last + 2" || fail "the tab $button is at $left $top; the one before ends at $last $first"
        last=$right
    done
    holds "$(width_of "tab Paint") >= 38" || fail "the tab Paint is $(width_of "tab Paint") pixels wide"
}
look_at_all() {
    local button
    trace_places
    for button in menu undo redo; do must_be_within $button; done
    must_be_within "tab Shape"
    [ "$width $scale" != "1280 100" ] || look_at_tabs
    [ "$width" -lt 1280 ] || ! place "cut label" >/dev/null || fail "$width x $height at $scale %: a label of the panel is cut"
    read -r _ _ right _ < <(rect "tab Layers")
    holds "$right <= 0.6 * $width" || fail "$width x $height at $scale %: the panel covers the planet: its last tab ends at $right"
    place pause >/dev/null || place play >/dev/null || fail "$width x $height at $scale %: time has no button"
    reach Globe View
    trace_places
    for dialog in "open:open now" "export:export start" "picture:picture take"; do
        reach "${dialog%%:*}" File
        trace_places
        must_be_within "${dialog#*:}"
        [ "${dialog%%:*}" = open ] || is_clear "${dialog%%:*}" || fail "$width x $height at $scale %: what ${dialog%%:*} costs lies on a button"
        if [ "${dialog%%:*}" = export ]; then
            scroll "export folder browse" "export start"
            click "export folder browse"
            until_true 60 place "list up" >/dev/null || fail "$width x $height at $scale %: no list of folders"
            trace_places
            must_be_within "export start"
            scroll "export name" "export start"
            click "export folder browse"
            rest
        fi
        close_all
    done
    xdotool key ctrl+shift+s
    rest
    trace_places
    must_be_within "save now"
    close_all
}

start barren --seed 7
width=1280 height=800
steps=(100 110 125 150 175 200 250 300)
for ((i = 0; i < 8; i++)); do
    scale=${steps[i]}
    case ${TR_FULL:-}$scale in 100 | 200 | 300 | 1???) look_at_all ;; esac
    xdotool key ctrl+equal
    rest
done
passed "1280 x 800, to 300 %: all can be reached"
xdotool key ctrl+0
rest
xdotool windowsize --sync "$window" 640 480
rest
width=640 height=480
for ((i = 0; i < 6; i++)); do
    scale=${steps[i]}
    case ${TR_FULL:-}$scale in 150 | 200 | 1???) look_at_all ;; esac
    xdotool key ctrl+equal
    rest
done
finish || fail "exit code $? after Ctrl+Q: $(cat err)"
passed "640 x 480, to 200 %: all can be reached"
