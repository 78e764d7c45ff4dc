#!/usr/bin/env bash
# Characters outside of the preloaded ones: Latin letters with diacritics, Greek, Cyrillic and Hebrew come from
# the embedded typeface, Chinese from a font of the system. Characters without a font are boxes.
# ctest: RUN_SERIAL TRUE COST 10
source "${SOURCE_DIR:?}/tests/window.sh"
export LC_ALL=C.UTF-8 # for xdotool

name_it() { plain_planet | sed "s/\"format\": 1,/\"format\": 1, \"name\": \"$1\",/" >"$2"; }
# shoot_name NAME FILE: the window reloads its changed file.
shoot_name() {
    name_it "$1" new.json
    mv new.json out/my.json
    until_true 60 is_called "$1 - my.json - Terrella" || fail "the window is called '$(xdotool getwindowname "$window")', not '$1'"
    shoot "$2"
}
# apart NAME FILE OTHER…: the name looks different from all other pictures.
apart() {
    local name=$1 file=$2 other
    shift 2
    shoot_name "$name" "$file"
    for other in "$@"; do
        holds "$(look differ_name "$file" "$other") > 20" || fail "'$name' looks like $other"
    done
}

name_it '????' out/my.json
start ./my.json
xdotool mousemove "${away[@]}"
shoot_name '????' questions.xwd
shoot_name $'\uFFFD\uFFFD\uFFFD\uFFFD' boxes.xwd
shoot_name $'\uE000\uE001\uE002\uE003' none.xwd
[ "$(look differ_name boxes.xwd none.xwd)" = 0 ] || fail "characters without a font differ from boxes"
apart 'ŻŹĆŁ' latin.xwd questions.xwd boxes.xwd
apart 'ΨΩΞΔ' greek.xwd questions.xwd boxes.xwd latin.xwd
apart 'ЖЩЮЯ' cyrillic.xwd questions.xwd boxes.xwd latin.xwd greek.xwd
apart 'שדהג' hebrew.xwd questions.xwd boxes.xwd latin.xwd greek.xwd cyrillic.xwd
shoot_name 'ŻŹĆŁ' again.xwd
[ "$(look differ_name latin.xwd again.xwd)" = 0 ] || fail "a name looks different after other characters were loaded"
passed "names in Latin Extended, Greek, Cyrillic and Hebrew letters"

type_name() {
    xdotool key F2
    rest
    xdotool type "$1"
    shoot "$2"
    xdotool key Return
    until_true 60 is_called "● $1 - my.json - Terrella" || fail "typed '$1': $(xdotool getwindowname "$window")"
}
if command -v setxkbmap >/dev/null; then
    setxkbmap ru # lasts until the last client of the display ends
    type_name жжжж typed.xwd
    type_name дддд other.xwd
    setxkbmap us
    holds "$(look differ_name typed.xwd other.xwd) > 20" || fail "typed characters look the same"
    passed "typed letters"
else
    echo "Typed letters are not tested: setxkbmap is missing (Debian package: x11-xkb-utils)"
fi

if command -v fc-list >/dev/null && [ -n "$(fc-list ':charset=661f 6708:outline=true')" ]; then
    apart '星球地月' chinese.xwd questions.xwd boxes.xwd
    apart '月地球星' reversed.xwd questions.xwd boxes.xwd chinese.xwd
    passed "Chinese letters come from the system"
else
    echo "Chinese letters are not tested: no font here has them (Debian package: fonts-wqy-zenhei)"
fi
# A character beyond U+FFFF is one box, and it stays when the name is edited.
shoot_name $'a\U0001F600b\U000103A0' smile.xwd
shoot_name $'a\uFFFDb\uFFFD' two.xwd
[ "$(look differ_name smile.xwd two.xwd)" = 0 ] || fail "a character beyond U+FFFF is not a box"
shoot_name $'a\U0001F600b\U000103A0' smile.xwd
xdotool key F2
rest
xdotool key End x Return
until_true 60 is_called $'● a\U0001F600b\U000103A0x - my.json - Terrella' || fail "a name with an emoji that was typed on: $(xdotool getwindowname "$window")"
passed "emoji are boxes, and stay"

finish || fail "exit code $? after Ctrl+Q: $(cat err)"
[ ! -s err ] || fail "standard error has: $(cat err)"
passed "all letters were shown"
