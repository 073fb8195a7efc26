/* SPDX-License-Identifier: GPL-3.0-or-later */
/* change.c - a change of a disk from the command line: shown, confirmed, written */
#include "ui/cli/change.h"

#include <stdio.h>
#include <string.h>

#include "device/commit/commit_steps.h"
#include "device/io/store.h"
#include "device/system/disk.h"
#include "device/system/kernel.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"
#include "model/edit/new_start.h"
#include "model/report/plan.h"
#include "ui/cli/consent.h"
#include "ui/cli/empty.h"
#include "ui/cli/output.h"
#include "ui/cli/patience.h"
#include "ui/cli/seed.h"
#include "ui/cli/signals.h"

/* The rehearsed change. */
struct work {
    struct change *change;
    const struct cli_options *options;
    struct report_disk disk;
    struct rehearsal_report rehearsal;
    struct report_plan plan;
    struct commit *commit;
};

/* Nothing else is changed while a fix has not ended, or it is given up. */
static bool change_abandon(struct change *change, const char *path,
                           const struct layout *layout, struct err *err)
{
    CLEANUP(store_closep) struct store *store = store_open(path, err);

    return store && abandoned_find(store, layout, &change->abandoned, err);
}

/* A repair needs a valid part of the table; all other commands here replace the table and
 * accept a damaged one, with warnings. */
static bool change_read_disk(struct change *change, const struct cli_options *options,
                             const char *path, struct err *err)
{
    bool is_over = options->command != CLI_REPAIR;

    if (!command_disk_read(path, &options->given, is_over, &change->disk, err))
        return false;
    /* A fix without a table can be given up. */
    bool is_given_up = options->command != CLI_RESTORE && options->lose.is_all &&
                       layout_label(change->disk.info.layout)->kind == LABEL_NONE;
    if (!is_given_up)
        command_disk_note(&change->disk, path, true);
    command_disk_accept(&change->disk, options->lose.is_disk);
    const struct layout *layout = change->disk.info.layout;
    if (layout_note_find(layout, NOTE_MOVE_IN_PROGRESS)) {
        if (!change_abandon(change, path, layout, err))
            return false;
        CLEANUP(layout_builder_freep)
        struct layout_builder *builder = layout_builder_from(layout);
        layout_builder_drop_note(builder, NOTE_MOVE_IN_PROGRESS);
        command_disk_replace(&change->disk, layout_builder_refinish(builder));
        layout = change->disk.info.layout;
    }
    /* Where nothing is to be repaired, nothing has to be agreed to. */
    if (is_over && !command_disk_is_free(&change->disk, err))
        return false;
    bool is_damaged = layout_damaged_count(layout) > 0 || disk_is_broken(layout);
    for (size_t i = 0; is_over && is_damaged && i < layout_note_count(layout); i++)
        lines_add(&change->warnings, "%s", layout_note_at(layout, i)->text);
    return true;
}

bool change_begin(struct change *change, const struct cli_options *options,
                  const char *path, bool has_queue, struct err *err)
{
    struct guid_source seed;

    change->sys = sys_of_machine();
    change->abandoned.starts = options->lose.starts;
    change->abandoned.start_count = options->lose.start_count;
    if (!command_disk_is_whole(&change->sys, path, err) || !seed_draw(&seed, err) ||
        !change_read_disk(change, options, path, err))
        return false;
    change->path = path;
    if (has_queue)
        change->queue = queue_new(change->disk.info.layout, seed);
    return true;
}

static const struct layout *preview_of(const struct change *change)
{
    return change->queue ? queue_preview(change->queue) : change->preview;
}

/* IS_SHOWN: losses are shown and not refused. */
static struct loss_accepted loss_options(const struct cli_options *options, bool is_shown)
{
    return (struct loss_accepted){ .is_all = is_shown || options->lose.is_all,
                                   .numbers = options->lose.numbers,
                                   .count = options->lose.number_count,
                                   .is_free = options->lose.is_free,
                                   .is_disk = options->lose.is_disk,
                                   .starts = options->lose.starts,
                                   .start_count = options->lose.start_count,
                                   .keeps_found = !is_shown,
                                   .can_call_empty = options->command == CLI_APPLY ||
                                                     options->command == CLI_FIX };
}

struct loss_accepted change_accepted(const struct cli_options *options)
{
    return loss_options(options, !options->is_agreed || options->is_dry_run ||
                                     options->is_read_only);
}

/* Prints all losses: the error names only the first one. */
static void print_losses(const struct work *work)
{
    const struct lines *losses = &work->rehearsal.losses;

    if (!work->rehearsal.is_loss_refused || losses->count == 1)
        return;
    for (size_t i = 0; i < losses->count; i++)
        output_complain(losses->at[i]);
}

static bool is_only_shown(const struct cli_options *options)
{
    return options->is_dry_run || options->is_read_only;
}

/* Rehearses the change into an empty work->rehearsal. */
static bool rehearse_once(struct work *work, bool is_shown, struct loss_accepted accepted,
                          struct err *err)
{
    const struct change *change = work->change;
    struct commit_told told = { .is_json = false }; /* JSON is one document */
    const struct commit_watch watch = commit_told_watch(&told);
    struct commit_request request = {
        .path = change->path,
        .sys = &change->sys,
        .base = change->disk.info.layout,
        .preview = preview_of(change),
        .backup_path = work->options->backup_path,
        .accepted = accepted,
        .is_shown = is_shown,
        .watch = &watch,
    };

    struct abandoned *abandoned = &work->change->abandoned;
    /* The new table can lead to further guards. */
    if (abandoned->cleared.count &&
        !change_abandon(work->change, change->path, request.preview, err))
        return false;
    request.cleared = &abandoned->cleared;
    if (change->backup) {
        request.runs = change->backup->runs;
        request.run_count = change->backup->count;
    }
    struct disk_step *steps = NULL;
    if (change->queue)
        request.step_count = disk_steps_of_queue(change->queue, &steps);
    request.steps = steps;
    work->commit = commit_steps_rehearse(&request, &work->rehearsal, err);
    disk_steps_free(steps, request.step_count);
    return work->commit != NULL;
}

/* Adds why --yes would be refused, unless a warning says it. */
static void warn_refusal(struct work *work, const char *text)
{
    struct lines *warnings = &work->rehearsal.warnings;

    for (size_t i = 0; i < warnings->count; i++)
        if (strstr(text, warnings->at[i]))
            return;
    lines_add(warnings, _("--yes would be refused: %s"), text);
}

/* What is only shown is first rehearsed as --yes does it. */
static bool rehearse_shown(struct work *work, struct err *err)
{
    struct loss_accepted accepted = loss_options(work->options, false);
    struct err why = { 0 };

    /* These are taken by the first rehearsal. */
    if (work->change->abandoned.cleared.count)
        return rehearse_once(work, true, change_accepted(work->options), err);
    bool is_possible = rehearse_once(work, false, accepted, &why);
    if (!is_possible) {
        rehearsal_report_finish(&work->rehearsal);
        if (!rehearse_once(work, true, change_accepted(work->options), ERR_IGNORED))
            return err_pass(err, &why, "%s", why.text);
    }
    if (is_possible && !work->rehearsal.refusal)
        return true;
    work->rehearsal.refusal_id =
        is_possible ? consent_refusal_id(&work->rehearsal) : why.reason;
    warn_refusal(work, is_possible ? work->rehearsal.refusal : why.text);
    return true;
}

static bool change_rehearse(struct work *work, struct err *err)
{
    struct change *change = work->change;
    struct patience patience;

    patience_begin(&patience, change->path, NULL);
    bool is_rehearsed =
        is_only_shown(work->options)
            ? rehearse_shown(work, err)
            : rehearse_once(work, false, change_accepted(work->options), err);
    patience_end(&patience);
    lines_append(&work->rehearsal.warnings, &change->notes);
    lines_append(&work->rehearsal.losses, &change->abandoned.words);
    if (!is_rehearsed) {
        print_losses(work);
        return false;
    }
    work->plan = (struct report_plan){
        &work->disk,      preview_of(change), change->queue, commit_plan(work->commit),
        &work->rehearsal, &change->warnings,  NULL
    };
    return true;
}

/* JSON is one document, written at the end. */
static void print_plan(const struct work *work)
{
    struct str text = { 0 };
    char color[TERM_SEQUENCE];

    if (work->options->is_json)
        return;
    report_text_plan(&work->plan, output_off_color(work->options, color),
                     output_columns(work->options), &text);
    output_text(stdout, str_text(&text));
    str_finish(&text);
}

static void print_result(const struct work *work, const struct commit_report *report)
{
    CLEANUP(str_finish) struct str text = { 0 };
    char *document = !work->options->is_json ? NULL
                     : work->options->command == CLI_FIX
                         ? report_json_plan_line(&work->plan, report)
                         : report_json_plan(&work->plan, report);

    if (report)
        report_text_commit(report, output_columns(work->options), &text);
    output_report(str_text(&text), document);
}

/* Signals are blocked until all sectors are written. */
static bool write_all(struct work *work, struct commit_report *report, struct err *err)
{
    sigset_t before;

    signals_hold(&before);
    bool is_written = commit_steps_write(work->commit, report, err);
    lines_append(&report->warnings, &work->change->notes);
    print_result(work, report);
    signals_release(&before);
    return is_written;
}

bool change_is_in_kernel(const struct sys *sys, const char *path,
                         const struct commit_report *report, struct err *err)
{
    if (!report->is_kernel_old)
        return true;
    CLEANUP(freep) char *way_out = kernel_way_out(sys, path);
    return err_set(err, ERR_KERNEL,
                   _("%1$s is written and checked; the kernel still uses the old table. "
                     "%2$s"),
                   path, way_out);
}

/* Returns the exit code. */
static int print_refused(struct work *work, struct err *err)
{
    work->plan.refused = err;
    print_result(work, NULL);
    err->is_reported = true;
    return (int)err->code;
}

/* Returns 0 for consent, else the exit code.  With JSON nothing was shown that a person
 * could agree to, so no question is asked. */
static int agree(struct work *work, struct err *err)
{
    enum consent consent = work->options->is_agreed ? CONSENT_GIVEN
                           : work->options->is_json ? CONSENT_IMPOSSIBLE
                                                    : consent_ask(false);

    if (consent == CONSENT_GIVEN)
        return 0;
    if (consent == CONSENT_DENIED) {
        print_result(work, NULL);
        output_text(stdout, _("\nNothing was written.\n"));
        return 1;
    }
    (void)consent_refuse(err);
    return print_refused(work, err);
}

static int print_unchanged(const struct work *work)
{
    print_result(work, NULL);
    if (!work->options->is_json)
        output_text(stdout,
                    _("There is nothing to write: the disk has this table already.\n"));
    return 0;
}

/* Without an edit there is no rehearsal, which could fail on a read-only disk. */
static int carry_out_nothing(struct work *work)
{
    static const struct write_plan empty;
    const struct change *change = work->change;

    work->plan =
        (struct report_plan){ &work->disk,      preview_of(change), change->queue, &empty,
                              &work->rehearsal, &change->warnings,  NULL };
    return print_unchanged(work);
}

static bool check_starts(const struct work *work, struct err *err)
{
    CLEANUP(lines_finish) struct lines off = { 0 };

    if (!work->options->is_strict)
        return true;
    new_start_lines(work->change->disk.info.layout, preview_of(work->change), &off);
    return !off.count || err_refuse(err, REFUSAL_NEW_START_MISALIGNED,
                                    _("%s Nothing was written; without --strict it is "
                                      "only a warning."),
                                    off.at[0]);
}

static int change_run(struct work *work, struct err *err)
{
    struct commit_report report = { 0 };

    if (work->change->queue && !queue_count(work->change->queue) &&
        !work->change->abandoned.cleared.count)
        return carry_out_nothing(work);
    if (!check_starts(work, err) ||
        !empty_settle(work->change, preview_of(work->change), work->options, err))
        return (int)err->code;
    work->disk = command_disk_report(&work->change->disk); /* is another one now */
    if (!change_rehearse(work, err))
        return (int)err->code;
    if (!work->plan.writes->count)
        return print_unchanged(work);
    print_plan(work);
    if (is_only_shown(work->options)) {
        print_result(work, NULL);
        if (!work->options->is_json)
            output_text(stdout, _("\nNothing was written: this was only shown.\n"));
        return 0;
    }
    /* No question before a write that will be refused. */
    if (work->rehearsal.refusal) {
        (void)consent_refuse_loss(&work->rehearsal, err);
        return print_refused(work, err);
    }
    int code = agree(work, err);
    if (!code) {
        (void)(write_all(work, &report, err) &&
               change_is_in_kernel(&work->change->sys, work->change->path, &report, err));
        code = (int)err->code;
    }
    commit_report_finish(&report);
    return code;
}

int change_carry_out(struct change *change, const struct cli_options *options,
                     struct err *err)
{
    struct work work = { .change = change,
                         .options = options,
                         .disk = command_disk_report(&change->disk) };
    int code = change_run(&work, err);

    commit_free(work.commit);
    rehearsal_report_finish(&work.rehearsal);
    return code;
}

void change_finish(struct change *change)
{
    queue_free(change->queue);
    layout_unref(change->preview);
    command_disk_finish(&change->disk);
    abandoned_finish(&change->abandoned);
    lines_finish(&change->warnings);
    lines_finish(&change->notes);
}
