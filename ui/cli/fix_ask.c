/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix_ask.c - shows what fix or resume has prepared, and asks */
#include <stdio.h>

#include "device/move/session/fix_time.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/size.h"
#include "model/base/text.h"
#include "model/report/moves_time.h"
#include "model/report/plan.h"
#include "model/report/text.h"
#include "ui/cli/consent.h"
#include "ui/cli/fix_run.h"
#include "ui/cli/output.h"

/* --- what is shown --- */

static void add_wrapped(const struct fix_prepared *prepared, const char *sentence,
                        struct str *ret)
{
    text_add_wrapped(ret, sentence, 0, 0, output_columns(prepared->options));
}

static void add_spot(const struct fix_prepared *prepared, struct str *ret)
{
    CLEANUP(freep)
    char *words = report_fix_spot_words(prepared->report.plan, prepared->report.journal);

    str_add(ret, "\n");
    add_wrapped(prepared, words, ret);
}

static void add_written(const struct fix_prepared *prepared, struct str *ret)
{
    const struct report_fix *fix = &prepared->report;
    char read[SIZE_TEXT], written[SIZE_TEXT];

    if (!fix->written_bytes)
        return;
    (void)size_format(fix->read_bytes, SIZE_IEC, 0, read);
    (void)size_format(fix->written_bytes, SIZE_IEC, 0, written);
    CLEANUP(freep) char *time = moves_time_words(fix->time, fix->seconds);
    CLEANUP(freep)
    char *words =
        fix->time == MOVE_TIME_UNKNOWN
            ? xasprintf(_("What is read in all: %1$s; what is written: %2$s."), read,
                        written)
            : xasprintf(_("What is read in all: %1$s; what is written: %2$s, in %3$s."),
                        read, written, time);
    add_wrapped(prepared, words, ret);
}

/* Adds the time on a drive of its kind, where that of this one is not known. */
static void add_typical(const struct fix_prepared *prepared, struct str *ret)
{
    if (prepared->report.time != MOVE_TIME_UNKNOWN || !prepared->typical)
        return;
    CLEANUP(freep)
    char *words = fix_time_words(prepared->typical, prepared->report.plan,
                                 !prepared->options->skips_check);
    if (words)
        add_wrapped(prepared, words, ret);
}

static void add_look(const struct fix_prepared *prepared, struct str *ret)
{
    if (!prepared->looks_at_flush)
        return;
    str_add(ret, "\n");
    add_wrapped(prepared,
                _("Before that, some sectors are written back as they were read, to see "
                  "whether the drive reports data as stored before it is: then nothing "
                  "is moved."),
                ret);
}

/* Adds what a stop and a power failure mean. */
static void add_stop(const struct fix_prepared *prepared, struct str *ret)
{
    CLEANUP(freep)
    char *words =
        report_fix_stop_words(prepared->report.plan, prepared->report.first_step,
                              prepared->session->path, prepared->report.journal);

    str_add(ret, "\n");
    add_wrapped(prepared, words, ret);
}

static void show_prepared(const struct fix_prepared *prepared)
{
    const struct report_fix *fix = &prepared->report;
    CLEANUP(str_finish) struct str text = { 0 };

    if (prepared->options->is_json) {
        output_json(report_json_fix_begin(fix));
        (void)fflush(stdout); /* an error is reported at the end of the program */
        return;
    }
    str_add(&text, "\n");
    for (size_t i = 0; i < fix->rehearsal->disk.count; i++)
        report_text_line("", fix->rehearsal->disk.at[i], &text);
    add_spot(prepared, &text);
    add_written(prepared, &text);
    add_typical(prepared, &text);
    report_text_rehearsal(fix->rehearsal, fix->warnings,
                          output_columns(prepared->options), &text);
    add_look(prepared, &text);
    add_stop(prepared, &text);
    output_text(stdout, str_text(&text));
}

/* --- the question --- */

int fix_end(const struct cli_options *options, const char *state, const struct err *err)
{
    const struct report_fix_end end = { .state = state,
                                        .code = (int)err->code,
                                        .error = err->code ? err : NULL };

    if (options->is_json)
        output_json(report_json_fix_end(&end));
    return (int)err->code;
}

static bool only_shows(const struct fix_prepared *prepared, int *ret_code)
{
    const struct err none = { 0 };

    if (!prepared->options->is_json)
        output_text(stdout, _("\nNothing was written: this was only shown.\n"));
    *ret_code = fix_end(prepared->options, "shown", &none);
    return false;
}

static bool deny(const struct fix_prepared *prepared, int *ret_code)
{
    const struct err none = { 0 };

    output_text(stdout, _("\nNothing was written.\n"));
    (void)fix_end(prepared->options, "declined", &none);
    *ret_code = 1;
    return false;
}

/* As the options say; the answer is then not asked for on the terminal. */
static bool check_content(const struct fix_prepared *prepared, struct err *err)
{
    return !prepared->options->checks_content || !prepared->content ||
           prepared->report.rehearsal->refusal ||
           fix_content_check(prepared->content, err);
}

/* Asks once more when the checkers were run, unless ERR says that this was stopped. */
static enum consent ask_person(const struct fix_prepared *prepared, struct err *err)
{
    struct fix_content *content = prepared->content;
    enum consent consent = consent_ask(content && fix_content_is_offered(content));

    return consent == CONSENT_CHECK && fix_content_check(content, err)
               ? consent_ask(false)
               : consent;
}

static bool end_stopped(const struct fix_prepared *prepared, int *ret_code,
                        const struct err *err)
{
    *ret_code = fix_end(prepared->options, "stopped", err);
    return false;
}

bool fix_ask(const struct fix_prepared *prepared, int *ret_code, struct err *err)
{
    const struct cli_options *options = prepared->options;
    const char *refusal = prepared->report.rehearsal->refusal;

    show_prepared(prepared);
    if (!check_content(prepared, err))
        return end_stopped(prepared, ret_code, err);
    if (options->is_dry_run || options->is_read_only)
        return only_shows(prepared, ret_code);
    enum consent consent = refusal              ? CONSENT_IMPOSSIBLE
                           : options->is_agreed ? CONSENT_GIVEN
                           : options->is_json   ? CONSENT_IMPOSSIBLE
                                                : ask_person(prepared, err);
    if (consent == CONSENT_CHECK)
        return end_stopped(prepared, ret_code, err);
    if (consent == CONSENT_GIVEN) {
        if (!options->is_agreed)
            prepared->session->answers |= fix_answers_of_yes();
        return true;
    }
    if (consent == CONSENT_DENIED)
        return deny(prepared, ret_code);
    (void)(refusal ? consent_refuse_loss(prepared->report.rehearsal, err)
                   : consent_refuse(err));
    *ret_code = fix_end(options, "refused", err);
    return false;
}
