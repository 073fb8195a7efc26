/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report.h - the source of text and JSON reports, and the words that they share */
#ifndef ALIDADE_MODEL_REPORT_REPORT_H
#define ALIDADE_MODEL_REPORT_REPORT_H

#include "model/align/suggest.h"
#include "model/disk/disk_info.h"
#include "model/disk/layout.h"
#include "model/measure/saved_result.h"

/* A disk as it was read; borrowed. */
struct report_disk {
    const struct disk_info *info;     /* its layout is NULL if the disk was not opened */
    struct suggest_context context;   /* of that layout */
    const struct saved_result *saved; /* of bench and probe; NULL: none */
};

/* Returns what suggestions for LAYOUT depend on: GAP, and the default plan on the drive
 * of INFO, of which SAVED, which may be NULL, tells; moves_suggest_finish(). */
struct suggest_context report_context(const struct layout *layout, struct boot_gap gap,
                                      const struct disk_info *info,
                                      const struct saved_result *saved);

/* The grid that `check` requires. */
enum report_need {
    NEED_PHYSICAL,
    NEED_GRAIN, /* also reports what is on the physical grid only */
};

/* Returns how many judged extents miss the grid of NEED. */
unsigned report_short_of(const struct layout *layout, enum report_need need);

/* The text of a column Verdict, translated: judge_word(), or the damage of an entry;
 * free(). */
char *report_verdict(const struct layout *layout, const struct extent *extent);
/* The text of the first column: "1", "1b" with a boot flag, "3e" for a container, "5l"
 * for a logical partition, "a" for a slice, "-" for free space. */
const char *report_row(const struct extent *extent, char buf[16]);

#endif
