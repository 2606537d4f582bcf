/* read_folder.c: a folder as a tree of folders, its files' names as
 * tags. */
/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* for realpath */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "read/forest.h"
#include "read/read.h"

/* Neither links nor hidden files are followed, and no other file system's
 * depth is gone into beyond the deepest hierarchy. */
enum { MOST_ENTRIES = 10000000 };

typedef struct open_folder {
    pl_strings *names; /* of its entries, in order ... */
    uint32_t next;     /* ... and which comes next */
    uint32_t node;
    size_t path; /* the length of the path to it */
} open_folder;

typedef struct folder_walk {
    pl_forest forest;
    PL_LIST(char) path;
    open_folder open[PL_DEEPEST];
    size_t depth;
    uint32_t entries;
    uint64_t unnamed;          /* whose names are no text ... */
    char unnamed_example[160]; /* ... and what the first is called */
} folder_walk;

static pleach_status fail_folder(const folder_walk *self, int number,
                                 pleach_error *error)
{
    char why[128];
    if (strerror_r(number, why, sizeof why) != 0)
        why[0] = '\0';
    return pl_fail_at(error, PLEACH_IO, self->path.items, 0, 0,
                      "The folder could not be read: %s.", why);
}

/* What is no text is shown by its bytes: "caf\xE9". */
static void note_unnamed(folder_walk *self, const char *name)
{
    char *to = self->unnamed_example;
    size_t used = 0, room = sizeof self->unnamed_example;
    if (self->unnamed++ > 0)
        return;
    for (; *name != '\0' && used + 5 < room; name++)
        used += (size_t)snprintf(
            to + used, room - used,
            *name >= ' ' && *name < 0x7F && *name != '\\' ? "%c" : "\\x%02X",
            (unsigned char)*name);
}

static void warn_unnamed(const folder_walk *self)
{
    if (self->unnamed > 0)
        pl_reader_warn(
            self->forest.reader, PL_ODD_PASSED, 0,
            "Names of files or folders that are not UTF-8: %llu, such as "
            "\"%s\". They are left out, with all that is below them.",
            (unsigned long long)self->unnamed, self->unnamed_example);
}

/* Hidden files are the system's and not the person's. The number is limited, so
 * that a wrong folder ends in a sentence and not in hours. */
static pleach_status list_entries(folder_walk *self, DIR *folder,
                                  pl_strings *names, pleach_error *error)
{
    struct dirent *entry;
    while (errno = 0, (entry = readdir(folder)) != NULL) {
        size_t at, length = strlen(entry->d_name);
        if (entry->d_name[0] == '.')
            continue;
        if (pl_text_check(entry->d_name, length, &at) != PL_TEXT_FINE) {
            note_unnamed(self, entry->d_name);
            continue;
        }
        if (++self->entries > MOST_ENTRIES)
            return pl_reader_refuse(self->forest.reader, 0, error,
                                    "There are more than 10 million files.");
        if (pl_strings_add(names, entry->d_name, length) == PL_NONE)
            return pl_fail_memory(error);
    }
    return errno == 0 ? PLEACH_OK : fail_folder(self, errno, error);
}

/* Names in the order of their bytes: a folder has none of its own. */
static pleach_status sort_entries(pl_strings *names, pleach_error *error)
{
    uint32_t *scratch = pl_allocate(pl_strings_count(names), sizeof *scratch);
    bool enough = scratch != NULL && pl_strings_sort(names, scratch);
    pl_release(scratch);
    return enough ? PLEACH_OK : pl_fail_memory(error);
}

/* Names are read and the folder closed again: a deep tree would else run out of
 * open files. */
static pleach_status open_entry(folder_walk *self, uint32_t node,
                                pleach_error *error)
{
    if (self->depth == PL_DEEPEST)
        return pl_fail_at(error, PLEACH_BAD_DATA, self->path.items, 0, 0,
                          "The folder is nested deeper than 64 levels.");
    open_folder *made = &self->open[self->depth];
    *made = (open_folder){.node = node, .path = self->path.count};
    made->names = pl_strings_new();
    if (made->names == NULL)
        return pl_fail_memory(error);
    self->depth++;
    DIR *folder = opendir(self->path.items);
    if (folder == NULL)
        return fail_folder(self, errno, error);
    pleach_status status = list_entries(self, folder, made->names, error);
    closedir(folder);
    return status == PLEACH_OK ? sort_entries(made->names, error) : status;
}

/* Keeps a NUL behind the path. */
static bool extend_path(folder_walk *self, const char *name)
{
    size_t length = strlen(name);
    if (!pl_list_room(&self->path, length + 2))
        return false;
    if (self->path.count > 0)
        self->path.items[self->path.count++] = '/';
    memcpy(self->path.items + self->path.count, name, length + 1);
    self->path.count += length;
    return true;
}

static void cut_path(folder_walk *self, size_t length)
{
    self->path.count = length;
    self->path.items[length] = '\0';
}

/* A file is an item of its folder, and tells what that is about: by the words
 * of its name, but for its ending. */
static void take_file(folder_walk *self, uint32_t node, const char *name)
{
    const char *ending = strrchr(name, '.');
    size_t length = ending == NULL ? strlen(name) : (size_t)(ending - name);
    uint32_t item = pl_forest_item(&self->forest);
    pl_forest_tag_words(&self->forest, node, name, length);
    pl_forest_say(&self->forest, node,
                  &(pl_saying){.property = "address",
                               .text = self->path.items,
                               .length = self->path.count,
                               .item = item});
    pl_forest_say(&self->forest, node,
                  &(pl_saying){.property = "title",
                               .text = name,
                               .length = strlen(name),
                               .item = item});
}

/* Links are not followed, since they may lead in circles. */
static pleach_status take_folder_entry(folder_walk *self, const char *name,
                                       uint32_t parent, pleach_error *error)
{
    struct stat facts;
    if (!extend_path(self, name))
        return pl_fail_memory(error);
    if (lstat(self->path.items, &facts) != 0)
        return fail_folder(self, errno, error);
    if (S_ISREG(facts.st_mode))
        take_file(self, parent, name);
    if (!S_ISDIR(facts.st_mode))
        return PLEACH_OK;
    return open_entry(
        self, pl_forest_add_named(&self->forest, parent, name, strlen(name), 1),
        error);
}

static pleach_status walk_folder(folder_walk *self, pleach_error *error)
{
    while (self->depth > 0) {
        open_folder *here = &self->open[self->depth - 1];
        cut_path(self, here->path);
        if (here->next == pl_strings_count(here->names)) {
            pl_strings_free(here->names);
            self->depth--;
            continue;
        }
        PL_TRY(take_folder_entry(self, pl_strings_at(here->names, here->next++),
                                 here->node, error));
    }
    warn_unnamed(self);
    return pl_forest_finish(&self->forest, error);
}

/* The system resolves the path, so that "." gets the name of the folder it is.
 */
static pleach_status read_resolved_folder(folder_walk *self, const char *path,
                                          pleach_error *error)
{
    /* The name of ".", "x/.." or "/" is found by the system. */
    char *whole = realpath(path, NULL);
    if (!extend_path(self, path)) {
        free(whole);
        return pl_fail_memory(error);
    }
    if (whole == NULL)
        return fail_folder(self, errno, error);
    const char *name = strrchr(whole, '/');
    name = name == NULL || name[1] == '\0' ? whole : name + 1;
    uint32_t top =
        pl_forest_add_named(&self->forest, PL_NONE, name, strlen(name), 1);
    free(whole);
    PL_TRY(open_entry(self, top, error));
    return walk_folder(self, error);
}

/* The walk holds an entry for each level and would be large on a stack. */
pleach_status pl_read_folder(pl_reader *reader, pleach_error *error)
{
    const char *path = reader->file + strlen("dir:");
    folder_walk *self = pl_allocate(1, sizeof *self);
    if (self == NULL)
        return pl_fail_memory(error);
    pl_forest_open(&self->forest, reader);
    self->path.arena = reader->arena;
    pleach_status status = read_resolved_folder(self, path, error);
    while (self->depth > 0)
        pl_strings_free(self->open[--self->depth].names);
    pl_release(self);
    return status;
}
