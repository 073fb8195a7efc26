/* SPDX-License-Identifier: GPL-3.0-or-later */
/* list.c - the disks of the machine, whose tables are read one after the other */
#include "ui/loop/list.h"

#include <stdlib.h>
#include <string.h>

#include "device/io/answer.h"
#include "device/io/job.h"
#include "device/io/store.h"
#include "device/move/unfinished/unfinished.h"
#include "device/system/devices.h"
#include "device/system/disk.h"
#include "model/base/intl.h"
#include "model/base/mem.h"

/* So long the next disk waits for the one before it. */
#define LATE_MS  2000
#define LOOK_MS  500
#define LEAVE_MS 300

/* Its worker may outlive the list. */
struct list_reading {
    struct job *job;            /* NULL: there was no worker, and it has ended */
    struct answer_wait wait;    /* of the worker */
    uint64_t begun_ms, look_ms; /* when it is looked at next whether the drive answers */
    bool is_told;               /* that it does not */
    char path[256];
    struct layout *layout; /* NULL: ERR tells why */
    struct err err;
};

/* --- on the worker --- */

static bool list_read(void *context)
{
    struct list_reading *reading = context;
    struct limits_given given = { 0 };

    answer_wait_begin(&reading->wait);
    CLEANUP(store_closep) struct store *store = store_open(reading->path, &reading->err);

    if (store)
        reading->layout = disk_read(store, &given, &reading->err);
    if (reading->layout)
        reading->layout = unfinished_note(store, reading->layout, true);
    return false;
}

/* --- one disk --- */

static struct list_reading *reading_start(const char *path, uint64_t now_ms)
{
    struct list_reading *reading = xcalloc(1, sizeof(*reading));
    const struct job_work work = { .step = list_read, .context = reading };

    copy_text(reading->path, sizeof(reading->path), path);
    reading->begun_ms = now_ms;
    reading->look_ms = now_ms + LOOK_MS;
    reading->job = job_start(&work, ERR_IGNORED);
    if (!reading->job)
        (void)list_read(reading); /* the screen waits */
    return reading;
}

static void reading_free(struct list_reading *reading)
{
    layout_unref(reading->layout);
    free(reading);
}

static bool reading_has_ended(struct list_reading *reading)
{
    return !reading->job || (!job_peek(reading->job, NULL) && job_join(reading->job, -1));
}

static void reading_take(struct list_reading *reading, struct disk_info *info)
{
    layout_unref(info->layout);
    info->layout = TAKE(reading->layout);
    copy_text(info->note, sizeof(info->note), info->layout ? "" : reading->err.text);
    reading_free(reading);
}

/* Returns false if there is nothing new to tell of a disk that does not answer. */
static bool reading_tell(struct list_reading *reading, struct disk_info *info,
                         uint64_t now_ms)
{
    if (now_ms < reading->look_ms)
        return false;
    reading->look_ms = now_ms + LOOK_MS;
    uint64_t waited_ms = answer_waited_ms(&reading->wait, now_ms);
    if (waited_ms < LATE_MS && !reading->is_told)
        return false;
    reading->is_told = waited_ms >= LATE_MS;
    CLEANUP(freep)
    char *words = reading->is_told
                      ? xasprintf(_("The drive has not answered for %llu s."),
                                  (ull)waited_ms / 1000)
                      : xstrdup("");
    if (!strcmp(words, info->note))
        return false;
    copy_text(info->note, sizeof(info->note), words);
    return true;
}

/* --- the list --- */

void loop_list_start(struct loop_list *list, const struct sys *sys)
{
    loop_list_finish(list);
    list->count = devices_list(sys, &list->disks);
    list->readings = xcalloc(list->count + 1, sizeof(struct list_reading *));
}

static struct list_reading *last_reading(const struct loop_list *list)
{
    return list->next ? list->readings[list->next - 1] : NULL;
}

bool loop_list_is_pending(const struct loop_list *list, uint64_t now_ms)
{
    const struct list_reading *last = last_reading(list);

    return list->next < list->count && (!last || now_ms - last->begun_ms >= LATE_MS);
}

void loop_list_read_next(struct loop_list *list, uint64_t now_ms)
{
    list->readings[list->next] = reading_start(list->disks[list->next].path, now_ms);
    list->next++;
}

void loop_list_reread(struct loop_list *list, const char *path, uint64_t now_ms)
{
    for (size_t i = 0; i < list->next; i++)
        if (!strcmp(list->disks[i].path, path) && !list->readings[i])
            list->readings[i] = reading_start(path, now_ms);
}

/* Those before the last one do not answer, or are read again. */
int loop_list_fd(const struct loop_list *list)
{
    for (size_t i = list->next; i > 0; i--)
        if (list->readings[i - 1] && list->readings[i - 1]->job)
            return job_fd(list->readings[i - 1]->job);
    return -1;
}

int loop_list_wait(const struct loop_list *list, uint64_t now_ms)
{
    int left = -1;

    for (size_t i = 0; i < list->next; i++) {
        const struct list_reading *reading = list->readings[i];
        if (!reading)
            continue;
        bool is_due = !reading->job || now_ms >= reading->look_ms;
        int own = is_due ? 0 : (int)(reading->look_ms - now_ms);
        left = left < 0 || own < left ? own : left;
    }
    return left;
}

bool loop_list_take(struct loop_list *list, uint64_t now_ms)
{
    bool is_news = false;

    for (size_t i = 0; i < list->next; i++) {
        struct list_reading *reading = list->readings[i];
        if (reading && reading_has_ended(reading)) {
            reading_take(reading, &list->disks[i]);
            list->readings[i] = NULL;
            is_news = true;
        } else if (reading) {
            is_news = reading_tell(reading, &list->disks[i], now_ms) || is_news;
        }
    }
    return is_news;
}

void loop_list_give(const struct loop_list *list, struct event *ret)
{
    *ret = (struct event){ .kind = EVENT_DISKS, .disk_count = list->count };
    ret->disks = xcalloc(list->count + 1, sizeof(*ret->disks));
    for (size_t i = 0; i < list->count; i++) {
        ret->disks[i] = list->disks[i];
        if (list->disks[i].layout)
            ret->disks[i].layout = layout_ref(list->disks[i].layout);
    }
}

const char *loop_list_leave(struct loop_list *list)
{
    const char *late = NULL;

    for (size_t i = 0; i < list->next; i++) {
        struct list_reading *reading = TAKE(list->readings[i]);
        if (reading && (!reading->job || job_join(reading->job, LEAVE_MS)))
            reading_free(reading);
        else if (reading)
            late = list->disks[i].path;
    }
    return late;
}

void loop_list_finish(struct loop_list *list)
{
    (void)loop_list_leave(list);
    free(list->readings);
    disk_info_free(list->disks, list->count);
    *list = (struct loop_list){ 0 };
}
