/* review.c: what a person should look at first in a result.
 *
 *     pleach grow photos.jsonl -o photos.json
 *     cc review.c $(pkg-config --cflags --libs pleach) && ./a.out photos.json
 */
/* SPDX-License-Identifier: MIT */
#include <pleach_curate.h>
#include <stdio.h>

int main(int count, char **arguments)
{
    pleach_taxonomy *taxonomy = NULL;
    pleach_review *review = NULL;
    pleach_error error = {0};
    pleach_input input = {.name = count > 1 ? arguments[1] : "-"};
    pleach_review_options options = {.most = 3};
    size_t asked = 0;

    bool fine =
        pleach_taxonomy_load(&taxonomy, &input, &error) == PLEACH_OK &&
        pleach_review_make(&review, taxonomy, &options, &error) == PLEACH_OK;
    const pleach_question *question =
        fine ? pleach_review_questions(review, &asked) : NULL;
    for (size_t k = 0; k < asked; k++)
        printf("%s\n    yes: %s\n    no:  %s\n", question[k].text,
               question[k].yes, question[k].no);
    if (!fine)
        fprintf(stderr, "%s\n", error.sentence);

    pleach_review_free(review);
    pleach_taxonomy_free(taxonomy);
    return fine ? 0 : 1;
}
