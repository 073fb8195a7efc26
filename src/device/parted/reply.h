/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reply.h - what the child that runs libparted has said */
#ifndef ALIDADE_DEVICE_PARTED_REPLY_H
#define ALIDADE_DEVICE_PARTED_REPLY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "device/parted/read.h"

enum parted_status {
    PARTED_READ,     /* label and parts are what libparted made of the table */
    PARTED_NO_LABEL, /* it recognised nothing */
    PARTED_REFUSED,  /* it recognised label and would not open it: text says why */
    PARTED_CRASHED,  /* it died on this table */
    PARTED_TIMEOUT,  /* it did not end: 3 s of CPU or 20 s in all */
    PARTED_MISSING,  /* it could not be asked: no library, no /proc, no process, or no
                      * shadow within 20 s */
};

struct parted_reply {
    enum parted_status status;
    char label[32];
    char version[32];
    char text[512]; /* first exception, in one line, safe to print; empty: none */
    char last[512]; /* the last one, the same way */
    struct parted_part *parts; /* in order of the disk; owned */
    size_t count;
    bool is_made;    /* parted_edit(): the change is in the shadow */
    uint32_t skills; /* enum parted_skill */
    uint32_t stuck;  /* the number it could not give; 0: something else */
    bool has_hole;   /* not all could be read: what libparted says of it is a guess */
    uint64_t hole;   /* byte */
};

/* Reads the COUNT bytes SAID by a child that ENDED so (waitpid()).  PATH is the
 * disk's: it takes the place of the shadow's in what libparted says. */
void parted_reply_read(struct parted_reply *ret, const char *path, const uint8_t *said,
                       size_t count, int ended);
void parted_reply_finish(struct parted_reply *reply); /* accepts a zeroed one */

#endif
