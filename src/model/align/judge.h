/* SPDX-License-Identifier: GPL-3.0-or-later */
/* judge.h - whether an extent is aligned, to what, and why not */
#ifndef ALIDADE_MODEL_ALIGN_JUDGE_H
#define ALIDADE_MODEL_ALIGN_JUDGE_H

#include <stdbool.h>
#include <stdint.h>

#include "model/disk/layout.h"

enum grade {
    GRADE_GRAIN,    /* on the grain */
    GRADE_PHYSICAL, /* on the physical grid only */
    GRADE_OFF,      /* misaligned */
    GRADE_HARMLESS, /* not judged; the reason is an enum harmless */
    GRADE_COUNT,
};

enum harmless {
    HARMLESS_NO, /* it is judged */
    HARMLESS_FREE,
    HARMLESS_METADATA,
    HARMLESS_EXTENDED,
    HARMLESS_BIOS_BOOT,
    HARMLESS_MSR, /* Microsoft reserved */
    HARMLESS_RAW, /* BSD raw partition */
    HARMLESS_UNUSED,
    HARMLESS_IN_IMAGE,      /* entry in the MBR of a live ISO, inside its image */
    HARMLESS_KEPT,          /* EXTENT_KEPT */
    HARMLESS_OTHER_SECTORS, /* the table was written for another sector size */
    HARMLESS_PLACE_UNKNOWN, /* where the device lies on a disk is not known */
    HARMLESS_DAMAGED,       /* a damaged entry, or the space that it claims */
    HARMLESS_COUNT,
};

struct verdict {
    enum grade grade;
    enum harmless harmless;
    uint64_t past_bytes;        /* distance from the physical grid to the start, 0..P-1 */
    uint64_t end_past_bytes;    /* length past a multiple of P: 0..P-1 */
    bool is_end_harmful;        /* the end cuts a 4096-byte sector of LUKS2 */
    uint64_t inside_past_bytes; /* the same for the first data inside; 0 if not judged */
    bool has_inside;            /* the first data inside is judged */
    bool has_small_blocks;      /* its blocks are below P: no start helps single ones */
};

/* Grades the first data inside if its offset counts, else the start: off if it is not
 * on the physical grid, (start * L + data offset - A) mod P != 0. */
struct verdict judge_extent(const struct layout *layout, const struct extent *extent);

/* Returns the offset in bytes of the first data inside EXTENT if it counts for verdict
 * and suggestions; 0 if it is unknown or its blocks are smaller than a physical sector:
 * where these lie is no reason to move anything. */
uint64_t judge_data_offset(const struct layout *layout, const struct extent *extent);

/* True if VERDICT counts as off: misaligned, or with an end that is harmful. */
bool judge_is_off(const struct verdict *verdict);

struct judge_summary {
    unsigned judged;
    unsigned off;
    unsigned below_grain; /* judged, not off, not on the grain */
    bool is_assumed;      /* P is assumed */
};
struct judge_summary judge_all(const struct layout *layout);

/* Returns a stable id: "grain", "physical", "off", "harmless". */
const char *judge_grade_id(enum grade grade);
/* Returns why EXTENT has this verdict: a sentence on the start, and others on the inside,
 * small blocks and the end if they matter; translated; free(). */
char *judge_reason(const struct layout *layout, const struct extent *extent,
                   const struct verdict *verdict);
/* Returns the text of the column Verdict: "ok 1M", "ok 4K", "! +7 s", "! inside" if only
 * the inside is off, "! end +3" if only the end is and that is harmful, "-"; translated;
 * free(). */
char *judge_word(const struct layout *layout, const struct verdict *verdict);

#endif
