# Completion for fish. What there is, the program tells itself: `terrella COMMAND --help` and `terrella list`.

function __terrella_run
    set -l words (commandline -opc)
    type -q $words[1]; and $words[1] $argv 2>/dev/null
end

function __terrella_commands
    __terrella_run --help | sed -nE 's/^  terrella ([a-z]+) .*  (.*)/\1\t\2/p; s/^  terrella ([a-z]+) .*/\1/p' |
        sort -u -t \t -k 1,1
end

# The command on the line, if there is one yet.
function __terrella_command
    set -l commands (__terrella_commands | string replace -r '\t.*' '')
    for word in (commandline -opc)[2..]
        if contains -- $word $commands
            echo $word
            return
        end
    end
    return 1
end

# The word behind the command.
function __terrella_world
    set -l found
    for word in (commandline -opc)[2..]
        if test -n "$found"; and not string match -q -- '-*' $word
            echo $word
            return
        end
        test "$word" = (__terrella_command; or echo); and set found 1
    end
    return 1
end

# Names and what they are, from a list of the program.
function __terrella_names
    __terrella_run list $argv | sed -nE 's/^([^ ]+) +(.*)/\1\t\2/p'
end

function __terrella_options
    __terrella_run (__terrella_command) --help |
        sed -nE 's/^  (-.), (--[a-z-]+) +(.*)/\1\t\3\n\2\t\3/p
            s/^  (--?[a-z-]+)( [A-Z][^ ]*)?( +(.*))?$/\1\t\4/p' | sort -u -t \t -k 1,1
end

function __terrella_knobs
    set -l world (__terrella_world; or echo earthlike)
    __terrella_run list parameters $world | sed -nE 's/^([a-z_]+) +[^ ]+ +(.*) \(0 … 1\)$/\1=\t\2/p'
end

function __terrella_operands
    set -l command (__terrella_command)
    switch "$command"
        case ''
            __terrella_commands
            __terrella_names types
            __terrella_names scenes
        case list
            if not __terrella_world >/dev/null
                __terrella_run list --help | sed -nE '1s/^terrella list ([a-z|]+).*/\1/p' | string split '|'
            else if test (__terrella_world) = parameters
                __terrella_names types
                __terrella_names scenes
            end
        case field
            __terrella_names fields
        case bench gallery enhance check
        case '*'
            __terrella_names types
            __terrella_names scenes
    end
end

function __terrella_values
    set -l words (commandline -opc)
    switch $words[-1]
        case --type
            __terrella_names types
        case --target
            __terrella_names targets
        case --format
            string split ' ' 'png jpg tga hdr exr r16 r16be r32f ktx2 dds'
        case --blocks
            string split ' ' 'bc7 bc1 none'
        case --projection
            string split ' ' 'equirect cube cube-row cube-column cube-cross tiles geodetic'
        case --channel
            string split ' ' 'lit albedo height normal roughness emission clouds water'
        case --layout
            string split ' ' 'globe map cube split'
        case --background
            string split ' ' 'stars transparent'
        case --compression
            string split ' ' 'fast small'
        case --sea
            string split ' ' 'floor flat'
        case --isa
            string split ' ' 'baseline avx2 avx512'
        case --maps
            set -l before (string match -r '.*,' -- (commandline -ct))
            __terrella_names maps | string replace -r '^' "$before"
        case --map
            string split ' ' 'height= land= uplift= temperature= rain= biome= colour= clouds= emission= any:'
        case --set
            __terrella_knobs
    end
end

# Whether the word before the cursor is an option that waits for its value.
function __terrella_wants_value
    set -l words (commandline -opc)
    string match -q -- '-*' $words[-1]
    and __terrella_run (__terrella_command) --help | string match -qr -- "^  (-., )?$words[-1] [A-Z]"
end

function __terrella_wants_file
    if __terrella_wants_value
        set -l words (commandline -opc)
        test $words[-1] = -o
        or begin
            test $words[-1] = --map
            and string match -q '*=*' -- (commandline -ct)
        end
    else
        not string match -q -- '-*' (commandline -ct)
        and not contains -- (__terrella_command; or echo) list field gallery bench
    end
end

function __terrella_complete
    if __terrella_wants_value
        __terrella_values
    else if string match -q -- '-*' (commandline -ct)
        __terrella_options
    else
        __terrella_operands
    end
end

complete -c terrella -f -a '(__terrella_complete)'
complete -c terrella -n __terrella_wants_file -F
