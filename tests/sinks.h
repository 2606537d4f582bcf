/* sinks.h: short words for inputs and sinks of the tests. */
/* SPDX-License-Identifier: MIT */
#ifndef SINKS_H
#define SINKS_H

#include <stdio.h>

#include "pleach.h"

#define FILE_AT(path) (&(pleach_input){.name = (path)})
#define TO(file) (&(pleach_sink){.stream = (file)})

/* Writes a taxonomy as JSON into a file. */
static inline pleach_status save_json(const pleach_taxonomy *taxonomy,
                                      const char *path, pleach_error *error)
{
    FILE *file = fopen(path, "w");
    if (file == NULL)
        return PLEACH_IO;
    pleach_status status = pleach_taxonomy_write(
        taxonomy, TO(file), &(pleach_write_options){.format = "json"}, error);
    return fclose(file) == 0 ? status : PLEACH_IO;
}

#endif
