#!/usr/bin/env bash
# The output of --json is JSON, for each command and each error: JSON Lines for export and check, otherwise one
# value.
# ctest: COST 30
set -uo pipefail
source "${SOURCE_DIR:?}/tests/expect.sh"
command -v python3 >/dev/null || { echo "not run: python3 is missing"; exit 77; }

python3 -W ignore - "$work" <<'PYTHON' || fail "--json differs from its description in --help"
import json, os, re, signal, subprocess, sys, time
work, terrella = sys.argv[1], os.environ["TERRELLA"]
wrong = runs = 0
def check(good, *what):
    global wrong
    if not good:
        print(*(str(word)[:600] for word in what)); wrong += 1
def number(text): raise ValueError(text + " is not JSON")  # NaN, Infinity
def read(text): return json.loads(text, parse_constant=number)
def start(words, **more):
    return subprocess.Popen([terrella, *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=work, **more)
LINES = ("export", "check")
def values_of(command, words, process):
    """All values that are printed, and the last one's mistake; the exit code agrees with them."""
    global runs
    runs += 1
    out, err = process.communicate()
    out, err = out.decode(), err.decode()
    try:
        values = [read(line) for line in out.splitlines()] if command in LINES else [read(out)]
    except ValueError as error:
        check(False, words, "prints what is no JSON:", error, out, err)
        return []
    last = values[-1][-1] if values and isinstance(values[-1], list) and values[-1] else values[-1] if values else {}
    mistake = last if isinstance(last, dict) and "error" in last else None
    if process.returncode and not (process.returncode == 7 and "seeds" in values[-1]):
        check(mistake and mistake["exit_code"] == process.returncode and mistake["error"], words, process.returncode, out, err)
        check(process.returncode >= 128 or mistake["error"].split("\u202e")[0] in err, words, "says something else:", out, err)
        check(out.count('"error"') == 1, words, "has several mistakes:", out)
    else:
        check(not mistake, words, "ends with 0 and a mistake:", out)
    return values
def run(*words, code=0, environment=None):
    words = [*words]
    command = next((word for word in words if word in commands), "")
    process = start(words, env={**os.environ, **(environment or {})})
    values = values_of(command, words, process)
    check(code is None or process.returncode == code, words, "ends with", process.returncode)
    return values
commands = re.findall(r"\[TR_CLI_\w+\] = \{\"(\w+)\"", open(os.environ["SOURCE_DIR"] + "/src/cli/reference.c").read())
check(len(commands) >= 12, commands)
# The description of --json in --help.
for command in commands:
    if command == "help": continue
    text = subprocess.run([terrella, command, "--help"], capture_output=True, text=True).stdout
    line = re.search(r"^  --json +(.*)", text, re.M)
    check(line and ("JSON Lines" in line[1]) == (command in LINES) and (command in LINES or "one JSON value" in line[1]), command, "--help:", line and line[1])
    check(read(subprocess.run([terrella, command, "--help", "--json"], capture_output=True, text=True).stdout) == {"help": text}, command)
page = open(os.environ["SOURCE_DIR"] + "/docs/terrella.1").read()
check("JSON Lines" in page, "the man page does not tell of JSON Lines")
check(list(run("--version", "--json")[0]) == ["version"] and list(run("--json", "help")[0]) == ["help"], "help")
# Every command, without errors.
scene = f"{work}/two.json"
json.dump({"planets": [{"name": "A", "type": "barren"}, {"name": "B", "type": "barren", "orbit": {"radius_km": 1e8}}]}, open(scene, "w"))
sets = run("export", scene, "--size", "64", "--maps", "albedo", "-o", "sets", "--json")
check([value["planet"] for value in sets] == ["A", "B"] and all(os.path.exists(f"{work}/{file}") for value in sets for file in value["files"]), sets)
check(len(run("export", "barren", "--seeds", "3", "--size", "64", "--maps", "height", "-q", "--json", "-o", "more")) == 3, "--seeds")
check([value["whole"] for value in run("check", "sets", "--json")] == [True, True], "check")
for what in ("types", "scenes", "fields", "maps", "targets", "parameters"):
    [value] = run("list", what, "--json")
    check(isinstance(value, list) and len(value) > 3 and all("name" in item for item in value), what)
for what in ("schema", "manifest"): check(isinstance(run("list", what, "--json")[0], dict), what)
run("list", "keys", "--json", code=None)
check(isinstance(run("list", "parameters", "earthlike", "--json")[0], list), "list parameters WORLD")
check(run("show", "barren", "--json")[0]["type"] == "barren" and run("show", scene, "--json")[0]["planets"], "show")
check(run("show", "inferno", "--seed", "7", "--link", "--json") == ["terrella:inferno/7"], "show --link")
check([item["name"] for item in run("measure", scene, "--size", "64", "--json")[0]] == ["A", "B"], "measure")
check(len(run("measure", "barren", "--seeds", "2", "--size", "64", "--json", code=None)[0]["seeds"]) == 2, "measure --seeds")
check(run("probe", "earthlike", "10,20", "--set", "layers.land.cells=48", "--size", "64", "--json")[0]["causes"], "probe")
check(run("field", "perlin", "--size", "64", "-o", "perlin.png", "--json")[0]["high"] == 1, "field")
check(run("enhance", "perlin.png", "-o", "finer.png", "--json")[0]["width"] == 128, "enhance")
check(run("field", "perlin", "--size", "64", "-o", "/dev/null", "--json")[0]["file"] == "/dev/null", "field to a device")
check(run("enhance", "perlin.png", "-o", "/dev/null", "--json")[0]["file"] == "/dev/null", "enhance to a device")
for words in (("render", "barren", "--size", "64x64", "-o", "a.png"), ("render", "barren", "--size", "64x64", "--frames", "2", "-o", "b.png"),
              ("gallery", "--type", "barren", "--seeds", "1", "--size", "80", "-o", "c.png"), ("render", "barren", "--size", "64x64", "-o", "/dev/null")):
    value = run(*words, "--json", code=None)[0]
    check("error" in value or value.get("file") or len(value["files"]) == 2, words, value)
rows = run("bench", "lightness", "--quick", "--json", code=None)[0]
# A picture on standard output is not mixed with JSON.
picture = start(["field", "perlin", "--size", "64", "-o", "/dev/stdout", "--json"]).communicate()[0]
check(picture[:8] == b"\x89PNG\r\n\x1a\n" and picture.endswith(b"IEND\xaeB`\x82"), picture[-40:])
# Errors: in words, files and output paths; before, between and after the options.
json.dump({"type": "barren", "layers": 1}, open(f"{work}/bad.json", "w"))
open(f"{work}/broken.json", "w").write('{"type": "barren",\n "a\u202eb": 1}')
for words, code in ((("--json", "--nonsense"), 2), (("--nonsense", "--json"), 2), (("export", "--json"), 2), (("export", "barren", "-o", "x", "--size", "7", "--json"), 2),
                    (("export", "--json", "nowhere.json", "-o", "x"), 3), (("check", "--json"), 2), (("check", "nowhere", "--json"), None),
                    (("render", "barren", "--json"), 2), (("render", "bad.json", "-o", "x.png", "--json"), 3), (("gallery", "--json"), 2),
                    (("gallery", "--type", "bad.json", "-o", "x.png", "--json"), 3), (("field", "voronoy", "-o", "x.png", "--json"), 2),
                    (("field", "perlin", "-o", "bad.json/x.png", "--size", "64", "--json"), 5), (("enhance", "bad.json", "-o", "x.png", "--json"), 3),
                    (("enhance", "--json"), 2), (("list", "--json"), 2), (("list", "nonsense", "--json"), 2), (("list", "parameters", "bad.json", "--json"), 3),
                    (("show", "--json"), 2), (("show", "broken.json", "--json"), 3), (("show", "bad.json", "--link", "--json"), 3),
                    (("show", "terrella:barren/7)x", "--json"), 3), (("measure", "--json"), 2), (("measure", "bad.json", "--json"), 3),
                    (("measure", "bad.json", "--seeds", "2", "--json"), 3), (("probe", "barren", "--json"), 2), (("probe", "bad.json", "1,2", "--json"), 3),
                    (("bench", "nonsense", "--json"), 2), (("help", "nonsense", "--json"), 2), (("--json", "--seed", "show", "barren"), 2),
                    (("export", "barren", "--limit", "1kB", "--size", "64", "-o", "x", "--json"), 3), (("nowhere.json", "--json"), 3), (("nonsense", "--json"), None)):
    values = run(*words, code=code, environment={"DISPLAY": "", "WAYLAND_DISPLAY": ""})
check(run("show", "broken.json", "--json", code=3)[0] | {"error": ""} == {"error": "", "file": "broken.json", "line": 2, "column": 11, "path": "a\u202eb", "exit_code": 3},
      run("show", "broken.json", "--json", code=3))
# Errors after the first output: finished sets stay listed, and a list is closed.
os.mkdir(f"{work}/half")
open(f"{work}/half/B_albedo.png", "w").write("mine")
check("error" in run("export", scene, "--size", "64", "--maps", "albedo", "-o", "half", "--json", code=5)[-1], "half a scene")
os.truncate(f"{work}/sets/A_albedo.png", 100)
flawed = run("check", "sets", "--json", code=3)
check([*flawed[0]] == ["file", "what"] and any(value.get("whole") is False for value in flawed) and "error" in flawed[-1], flawed)
# A planet that violates its bounds: the whole value is printed, and nothing after it.
json.dump({"type": "barren", "bounds": {"lightness": [0.99, 1]}}, open(f"{work}/light.json", "w"))
check(run("measure", "light.json", "--seeds", "2", "--size", "64", "--json", code=7)[0]["broken"] > 0, "bounds")
# Signals: output that has begun ends as valid JSON.
def stopped(*words):
    process = start([*words, "--json"])
    first = b""
    if words[0] in LINES:  # its first planet takes long; it has begun once its folder exists
        while process.poll() is None and not os.path.isdir(f"{work}/stopped"): time.sleep(0.01)
    else:
        first = process.stdout.readline()
    process.send_signal(signal.SIGTERM)
    out = first + process.stdout.read()
    process.wait()
    process.stderr.close()
    values = [read(line) for line in out.decode().splitlines()] if words[0] in LINES else [read(out.decode())]
    last = values[-1][-1] if isinstance(values[-1], list) else values[-1]
    check(process.returncode == 143 == last["exit_code"] and "stopped" in last["error"], words, process.returncode, out[-300:])
json.dump({"planets": [{"name": f"P{i}", "type": "earthlike", "set": {"layers.land.cells": 64}, "orbit": {"radius_km": 1e8 + i * 1e7}} for i in range(12)]}, open(f"{work}/many.json", "w"))
stopped("export", "many.json", "--size", "4096", "-o", "stopped")
stopped("measure", "many.json", "--size", "256", "--limit", "64GB,10h")
stopped("bench", "perlin")
print(f"{runs} runs")
sys.exit(wrong != 0)
PYTHON

exit $failures
