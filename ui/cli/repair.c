/* SPDX-License-Identifier: GPL-3.0-or-later */
/* repair.c - the command repair: rewrites damaged parts of a table from valid ones */
#include <stdio.h>

#include "device/commit/commit_steps.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"
#include "model/base/shell.h"
#include "model/disk/cure.h"
#include "model/disk/note_weight.h"
#include "model/disk/repair.h"
#include "model/edit/delta.h"
#include "ui/cli/change.h"
#include "ui/cli/output.h"
#include "ui/cli/run.h"

/* Adds the differences of the partitions in CURED. */
static void add_difference(const struct change *change, const struct layout *cured,
                           struct str *text)
{
    struct lines difference = { 0 };

    delta_loss_lines(change->disk.info.layout, cured, false, &difference);
    for (size_t i = 0; i < difference.count; i++)
        str_printf(text, "     %s\n", difference.at[i]);
    lines_finish(&difference);
}

/* Adds what this cure alone would write. */
static void add_writes(const struct change *change, const struct layout *cured,
                       struct str *text)
{
    struct commit_request request = { .path = change->path,
                                      .sys = &change->sys,
                                      .base = change->disk.info.layout,
                                      .preview = cured,
                                      .accepted = { .is_all = true } };
    struct rehearsal_report report;
    struct commit *commit = commit_steps_rehearse(&request, &report, ERR_IGNORED);

    for (size_t i = 0; commit && i < report.writes.count; i++)
        str_printf(text, "     %s\n", report.writes.at[i]);
    commit_free(commit);
    rehearsal_report_finish(&report);
}

static void print_repairs(const struct change *change, const enum repair *repairs,
                          size_t count)
{
    const struct layout *layout = change->disk.info.layout;
    CLEANUP(str_finish) struct str text = { 0 };

    for (size_t i = 0; i < count; i++) {
        struct edit edit = { .kind = EDIT_REPAIR, .repair = repairs[i] };
        CLEANUP(layout_unrefp)
        struct layout *cured = edit_apply(layout, &edit, ERR_IGNORED);
        CLEANUP(freep) char *words = repair_words(layout, repairs[i]);
        str_printf(&text, "%zu. %s\n", i + 1, words);
        if (cured && repairs[i] == REPAIR_GPT_TAKE_BACKUP)
            add_difference(change, cured, &text);
        if (cured)
            add_writes(change, cured, &text);
    }
    str_add(&text, "\n");
    output_text(stdout, str_text(&text));
}

/* Removes the repairs that contradict COPY.  ERR_REFUSED if COPY is needed and not given,
 * or given and not needed. */
static bool choose_gpt_copy(const struct change *change, enum cli_copy copy,
                            enum repair *repairs, size_t *count, struct err *err)
{
    bool is_choice = repair_is_choice(change->disk.info.layout);
    enum repair other = copy == COPY_BACKUP ? REPAIR_GPT_BACKUP : REPAIR_GPT_TAKE_BACKUP;
    size_t kept = 0;

    if (is_choice && copy == COPY_NOT_GIVEN)
        return err_refuse(
            err, REFUSAL_GPT_COPY_NOT_CHOSEN, "%s",
            _("Both copies of the GPT are whole but say different things: "
              "--copy=primary or --copy=backup says which one counts. Nothing "
              "was written."));
    if (!is_choice && copy == COPY_BACKUP)
        return err_refuse(err, REFUSAL_GPT_COPY_NO_CHOICE, "%s",
                          _("There are no two whole copies of a GPT to choose from: "
                            "leave out --copy."));
    for (size_t i = 0; i < *count; i++)
        if (!is_choice || repairs[i] != other)
            repairs[kept++] = repairs[i];
    *count = kept;
    return true;
}

/* The writes of each cure are rehearsed and shown only for a list that is short enough to
 * be read. */
#define CURES_REHEARSED 16

/* Adds a possible cure: its option, and what it would do. */
static void add_cure(const struct change *change, struct entry_cure cure,
                     bool shows_writes, struct str *text)
{
    const struct layout *layout = change->disk.info.layout;
    struct edit edit = { .kind = EDIT_REPAIR, .repair = cure.repair, .id = cure.id };
    CLEANUP(layout_unrefp) struct layout *cured = edit_apply(layout, &edit, ERR_IGNORED);
    CLEANUP(freep) char *words = cure_words(layout, cure);
    CLEANUP(freep) char *option = cure_option(layout, cure);

    str_printf(text, "--cure=%s\n     %s\n", option, words);
    if (cured && shows_writes)
        add_writes(change, cured, text);
}

/* Adds what no cure ends, and how a person can. */
static void add_overlaps(const struct change *change, struct str *text)
{
    CLEANUP(freep) char *path = shell_path(change->path);
    CLEANUP(lines_finish) struct lines lines = { 0 };

    cure_add_overlaps(change->disk.info.layout, path, &lines);
    for (size_t i = 0; i < lines.count; i++)
        str_printf(text, "%s\n", lines.at[i]);
}

/* Prints the possible cures; the exit code tells that the table is damaged. */
static int print_cures(const struct change *change, struct err *err)
{
    const struct layout *layout = change->disk.info.layout;
    const struct note *worst = note_worst(layout, NOTE_WEIGHT_DAMAGE);
    CLEANUP(str_finish) struct str text = { 0 };
    CLEANUP(freep) struct entry_cure *cures = NULL;
    size_t count = cure_list(layout, &cures);

    for (size_t i = 0; i < count; i++)
        add_cure(change, cures[i], count <= CURES_REHEARSED, &text);
    add_overlaps(change, &text);
    output_text(stdout, str_text(&text));
    if (count)
        (void)err_set(err, ERR_UNREADABLE,
                      _("%s: entries of the table are damaged. Nothing was written: "
                        "--cure says what to do about each."),
                      change->path); /* its code is the exit code */
    else
        (void)err_set(err, ERR_UNREADABLE,
                      _("%1$s: %2$s There is no repair for this. Nothing was written."),
                      change->path, worst->text); /* the same */
    return (int)err->code;
}

static int carry_out_cures(struct change *change, const struct cli_options *options,
                           struct err *err)
{
    for (size_t i = 0; i < options->cure_count; i++) {
        const struct cli_cure *asked = &options->cures[i];
        struct entry_cure cure;
        /* The number is that of the table on the disk, or after the cures before. */
        if (!cure_find(change->disk.info.layout, asked->repair, asked->number, &cure,
                       ERR_IGNORED) &&
            !cure_find(queue_preview(change->queue), asked->repair, asked->number, &cure,
                       err))
            return (int)err->code;
        struct edit edit = { .kind = EDIT_REPAIR, .repair = cure.repair, .id = cure.id };
        if (!queue_push(change->queue, &edit, err))
            return (int)err->code;
    }
    return change_carry_out(change, options, err);
}

/* A disk that is too small for its backup GPT can be made larger if it is a file. */
static bool refuse_place(const struct change *change, enum repair repair,
                         const struct err *why, struct err *err)
{
    CLEANUP(freep) char *path = shell_path(change->path);

    if (repair != REPAIR_GPT_MOVE_BACKUP || !disk_info_is_file(&change->disk.info))
        return err_pass(err, why, "%s", why->text);
    return err_pass(err, why,
                    _("%1$s Make the image larger, then repair it: truncate -s +1M %2$s"),
                    why->text, path);
}

static bool push_all(struct change *change, const enum repair *repairs, size_t count,
                     struct err *err)
{
    struct err why = { 0 };

    for (size_t i = 0; i < count; i++) {
        struct edit edit = { .kind = EDIT_REPAIR, .repair = repairs[i] };
        if (!queue_push(change->queue, &edit, &why))
            return refuse_place(change, repairs[i], &why, err);
    }
    return true;
}

static int cure(struct change *change, const struct cli_options *options, struct err *err)
{
    enum repair repairs[REPAIR_COUNT];
    size_t count = repair_list(change->disk.info.layout, repairs);

    /* There may be damage without a repair. */
    bool is_damaged = note_has_damage(change->disk.info.layout);
    if ((count || is_damaged || options->cure_count) &&
        !command_disk_is_free(&change->disk, err))
        return (int)err->code;
    if (options->cure_count)
        return carry_out_cures(change, options, err);
    if (!count && is_damaged)
        return print_cures(change, err);
    if (count && !options->is_json)
        print_repairs(change, repairs, count);
    if (!choose_gpt_copy(change, options->copy, repairs, &count, err) ||
        !push_all(change, repairs, count, err))
        return (int)err->code;
    if (!count && !options->is_json && !change->abandoned.cleared.count) {
        output_text(stdout, _("There is nothing to repair.\n"));
        return 0;
    }
    return change_carry_out(change, options, err);
}

int command_repair(const struct cli_options *options, struct err *err)
{
    struct change change = { 0 };
    bool is_read = change_begin(&change, options, options->operands[0], true, err);
    int code = is_read ? cure(&change, options, err) : (int)err->code;

    change_finish(&change);
    return code;
}
