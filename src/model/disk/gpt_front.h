/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gpt_front.h - what lies in front of the first partition and is in the way of a GPT */
#ifndef ALIDADE_MODEL_DISK_GPT_FRONT_H
#define ALIDADE_MODEL_DISK_GPT_FRONT_H

#include <stdint.h>

#define GPT_FRONT_NAME 96

/* Sectors behind LBA 0 that are not zero and not of the present table, such as those of a
 * boot loader: all of them lie in [start, end).  Nothing is known of LIMIT and what is
 * behind it.  Zero-initialised: nothing is in the way. */
struct gpt_front {
    uint64_t start, end;
    uint64_t limit;
    char name[GPT_FRONT_NAME]; /* of the first one, translated; empty: unknown */
};

#endif
