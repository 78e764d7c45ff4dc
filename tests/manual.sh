#!/usr/bin/env bash
# --help lists exactly the commands and options that the program accepts, and so does completion in bash. The
# man page and the manual's page on commands are generated from --help.
set -uo pipefail
source "${SOURCE_DIR:?}/tests/expect.sh"
options_c=$SOURCE_DIR/src/cli/reference.c
mapfile -t names < <(grep -oP "^    \{\"\K[a-z-]+(?=\", (0|'.'), [A-Z])" "$options_c" | sort -u)
mapfile -t commands < <(grep -oP '\[TR_CLI_\w+\] = \{"\K\w+' "$options_c" | grep -vx help | sort)
[ ${#names[@]} -ge 30 ] && [ ${#commands[@]} -ge 9 ] || fail "only ${#names[@]} options and ${#commands[@]} commands are found"

# same WHAT FILE FILE: both files have the same lines
same() { diff "$2" "$3" >"$work/diff" || fail "$1: $(grep '^[<>]' "$work/diff" | tr '\n' ' ')"; }

# ---- commands -------------------------------------------------------------------------------------
printf '%s\n' "${commands[@]}" >"$work/commands"
"$TERRELLA" --help | sed -nE 's/^  terrella ([a-z]+) .*/\1/p' | grep -vx help | sort -u >"$work/told"
same "commands (> of --help)" "$work/commands" "$work/told"
! "$TERRELLA" --help | LC_ALL=C.UTF-8 grep -E '^.{101,}' || fail "--help has lines of more than 100 letters"

# ---- the pages ------------------------------------------------------------------------------------
mkdir -p "$work/docs/manual"
"$SOURCE_DIR/docs/reference.py" "$TERRELLA" "$work/docs" || fail "docs/reference.py: exit $?"
for page in terrella.1 manual/commands.md; do
    cmp -s "$work/docs/$page" "$SOURCE_DIR/docs/$page" || fail "--help has changed: run docs/reference.py build/release/terrella to update docs/$page"
done
for name in "${names[@]}"; do
    [ "$name" = output ] || grep -q -- "\`\(-[a-z], \)\?--$name[\` ]" "$work/docs/manual/commands.md" || fail "commands.md has no --$name"
done

# ---- options --------------------------------------------------------------------------------------
source "$SOURCE_DIR/completions/terrella.bash"
# complete_words WORDS…: completions of bash for the last word, in $work/completed
complete_words() {
    COMP_WORDS=("$TERRELLA" "$@")
    COMP_CWORD=$#
    _terrella "$TERRELLA" "${*: -1}" "${COMP_WORDS[COMP_CWORD - 1]}" 2>/dev/null
    printf '%s\n' "${COMPREPLY[@]}" | sort -u >"$work/completed"
}

for command in "" "${commands[@]}"; do
    # An option with an empty value is an error, and a different one from that for an unknown option.
    for name in "${names[@]}"; do
        # shellcheck disable=SC2086
        "$TERRELLA" $command "--$name=" >"$work/out" 2>"$work/err" </dev/null && fail "$command --$name= is not refused"
        grep -q "unknown option" "$work/err" && continue
        [ "$name" = output ] && echo -o || echo "--$name" # its long form is undocumented
        case $name in help | quiet) echo "-${name:0:1}" ;; esac
    done | sort >"$work/taken"
    # shellcheck disable=SC2086
    "$TERRELLA" $command --help | sed -nE 's/^  (-[a-z]), (--[a-z-]+).*/\1\n\2/p; s/^  (--?[a-z-]+)( .*)?$/\1/p' | sort -u >"$work/told"
    same "options of ${command:-the window} (> of --help)" "$work/taken" "$work/told"

    # shellcheck disable=SC2086
    complete_words $command -
    same "options of ${command:-the window} (> of bash)" "$work/taken" "$work/completed"
done

# ---- exit codes -----------------------------------------------------------------------------------
sed -nE 's/.*= \{([0-9]+), ".*/\1/p' "$SOURCE_DIR/src/base/status.c" | grep -vx 1.. | sort -n >"$work/taken"
"$TERRELLA" --help | sed -n '/^Exit codes:/,$s/^  \([0-9]*\)  .*/\1/p' | sort -n >"$work/told"
same "exit codes (> of --help)" "$work/taken" "$work/told"

# ---- values in bash -------------------------------------------------------------------------------
"$TERRELLA" list types | awk '{ print $1 }' | sort >"$work/types"
complete_words gallery --type ""
same "types (> of bash)" "$work/types" "$work/completed"
# offers WORD WORDS…: bash offers WORD for the last of WORDS
offers() {
    complete_words "${@:2}"
    grep -qx -- "$1" "$work/completed" || fail "bash does not offer $1 for: ${*:2}"
}
cd "$work" && touch picture.png
offers inferno in
offers inferno export in
offers ringed render ri
offers picture.png show pic
offers picture.png export inferno -o pic
offers height= export inferno --map hei
offers picture.png export inferno --map height = pic
offers picture.png export inferno --map height =
offers picture.png export inferno --map any : fog = pic
offers gallery g
offers voronoi field v
offers schema list ""
offers earthlike list parameters ear
offers albedo,height export inferno --maps albedo,h
offers lava= export inferno --set l
offers ocean= export --set lava = 0.3 --size 64 earthlike --set o
offers avx2 --isa a
complete_words export --size ""
[ "$(cat completed)" = "" ] || fail "bash offers a size: $(cat completed)"

[ $failures = 0 ] && echo "--help, the man page, the manual and the completions are complete"
[ $failures = 0 ]
