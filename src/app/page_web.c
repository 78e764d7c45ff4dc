// packaging/web/page.js does all of this.
#include "app/private/page.h"

#include <emscripten.h>

EM_JS(void, page_give, (const char *path, bool keeps), { Module.give(UTF8ToString(path), keeps); });
EM_JS(void, page_set_address, (const char *link), { Module.setAddress(UTF8ToString(link)); });
EM_JS(void, page_keep_state, (void), { Module.keepState(); });

bool tr_page_is_there(void) { return true; }

void tr_page_give(const char *path, bool keeps) { page_give(path, keeps); }

void tr_page_set_address(const char *link) { page_set_address(link); }

void tr_page_keep_state(void) { page_keep_state(); }
