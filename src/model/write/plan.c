/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan.c - makes the plan of the writes that change a table */
#include "model/write/plan.h"

#include <stdlib.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"
#include "model/write/private.h"

/* True if FOUND is only the rest of an older table under a label of another kind. */
static bool is_leftover(const struct layout *found)
{
    if (layout_label(found)->kind == LABEL_GPT)
        return layout_note_find(found, NOTE_GPT_PMBR_MISSING);
    for (size_t i = 0; i < layout_count(found); i++)
        if (extent_is_partition(layout_at(found, i)))
            return false;
    return true;
}

/* Refuses if the table on the disk is not the one that was shown to the user. */
static bool check_base(const struct write_work *work, struct err *err)
{
    enum label_kind kind = layout_label(work->base)->kind;
    CLEANUP(layout_unrefp)
    struct layout *found = write_decode(work->disk, work->base);

    if (found ? write_is_same_layout(found, work->base) : !label_is_editable(kind))
        return true;
    if (!label_is_editable(kind) && kind != LABEL_NONE && is_leftover(found))
        return true;
    return err_refuse(err, REFUSAL_WRITE_BASE_CHANGED,
                      _("The table on the disk is not the one that was shown any more: "
                        "nothing is written. Read it again."));
}

/* Checks that the result decodes to the preview, which detects everything that its format
 * cannot express. */
static bool check_result(const struct write_work *work, struct err *err)
{
    CLEANUP(layout_unrefp)
    struct layout *result = write_decode(&work->now, work->preview);

    if (result && write_is_same_layout(result, work->preview))
        return true;
    return err_refuse(err, REFUSAL_WRITE_READS_BACK_OTHERWISE,
                      _("The table that would be written does not read back as what is "
                        "shown: nothing is written."));
}

static bool plan_write_table(struct write_work *work, struct err *err)
{
    switch (layout_label(work->preview)->kind) {
    case LABEL_GPT:
        return write_gpt(work, err);
    case LABEL_MSDOS:
        return write_msdos(work, err);
    case LABEL_NONE:
    case LABEL_LOOP:
    case LABEL_BSD:
    case LABEL_SUN:
    case LABEL_MAC:
    case LABEL_AMIGA:
    case LABEL_ATARI:
    case LABEL_DVH:
    case LABEL_PC98:
    case LABEL_OTHER:
    case LABEL_COUNT:
        break;
    }
    return err_refuse(err, REFUSAL_WRITE_KIND,
                      _("Tables of the kind '%s' cannot be written."),
                      label_name(layout_label(work->preview)));
}

static bool plan_make(struct write_work *work, struct err *err)
{
    if (!check_base(work, err) || !write_swap_before(work, err) ||
        !plan_write_table(work, err) || !write_blank_entries(work, err) ||
        !write_swap_after(work, err))
        return false;
    write_flush(work);
    return check_result(work, err);
}

bool write_plan_make(const struct reader *disk, const struct layout *base,
                     const struct layout *preview, struct write_plan *ret,
                     struct err *err)
{
    CLEANUP(layout_unrefp) struct layout *followed = write_adopt_ids(base, preview);
    struct write_work work;

    write_work_init(&work, disk, base, followed);
    if (!plan_make(&work, err)) {
        write_plan_finish(&work.plan);
        return false;
    }
    *ret = work.plan;
    return true;
}

void write_plan_finish(struct write_plan *plan)
{
    for (size_t i = 0; i < plan->count; i++) {
        free(plan->writes[i].before);
        free(plan->writes[i].after);
    }
    free(plan->writes);
    *plan = (struct write_plan){ 0 };
}

uint64_t write_plan_sectors(const struct write_plan *plan)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < plan->count; i++)
        sum += plan->writes[i].count;
    return sum;
}
