#include "app/private/message.h"

#include "base/words.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

static const double shown_s = 5, error_shown_s = 10;

void tr_message_say(tr_message *message, const char *format, ...) {
    char text[sizeof message->text];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    tr_text_show(text, message->text, sizeof message->text);
    message->is_error = message->offers_reset = false;
    message->shows_body = 0;
    message->number++;
}

void tr_message_of_error(const tr_error *error, char *out, size_t size) {
    const char *text = error->message[0] ? error->message : tr_status_text(error->status);
    const char *after_file = error->file[0] ? ": " : "", *after_path = error->path[0] ? ": " : "";
    char place[32] = "";
    if (error->line > 0)
        snprintf(place, sizeof place, ":%d:%d", error->line, error->column);
    char whole[1024];
    snprintf(whole, sizeof whole, "%.300s%s%s%.200s%s%.480s", error->file, place, after_file, error->path,
             after_path, text);
    tr_text_show(whole, out, size);
}

void tr_message_complain(tr_message *message, const tr_error *error) {
    tr_message_of_error(error, message->text, sizeof message->text);
    message->is_error = true;
    message->offers_reset = false;
    message->shows_body = 0;
    message->number++;
}

bool tr_message_poll(tr_message *message, double now_s) {
    if (message->timed != message->number) {
        message->timed = message->number;
        message->until_s = now_s + (message->is_error ? error_shown_s : shown_s);
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
    message->shows_body = 0;
}
