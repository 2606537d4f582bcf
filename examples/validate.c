/* validate.c: how right a forest is where nobody knows what is right.
 *
 *     cc validate.c $(pkg-config --cflags --libs pleach) && ./a.out
 * photos.jsonl
 */
/* SPDX-License-Identifier: MIT */
#include <pleach_lab.h>
#include <stdio.h>

int main(int count, char **arguments)
{
    pleach_corpus *corpus = NULL;
    pleach_validation *validation = NULL;
    pleach_error error = {0};
    pleach_input input = {.name = count > 1 ? arguments[1] : "-"};

    /* Hides a fifth of the people, five times, and grows from the others. */
    bool fine =
        pleach_corpus_read(&corpus, &input, 1, NULL, &error) == PLEACH_OK &&
        pleach_validate(&validation, corpus, NULL, &error) == PLEACH_OK;
    if (fine) {
        const pleach_validation_figures *is =
            pleach_validation_get_figures(validation);
        printf("The forest agrees with %.0f %% of what hidden people said;\n"
               "merging by name and voting, with %.0f %%.\n",
               100 * is->grown_mean.agree, 100 * is->votes_mean.agree);
    } else {
        fprintf(stderr, "%s\n", error.sentence);
    }

    pleach_validation_free(validation);
    pleach_corpus_free(corpus);
    return fine ? 0 : 1;
}
