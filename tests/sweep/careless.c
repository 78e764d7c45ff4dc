// A program that does not check allocations, so the sweep must report it. Its argument selects the fault.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int count, char **words) {
    const char *how = count > 1 ? words[1] : "";
    char *text = malloc(32);
    if (!text && strcmp(how, "exit") == 0)
        return 3;
    if (!text && strcmp(how, "quiet") == 0)
        return 6;
    if (!text && strcmp(how, "other") == 0)
        return puts("nothing") < 0;
    if (!text && strcmp(how, "hang") == 0)
        pause();
    if (!text && strcmp(how, "litter") == 0) {
        FILE *file = fopen("half.part", "w");
        fputs("no memory\n", stderr);
        return file ? 6 : 70;
    }
    if (!text && strcmp(how, "careful") == 0) {
        fputs("no memory\n", stderr);
        return 6;
    }
    strcpy(text, "right");
    puts(text);
    free(text);
    return 0;
}
