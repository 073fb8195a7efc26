/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rehearsal.c - verifies a plan by having libparted make the same change on a shadow */
#include "device/commit/rehearsal.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "device/commit/rehearsal_goal.h"
#include "device/commit/rehearsal_kept.h"
#include "device/io/file.h"
#include "device/io/shadow.h"
#include "device/parted/child.h"
#include "device/parted/sees.h"
#include "device/system/disk.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"
#include "model/base/utf8.h"
#include "model/table/tables.h"

/* Names of programs, not translated. */
static const char ours[] = "alidade";
static const char theirs[] = "libparted";

static const unsigned told_by_libparted = DIFF_NUMBER | DIFF_TYPE | DIFF_NAME | DIFF_BOOT;
static const unsigned told_by_ourselves =
    DIFF_NUMBER | DIFF_TYPE | DIFF_NAME | DIFF_UUID | DIFF_ATTRIBUTES | DIFF_BOOT;

static bool refuse_result(const char *sentence, struct err *err)
{
    return err_refuse(err, REFUSAL_RESULT_NOT_READ,
                      _("The result cannot be read: %s Nothing is written."), sentence);
}

static bool compare_layouts(const struct layout *preview, const struct layout *result,
                            struct err *err)
{
    CLEANUP(freep) struct rehearsal_want *wants = NULL;
    CLEANUP(freep) struct extent *seen = NULL;
    size_t count = rehearsal_wants(preview, told_by_ourselves, &wants);
    size_t seen_count = rehearsal_seen(result, &seen);
    const char *wanted = layout_label(preview)->id, *got = layout_label(result)->id;

    if (layout_label(preview)->kind != layout_label(result)->kind)
        return err_refuse(
            err, REFUSAL_RESULT_DIFFERS,
            _("The result is a table of kind %1$s instead of %2$s: nothing is "
              "written."),
            label_name(layout_label(result)), label_name(layout_label(preview)));
    if (strcmp(wanted, got) != 0)
        return err_refuse(err, REFUSAL_RESULT_DIFFERS,
                          _("The result has the disk id %1$s instead of %2$s: nothing is "
                            "written."),
                          got, wanted);
    return rehearsal_compare(wants, count, seen, seen_count, ours, err);
}

/* Damage that the preview does not have would be new. */
static bool check_damage(const struct layout *preview, const struct layout *result,
                         struct err *err)
{
    for (size_t i = 0; i < layout_note_count(result); i++) {
        const struct note *note = layout_note_at(result, i);
        if (note_level(note->id) == NOTE_READ_ONLY &&
            !layout_note_find(preview, note->id))
            return refuse_result(note->text, err);
    }
    return true;
}

/* Reads the planned disk with the same decoders as at every start. */
static struct layout *read_result(struct store *store, const struct layout *preview,
                                  struct err *err)
{
    const struct limits *limits = layout_limits(preview);
    struct limits_given given = { .logical = limits->logical };
    struct reader reader = store_reader(store);
    struct layout *layout = NULL;
    struct err inner = { 0 };

    if (!label_is_editable(layout_label(preview)->kind))
        layout = disk_read(store, &given, &inner);
    else if (tables_read(&reader, limits, &layout, &inner) && !layout)
        (void)err_set(&inner, ERR_UNREADABLE, _("There is no table."));
    if (!layout)
        (void)refuse_result(inner.text, err);
    return layout;
}

static bool check_own(struct store *store, const struct layout *preview, struct err *err)
{
    CLEANUP(layout_unrefp) struct layout *result = read_result(store, preview, err);

    return result && check_damage(preview, result, err) &&
           compare_layouts(preview, result, err);
}

/* Messages for failures to read the new table, and to make the change. */
static const struct {
    enum parted_status status;
    const char *reading;
    const char *making;
} failures[] = {
    { PARTED_NO_LABEL, N_("libparted would see no table any more: nothing is written."),
      N_("libparted sees no table to change: nothing is written.") },
    { PARTED_CRASHED,
      N_("libparted would crash on the table as it shall be: nothing is written."),
      N_("libparted crashes when it makes this change: nothing is written.") },
    { PARTED_TIMEOUT,
      N_("libparted would not finish reading the new table: nothing is "
         "written."),
      N_("libparted did not finish this change: nothing is written.") },
    { PARTED_MEMORY,
      N_("libparted would need more memory for the new table than it is given: nothing "
         "is written."),
      N_("libparted needs more memory for this change than it is given: nothing is "
         "written.") },
    { PARTED_FAILED,
      N_("libparted, which every change is rehearsed with, could not be asked: nothing "
         "is written."),
      N_("libparted, which every change is rehearsed with, could not be asked: nothing "
         "is written.") },
};

static bool check_status(const struct parted_reply *reply, bool is_making,
                         struct err *err)
{
    for (size_t i = 0; i < ARRAY_SIZE(failures); i++)
        if (failures[i].status == reply->status)
            return err_refuse(err, REFUSAL_REHEARSAL_PARTED_FAILS, "%s",
                              is_making ? _(failures[i].making) : _(failures[i].reading));
    if (reply->status != PARTED_REFUSED)
        return true;
    const char *sentence =
        is_making ? _("libparted does not open the table (%s): nothing is written.")
                  : _("libparted would not open the table as it shall be (%s): nothing "
                      "is written.");
    return err_refuse(err, REFUSAL_REHEARSAL_PARTED_FAILS, sentence,
                      parted_objection_text(reply->last_objection));
}

static struct extent rehearsal_extent(const struct layout *preview,
                                      const struct parted_part *part)
{
    static const enum extent_kind kinds[] = {
        [PARTED_PART_NORMAL] = EXTENT_PARTITION,
        [PARTED_PART_EXTENDED] = EXTENT_EXTENDED,
        [PARTED_PART_LOGICAL] = EXTENT_LOGICAL,
    };
    struct extent extent = { .kind = kinds[part->kind],
                             .start = part->start,
                             .length = part->length,
                             .number = parted_own_number(preview, part->number),
                             .is_bootable = part->is_bootable };

    copy_text(extent.type, sizeof(extent.type), part->type);
    copy_text(extent.name, sizeof(extent.name), part->name);
    return extent;
}

static bool compare_reply(const struct layout *preview, const struct parted_reply *reply,
                          struct err *err)
{
    CLEANUP(freep) struct rehearsal_want *wants = NULL;
    CLEANUP(freep) struct extent *seen = xcalloc(reply->count + 1, sizeof(*seen));
    size_t count = 0, seen_count = 0;
    size_t all = rehearsal_wants(preview, told_by_libparted, &wants);

    for (size_t i = 0; i < all; i++)
        if (parted_sees(wants[i].extent))
            wants[count++] = wants[i];

    /* libparted drops lone surrogates, and some builds drop control characters. */
    for (size_t i = 0; i < count; i++)
        if (!utf8_is_harmless(wants[i].extent->name))
            wants[i].fields &= ~(unsigned)DIFF_NAME;
    for (size_t i = 0; i < reply->count; i++)
        if (reply->parts[i].kind < PARTED_PART_METADATA)
            seen[seen_count++] = rehearsal_extent(preview, &reply->parts[i]);
    return rehearsal_compare(wants, count, seen, seen_count, theirs, err);
}

/* libparted need not be able to read a table that stays damaged. */
static bool may_stay_unread(const struct layout *preview,
                            const struct parted_reply *reply)
{
    const char *label = label_name(layout_label(preview));

    return layout_damaged_count(preview) ||
           (layout_read_only(preview) &&
            (parted_reply_is_refused(reply) || strcmp(reply->label, label) != 0));
}

static bool judge_reading(const struct layout *preview, const struct parted_reply *reply,
                          struct err *err)
{
    const char *label = label_name(layout_label(preview));

    if (!check_status(reply, false, err))
        return false;
    if (strcmp(reply->label, label) != 0)
        return err_refuse(
            err, REFUSAL_REHEARSAL_OTHER_KIND,
            _("libparted takes the result for a table of kind %1$s instead of "
              "%2$s: nothing is written."),
            reply->label, label);
    return compare_reply(preview, reply, err);
}

/* One step, and what libparted is asked about it. */
struct rehearsed_step {
    const struct layout *base;
    const struct layout *preview;
    const struct reader *disk;
    const struct reader *after; /* with the plan performed */
    struct parted_goal goal;    /* its targets are owned */
    bool is_made;               /* libparted is asked to reach GOAL from the base */
    bool is_read;               /* it is asked to read the result */
};

/* Puts the table of DISK, which is LAYOUT, into the shadow and asks about it. */
static bool ask_child(struct rehearsed *whom, const struct reader *disk,
                      const struct layout *layout, const struct parted_asked *asked)
{
    const struct limits *limits = layout_limits(layout);

    if (!whom->child) {
        whom->shadow = shadow_new();
        whom->child = parted_start_shadow(whom->shadow, limits);
    }
    if (!shadow_fill(whom->shadow, disk, limits, layout))
        return false;
    parted_ask(whom->child, asked);
    return true;
}

static bool ask_both(struct rehearsal *rehearsal, const struct rehearsed_step *step,
                     struct err *err)
{
    const struct parted_asked reading = {
        .answer = layout_read_only(step->preview) ? PARTED_TAKE_DAMAGED : PARTED_CANCEL,
    };
    const struct parted_asked making = { .answer = PARTED_CANCEL,
                                         .has_goal = true,
                                         .goal = step->goal };

    if ((step->is_made &&
         !ask_child(&rehearsal->making, step->disk, step->base, &making)) ||
        (step->is_read &&
         !ask_child(&rehearsal->reading, step->after, step->preview, &reading)))
        return err_refuse(err, REFUSAL_REHEARSAL_NO_MEMORY,
                          _("There is no memory for a rehearsal: nothing is written. "
                            "Stop other programs first."));
    return true;
}

static bool check_reading(struct rehearsal *rehearsal, const struct layout *preview,
                          struct err *err)
{
    struct parted_reply reply;

    parted_wait(rehearsal->reading.child, &reply);
    rehearsal->is_missing = reply.status == PARTED_MISSING;
    bool is_unread = !rehearsal->is_missing && may_stay_unread(preview, &reply);
    rehearsal->is_unread |= is_unread;
    bool is_good =
        rehearsal->is_missing || is_unread || judge_reading(preview, &reply, err);
    parted_reply_finish(&reply);
    return is_good;
}

static bool compare_made(struct rehearsal *rehearsal, const struct rehearsed_step *step,
                         const struct parted_reply *reply, struct err *err)
{
    const struct layout *preview = step->preview;
    struct reader shadow = file_reader(&rehearsal->making.shadow, step->after->size);
    CLEANUP(layout_unrefp) struct layout *made = NULL;
    CLEANUP(freep) struct rehearsal_want *wants = NULL;
    CLEANUP(freep) struct extent *seen = NULL;
    struct err inner = { 0 };

    if (!tables_read(&shadow, layout_limits(preview), &made, &inner) || !made)
        return err_refuse(err, REFUSAL_REHEARSAL_RESULT_UNREAD,
                          _("What libparted makes in the rehearsal cannot be read (%s): "
                            "nothing is written."),
                          inner.text);
    size_t count = rehearsal_goal_wants(&step->goal, preview, reply->skills, &wants);
    size_t seen_count = rehearsal_seen(made, &seen);
    if (!rehearsal_compare(wants, count, seen, seen_count, theirs, err))
        return false;
    rehearsal_kept(step->after, &shadow, step->base, preview, step->goal.is_fresh,
                   &rehearsal->kept);
    return true;
}

static bool judge_making(struct rehearsal *rehearsal, const struct rehearsed_step *step,
                         const struct parted_reply *reply, struct err *err)
{
    if (!check_status(reply, true, err))
        return false;
    if (reply->is_made)
        return compare_made(rehearsal, step, reply, err);
    const char *objection = parted_objection_text(reply->last_objection);
    /* For example, libparted requires more free space around EBRs than it needs to read
     * them. */
    if (reply->stuck)
        lines_add(&rehearsal->kept,
                  _("libparted would not make partition %1$u so itself (%2$s), but "
                    "reads it as shown."),
                  (unsigned)reply->stuck, objection);
    else
        lines_add(&rehearsal->kept,
                  _("libparted would not make this change itself (%s), but reads its "
                    "result as shown."),
                  objection);
    return true;
}

static void note_unseen(const struct layout *base, const struct layout *preview,
                        struct lines *ret_kept)
{
    const struct extent *unseen = parted_find_unseen(preview);

    unseen = unseen ? unseen : parted_find_unseen(base);
    if (layout_note_find(preview, NOTE_ISO_HYBRID))
        lines_add(ret_kept, "%s",
                  _("libparted does not read the tables of a bootable image as Linux "
                    "does: alidade alone makes this change."));
    else if (unseen)
        lines_add(ret_kept,
                  _("libparted does not see partition %u, whose type is 00, and would "
                    "remove it: alidade alone makes this change."),
                  unseen->number);
}

static bool check_making(struct rehearsal *rehearsal, const struct rehearsed_step *step,
                         struct err *err)
{
    struct parted_reply reply;

    parted_wait(rehearsal->making.child, &reply);
    rehearsal->is_missing = reply.status == PARTED_MISSING;
    bool is_good = rehearsal->is_missing || judge_making(rehearsal, step, &reply, err);
    parted_reply_finish(&reply);
    return is_good;
}

/* Our decoders read RESULT while libparted is at work. */
static bool check_all(struct rehearsal *rehearsal, const struct rehearsed_step *step,
                      struct store *result, struct err *err)
{
    if (!ask_both(rehearsal, step, err) || !check_own(result, step->preview, err) ||
        (step->is_read && !check_reading(rehearsal, step->preview, err)))
        return false;
    if (step->is_made)
        return check_making(rehearsal, step, err);
    if (!rehearsal->is_missing)
        note_unseen(step->base, step->preview, &rehearsal->kept);
    return true;
}

bool rehearsal_agrees(struct rehearsal *rehearsal, struct store *store,
                      const struct layout *base, const struct layout *preview,
                      const struct write_plan *plan, struct err *err)
{
    struct write_plan_view view;
    struct reader disk = store_reader(store);
    struct reader after = write_plan_reader(&view, &disk, plan, plan->count);
    CLEANUP(store_closep)
    struct store *result = store_of_reader(store_path(store), &after);
    struct rehearsed_step step = {
        .base = base, .preview = preview, .disk = &disk, .after = &after
    };

    step.is_read = label_is_editable(layout_label(preview)->kind) &&
                   !layout_note_find(preview, NOTE_ISO_HYBRID) &&
                   parted_can_hold(preview);
    step.is_made = parted_can_hold(base) && parted_can_hold(preview) &&
                   rehearsal_goal(base, preview, &step.goal);
    rehearsal->is_too_large |= !parted_can_hold(preview);
    bool is_good = check_all(rehearsal, &step, result, err);
    free(step.goal.targets);
    return is_good;
}

static void rehearsed_finish(struct rehearsed *rehearsed)
{
    if (rehearsed->child && rehearsed->shadow >= 0)
        (void)close(rehearsed->shadow); /* our own memory file */
    parted_free(rehearsed->child);
}

void rehearsal_finish(struct rehearsal *rehearsal)
{
    rehearsed_finish(&rehearsal->reading);
    rehearsed_finish(&rehearsal->making);
    lines_finish(&rehearsal->kept);
}
