// Colours and roundings.
#include "app/panel/panel.hpp"

namespace panel {

const ImVec4 accent(0.93f, 0.62f, 0.28f, 1), quiet(0.62f, 0.66f, 0.73f, 1), alarm(1, 0.48f, 0.42f, 1),
    link_colour(0.47f, 0.71f, 1, 1);

void set_style(float scale, bool tall) {
    ImGui::StyleColorsDark();
    ImGuiStyle &style = ImGui::GetStyle();
    style.WindowRounding = 10;
    style.FrameRounding = style.GrabRounding = style.PopupRounding = 5;
    style.ScrollbarRounding = 5;
    style.WindowBorderSize = style.PopupBorderSize = 1;
    style.WindowPadding = ImVec2(16, 14);
    style.FramePadding = ImVec2(8, 4);
    style.ItemSpacing = ImVec2(8, 6);
    style.GrabMinSize = 12;
    if (tall) { // for fingers, and little width
        style.WindowPadding = ImVec2(10, 12);
        style.FramePadding.y = 7;
        style.ItemSpacing.x = 6;
        style.GrabMinSize = 16;
    }
    style.ScaleAllSizes(scale);
    const struct {
        ImGuiCol which;
        ImVec4 colour;
    } colours[] = {
        {ImGuiCol_WindowBg, ImVec4(0.055f, 0.065f, 0.09f, 0.86f)},
        {ImGuiCol_PopupBg, ImVec4(0.07f, 0.08f, 0.11f, 0.97f)},
        {ImGuiCol_Border, ImVec4(1, 1, 1, 0.09f)},
        {ImGuiCol_Text, ImVec4(0.92f, 0.93f, 0.95f, 1)},
        {ImGuiCol_FrameBg, ImVec4(1, 1, 1, 0.07f)},
        {ImGuiCol_FrameBgHovered, ImVec4(1, 1, 1, 0.12f)},
        {ImGuiCol_FrameBgActive, ImVec4(1, 1, 1, 0.16f)},
        {ImGuiCol_SliderGrab, ImVec4(0.93f, 0.62f, 0.28f, 0.85f)},
        {ImGuiCol_SliderGrabActive, ImVec4(1, 0.73f, 0.40f, 1)},
        {ImGuiCol_CheckMark, accent},
        {ImGuiCol_PlotHistogram, accent},
        {ImGuiCol_Button, ImVec4(1, 1, 1, 0.10f)},
        {ImGuiCol_ButtonHovered, ImVec4(0.93f, 0.62f, 0.28f, 0.45f)},
        {ImGuiCol_ButtonActive, ImVec4(0.93f, 0.62f, 0.28f, 0.70f)},
        {ImGuiCol_Header, ImVec4(0.93f, 0.62f, 0.28f, 0.32f)},
        {ImGuiCol_HeaderHovered, ImVec4(0.93f, 0.62f, 0.28f, 0.45f)},
        {ImGuiCol_HeaderActive, ImVec4(0.93f, 0.62f, 0.28f, 0.60f)},
        {ImGuiCol_TextSelectedBg, ImVec4(0.93f, 0.62f, 0.28f, 0.40f)},
        {ImGuiCol_Separator, ImVec4(1, 1, 1, 0.10f)},
        {ImGuiCol_Tab, ImVec4(1, 1, 1, 0.04f)},
        {ImGuiCol_TabHovered, ImVec4(0.93f, 0.62f, 0.28f, 0.45f)},
        {ImGuiCol_TabActive, ImVec4(0.93f, 0.62f, 0.28f, 0.40f)},
        {ImGuiCol_TabUnfocused, ImVec4(1, 1, 1, 0.04f)},
        {ImGuiCol_TabUnfocusedActive, ImVec4(0.93f, 0.62f, 0.28f, 0.40f)},
        {ImGuiCol_NavHighlight, accent},
        {ImGuiCol_TitleBg, ImVec4(0.1f, 0.11f, 0.14f, 1)},
        {ImGuiCol_TitleBgActive, ImVec4(0.14f, 0.13f, 0.13f, 1)},
        {ImGuiCol_ModalWindowDimBg, ImVec4(0, 0, 0, 0.45f)},
    };
    for (const auto &c : colours)
        style.Colors[c.which] = c.colour;
}

} // namespace panel
