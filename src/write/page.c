/* page.c: the page around the data, with the place where the data goes. */
/* SPDX-License-Identifier: MIT */
#include "write/page.h"

#include <string.h>

#include "base/json_write.h"
#include "base/status.h"

static const char PLACE[] = "__PLEACH_DATA__";
enum { PLACE_LENGTH = sizeof PLACE - 1 };

/* Where the data goes; NULL when the page was built wrongly. Only the
 * template is searched: data may well contain the same word. */
static const unsigned char *find_data_place(void)
{
    for (size_t at = 0; at + PLACE_LENGTH <= pl_page_template_size; at++)
        if (memcmp(pl_page_template + at, PLACE, PLACE_LENGTH) == 0)
            return pl_page_template + at;
    return NULL;
}

static pleach_status fail_template(pleach_error *error)
{
    return pl_fail(error, PLEACH_IO,
                   "The page inside this program has no place for data; "
                   "build it again from viewer/.");
}

pleach_status pl_page_open(FILE *to, pleach_error *error)
{
    const unsigned char *place = find_data_place();
    if (place == NULL)
        return fail_template(error);
    fwrite(pl_page_template, 1, (size_t)(place - pl_page_template), to);
    fputc('[', to);
    return PLEACH_OK;
}

pleach_status pl_page_close(FILE *to, pleach_error *error)
{
    const unsigned char *place = find_data_place();
    if (place == NULL)
        return fail_template(error);
    const unsigned char *rest = place + PLACE_LENGTH;
    size_t length = pl_page_template_size - (size_t)(rest - pl_page_template);
    fputc(']', to);
    fwrite(rest, 1, length, to);
    return PLEACH_OK;
}

void pl_page_label(FILE *to, const char *label)
{
    pl_json json;
    pl_json_start(&json, to);
    fputs("{\"label\":", to);
    pl_json_text(&json, label);
    fputs(",\"taxonomy\":", to);
}
