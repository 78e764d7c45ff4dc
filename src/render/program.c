#include "render/private/program.h"
#include <cglm/cglm.h>

#include "base/embed.h"
#include "base/memory.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static const char every_program[] = "shadow.frag"; // is part of each program

static const tr_embedded_file *find_embedded(const char *file) {
    char name[64];
    snprintf(name, sizeof name, "shaders/%s", file);
    return tr_embedded_find(name);
}

// The text of a file, or NULL.
static const char *find_text(const tr_programs *programs, const char *file) {
    for (int i = 0; i < programs->replaced_count; i++)
        if (programs->replaced[i].text && strcmp(programs->replaced[i].file, file) == 0)
            return programs->replaced[i].text;
    const tr_embedded_file *embedded = find_embedded(file);
    return embedded ? embedded->text : NULL;
}

// What follows the first line, which is the version.
static const char *after_version(const char *text) {
    const char *line_end = strchr(text, '\n');
    return line_end ? line_end + 1 : "";
}

// Compiles one file; 0 after a failure.
static GLuint compile(const tr_programs *programs, GLenum stage, const char *file, const char *defines,
                      tr_error *error) {
    const char *text = find_text(programs, file);
    if (!text) {
        tr_fail(error, TR_BUG, "the shader %s is missing from the program", file);
        return 0;
    }
    // #version must stay the first line, so the defines are inserted after it; #line keeps the line numbers of
    // the log. In OpenGL ES a program has one fragment shader, which has the text that is part of each program.
    const bool es = tr_gl_is_es();
    const char *more = es && stage == GL_FRAGMENT_SHADER ? find_text(programs, every_program) : NULL;
    const tr_embedded_file *version = tr_embedded_find("src/export/targets/web.glsl");
    const char *const parts[] = {es && version ? version->text : "#version 330 core\n", defines, "#line 2\n",
                                 after_version(text), more ? after_version(more) : ""};
    const GLuint shader = glCreateShader(stage);
    glShaderSource(shader, sizeof parts / sizeof parts[0], parts, NULL);
    glCompileShader(shader);
    GLint compiled = GL_FALSE;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
    if (compiled)
        return shader;
    char log[768] = "";
    glGetShaderInfoLog(shader, sizeof log, NULL, log);
    glDeleteShader(shader);
    tr_fail(error, TR_BUG, "the shader shaders/%s does not compile: %s", file, log);
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

// Sets the texture units of the samplers in the program in use.
static void set_units(const tr_program *program) {
    static const struct {
        tr_uniform sampler;
        int unit;
    } units[] = {{TR_UNIFORM_albedo_map, TR_UNIT_ALBEDO},
                 {TR_UNIFORM_normal_map, TR_UNIT_NORMAL},
                 {TR_UNIFORM_emission_map, TR_UNIT_EMISSION},
                 {TR_UNIFORM_specular_map, TR_UNIT_GLOSS},
                 {TR_UNIFORM_clouds_map, TR_UNIT_CLOUDS},
                 {TR_UNIFORM_height_map, TR_UNIT_HEIGHT},
                 {TR_UNIFORM_horizon_map, TR_UNIT_HORIZON},
                 {TR_UNIFORM_near_texels, TR_UNIT_NEAR_TEXELS},
                 {TR_UNIFORM_near_pages, TR_UNIT_NEAR_PAGES},
                 {TR_UNIFORM_radius_map, TR_UNIT_RADIUS},
                 {TR_UNIFORM_slant_map, TR_UNIT_SLANT},
                 {TR_UNIFORM_shade_map, TR_UNIT_SHADE},
                 {TR_UNIFORM_sight_map, TR_UNIT_SIGHT},
                 {TR_UNIFORM_ring_map, TR_UNIT_RING},
                 {TR_UNIFORM_galaxy_map, TR_UNIT_GALAXY},
                 {TR_UNIFORM_detail_map, TR_UNIT_DETAIL},
                 {TR_UNIFORM_air_light_map, TR_UNIT_AIR_LIGHT},
                 {TR_UNIFORM_air_through_map, TR_UNIT_AIR_THROUGH},
                 {TR_UNIFORM_air_ground_map, TR_UNIT_AIR_GROUND},
                 {TR_UNIFORM_transmittance_map, TR_UNIT_TRANSMITTANCE},
                 {TR_UNIFORM_many_map, TR_UNIT_MANY},
                 {TR_UNIFORM_ground_map, TR_UNIT_HEIGHT},
                 {TR_UNIFORM_ramp_map, TR_UNIT_RAMP},
                 {TR_UNIFORM_layer, TR_UNIT_LAYER},
                 {TR_UNIFORM_glow, TR_UNIT_GLOW}};
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        glUniform1i(program->at[units[i].sampler], units[i].unit);
}

static tr_status create_program(const tr_programs *programs, const struct tr_program_entry *entry,
                                tr_program *program, tr_error *error) {
    static const char *const names[] = {
#define TR_X(name) #name,
        TR_UNIFORM_TABLE(TR_X)
#undef TR_X
    };
    const int count = tr_gl_is_es() ? 2 : 3;
    const GLuint shaders[] = {
        compile(programs, GL_VERTEX_SHADER, entry->vertex, "", error),
        compile(programs, GL_FRAGMENT_SHADER, entry->fragment, entry->defines, error),
        count == 3 ? compile(programs, GL_FRAGMENT_SHADER, every_program, entry->defines, error) : 0};
    tr_status status = shaders[0] && shaders[1] && shaders[count - 1] ? TR_OK : TR_BUG;
    if (status == TR_OK) {
        program->id = glCreateProgram();
        for (int i = 0; i < count; i++)
            glAttachShader(program->id, shaders[i]);
        status = link_program(program->id, entry->fragment, error);
    }
    for (int i = 0; i < 3; i++)
        glDeleteShader(shaders[i]); // 0 is ignored; attached shaders live as long as their program
    if (status != TR_OK) {
        glDeleteProgram(program->id);
        program->id = 0;
        return status;
    }
    for (int i = 0; i < TR_UNIFORM_COUNT; i++)
        program->at[i] = glGetUniformLocation(program->id, names[i]);
    glUseProgram(program->id);
    set_units(program);
    return TR_OK;
}

static void delete_programs(tr_programs *programs) {
    for (int i = 0; i < programs->count; i++)
        glDeleteProgram(programs->entries[i].program.id);
    memset(programs->entries, 0, sizeof programs->entries);
    programs->count = 0;
}

static struct tr_program_entry *find_entry(tr_programs *programs, const char *vertex, const char *fragment,
                                           const char *defines) {
    assert(strlen(defines) < TR_DEFINES_BYTES);
    for (int i = 0; i < programs->count; i++) {
        struct tr_program_entry *entry = &programs->entries[i];
        if (strcmp(entry->vertex, vertex) == 0 && strcmp(entry->fragment, fragment) == 0 &&
            strcmp(entry->defines, defines) == 0)
            return entry;
    }
    if (programs->count == TR_MOST_PROGRAMS)
        delete_programs(programs);
    struct tr_program_entry *entry = &programs->entries[programs->count++];
    entry->vertex = vertex;
    entry->fragment = fragment;
    snprintf(entry->defines, sizeof entry->defines, "%s", defines);
    return entry;
}

const tr_program *tr_programs_use(tr_programs *programs, const char *vertex, const char *fragment,
                                  const char *defines) {
    if (tr_watch_stopped(&programs->watch))
        return NULL;
    struct tr_program_entry *entry = find_entry(programs, vertex, fragment, defines);
    tr_program *program = &entry->program;
    if (program->id == 0 && (programs->failure.status != TR_OK ||
                             create_program(programs, entry, program, &programs->failure) != TR_OK))
        return NULL;
    if (!programs->nothing)
        glGenVertexArrays(1, &programs->nothing);
    glBindVertexArray(programs->nothing);
    glUseProgram(program->id);
    return program;
}

void tr_programs_begin(tr_programs *programs, bool hasty) {
    programs->hasty = hasty;
    programs->spare = programs->count > 0;
    programs->missing = false;
}

bool tr_programs_have_time(tr_programs *programs) {
    const bool had = programs->spare || !programs->hasty;
    programs->spare = false;
    programs->missing |= !had;
    return had;
}

const tr_program *tr_programs_use_spare(tr_programs *programs, const char *vertex, const char *fragment,
                                        const char *defines) {
    if (programs->hasty && find_entry(programs, vertex, fragment, defines)->program.id == 0 &&
        !tr_programs_have_time(programs))
        return NULL;
    return tr_programs_use(programs, vertex, fragment, defines);
}

static bool is_made_from(const struct tr_program_entry *entry, const char *file) {
    return entry->program.id != 0 && (strcmp(file, entry->vertex) == 0 || strcmp(file, entry->fragment) == 0 ||
                                      strcmp(file, every_program) == 0);
}

// Compiles all programs that use a file again; if one fails, none is replaced.
static tr_status compile_anew(tr_programs *programs, const char *file, tr_error *error) {
    tr_status status = TR_OK;
    tr_program *fresh = tr_calloc((size_t)programs->count + 1, sizeof *fresh);
    if (!fresh)
        return tr_fail(error, TR_NO_MEMORY, "no memory for shaders");
    for (int i = 0; i < programs->count && status == TR_OK; i++)
        if (is_made_from(&programs->entries[i], file))
            status = create_program(programs, &programs->entries[i], &fresh[i], error);
    for (int i = 0; i < programs->count; i++) {
        const tr_program old = programs->entries[i].program;
        if (status == TR_OK && fresh[i].id) {
            programs->entries[i].program = fresh[i];
            fresh[i] = old;
        }
        glDeleteProgram(fresh[i].id); // 0 is ignored
    }
    tr_free(fresh);
    glUseProgram(0);
    return status;
}

// The entry for a file's replaced text; a new entry has none yet.
static struct tr_replaced_shader *find_place(tr_programs *programs, const tr_embedded_file *embedded) {
    const char *file = strrchr(embedded->name, '/') + 1;
    int i = 0;
    while (i < programs->replaced_count && strcmp(programs->replaced[i].file, file) != 0)
        i++;
    assert(i < TR_MOST_SHADERS);
    programs->replaced[i].file = file;
    programs->replaced_count += i == programs->replaced_count;
    return &programs->replaced[i];
}

tr_status tr_programs_reload(tr_programs *programs, const char *file, const char *text, tr_error *error) {
    const tr_embedded_file *embedded = find_embedded(file);
    if (!embedded)
        return tr_fail(error, TR_BAD_INPUT, "there is no shader shaders/%s", file);
    struct tr_replaced_shader *place = find_place(programs, embedded);
    char *old = place->text;
    place->text = tr_strdup(text);
    const tr_status status = place->text ? compile_anew(programs, file, error)
                                         : tr_fail(error, TR_NO_MEMORY, "no memory for shaders");
    if (status == TR_OK) {
        tr_free(old);
        programs->failure = (tr_error){0}; // programs that did not compile are tried again
    } else {
        tr_free(place->text);
        place->text = old;
    }
    return status;
}

void tr_programs_draw_within(const tr_programs *programs, GLenum mode, GLsizei count, const GLint area[4]) {
    const bool whole = !programs->watch.stopped || mode == GL_POINTS;
    const int most = TR_STRIP_PX / (area[2] > 0 ? area[2] : 1), rows = whole ? area[3] : most > 0 ? most : 1;
    glEnable(GL_SCISSOR_TEST);
    for (int y = 0; y < area[3] && !tr_watch_stopped(&programs->watch); y += rows) {
        const int above = area[3] - y;
        glScissor(area[0], area[1] + y, area[2], above < rows ? above : rows);
        glDrawArrays(mode, 0, count);
        if (programs->watch.stopped)
            glFinish();
    }
    glDisable(GL_SCISSOR_TEST);
}

void tr_programs_draw(const tr_programs *programs, GLenum mode, GLsizei count) {
    GLint viewport[4];
    if (!programs->watch.stopped) {
        glDrawArrays(mode, 0, count);
        return;
    }
    glGetIntegerv(GL_VIEWPORT, viewport);
    tr_programs_draw_within(programs, mode, count, viewport);
}

void tr_programs_destroy(tr_programs *programs) {
    delete_programs(programs);
    for (int i = 0; i < programs->replaced_count; i++)
        tr_free(programs->replaced[i].text);
    glDeleteVertexArrays(1, &programs->nothing);
    *programs = (tr_programs){0};
}

void tr_program_set_matrix(GLint location, const tr_mat *matrix) {
    mat3 columns; // column-major, as OpenGL requires
    for (int i = 0; i < 3; i++)
        glm_vec3_copy((vec3){(float)matrix->row[i].x, (float)matrix->row[i].y, (float)matrix->row[i].z},
                      columns[i]);
    glm_mat3_transpose(columns);
    glUniformMatrix3fv(location, 1, GL_FALSE, columns[0]);
}

void tr_program_set_vec(GLint location, tr_vec v) { glUniform3f(location, (float)v.x, (float)v.y, (float)v.z); }

void tr_program_set_light(GLint location, const double rgb[3]) {
    glUniform3f(location, (float)rgb[0], (float)rgb[1], (float)rgb[2]);
}

void tr_program_set_projection(const tr_program *program, const tr_placement *placement) {
    const double *tangent = placement->tangent, *grow = placement->part_grow;
    glUniform2f(program->at[TR_UNIFORM_projection], (float)(grow[0] / tangent[0]),
                (float)(grow[1] / tangent[1]));
    glUniform2f(program->at[TR_UNIFORM_shift], (float)placement->part_shift[0],
                (float)placement->part_shift[1]);
}
