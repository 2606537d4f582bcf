/* plain_texts.c: quoting and escaping. */
/* SPDX-License-Identifier: MIT */
#include "write/plain_texts.h"

#include <string.h>

#include "base/json_write.h"

void pl_put_quoted(FILE *to, const char *text)
{
    pl_json json;
    pl_json_start(&json, to);
    pl_json_text(&json, text);
}

void pl_put_number(FILE *to, double number)
{
    pl_json json;
    pl_json_start(&json, to);
    pl_json_float(&json, (float)number);
}

static bool is_control(char byte)
{
    return (unsigned char)byte < 0x20 || byte == 0x7F;
}

bool pl_is_no_character(const char *text)
{
    return strncmp(text, "\xEF\xBF\xBE", 3) == 0 ||
           strncmp(text, "\xEF\xBF\xBF", 3) == 0;
}

/* What Turtle cannot hold becomes U+FFFD and is counted, so that the loss is
 * told. */
void pl_put_turtle(FILE *to, const char *text, uint64_t *changed)
{
    bool same = true;
    putc('"', to);
    for (; *text != '\0'; text++) {
        if (pl_is_no_character(text)) {
            fputs("\xEF\xBF\xBD", to);
            same = false;
            text += 2;
        } else if (is_control(*text)) {
            fprintf(to, "\\u%04X", (unsigned)*text);
        } else {
            if (*text == '"' || *text == '\\')
                putc('\\', to);
            putc(*text, to);
        }
    }
    putc('"', to);
    *changed += !same;
}

/* How many bytes are a character that XML 1.0 does not have. */
static size_t foreign_to_xml(const char *text)
{
    if (pl_is_no_character(text))
        return 3;
    return is_control(*text) && strchr("\t\n\r\x7F", *text) == NULL;
}

/* Controls cannot stand in XML even escaped. Line feeds in attributes would be
 * read as blanks, so they are. */
void pl_put_xml(FILE *to, const char *text, uint64_t *changed)
{
    bool same = true;
    for (; *text != '\0'; text++) {
        size_t foreign = foreign_to_xml(text);
        if (foreign > 0) {
            fputs("\xEF\xBF\xBD", to);
            same = false;
            text += foreign - 1;
        } else if (strchr("<>&\"\t\n\r", *text) != NULL) {
            fprintf(to, "&#%d;", *text);
        } else {
            putc(*text, to);
        }
    }
    *changed += !same;
}

/* Quoted wherever some reader would else part, trim or guess, and plain
 * elsewhere, as people look at these files. */
void pl_put_csv(FILE *to, const char *text)
{
    size_t length = strlen(text);
    bool plain = strpbrk(text, ",;\t\"\r\n") == NULL &&
                 (length == 0 || (text[0] != ' ' && text[length - 1] != ' '));
    if (plain) {
        fputs(text, to);
        return;
    }
    putc('"', to);
    for (; *text != '\0'; text++) {
        if (*text == '"')
            putc('"', to);
        putc(*text, to);
    }
    putc('"', to);
}
