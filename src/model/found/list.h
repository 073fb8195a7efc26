/* SPDX-License-Identifier: GPL-3.0-or-later */
/* list.h - what was found on a disk: how it lies to the table and to each other */
#ifndef ALIDADE_MODEL_FOUND_LIST_H
#define ALIDADE_MODEL_FOUND_LIST_H

#include "model/found/sweep.h"

struct found_item {
    struct found_content found;
    struct content content; /* what libblkid and the decoders say of it */
    size_t outer;           /* 1 + index of the content that it lies in; 0: none */
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

/* Adds to RET all contents on the disk that no entry of LAYOUT names, as far as they are
 * found without reading all sectors. */
void found_search_all(const struct reader *disk, const struct layout *layout,
                      struct found_places *ret);
/* Returns in RET the contents of PLACES that do not begin where a partition of LAYOUT
 * begins.  What lies in a partition or in another content is not chosen, and of those
 * that overlap only the one that is known best.  Contents are not known yet. */
void found_list_judge(const struct found_places *places, const struct layout *layout,
                      struct found_list *ret);
/* Returns ITEM as a row of a layout. */
struct extent found_item_extent(const struct found_item *item);

#endif
