#!/usr/bin/env bash
# Pages: one small file without network access, whose data are the inputs of the planet and whose shaders are
# Terrella's, in the GLSL of WebGL 2.
# ctest: COST 25
set -uo pipefail
source "${SOURCE_DIR:?}/tests/expect.sh"
command -v node >/dev/null || { echo "node is missing"; exit 77; }

name='a&lt;b$`{'
small=$([ -n "${TR_FULL:-}" ] && echo "--size 2048" || echo "--size 256") # for all but the largest
# shellcheck disable=SC2086
{
    expect 0 "" export earthlike --set layers.land.cells=48 $small --target web -o "$work/set"
    expect 0 "" export inferno --target web -o "$work/set"
    expect 0 "" export gas-giant --set warps.winds.cells=32 --set rings.opacity=0.8 $small --name ringed --target web -o "$work/set"
    expect 0 "" export asteroid $small --target web -o "$work/set"
}
expect 0 "" export toxic --size 64 --name "$name" --target web -o "$work/named"
expect 0 "" export inferno --size 64 --maps albedo --target web --open-in 'https://example.org/a"b/' -o "$work/few"
expect 2 "begins with https:// or http:// and has no #, not 'javascript:" export inferno --target web --open-in "javascript:0" -o "$work/no"
expect 2 "open-in is for --target web" export inferno --open-in https://example.org -o "$work/no"
[ "$(ls "$work/set" | wc -l)" = 8 ] || fail "more than pages and manifests: $(ls "$work/set")"

python3 - "$work" "$SOURCE_DIR" <<'PYTHON' || fail "a page is wrong"
import base64, glob, hashlib, html, json, os, re, shutil, subprocess, sys
work, source = sys.argv[1:]
wrong = 0
def check(good, *what):
    global wrong
    if not good:
        print(*what); wrong += 1
def look_at_uniforms():
    """All uniforms of the shaders that the page uses stand in its sources, or it cannot paint; tiles and bodies of a few pixels are not for pages."""
    page = "".join(open(f"{source}/src/export/targets/web.{kind}").read() for kind in ("js", "c"))
    names = set(re.findall(r"'(\w+\.(?:vert|frag))'", page))
    check(len(names) >= 15, "shaders:", sorted(names))
    for name in sorted(names):
        text = re.sub(r"//[^\n]*", "", open(f"{source}/shaders/{name}").read())
        for list_ in re.findall(r"uniform\s+\w+\s+([^;]+);", text):
            for uniform in re.findall(r"(\w+)(?:\[[^\]]*\])?\s*(?:,|$)", list_):
                check(uniform.startswith(("near_", "tile_")) or uniform == "pixel_samples" or re.search(rf"\b{uniform}\b", page), f"{name}: nothing for {uniform}")
look_at_uniforms()
def compile_shaders(shaders, folder):
    """As web.js joins them."""
    os.makedirs(folder)
    files = []
    for name, text in shaders.items():
        if name in ("preamble", "shadow.frag"):
            continue
        both = shaders["shadow.frag"] if name.endswith(".frag") else ""
        files.append(f"{folder}/{name}")
        open(files[-1], "w").write(shaders["preamble"] + text + both)
    done = subprocess.run(["glslangValidator", *files], capture_output=True, text=True)
    check(done.returncode == 0, done.stdout)
paths = sorted(glob.glob(f"{work}/*/*.html"))
check(len(paths) == 6, paths)
scripts, written = 0, set()
for path in paths:
    text = open(path, newline="").read()
    opens = re.findall(r'<a id="open"[^>]* href="([^"]*)">', text)
    check(opens == (["https://example.org/a&quot;b/#terrella:inferno"] if "/few/" in path else []), path, "opens", opens)
    manifest = json.load(open(path[:-5] + ".manifest.json"))
    check(os.path.getsize(path) <= 6e6, path, "has", os.path.getsize(path), "bytes")
    check(hashlib.sha256(text.encode()).hexdigest() == manifest["page"]["sha256"] and manifest["page"]["file"] == os.path.basename(path), path, manifest["page"])
    written |= set(re.findall(r"^(\w+):", text, re.M))
    data = dict(re.findall(r'^(\w+):"([A-Za-z0-9+/=]*)",$', text, re.M))
    bare = re.sub(r'^\w+:"[A-Za-z0-9+/=]*",$', "", text, flags=re.M)
    bare = re.sub(r'<a id="open"[^>]*>', "", bare) # only a reader who clicks on it leaves the page
    for outside in (r"https?:", r"<(img|link|iframe|base|object|embed)\b", r"<script[^>]*src", r"\b(import|fetch|XMLHttpRequest|WebSocket|sendBeacon|importScripts)\b *[({'\"*]", r"@import", r"url\("):
        check(not re.search(outside, bare), path, "has", re.search(outside, bare))
    check(len(re.findall("<script", text)) == len(re.findall("</script", text)) == 3, path, "scripts")
    for script in re.findall(r"<script>(.*?)</script>", text, re.S):
        open(f"{work}/script.js", "w").write(script)
        done = subprocess.run(["node", "--check", f"{work}/script.js"], capture_output=True, text=True)
        check(done.returncode == 0, path, "is no JavaScript:", done.stderr)
        scripts += 1
    planet = json.loads(re.search(r"^const planet = (.*);$", text, re.M)[1])
    shaders = json.loads(re.search(r"^const shaders = (.*);$", text, re.M)[1])
    recipe = json.loads(re.search(r'<script type="application/json" id="recipe">(.*)</script>', text)[1])
    check(recipe == manifest["recipe"] and planet["name"] == manifest["name"], path, planet["name"])
    check(html.unescape(re.search("<title>(.*)</title>", text)[1]) == manifest["name"], path, "title")
    roles = {*manifest["maps"], *(["rings"] if "rings" in manifest else [])}
    check(roles < set(data) and "albedo" in roles, path, roles - set(data))
    for role, part in manifest["maps"].items():
        picture = base64.b64decode(data[role], validate=True)
        check(picture[:3] == b"\xff\xd8\xff" and picture[-2:] == b"\xff\xd9", path, role, "is no JPG")
        check(part["file"] == manifest["page"]["file"] and part["image"] == role, path, part)
    if "height" in data:
        check(base64.b64decode(data["height"])[:8] == b"\x89PNG\r\n\x1a\n", path, "heights")
    if "few" not in path:
        check(("height" in data) == (manifest["type"] != "gas-giant"), path, "heights")
    if manifest["type"] == "asteroid":
        columns = planet["mesh_columns"]
        vertices = 2 * columns + (columns // 2 - 1) * (columns + 1)
        check(len(base64.b64decode(data["radii"])) == 2 * vertices and len(base64.b64decode(data["slants"])) == 3 * vertices, path, "mesh")
    for name in os.listdir(f"{source}/shaders"):
        check(shaders[name] == open(f"{source}/shaders/{name}").read().split("\n", 1)[1], path, name, "is another shader")
    if manifest["type"] == "earthlike" and shutil.which("glslangValidator"):
        compile_shaders(shaders, f"{work}/shaders")
read = set(re.findall(r"\bdata\.(\w+)", open(f"{source}/src/export/targets/web.js").read()))
check(read and read <= written, "no page has what the script reads:", read - written)
check(scripts == 2 * len(paths), scripts, "scripts in", len(paths), "pages")
sys.exit(wrong != 0)
PYTHON

[ $failures = 0 ] && echo "pages"
