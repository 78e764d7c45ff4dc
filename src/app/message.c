#include "app/private/message.h"

#include "base/words.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const double shown_s = 5, error_shown_s = 10, offer_shown_s = 20;

void tr_message_say(tr_message *message, const char *format, ...) {
    char text[sizeof message->text];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    tr_message_clear(message);
    tr_text_show(text, message->text, sizeof message->text);
    message->number++;
}

// Where a part of a message ends: at ; or : or after a sentence, but not within '…'.
static char *find_end(char *part) {
    bool quoted = false;
    for (char *at = part + 1; *at; at++) {
        if (*at == '\'' && (quoted || at[-1] == ' '))
            quoted = !quoted;
        if (!quoted && (*at == ';' || *at == ':' || (*at == '.' && at[1] == ' ')))
            return at;
    }
    return NULL;
}

// Without what only helps on a command line: parts such as "; `terrella list types` names them". Where an
// option chooses another place, so does a field of the dialog.
static void leave_command_line_out(char *text) {
    static const char *const words[] = {"`terrella", " --", " -o ", " maps."};
    const bool forces = strstr(text, "--force"); // a file exists that the user can move
    bool names = false;
    for (char *part = text, *next; part && *part; part = next) {
        next = find_end(part);
        char *end = next ? next : part + strlen(part);
        bool found = false;
        for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
            const char *at = strstr(part, words[i]);
            found = found || (at && at < end);
        }
        const char *name = strstr(part, "--name");
        names = names || (name && name < end);
        if (found && part > text) {
            memmove(part, end, strlen(end) + 1);
            next = *part ? part : NULL;
        }
    }
    const size_t length = strlen(text);
    if (names && length < 400)
        snprintf(text + length, 64, "; %schoose another name or folder", forces ? "move it away, or " : "");
}

void tr_message_of_error(const tr_error *error, char *out, size_t size) {
    const char *text = error->message[0] ? error->message : tr_status_text(error->status);
    const char *after_file = error->file[0] ? ": " : "", *after_path = error->path[0] ? ": " : "";
    char place[32] = "";
    if (error->line > 0)
        snprintf(place, sizeof place, ":%d:%d", error->line, error->column);
    char whole[1024], plain[512];
    snprintf(plain, sizeof plain, "%.440s", text);
    leave_command_line_out(plain);
    const bool is_map = strncmp(error->path, "maps.", 5) == 0 && plain[0] == '\''; // it names the file
    snprintf(whole, sizeof whole, "%.300s%s%s%.200s%s%.480s", error->file, place, after_file,
             is_map ? "" : error->path, is_map ? "" : after_path, plain);
    tr_text_show(whole, out, size);
}

void tr_message_complain(tr_message *message, const tr_error *error) {
    tr_message_clear(message);
    tr_message_of_error(error, message->text, sizeof message->text);
    message->is_error = true;
    message->number++;
}

bool tr_message_poll(tr_message *message, double now_s) {
    if (message->timed != message->number) {
        message->timed = message->number;
        const bool offers = message->offers_reset || message->offers_map || message->shows_body > 0;
        message->until_s = now_s + (offers ? offer_shown_s : message->is_error ? error_shown_s : shown_s);
    }
    if (!message->text[0] || now_s < message->until_s)
        return false;
    tr_message_clear(message);
    return true;
}

double tr_message_due(const tr_message *message) { return message->text[0] ? message->until_s : INFINITY; }

void tr_message_clear(tr_message *message) {
    message->text[0] = 0;
    message->is_error = message->offers_reset = false;
    message->shows_body = message->offers_map = 0;
}
