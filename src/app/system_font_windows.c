#include "app/private/system_font.h"

#include "base/memory.h"
#include "base/platform.h"

#include <stdio.h>
#include <string.h>
#include <windows.h>

// Fonts that come with Windows, by what they are good for. Fonts of bitmaps are none of them.
static const struct {
    const wchar_t *family;
    const char *file;
    int face; // of the family in the file
} known[] = {
    {L"Segoe UI", "segoeui.ttf", 0},           // Latin, Greek, Cyrillic, Arabic, Hebrew
    {L"Microsoft YaHei UI", "msyh.ttc", 1},    // simplified Chinese
    {L"Microsoft JhengHei UI", "msjh.ttc", 1}, // traditional Chinese
    {L"Yu Gothic UI", "YuGothM.ttc", 1},       // Japanese
    {L"Malgun Gothic", "malgun.ttf", 0},       // Korean
    {L"Nirmala UI", "Nirmala.ttf", 0},         // India
    {L"Leelawadee UI", "LeelawUI.ttf", 0},     // Thai, Lao, Khmer
    {L"Ebrima", "ebrima.ttf", 0},              // Africa
    {L"Segoe UI Symbol", "seguisym.ttf", 0},
};
enum { known_count = sizeof known / sizeof known[0] };

struct tr_system_fonts {
    HDC screen;
    HFONT fonts[known_count]; // NULL: this machine lacks it
    char paths[known_count][1024];
};

static bool is_there(HDC screen, HFONT font, const wchar_t *family) {
    wchar_t name[LF_FACESIZE] = L"";
    SelectObject(screen, font);
    GetTextFaceW(screen, LF_FACESIZE, name); // another one takes the place of a missing font
    return _wcsicmp(name, family) == 0;
}

static void find_one(tr_system_fonts *fonts, int i, const char *folder) {
    snprintf(fonts->paths[i], sizeof fonts->paths[i], "%s/Fonts/%s", folder, known[i].file);
    if (!tr_path_may_read(fonts->paths[i]))
        return;
    fonts->fonts[i] = CreateFontW(32, 0, 0, 0, FW_NORMAL, 0, 0, 0, DEFAULT_CHARSET, OUT_TT_ONLY_PRECIS, 0, 0, 0,
                                  known[i].family);
    if (fonts->fonts[i] && !is_there(fonts->screen, fonts->fonts[i], known[i].family)) {
        DeleteObject(fonts->fonts[i]);
        fonts->fonts[i] = NULL;
    }
}

tr_system_fonts *tr_system_fonts_create(void) {
    wchar_t wide[256];
    char folder[768];
    tr_system_fonts *fonts = tr_calloc(1, sizeof *fonts);
    const UINT length = GetWindowsDirectoryW(wide, 256);
    if (fonts && length > 0 && length < 256 &&
        WideCharToMultiByte(CP_UTF8, 0, wide, -1, folder, sizeof folder, NULL, NULL) > 0)
        fonts->screen = CreateCompatibleDC(NULL);
    if (!fonts || !fonts->screen) {
        tr_free(fonts);
        return NULL;
    }
    tr_path_normalise(folder);
    for (int i = 0; i < known_count; i++)
        find_one(fonts, i, folder);
    return fonts;
}

void tr_system_fonts_destroy(tr_system_fonts *fonts) {
    if (!fonts)
        return;
    DeleteDC(fonts->screen);
    for (int i = 0; i < known_count; i++)
        if (fonts->fonts[i])
            DeleteObject(fonts->fonts[i]);
    tr_free(fonts);
}

// Letters beyond the first 65,536 are not asked for: GDI cannot tell of them.
static bool has_letter(const tr_system_fonts *fonts, int i, uint32_t letter) {
    const wchar_t text = (wchar_t)letter;
    WORD glyph = 0xffff;
    if (!fonts->fonts[i] || letter > 0xffff)
        return false;
    SelectObject(fonts->screen, fonts->fonts[i]);
    return GetGlyphIndicesW(fonts->screen, &text, 1, &glyph, GGI_MARK_NONEXISTING_GLYPHS) == 1 &&
           glyph != 0xffff;
}

bool tr_system_fonts_find(const tr_system_fonts *fonts, uint32_t letter, tr_system_font *font) {
    for (int i = 0; i < known_count; i++)
        if (has_letter(fonts, i, letter)) {
            *font = (tr_system_font){.face = known[i].face};
            snprintf(font->path, sizeof font->path, "%s", fonts->paths[i]);
            return true;
        }
    return false;
}
