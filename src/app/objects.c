#include "app/private/objects.h"

#include <glad/gl.h>

enum { most = 4096 };

uint64_t tr_objects_count(void) {
    uint64_t count = tr_programs_count();
    for (GLuint name = 1; name < most; name++)
        count += (glIsTexture(name) == GL_TRUE) + (glIsBuffer(name) == GL_TRUE) +
                 (glIsVertexArray(name) == GL_TRUE) + (glIsFramebuffer(name) == GL_TRUE) +
                 (glIsRenderbuffer(name) == GL_TRUE);
    return count;
}

uint64_t tr_programs_count(void) {
    uint64_t count = 0;
    for (GLuint name = 1; name < most; name++)
        count += glIsProgram(name) == GL_TRUE;
    return count;
}
