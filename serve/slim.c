/* slim.c: a taxonomy with what its first picture needs, and no more.
 *
 * The text is scanned, not read: it is our own, and tens of megabytes. */
/* SPDX-License-Identifier: MIT */
#include "serve/slim.h"

#include <string.h>

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
