/* SPDX-License-Identifier: GPL-3.0-or-later */
/* read.h - the child's side: libparted reads the shadow and tells it in records */
#ifndef ALIDADE_DEVICE_PARTED_READ_H
#define ALIDADE_DEVICE_PARTED_READ_H

#include <stdbool.h>
#include <stdint.h>

/* Where the child finds what it may use; it has no other descriptor but /dev/null. */
enum {
    PARTED_SHADOW_FD = 3,
    PARTED_PIPE_FD = 4,
};
#define PARTED_SHADOW_PATH "/proc/self/fd/3"

enum parted_record_kind {
    PARTED_VERSION, /* text: libparted's own version */
    PARTED_ABSENT,  /* text: why libparted could not be asked, untranslated */
    PARTED_SAID,    /* text: an exception's message */
    PARTED_LABEL,   /* text: the label that the probe recognised */
    PARTED_OPENED,  /* no payload: the table could be read */
    PARTED_PART,    /* struct parted_part */
    PARTED_DONE,    /* no payload: nothing was cut short */
    PARTED_HOLE,    /* uint64_t: the first byte that could not be copied */
    PARTED_STUCK,   /* uint32_t: the number that it could not give to a partition */
    PARTED_MADE,    /* uint32_t, enum parted_skill: the change is in the shadow */
};

/* Each record is this, then SIZE bytes.  Both ends are one program: no byte order. */
struct parted_record {
    uint32_t kind;
    uint32_t size;
};

enum parted_part_kind {
    PARTED_PART_NORMAL,
    PARTED_PART_EXTENDED,
    PARTED_PART_LOGICAL,
    PARTED_PART_METADATA, /* what libparted itself keeps for the label */
};

struct parted_part {
    uint64_t start;
    uint64_t length;
    uint32_t kind;   /* enum parted_part_kind */
    uint32_t number; /* 0 for metadata */
    bool is_bootable;
    char name[128];
    char type[40]; /* as extent.type; empty: this libparted does not tell it */
};

/* What libparted hears when it asks; never FIX, which writes, and never RETRY, which may
 * go on for ever. */
enum parted_answer {
    PARTED_CANCEL,       /* the least: CANCEL, else IGNORE, else nothing */
    PARTED_TAKE_DAMAGED, /* OK where offered: open from the good copy */
    PARTED_IGNORE,       /* IGNORE where offered: open all the same */
};

struct parted_how {
    uint64_t sectors; /* of the disk */
    uint64_t logical; /* bytes of one */
    enum parted_answer answer;
    unsigned heads; /* with track: the geometry to assume; 0: libparted's own */
    unsigned track; /* sectors of a track */
    bool has_hole;  /* the disk could not be read from byte HOLE on: zeros are there */
    uint64_t hole;
};

/* Runs in the child, single-threaded, with its limits set.  Loads libparted here and not
 * at the start of the program: its constructors cost every start 2 ms, run a shell, and
 * crash where there is none.  Ends when all is told. */
void parted_read(const struct parted_how *how);
/* Only PARTED_VERSION or PARTED_ABSENT. */
void parted_tell_version(void);

#endif
