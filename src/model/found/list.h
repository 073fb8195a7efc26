/* SPDX-License-Identifier: GPL-3.0-or-later */
/* list.h - what was found on a disk: how it lies to the table and to each other */
#ifndef ALIDADE_MODEL_FOUND_LIST_H
#define ALIDADE_MODEL_FOUND_LIST_H

#include "model/found/sweep.h"

struct found_item {
    struct found_content found;
    struct content content; /* according to libblkid and the decoders */
    size_t outer;           /* 1 + index of the content that it lies in; 0: none */
    bool is_copy;           /* of the superblock of that one */
    unsigned partition;     /* number of the partition that it lies in; 0: none */
    bool is_overlapping;    /* it and a partition, or another content, overlap */
    bool is_chosen;         /* it can get an entry of its own */
};

/* In the order of the disk.  Zero-initialised: nothing. */
struct found_list {
    struct found_item *at; /* owned */
    size_t count;
    size_t more;         /* signatures that were only counted */
    uint64_t unreadable; /* bytes */
    bool is_stopped;     /* before all was searched */
};

void found_list_finish(struct found_list *list);
struct found_list found_list_copy(const struct found_list *list);

/* The search for all contents that no entry of a table names, as far as they are found
 * without reading all sectors: on a disk whose table names no partition
 * found_search_step(), else lost_find() in each free run and the entries of an older GPT.
 */
struct found_hunt;

/* How much is searched. */
enum found_depth {
    FOUND_QUICK, /* places of lost_find() and found_search_step(): some seconds */
    FOUND_WIDE,  /* the multiples of 1 MiB and cylinders of the first 16 GiB of each free
                  * run, too */
    FOUND_ALL,   /* then all sectors */
};

/* Both must outlive it. */
struct found_hunt *found_hunt_new(const struct reader *disk, const struct layout *layout,
                                  enum found_depth depth);
void found_hunt_free(struct found_hunt *hunt);
/* Looks at the next place; false if there is none. */
bool found_hunt_step(struct found_hunt *hunt);
/* Adds what was found so far. */
void found_hunt_take(const struct found_hunt *hunt, struct found_places *ret);

/* Returns in RET the contents of PLACES that do not begin where a partition of LAYOUT
 * begins.  What lies in a partition or in another content is not chosen, and of those
 * that overlap only the one that is known best.  Contents are not known yet. */
void found_list_judge(const struct found_places *places, const struct layout *layout,
                      struct found_list *ret);
/* Returns "ext4 'photos', 195.3 MiB"; free(). */
char *found_item_words(const struct layout *layout, const struct found_item *item);

/* Returns LAYOUT, which names no partition, with an entry for each item, as
 * found_search_add() does. */
struct layout *found_list_add(const struct found_list *list, struct layout *layout);
/* Returns LAYOUT with a note for each item of LIST that lies in free space. */
struct layout *found_list_note(const struct found_list *list, struct layout *layout);

#endif
