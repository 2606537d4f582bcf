/* sssom.c: the header and the rows of a set of mappings. */
/* SPDX-License-Identifier: MIT */
#include "write/sssom.h"

#include <math.h>
#include <string.h>

#include "write/addresses.h"
#include "write/plain_texts.h"

static bool share_word(const char *a, const char *b, size_t b_length)
{
    for (size_t length; *a != '\0'; a += length + (a[length] == ' ')) {
        length = strcspn(a, " ");
        for (size_t at = 0; at < b_length;) {
            const char *space = memchr(b + at, ' ', b_length - at);
            size_t size =
                space == NULL ? b_length - at : (size_t)(space - b) - at;
            if (size == length && memcmp(a, b + at, size) == 0)
                return true;
            at += size + 1;
        }
    }
    return false;
}

/* "wildlif" and "wild lif" are one name. */
static bool same_letters(const char *a, const char *b, size_t b_length)
{
    size_t at = 0;
    for (; *a != '\0' || at < b_length;) {
        if (*a == ' ')
            a++;
        else if (at < b_length && b[at] == ' ')
            at++;
        else if (*a == '\0' || at == b_length || *a++ != b[at++])
            return false;
    }
    return true;
}

/* Keys are compared as the corpus has them, so that what is called lexical is
 * what was matched by its name. */
const char *pl_justify(pl_namer *namer, const char *a, const char *b)
{
    pl_key key;
    const char *reason = NULL;
    if (!pl_namer_key(namer, a, strlen(a), &key))
        return NULL;
    char *first = pl_allocate(key.length + 1, 1);
    if (first == NULL)
        return NULL;
    memcpy(first, key.bytes, key.length);
    if (pl_namer_key(namer, b, strlen(b), &key)) {
        reason = same_letters(first, key.bytes, key.length) ? "LexicalMatching"
                 : share_word(first, key.bytes, key.length)
                     ? "CompositeMatching"
                     : "StructuralMatching";
    }
    pl_release(first);
    return reason;
}

double pl_confidence(double similarity)
{
    return similarity < 0 ? 0 : similarity > 1 ? 1 : similarity;
}

void pl_put_confidence(FILE *to, double confidence)
{
    pl_put_number(to, floor(confidence * 1000 + 0.5) / 1000);
}

/* The header is YAML in comments, with the fields that the format wants of
 * every set of mappings. */
void pl_put_sssom_header(FILE *to, const char *base)
{
    fprintf(to,
            "#mapping_set_id: %smappings\n"
            "#license: https://w3id.org/sssom/license/unspecified\n"
            "#mapping_tool: pleach\n"
            "#mapping_tool_version: \"%s\"\n"
            "#curie_map:\n"
            "#  node: %snode/\n"
            "#  source: %ssource/\n"
            "#  skos: http://www.w3.org/2004/02/skos/core#\n"
            "#  semapv: https://w3id.org/semapv/vocab/\n"
            "subject_id\tsubject_label\tpredicate_id\tobject_id\tobject_label\t"
            "mapping_justification\tsubject_source\tobject_source\t"
            "confidence\n",
            base, pleach_version(), base, base);
}

static void put_node_curie(FILE *to, const pl_placed_node *node)
{
    fputs("node:", to);
    pl_put_in_curie(to, node->owner);
    putc('/', to);
    pl_put_in_curie(to, node->id);
    fprintf(to, "/%s\t", strcmp(node->path, ".") == 0 ? "top" : node->path);
}

void pl_put_sssom_row(FILE *to, const pl_mapping *mapping)
{
    put_node_curie(to, mapping->subject);
    pl_put_csv(to, mapping->subject->name);
    fprintf(to, "\tskos:%s\t", mapping->predicate);
    put_node_curie(to, mapping->object);
    pl_put_csv(to, mapping->object->name);
    fprintf(to, "\tsemapv:%s\tsource:", mapping->justification);
    pl_put_in_curie(to, mapping->subject->source);
    fputs("\tsource:", to);
    pl_put_in_curie(to, mapping->object->source);
    putc('\t', to);
    pl_put_confidence(to, mapping->confidence);
    putc('\n', to);
}
