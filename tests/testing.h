/* testing.h: cmocka with the headers it wants before it. */
/* SPDX-License-Identifier: MIT */
#ifndef TESTING_H
#define TESTING_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#endif
