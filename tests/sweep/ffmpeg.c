// A stand-in for ffmpeg that has all the memory it wants: linked statically, so no failing allocator is loaded
// into it. What it is given becomes the video.
#include <unistd.h>

int main(void) {
    char bytes[4096];
    for (ssize_t got; (got = read(STDIN_FILENO, bytes, sizeof bytes)) > 0;)
        if (write(3, bytes, (size_t)got) != got)
            return 1;
    return 0;
}
