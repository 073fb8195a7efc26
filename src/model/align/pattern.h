/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pattern.h - the layout detective: who made a table like this, and when */
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
    uint64_t proof[PATTERN_PROOF_MAX]; /* LBAs that show it, the first ones; rising */
    size_t proof_count;
};

/* The pattern behind the starts of LAYOUT's partitions, the most telling one where
 * several fit.  False, with *ret untouched, where none is recognised.  Starts on the
 * grain are another tool's and contradict nothing. */
bool pattern_find(const struct layout *layout, struct pattern *ret);
/* The sentence with the sectors that show it; free(). */
char *pattern_words(const struct pattern *pattern);

#endif
