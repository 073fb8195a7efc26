/* SPDX-License-Identifier: GPL-3.0-or-later */
/* judge.h - is this extent aligned, to what, and why not */
#ifndef ALIDADE_MODEL_ALIGN_JUDGE_H
#define ALIDADE_MODEL_ALIGN_JUDGE_H

#include <stdbool.h>
#include <stdint.h>

#include "model/disk/layout.h"

enum grade {
    GRADE_GRAIN,    /* on the grain */
    GRADE_PHYSICAL, /* on the physical grid only */
    GRADE_OFF,      /* misaligned */
    GRADE_HARMLESS, /* not judged: harmless says why */
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
    HARMLESS_IN_IMAGE, /* named by the MBR of a live-ISO stick: lies inside its image */
    HARMLESS_OTHER_SECTORS, /* the table was written for sectors of another size */
    HARMLESS_DAMAGED,       /* an entry that is damaged, or space that one names */
    HARMLESS_COUNT,
};

struct verdict {
    enum grade grade;
    enum harmless harmless;
    uint64_t past_bytes;        /* the start, past the physical grid: 0..P-1 */
    uint64_t end_past_bytes;    /* length past a multiple of P: 0..P-1 */
    bool is_end_harmful;        /* LUKS2 with 4096-byte sectors and a cut end */
    uint64_t inside_past_bytes; /* first data inside, past the grid; 0 if none known */
    bool has_inside;            /* the content says where its first data lies */
    bool has_small_blocks;      /* off, but blocks under P: moving does not cure */
};

/* The grade of the start joined with what lies inside: off where the first data misses
 * the physical grid, (start * L + data offset - A) mod P != 0. */
struct verdict judge_extent(const struct layout *layout, const struct extent *extent);

struct judge_summary {
    unsigned judged;
    unsigned off;
    unsigned below_grain; /* judged, not off, not on the grain */
    bool is_assumed;      /* P is assumed, not known */
};
struct judge_summary judge_all(const struct layout *layout);

/* Stable ids for JSON: "grain", "physical", "off", "harmless". */
const char *judge_grade_id(enum grade grade);
/* Translated: why EXTENT has this verdict, with its numbers; one sentence for the start,
 * one more each for the inside, small blocks and the end where they matter; free(). */
char *judge_reason(const struct layout *layout, const struct extent *extent,
                   const struct verdict *verdict);
/* What the Verdict column says: "ok 1M", "ok 4K", "! +7 s", "! inside" where only the
 * inside is off, "end +3" where only the end is cut, "! end +3" where that is harmful,
 * "-"; free(). */
char *judge_word(const struct layout *layout, const struct verdict *verdict);

#endif
