/* SPDX-License-Identifier: GPL-3.0-or-later */
/* command_disk.c - one disk, read to the end, for a report */
#include "ui/command_disk.h"

#include "device/devices.h"
#include "device/disk.h"
#include "device/guard.h"
#include "device/opinion.h"
#include "device/scan.h"
#include "device/store.h"
#include "device/sys.h"
#include "model/inside_grub.h"
#include "model/layout.h"
#include "model/mem.h"

/* Consumes both. */
static struct layout *with_opinion(struct opinion *opinion, struct layout *layout)
{
    struct layout *said = opinion_wait(opinion, layout);

    opinion_free(opinion);
    layout_unref(layout);
    return said;
}

/* Consumes LAYOUT. */
static struct layout *with_contents(struct store *store, struct layout *layout)
{
    struct layout *known = scan_all(store_fd(store), layout);

    layout_unref(layout);
    return known;
}

/* Consumes LAYOUT.  After the contents: an idle physical volume is known by its own. */
static struct layout *with_users(const struct sys *sys, const char *path,
                                 struct layout *layout)
{
    struct layout *marked = guard_mark(sys, path, layout);

    layout_unref(layout);
    return marked;
}

/* A GRUB image counts in sectors of 512 bytes, as BIOS does. */
static uint64_t grub_sectors(struct store *store, const struct layout *layout)
{
    struct window window = store_window(store);

    if (layout_limits(layout)->logical != 512)
        return 0;
    for (size_t i = 0; i < layout_count(layout); i++) {
        const struct extent *extent = layout_at(layout, i);
        if (extent->role == ROLE_MBR_GAP)
            return inside_grub_sectors(&window, extent->start, extent_end(extent));
    }
    return 0;
}

bool command_disk_read(const char *path, const struct limits_given *given,
                       struct command_disk *ret, struct err *err)
{
    struct sys sys = sys_of_machine();
    CLEANUP(store_closep) struct store *store = store_open(path, err);

    if (!store)
        return false;
    struct layout *layout = disk_read(store, given, err);
    if (!layout)
        return false;
    /* libparted reads in its child while we look at the contents. */
    struct opinion *opinion = opinion_start(store, layout);
    layout = with_contents(store, layout);
    layout = with_users(&sys, path, layout);
    layout = with_opinion(opinion, layout);
    *ret = (struct command_disk){ 0 };
    devices_describe(&sys, path, &ret->info);
    ret->grub_sectors = grub_sectors(store, layout);
    ret->info.layout = layout;
    return true;
}

void command_disk_finish(struct command_disk *disk)
{
    disk_info_finish(&disk->info);
    *disk = (struct command_disk){ 0 };
}
