// Files that the window writes: exports and screenshots.
#pragma once
#include "app/state.h"

void tr_app_start_export(tr_app *app);
void tr_app_stop_export(tr_app *app);
// Shows the progress of an export, and how it ended.
void tr_app_watch_export(tr_app *app);

// Writes the picture in the framebuffer as terrella-TYPE-SEED-NNN.png, with the recipe in it.
void tr_app_write_screenshot(tr_app *app, int width, int height);
