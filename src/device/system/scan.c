/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scan.c - probes the contents of extents on a worker thread */
#include "device/system/scan.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "device/io/background.h"
#include "device/io/file.h"
#include "device/io/store.h"
#include "device/system/boot_gap.h"
#include "device/system/emptiness.h"
#include "device/system/signature.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/found/front.h"

struct scan {
    int fd;      /* a descriptor of its own */
    int pipe[2]; /* the worker writes, the main loop polls */
    uint64_t logical;
    bool is_sampling;
    struct extent *extents; /* copies, so that the worker shares no layout */
    size_t extent_count;
    struct gap_range gap;
    struct layout *layout; /* a copy of its own, for the front; NULL: it is not read */
    pthread_t thread;
    atomic_bool is_cancelled;

    pthread_mutex_t lock; /* guards the members below */
    struct scan_result *results;
    size_t result_count;
    struct boot_gap found;
    struct gpt_front front;
    bool is_done;
    bool is_left; /* the worker frees the scan */
};

/* A plain mutex held for a few lines: neither call can fail. */
static void scan_lock(struct scan *scan)
{
    (void)pthread_mutex_lock(&scan->lock);
}

static void scan_unlock(struct scan *scan)
{
    (void)pthread_mutex_unlock(&scan->lock);
}

/* Wakes the main loop; if the pipe is full, it is already awake. */
static void wake(const struct scan *scan)
{
    (void)!write(scan->pipe[1], "", 1);
}

static void scan_publish(struct scan *scan, uint32_t id, const struct content *content)
{
    scan_lock(scan);
    scan->results =
        xrealloc(scan->results, scan->result_count + 1, sizeof(*scan->results));
    scan->results[scan->result_count++] = (struct scan_result){ id, *content };
    scan_unlock(scan);
    wake(scan);
}

/* Frees everything except the thread. */
static void scan_release(struct scan *scan)
{
    for (size_t i = 0; i < ARRAY_SIZE(scan->pipe); i++)
        if (scan->pipe[i] >= 0)
            (void)close(scan->pipe[i]); /* the bytes in it are not needed */
    if (scan->fd >= 0)
        (void)close(scan->fd);                /* only read from */
    (void)pthread_mutex_destroy(&scan->lock); /* no thread holds it any more */
    layout_unref(scan->layout);
    free(scan->extents);
    free(scan->results);
    free(scan);
}

/* A content of which only a backup superblock is left keeps the type that this
 * determined. */
static struct content scan_probe(int fd, uint64_t logical, const struct extent *extent)
{
    struct content content = signature_probe(fd, logical, extent);
    bool has_backup = extent->fault == FAULT_NO_ENTRY && extent->content.type[0];

    return has_backup && content.state == CONTENT_NONE ? extent->content : content;
}

static struct content scan_extent(const struct scan *scan, const struct extent *extent)
{
    struct content content = extent->content;

    if (!scan->is_sampling)
        return scan_probe(scan->fd, scan->logical, extent);
    content.zeros = emptiness_sample(scan->fd, scan->logical, extent);
    return content;
}

static void scan_before_first(struct scan *scan)
{
    static const struct loss_accepted nothing;
    CLEANUP(store_closep) struct store *store = store_of_fd("", scan->fd, ERR_IGNORED);

    if (!store)
        return;
    struct reader reader = store_reader(store);
    struct boot_gap found = boot_gap_read(store, scan->gap);
    struct gpt_front front = front_find(&reader, scan->layout, &nothing);
    scan_lock(scan);
    scan->found = found;
    scan->front = front;
    scan_unlock(scan);
}

static void *scan_work(void *context)
{
    struct scan *scan = context;

    if (scan->layout)
        scan_before_first(scan);
    for (size_t i = 0; i < scan->extent_count && !atomic_load(&scan->is_cancelled); i++) {
        struct content content = scan_extent(scan, &scan->extents[i]);
        scan_publish(scan, scan->extents[i].id, &content);
    }
    scan_lock(scan);
    scan->is_done = true;
    bool is_left = scan->is_left;
    scan_unlock(scan);
    if (is_left)
        scan_release(scan);
    else
        wake(scan);
    return NULL;
}

static bool scan_is_unread(const struct content *content)
{
    return content->state == CONTENT_NONE && content->zeros == ZEROS_NOT_READ;
}

/* Returns the part of a damaged entry that is on the disk. */
static struct extent clip_to_disk(const struct layout *layout,
                                  const struct extent *extent)
{
    uint64_t size = layout_limits(layout)->size;
    struct extent found = *extent;

    if (found.start < size && extent_end(extent) > size)
        found.length = size - found.start;
    return found;
}

static void scan_add_extent(struct scan *scan, const struct layout *layout,
                            const struct extent *extent)
{
    if (!extent || !signature_is_wanted(extent) ||
        (scan->is_sampling && !scan_is_unread(&extent->content)))
        return;
    scan->extents =
        xrealloc(scan->extents, scan->extent_count + 1, sizeof(*scan->extents));
    scan->extents[scan->extent_count++] = clip_to_disk(layout, extent);
}

static struct layout *copy_layout(const struct layout *layout)
{
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(layout);

    layout_builder_set_other(builder, NULL);
    return layout_builder_refinish(builder);
}

static struct scan *scan_start_thread(int fd, const struct layout *layout,
                                      const uint32_t *ids, size_t count, bool is_sampling,
                                      struct err *err)
{
    struct scan *scan = xcalloc(1, sizeof(*scan));
    int error = 0;

    scan->is_sampling = is_sampling;
    if (!is_sampling) {
        scan->gap = boot_gap_range(layout);
        scan->layout = copy_layout(layout);
    }
    scan->pipe[0] = scan->pipe[1] = -1;
    (void)pthread_mutex_init(&scan->lock, NULL); /* cannot fail with these arguments */
    scan->logical = layout_limits(layout)->logical;
    for (size_t i = 0; i < (ids ? count : layout_count(layout)); i++)
        scan_add_extent(scan, layout,
                        ids ? layout_find(layout, ids[i]) : layout_at(layout, i));
    /* libblkid seeks, and a duplicate would share its file position with FD; the store
     * itself never seeks. */
    scan->fd = file_reopen(fd);
    if (scan->fd < 0 || pipe2(scan->pipe, O_CLOEXEC | O_NONBLOCK))
        error = errno;
    if (!error)
        error = background_create(&scan->thread, scan_work, scan);
    if (error) {
        scan_release(scan);
        (void)err_set(err, ERR_UNREADABLE, _("Cannot look into the partitions: %s."),
                      strerror(error));
        return NULL;
    }
    return scan;
}

struct scan *scan_start(int fd, const struct layout *layout, const uint32_t *ids,
                        size_t count, struct err *err)
{
    return scan_start_thread(fd, layout, ids, count, false, err);
}

struct scan *scan_start_samples(int fd, const struct layout *layout, const uint32_t *ids,
                                size_t count, struct err *err)
{
    return scan_start_thread(fd, layout, ids, count, true, err);
}

int scan_fd(const struct scan *scan)
{
    return scan->pipe[0];
}

size_t scan_take(struct scan *scan, struct scan_result **ret, bool *ret_is_done)
{
    char drained[64];

    /* The pipe is drained before the results are taken, so that later results wake the
     * loop again.  The end is reported together with the results: a separate query could
     * miss it after draining. */
    while (read(scan->pipe[0], drained, sizeof(drained)) > 0)
        ;
    scan_lock(scan);
    *ret = TAKE(scan->results);
    *ret_is_done = scan->is_done;
    size_t count = scan->result_count;
    scan->result_count = 0;
    scan_unlock(scan);
    return count;
}

void scan_before(struct scan *scan, struct boot_gap *ret_gap, struct gpt_front *ret_front)
{
    scan_lock(scan);
    *ret_gap = scan->found;
    *ret_front = scan->front;
    scan_unlock(scan);
}

void scan_cancel(struct scan *scan)
{
    atomic_store(&scan->is_cancelled, true);
}

void scan_free(struct scan *scan)
{
    if (!scan)
        return;
    scan_cancel(scan);
    (void)pthread_join(scan->thread, NULL); /* our thread, joined only once */
    scan_release(scan);
}

void scan_leave(struct scan *scan)
{
    pthread_t thread = scan->thread;

    scan_cancel(scan);
    scan_lock(scan);
    scan->is_left = !scan->is_done;
    bool is_left = scan->is_left;
    scan_unlock(scan);
    if (is_left)
        (void)pthread_detach(thread); /* not joined before */
    else
        scan_free(scan);
}

struct layout *scan_merge(const struct layout *layout, const struct scan_result *results,
                          size_t count)
{
    if (!count)
        return layout_ref(layout);
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(layout);

    for (size_t i = 0; i < count; i++) {
        struct extent *extent = layout_builder_find(builder, results[i].id);
        if (extent)
            extent->content = results[i].content;
    }
    return layout_builder_refinish(builder);
}

/* Adds contents to the other copy of a GPT that differs.  LAYOUT is not consumed. */
static struct layout *scan_other_copy(int fd, const struct layout *layout)
{
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(layout);
    CLEANUP(layout_unrefp)
    struct layout *other =
        layout_other(layout) ? scan_all(fd, layout_other(layout)) : NULL;

    layout_builder_set_other(builder, other);
    return layout_builder_refinish(builder);
}

struct layout *scan_all(int fd, const struct layout *layout)
{
    size_t room = layout_count(layout);
    CLEANUP(freep) struct scan_result *results = xcalloc(room, sizeof(*results));
    size_t count = 0;

    for (size_t i = 0; i < room; i++) {
        const struct extent *extent = layout_at(layout, i);
        if (!signature_is_wanted(extent))
            continue;
        struct extent found = clip_to_disk(layout, extent);
        results[count].id = extent->id;
        results[count++].content = scan_probe(fd, layout_limits(layout)->logical, &found);
    }
    CLEANUP(layout_unrefp) struct layout *known = scan_merge(layout, results, count);
    return scan_other_copy(fd, known);
}
