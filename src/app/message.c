#include "app/private/message.h"

#include "base/words.h"

#include <stdarg.h>
#include <stdio.h>

void tr_message_say(tr_message *message, const char *format, ...) {
    char text[sizeof message->text];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    tr_text_show(text, message->text, sizeof message->text);
    message->is_error = false;
}

void tr_message_complain(tr_message *message, const tr_error *error) {
    const char *text = error->message[0] ? error->message : tr_status_text(error->status);
    const char *after_file = error->file[0] ? ": " : "", *after_path = error->path[0] ? ": " : "";
    char place[32] = "";
    if (error->line > 0)
        snprintf(place, sizeof place, ":%d:%d", error->line, error->column);
    tr_message_say(message, "%.300s%s%s%.200s%s%.480s", error->file, place, after_file, error->path, after_path,
                   text);
    message->is_error = true;
}
