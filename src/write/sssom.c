/* sssom.c: the header and the rows of a set of mappings. */
/* SPDX-License-Identifier: MIT */
#include "write/sssom.h"

#include <math.h>
#include <string.h>

#include "write/addresses.h"
#include "write/plain_texts.h"

static const char LEXICAL[] = "LexicalMatching";

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
static bool have_same_letters(const char *a, const char *b, size_t b_length)
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

/* Of many further names so many are held against those of another. */
enum { MOST_FURTHER = 64 };

static const char *further_key(const pleach_corpus *corpus, uint32_t node,
                               uint32_t k)
{
    uint64_t at = corpus->alt_first[node] + k;
    return at >= corpus->alt_first[node + 1] || k >= MOST_FURTHER
               ? NULL
               : pl_strings_at(corpus->alt_keys,
                               corpus->alt_label_key[corpus->alt_label[at]]);
}

/* By keys, which the corpus has for all names. */
bool pl_share_further_name(const pleach_corpus *corpus,
                           const pl_placed_node *left_node,
                           const pl_placed_node *right_node)
{
    const char *left, *right;
    uint32_t a = left_node->node, b = right_node->node;
    if (corpus == NULL || corpus->alt_first == NULL || a == PL_NONE ||
        b == PL_NONE)
        return false;
    const char *name_a = pl_strings_at(corpus->keys, corpus->node_key[a]);
    const char *name_b = pl_strings_at(corpus->keys, corpus->node_key[b]);
    for (uint32_t k = 0; (right = further_key(corpus, b, k)) != NULL; k++)
        if (strcmp(name_a, right) == 0)
            return true;
    for (uint32_t k = 0; (left = further_key(corpus, a, k)) != NULL; k++) {
        if (strcmp(left, name_b) == 0)
            return true;
        for (uint32_t m = 0; (right = further_key(corpus, b, m)) != NULL; m++)
            if (strcmp(left, right) == 0)
                return true;
    }
    return false;
}

/* Keys are compared as the corpus has them, so that what is called lexical is
 * what was matched by its name. */
const char *pl_justify(pl_namer *namer, const pleach_corpus *corpus,
                       const pl_placed_node *a, const pl_placed_node *b)
{
    pl_key key;
    const char *reason = NULL;
    if (pl_share_further_name(corpus, a, b))
        return LEXICAL;
    if (!pl_namer_key(namer, a->name, strlen(a->name), &key))
        return NULL;
    char *first = pl_allocate(key.length + 1, 1);
    if (first == NULL)
        return NULL;
    memcpy(first, key.bytes, key.length);
    if (pl_namer_key(namer, b->name, strlen(b->name), &key)) {
        reason = have_same_letters(first, key.bytes, key.length) ? LEXICAL
                 : share_word(first, key.bytes, key.length)
                     ? "CompositeMatching"
                     : "StructuralMatching";
    }
    pl_release(first);
    return reason;
}

bool pl_is_lexical(const char *justification)
{
    return strcmp(justification, LEXICAL) == 0;
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
void pl_put_sssom_header(FILE *to, const char *base, const pl_curies *curies)
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
            "#  semapv: https://w3id.org/semapv/vocab/\n",
            base, pleach_version(), base, base);
    pl_put_curie_map(to, curies, "#  ");
    fputs("subject_id\tsubject_label\tpredicate_id\tobject_id\tobject_label\t"
          "mapping_justification\tsubject_source\tobject_source\t"
          "confidence\n",
          to);
}

/* In the order of the header. */
void pl_put_sssom_row(FILE *to, const pl_curies *curies,
                      const pl_mapping *mapping)
{
    pl_put_node_curie(to, curies, mapping->subject);
    putc('\t', to);
    pl_put_csv(to, mapping->subject->name);
    fprintf(to, "\tskos:%s\t", mapping->predicate);
    pl_put_node_curie(to, curies, mapping->object);
    putc('\t', to);
    pl_put_csv(to, mapping->object->name);
    fprintf(to, "\tsemapv:%s\tsource:", mapping->justification);
    pl_put_in_curie(to, mapping->subject->source);
    fputs("\tsource:", to);
    pl_put_in_curie(to, mapping->object->source);
    putc('\t', to);
    pl_put_confidence(to, mapping->confidence);
    putc('\n', to);
}
