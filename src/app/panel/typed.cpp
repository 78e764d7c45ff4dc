// Text fields: an invalid text stays in its field, with an error below.
#include "app/panel/panel.hpp"

#include <imgui/imgui_internal.h> // RootWindow

#include <cctype>

namespace panel {

static void wrapped(const tr_panel *panel, const ImVec4 &colour, const char *name, const char *text,
                    float width = 0) {
    ImGui::PushTextWrapPos(width);
    ImGui::TextColored(colour, "%s", text);
    ImGui::PopTextWrapPos();
    placef(panel, "%s %.140s", name, text);
}

static void note(const tr_panel *panel, const char *text) {
    ImGui::Dummy(ImVec2(0, 0));
    ImGui::SameLine(label_width(panel));
    wrapped(panel, alarm, "note", text);
}

void note_over(tr_panel *panel, ImVec2 at, const char *text) {
    const float width = scaled(panel, 226), height = ImGui::CalcTextSize(text, nullptr, false, width).y +
                                                     2 * ImGui::GetStyle().WindowPadding.y;
    if (at.y + height > ImGui::GetIO().DisplaySize.y)
        at.y -= height + ImGui::GetFrameHeightWithSpacing() + ImGui::GetStyle().ItemSpacing.y;
    ImGui::SetNextWindowPos(at);
    ImGui::BeginTooltip();
    panel->unsettled = panel->unsettled || ImGui::IsWindowAppearing();
    wrapped(panel, alarm, "note", text, width);
    ImGui::EndTooltip();
}

// Below the row that was laid out last.
static void note_below(tr_panel *panel, const char *text) {
    if (ImGui::IsItemVisible())
        note_over(panel, ImVec2(ImGui::GetWindowPos().x + label_width(panel), ImGui::GetCursorScreenPos().y),
                  text);
}

// ---- errors that the window finds ----------------------------------------------------------------

const char *why_wrong(const tr_panel *panel, const char *field) {
    const tr_app *app = panel->app;
    for (int i = 0; i < app->wrong_count; i++)
        if (std::strcmp(app->wrongs[i].field, field) == 0)
            return app->wrongs[i].text;
    return nullptr;
}

bool is_wrong(const tr_panel *panel, const char *field) { return why_wrong(panel, field) != nullptr; }

// As long as the message about it.
void field_error_note(tr_panel *panel, const char *field) {
    const char *why = why_wrong(panel, field);
    if (why && panel->app->message.is_error)
        note_below(panel, why);
}

void sheet_note(const tr_panel *panel, const char *field) {
    const char *why = why_wrong(panel, field);
    if (why)
        wrapped(panel, alarm, "note", why);
}

void outcome(const tr_panel *panel) {
    const tr_app *app = panel->app;
    if (app->outcomes[app->settings.dialog].text[0])
        wrapped(panel, app->outcomes[app->settings.dialog].is_error ? alarm : accent, "outcome",
                app->outcomes[app->settings.dialog].text);
}

void mend(tr_panel *panel, const char *field) {
    if (ImGui::IsItemEdited() && is_wrong(panel, field))
        command_text(panel, TR_COMMAND_MEND, field);
}

// ---- texts ---------------------------------------------------------------------------------------

static bool is_in_front() {
    const char *window = ImGui::GetCurrentWindow()->RootWindow->Name;
    return std::strcmp(window, "Terrella") != 0 && std::strcmp(window, "Bar") != 0;
}

void mind_text(tr_panel *panel, bool also) {
    if (!also && !ImGui::IsItemActive())
        return;
    panel->text_is_edited = true;
    panel->text_is_in_front = is_in_front();
}

tr_typed_text *typed_text(tr_panel *panel, ImGuiID id) {
    for (int i = 0; i < panel->typed_count; i++)
        if (panel->typed[i].id == id) {
            panel->typed[i].shown = true; // its row is still shown
            return &panel->typed[i];
        }
    return nullptr;
}

void forget_typed(tr_panel *panel, ImGuiID id) {
    tr_typed_text *typed = typed_text(panel, id), *end = panel->typed + panel->typed_count;
    if (!typed)
        return;
    std::memmove(typed, typed + 1, sizeof *typed * static_cast<size_t>(end - typed - 1));
    panel->typed_count--;
}

tr_typed_text *keep_typed(tr_panel *panel, ImGuiID id, const char *text) {
    tr_typed_text *typed = typed_text(panel, id);
    if (!typed && panel->typed_count == IM_ARRAYSIZE(panel->typed)) { // the list is full: removes the oldest
        std::memmove(panel->typed, panel->typed + 1, sizeof panel->typed - sizeof *panel->typed);
        panel->typed_count--;
    }
    if (!typed) {
        typed = &panel->typed[panel->typed_count++];
        *typed = {};
        typed->id = id;
        typed->shown = true;
    }
    std::snprintf(typed->text, sizeof typed->text, "%s", text);
    return typed;
}

void drop_typed(tr_panel *panel) {
    const tr_app *app = panel->app;
    const tr_recipe *recipe = tr_app_recipe(app);
    const uint64_t planet =
        tr_hash_text(tr_hash_pair(recipe->seed, static_cast<uint64_t>(app->document.target)), recipe->type);
    for (int i = panel->typed_count - 1; i >= 0; i--) {
        tr_typed_text *typed = &panel->typed[i];
        const bool left = typed->refused && !typed->active && panel->typed_next != typed->id &&
                          panel->keys_come == 0; // a click came before the keys that it was to get again
        const bool goes = !typed->shown || left || planet != panel->typed_planet;
        typed->shown = false;
        const bool other = typed->in_row && planet != panel->typed_planet;
        if (!goes || (typed->stays && !other))
            continue;
        if (ImGui::GetCurrentContext()->ActiveId == typed->id)
            ImGui::ClearActiveID();
        forget_typed(panel, typed->id);
    }
    panel->typed_planet = planet;
}

// Reports that the invalid text was dropped and the value stays.
static void tell_dropped(tr_panel *panel, const char *stays, const char *text, const char *why) {
    char message[384];
    std::snprintf(message, sizeof message, "%.100s. '%s' is not possible: %c%s", stays, text,
                  std::tolower(static_cast<unsigned char>(why[0])), why + 1);
    command_text(panel, TR_COMMAND_SAY, message);
}

bool judged_field(tr_panel *panel, const char *id, const char *shown, const char *stays, judge_text judge,
                  const void *rule, char text[TR_TYPED_BYTES], bool keeps) {
    const ImGuiID own = ImGui::GetID(id);
    tr_typed_text *typed = typed_text(panel, own);
    const bool begins = panel->typed_next == own;
    char before[TR_TYPED_BYTES];
    std::snprintf(text, TR_TYPED_BYTES, "%s", typed ? typed->text : shown);
    std::memcpy(before, text, sizeof before);
    if (begins)
        give_keys(panel);
    ImGui::InputText(id, text, TR_TYPED_BYTES, ImGuiInputTextFlags_AutoSelectAll);
    mind_text(panel, begins);
    panel->typed_next = begins ? 0 : panel->typed_next;
    const bool active = ImGui::IsItemActive(), escaped = is_pressed(ImGuiKey_Escape), front = is_in_front();
    // A field that vanished with its popup or tab was left, too.
    const bool left = ImGui::IsItemDeactivated() || (typed && typed->active && !active);
    if (left && escaped && front)
        std::memcpy(text, before, sizeof before); // Esc closes the dialog, but keeps the text
    if (active || (left && !begins))
        typed = keep_typed(panel, own, text);
    if (typed) {
        typed->active = active;
        typed->in_row = !front || panel->app->settings.dialog == TR_DIALOG_NONE;
        typed->stays = keeps || !typed->in_row;
        judge(rule, text, typed->why);
    }
    if (!typed || (!left && !(begins && escaped)))
        return false;
    if (!(escaped && !front) && typed->why[0] && std::strcmp(text, shown) != 0) {
        typed->refused = true;
        if (is_enter_pressed()) { // the field keeps the keys
            panel->typed_next = own;
            await_field(panel);
        } else if (!typed->stays) {
            tell_dropped(panel, stays, text, typed->why);
            forget_typed(panel, own);
        }
        return false;
    }
    forget_typed(panel, own);
    return !(escaped && !front) && std::strcmp(text, shown) != 0;
}

void typed_note(tr_panel *panel, const char *id) {
    const tr_typed_text *typed = typed_text(panel, ImGui::GetID(id));
    if (!typed || !typed->refused || !typed->why[0])
        return;
    if (typed->stays)
        note(panel, typed->why);
    else
        note_below(panel, typed->why);
    panel->is_refused = panel->is_refused || is_in_front();
}

// ---- numbers -------------------------------------------------------------------------------------

static void write_typed(double value, char text[TR_TYPED_BYTES]) {
    std::snprintf(text, TR_TYPED_BYTES, "%.9g", value);
}

static void judge_number(const void *form, const char *text, char why[TR_FORM_WHY_BYTES]) {
    double number;
    tr_form_read(static_cast<const tr_number_form *>(form), text, &number, why);
}

void begin_number(tr_panel *panel, ImGuiID id, double value) {
    char text[TR_TYPED_BYTES];
    ImGui::ClearActiveID(); // releases the slider
    write_typed(value, text);
    keep_typed(panel, id, text);
    panel->typed_next = id;
    await_field(panel);
}

bool number_field(tr_panel *panel, const char *id, const char *name, double *value,
                  const tr_number_form &form) {
    char shown[TR_TYPED_BYTES], text[TR_TYPED_BYTES], why[TR_FORM_WHY_BYTES], number[TR_FORM_TEXT_BYTES];
    char stays[sizeof number + 64];
    write_typed(*value, shown);
    tr_form_show(&form, *value, 12, number);
    std::snprintf(stays, sizeof stays, "%.48s stays %s", name, number);
    return judged_field(panel, id, shown, stays, judge_number, &form, text) &&
           tr_form_read(&form, text, value, why);
}

} // namespace panel
