/* word_users.c: sorts words by owner, and looks them up. */
/* SPDX-License-Identifier: MIT */
#include "same/word_users.h"

#include "base/order.h"

/* Of a label's owners so many are asked, and of its words. */
enum { MOST_OWNERS = 64, MOST_WORDS = 8 };

static uint64_t count_uses(const pl_label_words *words, const pl_uses *owners,
                           uint32_t labels, uint64_t *uses)
{
    uint64_t count = 0;
    for (uint32_t x = 0; x < labels; x++)
        for (uint64_t o = owners->first[x]; o < owners->first[x + 1]; o++)
            for (uint64_t w = words->first[x]; w < words->first[x + 1]; w++) {
                if (uses != NULL)
                    uses[count] =
                        (uint64_t)owners->user[o] << 32 | words->word[w];
                count++;
            }
    return count;
}

bool pl_word_users_make(pl_word_users *users, pl_arena *arena,
                        const pl_label_words *words, const pl_uses *owners,
                        uint32_t labels)
{
    uint64_t count = count_uses(words, owners, labels, NULL);
    *users = (pl_word_users){.words = words, .owners = owners};
    users->uses = PL_ARENA_ARRAY(arena, uint64_t, count);
    if (users->uses == NULL)
        return false;
    (void)count_uses(words, owners, labels, users->uses);
    pl_sort_uint64(users->uses, count);
    for (uint64_t k = 0; k < count; k++)
        if (k == 0 || users->uses[k] != users->uses[k - 1])
            users->uses[users->count++] = users->uses[k];
    return true;
}

/* The words that only `a` has, at most MOST_WORDS. */
static uint32_t list_own(const pl_label_words *words, uint32_t a, uint32_t b,
                         uint32_t own[MOST_WORDS])
{
    uint32_t count = 0;
    for (uint64_t k = words->first[a];
         k < words->first[a + 1] && count < MOST_WORDS; k++)
        if (!pl_label_has_word(words, b, words->word[k]))
            own[count++] = words->word[k];
    return count;
}

/* The share of b's owners who use all words that only `a` has. */
static double share_known(const pl_word_users *users, uint32_t a, uint32_t b)
{
    uint32_t own[MOST_WORDS], count = list_own(users->words, a, b, own);
    uint64_t from = users->owners->first[b], to = users->owners->first[b + 1];
    uint64_t asked = to - from < MOST_OWNERS ? to - from : MOST_OWNERS;
    double know = 0;
    for (uint64_t o = from; o < from + asked && count > 0; o++) {
        uint64_t who = (uint64_t)users->owners->user[o] << 32;
        bool all = true;
        for (uint32_t k = 0; k < count && all; k++)
            all = pl_has_uint64(users->uses, users->count, who | own[k]);
        know += all;
    }
    return asked > 0 ? know / (double)asked : 0;
}

double pl_words_known(const pl_word_users *users, uint32_t a, uint32_t b)
{
    double one = share_known(users, a, b);
    return one > 0 ? one * share_known(users, b, a) : 0;
}
