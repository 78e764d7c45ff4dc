// What comes to the front: the sheets that open, export, and ask before work is lost.
#include "app/panel/panel.hpp"

#include <cstdio>

namespace panel {

static const int export_widths[] = {512, 1024, 2048, 4096, 8192, 16384};

static void export_sheet(tr_panel *panel) {
    const tr_panel_values *values = panel->values;
    if (!ImGui::BeginPopup("Export"))
        return;
    mind_front(panel);
    const float button = scaled(panel, 88);
    char shown[32];
    std::snprintf(shown, sizeof shown, "%d × %d", values->export_width, values->export_width / 2);
    ImGui::SetNextItemWidth(scaled(panel, 150));
    if (ImGui::BeginCombo("##width", shown)) {
        for (int width : export_widths) {
            std::snprintf(shown, sizeof shown, "%d × %d", width, width / 2);
            if (ImGui::Selectable(shown, width == values->export_width))
                wish(panel, TR_WISH_EXPORT_WIDTH, width);
        }
        ImGui::EndCombo();
    }
    place(panel, "export width");
    ImGui::SameLine();
    if (values->export_progress < 0 && ImGui::Button("Export", ImVec2(button, 0)))
        wish(panel, TR_WISH_EXPORT);
    if (values->export_progress < 0)
        place(panel, "export start");
    if (values->export_progress >= 0) {
        if (ImGui::Button("Cancel", ImVec2(button, 0)))
            wish(panel, TR_WISH_CANCEL_EXPORT);
        place(panel, "export cancel");
        ImGui::ProgressBar(static_cast<float>(values->export_progress), ImVec2(-1, 0));
    }
    ImGui::EndPopup();
}

static void open_sheet(tr_panel *panel) {
    if (!ImGui::BeginPopup("Open a world"))
        return;
    mind_front(panel);
    ImGui::TextColored(quiet, "A file, a share line, or a type");
    ImGui::SetNextItemWidth(scaled(panel, 380));
    if (ImGui::IsWindowAppearing())
        ImGui::SetKeyboardFocusHere();
    const bool entered = text_field(panel, "##open", panel->open_text, sizeof panel->open_text);
    place(panel, "open text");
    ImGui::SameLine();
    if ((ImGui::Button("Open") || entered) && panel->open_text[0]) {
        wish_text(panel, TR_WISH_OPEN, panel->open_text);
        ImGui::CloseCurrentPopup();
    }
    ImGui::EndPopup();
}

void close_sheet(tr_panel *panel) {
    const char *title = "Not saved";
    if (panel->values->asks_to_close && !ImGui::IsPopupOpen(title))
        ImGui::OpenPopup(title);
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos(ImVec2(display.x / 2, display.y / 2), ImGuiCond_Always, ImVec2(0.5f, 0.5f));
    if (!ImGui::BeginPopupModal(title, nullptr,
                                ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoMove |
                                    ImGuiWindowFlags_NoSavedSettings))
        return;
    panel->front_is_open = true;
    const float widest = display.x - scaled(panel, 48),
                width = widest < scaled(panel, 300) ? widest : scaled(panel, 300);
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width);
    ImGui::Text("%s has changes that are not saved.", panel->values->name);
    ImGui::PopTextWrapPos();
    if (ImGui::Button("Save and close", ImVec2(width, 0))) {
        wish(panel, TR_WISH_SAVE);
        wish(panel, TR_WISH_QUIT);
    }
    place(panel, "close save");
    if (ImGui::Button("Close without saving", ImVec2(width, 0)))
        wish(panel, TR_WISH_CLOSE);
    place(panel, "close anyway");
    if (ImGui::Button("Go on", ImVec2(width, 0)) || !panel->values->asks_to_close || panel->close_front) {
        ImGui::CloseCurrentPopup();
        wish(panel, TR_WISH_BACK, -1);
    }
    place(panel, "close not");
    ImGui::EndPopup();
}

void sheets(tr_panel *panel) {
    export_sheet(panel);
    open_sheet(panel);
}

} // namespace panel
