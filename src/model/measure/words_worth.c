/* SPDX-License-Identifier: GPL-3.0-or-later */
/* words_worth.c - whether a move is worth it, as sentences */
#include <math.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/measure/words.h"

static void add_worth_yes(const char *saved, struct lines *ret)
{
    lines_add(ret, _("Worth fixing: yes. Saves about %s on every small write."), saved);
}

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

void words_add_worth(const struct bench_result *result, struct lines *ret)
{
    double saved_us =
        result->arms[ARM_BASE].median_us - result->arms[ARM_AGAINST].median_us;
    CLEANUP(freep) char *saved = measure_time_text(saved_us > 0 ? saved_us : 0);

    if (!result->is_drive)
        return;
    if (result->worth == WORTH_YES)
        add_worth_yes(saved, ret);
    if (result->worth == WORTH_NO)
        add_worth_no(result, saved_us, saved, ret);
    if (result->worth == WORTH_UNSURE)
        lines_add(ret, "%s", _("Worth fixing: not sure."));
}
