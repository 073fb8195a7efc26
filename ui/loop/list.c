/* SPDX-License-Identifier: GPL-3.0-or-later */
/* list.c - the disks of the machine, whose tables are read one after the other */
#include "ui/loop/list.h"

#include "device/io/store.h"
#include "device/move/unfinished.h"
#include "device/system/devices.h"
#include "device/system/disk.h"
#include "device/system/in_progress.h"
#include "model/base/mem.h"

void loop_list_start(struct loop_list *list, const struct sys *sys)
{
    loop_list_finish(list);
    list->count = devices_list(sys, &list->disks);
}

bool loop_list_is_pending(const struct loop_list *list)
{
    return list->next < list->count;
}

void loop_list_read_next(struct loop_list *list)
{
    struct disk_info *info = &list->disks[list->next++];
    struct limits_given given = { 0 };
    struct err err = { 0 };
    CLEANUP(store_closep) struct store *store = store_open(info->path, &err);

    if (store)
        info->layout = disk_read(store, &given, &err);
    /* Before the table has an entry in progress, and again at the end, guards alone tell,
     * or what is remembered. */
    if (info->layout)
        info->layout =
            unfinished_note(info->path, in_progress_note_starts(store, info->layout));
    else
        copy_text(info->note, sizeof(info->note), err.text);
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

void loop_list_finish(struct loop_list *list)
{
    disk_info_free(list->disks, list->count);
    *list = (struct loop_list){ 0 };
}
