#!/usr/bin/env bash
# Text that the program prints for people contains no control characters, no invisible characters, no changes of
# text direction and no invalid UTF-8, whatever files, names and options contain. JSON has the original text.
# ctest: COST 20
set -uo pipefail
source "${SOURCE_DIR:?}/tests/expect.sh"
command -v python3 >/dev/null || { echo "not run: python3 is missing"; exit 77; }

python3 -W ignore - "$work" <<'PYTHON' || fail "the output contains characters that must be escaped"
import json, os, pty, re, subprocess, sys, unicodedata
work, terrella = sys.argv[1], os.environ["TERRELLA"]
wrong = runs = printed = 0
# Characters that no line may have. Their escapes are allowed.
def is_plain(text):
    return all(not (unicodedata.category(c) in ("Cc", "Zl", "Zp", "Cf") and c != "\n") for c in text)
hostile = {
    "controls": b"a\x1b[31m\x1b]0;x\x07b\rc\td\x7fe\x08\x01",
    "lines": b"a\nterrella: all is well\nb",
    "high": b"a\xc2\x9b31m\xc2\x85\xc2\x90b",
    "turns": "a\u202eb\u202a\u202b\u202c\u202d\u2066\u2067\u2068\u2069\u200e\u200f\u061cc".encode(),
    "unseen": "a\u200bb\u200c\u200d\u2060\ufeff\u2028\u2029\u00ad\U000e0041c".encode(),
    "bytes": b"a\xff\xc3(\xed\xa0\x80\xc0\xaf\xf8\x80b\xe2\x80",
}
# The expected escapes.
shown = {"controls": ["\\x1b[31m", "\\x07", "\\x7f", "\\x08\\x01"], "lines": ["\\n"], "high": ["\\u009b31m\\u0085\\u0090"],
         "turns": ["\\u202e", "\\u2066", "\\u200f\\u061c"], "unseen": ["\\u200b", "\\u2060\\ufeff\\u2028\\u2029\\u00ad\\U000e0041"],
         "bytes": ["\\xff\\xc3(\\xed\\xa0\\x80\\xc0\\xaf"]}
def check(good, *what):
    global wrong
    if not good:
        print(*(repr(word) if isinstance(word, (bytes, str)) else word for word in what)); wrong += 1
def run(words, code=None, environment={}, terminal=False, json_lines=False):
    """The program's exit code and output; with a terminal, progress is shown on it, too."""
    global runs, printed
    runs += 1
    primary, secondary = pty.openpty() if terminal else (None, None)
    process = subprocess.Popen([terrella, *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=secondary if terminal else subprocess.PIPE, env={**os.environ, **environment}, cwd=work)
    err = b""
    if terminal:
        os.close(secondary)
        while True:
            try:
                more = os.read(primary, 65536)
            except OSError:
                break
            if not more:
                break
            err += more
        os.close(primary)
        # line ends of the terminal, and the sequence that clears a progress line
        check(b"left \x1b[K" in err or b"% \x1b[K" in err, words, "shows no progress")
        err = err.replace(b"\r\n", b"\n").replace(b"\r", b"").replace(b"\x1b[K", b"")
        out = process.stdout.read()
        process.wait()
    else:
        out, err = process.communicate()
    printed += len(out) + len(err)
    for stream in (out, err):
        try:
            check(is_plain(stream.decode()), words, "prints", stream)
        except UnicodeDecodeError:
            check(False, words, "prints no UTF-8:", stream)
    check(process.returncode in (0, 2, 3, 4, 5) if code is None else process.returncode == code, words, process.returncode, err)
    # one message is one line
    check(not process.returncode or not err or terminal or err.count(b"\n") <= 2, words, "has several lines:", err)
    return process.returncode, out, err.decode(errors="replace")
def write(name, text):
    path = os.path.join(os.fsencode(work), name)
    with open(path, "wb") as file:
        file.write(text)
    return path
# a stand-in for ffmpeg with arbitrary output
os.mkdir(f"{work}/bin")
write(b"bin/ffmpeg", b"#!/bin/sh\nprintf 'no \\033[31m\\302\\233 \\342\\200\\256 \\377\\n' >&2\nexit 1\n")
os.chmod(f"{work}/bin/ffmpeg", 0o755)
_, _, err = run(["render", "barren", "-o", "x.mp4", "--size", "64x64", "--frames", "2"], None, {"PATH": f"{work}/bin:{os.environ['PATH']}"})
check("ffmpeg" in err or "OpenGL" in err, err)
for kind, name in hostile.items():
    folder = os.path.join(os.fsencode(work), b"in " + name)
    os.mkdir(folder)
    def tells(result):
        for escape in shown[kind]:
            check(escape in result[2], kind, "is not shown as", escape, "in", result[2])
    # unknown words, wherever a command takes one
    for words in ([b"export"], [b"render"], [b"show"], [b"measure"], [b"probe"], [], [b"help"], [b"bench"], [b"check"], [b"field"], [b"enhance"]):
        more = {b"probe": [b"1,2"], b"export": [b"-o", b"x"], b"render": [b"-o", b"x.png"], b"field": [b"-o", b"x.png"], b"enhance": [b"-o", b"x.png"]}
        tells(run([*words, name, *more.get(words[0] if words else b"", [])], None, {"DISPLAY": ""}))
    tells(run([b"show", b"./" + name + b".json"], 3))
    tells(run([b"show", b"terrella:" + name], 3))
    tells(run([b"show", b"terrella:inferno?" + name + b"=1"], 3))
    run([b"show", b"terrella:inferno/" + name])
    run([b"show", b"terrella:inferno?name=" + name])
    tells(run([b"list", b"parameters", name]))
    tells(run([b"gallery", b"--type", name, b"-o", b"x.png"]))
    for option in (b"size", b"maps", b"format", b"blocks", b"compression", b"projection", b"tile", b"region", b"shard", b"target", b"seeds", b"limit", b"threads", b"isa"):
        run([b"export", b"inferno", b"-o", b"x", b"--" + option, name], 2)
    for option in (b"camera", b"sun", b"exposure", b"time", b"frames", b"camera-to", b"time-to", b"planet", b"channel", b"layout", b"size"):
        run([b"render", b"inferno", b"-o", b"x.png", b"--" + option, name], 2)
    for option in (b"times", b"roughness", b"seed"):
        run([b"enhance", b"x.png", b"-o", b"y.png", b"--" + option, name])
    tells(run([b"export", b"inferno", b"--" + name], 2))
    tells(run([b"export", b"inferno", b"--maps", b"albedo", b"--size", b"64", b"-o", folder, b"--name", name], 2))
    run([b"list", name], 2)
    run([b"show", b"inferno", b"--seed", name])
    tells(run([b"show", b"inferno", b"--set", name + b"=1"]))
    tells(run([b"show", b"inferno", b"--set", b"liquid=" + name]))
    tells(run([b"export", b"--list", b"./" + name, b"-o", b"x"], 3))
    write(b"worlds.txt", b"barren\n" + name.replace(b"\n", b"") + b"\n")
    run([b"export", b"--list", b"worlds.txt", b"-o", b"x"], 2)
    # existing paths: printed for people, and as JSON
    for command in ([b"export", b"barren", b"--size", b"64", b"--maps", b"albedo", b"-o", folder], [b"check", folder],
                    [b"field", b"perlin", b"--size", b"64", b"-o", folder + b"/x.png"],
                    [b"enhance", folder + b"/x.png", b"-o", folder + b"/y.png"]):
        code, out, _ = run(command, 0)
        for escape in shown[kind]:
            check(escape in out.decode(), kind, "is not shown as", escape, "in", out)
        code, out, _ = run([*command, b"--json"], 0)
        value = json.loads(out)
        path = value.get("file") or value.get("manifest") or value["files"][0]
        true = name.decode("utf-8", "replace") if kind != "bytes" else None
        check(true is None or true in path, kind, "is not the true text in", out)
    run([b"export", b"barren", b"--size", b"64", b"--maps", b"albedo", b"-o", folder + b"/barren-1_albedo.png"], 5)
    for words in ([b"show"], [b"measure", b"--size", b"64"], [b"list", b"parameters"], [b"show", b"--link"]):
        run([*words, folder + b"/barren-1_albedo.png"], 0)
    write(b"in " + name + b"/broken.png", b"\x89PNG\r\n\x1a\n")
    tells(run([b"show", folder + b"/broken.png"], 3))
    write(b"in " + name + b"/bad.manifest.json", b'{"generator": "terrella"}')
    run([b"check", folder])
    # texts in files: names, keys and values
    if kind != "bytes":
        quoted = json.dumps(name.decode()).encode()
        for text in (b'{"type": %s}', b'{"type": "barren", "name": %s}', b'{"type": "barren", %s: 1}', b'{"type": "barren", "set": {%s: 1}}',
                     b'{"type": "barren", "seed": %s}', b'{"type": "barren", "liquid": %s}', b'{"layers": [{"name": %s, "field": "perlin"}]}',
                     b'{"layers": [{"name": "a", "field": %s}]}', b'{"planets": [{"name": %s, "type": "barren"}]}',
                     b'{"planets": [{"name": "A", "type": "barren", "orbit": {"around": %s}}]}', b'{"type": "barren", "summary": %s}',
                     b'{"type": "barren", "knobs": {%s: {"label": "x", "what": "y", "drives": []}}}',
                     b'{"layers": [{"name": "a", "field": "perlin", "warp": %s}]}', b'{"type": "barren", "bounds": {%s: [0, 1]}}'):
            path = write(b"file.json", text % quoted)
            run([b"show", path])
            run([b"measure", path, b"--size", b"64"]) if b"name" in text else None
            code, out, _ = run([b"list", b"parameters", path, b"--json"])
            json.loads(out) if code == 0 else None
        write(b"file.json", b'{"type": "barren", "set": {"radius_km": 1, "radius_km": 2}, "x": "' + name + b'"}')
    else:
        write(b"file.json", b'{"type": "' + name + b'"}')
    run([b"show", b"./file.json"])
    run([b"measure", b"./file.json", b"--size", b"64"])
# Progress on a terminal contains the name of the planet.
write(b"named.json", '{{"planets": [{{"name": "{}", "type": "barren"}}]}}'.format("ä\u200d" * 5).encode())
run(["export", "named.json", "--size", "2048", "--threads", "1", "--maps", "albedo,height,normal", "-o", "x"], 0, terminal=True)
print(f"{runs} runs, {printed} bytes")
sys.exit(wrong != 0)
PYTHON

[ $failures = 0 ] && echo "no control characters in the output"
exit $failures
