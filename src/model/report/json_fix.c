/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_fix.c - a plan that is carried out, as lines of JSON */
#include "model/base/mem.h"
#include "model/report/fix.h"
#include "model/report/json_commit.h"
#include "model/report/json_put.h"
#include "model/report/json_table.h"
#include "model/report/json_volumes.h"

static struct json_object *new_event(const char *event)
{
    struct json_object *root = json_made(json_object_new_object());

    json_put_text(root, "event", event);
    return root;
}

/* --- the plan --- */

static const char *object_id(enum journal_object object)
{
    static const char *const ids[] = {
        [JOURNAL_PARTITION] = "partition",
        [JOURNAL_LOGICAL] = "partition",
        [JOURNAL_CONTAINER] = "container-start",
        [JOURNAL_CONTAINER_END] = "container-end",
        [JOURNAL_EBR] = "ebr",
    };

    return ids[object];
}

static void put_plan_step(struct json_object *to, const struct journal_plan *plan,
                          size_t at)
{
    const struct journal_step *step = &plan->steps[at];
    uint64_t sectors = step->action == MOVES_DATA ? step->length : 0;

    json_put_number(to, "step", at + 1);
    json_put_number(to, "partition", step->number);
    json_put_text(to, "part", object_id(step->object));
    json_put_text(to, "action", moves_action_id(step->action));
    json_put_number(to, "from", step->from);
    json_put_number(to, "to", step->to);
    json_put_number(to, "sectors", sectors);
    json_put_number(to, "bytes", sectors * plan->logical);
}

static void put_plan_steps(struct json_object *to, const struct journal_plan *plan)
{
    struct json_object *array = json_put_array(to, "steps");

    for (size_t i = 0; i < plan->step_count; i++)
        put_plan_step(json_append_object(array), plan, i);
}

/* PATH is NULL for a journal on the disk itself. */
static void put_spot(struct json_object *to, const struct journal_plan *plan,
                     const char *path)
{
    const struct journal_spot *spot = &plan->spot;
    struct json_object *object = json_put_object(to, "journal");

    json_put_text(object, "kind", journal_kind_id(spot->kind));
    json_put_known(object, "partition", plan->number, plan->number != 0);
    json_put_known(object, "start", spot->start, spot->start != 0);
    json_put_text(object, "path", path);
    json_put_text(object, "uuid", spot->uuid);
    json_put_number(object, "bytes", spot->bytes);
}

static void put_transaction(struct json_object *to, const struct journal_plan *plan)
{
    char guid[GUID_TEXT];

    json_put_text(to, "transaction", guid_format(&plan->head.transaction, guid));
}

/* Null if nothing was looked at. */
static void put_boot_notes(struct json_object *to, const struct boot_notes *boot)
{
    if (!boot) {
        json_put_text(to, "boot", NULL);
        return;
    }
    struct json_object *array = json_put_array(to, "boot");
    for (size_t i = 0; i < boot->count; i++) {
        const struct boot_note *note = &boot->at[i];
        struct json_object *object = json_append_object(array);
        json_put_text(object, "id", note->id);
        json_put_known(object, "partition", note->number, note->number != 0);
        json_put_text(object, "text", note->text);
    }
}

/* --- the lines --- */

static void put_both(struct json_object *to, const struct lines *first,
                     const struct lines *second)
{
    CLEANUP(lines_finish) struct lines all = { 0 };

    lines_append(&all, first);
    lines_append(&all, second);
    json_put_lines(to, "warnings", &all);
}

char *report_json_fix_begin(const struct report_fix *fix)
{
    struct json_object *root = new_event("begin");
    const struct rehearsal_report *rehearsal = fix->rehearsal;

    json_put_text(root, "alidade", ALIDADE_VERSION);
    json_put_text(root, "command", fix->command);
    json_put_text(root, "to", fix->aim);
    json_put_bool(root, "rollback", fix->is_rollback);
    json_put_device(root, fix->info);
    put_transaction(root, fix->plan);
    put_spot(root, fix->plan, fix->journal);
    put_plan_steps(root, fix->plan);
    json_put_number(root, "first-step", fix->first_step + 1);
    json_put_known(root, "bytes-read", fix->read_bytes, fix->read_bytes != 0);
    json_put_known(root, "bytes-written", fix->written_bytes, fix->written_bytes != 0);
    json_put_text(root, "time", move_time_id(fix->time));
    json_put_positive(root, "seconds", fix->time ? fix->seconds : 0, 0);
    json_put_lines(root, "writes", &rehearsal->writes);
    json_put_lines(root, "checked", &rehearsal->checked);
    json_put_lines(root, "losses", &rehearsal->losses);
    json_put_owned(root, &rehearsal->owned);
    put_both(root, fix->warnings, &rehearsal->warnings);
    put_boot_notes(root, fix->boot);
    json_put_volumes(root, fix->volumes);
    json_put_lines(root, "commands-before", &rehearsal->before);
    json_put_text(root, "backup", rehearsal->backup_path);
    return json_take_line(root);
}

char *report_json_fix_step(const struct journal_plan *plan, size_t step)
{
    struct json_object *root = new_event("step");

    json_put_number(root, "steps", plan->step_count);
    put_plan_step(root, plan, step);
    return json_take_line(root);
}

char *report_json_fix_progress(const struct report_fix_live *live)
{
    struct json_object *root = new_event("progress");
    const struct move_progress *move = &live->move;
    bool is_moving = move->bytes_total != 0;

    json_put_text(root, "phase", live->phase);
    json_put_known(root, "step", live->step + 1, live->step < live->step_count);
    json_put_number(root, "steps", live->step_count);
    json_put_known(root, "partition", live->number, live->number != 0);
    json_put_known(root, "bytes-done", move->bytes_done, is_moving);
    json_put_known(root, "bytes", move->bytes_total, is_moving);
    json_put_positive(root, "rate", move->bytes_per_second, 0);
    json_put_decimal(root, "seconds", live->seconds, JSON_DIGITS_SECONDS);
    json_put_positive(root, "seconds-left", move->seconds_left, 0);
    json_put_known(root, "frontier", move->frontier, is_moving && move->mode);
    json_put_text(root, "mode", move_mode_id(move->mode));
    json_put_number(root, "retries", move->retries);
    json_put_bool(root, "safe-to-unplug", live->is_safe);
    return json_take_line(root);
}

char *report_json_fix_note(const char *text)
{
    struct json_object *root = new_event("note");

    json_put_text(root, "text", text);
    return json_take_line(root);
}

char *report_json_fix_checked(const struct checker_result *result, const char *when,
                              const char *text)
{
    struct json_object *root = new_event("note");
    bool has_code = result->verdict > CHECKER_NOT_RUN &&
                    result->verdict < CHECKER_STOPPED && result->code >= 0;

    json_put_text(root, "text", text);
    struct json_object *check = json_put_object(root, "check");
    json_put_text(check, "when", when);
    json_put_number(check, "partition", result->number);
    json_put_text(check, "fstype", result->type);
    json_put_text(check, "checker", result->checker->program);
    json_put_text(check, "verdict", checker_verdict_id(result->verdict));
    json_put_known(check, "code", has_code ? (uint64_t)result->code : 0, has_code);
    return json_take_line(root);
}

char *report_json_fix_end(const struct report_fix_end *end)
{
    struct json_object *root = new_event("end");

    json_put_text(root, "state", end->state);
    json_put_number(root, "exit", (uint64_t)end->code);
    json_put_error(root, end->error);
    json_put_known(root, "steps-done", end->steps_done, end->step_count != 0);
    json_put_known(root, "steps", end->step_count, end->step_count != 0);
    json_put_decimal(root, "seconds", end->seconds, JSON_DIGITS_SECONDS);
    put_boot_notes(root, end->boot);
    json_put_commit(root, end->report);
    return json_take_line(root);
}

static const char *journal_phase_id(enum journal_phase phase)
{
    static const char *const ids[] = {
        [JOURNAL_PHASE_SAVED] = "saved",
        [JOURNAL_PHASE_MOVING] = "moving",
        [JOURNAL_PHASE_FINAL] = "final",
        [JOURNAL_PHASE_COMPLETE] = "complete",
    };

    return ids[phase];
}

char *report_json_fix_status(const struct report_fix_status *status)
{
    struct json_object *root = new_event("status");
    bool has = status->has_progress;

    json_put_text(root, "path", status->path);
    put_transaction(root, status->plan);
    put_spot(root, status->plan, status->journal);
    put_plan_steps(root, status->plan);
    json_put_known(root, "step", status->step + 1, has);
    json_put_known(root, "partition", status->plan->steps[status->step].number, has);
    json_put_text(root, "phase", has ? journal_phase_id(status->phase) : NULL);
    json_put_bool(root, "back", status->is_back);
    json_put_known(root, "bytes-done", status->bytes_done, has);
    json_put_known(root, "bytes", status->bytes_total, has);
    json_put_bool(root, "at-work", status->is_at_work);
    json_put_bool(root, "safe-to-unplug", !status->is_at_work);
    return json_take_line(root);
}
