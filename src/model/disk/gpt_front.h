/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gpt_front.h - what lies in front of the first partition and is in the way of a GPT */
#ifndef ALIDADE_MODEL_DISK_GPT_FRONT_H
#define ALIDADE_MODEL_DISK_GPT_FRONT_H

#include <stddef.h>
#include <stdint.h>

#define GPT_FRONT_NAME 96
#define GPT_FRONT_RUNS 16

/* Sectors [start, end). */
struct gpt_front_run {
    uint64_t start, end;
    char name[GPT_FRONT_NAME]; /* translated; empty: unknown */
};

/* Sectors behind LBA 0 that are not zero and not of the present table, such as those of a
 * boot loader, ascending; if there are more runs, the last one covers all others. Nothing
 * is known of LIMIT and what is behind it.  Zero-initialised: nothing is in the way. */
struct gpt_front {
    struct gpt_front_run runs[GPT_FRONT_RUNS];
    size_t count;
    uint64_t limit;
};

#endif
