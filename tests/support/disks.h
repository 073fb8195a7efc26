/* SPDX-License-Identifier: GPL-3.0-or-later */
/* disks.h - the example disks that all tests share, as layouts */
#ifndef ALIDADE_TESTS_DISKS_H
#define ALIDADE_TESTS_DISKS_H

#include "model/align/suggest.h"
#include "model/disk/layout.h"

/* What suggestions depend on, with a core image of SECTORS; 0: none. */
#define GRUB_OF(sectors) ((struct suggest_context){ .gap = { (sectors), (sectors) } })

#define GAP_OF(sectors) ((struct boot_gap){ (sectors), (sectors) })

/* One entry of a table to be built.  Metadata at both ends, ids and parents are found by
 * the builder: a logical lies in the last container before it and is named by the last
 * EBR before it, a slice lies in the last partition before it. */
struct disks_part {
    enum extent_kind kind;
    unsigned number;
    uint64_t start;
    uint64_t length;
    enum inside_kind inside;
    const char *type;   /* NULL: what fits the label */
    const char *volume; /* volume label, NULL: none */
    char letter;
    enum extent_role role;
    bool is_bootable;
};

struct disks_spec {
    uint64_t size;    /* sectors */
    uint64_t logical; /* bytes; 0 = 512 */
    enum label_kind label;
    struct limits_reported said; /* size, and a logical of 0, are filled in */
    struct limits_given given;
    const struct disks_part *parts;
    size_t count;
};

/* A new layout of SPEC; ends the program with a sentence where it cannot be. */
struct layout *disks_build(const struct disks_spec *spec);

/* A content as the decoders describe a usual one of this kind, UUID included. */
struct content disks_content(enum inside_kind kind, const char *volume);

/* An msdos disk of 3 x 2^31 sectors of LOGICAL bytes, one third of which the table cannot
 * address. */
struct layout *disks_beyond(uint64_t logical);

/* A GPT disk of 40 GiB that had 20 GiB, filled by a partition, when its backup was
 * written. */
struct layout *disks_grown(void);

/* The examples, most of them as `alidade demo` makes them.  Each call returns a new
 * layout. */
struct layout *disks_legacy(void); /* WD10EARS: ntfs WINXP, ext4 data, logical swap */
/* The same, with what was measured or given. */
struct layout *disks_legacy_with(const struct limits_given *given);
/* The same in the middle of a move. */
struct layout *disks_moving(void);
struct layout *disks_touching(void); /* 4 GiB, five partitions without a gap */
struct layout *disks_gpt34(void);    /* one ext4 from 34 to the end */
struct layout *disks_aligned(void);  /* GPT, all on 1 MiB */
struct layout *disks_openbsd(void);  /* a BSD label inside a slice at 63 */
/* The same, with its last partition on the physical grid: no shift aligns them all. */
struct layout *disks_openbsd_uneven(void);
struct layout *disks_4kn(void);    /* 4096-byte logical sectors, GPT */
struct layout *disks_raid(void);   /* 3 TB, GPT, four partitions cut at 8/258/1458 GB */
struct layout *disks_jumper(void); /* alignment offset 3584, one partition at 63 */
/* The same drive where it admits nothing and a probe has found it out. */
struct layout *disks_half_free(void); /* GPT of 20 GiB, one partition in half of it */
struct layout *disks_found_out(void);

#endif
