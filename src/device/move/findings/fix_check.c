/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix_check.c - what is found before data is moved on a disk, as one table */
#include "device/move/findings/fix_check.h"

#include <string.h>

#include "device/io/store.h"
#include "device/system/backup_folder.h"
#include "device/system/holes.h"
#include "device/system/identity.h"
#include "device/system/power.h"
#include "device/system/twin.h"
#include "model/base/duration.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/size.h"
#include "model/content/ntfs_hiberfil.h"
#include "model/disk/partition_name.h"

#define BATTERY_MIN 30U
/* Blocks at the ends of what is stored. */
#define MARGIN_BYTES (UINT64_C(1) << 20)

/* The kernel's name of the disk; false for an image file. */
static bool fix_device(const struct fix_check *check, char ret[SYS_NAME])
{
    return sys_name_of(check->sys, check->path, ret);
}

static bool check_progress(const struct fix_check *check, struct err *err)
{
    const struct note *note = layout_note_find(check->base, NOTE_MOVE_IN_PROGRESS);

    return !note || err_refuse_as(err, note_id_text(note->id), "%s", note->text);
}

/* libblkid's word for the header of any kind of suspended system. */
static bool is_suspended(const struct content *content)
{
    return !strcmp(content->type, "swsuspend") || !strcmp(content->other, "swsuspend");
}

static enum ntfs_hiberfil find_hiberfil(const struct fix_check *check,
                                        struct store *store, const struct extent *extent)
{
    uint64_t logical = layout_limits(check->base)->logical;
    struct reader disk = store_reader(store);
    struct reader_part part;
    struct reader volume =
        reader_of_part(&part, &disk, extent->start * logical, extent->length * logical);

    return ntfs_hiberfil_find(&volume, extent->content.inside.unit);
}

static bool check_windows(const struct fix_check *check, struct store *store,
                          const struct extent *extent, struct err *err)
{
    char name[16];

    switch (find_hiberfil(check, store, extent)) {
    case HIBERFIL_NONE:
        return true;
    case HIBERFIL_SUSPENDED:
        return err_set(err, ERR_REFUSED,
                       _("Windows is suspended in partition %s and expects all "
                         "partitions where they are now. Start it, run 'shutdown /s /t "
                         "0' there, then try again."),
                       partition_name(extent, name));
    case HIBERFIL_UNKNOWN:
        break;
    }
    return err_set(err, ERR_REFUSED,
                   _("Whether Windows is suspended in partition %s cannot be read. Run "
                     "'powercfg /h off' in that Windows, then try again."),
                   partition_name(extent, name));
}

static bool check_all_windows(const struct fix_check *check, struct err *err)
{
    CLEANUP(store_closep) struct store *store = store_open(check->path, err);

    if (!store)
        return false;
    LAYOUT_EACH (extent, check->base)
        if (extent->content.inside.kind == INSIDE_NTFS &&
            !check_windows(check, store, extent, err))
            return false;
    return true;
}

static bool has_ntfs(const struct layout *layout)
{
    LAYOUT_EACH (extent, layout)
        if (extent->content.inside.kind == INSIDE_NTFS)
            return true;
    return false;
}

static bool check_suspended(const struct fix_check *check, struct err *err)
{
    char name[16];

    LAYOUT_EACH (extent, check->base)
        if (is_suspended(&extent->content))
            return err_set(err, ERR_REFUSED,
                           _("Partition %s holds a suspended system, which expects all "
                             "partitions where they are now. Start that system and shut "
                             "it down, then try again."),
                           partition_name(extent, name));
    return !has_ntfs(check->base) || check_all_windows(check, err);
}

static bool check_zones(const struct fix_check *check, struct err *err)
{
    char name[SYS_NAME], zones[32];

    return !fix_device(check, name) ||
           !identity_zones(check->sys, name, zones, sizeof(zones)) ||
           err_set(err, ERR_REFUSED,
                   _("%s has zones that are written in order: data cannot be moved "
                     "within it. Copy it to another disk."),
                   check->path);
}

static bool check_paths(const struct fix_check *check, struct err *err)
{
    char name[SYS_NAME], twin[SYS_NAME], node[SYS_PATH];

    if (!fix_device(check, name) || !twin_find(check->sys, name, twin))
        return true;
    sys_node_of(check->sys, twin, node);
    return err_set(err, ERR_REFUSED,
                   _("%1$s and %2$s appear to be the same drive, which other programs "
                     "could use by the second name meanwhile. Disconnect one of them."),
                   check->path, node);
}

/* Who gives the physical sector knows the drive. */
static bool are_limits_known(const struct limits *limits)
{
    return limits->physical_source == SOURCE_GIVEN ||
           (limits->physical_source >= SOURCE_REPORTED &&
            limits->alignment_source >= SOURCE_REPORTED);
}

static bool check_limits(const struct fix_check *check, struct err *err)
{
    char name[SYS_NAME];

    if (!fix_device(check, name) || are_limits_known(layout_limits(check->base)))
        return true;
    if (check->probe_key && check->saved && saved_result_lacks_physical(check->saved))
        /* TRANSLATORS: a disk, and a key */
        return err_set(err, ERR_REFUSED,
                       _("The physical sectors of %1$s are only assumed: a probe did not "
                         "find them out. %2$s in step 1 gives them by hand."),
                       check->path, check->given_key);
    if (check->probe_key)
        /* TRANSLATORS: a disk, and a key */
        return err_set(err, ERR_REFUSED,
                       _("The physical sectors of %1$s are only assumed. %2$s in step 1 "
                         "measures them: do that first."),
                       check->path, check->probe_key);
    return err_set(err, ERR_REFUSED,
                   _("The physical sectors of %1$s are only assumed. Measure them with "
                     "'alidade probe %1$s', or give them with --physical-sector=BYTES."),
                   check->path);
}

static bool check_flush(const struct fix_check *check, struct err *err)
{
    const struct saved_result *saved = check->saved;
    bool is_saved =
        saved && ((saved->has_bench && saved->bench.reason == REASON_FLUSH_LIES) ||
                  (saved->has_probe && saved->probe.reason == REASON_FLUSH_LIES));

    return (!is_saved && !check->is_flush_lying) ||
           err_set(err, ERR_REFUSED,
                   _("%s reports data as stored before it is, as measuring shows: "
                     "a power failure during a move could lose some. Connect the drive "
                     "without its enclosure, or take the risk with --flush-lies."),
                   check->path);
}

/* What is stored of it needs storage at its new place, to whole blocks of the file. */
static uint64_t holes_in_write(const struct fix_check *check, int fd, uint64_t start,
                               const struct fix_write *write)
{
    uint64_t logical = layout_limits(check->base)->logical;
    uint64_t length = write->length * logical, to = start + write->start * logical;
    uint64_t from = start + write->from * logical;
    uint64_t holes = holes_bytes(fd, to, to + length);
    char name[SYS_NAME];

    /* A loop device does not tell its holes. */
    if (write->from == write->start || fix_device(check, name))
        return holes;
    uint64_t stored = length - holes_bytes(fd, from, from + length) + MARGIN_BYTES;
    return holes < stored ? holes : stored;
}

static uint64_t holes_in_writes(const struct fix_check *check, int fd, uint64_t start)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < check->write_count; i++)
        sum += holes_in_write(check, fd, start, &check->writes[i]);
    return sum;
}

static bool check_sparse(const struct fix_check *check, struct err *err)
{
    char file[SYS_PATH], needs[SIZE_TEXT], has[SIZE_TEXT];
    uint64_t start;

    if (!holes_file(check->sys, check->path, file, &start))
        return true;
    CLEANUP(store_closep) struct store *store = store_open(file, ERR_IGNORED);
    if (!store)
        return true;
    uint64_t needed = holes_in_writes(check, store_fd(store), start);
    uint64_t free_space = holes_free_space(store_fd(store));
    if (needed <= free_space)
        return true;
    size_format_pair(needed, free_space, needs, has);
    return err_set(err, ERR_REFUSED,
                   _("%1$s is sparse: moving data in it can take %2$s of its file "
                     "system, which has %3$s free. Make space there first."),
                   file, needs, has);
}

static bool check_time(const struct fix_check *check, struct err *err)
{
    char duration[DURATION_TEXT];

    return check->seconds <= FIX_SECONDS_MAX ||
           err_set(err, ERR_REFUSED,
                   _("This would take about %s. Choose another place for the journal "
                     "with --journal, or agree with --slow."),
                   duration_format(check->seconds, duration));
}

static bool check_battery(const struct fix_check *check, struct err *err)
{
    unsigned percent;

    return !power_is_from_battery(check->sys, &percent) || percent >= BATTERY_MIN ||
           err_set(err, ERR_REFUSED,
                   _("The battery is at %1$u%%, and at least %2$u%% are needed. Connect "
                     "the power supply first."),
                   percent, BATTERY_MIN);
}

static bool check_free_data(const struct fix_check *check, struct err *err)
{
    return !check->lost || err_set(err, ERR_REFUSED, "%s", check->lost);
}

/* --- what is told --- */

/* What is in use, or of a kind that is not moved, stays where it is. */
static void tell_left(const struct fix_check *check, struct lines *ret_found,
                      struct lines *ret_passed)
{
    const struct moves *moves = check->moves;

    for (size_t i = 0; i < moves->left_count; i++)
        lines_take(ret_found, moves_left_words(check->base, moves, &moves->left[i]));
    lines_add(
        ret_passed, "%s",
        _("Nothing that is moved is mounted or otherwise in use, and its content is "
          "of a known kind."));
}

/* What is not clean is moved as it is. */
static void tell_volumes(const struct fix_check *check, struct lines *ret_found,
                         struct lines *ret_passed)
{
    char *clean = volume_notes_clean_words(check->volumes);

    volume_notes_lines(check->volumes, ret_found);
    if (clean)
        lines_take(ret_passed, clean);
}

static void tell_backup(const struct fix_check *check, struct lines *ret_found,
                        struct lines *ret_passed)
{
    CLEANUP(freep) char *folder = NULL;
    struct err err = { 0 };

    (void)check;
    if (backup_folder_find(&folder, &err))
        lines_add(ret_passed,
                  _("The table and the first sectors of what is moved are saved in %s."),
                  folder);
    else
        lines_add(ret_found, "%s", err.text);
}

static void tell_boot(const struct fix_check *check, struct lines *ret_found,
                      struct lines *ret_passed)
{
    (void)ret_passed;
    boot_notes_lines(check->boot, ret_found);
}

/* --- the table --- */

const struct fix_finding_row fix_findings[FIX_FINDING_COUNT] = {
    [FIX_LEFT] = { "left", FIX_TELLS, .when = N_("partitions that should be moved stay"),
                   .tell = tell_left },
    [FIX_UNFINISHED] = { "unfinished", FIX_REFUSES,
                         .when = N_("another move has to be completed first"),
                         .passes = check_progress },
    [FIX_SUSPENDED] = { "suspended", FIX_REFUSES,
                        .when = N_(
                            "a suspended system expects the partitions where they are"),
                        .passes = check_suspended,
                        .passed =
                            N_("No suspended Linux or Windows was found on this disk.") },
    [FIX_ZONED] = { "zoned", FIX_REFUSES,
                    .when = N_("the sectors of the drive can only be written in order"),
                    .passes = check_zones },
    [FIX_TWO_PATHS] = { "two-paths", FIX_REFUSES,
                        .when = N_("the kernel has the same drive twice"),
                        .passes = check_paths,
                        .passed = N_("The kernel knows this drive by one name only."),
                        .is_of_device = true },
    [FIX_ASSUMED] = { "assumed-physical", FIX_ASKS_YES, "--physical-sector",
                      .when = N_("the physical sectors of the drive are only assumed"),
                      .passes = check_limits,
                      .passed = N_("Physical sectors are reported, measured or given."),
                      .is_of_device = true },
    [FIX_FLUSH_LIES] = { "flush-lies", FIX_ASKS, "--flush-lies",
                         .when = N_("the drive reports data as stored before it is"),
                         .passes = check_flush,
                         .passed =
                             N_("No measurement found that the drive reports data as "
                                "stored before it is; that is tried once more before the "
                                "first move."),
                         .is_of_device = true },
    [FIX_SPARSE] = { "sparse", FIX_REFUSES,
                     .when = N_("a sparse image would need more space than there is"),
                     .passes = check_sparse },
    [FIX_SLOW] = { "slow", FIX_ASKS_YES, "--slow",
                   .when = N_("the fix would take more than a day"),
                   .passes = check_time },
    [FIX_BATTERY] = { "battery", FIX_REFUSES, .when = N_("the battery may not last"),
                      .passes = check_battery,
                      .passed = N_("Power: from the mains, or the battery is charged.") },
    [FIX_FREE_DATA] = { "free-data", FIX_ASKS_YES, "--lose",
                        .when = N_("what no table names would be overwritten"),
                        .passes = check_free_data },
    [FIX_VOLUME] = { "volume", FIX_TELLS,
                     .when = N_("a file system that is moved is not clean"),
                     .tell = tell_volumes },
    [FIX_BACKUP] = { "backup", FIX_TELLS,
                     .when = N_("there is no folder to save the table in"),
                     .tell = tell_backup },
    [FIX_BOOT] = { "boot-loader", FIX_TELLS_BOOT,
                   .when = N_("the moves concern a boot loader"), .tell = tell_boot },
};

static const enum fix_row rows_of_levels[] = {
    [FIX_REFUSES] = FIX_ROW_NO,      [FIX_ASKS] = FIX_ROW_NO,
    [FIX_ASKS_YES] = FIX_ROW_DOUBT,  [FIX_TELLS] = FIX_ROW_DOUBT,
    [FIX_TELLS_BOOT] = FIX_ROW_BOOT,
};

bool fix_check_passes(const struct fix_check *check, enum fix_finding finding,
                      struct err *err)
{
    const struct fix_finding_row *row = &fix_findings[finding];

    if (!row->passes || row->passes(check, err))
        return true;
    if (err->code == ERR_REFUSED && !err->reason)
        err->reason = row->id;
    return false;
}

enum fix_finding fix_check_find(const struct fix_check *check, unsigned answers,
                                struct lines *ret_asked, struct err *err)
{
    for (unsigned i = 0; i < FIX_FINDING_COUNT; i++) {
        enum fix_level level = fix_findings[i].level;
        struct err why = { 0 };
        bool is_answered = level != FIX_REFUSES && (answers & FIX_ANSWER(i));
        if (is_answered || fix_check_passes(check, (enum fix_finding)i, &why))
            continue;
        if (level != FIX_ASKS_YES || !ret_asked) {
            *err = why;
            return (enum fix_finding)i;
        }
        lines_add(ret_asked, "%s", why.text);
    }
    return FIX_ALLOWED;
}

void fix_check_rows(const struct fix_check *check,
                    struct lines *const rows[FIX_ROW_COUNT])
{
    char name[SYS_NAME];
    bool is_device = fix_device(check, name);

    for (unsigned i = 0; i < FIX_FINDING_COUNT; i++) {
        const struct fix_finding_row *finding = &fix_findings[i];
        struct lines *found = rows[rows_of_levels[finding->level]];
        struct err err = { 0 };
        if (finding->tell)
            finding->tell(check, found, rows[FIX_ROW_OK]);
        else if (!finding->passes(check, &err))
            lines_add(found, "%s", err.text);
        else if (finding->passed && (is_device || !finding->is_of_device))
            lines_add(rows[FIX_ROW_OK], "%s", _(finding->passed));
    }
}

unsigned fix_answers_of_yes(void)
{
    unsigned answers = 0;

    for (unsigned i = 0; i < FIX_FINDING_COUNT; i++)
        if (fix_findings[i].level == FIX_ASKS_YES)
            answers |= FIX_ANSWER(i);
    return answers;
}
