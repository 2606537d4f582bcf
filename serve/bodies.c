/* bodies.c: what requests bring, read and proved. */
/* SPDX-License-Identifier: MIT */
#include "serve/bodies.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *request_text(const request *asked, const char *key,
                         const char *otherwise)
{
    const char *text = json_string_value(json_object_get(asked->query, key));
    return text == NULL ? otherwise : text;
}

int64_t request_number(const request *asked, const char *key, int64_t otherwise,
                       int64_t most)
{
    const char *text = request_text(asked, key, NULL);
    if (text == NULL)
        return otherwise;
    if (text[0] == '\0' || strlen(text) > 18 ||
        text[strspn(text, "0123456789")] != '\0')
        return -1;
    int64_t number = strtoll(text, NULL, 10);
    return number > most ? most : number;
}

static bool refuse(char *sentence, const char *why)
{
    snprintf(sentence, BODY_SENTENCE, "%s", why);
    return false;
}

bool body_is_cell(const char *text, size_t most)
{
    size_t length = strlen(text);
    if (length > most)
        return false;
    for (size_t k = 0; k < length; k++)
        if ((unsigned char)text[k] < 0x20 || text[k] == 0x7F)
            return false;
    return true;
}

/* A whole number of at least 0; false with a sentence: it is something else. */
static bool take_number(int64_t *to, const json_t *root, const char *key,
                        char *sentence)
{
    const json_t *value = json_object_get(root, key);
    *to = -1;
    if (value == NULL || json_is_null(value))
        return true;
    if (!json_is_integer(value) || json_integer_value(value) < 0) {
        snprintf(sentence, BODY_SENTENCE,
                 "\"%s\" must be a whole number of at least 0.", key);
        return false;
    }
    *to = json_integer_value(value);
    return true;
}

/* A text that may become a cell of a file of decisions. */
static bool take_cell(const char **to, const json_t *root, const char *key,
                      size_t most, char *sentence)
{
    const json_t *value = json_object_get(root, key);
    *to = NULL;
    if (value == NULL || json_is_null(value))
        return true;
    if (!json_is_string(value) ||
        !body_is_cell(json_string_value(value), most)) {
        snprintf(sentence, BODY_SENTENCE,
                 "\"%s\" must be a text on one line, without tabs, of at most "
                 "%zu bytes.",
                 key, most);
        return false;
    }
    *to = json_string_value(value);
    return true;
}

static bool prove_decision(const json_t *decision, char *sentence)
{
    const char *kind, *a, *b;
    if (!json_is_object(decision))
        return refuse(sentence, "A decision must be an object with \"kind\", "
                                "\"a\" and, where there are two, \"b\".");
    if (!take_cell(&kind, decision, "kind", BODY_WHO, sentence) ||
        !take_cell(&a, decision, "a", BODY_TEXT, sentence) ||
        !take_cell(&b, decision, "b", BODY_TEXT, sentence))
        return false;
    if (kind == NULL || a == NULL || kind[0] == '\0' || a[0] == '\0' ||
        strpbrk(kind, "# ") != NULL)
        return refuse(sentence, "A decision needs a \"kind\" and an \"a\".");
    return true;
}

static bool take_list(json_t **to, const json_t *root, const char *key,
                      char *sentence)
{
    *to = json_object_get(root, key);
    if (json_is_null(*to))
        *to = NULL;
    if (*to == NULL)
        return true;
    if (!json_is_array(*to) || json_array_size(*to) > BODY_DECISIONS) {
        snprintf(sentence, BODY_SENTENCE,
                 "\"%s\" must be a list of at most %d.", key, BODY_DECISIONS);
        return false;
    }
    return true;
}

static bool take_changes(posted *read, char *sentence)
{
    if (!take_list(&read->decisions, read->root, "decisions", sentence) ||
        !take_list(&read->remove, read->root, "remove", sentence))
        return false;
    for (size_t k = 0; k < json_array_size(read->decisions); k++)
        if (!prove_decision(json_array_get(read->decisions, k), sentence))
            return false;
    for (size_t k = 0; k < json_array_size(read->remove); k++)
        if (!json_is_integer(json_array_get(read->remove, k)))
            return refuse(sentence, "\"remove\" must be a list of ids, which "
                                    "are whole numbers.");
    return true;
}

/* Names are held to one line each, so that nobody slips a decision in. */
bool body_read(posted *read, const char *text, size_t size,
               char sentence[BODY_SENTENCE])
{
    json_error_t why;
    *read = (posted){.revision = -1, .id = -1, .group = -1, .who = ""};
    read->root = json_loadb(text, size, JSON_REJECT_DUPLICATES, &why);
    if (read->root == NULL) {
        snprintf(sentence, BODY_SENTENCE, "This is not JSON: line %d, %.120s.",
                 why.line, why.text);
        return false;
    }
    if (!json_is_object(read->root))
        return refuse(sentence, "This must be an object of JSON.");
    const char *who;
    if (!take_number(&read->revision, read->root, "revision", sentence) ||
        !take_number(&read->id, read->root, "id", sentence) ||
        !take_number(&read->group, read->root, "group", sentence) ||
        !take_cell(&read->preview, read->root, "preview", BODY_WHO, sentence) ||
        !take_cell(&who, read->root, "who", BODY_WHO, sentence))
        return false;
    read->who = who == NULL ? "" : who;
    return take_changes(read, sentence);
}

void body_release(posted *read)
{
    json_decref(read->root);
    read->root = NULL;
}
