/* SPDX-License-Identifier: GPL-3.0-or-later */
/* limits.h - the I/O limits of a disk: what is used, and where each value came from */
#ifndef ALIDADE_MODEL_DISK_LIMITS_H
#define ALIDADE_MODEL_DISK_LIMITS_H

#include <stdbool.h>
#include <stdint.h>

#include "model/base/align.h"
#include "model/base/err.h"

enum limit_source {
    SOURCE_DEFAULT,  /* nothing is known: the rule's own value */
    SOURCE_ASSUMED,  /* reported as 512, judged as 4096 */
    SOURCE_REPORTED, /* the kernel or libblkid says so */
    SOURCE_MEASURED, /* a probe found it */
    SOURCE_GIVEN,    /* the person said so */
    SOURCE_COUNT,
};

/* What was refused or ignored, as a set of bits in limits.notes. */
enum limit_note {
    LIMIT_PHYSICAL_ABSURD = 1 << 0, /* reported physical sector is no power of two >= L */
    LIMIT_OFFSET_ABSURD = 1 << 1,   /* reported offset is negative, >= P or not of L */
    LIMIT_OPTIMAL_ABSURD = 1 << 2,  /* 65535 sectors, no multiple of P, or over 64 MiB */
    LIMIT_MEASURED_ABSURD = 1 << 3, /* measured values that cannot be on this disk */
    LIMIT_SIZE_CUT = 1 << 4,        /* the size in bytes is no multiple of L */
    LIMIT_NOTE_COUNT = 5,
};

/* What the kernel, libblkid or an image file says; all bytes, 0 or -1 where unknown. */
struct limits_reported {
    uint64_t size_bytes;
    uint64_t logical;         /* 0: not known (an image file) */
    uint64_t physical;        /* 0: not known */
    uint64_t minimum_io;      /* 0: not known */
    uint64_t optimal_io;      /* 0: not known or none */
    int64_t alignment_offset; /* the kernel's own -1 means inconsistent */
    bool has_alignment_offset;
};

/* What a probe found by the clock; zero-initialised: nothing. */
struct limits_measured {
    uint64_t physical;         /* bytes; 0: not found */
    uint64_t alignment_offset; /* bytes, < physical; belongs to it alone */
    uint64_t step; /* reads across its multiples take longer: for the grain; 0: none */
};

/* What the person gave on the command line or in the details; 0 = not given. */
struct limits_given {
    uint64_t logical;
    uint64_t physical;
    uint64_t grain;
    uint64_t alignment_offset;
    bool has_alignment_offset;
    struct limits_measured measured; /* no wish, but what a probe of this session found */
};

/* All in bytes but size.  Invariants: logical and physical are powers of two,
 * physical >= logical, alignment_offset < physical and a multiple of logical,
 * grain a multiple of physical (of logical if given so). */
struct limits {
    uint64_t size;    /* logical sectors */
    uint64_t logical; /* L */
    enum limit_source logical_source;
    uint64_t physical;          /* P, the one that judges */
    uint64_t physical_reported; /* Pr; logical where nothing was reported */
    enum limit_source physical_source;
    uint64_t alignment_offset;   /* A */
    uint64_t alignment_reported; /* 0 where nothing sane was */
    enum limit_source alignment_source;
    uint64_t minimum_io; /* shown, never judges; 0: not known */
    uint64_t optimal_io; /* as reported; 0: none */
    bool optimal_accepted;
    uint64_t grain;
    enum limit_source grain_source;
    unsigned notes; /* enum limit_note */
};

/* The rules of which value counts.  Fails (ERR_UNREADABLE) for a size that is 0 or no
 * multiple of the logical sector, (ERR_USAGE) for a given value that cannot be. */
bool limits_settle(const struct limits_reported *reported,
                   const struct limits_given *given, struct limits *ret,
                   struct err *err) MUST_USE;

/* The physical grid and the grain as sets of LBAs. */
struct alignment limits_physical_grid(const struct limits *limits);
struct alignment limits_grain_grid(const struct limits *limits);

/* The field's word: "512n", "512e", "4Kn", "512?" (reports 512, not verified), or "" for
 * a pair of sizes that has none. */
const char *limits_kind(const struct limits *limits);

/* Stable word of a source for JSON: "given", "measured", ... */
const char *limits_source_id(enum limit_source source);
/* The same, translated. */
const char *limits_source_name(enum limit_source source);
/* Stable id and translated sentence of one note bit (0 <= index < LIMIT_NOTE_COUNT). */
const char *limits_note_id(unsigned index);
const char *limits_note_text(unsigned index);

#endif
