#!/usr/bin/env bash
# Random keys, clicks, drags and sizes for the window. It must not crash, hang or cause OpenGL errors. 3 seconds
# of seed 1; with TR_FULL=1 20 seconds of any seed; or
#   TERRELLA=build/asan/terrella SOURCE_DIR=$PWD tests/window_monkey.sh SECONDS SEED
# The same seed gives the same input, though not at the same moments.
source "${SOURCE_DIR:?}/tests/window.sh"
seconds=${1:-${TR_FULL:+20}} seed=${2:-${TR_FULL:+$RANDOM}}
seconds=${seconds:-3} seed=${seed:-1}
export ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0 # OpenGL drivers leak memory
echo "seed $seed"

# The first line is the world, each other line a script for xdotool. WINDOW stands for the window.
cat >monkey.py <<'PYTHON'
import os, random, sys

draw = random.Random(int(sys.argv[1]))
scenes = sys.argv[2]
width, height = 800, 600
keys = """Left Right n p bracketleft bracketright semicolon apostrophe comma period minus equal Tab shift+Tab space c q r e s
    h g g m b t x shift+x F11 F1 F2 ctrl+k v l 2 4 question Next Prior ctrl+a ctrl+z ctrl+y ctrl+c ctrl+v ctrl+s F6 Escape Return BackSpace 0 1 7 9 F12 Up Down Home End shift+F11 alt+x""".split()

def place():
    if draw.random() < 0.4:  # on the panel
        return f"{draw.randrange(14, 334)} {draw.randrange(14, max(15, min(590, height)))}"
    return f"{draw.randrange(width)} {draw.randrange(height)}"

def key():
    return " ".join(f"key {draw.choice(keys)}" for _ in range(draw.randint(1, 6)))

def click():
    held = draw.choice(["", "", "", "ctrl", "shift"])
    button = draw.choice([1, 1, 1, 1, 2, 3, 4, 5])
    clicks = f"mousemove {place()} click --repeat {draw.choice([1, 1, 2, 3, 15])} --delay {draw.choice([0, 20])} {button}"
    return f"keydown {held} {clicks} keyup {held}" if held else clicks

def drag():
    button = draw.choice([1, 1, 2, 3])
    ways = " ".join(f"mousemove {place()} sleep {draw.choice([0, 0.01, 0.05])}" for _ in range(draw.randint(1, 8)))
    turn = draw.choice(["", "click 4", "key n", "key F11", "key Tab", f"mousedown {1 + button % 3}"])
    return f"mousemove {place()} mousedown {button} {ways} {turn} mouseup 1 mouseup 2 mouseup 3"

def size():
    global width, height
    width, height = draw.randint(1, 800), draw.randint(1, 600)
    return f"windowsize WINDOW {width} {height}"

def number():
    return f"key ctrl+a type {draw.randrange(10 ** draw.randint(1, 22))}"

def hide():
    return f"windowunmap WINDOW sleep {draw.choice([0, 0.1])} windowmap WINDOW windowfocus WINDOW"

worlds = [name for name in sorted(os.listdir(scenes)) if name.endswith(".json") and "schema" not in name]
print(draw.choice([f"{scenes}/{name}" for name in worlds] + ["inferno", "asteroid", "earthlike"]))
for _ in range(20000):
    print(draw.choices([key, click, drag, size, number, hide], [6, 6, 5, 1, 1, 0.3])[0]())
PYTHON
cp -r "$SOURCE_DIR/scenes" scenes # Ctrl+S writes into the open file
python3 monkey.py "$seed" "$PWD/scenes" >input

start "$(head -n 1 input)" --seed "$seed"
ends=$((SECONDS + seconds)) count=0
while [ $SECONDS -lt $ends ] && read -r line; do
    count=$((count + 1))
    # shellcheck disable=SC2086 # words are arguments
    xdotool ${line//WINDOW/$window} 2>/dev/null || true # invalid keys are ignored: only the window must survive
    ! gone || fail "seed $seed: ended after input $count ($line): $(cat err)"
done < <(tail -n +2 input)

# Each open dialog closes with one Esc. Then the window, large enough for the dialog, asks about unsaved
# changes.
xdotool mouseup 1 mouseup 2 mouseup 3 windowmap "$window" windowfocus "$window" windowsize "$window" 800 600
asks=0
closed() { # on a busy machine Esc would close the question before it is visible
    ((asks++ % 12)) || gone || xdotool key Escape Escape ctrl+q 2>/dev/null || true
    gone_anyway
}
until_true 60 closed || fail "seed $seed: the window does not close with Ctrl+Q"
code=0
wait "$pid" || code=$?
pid=
if [ $code != 0 ] || [ -s err ]; then fail "seed $seed: exit code $code: $(cat err)"; fi
[ -z "$(find out -name '*.tmp*' -o -name '.*' -type f)" ] || fail "seed $seed: left behind: $(ls -A out)"
passed "seed $seed: $count inputs, $(frames) frames"
