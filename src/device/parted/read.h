/* SPDX-License-Identifier: GPL-3.0-or-later */
/* read.h - reads the shadow with libparted, in the child process, and sends records */
#ifndef ALIDADE_DEVICE_PARTED_READ_H
#define ALIDADE_DEVICE_PARTED_READ_H

#include <stdbool.h>
#include <stdint.h>

/* Descriptors of the child; 0 to 2 are empty, all others are closed. */
enum {
    PARTED_SHADOW_FD = 3,
    PARTED_PIPE_FD = 4, /* a socket */
};
/* Address space of the child in bytes.  It inherits up to about 250 MiB (arenas of
 * threads, buffers of a move); the largest GPT that alidade edits adds 12 MiB. */
#define PARTED_MEMORY_MAX (UINT64_C(512) << 20)
/* The part of it for one entry array of a GPT, of which libparted has several. */
#define PARTED_ARRAY_MAX (PARTED_MEMORY_MAX / 8)

enum parted_record_kind {
    PARTED_VERSION, /* text: libparted's version */
    PARTED_ABSENT,  /* text: the reason why libparted is not available, untranslated */
    PARTED_OBJECTS, /* uint32_t, enum parted_objection: the class of an exception */
    PARTED_LABEL,   /* text: the label that the probe recognized */
    PARTED_OPENED,  /* no payload: the table was read */
    PARTED_PART,    /* struct parted_part */
    PARTED_DONE,    /* no payload: the reply is complete */
    PARTED_HOLE,    /* uint64_t: the first byte that could not be read */
    PARTED_STUCK,   /* uint32_t: number of the partition that could not be made */
    PARTED_MADE,    /* uint32_t, enum parted_skill: the change is in the shadow */
};

/* Header of a record; SIZE bytes of payload follow.  Both ends are the same program, so
 * byte order does not matter. */
struct parted_record {
    uint32_t kind;
    uint32_t size;
};

enum parted_part_kind {
    PARTED_PART_NORMAL,
    PARTED_PART_EXTENDED,
    PARTED_PART_LOGICAL,
    PARTED_PART_METADATA, /* sectors that libparted reserves for the label */
};

struct parted_part {
    uint64_t start;
    uint64_t length;
    uint32_t kind;   /* enum parted_part_kind */
    uint32_t number; /* 0 for metadata */
    bool is_bootable;
    char name[128];
    char type[40]; /* as extent.type; empty: not supported by this libparted */
};

/* How exceptions are answered.  Never FIX, which writes, nor RETRY, which may loop
 * forever. */
enum parted_answer {
    PARTED_CANCEL,       /* CANCEL if offered, else IGNORE, else UNHANDLED */
    PARTED_TAKE_DAMAGED, /* OK if offered: opens the table from the valid copy */
    PARTED_IGNORE,       /* IGNORE if offered: opens the table despite errors */
};

struct parted_how {
    uint64_t sectors; /* size of the disk */
    uint64_t logical; /* bytes per sector */
    enum parted_answer answer;
    unsigned heads; /* geometry to use, with track; 0: libparted's own */
    unsigned track; /* sectors per track */
    bool has_hole;  /* reading failed at byte HOLE; zeros replace the rest */
    uint64_t hole;
};

/* Runs in the child, which is single-threaded and has its limits set, and sends records
 * until the table is read.  libparted is loaded here and not at program start,
 * because it may be missing. */
void parted_read(const struct parted_how *how);
/* Sends only PARTED_VERSION or PARTED_ABSENT. */
void parted_send_version(void);

#endif
