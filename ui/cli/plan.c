/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan.c - the command plan: how all partitions of a disk would be aligned */
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/edit/edit.h"
#include "model/report/moves.h"
#include "ui/cli/disk.h"
#include "ui/cli/output.h"
#include "ui/cli/plan_text.h"
#include "ui/cli/run.h"

/* Finds the partition with NUMBER. */
static const struct extent *plan_find(const struct command_disk *disk, unsigned number,
                                      struct err *err)
{
    const struct extent *extent = layout_find_number(disk->info.layout, number);

    if (!extent || !extent_holds_data(extent)) {
        (void)err_set(err, ERR_USAGE, _("There is no partition %1$u on %2$s."), number,
                      disk->info.path);
        return NULL;
    }
    return extent;
}

/* The layout of DISK becomes that with the partitions of --empty called empty. */
static bool call_empty(struct command_disk *disk, const struct cli_options *options,
                       struct err *err)
{
    for (size_t i = 0; i < options->empty.count; i++) {
        const struct extent *extent = plan_find(disk, options->empty.at[i], err);
        if (!extent)
            return false;
        struct edit edit = { .kind = EDIT_CALL_EMPTY, .id = extent->id };
        struct layout *called = edit_apply(disk->info.layout, &edit, err);
        if (!called)
            return false;
        layout_unref(disk->info.layout);
        disk->info.layout = called;
    }
    return true;
}

static void write_moves(const struct command_disk *disk,
                        const struct cli_options *options, const struct moves_want *want,
                        const struct moves *moves)
{
    struct report_disk report = command_disk_report(disk);
    CLEANUP(str_finish) struct str text = { 0 };

    if (options->is_json) {
        output_json(report_json_moves(&report, want, moves));
        return;
    }
    plan_text(&report, want, moves, output_columns(options), &text);
    output_glyphs(options, stdout, str_text(&text));
}

static bool find_chosen_starts(const struct command_disk *disk,
                               const struct cli_options *options, struct moves_start *ret,
                               struct err *err)
{
    for (size_t i = 0; i < options->start_count; i++) {
        const struct extent *extent = plan_find(disk, options->starts[i].number, err);
        if (!extent)
            return false;
        ret[i] = (struct moves_start){ extent->id, options->starts[i].start };
    }
    return true;
}

/* Returns the exit code. */
static int plan_disk(struct command_disk *disk, const struct cli_options *options,
                     struct err *err)
{
    CLEANUP(freep)
    struct moves_start *starts = xcalloc(options->start_count + 1, sizeof(*starts));
    struct moves_want want = { .aim = options->aim,
                               .starts = starts,
                               .start_count = options->start_count,
                               .grub_sectors = disk->grub_sectors };
    struct moves moves;

    if (!call_empty(disk, options, err) ||
        !find_chosen_starts(disk, options, starts, err) ||
        !moves_make(disk->info.layout, &want, &moves, err))
        return (int)err->code;
    write_moves(disk, options, &want, &moves);
    int code = moves.is_possible ? 0 : ERR_REFUSED;
    moves_finish(&moves);
    return code;
}

int command_plan(const struct cli_options *options, struct err *err)
{
    struct command_disk disk;

    if (!command_disk_read(options->operands[0], &options->given, false, &disk, err))
        return (int)err->code;
    int code = plan_disk(&disk, options, err);
    command_disk_finish(&disk);
    return code;
}
