/* write_html.c: the forest as one self-contained web page. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/status.h"
#include "write/page.h"
#include "write/write.h"

/* What the page calls this result: the input and how it was solved. */
static void name_result(const pleach_taxonomy *forest, char *label, size_t room)
{
    const pleach_corpus *corpus = forest->corpus;
    const char *input = corpus->input_count == 0 ? "" : corpus->input_name[0];
    const char *slash = strrchr(input, '/');
    snprintf(label, room, "%.80s%s (%s)", slash == NULL ? input : slash + 1,
             corpus->input_count > 1 ? " and others" : "",
             forest->report.solver);
}

pleach_status pl_write_html(const pleach_taxonomy *forest, FILE *to,
                            const pleach_write_options *options,
                            pleach_error *error)
{
    char label[128];
    name_result(forest, label, sizeof label);
    PL_TRY(pl_page_open(to, error));
    pl_page_label(to, label);
    PL_TRY(pl_write_json(forest, to, options, error));
    fputc('}', to);
    return pl_page_close(to, error);
}
