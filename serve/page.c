/* page.c: the workbench page, with a result in it. */
/* SPDX-License-Identifier: MIT */
#include "serve/page.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static const char PLACE[] = "__PLEACH_DATA__";
enum { PLACE_LENGTH = sizeof PLACE - 1 };

/* Where the data goes. Only the template is searched: data may well contain
 * the same word. */
static size_t find_template_place(void)
{
    size_t at = 0;
    while (at + PLACE_LENGTH <= serve_page_template_size &&
           memcmp(serve_page_template + at, PLACE, PLACE_LENGTH) != 0)
        at++;
    return at;
}

static bool add_script_text(bytes *to, const char *text)
{
    return text != NULL && bytes_add_script(to, text, strlen(text));
}

static bool add_data(bytes *to, const char *label, const bytes *taxonomy,
                     const char *live)
{
    json_t *value = json_string(label);
    char *quoted = value == NULL ? NULL : json_dumps(value, JSON_ENCODE_ANY);
    bool enough = bytes_add_text(to, "[{\"label\":") &&
                  add_script_text(to, quoted == NULL ? "\"\"" : quoted) &&
                  bytes_add_text(to, ",\"taxonomy\":") &&
                  bytes_add_script(to, taxonomy->text, taxonomy->size) &&
                  bytes_add_text(to, ",\"live\":") &&
                  add_script_text(to, live) && bytes_add_text(to, "}]");
    free(quoted);
    json_decref(value);
    return enough;
}

bytes *page_make(const char *label, const bytes *taxonomy, const char *live)
{
    size_t place = find_template_place(), rest = place + PLACE_LENGTH;
    bytes *page = bytes_new();
    if (page != NULL && rest <= serve_page_template_size &&
        bytes_add(page, serve_page_template, place) &&
        add_data(page, label, taxonomy, live) &&
        bytes_add(page, serve_page_template + rest,
                  serve_page_template_size - rest))
        return page;
    bytes_release(page);
    return NULL;
}
