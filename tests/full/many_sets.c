// Many full sets in one process, by the library, of all types in turn. No set leaves memory blocks, descriptors
// or threads, and the process does not grow. Prints what it measured.
//     many_sets SETS WIDTH FOLDER
#include "terrella/terrella.h"

#include <dirent.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static atomic_long blocks;

static void *take(void *context, size_t bytes) {
    (void)context;
    void *block = malloc(bytes);
    blocks += block != NULL;
    return block;
}

static void *take_more(void *context, void *block, size_t bytes) {
    (void)context;
    void *moved = realloc(block, bytes);
    blocks += moved && !block;
    return moved;
}

static void give_back(void *context, void *block) {
    (void)context;
    blocks--;
    free(block);
}

static void need(bool kept, const char *what, const char *why) {
    if (kept)
        return;
    fprintf(stderr, "%s: %s\n", what, why);
    exit(1);
}

static int entries(const char *folder) {
    int count = 0;
    DIR *all = opendir(folder);
    need(all != NULL, folder, "cannot be read");
    while (readdir(all))
        count++;
    closedir(all);
    return count;
}

// Resident memory of the process, in KB.
static long resident_kb(void) {
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    need(file && fscanf(file, "%*d %ld", &pages) == 1, "/proc/self/statm", "cannot be read");
    fclose(file);
    return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

static void export_set(tr_context *context, const char *type, uint64_t seed, int width, const char *folder) {
    tr_error error = {0};
    tr_recipe *recipe = NULL;
    tr_planet *planet = NULL;
    static tr_export_result result;
    const tr_export_options options = {.directory = folder, .stem = "set", .width = width};
    tr_status status = tr_recipe_of_type(type, seed, &recipe, &error);
    if (!status)
        status = tr_planet_create(context, recipe, NULL, &planet, &error);
    if (!status)
        status = tr_planet_export(planet, &options, NULL, &result, &error);
    need(!status, type, error.message);
    // the folder holds this set and nothing else
    need(entries(folder) == result.count + 2, type, "leaves other files");
    tr_planet_destroy(planet);
    tr_recipe_destroy(recipe);
}

int main(int argc, char **argv) {
    need(argc == 4, "many_sets", "SETS WIDTH FOLDER");
    const int sets = atoi(argv[1]), width = atoi(argv[2]);
    char types[64][TR_NAME_BYTES];
    tr_error error = {0};
    tr_context *context = NULL;
    need(!tr_set_allocator(&(tr_allocator){take, take_more, give_back, NULL}, &error), "allocator",
         error.message);
    const int type_count = tr_type_list(types, 64);
    need(sets >= 3 * type_count, "many_sets", "too few sets for three of each type");
    need(!tr_context_create(NULL, &context, &error), "context", error.message);
    // Permanent allocations are made by the first sets of each type.
    long first_blocks = 0, most_kb = 0, later_kb = 0;
    int descriptors = 0, threads = 0;
    for (int i = 0; i < sets; i++) {
        export_set(context, types[i % type_count], 1 + (uint64_t)(i / type_count), width, argv[3]);
        const long kb = resident_kb();
        if (i == 0)
            first_blocks = blocks, descriptors = entries("/proc/self/fd"), threads = entries("/proc/self/task");
        need(blocks == first_blocks, types[i % type_count], "leaves blocks of memory");
        need(entries("/proc/self/fd") == descriptors, types[i % type_count], "leaves descriptors");
        need(entries("/proc/self/task") == threads, types[i % type_count], "leaves threads");
        if (i < 2 * type_count)
            most_kb = kb > most_kb ? kb : most_kb;
        else
            later_kb = kb > later_kb ? kb : later_kb;
    }
    printf("%d sets of %d: %ld KB at most after the first two of each type, %ld KB later; %d descriptors, %d "
           "threads\n",
           sets, width, most_kb, later_kb, descriptors - 3, threads - 2);
    // memory use differs by seed, and the C library keeps some freed memory
    need(later_kb <= most_kb + most_kb / 5, "memory", "the process grows");
    tr_context_destroy(context);
    need(blocks == 0, "memory", "blocks are left at the end");
    return 0;
}
