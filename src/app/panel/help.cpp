// F1: what mouse and keys do, in groups, and the manual, with one search for both.
#include "app/panel/panel.hpp"

#include <cstdio>

namespace panel {

static bool is_wanted(const tr_panel *panel, const tr_shortcut &row) {
    const char *part = panel->help_text;
    return row.name && (contains(row.name, part) || contains(row.keys, part) ||
                        contains(tr_shortcut_group_name(row.group), part) ||
                        (row.synonyms && contains(row.synonyms, part)));
}

static void row(const tr_panel *panel, const tr_shortcut &r) {
    char text[160], at[96];
    const float left = ImGui::GetCursorPosX();
    ImGui::BeginGroup();
    ImGui::TextColored(accent, "%s", r.keys);
    ImGui::SameLine(0, 0);
    const float after = left + scaled(panel, 168), end = ImGui::GetCursorPosX() + scaled(panel, 8);
    ImGui::SetCursorPosX(end > after ? end : after);
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(r.name);
    ImGui::PopTextWrapPos();
    ImGui::EndGroup();
    std::snprintf(at, sizeof at, "help %s", r.name);
    place(panel, at);
    if (!r.second)
        return;
    std::snprintf(text, sizeof text, "Also: %s", r.second);
    explain(text);
}

static int count_rows(const tr_panel *panel, int group) {
    const tr_panel_values *values = panel->values;
    int count = 0;
    for (int i = 0; i < values->shortcut_count; i++)
        count += values->shortcuts[i].group == group && is_wanted(panel, values->shortcuts[i]);
    return count;
}

// Group by group, in two columns of about the same length where there is room.
static void groups(tr_panel *panel) {
    const tr_panel_values *values = panel->values;
    const int columns = ImGui::GetContentRegionAvail().x > scaled(panel, 640) ? 2 : 1;
    int all = 0, before = 0, column = 0;
    for (int group = 0; group < TR_GROUPS; group++)
        all += count_rows(panel, group);
    if (!ImGui::BeginTable("groups", columns, ImGuiTableFlags_SizingStretchSame))
        return;
    ImGui::TableNextColumn();
    for (int group = 0; group < TR_GROUPS; group++) {
        const int count = count_rows(panel, group);
        if (count == 0)
            continue;
        if (column + 1 < columns && 2 * before + count > all) {
            ImGui::TableNextColumn();
            column++;
        }
        before += count;
        section(panel, tr_shortcut_group_name(static_cast<tr_shortcut_group>(group)));
        for (int i = 0; i < values->shortcut_count; i++)
            if (values->shortcuts[i].group == group && is_wanted(panel, values->shortcuts[i]))
                row(panel, values->shortcuts[i]);
    }
    ImGui::EndTable();
    if (all == 0)
        ImGui::TextColored(quiet, "No shortcut found. Ctrl+K searches all commands");
}

// Shortcuts, and the pages of the manual.
static void pages(tr_panel *panel) {
    if (ImGui::Selectable("Shortcuts", !panel->help_page[0]))
        panel->help_page[0] = 0;
    place(panel, "manual shortcuts");
    section(panel, "Manual");
    manual_list(panel);
}

// The pages at the left, or above where there is no room, and the one that is chosen.
static void contents(tr_panel *panel, float foot) {
    const bool wide = ImGui::GetContentRegionAvail().x > scaled(panel, 560);
    ImGui::BeginChild("##pages", wide ? ImVec2(scaled(panel, 180), -foot) : ImVec2(0, scaled(panel, 120)));
    pages(panel);
    ImGui::EndChild();
    if (wide)
        ImGui::SameLine(0, scaled(panel, 16));
    ImGui::BeginChild("##groups", ImVec2(0, -foot));
    if (panel->help_page[0])
        manual_page(panel);
    else
        groups(panel);
    ImGui::EndChild();
}

void help_overlay(tr_panel *panel) {
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const float margin = scaled(panel, 10), side = ImGui::GetFrameHeight();
    const float width =
                    display.x - 2 * margin < scaled(panel, 1080) ? display.x - 2 * margin : scaled(panel, 1080),
                height =
                    display.y - 2 * margin < scaled(panel, 700) ? display.y - 2 * margin : scaled(panel, 700);
    ImGui::SetNextWindowPos(ImVec2(display.x / 2, display.y / 2), ImGuiCond_Always, ImVec2(0.5f, 0.5f));
    ImGui::SetNextWindowSize(ImVec2(width, height));
    ImGui::SetNextWindowBgAlpha(1);
    ImGui::Begin("Keys", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings);
    ImGui::PushFont(panel->title_font);
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted("Help");
    ImGui::PopFont();
    ImGui::SameLine();
    ImGui::SetNextItemWidth(-side - ImGui::GetStyle().ItemSpacing.x);
    const bool appears = ImGui::IsWindowAppearing();
    if (appears) {
        panel->help_text[0] = 0;
        give_keys(panel);
    }
    if (ImGui::InputTextWithHint("##search", "Search shortcuts and manual", panel->help_text,
                                 sizeof panel->help_text))
        panel->help_moved = true;
    mind_text(panel, appears);
    place(panel, "help search");
    ImGui::SameLine();
    if (ImGui::Button("×", ImVec2(side, side)))
        command(panel, TR_COMMAND_HELP, 1);
    place(panel, "help close");
    const float foot = ImGui::GetTextLineHeightWithSpacing();
    contents(panel, foot);
    char renderer[256];
    fit(panel->values->renderer, ImGui::GetContentRegionAvail().x, renderer, sizeof renderer);
    ImGui::TextColored(quiet, "%s", renderer);
    ImGui::End();
}

} // namespace panel
