/* SPDX-License-Identifier: GPL-3.0-or-later */
/* checker_words.c - what the checker of a file system has found, as a sentence */
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/content/checker.h"

/* N_(): with the number, the type and the program. */
static const char *const before_words[CHECKER_VERDICT_COUNT] = {
    [CHECKER_NOT_RUN] = N_("Partition %1$u (%2$s) was not checked by %3$s."),
    [CHECKER_CLEAN] = N_("Partition %1$u (%2$s): %3$s finds no errors."),
    [CHECKER_DAMAGED] =
        N_("Partition %1$u (%2$s): %3$s finds errors, or a file system that was not "
           "unmounted. It is moved as it is."),
    [CHECKER_FAILED] = N_("Partition %1$u (%2$s): %3$s could not check it."),
    [CHECKER_STOPPED] = N_("Partition %1$u (%2$s) is not checked: %3$s was stopped."),
    [CHECKER_ABSENT] = N_("Partition %1$u (%2$s) is not checked: %3$s is not installed."),
    [CHECKER_NO_NODE] =
        N_("Partition %1$u (%2$s) is not checked: %3$s needs a device of the partition, "
           "and there is none, as in an image file."),
};

static char *format_words(const char *format, const struct checker_result *result)
{
    return xasprintf(format, result->number, result->type, result->checker->program);
}

char *checker_words(const struct checker_result *result)
{
    return format_words(_(before_words[result->verdict]), result);
}

static const char *clean_after(enum checker_verdict before)
{
    if (before == CHECKER_CLEAN)
        return N_(
            "Partition %1$u (%2$s): %3$s found no errors before the move, and finds "
            "none now.");
    return before == CHECKER_DAMAGED
               ? N_("Partition %1$u (%2$s): %3$s found errors before the move, and finds "
                    "none now.")
               : N_("Partition %1$u (%2$s): %3$s finds no errors now.");
}

static const char *damaged_after(enum checker_verdict before)
{
    if (before == CHECKER_CLEAN)
        return N_(
            "Partition %1$u (%2$s): %3$s found no errors before the move, and finds "
            "errors now. Do not use it before that is understood.");
    return before == CHECKER_DAMAGED ? N_("Partition %1$u (%2$s): %3$s finds errors, as "
                                          "it did before the move.")
                                     : N_("Partition %1$u (%2$s): %3$s finds errors now; "
                                          "before the move it was "
                                          "not checked.");
}

char *checker_words_after(const struct checker_result *result,
                          const struct checker_result *before)
{
    enum checker_verdict was = before ? before->verdict : CHECKER_NOT_RUN;

    if (result->verdict == CHECKER_CLEAN)
        return format_words(_(clean_after(was)), result);
    if (result->verdict == CHECKER_DAMAGED)
        return format_words(_(damaged_after(was)), result);
    return checker_words(result);
}
