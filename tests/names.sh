#!/usr/bin/env bash
# Names with a special meaning in some format, passed by file, --name and share link into the files of all
# targets. A parser of each format reads the same name, or the name is refused before anything is written.
# ctest: COST 60
set -uo pipefail
source "${SOURCE_DIR:?}/tests/expect.sh"
python3 -c 'import yaml' 2>/dev/null || { echo "not run: python3-yaml is missing"; exit 77; }

python3 -W ignore - "$work" <<'PYTHON' || fail "names are lost or changed"
import ast, collections, glob, hashlib, html.parser, json, os, re, shutil, struct, subprocess, sys, urllib.parse
import xml.etree.ElementTree as xml
import yaml
work, terrella, full = sys.argv[1], os.environ["TERRELLA"], os.environ.get("TR_FULL")
names = ["plain", "it's", 'a"b', "\\", "a\\n", "a\nb", "a\rb", "a\tb", "a\x1b[31m", "a\x00b", '"""', "'''", "`id`", "$(touch x)", "${HOME}",
         "a;b&c", "a|b", "<b>", "</script>", "<!--", "-->", "]]>", "&amp;", "{{title}}", "{x}", "%s%n", "#a", "a # b", "// a", "/* a */",
         "- a", "a: b", "[a]=b,c", "*a", "a\u2028b", "a\u202eb", "a\u200fb", "a\ufeffb", "🌍👨‍👩‍👧é", " a  b ", "null", "CON", "x" * 300]
assert len(names) >= 40
wrong = parsed = refused = 0
def check(good, *what):
    global wrong
    if not good:
        print(*(repr(word)[:300] for word in what)); wrong += 1
    return good

# ---- formats without a parser in Python: their grammar ---------------------------------------------
STRING = r'"((?:[^"\\\n]|\\["\\]|\\u[0-9a-f]{4})*)"'  # on one line
def text_of(string):
    return re.sub(r"\\(?:u(....)|(.))", lambda m: chr(int(m[1], 16)) if m[1] else m[2], string)
class Tokens:
    def __init__(self, text, pattern, skip):
        self.list, at = [], 0
        while at < len(text):
            gap = re.compile(skip, re.S).match(text, at)
            if gap and gap.end() > at:
                at = gap.end(); continue
            token = re.compile(pattern, re.S).match(text, at)
            if not token:
                raise SyntaxError(f"{text[at:at + 60]!r}")
            self.list.append(token[0]); at = token.end()
        self.at = 0
    def peek(self): return self.list[self.at] if self.at < len(self.list) else ""
    def next(self): self.at += 1; return self.list[self.at - 1]
    def want(self, token):
        if self.next() != token:
            raise SyntaxError(f"{token} is missing before {self.list[self.at - 1:self.at + 3]}")
def godot_value(t):
    token = t.next()
    if token.startswith('"'):
        return text_of(token[1:-1])
    if t.peek() == "(":  # Color(…), ExtResource("1")
        t.next()
        values = []
        while t.peek() != ")":
            values.append(godot_value(t))
            if t.peek() == ",": t.next()
        t.want(")")
        return (token, *values)
    if not re.fullmatch(r"[-\w.+]+", token):
        raise SyntaxError(token)
    return token
def parse_godot(text):
    """Sections: name, what its brackets say, and what stands in it ("TSCN file format")."""
    t = Tokens(text, r'"(?:[^"\\]|\\.)*"|[\[\]()=,]|[-\w.+/]+', r"\s+|;[^\n]*")
    sections = []
    while t.peek():
        if t.peek() == "[":
            t.next()
            sections.append((t.next(), {}, {}))
            while t.peek() != "]":
                key = t.next(); t.want("="); sections[-1][1][key] = godot_value(t)
            t.want("]")
        else:
            key = t.next(); t.want("="); sections[-1][2][key] = godot_value(t)
    return sections
def parse_catalog(text, comment):
    """Words, numbers, braces and strings: all strings (Celestia's and SpaceEngine's catalogues)."""
    t = Tokens(text, STRING + r"|[{}]|[-\w.+]+", r"\s+|" + comment + r"[^\n]*")
    depth = 0
    for token in t.list:
        depth += (token == "{") - (token == "}")
        if depth < 0: raise SyntaxError("a brace too much")
    if depth: raise SyntaxError("a brace is missing")
    return [text_of(token[1:-1]) for token in t.list if token.startswith('"')]
def parse_config(text):
    """Nodes and values of KSP's ConfigNode: a value is the rest of its line, but for comments and braces."""
    text = re.sub(r"//[^\n]*", "", text)
    root, stack, word = {}, [], ""
    node = root
    for piece in re.split(r"([{}\n])", text):
        if piece == "{":
            stack.append(node)
            node.setdefault(word.strip(), []).append({})
            node, word = node[word.strip()][-1], ""
        elif piece in "}\n":
            if "=" in word:
                key, value = word.split("=", 1)
                node.setdefault(key.strip(), []).append(value.strip())
                word = ""
            elif word.strip() and piece == "}": raise SyntaxError(word)
            if piece == "}": node = stack.pop()
        else:
            if word.strip() and piece.strip(): raise SyntaxError(f"{word!r} before {piece!r}")
            word = piece if piece.strip() else word
    if stack or word.strip(): raise SyntaxError("an end is missing")
    return root
class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.tags, self.texts, self.open = [], collections.defaultdict(str), []
    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, tuple(key for key, _ in attributes)))
        self.open.append(tag + ("#" + dict(attributes)["id"] if "id" in dict(attributes) else ""))
    def handle_endtag(self, tag):
        while self.open and self.open.pop().split("#")[0] != tag: pass
    def handle_data(self, data):
        if self.open: self.texts[self.open[-1]] += data
def glb_tree(path):
    data = open(path, "rb").read()
    return json.loads(data[20:20 + struct.unpack("<I", data[12:16])[0]])

# ---- the name in each file of a set -----------------------------------------------------------------
pages = set()
def look(path, folder, name, manifest):
    """Whether a file of the set can be read, and has the name where it has names."""
    global parsed
    def is_there(file): check(os.path.exists(f"{folder}/{file}"), path, "names", file)
    base = os.path.basename(path)
    ending = next((e for e in (".manifest.json", ".aux.xml", ".import", ".meta", ".tscn", ".tres", ".gdshader") if base.endswith(e)), os.path.splitext(base)[1])
    text = open(path, "rb").read()
    if ending in (".png", ".exr", ".dds", ".ktx2", ".raw", ".r16", ".r16be", ".jpg", ".tga"):
        return  # these do not contain their name
    parsed += 1
    if ending == ".glb":
        tree = glb_tree(path)
        said = [part["name"] for part in tree["nodes"]] + [re.sub(" [+-][XYZ]$", "", part["name"]) for part in tree["materials"]]
        check(said.count(name) >= 2, path, said)
        return
    text = text.decode()
    if ending == ".manifest.json":
        check(json.loads(text)["name"] == name, path, json.loads(text)["name"])
    elif ending == ".py":
        said = {node.targets[0].id: node.value.value for node in ast.parse(text).body
                if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and isinstance(node.value, ast.Constant)}
        check(said["NAME"] == name, path, said["NAME"])
        for key in ("ALBEDO", "HEIGHT", "NORMAL", "ORM"):
            is_there(said[key]) if said[key] else None
        check(said["ALBEDO"] == manifest["maps"]["albedo"]["file"], path, said["ALBEDO"])
    elif ending in (".tscn", ".tres"):
        used = [section[1]["path"] for section in parse_godot(text) if section[0] == "ext_resource"]
        for file in used: is_there(file)
        check(used, path, "names no file")
    elif ending == ".import":
        check([section[0] for section in parse_godot(text)][:1] == ["remap"], path, text)
    elif ending == ".gdshader":
        check(name == "plain" or name not in text, path, "has a name in a shader")
    elif ending == ".meta":
        tree = yaml.safe_load(text)
        check(re.fullmatch("[0-9a-f]{32}", str(tree["guid"])) and len(tree) >= 3, path, tree)
    elif ending == ".mat":
        check(list(yaml.safe_load_all(re.sub(r"(?m)^%.*|!u![0-9]+ &[0-9]+", "", text))), path, text)
    elif ending == ".xml" or ending == ".aux.xml":
        check(xml.fromstring(text).find("GeoTransform") is not None, path, text)
    elif ending == ".ssc":
        said = parse_catalog(text, "#")
        check(said[0] == name and said[1] == "Sol" and f"{name}_albedo.ctx" in said, path, said)
    elif ending == ".ctx":
        said = parse_catalog(text, "#")
        check(said[0] == f"{name}_albedo", path, said)
        check(os.path.isdir(f"{os.path.dirname(path)}/{said[0]}"), path, "names no folder", said)
    elif ending == ".sc":
        said = parse_catalog(text, "//")
        check(said[0] == name and f"{name}/albedo" in said, path, said)
    elif ending == ".cfg":
        body = re.sub("[^-\\w.]", "_", name, flags=re.A)
        tree = parse_config(text)
        [node] = tree[f"@Kopernicus:FOR[{body}]"][0]["Body"]
        check(node["name"] == [body], path, node["name"])
        for file in re.findall("= " + re.escape(body) + "/(.*)", text): is_there(file)
        check(len(re.findall("= " + re.escape(body) + "/(.*)", text)) >= 2, path, text)
    elif ending == ".json":
        [thing] = json.loads(text)["objects"]
        check(thing["name"] == name and f"$data/{name}/{name}_albedo" in json.dumps(thing, ensure_ascii=False), path, thing)
    elif ending == ".sha256":
        for line in text.splitlines():
            digest, file = re.fullmatch("([0-9a-f]{64})  (.*)", line).groups()
            check(hashlib.sha256(open(f"{folder}/{file}", "rb").read()).hexdigest() == digest, path, file)
    elif ending == ".html":
        page = Page()
        page.feed(text)
        pages.add(tuple(page.tags))
        check(page.texts["title"] == name and page.texts["h1#name"] == name, path, page.texts["title"], page.texts["h1#name"])
        planet = json.loads(re.search(r"^const planet = (.*);$", text, re.M)[1])
        check(planet["name"] == name, path, planet["name"])
        check("layers" in json.loads(page.texts["script#recipe"]), path, "has no recipe")
        check(not re.search("<!--|]]>", text), path, "has what ends a script elsewhere")
    else:
        check(False, path, "is read by nobody: write its grammar here")
def look_at_set(folder, name):
    manifest = json.load(open(f"{folder}/{name}.manifest.json"))
    for path, _, files in os.walk(folder):
        for file in files:
            here = os.path.join(path, file)
            if os.path.relpath(here, folder).startswith(name) and not (name == "plain" and "plain" not in file):
                try:
                    look(here, folder, name, manifest)
                except Exception as error:
                    check(False, here, "cannot be read:", error)
def export(words, folder):
    return subprocess.run([terrella, "export", *words, "-q", "-o", folder], stdin=subprocess.DEVNULL, capture_output=True)
def quick(target):
    return {"celestia": ["--size", "512", "--maps", "albedo", "--tile", "256"], "spaceengine": ["--size", "2048", "--maps", "albedo"],
            "web": ["--size", "64", "--maps", "albedo,mesh"] }.get(target, ["--size", "64"])

# ---- all names, all targets, all ways --------------------------------------------------------------
listed = subprocess.run([terrella, "list", "targets", "--json"], capture_output=True).stdout
targets = [item["name"] for item in json.loads(listed)] + [None]
check(len(targets) >= 13, targets)
# A quick world. A link without layers names a type.
plain = {"layers": [{"name": "a", "field": "fractal", "octaves": 2, "amount": 1000}],
         "albedo": [{"name": "a", "channel": "height", "stops": [[-500, "402010"], [500, "d0c0a0"]]}]}
json.dump(plain, open(f"{work}/plain.json", "w"))
def words_of(way, name):
    if way == "file":
        path = f"{work}/named.json"
        json.dump({**plain, "name": name}, open(path, "w"))
        return [path]
    word = json.dumps(name) if name == "null" else name  # otherwise no string
    return ["terrella:barren?name=" + urllib.parse.quote(word, safe="")] if way == "line" else [f"{work}/plain.json", "--name", name]
def take(way, name, target):
    """One export; whether the name was taken. What is refused leaves nothing."""
    global refused
    folder = f"{work}/set"
    result = export([*words_of(way, name), *quick(target), *(["--target", target] if target else [])], folder)
    if result.returncode == 0:
        look_at_set(folder, name)
    else:
        refused += 1
        check(result.returncode in (2, 3) and result.stderr.count(b"\n") == 1 and len(result.stderr) > 30, way, name, target, result)
        check(not os.path.exists(folder), way, name, target, "left a folder")
    shutil.rmtree(folder, ignore_errors=True)
    return result.returncode == 0
ways = ["file", "--name", "line"]
taken = {name: [way for way in ways if not (way == "--name" and "\0" in name) and take(way, name, None)] for name in names}
for name, by in taken.items():
    check(len(by) in (0, 3), name, "is taken by", by)
good = [name for name in names if taken[name]]
must = ["plain", "it's", "'''", "`id`", "$(touch x)", "${HOME}", "a;b&c", "&amp;", "{{title}}", "%s%n", "#a", "a # b", "[a]=b,c", "null", "🌍👨‍👩‍👧é"]
check(set(must) <= set(good), "refuses", set(must) - set(good))
never = ['a"b', "\\", "a\nb", "a\x00b", "a\u2028b", "a\u202eb", "a\u200fb", "</script>", "x" * 300, "CON"]
check(not set(never) & set(good), "takes", set(never) & set(good))
# Slow targets get only names with special characters of their grammar and non-Latin names, each by one of the
# ways.
letters = {"web": "&<>'\"`{$", "spaceengine": "'\"#/;\\"}
for index, target in enumerate(targets[:-1]):
    some = [name for name in good if not (target in ("celestia", "spaceengine", "kopernicus") and "{" in name)]
    slow = target in letters and not full
    if slow: some = [name for name in some if set(name) & set(letters[target]) or not name.isascii()]
    check(len(some) >= 5, target, "gets few names", some)
    # all names through a file, and each by one of the other ways; with TR_FULL by all ways
    json.dump({"planets": [{**plain, "name": name, "orbit": {"radius_km": 1e8 + 1e7 * k}} for k, name in enumerate(some)]}, open(f"{work}/all.json", "w"))
    if not slow:
        result = export([f"{work}/all.json", *quick(target), "--target", target], f"{work}/all")
        check(result.returncode == 0, target, result.stderr)
        for name in some: look_at_set(f"{work}/all", name)
        shutil.rmtree(f"{work}/all", ignore_errors=True)
    for k, name in enumerate(some):
        for w, way in enumerate(ways):
            if full or (w == k % 3 if slow else k % len(targets) == index):
                check(take(way, name, target), way, name, target, "is refused")
    # a name that is refused without a target is refused with one
    for k, name in enumerate(sorted(set(names) - set(good))):
        if not full and (k + index) % 4: continue
        way = ways[(k + index) % 3]
        if not (way == "--name" and "\0" in name): check(not take(way, name, target), way, name, target, "is taken")
for target in ("celestia", "spaceengine", "kopernicus"):
    check(not take("--name", "{x}", target), target, "takes braces")
check(len(pages) == 1, "pages have other tags than each other", len(pages))

# ---- labels of knobs, which allow more characters than names ---------------------------------------
labels = [name for name in names if len(name.encode()) < 32 and not re.search("[\x00-\x1f\u2028\u202e\u200f\ufeff]", name)]
knobs = {f"k{i}": {"label": label, "what": label, "drives": [{"path": "noisiness", "from": 0.1 + i / 100, "to": 0.9}]} for i, label in enumerate(labels[:12])}
def labels_of(recipe): return [knob["label"] for knob in recipe["knobs"].values()]
for first in range(0, len(labels), 6):
    some = {f"k{i}": {"label": label, "what": label, "drives": [{"path": "layers.a.amount", "from": 0, "to": 1}] if i == 0 else [{"path": f"layers.a{i}.amount", "from": 0, "to": 1}]}
            for i, label in enumerate(labels[first:first + 6])}
    layers = [{"name": "a" if i == 0 else f"a{i}", "field": "perlin"} for i in range(len(some))]
    json.dump({"layers": layers, "knobs": some}, open(f"{work}/knobs.json", "w"))
    for target in (None, "gltf", "web" if first == 12 or full else "gltf"):
        result = export([f"{work}/knobs.json", "--name", "k", "--size", "64", "--maps", "albedo,mesh" if target else "albedo", *(["--target", target] if target else [])], f"{work}/set")
        if not check(result.returncode == 0, result.stderr): continue
        if target == "web":
            page = Page()
            page.feed(open(f"{work}/set/k.html").read())
            check(labels_of(json.loads(page.texts["script#recipe"])) == labels[first:first + 6], page.texts["script#recipe"][:200])
        if target == "gltf":
            check(labels_of(glb_tree(f"{work}/set/k.glb")["asset"]["extras"]["recipe"]) == labels[first:first + 6], target, first)
        check(labels_of(json.load(open(f"{work}/set/k.manifest.json"))["recipe"]) == labels[first:first + 6], target, first)
        shutil.rmtree(f"{work}/set", ignore_errors=True)
print(f"{len(names)} names, {len(good)} of them taken, {len(targets)} targets, {parsed} texts parsed, {refused} exports refused")
sys.exit(wrong != 0)
PYTHON

exit $failures
