/* option_table.c: the table of options. */
/* SPDX-License-Identifier: MIT */
#include "option_table.h"

#include "pleach.h"

#define AT(field) offsetof(cli_options, field)
#define WORDS(...)                                                             \
    (const char *const[])                                                      \
    {                                                                          \
        __VA_ARGS__, NULL                                                      \
    }
#define G COMMAND_GROW
#define V COMMAND_VALIDATE
#define N COMMAND_NAMES
#define K COMMAND_CONVERT
#define X COMMAND_CROSSWALK
#define W COMMAND_SERVE
#define A COMMAND_ASK
#define P (COMMAND_SERVE | OPTION_KEPT)
#define R OPTION_RARE

const cli_option option_table[] = {
    {"output", 'o', "FILE", TEXTS, AT(outputs), 0, 0, G,
     "write a file, its format by its ending (see below);\n"
     "repeatable; - is stdout. Without: print the tree"},
    {"format", 0, "NAME", TEXT, AT(format), 0, 0, G,
     "format of --output, whatever its ending, or of what\n"
     "is printed; several files must not end in different\n"
     "ways"},
    {"base", 0, "ADDRESS", TEXT, AT(base), 0, 0, G | K | X | R,
     "what addresses begin with in skos and sssom\n"
     "(default urn:pleach:)"},
    {"output", 'o', "FILE", TEXTS, AT(outputs), 0, 0, K,
     "where the trees go, the format by the ending (see\n"
     "below); repeatable; - is stdout, which gets JSON\n"
     "Lines (default -)"},
    {"format", 0, "NAME", TEXT, AT(format), 0, 0, K,
     "format of --output, whatever its ending; several\n"
     "files must not end in different ways"},
    {"output", 'o', "FILE", TEXTS, AT(outputs), 0, 0, X,
     "where the rows go: .csv, .sssom.tsv, or .rdf of the\n"
     "Alignment API (default -, stdout)"},
    {"format", 0, WORDS("csv", "sssom", "alignment"), CHOICE, AT(format), 0, 0,
     X, "format of --output (default csv)"},
    {"from", 0, "SOURCE", TEXT, AT(from), 0, 0, X,
     "only nodes of this source: an owner, or a file"},
    {"to", 0, "SOURCE", TEXT, AT(to), 0, 0, X,
     "only counterparts in this source"},
    {"alternatives", 0, "K", WHOLE, AT(alternatives), 1, 100, X,
     "where nothing is sure, so many candidates, in CSV\n"
     "(default 5)"},
    {"one-to-one", 0, NULL, FLAG, AT(one_to_one), 0, 0, X,
     "no two nodes of a source have one counterpart: as\n"
     "many as possible are right"},
    {"to-result", 0, NULL, FLAG, AT(to_result), 0, 0, X,
     "not to other sources: where each node went in the\n"
     "result"},
    {"report", 0, "FILE", TEXT, AT(report), 0, 0, G | R,
     "write figures and times as JSON"},
    {"assignments", 0, "FILE", TEXT, AT(assignments), 0, 0, G | R,
     "write which node went where as TSV"},
    {"seed", 0, "TERM", TEXT, AT(seed), 0, 0, G,
     "take only the saplings around this term"},
    {"hops", 0, "N", WHOLE, AT(hops), 0, 1000000, G | R,
     "how far around the seed (default 1)"},
    {"solver", 0, WORDS(PLEACH_SOLVER_WORDS), ENUM, AT(cluster.solver), 1, 0,
     G | V | X | P | A | R, "how clusters are found (default consensus)"},
    {"dissent", 0, WORDS("inf"), CHOICE, AT(dissent), 0, 0, G | V | P | R,
     "overruling people costs more than anything: what the\n"
     "strict solvers do by themselves"},
    {"parents", 0, "K", WHOLE, AT(cluster.parents), 1, 100, G | P | R,
     "how many parents a concept may have, where enough\n"
     "people say so (default 1)"},
    {"root", 0, "NAME", TEXT, AT(cluster.root), 0, 0, G | P | A,
     "put everything below one concept of this name: the\n"
     "top that is called so, or a new one"},
    {"shape", 0, "RANGES", TEXT, AT(cluster.shape), 0, 0, G | K | P,
     "how many tops, levels and children there may be, as\n"
     "in tops=10..20,levels=5,children=3..20, or a part of\n"
     "it (default: as people left it)"},
    {"min-people", 0, "N", WHOLE, AT(cluster.min_people), 1, 1000000000,
     G | P | R,
     "leave out concepts that fewer people have, unless\n"
     "more have something below them"},
    {"similarity", 0, "SPEC", TEXT, AT(similarity), 0, 0, G | V | X | P | A | R,
     "what makes nodes alike: name, tags:J, context:J,\n"
     "concept:J, or a sum such as\n"
     "0.4*name + 0.6*tags:4 (default auto)"},
    {"synonyms", 0, "FILE", TEXTS, AT(synonyms), 0, 0, G | V | X | P | A,
     "which names mean the same: groups (TSV, CSV), or\n"
     "a WordNet folder; repeatable;\n"
     "none: not even the WordNet that is installed"},
    {"vectors", 0, "FILE", TEXT, AT(vectors), 0, 0, G | V | X | P | A | R,
     "vectors of names, from a language model: TSV, or\n"
     "as word2vec and GloVe write them"},
    {"preference", 0, "X", POSITIVE, AT(preference), 0, 1e6,
     G | V | X | P | A | R,
     "how willing a node is to stand for others: a\n"
     "number (default auto, which is 0.0001)"},
    {"candidates", 0, "K", WHOLE, AT(candidates), 0, 1000000,
     G | V | X | P | A | R,
     "how many others a node may choose where more than\n"
     "8 K bear its name; 0: all (default: all, or 16, 8\n"
     "within a concept, above 33 million pairs)"},
    {"damping", 0, "X", REAL, AT(cluster.damping), 0.5, 1,
     G | V | X | P | A | R,
     "share of the old message kept, at least 0.5\n"
     "and below 1 (default 0.9)"},
    {"max-iterations", 0, "N", WHOLE, AT(cluster.max_iterations), 1, 1000000000,
     G | V | X | P | A | R,
     "stop after so many iterations (default 2000,\n"
     "fewer above 4 million pairs)"},
    {"threads", 0, "N", WHOLE, AT(threads), 1, 4096, G | V | X | W | A | R,
     "use so many threads (default: one per processor)"},
    {"bound", 0, WORDS(PLEACH_BOUND_WORDS), ENUM, AT(cluster.bound), 1, 0,
     G | V | R,
     "how hard to prove how good the answer is\n"
     "(default by size)"},
    {"language", 0, "LANG", TEXT, AT(language), 0, 0, G | V | X | N | P | A,
     "of the names, for stemming; none if they are\n"
     "stemmed already (default english)"},
    {"input-format", 0, "NAME", TEXT, AT(input_format), 0, 0,
     G | V | K | X | N | P | A,
     "format of all inputs: jsonl, json, csv, tsv, xlsx,\n"
     "paths, yaml, markdown, numbered, indented, tree,\n"
     "turtle, rdfxml, ntriples, jsonld, obo, opml,\n"
     "bookmarks (default: by ending or look)"},
    {"columns", 0, "LIST", TEXT, AT(columns), 0, 0, G | V | K | X | N | P | A,
     "which column of a table is what, as in\n"
     "name=2,parent=Group or level1=Area,level2=Kind\n"
     "(default: by the header)"},
    {"label-language", 0, "LANG", TEXT, AT(label_language), 0, 0,
     G | V | K | X | N | P | A | R,
     "of names given in several (default en), and of the\n"
     "labels in skos (default: they name none)"},
    {"skip-bad", 0, NULL, FLAG, AT(skip_bad), 0, 0,
     G | V | K | X | N | P | A | R, "leave out malformed lines and count them"},
    {"max-input", 0, "SIZE", SIZE, AT(max_input), 1, 1e18,
     G | V | K | X | N | W | A | R,
     "read no more than so much, unpacked, as 500M or 2G\n"
     "(default 64G)"},
    {"depth", 0, "N", WHOLE, AT(depth), 0, 1000000, G,
     "levels shown below the top; 0: all (default: 6 on\n"
     "a terminal)"},
    {"breadth", 0, "N", WHOLE, AT(breadth), 0, 1000000000, G | R,
     "children shown of each; 0: all (default: 12 on a\n"
     "terminal)"},
    {"decisions", 0, "FILE", TEXT, AT(decisions), 0, 0, G | X | W | A,
     "obey the decisions in this TSV: same, different,\n"
     "under, not-under, top, name, drop, keep-branch"},
    {"answers", 0, "FILE", TEXT, AT(answers), 0, 0, G | X | P | A,
     "what a model answered to \"pleach ask\": evidence of\n"
     "which names mean the same and where they belong"},
    {"previous", 0, "OLD.json", TEXT, AT(previous), 0, 0, G,
     "the result before this one: what did not change\n"
     "keeps its id, name and place"},
    {"decisions", 0, "FILE", TEXT, AT(decisions), 0, 0, COMMAND_CHECK,
     "prove too that it obeys the decisions in this TSV"},
    {"with", 0, "COMMAND", TEXT, AT(with), 0, 0, A,
     "who answers: run by sh, once for each question"},
    {"output", 'o', "FILE", TEXTS, AT(outputs), 0, 0, A,
     "where answers go, behind those there (JSON Lines)"},
    {"budget", 0, "N", WHOLE, AT(budget), 1, 1000000000, W | A,
     "so many questions at most, earlier ones in the file\n"
     "included (default: one for ten names)"},
    {"ask-with", 0, "COMMAND", TEXT, AT(ask_with), 0, 0, W,
     "who answers what letters cannot tell, when somebody\n"
     "presses \"Ask a model\" on the page; it gets a\n"
     "question on standard input and prints the answer"},
    {"jobs", 0, "N", WHOLE, AT(jobs), 1, 64, W | A,
     "ask so many at the same time (default 1); answers\n"
     "being the same, so is the file"},
    {"timeout", 0, "SECONDS", REAL, AT(timeout), 0.001, 1e6, W | A,
     "how long an answer may take (default 120)"},
    {"dry-run", 0, NULL, FLAG, AT(dry_run), 0, 0, A,
     "print what would be asked first, and how much it is"},
    {"ask", 0, NULL, FLAG, AT(ask), 0, 0, COMMAND_REVIEW,
     "ask one question after the other: y, n, s (skip), u\n"
     "(undo) or q; answers go into --decisions at once"},
    {"decisions", 0, "FILE", TEXT, AT(decisions), 0, 0, COMMAND_REVIEW,
     "what is decided here is not asked"},
    {"about", 0, WORDS("same", "places", "counterparts"), ENUM, AT(about), 1, 0,
     A | COMMAND_REVIEW,
     "ask only which are one, or only where they hang; or\n"
     "which of several of another source they are"},
    {"most", 0, "N", WHOLE, AT(most), 1, 1000000000, COMMAND_REVIEW,
     "so many questions at most (default: all)"},
    {"who", 0, "NAME", TEXT, AT(who), 0, 0, COMMAND_REVIEW,
     "who answers, for the fourth column of the decisions"},
    {"port", 0, "N", WHOLE, AT(port), 0, 65535, W,
     "where it listens; 0: any that is free (default 7532)"},
    {"listen", 0, "ADDRESS", TEXT, AT(listen), 0, 0, W,
     "who may come, as an address in numbers; 0.0.0.0:\n"
     "everybody (default 127.0.0.1: only this machine)"},
    {"strict", 0, NULL, FLAG, AT(strict), 0, 0, G | R,
     "exit with 4 if the messages did not settle"},
    {"output", 'o', "FILE", TEXTS, AT(outputs), 0, 0, COMMAND_VIEW,
     "where the page goes (default -, stdout)"},
    {"hide", 0, "SHARE", SHARE, AT(hide), 0, 1, V,
     "share of the people hidden at a time (default 20%)"},
    {"folds", 0, "N", WHOLE, AT(folds), 1, 100000, V,
     "how many times, each time others (default 5)"},
    {"truth", 0, "FILE", TEXT, AT(truth), 0, 0, COMMAND_SCORE,
     "TSV: which concept each node stands for (id,\n"
     "path, name, gold)"},
    {"gold", 0, "FILE", TEXT, AT(gold), 0, 0, COMMAND_SCORE,
     "beside --truth: the right taxonomy as TSV (id and\n"
     "parent), for what is left to correct, and how right\n"
     "the path above each node is"},
    {"alignment", 0, "FILE", TEXT, AT(alignment), 0, 0, COMMAND_SCORE,
     "TSV: names of two sources that mean the same\n"
     "(ontologyA, nameA, ontologyB, nameB)"},
    {"by-cluster", 0, NULL, FLAG, AT(by_cluster), 0, 0, COMMAND_SCORE,
     "count a concept that stands in two places as two"},
    {"json", 0, NULL, FLAG, AT(json), 0, 0,
     COMMAND_ALL & ~(K | X | W | A | COMMAND_EXPLAIN), "print JSON"},
    {"max-memory", 0, "SIZE", SIZE, AT(max_memory), 0, 1e18, COMMAND_ALL | R,
     "take no more memory, as 500M, 2G or 50% of what is\n"
     "available (default 80%)"},
    {"quiet", 'q', NULL, FLAG, AT(quiet), 0, 0, COMMAND_ALL,
     "no progress, warnings or summary"},
    {"color", 0, WORDS("auto", "always", "never"), CHOICE, AT(color), 0, 0,
     COMMAND_ALL | R, "colours; auto: on a terminal unless NO_COLOR is set"},
    {"version", 'V', NULL, FLAG, AT(version), 0, 0, COMMAND_ALL | R,
     "print the version and exit"},
    {"help", 'h', NULL, FLAG, AT(help), 0, 0, COMMAND_ALL,
     "print this help and exit"},
    {"help-all", 0, NULL, FLAG, AT(help_all), 0, 0, COMMAND_ALL,
     "the same with all options"},
};

const size_t option_count = sizeof option_table / sizeof *option_table;
