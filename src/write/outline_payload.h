/* outline_payload.h: what the members of clusters carry, each thing once. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_OUTLINE_PAYLOAD_H
#define PL_OUTLINE_PAYLOAD_H

#include "write/outline.h"

/* Fills outline->facts, when all clusters are nodes of it. A value that several
 * members have is one, and so is an item of one address. */
PLEACH_CHECKED pleach_status pl_outline_add_payloads(
    pl_outline *outline, const pleach_taxonomy *taxonomy, pleach_error *error);

#endif
