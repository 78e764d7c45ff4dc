// The dialog that exports: what for, which maps, how large, where to, and how long that will take.
#include "app/panel/panel.hpp"

namespace panel {

static void what_for(tr_panel *panel, const tr_panel_export *e) {
    choice_list(panel, "export", "For", e->targets, e->target_count, TR_COMMAND_EXPORT_TARGET);
    for (int i = 0; i < e->target_count; i++)
        if (e->targets[i].chosen) {
            ImGui::Dummy(ImVec2(0, 0));
            ImGui::SameLine(label_width(panel));
            ImGui::PushTextWrapPos(0);
            ImGui::TextColored(quiet, "%s", e->targets[i].what);
            ImGui::PopTextWrapPos();
        }
}

// How much of the scene goes out, and that not all does.
static void what_of(tr_panel *panel, const tr_panel_export *e) {
    ImGui::Dummy(ImVec2(0, 0));
    ImGui::SameLine(label_width(panel));
    if (e->all)
        ImGui::TextColored(quiet, "%d maps in %d sets", e->maps, e->others + 1);
    else
        ImGui::TextColored(accent, "%d other %s left out", e->others,
                           e->others == 1 ? "body is" : "bodies are");
    place(panel, e->all ? "export counted" : "export left out");
}

static void maps(tr_panel *panel, const tr_panel_export *e) {
    section(panel, "Maps");
    const float wide = ImGui::GetContentRegionAvail().x;
    const int columns = wide > scaled(panel, 600) ? 3 : 2;
    if (!ImGui::BeginTable("maps", columns, ImGuiTableFlags_SizingStretchSame))
        return;
    for (int i = 0; i < e->output_count; i++) {
        bool chosen = e->outputs[i].chosen;
        char label[64], shown[72];
        ImGui::TableNextColumn();
        tr_export_label(e->outputs[i].name, label, sizeof label);
        fit(label, ImGui::GetContentRegionAvail().x - ImGui::GetFrameHeight() - scaled(panel, 6), shown,
            sizeof shown);
        ImGui::PushID(i);
        if (ImGui::Checkbox(shown, &chosen))
            command(panel, TR_COMMAND_EXPORT_OUTPUT, e->outputs[i].value);
        placef(panel, "map %s", e->outputs[i].name);
        explain(e->outputs[i].what);
        ImGui::PopID();
    }
    ImGui::EndTable();
}

static void say_time(double seconds, char *text, size_t size) {
    if (seconds < 1)
        std::snprintf(text, size, "1 s");
    else if (seconds < 90)
        std::snprintf(text, size, "%.0f s", seconds);
    else if (seconds < 5400)
        std::snprintf(text, size, "%.0f min", seconds / 60);
    else
        std::snprintf(text, size, "%.1f h", seconds / 3600);
}

static void say_bytes(double bytes, char *text, size_t size) {
    const double mb = bytes / 1e6;
    std::snprintf(text, size, mb < 1000 ? mb < 10 ? "%.1f MB" : "%.0f MB" : "%.1f GB",
                  mb < 1000 ? mb : mb / 1000);
}

static void begin_or_stop(tr_panel *panel, const tr_panel_export *e) {
    char time[32], bytes[400];
    const float button = scaled(panel, 104);
    const double progress = export_progress(panel->app);
    line(panel);
    if (progress >= 0) {
        say_time(tr_file_output_remaining_s(&panel->app->output), time, sizeof time);
        std::snprintf(bytes, sizeof bytes, "%.0f %%, about %s", 100 * progress, time);
        const float gap = ImGui::GetStyle().ItemSpacing.x;
        ImGui::ProgressBar(static_cast<float>(progress), ImVec2(-button - gap, ImGui::GetFrameHeight()), bytes);
        ImGui::SameLine();
        if (text_button(panel, "Cancel", "export cancel", "", ImVec2(-1, 0)))
            command(panel, TR_COMMAND_CANCEL_EXPORT);
        return;
    }
    say_time(e->cost.seconds, time, sizeof time);
    say_bytes(e->cost.bytes, bytes, sizeof bytes);
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(quiet, "About %s, %s", bytes, time);
    const float gap = ImGui::GetStyle().ItemSpacing.x, right = ImGui::GetWindowContentRegionMax().x;
    ImGui::SameLine(right - 2 * button - gap);
    folder_button(panel, "export folder open", button, TR_CHOOSES_EXPORT_FOLDER);
    ImGui::SameLine(right - button);
    if (main_button("Export", button))
        command(panel, TR_COMMAND_EXPORT);
    place(panel, "export start");
    explain("Enter");
}

static void file_names(tr_panel *panel, const tr_panel_export *e) {
    label(panel, "Name");
    if (e->all) {
        ImGui::TextColored(quiet, "each planet's own");
        return;
    }
    kept_text(panel, "##name", &panel->export_name, sizeof e->stem, e->stem, TR_COMMAND_EXPORT_NAME);
    place(panel, "export name");
}

void export_dialog(tr_panel *panel) {
    const tr_panel_export *e = &panel->app->export_shown;
    if (begin_dialog(panel, "Export", 480)) {
        begin_body(panel);
        if (e->planet_count > 0) {
            choice_list(panel, "export", "Bodies", e->planets, e->planet_count, TR_COMMAND_EXPORT_ALL);
            what_of(panel, e);
        }
        what_for(panel, e);
        choice_list(panel, "export", "Projection", e->layouts, e->layout_count, TR_COMMAND_EXPORT_LAYOUT);
        choice_list(panel, "export", "Size", e->widths, e->width_count, TR_COMMAND_EXPORT_WIDTH);
        maps(panel, e);
        section(panel, "Files");
        folder_row(panel, "export folder", &panel->export_folder, panel->app->output.directory,
                   TR_COMMAND_EXPORT_FOLDER, TR_CHOOSES_EXPORT_FOLDER);
        file_names(panel, e);
        end_body(panel);
        sheet_note(panel, "export");
        begin_or_stop(panel, e);
        if (export_progress(panel->app) < 0)
            outcome(panel);
    }
    end_dialog(panel);
}

} // namespace panel
