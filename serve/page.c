/* page.c: the workbench page, with a result in it. */
/* SPDX-License-Identifier: MIT */
#include "serve/page.h"

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

bytes *page_make(const char *label, const bytes *taxonomy, const bytes *live)
{
    size_t place = find_template_place(), rest = place + PLACE_LENGTH;
    bytes *page = bytes_new();
    bytes *quoted = bytes_json(json_string(label));
    if (rest > serve_page_template_size) /* it was built wrongly */
        page->failed = true;
    bytes_add(page, serve_page_template, place);
    bytes_add_text(page, "[{\"label\":");
    bytes_add_script(page, quoted->text, quoted->size);
    bytes_add_text(page, ",\"taxonomy\":");
    bytes_add_script(page, taxonomy->text, taxonomy->size);
    bytes_add_text(page, ",\"live\":");
    bytes_add_script(page, live->text, live->size);
    bytes_add_text(page, "}]");
    if (!page->failed)
        bytes_add(page, serve_page_template + rest,
                  serve_page_template_size - rest);
    bytes_release(quoted);
    return page;
}

/* ------------------------------------------------------------- slimming -- */

/* How deep the fields of a cluster are: in the file, in its list. */
enum { CLUSTER_DEPTH = 3 };

/* Behind the quote that ends a string, whose first one is at `at`. */
static const char *behind_string(const char *at)
{
    for (at++; *at != '"' && *at != '\0'; at++)
        if (*at == '\\' && at[1] != '\0')
            at++;
    return *at == '"' ? at + 1 : at;
}

/* Behind a value; the blank or colon before it may belong to it. */
static const char *behind_value(const char *at)
{
    int depth = 0;
    while (*at != '\0') {
        if (*at == '"') {
            at = behind_string(at);
            continue;
        }
        depth += *at == '[' || *at == '{';
        if (depth == 0 && (*at == ',' || *at == '}'))
            return at;
        depth -= *at == ']' || *at == '}';
        at++;
    }
    return at;
}

/* Whether a comma is followed by a field that is left out; then `value` is
 * where its value begins. */
static bool is_left_out(const char *comma, const char **value)
{
    static const char *const fields[] = {
        "\"members\":",  "\"tags\":", "\"spellings\":", "\"rivals\":",
        "\"exemplar\":", "\"key\":",  "\"concept\":",   "\"net_similarity\":"};
    const char *at = comma + 1;
    while (*at == ' ' || *at == '\n')
        at++;
    for (size_t k = 0; k < sizeof fields / sizeof *fields; k++)
        if (strncmp(at, fields[k], strlen(fields[k])) == 0) {
            *value = at + strlen(fields[k]);
            return true;
        }
    return false;
}

/* The text is scanned, not read: it is our own, and tens of megabytes. */
bool bytes_add_slim(bytes *to, const bytes *taxonomy)
{
    const char *at = taxonomy->text, *from = at, *value;
    bool enough = true;
    for (int depth = 0; *at != '\0' && enough;) {
        if (*at == ',' && depth == CLUSTER_DEPTH && is_left_out(at, &value)) {
            enough = bytes_add(to, from, (size_t)(at - from));
            at = from = behind_value(value);
        } else if (*at == '"') {
            at = behind_string(at);
        } else {
            depth += (*at == '[' || *at == '{') - (*at == ']' || *at == '}');
            at++;
        }
    }
    return enough && bytes_add(to, from, (size_t)(at - from));
}
