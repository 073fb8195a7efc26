/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report.h - what the text and the JSON report are made from */
#ifndef ALIDADE_MODEL_REPORT_REPORT_H
#define ALIDADE_MODEL_REPORT_REPORT_H

#include <stdbool.h>
#include <stdint.h>

#include "model/disk/disk_info.h"
#include "model/disk/layout.h"

/* One disk as it was read; all borrowed. */
struct report_disk {
    const struct disk_info *info; /* its layout is NULL where the disk was not opened */
    uint64_t grub_sectors;        /* a core image in the MBR gap; 0 = none */
};

/* What `check` calls wrong. */
enum report_need {
    NEED_PHYSICAL, /* what is off the physical grid */
    NEED_GRAIN,    /* what is not on the grain too */
};

/* How many judged extents fall short of NEED. */
unsigned report_short_of(const struct layout *layout, enum report_need need);

/* The verdict as a column says it, translated: judge_word(), or what is wrong with a
 * damaged entry; free(). */
char *report_verdict(const struct layout *layout, const struct extent *extent);
/* The first column: "1", "1b" with a boot flag, "3e" a container, "5l" a logical, "a" a
 * slice, "-" free. */
const char *report_row(const struct extent *extent, char buf[16]);

#endif
