/* SPDX-License-Identifier: GPL-3.0-or-later */
/* resume.c - the command resume: completes a move that has not ended, or takes it back */
#include <stdio.h>
#include <unistd.h>

#include "device/move/find/hint.h"
#include "device/move/unfinished/unfinished_look.h"
#include "device/system/devices.h"
#include "device/system/disk.h"
#include "device/system/kernel.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"
#include "model/base/shell.h"
#include "model/base/text.h"
#include "model/base/utf8.h"
#include "ui/cli/fix_run.h"
#include "ui/cli/lacks.h"
#include "ui/cli/output.h"
#include "ui/cli/patience.h"
#include "ui/cli/resume_search.h"
#include "ui/cli/resume_status.h"
#include "ui/cli/run.h"
#include "ui/loop/fix_moved.h"

struct resume {
    const struct cli_options *options;
    struct sys sys;
    struct fix_found_list list;
    const struct fix_place_found *move; /* borrowed from LIST */
    struct disk_info info;
    struct unfinished_look look;
    struct fix_session session;
    struct rehearsal_report rehearsal;
    struct fix_moved moved;
    struct fix_content content;
    bool is_ended; /* the end was reported */
};

static void resume_finish(struct resume *resume)
{
    fix_session_finish(&resume->session);
    fix_moved_finish(&resume->moved);
    fix_content_finish(&resume->content);
    rehearsal_report_finish(&resume->rehearsal);
    disk_info_finish(&resume->info);
    fix_found_list_finish(&resume->list);
}

/* --- which move --- */

/* Returns the sentence if the kernel lacks a partition of the disk at PATH: a fix that
 * was killed before it changed the disk has removed it, so that no other program could
 * use it. NULL: it has all; free(). */
static char *kernel_words(const struct sys *sys, const char *path,
                          const struct limits_given *given)
{
    CLEANUP(store_closep) struct store *store = store_open(path, ERR_IGNORED);

    if (!store)
        return NULL;
    CLEANUP(layout_unrefp) struct layout *layout = disk_read(store, given, ERR_IGNORED);
    if (!layout)
        return NULL;
    CLEANUP(layout_unrefp) struct layout *noted = kernel_note(sys, path, layout);
    const struct note *note = layout_note_find(noted, NOTE_KERNEL_DIFFERS);
    return note ? xstrdup(note->text) : NULL;
}

static void print_sentence(const struct cli_options *options, const char *words)
{
    CLEANUP(str_finish) struct str text = { 0 };

    if (options->is_json) {
        output_json(report_json_fix_note(words));
        return;
    }
    text_add_wrapped(&text, words, 0, 0, output_columns(options));
    output_text(stdout, str_text(&text));
}

static void tell_of_kernel(const struct resume *resume)
{
    const struct cli_options *options = resume->options;
    struct patience patience;

    if (!options->operand_count)
        return;
    patience_begin(&patience, options->operands[0], options);
    CLEANUP(freep)
    char *words = kernel_words(&resume->sys, options->operands[0], &options->given);
    patience_end(&patience);
    if (words)
        print_sentence(options, words);
}

static char *journal_words(const struct cli_options *options, const char *journal)
{
    CLEANUP(freep) char *path = utf8_clean(journal);

    if (access(journal, F_OK))
        return xasprintf(_("The journal of a fix that has not ended, %s, is not there. "
                           "If that was a fix of this disk, connect what holds the "
                           "journal, or name it with --journal."),
                         path);
    CLEANUP(freep)
    char *disk = options->operand_count ? shell_path(options->operands[0]) : xstrdup("");
    if (fix_journal_is_cut(journal))
        return xasprintf(_("The journal of a fix that has not ended, %1$s, is empty or "
                           "was cut short. If that was a fix of this disk, name a "
                           "complete copy of the journal: alidade resume "
                           "--journal=FILE %2$s"),
                         path, disk);
    if (!options->operand_count || !fix_journal_fits(journal, options->operands[0]))
        return NULL;
    CLEANUP(freep) char *quoted = shell_path(journal);
    return xasprintf(_("The journal of a fix that has not ended, %1$s, is of a disk of "
                       "the same size, but with another table. If it was this disk: "
                       "alidade resume --journal=%2$s %3$s"),
                     path, quoted, disk);
}

/* Which disk it belongs to, only the journal tells. */
static void tell_of_journals(const struct resume *resume)
{
    CLEANUP(fix_hints_finish) struct fix_hints hints = fix_hints_load();

    for (size_t i = 0; i < hints.journals.count; i++) {
        CLEANUP(freep) char *words = journal_words(resume->options, hints.journals.at[i]);
        if (words)
            print_sentence(resume->options, words);
    }
}

static int resume_has_nothing(struct resume *resume)
{
    const struct cli_options *options = resume->options;
    const struct err none = { 0 };

    resume->is_ended = true;
    if (options->is_json) {
        tell_of_kernel(resume);
        tell_of_journals(resume);
        return fix_end(options, "nothing", &none);
    }
    if (options->operand_count) {
        CLEANUP(freep)
        char *words =
            xasprintf(_("%s: there is no move to be completed.\n"), options->operands[0]);
        output_text(stdout, words);
    } else {
        output_text(stdout, _("On no disk is there a move to be completed.\n"));
    }
    tell_of_kernel(resume);
    tell_of_journals(resume);
    return 0;
}

/* Several: the error names only two of them. */
static void list_moves(const struct resume *resume)
{
    for (size_t i = 0; i < resume->list.count && !resume->options->is_json; i++) {
        CLEANUP(freep)
        char *words =
            xasprintf(_("%s: a move has not ended.\n"), resume->list.at[i].disk);
        output_text(stdout, words);
    }
}

/* Returns false without an error if there is none. */
static bool resume_find(struct resume *resume, struct err *err)
{
    const struct cli_options *options = resume->options;

    if (!resume_search(options, &resume->sys, &resume->list, err))
        return false;
    resume->move = fix_found_choose(&resume->list, err);
    if (!resume->move && err->code == ERR_REFUSED && resume->list.count > 1)
        list_moves(resume);
    return resume->move;
}

/* A journal that is not there is no fault of the disk. */
static bool resume_look(struct resume *resume, struct err *err)
{
    struct err why = { 0 };

    devices_describe(&resume->sys, resume->move->disk, &resume->info);
    return unfinished_look(resume->move, &resume->look, &why) ||
           err_refuse_for(err, REFUSAL_FIX_NOT_READ, &why);
}

/* --- the move --- */

static bool resume_rehearse(struct resume *resume, struct err *err)
{
    struct commit_told told = { .is_json = resume->options->is_json };
    const struct commit_watch watch = commit_told_watch(&told);
    const struct resume_request request = {
        .move = resume->move,
        .backup_path = resume->options->backup_path,
        .is_rollback = resume->options->is_rollback,
        .writes_table = resume->options->writes_table,
        .accepted = { .is_all = resume->options->lose.is_all,
                      .numbers = resume->options->lose.numbers,
                      .count = resume->options->lose.number_count },
        .skips_check = resume->options->skips_check,
        .watch = &watch,
    };

    resume->session =
        (struct fix_session){ .sys = &resume->sys, .path = resume->move->disk };
    return fix_session_resume(&resume->session, &request, &resume->look,
                              resume->info.serial, &resume->rehearsal, err);
}

/* Of a move that is taken back no other step is carried out. */
static void resume_find_content(struct resume *resume)
{
    const struct journal_plan *plan = resume->session.plan;
    size_t first = fixing_first_step(resume->session.fixing);
    bool is_one = resume->session.is_rollback && first < plan->step_count;
    size_t end = is_one ? first + 1 : plan->step_count;

    fix_moved_look(&resume->sys, resume->move->disk, plan, first, end, &resume->moved);
    volume_notes_lines(&resume->moved.volumes, &resume->session.warnings);
    resume->content = (struct fix_content){ .options = resume->options,
                                            .sys = &resume->sys,
                                            .path = resume->move->disk,
                                            .before = resume->moved.layout,
                                            .plan = plan,
                                            .first = is_one ? first : 0,
                                            .end = end,
                                            .is_resumed = true };
    checker_list_copy(&resume->moved.checkers, &resume->content.found);
}

/* All that is read before the question. */
static bool resume_prepare(struct resume *resume, struct err *err)
{
    struct patience patience;

    patience_begin(&patience, resume->move->disk, resume->options);
    bool is_rehearsed = resume_rehearse(resume, err);
    if (is_rehearsed)
        resume_find_content(resume);
    patience_end(&patience);
    return is_rehearsed;
}

static int resume_move(struct resume *resume, struct err *err)
{
    int code;

    bool is_prepared = resume_prepare(resume, err);
    for (size_t i = 0; i < resume->rehearsal.differences.count; i++)
        print_sentence(resume->options, resume->rehearsal.differences.at[i]);
    if (!is_prepared)
        return (int)err->code;
    const struct fix_prepared prepared = {
        .options = resume->options,
        .session = &resume->session,
        .report = { .command = "resume",
                    .is_rollback = resume->options->is_rollback,
                    .info = &resume->info,
                    .plan = resume->session.plan,
                    .journal = resume->session.journal,
                    .first_step = fixing_first_step(resume->session.fixing),
                    .rehearsal = &resume->rehearsal,
                    .warnings = &resume->session.warnings,
                    .volumes = &resume->moved.volumes },
        .content = resume->moved.layout ? &resume->content : NULL,
    };
    resume->is_ended = true;
    return fix_ask(&prepared, &code, err) ? fix_run(&prepared, err) : code;
}

/* --- the command --- */

/* Returns the exit code. */
static int resume_disk(struct resume *resume, struct err *err)
{
    const struct cli_options *options = resume->options;
    const char *disk = options->operand_count ? options->operands[0] : NULL;
    struct patience patience;

    /* The journal can be on another disk. */
    patience_begin(&patience, options->journal ? NULL : disk, options);
    bool is_found = resume_find(resume, err);
    bool is_seen = is_found && resume_look(resume, err);
    patience_end(&patience);
    if (!is_found)
        return err->code ? (int)err->code : resume_has_nothing(resume);
    if (!is_seen)
        return (int)err->code;
    resume_status_print(options, resume->move->disk, &resume->look);
    resume->is_ended = options->shows_status;
    return options->shows_status ? 0 : resume_move(resume, err);
}

int command_resume(const struct cli_options *options, struct err *err)
{
    CLEANUP(freep) struct resume *resume = xcalloc(1, sizeof(*resume));

    resume->options = options;
    resume->sys = sys_of_machine();
    lacks_tell(&resume->sys, options->operand_count ? options->operands[0] : NULL);
    int code = resume_disk(resume, err);
    err->is_reported = true;
    if (!resume->is_ended)
        (void)fix_end(options, "refused", err);
    resume_finish(resume);
    return code;
}
