// Rows of parameters with sliders.
#include "app/panel/panel.hpp"

#include <imgui/imgui_internal.h> // NavMoveFlags

namespace panel {

// ---- sliders -------------------------------------------------------------------------------------

// The position of a slider's grip, 0 … 1.
static float grip_ratio(double value, double low, double high, bool logarithmic) {
    if (!(high > low))
        return 0;
    const double ratio =
        logarithmic ? std::log(value / low) / std::log(high / low) : (value - low) / (high - low);
    return static_cast<float>(ratio < 0 ? 0 : ratio > 1 ? 1 : ratio);
}

// Draws a thin track with a round grip over the last slider, and a tick at the value that the seed drew
// (negative: none). Dear ImGui keeps half a grip free at each end.
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
    const char *name; // of the row
    double *value;
    const tr_number_form *form;
    bool logarithmic;
    float tick;
    bool strong;
    float available, tail; // width kept free at the right of the slider, and of a text field in its place
    bool wanted;           // open the text field for the number
};

// The user's action on the slider.
enum class slider_result { nothing, moves, types, takes_back, resets };

// Not by a click elsewhere.
static bool is_ended_by_key() { return is_enter_pressed() || is_pressed(ImGuiKey_Escape); }

static bool is_typed() { return ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left); }

static bool is_reset() { return ImGui::IsItemHovered() && ImGui::IsMouseClicked(ImGuiMouseButton_Middle); }

// A click gives its row the focus. The next typed characters are its number.
static void focus_clicked(tr_panel *panel) {
    use_keyboard(panel, true);
    panel->clicked_row = ImGui::GetID("##value");
    panel->focus_next = ImGui::GetID("##typed");
    panel->unsettled = true;
}

static bool is_ctrl_click(float available) {
    ImGui::SetNextItemWidth(-available);
    const ImVec2 low = ImGui::GetCursorScreenPos(),
                 high(low.x + ImGui::CalcItemWidth(), low.y + ImGui::GetFrameHeight());
    return ImGui::GetIO().KeyCtrl && ImGui::IsMouseClicked(ImGuiMouseButton_Left) && ImGui::IsWindowHovered() &&
           ImGui::IsMouseHoveringRect(low, high);
}

// A double click, or Ctrl and a click, replaces the slider by a text field for the value. The first click of a
// double click has moved the slider, so that change is taken back.
static slider_result draw_slider(tr_panel *panel, const track &t) {
    const ImGuiID typed = ImGui::GetID("##typed");
    const double low = t.form->low, high = t.form->high;
    char format[TR_FORM_TEXT_BYTES];
    if (!typed_text(panel, typed) && (t.wanted || is_ctrl_click(t.available)))
        begin_number(panel, typed, *t.value);
    if (typed_text(panel, typed)) {
        ImGui::SetNextItemWidth(-t.tail);
        const bool types = number_field(panel, "##typed", t.name, t.value, *t.form);
        if (!typed_text(panel, typed) && panel->focused && is_ended_by_key())
            panel->focus_next = typed;
        return types ? slider_result::types : slider_result::nothing;
    }
    tr_form_format(t.form, format);
    ImGui::SetNextItemWidth(-t.available);
    const ImGuiCol hidden[] = {ImGuiCol_FrameBg,    ImGuiCol_FrameBgHovered,   ImGuiCol_FrameBgActive,
                               ImGuiCol_SliderGrab, ImGuiCol_SliderGrabActive, ImGuiCol_Text};
    for (ImGuiCol colour : hidden)
        ImGui::PushStyleColor(colour, ImVec4(0, 0, 0, 0));
    const double value = *t.value;
    const ImGuiSliderFlags flags = t.logarithmic ? ImGuiSliderFlags_Logarithmic : 0;
    const bool changed = ImGui::SliderScalar("##value", ImGuiDataType_Double, t.value, &low, &high, format,
                                             flags | ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_NoInput);
    ImGui::PopStyleColor(IM_ARRAYSIZE(hidden));
    if (ImGui::IsItemDeactivated() && ImGui::IsMouseReleased(ImGuiMouseButton_Left) && !is_dragged())
        focus_clicked(panel);
    if (panel->focus_next == typed) {
        focus_item();
        panel->focus_next = 0;
    }
    const bool focused = panel->focused && ImGui::IsItemFocused();
    const bool entered = focused && (panel->types_number || is_pressed(ImGuiKey_Enter));
    panel->slider_is_focused = panel->slider_is_focused || focused;
    draw_track(panel, grip_ratio(*t.value, low, high, t.logarithmic), t.tick, t.strong);
    if (is_typed()) {
        *t.value = panel->before;
        begin_number(panel, typed, panel->before);
        return slider_result::takes_back;
    }
    if (entered)
        begin_number(panel, typed, value);
    if (ImGui::IsItemActivated()) {
        panel->drag_id++;
        panel->before = value;
    }
    return changed ? slider_result::moves : is_reset() ? slider_result::resets : slider_result::nothing;
}

// The width of the number at the right of a row. Distances between bodies have up to eight digits.
static float number_width(const tr_panel *panel, const tr_number_form &form) {
    const bool is_far = std::strcmp(form.unit, "km") == 0 && form.high >= 1e6;
    return is_far ? ImGui::CalcTextSize("14,900,000 km").x : scaled(panel, 64);
}

// whole: with all digits that were typed, if they fit; otherwise with the decimals that suit the range.
static void write_number(const tr_panel *panel, const tr_number_form &form, double value, bool whole,
                         char text[TR_FORM_TEXT_BYTES]) {
    const float available = whole ? number_width(panel, form) / ImGui::CalcTextSize("0").x : 0;
    tr_form_show(&form, value, static_cast<int>(available), text);
}

// Draws the number, unless it is being typed. A click into its column opens the text field.
static slider_result draw_number(tr_panel *panel, const char *text, double value, float column, float right,
                                 const char *name) {
    const ImGuiID typed = ImGui::GetID("##typed");
    char at[TR_CONTROL_PATH_BYTES + 8];
    if (typed_text(panel, typed))
        return slider_result::nothing;
    std::snprintf(at, sizeof at, "number %s", name);
    const float end = ImGui::GetWindowContentRegionMax().x - right, digits = ImGui::CalcTextSize(text).x;
    ImGui::SameLine(end - (digits > column ? digits : column));
    ImGui::Dummy(ImVec2(digits > column ? digits : column, ImGui::GetFrameHeight()));
    const bool hovered = ImGui::IsItemHovered(), resets = is_reset();
    if (hovered)
        ImGui::SetMouseCursor(ImGuiMouseCursor_TextInput);
    if (hovered && ImGui::IsMouseClicked(ImGuiMouseButton_Left))
        focus_clicked(panel);
    // By the release: the press would begin to select in the field.
    const bool is_opened = hovered && ImGui::IsMouseReleased(ImGuiMouseButton_Left) && !is_dragged() &&
                           panel->clicked_row == ImGui::GetID("##value");
    explain("Click to enter a value");
    ImGui::SameLine(end - digits);
    ImGui::TextUnformatted(text);
    place(panel, at);
    if (is_opened)
        begin_number(panel, typed, value);
    return resets ? slider_result::resets : slider_result::nothing;
}

// The reset of a row also discards the text that is being typed there. Returns whether it was asked for.
static bool reset_typed(tr_panel *panel, bool asked) {
    if (asked)
        forget_typed(panel, ImGui::GetID("##typed"));
    return asked;
}

bool slider(tr_panel *panel, const char *name, double *value, const tr_number_form &form, double usual,
            bool logarithmic) {
    const float tail = scaled(panel, 17 + 4), number = number_width(panel, form);
    const double before = *value;
    ImGui::PushID(name);
    label(panel, name);
    const slider_result slid = draw_slider(
        panel, {name, value, &form, logarithmic, -1, true, tail + number, tail, is_wanted(panel, name)});
    place(panel, name);
    char text[TR_FORM_TEXT_BYTES];
    write_number(panel, form, *value, true, text);
    const slider_result clicked = draw_number(panel, text, *value, number, tail, name);
    const bool is_kept = typed_text(panel, ImGui::GetID("##typed"));
    ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - scaled(panel, 17));
    if (reset_typed(panel, reset_arrow(panel, *value != usual || is_kept) || slid == slider_result::resets ||
                               clicked == slider_result::resets))
        *value = usual;
    typed_note(panel, "##typed");
    ImGui::PopID();
    return *value != before;
}

// ---- rows of parameters --------------------------------------------------------------------------

// Decimals suited to the range; units in their usual notation.
static tr_number_form form_of(const tr_control *control) {
    static const char *const signs[][2] = {{"degrees", "°"}, {"hours", "h"}};
    const double size = control->unit_size;
    tr_number_form form = {control->low / size, control->high / size, 0,
                           control->whole,      control->unit,        nullptr};
    const double span = control->logarithmic ? control->value / size : form.high - form.low;
    form.decimals = control->whole || span >= 1000 ? 0 : span >= 100 ? 1 : span >= 10 ? 2 : 3;
    for (double small = span; small > 0 && small < 0.1 && form.decimals < 7; small *= 10)
        form.decimals++;
    for (const auto &sign : signs)
        form.unit = std::strcmp(control->unit, sign[0]) == 0 ? sign[1] : form.unit;
    if (std::strlen(form.unit) > 4) // it does not fit
        form.name = form.unit, form.unit = "";
    return form;
}

// typed: all digits are kept.
static void send(tr_panel *panel, const tr_control *control, double value, uint64_t drag_id, bool typed) {
    char text[32];
    value = value < control->low ? control->low : value > control->high ? control->high : value;
    std::snprintf(text, sizeof text, control->whole ? "%.0f" : typed ? "%.12g" : "%.6g", value);
    command_edit(panel, TR_COMMAND_CHANGE, control->path, text, drag_id);
}

// A small button at the right of a row. It is invisible while it has nothing to do.
static bool small_button(const tr_panel *panel, const char *id, ImVec2 size) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGuiContext *g = ImGui::GetCurrentContext();
    const ImGuiNavMoveFlags moves = g->NavMoveFlags;
    if (g->NavId != ImGui::GetID(id))
        g->NavMoveFlags &= ~ImGuiNavMoveFlags_FocusApi; // Tab passes it by; arrows come here
    const bool pressed = ImGui::InvisibleButton(id, size);
    g->NavMoveFlags = moves;
    const bool hovered = ImGui::IsItemHovered() || ImGui::IsItemFocused();
    if (hovered)
        ImGui::GetWindowDrawList()->AddRectFilled(at, ImVec2(at.x + size.x, at.y + size.y),
                                                  ImGui::GetColorU32(ImVec4(1, 1, 1, 0.12f)), scaled(panel, 4));
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
    const bool lit = control->differs || typed_text(panel, ImGui::GetID("##typed")),
               pressed = small_button(panel, "##reset", size);
    draw_reset(panel, at, size, lit);
    explain(lit ? "Reset to the seed's value (or middle click)" : "");
    if (reset_typed(panel, pressed) && control->differs)
        command_text(panel, TR_COMMAND_UNSET, control->path);
}

static void lock_button(tr_panel *panel, const tr_control *control, ImVec2 size) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const bool pressed = small_button(panel, "##lock", size);
    draw_padlock(panel, at, size, control->locked, ImGui::IsItemHovered());
    explain(control->locked ? "Locked: a new seed keeps it. Click to unlock"
                            : "Lock: a new seed keeps this value");
    if (pressed)
        command_item(panel, TR_COMMAND_LOCK, control->path, !control->locked);
}

bool reset_arrow(tr_panel *panel, bool lit) {
    const ImVec2 size(scaled(panel, 17), ImGui::GetFrameHeight()), at = ImGui::GetCursorScreenPos();
    const bool pressed = small_button(panel, "##back", size);
    draw_reset(panel, at, size, lit);
    explain(lit ? "Reset" : "");
    return pressed && lit;
}

// Draws a spinner round the grip of the last slider, while its change is being solved.
static void draw_busy(const tr_panel *panel, float ratio) {
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    const float end = ImGui::GetStyle().GrabMinSize / 2 + 2,
                turn = 6.28319f * static_cast<float>(std::fmod(glfwGetTime(), 1));
    const ImVec2 grip(low.x + end + ratio * (high.x - low.x - 2 * end), (low.y + high.y) / 2);
    ImDrawList *list = ImGui::GetWindowDrawList();
    list->AddCircle(grip, scaled(panel, 9.5f), ImGui::GetColorU32(ImVec4(1, 1, 1, 0.18f)), 32,
                    scaled(panel, 2));
    list->PathArcTo(grip, scaled(panel, 9.5f), turn, turn + 1.8f, 16);
    list->PathStroke(ImGui::GetColorU32(ImVec4(1, 1, 1, 0.95f)), 0, scaled(panel, 2));
}

// The left edge of the slider: aligned with those of other rows, or after a longer label if enough width
// remains.
static float row_left(const tr_panel *panel, const char *label, float right) {
    const float usual = label_width(panel), least = scaled(panel, 40),
                whole = ImGui::GetCursorPosX() + ImGui::CalcTextSize(label).x + scaled(panel, 6),
                most = ImGui::GetWindowContentRegionMax().x - right - least;
    return whole <= usual ? usual : whole < most ? whole : most > usual ? most : usual;
}

void control_row(tr_panel *panel, const tr_control *control) {
    const tr_number_form form = form_of(control);
    const double size = control->unit_size;
    double value = control->value / size;
    const ImVec2 small(scaled(panel, 17), ImGui::GetFrameHeight());
    const float tail = 2 * small.x + scaled(panel, 4), number = number_width(panel, form);
    ImGui::PushID(control->path);
    if (std::strcmp(panel->shown_path, control->path) == 0)
        mark_found(panel);
    const float left = row_left(panel, control->label, tail + number);
    char name[TR_CONTROL_LABEL_BYTES + 4];
    fit(control->label, left - ImGui::GetCursorPosX() - scaled(panel, 4), name, sizeof name);
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(label_colour(control->differs), "%s", name);
    char what[TR_CONTROL_LABEL_BYTES + TR_CONTROL_WHAT_BYTES + 4];
    const bool is_cut = std::strcmp(name, control->label) != 0;
    std::snprintf(what, sizeof what, "%s%s%s", is_cut ? control->label : "", is_cut ? ": " : "", control->what);
    explain(what);
    if (is_cut)
        place(panel, "cut label");
    ImGui::SameLine(left);
    const float tick =
        control->has_drawn ? grip_ratio(control->drawn, control->low, control->high, control->logarithmic) : -1;
    const slider_result slid =
        draw_slider(panel, {control->label, &value, &form, control->logarithmic, tick, control->differs,
                            tail + number, tail, is_wanted(panel, control->path)});
    place(panel, control->path);
    if (std::strcmp(panel->app->rows.busy_path, control->path) == 0) {
        placef(panel, "busy %s", control->path);
        draw_busy(panel, grip_ratio(control->value, control->low, control->high, control->logarithmic));
    }
    if (slid == slider_result::moves || slid == slider_result::types)
        send(panel, control, value * size, slid == slider_result::moves ? panel->drag_id : 0,
             slid == slider_result::types);
    else if (slid == slider_result::takes_back)
        command_edit(panel, TR_COMMAND_TAKE_BACK, control->path, "", panel->drag_id);
    char shown[TR_FORM_TEXT_BYTES];
    write_number(panel, form, control->value / size, control->differs, shown);
    const bool is_nothing = control->nothing[0] && control->value == 0;
    const slider_result clicked = draw_number(panel, is_nothing ? control->nothing : shown,
                                              control->value / size, number, tail, control->path);
    if (control->differs && (slid == slider_result::resets || clicked == slider_result::resets))
        command_text(panel, TR_COMMAND_UNSET, control->path);
    ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - 2 * small.x);
    reset_button(panel, control, small);
    ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - small.x);
    lock_button(panel, control, small);
    typed_note(panel, "##typed");
    field_error_note(panel, control->path);
    ImGui::PopID();
}

} // namespace panel
