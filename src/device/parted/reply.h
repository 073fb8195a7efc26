/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reply.h - the reply of the child that runs libparted */
#ifndef ALIDADE_DEVICE_PARTED_REPLY_H
#define ALIDADE_DEVICE_PARTED_REPLY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "device/parted/objection.h"
#include "device/parted/read.h"

enum parted_status {
    PARTED_READ,     /* label and parts describe the table */
    PARTED_NO_LABEL, /* no label was recognized */
    PARTED_REFUSED,  /* label was recognized but could not be read: see objection */
    PARTED_CRASHED,  /* libparted crashed on this table */
    PARTED_TIMEOUT,  /* libparted exceeded 3 s of CPU time or 20 s */
    PARTED_MEMORY,   /* libparted would need more than it is given */
    PARTED_MISSING,  /* libparted cannot be loaded */
    PARTED_FAILED,   /* no process, no shadow within 20 s, or an incomplete reply */
};

struct parted_reply {
    enum parted_status status;
    char label[32];
    char version[32];
    uint32_t objection;        /* first one, enum parted_objection: of any value */
    uint32_t last_objection;   /* last one, likewise */
    struct parted_part *parts; /* in disk order; owned */
    size_t count;
    bool is_made;    /* parted_edit(): the change is in the shadow */
    uint32_t skills; /* enum parted_skill */
    /* number of the partition that could not be made; 0: another failure */
    uint32_t stuck;
    bool has_hole; /* some bytes could not be read: the table may be incomplete */
    uint64_t hole; /* the first such byte */
};

/* True if the COUNT BYTES have all of a reply whose question is answered. */
bool parted_reply_is_whole(const uint8_t *bytes, size_t count);
/* Decodes the COUNT BYTES sent by a child with the status ENDED (waitpid()). */
void parted_reply_read(struct parted_reply *ret, const uint8_t *bytes, size_t count,
                       int ended);
/* True if libparted found no table that it reads, whatever the reason. */
bool parted_reply_is_refused(const struct parted_reply *reply);
void parted_reply_finish(struct parted_reply *reply); /* accepts a zeroed one */

#endif
