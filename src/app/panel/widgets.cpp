// Commands, labels and lists: widgets that all parts of the panel use.
#include "app/panel/panel.hpp"

#include <imgui/imgui_internal.h> // OpenPopupEx, ImGuiSelectableFlags_SelectOnRelease, ImStristr

namespace panel {

// ---- commands --------------------------------------------------------------------------------------

void add_command(tr_panel *panel, const tr_command &command) {
    tr_command_queue_add(panel->commands, &command);
    panel->command_count++;
}

void command(tr_panel *panel, tr_command_kind kind, int number) {
    tr_command w = {};
    w.kind = kind;
    w.number = number;
    add_command(panel, w);
}

void command_number(tr_panel *panel, tr_command_kind kind, double x, double y) {
    tr_command w = {};
    w.kind = kind;
    w.x = x;
    w.y = y;
    add_command(panel, w);
}

void command_text(tr_panel *panel, tr_command_kind kind, const char *text) {
    command_edit(panel, kind, "", text, 0, 0);
}

void command_item(tr_panel *panel, tr_command_kind kind, const char *text, int number) {
    command_edit(panel, kind, "", text, 0, number);
}

void command_edit(tr_panel *panel, tr_command_kind kind, const char *path, const char *text, uint64_t drag_id,
                  int number, double x) {
    tr_command w = {};
    w.kind = kind;
    w.drag_id = drag_id;
    w.number = number;
    w.x = x;
    std::snprintf(w.path, sizeof w.path, "%s", path);
    std::snprintf(w.text, sizeof w.text, "%s", text);
    add_command(panel, w);
}

// ---- keys ----------------------------------------------------------------------------------------

bool is_pressed(ImGuiKey key) { return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key), false); }

bool is_enter_pressed() { return is_pressed(ImGuiKey_Enter) || is_pressed(ImGuiKey_KeyPadEnter); }

// ---- layout --------------------------------------------------------------------------------------

float scaled(const tr_panel *panel, float pixels) { return pixels * panel->scale; }

// Narrower in a narrow panel, to leave enough space for the values.
float label_width(const tr_panel *panel) {
    const float usual = scaled(panel, 108), most = 0.45f * ImGui::GetWindowContentRegionMax().x;
    return usual < most ? usual : most;
}

// Draws a highlight behind the next row, which was found by the search.
void mark_found(const tr_panel *panel) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::GetWindowDrawList()->AddRectFilled(
        ImVec2(at.x - scaled(panel, 6), at.y),
        ImVec2(at.x + ImGui::GetContentRegionAvail().x + scaled(panel, 6), at.y + ImGui::GetFrameHeight()),
        ImGui::GetColorU32(ImVec4(0.93f, 0.62f, 0.28f, 0.20f)), scaled(panel, 4));
    if (panel->go_to_path)
        ImGui::SetScrollHereY();
}

// The label of a row that has no path: "light Exposure", "sheet Folder".
static const char *label_of(const char *path) {
    static const char *const places[] = {"light ", "shape ", "sheet "};
    for (const char *place : places)
        if (begins(path, place))
            return path + std::strlen(place);
    return path;
}

bool is_wanted(const tr_panel *panel, const char *name) {
    return panel->go_to_path && panel->takes_keys && std::strcmp(label_of(panel->shown_path), name) == 0;
}

ImVec4 label_colour(bool differs) {
    return differs ? ImGui::GetStyleColorVec4(ImGuiCol_Text) : ImVec4(0.8f, 0.82f, 0.86f, 1);
}

void label(const tr_panel *panel, const char *text) {
    if (std::strcmp(label_of(panel->shown_path), text) == 0)
        mark_found(panel);
    if (is_wanted(panel, text))
        ImGui::SetKeyboardFocusHere();
    char shown[96];
    fit(text, label_width(panel) - ImGui::GetCursorPosX() - scaled(panel, 4), shown, sizeof shown);
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(shown);
    ImGui::SameLine(label_width(panel));
    ImGui::SetNextItemWidth(-1);
}

void line(const tr_panel *panel) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float right = at.x + ImGui::GetContentRegionAvail().x;
    ImGui::GetWindowDrawList()->AddLine(at, ImVec2(right, at.y), ImGui::GetColorU32(ImGuiCol_Separator));
    ImGui::Dummy(ImVec2(0, scaled(panel, 2)));
}

void hint(const char *text) {
    ImGui::PushTextWrapPos(0);
    ImGui::TextColored(quiet, "%s", text);
    ImGui::PopTextWrapPos();
}

void section(const tr_panel *panel, const char *title) {
    ImGui::Dummy(ImVec2(0, scaled(panel, 3)));
    ImGui::TextColored(quiet, "%s", title);
    line(panel);
}

bool opening_line(tr_panel *panel, const char *name, bool open) {
    const float top = ImGui::GetCursorScreenPos().y;
    const bool clicked = ImGui::Selectable(name, open);
    const ImGuiID id = ImGui::GetItemID();
    if (open && panel->clicked_line == id) {
        panel->unsettled = panel->unsettled || top != panel->clicked_top;
        ImGui::SetScrollY(ImGui::GetScrollY() + top - panel->clicked_top);
        panel->clicked_line = 0;
    }
    if (clicked)
        panel->clicked_line = open ? 0 : id, panel->clicked_top = top;
    return clicked;
}

void explain(const char *text) {
    const tr_panel *panel = static_cast<const tr_panel *>(ImGui::GetIO().UserData);
    if (!text[0] || !ImGui::IsItemHovered() || panel->hushed)
        return;
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(ImGui::GetFontSize() * 24);
    ImGui::TextUnformatted(text);
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

void place(const tr_panel *panel, const char *name) {
    const tr_app *app = panel->app;
    const ImVec2 low = ImGui::GetItemRectMin(), size = ImGui::GetItemRectSize();
    if (!ImGui::IsWindowAppearing()) // a new window reaches its place in its second frame
        tr_trace_place(app->trace, name, static_cast<double>(low.x), static_cast<double>(low.y),
                       static_cast<double>(size.x), static_cast<double>(size.y));
}

void placef(const tr_panel *panel, const char *format, ...) {
    char name[256];
    std::va_list list;
    va_start(list, format);
    std::vsnprintf(name, sizeof name, format, list);
    va_end(list);
    place(panel, name);
}

bool text_button(const tr_panel *panel, const char *text, const char *at, const char *what, ImVec2 size) {
    const bool pressed = ImGui::Button(text, size);
    place(panel, at);
    explain(what);
    return pressed;
}

void guard_button(tr_panel *panel) {
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    const double lows[2] = {static_cast<double>(low.x), static_cast<double>(low.y)},
                 highs[2] = {static_cast<double>(high.x), static_cast<double>(high.y)};
    tr_click_guard_button(&panel->click_guard, ImGui::GetItemID(), lows, highs, glfwGetTime());
}

bool tool(const tr_panel *panel, const char *text, const char *at, const char *what) {
    const bool pressed = text_button(panel, text, at, what);
    ImGui::SameLine();
    return pressed;
}

void mind_front(tr_panel *panel) {
    panel->front_is_open = true;
    if (panel->close_front)
        ImGui::CloseCurrentPopup();
}

static void mind_list(tr_panel *panel) {
    mind_front(panel);
    panel->list_is_open = true;
    if (ImGui::IsWindowAppearing())
        panel->list_word[0] = '\0';
}

// Letters make a word until none came for a second.
void follow_list(tr_panel *panel) {
    ImGuiIO &io = ImGui::GetIO();
    panel->finds_item = false;
    const bool was_open = !panel->focused && (io.ConfigFlags & ImGuiConfigFlags_NavEnableKeyboard);
    if (!panel->list_is_open) {
        use_keyboard(panel, panel->focused);
        ImGui::GetCurrentContext()->NavDisableHighlight |= was_open;
        return;
    }
    io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
    for (int k = 0; k < io.InputQueueCharacters.Size; k++) {
        const ImWchar letter = io.InputQueueCharacters[k];
        const double now = glfwGetTime();
        size_t length = now - panel->list_typed_at > 1 ? 0 : std::strlen(panel->list_word);
        if (letter <= ' ' || letter > '~')
            continue;
        if (length + 1 < sizeof panel->list_word)
            panel->list_word[length++] = static_cast<char>(letter);
        panel->list_word[length] = '\0';
        panel->list_typed_at = now;
        panel->finds_item = true;
    }
}

bool is_typed(tr_panel *panel, const char *name) {
    const size_t length = std::strlen(panel->list_word);
    if (!panel->finds_item || strncasecmp(name, panel->list_word, length) != 0)
        return false;
    panel->finds_item = false;
    return true;
}

bool begin_list(tr_panel *panel, const char *id, const char *shown, int flags) {
    const bool open = ImGui::BeginCombo(id, shown, flags);
    if (open)
        mind_list(panel);
    if (!open && ImGui::IsItemActivated() && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
        ImGui::OpenPopupEx(ImHashStr("##ComboPopup", 0, ImGui::GetID(id))); // BeginCombo opens it at the
                                                                            // release instead
        ImGui::ClearActiveID();
    }
    return open;
}

bool is_dragged() {
    const float reach = ImGui::GetIO().MouseDragThreshold;
    return ImGui::GetIO().MouseDragMaxDistanceSqr[ImGuiMouseButton_Left] > reach * reach;
}

bool list_item(tr_panel *panel, const char *name, bool chosen) {
    const ImGuiSelectableFlags on_release =
        static_cast<ImGuiSelectableFlags>(ImGuiSelectableFlags_SelectOnRelease);
    const bool pressed = ImGui::Selectable(name, chosen, is_dragged() ? on_release : 0);
    if (chosen && ImGui::IsWindowAppearing())
        ImGui::SetItemDefaultFocus();
    if (is_typed(panel, name)) {
        focus_item();
        ImGui::SetScrollHereY();
    }
    return pressed;
}

bool choice(tr_panel *panel, const char *id, const char *shown, const char *const *names, int count,
            int *chosen) {
    bool changed = false;
    if (begin_list(panel, id, shown, ImGuiComboFlags_HeightLarge)) {
        for (int i = 0; i < count; i++) {
            if (list_item(panel, names[i], i == *chosen) && i != *chosen) {
                *chosen = i;
                changed = true;
            }
            placef(panel, "item %s", names[i]);
            if (i == *chosen && ImGui::IsWindowAppearing())
                ImGui::SetScrollHereY();
        }
        ImGui::EndCombo();
    }
    return changed;
}

// A menu for items of the bar that do not fit. If it is open, end it with ImGui::EndPopup().
bool begin_bar_menu(tr_panel *panel, const char *name) {
    char at[32], text[32];
    std::snprintf(at, sizeof at, "%s menu", name);
    std::snprintf(text, sizeof text, panel->tall ? "%s" : "%s ▾", name);
    if (text_button(panel, text, at))
        ImGui::OpenPopup(name);
    const float right = ImGui::GetItemRectMax().x, most = ImGui::GetIO().DisplaySize.y - panel->bar_height;
    ImGui::SameLine();
    ImGui::SetNextWindowPos(ImVec2(right, panel->bar_height), ImGuiCond_Always, ImVec2(1, 0));
    ImGui::SetNextWindowSizeConstraints(ImVec2(0, 0), ImVec2(right, most));
    if (!ImGui::BeginPopup(name))
        return false;
    mind_list(panel);
    return true;
}

void fit(const char *text, float width, char *out, size_t size, float times) {
    std::snprintf(out, size, "%s", text);
    for (size_t end = std::strlen(out); end > 1 && times * ImGui::CalcTextSize(out).x > width;) {
        do
            end--;
        while (end > 1 && (text[end] & 0xc0) == 0x80); // do not cut a character
        std::snprintf(out, size, "%.*s…", static_cast<int>(end), text);
    }
}

bool contains(const char *text, const char *end, const char *part) {
    return !part[0] || ImStristr(text, end, part, part + std::strlen(part));
}

bool contains(const char *text, const char *part) { return contains(text, text + std::strlen(text), part); }

} // namespace panel
