// Ctrl+K: finds everything by a few letters of its name, by synonyms, and by its explanation.
#include "app/panel/panel.hpp"

namespace panel {

static const int most_shown = 12;

static void choose(tr_panel *panel, const tr_finder_entry *entry) {
    if (entry->dialog != TR_DIALOG_NONE && entry->dialog != panel->app->settings.dialog)
        command(panel, TR_COMMAND_DIALOG, entry->dialog);
    tr_command chosen = entry->command;
    if (chosen.kind == TR_COMMAND_SHOW)
        chosen.number = 1; // give the row the keyboard focus
    else if (panel->focused)
        tr_panel_focus(panel, 0); // not to the row that was found before
    add_command(panel, chosen);
    ImGui::CloseCurrentPopup();
    panel->is_finding = false; // cleared first: another Ctrl+K may come before the next update
}

static void steer(tr_panel *panel, int count) {
    if (ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_DownArrow)))
        panel->find_at++;
    if (ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_UpArrow)))
        panel->find_at--;
    panel->find_at = count == 0 ? 0 : (panel->find_at + count) % count;
}

static void answers(tr_panel *panel, bool entered) {
    int shown[most_shown];
    const int count = tr_finder_search(panel->app->rows.entries, panel->app->rows.entry_count, panel->find_text,
                                       most_shown, shown);
    steer(panel, count);
    for (int i = 0; i < count; i++) {
        const tr_finder_entry *entry = &panel->app->rows.entries[shown[i]];
        ImGui::PushID(i);
        const float wide = ImGui::GetContentRegionAvail().x, gap = scaled(panel, 16);
        char name[128], kind[32];
        fit(entry->kind, wide / 2, kind, sizeof kind);
        const float right = ImGui::CalcTextSize(kind).x;
        fit(entry->name, wide - right - gap, name, sizeof name);
        if (ImGui::Selectable("##answer", i == panel->find_at) || (entered && i == panel->find_at))
            choose(panel, entry);
        place(panel, entry->name);
        explain(entry->what);
        ImGui::SameLine(ImGui::GetStyle().WindowPadding.x);
        ImGui::TextUnformatted(name);
        ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - right);
        ImGui::TextColored(quiet, "%s", kind);
        ImGui::PopID();
    }
    if (count == 0)
        ImGui::TextColored(quiet, "No results");
    else if (panel->app->rows.entries[shown[panel->find_at]]
                 .what[0]) { // explanation of the row that Enter takes
        ImGui::Separator();
        hint(panel->app->rows.entries[shown[panel->find_at]].what);
    }
}

void finder(tr_panel *panel) {
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const float width = display.x < scaled(panel, 460) ? display.x - scaled(panel, 20) : scaled(panel, 440);
    if (panel->open_finder) {
        ImGui::OpenPopup("Find");
        panel->find_text[0] = 0;
        panel->find_at = 0;
    }
    panel->open_finder = false;
    ImGui::SetNextWindowPos(ImVec2(display.x / 2, panel->bar_height + scaled(panel, 10)), ImGuiCond_Always,
                            ImVec2(0.5f, 0));
    ImGui::SetNextWindowSize(ImVec2(width, 0));
    panel->is_finding = ImGui::BeginPopup("Find", ImGuiWindowFlags_NoMove);
    if (!panel->is_finding)
        return;
    mind_front(panel);
    panel->is_finding = !panel->close_front;
    if (ImGui::IsWindowAppearing())
        give_keys(panel);
    ImGui::SetNextItemWidth(-1);
    const bool entered = ImGui::InputText("##find", panel->find_text, sizeof panel->find_text,
                                          ImGuiInputTextFlags_EnterReturnsTrue);
    mind_text(panel);
    place(panel, "find");
    answers(panel, entered);
    ImGui::EndPopup();
}

} // namespace panel
