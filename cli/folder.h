/* folder.h: what could be done with the files of the present folder. */
/* SPDX-License-Identifier: MIT */
#ifndef CLI_FOLDER_H
#define CLI_FOLDER_H

#include <stdbool.h>
#include <stdio.h>

/* Prints a few commands with their names; false: there is nothing that pleach
 * could read. */
bool folder_suggest(FILE *to);

#endif
