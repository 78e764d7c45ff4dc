#!/usr/bin/env bash
# The style of the sources, and shaders that compile. With TR_FULL=1 also clang-tidy, which takes minutes.
set -euo pipefail
cd "${SOURCE_DIR:?}"

for tool in clang-format glslangValidator; do
    command -v $tool >/dev/null || { echo "$tool is missing"; exit 77; }
done
failed=0

mapfile -t sources < <(find src tests third_party -name '*.[ch]' -o -name '*.cpp')
for source in "${sources[@]}"; do
    clang-format --dry-run -Werror "$source" 2>/dev/null || { echo "clang-format -i $source"; failed=1; }
done

# Each shader without its variants and with all of them.
while read -r shader; do
    variants=$(sed -nE 's/^#ifn?def +([A-Z_]+).*/1a #define \1/p' "$shader" | sort -u)
    for insert in '' "$variants"; do
        sed "$insert" "$shader" | glslangValidator --stdin -S "${shader##*.}" || { echo "$shader $insert"; failed=1; }
    done
done < <(find shaders -name '*.vert' -o -name '*.frag' | sort)

if [ -n "${TR_FULL:-}" ]; then
    if ! command -v clang-tidy >/dev/null; then
        echo "clang-tidy is missing" && exit 77
    fi
    # -Wno-…: gcc's options in compile_commands.json that clang does not know.
    find src -name '*.c' -print0 | xargs -0 -P "$(nproc)" -n 2 \
        clang-tidy --quiet -p "${BUILD_DIR:?}" --extra-arg=-Wno-unknown-warning-option || failed=1
fi
exit $failed
