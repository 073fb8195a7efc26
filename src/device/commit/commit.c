/* SPDX-License-Identifier: GPL-3.0-or-later */
/* commit.c - a change that is to be written, and where its backup goes */
#include "device/commit/commit.h"

#include <stdlib.h>

#include "device/commit/backup.h"
#include "device/commit/stages.h"
#include "device/system/backup_folder.h"
#include "device/system/below.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/size.h"
#include "model/disk/damage.h"
#include "model/found/whole.h"

static void commit_add_step(struct commit *commit, const struct layout *after)
{
    commit->steps =
        xrealloc(commit->steps, commit->step_count + 1, sizeof(*commit->steps));
    commit->steps[commit->step_count++] =
        (struct commit_step){ .after = layout_ref(after) };
}

struct commit *commit_new(const struct commit_request *request)
{
    struct commit *commit = xcalloc(1, sizeof(*commit));

    commit->path = xstrdup(request->path);
    commit->sys = sys_copy(request->sys);
    commit->base = layout_ref(request->base);
    commit->is_restore = request->runs != NULL;
    commit->is_searched = request->is_searched;
    commit->has_moves = request->accepted.are_moves;
    for (size_t i = 0; i < request->step_count; i++)
        commit_add_step(commit, request->steps[i].after);
    if (!request->step_count)
        commit_add_step(commit, request->preview);
    commit->preview = layout_ref(commit->steps[commit->step_count - 1].after);
    return commit;
}

void commit_free(struct commit *commit)
{
    if (!commit)
        return;
    free(commit->path);
    sys_finish(&commit->sys);
    layout_unref(commit->base);
    layout_unref(commit->lost);
    layout_unref(commit->preview);
    for (size_t i = 0; i < commit->step_count; i++)
        layout_unref(commit->steps[i].after);
    free(commit->steps);
    runs_free(commit->table, commit->table_count);
    write_plan_finish(&commit->plan);
    free(commit->backup_path);
    free(commit->grown);
    runs_free(commit->saved, commit->saved_count);
    free(commit);
}

void commit_add_saved(struct commit *commit, uint64_t lba, uint64_t count, uint8_t *bytes)
{
    size_t all = ++commit->saved_count;

    commit->saved = xrealloc(commit->saved, all, sizeof(*commit->saved));
    commit->saved[all - 1] = (struct sector_run){ lba, count, bytes };
}

void commit_describe(const struct commit *commit, struct lines *lines)
{
    const struct limits *limits = layout_limits(commit->base);
    unsigned count = layout_data_count(commit->base);
    char size[SIZE_TEXT];

    lines_add(lines, _("Disk: %s"), commit->path);
    if (commit->mark.model[0])
        lines_add(lines, _("Model: %s"), commit->mark.model);
    if (commit->mark.serial[0])
        lines_add(lines, _("Serial number: %s"), commit->mark.serial);
    lines_add(lines,
              ngettext("Size: %1$s (%2$llu sector of %3$llu B)",
                       "Size: %1$s (%2$llu sectors of %3$llu B)", limits->size),
              size_format(limits->size * limits->logical, SIZE_IEC, 0, size),
              (ull)limits->size, (ull)limits->logical);
    if (layout_label(commit->base)->kind == LABEL_NONE)
        lines_add(lines, "%s", _("Table now: none"));
    else
        lines_add(lines,
                  ngettext("Table now: %1$s, %2$u partition",
                           "Table now: %1$s, %2$u partitions", count),
                  label_name(layout_label(commit->base)), count);
}

/* Entries are repaired one at a time, so other damage may remain. */
static bool is_left_damaged(const struct layout *preview, const struct note *note)
{
    return layout_note_find(preview, NOTE_TABLE_CURED) && damage_is_note(note);
}

static const struct note *find_refusal(const struct layout *preview)
{
    for (size_t i = 0; i < layout_note_count(preview); i++) {
        const struct note *note = layout_note_at(preview, i);
        if (note_level(note->id) == NOTE_READ_ONLY && !is_left_damaged(preview, note))
            return note;
    }
    return NULL;
}

static bool commit_refuse_note(const struct commit *commit, const struct note *note,
                               struct err *err)
{
    return err_refuse_as(err, note_id_text(note->id), _("%1$s is not written to: %2$s"),
                         commit->path, note->text);
}

bool commit_check_notes(const struct commit *commit, struct err *err)
{
    const struct note *moving = layout_note_find(commit->base, NOTE_MOVE_IN_PROGRESS);

    if (moving)
        return commit_refuse_note(commit, moving, err);
    /* Who agrees to change the disk nevertheless gives a base without it. */
    const struct note *whole = whole_note_find(commit->base);
    if (whole)
        return commit_refuse_note(commit, whole, err);
    /* A backup is restored unchanged, even if its table has errors. */
    for (size_t i = 0; i < commit->step_count && !commit->is_restore; i++) {
        const struct note *note = find_refusal(commit->steps[i].after);
        if (note)
            return commit_refuse_note(commit, note, err);
    }
    return true;
}

bool commit_find_backup(struct commit *commit, const char *wish,
                        struct rehearsal_report *report, struct err *err)
{
    CLEANUP(freep) char *folder = NULL;
    char name[SYS_NAME];

    if (wish) {
        commit->backup_path = xstrdup(wish);
        if (!backup_is_possible(wish, err))
            return false;
    } else {
        if (!backup_folder_find(&folder, err))
            return false;
        commit->backup_path = backup_name(folder, commit->path);
        commit->has_own_folder = true;
    }
    const char *lifetime = backup_lifetime_words(&commit->sys, commit->backup_path);
    if (lifetime)
        lines_add(&report->warnings, "%s", lifetime);
    if (sys_name_of(&commit->sys, commit->path, name) &&
        below_file_is_on(&commit->sys, commit->backup_path, name))
        lines_add(&report->warnings,
                  _("The backup will lie on the disk that is changed (%s): keep a copy "
                    "elsewhere, or name a file with --backup=FILE."),
                  commit->backup_path);
    report->backup_path = xstrdup(commit->backup_path);
    return true;
}
