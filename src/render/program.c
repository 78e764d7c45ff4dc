#include "render/program.h"
#include <cglm/cglm.h>

#include "base/embed.h"

#include <stdio.h>
#include <string.h>

// Compiles one file; 0 after a failure.
static GLuint compile(GLenum stage, const char *file, const char *defines, tr_error *error) {
    char name[64];
    snprintf(name, sizeof name, "shaders/%s", file);
    const tr_embedded_file *source = tr_embedded_find(name);
    if (!source) {
        tr_fail(error, TR_BUG, "the shader %s is missing from the program", name);
        return 0;
    }
    // #version has to stay the first line: the defines go in behind it, and #line keeps the log's numbers
    // right.
    const char *line_end = strchr(source->text, '\n');
    const size_t first = line_end ? (size_t)(line_end - source->text) + 1 : source->size;
    const char *parts[] = {source->text, defines, "#line 2\n", source->text + first};
    const GLint lengths[] = {(GLint)first, (GLint)strlen(defines), -1, (GLint)(source->size - first)};
    const GLuint shader = glCreateShader(stage);
    glShaderSource(shader, 4, parts, lengths);
    glCompileShader(shader);
    GLint compiled = GL_FALSE;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
    if (compiled)
        return shader;
    char log[768] = "";
    glGetShaderInfoLog(shader, sizeof log, NULL, log);
    glDeleteShader(shader);
    tr_fail(error, TR_BUG, "the shader %s does not compile: %s", name, log);
    return 0;
}

static tr_status link_program(GLuint id, const char *fragment, tr_error *error) {
    glLinkProgram(id);
    GLint linked = GL_FALSE;
    glGetProgramiv(id, GL_LINK_STATUS, &linked);
    if (linked)
        return TR_OK;
    char log[768] = "";
    glGetProgramInfoLog(id, sizeof log, NULL, log);
    return tr_fail(error, TR_BUG, "the program of shaders/%s does not link: %s", fragment, log);
}

tr_status tr_program_create(const char *vertex, const char *fragment, const char *defines, tr_program *program,
                            tr_error *error) {
    static const char *const names[] = {
#define TR_X(name) #name,
        TR_UNIFORM_TABLE(TR_X)
#undef TR_X
    };
    const GLuint shaders[] = {compile(GL_VERTEX_SHADER, vertex, "", error),
                              compile(GL_FRAGMENT_SHADER, fragment, defines, error),
                              compile(GL_FRAGMENT_SHADER, "picture.frag", "", error)};
    tr_status status = shaders[0] && shaders[1] && shaders[2] ? TR_OK : TR_BUG;
    if (status == TR_OK) {
        program->id = glCreateProgram();
        for (int i = 0; i < 3; i++)
            glAttachShader(program->id, shaders[i]);
        status = link_program(program->id, fragment, error);
    }
    for (int i = 0; i < 3; i++)
        glDeleteShader(shaders[i]); // 0 is ignored; attached ones live as long as their program
    if (status != TR_OK) {
        tr_program_destroy(program);
        return status;
    }
    for (int i = 0; i < TR_UNIFORM_COUNT; i++)
        program->at[i] = glGetUniformLocation(program->id, names[i]);
    return TR_OK;
}

void tr_program_destroy(tr_program *program) {
    glDeleteProgram(program->id);
    program->id = 0;
}

void tr_program_set_matrix(GLint location, const tr_mat *matrix) {
    mat3 columns; // OpenGL's order
    for (int i = 0; i < 3; i++)
        glm_vec3_copy((vec3){(float)matrix->row[i].x, (float)matrix->row[i].y, (float)matrix->row[i].z},
                      columns[i]);
    glm_mat3_transpose(columns);
    glUniformMatrix3fv(location, 1, GL_FALSE, columns[0]);
}
