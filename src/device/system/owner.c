/* SPDX-License-Identifier: GPL-3.0-or-later */
/* owner.c - who owns the sectors of an opened disk that are about to be written */
#include "device/system/owner.h"

#include "device/io/file.h"
#include "device/system/whole.h"
#include "model/base/mem.h"
#include "model/found/owner.h"

struct sparse {
    struct reader disk;
    int fd; /* of a file; -1: its holes are not known */
};

static bool read_sparse(void *context, uint64_t offset, void *buf, size_t count)
{
    const struct sparse *sparse = context;

    return (sparse->fd >= 0 && !file_read_sparse(sparse->fd, offset, buf, count)) ||
           reader_read(&sparse->disk, offset, buf, count);
}

void owner_find_foreign(struct store *store, const struct layout *layout,
                        const struct owner_range *ranges, size_t count,
                        struct owner_runs *ret)
{
    struct sparse sparse = { store_reader(store),
                             store_is_block(store) ? -1 : store_fd(store) };
    struct reader disk = { read_sparse, &sparse, sparse.disk.size };
    CLEANUP(freep)
    struct known_range *known = xcalloc(WHOLE_KNOWN_MAX, sizeof(*known));
    CLEANUP(owner_freep) struct owner *owner = owner_new(&disk, layout);
    size_t known_count = count ? whole_known(&sparse.disk, layout, known) : 0;
    owner_set_known(owner, known, known_count);

    for (size_t i = 0; i < count; i++) {
        CLEANUP(owner_runs_finish) struct owner_runs runs = { 0 };
        owner_find(owner, ranges[i].start, ranges[i].length, &runs);
        owner_runs_add_foreign(ret, &runs);
    }
}
