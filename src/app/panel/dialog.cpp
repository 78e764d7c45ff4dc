// The layout of dialogs.
#include "app/panel/panel.hpp"

namespace panel {

static float least_body() { return 2 * ImGui::GetFrameHeight(); }

bool begin_dialog(tr_panel *panel, const char *title, float width) {
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const float margin = scaled(panel, 10), top = panel->bar_high.y + margin;
    const float widest = display.x - (panel->tall ? 0 : 2 * margin), least_foot = scaled(panel, 56),
                foot = panel->tall ? 0 : display.y - panel->message_low.y + margin,
                most = display.y - top - (foot > least_foot ? foot : least_foot);
    bool open = true;
    width = scaled(panel, width) < widest && !panel->tall ? scaled(panel, width) : widest;
    if (panel->tall)
        ImGui::SetNextWindowPos(ImVec2(display.x / 2, display.y), ImGuiCond_Always, ImVec2(0.5f, 1));
    else
        ImGui::SetNextWindowPos(ImVec2(display.x - margin, top), ImGuiCond_Always, ImVec2(1, 0));
    ImGui::SetNextWindowBgAlpha(0.97f); // a narrow window has it over the panel
    panel->sheet_most = most < 120 ? 120 : most;
    ImGui::SetNextWindowSizeConstraints(ImVec2(width, 0), ImVec2(width, panel->sheet_most));
    if (panel->dialog != panel->app->settings.dialog) {
        ImGui::SetNextWindowFocus();
        panel->body_height = panel->sheet_rest = 0;
    }
    const bool fits = panel->sheet_most - panel->sheet_rest >= least_body(); // otherwise the whole dialog
                                                                             // scrolls
    ImGui::Begin(title, &open,
                 (fits ? ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse : 0) |
                     ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize |
                     ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoSavedSettings);
    enter_window(panel);
    if (!open)
        command(panel, TR_COMMAND_DIALOG, TR_DIALOG_NONE);
    return open;
}

// The body is as high as its contents, limited by the space between head and foot. Both heights are from the
// previous update.
void begin_body(tr_panel *panel) {
    const float available = panel->sheet_most - panel->sheet_rest,
                most = available > least_body() ? available : least_body();
    panel->body_shown = std::floor(panel->body_height < most ? panel->body_height : most); // as Dear ImGui does
    ImGui::BeginChild("##body", ImVec2(0, panel->body_shown > 1 ? panel->body_shown : 1), false,
                      ImGuiWindowFlags_NavFlattened);
}

void end_body(tr_panel *panel) {
    const float height = std::ceil(ImGui::GetCursorPosY() - ImGui::GetStyle().ItemSpacing.y);
    panel->unsettled = panel->unsettled || height != panel->body_height;
    panel->body_height = height;
    ImGui::EndChild();
}

void choice_list(tr_panel *panel, const char *dialog, const char *name, const list_entry *choices, int count,
                 int chosen, tr_command_kind kind) {
    int shows = 0;
    for (int i = 0; i < count; i++)
        shows = choices[i].value == chosen ? i : shows;
    char id[48], at[48], shown[64];
    tr_export_label(count > 0 ? choices[shows].name : "", shown, sizeof shown);
    std::snprintf(id, sizeof id, "##%s", name);
    std::snprintf(at, sizeof at, "%s %s", dialog, name);
    label(panel, name);
    if (begin_list(panel, id, shown, ImGuiComboFlags_HeightLarge)) {
        for (int i = 0; i < count; i++) {
            tr_export_label(choices[i].name, shown, sizeof shown);
            if (list_item(panel, shown, choices[i].value == chosen))
                command(panel, kind, choices[i].value);
            placef(panel, "%s %s", at, choices[i].name);
            explain(choices[i].what);
        }
        ImGui::EndCombo();
    }
    place(panel, at);
}

void leave_text(tr_panel *panel, tr_kept_text *kept, tr_command_kind kind) {
    if (kept->typed)
        command_text(panel, kind, kept->text);
    kept->typed = false;
}

void kept_text(tr_panel *panel, const char *id, tr_kept_text *kept, size_t size, const char *value,
               tr_command_kind kind) {
    if (!kept->typed)
        std::snprintf(kept->text, sizeof kept->text, "%s", value);
    char before[sizeof kept->text];
    std::memcpy(before, kept->text, sizeof before);
    ImGui::InputText(id, kept->text, size < sizeof before ? size : sizeof before,
                     ImGuiInputTextFlags_AutoSelectAll);
    mind_text(panel);
    static const char *const fields[] = {"export", "picture", "enhance"};
    for (const char *field : fields) // one of them belongs to this dialog
        mend(panel, field);
    const bool left = ImGui::IsItemDeactivated(), enters = left && is_enter_pressed();
    if (left && ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape)))
        std::memcpy(kept->text, before, sizeof before); // Esc closes the dialog, but keeps what was typed
                                                        // before
    kept->typed = (kept->typed || ImGui::IsItemActive()) && std::strcmp(kept->text, value) != 0;
    if (!ImGui::IsItemActive())
        leave_text(panel, kept, kind);
    if (enters) // the purpose of the dialog
        command(panel, TR_COMMAND_ENTER);
}

void end_dialog(tr_panel *panel) {
    const ImGuiStyle &style = ImGui::GetStyle();
    const float rest =
        std::ceil(ImGui::GetCursorPosY() - style.ItemSpacing.y + style.WindowPadding.y) - panel->body_shown;
    panel->unsettled = panel->unsettled || rest != panel->sheet_rest;
    panel->sheet_rest = rest;
    if (panel->tall) // the picture and its message are above it
        panel->covered_foot = ImGui::GetWindowSize().y;
    ImGui::End();
}

bool foot_has_room(const tr_panel *panel) {
    const float buttons = 2 * (foot_button_width(panel) + ImGui::GetStyle().ItemSpacing.x);
    return ImGui::GetContentRegionAvail().x - buttons >= scaled(panel, 120);
}

bool main_button(const char *text, float width) {
    ImGui::PushStyleColor(ImGuiCol_Button, ImVec4(0.72f, 0.43f, 0.16f, 1));
    const bool pressed = ImGui::Button(text, ImVec2(width, 0));
    ImGui::PopStyleColor();
    return pressed;
}

float foot_button_width(const tr_panel *panel) { return scaled(panel, 104); }

bool start_button(tr_panel *panel, const char *text, const char *at, const char *what, bool enabled) {
    const float width = foot_button_width(panel);
    ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - width);
    ImGui::BeginDisabled(!enabled);
    const bool pressed = main_button(text, width);
    ImGui::EndDisabled();
    guard_button(panel);
    placef(panel, enabled ? "%s" : "disabled %s", at);
    explain(what);
    return pressed;
}

void progress_row(tr_panel *panel, double done, const char *text, const char *at, tr_command_kind cancel) {
    const float rest = foot_button_width(panel) + ImGui::GetStyle().ItemSpacing.x;
    ImGui::ProgressBar(static_cast<float>(done), ImVec2(-rest, ImGui::GetFrameHeight()), text);
    ImGui::SameLine();
    if (text_button(panel, "Cancel", at, "", ImVec2(-1, 0)))
        command(panel, cancel);
    guard_button(panel);
}

} // namespace panel
