// What the files of the panel share. Each tab, bar and dialog is a file of its own that lays itself out from
// the window's state, and says by commands what the user wants.
#pragma once
// What headers of C include stands first: it must not be within extern "C".
#include <GLFW/glfw3.h>
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
#include <sys/types.h>

// All of C that the panel uses. Its headers know nothing of C++.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-field-initializers" // of designated ones, which C leaves at 0
extern "C" {
#include "app/private/click_guard.h"
#include "app/private/letters.h"
#include "app/private/place_probe.h"
#include "app/private/state.h"
#include "app/private/system_font.h"
#include "app/shortcuts.h"
#include "base/embed.h"
#include "base/hash.h"
#include "editor/colour_name.h"
#include "editor/labels.h"
#include "editor/listing.h"
#include "editor/number.h"
#include "editor/rings.h"
#include "live/thumbnails.h"
#include "scene/seed.h"
}
#pragma GCC diagnostic pop

// A key that went down or up, or a letter that was typed.
struct tr_key_event {
    unsigned character; // 0: a key
    int key, scancode, action, mods;
    uint64_t presses; // of the left button before it, and times that it was let go
};

// A text of a dialog: the window's, until it is typed here.
struct tr_kept_text {
    char text[TR_COMMAND_TEXT_BYTES];
    bool typed;
};

// A text of a field that does not have it yet: it is being typed, or is no good.
enum { TR_TYPED_BYTES = 64 };
struct tr_typed_text {
    ImGuiID id; // of the field
    char text[TR_TYPED_BYTES];
    char why[TR_FORM_WHY_BYTES]; // it is no good; "": it is
    bool active, refused;        // in the last update; it was left or entered, and was no good
    bool shown;                  // in this update
    bool stays;                  // it is of a dialog, which keeps it while it is closed
};

struct tr_panel {
    GLFWwindow *window;
    // Keys on their way (keys.cpp).
    tr_key_event held[256];
    int held_count = 0;
    uint64_t keys = 0, keys_passed = 0;                         // all that came, and went on
    uint64_t presses = 0, presses_seen = 0, presses_passed = 0; // and what they wait for
    bool expects_field = false;                                 // by a shortcut that was not carried out yet
    int keys_come = 0;                             // to a field that asked for them, within so many updates
    bool has_keys = false;                         // the panel, since the last update
    bool has_typed = false, has_commanded = false; // letters, and a key that is none, since the last update
    bool is_down = false, has_come = false;        // the left button; the mouse to where that changes next
    bool saw_press = false;                        // in the last update
    tr_click_guard click_guard = {};
    bool hushed = false; // no explanations: from a press until the mouse has left what was pressed
    float scale;
    double wanted_scale = 0; // with the next update; 0: as it is
    ImFont *title_font;
    tr_letters letters = {}; // that the fonts were asked for, and new ones of the last update
    int new_letters = 0;
    tr_system_fonts *system_fonts = nullptr; // from the first letter on that the embedded typeface lacks
    tr_system_font fonts[8] = {};
    int font_count = 0;
    bool text_is_edited;             // in any field
    bool text_is_in_front = false;   // of a dialog or a popup, which Esc closes
    bool front_is_open, close_front; // a list or a popup
    bool focused;                    // Tab and arrows go from widget to widget
    int take_focus;                  // with the next update: by its first widget 1, or its last one -1
    bool asks = false;               // a question is in front
    tr_typed_text typed[32] = {};
    int typed_count = 0;
    uint64_t typed_planet = 0; // a hash of what is edited while they are typed: another planet drops them
    ImGuiID typed_next = 0;    // the field that gets the keys; 0: none
    bool is_refused = false;   // the dialog in front has a number that is no good
    bool slider_is_focused = false, types_number = false; // and what was typed there is a number
    bool enter_is_down = false;
    ImGuiID clicked_row = 0;          // its slider or number was clicked: it has the focus until the next press
    ImGuiID focus_next = 0;           // the slider whose field was left, by the field: it has the focus again
    tr_command_queue after_text = {}; // commands that follow once a field has let go of its text
    double before = 0;                // the value of the slider that was taken hold of last, before that
    uint64_t drag_id;                 // grows with every movement that begins
    ImGuiID wheel_at;                 // the row that the wheel turned last
    float bar_height;                 // of the bar at the top
    ImVec2 message_low = {};          // of the last update; at the foot where there is none
    char help_text[64] = {};          // that is searched for in the help
    char help_page[64] = {};          // of the manual, such as "knobs.md"; "": the shortcuts
    bool shows_help = false;          // in the last update: no letter is a shortcut then
    bool help_entered = false;        // Enter in its search: the first page found opens, and the search goes on
    bool help_moved = false;          // another page or another search since the last update
    ImVec2 low, high;                 // the panel's rectangle in the last update; empty when it was hidden
    ImVec2 bar_low, bar_high;
    char shown_path[192];      // the row, layer or paint layer that was asked for by its path; "": none
    bool go_to_path;           // with the next update
    bool takes_keys = false;   // and what is typed goes there
    bool picker_types = false; // into the number of the colour
    char find_text[96];
    int new_body = -1; // the type of the next one; -1: barren
    int find_at;       // the answer that Enter takes
    bool open_finder, is_finding;
    bool tabs = false;                     // a Tab goes to another widget in this update
    bool goes_on = false;                  // Tab, from that field
    bool ask_again;                        // the field for a path has the keys again
    tr_dialog dialog;                      // that was in front in the last update
    float sheet_most = 0, sheet_rest = 0;  // how high it may be; of that, what is not its body
    float body_height = 0, body_shown = 0; // of all that is in it
    bool unsettled = false;                // another update shows it otherwise
    int gallery_columns, gallery_chosen;   // of the last update
    float history_height;                  // at the foot; 0: it is folded or hidden
    int history_count;
    ImVec2 strip_low, strip_high, divider_low, divider_high; // as low and high
    int carried = -1;                                        // the frame that is dragged; -1: none
    // Of the dialogs that open and save files; and what was to be saved, and was opened.
    char open_text[TR_COMMAND_TEXT_BYTES] = {}, save_text[TR_COMMAND_TEXT_BYTES] = {};
    char suggested[TR_COMMAND_TEXT_BYTES] = {};
    bool opened = false;
    tr_kept_text export_folder = {}, export_name = {}, picture_folder = {}, picture_name = {},
                 enhance_file = {};
    tr_listing listing = {};                         // that the dialog shows which is open
    char listing_wanted[TR_LISTING_PATH_BYTES] = {}; // another folder, with the next update; "": none
    int listing_at = -1;                             // what is chosen of it
    int listing_for = -1;      // a tr_chooser_purpose: the folder that it chooses; -1: none
    bool names_folder = false; // a new one, whose name is being typed
    char folder_text[TR_LISTED_NAME_BYTES] = {};
    int tab = 0; // that is seen, of their list
    // The tab Colour: what is chosen there; -1: nothing.
    int swatch = -1, gradient = -1, stop = -1;
    float picked[3] = {};
    float picker_top = 0; // of the row that a picker changes
    ImVec2 picker_size = {};
    bool dragged = false;
    double span[2] = {}; // of the gradient whose stop is dragged, when that began

    // The tab Layers.
    char search[64] = {};
    char soloed[TR_CONTROL_PATH_BYTES] = {};

    // Rows and what stands beside them.
    char planet_name[64] = {}; // that is being typed into the bar
    bool naming = false, take_name = false;
    int type_at = 0; // what arrows chose there
    bool types_are_open = false, layers_are_seen = false;
    bool true_sizes = false; // of beads

    // During an update:
    const tr_app *app;     // as it is
    const tr_press *press; // the left button's next change; NULL: there is none
    tr_command_queue *commands;
    int command_count;
};

namespace panel {

extern const ImVec4 accent, quiet, alarm, link_colour;

void set_style(float scale); // style.cpp

// How far the export is, 0 … 1; negative: none is running.
inline double export_progress(const tr_app *app) {
    return app->output.running ? app->output.percent / 100.0 : -1;
}
// The question in front is about another planet that is to be opened; else about the window's end.
inline bool opens_another(const tr_app *app) { return app->waiting.kind != TR_OPENS_NOTHING; }

// ---- keys (keys.cpp) -----------------------------------------------------------------------------

// In front of what the window has, and of Dear ImGui.
void install_keys(tr_panel *panel);
// The field that comes next has the keys soon, and what is typed until then.
void give_keys(tr_panel *panel);
void await_field(tr_panel *panel);             // the next update has such a field
void end_keys(tr_panel *panel, bool has_keys); // at the end of an update
// Whether widgets are gone through by keys; from one of the ends of the window that was begun last on, where
// that is wanted; and by Tab through all of them, before they are laid out and after.
void use_keyboard(tr_panel *panel, bool wanted);
void enter_window(tr_panel *panel);
void begin_tabbing(tr_panel *panel);
void end_tabbing(tr_panel *panel);
// At the end of an update: a row that was clicked and is no longer shown has no focus.
void end_clicked_row(tr_panel *panel);
void focus_item(); // the last one

// ---- letters (letters.cpp) -----------------------------------------------------------------------

// Makes the fonts at the panel's scale, with all letters that were asked for. False: no memory, or more than
// OpenGL takes; the fonts are as they were.
bool make_fonts(tr_panel *panel);
// After a frame is laid out: which letters in it the fonts were not asked for yet. Whether there are any.
bool collect_letters(tr_panel *panel);
// Before the next frame: has them in the fonts, from the system's where the embedded typeface lacks them.
void add_letters(tr_panel *panel);
void free_fonts(tr_panel *panel);

// ---- commands (widgets.cpp) ------------------------------------------------------------------------

void command(tr_panel *panel, tr_command_kind kind, int number = 0);
void add_command(tr_panel *panel, const tr_command &command);
void command_number(tr_panel *panel, tr_command_kind kind, double x, double y = 0);
void command_text(tr_panel *panel, tr_command_kind kind, const char *text);
void command_item(tr_panel *panel, tr_command_kind kind, const char *text, int number);
void command_edit(tr_panel *panel, tr_command_kind kind, const char *path, const char *text, uint64_t drag_id,
                  int number = 0);

// ---- what is typed (typed.cpp) -------------------------------------------------------------------

// Why the text of the field above is no good.
void note(const tr_panel *panel, const char *text);
// Whether the window found that of a field, why, and the note; mend(), after the field: it is another text now.
bool is_wrong(const tr_panel *panel, const char *field);
const char *why_wrong(const tr_panel *panel, const char *field); // NULL: it is not
void field_error_note(const tr_panel *panel, const char *field);
// The same of a dialog, which has it at its left edge; and how its last work ended.
void sheet_note(const tr_panel *panel, const char *field);
void outcome(const tr_panel *panel);
void mend(tr_panel *panel, const char *field);
// After a field for text: what is typed is its own. also: it gets the keys with the next update.
void mind_text(tr_panel *panel, bool also = false);

// The text that a field keeps, or NULL.
tr_typed_text *typed_text(tr_panel *panel, ImGuiID id);
tr_typed_text *keep_typed(tr_panel *panel, ImGuiID id, const char *text);
void forget_typed(tr_panel *panel, ImGuiID id);
// A field that judges its text. After Enter, one that is no good stays, with a note by typed_note(), until it
// is right. Left in another way it goes with a message that begins with `stays`, such as "Seed stays 7"; in a
// dialog it stays. True once another one was typed than is shown.
typedef void (*judge_text)(const void *rule, const char *text, char why[TR_FORM_WHY_BYTES]);
bool judged_field(tr_panel *panel, const char *id, const char *shown, const char *stays, judge_text judge,
                  const void *rule, char text[TR_TYPED_BYTES]);
// At the end of an update: forgets texts of rows that are no longer shown, and of another planet.
void drop_typed(tr_panel *panel);
void typed_note(tr_panel *panel, const char *id);
// The same for a number. And a slider becomes such a field, with the next update.
bool number_field(tr_panel *panel, const char *id, const char *name, double *value, const tr_number_form &form);
void begin_number(tr_panel *panel, ImGuiID id, double value);

// ---- widgets (widgets.cpp) -----------------------------------------------------------------------

float scaled(const tr_panel *panel, float pixels);
// How far to the right of labels their values begin.
float label_width(const tr_panel *panel);
// As much of a text as there is room for, with dots where it is cut; its size: times that of the font.
void fit(const char *text, float width, char *out, size_t size, float times = 1);
// Whether a text has another one in it, in large or small letters.
bool contains(const char *text, const char *part);
bool contains(const char *text, const char *end, const char *part); // a part of a text
// A label at the left; what comes next fills the rest of the line.
void label(const tr_panel *panel, const char *text);
// A line as wide as the content.
void line(const tr_panel *panel);
void section(const tr_panel *panel, const char *title);
// An explanation of the last item, once the mouse rests on it.
void explain(const char *text);
// Tells a test where the last item is.
void place(const tr_panel *panel, const char *name);
void placef(const tr_panel *panel, const char *format, ...) __attribute__((format(printf, 2, 3)));
// A button that a test knows as `at`, with an explanation; and one that the next item stands beside.
// The last button gives way to another one, or has done so: clicks that were for that one do not count.
void guard_button(tr_panel *panel);
bool text_button(const tr_panel *panel, const char *text, const char *at, const char *what = "",
                 ImVec2 size = ImVec2(0, 0));
bool tool(const tr_panel *panel, const char *text, const char *at, const char *what);
// Within a list or a popup that is open.
void mind_front(tr_panel *panel);
// A list that opens with the press, so that one drag, or two clicks, choose of it; and an item of it. End it
// with ImGui::EndCombo() where it is open.
bool begin_list(tr_panel *panel, const char *id, const char *shown, int flags = 0);
bool list_item(const char *name, bool chosen);
bool is_dragged(); // the left button's last press was
// A menu in the bar, for what it has no room for. To be ended with ImGui::EndPopup() where it is open.
bool begin_bar_menu(tr_panel *panel, const char *name);
bool choice(tr_panel *panel, const char *id, const char *shown, const char *const *names, int count,
            int *chosen);
// Behind the row that comes next, which was looked for.
void mark_found(const tr_panel *panel);
// Whether the row was looked for, by its path or its label, just now, and what is typed goes there.
bool is_wanted(const tr_panel *panel, const char *name);

// ---- rows (rows.cpp) -----------------------------------------------------------------------------

// A plain slider over a number of the view, and what that usually is.
bool slider(tr_panel *panel, const char *name, double *value, const tr_number_form &form, double usual,
            bool logarithmic = false);
// A small arrow back, lit where there is a way; whether it was pressed.
bool reset_arrow(tr_panel *panel, bool lit);
// A row of a parameter: label, slider with a tick at the seed's own value, number, reset, padlock.
void control_row(tr_panel *panel, const tr_control *control);

// ---- parts ---------------------------------------------------------------------------------------

void top_bar(tr_panel *panel);     // top_bar.cpp
void name_planet(tr_panel *panel); // top_bar.cpp: a field takes the place of the name
void shape_tab(tr_panel *panel);   // shape.cpp
void colour_tab(tr_panel *panel);  // colour.cpp
void layers_tab(tr_panel *panel);  // layers.cpp
void light_tab(tr_panel *panel);   // light.cpp
void rings_tab(tr_panel *panel);   // rings.cpp
// A gradient by its number, unfolded or not, with the picker of its stops.
void gradient_row(tr_panel *panel, int index); // colour.cpp
// A menu of types with pictures; true when another one was chosen.
bool types_menu(tr_panel *panel, const char *id, const char *shown, int *chosen); // types.cpp
void system_tab(tr_panel *panel);                                                 // system.cpp
void finder(tr_panel *panel);                                                     // finder.cpp
void legend(tr_panel *panel);                                                     // view.cpp
void view_switch(tr_panel *panel);                                                // view.cpp: in the bar
void view_menu(tr_panel *panel);            // view.cpp: where that is narrow
float width_of_view(const tr_panel *panel); // view.cpp: of the switch
void place_card(tr_panel *panel);           // place.cpp
void near_card(tr_panel *panel);            // near.cpp
void status_line(tr_panel *panel);          // status.cpp
void body_names(tr_panel *panel);           // system.cpp: in the picture
void gallery(tr_panel *panel);              // gallery.cpp: instead of bar and panel
void history(tr_panel *panel);              // history.cpp
// A globe, or a shadow of one while there is none yet, with a star where it has one.
void globe(const tr_panel *panel, const tr_panel_tile *tile, ImVec2 low, float side); // gallery.cpp
void star(ImVec2 centre, float radius, ImU32 colour);                                 // gallery.cpp
// Two planets side by side, and whether the mouse is where one can be dropped. compare.cpp
void compare(tr_panel *panel);
bool is_over_picture(const tr_panel *panel);
void help_overlay(tr_panel *panel); // help.cpp
// The manual's pages that have what is searched for, to be chosen; and the chosen one.
void manual_list(tr_panel *panel); // manual.cpp
void manual_page(tr_panel *panel); // manual.cpp
// A window at the right below the bar, as high as it needs to be; end_dialog() in any case. False: it is
// closed. Its body scrolls where there is no room for it, so that head and foot always show.
bool begin_dialog(tr_panel *panel, const char *title, float width); // dialog.cpp
void begin_body(tr_panel *panel);
void end_body(tr_panel *panel);
void end_dialog(tr_panel *panel);
// One of several to choose from.
struct list_entry {
    char name[96];
    const char *what;
    int value;
};
// A list of choices, of which one has the value `chosen`; tests know it as "SHEET NAME". Explanations on hover.
void choice_list(tr_panel *panel, const char *dialog, const char *name, const list_entry *choices, int count,
                 int chosen, tr_command_kind kind); // dialog.cpp
// What a dialog is for.
bool main_button(const char *text, float width);
// A text of a dialog that is the window's until it is typed here; it goes back by a command when another widget
// or key takes over, whatever becomes of the dialog.
void kept_text(tr_panel *panel, const char *id, tr_kept_text *kept, size_t size, const char *value,
               tr_command_kind kind);
void leave_text(tr_panel *panel, tr_kept_text *kept, tr_command_kind kind);
// What there is in a folder, by files.cpp: a click chooses, a double click or Enter opens. The name of a file
// that is chosen goes into text; true once it is to be opened. kind: of the command by which a folder is
// chosen; TR_COMMAND_NOTHING: files are.
void list_folder(tr_panel *panel, const char *folder);
bool listing(tr_panel *panel, tr_command_kind kind, char *text, size_t size);
// A button that shows a folder in the desktop's program for that.
void folder_button(tr_panel *panel, const char *at, float width, tr_chooser_purpose purpose);
// A row for a folder: a text, and a button for the system's file dialog or a list of our own.
void folder_row(tr_panel *panel, const char *at, tr_kept_text *kept, const char *value, tr_command_kind kind,
                tr_chooser_purpose purpose);
void dialogs(tr_panel *panel);        // dialogs.cpp: the one that is open
void open_dialog(tr_panel *panel);    // open.cpp
void save_dialog(tr_panel *panel);    // open.cpp
void export_dialog(tr_panel *panel);  // export.cpp
void picture_dialog(tr_panel *panel); // picture_dialog.cpp
void enhance_dialog(tr_panel *panel); // enhance.cpp
// Asks before changes are lost: the window is closed, or another planet opened. Comes last: Dear ImGui 1.86
// takes no window that appears behind a modal one.
void close_dialog(tr_panel *panel); // dialogs.cpp
// The same before a file is replaced.
void replace_dialog(tr_panel *panel); // dialogs.cpp

} // namespace panel
