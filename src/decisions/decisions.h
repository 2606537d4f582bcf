/* decisions.h: what somebody decided, as read from their file. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_DECISIONS_H
#define PL_DECISIONS_H

#include "base/memory.h"
#include "pleach_curate.h"

/* What A, B or P of a decision names: nodes of a name, those of them that
 * somebody has below another name, or where it could be one, a node: by its
 * place, or else by the names above it and its own. */
typedef struct pl_operand {
    const char *name;   /* without quotes */
    const char *parent; /* "bird under pet": pet; NULL: wherever they are */
    const char *id;     /* "ID:PATH": if there is such a hierarchy; or NULL */
    const char *path;
    const char *source; /* "SOURCE: A > B": if it has such a node; or NULL */
    const char *names;
    const char *last; /* the last of them */
} pl_operand;

struct pleach_decisions {
    pl_arena *arena;
    const char *file; /* what messages call it */
    size_t count;
    pleach_decision *items;
    pl_operand (*operand)[2]; /* per decision: of a and of b */
};

/* What a decision says, for messages: same "Birds" "Vögel". Cut to `room`. */
void pl_decision_text(const pleach_decision *decision, char *to, size_t room);

/* Whether a kind of decision has a B, which for a name is no operand. */
bool pl_decision_takes_two(pleach_decision_kind kind);

#endif
