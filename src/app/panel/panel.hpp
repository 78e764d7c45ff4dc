// Shared declarations of the panel. Each tab, bar and dialog has its own file. It lays itself out from the
// window's state and sends the user's input as commands.
#pragma once
// The headers that C headers include come first, because they must not be within extern "C". In libc++ before
// C++23, <stdatomic.h> must follow all headers that include <atomic>.
#include <GLFW/glfw3.h>
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <imgui/imgui.h>
#include <math.h>
#include <stdalign.h>
#include <stdatomic.h>

// All C headers that the panel uses. They have no extern "C" themselves.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-field-initializers" // of designated ones, which C leaves at 0
extern "C" {
#include "app/private/click_guard.h"
#include "app/private/letters.h"
#include "app/private/page.h"
#include "app/private/state.h"
#include "app/private/system_font.h"
#include "app/private/views.h"
#include "app/shortcuts.h"
#include "base/embed.h"
#include "base/hash.h"
#include "base/maths.h"
#include "base/memory.h"
#include "editor/colour_name.h"
#include "editor/labels.h"
#include "editor/listing.h"
#include "editor/number.h"
#include "editor/rings.h"
#include "editor/strokes.h"
#include "live/thumbnails.h"
#include "planet/strokes.h"
#include "planet/surface.h"
#include "render/gl.h"
}
#pragma GCC diagnostic pop

// A key that was pressed or released, or a character.
struct tr_key_event {
    unsigned character; // 0: a key
    int key, scancode, action, mods;
    uint64_t presses; // changes of the left button before it
};

// The text of a field in a dialog: the window's value until the user types.
struct tr_kept_text {
    char text[TR_COMMAND_TEXT_BYTES];
    bool typed;
};

// The text in a field that is not its value yet, because it is being typed or is invalid.
enum { TR_TYPED_BYTES = 64 };
struct tr_typed_text {
    ImGuiID id; // of the field
    char text[TR_TYPED_BYTES];
    char why[TR_FORM_WHY_BYTES]; // why it is invalid; "": it is valid
    bool active, refused;        // in the last update; whether it was left or entered while invalid
    bool shown;                  // in this update
    bool in_row;                 // it is of no dialog: another planet drops it
    bool stays;                  // it is kept while the field has no focus or is not shown
};

struct ImGuiWindow;

struct tr_panel {
    GLFWwindow *window;
    // Events that are held back (keys.cpp).
    tr_key_event held[256];
    int held_count = 0;
    uint64_t keys = 0, keys_passed = 0;                         // events received, and events passed on
    uint64_t presses = 0, presses_seen = 0, presses_passed = 0; // changes of the left button that were
                                                                // received, seen by an update, and laid out
    bool expects_field = false;                                 // a shortcut that opens a field has not been
                                                                // carried out yet
    int keys_come = 0;                             // updates left until a field that asked for the keys has
                                                   // them
    bool has_keys = false;                         // whether the panel has the keys, since the last update
    bool has_typed = false, has_commanded = false; // characters, and keys that type none, since the last update
    bool is_down = false, has_come = false;        // the left button; the mouse has been moved to its next
                                                   // change
    bool saw_press = false;                        // in the last update
    tr_click_guard click_guard = {};
    bool hushed = false; // no tooltips from a press until the mouse leaves what was pressed
    float scale;
    double wanted_scale = 0; // from the next update; 0: unchanged
    ImFont *title_font;
    tr_letters letters = {}; // requested from the fonts, and new ones of the last update
    int new_letters = 0;
    tr_system_fonts *system_fonts = nullptr; // created for the first letter that the embedded typeface lacks
    tr_system_font fonts[8] = {};
    int font_count = 0;
    bool text_is_edited;             // in any field
    bool text_is_in_front = false;   // in a dialog or popup, which Esc closes
    bool front_is_open, close_front; // a list or a popup
    bool list_is_open = false;       // it has the arrow keys, Enter and letters, however it was opened
    char list_word[32] = "";         // typed into it: an item that begins so gets the focus
    double list_typed_at = 0;        // seconds, of its last letter
    bool finds_item = false;         // a letter came since the last update
    bool focused;                    // Tab and arrows go from widget to widget
    int take_focus;                  // with the next update: by its first widget 1, or its last one -1
    bool asks = false;               // a question is in front
    tr_typed_text typed[32] = {};
    int typed_count = 0;
    uint64_t typed_planet = 0; // a hash of the edited planet; another planet drops the typed texts
    ImGuiID typed_next = 0;    // the field that gets the keys; 0: none
    bool is_refused = false;   // a number in the dialog in front is invalid
    bool slider_is_focused = false, types_number = false; // and what was typed there is a number
    bool enter_is_down = false;
    ImGuiID clicked_row = 0;          // its slider or number was clicked; keeps the focus until the next press
    ImGuiID focus_next = 0;           // the slider that gets the focus back from its text field
    tr_command_queue after_text = {}; // commands that follow after a field has sent its text
    double before = 0;                // the value of the last slider before it was dragged
    uint64_t drag_id;                 // increases with every drag
    float bar_height;                 // of the bar at the top
    ImVec2 message_low = {};          // in the last update; at the bottom if there is no message
    char help_text[64] = {};          // the search text of the help
    char help_page[64] = {};          // a page of the manual, such as "knobs.md"; "": the shortcuts
    bool shows_help = false;          // in the last update; characters are then not shortcuts
    bool help_entered = false;        // Enter in its search: opens the first result; the search keeps the focus
    bool help_moved = false;          // the page or the search has changed since the last update
    ImVec2 low, high;                 // the panel's rectangle in the last update; empty when it was hidden
    bool tall = false;                // the window is narrow and tall, and the panel a drawer at its bottom
    int drawer = 1;                   // where that rests: low, half, high
    float pulled = 0;                 // its height while it is pulled; 0: it rests
    float covered_foot = 0;           // height of the drawer, or of a dialog in its place
    ImGuiWindow *scrolled = nullptr;  // by a finger
    ImVec2 scrolled_from = {};
    ImVec2 bar_low, bar_high;
    char shown_path[192];      // the row, layer or paint layer to highlight; "": none
    bool go_to_path;           // scroll to it in the next update
    bool takes_keys = false;   // and give it the keyboard focus
    bool picker_types = false; // the user types a colour code
    char find_text[96];
    int new_body = -1; // the type of the next body; -1: barren
    int find_at;       // the row that Enter takes
    bool open_finder, is_finding;
    bool tabs = false;                     // a Tab goes to another widget in this update
    bool goes_on = false;                  // Tab was pressed in that field
    bool ask_again;                        // the field for a path gets the focus again
    tr_dialog dialog;                      // in front in the last update
    float sheet_most = 0, sheet_rest = 0;  // maximum height of a dialog; the part outside its body
    float body_height = 0, body_shown = 0; // height of its contents; visible height
    bool unsettled = false;                // the layout needs another update
    int gallery_columns, gallery_chosen;   // in the last update
    float history_height;                  // at the bottom; 0: collapsed or hidden
    int history_count;
    ImVec2 strip_low, strip_high, divider_low, divider_high; // as low and high
    int carried = -1;                                        // the frame that is dragged; -1: none
    char open_text[TR_COMMAND_TEXT_BYTES] = {}, save_text[TR_COMMAND_TEXT_BYTES] = {};
    bool enters_path = false; // Enter outside of the text field of the dialog that opens or saves a file
    tr_kept_text export_folder = {}, export_name = {}, picture_folder = {}, picture_name = {},
                 enhance_file = {}, map_channel = {};
    tr_listing listing = {};                         // of the folder in the open dialog
    char listing_wanted[TR_LISTING_PATH_BYTES] = {}; // another folder for the next update; "": none
    int listing_at = -1;                             // the selected entry
    int listing_for = -1;      // the tr_chooser_purpose of a list that chooses a folder; -1: none
    bool names_folder = false; // a new folder, whose name is being typed
    char folder_text[TR_LISTED_NAME_BYTES] = {};
    int tab = 0; // the visible one
    // The tab Colour: selected items; -1: none.
    int swatch = -1, gradient = -1, stop = -1;
    float picked[3] = {};
    float picker_top = 0; // top of the row whose colour is edited
    ImVec2 picker_size = {};
    bool dragged = false;
    double span[2] = {}; // of the dragged stop's gradient, when the drag began

    // The tab Layers.
    char search[64] = {};
    char soloed[TR_CONTROL_PATH_BYTES] = {};

    // The tab Paint.
    bool paints = false, painted = false; // it is visible, in this update and in the last one
    bool holds_time = false;              // it has paused the time
    char stroke_search[64] = {};
    ImGuiID clicked_line = 0;              // of a list, which opens; 0: none
    float clicked_top = 0;                 // where it is
    char stroke_shown[TR_NAME_BYTES] = {}; // the selected stroke in the last update
    float strokes_height = 0;              // of all rows of the list

    // Rows and related widgets.
    char planet_name[64] = {}; // being typed into the bar
    bool naming = false, take_name = false;
    int type_at = 0; // selected with the arrow keys
    bool types_are_open = false, layers_are_seen = false;
    bool true_sizes = false; // of beads

    // During an update:
    const tr_app *app;     // as it is
    const tr_press *press; // the next change of the left button; NULL: none
    tr_command_queue *commands;
    int command_count;
};

namespace panel {

// Windows without a frame at a fixed position, and cards over the picture, which do not take the focus.
const ImGuiWindowFlags plain_window =
    ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings;
const ImGuiWindowFlags card_window = plain_window | ImGuiWindowFlags_NoFocusOnAppearing;

extern const ImVec4 accent, quiet, alarm, link_colour;

void set_style(float scale, bool tall); // style.cpp

// How far the export is, 0 … 1; negative: none is running.
inline double export_progress(const tr_app *app) {
    return app->output.running ? app->output.percent / 100.0 : -1;
}
inline bool is_rendering(const tr_app *app) { return app->capture.phase != TR_SHOT_NONE; }
// Whether the front question is about opening another planet; otherwise it is about closing the window.
inline bool opens_another(const tr_app *app) { return app->waiting.kind != TR_OPENS_NOTHING; }

// ---- keys (keys.cpp) -----------------------------------------------------------------------------

// Installs callbacks in front of those of the window and of Dear ImGui.
void install_keys(tr_panel *panel);
// The next field gets the keyboard focus soon, and the characters that are typed until then.
void give_keys(tr_panel *panel);
void await_field(tr_panel *panel);             // the next update has such a field
void end_keys(tr_panel *panel, bool has_keys); // at the end of an update
// Whether widgets are gone through by keys; from one of the ends of the window that was begun last on, where
// that is wanted; and by Tab through all of them, before they are laid out and after.
void use_keyboard(tr_panel *panel, bool wanted);
void enter_window(tr_panel *panel);
void begin_tabbing(tr_panel *panel);
void end_tabbing(tr_panel *panel);
// Call at the end of an update: a clicked row that is no longer shown loses the focus.
void end_clicked_row(tr_panel *panel);
void focus_item(); // the last one

// ---- narrow, tall windows (drawer.cpp) -------------------------------------------------------------

bool is_tall(const tr_panel *panel);
// Where the picture begins beside the panel, and ends above the drawer.
float left_of_picture(const tr_panel *panel);
float foot_of_picture(const tr_panel *panel);
// The window of the panel as a drawer, to be ended with ImGui::End(). False: it only shows the tabs.
bool begin_drawer(tr_panel *panel);
void raise_drawer(tr_panel *panel); // so that it shows more than tabs
// Takes a press or release. Whether it begins to scroll what is below the finger. follow_finger: does it,
// before an update.
bool begin_scroll(tr_panel *panel, const tr_press *press);
void follow_finger(tr_panel *panel);

// ---- letters (letters.cpp) -----------------------------------------------------------------------

// Makes the fonts at the panel's scale, with all requested letters. False: no memory, or too large for OpenGL;
// the fonts stay unchanged.
bool make_fonts(tr_panel *panel);
// After a frame is laid out: collects letters that were not requested from the fonts yet. Returns whether there
// are any.
bool collect_letters(tr_panel *panel);
// Before the next frame: adds these letters, from system fonts if the embedded typeface lacks them.
void add_letters(tr_panel *panel);
void free_fonts(tr_panel *panel);

// ---- commands (widgets.cpp) ------------------------------------------------------------------------

void command(tr_panel *panel, tr_command_kind kind, int number = 0);
void add_command(tr_panel *panel, const tr_command &command);
void command_number(tr_panel *panel, tr_command_kind kind, double x, double y = 0);
void command_text(tr_panel *panel, tr_command_kind kind, const char *text);
void command_item(tr_panel *panel, tr_command_kind kind, const char *text, int number);
void command_edit(tr_panel *panel, tr_command_kind kind, const char *path, const char *text, uint64_t drag_id,
                  int number = 0, double x = 0);

// ---- typed text (typed.cpp) ----------------------------------------------------------------------

// Shows at a place of the screen why a text is invalid, over what is there, so that nothing moves.
void note_over(tr_panel *panel, ImVec2 at, const char *text);
// Errors that the window finds in a field: whether there is one, the reason, and the note. Call mend() after
// the field: it clears the error when the text changes.
bool is_wrong(const tr_panel *panel, const char *field);
const char *why_wrong(const tr_panel *panel, const char *field); // NULL: it is valid
void field_error_note(tr_panel *panel, const char *field);
// The note of a dialog, at its left edge, and the outcome of its last work.
void sheet_note(const tr_panel *panel, const char *field);
void outcome(const tr_panel *panel);
void mend(tr_panel *panel, const char *field);
// Call after a text field: the panel then keeps the keys while it is typed in. also: it gets the keys with the
// next update.
void mind_text(tr_panel *panel, bool also = false);

// The text that is typed into a field, or NULL.
tr_typed_text *typed_text(tr_panel *panel, ImGuiID id);
tr_typed_text *keep_typed(tr_panel *panel, ImGuiID id, const char *text);
void forget_typed(tr_panel *panel, ImGuiID id);
// A text field that validates its text. After Enter an invalid text stays until it is corrected; typed_note()
// shows why. If the field loses the focus, an invalid text is dropped with a message that begins with `stays`,
// such as "Seed stays 7"; in a dialog, and if keeps is true, it stays. Returns true once the user typed a valid
// text that differs from `shown`.
typedef void (*judge_text)(const void *rule, const char *text, char why[TR_FORM_WHY_BYTES]);
bool judged_field(tr_panel *panel, const char *id, const char *shown, const char *stays, judge_text judge,
                  const void *rule, char text[TR_TYPED_BYTES], bool keeps = false);
// A row with the name of a stroke or place, which can be changed: the command gets both names. id: "##" and the
// name of the row in the trace.
void name_row(tr_panel *panel, const char *id, const char *name, tr_command_kind kind);
// Call at the end of an update: drops texts of rows that are no longer shown, and of other planets.
void drop_typed(tr_panel *panel);
void typed_note(tr_panel *panel, const char *id);
// A judged_field for numbers. begin_number() turns a slider into such a field in the next update.
bool number_field(tr_panel *panel, const char *id, const char *name, double *value, const tr_number_form &form);
void begin_number(tr_panel *panel, ImGuiID id, double value);

// ---- widgets (widgets.cpp) -----------------------------------------------------------------------

float scaled(const tr_panel *panel, float pixels);
// The width of labels, which are left of their values.
float label_width(const tr_panel *panel);
// Shortens a text to a width, with dots where it is cut; times: size relative to the font.
void fit(const char *text, float width, char *out, size_t size, float times = 1);
inline bool begins(const char *text, const char *with) {
    return std::strncmp(text, with, std::strlen(with)) == 0;
}
// Whether a text contains another one, ignoring case.
bool contains(const char *text, const char *part);
bool contains(const char *text, const char *end, const char *part); // in a part of a text
// Whether a key was pressed since the last update, without repeats. is_enter_pressed: Enter on the main
// keyboard or the keypad.
bool is_pressed(ImGuiKey key);
bool is_enter_pressed();
// The colour of a label: brighter where its value differs from what the seed gives.
ImVec4 label_colour(bool differs);
// A label at the left; the next item fills the rest of the line.
void label(const tr_panel *panel, const char *text);
// A horizontal line across the content.
void line(const tr_panel *panel);
// A dimmed text, wrapped.
void hint(const char *text);
void section(const tr_panel *panel, const char *title);
// A line of a list whose parameters open below it. Returns whether it was clicked. It stays under the mouse if
// another one above it closes instead, as far as the list scrolls.
bool opening_line(tr_panel *panel, const char *name, bool open);
// A tooltip of the last item, shown when the mouse rests on it.
void explain(const char *text);
// Reports the place of the last item to tests.
void place(const tr_panel *panel, const char *name);
void placef(const tr_panel *panel, const char *format, ...) TR_PRINTF(2, 3);
// text_button: a button with a tooltip; `at` is its name for tests. tool: the next item is on the same line.
// guard_button: call after a button that replaces another one, so that clicks for the old one are ignored.
void guard_button(tr_panel *panel);
bool text_button(const tr_panel *panel, const char *text, const char *at, const char *what = "",
                 ImVec2 size = ImVec2(0, 0));
bool tool(const tr_panel *panel, const char *text, const char *at, const char *what);
// Call inside an open list or popup.
void mind_front(tr_panel *panel);
// A list that opens at the press, so that one drag or two clicks select an item; and an item of it. If it is
// open, end it with ImGui::EndCombo().
bool begin_list(tr_panel *panel, const char *id, const char *shown, int flags = 0);
bool list_item(tr_panel *panel, const char *name, bool chosen);
void follow_list(tr_panel *panel); // at the start of an update
// Whether a name begins with the word that is typed into the open list. True only once for each letter.
bool is_typed(tr_panel *panel, const char *name);
bool is_dragged(); // whether the last press of the left button became a drag
// A menu in the bar, for items that do not fit. If it is open, end it with ImGui::EndPopup().
bool begin_bar_menu(tr_panel *panel, const char *name);
bool choice(tr_panel *panel, const char *id, const char *shown, const char *const *names, int count,
            int *chosen);
// A highlight behind the next row, which was found by the search.
void mark_found(const tr_panel *panel);
// Whether the finder has just found the row, by its path or its label, and gives it the keyboard focus.
bool is_wanted(const tr_panel *panel, const char *name);

// ---- rows (rows.cpp) -----------------------------------------------------------------------------

// A plain slider for a number of the view, with its default.
bool slider(tr_panel *panel, const char *name, double *value, const tr_number_form &form, double usual,
            bool logarithmic = false);
// A small reset button, active if there is something to reset. Returns whether it was pressed.
bool reset_arrow(tr_panel *panel, bool lit);
// A row of a parameter: label, slider with a tick at the seed's own value, number, reset, padlock.
void control_row(tr_panel *panel, const tr_control *control);

// ---- parts ---------------------------------------------------------------------------------------

void top_bar(tr_panel *panel);                // top_bar.cpp
void shape_tab(tr_panel *panel);              // shape.cpp
void colour_tab(tr_panel *panel);             // colour.cpp
void paint_tab(tr_panel *panel);              // paint.cpp
void paint_marks(tr_panel *panel, bool over); // paint_marks.cpp: in the picture; over: the mouse is
// Colours (colour.cpp). pick_colour: the colour that the picker begins with. begin_picker opens a popup beside
// the panel, so that the changed colours stay visible; end it with ImGui::EndPopup(). colour_picker: a square,
// a hue bar and a field for the number. Returns whether the colour was changed; text: "rrggbb". index: of the
// colour.
void pick_colour(tr_panel *panel, const uint8_t *srgb);
bool begin_picker(tr_panel *panel, const char *name);
bool colour_picker(tr_panel *panel, const char *name, int index, char text[8]);
bool colour_button(const tr_panel *panel, const char *id, const uint8_t *srgb, ImVec2 size);
void layers_tab(tr_panel *panel); // layers.cpp
// A row of an element's parameter: of any kind.
void element_row(tr_panel *panel, const tr_element_row *row);
void light_tab(tr_panel *panel); // light.cpp
void rings_tab(tr_panel *panel); // rings.cpp
// A gradient by its number, with the picker of its stops when expanded.
void gradient_row(tr_panel *panel, int index); // colour.cpp
// A menu of types with pictures. True when another one was chosen.
bool types_menu(tr_panel *panel, const char *id, const char *shown, int *chosen); // types.cpp
void system_tab(tr_panel *panel);                                                 // system.cpp
void finder(tr_panel *panel);                                                     // finder.cpp
void legend(tr_panel *panel);                                                     // view.cpp
void view_switch(tr_panel *panel);                                                // view.cpp: in the bar
void lit_hint(tr_panel *panel);                                                   // in the colour tab
void view_menu(tr_panel *panel);                                                  // in a narrow bar
float width_of_view(const tr_panel *panel);                                       // of the switch
void place_card(tr_panel *panel);                                                 // place.cpp
void near_card(tr_panel *panel);                                                  // status.cpp
void status_line(tr_panel *panel);                                                // status.cpp
void body_marks(tr_panel *panel);                                                 // system.cpp: in the picture
void gallery(tr_panel *panel); // gallery.cpp: instead of bar and panel
void history(tr_panel *panel); // history.cpp
// The thumbnail of a planet by its key, or a placeholder until it is rendered. starred: with a star.
void globe(const tr_panel *panel, uint64_t key, bool starred, ImVec2 low, float side); // gallery.cpp
void star(ImVec2 centre, float radius, ImU32 colour);                                  // gallery.cpp
// Two planets side by side, and the target for dropping one. compare.cpp
void compare(tr_panel *panel);
bool is_over_picture(const tr_panel *panel);
unsigned picture_of(const tr_panel *panel, uint64_t key); // its texture; 0: not available yet. gallery.cpp
void help_overlay(tr_panel *panel);                       // help.cpp
// The list of the manual's pages that contain the search text, and the selected page.
void manual_list(tr_panel *panel); // manual.cpp
void manual_page(tr_panel *panel); // manual.cpp
// A window at the right below the bar, as high as needed; call end_dialog() in any case. False: it is closed.
// Its body scrolls if necessary, so that head and foot are always visible.
bool begin_dialog(tr_panel *panel, const char *title, float width); // dialog.cpp
void begin_body(tr_panel *panel);
void end_body(tr_panel *panel);
void end_dialog(tr_panel *panel);
// One option of a list.
struct list_entry {
    char name[96];
    const char *what;
    int value;
};
// A list of choices, of which one has the value `chosen`; tests know it as "SHEET NAME". Explanations on hover.
void choice_list(tr_panel *panel, const char *dialog, const char *name, const list_entry *choices, int count,
                 int chosen, tr_command_kind kind); // dialog.cpp
// Whether a text fits beside the two buttons in the footer of a dialog. Otherwise put the text into the body,
// which scrolls.
bool foot_has_room(const tr_panel *panel);
// The main button of a dialog. start_button places it in the footer, with a tooltip, grey if it is not enabled.
// at: its name for tests.
bool main_button(const char *text, float width);
float foot_button_width(const tr_panel *panel);
bool start_button(tr_panel *panel, const char *text, const char *at, const char *what, bool enabled = true);
// The footer of a dialog while its work runs: a progress bar (done: 0 … 1) and the button that cancels it.
void progress_row(tr_panel *panel, double done, const char *text, const char *at, tr_command_kind cancel);
// A text field of a dialog. It shows the window's value until the user types. When another widget gets the
// focus, or the dialog closes, the text is sent by a command.
void kept_text(tr_panel *panel, const char *id, tr_kept_text *kept, size_t size, const char *value,
               tr_command_kind kind);
void leave_text(tr_panel *panel, tr_kept_text *kept, tr_command_kind kind);
// The list of a folder, by files.cpp: a click selects, a double click or Enter opens. The name of the selected
// file goes into text; returns true when it is to be opened. kind: the command that chooses a folder;
// TR_COMMAND_NOTHING: files are listed, too.
void list_folder(tr_panel *panel, const char *folder);
bool listing(tr_panel *panel, tr_command_kind kind, char *text, size_t size);
// Lists the folder that is selected in the list. False: none is.
bool enter_folder(tr_panel *panel);
// A button that opens a folder in the desktop's file manager. It is left of the main button in the footer.
void folder_button(tr_panel *panel, const char *at, tr_chooser_purpose purpose);
// A row for a folder: a text field, and a button for the system's file dialog or the panel's own list.
void folder_row(tr_panel *panel, const char *at, tr_kept_text *kept, const char *value, tr_command_kind kind,
                tr_chooser_purpose purpose);
void dialogs(tr_panel *panel);        // dialogs.cpp: the open one
void open_dialog(tr_panel *panel);    // open.cpp
void save_dialog(tr_panel *panel);    // open.cpp
void export_dialog(tr_panel *panel);  // export.cpp
void picture_dialog(tr_panel *panel); // picture_dialog.cpp
// The progress of the picture or video that is being rendered, as text.
void say_rendering(const tr_capture *capture, char text[96]); // picture_dialog.cpp
void map_dialog(tr_panel *panel);                             // map.cpp
void map_note(const tr_panel *panel, const char *map);        // what the maps on the screen took that map for
void map_marks(tr_panel *panel);                              // the outline of the region of the sheet's map
extern const char *const map_kinds[TR_OWN_CHANNEL + 1];       // map.cpp: their names for users
void own_maps(tr_panel *panel);                               // own_maps.cpp: in the tab Shape
void places(tr_panel *panel);                                 // places.cpp: in the tab Shape
void place_marks(tr_panel *panel);                            // places.cpp: in the picture
void enhance_dialog(tr_panel *panel);                         // enhance.cpp
// Asks before changes are lost, because the window is closed or another planet opened. It is laid out last,
// because Dear ImGui 1.86 blocks windows that appear behind a modal one.
void close_dialog(tr_panel *panel); // dialogs.cpp
// Asks before a file is replaced.
void replace_dialog(tr_panel *panel); // dialogs.cpp

} // namespace panel
