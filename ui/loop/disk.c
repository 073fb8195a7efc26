/* SPDX-License-Identifier: GPL-3.0-or-later */
/* disk.c - the open disk, and the work that examines it in the background */
#include "ui/loop/disk.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "device/io/clock.h"
#include "device/move/unfinished/unfinished.h"
#include "device/move/unfinished/unfinished_explain.h"
#include "device/system/details.h"
#include "device/system/devices.h"
#include "device/system/disk.h"
#include "device/system/guard.h"
#include "device/system/kernel.h"
#include "device/system/signature.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"
#include "model/edit/delta.h"
#include "model/found/list.h"

static void replace(struct layout **layout, struct layout *next)
{
    layout_unref(*layout);
    *layout = next;
}

/* Builds the layout from the base.  Users come after contents: an idle physical volume is
 * recognized by its content. */
static void rebuild(struct loop_disk *disk)
{
    replace(&disk->layout, scan_merge(disk->base, disk->results, disk->result_count));
    if (!disk->is_marked)
        return;
    replace(&disk->layout, guard_mark(&disk->sys, disk->info.path, disk->layout));
    replace(&disk->layout, kernel_note(&disk->sys, disk->info.path, disk->layout));
}

bool loop_disk_wants_look(const struct loop_disk *disk)
{
    return disk->layout && !disk->is_looked && unfinished_has_marks(disk->layout);
}

void loop_disk_look(struct loop_disk *disk)
{
    CLEANUP(layout_unrefp)
    struct layout *noted = unfinished_note(disk->store, layout_ref(disk->layout), true);
    const struct note *note = layout_note_find(noted, NOTE_MOVE_IN_PROGRESS);

    disk->is_looked = true;
    if (!note || layout_note_find(disk->base, note->id))
        return;
    CLEANUP(layout_unrefp) struct layout *before = disk->base;
    disk->base = layout_with_note(before, note->id, "%s", note->text);
    rebuild(disk);
}

/* The results that stay valid when the same disk is opened again: pending edits may rely
 * on them. */
struct findings {
    struct scan_result *results;
    size_t count;
    bool is_marked;
};

/* Takes the results if PATH is the open disk and LAYOUT is its table; else none. */
static struct findings take_findings(struct loop_disk *disk, const char *path,
                                     const struct layout *layout)
{
    struct findings findings = { 0 };

    if (!disk->base || strcmp(disk->info.path, path) != 0 ||
        !delta_is_empty(disk->base, layout))
        return findings;
    findings.count = disk->result_count;
    findings.results = TAKE(disk->results);
    findings.is_marked = disk->is_marked;
    disk->result_count = 0;
    return findings;
}

/* The header shows what would else be found only at the write. */
static void mark_read_only(struct disk_info *info, const char *path, bool is_asked)
{
    bool is_refused = access(path, W_OK) != 0;

    info->is_forbidden =
        !is_asked && is_refused && (errno == EACCES || errno == EPERM) && geteuid();
    info->is_read_only = info->is_read_only || is_asked || is_refused;
}

bool loop_disk_open(struct loop_disk *disk, const char *path,
                    const struct limits_given *given, bool is_read_only, struct err *err)
{
    struct store *store = store_open(path, err);
    struct layout *layout = store ? disk_read_over(store, given, err) : NULL;

    if (store && (!layout || disk_is_broken(layout)))
        unfinished_explain(&disk->sys, store, given, err);
    if (err->code) {
        layout_unref(layout);
        store_close(store);
        return false;
    }
    CLEANUP(freep)
    char *own = xstrdup(path); /* PATH may belong to the disk that is closed */
    struct findings findings = take_findings(disk, own, layout);
    loop_disk_close(disk);
    disk->store = store;
    disk->base = layout;
    disk->is_begun = fix_is_hinted(own, layout);
    disk->results = findings.results;
    disk->result_count = findings.count;
    disk->is_marked = findings.is_marked;
    devices_describe(&disk->sys, own, &disk->info);
    mark_read_only(&disk->info, own, is_read_only);
    rebuild(disk);
    if (loop_disk_wants_look(disk))
        loop_disk_look(disk);
    return true;
}

static void end_scan(struct loop_disk *disk)
{
    if (!disk->scan)
        return;
    scan_leave(disk->scan); /* never waits for a failing disk */
    disk->has_left = true;
    disk->scan = NULL;
}

void loop_disk_close(struct loop_disk *disk)
{
    end_scan(disk);
    loop_found_leave(&disk->found);
    loop_found_leave(&disk->lost);
    opinion_free(disk->opinion);
    disk->opinion = NULL;
    replace(&disk->base, NULL);
    replace(&disk->layout, NULL);
    store_close(disk->store);
    disk->store = NULL;
    free(disk->results);
    disk->results = NULL;
    disk->result_count = 0;
    disk->gap = (struct boot_gap){ 0 };
    disk->is_started = disk->is_marked = disk->is_hunted = disk->is_looked = false;
    disk->is_sampling = disk->wants_samples = disk->wants_opinion = false;
}

void loop_disk_give(const struct loop_disk *disk, struct event *event)
{
    *event = (struct event){ .kind = EVENT_LAYOUT,
                             .layout = layout_ref(disk->layout),
                             .info = disk->info,
                             .is_begun = disk->is_begun,
                             .found = found_is_wanted(disk->base) ? &disk->found.list
                                                                  : &disk->lost.list,
                             .search = loop_disk_search(disk),
                             .gap = disk->gap };
}

/* IDS first, then all other extents that can have a content. */
static size_t scan_order(const struct layout *layout, const uint32_t *ids, size_t count,
                         uint32_t **ret)
{
    size_t total = 0, all = layout_count(layout);

    *ret = xcalloc(count + all, sizeof(**ret));
    for (size_t i = 0; i < count; i++)
        (*ret)[total++] = ids[i];
    for (size_t i = 0; i < all; i++) {
        const struct extent *extent = layout_at(layout, i);
        bool is_first = false;

        for (size_t k = 0; k < count; k++)
            is_first |= ids[k] == extent->id;
        if (!is_first && signature_is_wanted(extent))
            (*ret)[total++] = extent->id;
    }
    return total;
}

void loop_disk_start(struct loop_disk *disk, const uint32_t *ids, size_t count)
{
    CLEANUP(freep) uint32_t *order = NULL;
    struct err err = { 0 };

    if (disk->is_started || !disk->store)
        return;
    disk->is_started = true;
    size_t total = scan_order(disk->layout, ids, count, &order);
    disk->wants_opinion = !disk_is_broken(disk->base);
    /* If no thread can be started, contents stay unknown, which the screen can show. */
    disk->scan = scan_start(store_fd(disk->store), disk->layout, order, total, &err);
    if (found_is_wanted(disk->base))
        loop_found_start(&disk->found, store_fd(disk->store), disk->base);
}

bool loop_disk_can_ask(const struct loop_disk *disk)
{
    return disk->wants_opinion && !disk->scan && !disk->found.job;
}

/* The child process is forked while no thread reads the disk, which is safest. */
void loop_disk_ask(struct loop_disk *disk)
{
    if (!loop_disk_can_ask(disk))
        return;
    disk->wants_opinion = false;
    disk->opinion = opinion_start(disk->store, disk->base);
}

size_t loop_disk_poll(const struct loop_disk *disk, struct pollfd ret[LOOP_DISK_SOURCES])
{
    const int fds[LOOP_DISK_SOURCES] = {
        disk->scan        ? scan_fd(disk->scan)
        : disk->found.job ? job_fd(disk->found.job)
                          : job_fd(disk->lost.job),
        disk->opinion ? opinion_fd(disk->opinion) : -1,
    };
    size_t count = 0;

    for (size_t i = 0; i < LOOP_DISK_SOURCES; i++)
        if (fds[i] >= 0)
            ret[count++] = (struct pollfd){ .fd = fds[i], .events = POLLIN };
    return count;
}

/* A scan for signatures does not tell about zeros, and samples tell less than a complete
 * read. */
static enum content_zeros joined_zeros(const struct content *was,
                                       const struct content *now)
{
    bool is_less = now->zeros == ZEROS_NOT_READ ||
                   (now->zeros == ZEROS_SAMPLED && was->zeros == ZEROS_ALL);

    return was->state == CONTENT_NONE && now->state == CONTENT_NONE && is_less
               ? was->zeros
               : now->zeros;
}

/* Replaces the earlier result for the same extent. */
static void keep_result(struct loop_disk *disk, const struct scan_result *result)
{
    enum content_zeros zeros = result->content.zeros;
    size_t at = 0;

    while (at < disk->result_count && disk->results[at].id != result->id)
        at++;
    if (at == disk->result_count) {
        disk->result_count++;
        disk->results =
            xrealloc(disk->results, disk->result_count, sizeof(*disk->results));
    } else {
        zeros = joined_zeros(&disk->results[at].content, &result->content);
    }
    disk->results[at] = *result;
    disk->results[at].content.zeros = zeros;
}

void loop_disk_sample(struct loop_disk *disk, uint32_t first)
{
    CLEANUP(freep) uint32_t *order = NULL;
    struct err err = { 0 };

    if (!disk->wants_samples || disk->wants_opinion || disk->scan)
        return;
    disk->wants_samples = false;
    size_t total = scan_order(disk->layout, &first, 1, &order);
    /* If no thread can be started, the content stays unknown, which counts as data. */
    disk->scan =
        scan_start_samples(store_fd(disk->store), disk->layout, order, total, &err);
    disk->is_sampling = disk->scan != NULL;
}

void loop_disk_know(struct loop_disk *disk, uint32_t id, enum content_zeros zeros)
{
    const struct extent *extent = layout_find(disk->layout, id);

    if (!extent)
        return;
    struct scan_result result = { .id = id, .content = extent->content };
    result.content.zeros = zeros;
    keep_result(disk, &result);
    rebuild(disk);
}

static bool take_scan(struct loop_disk *disk)
{
    CLEANUP(freep) struct scan_result *news = NULL;
    bool is_done = false;
    size_t count = disk->scan ? scan_take(disk->scan, &news, &is_done) : 0;

    for (size_t i = 0; i < count; i++)
        keep_result(disk, &news[i]);
    if (disk->scan && !disk->is_sampling)
        scan_before(disk->scan, &disk->gap, &disk->info.front);
    if (is_done) {
        scan_free(disk->scan);
        disk->scan = NULL;
        disk->is_marked = true;
        disk->wants_samples = !disk->is_sampling || disk->is_settling;
        disk->is_sampling = false;
    }
    return count > 0 || is_done;
}

bool loop_disk_rest(struct loop_disk *disk, int max_ms)
{
    uint64_t end = clock_ms() + (uint64_t)max_ms, now;

    loop_found_leave(&disk->lost);
    if (disk->scan)
        scan_cancel(disk->scan);
    while (disk->scan && (now = clock_ms()) < end) {
        struct pollfd done = { .fd = scan_fd(disk->scan), .events = POLLIN };
        (void)poll(&done, 1, (int)(end - now)); /* the clock decides */
        (void)take_scan(disk);
    }
    return !disk->scan;
}

static bool take_opinion(struct loop_disk *disk)
{
    struct layout *said = disk->opinion ? opinion_take(disk->opinion, disk->base) : NULL;

    if (!said)
        return false;
    opinion_free(disk->opinion);
    disk->opinion = NULL;
    bool is_news = said != disk->base;
    replace(&disk->base, said);
    return is_news;
}

/* Takes what the search found and scans its contents, unless a scan is running. */
static bool take_found(struct loop_disk *disk)
{
    struct err err = { 0 };

    if (disk->scan || !loop_found_take(&disk->found))
        return false;
    struct layout *searched = found_list_add(&disk->found.list, disk->base);
    bool is_news = searched != disk->base;
    replace(&disk->base, searched);
    if (is_news) /* if no thread can be started, contents stay unknown */
        disk->scan = scan_start(store_fd(disk->store), disk->base, NULL, 0, &err);
    return true;
}

bool loop_disk_take(struct loop_disk *disk)
{
    bool has_results = take_scan(disk), has_opinion = take_opinion(disk);
    bool has_found = take_found(disk), has_lost = loop_found_take(&disk->lost);

    if (has_results || has_opinion || has_found)
        rebuild(disk);
    return has_results || has_opinion || has_found || (has_lost && disk->lost.list.count);
}

static bool is_examined(const struct loop_disk *disk)
{
    return !disk->scan && !disk->wants_opinion && !disk->opinion && !disk->found.job;
}

void loop_disk_hunt(struct loop_disk *disk)
{
    if (disk->is_hunted || !disk->is_started || disk->wants_samples || !is_examined(disk))
        return;
    disk->is_hunted = true;
    if (!found_is_wanted(disk->base) && !disk_is_broken(disk->base))
        loop_found_start(&disk->lost, store_fd(disk->store), disk->base);
}

void loop_disk_hunt_again(struct loop_disk *disk)
{
    disk->is_hunted = disk->lost.job || disk->lost.news.is_complete;
}

struct search_live loop_disk_search(const struct loop_disk *disk)
{
    bool is_of_table = found_is_wanted(disk->base);
    const struct loop_found *found = is_of_table ? &disk->found : &disk->lost;
    bool is_possible =
        (is_of_table || !disk_is_broken(disk->base)) && !found->is_impossible;

    return (struct search_live){ .is_wanted = is_possible && !found->news.is_complete,
                                 .places = found->news.places };
}

static bool wait_for_all(struct loop_disk *disk, uint64_t end, bool *ret_is_news)
{
    for (; !is_examined(disk); *ret_is_news = loop_disk_take(disk) || *ret_is_news) {
        loop_disk_ask(disk);
        struct pollfd fds[LOOP_DISK_SOURCES];
        size_t sources = loop_disk_poll(disk, fds);
        uint64_t now = clock_ms();

        if (now >= end)
            return false;
        /* An opinion without a descriptor can be taken at once. */
        (void)poll(fds, sources, sources ? (int)(end - now) : 0); /* the clock decides */
    }
    return true;
}

bool loop_disk_settle(struct loop_disk *disk, int max_ms, bool *ret_is_news,
                      struct err *err)
{
    *ret_is_news = false;
    loop_disk_start(disk, NULL, 0);
    if (disk->lost.job)
        loop_found_leave(&disk->lost);
    disk->is_hunted = true;
    /* Nothing waits for samples. */
    disk->is_settling = true;
    if (disk->is_sampling)
        scan_cancel(disk->scan);
    bool is_settled = wait_for_all(disk, clock_ms() + (uint64_t)max_ms, ret_is_news);
    disk->is_settling = false;
    return is_settled ||
           err_refuse(err, REFUSAL_DISK_STILL_READ,
                      _("%s is still being looked into: try again in a moment."),
                      disk->info.path);
}

void loop_disk_details(const struct loop_disk *disk, struct details *ret)
{
    details_read(&disk->sys, disk->info.path, disk->layout, ret);
}
