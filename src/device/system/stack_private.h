/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stack_private.h - the walk down a stack of devices, for the files of stack */
#ifndef ALIDADE_DEVICE_SYSTEM_STACK_PRIVATE_H
#define ALIDADE_DEVICE_SYSTEM_STACK_PRIVATE_H

#include "device/system/stack.h"
#include "model/base/str.h"

struct walk {
    const struct sys *sys;
    stack_dm_table *dm_table;
    unsigned depth;
    bool has_arrived;    /* the first part has reached a disk or a file */
    char disk[SYS_NAME]; /* its kernel's name; empty: a file */
    char *shown;         /* its name for people; owned */
    struct limits_base base;
    struct str way; /* names between the device and the disk, of the first part */
    char *why;      /* why the way is not known; owned; NULL: it is */
};

/* Follows NAME down; byte 0 of the device at the top is its byte PLACE, modulo 2^64. */
void walk_follow(struct walk *walk, const char *name, uint64_t place);
/* All places are known modulo BYTES only. */
void walk_step(struct walk *walk, uint64_t bytes);
/* Ends the walk for REASON, half a sentence, and takes it over. */
void walk_fail(struct walk *walk, char *reason);
/* Adds NAME, from which the way leads on, to its words. */
void walk_note(struct walk *walk, const char *name);

/* False if NAME is none of the device mapper, or no array of md. */
bool walk_follow_dm(struct walk *walk, const char *name, uint64_t place);
bool walk_follow_md(struct walk *walk, const char *name, uint64_t place);

#endif
