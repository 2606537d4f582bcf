/* rdf_tags.c: language tags that are too long for Raptor. */
/* SPDX-License-Identifier: MIT */
#include "read/rdf_tags.h"

#if defined(PLEACH_HAS_RDF)
#include <string.h>

static const char too_long[] =
    "This language tag is longer than 255 bytes. Write one like \"en\" or "
    "\"pt-BR\".";

/* ------------------------------------------------ Turtle and N-Triples -- */

static bool in_tag(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
           (byte >= '0' && byte <= '9') || byte == '-' || byte == '_';
}

pleach_status pl_rdf_check_turtle(const pl_reader *reader, const pl_piece *text,
                                  pleach_error *error)
{
    const char *end = text->bytes + text->length;
    for (const char *at = text->bytes;
         (at = memchr(at, '@', (size_t)(end - at))) != NULL; at++) {
        size_t length = 0, left = (size_t)(end - at) - 1;
        while (length <= PL_TAG_BYTES && length < left &&
               in_tag(at[1 + length]))
            length++;
        if (length > PL_TAG_BYTES)
            return pl_reader_fail(reader, text, (size_t)(at - text->bytes),
                                  error, too_long);
    }
    return PLEACH_OK;
}

/* ---------------------------------------------------------------- XML -- */

static void check_element(void *context, raptor_xml_element *element)
{
    bool *found = context;
    const unsigned char *tag = raptor_xml_element_get_language(element);
    if (tag != NULL && strlen((const char *)tag) > PL_TAG_BYTES)
        *found = true;
}

/* Nothing is fetched. */
static int refuse_address(void *context, raptor_uri *address)
{
    (void)context;
    (void)address;
    return 1;
}

static bool read_elements(raptor_sax2 *xml, const bool *found,
                          const pl_piece *text)
{
    const unsigned char *bytes = (const unsigned char *)text->bytes;
    for (size_t at = 0, size; at < text->length && !*found; at += size) {
        size = text->length - at;
        size = size < PL_RDF_PIECE ? size : PL_RDF_PIECE;
        if (raptor_sax2_parse_chunk(xml, bytes + at, size,
                                    at + size == text->length) != 0)
            return false;
    }
    return true;
}

/* Whether what stands behind "xml:lang" looks too long, or has an entity. */
static bool looks_long(const char *at, const char *end)
{
    size_t length = 1; /* with the quotation mark */
    while (at < end && memchr(" \t\r\n=", *at, 5) != NULL)
        at++;
    while (at + length < end && length <= PL_TAG_BYTES && at[length] != *at &&
           at[length] != '&')
        length++;
    return at + length < end && at[length] != *at;
}

/* Raptor does not tell where it is. */
static pleach_status blame_attribute(const pl_reader *reader,
                                     const pl_piece *text, pleach_error *error)
{
    static const char name[] = "xml:lang";
    const size_t size = sizeof name - 1;
    const char *end = text->bytes + text->length;
    for (const char *at = text->bytes;
         (at = memchr(at, 'x', (size_t)(end - at))) != NULL; at++)
        if ((size_t)(end - at) > size && memcmp(at, name, size) == 0 &&
            looks_long(at + size, end))
            return pl_reader_fail(reader, text, (size_t)(at - text->bytes),
                                  error, too_long);
    return pl_fail_at(error, PLEACH_BAD_DATA, reader->file, 0, 0, too_long);
}

pleach_status pl_rdf_check_tags(const pl_reader *reader, raptor_world *world,
                                raptor_uri *base, const pl_piece *text,
                                pleach_error *error)
{
    bool found = false;
    raptor_locator place = {0};
    raptor_sax2 *xml = raptor_new_sax2(world, &place, &found);
    if (xml == NULL)
        return pl_fail_memory(error);
    raptor_sax2_set_start_element_handler(xml, check_element);
    raptor_sax2_set_uri_filter(xml, refuse_address, NULL);
    raptor_sax2_parse_start(xml, base);
    bool right = read_elements(xml, &found, text);
    raptor_free_sax2(xml);
    if (found)
        return blame_attribute(reader, text, error);
    return right ? PLEACH_OK
                 : pl_fail_at(error, PLEACH_BAD_DATA, reader->file, 0, 0,
                              "The text could not be read as XML.");
}
#endif
