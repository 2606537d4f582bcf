/* folder.c: looks at the files here, and says which commands suit them. */
/* SPDX-License-Identifier: MIT */
#include "folder.h"

#include <ctype.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "errors.h"
#include "output_formats.h"
#include "pipeline.h"

enum { INPUTS_NAMED = 3, ROOM = 200 };

/* What a file is for, by its ending; a result says so itself. */
typedef enum file_use { NO_USE, INPUT, RESULT, PROJECT, USES } file_use;

/* By the ending alone: nothing but a possible result is opened. */
static file_use use_of(const char *name)
{
    static const char *const inputs[] = {
        ".jsonl", ".ndjson", ".json", ".csv",    ".tsv", ".paths", ".yaml",
        ".yml",   ".ttl",    ".nt",   ".jsonld", ".obo", ".opml",  ".owl",
        ".rdf",   ".xlsx",   ".md",   ".gz",     ".zst"};
    /* README.md and its like tell of the folder. */
    if (name[0] == '.' ||
        (isupper((unsigned char)name[0]) && isupper((unsigned char)name[1])))
        return NO_USE;
    if (pipeline_is_result(name))
        return RESULT;
    if (output_has_ending(name, ".db"))
        return PROJECT;
    for (size_t k = 0; k < sizeof inputs / sizeof *inputs; k++)
        if (output_has_ending(name, inputs[k]))
            return INPUT;
    return NO_USE;
}

/* A name as a shell takes it, and as no terminal minds. */
static void add_name(char *list, const char *name)
{
    char harmless[ROOM];
    size_t used = strlen(list);
    bool plain = name[strcspn(name, " '\"\\$`&|;<>()*?[]#~!{}")] == '\0';
    text_make_harmless(harmless, sizeof harmless, name);
    snprintf(list + used, ROOM - used, plain ? " %s" : " \"%s\"", harmless);
}

static int is_wanted(const struct dirent *entry)
{
    return use_of(entry->d_name) != NO_USE;
}

/* The first names of each use, in order, and how many there are. */
static void list_files(size_t count[USES], char names[USES][ROOM])
{
    struct dirent **found = NULL;
    int all = scandir(".", &found, is_wanted, alphasort);
    for (int k = 0; k < all; k++) {
        file_use use = use_of(found[k]->d_name);
        if (count[use]++ < (use == INPUT ? INPUTS_NAMED : 1))
            add_name(names[use], found[k]->d_name);
        free(found[k]);
    }
    free(found);
}

/* Commands that can be typed as they stand, with the names of files here. */
bool folder_suggest(FILE *to)
{
    size_t count[USES] = {0};
    char names[USES][ROOM] = {{0}};
    list_files(count, names);
    const char *more = count[INPUT] > INPUTS_NAMED ? " ..." : "";
    if (count[INPUT] + count[RESULT] + count[PROJECT] == 0)
        return false;
    fputs("With the files in this folder you could say:\n\n", to);
    if (count[INPUT] > 0)
        fprintf(to,
                "  pleach grow%s%s\n      see the tree that they make "
                "together; -o tree.json keeps it\n"
                "  pleach serve project.db%s%s\n      the same in the browser, "
                "to put it right\n",
                names[INPUT], more, names[INPUT], more);
    if (count[RESULT] > 0)
        fprintf(to,
                "  pleach view%s -o page.html\n      a page to look at the "
                "result\n"
                "  pleach review%s\n      what is worth deciding about it\n",
                names[RESULT], names[RESULT]);
    if (count[PROJECT] > 0)
        fprintf(to, "  pleach serve%s\n      go on with the project\n",
                names[PROJECT]);
    fputs("\n\"pleach --help\" lists all commands.\n", to);
    return true;
}
