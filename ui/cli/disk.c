/* SPDX-License-Identifier: GPL-3.0-or-later */
/* disk.c - a disk with everything that a report needs */
#include "ui/cli/disk.h"

#include <stdint.h>
#include <stdlib.h>

#include "device/io/store.h"
#include "device/io/sys.h"
#include "device/move/unfinished/unfinished.h"
#include "device/move/unfinished/unfinished_explain.h"
#include "device/system/boot_gap.h"
#include "device/system/devices.h"
#include "device/system/disk.h"
#include "device/system/found_read.h"
#include "device/system/guard.h"
#include "device/system/kernel.h"
#include "device/system/measured.h"
#include "device/system/opinion.h"
#include "device/system/scan.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/refusal.h"
#include "model/disk/layout.h"
#include "model/found/whole.h"
#include "model/move/plan/moves_suggest.h"
#include "ui/cli/patience.h"

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

/* Consumes LAYOUT.  To be called after with_contents(): an idle physical volume is
 * recognized by its content. */
static struct layout *with_users(const struct sys *sys, const char *path,
                                 struct layout *layout)
{
    CLEANUP(layout_unrefp) struct layout *marked = guard_mark(sys, path, layout);

    layout_unref(layout);
    return kernel_note(sys, path, marked);
}

/* Consumes LAYOUT.  libparted reads in its child process during the scan. */
static struct layout *with_all(struct store *store, const struct sys *sys,
                               const char *path, struct layout *layout)
{
    struct opinion *opinion = opinion_start(store, layout);

    layout = unfinished_note(store, with_contents(store, layout), false);
    layout = with_users(sys, path, layout);
    return with_opinion(opinion, layout);
}

/* Returns the saved results of the drive at PATH; NULL if there are none. */
static struct saved_result *saved_of(const struct sys *sys, const char *path)
{
    CLEANUP(freep) struct saved_result *saved = xcalloc(1, sizeof(*saved));

    return measured_load(sys, path, saved) ? TAKE(saved) : NULL;
}

static bool disk_read_all(const char *path, const struct limits_given *given,
                          bool is_over, struct command_disk *ret, struct err *err)
{
    struct sys sys = sys_of_machine();
    CLEANUP(store_closep) struct store *store = store_open(path, err);

    if (!store)
        return false;
    struct layout *layout =
        is_over ? disk_read_over(store, given, err) : disk_read(store, given, err);
    if (!layout || disk_is_broken(layout))
        unfinished_explain(&sys, store, given, err);
    if (err->code) {
        layout_unref(layout);
        return false;
    }
    /* A table that cannot be decoded has no partitions, and libparted would not read it
     * either. */
    if (!disk_is_broken(layout))
        layout = with_all(store, &sys, path, layout);
    *ret = (struct command_disk){ 0 };
    devices_describe(&sys, path, &ret->info);
    ret->saved = saved_of(&sys, path);
    ret->context = report_context(layout, boot_gap_read(store, boot_gap_range(layout)),
                                  &ret->info, ret->saved);
    ret->info.layout = layout;
    return true;
}

bool command_disk_read(const char *path, const struct limits_given *given, bool is_over,
                       struct command_disk *ret, struct err *err)
{
    struct patience patience;

    patience_begin(&patience, path, NULL);
    bool is_read = disk_read_all(path, given, is_over, ret, err);
    patience_end(&patience);
    return is_read;
}

bool command_disk_is_whole(const struct sys *sys, const char *path, struct err *err)
{
    struct patience patience;

    patience_begin(&patience, path, NULL);
    bool is_whole = guard_is_whole(sys, path, err);
    patience_end(&patience);
    return is_whole;
}

void command_disk_note(struct command_disk *disk, const char *path, bool is_thorough)
{
    struct patience patience;

    patience_begin(&patience, path, NULL);
    CLEANUP(store_closep) struct store *store = store_open(path, ERR_IGNORED);
    struct layout *noted = layout_ref(disk->info.layout);
    /* Where no table leads to a fix, the first 32 MiB are read. */
    bool is_lost = layout_label(noted)->kind == LABEL_NONE && !whole_note_find(noted);
    if (store)
        noted = unfinished_note(store, noted, is_thorough || is_lost);
    patience_end(&patience);

    if (noted == disk->info.layout)
        layout_unref(noted);
    else
        command_disk_replace(disk, noted);
}

void command_disk_accept(struct command_disk *disk, bool is_accepted)
{
    if (is_accepted)
        command_disk_replace(disk, whole_note_agree(disk->info.layout, NULL));
}

bool command_disk_is_free(const struct command_disk *disk, struct err *err)
{
    const struct note *whole = whole_note_find(disk->info.layout);

    return !whole ||
           err_refuse_as(err, note_id_text(whole->id),
                         _("%s --lose=@disk changes it all the same."), whole->text);
}

void command_disk_note_lost(struct command_disk *disk, const char *path)
{
    struct layout *layout = disk->info.layout;
    struct err ignored = { 0 }; /* it has just been read */
    CLEANUP(store_closep) struct store *store = store_open(path, &ignored);
    CLEANUP(found_list_finish) struct found_list list = { 0 };

    if (!store || found_is_wanted(layout))
        return;
    struct found_read *read = found_read_new(store, layout, FOUND_QUICK);
    while (found_read_step(read))
        ;
    found_read_list(read, &list);
    found_read_free(read);
    command_disk_replace(disk, found_list_note(&list, layout));
}

bool command_disk_has_table(const struct command_disk *disk, struct err *err)
{
    enum label_kind kind = layout_label(disk->info.layout)->kind;

    if (kind == LABEL_LOOP)
        return err_refuse(err, REFUSAL_DISK_WITHOUT_PARTITIONS,
                          _("%s has no partitions: its content begins at sector 0."),
                          disk->info.path);
    return kind != LABEL_NONE ||
           err_refuse(
               err, REFUSAL_DISK_WITHOUT_TABLE,
               _("%1$s has no partition table: 'alidade found %1$s' looks for what a "
                 "lost one named, 'alidade apply %1$s' makes one."),
               disk->info.path);
}

static const struct extent *find_typed(const struct layout *layout, const char *word)
{
    uint64_t number;

    if (num_parse(word, 999999, &number) && number)
        return layout_find_number(layout, (unsigned)number);
    for (size_t i = 0; word[0] && !word[1] && i < layout_count(layout); i++)
        if (layout_at(layout, i)->letter == word[0])
            return layout_at(layout, i);
    return NULL;
}

bool command_disk_find(const struct disk_info *info, const char *word,
                       const struct extent **ret, struct err *err)
{
    const struct extent *extent = find_typed(info->layout, word);

    if (!extent)
        return err_set(err, ERR_USAGE,
                       _("There is no partition %1$s on %2$s: 'alidade list %2$s' shows "
                         "those that are."),
                       word, info->path);
    *ret = extent;
    return true;
}

struct report_disk command_disk_report(const struct command_disk *disk)
{
    return (struct report_disk){ &disk->info, disk->context, disk->saved };
}

void command_disk_replace(struct command_disk *disk, struct layout *layout)
{
    struct boot_gap gap = disk->context.gap;

    layout_unref(disk->info.layout);
    moves_suggest_finish(&disk->context);
    disk->info.layout = layout;
    disk->context = report_context(layout, gap, &disk->info, disk->saved);
}

void command_disk_finish(struct command_disk *disk)
{
    moves_suggest_finish(&disk->context);
    disk_info_finish(&disk->info);
    free(disk->saved);
    *disk = (struct command_disk){ 0 };
}
