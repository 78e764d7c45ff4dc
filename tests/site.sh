#!/usr/bin/env bash
# mkdocs makes a site of the manual without a warning, with search, in the order of the manual's index. All
# links and anchors resolve, and no page loads anything from another host.
set -uo pipefail
source "${SOURCE_DIR:?}/tests/expect.sh"
manual=$SOURCE_DIR/docs/manual
command -v mkdocs >/dev/null || { echo "mkdocs is missing"; exit 77; }

mkdocs build --strict -f "$SOURCE_DIR/docs/mkdocs.yml" -d "$work/site" >"$work/log" 2>&1 || fail "mkdocs: $(cat "$work/log")"
grep -v "^INFO.*\(Cleaning\|Building\|Documentation built\)" "$work/log" && fail "mkdocs prints warnings"
[ -s "$work/site/search/search_index.json" ] || fail "there is no search"

# The index, the site's menu and the folder list the same pages.
diff <(grep -oP '\]\(\K[a-z-]+\.md' "$manual/index.md") <(grep -oP '^ +- .*: \K[a-z-]+\.md' "$SOURCE_DIR/docs/mkdocs.yml" | grep -vx index.md) ||
    fail "the pages of index.md are not those of mkdocs.yml"
diff <(cd "$manual" && ls -- *.md) <(grep -oP '^ +- .*: \K[a-z-]+\.md' "$SOURCE_DIR/docs/mkdocs.yml" | sort) || fail "a page is not in mkdocs.yml"

python3 - "$work/site" <<'PYTHON' || fail "links of the site are broken"
import html.parser, pathlib, sys, urllib.parse
site = pathlib.Path(sys.argv[1])
class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.ids, self.links, self.loads = set(), [], []
        self.feed(text)
    def handle_starttag(self, tag, attributes):
        a = dict(attributes)
        self.ids.add(a.get("id"))
        if tag == "a" and a.get("href"):
            self.links.append(a["href"])
        if tag in ("img", "script", "link", "iframe") and a.get("rel") != "canonical":
            self.loads += [a[k] for k in ("src", "href") if a.get(k)]
pages = {p: Page(p.read_text()) for p in site.glob("*.html")}
assert len(pages) > 10
wrong, count = [], 0
for path, page in pages.items():
    for link in page.links + page.loads:
        where = urllib.parse.urlsplit(link)
        if where.scheme or where.netloc:
            if link in page.loads:
                wrong.append(f"{path.name} loads {link}")
            continue
        target = (path.parent / urllib.parse.unquote(where.path)).resolve() if where.path else path
        target = target / "index.html" if target.is_dir() else target
        count += 1
        if path.name != "404.html" and not target.exists():
            wrong.append(f"{path.name} links to {link}")
        elif where.fragment and target in pages and urllib.parse.unquote(where.fragment) not in pages[target].ids | {"__top", "__skip"}:
            wrong.append(f"{path.name} links to {link}: no such heading")
print(*wrong, sep="\n")
print(f"{len(pages)} pages, {count} links")
sys.exit(bool(wrong))
PYTHON
[ $failures = 0 ]
