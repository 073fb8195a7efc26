/* SPDX-License-Identifier: GPL-3.0-or-later */
/* abandoned.c - what is cleared of a fix that a person gives up */
#include "device/move/unfinished/abandoned.h"

#include "device/move/unfinished/unfinished.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"

void abandoned_finish(struct abandoned *abandoned)
{
    write_plan_finish(&abandoned->cleared);
    lines_finish(&abandoned->words);
}

/* An intact journal is completed or taken back. */
static bool abandoned_names(const struct abandoned *abandoned,
                            const struct fix_place_found *found, struct err *err)
{
    uint64_t start = fix_found_lost(found);

    for (size_t i = 0; start && i < abandoned->start_count; i++)
        if (abandoned->starts[i] == start)
            return true;
    if (start && abandoned->start_count)
        return err_refuse(
            err, REFUSAL_FIX_NOT_GIVEN_UP,
            _("--lose does not name the unfinished fix of this disk: its "
              "journal begins at sector %1$llu, so that is --lose=@%1$llu."),
            (ull)start);
    return unfinished_refuse(found, err);
}

static bool clear(struct write_plan *plan, const struct reader *now, uint64_t lba,
                  uint64_t count, struct err *err)
{
    size_t bytes = (size_t)(count * plan->logical);
    CLEANUP(freep) uint8_t *before = xmalloc(bytes);

    if (!reader_read(now, lba * plan->logical, before, bytes))
        return err_set(err, ERR_IO, _("Sector %llu cannot be read."), (ull)lba);
    plan->writes = xrealloc(plan->writes, plan->count + 1, sizeof(*plan->writes));
    plan->writes[plan->count++] = (struct write){ .lba = lba,
                                                  .count = count,
                                                  .what = WRITE_CLEARED,
                                                  .is_flushed = true,
                                                  .before = TAKE(before),
                                                  .after = xcalloc(bytes, 1) };
    return true;
}

/* The newer head, before the older one, before guards. */
static bool clear_found(struct abandoned *abandoned, const struct reader *now,
                        const struct fix_place_found *found, struct err *err)
{
    const struct record_place *place = &found->head.place;
    CLEANUP(freep)
    char *words = xasprintf(_("The unfinished fix whose journal begins at sector %llu is "
                              "given up: alidade cannot put together any more what it "
                              "has moved partly."),
                            (ull)fix_found_lost(found));

    if (lines_index(&abandoned->words, words) == abandoned->words.count)
        lines_add(&abandoned->words, "%s", words);
    abandoned->cleared.logical = found->logical;
    if (!found->has_head)
        return clear(&abandoned->cleared, now, found->guard_lba, found->guard_count, err);
    uint64_t slot = found->head.sequence % 2 * place->block / place->logical;
    return clear(&abandoned->cleared, now, place->start + slot, 1, err);
}

bool abandoned_find(struct store *store, const struct layout *layout,
                    struct abandoned *abandoned, struct err *err)
{
    CLEANUP(freep) struct fix_place_found *found = xcalloc(1, sizeof(*found));
    struct write_plan *plan = &abandoned->cleared;
    struct reader disk = store_reader(store);
    struct sys sys = sys_of_machine();

    for (;;) {
        struct write_plan_view view;
        struct reader now = write_plan_reader(&view, &disk, plan, plan->count);
        CLEANUP(store_closep)
        struct store *rest = store_of_reader(store_path(store), &now);
        if (!fix_on_layout(&sys, rest, layout, plan->count, found))
            return true;
        if (!abandoned_names(abandoned, found, err) ||
            !clear_found(abandoned, &now, found, err))
            return false;
    }
}
