/* usual_synonyms.c: the dictionary that is used where it is installed. */
/* SPDX-License-Identifier: MIT */
#include <string.h>
#include <sys/stat.h>

#include "corpus/names.h"

/* Debian's wordnet-base. */
static const char USUAL_FOLDER[] = "/usr/share/wordnet";
static const char USUAL_FILE[] = "/usr/share/wordnet/data.noun";

static bool is_installed(void)
{
    struct stat is;
    return stat(USUAL_FILE, &is) == 0 && S_ISREG(is.st_mode);
}

/* Whether the options leave room for it. */
static bool may_add(const pleach_read_options *read,
                    const pleach_affinity_options *affinity)
{
    const char *similarity = affinity->similarity;
    if (read->language != NULL && !pl_is_english(read->language))
        return false;
    return similarity == NULL ? affinity->own == NULL
                              : strcmp(similarity, "auto") == 0;
}

/* A folder that somebody names is not looked at: reading it will tell what is
 * wrong with it. */
const char *pleach_usual_synonyms(const pleach_read_options *read,
                                  const pleach_affinity_options *affinity,
                                  const char *folder)
{
    if (folder == NULL && is_installed())
        folder = USUAL_FOLDER;
    if (folder == NULL || folder[0] == '\0' || !may_add(read, affinity))
        return NULL;
    for (size_t k = 0; k < affinity->synonym_count; k++) {
        const char *given = affinity->synonyms[k];
        if (given != NULL &&
            (strcmp(given, "none") == 0 || strcmp(given, folder) == 0))
            return NULL;
    }
    return folder;
}
