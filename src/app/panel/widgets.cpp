// Rows, sliders, lists: what all tabs are made of.
#include "app/panel/panel.hpp"

#include "studio/distance.h"

#include <imgui/imgui_internal.h> // SetItemUsingMouseWheel, ClearActiveID, RootWindow

#include <cctype>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace panel {

// ---- wishes --------------------------------------------------------------------------------------

void add_wish(tr_panel *panel, const tr_wish &wish) {
    tr_wishes_add(panel->wishes, &wish);
    panel->wish_count++;
}

void wish(tr_panel *panel, tr_wish_kind kind, int by) {
    tr_wish w = {};
    w.kind = kind;
    w.by = by;
    add_wish(panel, w);
}

void wish_number(tr_panel *panel, tr_wish_kind kind, double x, double y) {
    tr_wish w = {};
    w.kind = kind;
    w.dx = x;
    w.dy = y;
    add_wish(panel, w);
}

void wish_text(tr_panel *panel, tr_wish_kind kind, const char *text) { wish_path(panel, kind, "", text, 0); }

void wish_path(tr_panel *panel, tr_wish_kind kind, const char *path, const char *text, uint64_t hand, int by) {
    tr_wish w = {};
    w.kind = kind;
    w.hand = hand;
    w.by = by;
    std::snprintf(w.path, sizeof w.path, "%s", path);
    std::snprintf(w.text, sizeof w.text, "%s", text);
    add_wish(panel, w);
}

// ---- layout --------------------------------------------------------------------------------------

float scaled(const tr_panel *panel, float pixels) { return pixels * panel->scale; }

// Behind the row that comes next, which was looked for.
static void mark_found(const tr_panel *panel) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::GetWindowDrawList()->AddRectFilled(
        ImVec2(at.x - scaled(panel, 6), at.y),
        ImVec2(at.x + ImGui::GetContentRegionAvail().x + scaled(panel, 6), at.y + ImGui::GetFrameHeight()),
        ImGui::GetColorU32(ImVec4(0.93f, 0.62f, 0.28f, 0.20f)), scaled(panel, 4));
    if (panel->go_to_path)
        ImGui::SetScrollHereY();
}

void label(const tr_panel *panel, const char *text) {
    if (std::strncmp(panel->shown_path, "light ", 6) == 0 && std::strcmp(panel->shown_path + 6, text) == 0)
        mark_found(panel);
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(text);
    ImGui::SameLine(scaled(panel, 108));
    ImGui::SetNextItemWidth(-1);
}

void line(const tr_panel *panel) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float right = at.x + ImGui::GetContentRegionAvail().x;
    ImGui::GetWindowDrawList()->AddLine(at, ImVec2(right, at.y), ImGui::GetColorU32(ImGuiCol_Separator));
    ImGui::Dummy(ImVec2(0, scaled(panel, 2)));
}

void section(const tr_panel *panel, const char *title) {
    ImGui::Dummy(ImVec2(0, scaled(panel, 3)));
    ImGui::TextColored(quiet, "%s", title);
    line(panel);
}

void explain(const char *text) {
    const tr_panel *panel = static_cast<const tr_panel *>(ImGui::GetIO().UserData);
    if (!text[0] || !ImGui::IsItemHovered() || panel->hushed)
        return;
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(ImGui::GetFontSize() * 24);
    ImGui::TextUnformatted(text);
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

void place(const tr_panel *panel, const char *name) {
    const tr_panel_values *v = panel->values;
    const ImVec2 low = ImGui::GetItemRectMin(), size = ImGui::GetItemRectSize();
    if (v->place && !ImGui::IsWindowAppearing()) // it moves to its place with its second frame
        v->place(v->place_context, name, static_cast<double>(low.x), static_cast<double>(low.y),
                 static_cast<double>(size.x), static_cast<double>(size.y));
}

void mind_front(tr_panel *panel) {
    panel->front_is_open = true;
    if (panel->close_front)
        ImGui::CloseCurrentPopup();
}

bool choice(tr_panel *panel, const char *id, const char *shown, const char *const *names, int count,
            int *chosen) {
    bool changed = false;
    if (ImGui::BeginCombo(id, shown, ImGuiComboFlags_HeightLarge)) {
        mind_front(panel);
        for (int i = 0; i < count; i++) {
            if (ImGui::Selectable(names[i], i == *chosen) && i != *chosen) {
                *chosen = i;
                changed = true;
            }
            if (i == *chosen && ImGui::IsWindowAppearing())
                ImGui::SetScrollHereY();
        }
        ImGui::EndCombo();
    }
    return changed;
}

void fit(const char *text, float width, char *out, size_t size, float times) {
    std::snprintf(out, size, "%s", text);
    for (size_t end = std::strlen(out); end > 1 && times * ImGui::CalcTextSize(out).x > width;) {
        do
            end--;
        while (end > 1 && (text[end] & 0xc0) == 0x80); // between letters
        std::snprintf(out, size, "%.*s…", static_cast<int>(end), text);
    }
}

bool contains(const char *text, const char *part) {
    for (; *text; text++) {
        size_t n = 0;
        while (part[n] && std::tolower(static_cast<unsigned char>(text[n])) ==
                              std::tolower(static_cast<unsigned char>(part[n])))
            n++;
        if (!part[n])
            return true;
    }
    return !part[0];
}

// ---- what is typed -------------------------------------------------------------------------------

void note(const tr_panel *panel, const char *text) {
    ImGui::Dummy(ImVec2(0, 0));
    ImGui::SameLine(scaled(panel, 108));
    ImGui::PushTextWrapPos(0);
    ImGui::TextColored(alarm, "%s", text);
    ImGui::PopTextWrapPos();
    char name[160];
    std::snprintf(name, sizeof name, "note %s", text);
    place(panel, name);
}

bool is_wrong(const tr_panel *panel, const char *field) {
    return std::strcmp(panel->values->wrong_field, field) == 0;
}

void wrong_note(const tr_panel *panel, const char *field) {
    if (is_wrong(panel, field))
        note(panel, panel->values->wrong_text);
}

void mind_text(tr_panel *panel, bool also) {
    if (!also && !ImGui::IsItemActive())
        return;
    const char *window = ImGui::GetCurrentWindow()->RootWindow->Name;
    panel->text_is_edited = true;
    panel->text_is_in_front = std::strcmp(window, "Terrella") != 0 && std::strcmp(window, "Bar") != 0;
}

bool text_field(tr_panel *panel, const char *id, char *text, size_t size) {
    const bool entered = ImGui::InputText(
        id, text, size, ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
    mind_text(panel);
    return entered;
}

static void begin_number(tr_panel *panel, ImGuiID id, double value) {
    ImGui::ClearActiveID(); // the slider is let go
    panel->typing = id;
    panel->take_number = true;
    await_field(panel);
    panel->number_wrong[0] = 0;
    std::snprintf(panel->number_text, sizeof panel->number_text, "%.9g", value);
}

// A number of a text, which may have a comma, and the unit that the format ends with.
static bool read_number(tr_panel *panel, double low, double high, const char *format, double *value) {
    char text[sizeof panel->number_text];
    std::snprintf(text, sizeof text, "%s", panel->number_text);
    for (char *c = text; *c; c++)
        *c = *c == ',' ? '.' : *c;
    char *end;
    double number = std::strtod(text, &end);
    const bool none = end == text;
    end += std::strspn(end, " ");
    for (size_t n = std::strlen(end); n > 0 && end[n - 1] == ' '; n--)
        end[n - 1] = 0;
    panel->number_wrong[0] = 0;
    const char *space = std::strrchr(format, ' ');
    const double typed_km = tr_distance_size_km(end), own_km = space ? tr_distance_size_km(space + 1) : 0;
    const bool is_distance = typed_km > 0 && own_km > 0; // in another unit than the row's
    if (is_distance)
        number *= typed_km / own_km;
    if (none || !std::isfinite(number) || !(is_distance || contains(format, end)))
        std::snprintf(panel->number_wrong, sizeof panel->number_wrong, "Not a number: %.6g to %.6g", low, high);
    else if (number < low || number > high)
        std::snprintf(panel->number_wrong, sizeof panel->number_wrong, "Must be %.6g to %.6g", low, high);
    *value = number;
    return !panel->number_wrong[0];
}

bool number_field(tr_panel *panel, const char *id, double *value, double low, double high, const char *format) {
    const ImGuiID own = ImGui::GetID(id);
    const bool typed = panel->typing == own, began = typed && panel->take_number;
    char text[sizeof panel->number_text];
    std::snprintf(text, sizeof text, "%.9g", *value);
    if (typed)
        std::snprintf(text, sizeof text, "%s", panel->number_text);
    ImGui::PushAllowKeyboardFocus(true);
    if (began)
        give_keys(panel);
    ImGui::InputText(id, text, sizeof text, ImGuiInputTextFlags_AutoSelectAll);
    ImGui::PopAllowKeyboardFocus();
    mind_text(panel, began);
    if (began)
        panel->take_number = false;
    if (ImGui::IsItemActive() || ImGui::IsItemDeactivated()) {
        panel->number_wrong[0] = panel->typing == own ? panel->number_wrong[0] : 0;
        panel->typing = own;
        std::memcpy(panel->number_text, text, sizeof text);
    }
    const bool escaped = ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape));
    if (!ImGui::IsItemDeactivated() && !(began && escaped))
        return false;
    double number;
    if (!escaped && !read_number(panel, low, high, format, &number)) {
        panel->take_number = ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Enter), false);
        return false;
    }
    panel->typing = 0;
    const bool changed = !escaped && number != *value;
    *value = escaped ? *value : number;
    return changed;
}

void number_note(const tr_panel *panel, const char *id) {
    if (panel->typing == ImGui::GetID(id) && panel->number_wrong[0])
        note(panel, panel->number_wrong);
}

// ---- sliders -------------------------------------------------------------------------------------

// Where the grip of a slider stands, 0 … 1.
static float grip_ratio(double value, double low, double high, bool logarithmic) {
    if (!(high > low))
        return 0;
    const double ratio =
        logarithmic ? std::log(value / low) / std::log(high / low) : (value - low) / (high - low);
    return static_cast<float>(ratio < 0 ? 0 : ratio > 1 ? 1 : ratio);
}

// A thin track with a round grip, over the slider that was laid out last, and a tick where the seed's own value
// is (negative: none). Dear ImGui keeps half a grip free at either end.
static void draw_track(const tr_panel *panel, float ratio, float tick, bool strong) {
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    const float middle = (low.y + high.y) / 2, half = scaled(panel, 2),
                end = ImGui::GetStyle().GrabMinSize / 2 + 2, span = high.x - low.x - 2 * end;
    const float grip = low.x + end + ratio * span;
    const bool lively = ImGui::IsItemHovered() || ImGui::IsItemActive();
    const ImU32 colour = ImGui::GetColorU32(lively   ? ImVec4(1, 0.73f, 0.40f, 1)
                                            : strong ? ImVec4(0.93f, 0.62f, 0.28f, 0.95f)
                                                     : ImVec4(0.66f, 0.60f, 0.54f, 0.9f));
    ImDrawList *list = ImGui::GetWindowDrawList();
    list->AddRectFilled(ImVec2(low.x, middle - half), ImVec2(high.x, middle + half),
                        ImGui::GetColorU32(ImVec4(1, 1, 1, 0.13f)), half);
    list->AddRectFilled(ImVec2(low.x, middle - half), ImVec2(grip, middle + half), colour, half);
    if (tick >= 0) {
        const float x = low.x + end + tick * span, reach = scaled(panel, 6);
        list->AddLine(ImVec2(x, middle - reach), ImVec2(x, middle + reach),
                      ImGui::GetColorU32(ImVec4(1, 1, 1, 0.55f)), scaled(panel, 1.5f));
    }
    list->AddCircleFilled(ImVec2(grip, middle), scaled(panel, lively ? 7 : 6), colour, 24);
}

struct track {
    double *value;
    double low, high;
    bool logarithmic;
    const char *format;
    float tick;
    bool strong;
    float room, tail; // kept free at the right: with the number, and beside it
};

// What a hand does with a slider.
enum class hand { nothing, moves, types, takes_back, resets };

static bool is_typed() { return ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left); }

static bool is_reset() { return ImGui::IsItemHovered() && ImGui::IsMouseClicked(ImGuiMouseButton_Middle); }

static bool is_ctrl_click(float room) {
    ImGui::SetNextItemWidth(-room);
    const ImVec2 low = ImGui::GetCursorScreenPos(),
                 high(low.x + ImGui::CalcItemWidth(), low.y + ImGui::GetFrameHeight());
    return ImGui::GetIO().KeyCtrl && ImGui::IsMouseClicked(ImGuiMouseButton_Left) && ImGui::IsWindowHovered() &&
           ImGui::IsMouseHoveringRect(low, high);
}

// A double click, or Ctrl and a click, and the value can be typed: then a text field takes the slider's place.
// The first one of two clicks has moved the slider: that is taken back.
static hand draw_slider(tr_panel *panel, const track &t) {
    const ImGuiID typed = ImGui::GetID("##typed");
    if (panel->typing != typed && is_ctrl_click(t.room))
        begin_number(panel, typed, *t.value);
    if (panel->typing == typed) {
        ImGui::SetNextItemWidth(-t.tail);
        return number_field(panel, "##typed", t.value, t.low, t.high, t.format) ? hand::types : hand::nothing;
    }
    ImGui::SetNextItemWidth(-t.room);
    const ImGuiCol hidden[] = {ImGuiCol_FrameBg,    ImGuiCol_FrameBgHovered,   ImGuiCol_FrameBgActive,
                               ImGuiCol_SliderGrab, ImGuiCol_SliderGrabActive, ImGuiCol_Text};
    for (ImGuiCol colour : hidden)
        ImGui::PushStyleColor(colour, ImVec4(0, 0, 0, 0));
    const double value = *t.value;
    const ImGuiSliderFlags flags = t.logarithmic ? ImGuiSliderFlags_Logarithmic : 0;
    const bool changed =
        ImGui::SliderScalar("##value", ImGuiDataType_Double, t.value, &t.low, &t.high, t.format,
                            flags | ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_NoInput);
    ImGui::PopStyleColor(IM_ARRAYSIZE(hidden));
    const bool entered =
        ImGui::IsItemFocused() && ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Enter), false);
    draw_track(panel, grip_ratio(*t.value, t.low, t.high, t.logarithmic), t.tick, t.strong);
    if (is_typed()) {
        *t.value = panel->before;
        begin_number(panel, typed, panel->before);
        return hand::takes_back;
    }
    if (entered)
        begin_number(panel, typed, value);
    if (ImGui::IsItemActivated()) {
        panel->hand++;
        panel->before = value;
    }
    return changed ? hand::moves : is_reset() ? hand::resets : hand::nothing;
}

// The number at the right of a row, where it is not typed just now; it takes the same clicks as the slider.
static hand draw_number(tr_panel *panel, const char *format, double value, float right, const char *name) {
    const ImGuiID typed = ImGui::GetID("##typed");
    char text[48], at[TR_CONTROL_PATH_BYTES + 8];
    if (panel->typing == typed)
        return hand::nothing;
    std::snprintf(text, sizeof text, format, value);
    std::snprintf(at, sizeof at, "number %s", name);
    ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - right - ImGui::CalcTextSize(text).x);
    ImGui::TextUnformatted(text);
    place(panel, at);
    if (is_typed())
        begin_number(panel, typed, value);
    return is_reset() ? hand::resets : hand::nothing;
}

bool slider(tr_panel *panel, const char *name, double *value, double low, double high, const char *format,
            double usual, bool logarithmic) {
    const float tail = scaled(panel, 17 + 4);
    const double before = *value;
    ImGui::PushID(name);
    label(panel, name);
    const hand slid =
        draw_slider(panel, {value, low, high, logarithmic, format, -1, true, tail + scaled(panel, 64), tail});
    place(panel, name);
    const hand clicked = draw_number(panel, format, *value, tail, name);
    ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - scaled(panel, 17));
    if (reset_arrow(panel, *value != usual) || slid == hand::resets || clicked == hand::resets)
        *value = usual;
    number_note(panel, "##typed");
    ImGui::PopID();
    return *value != before;
}

// ---- rows of parameters --------------------------------------------------------------------------

// As many decimals as the range asks for, and the unit.
static void format_of(const tr_control *control, char format[40]) {
    const double span =
        control->logarithmic ? control->value / control->unit_size : control->high - control->low;

    const int decimals = control->whole || span >= 1000 ? 0 : span >= 100 ? 1 : span >= 10 ? 2 : 3;
    const bool degrees = std::strcmp(control->unit, "degrees") == 0;
    const char *unit = degrees ? "°" : std::strlen(control->unit) > 4 ? "" : control->unit;
    char percent[8];
    std::snprintf(percent, sizeof percent, span >= 1e6 ? "%%.%dg" : "%%.%df", span >= 1e6 ? 4 : decimals);
    std::snprintf(format, 40, "%s%s%s", percent, unit[0] && !degrees ? " " : "", unit);
}

static void send(tr_panel *panel, const tr_control *control, double value, uint64_t hand) {
    char text[32];
    value = value < control->low ? control->low : value > control->high ? control->high : value;
    std::snprintf(text, sizeof text, control->whole ? "%.0f" : "%.6g", value);
    wish_path(panel, TR_WISH_CHANGE, control->path, text, hand);
}

// One click of the wheel: a fiftieth of the slider, or a whole number.
static double stepped(const tr_control *control, double clicks) {
    if (control->whole)
        return control->value + (clicks > 0 ? 1 : -1);
    if (control->logarithmic)
        return control->value * std::pow(control->high / control->low, clicks / 50);
    return control->value + clicks * (control->high - control->low) / 50;
}

static void mind_wheel(tr_panel *panel, const tr_control *control) {
    const float wheel = ImGui::GetIO().MouseWheel;
    if (!ImGui::IsItemHovered())
        return;
    ImGui::SetItemUsingMouseWheel(); // and the panel does not scroll
    if (wheel == 0)
        return;
    const ImGuiID id = ImGui::GetID("##value");
    if (panel->wheel_at != id)
        panel->hand++;
    panel->wheel_at = id;
    send(panel, control, stepped(control, static_cast<double>(wheel)), panel->hand);
}

// A small picture to click at, at the right of a row; nothing to see while there is nothing to do.
static bool small_button(const tr_panel *panel, const char *id, bool seen, ImVec2 size) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const bool pressed = ImGui::InvisibleButton(id, size);
    const bool hovered = ImGui::IsItemHovered() || ImGui::IsItemFocused();
    if (hovered)
        ImGui::GetWindowDrawList()->AddRectFilled(at, ImVec2(at.x + size.x, at.y + size.y),
                                                  ImGui::GetColorU32(ImVec4(1, 1, 1, 0.12f)), scaled(panel, 4));
    (void)seen;
    return pressed;
}

static void draw_reset(const tr_panel *panel, ImVec2 at, ImVec2 size, bool lit) {
    const ImVec2 centre(at.x + size.x / 2, at.y + size.y / 2);
    const float radius = scaled(panel, 4.5f);
    const ImU32 colour = ImGui::GetColorU32(lit ? accent : ImVec4(1, 1, 1, 0.12f));
    ImDrawList *list = ImGui::GetWindowDrawList();
    list->PathArcTo(centre, radius, -2.2f, 2.6f, 16);
    list->PathStroke(colour, 0, scaled(panel, 1.5f));
    const ImVec2 tip(centre.x + radius * std::cos(-2.2f), centre.y + radius * std::sin(-2.2f));
    const float s = scaled(panel, 3);
    list->AddTriangleFilled(ImVec2(tip.x - s, tip.y - s * 0.2f), ImVec2(tip.x + s * 0.7f, tip.y - s),
                            ImVec2(tip.x + s * 0.6f, tip.y + s), colour);
}

static void draw_padlock(const tr_panel *panel, ImVec2 at, ImVec2 size, bool locked, bool lit) {
    const ImVec2 centre(at.x + size.x / 2, at.y + size.y / 2 + scaled(panel, 2));
    const float w = scaled(panel, 4.5f), h = scaled(panel, 3.5f), r = scaled(panel, 3);
    const ImU32 colour = ImGui::GetColorU32(locked ? accent : ImVec4(1, 1, 1, lit ? 0.6f : 0.14f));
    ImDrawList *list = ImGui::GetWindowDrawList();
    list->AddRectFilled(ImVec2(centre.x - w, centre.y - h), ImVec2(centre.x + w, centre.y + h), colour,
                        scaled(panel, 1));
    const float shift = locked ? 0 : scaled(panel, 2.5f);
    list->PathArcTo(ImVec2(centre.x + shift, centre.y - h), r, 3.14159f, 6.28319f, 12);
    list->PathStroke(colour, 0, scaled(panel, 1.5f));
}

static void reset_button(tr_panel *panel, const tr_control *control, ImVec2 size) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const bool pressed = small_button(panel, "##reset", control->differs, size);
    draw_reset(panel, at, size, control->differs);
    explain(control->differs ? "Reset to the seed's value (or middle click)" : "");
    if (pressed && control->differs)
        wish_path(panel, TR_WISH_UNSET, control->path, "", 0);
}

static void lock_button(tr_panel *panel, const tr_control *control, ImVec2 size) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const bool pressed = small_button(panel, "##lock", true, size);
    draw_padlock(panel, at, size, control->locked, ImGui::IsItemHovered());
    explain(control->locked ? "Locked: a new seed keeps it. Click to unlock"
                            : "Lock: a new seed keeps this value");
    if (pressed)
        wish_path(panel, TR_WISH_LOCK, control->path, "", 0, !control->locked);
}

bool reset_arrow(tr_panel *panel, bool lit) {
    const ImVec2 size(scaled(panel, 17), ImGui::GetFrameHeight()), at = ImGui::GetCursorScreenPos();
    const bool pressed = small_button(panel, "##back", lit, size);
    draw_reset(panel, at, size, lit);
    explain(lit ? "Reset" : "");
    return pressed && lit;
}

// Round the grip of the slider that was laid out last, while what it changed is solved anew.
static void draw_busy(const tr_panel *panel, float ratio) {
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    const float end = ImGui::GetStyle().GrabMinSize / 2 + 2,
                turn = 6.28319f * static_cast<float>(panel->values->busy_turn);
    const ImVec2 grip(low.x + end + ratio * (high.x - low.x - 2 * end), (low.y + high.y) / 2);
    ImDrawList *list = ImGui::GetWindowDrawList();
    list->AddCircle(grip, scaled(panel, 9.5f), ImGui::GetColorU32(ImVec4(1, 1, 1, 0.18f)), 32,
                    scaled(panel, 2));
    list->PathArcTo(grip, scaled(panel, 9.5f), turn, turn + 1.8f, 16);
    list->PathStroke(ImGui::GetColorU32(ImVec4(1, 1, 1, 0.95f)), 0, scaled(panel, 2));
}

void control_row(tr_panel *panel, const tr_control *control) {
    char format[40];
    const double size = control->unit_size;
    double value = control->value / size;
    const ImVec2 small(scaled(panel, 17), ImGui::GetFrameHeight());
    const float tail = 2 * small.x + scaled(panel, 4), number = scaled(panel, 64);
    format_of(control, format);
    ImGui::PushID(control->path);
    if (std::strcmp(panel->shown_path, control->path) == 0)
        mark_found(panel);
    char name[TR_CONTROL_LABEL_BYTES + 4];
    fit(control->label, scaled(panel, 108) - ImGui::GetCursorPosX() - scaled(panel, 4), name, sizeof name);
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(
        control->differs ? ImGui::GetStyle().Colors[ImGuiCol_Text] : ImVec4(0.8f, 0.82f, 0.86f, 1), "%s", name);
    explain(control->what);
    ImGui::SameLine(scaled(panel, 108));
    const float tick =
        control->has_drawn ? grip_ratio(control->drawn, control->low, control->high, control->logarithmic) : -1;
    const hand slid =
        draw_slider(panel, {&value, control->low / size, control->high / size, control->logarithmic, format,
                            tick, control->differs, tail + number, tail});
    place(panel, control->path);
    if (std::strcmp(panel->values->busy_path, control->path) == 0) {
        char busy[TR_CONTROL_PATH_BYTES + 8];
        std::snprintf(busy, sizeof busy, "busy %s", control->path);
        place(panel, busy);
        draw_busy(panel, grip_ratio(control->value, control->low, control->high, control->logarithmic));
    }
    if (slid == hand::moves || slid == hand::types)
        send(panel, control, value * size, slid == hand::moves ? panel->hand : 0);
    else if (slid == hand::takes_back)
        wish_path(panel, TR_WISH_TAKE_BACK, control->path, "", panel->hand);
    else
        mind_wheel(panel, control);
    const bool is_nothing = control->nothing[0] && control->value == 0;
    const hand clicked =
        draw_number(panel, is_nothing ? control->nothing : format, control->value / size, tail, control->path);
    if (control->differs && (slid == hand::resets || clicked == hand::resets))
        wish_path(panel, TR_WISH_UNSET, control->path, "", 0);
    ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - 2 * small.x);
    reset_button(panel, control, small);
    ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - small.x);
    lock_button(panel, control, small);
    number_note(panel, "##typed");
    wrong_note(panel, control->path);
    ImGui::PopID();
}

} // namespace panel
