/* SPDX-License-Identifier: GPL-3.0-or-later */
/* empty.c - partitions that are empty, or called empty, before a change is rehearsed */
#include "ui/cli/empty.h"

#include <stdio.h>
#include <unistd.h>

#include "device/io/clock.h"
#include "device/io/store.h"
#include "device/system/emptiness.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/size.h"
#include "model/edit/queue.h"

#define TELL_MS 500

bool empty_call(struct change *change, const struct cli_options *options, struct err *err)
{
    for (size_t i = 0; i < options->empty.count; i++) {
        const struct extent *extent =
            layout_find_number(queue_base(change->queue), options->empty.at[i]);
        if (!extent)
            return err_set(err, ERR_USAGE, _("There is no partition %1$u on %2$s."),
                           options->empty.at[i], change->path);
        struct edit edit = { .kind = EDIT_CALL_EMPTY, .id = extent->id };
        if (!queue_push(change->queue, &edit, err))
            return false;
    }
    return true;
}

/* True if a partition has the same start and is at least as long. */
static bool is_kept(const struct layout *preview, const struct extent *was)
{
    LAYOUT_EACH (extent, preview)
        if (extent_holds_data(extent) && extent->start == was->start &&
            extent->length >= was->length)
            return true;
    return false;
}

static bool is_given_up(const struct cli_options *options, unsigned number)
{
    for (size_t i = 0; i < options->lose.number_count; i++)
        if (options->lose.numbers[i] == number)
            return true;
    return options->lose.is_all;
}

/* The ids of partitions that PREVIEW does not keep and that may be empty; free(). */
static uint32_t *list_open(const struct layout *base, const struct layout *preview,
                           const struct cli_options *options, size_t *ret_count)
{
    uint32_t *ids = xcalloc(layout_count(base), sizeof(*ids));

    *ret_count = 0;
    LAYOUT_EACH (extent, base)
        if (extent_holds_data(extent) && emptiness_is_open(extent) &&
            !is_given_up(options, extent->number) && !is_kept(preview, extent))
            ids[(*ret_count)++] = extent->id;
    return ids;
}

struct progress {
    uint32_t id; /* of the extent that was reported last; 0: none yet */
    uint64_t told_ms;
    bool is_terminal;
};

/* Prints a line for each partition, on a terminal with its progress. */
static bool print_progress(void *context, const struct extent *extent,
                           const struct emptiness_news *news)
{
    struct progress *progress = context;
    bool is_new = progress->id != extent->id;
    uint64_t now = clock_ms(), percent;
    char size[SIZE_TEXT];

    if (!is_new && !news->is_done &&
        (!progress->is_terminal || now - progress->told_ms < TELL_MS))
        return true;
    percent = news->total_bytes ? num_scale(news->done_bytes, 100, news->total_bytes) : 0;
    (void)size_format(news->total_bytes, SIZE_IEC, 0, size); /* fills SIZE */
    if (progress->is_terminal || is_new)
        fprintf(stderr, _("Partition %1$u has no signature: reading it (%2$s)"),
                extent->number, size);
    if (progress->is_terminal)
        fprintf(stderr, " %u %%\r", (unsigned)percent);
    if (progress->is_terminal ? news->is_done : is_new)
        fputc('\n', stderr);
    progress->id = extent->id;
    progress->told_ms = now;
    return true;
}

/* Before a question only samples are read: a complete read takes too long. */
static bool reads_all(const struct cli_options *options)
{
    return options->is_agreed && !options->is_dry_run && !options->is_read_only;
}

bool empty_settle(struct change *change, const struct layout *preview,
                  const struct cli_options *options, struct err *err)
{
    struct progress progress = { .is_terminal = isatty(STDERR_FILENO) };
    struct emptiness_watch watch = { print_progress, &progress };
    struct layout *settled;
    size_t count;

    if (change->queue)
        command_disk_replace(&change->disk, queue_base_called_empty(change->queue));
    CLEANUP(freep)
    uint32_t *ids = list_open(change->disk.info.layout, preview, options, &count);
    if (!count)
        return true;
    CLEANUP(store_closep) struct store *store = store_open(change->path, err);
    if (!store)
        return false;
    settled =
        reads_all(options)
            ? emptiness_settle(store, change->disk.info.layout, ids, count, &watch, err)
            : emptiness_sample_all(store, change->disk.info.layout, ids, count);
    if (settled)
        command_disk_replace(&change->disk, settled);
    return settled;
}
