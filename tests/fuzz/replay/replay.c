/* replay.c: gives every file of a folder to the fuzz target that its name
 * begins with (rdf-turtle: rdf), or to the one named, without a fuzzer; so what
 * once broke a target is tried by each run of the tests, and what a campaign
 * learnt under valgrind. */
/* SPDX-License-Identifier: MIT */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Written when the build is configured: TARGET(name) for each fuzz target. */
#define TARGET(name) int fuzz_##name(const uint8_t *bytes, size_t size);
#include "replay_targets.inc"
#undef TARGET

static const struct {
    const char *name;
    int (*run)(const uint8_t *bytes, size_t size);
} targets[] = {
#define TARGET(name) {#name, fuzz_##name},
#include "replay_targets.inc"
#undef TARGET
};
enum { TARGETS = sizeof targets / sizeof *targets, MOST = 1 << 20 };

static size_t target_of(const char *file)
{
    size_t length = strcspn(file, "-"), k = 0;
    while (k < TARGETS && (strlen(targets[k].name) != length ||
                           strncmp(targets[k].name, file, length) != 0))
        k++;
    return k;
}

/* As large as its content, so that reading beyond it is found. */
static void replay(size_t target, const char *folder, const char *file)
{
    static uint8_t bytes[MOST];
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, file);
    FILE *from = fopen(path, "rb");
    if (from == NULL) {
        perror(path);
        exit(1);
    }
    size_t size = fread(bytes, 1, sizeof bytes, from);
    fclose(from);
    uint8_t *exact = malloc(size > 0 ? size : 1);
    if (exact == NULL)
        exit(1);
    memcpy(exact, bytes, size);
    printf("%s\n", file);
    fflush(stdout); /* should it break, this is the one */
    targets[target].run(exact, size);
    free(exact);
}

int main(int count, char **words)
{
    int tried[TARGETS] = {0}, without = 0;
    const char *only = count == 3 ? words[2] : NULL;
    DIR *folder = count == 2 || count == 3 ? opendir(words[1]) : NULL;
    if (folder == NULL) {
        fputs("replay FOLDER [TARGET]: the files of fuzz targets\n", stderr);
        return 2;
    }
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        size_t target = target_of(only != NULL ? only : entry->d_name);
        if (entry->d_name[0] == '.')
            continue;
        if (target == TARGETS) {
            printf("%s begins with the name of no target.\n", entry->d_name);
            return 1;
        }
        replay(target, words[1], entry->d_name);
        tried[target]++;
    }
    closedir(folder);
    for (size_t k = 0; k < TARGETS && only == NULL; k++)
        if (tried[k] == 0) {
            printf("%s has no file to begin with.\n", targets[k].name);
            without++;
        }
    return without > 0;
}
