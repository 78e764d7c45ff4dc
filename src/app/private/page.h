// The page around a window in a browser. On desktops there is none, and these do nothing.
#pragma once
#include <stdbool.h>

// How a finger moves that becomes a press: not at all, up or down, sideways.
typedef enum tr_swipe { TR_SWIPE_NONE, TR_SWIPE_ALONG, TR_SWIPE_ACROSS } tr_swipe;

// Whether there is one. Its files are in memory: users get them by tr_page_give, and folders mean nothing to
// them.
bool tr_page_is_there(void);

// Whether its reader has asked the browser for little motion.
bool tr_page_keeps_still(void);

// The folder of exports, which has nothing else. NULL: there is no page.
const char *tr_page_exports(void);

// Gives the user a file, or all files in a folder and below as one ZIP, as a download. It is made while the
// window goes on. keeps: the files stay; otherwise they are removed, which frees their memory.
void tr_page_give(const char *path, bool keeps);

// What its reader calls a file or the folder of exports: downloads have names alone. Without a page, the path.
const char *tr_page_name(const char *path);

// Shows a share link as the end of the page's address.
void tr_page_set_address(const char *link);

// The finger that is the left button; TR_SWIPE_NONE for a mouse.
tr_swipe tr_page_swipe(void);

// Keeps the files of the state folder for the next visit.
void tr_page_keep_state(void);
