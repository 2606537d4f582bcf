/* version.c: which library this is. */
/* SPDX-License-Identifier: MIT */
#include "pleach.h"

const char *pleach_version(void)
{
    return PLEACH_VERSION;
}
