/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measure_print.c - the output of bench and probe */
#include <stdarg.h>
#include <stdio.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/utf8.h"
#include "model/measure/words.h"
#include "ui/cli/measure.h"
#include "ui/cli/measure_text.h"
#include "ui/cli/output.h"

enum { INDENT = 2 };

void measure_print_text(const struct measure_command *command, const char *text)
{
    if (command->options->is_json)
        return;
    output_glyphs(command->options, command->is_on_stderr ? stderr : stdout, text);
    /* The text is to be read during the measurement. */
    (void)fflush(stdout); /* an error is reported at the end of the program */
}

void measure_print(struct measure_command *command, struct lines *lines)
{
    CLEANUP(str_finish) struct str text = { 0 };

    for (size_t i = 0; i < lines->count; i++)
        lines_add(&command->lines, "%s", lines->at[i]);
    measure_text_lines(lines, INDENT, output_columns(command->options), &text);
    measure_print_text(command, str_text(&text));
    lines_finish(lines);
}

void measure_print_rows(struct measure_command *command, const struct lines *lines,
                        size_t raw)
{
    CLEANUP(str_finish) struct str text = { 0 };

    for (size_t i = 0; i < lines->count; i++) {
        struct lines one = { &lines->at[i], 1 };
        if (i < raw || !lines->at[i][0] || lines->at[i][0] == ' ')
            str_printf(&text, "%s\n", lines->at[i]);
        else
            measure_text_lines(&one, INDENT, output_columns(command->options), &text);
    }
    measure_print_text(command, str_text(&text));
}

void measure_print_sentence(struct measure_command *command, const char *format, ...)
{
    struct lines lines = { 0 };
    va_list args;

    va_start(args, format);
    CLEANUP(freep) char *sentence = xvasprintf(format, args);
    va_end(args);
    lines_take(&lines, utf8_clean(sentence));
    measure_print(command, &lines);
}

/* Prints number of writes, time, and how to repeat the run. */
static void print_effort(struct measure_command *command, bool is_probe)
{
    const struct saved_result *saved = &command->saved;
    unsigned long count = is_probe ? saved->probe.writes : saved->bench.pairs;
    double seconds = is_probe ? saved->probe.seconds : saved->bench.seconds;
    CLEANUP(freep) char *time = measure_time_text(seconds * 1e6);

    measure_print_sentence(
        command,
        is_probe
            ? ngettext("%1$lu write in %2$s; --seed=%3$llu makes the same order and "
                       "places again.",
                       "%1$lu writes in %2$s; --seed=%3$llu makes the same order and "
                       "places again.",
                       count)
            : ngettext("%1$lu pair in %2$s; --seed=%3$llu makes the same order and "
                       "places again.",
                       "%1$lu pairs in %2$s; --seed=%3$llu makes the same order and "
                       "places again.",
                       count),
        count, time, (ull)command->seed);
}

/* Prints the times of each start. */
static void print_arms(struct measure_command *command)
{
    const struct bench_starts *starts = &command->starts;
    bool is_suggested = starts->is_off && !command->options->measure.against;
    const char *what[ARM_COUNT] = {
        [ARM_BASE] = starts->extent ? _("as it is now") : NULL,
        [ARM_AGAINST] = is_suggested ? _("as suggested") : NULL,
        [ARM_ALIGNED] = _("on the grid"),
    };
    CLEANUP(str_finish) struct str text = { 0 };

    str_add(&text, "\n");
    measure_text_arms(&command->saved.bench, what, &text);
    if (text.length > 1)
        str_add(&text, "\n");
    measure_print_text(command, str_text(&text));
}

static void print_bars(struct measure_command *command)
{
    CLEANUP(str_finish) struct str text = { 0 };

    str_add(&text, "\n");
    measure_text_bars(&command->saved.probe, &text);
    if (text.length > 1)
        str_add(&text, "\n");
    measure_print_text(command, str_text(&text));
}

void measure_print_result(struct measure_command *command, bool is_probe)
{
    const struct limits *limits = layout_limits(command->disk.info.layout);
    struct lines lines = { 0 };

    /* JSON has the sentences of the result only. */
    lines_finish(&command->lines);
    if (is_probe) {
        print_bars(command);
        probe_lines(&command->saved.probe, limits, &lines);
    } else {
        print_arms(command);
        bench_lines(&command->saved.bench, limits, &lines);
    }
    measure_print(command, &lines);
    print_effort(command, is_probe);
}
