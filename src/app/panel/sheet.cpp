// Where sheets stand.
#include "app/panel/panel.hpp"

#include <cstdio>
#include <cstring>

namespace panel {

bool begin_sheet(tr_panel *panel, const char *title, float width) {
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const float margin = scaled(panel, 10), top = panel->bar_high.y + margin;
    const float widest = display.x - 2 * margin, foot = display.y - panel->message_low.y + margin,
                most = display.y - top - (foot > scaled(panel, 56) ? foot : scaled(panel, 56));
    bool open = true;
    width = scaled(panel, width) < widest ? scaled(panel, width) : widest;
    ImGui::SetNextWindowPos(ImVec2(display.x - margin, top), ImGuiCond_Always, ImVec2(1, 0));
    ImGui::SetNextWindowBgAlpha(0.97f); // over the panel, in a narrow window
    ImGui::SetNextWindowSizeConstraints(ImVec2(width, 0), ImVec2(width, most < 120 ? 120 : most));
    if (panel->sheet != panel->values->sheet)
        ImGui::SetNextWindowFocus();
    ImGui::Begin(title, &open,
                 ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize |
                     ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoSavedSettings);
    ImGui::PushAllowKeyboardFocus(true);
    if (!open)
        wish(panel, TR_WISH_SHEET, TR_SHEET_NONE);
    return open;
}

// A list of choices; the chosen one's explanation stands below, or on hover.
void choice_list(tr_panel *panel, const char *sheet, const char *name, const tr_panel_choice *choices,
                 int count, tr_wish_kind kind) {
    const tr_panel_choice *chosen = choices;
    for (int i = 0; i < count; i++)
        chosen = choices[i].chosen ? &choices[i] : chosen;
    char id[48], at[48], shown[64];
    tr_export_label(count > 0 ? chosen->name : "", shown, sizeof shown);
    std::snprintf(id, sizeof id, "##%s", name);
    std::snprintf(at, sizeof at, "%s %s", sheet, name);
    label(panel, name);
    if (ImGui::BeginCombo(id, shown, ImGuiComboFlags_HeightLarge)) {
        mind_front(panel);
        for (int i = 0; i < count; i++) {
            char item[64];
            tr_export_label(choices[i].name, shown, sizeof shown);
            if (ImGui::Selectable(shown, choices[i].chosen))
                wish(panel, kind, choices[i].value);
            std::snprintf(item, sizeof item, "%s %s", at, choices[i].name);
            place(panel, item);
            explain(choices[i].what);
        }
        ImGui::EndCombo();
    }
    place(panel, at);
}

void leave_text(tr_panel *panel, tr_kept_text *kept, tr_wish_kind kind) {
    if (kept->typed)
        wish_text(panel, kind, kept->text);
    kept->typed = false;
}

void kept_text(tr_panel *panel, const char *id, tr_kept_text *kept, size_t size, const char *value,
               tr_wish_kind kind) {
    if (!kept->typed)
        std::snprintf(kept->text, sizeof kept->text, "%s", value);
    char before[sizeof kept->text];
    std::memcpy(before, kept->text, sizeof before);
    ImGui::InputText(id, kept->text, size < sizeof before ? size : sizeof before,
                     ImGuiInputTextFlags_AutoSelectAll);
    mind_text(panel);
    if (ImGui::IsItemDeactivated() && ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape)))
        std::memcpy(kept->text, before, sizeof before); // Esc closes the sheet, not what was typed there
    kept->typed = (kept->typed || ImGui::IsItemActive()) && std::strcmp(kept->text, value) != 0;
    if (!ImGui::IsItemActive())
        leave_text(panel, kept, kind);
}

void end_sheet() {
    ImGui::PopAllowKeyboardFocus();
    ImGui::End();
}

bool main_button(const char *text, float width) {
    ImGui::PushStyleColor(ImGuiCol_Button, ImVec4(0.72f, 0.43f, 0.16f, 1));
    const bool pressed = ImGui::Button(text, ImVec2(width, 0));
    ImGui::PopStyleColor();
    return pressed;
}

} // namespace panel
