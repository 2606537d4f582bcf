/* rdf.c: any bytes, read as RDF in its notations. */
/* SPDX-License-Identifier: MIT */
#include "reading.h"

/* Raptor itself loses a few bytes of a text whose syntax is wrong. */
const char *__lsan_default_suppressions(void);

const char *__lsan_default_suppressions(void)
{
    return "leak:libraptor2";
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    read_both_ways("turtle", bytes, size);
    read_both_ways("ntriples", bytes, size);
    read_both_ways("rdfxml", bytes, size);
    read_both_ways("jsonld", bytes, size);
    return 0;
}
