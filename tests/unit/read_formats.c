/* read_formats.c: formats of other programs, by name and by content. */
/* SPDX-License-Identifier: MIT */
#include "corpus_support.h"

/* Animals > Dogs, Cats > Tabby, whatever says so. */
#define ANIMALS(name)                                                          \
    name "|" name ":1|.|Animals>Dogs,Cats~\n" name "|" name ":1|1|Cats~>"      \
         "Tabby\n"

static void reads_as_animals(const char *text)
{
    reads_as("f", text, ANIMALS("f"));
}

static void test_outlines(void **state)
{
    (void)state;
    reads_as_animals("# Animals\n- Dogs\n- Cats\n  - Tabby\n");
    reads_as_animals("# Animals\n## Dogs\n## Cats\n### Tabby\n");
    reads_as_animals("**Animals**\n* **Dogs**: they bark\n* [Cats](x.html)\n"
                     "    1. Tabby\n");
    reads_as_animals("1. Animals\n1.1 Dogs\n1.2. Cats\n1.2.1 Tabby\n");
    reads_as_animals("I. Animals\nA. Dogs\nB. Cats\n1. Tabby\n");
    reads_as_animals("1) Animals\n   a) Dogs\n   b) Cats\n      i) Tabby\n");
    reads_as_animals("Animals\n  Dogs\n  Cats\n    Tabby\n");
    reads_as_animals("Animals\n\tDogs\n\t[Cats]\n\t\tTabby\n");
    reads_as_animals("Animals\n|-- Dogs\n`-- Cats\n    `-- Tabby\n\n"
                     "2 directories, 1 file\n");
    reads_as_animals("Animals\n\xE2\x94\x9C\xE2\x94\x80\xE2\x94\x80 Dogs\n"
                     "\xE2\x94\x94\xE2\x94\x80\xE2\x94\x80 Cats/\n"
                     "    \xE2\x94\x94\xE2\x94\x80\xE2\x94\x80 Tabby\n");
}

/* As answers in chats come. */
static void test_answers(void **state)
{
    (void)state;
    reads_as_animals("\xE2\x80\xA2 Animals\n  \xE2\x97\xA6 Dogs\n  "
                     "\xE2\x97\xA6 Cats\n    \xE2\x96\xAA Tabby\n");
    reads_as_animals(
        "# 1. Animals\n## 1.1 Dogs\n## 1.2 Cats\n### 1.2.1 Tabby\n");
    reads_as_animals("- Animals\n  - Dogs: they bark\n  - Cats - they purr\n"
                     "    - Tabby \xE2\x80\x94 striped\n");
    reads_as_animals("# Animals\n- *Dogs* - they bark\n- *Cats*: they purr\n"
                     "  - Tabby\n");
    reads_as_animals("Animals\n\xE2\x94\x9C\xE2\x94\x80 Dogs   # they bark\n"
                     "\xE2\x94\x94\xE2\x94\x80 Cats\n   "
                     "\xE2\x94\x94\xE2\x94\x80 Tabby\n");
    reads_as("f.md",
             "Here it is:\n\n| **Level 1** | Level 2 |\n|:--|---|\n"
             "| Pets | Dogs |\n| Pets | **Cats** |\n\nBye.\n",
             "f.md|f.md:5|.|Pets>Dogs,Cats\n");
    /* Two tables, with one header or with two. */
    reads_as("f.md",
             "| Level 1 | Level 2 |\n|---|---|\n| A | B |\n\nAnd:\n\n"
             "| Level 1 | Level 2 |\n|---|---|\n| A | C |\n",
             "f.md|f.md:3|.|A>B,C\n");
    reads_as("f.md",
             "| Level 1 | Level 2 |\n|---|---|\n| A | B |\n\n"
             "| Parent | Child |\n|---|---|\n| D | E |\n",
             "f.md|f.md:3|.|A>B\nf.md|f.md:7|.|D>E\n");
    /* A colon is a name's unless half of the items have one, or several would
     * be called the same. */
    reads_as("f", "# A\n- b: c\n- d\n- e\n", "f|f:1|.|A>b: c,d,e\n");
    reads_as("f", "# A\n- b: c\n- b: d\n", "f|f:1|.|A>b: c,b: d\n");
    reads_as("f", "# A\n- b\\: c\n- d\\: e\n", "f|f:1|.|A>b: c,d: e\n");
    refuse("f", "```mermaid\ngraph TD\n  A --> B\n```\n", 1, 0,
           "a language that is not read");
    refuse("f.json",
           "{\"nodes\": [{\"id\": 1, \"name\": \"A\"}], \"edges\": "
           "[{\"source\": 1, \"target\": 2}]}",
           1, 0, "a graph of nodes and edges");
    refuse("f.md", "| a | b |\n|---|---|\n| c | d |\n", 1, 0,
           "columns of this table are not known");
}

/* Several blocks, and drawings with prose around them. */
static void test_blocks(void **state)
{
    (void)state;
    reads_as("f.md",
             "First:\n```json\n{\"A\": [\"b\"]}\n```\nThen:\n"
             "```python\nprint()\n```\n```yaml\nC: [d]\n```\n",
             "f.md|f.md:10|.|C>d\nf.md|f.md:3|.|A>b\n");
    reads_as("f.md",
             "See:\n```\nA\n  b\n```\nand\n```json\n{\"C\": [\"d\"]}\n```\n"
             "```\n$ make\n```\n",
             "f.md|f.md:3|.|A>b\nf.md|f.md:8|.|C>d\n");
    reads_as("f.txt", "See:\n```markdown\n# A\n- b\n```\nBye.\n",
             "f.txt|f.txt:3|.|A>b\n");
    reads_as("f.md", "See:\n\n```\nA/\n|-- b\n`-- c\n```\n\n- note\n- note 2\n",
             "f.md|f.md:4|.|A>b,c\n");
    reads_as("f.md", "# A\n```\nsrc\n|-- b\n```\n- c\n", "f.md|f.md:1|.|A>c\n");
    reads_as("f.txt",
             "Folder PATH listing\nVolume is 12\nC:.\n+---Cats\n|   "
             "\\---Tabby\n\\---Dogs\n",
             "f.txt|f.txt:4|.|Cats>Tabby\nf.txt|f.txt:6|.|Dogs\n");
    refuse("f.md", "```json\n{\"A\": [\"b\"]}\n```\n```json\n{\n", 5, 0,
           "not closed");
    refuse("f.md", "```json\n{\"A\": [\"b\",]}\n```\n", 2, 12,
           "trailing comma");
}

/* Letters that are Roman numbers too go on a list of letters. */
static void test_letters(void **state)
{
    (void)state;
    reads_as("f", "I. x\nA. a\nB. b\nC. c\nD. d\nII. y\nA. e\nIII. z\nA. f\n",
             "f|f:1|.|x>a,b,c,d\nf|f:6|.|y>e\nf|f:8|.|z>f\n");
}

static void test_nested(void **state)
{
    (void)state;
    reads_as_animals("{\"Animals\": {\"Dogs\": {}, \"Cats\": [\"Tabby\"]}}");
    reads_as_animals("{\"taxonomy\": [{\"title\": \"Animals\", "
                     "\"subcategories\": [\"Dogs\", {\"title\": \"Cats\", "
                     "\"items\": [\"Tabby\"]}]}], \"version\": 2}");
    reads_as_animals("[{\"category\": \"Animals\", \"sub_categories\": "
                     "{\"Dogs\": null, \"Cats\": {\"items\": [\"Tabby\"]}}}]");
    reads_as_animals("[\"Animals\", [\"Dogs\", \"Cats\", [\"Tabby\"]]]");
    reads_as("f", "Here it is:\n```json\n{\"Pets\": [\"Dogs\"]}\n```\nBye.\n",
             "f|f:3|.|Pets>Dogs\n");
    reads_as("f.jsonl",
             "{\"parent\": \"Pets\", \"child\": \"Dogs\"}\n"
             "{\"parent\": \"Pets\", \"child\": \"Cats\"}\n",
             "f.jsonl|f.jsonl:1|.|Pets>Dogs,Cats\n");
    reads_as("f", "[\"Pets\", \"Dogs\"]\n[\"Pets\", \"Cats\"]\n",
             "f|f:1|.|Pets>Dogs,Cats\n");
    reads_as("f.json",
             "[{\"id\": 7, \"name\": \"Pets\", \"parent\": null}, "
             "{\"id\": 8, \"name\": \"Dogs\", \"parent\": 7}]",
             "f.json|7|.|Pets>Dogs\n");
    reads_as("f.json",
             "{\"title\": \"Pets\", \"owner\": \"ann\", \"id\": \"x\", "
             "\"topics\": [{\"label\": \"Dogs\", \"keywords\": [\"bark\"]}]}",
             "ann|x|.|Pets[bark:1]>Dogs[bark:1]\n");
    reads_as("f.json",
             "{\"version\": \"1\", \"parts\": [{\"name\": \"Pets\", "
             "\"children\": [\"Dogs\"]}]}",
             "f.json|f.json:1|.|Pets>Dogs\n");
    refuse("f.json", "{\"a\": [\"b\"", 1, 11, "ends before");
}

/* Records of shops and trees of pages, linked by ids. */
static void test_records(void **state)
{
    (void)state;
    reads_as("f.json",
             "{\"version\": \"1\", \"verticals\": [{\"name\": \"V\", "
             "\"categories\": [{\"id\": \"a\", \"name\": \"Pets\", "
             "\"parent_id\": null, \"children\": [{\"id\": \"b\", "
             "\"name\": \"Dogs\"}], \"ancestors\": []}, {\"id\": \"b\", "
             "\"name\": \"Dogs\", \"parent_id\": \"a\", \"children\": [], "
             "\"ancestors\": [{\"id\": \"a\", \"name\": \"Pets\"}]}]}]}",
             "f.json|a|.|Pets>Dogs\n");
    reads_as("f.json",
             "[{\"id\": \"a\", \"parent\": \"#\", \"text\": \"Pets\"}, "
             "{\"id\": \"b\", \"parent\": \"a\", \"text\": \"Dogs\"}, "
             "{\"id\": \"c\", \"parent\": \"#\", \"text\": \"Toys\"}]",
             "f.json|a|.|Pets>Dogs\nf.json|c|.|Toys\n");
    /* Nested records say it by the nesting. */
    reads_as("f.json",
             "{\"id\": 1, \"parent_id\": null, \"name\": \"Pets\", "
             "\"children\": [{\"id\": 2, \"parent_id\": 1, \"name\": "
             "\"Dogs\", \"tags\": [\"bark\"]}]}",
             "f.json|1|.|Pets[bark:1]>Dogs[bark:1]\n");
}

/* What is below what, said by words that only one file has. */
static void test_shapes(void **state)
{
    static const char *const foods[] = {
        "[{\"category\": \"Food\", \"subcategory\": \"Fruit\", \"items\": "
        "[\"Apple\"]}]",
        "[{\"category\": \"Food\", \"subcategory\": \"Fruit\", \"items\": "
        "[{\"name\": \"Apple\"}]}]",
        "[{\"category\": \"Food\", \"subcategories\": [{\"subcategory\": "
        "\"Fruit\", \"products\": [{\"product\": \"Apple\"}]}]}]",
        "{\"title\": \"Food\", \"sections\": [{\"heading\": \"Fruit\", "
        "\"points\": [\"Apple\"], \"urls\": [\"x\"], \"sizes\": [1]}]}",
        "{\"level_1\": [{\"name\": \"Food\", \"level_2\": [{\"name\": "
        "\"Fruit\", \"level_3\": [\"Apple\"]}]}]}",
        "[{\"level1\": \"Food\", \"level2\": \"Fruit\", \"items\": "
        "[\"Apple\"]}]",
        "[{\"level1\": \"Food\", \"items\": [\"Fruit\"]}, {\"level1\": "
        "\"Food\", \"level2\": \"Fruit\", \"items\": [\"Apple\"]}]",
        "[{\"topic\": \"Food\", \"subtopic\": \"Fruit\", \"points\": "
        "[\"Apple\"], \"links\": [\"x\"]}]",
        "[{\"path\": [\"Food\", \"Fruit\"]}, {\"path\": [\"Food\", "
        "\"Fruit\", \"Apple\"]}]",
        "[{\"category\": \"Food\", \"subcategory\": \"Fruit\"}, "
        "{\"category\": \"Food\", \"subcategory\": \"Fruit\", \"item\": "
        "\"Apple\"}]",
        "[{\"name\": \"Fruit\", \"broader\": \"Food\"}, {\"name\": "
        "\"Fruit\", \"narrower\": [\"Apple\"]}, {\"name\": \"Food\", "
        "\"narrower\": [\"Fruit\"]}]",
    };
    (void)state;
    for (size_t k = 0; k < sizeof foods / sizeof *foods; k++) {
        pleach_corpus *corpus = read_text("f.json", foods[k]);
        char *seen = show_corpus(corpus);
        if (strstr(seen, "Food>Fruit") == NULL ||
            strstr(seen, ">Apple\n") == NULL || corpus->sapling_count != 2)
            fail_msg("%s\nis read as\n%s", foods[k], seen);
        free(seen);
        pleach_corpus_free(corpus);
    }
}

static void test_linked_lists(void **state)
{
    (void)state;
    reads_as("f.json",
             "[{\"id\": 1, \"name\": \"A\", \"parent_id\": null, "
             "\"children\": [2]}, {\"id\": 2, \"name\": \"B\", "
             "\"parent_id\": 1, \"items\": [\"k\"]}]",
             "f.json|1|.|A>B~\nf.json|1|0|B~>k\n");
    reads_as("f.json",
             "[{\"id\": 1, \"name\": \"A\", \"parent\": null, "
             "\"items\": [\"k\"]}, {\"id\": 2, \"name\": \"B\", "
             "\"parent\": 1}]",
             "f.json|1|.|A>B,k\n");
    reads_as("f.json",
             "[{\"name\": \"B\", \"broader\": \"A\"},\n{\"name\": \"A\", "
             "\"narrower\": [\"B\", \"D\"]}]",
             "f.json|f.json:1|.|A>B,D\n");
    reads_as("f.json", "[{\"child\": \"B\", \"parent\": [\"A\", \"C\"]}]",
             "f.json|f.json:1|.|A>B\nf.json|f.json:1|.|C>B\n");
    reads_as("f.json",
             "[{\"name\": \"A\"}, {\"name\": \"B\", \"parents\": "
             "[\"A\"], \"tags\": {\"x\": 2}}]",
             "f.json|f.json:1|.|A[x:2]>B[x:2]\n");
    reads_as("f.json",
             "{\"name\": \"A\", \"children\": [{\"name\": \"b\"}], "
             "\"items\": [{\"name\": \"c\"}], \"topics\": [\"d\"]}",
             "f.json|f.json:1|.|A>b,c,d\n");
}

/* As servers answer: lists of children that are empty, or repeat by ids what
 * the parents say, make no nesting. */
static void test_empty_lists(void **state)
{
    static const char *const same[] = {
        "[{\"id\": 1, \"name\": \"A\", \"parent_id\": null, \"children\": []},"
        " {\"id\": 2, \"name\": \"B\", \"parent_id\": 1, \"children\": []}]",
        "[{\"id\": 1, \"name\": \"A\", \"parent\": null, \"children\": []},"
        " {\"id\": 2, \"name\": \"B\", \"parent\": 1, \"children\": []}]",
        "{\"id\": 1, \"name\": \"A\", \"parent_id\": null, \"children\": []}\n"
        "{\"id\": 2, \"name\": \"B\", \"parent_id\": 1, \"children\": []}\n",
        "{\"id\": 1, \"name\": \"A\", \"children\": []}\n"
        "{\"id\": 2, \"name\": \"B\", \"pid\": 1, \"children\": []}\n",
        "{\"id\": 1, \"name\": \"A\"}\n"
        "{\"id\": 2, \"name\": \"B\", \"parentId\": 1}\n",
        "[{\"id\": 1, \"name\": \"A\", \"parent_id\": 0}, {\"id\": 2, "
        "\"name\": \"B\", \"parent_id\": 1, \"children\": []}]",
        "[{\"id\": 1, \"name\": \"A\", \"parent_id\": null, \"children\": "
        "[2]}, {\"id\": 2, \"name\": \"B\", \"parent_id\": 1, "
        "\"children\": []}]",
    };
    (void)state;
    for (size_t k = 0; k < sizeof same / sizeof *same; k++) {
        reads_as("f.json", same[k], "f.json|1|.|A>B\n");
        if (same[k][0] == '{')
            reads_as("f.jsonl", same[k], "f.jsonl|1|.|A>B\n");
    }
    /* Our own form, whatever else it says, and nested records. */
    reads_as("f.jsonl",
             "{\"name\": \"A\", \"children\": [\"B\"], \"parent\": null}\n"
             "{\"name\": \"C\", \"children\": [{\"name\": \"D\"}], "
             "\"parent\": \"A\"}\n",
             "f.jsonl|f.jsonl:1|.|A>B\nf.jsonl|f.jsonl:2|.|C>D\n");
    reads_as("f.jsonl",
             "{\"name\": \"A\", \"parent\": {\"name\": \"X\"}, "
             "\"children\": [\"B\"]}\n",
             "f.jsonl|f.jsonl:1|.|A>B\n");
}

/* A record that has no name lists the children of its parent. */
static void test_heads(void **state)
{
    static const char *const same[] = {
        "[{\"parent\": \"A\", \"children\": [\"B\", \"C\"]}]",
        "{\"parent\": \"A\", \"children\": [\"B\", \"C\"]}",
        "{\"data\": [{\"parent\": \"A\", \"children\": [\"B\", \"C\"]}]}",
        "[{\"parent\": \"A\", \"child\": [\"B\", \"C\"]}]",
        "[{\"broader\": \"A\", \"narrower\": [\"B\", \"C\"]}]",
        "[{\"parent\": \"A\", \"children\": [{\"name\": \"B\"}, "
        "{\"name\": \"C\"}]}]",
        "{\"parent\": \"A\", \"children\": [{\"name\": \"B\"}, \"C\"]}",
        "{\"data\": {\"parent\": \"A\", \"children\": [{\"name\": \"B\"}, "
        "\"C\"]}}",
    };
    (void)state;
    for (size_t k = 0; k < sizeof same / sizeof *same; k++) {
        reads_as("f.json", same[k], "f.json|f.json:1|.|A>B,C\n");
        if (same[k][0] == '{')
            reads_as("f.jsonl", same[k], "f.jsonl|f.jsonl:1|.|A>B,C\n");
#if defined(PLEACH_HAS_YAML)
        reads_as("f.yaml", same[k], "f.yaml|f.yaml:1|.|A>B,C\n");
#endif
    }
    reads_as("f.json",
             "[{\"parent\": \"A\", \"children\": [\"B\"]},\n"
             "{\"parent\": \"B\", \"children\": [\"C\"]}]",
             "f.json|f.json:1|.|A>B~\nf.json|f.json:2|.|B~>C\n");
    reads_as("f.json",
             "[{\"parent\": \"A\", \"children\": [\"B\"]},\n"
             "{\"name\": \"D\", \"children\": [\"C\"]}]",
             "f.json|f.json:1|.|A>B\nf.json|f.json:2|.|D>C\n");
    /* Names that are keys stay what they are. */
    reads_as("f.json",
             "[{\"id\": \"1\", \"name\": \"A\", \"parent\": null, "
             "\"children\": [\"2\"]}, {\"id\": \"2\", \"name\": \"B\", "
             "\"parent\": null, \"children\": []}]",
             "f.json|1|.|A>B\n");
    reads_as("f.json",
             "{\"A\": {\"parent\": null, \"children\": [\"B\"]}, "
             "\"B\": {\"parent\": \"A\", \"children\": []}}",
             "f.json|f.json:1.2|.|B\nf.json|f.json:1|.|A>B\n");
}

/* Lists of ids mean the records that have them. */
static void test_listed_ids(void **state)
{
    static const char *const same[] = {
        "[{\"id\": \"1\", \"name\": \"A\", \"children\": [\"2\", \"3\"]}, "
        "{\"id\": \"2\", \"name\": \"B\", \"children\": []}, "
        "{\"id\": \"3\", \"name\": \"C\", \"children\": []}]",
        "[{\"id\": 2, \"name\": \"B\"}, {\"id\": 3, \"name\": \"C\"}, "
        "{\"id\": 1, \"name\": \"A\", \"child_ids\": [2, 3]}]",
        "[{\"id\": 1, \"name\": \"A\", \"childIds\": [\"2\", \"3\"]}, "
        "{\"id\": 2, \"name\": \"B\"}, {\"id\": 3, \"name\": \"C\"}]",
        "{\"id\": 1, \"name\": \"A\", \"children\": [2, 3]}\n"
        "{\"id\": 2, \"name\": \"B\"}\n{\"id\": 3, \"name\": \"C\"}\n",
        "{\"id\": 1, \"name\": \"A\", \"child_ids\": [\"2\", \"3\"]}\n"
        "{\"id\": 2, \"name\": \"B\"}\n{\"id\": 3, \"name\": \"C\"}\n",
        /* Also where only some name their parents. */
        "[{\"id\": 1, \"name\": \"A\", \"children\": [2, 3]}, "
        "{\"id\": 2, \"name\": \"B\", \"parent_id\": 1}, "
        "{\"id\": 3, \"name\": \"C\", \"parent_id\": null}]",
        "[{\"id\": 0, \"title\": \"A\", \"items\": [2, 3]}, "
        "{\"id\": 2, \"title\": \"B\"}, {\"id\": 3, "
        "\"title\": \"C\"}]",
    };
    (void)state;
    for (size_t k = 0; k < sizeof same / sizeof *same; k++) {
        reads_as("f.json", same[k],
                 k == 6 ? "f.json|0|.|A>B,C\n" : "f.json|1|.|A>B,C\n");
        if (same[k][0] == '{')
            reads_as("f.jsonl", same[k], "f.jsonl|1|.|A>B,C\n");
#if defined(PLEACH_HAS_YAML)
        if (same[k][0] == '[' && k < 6)
            reads_as("f.yaml", same[k], "f.yaml|1|.|A>B,C\n");
#endif
    }
    /* Ids that are names, and texts that are no ids, are names. */
    reads_as("f.jsonl",
             "{\"id\": \"A\", \"name\": \"A\", \"children\": [\"B\"]}\n"
             "{\"id\": \"B\", \"name\": \"B\", \"children\": [\"C\"]}\n",
             "f.jsonl|A|.|A>B\nf.jsonl|B|.|B>C\n");
    reads_as("f.jsonl",
             "{\"id\": \"1\", \"name\": \"A\", \"children\": [\"2\", "
             "\"B\"]}\n{\"id\": \"2\", \"name\": \"C\"}\n",
             "f.jsonl|1|.|A>2,B\nf.jsonl|2|.|C\n");
}

#define SKOS "http://www.w3.org/2004/02/skos/core#"
#define LD_ANIMALS(name)                                                       \
    name "|u:a|.|Animals>Dogs,Cats~\n" name "|u:a|1|Cats~>Tabby\n"

/* Texts of which only the beginning is seen before they are read: whatever
 * token that cuts, and wherever, they are read as a whole. */
static void read_cut(const char *name, const char *before, const char *after,
                     size_t padding)
{
    static const char item[] =
        "{\"title\": \"a \\ud83d\\udc26\\u00e9\\n \xC3\xA9\xE2\x82\xAC\", "
        "\"x\": [-12.50e+10, true, false, null], \"topics\": [\"b\"]}, ";
    enum { ITEMS = 3000 };
    shown text = {NULL, 0};
    show_text(&text, before);
    for (size_t k = 0; k < padding; k++)
        show_text(&text, " ");
    text.text = realloc(text.text, text.length + ITEMS * sizeof item);
    assert_non_null(text.text);
    for (size_t k = 0; k < ITEMS; k++, text.length += sizeof item - 1)
        memcpy(text.text + text.length, item, sizeof item);
    show_text(&text, after);
    pleach_corpus *corpus = read_text(name, text.text);
    assert_int_equal(corpus->sapling_count, ITEMS + 1);
    pleach_corpus_free(corpus);
    free(text.text);
}

static void test_cut(void **state)
{
    (void)state;
    for (size_t padding = 0; padding < 130; padding++)
        read_cut("f.json", "{\"name\": \"T\", \"items\": [", "\"c\"]}\n",
                 padding);
    for (size_t padding = 0; padding < 130; padding += 7) {
        read_cut("f.jsonl", "{\"name\": \"T\", \"items\": [", "\"c\"]}\n",
                 padding);
        read_cut("f.json", "{\"T\": [", "\"c\"]}\n", padding);
        read_cut("f.md", "See:\n```json\n{\"title\": \"T\", \"topics\": [",
                 "\"c\"]}\n```\n", padding);
        read_cut("f.txt", "See:\n```\n{\"title\": \"T\", \"topics\": [",
                 "\"c\"]}\n```\n", padding);
    }
}

/* The same statements in the shapes that libraries and people write. */
static void test_jsonld(void **state)
{
    (void)state;
    reads_as("f.jsonld",
             "{\"@context\": {\"s\": \"" SKOS "\", \"below\": {\"@id\": "
             "\"s:narrower\", \"@type\": \"@id\"}, \"l\": \"s:prefLabel\", "
             "\"u\": \"u:\"}, \"@graph\": [{\"@id\": \"u:a\", \"l\": "
             "\"Animals\", \"below\": [\"u:d\", \"u:c\"]}, {\"@id\": \"u:d\", "
             "\"l\": \"Dogs\"}, {\"@id\": \"u:c\", \"l\": {\"@value\": "
             "\"Cats\", \"@language\": \"en\"}, \"below\": {\"@id\": \"u:t\", "
             "\"l\": [\"Tabby\"]}}]}",
             LD_ANIMALS("f.jsonld"));
    reads_as(
        "f",
        "[{\"@id\": \"u:a\", \"" SKOS "prefLabel\": [{\"@value\": "
        "\"Animals\"}]}, {\"@id\": \"u:d\", \"" SKOS
        "broader\": [{\"@id\": \"u:a\"}], \"" SKOS
        "prefLabel\": [{\"@value\": \"Dogs\"}]}, {\"@id\": \"u:c\", \"" SKOS
        "broader\": [{\"@id\": \"u:a\"}], \"" SKOS
        "prefLabel\": [{\"@value\": \"Cats\"}], \"@reverse\": {\"" SKOS
        "broader\": {\"@id\": \"u:t\", \"" SKOS "prefLabel\": \"Tabby\"}}}]",
        LD_ANIMALS("f"));
    reads_as(
        "f.json",
        "{\"@context\": [\"https://elsewhere.example/skos\", {\"@base\": "
        "\"u:\"}], \"id\": \"u:a\", \"type\": \"Concept\", \"prefLabel\": "
        "{\"de\": \"Tiere\", \"en\": \"Animals\"}, \"narrower\": {\"@list\": "
        "[{\"id\": \"u:d\", \"prefLabel\": {\"en\": [\"Dogs\"]}}, {\"id\": "
        "\"u:c\", \"prefLabel\": \"Cats\", \"narrower\": \"u:t\"}], "
        "\"@index\": "
        "\"x\"}, \"@included\": [{\"id\": \"u:t\", \"prefLabel\": \"Tabby\"}]}",
        LD_ANIMALS("f.json"));
    reads_as(
        "f.json",
        "{\"@context\": {\"@vocab\": \"" SKOS
        "\", \"@base\": \"http://x.org/v/w#z\", \"@language\": \"fr\", "
        "\"altLabel\": {\"@container\": \"@language\"}, \"a\": \"b\", "
        "\"b\": \"a\", \"p\": \"p:p\"}, \"@id\": \"#1\", \"prefLabel\": "
        "\"Un\", \"a\": \"?\", \"narrower\": [\"2\", \"_:blank\", null, 7], "
        "\"altLabel\": {\"@none\": \"One\"}, \"definition\": \"p:q\"}",
        "f.json|http://x.org/v/w#1|.|Un>2\n");
}

static void test_jsonld_refused(void **state)
{
    (void)state;
    refuse("f", "{\"@context\": {}, \"@graph\": []}", 1, 0,
           "tells of no SKOS concept");
    refuse("f", "{\"@context\": \"https://schema.org\", \"name\": \"x\"}", 1, 0,
           "The context \"https://schema.org\" is not fetched");
    refuse("f.jsonld",
           "{\"@context\": {\n\"t\": {\"@id\": \"u:t\", \"@context\": {}}}}", 2,
           0, "has a context of its own");
    refuse("f.jsonld", "{\"@graph\": [", 1, 13, "ends before");
}

#ifdef PLEACH_HAS_YAML
static void test_yaml(void **state)
{
    (void)state;
    reads_as("f", "Animals:\n  Dogs:\n  Cats:\n  - Tabby\n", ANIMALS("f"));
    reads_as("f.yml",
             "- name: Pets\n  children: &c\n  - Dogs\n- name: Toys\n"
             "  children: *c\n",
             "f.yml|f.yml:1|.|Pets>Dogs\nf.yml|f.yml:4|.|Toys>Dogs\n");
    reads_as("f.md", "```yaml\nPets:\n- Dogs\n```\n",
             "f.md|f.md:2|.|Pets>Dogs\n");
    reads_as("f.yaml", "x: &x\n  Dogs:\nPets:\n  <<: *x\n  Cats:\n",
             "f.yaml|f.yaml:1|.|x>Dogs\nf.yaml|f.yaml:3|.|Pets>Dogs,Cats\n");
    reads_as("f.yaml", "Pets:\n  Cats:\n  \"\":\n  - Dogs\n",
             "f.yaml|f.yaml:1|.|Pets>Cats,Dogs\n");
    refuse("f.yaml", "a: &a [*a]\n", 1, 8, "inside of what it repeats");
    refuse("f.yaml", "a: [1,\nb: 2\n", 3, 1, "not YAML");
    refuse("f.yaml", "a: *b\n", 1, 4, "no anchor");
    char bomb[2000] = "a: &a [x, x, x, x, x, x, x, x, x, x]\n";
    for (char c = 'b'; c < 'k'; c++)
        sprintf(bomb + strlen(bomb),
                "%c: &%c [*%c,*%c,*%c,*%c,*%c,*%c,*%c,*%c,*%c,*%c]\n", c, c,
                c - 1, c - 1, c - 1, c - 1, c - 1, c - 1, c - 1, c - 1, c - 1,
                c - 1);
    refuse("f.yaml", bomb, 4, 32, "aliases repeat far more");
}
#endif

static void test_tables(void **state)
{
    (void)state;
    reads_as("f", "Level 1,Level 2,Level 3\nAnimals,Dogs,\n,Cats,Tabby\n",
             "f|f:2|.|Animals>Dogs,Cats~\nf|f:2|1|Cats~>Tabby\n");
    reads_as("f.csv", "Category;Subcategory\nPets;Dogs\n;Cats\n",
             "f.csv|f.csv:2|.|Pets>Dogs,Cats\n");
    reads_as("f.csv", "id,name,parent_id\n2,Dogs,1\n1,Pets,\n3,Cats,1\n",
             "f.csv|1|.|Pets>Dogs,Cats\n");
    reads_as("f.csv", "id,name,parent\n2,Dogs,1\n1,Pets,0\n",
             "f.csv|1|.|Pets>Dogs\n");
    reads_as("f.csv", "user,breadcrumb,tags\nann,Pets > Dogs,bark:2\n",
             "ann|f.csv:2|.|Pets[bark:2]>Dogs[bark:2]\n");
    reads_as("f.csv",
             "conceptType,conceptUri,conceptLabel,broaderType,broaderUri,"
             "broaderLabel\nS,u/2,baking,S,u/1,cooking\n",
             "ESCO|u/1|.|cooking>baking\n");
    reads_as("f.csv",
             "code,preferredLabel,description\n0,Army,\n01,Officers,\n"
             "011,Colonels,\n",
             "f.csv|0|.|Army>Officers~\nf.csv|0|0|Officers~>Colonels\n");
    reads_as("f", "1 - Pets\n3 - Pets > Dogs\n", "f|f:1|.|Pets>Dogs\n");
    reads_as("f", "# x\ngid://a/b   : Pets\ngid://a/b-1 : Pets > Dogs\n",
             "f|f:2|.|Pets>Dogs\n");
    refuse("f.csv", "id,name,parent_id\n1,a,2\n2,b,1\n", 2, 0, "lead back");
    refuse("f.csv", "SKU,Price,Qty,Color\nA1,3.5,2,red\n", 1, 1, "not known");
    refuse("f.csv", "level1,level2\n,x\n", 2, 1, "nothing above");
}

/* What means "no parent" elsewhere is one where a row has it as its id. */
static void test_ids_of_nobody(void **state)
{
    static const char *const ids[] = {"0",    "-1",   "-7",   "00",   "0.0",
                                      "NULL", "null", "none", "None", "#"};
    char text[120], tree[60];
    (void)state;
    for (size_t k = 0; k < sizeof ids / sizeof *ids; k++) {
        snprintf(tree, sizeof tree, "f.csv|%s|.|Pets>Cats,Dogs\n", ids[k]);
        snprintf(text, sizeof text,
                 "id,name,parent_id\n1,Cats,%s\n%s,Pets,\n2,Dogs,%s\n", ids[k],
                 ids[k], ids[k]);
        reads_as("f.csv", text, tree);
        snprintf(text, sizeof text,
                 "id,name,parent\n%s,Pets,%s\n1,Cats,%s\n2,Dogs,%s\n", ids[k],
                 ids[k], ids[k], ids[k]);
        reads_as("f.csv", text, tree);
    }
    reads_as("f.json",
             "[{\"id\": 0, \"name\": \"Pets\", \"parent_id\": null}, "
             "{\"id\": 1, \"name\": \"Dogs\", \"parent_id\": 0}]",
             "f.json|0|.|Pets>Dogs\n");
    /* Of two owners only one has such an id. */
    reads_as("f.csv",
             "owner,id,name,parent_id\nann,0,Pets,\nann,1,Dogs,0\n"
             "bob,1,Toys,0\nbob,2,Balls,1\n",
             "ann|0|.|Pets>Dogs\nbob|1|.|Toys>Balls\n");
    reads_as("f.csv", "id,name,parent_id\n1,Pets,0\n2,Dogs,1\n3,Toys,-1\n",
             "f.csv|1|.|Pets>Dogs\nf.csv|3|.|Toys\n");
}

/* As shops, spreadsheets and offices of statistics export them. */
static void test_exports(void **state)
{
    (void)state;
    reads_as("f.csv",
             "\xEF\xBB\xBF"
             "Ebene 1;Ebene 2\r\nTiere;Hunde\r\n",
             "f.csv|f.csv:2|.|Tiere>Hunde\n");
    reads_as("f.csv",
             "Cat\xC3\xA9gorie,Sous-cat\xC3\xA9gorie\nAnimaux,Chiens\n",
             "f.csv|f.csv:2|.|Animaux>Chiens\n");
    reads_as("f.csv", "sep=;\r\nparent;child\r\nPets;Dogs, big\r\n",
             "f.csv|f.csv:3|.|Pets>Dogs, big\n");
    reads_as("f.csv",
             "Seq.,2022 NAICS US Code,2022 NAICS US Title\n1,11,Farming\n"
             "2,111,Crops\n",
             "f.csv|11|.|Farming>Crops\n");
    reads_as("f.csv",
             "Level,ISCO 08 Code,Title EN\n1,1,Managers\n2,11,Chiefs\n",
             "f.csv|1|.|Managers>Chiefs\n");
    reads_as(
        "f.tsv",
        "Category\tSubcategory\tItem\nPets\tCats\tTabby\n"
        "\t\tSiamese\n",
        "f.tsv|f.tsv:2|.|Pets>Cats~\nf.tsv|f.tsv:2|0|Cats~>Tabby,Siamese\n");
    reads_as("f.csv",
             "ID,Type,Name,Categories,Tags,Parent\n"
             "1,simple,Ball,\"Pets > Dogs, Sale\",red,\n2,simple,Box,,,\n",
             "f.csv|f.csv:2.2|.|Sale[red:1]\n"
             "f.csv|f.csv:2|.|Pets[red:1]>Dogs[red:1]\n");
    reads_as("f.csv", "sku,name,categories\na,Ball,All/Pets/Dogs\n",
             "f.csv|f.csv:2|.|All>Pets~\nf.csv|f.csv:2|0|Pets~>Dogs\n");
    reads_as("f.csv", "Source,Target,Type,Id\nPets,Dogs,Directed,0\n",
             "f.csv|f.csv:2|.|Pets>Dogs\n");
    reads_as("f.csv", "from,to\nPets,Dogs\n", "f.csv|f.csv:2|.|Pets>Dogs\n");
    reads_as("f.csv", "name,parent\nPets,\nDogs,Pets\nToys,\n",
             "f.csv|f.csv:2|.|Pets>Dogs\nf.csv|f.csv:4|.|Toys\n");
}

/* What is above what is told by codes, whatever they are called. */
static void test_codes(void **state)
{
    (void)state;
    reads_as("f.csv",
             "TreeNumber,MeSH Heading\nC04,Neoplasms\n"
             "C04.588,Neoplasms by Site\n",
             "f.csv|C04|.|Neoplasms>Neoplasms by Site\n");
    reads_as("f.csv", "WBS,Task\n1,Project\n1.1,Design\n1.10,Test\n",
             "f.csv|1|.|Project>Design,Test\n");
    /* Dots part whole numbers, also of the uppermost ones; without them each
     * digit is a level. */
    reads_as("f.csv", "WBS,Task\n1,a\n1.1,b\n10,c\n10.1,d\n",
             "f.csv|10|.|c>d\nf.csv|1|.|a>b\n");
    reads_as("f.csv", "code,label\n1,a\n10,b\n10.1,c\n",
             "f.csv|1|.|a>b~\nf.csv|1|0|b~>c\n");
    reads_as("f.csv", "notation,caption\n1,Project\n11,Design\n",
             "f.csv|1|.|Project>Design\n");
    reads_as("f.csv", "notation,prefLabel,broader\n1,a,\n2,b,1\n",
             "f.csv|1|.|a>b\n");
    /* A name is not a column's for such a word alone. */
    reads_as("f.csv", "Task,Heading\nTask,Caption\n",
             "f.csv|f.csv:1|.|Task>Heading,Caption\n");
}

/* Titles with a colon and numbers in bold, as language models write them. */
static void test_titles(void **state)
{
    (void)state;
    reads_as("f.md",
             "1. Kitchen\n   a. Cutting\n      i. Knives\n   b. Cooking\n"
             "2. Table\n",
             "f.md|f.md:1|.|Kitchen>Cutting~,Cooking\n"
             "f.md|f.md:1|0|Cutting~>Knives\nf.md|f.md:5|.|Table\n");
    reads_as("f.md", "Kitchen:\n- Knives\n- Pans\n\nGarden:\n- Rakes\n",
             "f.md|f.md:1|.|Kitchen>Knives,Pans\nf.md|f.md:5|.|Garden>Rakes\n");
    /* Not above anything, not directly, or speaking of what follows. */
    reads_as("f.md",
             "Here is it:\n- A\n  - b\n\nTools:\n\n- C\n  - d\n\nBye:\n",
             "f.md|f.md:2|.|A>b\nf.md|f.md:7|.|C>d\n");
    reads_as("f.md",
             "**Kitchen Tools**\n\n**1. Cutting**\n- Knives\n\n"
             "**2. Pots**\n- Pans\n",
             "f.md|f.md:1|.|Kitchen Tools>Cutting~,Pots~\n"
             "f.md|f.md:1|0|Cutting~>Knives\nf.md|f.md:1|1|Pots~>Pans\n");
    reads_as("f.md", "**A**\n- x\n**1. B**\n- y\n**2. C**\n- z\n",
             "f.md|f.md:1|.|A>x\nf.md|f.md:3|.|B>y\nf.md|f.md:5|.|C>z\n");
    reads_as("f.md", "**1. A**\n- x\n**1.1 B**\n- y\n**2. C**\n- z\n",
             "f.md|f.md:1|.|A>x,B~\nf.md|f.md:1|1|B~>y\nf.md|f.md:5|.|C>z\n");
}

static void test_lists_of_paths(void **state)
{
    (void)state;
    const char *expected = "f.json|f.json:1|.|A>B~,D\nf.json|f.json:1|0|B~>C\n";
    reads_as("f.json", "[\"A > B > C\", \"A > D\"]", expected);
    reads_as("f.json", "[\"A > B > C\", \"A > D\", \"A\"]", expected);
    reads_as("f.json", "[[\"A\", \"B\"]]", "f.json|f.json:1|.|A>B\n");
}

/* What would be read as nonsense. */
static void test_refused_tables(void **state)
{
    (void)state;
    refuse("f.csv", "Source,Target,Type\n1,2,Directed\n", 1, 1, "no names");
    refuse("f.csv", "parent,child\n1,2\n1,3\n", 1, 1, "no names");
    refuse("f.csv", "sku,name,price\na,Ball,3.5\n", 1, 1, "not known");
    refuse("f.csv", "ID,Name\n1,Ball\n2,Box\n", 0, 0, "nothing is below");
    refuse("f.csv", "id,name,parent_id\n1,a,\n1,b,\n", 3, 1, "another name");
    /* Two parents in two rows are fine. */
    reads_as("f.csv", "id,name,parent_id\n1,a,\n2,b,\n3,c,1\n3,c,2\n",
             "f.csv|1|.|a>c\nf.csv|2|.|b>c\n");
}

static void test_callers_columns(void **state)
{
    (void)state;
    pleach_read_options options = {.columns = "name=3,parent=Gruppe"};
    pleach_corpus *corpus = read_text_with(
        "f.csv", "Nr,Gruppe,Ding,x,y\n1,Pets,Dogs,,\n", &options);
    char *seen = show_corpus(corpus);
    assert_string_equal(seen, "f.csv|f.csv:2|.|Pets>Dogs\n");
    free(seen);
    pleach_corpus_free(corpus);
    static const char *const wrong[] = {
        "name=9,parent=1",      "name", "x=1", "name=1",
        "name=Nichts,parent=1", "=",    ","};
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        pleach_error error = {0};
        options.columns = wrong[k];
        assert_int_equal(
            read_bytes(&corpus, "f.csv", "a,b\nc,d\n", 8, &options, &error),
            PLEACH_BAD_USAGE);
    }
}

static const char obo[] =
    "format-version: 1.2\n\n[Term]\nid: X:2\nname: dog ! a comment\n"
    "is_a: X:1 {a=\"b\"} ! animal\nis_a: X:3\nsynonym: \"hound\" EXACT []\n\n"
    "[Term]\nid: X:1\nname: animal\n\n[Term]\nid: X:3\nname: old\n"
    "is_obsolete: true\n\n[Typedef]\nid: part_of\nname: part of\n";

/* The further names of the node called so. */
static void has_alts(const pleach_corpus *corpus, const char *name,
                     const char *expected)
{
    shown alts = {NULL, 0};
    show_text(&alts, "");
    for (uint32_t n = 0; n < corpus->node_count; n++) {
        const char *spelling =
            pl_strings_at(corpus->spellings, corpus->node_spelling[n]);
        if (strcmp(spelling, name) != 0)
            continue;
        for (uint64_t k = corpus->alt_first[n]; k < corpus->alt_first[n + 1];
             k++) {
            show_text(&alts,
                      pl_strings_at(corpus->alt_labels, corpus->alt_label[k]));
            show_text(&alts, ";");
        }
        break;
    }
    assert_string_equal(alts.text, expected);
    free(alts.text);
}

static void test_numbers_that_lead_nowhere(void **state)
{
    (void)state;
    heard told = {0};
    pleach_error error;
    pleach_corpus *corpus;
    pleach_listener listener = {.warn = hear, .context = &told};
    pleach_read_options options = {.listener = &listener};
    static const char text[] = "1. A\n1.1 B\n1.1.1. C\n2.1 D\n10. E\n1.1 F\n"
                               "10.1 G\nI. H\n1.1 I\n";
    options.format = "numbered";
    assert_int_equal(
        read_bytes(&corpus, "f", text, strlen(text), &options, &error),
        PLEACH_OK);
    assert_int_equal(told.warnings, 2); /* D and F */
    pleach_corpus_free(corpus);
}

static void test_obo(void **state)
{
    (void)state;
    reads_as("f", obo, "f|X:1|.|animal>dog\n");
    pleach_corpus *corpus = read_text("f", obo);
    has_alts(corpus, "dog", "hound;");
    pleach_corpus_free(corpus);
    /* What has no name, no id, or is not there, is told. */
    heard told = {0};
    pleach_error error;
    pleach_listener listener = {.warn = hear, .context = &told};
    pleach_read_options options = {.listener = &listener};
    static const char odd[] =
        "[Term]\nid: X:1\nname: animal\n\n[Term]\nid: X:2\nis_a: X:1\n\n"
        "[Term]\nname: lost\nis_a: X:1\n\n[Term]\nid: X:4\nname: dog\n"
        "is_a: X:1\nis_a: X:99\n\n[Term]\nid: X:5\nis_obsolete: true\n"
        "name: old\n";
    assert_int_equal(
        read_bytes(&corpus, "f.obo", odd, strlen(odd), &options, &error),
        PLEACH_OK);
    assert_int_equal(told.warnings, 3);
    pleach_corpus_free(corpus);
    reads_as("f.obo", odd, "f.obo|X:1|.|animal>X:2,dog\n");
}

/* Both roles of an inner node, each once, in order; twice is once. */
static void test_alts(void **state)
{
    (void)state;
    pleach_corpus *corpus = read_text(
        "f.jsonl", "{\"name\": \"a\", \"children\": [{\"name\": \"b\", "
                   "\"children\": [\"c\"], \"altLabels\": [\"y\", \"X s\", "
                   "\"y\", \" \"]}]}\n");
    has_alts(corpus, "b", "X s;y;");
    assert_int_equal(corpus->alt_first[corpus->node_count], 4);
    uint32_t label = corpus->alt_label[0];
    assert_string_equal(
        pl_strings_at(corpus->alt_keys, corpus->alt_label_key[label]), "x s");
    pleach_corpus_free(corpus);
    corpus = read_text("f.jsonl", "{\"name\": \"a\"}\n");
    assert_null(corpus->alt_first);
    pleach_corpus_free(corpus);
}

/* Of the child, in whichever roles it is; of the top where there is no child.
 */
static void test_alts_of_edges(void **state)
{
    (void)state;
    pleach_corpus *corpus =
        read_text("f.csv", "child,parent,synonyms,description\nCats,Animals,"
                           "felines; kitties,They purr.\nTabby,Cats,,\n"
                           "Animals,,beasts,\nCats,,felines|mousers,\n");
    char *seen = show_corpus(corpus);
    assert_string_equal(seen, "f.csv|f.csv:2|.|Animals>Cats~\n"
                              "f.csv|f.csv:3|.|Cats~>Tabby\n");
    has_alts(corpus, "Cats", "felines;kitties;mousers;");
    has_alts(corpus, "Animals", "beasts;");
    has_alts(corpus, "Tabby", "");
    assert_int_equal(corpus->alt_first[corpus->node_count], 7);
    free(seen);
    pleach_corpus_free(corpus);
    pleach_read_options options = {.columns = "name=1,parent=2,altlabels=3"};
    corpus = read_text_with("f.csv", "a,b,c\nCats,Animals,felines\n", &options);
    has_alts(corpus, "Cats", "felines;");
    pleach_corpus_free(corpus);
    corpus = read_text("f.json", "[{\"name\": \"Cats\", \"parent\": "
                                 "\"Animals\", \"synonyms\": [\"felines\", "
                                 "\"mousers\"]}]");
    has_alts(corpus, "Cats", "felines;mousers;");
    pleach_corpus_free(corpus);
}

#ifdef PLEACH_HAS_RDF
static const char skos[] =
    "@prefix s: <http://www.w3.org/2004/02/skos/core#> .\n"
    "@prefix e: <http://e.org/> .\n"
    "e:v a s:ConceptScheme ; s:prefLabel \"All\"@en .\n"
    "e:a s:prefLabel \"Animals\"@en, \"Tiere\"@de ; s:narrower e:d .\n"
    "e:d s:prefLabel \"Dogs\"@en, \"Hunde\"@de ; s:broader e:a ;\n"
    "  s:altLabel \"Hounds\"@en ; s:definition \"Loyal barkers\"@en .\n";

static void test_rdf(void **state)
{
    (void)state;
    pleach_read_options options = {.label_language = "de"};
    reads_as("f", skos, "f|http://e.org/a|.|Animals>Dogs\n");
    pleach_corpus *corpus = read_text_with("f.ttl", skos, &options);
    has_alts(corpus, "Hunde", "Dogs;Hounds;");
    pleach_corpus_free(corpus);
    reads_as("f",
             "<http://e/b> <http://www.w3.org/2000/01/rdf-schema#subClassOf> "
             "<http://e/a#top> .\n",
             "f|http://e/a#top|.|top>b\n");
    reads_as("f",
             "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/"
             "22-rdf-syntax-ns#\" xmlns:s=\"http://www.w3.org/2004/02/skos/"
             "core#\"><s:Concept rdf:about=\"http://e/a\"><s:prefLabel>A"
             "</s:prefLabel><s:narrower rdf:resource=\"http://e/b\"/>"
             "</s:Concept></rdf:RDF>",
             "f|http://e/a|.|A>b\n");
    refuse("f.ttl", "@prefix s: <x#> .\ns:a s:b \"cut", 2, 0, "not right");
}

static void test_rdf_oddities(void **state)
{
    (void)state;
    heard told = {0};
    pleach_listener listener = {.warn = hear, .context = &told};
    pleach_read_options options = {.listener = &listener};
    pleach_corpus *corpus = read_text_with(
        "f.ttl",
        "@prefix s: <http://www.w3.org/2004/02/skos/core#> .\n"
        "<http://e/a> s:prefLabel \"B2\"@en, \"A1\"@en ; s:broader "
        "<http://e/b> "
        ".\n<http://e/b> s:prefLabel \"B\" ; s:broader <http://e/a> .\n"
        "<http://e/c> s:prefLabel \"C\" ; s:broader <http://e/a>, "
        "<http://e/b> .\n",
        &options);
    assert_int_equal(corpus->facts.circles, 1);
    assert_int_equal(corpus->facts.odd_labels, 1);
    assert_int_equal(corpus->facts.extra_parents, 1);
    assert_int_equal(told.warnings, 3);
    has_alts(corpus, "A1", "B2;");
    pleach_corpus_free(corpus);
}

/* `before`, so many letters, `behind`, in memory that ends there. */
static char *with_letters(const char *before, size_t letters,
                          const char *behind)
{
    size_t head = strlen(before), tail = strlen(behind);
    char *text = malloc(head + letters + tail + 1);
    assert_non_null(text);
    memcpy(text, before, head);
    memset(text + head, 'q', letters);
    memcpy(text + head + letters, behind, tail + 1);
    return text;
}

/* A tag of 255 bytes is read, one more is refused at its line. */
static void tag_ends_at_255(const char *before, const char *behind,
                            uint64_t line, uint64_t column)
{
    char *text = with_letters(before, 255, behind);
    reads_as("f", text, "f|http://e/a|.|A>b\n");
    free(text);
    for (size_t letters = 256; letters < 1100; letters += 211) {
        text = with_letters(before, letters, behind);
        refuse("f", text, line, column,
               "language tag is longer than 255 bytes");
        free(text);
    }
}

#define XML_HEAD                                                               \
    "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" "      \
    "xmlns:s=\"http://www.w3.org/2004/02/skos/core#\">\n"
#define XML_TAIL                                                               \
    "A</s:prefLabel><s:narrower rdf:resource=\"http://e/b\"/></s:Concept>"     \
    "</rdf:RDF>\n"
#define LABEL "<http://e/a> <http://www.w3.org/2004/02/skos/core#prefLabel> "
#define BROADER                                                                \
    "<http://e/b> <http://www.w3.org/2004/02/skos/core#broader> <http://e/a> " \
    ".\n"

static void test_long_tags(void **state)
{
    (void)state;
    tag_ends_at_255(BROADER LABEL "\"A\"@", " .\n", 2, sizeof LABEL "\"A\"");
    tag_ends_at_255("@prefix s: <http://www.w3.org/2004/02/skos/core#> .\n"
                    "<http://e/a> s:prefLabel '''A''' # a tag:\n@",
                    " ; s:narrower <http://e/b> .\n", 3, 1);
    tag_ends_at_255(XML_HEAD "<s:Concept rdf:about=\"http://e/a\">\n"
                             "<s:prefLabel xml:lang=\"",
                    "\">" XML_TAIL, 3, 14);
    tag_ends_at_255(XML_HEAD "<s:Concept rdf:about=\"http://e/a\" xml:lang=\n'",
                    "'><s:prefLabel>" XML_TAIL, 2, 35);
    tag_ends_at_255("<!DOCTYPE r [<!ENTITY l '",
                    "'>]>\n" XML_HEAD "<s:Concept rdf:about=\"http://e/a\">\n"
                    "<s:prefLabel xml:lang=\"&l;\">" XML_TAIL,
                    4, 14);
}

/* What only looks like a tag is text. */
static void test_no_tags(void **state)
{
    (void)state;
    /* In a string it is none, but nobody writes such words. */
    char *text = with_letters(LABEL "\"x\\\"@", 300, "@q\"@en .\n" BROADER);
    refuse("f.ttl", text, 1, strcspn(text, "@") + 1, "255 bytes");
    free(text);
    text = with_letters(XML_HEAD "<!-- xml:lang=\"", 300,
                        "\" --><s:Concept rdf:about=\"http://e/a\">"
                        "<s:prefLabel xml:lang=\"en\">" XML_TAIL);
    reads_as("f", text, "f|http://e/a|.|A>b\n");
    free(text);
}
#endif

#ifdef PLEACH_HAS_XML
/* Browsers leave open what each link is in. */
static void test_many_bookmarks(void **state)
{
    enum { LINKS = 1000, LINK = 40 };
    char *text = malloc(LINKS * LINK + 400);
    size_t length;
    (void)state;
    assert_non_null(text);
    length = (size_t)sprintf(text, "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n"
                                   "<H1>All</H1>\n<DL><p>\n<DT><H3>First</H3>\n"
                                   "<DL><p>\n");
    for (int k = 0; k < LINKS; k++)
        length +=
            (size_t)sprintf(text + length, "<DT><A HREF=\"ftp://x\">7</A>\n");
    sprintf(text + length, "</DL><p>\n<DT><H4>Second</H4>\n<DL><p>\n"
                           "<DT><H3>Third &amp; <b>last</b></H3>\n<DL><p>\n"
                           "</DL><p>\n</DL><p>\n</DL><p>\n");
    reads_as("f", text,
             "f|f:2|.|All>First,Second~\nf|f:2|1|Second~>Third & last\n");
    free(text);
}

static void test_xml(void **state)
{
    (void)state;
    reads_as("f",
             "<?xml version=\"1.0\"?><opml><body><outline text=\"Animals\">"
             "<outline text=\"Dogs\"/><outline text=\"Cats\"><outline "
             "text=\"Tabby\"/></outline></outline></body></opml>",
             ANIMALS("f"));
    reads_as("f",
             "<opml><body><outline text=\"A &amp; B\"><outline text=\"&#67; "
             "&lt;D&gt;\" category=\"x&#38;y,z\"/></outline></body></opml>",
             "f|f:1|.|A & B[x&y:1 z:1]>C <D>[x&y:1 z:1]\n");
    static const char bookmarks[] =
        "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<H1>Bookmarks Menu</H1>\n"
        "<DL><p>\n<DT><H3 PERSONAL_TOOLBAR_FOLDER=\"true\">Bar</H3>\n<DL><p>\n"
        "<DT><H3>Food</H3>\n<DL><p>\n<DT><A HREF=\"https://www.b.org/x\" "
        "TAGS=\"oven\">Bread</A>\n<DT><H3>Cakes</H3>\n<DL><p>\n</DL><p>\n"
        "</DL><p>\n</DL><p>\n<DT><H3>News</H3><DL><p></DL><p>\n</DL>\n";
    reads_as(
        "f", bookmarks,
        "f|f:2|.|Bookmarks[b.org:1 b.org/x:1 bread:1 oven:1]>Food~[b.org:1 "
        "b.org/x:1 bread:1 oven:1],News\nf|f:2|0|Food~[b.org:1 b.org/x:1 "
        "bread:1 oven:1]>Cakes\n");
    /* Cut behind a list that is closed. */
    refuse_bytes("f", bookmarks,
                 (size_t)(strstr(bookmarks, "</DL>") - bookmarks) + 6,
                 PLEACH_BAD_DATA, 11, 7, "closed");
    /* A link and a heading that nobody ended. */
    reads_as("f",
             "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<H1>All</H1>\n<DL><p>\n"
             "<DT><H3>One</H3>\n<DL><p>\n<DT><A HREF=\"ftp://x\">7\n"
             "<DT><H3>Two</H3>\n<DL><p>\n</DL><p>\n</DL><p>\n"
             "<DT><H3>Three\n<DL><p>\n<DT><A HREF=\"ftp://x\">7</A>\n"
             "</DL><p>\n</DL><p>\n",
             "f|f:2|.|All>One~,Three\nf|f:2|0|One~>Two\n");
    reads_as("f.opml",
             "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><opml><body>"
             "<outline text=\"K\xC3\xBC\"><outline text=\"b\"/></outline>"
             "</body></opml>",
             "f.opml|f.opml:1|.|K\xC3\xBC>b\n");
    /* Safari has no list around all. */
    reads_as("f",
             "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<H1>Bookmarks</H1>\n"
             "<DT><H3 FOLDED>Pets</H3>\n<DL><p>\n<DT><H3>Dogs</H3>\n<DL><p>\n"
             "</DL><p>\n</DL><p>\n",
             "f|f:2|.|Bookmarks>Pets~\nf|f:2|0|Pets~>Dogs\n");
    refuse_bytes("f", bookmarks, 230, PLEACH_BAD_DATA, 10, 6, "closed");
    refuse("f.opml", "<opml><body><outline text=\"a\">", 2, 0, "not XML");
    refuse("f.opml",
           "<!DOCTYPE opml [<!ENTITY a SYSTEM \"file:///etc/passwd\">]>"
           "<opml><body><outline text=\"a\">&a;</outline></body></opml>",
           0, 0, "entities");
    refuse("f", "<html><p>a > b</p></html>", 1, 0, "neither OPML");
}
#endif

/* What none of these is, is refused. */
static void test_unknown(void **state)
{
    (void)state;
    refuse("f", "(Dogs,(Tabby:0.1)'Cats':2)Animals;\n", 1, 0, "Newick");
    static const char *const texts[] = {
        "Dear all, good news.\nWe met, and it went well.\n",
        "int main(void)\n{\n    return 0;\n}\n",
        "dogs\ncats\nbirds\n",
        "https://a.org/x/y\nhttps://b.org/z\n",
        "<svg><g/></svg>",
        "%PDF-1.4\n1 0 obj\n",
        "flowchart LR\n  A[x] --> B[y]\n",
        "mindmap\n  root\n    a\n",
        "digraph G {\n a -> b\n}\n",
        "graph [\n  node [ id 1 ]\n  node [ id 2 ]\n]\n",
        "def f(x):\n    if x:\n        return 1\n    return 0\n",
        "SELECT a, b FROM t;\nINSERT INTO t VALUES (1, 2);\n",
        "From: a@b.c\nTo: d@e.f\n\nHello\n",
    };
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
        refuse("f.txt", texts[k], 1, 0, "Known are jsonl");
#ifdef PLEACH_HAS_XLSX
    refuse_bytes("f", "PK\x03\x04\0\0", 6, PLEACH_BAD_DATA, 0, 0,
                 "spreadsheet is damaged");
#endif
}

static void test_bad_outlines(void **state)
{
    (void)state;
    refuse("f", "a\n\tb\n    c\n", 3, 1, "tabs");
    refuse("f", "a\n    b\n  c\n", 3, 3, "like none before");
    refuse("f.obo", "[Term]\nid\n", 2, 1, "neither");
    shown deep = {NULL, 0};
    for (int k = 0; k < 65; k++) {
        for (int blanks = 0; blanks < k; blanks++)
            show_text(&deep, " ");
        show_text(&deep, "x\n");
    }
    refuse("f", deep.text, 65, 0, "deeper than 64");
    free(deep.text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_outlines),
        cmocka_unit_test(test_answers),
        cmocka_unit_test(test_letters),
        cmocka_unit_test(test_records),
        cmocka_unit_test(test_blocks),
        cmocka_unit_test(test_nested),
        cmocka_unit_test(test_cut),
        cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_linked_lists),
        cmocka_unit_test(test_empty_lists),
        cmocka_unit_test(test_heads),
        cmocka_unit_test(test_listed_ids),
        cmocka_unit_test(test_jsonld),
        cmocka_unit_test(test_jsonld_refused),
#ifdef PLEACH_HAS_YAML
        cmocka_unit_test(test_yaml),
#endif
        cmocka_unit_test(test_tables),
        cmocka_unit_test(test_callers_columns),
        cmocka_unit_test(test_codes),
        cmocka_unit_test(test_titles),
        cmocka_unit_test(test_lists_of_paths),
        cmocka_unit_test(test_ids_of_nobody),
        cmocka_unit_test(test_exports),
        cmocka_unit_test(test_refused_tables),
        cmocka_unit_test(test_obo),
        cmocka_unit_test(test_numbers_that_lead_nowhere),
        cmocka_unit_test(test_alts),
        cmocka_unit_test(test_alts_of_edges),
#ifdef PLEACH_HAS_RDF
        cmocka_unit_test(test_rdf),
        cmocka_unit_test(test_rdf_oddities),
        cmocka_unit_test(test_long_tags),
        cmocka_unit_test(test_no_tags),
#endif
#ifdef PLEACH_HAS_XML
        cmocka_unit_test(test_many_bookmarks),
        cmocka_unit_test(test_xml),
#endif
        cmocka_unit_test(test_unknown),
        cmocka_unit_test(test_bad_outlines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
