/* tables.c: any bytes below each kind of header that tables have. */
/* SPDX-License-Identifier: MIT */
#include "reading.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static const char *const headers[] = {
        "level1,level2,level3,tags\n",
        "id,name,parent_id,altlabels,description\n",
        "owner,path,tags\n",
        "code,name\n",
        "id,name,parent\n",
    };
    if (size == 0)
        return 0;
    const char *header = headers[bytes[0] % 5];
    size_t length = strlen(header);
    uint8_t *text = malloc(length + size);
    MUST(text != NULL);
    memcpy(text, header, length);
    memcpy(text + length, bytes + 1, size - 1);
    read_both_ways("csv", text, length + size - 1);
    free(text);
    return 0;
}
