/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan_notes.c - what to know before a plan is carried out, as text */
#include "ui/cli/plan_notes.h"

#include "model/align/explain.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/text.h"
#include "model/base/utf8.h"
#include "model/measure/cost.h"

static void add_paragraph(const char *words, int width, struct str *ret)
{
    str_add(ret, "\n");
    text_add_wrapped(ret, words, 0, 0, width);
}

/* Returns the measured cost of the first start whose partition would be moved; NULL if
 * there is none; free(). */
static char *measured_words(const struct report_disk *disk, const struct moves *moves)
{
    const struct layout *layout = disk->info->layout;

    for (size_t i = 0; i < moves->step_count; i++) {
        const struct moves_step *step = &moves->steps[i];
        const struct bench_result *bench =
            step->action == MOVES_DATA
                ? cost_of_partition(disk->saved, layout, layout_find(layout, step->id),
                                    disk->context)
                : NULL;
        if (bench)
            return cost_sentence(bench);
    }
    return NULL;
}

/* An image file is not measured as a drive is. */
static char *assumed_words(const struct report_disk *disk)
{
    const struct limits *limits = layout_limits(disk->info->layout);
    CLEANUP(freep) char *path = utf8_clean(disk->info->path);
    CLEANUP(freep) char *assumed = explain_assumed(limits);

    if (!assumed)
        return NULL;
    if (limits->logical_source == SOURCE_REPORTED)
        return xasprintf(_("%1$s This measures it: alidade probe %2$s"), assumed, path);
    return xasprintf(_("%s If more is known of the disk, --physical-sector and "
                       "--alignment-offset tell it."),
                     assumed);
}

void plan_notes(const struct report_disk *disk, const struct moves *moves, int width,
                struct str *ret)
{
    CLEANUP(freep) char *measured = measured_words(disk, moves);
    CLEANUP(freep) char *assumed = assumed_words(disk);
    CLEANUP(freep) char *optimal = moves_optimal_words(moves);

    if (measured)
        add_paragraph(measured, width, ret);
    if (assumed)
        add_paragraph(assumed, width, ret);
    if (optimal)
        add_paragraph(optimal, width, ret);
}
