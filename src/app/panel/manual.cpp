// Pages of the manual (docs/manual), which are embedded in the program. Shows the part of Markdown that they
// use: headings, paragraphs, lists, tables, code, bold text and links between pages. Pictures are left out.
#include "app/panel/panel.hpp"

#include <algorithm>

namespace panel {

static const char folder[] = "docs/manual/";

static void turn_to(tr_panel *panel, const char *page, int length) {
    std::snprintf(panel->help_page, sizeof panel->help_page, "%.*s", length, page);
    panel->help_moved = true;
}

// ---- text ----------------------------------------------------------------------------------------

// The state of laying words out in lines.
struct tr_flow {
    tr_panel *panel;
    float left, right, x; // edges of the window's content; end of the last word
    bool empty;
};

static void put_word(tr_flow *flow, const char *word, const char *end, const ImVec4 &colour, bool space) {
    const float width = ImGui::CalcTextSize(word, end).x, gap = space ? ImGui::CalcTextSize(" ").x : 0;
    if (!flow->empty && flow->x + gap + width <= flow->right) {
        ImGui::SameLine(0, gap);
        flow->x += gap + width;
    } else {
        flow->x = flow->left + width;
    }
    flow->empty = false;
    ImGui::PushStyleColor(ImGuiCol_Text, colour);
    ImGui::TextUnformatted(word, end);
    ImGui::PopStyleColor();
}

// link, link_end: the page that a click opens; NULL: no link. Returns whether the last word ends with a space.
static bool put_words(tr_flow *flow, const char *text, const char *end, const ImVec4 &colour, bool space,
                      const char *link, const char *link_end) {
    while (text < end) {
        if (*text == ' ' || *text == '\n') {
            space = true;
            text++;
            continue;
        }
        const char *word = text;
        while (text < end && *text != ' ' && *text != '\n')
            text++;
        put_word(flow, word, text, colour, space);
        space = false;
        if (!link)
            continue;
        char where[96];
        std::snprintf(where, sizeof where, "link %.*s", static_cast<int>(link_end - link), link);
        place(flow->panel, where);
        if (ImGui::IsItemHovered())
            ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        if (ImGui::IsItemClicked())
            turn_to(flow->panel, link, static_cast<int>(link_end - link));
    }
    return space;
}

static const char *find(const char *text, const char *end, const char *part) {
    const char *found = std::search(text, end, part, part + std::strlen(part));
    return found == end ? nullptr : found;
}

// Lays out one paragraph, cell or list item, with `code`, **bold text** and [links](page.md#heading).
static void put_paragraph(tr_panel *panel, const char *text, const char *end) {
    const ImVec4 plain = ImGui::GetStyleColorVec4(ImGuiCol_Text);
    const float left = ImGui::GetCursorPosX();
    tr_flow flow = {panel, left, left + ImGui::GetContentRegionAvail().x, left, true};
    bool space = false;
    while (text < end) {
        const char *close = nullptr, *middle;
        if (*text == '`' && (close = find(text + 1, end, "`"))) {
            space = put_words(&flow, text + 1, close, accent, space, nullptr, nullptr);
            text = close + 1;
        } else if (end - text > 2 && std::memcmp(text, "**", 2) == 0 && (close = find(text + 2, end, "**"))) {
            space = put_words(&flow, text + 2, close, ImVec4(1, 1, 1, 1), space, nullptr, nullptr);
            text = close + 2;
        } else if (*text == '[' && (middle = find(text, end, "](")) && (close = find(middle, end, ")"))) {
            const char *heading = find(middle, close, "#"), *page_end = heading ? heading : close;
            space = put_words(&flow, text + 1, middle, link_colour, space, middle + 2, page_end);
            text = close + 1;
        } else if (*text == '*' && (close = find(text + 1, end, "*"))) {
            space = put_words(&flow, text + 1, close, ImVec4(1, 1, 1, 1), space, nullptr, nullptr);
            text = close + 1;
        } else {
            const char *next = text + 1;
            while (next < end && *next != '`' && *next != '[' && *next != '*')
                next++;
            space = put_words(&flow, text, next, plain, space, nullptr, nullptr);
            text = next;
        }
    }
    if (flow.empty)
        ImGui::NewLine();
}

// ---- blocks --------------------------------------------------------------------------------------

static const char *line_end(const char *text) {
    const char *end = std::strchr(text, '\n');
    return end ? end : text + std::strlen(text);
}

// The bytes of a list marker, "- " or "12. "; 0: the text does not begin with one.
static int item_mark(const char *text) {
    int digits = 0;
    if (begins(text, "- "))
        return 2;
    while (text[digits] >= '0' && text[digits] <= '9')
        digits++;
    return digits > 0 && text[digits] == '.' && text[digits + 1] == ' ' ? digits + 2 : 0;
}

// Whether a new block begins with this line.
static bool begins_block(const char *text) {
    return *text == 0 || *text == '\n' || *text == '#' || *text == '|' || begins(text, "    ") ||
           begins(text, "```") || begins(text, "<!--") || item_mark(text) > 0;
}

// The end of a paragraph or list item.
static const char *block_end(const char *text) {
    const char *end = line_end(text);
    while (*end && !(begins(end + 1, "   ") ? *(end + 1) == 0 : begins_block(end + 1)))
        end = line_end(end + 1);
    return end;
}

static const char *put_code(const tr_panel *panel, const char *text) {
    const bool fenced = *text == '`';
    if (fenced)
        text = line_end(text);
    if (*text == '\n')
        text++;
    ImGui::Indent(scaled(panel, 12));
    ImGui::PushStyleColor(ImGuiCol_Text, accent);
    ImGui::PushTextWrapPos(0);
    while (*text && (fenced ? !begins(text, "```") : begins(text, "    "))) {
        const char *end = line_end(text);
        ImGui::TextUnformatted(fenced ? text : text + 4, end);
        text = *end ? end + 1 : end;
    }
    ImGui::PopTextWrapPos();
    ImGui::PopStyleColor();
    ImGui::Unindent(scaled(panel, 12));
    return fenced ? line_end(text) : text;
}

// Finds the end of a cell in a table row without its outer bars.
static const char *cell_end(const char *text, const char *end) {
    bool code = false;
    for (; text < end; text++) {
        code ^= *text == '`';
        if (*text == '|' && !code && text[-1] != '\\')
            return text;
    }
    return nullptr;
}

static const char *put_table(tr_panel *panel, const char *text, int number) {
    int columns = 0, row = 0;
    char id[32];
    const char *first_end = line_end(text);
    for (const char *cell = text + 1; cell && (cell = cell_end(cell, first_end)); cell++)
        columns++;
    std::snprintf(id, sizeof id, "table %d", number);
    const bool shown =
        columns > 0 && ImGui::BeginTable(id, columns,
                                         ImGuiTableFlags_BordersInnerH | ImGuiTableFlags_SizingStretchProp |
                                             ImGuiTableFlags_PadOuterX);
    for (; *text == '|'; row++) {
        const char *end = line_end(text), *cell = text + 1;
        for (int column = 0; shown && row != 1 && column < columns; column++) { // row 1 is |---|
            const char *close = cell ? cell_end(cell, end) : nullptr;
            ImGui::TableNextColumn();
            ImGui::PushStyleColor(ImGuiCol_Text, row == 0 ? quiet : ImGui::GetStyleColorVec4(ImGuiCol_Text));
            if (close)
                put_paragraph(panel, cell, close);
            ImGui::PopStyleColor();
            cell = close ? close + 1 : nullptr;
        }
        text = *end ? end + 1 : end;
    }
    if (shown)
        ImGui::EndTable();
    return text;
}

static void put_heading(const tr_panel *panel, const char *text, const char *end) {
    int level = 0;
    while (text[level] == '#')
        level++;
    ImGui::Dummy(ImVec2(0, scaled(panel, level == 1 ? 0 : 6)));
    if (level < 3)
        ImGui::PushFont(panel->title_font);
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(text + level + (text[level] == ' '), end);
    ImGui::PopTextWrapPos();
    if (level < 3)
        ImGui::PopFont();
    placef(panel, "heading %.*s", static_cast<int>(end - text) - level - 1, text + level + 1);
}

// Lays out one block and returns where the next one begins.
static const char *put_block(tr_panel *panel, const char *text, int number) {
    const int mark = item_mark(text);
    if (*text == '|')
        return put_table(panel, text, number);
    if (begins(text, "    ") || begins(text, "```"))
        return put_code(panel, text);
    const char *end = *text == '#' ? line_end(text) : block_end(text);
    if (*text == '#') {
        put_heading(panel, text, end);
    } else if (mark > 0) {
        ImGui::TextColored(quiet, mark == 2 ? "•" : "%.*s", mark - 1, text);
        ImGui::SameLine(0, scaled(panel, 6));
        ImGui::BeginGroup();
        put_paragraph(panel, text + mark, end);
        ImGui::EndGroup();
    } else if (!begins(text, "![") && !begins(text, "<!--")) {
        put_paragraph(panel, text, end);
    }
    return *end ? end + 1 : end;
}

// ---- pages ---------------------------------------------------------------------------------------

static const tr_embedded_file *page_of(const char *name) {
    char path[96];
    std::snprintf(path, sizeof path, "%s%.60s", folder, name);
    return tr_embedded_find(path);
}

// Finds the next page that the index links to, in order, and advances *at.
static bool next_page(const char **at, char title[64], char name[64]) {
    const char *open = std::strchr(*at, '['), *middle = open ? std::strstr(open, "](") : nullptr,
               *close = middle ? std::strchr(middle, ')') : nullptr;
    if (!close)
        return false;
    std::snprintf(title, 64, "%.*s", static_cast<int>(middle - open - 1), open + 1);
    std::snprintf(name, 64, "%.*s", static_cast<int>(close - middle - 2), middle + 2);
    *at = close;
    return true;
}

void manual_list(tr_panel *panel) {
    const tr_embedded_file *index = page_of("index.md");
    const char *at = index ? index->text : "";
    char title[64], name[64];
    int all = 0, found = 0;
    while (next_page(&at, title, name)) {
        const tr_embedded_file *page = page_of(name);
        if (!page) // a picture
            continue;
        all++;
        if (!contains(page->text, panel->help_text))
            continue;
        found++;
        if (ImGui::Selectable(title, std::strcmp(panel->help_page, name) == 0))
            turn_to(panel, name, sizeof name - 1);
        if (panel->help_entered && panel->help_text[0] && found == 1)
            turn_to(panel, name, sizeof name - 1);
        placef(panel, "manual %s", name);
    }
    if (found == all)
        return;
    ImGui::TextColored(quiet, "%d of %d pages", found, all);
    placef(panel, "manual %d of %d", found, all);
}

void manual_page(tr_panel *panel) {
    const tr_embedded_file *page = page_of(panel->help_page);
    const char *text = page ? page->text : "";
    const bool looks = panel->help_moved && panel->help_text[0];
    bool found = false;
    if (panel->help_moved)
        ImGui::SetScrollY(0);
    panel->help_moved = false;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(scaled(panel, 8), scaled(panel, 3)));
    for (int number = 0; *text; number++) {
        if (*text == '\n') {
            ImGui::Dummy(ImVec2(0, scaled(panel, 4)));
            text++;
            continue;
        }
        const char *next = put_block(panel, text, number);
        if (looks && !found &&
            contains(text, next, panel->help_text)) { // the first block that contains the search text
            ImGui::SetScrollHereY(0.3f);
            found = true;
        }
        text = next;
    }
    ImGui::PopStyleVar();
}

} // namespace panel
