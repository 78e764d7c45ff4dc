#!/usr/bin/env bash
# Prints LICENSES.txt, the licences of Terrella and of everything that is linked into a program or library with the
# archives of packaging/libraries.sh:
#   packaging/licenses.sh PREFIX [NAME…]
# PREFIX is that of libraries.sh. NAME…: the archives of these names alone (libz.a is z), without what only the window
# has.
set -euo pipefail
if [ $# = 0 ] || [ ! -d "$1/licenses" ]; then
    echo "usage: packaging/licenses.sh PREFIX [NAME...], with the PREFIX of packaging/libraries.sh" >&2
    exit 2
fi
project=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
licenses=$1/licenses
shift

# part NAME: its licence comes on standard input
part() {
    printf '\n==== %s ====\n\n' "$1"
    cat
}
# paragraph_of NAME: the paragraph "License: NAME" of packaging/copyright
paragraph_of() { awk -v name="License: $1" '$0 == name { on = 1; next } /^[^ ]|^$/ { on = 0 } on { sub(/^ [.]?/, ""); print }' "$project/packaging/copyright"; }

echo "Terrella and what is linked into it. Each part has its licence below."
part terrella <"$project/LICENSE"
names=("$@")
[ $# -gt 0 ] || mapfile -t names < <(ls "$licenses")
for name in "${names[@]}"; do
    [ -e "$licenses/$name" ] || { echo "licenses.sh: no licence of $name in $licenses" >&2 && exit 1; }
    part "$name" <"$licenses/$name"
done
if [ $# = 0 ]; then
    { echo "Copyright 2013-2022 David Herberth" && echo && paragraph_of Expat; } | part glad
    { echo "Copyright 2003 Bitstream, Inc.; DejaVu changes are in public domain" && echo && paragraph_of bitstream-vera; } | part "DejaVu Sans"
fi
