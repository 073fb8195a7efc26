/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unfinished_explain.c - what to do about a disk whose first sector cannot be read */
#include "device/move/unfinished/unfinished_explain.h"

#include "device/move/unfinished/unfinished.h"
#include "device/system/topology.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/shell.h"

static bool is_first_unreadable(struct store *store, const struct limits *limits)
{
    CLEANUP(freep) uint8_t *first = xmalloc((size_t)limits->logical);
    struct reader reader = store_reader(store);

    return !reader_read(&reader, 0, first, (size_t)limits->logical);
}

bool unfinished_lacks_first(const char *path, const struct limits_given *given)
{
    struct limits limits;
    CLEANUP(store_closep) struct store *store = store_open(path, ERR_IGNORED);

    return store && topology_read(store, given, &limits, ERR_IGNORED) &&
           is_first_unreadable(store, &limits);
}

/* A table for sectors of another size cannot be read. */
static bool is_of_other_sectors(const struct sys *sys, struct store *store,
                                const struct limits_given *given, struct err *ret)
{
    CLEANUP(freep) struct fix_place_found *found = xcalloc(1, sizeof(*found));

    return fix_on_disk(sys, store_path(store), given->logical, found) &&
           found->state == FIX_JOURNAL_SECTORS && !fix_found_can_go_on(found, ret);
}

void unfinished_explain(const struct sys *sys, struct store *store,
                        const struct limits_given *given, struct err *err)
{
    struct limits limits;
    struct err found = { 0 };
    uint64_t where;

    if (is_of_other_sectors(sys, store, given, &found))
        *err = found;
    if (err->code != ERR_UNREADABLE || !store_failed(store, &where) ||
        !topology_read(store, given, &limits, ERR_IGNORED) ||
        !is_first_unreadable(store, &limits))
        return;
    CLEANUP(freep) char *path = shell_path(store_path(store));
    *err = (struct err){ 0 };
    if (fix_on_disk(sys, store_path(store), given->logical, NULL))
        (void)err_set(err, ERR_UNREADABLE,
                      _("The first sector of %1$s cannot be read, and a fix of this disk "
                        "has not ended. To write that sector again and go on, run: "
                        "alidade resume %1$s"),
                      path);
    else
        (void)err_set(err, ERR_UNREADABLE,
                      _("The first sector of %1$s cannot be read. If a fix was "
                        "interrupted, run: alidade resume %1$s. If not, and a backup of "
                        "the table is there, 'alidade restore' tells how to write that "
                        "sector again."),
                      path);
}
