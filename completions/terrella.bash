# Completion for bash. What there is, the program tells itself: `terrella COMMAND --help` and `terrella list`.

_terrella_words() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$cur"); }
_terrella_names() { "$program" list "$1" 2>/dev/null | sed -nE 's/^([^ ]+) .*/\1/p'; }
_terrella_takes_value() { grep -qE -- "^  (-., )?$1 [A-Z]" <<<"$help"; }
_terrella_files() {
    local IFS=$'\n'
    compopt -o filenames 2>/dev/null
    mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- "$cur")
}

# Whether the cursor is behind the "=" of --map KIND=FILE, where "=" and ":" are words.
_terrella_is_map_file() {
    local i=$COMP_CWORD
    [[ ${COMP_WORDS[i]} == = || ${COMP_WORDS[i - 1]} == = ]] || return
    while ((i > 0 && i > COMP_CWORD - 5)) && [[ ${COMP_WORDS[i]} != -* ]]; do i=$((i - 1)); done
    [[ ${COMP_WORDS[i]} == --map ]]
}

_terrella() {
    local program=${1/#\~/$HOME} cur=$2 prev=$3 commands command="" world="" help word before="" i
    # --name=value is three words here
    [ "$cur" != = ] || cur=""
    [ "$prev" != = ] || prev=${COMP_WORDS[COMP_CWORD - 2]}
    COMPREPLY=()
    help=$("$program" --help 2>/dev/null)
    commands=$(sed -nE 's/^  terrella ([a-z]+) .*/\1/p' <<<"$help" | sort -u | tr '\n' ' ')
    for ((i = 1; i < COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        if [[ $word == -* ]]; then
            ! _terrella_takes_value "$word" || i=$((i + 1))
        elif [[ $word == = ]]; then
            i=$((i + 1))
        elif [[ -z $command && -z $world && " $commands" == *" $word "* ]]; then
            command=$word help=$("$program" "$word" --help 2>/dev/null)
        else
            world=$word
        fi
    done

    ! _terrella_is_map_file || { _terrella_files && return; }
    case $prev in
    -o | --list) _terrella_files && return ;;
    --type) _terrella_words "$(_terrella_names types)" && return ;;
    --target) _terrella_words "$(_terrella_names targets)" && return ;;
    --blocks) _terrella_words "bc7 bc1 none" && return ;;
    --projection) _terrella_words "equirect cube cube-row cube-column cube-cross tiles geodetic" && return ;;
    --format) _terrella_words "png jpg tga hdr exr r16 r16be r32f ktx2 dds" && return ;;
    --channel) _terrella_words "lit albedo height normal roughness emission clouds water" && return ;;
    --layout) _terrella_words "globe map cube split" && return ;;
    --background) _terrella_words "stars transparent" && return ;;
    --compression) _terrella_words "fast small" && return ;;
    --sea) _terrella_words "floor flat" && return ;;
    --isa) _terrella_words "baseline avx2 avx512" && return ;;
    --map)
        _terrella_words "$(printf '%s=\n' height land uplift temperature rain biome colour clouds emission) any:"
        compopt -o nospace 2>/dev/null
        return
        ;;
    --maps)
        [[ $cur != *,* ]] || before=${cur%,*},
        _terrella_words "$(_terrella_names maps | sed "s/^/$before/")"
        compopt -o nospace 2>/dev/null
        return
        ;;
    --set)
        _terrella_words "$("$program" list parameters "${world:-earthlike}" 2>/dev/null |
            sed -nE 's/^([a-z_]+) .*\(0 … 1\)$/\1=/p')"
        compopt -o nospace 2>/dev/null
        return
        ;;
    esac
    if [[ $prev == -* ]] && _terrella_takes_value "$prev"; then
        return # a number, a name
    elif [[ $cur == -* ]]; then
        _terrella_words "$(sed -nE 's/^  (-.), (--[a-z-]+).*/\1\n\2/p; s/^  (--?[a-z-]+)( .*)?$/\1/p' <<<"$help" | sort -u)"
    elif [[ $command == list && -z $world ]]; then
        _terrella_words "$(sed -nE '1s/^terrella list ([a-z|]+).*/\1/p' <<<"$help" | tr '|' ' ')"
    elif [[ $command == bench || ($command == probe && -n $world) || $command == gallery || ($command == list && $world != parameters) ]]; then
        return
    elif [[ $command == field ]]; then
        _terrella_words "$(_terrella_names fields)"
    else
        [[ -z $command ]] || commands=""
        [[ $command == enhance || $command == check ]] || _terrella_words "$commands $(_terrella_names types) $(_terrella_names scenes)"
        _terrella_files
    fi
}
complete -F _terrella terrella
