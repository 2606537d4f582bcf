/* result_fields.c: the lists of fields, and what follows from them. */
/* SPDX-License-Identifier: MIT */
#include "taxonomy/result_fields.h"

#include <math.h>

#define FIELDS(of, list)                                                       \
    {                                                                          \
        of, list, sizeof(list) / sizeof *(list)                                \
    }
#define ROW(name, kind, when, at, what)                                        \
    {                                                                          \
        name, PL_FIELD_##kind, PL_WHEN_##when, PL_MADE_NOT, false, at, what    \
    }
#define COUNTED(name, kind, at, what)                                          \
    {                                                                          \
        name, PL_FIELD_##kind, PL_WHEN_ALWAYS, PL_MADE_NOT, true, at, what     \
    }
#define MADE(name, kind, when, maker, what)                                    \
    {                                                                          \
        name, PL_FIELD_##kind, PL_WHEN_##when, PL_MADE_##maker, false, 0, what \
    }

/* ---------------------------------------------------------------- report -- */

#define IS(field) offsetof(pl_told_report, is.field)
#define TOLD(field) offsetof(pl_told_report, field)

static const pl_field report_fields[] = {
    ROW("saplings", COUNT, ALWAYS, IS(saplings), "trees of one level, as read"),
    ROW("nodes", COUNT, ALWAYS, IS(nodes), "theirs, as far as kept"),
    ROW("names", COUNT, ALWAYS, IS(names), "different ones, once normalised"),
    ROW("pairs", COUNT, ALWAYS, IS(pairs), "similarities between nodes"),
    ROW("discarded", COUNT, ALWAYS, IS(discarded), "nodes left out"),
    ROW("entries", COUNT, ALWAYS, IS(entries),
        "nodes as files have them: inner ones once"),
    ROW("people", COUNT, GROWN, IS(people), "whose hierarchies these are"),
    ROW("skipped", COUNT, GROWN, TOLD(skipped),
        "malformed lines, with `--skip-bad`"),
    ROW("input_format", TEXT, SET, TOLD(input_format), "as `--input-format`"),
    ROW("columns", TEXT, SET, TOLD(columns), "as `--columns`"),
    ROW("label_language", TEXT, SET, TOLD(label_language),
        "as `--label-language`"),
    ROW("solver", TEXT, ALWAYS, IS(solver), "as `--solver`"),
    ROW("similarity", TEXT, ALWAYS, IS(similarity), "as `--similarity`"),
    MADE("synonyms", LIST, MADE, SYNONYMS,
         "`file`, `version` and `hash` of each file"),
    MADE("vectors", LIST, MADE, VECTORS, "the same"),
    ROW("answers", COUNT, SET, IS(answers),
        "of a model, used as evidence (`--answers`)"),
    ROW("language", TEXT, ALWAYS, IS(language), "as `--language`"),
    ROW("candidates", SMALL, ALWAYS, IS(candidates),
        "that a node in a crowd chose from; 0: there was no crowd"),
    ROW("crowd", SMALL, ALWAYS, IS(crowd),
        "more nodes of similar names than this are one"),
    ROW("capped_blocks", COUNT, ALWAYS, IS(capped_blocks),
        "groups of similar names that are crowds"),
    ROW("preference", REAL, ALWAYS, IS(preference),
        "as `--preference`; the least, if nodes have their own"),
    ROW("damping", REAL, ALWAYS, IS(damping), "as `--damping`"),
    ROW("iterations", SMALL, ALWAYS, IS(iterations), "of the solver"),
    ROW("converged", TRUTH, ALWAYS, IS(converged), "whether it settled"),
    COUNTED("net_similarity", REAL, IS(net_similarity), "of all clusters"),
    ROW("upper_bound", REAL, ALWAYS, IS(upper_bound),
        "no answer is better; null: none was computed"),
    ROW("conflicts", COUNT, ALWAYS, IS(conflicts),
        "leaves whose parents lie in two clusters"),
    ROW("cycles_broken", COUNT, ALWAYS, IS(cycles_broken), "loops of parents"),
    ROW("parents", SMALL, SET, IS(parents), "as `--parents`, if above 1"),
    ROW("root", TEXT, SET, IS(root), "as `--root`"),
    ROW("min_people", SMALL, SET, IS(min_people), "as `--min-people`"),
    ROW("few_people", COUNT, SET, IS(few_people),
        "nodes left out, as fewer people have them"),
    ROW("shape", TEXT, SET, IS(shape), "as `--shape`"),
    ROW("shape_statements", COUNT, SET, IS(shape_statements),
        "statements, and people who have something on top, before"),
    ROW("shape_set_aside", COUNT, SET, IS(shape_set_aside),
        "of these, what held before and does not in this shape"),
    ROW("shape_unmet", TEXT, SET, IS(shape_unmet),
        "which ranges are not met, and why"),
    ROW("statements", COUNT, ALWAYS, IS(statements),
        "one for each person, child and parent"),
    ROW("statements_held", COUNT, ALWAYS, IS(statements_held),
        "of these, where the parent is the parent"),
    ROW("statements_implied", COUNT, ALWAYS, IS(statements_implied),
        "where it is higher up"),
    ROW("statements_overruled", COUNT, ALWAYS, IS(statements_overruled),
        "where it is not above the child at all"),
    ROW("tops_overruled", COUNT, ALWAYS, IS(tops_overruled),
        "people who have something on top, where it is not"),
    ROW("expected_merges", REAL, ALWAYS, IS(expected_merges),
        "corrections to expect: clusters that are one"),
    ROW("expected_splits", REAL, ALWAYS, IS(expected_splits),
        "clusters that are several"),
    ROW("expected_moves", REAL, ALWAYS, IS(expected_moves),
        "clusters that hang in the wrong place"),
    COUNTED("clusters", COUNT, IS(clusters), "of the forest"),
    COUNTED("trees", COUNT, IS(trees), "of the forest"),
    COUNTED("depth", SMALL, IS(depth), "levels below the top"),
    MADE("levels", OBJECT, ALWAYS, LEVELS,
         "`clusters` and `instances` (nodes) of each level"),
    ROW("next_id", COUNT, KEPT, IS(next_id),
        "with `--previous`: above all ids that were ever given"),
    COUNTED("aut", REAL, IS(aut), "area under the trees, in sum"),
    MADE("seed", OBJECT, ALWAYS, SEED,
         "`term`, `trees` and the `best` tree's `net_similarity`, `aut`, "
         "`clusters` and `depth`; null without a seed"),
    MADE("seconds", OBJECT, TIMED, SECONDS,
         "`read`, `compare`, `cluster`, `grow`, `write`; only in `--report`"),
    ROW("peak_bytes", COUNT, TIMED, TOLD(times.peak_bytes),
        "memory; only in `--report`"),
};
const pl_field_list pl_report_fields = FIELDS("report", report_fields);

#define BEST(field) offsetof(pleach_tree_measures, field)

static const pl_field best_fields[] = {
    ROW("net_similarity", REAL, ALWAYS, BEST(net_similarity), ""),
    ROW("aut", REAL, ALWAYS, BEST(aut), ""),
    ROW("clusters", COUNT, ALWAYS, BEST(clusters), ""),
    ROW("depth", SMALL, ALWAYS, BEST(depth), ""),
};
const pl_field_list pl_best_fields = FIELDS("best", best_fields);

#define STAGE(name)                                                            \
    ROW(#name, REAL, ALWAYS, offsetof(pleach_stage_times, name), "")

static const pl_field seconds_fields[] = {
    STAGE(read), STAGE(compare), STAGE(cluster), STAGE(grow), STAGE(write),
};
const pl_field_list pl_seconds_fields = FIELDS("seconds", seconds_fields);

/* -------------------------------------------------------------- clusters -- */

#define BY_CLUSTER(field) offsetof(pleach_taxonomy, field)

/* In the order in which people ask: what it is, where it is, how large, and how
 * sure. */
static const pl_field cluster_fields[] = {
    MADE("id", COUNT, ALWAYS, ID, "by which others name it"),
    MADE("name", TEXT, ALWAYS, NAME, "as most people write it"),
    MADE("key", TEXT, ALWAYS, KEY, "the representative's name, normalised"),
    MADE("parent", ID, ALWAYS, PARENT, "null: the top of a tree"),
    MADE("concept", COUNT, ALWAYS, CONCEPT,
         "the largest cluster of the same concept, mostly itself"),
    ROW("depth", SMALL, ALWAYS, BY_CLUSTER(depth), "0 at the top"),
    MADE("size", COUNT, ALWAYS, SIZE, "nodes"),
    ROW("entries", SMALL, ALWAYS, BY_CLUSTER(entries),
        "the same as files have them: inner nodes once"),
    ROW("people", SMALL, ALWAYS, BY_CLUSTER(people), "whose nodes these are"),
    ROW("edge_people", SMALL, ALWAYS, BY_CLUSTER(edge_people),
        "who put it below its parent; 0 at the top"),
    MADE("voices", OBJECT, ALWAYS, VOTES, "see below"),
    MADE("also_under", LIST, MADE, ALSO_UNDER,
         "further `parent`s, with the `people` of each; with `--parents`"),
    MADE("rivals", LIST, ALWAYS, RIVALS,
         "the same for parents that others want, at most five"),
    MADE("decided", LIST, MADE, DECIDED, "lines of the decisions about it"),
    MADE("shaped", TEXT, MADE, SHAPED,
         "with `--shape`: `group` (it was made), `grouped` (it is in one) or "
         "`moved`"),
    MADE("covers", REAL, MADE, COVERS,
         "of a group, the share of children that its name covers"),
    ROW("net_similarity", REAL, ALWAYS, BY_CLUSTER(net_similarity),
        "of its nodes to the representative, and its preference"),
    MADE("exemplar", OBJECT, ALWAYS, EXEMPLAR,
         "the representative: `owner`, `id`, `path`, `role`"),
    MADE("members", LIST, ALWAYS, MEMBERS,
         "the same of each node, with `name`, `similarity` and, where its "
         "source has one, `source_id`; `carries` is what else it says, "
         "`shaped` what `--shape` made of it: a `name` or an `entry`"),
    MADE("tags", OBJECT, ALWAYS, TAGS, "the ten most frequent, with counts"),
    MADE("spellings", OBJECT, ALWAYS, SPELLINGS, "all, with counts"),
};
const pl_field_list pl_cluster_fields = FIELDS("cluster", cluster_fields);

#define VOTES(field) offsetof(pl_votes, field)

static const pl_field votes_fields[] = {
    ROW("for", SMALL, ALWAYS, VOTES(in_favour), "who put it below its parent"),
    ROW("skip", SMALL, ALWAYS, VOTES(skipping),
        "below something above its parent: they left a level out"),
    ROW("against", SMALL, ALWAYS, VOTES(against), "below something else"),
    ROW("top", SMALL, ALWAYS, VOTES(top), "who have it on top, if it is not"),
    ROW("also", SMALL, SET, VOTES(also), "below a further parent of it"),
    MADE("reason", TEXT, MADE, REASON,
         "why more want it elsewhere: `decided`, `answered`, `branch`, "
         "`implied`, `top`, `unsettled`, `root` or `shape`"),
};
const pl_field_list pl_votes_fields = FIELDS("voices", votes_fields);

/* --------------------------------------------------------------- writing -- */

/* Where the value of a field lies. Arrays by cluster have a pointer there. */
static const void *find_field(const pl_field_list *fields,
                              const pl_field *field, const void *of,
                              uint32_t row)
{
    const char *at = (const char *)of + field->at;
    if (fields != &pl_cluster_fields)
        return at;
    size_t size =
        field->kind == PL_FIELD_SMALL ? sizeof(uint32_t) : sizeof(double);
    return *(const char *const *)(const void *)at + row * size;
}

static bool is_set(const pl_field *field, const void *at)
{
    return field->kind == PL_FIELD_TEXT    ? *(const char *const *)at != NULL
           : field->kind == PL_FIELD_SMALL ? *(const uint32_t *)at != 0
           : field->kind == PL_FIELD_COUNT ? *(const uint64_t *)at != 0
                                           : true;
}

/* One case for each kind: adding a field needs none. */
static void put_field_value(pl_json *json, const pl_field *field,
                            const void *at)
{
    pl_json_key(json, field->name);
    switch (field->kind) {
    case PL_FIELD_COUNT:
        pl_json_integer(json, *(const uint64_t *)at);
        break;
    case PL_FIELD_SMALL:
        pl_json_integer(json, *(const uint32_t *)at);
        break;
    case PL_FIELD_REAL:
        pl_json_double(json, *(const double *)at);
        break;
    case PL_FIELD_TEXT:
        pl_json_text(json, *(const char *const *)at);
        break;
    case PL_FIELD_TRUTH:
        pl_json_bool(json, *(const bool *)at);
        break;
    case PL_FIELD_ID:
    case PL_FIELD_OBJECT:
    case PL_FIELD_LIST:
        break; /* these are made */
    }
}

/* In the order of the table, which is that of the docs. */
void pl_put_fields(const pl_field_writer *to, const pl_field_list *fields,
                   const void *of, uint32_t row)
{
    for (size_t k = 0; k < fields->count; k++) {
        const pl_field *field = &fields->items[k];
        bool made = field->maker != PL_MADE_NOT;
        const void *at = made ? NULL : find_field(fields, field, of, row);
        if (!to->holds[field->when] ||
            (field->when == PL_WHEN_SET && !is_set(field, at)))
            continue;
        if (to->lines)
            pl_json_line(to->json);
        if (made)
            to->put(to->context, field->maker, field->name);
        else
            put_field_value(to->json, field, at);
    }
}

/* --------------------------------------------------------------- reading -- */

static uint64_t count_in(const pl_parsed *value)
{
    int64_t count = pl_parsed_integer(value);
    return count < 0 ? 0 : (uint64_t)count;
}

/* What is of another kind counts as missing; check says so. */
static void read_field_value(const pl_field *field, void *to,
                             const pl_parsed *value)
{
    uint64_t count = count_in(value);
    switch (field->kind) {
    case PL_FIELD_COUNT:
        *(uint64_t *)to = count;
        break;
    case PL_FIELD_SMALL:
        *(uint32_t *)to = count > UINT32_MAX ? UINT32_MAX : (uint32_t)count;
        break;
    case PL_FIELD_REAL:
        *(double *)to =
            pl_parsed_is_number(value) ? pl_parsed_number(value) : (double)NAN;
        break;
    case PL_FIELD_TEXT:
        *(const char **)to = pl_parsed_text(value);
        break;
    case PL_FIELD_TRUTH:
        *(bool *)to = pl_parsed_is(value, PL_PARSED_TRUE);
        break;
    case PL_FIELD_ID:
    case PL_FIELD_OBJECT:
    case PL_FIELD_LIST:
        break;
    }
}

/* A report that is read has no room for what only its writer knew. */
static bool is_read(const pl_field_list *fields, const pl_field *field)
{
    return field->maker == PL_MADE_NOT && !field->counted &&
           (fields != &pl_report_fields || field->at < sizeof(pleach_report));
}

void pl_read_fields(const pl_field_list *fields, void *of, uint32_t row,
                    const pl_parsed *object)
{
    for (size_t k = 0; k < fields->count; k++) {
        const pl_field *field = &fields->items[k];
        if (is_read(fields, field))
            read_field_value(field, (void *)find_field(fields, field, of, row),
                             pl_parsed_get(object, field->name));
    }
}

void pl_take_field_arrays(pleach_taxonomy *forest, uint32_t count)
{
    for (size_t k = 0; k < pl_cluster_fields.count; k++) {
        const pl_field *field = &pl_cluster_fields.items[k];
        void **array = (void **)(void *)((char *)forest + field->at);
        if (field->maker != PL_MADE_NOT)
            continue;
        if (field->kind == PL_FIELD_SMALL)
            *array = PL_ARENA_ARRAY(forest->arena, uint32_t, count);
        else
            *array = PL_ARENA_ARRAY(forest->arena, double, count);
    }
}

/* --------------------------------------------------------------- proving -- */

static const struct {
    const char *words;
    unsigned allowed; /* bits by pl_parsed_kind */
} kinds[] = {
    [PL_FIELD_COUNT] = {"a whole number", 1U << PL_PARSED_INTEGER},
    [PL_FIELD_SMALL] = {"a whole number", 1U << PL_PARSED_INTEGER},
    [PL_FIELD_REAL] = {"a number or null", 1U << PL_PARSED_INTEGER |
                                               1U << PL_PARSED_REAL |
                                               1U << PL_PARSED_NULL},
    [PL_FIELD_TEXT] = {"a text", 1U << PL_PARSED_TEXT},
    [PL_FIELD_TRUTH] = {"true or false",
                        1U << PL_PARSED_TRUE | 1U << PL_PARSED_FALSE},
    [PL_FIELD_ID] = {"an id or null",
                     1U << PL_PARSED_INTEGER | 1U << PL_PARSED_NULL},
    [PL_FIELD_OBJECT] = {"an object or null",
                         1U << PL_PARSED_OBJECT | 1U << PL_PARSED_NULL},
    [PL_FIELD_LIST] = {"a list", 1U << PL_PARSED_ARRAY},
};

bool pl_field_fits(const pl_field *field, const pl_parsed *value)
{
    return (kinds[field->kind].allowed >> value->kind & 1U) != 0;
}

const char *pl_field_kind_words(pl_field_kind kind)
{
    return kinds[kind].words;
}
