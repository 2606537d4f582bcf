/* constants.h: every number of the default that was fitted, measured or set.
 *
 * One table, so that nobody has to look for them. scripts/fit-concepts reads
 * the features and their weights here, and writes them with --write. Beside
 * each number stands what it means, and where it was measured; "by hand" says
 * that it was not. What only bounds work (how many are looked at) stands where
 * it is used. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_CONSTANTS_H
#define PL_CONSTANTS_H

/* What speaks for two units meaning the same: its name, its weight in log-odds,
 * and what `explain` says of it. docs/similarity.md says how each is measured.
 * Fitted by logistic regression over pairs of units of the sets with a truth,
 * when there were more features; fitted anew they save as much, and join "Bags"
 * with "Bag Accessories" in shops (docs/experiments/rent.md). By hand:
 *   tags, both tagged: 2.80 and -1.20 lie between the two fits, so that folders
 *     of bookmarks with the same pages are one (docs/experiments/rent.md);
 *   said: who says that two names are one means it, whatever else there is;
 *   vectors: no set has any to fit it on. */
#define PL_FEATURE_TABLE(ROW)                                                  \
    ROW(START, "start", -2.00, "two names mean two things, as a rule")         \
    /* What their names and tags say, and what is known of the names. */       \
    ROW(WORDS, "words", 2.70, "they have words in common")                     \
    ROW(CONTAINED, "contained", 0.90, "one is the other with more words")      \
    ROW(SPELLING, "spelling", 2.20, "they are spelt alike")                    \
    ROW(TAGS, "tags", 2.80, "their tags are alike")                            \
    ROW(BOTH_TAGGED, "both tagged", -1.20,                                     \
        "both have tags, which could be alike")                                \
    ROW(SAID, "said", 16.00,                                                   \
        "somebody says it, in a file or by a further name")                    \
    ROW(THESAURUS, "thesaurus", 3.10, "a thesaurus has them together")         \
    ROW(VECTORS, "vectors", 8.00,                                              \
        "their vectors are more alike than those of siblings")                 \
    /* What stands around units of two labels. */                              \
    ROW(PARENTS, "parents", 1.10, "they stand below the same")                 \
    ROW(ANCESTORS, "ancestors", -1.20,                                         \
        "they stand in one branch, where names tell apart")                    \
    ROW(SIBLINGS, "siblings", 1.30, "they stand beside the same")              \
    ROW(CHILDREN, "children", 2.00, "they have the same below them")           \
    ROW(ONE_ABOVE, "one above", -1.10,                                         \
        "only one of them has something below it")                             \
    ROW(APART, "apart", -1.00, "nothing around them is the same")              \
    /* What stands around units of one label. */                               \
    ROW(SAME_NAME, "same name", 0.14,                                          \
        "it is one name, used for several things")                             \
    ROW(SAME_PARENTS, "same parents", 3.70, "it stands below the same")        \
    ROW(SAME_SIBLINGS, "same siblings", 2.60, "it stands beside the same")     \
    ROW(SAME_CHILDREN, "same children", 4.20, "it has the same below it")      \
    /* Of two titles nothing else counts. */                                   \
    ROW(TITLES, "titles", 2.00,                                                \
        "both are somebody's word for the whole of one field")

/* ----------------------------------------------------------- two labels -- */

/* Names that people put into one collection mean two things; but somebody does
 * so by mistake for every popular name. Of the collections that have the rarer
 * one, more than this share do so (docs/experiments/rent.md, "told apart"). */
static const double PL_MOST_TOGETHER = 0.02;
/* More people do so with a name and its plural; and who says that two names
 * are one knows of them. By hand. */
static const double PL_MOST_SAME_TOGETHER = 0.25;
/* More do so with a name of several things, in another meaning. */
static const double PL_MOST_TOGETHER_OF_SEVERAL = 0.5;
/* Words of one stem, as bills and billing, are related and not the same: so
 * much of a word in common. By hand. */
static const double PL_RELATED = 0.9;
/* Jaro-Winkler that any two names have. By hand. */
static const double PL_SPELLING_CHANCE = 0.85;

/* -------------------------------------------------------------- vectors -- */

/* Words that say at least this share of a name must be known. By hand. */
static const double PL_KNOWN_SHARE = 0.6;
/* The cosine that this share of siblings do not exceed is chance, and is at
 * least and at most so high. By hand. */
static const double PL_CHANCE_SHARE = 0.98;
static const double PL_LEAST_CHANCE = 0.3, PL_MOST_CHANCE = 0.95;
/* Vectors find pairs from here on, between chance and 1. By hand. */
static const double PL_LEAST_NEAR = 0.4;

/* --------------------------------------------------------------- groups -- */

/* Log-odds of two units that nothing links, and what it takes off to stand in
 * all of the same hierarchies. Neither is critical: half or twice of it makes
 * the same groups. scripts/fit-concepts has the first one, too. */
static const double PL_UNLINKED = -4, PL_TOLD_APART = 8;
/* How much the likeliest pair of two groups counts beside their average. By
 * hand. */
static const double PL_LIKELIEST = 0.3;
/* Two groups become one above these odds: where it is likelier than not. */
static const double PL_LEAST_ODDS = 0;
/* Titles of one field have so much below them in common, as cosines with
 * rarities for weights (docs/experiments/fields.md). */
static const double PL_ONE_FIELD = 0.022;
/* Two files of unrelated fields have a homonym or two in common (a bass, a
 * drum): with a chance of one in a hundred for each of thirty names, more than
 * two with a probability of 0.003. */
enum { PL_HOMONYMS = 2 };
/* Where others have more than this share of all titles somewhere inside, these
 * are subjects, not words for a whole; a few that do so by chance are none. */
static const double PL_MOST_INSIDE = 0.2;
enum { PL_INSIDE_BY_CHANCE = 4 };
/* A label that so many collections have twice means several things: among many
 * people somebody has any name twice. By hand. */
static const double PL_LEAST_TWICE = 0.02;

/* --------------------------------------------------------------- senses -- */

/* Parts of a name's nodes are one sense while their tags have this cosine on
 * average. Parting in vain costs a merge, so it takes less alike ones to part.
 * Of .02 to .15, what saves most (docs/experiments/senses.md). */
static const double PL_ONE_SENSE = 0.06;
/* A sense has this share of the nodes looked at. By hand. */
static const double PL_SENSE_SHARE = 0.15;

/* -------------------------------------------------------------- answers -- */

/* Before two answers could be compared, one joins so many of the pairs that it
 * should, as sure as if so many had been seen; and nobody is trusted more or
 * less than this. By hand; docs/experiments/asking.md has what comes of it. */
static const double PL_USUAL_TRUST = 0.9, PL_USUAL_PAIRS = 10;
static const double PL_LEAST_TRUST = 0.55, PL_MOST_TRUST = 0.98;
/* Log-odds that two uses of one name mean one thing, and two names of a
 * question two. By hand. */
static const double PL_ONE_NAME = 2, PL_TWO_NAMES = -4;
/* Who is asked again repeats some mistakes: what a further answer adds. */
static const double PL_REPEATED = 0.1;
/* What a further person in favour adds to the log-odds of a place. By hand. */
static const double PL_ODDS_OF_A_VOICE = 0.6;

/* --------------------------------------------------------------- places -- */

/* In hundredths of a voice, so that sums are exact (docs/experiments/rent.md,
 * "implied voices", "a leaf's voice", "a deep top"). */
enum {
    PL_VOICE = 100,
    PL_BARE_VOICE = 30,    /* of who has it as a bare leaf, where others know
                              what is below it */
    PL_IMPLIED_SHARE = 80, /* per cent of a voice, of who left a level out */
    PL_DEEP_TOP = 51 /* for the top, of who has levels below levels there; who
                        has one level might not know what is above it */
};
/* Log-odds, in bits, that a concept belongs in a place. Who knows its place
 * names it every other time, so a voice for another one takes a bit off. Who
 * does not names one in 32 by chance, so a voice for it adds four: five, and
 * one off for each voice whatever it says. Before anybody speaks it is so
 * likely that it has a place at all, and this one (docs/experiments/homes.md).
 */
enum { PL_VOICE_BITS = 5, PL_HOME_BITS = 3 };
/* Two people who place one thing place it in one tree so often, in most
 * corpora, which is taken for granted until more than so many things tell. */
static const double PL_USUAL_AGREEMENT = 0.5, PL_USUAL_PLACES = 10;
/* A further parent has this share of all that is said about the child, beside
 * so many voices of doubt, and so many people. By hand. */
static const double PL_PARENT_SHARE = 1.0 / 6;
enum { PL_PARENT_DOUBT = 2, PL_PARENT_VOICES = 2 };

#endif
