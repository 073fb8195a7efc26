/* SPDX-License-Identifier: GPL-3.0-or-later */
/* found_read.c - lists the contents on a disk that no entry of its table names */
#include "device/system/found_read.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "device/io/file.h"
#include "device/system/lost.h"
#include "model/base/mem.h"

struct found_read {
    struct store *store;
    const struct layout *layout;
    struct reader disk;
    int fd;               /* of the store */
    int places_fd;        /* without read-ahead, which each place would cost; -1: none */
    struct reader places; /* the disk, by that */
    enum found_depth depth;
    struct found_hunt *hunt;   /* where tools put contents */
    struct found_sweep *sweep; /* NULL: not begun */
    bool is_complete;
};

static uint64_t next_data(void *context, uint64_t at, uint64_t end)
{
    const int *fd = context;

    return file_next_data(*fd, at, end);
}

static bool found_read_place(void *context, uint64_t offset, void *buf, size_t count)
{
    const struct found_read *read = context;
    uint64_t end = offset + count; /* inside of the disk */

    if (store_is_block(read->store) || file_next_data(read->places_fd, offset, end) < end)
        return !file_read_at(read->places_fd, offset, buf, count);
    memset(buf, 0, count); /* reading a hole would fill the page cache with zeros */
    return true;
}

struct found_read *found_read_new(struct store *store, const struct layout *layout,
                                  enum found_depth depth)
{
    struct found_read *read = xcalloc(1, sizeof(*read));

    read->store = store;
    read->layout = layout;
    read->disk = store_reader(store);
    read->fd = store_fd(store);
    read->depth = depth;
    read->places_fd = read->fd < 0 ? -1 : file_reopen(read->fd);
    read->places = read->places_fd < 0
                       ? read->disk
                       : (struct reader){ found_read_place, read, read->disk.size };
    read->hunt = found_hunt_new(&read->places, layout, depth);
    return read;
}

void found_read_free(struct found_read *read)
{
    if (!read)
        return;
    found_hunt_free(read->hunt);
    if (read->places_fd >= 0)
        (void)close(read->places_fd); /* only read from */
    found_sweep_free(read->sweep);
    free(read);
}

bool found_read_step(struct found_read *read)
{
    bool has_holes = read->fd >= 0 && !store_is_block(read->store);

    if (read->sweep)
        read->is_complete = !found_sweep_step(read->sweep);
    else if (found_hunt_step(read->hunt))
        return true;
    else if (read->depth != FOUND_ALL)
        read->is_complete = true;
    else
        read->sweep = found_sweep_new(&read->disk, read->layout,
                                      has_holes ? next_data : NULL, &read->fd);
    return !read->is_complete;
}

double found_read_share(const struct found_read *read)
{
    if (!read->sweep || !read->disk.size)
        return 0;
    return (double)found_sweep_done(read->sweep) / (double)read->disk.size;
}

void found_read_list(struct found_read *read, struct found_list *ret)
{
    CLEANUP(found_places_finish) struct found_places places = { 0 };

    found_hunt_take(read->hunt, &places);
    if (read->sweep)
        found_sweep_take(read->sweep, &places);
    CLEANUP(layout_unrefp)
    struct layout *probed = lost_layout(read->store, read->layout, &places);
    found_list_judge(&places, read->layout, ret);
    ret->is_stopped = !read->is_complete;
    for (size_t i = 0; i < ret->count; i++) {
        const struct extent *row = found_row(probed, ret->at[i].found.start);
        if (row)
            ret->at[i].content = row->content;
    }
}
