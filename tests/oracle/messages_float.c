/* messages_float.c: the messages of the library itself, in single precision
 * and with whatever vectors the machine has, against brute force. */
/* SPDX-License-Identifier: MIT */
#define ORACLE_FLOAT
#include "oracle/messages.c"
