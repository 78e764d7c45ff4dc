// What a user asks for with keys, with the mouse over the picture, or in the panel. Input and the panel write
// it down, actions carry it out: they do not know each other.
#pragma once
#include <stdbool.h>
#include <stdint.h>

typedef enum tr_command_kind {
#define COMMAND(name, argument, act, when) name,
#include "app/command_list.h"
#undef COMMAND
    TR_COMMAND_KINDS
} tr_command_kind;

enum { TR_FOCUS_TOLD = 2 }; // TR_COMMAND_FOCUS: says how a key that was lost leads back to the planet
typedef enum tr_direction { TR_LEFT, TR_RIGHT, TR_UP, TR_DOWN } tr_direction;

// What comes to the front.
typedef enum tr_dialog {
    TR_DIALOG_NONE,
    TR_DIALOG_OPEN,
    TR_DIALOG_SAVE,
    TR_DIALOG_EXPORT,
    TR_DIALOG_PICTURE,
    TR_DIALOG_ENHANCE
} tr_dialog;
enum { TR_SHEETS = TR_DIALOG_ENHANCE + 1 };

// What is taken: one picture, the planet that turns round once, or a way from one view to another.
typedef enum tr_shot_kind { TR_SHOT_PICTURE, TR_SHOT_TURNTABLE, TR_SHOT_FLIGHT, TR_SHOT_KINDS } tr_shot_kind;

enum { TR_COMMAND_PATH_BYTES = 256, TR_COMMAND_TEXT_BYTES = 1024 };

// command_list.h tells for each kind which of these it has.
typedef struct tr_command {
    tr_command_kind kind;
    int number;
    double x, y;
    int key; // of GLFW's numbers, that went down; 0: none
    uint64_t drag_id;
    char path[TR_COMMAND_PATH_BYTES], text[TR_COMMAND_TEXT_BYTES];
} tr_command;

// In the order of their events. Zero-initialised: none.
typedef struct tr_command_queue {
    tr_command *list;
    int count, capacity;
} tr_command_queue;

// A command that there is no memory for is lost.
void tr_command_queue_add(tr_command_queue *commands, const tr_command *command);
void tr_command_queue_clear(tr_command_queue *commands);
