/* SPDX-License-Identifier: GPL-3.0-or-later */
/* limits.h - the I/O limits of a disk, and the source of each */
#ifndef ALIDADE_MODEL_DISK_LIMITS_H
#define ALIDADE_MODEL_DISK_LIMITS_H

#include <stdbool.h>
#include <stdint.h>

#include "model/base/align.h"
#include "model/base/err.h"

enum limit_source {
    SOURCE_DEFAULT,  /* no usable value is known */
    SOURCE_ASSUMED,  /* 512 is reported or nothing is, 4096 is assumed */
    SOURCE_REPORTED, /* by the kernel or libblkid */
    SOURCE_ERASE,    /* reported, as the erase unit of an SD card or eMMC */
    SOURCE_MEASURED, /* by a probe */
    SOURCE_GIVEN,    /* by the user */
    SOURCE_COUNT,
};

/* Values that were ignored or need a word, as a set of bits in limits.notes. */
enum limit_note {
    LIMIT_PHYSICAL_ABSURD = 1 << 0, /* reported physical sector: no power of two >= L */
    LIMIT_OFFSET_ABSURD = 1 << 1,   /* reported offset: < 0, >= P or no multiple of L */
    LIMIT_OPTIMAL_ABSURD = 1 << 2,  /* a multiple of 65535 sectors, no multiple of P, or
                                     * over 64 MiB */
    LIMIT_MEASURED_ABSURD = 1 << 3, /* measured values impossible on this disk */
    LIMIT_SIZE_CUT = 1 << 4,        /* the size in bytes is no multiple of L */
    LIMIT_ERASE_UNIT = 1 << 5,      /* the grain is the erase unit */
    LIMIT_NVME_MINIMUM = 1 << 6,    /* minimum_io is what an NVMe drive prefers */
    LIMIT_NOTE_COUNT = 7,
};

/* Where a device begins on the disk, or in the image file, that its data lies on. */
struct limits_base {
    uint64_t bytes;  /* 0: at its start */
    uint64_t step;   /* known modulo this many bytes, since parts of the device lie in
                      * different places; 0: exactly */
    bool is_unknown; /* neither */
};

/* What is known from the kernel, libblkid or an image file.  All in bytes; 0: unknown. */
struct limits_reported {
    uint64_t size_bytes;
    uint64_t logical; /* 0 for an image file */
    uint64_t physical;
    uint64_t minimum_io;
    uint64_t optimal_io;
    int64_t alignment_offset; /* of the disk below; the kernel's -1: inconsistent */
    bool has_alignment_offset;
    uint64_t erase_unit; /* of SD cards and eMMC */
    struct limits_base base;
};

/* What a probe measured; zero-initialised: nothing. */
struct limits_measured {
    uint64_t physical;         /* bytes; 0: unknown */
    uint64_t alignment_offset; /* bytes, < physical; only valid together with it */
    uint64_t step; /* bytes; reads across its multiples take longer; 0: none */
};

/* What the user gave on the command line or in the details; 0: not given. */
struct limits_given {
    uint64_t logical;
    uint64_t physical;
    uint64_t grain;
    uint64_t alignment_offset;
    bool has_alignment_offset;
    struct limits_measured measured; /* not given, but measured in this session */
};

/* All in bytes except size.  Invariants: logical and physical are powers of two,
 * physical >= logical, alignment_offset < physical and a multiple of logical,
 * grain a multiple of physical (of logical if given so). */
struct limits {
    uint64_t size;    /* logical sectors */
    uint64_t logical; /* L */
    enum limit_source logical_source;
    uint64_t physical;          /* P, for all verdicts */
    uint64_t physical_reported; /* Pr; logical if none was reported */
    enum limit_source physical_source;
    uint64_t alignment_offset;   /* A: the first boundary at or after LBA 0 */
    uint64_t alignment_reported; /* 0 if no valid one was */
    enum limit_source alignment_source;
    uint64_t minimum_io; /* only displayed; 0: unknown */
    uint64_t optimal_io; /* as reported; 0: none */
    bool optimal_accepted;
    uint64_t grain;
    enum limit_source grain_source;
    /* Byte of the disk below where LBA 0 lies; only its remainder counts if the grain is
     * no multiple of the known step.  Boundaries are those of the disk. */
    uint64_t base_bytes;
    bool is_base_unknown; /* then nothing can be judged */
    unsigned notes;       /* enum limit_note */
};

/* Chooses the value of each limit.  What is measured or given is for the device itself:
 * only the reported offset is that of the disk below.  Sets ERR_UNREADABLE if the size is
 * less than a sector or the sector size is invalid, ERR_USAGE if a given value is
 * invalid. */
bool limits_settle(const struct limits_reported *reported,
                   const struct limits_given *given, struct limits *ret,
                   struct err *err) MUST_USE;

/* Return the physical grid and the grain as sets of LBAs. */
struct alignment limits_physical_grid(const struct limits *limits);
struct alignment limits_grain_grid(const struct limits *limits);

/* Returns the usual name of the sector sizes: "512n", "512e", "4Kn", "512?" (512 is
 * reported or nothing is, and 4096 is assumed), or "" for others. */
const char *limits_kind(const struct limits *limits);

/* Returns the stable id for JSON: "given", "measured", ... */
const char *limits_source_id(enum limit_source source);
/* Returns the translated name. */
const char *limits_source_name(enum limit_source source);
/* Return stable id and translated sentence of note bit INDEX < LIMIT_NOTE_COUNT. */
const char *limits_note_id(unsigned index);
const char *limits_note_text(unsigned index);

#endif
