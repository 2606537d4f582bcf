/* outline_labels.c: identifiers and labels that only one node has. */
/* SPDX-License-Identifier: MIT */
#include "write/outline_labels.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>
#include <utf8proc.h>

#include "base/hash.h"
#include "base/status.h"
#include "base/text.h"
#include "corpus/names.h"

typedef PL_LIST(char) text;

static bool append_bytes(text *to, const char *bytes, size_t length)
{
    if (!pl_list_room(to, length + 1))
        return false;
    assert(to->items != NULL);
    memcpy(to->items + to->count, bytes, length);
    to->count += length;
    to->items[to->count] = '\0';
    return true;
}

/* ----------------------------------------------------------- identifiers -- */

/* Letters and digits of any script stay, since a slug of "鳥" that is empty
 * would identify nothing. */
static bool is_slug_character(utf8proc_int32_t code)
{
    switch (utf8proc_category(code)) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO:
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_MC:
    case UTF8PROC_CATEGORY_ND:
        return true;
    default:
        return false;
    }
}

/* Its letters and digits, with a hyphen for whatever is between them; a name
 * without any becomes a number that only it has. */
static bool append_slug(text *to, const char *name)
{
    const utf8proc_uint8_t *bytes = (const utf8proc_uint8_t *)name;
    size_t start = to->count;
    bool parted = false;
    utf8proc_int32_t code;
    for (utf8proc_ssize_t step; *bytes != '\0'; bytes += step) {
        utf8proc_uint8_t lower[4];
        step = utf8proc_iterate(bytes, -1, &code);
        if (step <= 0)
            break;
        if (!is_slug_character(code)) {
            parted = to->count > start;
            continue;
        }
        utf8proc_ssize_t size =
            utf8proc_encode_char(utf8proc_tolower(code), lower);
        if ((parted && !append_bytes(to, "-", 1)) ||
            !append_bytes(to, (char *)lower, (size_t)size))
            return false;
        parted = false;
    }
    char number[24];
    if (to->count > start)
        return true;
    snprintf(number, sizeof number, "%016" PRIx64,
             pl_hash_bytes(name, strlen(name), 0));
    return append_bytes(to, number, strlen(number));
}

/* Texts that somebody has, and the last number behind each. */
typedef struct claims {
    pl_strings *texts;
    PL_LIST(uint32_t) number;
    PL_LIST(uint32_t) holder; /* of identifiers: who claimed each */
    uint32_t last;            /* the text that was claimed last */
} claims;

/* Takes the text unless somebody has it; -1: no memory. */
static int claim_text(claims *taken, const char *bytes, size_t length)
{
    uint32_t count = pl_strings_count(taken->texts);
    taken->last = pl_strings_add(taken->texts, bytes, length);
    if (taken->last == PL_NONE)
        return -1;
    if (taken->last < count)
        return 0;
    return pl_list_push(&taken->number, 1) &&
                   pl_list_push(&taken->holder, PL_NONE)
               ? 1
               : -1;
}

static void free_claims(claims *taken)
{
    pl_strings_free(taken->texts);
    pl_list_free(&taken->number);
    pl_list_free(&taken->holder);
}

/* Puts a number behind a text until nobody has it; false: no memory. */
static bool claim_numbered(claims *taken, text *to)
{
    size_t length = to->count;
    int claimed = claim_text(taken, to->items, to->count);
    uint32_t whole = taken->last;
    while (claimed == 0) {
        char ending[16];
        to->count = length;
        snprintf(ending, sizeof ending, "-%" PRIu32,
                 ++taken->number.items[whole]);
        if (!append_bytes(to, ending, strlen(ending)))
            return false;
        claimed = claim_text(taken, to->items, to->count);
    }
    return claimed > 0;
}

/* "0" and "null" stand for nothing in many tables. */
static bool append_safe_slug(text *to, const char *name)
{
    size_t start = to->count;
    if (!append_slug(to, name))
        return false;
    const char *slug = to->items + start;
    return (slug[strspn(slug, "0123456789")] != '\0' &&
            strcmp(slug, "null") != 0) ||
           append_bytes(to, "-", 1);
}

/* An identifier that was given may be a whole address, which nothing can be
 * put behind. */
static bool append_above(const pl_outline *outline, text *to, uint32_t parent)
{
    const char *above = outline->identifier[parent];
    if (outline->nodes.items[parent].id != NULL)
        return append_safe_slug(to, outline->nodes.items[parent].name);
    return append_bytes(to, above, strlen(above));
}

static const char *tree_owner(const pl_outline *outline, uint32_t k)
{
    const pl_outline_node *nodes = outline->nodes.items;
    while (nodes[k].parent != PL_NONE)
        k = nodes[k].parent;
    return nodes[k].owner == NULL ? "" : nodes[k].owner;
}

/* Whether a node is the same concept as who claimed its id before. Ids that are
 * no addresses may begin anew with each hierarchy, so the name must agree. */
static bool is_same_concept(const pl_outline *outline, uint32_t k,
                            uint32_t holder)
{
    const pl_outline_node *nodes = outline->nodes.items;
    const char *id = nodes[k].id;
    return id != NULL && holder != PL_NONE && nodes[holder].id != NULL &&
           (pl_text_is_address(id, strlen(id)) ||
            (strcmp(nodes[k].name, nodes[holder].name) == 0 &&
             strcmp(tree_owner(outline, k), tree_owner(outline, holder)) == 0));
}

/* An identifier below the parent's, or with a number. */
static bool claim_other(pl_outline *outline, claims *taken, text *slug,
                        uint32_t k)
{
    const pl_outline_node *node = &outline->nodes.items[k];
    if (node->parent != PL_NONE) {
        slug->count = 0;
        if (!append_above(outline, slug, node->parent) ||
            !append_bytes(slug, ".", 1) || !append_slug(slug, node->name))
            return false;
    }
    return claim_numbered(taken, slug);
}

/* The name first, then below its parent's, then with a number:
 * identifiers should say what they are of and stay when the tree around them
 * changes. */
static bool identify_node(pl_outline *outline, claims *taken, text *slug,
                          uint32_t k)
{
    const pl_outline_node *node = &outline->nodes.items[k];
    const char *given = node->id;
    slug->count = 0;
    if (given != NULL ? !append_bytes(slug, given, strlen(given))
                      : !append_safe_slug(slug, node->name))
        return false;
    int claimed = claim_text(taken, slug->items, slug->count);
    if (claimed < 0)
        return false;
    uint32_t holder = taken->holder.items[taken->last];
    outline->same[k] = k;
    if (claimed == 0 && is_same_concept(outline, k, holder)) {
        outline->same[k] = holder;
        outline->identifier[k] = outline->identifier[holder];
        return true;
    }
    if (claimed == 0 && !claim_other(outline, taken, slug, k))
        return false;
    taken->holder.items[taken->last] = k;
    outline->identifier[k] = pl_outline_keep(outline, slug->items, slug->count);
    return outline->identifier[k] != NULL;
}

/* Nodes come parents first, so a parent's identifier is there when a child
 * needs it. */
pleach_status pl_outline_identify(pl_outline *outline, pleach_error *error)
{
    claims taken = {.texts = pl_strings_new()};
    text slug = {0};
    bool enough =
        taken.texts != NULL && pl_outline_keep(outline, "", 0) != NULL;
    if (enough)
        outline->identifier =
            PL_ARENA_ARRAY(outline->arena, const char *, outline->count);
    if (enough)
        outline->same =
            PL_ARENA_ARRAY(outline->arena, uint32_t, outline->count);
    enough = enough && outline->identifier != NULL && outline->same != NULL;
    for (uint32_t k = 0; enough && k < outline->count; k++)
        enough = identify_node(outline, &taken, &slug, k);
    free_claims(&taken);
    pl_list_free(&slug);
    return enough ? PLEACH_OK : pl_fail_memory(error);
}

/* ---------------------------------------------------------------- labels -- */

typedef struct labels {
    pl_outline *outline;
    pl_namer *namer;
    claims taken;       /* folded */
    const char **plain; /* names before they were made distinct */
    text label;
} labels;

static int claim_label(labels *self, const char *label)
{
    pl_key key;
    if (!pl_namer_fold(self->namer, label, strlen(label), &key))
        return -1;
    return claim_text(&self->taken, key.bytes, key.length);
}

/* "Name (Parent)", "Name (Parent, its parent)" and so on. */
static int claim_with_parents(labels *self, uint32_t k)
{
    const pl_outline_node *nodes = self->outline->nodes.items;
    text *label = &self->label;
    int claimed = 0;
    for (uint32_t up = nodes[k].parent; claimed == 0 && up != PL_NONE;
         up = nodes[up].parent) {
        bool first = up == nodes[k].parent;
        const char *name = self->plain[up];
        label->count -= !first;
        if (!append_bytes(label, first ? " (" : ", ", 2) ||
            !append_bytes(label, name, strlen(name)) ||
            !append_bytes(label, ")", 1))
            return -1;
        claimed = claim_label(self, label->items);
    }
    return claimed;
}

/* Where all parents do not tell two apart, a number must. */
static bool qualify_name(labels *self, uint32_t k)
{
    const char *name = self->plain[k];
    text *label = &self->label;
    label->count = 0;
    if (!append_bytes(label, name, strlen(name)))
        return false;
    int claimed = claim_with_parents(self, k);
    uint32_t whole = self->taken.last;
    size_t length = label->count;
    while (claimed == 0) {
        char ending[16];
        label->count = length;
        snprintf(ending, sizeof ending, " (%" PRIu32 ")",
                 ++self->taken.number.items[whole]);
        if (!append_bytes(label, ending, strlen(ending)))
            return false;
        claimed = claim_label(self, label->items);
    }
    if (claimed < 0)
        return false;
    name = pl_outline_keep(self->outline, label->items, label->count);
    self->outline->nodes.items[k].name = name;
    return name != NULL;
}

static bool part_names(labels *self)
{
    uint32_t count = self->outline->count;
    pl_outline_node *nodes = self->outline->nodes.items;
    self->plain = pl_allocate(count, sizeof *self->plain);
    bool enough = self->plain != NULL;
    for (uint32_t k = 0; enough && k < count; k++) {
        self->plain[k] = nodes[k].name;
        int claimed = claim_label(self, nodes[k].name);
        enough = claimed > 0 || (claimed == 0 && qualify_name(self, k));
    }
    return enough;
}

/* A label may belong to one concept only, as SKOS asks; the list shrinks in
 * place. */
static bool part_alts(labels *self)
{
    pl_outline *outline = self->outline;
    size_t kept = 0, at = 0;
    for (uint32_t k = 0; k < outline->count; k++) {
        size_t end = outline->nodes.items[k + 1].alt_first;
        outline->nodes.items[k].alt_first = kept;
        for (; at < end; at++) {
            int claimed = claim_label(self, outline->alts.items[at]);
            if (claimed < 0)
                return false;
            if (claimed > 0)
                outline->alts.items[kept++] = outline->alts.items[at];
        }
    }
    outline->nodes.items[outline->count].alt_first = kept;
    return true;
}

pleach_status pl_outline_part_labels(pl_outline *outline, pleach_error *error)
{
    labels self = {.outline = outline, .taken = {.texts = pl_strings_new()}};
    pleach_status status = pl_namer_new(&self.namer, "none", error);
    if (status == PLEACH_OK &&
        (self.taken.texts == NULL || !part_names(&self) || !part_alts(&self)))
        status = pl_fail_memory(error);
    pl_namer_free(self.namer);
    free_claims(&self.taken);
    pl_list_free(&self.label);
    pl_release(self.plain);
    return status;
}
