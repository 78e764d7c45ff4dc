#!/usr/bin/env bash
# The documents agree with the sources: every file that they name exists, and every page of docs/ is linked. In
# file names, X and … are wildcards.
set -euo pipefail
cd "${SOURCE_DIR:?}"
export LC_ALL=C.UTF-8
errors=$(mktemp)
trap 'rm -f "$errors"' EXIT
wrong() {
    echo "$*" | tee -a "$errors"
}

for document in ARCHITECTURE.md CONTRIBUTING.md README.md docs/*.md docs/internals/*.md docs/manual/*.md; do
    # Paths from the root.
    while read -r path; do
        compgen -G "$path" >/dev/null || wrong "$document names $path, which does not exist"
    done < <(grep -oP '(?<![\w/.-])(include|src|tests|docs|shaders|scenes|third_party|packaging|completions)/[\w/.*…-]*[\w*/…]' "$document" |
        sed -E 's/X|…/*/g' | sort -u)

    # Names of source files in text: `bake.c`, `noise/lattice/private/scan.h`.
    while read -r name; do
        [ -n "$(find include src tests shaders scenes third_party packaging docs *.sh -path "*$name" -print -quit)" ] ||
            wrong "$document names $name, which does not exist"
    done < <(grep -oP '`[\w/*…-]+\.(c|h|cpp|frag|vert|sh|cmake)(?=`)' "$document" |
        tr -d '`' | sed -E 's/X|…/*/g' | sort -u)

    # Build outputs: test programs and presets.
    while read -r name; do
        [ -e "tests/$name.c" ] || wrong "$document runs $name, which no target builds"
    done < <(grep -oP 'build/\w+/tests/\K(test|fuzz)_\w+' "$document" | sort -u)
    while read -r preset; do
        grep -q "\"name\": \"$preset\"" CMakePresets.json || wrong "$document builds $preset, which is not a preset"
    done < <(grep -oP -- '--preset \K\w+' "$document" | sort -u)

    # Links, relative to the document.
    while read -r link; do
        [ -e "$(dirname "$document")/$link" ] || wrong "$document links to $link, which does not exist"
    done < <(grep -oP '\]\(\K[^)#:]+(?=\))' "$document" | sort -u)
done

for page in docs/*.md docs/internals/*.md; do
    grep -rqF "$page" src ARCHITECTURE.md || wrong "no file of src/ and not ARCHITECTURE.md links $page"
done
for page in docs/manual/*.md; do
    grep -qF "($(basename "$page"))" docs/manual/index.md || [ "$page" = docs/manual/index.md ] || wrong "docs/manual/index.md does not link $page"
done
while IFS=: read -r file page; do
    [ -e "$page" ] || wrong "$file names $page, which does not exist"
done < <(grep -roP 'docs/[\w/-]+\.md' src tests --include='*.[ch]' --include='*.cpp' | sort -u)

# run.sh accepts every command.
while read -r command; do
    sed -n '/^case/,/exec/p' run.sh | grep -qw "$command" || wrong "run.sh does not accept the command $command"
done < <(grep -oP '\[TR_CLI_\w+\] = \{"\K\w+' src/cli/reference.c)
[ "$(grep -cP '\[TR_CLI_\w+\] = \{"\K\w+' src/cli/reference.c)" -ge 12 ] || wrong "src/cli/reference.c has fewer than 12 commands"

[ -s "$errors" ] || echo "All files and commands in the documents exist."
[ ! -s "$errors" ]
