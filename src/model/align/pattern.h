/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pattern.h - which tools make tables like this one, and when */
#ifndef ALIDADE_MODEL_ALIGN_PATTERN_H
#define ALIDADE_MODEL_ALIGN_PATTERN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/disk/layout.h"

#define PATTERN_PROOF_MAX 8

struct pattern {
    const char *id;   /* stable, for JSON: "cylinder-16065" */
    const char *text; /* one translated sentence with makers and years; static */
    uint64_t proof[PATTERN_PROOF_MAX]; /* the first LBAs that match, ascending */
    size_t proof_count;
};

/* Returns the pattern of the partitions' starts, the most specific one if several match;
 * false if none does.  Starts on the grain contradict no pattern: another tool may have
 * added them. */
bool pattern_find(const struct layout *layout, struct pattern *ret);
/* Returns the sentence with the sectors that match; free(). */
char *pattern_words(const struct pattern *pattern);

#endif
