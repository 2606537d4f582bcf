/* project_mark.h: how a project that people curate is told from other files. */
/* SPDX-License-Identifier: MIT */
#ifndef PROJECT_MARK_H
#define PROJECT_MARK_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* What SQLite calls the application's id. */
#define PROJECT_MARK 0x706c6561

/* The head of a database of SQLite, and where words of interest stand in it. */
enum { PROJECT_HEAD = 100, PROJECT_VERSION_AT = 60, PROJECT_MARK_AT = 68 };

static inline uint32_t project_head_word(const unsigned char *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 |
           (uint32_t)at[2] << 8 | at[3];
}

/* Whether so many first bytes of a file are those of a project. */
static inline bool is_project_head(const unsigned char *head, size_t length)
{
    static const char magic[16] = "SQLite format 3";
    return length >= PROJECT_HEAD && memcmp(head, magic, sizeof magic) == 0 &&
           project_head_word(head + PROJECT_MARK_AT) == PROJECT_MARK;
}

#endif
