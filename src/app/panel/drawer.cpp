// The panel of a narrow, tall window, such as that of a phone: a drawer at the bottom. It rests at one of three
// heights. A finger scrolls what is below it.
#include "app/panel/panel.hpp"

#include <imgui/imgui_internal.h> // SetScrollY

namespace panel {

enum { LOW, HALF, HIGH };

bool is_tall(const tr_panel *panel) {
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    return display.x < scaled(panel, 600) && display.x < display.y;
}

float left_of_picture(const tr_panel *panel) { return panel->tall ? 0 : panel->high.x; }

float foot_of_picture(const tr_panel *panel) { return ImGui::GetIO().DisplaySize.y - panel->covered_foot; }

// ---- the drawer ------------------------------------------------------------------------------------

static float grip_height(const tr_panel *panel) { return scaled(panel, 20); }

// The lowest one shows the grip and the tabs.
static float height_of(const tr_panel *panel, int rest) {
    const float free = ImGui::GetIO().DisplaySize.y - panel->bar_height,
                low = grip_height(panel) + ImGui::GetFrameHeight() + scaled(panel, 12);
    return std::floor(rest == LOW ? low : rest == HALF ? 0.48f * free : 0.78f * free);
}

static int nearest_rest(const tr_panel *panel, float height) {
    int nearest = LOW;
    for (int rest = HALF; rest <= HIGH; rest++)
        if (std::fabs(height_of(panel, rest) - height) < std::fabs(height_of(panel, nearest) - height))
            nearest = rest;
    return nearest;
}

// A drag pulls the drawer, which then goes to the nearest of its heights. A click raises it, or lowers it from
// the top.
static void grip(tr_panel *panel) {
    const float height = grip_height(panel), wide = scaled(panel, 36), thick = scaled(panel, 4);
    const ImVec2 at = ImGui::GetCursorScreenPos(), size(ImGui::GetContentRegionAvail().x, height);
    ImGui::InvisibleButton("##grip", size);
    place(panel, "drawer");
    const bool active = ImGui::IsItemActive(), dragged = is_dragged();
    if (active && dragged)
        panel->pulled = ImGui::GetIO().DisplaySize.y - ImGui::GetIO().MousePos.y + height / 2;
    if (ImGui::IsItemDeactivated()) {
        panel->drawer = dragged                 ? nearest_rest(panel, panel->pulled)
                        : panel->drawer == HIGH ? LOW
                                                : panel->drawer + 1;
        panel->pulled = 0;
        panel->unsettled = true;
    }
    const ImVec2 low(at.x + (size.x - wide) / 2, at.y + (height - thick) / 2);
    ImGui::GetWindowDrawList()->AddRectFilled(
        low, ImVec2(low.x + wide, low.y + thick),
        ImGui::GetColorU32(active || ImGui::IsItemHovered() ? accent : ImVec4(1, 1, 1, 0.35f)), thick / 2);
}

void raise_drawer(tr_panel *panel) {
    panel->drawer = panel->drawer == LOW ? HALF : panel->drawer;
    panel->unsettled = true;
}

bool begin_drawer(tr_panel *panel) {
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const float most = height_of(panel, HIGH), least = height_of(panel, LOW),
                rests = height_of(panel, panel->drawer),
                height = panel->pulled > 0 ? std::fmin(std::fmax(panel->pulled, least), most) : rests;
    ImGui::SetNextWindowPos(ImVec2(0, display.y - height));
    ImGui::SetNextWindowSize(ImVec2(display.x, height));
    ImGui::SetNextWindowBgAlpha(1); // there is no picture behind it
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(scaled(panel, 10), 0));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
    ImGui::Begin("Terrella", nullptr, plain_window | ImGuiWindowFlags_NoScrollWithMouse);
    ImGui::PopStyleVar(2);
    panel->covered_foot = rests; // the picture follows when it rests
    grip(panel);
    return height > least;
}

// ---- fingers -------------------------------------------------------------------------------------

// The window that a finger scrolls: the one below it, or the one around that.
static ImGuiWindow *find_scrolled(tr_swipe swipe) {
    ImGuiWindow *window = ImGui::GetCurrentContext()->HoveredWindow;
    for (; window && swipe != TR_SWIPE_NONE; window = window->ParentWindow) {
        const float most = swipe == TR_SWIPE_ALONG ? window->ScrollMax.y : window->ScrollMax.x;
        if (most > 0)
            return window;
        if (!(window->Flags & ImGuiWindowFlags_ChildWindow))
            return nullptr;
    }
    return nullptr;
}

bool begin_scroll(tr_panel *panel, const tr_press *press) {
    panel->scrolled = press->down ? find_scrolled(press->swipe) : nullptr;
    panel->scrolled_from = ImVec2(static_cast<float>(press->at[0]), static_cast<float>(press->at[1]));
    return panel->scrolled != nullptr;
}

void follow_finger(tr_panel *panel) {
    ImGuiIO &io = ImGui::GetIO();
    if (!panel->scrolled || !ImGui::IsMousePosValid(&io.MousePos))
        return;
    ImGui::SetScrollX(panel->scrolled, panel->scrolled->Scroll.x + panel->scrolled_from.x - io.MousePos.x);
    ImGui::SetScrollY(panel->scrolled, panel->scrolled->Scroll.y + panel->scrolled_from.y - io.MousePos.y);
    panel->scrolled_from = io.MousePos;
    io.MousePos = ImVec2(-FLT_MAX, -FLT_MAX); // it lies on nothing
}

} // namespace panel
