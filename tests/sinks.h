/* sinks.h: short words for inputs and sinks of the tests. */
/* SPDX-License-Identifier: MIT */
#ifndef SINKS_H
#define SINKS_H

#include "pleach.h"

#define FILE_AT(path) (&(pleach_input){.name = (path)})
#define TO(file) (&(pleach_sink){.stream = (file)})

#endif
