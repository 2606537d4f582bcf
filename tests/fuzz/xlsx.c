/* xlsx.c: any bytes as a workbook, or as parts of one that is right otherwise;
 * the first byte says which. */
/* SPDX-License-Identifier: MIT */
#include <zlib.h>

#include "reading.h"

#define HEAD                                                                   \
    "<workbook><sheets><sheet name=\"A\" r:id=\"r\"/></sheets></workbook>"
#define RELATIONS                                                              \
    "<Relationships><Relationship Id=\"r\" Target=\"a.xml\"/></Relationships>"

typedef struct part {
    const char *name;
    const uint8_t *bytes;
    size_t size;
} part;

typedef struct file {
    uint8_t *bytes;
    size_t size;
} file;

static void put_number(file *to, uint32_t number, int bytes)
{
    for (int k = 0; k < bytes; k++, number >>= 8)
        to->bytes[to->size++] = (uint8_t)number;
}

static void put_bytes(file *to, const void *bytes, size_t size)
{
    if (size > 0)
        memcpy(to->bytes + to->size, bytes, size);
    to->size += size;
}

/* What a zip says of a part, before it or in its list at the end. */
static void put_entry(file *to, const part *of, bool listed, uint32_t where)
{
    put_number(to, listed ? 0x02014b50 : 0x04034b50, 4);
    put_number(to, 20, listed ? 2 : 0);
    put_number(to, 20, 2);
    put_number(to, 0, 8); /* flags, stored as it is, no time */
    put_number(to, (uint32_t)crc32(0, of->bytes, (unsigned)of->size), 4);
    put_number(to, (uint32_t)of->size, 4);
    put_number(to, (uint32_t)of->size, 4);
    put_number(to, (uint32_t)strlen(of->name), 2);
    put_number(to, 0, 2);
    for (int k = 0; listed && k < 5; k++)
        put_number(to, 0, 2);
    put_number(to, where, listed ? 4 : 0);
    put_bytes(to, of->name, strlen(of->name));
}

static void read_parts(const part *parts, size_t count, size_t size)
{
    file to = {malloc(size + 200 * count + 1000), 0};
    uint32_t where[4] = {0};
    MUST(to.bytes != NULL && count <= 4);
    for (size_t k = 0; k < count; k++) {
        where[k] = (uint32_t)to.size;
        put_entry(&to, &parts[k], false, 0);
        put_bytes(&to, parts[k].bytes, parts[k].size);
    }
    uint32_t list = (uint32_t)to.size;
    for (size_t k = 0; k < count; k++)
        put_entry(&to, &parts[k], true, where[k]);
    uint32_t length = (uint32_t)to.size - list;
    put_number(&to, 0x06054b50, 4);
    put_number(&to, 0, 4);
    put_number(&to, (uint32_t)count, 2);
    put_number(&to, (uint32_t)count, 2);
    put_number(&to, length, 4);
    put_number(&to, list, 4);
    put_number(&to, 0, 2);
    read_both_ways("xlsx", to.bytes, to.size);
    free(to.bytes);
}

/* Shared strings and the sheet are parted by the first NUL. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    if (size == 0)
        return 0;
    unsigned kind = bytes[0] % 4;
    const uint8_t *rest = bytes + 1, *nul = memchr(rest, 0, size - 1);
    if (kind == 0)
        read_both_ways("xlsx", rest, size - 1);
    size_t before = nul == NULL ? 0 : (size_t)(nul - rest);
    const uint8_t *behind = nul == NULL ? rest : nul + 1;
    part parts[] = {
        {"xl/workbook.xml", (const uint8_t *)HEAD, sizeof HEAD - 1},
        {"xl/_rels/workbook.xml.rels", (const uint8_t *)RELATIONS,
         sizeof RELATIONS - 1},
        {"xl/sharedStrings.xml", rest, before},
        {"xl/a.xml", behind, (size_t)(bytes + size - behind)},
    };
    if (kind > 1) {
        parts[kind - 2].bytes = rest;
        parts[kind - 2].size = size - 1;
    }
    if (kind > 0)
        read_parts(parts, 4, 2 * size);
    return 0;
}
