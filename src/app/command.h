// Commands that the user gives by keys, by the mouse over the picture, or in the panel. Input and panel write
// commands and the actions carry them out, so neither depends on the other.
#pragma once
#include <stdint.h>

typedef enum tr_command_kind {
#define COMMAND(name, argument, act, when) name,
#include "app/command_list.h"
#undef COMMAND
    TR_COMMAND_KINDS
} tr_command_kind;

enum { TR_FOCUS_TOLD = 2 }; // TR_COMMAND_FOCUS: tells the user how to give the keys back to the planet
typedef enum tr_direction { TR_LEFT, TR_RIGHT, TR_UP, TR_DOWN } tr_direction;

// The dialog in front.
typedef enum tr_dialog {
    TR_DIALOG_NONE,
    TR_DIALOG_OPEN,
    TR_DIALOG_SAVE,
    TR_DIALOG_EXPORT,
    TR_DIALOG_PICTURE,
    TR_DIALOG_ENHANCE,
    TR_DIALOG_MAP
} tr_dialog;
enum { TR_SHEETS = TR_DIALOG_MAP + 1 };

// What to do with existing files of the same name.
typedef enum tr_replace_answer { TR_REPLACE_NOT, TR_REPLACE_GOES, TR_REPLACE_KEEPS } tr_replace_answer;

// What to capture: a picture, one rotation of the planet, or a flight from one view to another.
typedef enum tr_shot_kind { TR_SHOT_PICTURE, TR_SHOT_TURNTABLE, TR_SHOT_FLIGHT, TR_SHOT_KINDS } tr_shot_kind;

enum { TR_COMMAND_PATH_BYTES = 256, TR_COMMAND_TEXT_BYTES = 1024 };

// command_list.h lists which members each kind uses.
typedef struct tr_command {
    tr_command_kind kind;
    int number;
    double x, y;
    int key; // the GLFW number of the pressed key; 0: none
    uint64_t drag_id;
    char path[TR_COMMAND_PATH_BYTES], text[TR_COMMAND_TEXT_BYTES];
} tr_command;

// In the order of their events. Zero-initialised: empty.
typedef struct tr_command_queue {
    tr_command *list;
    int count;
} tr_command_queue;

// Without memory for it, the command is dropped.
void tr_command_queue_add(tr_command_queue *commands, const tr_command *command);
void tr_command_queue_clear(tr_command_queue *commands);
