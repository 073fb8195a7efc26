/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix.c - the command fix: carries the plan for a whole disk out */
#include <stdio.h>
#include <stdlib.h>

#include "device/check/checks.h"
#include "device/move/fix_check.h"
#include "device/move/fix_memory.h"
#include "device/move/fix_notes.h"
#include "device/move/fix_time.h"
#include "device/move/fix_writes.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/size.h"
#include "model/base/str.h"
#include "ui/cli/change.h"
#include "ui/cli/fix_run.h"
#include "ui/cli/lacks.h"
#include "ui/cli/output.h"
#include "ui/cli/patience.h"
#include "ui/cli/plan_reasons.h"
#include "ui/cli/plan_text.h"
#include "ui/cli/planning.h"
#include "ui/cli/run.h"
#include "ui/cli/seed.h"
#include "ui/loop/flush_look.h"

struct fix {
    struct planning planning;
    struct aim_plan plan, other;
    struct sys sys;
    const struct journal_place *place; /* of the journal; borrowed from PLAN */
    struct fix_write *writes;          /* owned */
    struct lines warnings;
    struct lines notes; /* that are told before, and again at the end */
    struct boot_notes boot;
    struct volume_notes volumes;
    struct fix_content content;
    struct rehearsal_report rehearsal;
    struct fixing *fixing; /* owned */
    bool is_ended;         /* the end was reported */
};

static void fix_finish(struct fix *fix)
{
    fixing_free(fix->fixing);
    rehearsal_report_finish(&fix->rehearsal);
    lines_finish(&fix->warnings);
    lines_finish(&fix->notes);
    boot_notes_finish(&fix->boot);
    volume_notes_finish(&fix->volumes);
    fix_content_finish(&fix->content);
    free(fix->writes);
    aim_plan_finish(&fix->plan);
    aim_plan_finish(&fix->other);
    planning_finish(&fix->planning);
}

static const char *fix_path(const struct fix *fix)
{
    return fix->planning.options->operands[0];
}

/* --- the plan --- */

static void fix_print_plan(const struct fix *fix)
{
    const struct cli_options *options = fix->planning.options;
    struct report_disk report = command_disk_report(&fix->planning.disk);
    const struct report_moves *other =
        fix->other.report.moves ? &fix->other.report : NULL;
    CLEANUP(str_finish) struct str text = { 0 };

    if (options->is_json)
        return;
    plan_text(&report, &fix->plan.report, other, output_columns(options), &text);
    output_glyphs(options, stdout, str_text(&text));
}

static bool fix_plan(struct fix *fix, struct err *err)
{
    const struct cli_options *options = fix->planning.options;
    const char *path = fix_path(fix);

    if (!command_disk_is_whole(&fix->sys, path, err) ||
        !command_disk_read(path, &options->given, false, &fix->planning.disk, err))
        return false;
    command_disk_note(&fix->planning.disk, path, true);
    return planning_read(&fix->planning, err) &&
           aim_plan_make(&fix->planning, options->aim, &fix->plan, err) &&
           other_plan_make(&fix->planning, &fix->other, err);
}

/* As text the reasons are printed already. */
static int fix_is_impossible(struct fix *fix)
{
    CLEANUP(freep)
    char *lack = moves_lack_words(fix->planning.disk.info.layout, &fix->plan.moves);
    struct err err = { 0 };

    fix->is_ended = true;
    (void)err_set(&err, ERR_REFUSED, "%s", lack);
    return fix_end(fix->planning.options, "refused", &err);
}

/* What should be moved and cannot be is refused. As text that is printed already. */
static int fix_has_nothing(struct fix *fix)
{
    CLEANUP(str_finish) struct str words = { 0 };
    struct err err = { 0 };

    fix->is_ended = true;
    for (size_t i = 0; i < fix->notes.count; i++)
        str_printf(&words, "%s%s", i ? " " : "", fix->notes.at[i]);
    if (fix->plan.moves.left_count)
        (void)err_set(&err, ERR_REFUSED, "%s", str_text(&words));
    return fix_end(fix->planning.options, err.code ? "refused" : "nothing", &err);
}

/* --- steps that only change the table --- */

static bool push_steps(const struct moves *moves, struct queue *queue, struct err *err)
{
    for (size_t i = 0; i < moves->step_count; i++) {
        struct edit edit;
        if (!moves_step_edit(queue_preview(queue), &moves->steps[i], &edit) ||
            !queue_push(queue, &edit, err))
            return false;
    }
    return true;
}

/* The same way as every other change of a table. */
static int fix_table(struct fix *fix, struct err *err)
{
    struct change change = { .path = fix_path(fix), .sys = fix->sys };
    struct guid_source seed;

    if (!seed_draw(&seed, err))
        return (int)err->code;
    lines_append(&change.notes, &fix->notes);
    change.disk = fix->planning.disk;
    fix->planning.disk = (struct command_disk){ 0 };
    change.queue = queue_new(change.disk.info.layout, seed);
    fix->is_ended = push_steps(&fix->plan.moves, change.queue, err);
    int code = fix->is_ended ? change_carry_out(&change, fix->planning.options, err)
                             : (int)err->code;
    change_finish(&change);
    return code;
}

/* --- the journal's place --- */

static bool fix_choose_offer(struct fix *fix, struct err *err)
{
    const struct journal_places *places = &fix->plan.time.places;
    const struct journal_offer *offer = &fix->planning.offer;
    const struct limits *limits = layout_limits(fix->planning.disk.info.layout);
    uint64_t needs = MOVE_RECORD_BYTES + 2 * journal_grid(limits).grain * limits->logical;
    char has[SIZE_TEXT], takes[SIZE_TEXT];

    for (size_t i = 0; i < places->count && !fix->place; i++)
        if (places->at[i].offer == offer)
            fix->place = &places->at[i];
    return fix->place ||
           err_set(
               err, ERR_REFUSED,
               _("%1$s has space for %2$s, and the journal of this plan takes more than "
                 "%3$s."),
               offer->path, size_format(offer->bytes, SIZE_IEC, 0, has),
               size_format(needs, SIZE_IEC, 0, takes));
}

static bool fix_choose_place(struct fix *fix, struct err *err)
{
    const struct journal_places *places = &fix->plan.time.places;

    if (fix->planning.offer_count)
        return fix_choose_offer(fix, err);
    if (!places->count)
        return err_set(err, ERR_REFUSED, "%s",
                       _("There is no place on this disk for the journal of the moves: "
                         "name a file on another one with --journal=FILE."));
    fix->place = &places->at[0];
    return true;
}

/* --- what speaks against it --- */

static struct fix_check fix_check_of(struct fix *fix)
{
    const struct cli_options *options = fix->planning.options;
    struct fix_check check = {
        .sys = &fix->sys,
        .path = fix_path(fix),
        .base = fix->planning.disk.info.layout,
        .saved = fix->planning.disk.saved,
        .is_agreed = options->is_agreed,
        .is_slow = options->is_slow,
        .knows_flush_lies = options->knows_flush_lies,
    };

    check.write_count = fix_writes_find(&fix->plan.moves, fix->place,
                                        layout_limits(check.base)->logical, &fix->writes);
    check.writes = fix->writes;
    (void)moves_time_at(&fix->plan.time, fix->place, &check.seconds); /* 0: unknown */
    return check;
}

/* What would be refused with --yes is a warning beside the question. */
static bool fix_is_allowed(struct fix *fix, struct err *err)
{
    struct fix_check check = fix_check_of(fix);
    struct err doubt = { 0 };

    if (fix_check_find(&check, err) != FIX_ALLOWED)
        return false;
    if (check.is_agreed)
        return true;
    check.is_agreed = true;
    if (fix_check_find(&check, &doubt) != FIX_ALLOWED)
        lines_add(&fix->warnings, "%s", doubt.text);
    return true;
}

static bool fix_looks_at_flush(const struct fix *fix)
{
    char name[SYS_NAME];

    return !fix->planning.options->knows_flush_lies &&
           sys_name_of(&fix->sys, fix_path(fix), name);
}

/* Looks only after the consent, because it writes. */
static bool fix_flushes(struct fix *fix, struct err *err)
{
    struct fix_check check = { .sys = &fix->sys,
                               .path = fix_path(fix),
                               .base = fix->planning.disk.info.layout };

    if (!fix_looks_at_flush(fix))
        return true;
    check.is_flush_lying = flush_look_finds_lie(&fix->sys, check.path, check.base);
    return fix_check_find(&check, err) == FIX_ALLOWED;
}

/* --- steps that move data --- */

static bool fix_rehearse(struct fix *fix, struct err *err)
{
    const struct cli_options *options = fix->planning.options;
    struct lock_told told = { .is_json = options->is_json };
    const struct sink_lock_watch lock = lock_told_watch(&told);
    struct fix_request request = { .sys = &fix->sys,
                                   .path = fix_path(fix),
                                   .base = fix->planning.disk.info.layout,
                                   .moves = &fix->plan.moves,
                                   .place = fix->place,
                                   .speed = &fix->plan.time.speed,
                                   .backup_path = options->backup_path,
                                   .accepted = change_accepted(options),
                                   .memory = fix_memory(&fix->sys, false, err),
                                   .skips_check = options->skips_check,
                                   .lock = &lock };

    if (options->is_agreed && !options->is_slow)
        request.max_seconds = FIX_SECONDS_MAX;
    if (!request.memory || !seed_draw(&request.seed, err))
        return false;
    fix->fixing = fixing_begin(&request, &fix->rehearsal, err);
    return fix->fixing;
}

static struct fix_prepared fix_prepared_of(const struct fix *fix)
{
    const struct journal_plan *plan = fixing_plan(fix->fixing);
    const struct fixing_bytes bytes = fixing_bytes(fix->fixing);
    struct fix_prepared prepared = {
        .options = fix->planning.options,
        .sys = &fix->sys,
        .path = fix_path(fix),
        .fixing = fix->fixing,
        .looks_at_flush = fix_looks_at_flush(fix),
        .typical =
            fix_time_typical(&fix->sys, fix_path(fix), fix->planning.disk.info.transport),
        .report = { .command = "fix",
                    .info = &fix->planning.disk.info,
                    .plan = plan,
                    .journal = fix->place->offer ? plan->spot.path : NULL,
                    .first_step = fixing_first_step(fix->fixing),
                    .read_bytes = bytes.read,
                    .written_bytes = bytes.written,
                    .rehearsal = &fix->rehearsal,
                    .warnings = &fix->warnings,
                    .boot = &fix->boot,
                    .volumes = &fix->volumes },
        .notes = &fix->notes,
    };

    prepared.report.time =
        moves_time_at(&fix->plan.time, fix->place, &prepared.report.seconds);
    return prepared;
}

static void fix_find_content(struct fix *fix)
{
    const struct layout *layout = fix->planning.disk.info.layout;
    const struct journal_plan *plan = fixing_plan(fix->fixing);

    fix->content = (struct fix_content){ .options = fix->planning.options,
                                         .sys = &fix->sys,
                                         .path = fix_path(fix),
                                         .before = layout,
                                         .plan = plan,
                                         .end = plan->step_count };
    checks_find(&fix->sys, fix_path(fix), layout, &fix->plan.moves, &fix->content.found);
}

/* All that is read before the question. */
static bool fix_prepare(struct fix *fix, struct err *err)
{
    const struct layout *layout = fix->planning.disk.info.layout;
    struct patience patience;

    patience_begin(&patience, fix_path(fix), fix->planning.options);
    fix_notes_boot(fix_path(fix), layout, &fix->plan.moves, &fix->boot);
    boot_notes_lines(&fix->boot, &fix->notes);
    lines_append(&fix->warnings, &fix->notes);
    fix_notes_volumes(fix_path(fix), layout, &fix->plan.moves, &fix->volumes);
    volume_notes_lines(&fix->volumes, &fix->warnings);
    bool is_rehearsed =
        fix_choose_place(fix, err) && fix_is_allowed(fix, err) && fix_rehearse(fix, err);
    if (is_rehearsed)
        fix_find_content(fix);
    patience_end(&patience);
    return is_rehearsed;
}

static int fix_data(struct fix *fix, struct err *err)
{
    int code;

    if (!fix_prepare(fix, err))
        return (int)err->code;
    struct fix_prepared prepared = fix_prepared_of(fix);
    prepared.content = &fix->content;
    if (!fix_ask(&prepared, &code, err)) {
        fix->is_ended = true;
        return code;
    }
    if (!fix_flushes(fix, err))
        return (int)err->code;
    fix->is_ended = true;
    return fix_run(&prepared, err);
}

/* --- the command --- */

/* Returns the exit code. */
static int fix_disk(struct fix *fix, struct err *err)
{
    const struct moves *moves = &fix->plan.moves;

    if (!fix_plan(fix, err))
        return (int)err->code;
    fix_print_plan(fix);
    plan_reasons_left_lines(fix->planning.disk.info.layout, moves, &fix->notes);
    if (!moves->is_possible)
        return fix_is_impossible(fix);
    if (!moves->step_count)
        return fix_has_nothing(fix);
    return moves->sectors ? fix_data(fix, err) : fix_table(fix, err);
}

int command_fix(const struct cli_options *options, struct err *err)
{
    struct fix fix = { .planning = { .options = options }, .sys = sys_of_machine() };

    lacks_tell(&fix.sys, options->operands[0]);
    int code = fix_disk(&fix, err);
    if (!fix.is_ended)
        (void)fix_end(options, "refused", err);
    fix_finish(&fix);
    return code;
}
