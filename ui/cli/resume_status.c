/* SPDX-License-Identifier: GPL-3.0-or-later */
/* resume_status.c - how far a move has come that has not ended, as text and as JSON */
#include "ui/cli/resume_status.h"

#include <stdio.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/size.h"
#include "model/base/text.h"
#include "model/base/utf8.h"
#include "model/report/fix.h"
#include "model/report/resume_words.h"
#include "ui/cli/output.h"

struct status_text {
    const char *path;
    const struct unfinished_look *look;
    int width;
    struct str *out;
};

static void status_add(const struct status_text *text, char *sentence)
{
    text_add_wrapped(text->out, sentence, 0, 0, text->width);
    freep(&sentence);
}

static void status_which(const struct status_text *text)
{
    const struct unfinished_look *look = text->look;
    const struct journal_step *step = &look->plan.steps[look->step];
    CLEANUP(freep) char *path = utf8_clean(text->path);

    status_add(text,
               xasprintf(_("%1$s: a move has not ended. Step %2$zu of %3$u: partition "
                           "%4$u from sector %5$llu to %6$llu."),
                         path, look->step + 1, look->plan.step_count, step->number,
                         (ull)step->from, (ull)step->to));
}

static char *status_moved(const struct unfinished_look *look)
{
    char done[SIZE_TEXT], all[SIZE_TEXT];
    unsigned percent = look->bytes_total
                           ? (unsigned)num_scale(look->bytes_done, 100, look->bytes_total)
                           : 0;

    (void)size_format(look->bytes_done, SIZE_IEC, 0, done);
    (void)size_format(look->bytes_total, SIZE_IEC, 0, all);
    return xasprintf(look->is_back ? _("Its data is being moved back: at least %1$s of "
                                       "%2$s (%3$u %%) are.")
                                   : _("Its data is being moved: at least %1$s of %2$s "
                                       "(%3$u %%) are."),
                     done, all, percent);
}

static char *status_phase(const struct unfinished_look *look)
{
    if (!look->has_progress)
        return xstrdup(_("No data has been moved yet."));
    switch (look->phase) {
    case JOURNAL_PHASE_SAVED:
        return xstrdup(_("The sectors that need it are saved; its data has not been "
                         "moved yet."));
    case JOURNAL_PHASE_MOVING:
        return status_moved(look);
    case JOURNAL_PHASE_FINAL:
        return xstrdup(_("All of its data is moved; the table and its first sectors are "
                         "still to be written."));
    case JOURNAL_PHASE_COMPLETE:
        break;
    }
    return xstrdup(_("This step is complete."));
}

static char *status_journal(const struct unfinished_look *look)
{
    const struct journal_place place = { .kind = look->plan.spot.kind,
                                         .start = look->plan.spot.start,
                                         .number = look->plan.number };
    CLEANUP(freep)
    char *where =
        look->is_elsewhere ? utf8_clean(look->journal) : journal_place_words(&place);

    return xasprintf(_("Journal: %s"), where);
}

static char *status_unplug(const struct status_text *text)
{
    CLEANUP(freep)
    char *operands = resume_operands(
        text->path, text->look->is_elsewhere ? text->look->journal : NULL);

    if (text->look->is_at_work)
        return xstrdup(_("Safe to unplug: no, another program completes the move now."));
    return xasprintf(
        _("Safe to unplug: yes. The partition can be used again when \"alidade "
          "resume %s\" has completed the move."),
        operands);
}

void resume_status_text(const char *path, const struct unfinished_look *look, int width,
                        struct str *ret)
{
    const struct status_text text = { path, look, width, ret };

    status_which(&text);
    status_add(&text, status_phase(look));
    status_add(&text, status_journal(look));
    status_add(&text, status_unplug(&text));
}

static void print_object(const char *path, const struct unfinished_look *look)
{
    const struct report_fix_status status = {
        .path = path,
        .plan = &look->plan,
        .journal = look->is_elsewhere ? look->journal : NULL,
        .has_progress = look->has_progress,
        .step = look->step,
        .phase = look->has_progress ? unfinished_phase_id(look->phase) : NULL,
        .is_back = look->is_back,
        .bytes_done = look->bytes_done,
        .bytes_total = look->bytes_total,
        .is_at_work = look->is_at_work,
    };

    output_json(report_json_fix_status(&status));
}

void resume_status_print(const struct cli_options *options, const char *path,
                         const struct unfinished_look *look)
{
    CLEANUP(str_finish) struct str text = { 0 };

    if (options->is_json) {
        print_object(path, look);
        return;
    }
    resume_status_text(path, look, output_columns(options), &text);
    output_text(stdout, str_text(&text));
}
