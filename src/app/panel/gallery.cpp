// The gallery: globes to choose from, over the whole window.
#include "app/panel/panel.hpp"

namespace panel {

// ---- globes --------------------------------------------------------------------------------------

void star(ImVec2 centre, float radius, ImU32 colour) {
    ImFont *font = ImGui::GetFont();
    const float size = 2.6f * radius;
    const ImVec2 extent = font->CalcTextSizeA(size, 1e9f, 0, "★");
    ImGui::GetWindowDrawList()->AddText(
        font, size, ImVec2(std::floor(centre.x - extent.x / 2), std::floor(centre.y - extent.y / 2)), colour,
        "★");
}

unsigned picture_of(const tr_panel *panel, uint64_t key) {
    const tr_thumbnail_texture *picture = tr_thumbnail_cache_find(&panel->app->thumbnails.pictures, key);
    return picture ? picture->texture : 0;
}

void globe(const tr_panel *panel, uint64_t key, bool starred, ImVec2 low, float side) {
    ImDrawList *list = ImGui::GetWindowDrawList();
    const ImVec2 centre(low.x + side / 2, low.y + side / 2);
    const tr_thumbnail_texture *picture = tr_thumbnail_cache_find(&panel->app->thumbnails.pictures, key);
    if (picture && picture->texture)
        list->AddImage(reinterpret_cast<ImTextureID>(static_cast<std::intptr_t>(picture->texture)), low,
                       ImVec2(low.x + side, low.y + side));
    else
        list->AddCircleFilled(centre, 0.42f * side, ImGui::GetColorU32(ImVec4(1, 1, 1, 0.035f)), 48);
    if (picture && picture->failed) {
        const ImVec2 size = ImGui::CalcTextSize("no picture");
        list->AddText(ImVec2(centre.x - size.x / 2, centre.y - size.y / 2), ImGui::GetColorU32(quiet),
                      "no picture");
    }
    if (starred) {
        const float r = scaled(panel, side < scaled(panel, 80) ? 6 : 9), inset = r + scaled(panel, 2);
        star(ImVec2(low.x + side - inset, low.y + inset), r, ImGui::GetColorU32(accent));
    }
}

static const tr_gallery_page *page_of(const tr_panel *panel) {
    return tr_gallery_front(&panel->app->thumbnails.gallery);
}

// ---- the grid ------------------------------------------------------------------------------------

struct grid {
    int columns;
    float cell, text; // side of a globe's square; height of the caption below it
    float left, top;  // of the first globe
};

// Chooses the smallest number of columns that shows the first twenty planets, or all types, without scrolling,
// unless globes get too small.
static grid plan_grid(const tr_panel *panel, int count, bool types) {
    const ImVec2 available = ImGui::GetContentRegionAvail();
    const float bar = ImGui::GetStyle().ScrollbarSize, line = ImGui::GetTextLineHeight();
    const float width = available.x - bar, text = (types ? 3.4f : 1.5f) * line, most = scaled(panel, 250),
                least = scaled(panel, types ? 132 : 104);
    const int wanted = types ? count : count < 20 ? count : 20;
    grid g = {1, width, text, 0, 0};
    for (int columns = 2; columns <= 16; columns++) {
        const float cell = std::fmin(width / static_cast<float>(columns), most);
        const int rows = (wanted + columns - 1) / columns;
        if (cell < least)
            break;
        g.columns = columns;
        g.cell = cell;
        if (static_cast<float>(rows) * (cell + text) <= available.y)
            break;
    }
    g.cell = std::floor(std::fmin(g.cell, most));
    g.left = std::floor((width - static_cast<float>(g.columns) * g.cell) / 2);
    const int rows = (count + g.columns - 1) / g.columns;
    const float high = static_cast<float>(rows) * (g.cell + text);
    g.top = high < available.y ? std::floor((available.y - high) / 3) : 0;
    return g;
}

static void centred(ImVec2 low, float width, const char *whole, ImU32 colour) {
    char text[200];
    fit(whole, width, text, sizeof text);
    const ImVec2 size = ImGui::CalcTextSize(text);
    ImGui::GetWindowDrawList()->AddText(ImVec2(low.x + std::floor((width - size.x) / 2), low.y), colour, text);
}

static const float caption_size = 0.86f; // times the font size

// The end of the next line, with as many whole words as fit.
static const char *find_line(const char *text, const char *end, float width) {
    return ImGui::GetFont()->CalcWordWrapPositionA(
        caption_size * ImGui::GetFontSize() / ImGui::GetFont()->FontSize, text, end, width);
}

static const char *skip_spaces(const char *text, const char *end) {
    while (text < end && *text == ' ')
        text++;
    return text;
}

// The end of the last whole phrase that fits into the lines. A tooltip shows the complete text.
static const char *find_phrases(const char *text, float width, int lines) {
    const std::size_t least = 6; // letters: a shorter phrase is too vague
    for (const char *end = text + std::strlen(text); end > text + least;) {
        const char *rest = text;
        for (int i = 0; i < lines && rest < end; i++)
            rest = skip_spaces(find_line(rest, end, width), end);
        if (rest >= end)
            return end;
        do
            end--;
        while (end > text && !(end[1] == ' ' && std::strchr(",:;", *end)));
    }
    return text;
}

static void words(ImVec2 low, float width, const char *text, int lines, ImU32 colour) {
    const float size = caption_size * ImGui::GetFontSize();
    ImFont *font = ImGui::GetFont();
    const char *end = find_phrases(text, width, lines);
    while (text < end) {
        const char *stop = find_line(text, end, width);
        char line[200];
        std::snprintf(line, sizeof line, "%.*s", static_cast<int>(stop - text), text);
        const ImVec2 extent = font->CalcTextSizeA(size, 1e9f, 0, line);
        ImGui::GetWindowDrawList()->AddText(
            font, size, ImVec2(low.x + std::floor((width - extent.x) / 2), low.y), colour, line);
        low.y += std::floor(1.15f * size);
        text = skip_spaces(stop, end);
    }
}

static void cell(tr_panel *panel, const grid &g, int index) {
    const tr_app *app = panel->app;
    const tr_gallery_page *page = page_of(panel);
    const tr_gallery_item *item = &page->items[index];
    const int frame = tr_history_find(&app->thumbnails.history, item->key);
    const bool types = page->kind == TR_GALLERY_TYPES, chosen = index == page->chosen;
    const float gap = scaled(panel, 3), inset = std::floor(0.06f * g.cell);
    const ImVec2 low = ImGui::GetCursorScreenPos(), size(g.cell, g.cell + g.text);
    ImGui::PushID(index);
    const bool clicked = ImGui::InvisibleButton("##globe", size);
    char name[96];
    placef(panel, "globe %s", item->name);
    std::snprintf(name, sizeof name, "picture of %s", item->name);
    if (picture_of(panel, item->key))
        place(panel, name);
    const bool twice = ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
    ImDrawList *list = ImGui::GetWindowDrawList();
    const ImVec2 frame_low(low.x + gap, low.y + gap), frame_high(low.x + size.x - gap, low.y + size.y - gap);
    if (chosen || ImGui::IsItemHovered())
        list->AddRectFilled(
            frame_low, frame_high,
            ImGui::GetColorU32(chosen ? ImVec4(0.93f, 0.62f, 0.28f, 0.13f) : ImVec4(1, 1, 1, 0.05f)),
            scaled(panel, 8));
    if (chosen)
        list->AddRect(frame_low, frame_high, ImGui::GetColorU32(accent), scaled(panel, 8), 0,
                      scaled(panel, 1.5f));
    globe(panel, item->key, frame >= 0 && app->thumbnails.history.frames[frame].starred,
          ImVec2(low.x + inset, low.y + inset), g.cell - 2 * inset);
    const float top = low.y + g.cell - inset / 2, indent = scaled(panel, 8);
    char name_shown[96];
    if (item->path)
        std::snprintf(name_shown, sizeof name_shown, "%s", item->name);
    else
        tr_word_label(item->name, name_shown, sizeof name_shown);
    centred(ImVec2(low.x + gap, top), g.cell - 2 * gap, name_shown,
            ImGui::GetColorU32(chosen || types ? ImGui::GetStyle().Colors[ImGuiCol_Text] : quiet));
    words(ImVec2(low.x + indent, top + 1.2f * ImGui::GetTextLineHeight()), g.cell - 2 * indent, item->line, 2,
          ImGui::GetColorU32(quiet));
    explain(item->line);
    if (clicked)
        command(panel, TR_COMMAND_GALLERY_CHOOSE, index);
    if (twice)
        command(panel, TR_COMMAND_ENTER);
    if (chosen && panel->gallery_chosen != index && !ImGui::IsItemVisible())
        ImGui::SetScrollHereY(0.5f);
    ImGui::PopID();
}

static float foot_height() { return ImGui::GetTextLineHeight() + 6; }

static void lay_out_grid(tr_panel *panel) {
    const tr_gallery_page *page = page_of(panel);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, 0));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
    char id[64]; // each page has its own scroll position
    std::snprintf(id, sizeof id, "##grid %d", static_cast<int>(page->kind));
    ImGui::BeginChild(id, ImVec2(0, -foot_height()), false, ImGuiWindowFlags_NoNav);
    ImGui::PopStyleVar(); // tooltips have their own style
    const grid g = plan_grid(panel, page->count, page->kind == TR_GALLERY_TYPES);
    panel->gallery_columns = g.columns;
    ImGui::SetCursorPosY(g.top);
    for (int i = 0; i < page->count; i++) {
        if (i % g.columns == 0)
            ImGui::SetCursorPosX(g.left);
        else
            ImGui::SameLine(0, 0);
        cell(panel, g, i);
    }
    panel->gallery_chosen = page->chosen;
    ImGui::EndChild();
    ImGui::PopStyleVar();
}

// ---- above the grid ------------------------------------------------------------------------------

static void dial(tr_panel *panel) {
    double value = panel->app->thumbnails.gallery.dial;
    const double low = 0, high = 1;
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(quiet, "similar");
    ImGui::SameLine();
    ImGui::SetNextItemWidth(scaled(panel, 150));
    if (ImGui::SliderScalar("##dial", ImGuiDataType_Double, &value, &low, &high, "",
                            ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_NoInput))
        command_number(panel, TR_COMMAND_DIAL, value);
    place(panel, "dial");
    explain(
        "How much variations differ. Similar: same seed, nearly the same settings. Different: neither. What "
        "is locked stays.");
    ImGui::SameLine();
    ImGui::TextColored(quiet, "different");
    ImGui::SameLine();
}

static bool chooses_type(const tr_panel *panel) {
    const tr_gallery_page *page = page_of(panel);
    return page->chosen < page->count && page->items[page->chosen].is_type;
}

static void buttons(tr_panel *panel) {
    const tr_gallery_kind kind = page_of(panel)->kind;
    if (kind == TR_GALLERY_RELATIVES)
        dial(panel);
    if (kind != TR_GALLERY_TYPES && tool(panel, "More", "gallery more", "Twenty more (N)"))
        command(panel, TR_COMMAND_GALLERY_MORE);
    if (tool(panel, "Variations", "gallery breed", "Twenty variations of the selected one (M)"))
        command(panel, TR_COMMAND_BREED);
    if (tool(panel, "★", "gallery star", "Add the selected one to favourites (B)"))
        command(panel, TR_COMMAND_STAR);
    if (tool(panel, chooses_type(panel) ? "Seeds" : "Open", "gallery open",
             chooses_type(panel) ? "Twenty planets of the selected type (Enter)"
                                 : "Open the selected one (Enter)"))
        command(panel, TR_COMMAND_ENTER);
    ImGui::NewLine();
}

static float width_of_buttons(const tr_panel *panel) {
    const tr_gallery_kind kind = page_of(panel)->kind;
    const ImGuiStyle &style = ImGui::GetStyle();
    const bool types = kind == TR_GALLERY_TYPES;
    const char *const texts[] = {"Variations", "★", chooses_type(panel) ? "Seeds" : "Open",
                                 types ? nullptr : "More"};
    float width = -style.ItemSpacing.x;
    for (const char *text : texts)
        if (text)
            width += ImGui::CalcTextSize(text).x + 2 * style.FramePadding.x + style.ItemSpacing.x;
    if (kind == TR_GALLERY_RELATIVES)
        width += ImGui::CalcTextSize("similardifferent").x + scaled(panel, 150) + 3 * style.ItemSpacing.x;
    return width;
}

static void head(tr_panel *panel) {
    if (tool(panel, "←", "gallery back", "Back (Esc)"))
        command(panel, TR_COMMAND_BACK);
    ImGui::PushFont(panel->title_font);
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(page_of(panel)->title);
    ImGui::PopFont();
    ImGui::SameLine();
    const float left = std::floor(ImGui::GetWindowContentRegionMax().x - width_of_buttons(panel));
    if (left < ImGui::GetCursorPosX())
        ImGui::NewLine();
    ImGui::SetCursorPosX(left > 0 ? left : 0);
    buttons(panel);
}

// The foot of the page lists the keys, which are the same on all pages.
static void foot(tr_panel *panel) {
    const bool types = page_of(panel)->kind == TR_GALLERY_TYPES;
    char text[200];
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + 4);
    fit(panel->tall ? "Click: select.  Double click: open"
        : types ? "Click or arrow keys: select.  Double click or Enter: seeds of a type, or open.  Esc: back"
                : "Click or arrow keys: select.  Double click or Enter: open.  N: more.  M: variations.  "
                  "Esc: back",
        ImGui::GetContentRegionAvail().x, text, sizeof text);
    ImGui::TextColored(quiet, "%s", text);
    place(panel, "gallery foot");
    panel->history_height = foot_height() + scaled(panel, 4);
}

void gallery(tr_panel *panel) {
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos(ImVec2(0, 0));
    ImGui::SetNextWindowSize(display);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(scaled(panel, 14), scaled(panel, 10)));
    ImGui::PushStyleColor(ImGuiCol_WindowBg, ImVec4(0.05f, 0.06f, 0.08f, 1));
    ImGui::PushStyleColor(ImGuiCol_ChildBg, ImVec4(0, 0, 0, 0));
    ImGui::Begin("Gallery", nullptr,
                 plain_window | ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoNav);
    head(panel);
    lay_out_grid(panel);
    foot(panel);
    ImGui::End();
    ImGui::PopStyleColor(2);
    ImGui::PopStyleVar(3);
    panel->low = ImVec2(0, 0);
    panel->high = display;
}

} // namespace panel
