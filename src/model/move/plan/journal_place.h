/* SPDX-License-Identifier: GPL-3.0-or-later */
/* journal_place.h - where the journal of a move can be, best place first
 *
 * How large it can be, and whether it is on another drive, decides how long a move
 * takes. */
#ifndef ALIDADE_MODEL_MOVE_PLAN_JOURNAL_PLACE_H
#define ALIDADE_MODEL_MOVE_PLAN_JOURNAL_PLACE_H

#include "model/disk/layout.h"
#include "model/disk/owner_run.h"
#include "model/move/plan/move_cost.h"
#include "model/move/plan/write_grid.h"

/* In the order of preference among places where the moves take equally long. */
enum journal_kind {
    JOURNAL_GAP,    /* free space before or between partitions */
    JOURNAL_TAIL,   /* free space behind the last partition */
    JOURNAL_EMPTY,  /* an empty partition */
    JOURNAL_SWAP,   /* a swap partition that is not in use; created again afterwards */
    JOURNAL_DEVICE, /* another device or partition, called empty by the user */
    JOURNAL_FILE,   /* a file on another disk */
    JOURNAL_FRONT,  /* free space in the first MiB: only if it contains zeros */
};

/* A file or device that the user named. */
struct journal_offer {
    const char *path;
    uint64_t bytes;
    bool is_device;
    bool is_on_disk;         /* on the disk whose partitions are moved: not usable */
    bool is_lost_at_reboot;  /* in memory, or on a network: not usable */
    struct move_speed speed; /* of its drive */
    char uuid[40]; /* of its file system or partition, or a serial number; or empty */
};

struct journal_place {
    enum journal_kind kind;
    uint64_t start, length;            /* sectors of the disk; 0: of an offer */
    unsigned number;                   /* of the partition; 0: none */
    const struct journal_offer *offer; /* borrowed; NULL: on the disk itself */
    uint64_t bytes;
    struct move_cost cost; /* of all moves with their journal here */
};

struct journal_places {
    struct journal_place *at; /* owned; NULL: none */
    size_t count;
};

/* Returns the places that are free all the time while BASE becomes TARGET, on the
 * physical grid: outside each old and each new extent and what is between the two, and
 * outside of the ranges OWNED, which no table names, if there is such a place.  Only
 * places with which all moves are possible.  journal_places_finish(). */
struct journal_places journal_places(const struct layout *base,
                                     const struct layout *target,
                                     const struct move_speed *speed,
                                     const struct journal_offer *offers, size_t count,
                                     const struct owner_run *owned, size_t owned_count);
void journal_places_finish(struct journal_places *places);
#define JOURNAL_ANYWHERE UINT64_MAX
/* Returns the place at START, else the one that was named, else the best; borrowed from
 * PLACES; NULL: there is none. */
const struct journal_place *journal_places_choose(const struct journal_places *places,
                                                  uint64_t start);
/* Returns PLACE as move_cost() takes it; borrowed from PLACE. */
struct move_journal journal_of_place(const struct journal_place *place);

/* Returns a stable id for JSON: "gap", "tail", "empty", "swap", "device", "file",
 * "front". */
const char *journal_kind_id(enum journal_kind kind);
/* Returns PLACE in translated words, without its size: "swap partition 5"; free(). */
char *journal_place_words(const struct journal_place *place);

#endif
