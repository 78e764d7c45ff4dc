#include "app/private/page.h"

#include <stddef.h>

bool tr_page_is_there(void) { return false; }

bool tr_page_keeps_still(void) { return false; }

const char *tr_page_exports(void) { return NULL; }

void tr_page_give(const char *path, bool keeps) { (void)path, (void)keeps; }

const char *tr_page_name(const char *path) { return path; }

void tr_page_set_address(const char *link) { (void)link; }

tr_swipe tr_page_swipe(void) { return TR_SWIPE_NONE; }

void tr_page_keep_state(void) {}
