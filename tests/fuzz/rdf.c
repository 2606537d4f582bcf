/* rdf.c: any bytes, read as RDF in its three notations. */
/* SPDX-License-Identifier: MIT */
#include "reading.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    read_both_ways("turtle", bytes, size);
    read_both_ways("ntriples", bytes, size);
    read_both_ways("rdfxml", bytes, size);
    return 0;
}
