// Ctrl+K: everything by a few letters of its name.
#include "app/panel/panel.hpp"

extern "C" {
#include "studio/finder.h"
}

#include <cstdio>

namespace panel {

static const int most_shown = 12;

// The best answers, the best one first; returns how many.
static int search(const tr_panel *panel, int shown[most_shown]) {
    const tr_panel_values *values = panel->values;
    int scores[most_shown], count = 0;
    for (int i = 0; i < values->entry_count; i++) {
        char text[160];
        std::snprintf(text, sizeof text, "%s %s", values->entries[i].name, values->entries[i].kind);
        const int score = tr_find_score(panel->find_text, text);
        int at = count;
        while (at > 0 && scores[at - 1] < score)
            at--;
        if (score == 0 || at == most_shown)
            continue;
        if (count < most_shown)
            count++;
        for (int k = count - 1; k > at; k--)
            scores[k] = scores[k - 1], shown[k] = shown[k - 1];
        scores[at] = score, shown[at] = i;
    }
    return count;
}

static void choose(tr_panel *panel, const tr_entry *entry) {
    tr_wishes_add(panel->wishes, &entry->wish);
    panel->wish_count++;
    ImGui::CloseCurrentPopup();
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
    const int count = search(panel, shown);
    steer(panel, count);
    for (int i = 0; i < count; i++) {
        const tr_entry *entry = &panel->values->entries[shown[i]];
        ImGui::PushID(i);
        if (ImGui::Selectable(entry->name, i == panel->find_at) || (entered && i == panel->find_at))
            choose(panel, entry);
        place(panel, entry->name);
        ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - ImGui::CalcTextSize(entry->kind).x);
        ImGui::TextColored(quiet, "%s", entry->kind);
        ImGui::PopID();
    }
    if (count == 0)
        ImGui::TextColored(quiet, "Nothing is called like that.");
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
    if (ImGui::IsWindowAppearing())
        ImGui::SetKeyboardFocusHere();
    ImGui::SetNextItemWidth(-1);
    const bool entered = text_field(panel, "##find", panel->find_text, sizeof panel->find_text);
    place(panel, "find");
    answers(panel, entered);
    ImGui::EndPopup();
}

} // namespace panel
