#include "export/private/image_layout.h"

#include "export/private/image.h"
#include "export/target.h"

enum { faces = 6 };

// Orders of faces that programs expect: as in a cube map's memory, and a cross unfolded round +Z.
static const int in_order[faces] = {0, 1, 2, 3, 4, 5};
static const int z_up[faces] = {6, 7, 8, 9, 10, 11}; // for a cube with z up
static const int cross[12] = {-1, 2, -1, -1, 1, 4, 0, 5, -1, 3, -1, -1};

static const struct layout {
    int columns, rows;
    const int *faces;
} layouts[TR_LAYOUT_COUNT] = {
    [TR_LAYOUT_EQUIRECT] = {1, 1, NULL},     [TR_LAYOUT_CUBE] = {1, 1, in_order},
    [TR_LAYOUT_CUBE_ROW] = {6, 1, in_order}, [TR_LAYOUT_CUBE_COLUMN] = {1, 6, in_order},
    [TR_LAYOUT_CUBE_CROSS] = {4, 3, cross},  [TR_LAYOUT_TILES] = {1, 1, in_order},
    [TR_LAYOUT_GEODETIC] = {1, 1, NULL},
};

const char *tr_layout_name(tr_layout layout) {
    static const char *const names[TR_LAYOUT_COUNT] = {"equirect",   "cube",  "cube-row", "cube-column",
                                                       "cube-cross", "tiles", "geodetic"};
    return names[layout];
}

tr_status tr_layout_check_width(tr_layout layout, int width, tr_error *error) {
    if (tr_layout_is_pyramid(layout)) // tr_export checks it
        return TR_OK;
    if (!tr_layout_is_cube(layout))
        return tr_map_check_width(width, error);
    return tr_patch_check((tr_patch){TR_CUBE, 0, width, 0, 0, width, width}, error);
}

// ---- squares -------------------------------------------------------------------------------------

int tr_squares_across(const tr_export_job *job) {
    const int widest = job->target && job->layout == TR_LAYOUT_EQUIRECT ? job->target->widest : 0;
    int across = 1;
    while (widest && across < TR_SQUARES_ACROSS && job->width > across * widest)
        across *= 2;
    return across;
}

int tr_square_udim(const tr_export_job *job, int index) {
    const int across = tr_squares_across(job);
    return 1001 + index % across + 10 * (index / across);
}

tr_status tr_squares_check(const tr_export_job *job, tr_error *error) {
    const int across = tr_squares_across(job);
    if (across == 1)
        return TR_OK;
    if (job->width > across * job->target->widest)
        return tr_fail(error, TR_BAD_USAGE, "a set for %s is at most %d wide, not %d", job->target->name,
                       across * job->target->widest, job->width);
    if (job->width % across != 0)
        return tr_fail(error, TR_BAD_USAGE,
                       "a set for %s that is wider than %d is cut into squares: %d is not a multiple of %d",
                       job->target->name, job->target->widest, job->width, across);
    return TR_OK;
}

enum { squares = TR_SQUARES_ACROSS * TR_SQUARES_ACROSS / 2 };
static const char *const square_names[squares] = {"1001", "1002", "1003", "1004",
                                                  "1011", "1012", "1013", "1014"};
static const char *const face_names[faces] = {"px", "nx", "py", "ny", "pz", "nz"};

const char *tr_image_layout_name(int index) {
    return index < faces ? face_names[index] : index < faces + squares ? square_names[index - faces] : NULL;
}

static tr_image_layout get_square(const tr_export_job *job, int index) {
    const int across = tr_squares_across(job), side = job->width / across, row = index / across;
    tr_image_layout image = {.cell = tr_whole_map(job->width), .columns = 1, .rows = 1};
    image.cell.x = index % across * side;
    image.cell.y = (across / 2 - 1 - row) * side; // rows of UDIM begin in the south
    image.cell.width = image.cell.height = side;
    image.name = square_names[TR_SQUARES_ACROSS * row + index % across];
    return image;
}

// ---- images --------------------------------------------------------------------------------------

int tr_image_layout_count(const tr_export_job *job, tr_file_format format) {
    const int across = tr_squares_across(job);
    if (across > 1)
        return across * across / 2;
    return job->layout == TR_LAYOUT_CUBE && !tr_format_is_gpu(format) ? faces : 1;
}

tr_image_layout tr_image_layout_get(const tr_export_job *job, tr_file_format format, int index) {
    if (tr_squares_across(job) > 1)
        return get_square(job, index);
    const bool alone = tr_image_layout_count(job, format) == faces,
               all = job->layout == TR_LAYOUT_CUBE && !alone;
    const struct layout *layout = &layouts[all ? TR_LAYOUT_CUBE_COLUMN : job->layout];
    tr_image_layout image = {.cell = tr_whole_map(job->width),
                             .columns = layout->columns,
                             .rows = layout->rows,
                             .faces = layout->faces,
                             .name = alone ? face_names[index] : ""};
    const int border = tr_target_border(job->target, job->layout);
    if (layout->faces)
        image.cell = (tr_patch){TR_CUBE, 0, job->width - 2 * border, -border, -border, job->width, job->width};
    if (alone)
        image.faces += index;
    if (all && job->target && job->target->z_up)
        image.faces = z_up;
    if (tr_layout_is_pyramid(job->layout))
        image.cell.width = image.cell.height = job->tiles.size + 2 * job->tiles.border;
    return image;
}

bool tr_image_layout_cell(const tr_image_layout *image, int column, int row, tr_patch *patch) {
    *patch = image->cell;
    if (image->faces) {
        const int face = image->faces[row * image->columns + column];
        patch->face = face < 0 ? 0 : face;
        return face >= 0;
    }
    return true;
}

const char *tr_image_layout_axis(const double direction[3]) {
    static const char *const names[3][2] = {{"+X", "-X"}, {"+Y", "-Y"}, {"+Z", "-Z"}};
    const int axis = direction[0] != 0 ? 0 : direction[1] != 0 ? 1 : 2;
    return names[axis][direction[axis] < 0];
}
