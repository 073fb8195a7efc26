/* SPDX-License-Identifier: GPL-3.0-or-later */
/* saved_tables.c - tables of the legacy disk as they were saved before writes */
#include "ui/saved_tables.h"

#include <stdlib.h>

#include "model/base/mem.h"
#include "support/disks.h"
#include "ui/app/app.h"

static const struct {
    const char *file, *when, *problem;
} files[SAVED_COUNT] = {
    [SAVED_NEWEST] = { "sda-20261120-163000.alidade", "2026-11-20 16:30:00", NULL },
    [SAVED_DAMAGED] = { "sda-20261119-090512.alidade", "2026-11-19 09:05:12",
                        "The backup is damaged." },
    [SAVED_MOVED] = { "sda-20260801-120000.alidade", "2026-08-01 12:00:00", NULL },
    [SAVED_NONE] = { "sda-20260801-115900.alidade", "2026-08-01 11:59:00", NULL },
};

static struct layout *edited(bool is_removed)
{
    CLEANUP(layout_unrefp) struct layout *layout = disks_legacy();
    uint32_t id = layout_find_number(layout, 2)->id;
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(layout);

    if (is_removed)
        layout_builder_remove(builder, id);
    else
        layout_builder_find(builder, id)->is_bootable = true;
    return layout_builder_refinish(builder);
}

static struct layout *blank(void)
{
    CLEANUP(layout_unrefp) struct layout *layout = disks_legacy();
    uint64_t size = layout_limits(layout)->size;

    return disks_build(&(struct disks_spec){ .size = size, .label = LABEL_NONE });
}

struct history saved_tables(void)
{
    struct history history = { .count = SAVED_COUNT, .is_one_disk = true };

    history.at = xcalloc(SAVED_COUNT, sizeof(*history.at));
    for (size_t i = 0; i < SAVED_COUNT; i++) {
        struct saved_table *table = &history.at[i];
        table->file = xasprintf("/root/.local/state/alidade/%s", files[i].file);
        copy_text(table->when, sizeof(table->when), files[i].when);
        table->problem = files[i].problem ? xstrdup(files[i].problem) : NULL;
        copy_text(table->head.path, sizeof(table->head.path), "/dev/sda");
    }
    history.at[SAVED_NEWEST].layout = edited(true);
    history.at[SAVED_MOVED].layout = edited(false);
    history.at[SAVED_NONE].layout = blank();
    history_compare(&history);
    return history;
}

void saved_tables_show(struct app *app)
{
    struct event key = { .kind = EVENT_KEY, .key = 'H', .ms = CONSENT_DELAY_MS };
    struct event event = { .kind = EVENT_HISTORY, .history = saved_tables() };

    (void)app_update(app, &key);
    (void)app_update(app, &event);
}
