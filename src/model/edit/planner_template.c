/* SPDX-License-Identifier: GPL-3.0-or-later */
/* planner_template.c - templates of frequent tables */
#include "model/align/suggest.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"
#include "model/base/size.h"
#include "model/disk/types.h"
#include "model/edit/planner.h"
#include "model/table/gpt.h"

#define PAGE_BYTES  UINT64_C(4096)
#define GPT_ENTRIES 128

static const struct {
    enum label_kind label;
    bool has_partition;
    bool is_on_grain;
    const char *reason; /* N_() */
} templates[] = {
    [TEMPLATE_GPT_EMPTY] = { LABEL_GPT, false, false,
                             N_("to begin with: its partitions are made one by one") },
    [TEMPLATE_GPT_GRAIN] = { LABEL_GPT, true, true,
                             N_("for a disk of data: all of it as one partition") },
    [TEMPLATE_MSDOS_EMPTY] = { LABEL_MSDOS, false, false,
                               N_("for a machine that cannot start from gpt") },
    [TEMPLATE_MSDOS_GRAIN] = { LABEL_MSDOS, true, true,
                               N_("for a stick that old devices are to read") },
    [TEMPLATE_GPT_MINIMUM] = { LABEL_GPT, true, false,
                               N_("begins on the first 4 KiB boundary behind the table: "
                                  "no sector is wasted") },
    [TEMPLATE_MSDOS_MINIMUM] = { LABEL_MSDOS, true, false,
                                 N_("begins on the first 4 KiB boundary; no room for a "
                                    "boot loader") },
    [TEMPLATE_NO_TABLE] = { LABEL_NONE, false, false,
                            N_("sector 0 is on every boundary; other systems may call "
                               "the disk empty") },
};
_Static_assert(ARRAY_SIZE(templates) == TEMPLATE_COUNT, "each template has its row");

/* Returns the usable range [LOW, HIGH). */
static bool find_usable(const struct limits *limits, enum label_kind label,
                        uint64_t *ret_low, uint64_t *ret_high)
{
    const struct guid any = { { 1 } };
    uint64_t max = label_addressable(label);
    struct gpt_table table;

    if (label == LABEL_MSDOS) {
        *ret_low = 1;
        *ret_high = limits->size < max ? limits->size : max;
        return *ret_high > *ret_low;
    }
    if (label != LABEL_GPT ||
        !gpt_init(&table, limits->logical, limits->size, &any, GPT_ENTRIES))
        return false;
    *ret_low = table.primary.first_usable;
    *ret_high = table.primary.last_usable + 1;
    gpt_finish(&table);
    return *ret_high > *ret_low;
}

bool planner_range(const struct limits *limits, enum label_kind label,
                   struct planner_range *ret)
{
    struct alignment grain = limits_grain_grid(limits);
    struct planner_range range = { .step = limits->grain / limits->logical };

    if (!find_usable(limits, label, &range.low, &range.high))
        return false;
    range.first_grain = suggest_new_start(limits, label, grain, range.low, range.high);
    range.last_grain = align_prev(grain, range.high);
    if (range.last_grain == ALIGN_NONE || range.first_grain == ALIGN_NONE ||
        range.first_grain >= range.last_grain)
        return false;
    *ret = range;
    return true;
}

enum label_kind template_label(enum template which)
{
    return templates[which].label;
}

bool template_has_table(enum template which, struct err *err)
{
    return template_label(which) != LABEL_NONE ||
           err_refuse(err, REFUSAL_NO_TABLE_NOTHING_TO_CHANGE, "%s",
                      _("Without a table nothing is to be changed here: wipefs and mkfs "
                        "on the disk itself do it."));
}

const char *template_reason(enum template which)
{
    return _(templates[which].reason);
}

/* Returns physical boundaries that are also 4 KiB boundaries, the size of pages. */
static struct alignment page_grid(const struct limits *limits)
{
    struct alignment physical = limits_physical_grid(limits), both;
    uint64_t sectors = PAGE_BYTES / limits->logical;
    struct alignment pages = { 0, sectors ? sectors : 1 };

    /* No common boundaries if the disk has an alignment offset. */
    return align_meet(physical, pages, &both) ? both : physical;
}

void template_plan(const struct limits *limits, enum template which, struct planner *ret)
{
    enum label_kind label = templates[which].label;
    uint64_t low, high;

    ret->count = 0;
    if (!templates[which].has_partition || !find_usable(limits, label, &low, &high))
        return;
    if (templates[which].is_on_grain) {
        struct planner_range range;
        if (!planner_range(limits, label, &range))
            return;
        low = range.first_grain;
        high = range.last_grain;
    } else {
        low = align_next(page_grid(limits), low);
    }
    if (low >= high)
        return;
    struct planner_part *part = &ret->parts[ret->count++];
    *part = (struct planner_part){ .start = low, .length = high - low };
    copy_text(part->type, sizeof(part->type),
              label == LABEL_GPT ? TYPE_GPT_LINUX : TYPE_MSDOS_LINUX);
}

static char *empty_template_words(const struct limits *limits, enum template which)
{
    enum label_kind label = templates[which].label;
    uint64_t low, high;

    if (label == LABEL_NONE)
        return xstrdup(_("no table: a file system straight on the disk, from sector 0"));
    if (!find_usable(limits, label, &low, &high))
        return xasprintf(_("%s: this disk is too small for it"),
                         label_name(&(struct label){ .kind = label }));
    return xasprintf(_("%1$s without partitions: sectors %2$llu..%3$llu can be used"),
                     label_name(&(struct label){ .kind = label }), (ull)low,
                     (ull)(high - 1));
}

char *template_words(const struct limits *limits, enum template which)
{
    CLEANUP(freep) struct planner *plan = xcalloc(1, sizeof(*plan));
    const char *name = label_name(&(struct label){ .kind = templates[which].label });
    char size[SIZE_TEXT], grid[SIZE_TEXT];

    template_plan(limits, which, plan);
    if (!plan->count)
        return empty_template_words(limits, which);
    uint64_t start = plan->parts[0].start, length = plan->parts[0].length;
    uint64_t bytes = length * limits->logical, past = bytes % limits->physical;
    bool is_on_grain = templates[which].is_on_grain;
    (void)size_format(bytes, SIZE_IEC, 0, size);
    if (past)
        return xasprintf(
            is_on_grain
                ? _("%1$s, one partition %2$llu..%3$llu (%4$s), end +%5$llu")
                : _("%1$s, minimum: one partition %2$llu..%3$llu (%4$s), end +%5$llu"),
            name, (ull)start, (ull)(start + length - 1), size,
            (ull)(past / limits->logical));
    (void)size_format_grid(is_on_grain ? limits->grain : limits->physical, grid);
    return xasprintf(
        is_on_grain
            ? _("%1$s, one partition %2$llu..%3$llu (%4$s), all on %5$s")
            : _("%1$s, minimum: one partition %2$llu..%3$llu (%4$s), all on %5$s"),
        name, (ull)start, (ull)(start + length - 1), size, grid);
}
