/* SPDX-License-Identifier: GPL-3.0-or-later */
/* look.c - checks that the disk is unchanged and that changing partitions are not in
 * use */
#include "device/commit/stages.h"
#include "device/system/busy.h"
#include "device/system/disk.h"
#include "device/system/guard.h"
#include "device/system/kernel.h"
#include "device/system/machine.h"
#include "device/system/opener.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"
#include "model/base/shell.h"
#include "model/edit/edit.h"

bool commit_check_table(const struct commit *commit, struct store *store, struct err *err)
{
    return disk_is_same(store, commit->base, err);
}

/* Checks locks of image files, such as those of virtual machines. */
static bool check_locks(const struct commit *commit, struct err *err)
{
    char who[256];

    if (!opener_has_lock_at(&commit->sys, commit->path, who, sizeof(who)))
        return true;
    if (who[0])
        return err_refuse(
            err, REFUSAL_DISK_LOCKED,
            _("%1$s is locked by %2$s: it cannot be changed while it is used "
              "there."),
            commit->path, who);
    return err_refuse(
        err, REFUSAL_DISK_LOCKED,
        _("Another program holds a lock on %s: it cannot be changed while it "
          "is used there."),
        commit->path);
}

/* True if the kernel may use partitions that the base does not show: the table is broken,
 * or damaged entries are replaced by a restore or by a new table. */
static bool may_have_unknown_users(const struct commit *commit)
{
    const struct extent *mbr = layout_find_lba(commit->base, 0);

    return disk_is_broken(commit->base) ||
           (layout_damaged_count(commit->base) &&
            (commit->is_restore ||
             (commit->preview && mbr && !layout_find(commit->preview, mbr->id))));
}

/* Checks the whole disk, as opposed to its partitions: mounted, member of an array ... */
static bool check_whole_disk(const struct commit *commit, const struct busy *busy,
                             struct err *err)
{
    char name[SYS_NAME], who[128];
    struct use use;
    bool is_system;

    if (!guard_is_whole(&commit->sys, commit->path, err))
        return false;
    for (size_t i = 0; i < busy->loop_count; i++) {
        const struct busy_loop *loop = &busy->loops[i];
        if (!loop->offset && !loop->size_limit &&
            busy_loop_is_over(busy, loop, commit->path))
            return err_refuse(
                err, REFUSAL_DISK_IN_USE,
                _("The loop device %1$s lies over %2$s: change it there, or "
                  "detach it first."),
                loop->name, commit->path);
    }
    if (!sys_name_of(&commit->sys, commit->path, name))
        return check_locks(commit, err);
    busy_describe(busy, commit->path, who, sizeof(who), &is_system);
    if (busy_find(busy, name, &use))
        return err_refuse(
            err, REFUSAL_DISK_IN_USE,
            _("%1$s is in use as a whole (%2$s): its table is not changed."),
            commit->path, who);
    if (!may_have_unknown_users(commit) || !who[0])
        return true;
    return err_refuse(
        err, REFUSAL_DISK_IN_USE,
        _("%1$s is in use (%2$s), and its damaged table does not tell which "
          "partitions are: it is not changed."),
        commit->path, who);
}

bool commit_refuse_in_use(const struct commit *commit, unsigned number, struct err *err)
{
    char name[SYS_NAME], who[256] = "";

    if (busy_partition(&commit->sys, commit->path, number, name))
        opener_names(&commit->sys, name, who, sizeof(who));
    if (who[0])
        return err_refuse(err, REFUSAL_PARTITION_OPENED_ELSEWHERE,
                          _("Partition %1$u is in use by %2$s: close that first."),
                          number, who);
    return err_refuse(err, REFUSAL_PARTITION_OPENED_ELSEWHERE,
                      _("Partition %u is in use by another program: close that first."),
                      number);
}

static bool refuse_busy(const struct commit *commit, const struct extent *extent,
                        struct err *err)
{
    static const char *const sentences[USE_COUNT] = {
        [USE_MOUNT] = N_("Partition %1$u is mounted on %2$s: unmount it first."),
        [USE_SWAP] = N_("Partition %1$u is in use as swap: end that with swapoff first."),
        [USE_SWAP_FILE] = N_("Partition %1$u holds a swap file that is in use (mounted "
                             "on %2$s): end that with swapoff first, and unmount it."),
        [USE_HOLDER] = N_("Partition %1$u is in use by %2$s: close that first."),
        [USE_LOOP] = N_("The loop device %2$s lies over partition %1$u: detach it with "
                        "losetup -d first."),
    };

    if (extent->use.kind == USE_EXCLUSIVE)
        return commit_refuse_in_use(commit, extent->number, err);
    return err_refuse(err, REFUSAL_PARTITION_IN_USE, _(sentences[extent->use.kind]),
                      extent->number, extent->use.where);
}

/* Compares by number, which identifies a partition to the kernel and its mounts. */
static bool stays_where_it_is(const struct layout *preview, const struct extent *extent)
{
    const struct extent *after = layout_find_number(preview, extent->number);

    return after && after->start == extent->start && after->length == extent->length &&
           after->kind != EXTENT_EXTENDED;
}

/* Adds EXTENT to the partitions that grow while in use.  That is possible only if the
 * kernel accepts the new size: not for an image below a loop device, and not if the
 * kernel uses another table. */
static bool accept_growth(struct commit *commit, const struct extent *extent,
                          struct err *err)
{
    /* refuse_busy() names the program if it is known. */
    if (!commit->mark.is_block || extent->use.kind == USE_EXCLUSIVE)
        return refuse_busy(commit, extent, err);
    if (!edit_check_growth(extent, err))
        return false;
    for (size_t i = 0; i < commit->grown_count; i++)
        if (commit->grown[i] == extent->number)
            return true;
    CLEANUP(freep) char *disk = shell_path(commit->path);
    if (!kernel_has(&commit->sys, commit->path, commit->base, extent))
        return err_refuse(
            err, REFUSAL_KERNEL_HAS_OTHER_PLACE,
            _("Partition %1$u is in use, and the kernel has it with another "
              "start or size than the table: it can grow when the kernel "
              "knows the table. Close what uses it, and run 'partprobe "
              "%2$s'."),
            extent->number, disk);
    commit->grown =
        xrealloc(commit->grown, commit->grown_count + 1, sizeof(*commit->grown));
    commit->grown[commit->grown_count++] = extent->number;
    return true;
}

static void warn_idle(const struct commit *commit, const struct extent *extent,
                      struct lines *warnings)
{
    if (layout_label(commit->base)->kind == LABEL_LOOP)
        lines_add(warnings, "%s",
                  _("The disk as a whole is a physical volume of LVM: its volume group "
                    "loses it, though it is not in use at the moment."));
    else
        lines_add(warnings,
                  _("Partition %u is a physical volume of LVM: its volume group loses "
                    "it, though it is not in use at the moment."),
                  extent->number);
}

/* True if an edit only moves the end of this partition up.  A restore, or another
 * partition with its number, may change more. */
static bool is_growth(const struct commit *commit, const struct layout *preview,
                      const struct extent *extent)
{
    const struct extent *after = layout_find_number(preview, extent->number);

    return !commit->is_restore && after && after->id == extent->id &&
           edit_is_growth(extent, after);
}

bool commit_keeps_data(const struct commit *commit, const struct extent *extent)
{
    const struct extent *after =
        commit->is_restore ? NULL : layout_find(commit->preview, extent->id);

    return after && (after->start == extent->start ||
                     (commit->has_moves && (content_is_data(&extent->content) ||
                                            after->content.zeros == ZEROS_NEW)));
}

/* Checks that EXTENT of the base can be used while its table becomes PREVIEW. */
static bool check_extent_users(struct commit *commit, const struct layout *preview,
                               const struct extent *extent, struct lines *warnings,
                               struct err *err)
{
    /* A container is used by its logical partitions, which are checked themselves. */
    if (extent->kind != EXTENT_PARTITION && extent->kind != EXTENT_LOGICAL)
        return true;
    if (extent->use.kind == USE_NONE || stays_where_it_is(preview, extent))
        return true;
    if (extent->use.kind != USE_LVM_IDLE)
        return is_growth(commit, preview, extent) ? accept_growth(commit, extent, err)
                                                  : refuse_busy(commit, extent, err);
    if (warnings && !commit_keeps_data(commit, extent))
        warn_idle(commit, extent, warnings);
    return true;
}

/* Warnings are about the result. */
static bool check_all_users(struct commit *commit, const struct layout *marked,
                            struct lines *warnings, struct err *err)
{
    LAYOUT_EACH (extent, marked)
        for (size_t i = 0; i < commit->step_count; i++) {
            bool is_last = i + 1 == commit->step_count;
            if (!check_extent_users(commit, commit->steps[i].after, extent,
                                    is_last ? warnings : NULL, err))
                return false;
        }
    return true;
}

/* Adds why it is not known who uses the disk; returns true if it is known. */
static bool can_see_users(const struct commit *commit, struct lines *ret_warnings)
{
    size_t before = ret_warnings->count;
    char name[SYS_NAME];

    machine_lacks(&commit->sys, NULL, ret_warnings);
    if (ret_warnings->count == before && commit->mark.is_block &&
        !sys_name_of(&commit->sys, commit->path, name))
        lines_add(ret_warnings, "%s",
                  _("It is not known whether anything that changes is in use: /sys does "
                    "not show this disk."));
    return ret_warnings->count == before;
}

static void report_users(const struct commit *commit, struct rehearsal_report *report)
{
    struct lines *checked = &report->checked;

    for (size_t i = 0; i < commit->grown_count; i++)
        lines_add(checked,
                  _("Partition %u is in use and only grows: the kernel takes the new "
                    "size while it is."),
                  commit->grown[i]);
    if (!can_see_users(commit, &report->warnings))
        return;
    lines_add(checked, "%s",
              commit->grown_count ? _("Nothing else that changes is in use.")
                                  : _("Nothing that changes is in use."));
}

bool commit_check_users(struct commit *commit, struct rehearsal_report *report,
                        struct err *err)
{
    CLEANUP(layout_unrefp)
    struct layout *marked = guard_mark(&commit->sys, commit->path, commit->base);
    struct busy busy;

    commit->grown_count = 0;
    busy_init(&busy, &commit->sys);
    bool is_free =
        check_whole_disk(commit, &busy, err) &&
        check_all_users(commit, marked, report ? &report->warnings : NULL, err) &&
        commit_check_unlisted(commit, &busy, err);
    busy_finish(&busy);
    if (is_free && report)
        report_users(commit, report);
    return is_free;
}
