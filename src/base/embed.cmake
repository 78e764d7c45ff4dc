# cmake -DFILES=a;b -DOUTPUT=c -P embed.cmake: writes the C file that implements embed.h, from files named
# relative to the working directory and sorted; NAME=PATH stands for a file that lies elsewhere.
set(arrays "")
set(table "")
set(index 0)
foreach(entry IN LISTS FILES)
  string(REGEX REPLACE "=.*" "" name "${entry}")
  string(REGEX REPLACE "^[^=]*=" "" path "${entry}")
  file(READ "${path}" hex HEX)
  file(SIZE "${path}" size)
  string(REGEX REPLACE "(..)" "\\\\x\\1" bytes "${hex}") # a text, which compilers read much faster than numbers
  string(APPEND arrays "static const char file_${index}[] = \"${bytes}\";\n")
  string(APPEND table "    {\"${name}\", file_${index}, ${size}},\n")
  math(EXPR index "${index} + 1")
endforeach()

file(WRITE "${OUTPUT}" "// Made by embed.cmake.
#include \"base/embed.h\"
#include <string.h>

${arrays}
static const tr_embedded_file files[] = {
${table}    {NULL, NULL, 0},
};

const tr_embedded_file *tr_embedded_files(size_t *count) {
    *count = ${index};
    return files;
}

const tr_embedded_file *tr_embedded_find(const char *name) {
    for (const tr_embedded_file *file = files; file->name; file++)
        if (strcmp(file->name, name) == 0)
            return file;
    return NULL;
}
")
