/* seeds.c: reads the file of seeds, one term per line. */
/* SPDX-License-Identifier: MIT */
#include "seeds.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "errors.h"
#include "signals.h"

static const char BLANKS[] = " \t\r\n\v\f";
#define MOST_BYTES 68719476736.0 /* without --max-input */

static bool add_seed(cli_seeds *seeds, const char *term, size_t length)
{
    if (seeds->count == seeds->room) {
        size_t room = seeds->room * 2 + 16;
        char **terms = realloc(seeds->terms, room * sizeof *terms);
        if (terms == NULL)
            return false;
        seeds->terms = terms;
        seeds->room = room;
    }
    seeds->terms[seeds->count] = strndup(term, length);
    return seeds->terms[seeds->count++] != NULL;
}

/* The term of a line, without the blanks around it; empty for none. */
static const char *find_seed(const char *text, size_t *length)
{
    const char *start = text + strspn(text, BLANKS);
    *length = *start == '#' ? 0 : strlen(start);
    while (*length > 0 && strchr(BLANKS, start[*length - 1]) != NULL)
        --*length;
    return start;
}

/* Why no more lines came: EXIT_DONE at the end of the file. */
static int explain_end(FILE *from, const char *path)
{
    int problem = errno;
    if (!ferror(from))
        return EXIT_DONE;
    if (signals_interrupted())
        return error_say(EXIT_INTERRUPTED, "Interrupted; nothing was written.");
    return error_say(EXIT_SYSTEM, "\"%s\" cannot be read: %s.", path,
                     strerror(problem));
}

/* Line by line, as the file may be a pipe; a longer line is no term. */
static int read_seed_lines(cli_seeds *seeds, FILE *from, const char *path,
                           double most)
{
    char text[4096];
    size_t length;
    bool enough = true;
    double bytes = 0;
    errno = 0;
    while (enough && fgets(text, sizeof text, from) != NULL) {
        bytes += (double)strlen(text);
        if (bytes > most)
            return error_say(EXIT_BAD_DATA,
                             "\"%s\" is larger than the %.0f bytes that may "
                             "be read (--max-input).",
                             path, most);
        if (strchr(text, '\n') == NULL && !feof(from))
            return error_say(EXIT_BAD_DATA,
                             "\"%s\" has a line that is longer than 4 KiB or "
                             "holds a NUL byte; write one term per line.",
                             path);
        const char *term = find_seed(text, &length);
        if (length > 0)
            enough = add_seed(seeds, term, length);
    }
    if (!enough)
        return error_say(EXIT_SYSTEM, "There is not enough memory to start.");
    int code = explain_end(from, path);
    if (code == EXIT_DONE && seeds->count == 0)
        code =
            error_say(EXIT_BAD_DATA,
                      "\"%s\" names no seed; write one term per line.", path);
    return code;
}

static bool reads_stdin(const text_list *operands)
{
    for (size_t k = 0; k < operands->count; k++)
        if (strcmp(operands->items[k], "-") == 0)
            return true;
    return operands->count == 0;
}

/* A dash is standard input, unless that is the saplings already. */
static int read_seeds_file(cli_seeds *seeds, const cli_options *options)
{
    const char *path = options->seeds_file;
    bool standard = strcmp(path, "-") == 0;
    if (standard && reads_stdin(&options->operands))
        return error_say(EXIT_USAGE, "Standard input cannot hold both the "
                                     "saplings and the seeds; name a file.");
    FILE *from = standard ? stdin : fopen(path, "r");
    if (from == NULL)
        return error_say(EXIT_SYSTEM, "\"%s\" cannot be read: %s.", path,
                         strerror(errno));
    int code = read_seed_lines(seeds, from, path,
                               options->max_input > 0 ? options->max_input
                                                      : MOST_BYTES);
    if (!standard)
        (void)fclose(from);
    return code;
}

int seeds_gather(cli_seeds *seeds, const cli_options *options)
{
    int code = EXIT_DONE;
    if (options->seeds_file != NULL)
        code = read_seeds_file(seeds, options);
    for (size_t k = 0; code == EXIT_DONE && k < options->seeds.count; k++) {
        const char *term = options->seeds.items[k];
        if (!add_seed(seeds, term, strlen(term)))
            code = error_say(EXIT_SYSTEM, "There is not enough memory to "
                                          "start.");
    }
    return code;
}

void seeds_release(cli_seeds *seeds)
{
    for (size_t k = 0; k < seeds->count; k++)
        free(seeds->terms[k]);
    free(seeds->terms);
}
