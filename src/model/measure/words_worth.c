/* SPDX-License-Identifier: GPL-3.0-or-later */
/* words_worth.c - whether a move is worth it, as sentences */
#include <math.h>
#include <stdio.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/size.h"
#include "model/measure/words.h"

#define OPTION_TEXT 48

static void add_worth_no(const struct bench_result *result, double saved_us,
                         const char *saved, struct lines *ret)
{
    if (result->verdict == MEASURE_DIFFERENT && saved_us > 0)
        lines_add(ret,
                  _("Worth fixing: no. It would save only about %s on every small "
                    "write."),
                  saved);
    else if (result->verdict == MEASURE_DIFFERENT)
        lines_add(ret, "%s",
                  _("Worth fixing: no. It would make every small write "
                    "slower."));
    else if (result->verdict == MEASURE_INCONCLUSIVE && result->interval.high > 1)
        lines_add(ret,
                  _("Worth fixing: no. If there is a difference, it is at most %d %%."),
                  (int)ceil((result->interval.high - 1) * 100));
    else
        lines_add(ret, "%s", _("Worth fixing: no. It would save nothing."));
}

/* Adds that a larger cache could hide a difference, and what decides. */
static void add_larger_cache(const struct bench_result *result, bool is_none,
                             struct lines *ret)
{
    struct measure_bounds sustained = measure_bench_bounds(0, true);
    double seconds = bench_seconds_to_answer(result);
    char size[SIZE_TEXT], option[OPTION_TEXT] = "--sustained";

    if (seconds > sustained.seconds)
        (void)snprintf(option, sizeof(option), "--sustained --seconds=%.0f",
                       ceil(seconds / 10) * 10);
    (void)size_format_iec(sustained.bytes, size);
    lines_add(ret,
              is_none ? _("A larger cache could hide one: %1$s writes up to %2$s and "
                          "decides.")
                      : _("A larger cache could hide more: %1$s writes up to %2$s and "
                          "decides."),
              option, size);
}

static void add_worth_unsure(const struct bench_result *result, struct lines *ret)
{
    bool is_none = result->verdict == MEASURE_SAME || result->interval.high <= 1;
    char size[SIZE_TEXT];

    lines_add(ret, "%s", _("Worth fixing: not sure."));
    if (!bench_is_small_so_far(result))
        return;
    (void)size_format_iec(result->bytes_written, size);
    if (is_none)
        lines_add(ret, _("No difference in the first %s."), size);
    else
        lines_add(ret, _("A difference of at most %1$d %% in the first %2$s."),
                  (int)ceil((result->interval.high - 1) * 100), size);
    add_larger_cache(result, is_none, ret);
}

void words_add_worth(const struct bench_result *result, struct lines *ret)
{
    double saved_us =
        result->arms[ARM_BASE].median_us - result->arms[ARM_AGAINST].median_us;
    CLEANUP(freep) char *saved = measure_time_text(saved_us > 0 ? saved_us : 0);

    if (!result->is_drive)
        return;
    if (result->worth == WORTH_YES)
        lines_add(ret, _("Worth fixing: yes. Saves about %s on every small write."),
                  saved);
    if (result->worth == WORTH_NO)
        add_worth_no(result, saved_us, saved, ret);
    if (result->worth == WORTH_UNSURE)
        add_worth_unsure(result, ret);
}
