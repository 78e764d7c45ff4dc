// What the files of the panel share. Each tab, bar and sheet is a file of its own that lays itself out from the
// values, and says by wishes what the user wants.
#pragma once
#include "app/private/panel.h"

#include <imgui/imgui.h>

struct GLFWwindow;

// A key that went down after the last update, and perhaps up again.
struct tr_brief_key {
    int key, scancode, mods;
    bool released;
};

struct tr_panel {
    GLFWwindow *window;
    tr_brief_key brief[16];
    int brief_count;
    float scale;
    ImFont *title_font;
    char seed_text[64];
    bool seed_is_edited;
    bool text_is_edited;             // in any field
    bool front_is_open, close_front; // a list or a popup
    bool focused, take_focus;
    ImGuiID typing;   // the slider whose value is being typed, or 0
    uint64_t hand;    // grows with every movement that begins
    ImGuiID wheel_at; // the row that the wheel turned last
    float bar_height; // of the bar at the top
    ImVec2 low, high; // the panel's rectangle in the last update; empty when it was hidden
    ImVec2 bar_low, bar_high;
    int gallery_columns, gallery_chosen; // of the last update
    float strip_height;                  // at the foot; 0: it is folded or hidden
    int strip_count;
    char open_text[TR_WISH_TEXT_BYTES]; // of the sheet that opens and saves files
    // During an update:
    const tr_panel_values *values;
    tr_wishes *wishes;
    int wish_count;
};

namespace panel {

extern const ImVec4 accent, quiet, alarm;

// style.cpp
void set_style(float scale);
void add_fonts(tr_panel *panel);

// ---- wishes (widgets.cpp) ------------------------------------------------------------------------

void wish(tr_panel *panel, tr_wish_kind kind, int by = 0);
void wish_number(tr_panel *panel, tr_wish_kind kind, double x, double y = 0);
void wish_text(tr_panel *panel, tr_wish_kind kind, const char *text);
void wish_path(tr_panel *panel, tr_wish_kind kind, const char *path, const char *text, uint64_t hand,
               int by = 0);

// ---- widgets (widgets.cpp) -----------------------------------------------------------------------

float scaled(const tr_panel *panel, float pixels);
// A label at the left; what comes next fills the rest of the line.
void label(const tr_panel *panel, const char *text);
// A line as wide as the content.
void line(const tr_panel *panel);
void section(const tr_panel *panel, const char *title);
// An explanation of the last item, once the mouse rests on it.
void explain(const char *text);
// Tells a test where the last item is.
void place(const tr_panel *panel, const char *name);
// Within a list or a popup that is open.
void mind_front(tr_panel *panel);
bool choice(tr_panel *panel, const char *id, const char *shown, const char *const *names, int count,
            int *chosen);
// A field for text; true once Enter ends it.
bool text_field(tr_panel *panel, const char *id, char *text, size_t size);
// A plain slider over a number of the view.
bool slider(tr_panel *panel, const char *name, double *value, double low, double high, const char *format,
            bool logarithmic = false);
// A row of a parameter: label, slider with a tick at the seed's own value, number, reset, padlock.
void control_row(tr_panel *panel, const tr_control *control);

// ---- parts ---------------------------------------------------------------------------------------

void top_bar(tr_panel *panel);      // top_bar.cpp
void shape_tab(tr_panel *panel);    // shape.cpp
void sky_tab(tr_panel *panel);      // sky.cpp
void system_tab(tr_panel *panel);   // system.cpp
void status_line(tr_panel *panel);  // status.cpp
void gallery(tr_panel *panel);      // gallery.cpp: instead of bar and panel
void filmstrip(tr_panel *panel);    // filmstrip.cpp
// A globe, or a shadow of one while there is none yet, with a star where it has one.
void globe(const tr_panel *panel, const tr_panel_tile *tile, ImVec2 low, float side); // gallery.cpp
void star(ImVec2 centre, float radius, ImU32 colour);                                 // gallery.cpp
void help_overlay(tr_panel *panel); // help.cpp
void sheets(tr_panel *panel);       // sheets.cpp: export, open; in the bar
// Asks before work is lost. Comes last: Dear ImGui 1.86 takes no window that appears behind a modal one.
void close_sheet(tr_panel *panel); // sheets.cpp

} // namespace panel
