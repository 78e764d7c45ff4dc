// A page has no files of fonts: letters that the embedded typeface lacks stay boxes.
#include "app/private/system_font.h"

tr_system_fonts *tr_system_fonts_create(void) { return NULL; }

void tr_system_fonts_destroy(tr_system_fonts *fonts) { (void)fonts; }

bool tr_system_fonts_find(const tr_system_fonts *fonts, uint32_t letter, tr_system_font *font) {
    (void)fonts, (void)letter, (void)font;
    return false;
}
