/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unfinished_explain.c - what to do about a disk whose first sector cannot be read */
#include "device/move/unfinished/unfinished_explain.h"

#include "device/move/journal/journal_hint.h"
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

/* True if a journal begins at a place that is remembered. A fix that has ended has
 * removed its plan. */
static bool has_remembered(struct store *store, const struct limits *limits)
{
    CLEANUP(freep) struct journal_plan *plan = xcalloc(1, sizeof(*plan));
    CLEANUP(lines_finish) struct lines places = journal_hint_places();
    const struct journal_disk of = { limits->size, limits->logical };
    struct reader disk = store_reader(store);
    size_t next = 0;

    return journal_hint_plan(&places, &disk, &of, &next, plan);
}

void unfinished_explain(const struct sys *sys, struct store *store,
                        const struct limits_given *given, struct err *err)
{
    struct limits limits;
    uint64_t where;

    if (err->code != ERR_UNREADABLE || !store_failed(store, &where) ||
        !topology_read(store, given, &limits, ERR_IGNORED) ||
        !is_first_unreadable(store, &limits))
        return;
    CLEANUP(freep) char *path = shell_path(store_path(store));
    *err = (struct err){ 0 };
    if (has_remembered(store, &limits) || unfinished_is_on(sys, store_path(store)))
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
