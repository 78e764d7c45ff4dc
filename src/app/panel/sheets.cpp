// What comes to the front: the sheet that is open, and the one that asks before work is lost.
#include "app/panel/panel.hpp"

#include <cstdio>

namespace panel {

void close_sheet(tr_panel *panel) {
    const char *title = "Close the window?";
    const bool is_new = !ImGui::IsPopupOpen(title); // an Esc of this frame was for something else
    if (panel->values->asks_to_close && is_new)
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
    const bool unsaved = panel->values->unsaved, exports = panel->values->export_set.progress >= 0;
    const bool takes = panel->values->shot.progress >= 0, running = exports || takes;
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width);
    if (unsaved)
        ImGui::Text("%s has changes that are not saved.", panel->values->name);
    if (exports)
        ImGui::Text("An export is running: %.0f %% are done.", 100 * panel->values->export_set.progress);
    if (takes)
        ImGui::Text("A picture or a film is being taken: %.0f %% are done.",
                    100 * panel->values->shot.progress);
    ImGui::PopTextWrapPos();
    if (unsaved && ImGui::Button("Save and close", ImVec2(width, 0))) {
        wish(panel, TR_WISH_SAVE);
        wish(panel, TR_WISH_QUIT);
    }
    if (unsaved)
        place(panel, "close save");
    if (running &&
        ImGui::Button(unsaved ? "Save, finish it, then close" : "Finish it, then close", ImVec2(width, 0))) {
        if (unsaved)
            wish(panel, TR_WISH_SAVE);
        wish(panel, TR_WISH_FINISH);
        ImGui::CloseCurrentPopup();
    }
    if (running)
        place(panel, "close later");
    if (ImGui::Button(!running  ? "Close without saving"
                      : unsaved ? "Stop it, and close without saving"
                                : "Stop it and close",
                      ImVec2(width, 0)))
        wish(panel, TR_WISH_CLOSE);
    place(panel, "close anyway");
    if (ImGui::Button("Go on", ImVec2(width, 0)) || !panel->values->asks_to_close ||
        (panel->close_front && !is_new)) {
        ImGui::CloseCurrentPopup();
        wish(panel, TR_WISH_BACK, -1);
    }
    place(panel, "close not");
    ImGui::EndPopup();
}

void sheets(tr_panel *panel) {
    switch (panel->values->sheet) {
    case TR_SHEET_OPEN:
        open_sheet(panel);
        break;
    case TR_SHEET_SAVE:
        save_sheet(panel);
        break;
    case TR_SHEET_EXPORT:
        export_sheet(panel);
        break;
    case TR_SHEET_ENHANCE:
        enhance_sheet(panel);
        break;
    case TR_SHEET_PICTURE:
        picture_sheet(panel);
        break;
    case TR_SHEET_NONE:
        break;
    }
    panel->sheet = panel->values->sheet;
}

} // namespace panel
