/* compare_write.c: the formats of a comparison. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/status.h"
#include "experiment/compare.h"
#include "write/write.h"

static pl_comparison_writer *find_comparison_writer(const char *format)
{
    static const struct {
        const char *name;
        pl_comparison_writer *writer;
    } formats[] = {{"text", pl_compare_text},
                   {"markdown", pl_compare_markdown},
                   {"csv", pl_compare_csv},
                   {"json", pl_compare_json},
                   {"svg", pl_compare_svg}};
    for (size_t k = 0; k < sizeof formats / sizeof *formats; k++)
        if (format == NULL || strcmp(format, formats[k].name) == 0)
            return formats[k].writer;
    return NULL;
}

pleach_status pleach_comparison_write(const pleach_comparison *comparison,
                                      const pleach_sink *to,
                                      const pleach_write_options *options,
                                      pleach_error *error)
{
    pl_stream stream;
    const char *format = options == NULL ? NULL : options->format;
    pl_comparison_writer *writer = find_comparison_writer(format);
    if (writer == NULL)
        return pl_fail(error, PLEACH_BAD_USAGE,
                       "There is no format \"%.40s\" for a comparison. Known "
                       "are: text, markdown, csv, json, svg.",
                       format);
    PL_TRY(pl_stream_open(&stream, to, error));
    writer(comparison, stream.to, options != NULL && options->color);
    return pl_stream_close(&stream, PLEACH_OK, error);
}
