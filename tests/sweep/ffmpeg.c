// A stand-in for ffmpeg. It is linked statically, so no failing allocator is preloaded into it. It writes its
// input as the video.
#include <unistd.h>

int main(void) {
    char bytes[4096];
    for (ssize_t got; (got = read(STDIN_FILENO, bytes, sizeof bytes)) > 0;)
        if (write(3, bytes, (size_t)got) != got)
            return 1;
    return 0;
}
