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

/* Without memory the text stays as it is, which its arena remembers. */
static void append_bytes(text *to, const char *bytes, size_t length)
{
    if (!pl_list_room(to, length + 1))
        return;
    memcpy(to->items + to->count, bytes, length);
    to->count += length;
    to->items[to->count] = '\0';
}

static void append_words(text *to, const char *bytes)
{
    append_bytes(to, bytes, strlen(bytes));
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
static void append_slug(text *to, const char *name)
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
        if (parted)
            append_words(to, "-");
        append_bytes(
            to, (char *)lower,
            (size_t)utf8proc_encode_char(utf8proc_tolower(code), lower));
        parted = false;
    }
    char number[24];
    if (to->count > start)
        return;
    snprintf(number, sizeof number, "%016" PRIx64,
             pl_hash_bytes(name, strlen(name), 0));
    append_words(to, number);
}

/* Texts that somebody has: the last number behind each, and of identifiers who
 * claimed it. The first stands for those that there was no memory for. */
typedef struct claim {
    uint32_t number, holder;
} claim;

typedef struct claims {
    pl_strings *texts;
    pl_namer *namer; /* texts are one however they are spelled; NULL: they are
                        as they are */
    PL_LIST(claim) list;
    uint32_t last; /* the one that was claimed last */
} claims;

static claims start_claims(pl_arena *arena)
{
    claims taken = {.texts = pl_strings_in(arena), .list = {.arena = arena}};
    pl_list_add(&taken.list, ((claim){1, PL_NONE}));
    return taken;
}

/* Takes the text unless somebody has it. Without memory everything is free, so
 * that nobody looks on. */
static bool claim_text(claims *taken, const char *bytes, size_t length)
{
    pl_key key = {bytes, length, false};
    if (taken->namer != NULL &&
        !pl_namer_fold(taken->namer, bytes, length, &key))
        pl_arena_fail(taken->list.arena);
    uint32_t count = pl_strings_count(taken->texts);
    uint32_t id = pl_strings_add(taken->texts, key.bytes, key.length);
    if (id == count)
        pl_list_add(&taken->list, ((claim){1, PL_NONE}));
    bool failed = pl_arena_failed(taken->list.arena);
    taken->last = failed ? 0 : id + 1;
    return failed || id == count;
}

/* Puts numbers behind what was claimed in vain, until nobody has it. */
static void claim_numbered(claims *taken, text *to, const char *before,
                           const char *after)
{
    uint32_t whole = taken->last;
    size_t length = to->count;
    do {
        char number[16];
        to->count = length;
        snprintf(number, sizeof number, "%" PRIu32,
                 ++taken->list.items[whole].number);
        append_words(to, before);
        append_words(to, number);
        append_words(to, after);
    } while (!claim_text(taken, to->items, to->count));
}

/* "0" and "null" stand for nothing in many tables. */
static void append_safe_slug(text *to, const char *name)
{
    size_t start = to->count;
    append_slug(to, name);
    const char *slug = to->items + start;
    if (slug[strspn(slug, "0123456789")] == '\0' || strcmp(slug, "null") == 0)
        append_words(to, "-");
}

/* An identifier that was given may be a whole address, which nothing can be
 * put behind. */
static void append_above(const pl_outline *outline, text *to, uint32_t parent)
{
    if (outline->nodes.items[parent].id != NULL)
        append_safe_slug(to, outline->nodes.items[parent].name);
    else
        append_words(to, outline->identifier[parent]);
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

/* An identifier below the parent's, or with a number that nobody has. */
static void claim_other(pl_outline *outline, claims *taken, text *slug,
                        uint32_t k)
{
    const pl_outline_node *node = &outline->nodes.items[k];
    if (node->parent != PL_NONE) {
        slug->count = 0;
        append_above(outline, slug, node->parent);
        append_words(slug, ".");
        append_slug(slug, node->name);
    }
    if (!claim_text(taken, slug->items, slug->count))
        claim_numbered(taken, slug, "-", "");
}

/* The name first, then below its parent's, then with a number:
 * identifiers should say what they are of and stay when the tree around them
 * changes. */
static void identify_node(pl_outline *outline, claims *taken, text *slug,
                          uint32_t k)
{
    const pl_outline_node *node = &outline->nodes.items[k];
    slug->count = 0;
    if (node->id != NULL)
        append_words(slug, node->id);
    else
        append_safe_slug(slug, node->name);
    bool claimed = claim_text(taken, slug->items, slug->count);
    uint32_t holder = taken->list.items[taken->last].holder;
    outline->same[k] = k;
    if (!claimed && is_same_concept(outline, k, holder)) {
        outline->same[k] = holder;
        outline->identifier[k] = outline->identifier[holder];
        return;
    }
    if (!claimed)
        claim_other(outline, taken, slug, k);
    taken->list.items[taken->last].holder = k;
    outline->identifier[k] =
        pl_arena_text(outline->arena, slug->items, slug->count);
}

/* Nodes come parents first, so a parent's identifier is there when a child
 * needs it. */
pleach_status pl_outline_identify(pl_outline *outline, pleach_error *error)
{
    PL_SCRATCH(scratch);
    pl_arena *arena = outline->arena;
    claims taken = start_claims(scratch);
    text slug = {.arena = scratch};
    append_words(&slug, "");
    outline->identifier = PL_ARENA_ARRAY(arena, const char *, outline->count);
    outline->same = PL_ARENA_ARRAY(arena, uint32_t, outline->count);
    PL_TRY(pl_check_memory(scratch, error));
    for (uint32_t k = 0; !pl_arena_failed(arena) && !pl_arena_failed(scratch) &&
                         k < outline->count;
         k++)
        identify_node(outline, &taken, &slug, k);
    PL_TRY(pl_check_memory(scratch, error));
    return pl_check_memory(arena, error);
}

/* ---------------------------------------------------------------- labels -- */

typedef struct labels {
    pl_outline *outline;
    pl_arena *scratch;
    claims taken;
    const char **plain; /* names before they were made distinct */
    text label;
} labels;

/* "Name (Parent)", "Name (Parent, its parent)" and so on; where all parents do
 * not tell two apart, a number must. */
static void qualify_name(labels *self, uint32_t k)
{
    pl_outline_node *nodes = self->outline->nodes.items;
    text *label = &self->label;
    bool claimed = false;
    label->count = 0;
    append_words(label, self->plain[k]);
    for (uint32_t up = nodes[k].parent; !claimed && up != PL_NONE;
         up = nodes[up].parent) {
        bool first = up == nodes[k].parent;
        label->count -= !first;
        append_words(label, first ? " (" : ", ");
        append_words(label, self->plain[up]);
        append_words(label, ")");
        claimed = claim_text(&self->taken, label->items, label->count);
    }
    if (!claimed)
        claim_numbered(&self->taken, label, " (", ")");
    nodes[k].name =
        pl_arena_text(self->outline->arena, label->items, label->count);
}

static void part_names(labels *self)
{
    pl_outline_node *nodes = self->outline->nodes.items;
    for (uint32_t k = 0;
         !pl_arena_failed(self->scratch) && k < self->outline->count; k++) {
        self->plain[k] = nodes[k].name;
        if (!claim_text(&self->taken, nodes[k].name, strlen(nodes[k].name)))
            qualify_name(self, k);
    }
}

/* A label may belong to one concept only, as SKOS asks; the list shrinks in
 * place. */
static void part_alts(labels *self)
{
    pl_outline *outline = self->outline;
    size_t kept = 0, at = 0;
    for (uint32_t k = 0; k < outline->count; k++) {
        size_t end = outline->nodes.items[k + 1].alt_first;
        outline->nodes.items[k].alt_first = kept;
        for (; at < end; at++)
            if (claim_text(&self->taken, outline->alts.items[at],
                           strlen(outline->alts.items[at])))
                outline->alts.items[kept++] = outline->alts.items[at];
    }
    outline->nodes.items[outline->count].alt_first = kept;
}

/* Names before other labels: these give way. */
pleach_status pl_outline_part_labels(pl_outline *outline, pleach_error *error)
{
    PL_SCRATCH(scratch);
    labels self = {.outline = outline,
                   .scratch = scratch,
                   .taken = start_claims(scratch),
                   .plain =
                       PL_ARENA_ARRAY(scratch, const char *, outline->count),
                   .label = {.arena = scratch}};
    append_words(&self.label, "");
    PL_TRY(pl_check_memory(scratch, error));
    PL_TRY(pl_namer_new(&self.taken.namer, scratch, "none", error));
    part_names(&self);
    part_alts(&self);
    PL_TRY(pl_check_memory(scratch, error));
    return pl_check_memory(outline->arena, error);
}
