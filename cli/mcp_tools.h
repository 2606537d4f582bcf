/* mcp_tools.h: what an agent may have pleach do, each a run of the command. */
/* SPDX-License-Identifier: MIT */
#ifndef CLI_MCP_TOOLS_H
#define CLI_MCP_TOOLS_H

#include <jansson.h>
#include <stdbool.h>

/* The list for "tools/list". */
json_t *mcp_tools_list(void);

/* Runs a tool; NULL: there is none of that name. The result has "content" and,
 * where the tool failed, "isError". A file that it wrote is added to `files`.
 */
json_t *mcp_tools_call(const char *name, const json_t *arguments,
                       json_t *files);

/* Notes a file by its whole path, if it is there. */
void mcp_add_file(json_t *files, const char *path);

/* A result that is one text. */
json_t *mcp_text(const char *text, size_t length, bool wrong);

#endif
