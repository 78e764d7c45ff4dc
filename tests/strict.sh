#!/usr/bin/env bash
# Input that looks valid but is not: numbers in C syntax, names that are options, devices or reverse the text
# direction, dangling links.
set -uo pipefail
source "${SOURCE_DIR:?}/tests/expect.sh"

for number in 0x40 " 64" "64 " +64 nan inf 1e 6_4 "" 0x4p4; do
    expect 2 "--size" export inferno "--size=$number" -o "$work/none"
done
for size in 0x40x40 " 64x64" "64x 64" "64x64 " 64x+64 64x0x40; do
    expect 2 "--size" render inferno --size "$size" -o "$work/none.png"
done
for place in 0x10,0x7 " 46,7" "46, 7" 46,+7 nan,7 46,inf "46,7," 46; do
    expect 2 "is not a place" probe inferno "$place"
done
expect 0 "" probe inferno -4.65e1,7 --size 64
# Elements of lists can be addressed by index, written with digits only.
for path in " 0" +0 -0 0x0 -18446744073709551616; do
    expect 2 "there is no" show inferno --set "layers.$path.amount=1"
done
expect 0 "" show inferno --set layers.0.amount=1
expect 2 "--camera" render inferno --camera 0x1,2,3 -o "$work/none.png"
expect 2 "--time" render inferno --time 0x10 -o "$work/none.png"
expect 2 "--seed" show inferno --seed=
expect 0 "" render inferno --size 16x16 --time 1e2 --camera -1.5,2,3e0 -o "$work/p.png"

for summary in '[]' '{}' 1 null; do
    echo "{\"type\": \"inferno\", \"summary\": $summary}" >"$work/s.json"
    expect 3 "summary: must be a text" show "$work/s.json"
    echo "{\"summary\": $summary, \"planets\": [{\"name\": \"a\", \"type\": \"inferno\"}]}" >"$work/s.json"
    expect 3 "summary: must be a text" show "$work/s.json"
done
# A temperature of 0 means that the star's `colour` is used, and is the default.
echo '{"star": {"kelvin": 0, "colour": "ff8000"}, "planets": [{"name": "a", "type": "inferno"}]}' >"$work/k.json"
expect 0 "" show "$work/k.json"
grep -q '"colour": "ff8000"' "$work/out" || fail "kelvin 0 loses the colour: $(head -c 300 "$work/out")"
for kelvin in -1 '"0"' 1e9 '[]'; do
    echo "{\"star\": {\"kelvin\": $kelvin}, \"planets\": [{\"name\": \"a\", \"type\": \"inferno\"}]}" >"$work/k.json"
    expect 3 "kelvin" show "$work/k.json"
done

for name in -rf - -- CON con.txt NUL aux PrN COM1 lpt9.x 'a:b' 'a\b' 'a*b' '"q"' 'a|b' $'a\u202eb' $'\ufeffa' $'a\u2028b' $'a\u0085b' $'a\nb'; do
    expect 2 "" export inferno --size 64 --maps albedo "--name=$name" -o "$work/none"
    ! grep -q $'\u202e' "$work/err" || fail "a message has reversed text"
done
for name in -rf CON $'\u202ea'; do
    echo "{\"planets\": [{\"name\": \"$name\", \"type\": \"inferno\"}]}" >"$work/n.json"
    "$TERRELLA" export "$work/n.json" --size 64 --maps albedo -o "$work/none" >"$work/out" 2>"$work/err" </dev/null
    case $? in 2 | 3) ;; *) fail "a planet called $(printf %q "$name") is exported" ;; esac
done
[ ! -e "$work/none" ] || fail "a refused name left a folder"
for name in console com10 lpt 'Äpfel' 'a b' '~' a- $'\u200da'; do
    expect 0 "" export inferno --size 64 --maps albedo --name "$name" -o "$work/names" --quiet
done

# A dangling link stays, and its target is created, or cannot be.
ln -s there.png "$work/link.png" && ln -s no/such/place.png "$work/lost.png"
expect 0 "" field fractal --size 64 -o "$work/link.png" --quiet
[ -L "$work/link.png" ] && [ -s "$work/there.png" ] || fail "a dangling link was replaced"
expect 5 "lost.png" field fractal --size 64 -o "$work/lost.png" --quiet
[ -L "$work/lost.png" ] || fail "a link into a missing folder was replaced"

echo "figure: files and arguments rejected/crashed: $rejected/$crashed"
[ $failures = 0 ] && echo "input that only looks valid is refused"
[ $failures = 0 ]
