#include "app/private/chooser.h"

#include "base/memory.h"
#include "base/platform.h"
#include "base/process.h"

#include <stdio.h>
#include <string.h>

// zenity or kdialog, which runs as a process beside the window.
struct tr_dialog_box {
    tr_process *process;
    FILE *answer; // its standard output
};

bool tr_chooser_is_there(void) { return tr_process_is_there("zenity") || tr_process_is_there("kdialog"); }

static void destroy(tr_chooser *chooser) {
    if (chooser->box) {
        tr_process_kill(chooser->box->process);
        if (chooser->box->answer)
            fclose(chooser->box->answer);
    }
    tr_free(chooser->box);
    chooser->box = NULL;
}

static bool spawn(tr_chooser *chooser, const char *const *words) {
    chooser->box = tr_calloc(1, sizeof *chooser->box);
    if (chooser->box)
        chooser->box->answer = tr_stream_temporary();
    if (chooser->box && chooser->box->answer) {
        const tr_process_options options = {
            .words = words, .output = chooser->box->answer, .file = -1, .alone = true};
        (void)tr_process_start(&options, &chooser->box->process);
    }
    if (chooser->box && chooser->box->process)
        return true;
    destroy(chooser);
    return false;
}

static const char *const titles[] = {[TR_CHOOSES_WORLD] = "--title=Open a planet",
                                     [TR_CHOOSES_MAP] = "--title=Choose a picture",
                                     [TR_CHOOSES_NAME] = "--title=Save the planet",
                                     [TR_CHOOSES_EXPORT_FOLDER] = "--title=Folder for exports",
                                     [TR_CHOOSES_PICTURE_FOLDER] = "--title=Folder for pictures"};

static bool chooses_a_file(const tr_chooser *chooser) {
    return chooser->purpose == TR_CHOOSES_WORLD || chooser->purpose == TR_CHOOSES_MAP;
}

static bool spawn_zenity(tr_chooser *chooser, const char *suggested) {
    char name[2100], title[64];
    snprintf(name, sizeof name, "--filename=%s", suggested);
    snprintf(title, sizeof title, "%s", titles[chooser->purpose]);
    const bool saves = chooser->purpose == TR_CHOOSES_NAME, opens = chooses_a_file(chooser);
    const char *const words[] = {"zenity",
                                 "--file-selection",
                                 title,
                                 name,
                                 saves   ? "--save"
                                 : opens ? NULL
                                         : "--directory",
                                 saves ? "--confirm-overwrite" : NULL,
                                 NULL};
    return spawn(chooser, words);
}

static bool spawn_kdialog(tr_chooser *chooser, const char *suggested) {
    char name[2100], title[64];
    snprintf(name, sizeof name, "%s", suggested);
    snprintf(title, sizeof title, "%s", strchr(titles[chooser->purpose], '=') + 1);
    const char *verb = chooser->purpose == TR_CHOOSES_NAME ? "--getsavefilename"
                       : chooses_a_file(chooser)           ? "--getopenfilename"
                                                           : "--getexistingdirectory";
    const char *const words[] = {"kdialog", "--title", title, verb, name, NULL};
    return spawn(chooser, words);
}

bool tr_chooser_start(tr_chooser *chooser, tr_chooser_purpose purpose, const char *suggested,
                      struct GLFWwindow *window) {
    (void)window;
    tr_chooser_end(chooser);
    *chooser = (tr_chooser){.purpose = purpose};
    return spawn_zenity(chooser, suggested) || spawn_kdialog(chooser, suggested);
}

bool tr_chooser_poll(tr_chooser *chooser, bool *done) {
    *done = false;
    if (!chooser->box)
        return false;
    int code;
    if (!tr_process_is_over(chooser->box->process, &code))
        return true;
    rewind(chooser->box->answer);
    const size_t length = fread(chooser->answer, 1, sizeof chooser->answer - 1, chooser->box->answer);
    chooser->failed = code != 0 && code != 1; // 1: the user chose nothing
    chooser->answer[code == 0 ? length : 0] = 0;
    chooser->answer[strcspn(chooser->answer, "\n")] = 0;
    destroy(chooser);
    *done = true;
    return true;
}

void tr_chooser_end(tr_chooser *chooser) { destroy(chooser); }
