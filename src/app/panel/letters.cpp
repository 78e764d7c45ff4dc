// The letters of the panel: at first those of the English interface, later those of names, paths and typed
// text. Glyphs come from the typeface in the executable, then from fonts of the system.
#include "app/panel/panel.hpp"

#include <glad/gl.h>
#include <imgui/backends/imgui_impl_opengl3.h>
#include <imgui/imgui_internal.h> // ImFileLoadToMemory

namespace {

const ImWchar box = 0xfffd; // replaces letters that no font has

const ImWchar first_letters[] = {0x20,   0xff,   0x2013, 0x2026, 0x2190, 0x21ff, 0x25a0, 0x25ff,
                                 0x2605, 0x2606, 0x2700, 0x27bf, box,    box,    0};

// Not a letter: the placeholder glyph for all letters that the first fonts lack.
const unsigned any_letter = 0xfffe;

// Surrogates are only halves of characters.
bool is_letter(unsigned c) { return c >= 0x20 && (c < 0xd800 || c > 0xdfff) && c < any_letter; }

bool has(const ImFont *font, unsigned letter) {
    return font->FindGlyphNoFallback(static_cast<ImWchar>(letter)) != nullptr;
}

bool is_mark(const ImFont *font, unsigned letter) {
    return has(font, letter) && font->FindGlyph(static_cast<ImWchar>(letter))->U0 < 0;
}

// Adds a font of one size. Letters that the first font lacks come from the others.
ImFont *add_size(const tr_panel *panel, ImFontAtlas *atlas, float size, const ImWchar *ranges) {
    const tr_embedded_file *face = tr_embedded_find("fonts/DejaVuSans.ttf");
    IM_ASSERT(face);
    ImFontConfig config;
    config.FontDataOwnedByAtlas = false; // Dear ImGui then only reads it
    ImFont *font = atlas->AddFontFromMemoryTTF(const_cast<char *>(face->text), static_cast<int>(face->size),
                                               size, &config, ranges);
    config.MergeMode = true;
    for (int i = 0; i < panel->font_count; i++) {
        if (!panel->fonts[i].bytes)
            continue;
        config.FontNo = panel->fonts[i].face;
        atlas->AddFontFromMemoryTTF(panel->fonts[i].bytes, static_cast<int>(panel->fonts[i].size), size,
                                    &config, ranges);
    }
    return font;
}

// A mark is a rectangle of width 0. It has a height because Dear ImGui drops empty glyphs when it clips.
void add_mark(ImFont *font, unsigned letter) {
    const float mark = tr_letters_mark(letter);
    font->AddGlyph(nullptr, static_cast<ImWchar>(letter), 0, 0, 0, 1, mark, mark, mark, mark,
                   font->FallbackAdvanceX);
    font->Glyphs.back().Visible = true; // otherwise it is not drawn
}

// Each letter that was not requested yet gets a mark. Adding 60000 marks takes milliseconds, so at the start
// one mark stands for all of them.
void add_marks(const tr_letters *letters, ImFont *font) {
    if (!tr_letters_has(letters, any_letter)) {
        add_mark(font, any_letter);
        font->FallbackChar = static_cast<ImWchar>(any_letter);
    } else {
        for (unsigned c = 0; c < TR_LETTER_COUNT; c++)
            if (is_letter(c) && !tr_letters_has(letters, c) && !has(font, c))
                add_mark(font, c);
    }
    font->BuildLookupTable();
}

bool fits_texture(const ImFontAtlas *atlas) {
    GLint most = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &most);
    return atlas->TexWidth <= most && atlas->TexHeight <= most;
}

void replace_atlas(ImFontAtlas *atlas) {
    ImGuiIO &io = ImGui::GetIO();
    const bool is_on_gpu = io.Fonts->TexID != nullptr; // otherwise the first frame uploads the texture
    if (is_on_gpu)
        ImGui_ImplOpenGL3_DestroyFontsTexture();
    IM_DELETE(io.Fonts);
    io.Fonts = atlas;
    if (is_on_gpu)
        ImGui_ImplOpenGL3_CreateFontsTexture();
}

void free_font(tr_system_font *font) {
    IM_FREE(font->bytes);
    font->bytes = nullptr;
}

// Whether Dear ImGui can read it; it cannot read compressed fonts.
bool read_font(tr_system_font *font) {
    static const char kinds[][5] = {"\0\1\0\0", "true", "OTTO", "ttcf"};
    font->bytes = ImFileLoadToMemory(font->path, "rb", &font->size);
    for (const char *kind : kinds)
        if (font->bytes && font->size > 64 && std::memcmp(font->bytes, kind, 4) == 0)
            return true;
    free_font(font);
    return false;
}

// Adds the system font that has that letter, unless the panel has tried it already.
bool add_system_font(tr_panel *panel, unsigned letter) {
    if (panel->font_count == IM_ARRAYSIZE(panel->fonts))
        return false;
    if (!panel->system_fonts)
        panel->system_fonts = tr_system_fonts_create();
    tr_system_font *font = &panel->fonts[panel->font_count];
    if (!panel->system_fonts || !tr_system_fonts_find(panel->system_fonts, letter, font))
        return false;
    for (int i = 0; i < panel->font_count; i++)
        if (panel->fonts[i].face == font->face && std::strcmp(panel->fonts[i].path, font->path) == 0)
            return false;
    panel->font_count++;
    return read_font(font);
}

// If no new fonts can be made, boxes replace the letters that are missing.
void show_boxes(const tr_letters *letters) {
    for (ImFont *font : ImGui::GetIO().Fonts->Fonts) {
        font->FallbackChar = box;
        font->BuildLookupTable();
        for (unsigned c = 0; c < TR_LETTER_COUNT; c++)
            if (is_letter(c) && tr_letters_has(letters, c) && is_mark(font, c))
                font->AddRemapChar(static_cast<ImWchar>(c), box);
    }
}

} // namespace

namespace panel {

bool make_fonts(tr_panel *panel) {
    ImFontGlyphRangesBuilder builder;
    builder.AddRanges(first_letters);
    for (unsigned c = 0; c < TR_LETTER_COUNT; c++)
        if (tr_letters_has(&panel->letters, c))
            builder.AddChar(static_cast<ImWchar>(c));
    ImVector<ImWchar> ranges;
    builder.BuildRanges(&ranges);
    void *memory = ImGui::MemAlloc(sizeof(ImFontAtlas));
    if (!memory)
        return false;
    ImFontAtlas *atlas = IM_PLACEMENT_NEW(memory) ImFontAtlas();
    add_size(panel, atlas, 14 * panel->scale, ranges.Data);
    ImFont *title = add_size(panel, atlas, 20 * panel->scale, ranges.Data);
    if (!atlas->Build() || !fits_texture(atlas)) {
        IM_DELETE(atlas);
        return false;
    }
    for (ImFont *font : atlas->Fonts)
        add_marks(&panel->letters, font);
    panel->title_font = title;
    replace_atlas(atlas);
    return true;
}

bool collect_letters(tr_panel *panel) {
    const ImDrawData *drawn = ImGui::GetDrawData();
    for (int i = 0; i < drawn->CmdListsCount; i++) {
        const ImVector<ImDrawVert> &vertices = drawn->CmdLists[i]->VtxBuffer;
        if (!vertices.empty())
            panel->new_letters += tr_letters_collect(&panel->letters, &vertices[0].uv.x, sizeof vertices[0],
                                                     static_cast<size_t>(vertices.Size));
    }
    return panel->new_letters > 0;
}

void add_letters(tr_panel *panel) {
    if (panel->new_letters == 0)
        return;
    panel->new_letters = 0;
    if (!make_fonts(panel)) {
        show_boxes(&panel->letters);
        return;
    }
    for (unsigned c = 0; c < TR_LETTER_COUNT; c++)
        if (is_letter(c) && tr_letters_has(&panel->letters, c) && !has(panel->title_font, c) &&
            add_system_font(panel, c) && !make_fonts(panel))
            free_font(&panel->fonts[panel->font_count - 1]); // Dear ImGui cannot read it
}

void free_fonts(tr_panel *panel) {
    for (int i = 0; i < panel->font_count; i++)
        free_font(&panel->fonts[i]);
    tr_system_fonts_destroy(panel->system_fonts);
}

} // namespace panel
