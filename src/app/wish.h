// What a user asks for with keys, with the mouse over the picture, or in the panel. Input and the panel write
// it down, actions carry it out: they do not know each other.
#pragma once
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum tr_wish_kind {
    TR_WISH_NOTHING,
    // `by` is the direction, where there is one.
    TR_WISH_TYPE,
    TR_WISH_SEED, // 1: a new one; -1: the one before
    TR_WISH_NOISINESS,
    TR_WISH_PERSISTENCE,
    TR_WISH_OCTAVES,
    TR_WISH_RADIUS,
    TR_WISH_PLANET,
    TR_WISH_PAUSE,
    TR_WISH_CLOUDS,
    TR_WISH_CHANNEL, // by: a tr_view_channel
    TR_WISH_LAYOUT,
    TR_WISH_GRID,
    TR_WISH_QUALITY,
    TR_WISH_RESET,
    TR_WISH_EXPORT,
    TR_WISH_SHEET, // by: a tr_sheet, which opens; TR_SHEET_NONE: it closes
    TR_WISH_ENTER, // what the sheet in front offers, or what is chosen in the gallery
    TR_WISH_SCREENSHOT,
    // Of the sheet that takes pictures and films.
    TR_WISH_PICTURE,        // what the sheet says
    TR_WISH_PICTURE_SIZE,   // dx, dy pixels
    TR_WISH_PICTURE_FOLDER, // `text`
    TR_WISH_PICTURE_NAME,   // of the file: `text`; "": as the planet
    TR_WISH_PICTURE_CLEAR,  // `by`: with nothing behind the planet
    TR_WISH_SHOT_KIND,      // by: a tr_shot_kind
    TR_WISH_SHOT_FILE,      // by: a tr_reel_kind, of films
    TR_WISH_SHOT_LENGTH,    // dx seconds
    TR_WISH_SHOT_RATE,      // `by` pictures a second
    TR_WISH_SHOT_PLACE,     // here is where a flight begins: `by` 0, or where it ends: 1
    TR_WISH_SHOT_FORGET,    // and no longer
    TR_WISH_SHOT_CANCEL,
    TR_WISH_PANEL,
    TR_WISH_HELP,
    TR_WISH_FULLSCREEN,
    TR_WISH_SCALE, // of the interface: larger, smaller, 0: as usual
    TR_WISH_FOCUS, // from the planet to the panel and back
    TR_WISH_BACK,  // closes what is in front
    TR_WISH_QUIT,
    TR_WISH_UNDO,
    TR_WISH_REDO,
    TR_WISH_SAVE, // under its name, or asks for one; by 2: and then what waits for that goes on
    TR_WISH_SHARE,
    TR_WISH_PASTE,
    // The hand went by dx, dy, in units of the window, y down.
    TR_WISH_ORBIT,
    TR_WISH_LOOK,
    TR_WISH_SUN,
    TR_WISH_TURN, // by a key: the planet, by: a tr_direction
    TR_WISH_TILT, // and the camera
    TR_WISH_ZOOM, // dy clicks nearer
    TR_WISH_FIND, // by its name
    TR_WISH_SHOW, // the row, layer or coat `path` in the panel
    TR_WISH_TO_LAYOUT,
    TR_WISH_PICK, // what is under the mouse; by: a second click
    TR_WISH_UNPICK,
    // Of the panel. path and text are what the comments say.
    TR_WISH_CHANGE,    // the parameter `path` becomes `text`, by the movement `hand` of a hand
    TR_WISH_TAKE_BACK, // what the movement `hand` has changed, as if it had never been
    TR_WISH_RESET_ALL, // nothing of the planet differs any more from what its type and its seed give
    TR_WISH_UNSET,     // the parameter `path` is again what the seed drew
    TR_WISH_LOCK,      // the parameter `path` stays with new seeds, or no longer: `by`
    TR_WISH_TO_TYPE,   // the type `text`
    TR_WISH_TO_SEED,   // what `text` says
    TR_WISH_TO_PLANET, // the planet number `by`
    TR_WISH_TO_SUN,    // dx degrees across, dy degrees up
    TR_WISH_ADD_BODY,  // of the type `text`, round the one that is looked at: `by` 1
    TR_WISH_REMOVE_BODY,
    TR_WISH_TIME_RATE,  // dx times
    TR_WISH_EXPOSURE,   // dx EV
    TR_WISH_TO_QUALITY, // `by` - 1, a tr_quality or -1
    // Of the sheet that exports, by what `by` is.
    TR_WISH_EXPORT_ALL,    // 1: all planets of the scene, 0: this one
    TR_WISH_EXPORT_TARGET, // the number of a target; -1: none
    TR_WISH_EXPORT_LAYOUT, // a tr_layout
    TR_WISH_EXPORT_WIDTH,
    TR_WISH_EXPORT_PART,   // one of its parts comes in or goes out
    TR_WISH_EXPORT_FOLDER, // `text`
    TR_WISH_EXPORT_NAME,   // `text`; "": as the planet
    TR_WISH_CANCEL_EXPORT,
    TR_WISH_SHOW_FOLDER, // of exports or pictures, in the desktop's program for that, by: a tr_chooser_purpose
    TR_WISH_NEW_FOLDER,  // the folder `text` is made, and listed, and chosen by a wish of the kind `by`
    TR_WISH_FINISH,      // the export that is running, and then close the window
    TR_WISH_OPEN,        // the file, share line or type `text`
    TR_WISH_SAVE_AS,     // the file `text`
    TR_WISH_DROP,        // the file `text`, the first of `by`
    TR_WISH_BROWSE,      // with the desktop's own dialogue, by: a tr_chooser_purpose (private/chooser.h)
    TR_WISH_GO_ON,       // what waits for an answer, whatever is not saved
    // Of the tabs Colour and Layers. text: "rrggbb", where it is a colour.
    TR_WISH_SWATCH,      // the swatch number `by` becomes `text`, by the movement `hand`
    TR_WISH_SWATCH_BACK, // the swatch number `by` is again what the seed drew
    TR_WISH_HARMONY,     // all swatches: harmony number `by`, or of a die: -1
    TR_WISH_STOP_COLOUR, // stop number `by` of the gradient `path` becomes `text`, by `hand`
    TR_WISH_STOP_MOVE,   // it stands at dx, by `hand`
    TR_WISH_STOP_ADD,    // one more at dx
    TR_WISH_STOP_REMOVE,
    TR_WISH_ELEMENT,        // the rows of the element `path` are wanted; "": of none
    TR_WISH_ELEMENT_ON,     // it counts, or no longer: `by`
    TR_WISH_ELEMENT_SOLO,   // it alone counts in its list, or no longer: `by`
    TR_WISH_ELEMENT_REMOVE, // it goes
    TR_WISH_ELEMENT_MOVE,   // it goes by one place: `by`
    TR_WISH_ELEMENT_ADD,    // a layer of the kind `text`
    // Of the gallery and the filmstrip. `by` of items and frames is their number.
    TR_WISH_GALLERY,        // opens it, closes it
    TR_WISH_GALLERY_CHOOSE, // an item
    TR_WISH_GALLERY_MORE,
    TR_WISH_BREED, // relatives of what is chosen, or looked at
    TR_WISH_DIAL,  // dx: from sibling to stranger
    TR_WISH_STAR,  // what is chosen, or looked at
    TR_WISH_STRIP, // folds it, unfolds it
    TR_WISH_FRAME, // goes back to a frame
    TR_WISH_FRAME_STAR,
    TR_WISH_FRAME_PIN,
    TR_WISH_SWAP,          // `by`: shows the pinned planet, or what it hides
    TR_WISH_COMPARE,       // the pinned planet beside this one, or none any more
    TR_WISH_COMPARE_FRAME, // a frame beside it
    TR_WISH_COMPARE_END,
    TR_WISH_DIVIDE, // dx: the left one's share
    // Of rows and what stands beside them (row_actions.c).
    TR_WISH_RINGS,          // the planet gets some, or loses them: `by`
    TR_WISH_NAME,           // the planet is called `text`; by: that is to be typed
    TR_WISH_FLY,            // to the planet number `by`
    TR_WISH_LAND,           // down over the middle of the view
    TR_WISH_ENHANCE,        // the height map of the sheet, begins
    TR_WISH_ENHANCE_CANCEL, // and ends
    TR_WISH_ENHANCE_TIMES,  // `by` times as many samples along each side
    TR_WISH_ENHANCE_WRAP,   // by: a tr_enhance_wrap
    TR_WISH_ENHANCE_FILE,   // the file `text` is written
    TR_WISH_MEND,           // the field `path`, whose text was no good, has another one
} tr_wish_kind;

typedef enum tr_direction { TR_LEFT, TR_RIGHT, TR_UP, TR_DOWN } tr_direction;

// What comes to the front.
typedef enum tr_sheet {
    TR_SHEET_NONE,
    TR_SHEET_OPEN,
    TR_SHEET_SAVE,
    TR_SHEET_EXPORT,
    TR_SHEET_PICTURE,
    TR_SHEET_ENHANCE
} tr_sheet;
enum { TR_SHEETS = TR_SHEET_ENHANCE + 1 };

// What is taken: one picture, the planet that turns round once, or a way from one view to another.
typedef enum tr_shot_kind { TR_SHOT_PICTURE, TR_SHOT_TURNTABLE, TR_SHOT_FLIGHT, TR_SHOT_KINDS } tr_shot_kind;

enum { TR_WISH_PATH_BYTES = 256, TR_WISH_TEXT_BYTES = 1024 };

typedef struct tr_wish {
    tr_wish_kind kind;
    int by;
    double dx, dy;
    int key; // of GLFW's numbers, that went down; 0: none
    uint64_t hand;
    char path[TR_WISH_PATH_BYTES], text[TR_WISH_TEXT_BYTES];
} tr_wish;

// In the order of their events. Zero-initialised: none.
typedef struct tr_wishes {
    tr_wish *list;
    int count, room;
} tr_wishes;

// A wish that there is no memory for is lost.
void tr_wishes_add(tr_wishes *wishes, const tr_wish *wish);
void tr_wishes_clear(tr_wishes *wishes);

#ifdef __cplusplus
}
#endif
