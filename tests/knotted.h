/* knotted.h: a small corpus, deep and shallow, with loops, twins and leaves to
 * split. */
/* SPDX-License-Identifier: MIT */
#ifndef KNOTTED_H
#define KNOTTED_H

static const char *const knotted_corpus =
    "{\"owner\":\"a\",\"id\":\"1\",\"name\":\"pet\",\"children\":["
    "{\"name\":\"dog\",\"tags\":[\"fur\",\"bark\"],\"children\":["
    "{\"name\":\"poodle\",\"tags\":[\"curl\"]}]},"
    "{\"name\":\"bird\",\"tags\":[\"cage\",\"wing\"]}]}\n"
    "{\"owner\":\"b\",\"id\":\"2\",\"name\":\"wild\",\"children\":["
    "{\"name\":\"bird\",\"tags\":[\"wing\",\"sky\"]},"
    "{\"name\":\"pet\",\"tags\":[\"fur\"]}]}\n"
    "{\"owner\":\"c\",\"id\":\"3\",\"name\":\"dog\",\"tags\":[\"bark\"],"
    "\"children\":[{\"name\":\"pet\",\"tags\":[\"fur\",\"cage\"]},"
    "{\"name\":\"poodle\",\"tags\":[\"curl\"]}]}\n"
    "{\"owner\":\"d\",\"id\":\"4\",\"name\":\"pet\",\"tags\":[\"cage\"],"
    "\"children\":[{\"name\":\"dog\",\"tags\":[\"bark\"]},"
    "{\"name\":\"bird\",\"tags\":[\"sky\",\"cage\"]}]}\n"
    "{\"owner\":\"e\",\"id\":\"5\",\"name\":\"bird\",\"children\":["
    "{\"name\":\"wild\",\"tags\":[\"sky\",\"wing\"]}]}\n";

#endif
