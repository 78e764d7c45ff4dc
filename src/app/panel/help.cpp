// F1: the shortcuts of mouse and keys in groups, and the manual, with one search for both.
#include "app/panel/panel.hpp"

namespace panel {

static bool is_wanted(const tr_panel *panel, const tr_shortcut &row) {
    const char *part = panel->help_text;
    return row.name && (contains(row.name, part) || contains(row.keys, part) ||
                        contains(tr_shortcut_group_name(row.group), part) ||
                        (row.synonyms && contains(row.synonyms, part)));
}

static void row(const tr_panel *panel, const tr_shortcut &r) {
    char text[160];
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
    placef(panel, "help %s", r.name);
    if (!r.second)
        return;
    std::snprintf(text, sizeof text, "Also: %s", r.second);
    explain(text);
}

static int count_rows(const tr_panel *panel, int group) {
    int count = 0, all;
    const tr_shortcut *rows = tr_shortcuts(&all);
    for (int i = 0; i < all; i++)
        count += rows[i].group == group && is_wanted(panel, rows[i]);
    return count;
}

// Shows the groups, in two columns of about the same length if the window is wide enough.
static void groups(tr_panel *panel) {
    int row_count;
    const tr_shortcut *rows = tr_shortcuts(&row_count);
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
        for (int i = 0; i < row_count; i++)
            if (rows[i].group == group && is_wanted(panel, rows[i]))
                row(panel, rows[i]);
    }
    ImGui::EndTable();
    if (all == 0)
        ImGui::TextColored(quiet, "No shortcut found. Ctrl+K searches all commands");
}

// The list of pages: the shortcuts, and the pages of the manual.
static void pages(tr_panel *panel) {
    if (ImGui::Selectable("Shortcuts", !panel->help_page[0]))
        panel->help_page[0] = 0;
    place(panel, "manual shortcuts");
    section(panel, "Manual");
    manual_list(panel);
}

// Shows the list of pages at the left, or above in a narrow window, and the selected page.
static void contents(tr_panel *panel, float foot) {
    const bool wide = ImGui::GetContentRegionAvail().x > scaled(panel, 560);
    const float part = 0.4f * ImGui::GetContentRegionAvail().y; // leaves space for the page
    const float list = std::fmin(scaled(panel, 120), part);
    ImGui::BeginChild("##pages", wide ? ImVec2(scaled(panel, 180), -foot) : ImVec2(0, list));
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
    const ImVec2 most(scaled(panel, 1080), scaled(panel, 700));
    const float width = std::fmin(display.x - 2 * margin, most.x);
    // The window ends above the message at the bottom of the picture.
    const float foot = display.y - margin, message = panel->tall ? foot : std::fmin(panel->message_low.y, foot),
                top = std::fmax(margin, (display.y - most.y) / 2),
                end = std::fmin(top + most.y, message - margin);
    ImGui::SetNextWindowPos(ImVec2((display.x - width) / 2, top));
    ImGui::SetNextWindowSize(ImVec2(width, end - top));
    ImGui::SetNextWindowBgAlpha(1);
    ImGui::Begin("Keys", nullptr, plain_window);
    ImGui::PushFont(panel->title_font);
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted("Help");
    ImGui::PopFont();
    ImGui::SameLine();
    ImGui::SetNextItemWidth(-side - ImGui::GetStyle().ItemSpacing.x);
    const bool appears = ImGui::IsWindowAppearing();
    const bool begins = appears || panel->help_entered;
    if (appears)
        panel->help_text[0] = 0;
    if (begins)
        give_keys(panel);
    panel->help_entered =
        ImGui::InputTextWithHint("##search", "Search shortcuts and manual", panel->help_text,
                                 sizeof panel->help_text, ImGuiInputTextFlags_EnterReturnsTrue);
    panel->unsettled = panel->unsettled || panel->help_entered;
    panel->help_moved = panel->help_moved || ImGui::IsItemEdited();
    mind_text(panel, begins);
    place(panel, "help search");
    ImGui::SameLine();
    if (text_button(panel, "×", "help close", "", ImVec2(side, side)))
        command(panel, TR_COMMAND_HELP, 1);
    const float last = ImGui::GetTextLineHeightWithSpacing();
    contents(panel, last);
    char renderer[256];
    fit(tr_renderer_description(panel->app->viewport.renderer), ImGui::GetContentRegionAvail().x, renderer,
        sizeof renderer);
    ImGui::TextColored(quiet, "%s", renderer);
    ImGui::End();
}

} // namespace panel
