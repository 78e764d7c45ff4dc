#!/usr/bin/env bash
# Checks the modules of src/ and their dependencies: the includes of every file and the symbols of every object
# file. The tables below are the rules; ARCHITECTURE.md gives the reasons.
set -euo pipefail
cd "${SOURCE_DIR:?}"
errors=$(mktemp)
trap 'rm -f "$errors"' EXIT
wrong() { echo "$*" | tee -a "$errors"; }

# ---- includes ------------------------------------------------------------------------------------

pure='<(assert|float|inttypes|limits|math|stdalign|stdbool|stddef|stdint|stdlib|string)\.h>'
third_party='<(spng|zstd|tiffio|zip|stb_image|openexr|openssl/.*|stb_.*|glad/.*|GL/.*|GLES.*|EGL/.*|GLFW/.*|imgui.*|cglm/.*|png|zlib|fontconfig/.*)(\.h)?>'
opengl='<(glad/gl|cglm/.*)\.h>'
# What every system has. Headers of one system stand only in files *_posix.c, *_windows.c and *_web.c, which implement the
# interfaces base/platform.h, base/process.h, base/system.h and those of programs, dialogs and OpenGL.
standard='<((assert|ctype|errno|float|inttypes|limits|math|stdalign|stdarg|stdatomic|stdbool|stddef|stdint|stdio|stdlib|string|time)\.h|c?[a-z]+)>'
everywhere='<(strings|pthread)\.h>'
seam='(_(posix|windows|web)\.c|/private/windows\.h)$'

# may MODULE: a regular expression of the files that this module may include.
may() {
    case $1 in
    base) echo '"(base/.*|terrella/terrella.h)"|<openssl/sha.h>' ;; # for its statuses and watches
    json) echo '"(json|base)/.*"' ;;
    noise) echo "\"(noise|base)/.*\"|$pure" ;;
    recipe) echo "\"(recipe|base)/.*\"|$pure|<(stdio|stdarg)\.h>" ;;
    terrain) echo "\"(terrain|noise|base)/.*\"|$pure" ;;
    fields) echo "\"(fields|images|terrain|noise|recipe|base)/.*\"|$pure|<stdio\.h>" ;;
    planet) echo "\"(planet|fields|terrain|noise|recipe|base)/.*\"|$pure|<(stdio|stdarg|stdatomic)\.h>" ;;
    png) echo '"(png|base)/.*"|<(spng|zlib).h>' ;;
    pack) echo '"(pack|base)/.*"|<zip.h>' ;;
    images) echo '"(images|png|base)/.*"|"noise/(grids/image|maths/trig).h"|<(tiffio|openexr|stb_image).h>' ;;
    texture) echo '"(texture|noise|base)/.*"|"planet/kernels.h"|<zstd.h>' ;; # for the sRGB curve in kernels.h
    scene) echo '"(scene|json|pack|png|fields|recipe|base)/.*"|"noise/maths/trig.h"|<zlib.h>' ;;
    light) echo '"(light|recipe|base)/.*"' ;;
    measure) echo '"(measure|scene|planet|recipe|noise|base)/.*"' ;;
    export) echo '"(export|texture|light|json|png|planet|recipe|base)/.*"|"scene/load.h"|"noise/maths/trig.h"|"noise/grids/enhance.h"|<(stb_image_write|stb_truetype|openexr).h>' ;;
    library) echo '"(library|export|scene|planet|recipe|base)/.*"|"noise/maths/trig.h"' ;;
    editor) echo '"(editor|planet|scene|json|recipe|base)/.*"' ;;
    live) echo '"(live|export|scene|planet|recipe|base)/.*"' ;;
    render) echo "\"(render|light|planet|recipe|base)/.*\"|\"scene/scene.h\"|$opengl" ;;
    app) echo "\"(app|editor|live|render|export|scene|planet|recipe|noise|images|base)/.*\"|$opengl|<(GLFW/.*|imgui.*|fontconfig/fontconfig).h>" ;;
    bench) echo '"(bench|live|images|png|texture|render|export|scene|planet|recipe|noise|base)/.*"' ;;
    cli) echo '"(cli|app|bench|measure|live|render|export|png|scene|planet|fields|recipe|noise|base)/.*"' ;;
    *) echo "no such module" ;;
    esac
}

declare -A allowed
for module in base json pack png noise images recipe terrain fields planet texture scene light measure export library editor live render app bench cli; do allowed[$module]=$(may $module); done
while IFS=: read -r file header; do
    module=${file#src/} module=${module%%/*}
    [[ ! $header =~ ^(${allowed[$module]:-no such module})$ ]] || continue
    # Modules that are not pure may use the C library.
    case $module:$header in
    noise:* | recipe:* | terrain:* | fields:* | planet:*) ;;
    *:\<*)
        [[ ! $file =~ $seam ]] || continue
        [[ ! $header =~ ^($standard|$everywhere)$ ]] || continue
        [[ $header =~ ^($third_party)$ ]] || header="$header, a header of one system, outside of files *_posix.c, *_windows.c and *_web.c"
        ;;
    esac
    wrong "$file includes $header"
done < <(grep -rE --include='*.[ch]' --include='*.[ch]pp' '^[ \t]*#[ \t]*include' src |
    sed -nE 's/^([^:]*):[ \t]*#[ \t]*include[ \t]*(<[^>]*>|"[^"]*").*/\1:\2/p')

# Headers in private/ belong to their module. The others are its façade: another module, or another header of
# the façade, includes them, and they include nothing private.
includes=$(grep -rE --include='*.[ch]' --include='*.[ch]pp' '^[ \t]*#[ \t]*include[ \t]*"' src |
    sed -nE 's/^src\/([^:]*):[^"]*"([^"]*)".*/\1 \2/p')
while read -r file header; do
    module=${file%%/*}
    [[ $header != */private/* || $header == "$module"/* ]] || wrong "src/$file includes $header, which is private"
    [[ $header != */private/* || $file == *.c || $file == *.[ch]pp || $file == */private/* ]] ||
        wrong "src/$file exposes $header, which is private"
done <<<"$includes"
while read -r header; do
    module=${header%%/*}
    grep -qE " $header\$" <<<"$(grep -vE "^$module/[^ ]*\.(c|cpp) |^$module/.*private/[^ ]* " <<<"$includes")" ||
        wrong "only its own module uses src/$header: move it to a folder private/"
done < <(cd src && find . -name '*.h' ! -path '*/private/*' | sed 's/^\.\///')

while read -r file; do wrong "$file is C++, which only src/app/panel may contain"; done < <(
    find src -name '*.[ch]pp' ! -path 'src/app/panel/*')

# No other file asks which system it is for, or gives a call of a system another meaning. base/format.h knows the
# formats of one compiler.
while IFS=: read -r file line text; do
    [[ $file =~ $seam || $file == src/base/format.h ]] || wrong "$file:$line depends on the system: $text"
done < <(grep -rnE --include='*.[ch]' --include='*.[ch]pp' \
    '\b_WIN(32|64)\b|__(linux|APPLE|unix|MINGW|CYGWIN|GLIBC|EMSCRIPTEN)[A-Z0-9_]*|^[ \t]*#[ \t]*define[ \t]+(f?open|fdopen|close|read|write|l?stat|fstat|rename|remove|unlink|mkdir|rmdir|access|fsync|f?printf|realpath)\b' src)

# ---- symbols -------------------------------------------------------------------------------------

# Sanitizers add symbols of their own. With them only the includes are checked.
if grep -q '^TR_SANITIZE:[A-Z]*=.' "${BUILD_DIR:?}/CMakeCache.txt"; then
    echo "Sanitized build: symbols are not checked"
elif ! command -v nm >/dev/null; then
    echo "Symbols are not checked: nm is missing (Debian package: binutils)"
    [ -s "$errors" ] || exit 77
else
    symbols=$(mktemp)
    trap 'rm -f "$errors" "$symbols"' EXIT
    # One line each: module, source, class, section, name. Objects without a source are left over.
    while read -r object; do
        source=${object##*.dir/}
        [ ! -e "${source%.o}" ] || printf '%s\0' "$object"
    done < <(find "$BUILD_DIR/CMakeFiles" -path '*.dir/src/*' -name '*.o') | xargs -0 -r nm -A --format=sysv |
        awk -F'|' 'NF >= 7 && match($1, /\.dir\/src\/[^:]*\.o:/) {
            source = substr($1, RSTART + 5, RLENGTH - 8); name = substr($1, RSTART + RLENGTH)
            split(source, folders, "/"); section = $7; class = $3
            gsub(/ /, "", name); gsub(/ /, "", section); gsub(/ /, "", class)
            print folders[2], source, class, (section == "" ? "-" : section), name }' >"$symbols"
    [ -s "$symbols" ] || wrong "no object files in $BUILD_DIR"

    awk -v libc_of_pure_modules='
            abs labs llabs floor floorf ceil ceilf trunc truncf sqrt sqrtf fabs fabsf fmin fminf fmax fmaxf fmod fmodf
            rint rintf nearbyint nearbyintf round roundf lround lrint ldexp ldexpf frexp copysign copysignf
            qsort bsearch
            memcpy memmove memset memcmp memchr strpbrk strcspn strspn strlen strnlen strcmp strncmp strchr strrchr strstr strcpy strncpy
            snprintf vsnprintf __assert_fail __stack_chk_fail _GLOBAL_OFFSET_TABLE_
            bcmp __popcountdi2 __memcpy_chk __memset_chk __memmove_chk __snprintf_chk __vsnprintf_chk' '
        function say(text) { print $2 " (" $1 ") " text }
        BEGIN {
            n = split(libc_of_pure_modules, list)
            for (i = 1; i <= n; i++) pure[list[i]] = 1
            n = split("exit _exit _Exit quick_exit abort raise kill", list)
            for (i = 1; i <= n; i++) quits[list[i]] = 1
            n = split("malloc calloc realloc reallocarray free strdup __strdup strndup asprintf vasprintf " \
                      "aligned_alloc posix_memalign", list)
            for (i = 1; i <= n; i++) allocates[list[i]] = 1
            n = split("access close closedir creat creat64 dlopen dup dup2 eglGetDisplay eglInitialize execve faccessat fchmod " \
                      "fcntl fdopen fdopendir fileno flock fopen fopen64 fork freopen fstat fstat64 fsync ftruncate getcwd " \
                      "getpid getrlimit getrusage isatty kill killpg link linkat lseek lseek64 lstat lstat64 mkdir mkdirat " \
                      "mkdtemp mkstemp mmap newlocale open open64 openat openat64 opendir pipe pipe2 poll popen " \
                      "posix_spawn posix_spawnp pread pread64 raise read readdir readdir64 readlink realpath remove rename " \
                      "renameat rmdir select setlocale sigaction signal stat stat64 symlink sysconf system tmpfile " \
                      "tmpfile64 uname unlink unlinkat uselocale usleep waitpid write", list)
            for (i = 1; i <= n; i++) of_system[list[i]] = 1
            n = split("fopen fopen64 fdopen freopen open open64 openat creat fwrite fputs fprintf __fprintf_chk " \
                      "remove unlink rename", list)
            for (i = 1; i <= n; i++) files[list[i]] = 1
            below["base"] = "base"
            below["json"] = "json base"
            below["pack"] = "pack base"
            below["noise"] = "noise base"
            below["recipe"] = "recipe base"
            below["terrain"] = "terrain noise base"
            below["fields"] = "fields images terrain noise recipe base"
            below["planet"] = "planet fields terrain noise recipe base"
            below["png"] = "png base"
            below["images"] = "images png noise base"
            below["texture"] = "texture planet recipe noise base"
            below["scene"] = "scene json pack png fields recipe noise base"
            below["measure"] = "measure scene planet recipe noise base"
            below["light"] = "light recipe base"
            below["export"] = "export noise texture light json png scene planet recipe base"
            below["library"] = "library export scene planet recipe noise base"
            below["editor"] = "editor planet scene json recipe base"
            below["live"] = "live export scene planet recipe base"
            below["render"] = "render light scene planet recipe base"
            below["app"] = "app editor live render export scene planet recipe noise images base"
            below["bench"] = "bench live images png texture render export scene planet recipe noise base"
            below["cli"] = "cli app bench png measure live render export scene planet fields recipe noise base"
            pure_modules = " noise recipe terrain fields planet "
            no_files = pure_modules "render "
        }
        NR == FNR { # first pass: where every symbol is defined
            if ($3 != "U" && $3 ~ /[A-Z]/) home[$5] = $1
            next
        }
        $3 ~ /^[Uw]$/ {
            name = $5
            if (name in home && index(" " below[$1] " ", " " home[name] " ") == 0)
                say("refers to " name " of module " home[name])
            if (index(pure_modules, " " $1 " ") && !(name in home) && !(name in pure))
                say("refers to " name ", which may touch files, the clock, the locale or differ between machines")
            if ((name in quits) && $1 != "cli" && !(name == "kill" && $2 == "src/base/process_posix.c"))
                say("refers to " name ": only main ends the program")
            if ((name in of_system) && $2 !~ /_(posix|windows|web)\.c$/)
                say("refers to " name ": only files *_posix.c, *_windows.c and *_web.c call the system")
            if ((name in allocates) && $2 != "src/base/memory.c")
                say("refers to " name ": memory comes from base/memory.h")
            if ((name in files || name ~ /^tr_atomic_/) && index(no_files, " " $1 " "))
                say("refers to " name ": this module touches no files")
            if (name ~ /^(gl[A-Z]|glad_|glfw[A-Z]|egl[A-Z])/ && $1 !~ /^(render|app)$/)
                say("refers to " name ": no OpenGL here")
            if (name ~ /^glfw[A-Z]/ && $1 == "render")
                say("refers to " name ": no window here")
        }
        # Mutable variables. Constants are excepted: tables of pointers that only the loader writes
        # (.data.rel.ro), and the settings of stb, which nothing sets.
        $3 ~ /^[BbDdCSs]$/ && $4 !~ /^\.data\.rel\.ro/ && $1 !~ /^(app|cli)$/ && $2 !~ /^src\/(base\/memory|export\/stb_write|images\/stb_file)\.c$/ {
            say("has a global variable: " $5)
        }' "$symbols" "$symbols" | sort -u | tee -a "$errors"

    # No cycles between files: A refers to a symbol of B, and B, directly or through others, to one of A. may(A,
    # B, WHY): the one call A -> B that is excepted. There must be exactly one such call of a pair.
    awk 'function may(from, to, why) { excused["src/" from, "src/" to] = why }
        BEGIN {
            may("fields/sites.c", "fields/spots.c",
                "spots use sites like others, but spots alone may show the centres of a twist: that law is in one place")
        }
        NR == FNR { # first pass: where every symbol is defined
            if ($3 != "U" && $3 ~ /[A-Z]/) home[$5] = $2
            next
        }
        $3 ~ /^[Uw]$/ && ($5 in home) && home[$5] != $2 {
            called = home[$5]
            if (($2, called) in excused) used[$2, called] = 1
            else if (!(($2, called) in arrow)) { arrow[$2, called] = $5; calls[$2] = calls[$2] " " called }
        }
        function visit(file, from,   list, n, i) { # finds everything that `from` can reach
            n = split(calls[file], list)
            for (i = 1; i <= n; i++)
                if (!((from, list[i]) in reached)) { reached[from, list[i]] = 1; visit(list[i], from) }
        }
        function meet(a, b) { return (a, b) in reached && (b, a) in reached }
        END {
            for (file in calls) visit(file, file)
            for (pair in arrow) {
                split(pair, ends, SUBSEP)
                if (meet(ends[1], ends[2]))
                    print ends[1] " calls " ends[2] " (" arrow[pair] "), which calls it in a circle"
            }
            for (pair in excused) {
                split(pair, ends, SUBSEP)
                if (!(pair in used) || !((ends[2], ends[1]) in reached))
                    print ends[1] " and " ends[2] " are no circle: take them out of the table here"
            }
        }' "$symbols" "$symbols" | sort | tee -a "$errors"

    # Rows of `terrella bench` measure functions that commands use: each function called by the bench has
    # another caller.
    awk 'BEGIN {
            excused["tr_offscreen_finish"] = "waits until OpenGL has drawn, which the window does by swapping"
            excused["tr_path_make_temporary"] = "is where rows write"
            excused["tr_memory_forget_peak"] = excused["tr_memory_peak_mb"] = "measure rows"
            excused["tr_surface_create"] = "is tr_surface_make without a watch"
            excused["tr_surface_operations"] = excused["tr_scratch_operations"] = "say what was counted"
        }
        $3 != "U" && $3 ~ /[A-Z]/ { home[$5] = $1 }
        $3 ~ /^[Uw]$/ && $1 == "bench" { timed[$5] = $2 }
        $3 ~ /^[Uw]$/ && $1 != "bench" { called[$5] = 1 }
        END {
            for (name in timed)
                if (name in home && home[name] != "bench" && !(name in called) && !(name in excused))
                    print timed[name] " times " name ", which no command runs"
        }' "$symbols" | sort | tee -a "$errors"
fi

if [ -s "$errors" ]; then
    echo "$(wc -l <"$errors") breaches of the modules' rules"
    exit 1
fi
echo "The modules follow their rules."
