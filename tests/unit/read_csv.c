/* read_csv.c: edge lists in CSV and TSV. */
/* SPDX-License-Identifier: MIT */
#include "corpus_support.h"

static void test_columns(void **state)
{
    (void)state;
    const char *expected = "ann|f.csv:2|.|pet[fur:3 meow:1]>cat[fur:2 meow:1],"
                           "dog[fur:1]\n"
                           "bob|f.csv:4|.|pet>fish\n";
    reads_as("f.csv",
             "owner,parent,child,tags\n"
             "ann,pet,cat,fur:2;meow\n"
             "ann,pet,dog,fur:1\n"
             "bob,pet,fish,\n",
             expected);
    /* Any order, other words, columns that are not ours, any case. */
    reads_as("f.csv",
             "Tags,Item,note,CATEGORY,User\r\n"
             "fur:2;meow,cat,,pet,ann\r\n"
             "fur:1,dog,,pet,ann\r\n"
             ",fish,x,pet,bob\r\n",
             expected);
    reads_as("f.csv", "\n\nann,pet,cat,fur:2\nann,pet,dog\n",
             "ann|f.csv:3|.|pet[fur:2]>cat[fur:2],dog\n");
    reads_as("f.csv", "ann,pet,cat\nann,pet,dog,fur\n",
             "ann|f.csv:1|.|pet[fur:1]>cat,dog[fur:1]\n");
    reads_as("dir/f.csv", "pet,cat\npet,dog",
             "f.csv|dir/f.csv:1|.|pet>cat,dog\n");
    reads_as("f.csv", "id,parent,child\nx7,pet,cat\nx8,pet,dog\n,toy,ball\n",
             "f.csv|f.csv:4|.|toy>ball\nf.csv|x7|.|pet>cat,dog\n");
}

static void test_delimiters(void **state)
{
    (void)state;
    reads_as("f.tsv", "parent\tchild\tuser\npet\ta, b\tann\n",
             "ann|f.tsv:2|.|pet>a, b\n");
    reads_as("f.csv", "ann;pet;cat\n", "ann|f.csv:1|.|pet>cat\n");
    reads_as("f.csv", "ann\tpet\tcat\n", "ann|f.csv:1|.|pet>cat\n");
    /* Without an ending, the content tells. */
    reads_as("f", "ann,pet,cat,fur:2;meow\n",
             "ann|f:1|.|pet[fur:2 meow:1]>cat[fur:2 meow:1]\n");
    reads_as("f", "ann\tpet\tcat\n", "ann|f:1|.|pet>cat\n");
    reads_as("f.csv.gz", "ann,pet,cat\n", "ann|f.csv.gz:1|.|pet>cat\n");
}

static void test_quotes(void **state)
{
    (void)state;
    reads_as("f.csv",
             "\"a, b\",\"say \"\"hi\"\"\",\"two\nlines\"\n"
             "\"a, b\", plain ,\" kept \"\n",
             "a, b|f.csv:1|.|say \"hi\">two lines\n"
             "a, b|f.csv:3|.|plain>kept\n");
    /* In a TSV a quote inside a field is a quote. */
    reads_as("f.tsv", "ann\tpipes\t5\" pipe\n",
             "ann|f.tsv:1|.|pipes>5\" pipe\n");
}

static void test_tags(void **state)
{
    (void)state;
    reads_as("f.csv", "o,p,c,a:b:2; :d ;;x:y;z: 3 ;q:0;:3;Z:1\n",
             "o|f.csv:1|.|p[:3:1 :d:1 a:b:2 x:y:1 z:4]"
             ">c[:3:1 :d:1 a:b:2 x:y:1 z:4]\n");
}

/* Rows apart, lone roots, other owners. */
static void test_groups(void **state)
{
    (void)state;
    reads_as("f.csv",
             "ann,pet,cat\nbob,pet,cat\nann,toy,ball\nann,pet,dog\n"
             "ann,Pet,cow\nann,alone,,t:2\n",
             "ann|f.csv:1|.|pet>cat,dog\n"
             "ann|f.csv:3|.|toy>ball\n"
             "ann|f.csv:5|.|Pet>cow\n"
             "ann|f.csv:6|.|alone[t:2]\n"
             "bob|f.csv:2|.|pet>cat\n");
}

/* The line of the sapling that holds a node. */
static const char *home_of(const pleach_corpus *corpus, uint32_t node)
{
    uint32_t sapling = corpus->node_sapling[node];
    return corpus->hierarchy_id[corpus->sapling_hierarchy[sapling]];
}

static void test_twins(void **state)
{
    (void)state;
    /* pet: one leaf elsewhere. cat: two, so none. self: only below itself.
     * bob's are his own. */
    pleach_corpus *corpus = read_text("f.csv", "id,owner,parent,child\n"
                                               "1,ann,animal,pet\n"
                                               "2,ann,pet,cat\n"
                                               "3,ann,cat,tabby\n"
                                               "4,ann,fur,cat\n"
                                               "5,ann,self,self\n"
                                               "6,bob,cat,pet\n");
    unsigned twins = 0;
    for (uint32_t n = 0; n < corpus->node_count; n++) {
        uint32_t twin = corpus->node_twin[n];
        if (twin == PL_NONE)
            continue;
        twins++;
        assert_int_equal(corpus->node_twin[twin], n);
        assert_int_equal(corpus->node_spelling[n], corpus->node_spelling[twin]);
        assert_int_not_equal(pl_is_root(corpus, n), pl_is_root(corpus, twin));
        assert_string_equal(home_of(corpus, n),
                            pl_is_root(corpus, n) ? "2" : "1");
    }
    assert_int_equal(twins, 2);
    pleach_corpus_free(corpus);
}

static void test_bad_rows(void **state)
{
    (void)state;
    refuse("f.csv", "", 1, 1, "empty");
    refuse("f.csv", "owner,parent,child\n", 1, 1, "empty");
    refuse("f.csv", "one\n", 1, 1, "header");
    refuse("f.csv", "1,2,3,4,5\n", 1, 1, "header");
    refuse("f.csv", "ann,pet,cat\nann,,cat\n", 2, 5, "parent's name");
    refuse("f.csv", "ann,pet,cat\nann,\"  \",cat\n", 2, 5, "parent's name");
    refuse("f.csv", "ann,pet,cat\nann,pet\n", 2, 8, "too few");
    refuse("f.csv", "ann,pet,cat,t\nann,pet,cat,t,x\n", 2, 15, "more fields");
    refuse("f.csv", "ann,pet,cat\nann,pe\"t,cat\n", 2, 7, "quote");
    refuse("f.csv", "ann,pet,cat\nann,\"pet,cat\n\n", 2, 1, "not closed");
    refuse("f.csv", "ann,pet,cat\nann,pet,\"c\nd\",x:-1\n", 3, 4, "negative");
    refuse("f.csv", "ann,pet,cat,x:nan\n", 1, 13, "finite");
    refuse("f.csv", "ann,pet,cat,x:-Inf\n", 1, 13, "finite");
    refuse("f.csv", "ann,pet,cat,x:1e99\n", 1, 13, "finite");
    refuse("f.csv", "ann,pet,c\xFFt\n", 1, 10, "0xFF");
    refuse_bytes("f.csv", "ann,pet,\0\n", 10, PLEACH_BAD_DATA, 1, 9, "NUL");
}

/* A header that is not understood: what may be meant, to be typed as it is. */
static void test_advice(void **state)
{
    (void)state;
    refuse("f.csv", "Category,Make,Type\na,b,c\n", 1, 1,
           "add --columns \"level1=Category,level2=Make,level3=Type\"; ");
    refuse("f.csv", "parent,kid\na,b\n", 1, 1,
           "If they are as here, add --columns \"parent=parent,name=kid\"; ");
    refuse("f.csv", "nr,kid,parent\n1,b,a\n", 1, 1,
           "add --columns \"name=kid,parent=parent\"; ");
    refuse("f.csv", "name,group\na,b\n", 1, 1,
           "add --columns \"name=name,parent=group\"; ");
    refuse("f.csv", "name,parent_id,nr\na,,1\n", 1, 1,
           "add --columns \"name=name,parent_id=parent_id,id=nr\"; ");
    /* What is about something else is no level, and numbers are none. */
    refuse("f.csv", "user,Big make,Make,Price\nann,a,b,1\n", 1, 1,
           "add --columns \"parent=Big make,name=Make,owner=user\"; ");
    /* By number where a name would be taken for another thing. */
    refuse("f.csv", "user,\"a,b\",\"$c\",d,d,7\nann,p,q,r,s,t\n", 1, 1,
           "add --columns \"level1=2,level2=3,level3=d,level4=5,level5=6,"
           "owner=user\"; ");
    refuse("f.csv", "a,b,c,d,e\na,b,c,d,f\n", 1, 1,
           "add --columns \"level1=1,level2=2,level3=3,level4=4,level5=5\"; ");
    refuse("f.csv", "parent_id,kid\n1,a\n", 1, 1,
           "below them, add --columns \"parent=1,name=2\"; ");
    refuse("f.csv", "parent,nr\na,1\n", 1, 1,
           "below them, add --columns \"parent=1,name=2\"; ");
    refuse("f.csv", "kinds\na > b\n", 1, 1,
           "as in A > B, add --columns \"path=1\"; ");
}

/* One row below a header, whatever is between the cells and around them. */
static void reads_levels(const char *header)
{
    static const char separators[] = ",;\t";
    for (const char *at = separators; *at != '\0'; at++)
        for (int way = 0; way < 3; way++) {
            char text[300], *end = text;
            end += sprintf(end, "%s\"", way == 1 ? "\xEF\xBB\xBF" : "");
            for (const char *c = header; *c != '\0'; c++)
                end += *c == ',' ? sprintf(end, "\"%c\"", *at)
                                 : sprintf(end, "%c", *c);
            sprintf(end, "\"%s\"A\"%cB%cC%s", way == 2 ? "\r\n" : "\n", *at,
                    *at, way == 2 ? "\r\n" : "");
            reads_as("f.csv", text,
                     "f.csv|f.csv:2|.|A>B~\nf.csv|f.csv:2|0|B~>C\n");
        }
}

/* No column of names is lost where words for levels stand side by side. */
static void test_spoken_levels(void **state)
{
    (void)state;
    reads_levels("Department,Category,Subcategory");
    reads_levels("Main Category,Category,Subcategory");
    reads_levels("Section,Category,Sub Category");
    reads_levels("Category,Subcategory,Product");
    reads_levels("Category,Subcategory,Product Type");
    reads_levels("Top Category,Sub Category,Product");
    reads_levels("Category,Topic,Subtopic");
    reads_levels("DEPARTMENT, category ,Type");
    reads_levels("Department Name,Category Name,Product Name");
    reads_levels("Group,Family,Class");
    reads_levels("Main,Sub,Leaf");
    reads_levels("Year,Region,City");
    reads_levels("Category,Subcategory,name");
    /* A word that nobody knows says something about what is in a row. */
    reads_as("f.csv", "Category,Subcategory,Notes\nA,B,C\nA,D,E\n",
             "f.csv|f.csv:2|.|A>B,D\n");
    reads_as("f.csv",
             "Department,Category,Subcategory,Product\nA,B,C,D\nA,B,B,A\n",
             "f.csv|f.csv:2|.|A>B~\nf.csv|f.csv:2|0/0|C~>D\n"
             "f.csv|f.csv:2|0/1|B~>A\nf.csv|f.csv:2|0|B~>C~,B~\n");
    /* Numbers are codes, counts or places in a row. */
    reads_as("f.csv", "Category,Subcategory,Order\nA,B,1\nA,C,2\n",
             "f.csv|f.csv:2|.|A>B,C\n");
    reads_as("f.csv", "Department,Class,Category,Type\nA,1,B,C\n",
             "f.csv|f.csv:2|.|A>B~\nf.csv|f.csv:2|0|B~>C\n");
}

/* The words tell where a table begins at its end, or anywhere. */
static void test_order_of_levels(void **state)
{
    (void)state;
    const char *expected = "f.csv|f.csv:2|.|A>B~\nf.csv|f.csv:2|0|B~>C\n";
    reads_as("f.csv", "Product,Subcategory,Category\nC,B,A\n", expected);
    reads_as("f.csv", "Subcategory,Category,Product\nB,A,C\n", expected);
    reads_as("f.csv", "Name,Category,Subcategory\nC,A,B\n", expected);
    reads_as("f.csv", "Subcategory,Category\nB,A\n", "f.csv|f.csv:2|.|A>B\n");
    reads_as("f.csv", "Product,Category\nB,A\n", "f.csv|f.csv:2|.|A>B\n");
    /* Beside names and ids such words are properties. */
    reads_as("f.csv", "name,category,type\nB,A,x\n", "f.csv|f.csv:2|.|A>B\n");
    reads_as("f.csv", "Category,Item,Type\nA,B,x\n", "f.csv|f.csv:2|.|A>B\n");
    reads_as("f.csv",
             "id,Type,name,parent_id,Section,Subsection\n"
             "1,x,A,,y,z\n2,x,B,1,y,z\n",
             "f.csv|1|.|A>B\n");
    /* A category with all that is above it. */
    reads_as("f.csv", "product,category\nC,A > B\n", "f.csv|f.csv:2|.|A>B\n");
}

/* Three columns without a word that is known. */
static void test_bare_tables(void **state)
{
    (void)state;
    /* A header that nobody knows, or none: who can tell? */
    refuse("f.csv",
           "Wing,Shelf,Thing\nGarden,Tools,Rakes\nGarden,Tools,Spades\n"
           "Home,Kitchen,Knives\nHome,Kitchen,Pans\n",
           1, 1, "add --columns \"level1=Wing,level2=Shelf,level3=Thing\"; ");
    refuse("f.csv", "Who,What,Which\na,b,c\na,b,d\ne,b,f\ne,g,h\n", 1, 1,
           "add --columns \"level1=Who,level2=What,level3=Which\"; ");
    refuse("f.csv",
           "Garden,Tools,Rakes\nGarden,Tools,Spades\nHome,Kitchen,Knives\n", 1,
           1, "add --columns \"level1=1,level2=2,level3=3\"; ");
    refuse("f.tsv", "A\tB\tC\tD\nA\tB\tE\tF\nG\tH\tI\tJ\n", 1, 1,
           "level3=3,level4=4\"; ");
    refuse("f.csv", "Wing,Shelf,Thing\n7,b,c\n8,b,d\n", 1, 1, "not known");
    /* Owners are plausible where people share parents or have chains, and of
     * one owner or one row each nothing else is known. */
    reads_as("f.csv", "ann,pet,cat\nann,pet,dog\nbob,Pets,cow\n",
             "ann|f.csv:1|.|pet>cat,dog\nbob|f.csv:3|.|Pets>cow\n");
    reads_as("f.csv", "ann,pet,cat\nann,cat,tabby\nbob,toy,car\n",
             "ann|f.csv:1|.|pet>cat~\nann|f.csv:2|.|cat~>tabby\n"
             "bob|f.csv:3|.|toy>car\n");
    reads_as("f.csv", "ann,pet,cat\nbob,toy,car\n",
             "ann|f.csv:1|.|pet>cat\nbob|f.csv:2|.|toy>car\n");
    reads_as("f.csv", "ann,pet,cat,fur:2\nann,pet,dog\nbob,toy,car\n",
             "ann|f.csv:1|.|pet[fur:2]>cat[fur:2],dog\n"
             "bob|f.csv:3|.|toy>car\n");
}

static void test_skip_bad(void **state)
{
    (void)state;
    const char *text = "ann,pet,cat\nann,,x\nann,pe\"t,y\nann,pet,dog,z:-1\n"
                       "ann,pet,\xFF\nann,pet,cow\n";
    pleach_read_options options = {.skip_bad = true};
    pleach_corpus *corpus = read_text_with("f.csv", text, &options);
    char *seen = show_corpus(corpus);
    assert_string_equal(seen, "ann|f.csv:1|.|pet>cat,cow\n");
    assert_int_equal(corpus->facts.skipped, 4);
    assert_int_equal(pl_strings_count(corpus->tags), 0);
    free(seen);
    pleach_corpus_free(corpus);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_columns),
        cmocka_unit_test(test_delimiters),
        cmocka_unit_test(test_quotes),
        cmocka_unit_test(test_tags),
        cmocka_unit_test(test_groups),
        cmocka_unit_test(test_twins),
        cmocka_unit_test(test_bad_rows),
        cmocka_unit_test(test_advice),
        cmocka_unit_test(test_spoken_levels),
        cmocka_unit_test(test_order_of_levels),
        cmocka_unit_test(test_bare_tables),
        cmocka_unit_test(test_skip_bad),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
