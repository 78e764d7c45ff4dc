// The sheet that takes pictures: how large, and what is behind the planet.
#include "app/panel/panel.hpp"

#include <cstdio>

namespace panel {

struct picture_size {
    const char *name;
    int width, height;
};

static const picture_size sizes[] = {
    {"1080p: 1920 × 1080", 1920, 1080}, {"4K: 3840 × 2160", 3840, 2160}, {"8K: 7680 × 4320", 7680, 4320}};

static void size_list(tr_panel *panel, int width, int height) {
    char shown[48];
    std::snprintf(shown, sizeof shown, "Own: %d × %d", width, height);
    const char *name = shown;
    for (const picture_size &s : sizes)
        if (s.width == width && s.height == height)
            name = s.name;
    label(panel, "Size");
    if (ImGui::BeginCombo("##size", name)) {
        mind_front(panel);
        for (const picture_size &s : sizes) {
            if (ImGui::Selectable(s.name, s.width == width && s.height == height))
                wish_number(panel, TR_WISH_PICTURE_SIZE, s.width, s.height);
            place(panel, s.name);
        }
        ImGui::EndCombo();
    }
    place(panel, "picture size");
    int own[2] = {width, height};
    label(panel, "Pixels");
    ImGui::InputInt2("##own", own);
    panel->text_is_edited = panel->text_is_edited || ImGui::IsItemActive();
    if (own[0] != width || own[1] != height)
        wish_number(panel, TR_WISH_PICTURE_SIZE, own[0], own[1]);
    place(panel, "picture pixels");
}

void picture_sheet(tr_panel *panel) {
    const tr_panel_values *values = panel->values;
    bool clear = values->picture_clear;
    if (begin_sheet(panel, "Picture", 380)) {
        size_list(panel, values->picture_width, values->picture_height);
        label(panel, "Behind it");
        if (ImGui::Checkbox("nothing: transparent", &clear))
            wish(panel, TR_WISH_PICTURE_CLEAR, clear);
        place(panel, "picture clear");
        line(panel);
        ImGui::AlignTextToFramePadding();
        ImGui::TextColored(quiet, "PNG, as you see it now");
        const float button = scaled(panel, 104);
        ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - button);
        ImGui::PushStyleColor(ImGuiCol_Button, ImVec4(0.72f, 0.43f, 0.16f, 1));
        if (ImGui::Button("Take it", ImVec2(button, 0)))
            wish(panel, TR_WISH_PICTURE);
        ImGui::PopStyleColor();
        place(panel, "picture take");
        explain("Enter; the whole window without the panel is S");
    }
    end_sheet();
}

} // namespace panel
