// What a user asks for with keys, with the mouse over the picture, or in the panel. Input and the panel write
// it down, actions carry it out: they do not know each other.
#pragma once
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum tr_command_kind {
    TR_COMMAND_NOTHING,
    // `by` is the direction, where there is one.
    TR_COMMAND_TYPE,
    TR_COMMAND_SEED, // 1: a new one; -1: the one before
    TR_COMMAND_NOISINESS,
    TR_COMMAND_PERSISTENCE,
    TR_COMMAND_OCTAVES,
    TR_COMMAND_RADIUS,
    TR_COMMAND_PLANET,
    TR_COMMAND_PAUSE,
    TR_COMMAND_CLOUDS,
    TR_COMMAND_CHANNEL, // by: a tr_view_channel
    TR_COMMAND_LAYOUT,
    TR_COMMAND_GRID,
    TR_COMMAND_QUALITY,
    TR_COMMAND_RESET,
    TR_COMMAND_EXPORT,
    TR_COMMAND_DIALOG, // by: a tr_dialog, which opens; TR_DIALOG_NONE: it closes
    TR_COMMAND_ENTER,  // what the dialog in front offers, or what is chosen in the gallery
    TR_COMMAND_SCREENSHOT,
    // Of the dialog that takes pictures and videos.
    TR_COMMAND_PICTURE,        // what the dialog says
    TR_COMMAND_PICTURE_SIZE,   // dx, dy pixels
    TR_COMMAND_PICTURE_FOLDER, // `text`
    TR_COMMAND_PICTURE_NAME,   // of the file: `text`; "": as the planet
    TR_COMMAND_PICTURE_CLEAR,  // `by`: with nothing behind the planet
    TR_COMMAND_SHOT_KIND,      // by: a tr_shot_kind
    TR_COMMAND_SHOT_FILE,      // by: a tr_reel_kind, of videos
    TR_COMMAND_SHOT_LENGTH,    // dx seconds
    TR_COMMAND_SHOT_RATE,      // `by` pictures a second
    TR_COMMAND_SHOT_PLACE,     // here is where a flight begins: `by` 0, or where it ends: 1
    TR_COMMAND_SHOT_FORGET,    // and no longer
    TR_COMMAND_SHOT_CANCEL,
    TR_COMMAND_PANEL,
    TR_COMMAND_HELP,
    TR_COMMAND_FULLSCREEN,
    TR_COMMAND_SCALE, // of the interface: larger, smaller, 0: as usual
    TR_COMMAND_FOCUS, // by 1: to the first widget of the panel, -1: to the last one, 0: there and back
    TR_COMMAND_BACK,  // closes what is in front
    TR_COMMAND_QUIT,
    TR_COMMAND_UNDO,
    TR_COMMAND_REDO,
    TR_COMMAND_SAVE, // under its name, or asks for one; by 2: and then what waits for that goes on
    TR_COMMAND_SHARE,
    TR_COMMAND_PASTE,
    // The mouse was dragged by dx, dy, in units of the window, y down.
    TR_COMMAND_ORBIT,
    TR_COMMAND_LOOK,
    TR_COMMAND_SUN,
    TR_COMMAND_TURN, // by a key: the planet, by: a tr_direction
    TR_COMMAND_TILT, // and the camera
    TR_COMMAND_ZOOM, // dy clicks nearer
    TR_COMMAND_FIND, // by its name
    TR_COMMAND_SHOW, // the row, layer or paint layer `path` in the panel; by 1: it gets the keys
    TR_COMMAND_TO_LAYOUT,
    TR_COMMAND_PICK, // what is under the mouse; by: a second click
    TR_COMMAND_UNPICK,
    // Of the panel. path and text are what the comments say.
    TR_COMMAND_CHANGE,    // the parameter `path` becomes `text`, by the drag `drag_id`
    TR_COMMAND_TAKE_BACK, // what the drag `drag_id` has changed, as if it had never been
    TR_COMMAND_RESET_ALL, // nothing of the planet differs any more from what its type and its seed give
    TR_COMMAND_UNSET,     // the parameter `path` is again what the seed drew
    TR_COMMAND_LOCK,      // the parameter `path` stays with new seeds, or no longer: `by`
    TR_COMMAND_TO_TYPE,   // the type `text`
    TR_COMMAND_TO_SEED,   // what `text` says
    TR_COMMAND_TO_PLANET, // the planet number `by`
    TR_COMMAND_TO_SUN,    // dx degrees across, dy degrees up
    TR_COMMAND_ADD_BODY,  // of the type `text`, round the one that is looked at: `by` 1
    TR_COMMAND_REMOVE_BODY,
    TR_COMMAND_TIME_RATE,  // dx times
    TR_COMMAND_EXPOSURE,   // dx EV
    TR_COMMAND_TO_QUALITY, // `by` - 1, a tr_quality or -1
    // Of the dialog that exports, by what `by` is.
    TR_COMMAND_EXPORT_ALL,    // 1: all planets of the scene, 0: this one
    TR_COMMAND_EXPORT_TARGET, // the number of a target; -1: none
    TR_COMMAND_EXPORT_LAYOUT, // a tr_layout
    TR_COMMAND_EXPORT_WIDTH,
    TR_COMMAND_EXPORT_OUTPUT, // one of its parts comes in or goes out
    TR_COMMAND_EXPORT_FOLDER, // `text`
    TR_COMMAND_EXPORT_NAME,   // `text`; "": as the planet
    TR_COMMAND_CANCEL_EXPORT,
    TR_COMMAND_SHOW_FOLDER, // of exports or pictures, in the desktop's program for that, by: a
                            // tr_chooser_purpose
    TR_COMMAND_NEW_FOLDER,  // the folder `text` is made, and listed, and chosen by a command of the kind `by`
    TR_COMMAND_FINISH,      // the export that is running, and then close the window
    TR_COMMAND_OPEN,        // the file, share link or type `text`
    TR_COMMAND_SAVE_AS,     // the file `text`
    TR_COMMAND_DROP,        // the file `text`, the first of `by`
    TR_COMMAND_BROWSE,      // with the desktop's own file dialog, by: a tr_chooser_purpose (private/chooser.h)
    TR_COMMAND_REPLACE,     // what the user was asked about; by 0: that stays
    TR_COMMAND_GO_ON,       // what waits for an answer, whatever is not saved
    // Of the tabs Colour and Layers. text: "rrggbb", where it is a colour.
    TR_COMMAND_SWATCH,      // the swatch number `by` becomes `text`, by the drag `drag_id`
    TR_COMMAND_SWATCH_BACK, // the swatch number `by` is again what the seed drew
    TR_COMMAND_HARMONY,     // all swatches: harmony number `by`, or of a die: -1
    TR_COMMAND_STOP_COLOUR, // stop number `by` of the gradient `path` becomes `text`, by `drag_id`
    TR_COMMAND_STOP_MOVE,   // it stands at dx, by `drag_id`
    TR_COMMAND_STOP_ADD,    // one more at dx
    TR_COMMAND_STOP_REMOVE,
    TR_COMMAND_ELEMENT,        // the rows of the element `path` are wanted; "": of none
    TR_COMMAND_ELEMENT_ON,     // it counts, or no longer: `by`
    TR_COMMAND_ELEMENT_SOLO,   // it alone counts in its list, or no longer: `by`
    TR_COMMAND_ELEMENT_REMOVE, // it goes
    TR_COMMAND_ELEMENT_MOVE,   // it goes by one place: `by`
    TR_COMMAND_ELEMENT_ADD,    // a layer of the kind `text`
    // Of the gallery and the history. `by` of items and frames is their number.
    TR_COMMAND_GALLERY,        // opens it, closes it
    TR_COMMAND_GALLERY_CHOOSE, // an item
    TR_COMMAND_GALLERY_MORE,
    TR_COMMAND_BREED,   // relatives of what is chosen, or looked at
    TR_COMMAND_DIAL,    // dx: from sibling to stranger
    TR_COMMAND_STAR,    // what is chosen, or looked at
    TR_COMMAND_HISTORY, // folds it, unfolds it
    TR_COMMAND_FRAME,   // goes back to a frame
    TR_COMMAND_FRAME_STAR,
    TR_COMMAND_FRAME_PIN,
    TR_COMMAND_SWAP,          // `by`: shows the pinned planet, or what it hides
    TR_COMMAND_COMPARE,       // the pinned planet beside this one, or none any more
    TR_COMMAND_COMPARE_FRAME, // a frame beside it
    TR_COMMAND_COMPARE_END,
    TR_COMMAND_DIVIDE, // dx: the left one's fraction
    // Of rows and what stands beside them (row_actions.c).
    TR_COMMAND_RINGS,          // the planet gets some, or loses them: `by`
    TR_COMMAND_NAME,           // the planet is called `text`; by: that is to be typed
    TR_COMMAND_FLY,            // to the planet number `by`
    TR_COMMAND_LAND,           // down over the middle of the view
    TR_COMMAND_ENHANCE,        // the height map of the dialog, begins
    TR_COMMAND_ENHANCE_CANCEL, // and ends
    TR_COMMAND_ENHANCE_SCALE,  // `by` times as many samples along each side
    TR_COMMAND_ENHANCE_WRAP,   // by: a tr_enhance_wrap
    TR_COMMAND_ENHANCE_FILE,   // the file `text` is written
    TR_COMMAND_MEND,           // the field `path`, whose text was no good, has another one
} tr_command_kind;

enum { TR_FOCUS_TOLD = 2 }; // TR_COMMAND_FOCUS: says how a key that was lost leads back to the planet
typedef enum tr_direction { TR_LEFT, TR_RIGHT, TR_UP, TR_DOWN } tr_direction;

// What comes to the front.
typedef enum tr_dialog {
    TR_DIALOG_NONE,
    TR_DIALOG_OPEN,
    TR_DIALOG_SAVE,
    TR_DIALOG_EXPORT,
    TR_DIALOG_PICTURE,
    TR_DIALOG_ENHANCE
} tr_dialog;
enum { TR_SHEETS = TR_DIALOG_ENHANCE + 1 };

// What is taken: one picture, the planet that turns round once, or a way from one view to another.
typedef enum tr_shot_kind { TR_SHOT_PICTURE, TR_SHOT_TURNTABLE, TR_SHOT_FLIGHT, TR_SHOT_KINDS } tr_shot_kind;

enum { TR_COMMAND_PATH_BYTES = 256, TR_COMMAND_TEXT_BYTES = 1024 };

typedef struct tr_command {
    tr_command_kind kind;
    int by;
    double dx, dy;
    int key; // of GLFW's numbers, that went down; 0: none
    uint64_t drag_id;
    char path[TR_COMMAND_PATH_BYTES], text[TR_COMMAND_TEXT_BYTES];
} tr_command;

// In the order of their events. Zero-initialised: none.
typedef struct tr_command_queue {
    tr_command *list;
    int count, capacity;
} tr_command_queue;

// A command that there is no memory for is lost.
void tr_command_queue_add(tr_command_queue *commands, const tr_command *command);
void tr_command_queue_clear(tr_command_queue *commands);

#ifdef __cplusplus
}
#endif
