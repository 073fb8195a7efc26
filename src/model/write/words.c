/* SPDX-License-Identifier: GPL-3.0-or-later */
/* words.c - describes write plans as text and by identifiers for JSON */
#include "model/base/intl.h"
#include "model/write/plan.h"

/* id is stable; one and many are translated, for one sector and for several. */
struct words {
    const char *id;
    const char *one;
    const char *many;
};

static const struct words whats[WRITE_WHAT_COUNT] = {
    [WRITE_MBR] = { "mbr", N_("MBR: sector %llu"),
                    N_("MBR and the gap behind it: sectors %1$llu to %2$llu") },
    [WRITE_EBR] = { "ebr", N_("EBR: sector %llu"), N_("EBR: sectors %1$llu to %2$llu") },
    [WRITE_GPT_PRIMARY] = { "gpt-primary", N_("Primary GPT: sector %llu"),
                            N_("Primary GPT: sectors %1$llu to %2$llu") },
    [WRITE_GPT_BACKUP] = { "gpt-backup", N_("Backup GPT: sector %llu"),
                           N_("Backup GPT: sectors %1$llu to %2$llu") },
    [WRITE_GPT_OLD] = { "gpt-old", N_("Old GPT, blanked: sector %llu"),
                        N_("Old GPT, blanked: sectors %1$llu to %2$llu") },
    [WRITE_SWAP] = { "swap", N_("Swap header: sector %llu"),
                     N_("Swap header: sectors %1$llu to %2$llu") },
    [WRITE_GAP] = { "mbr", N_("Gap behind the MBR: sector %llu"),
                    N_("Gap behind the MBR: sectors %1$llu to %2$llu") },
    [WRITE_GPT_GONE] = { "gpt-gone", N_("Removed GPT: sector %llu"),
                         N_("Removed GPT: sectors %1$llu to %2$llu") },
    [WRITE_FREE] = { "free", N_("Free space: sector %llu"),
                     N_("Free space: sectors %1$llu to %2$llu") },
    [WRITE_INSIDE] = { "partition", N_("In a partition: sector %llu"),
                       N_("In a partition: sectors %1$llu to %2$llu") },
    [WRITE_CLEARED] = { "cleared", N_("Unfinished fix, cleared: sector %llu"),
                        N_("Unfinished fix, cleared: sectors %1$llu to %2$llu") },
};

void write_plan_lines(const struct write_plan *plan, struct lines *ret)
{
    for (size_t i = 0; i < plan->count; i++) {
        const struct write *write = &plan->writes[i];
        const struct words *words = &whats[write->what];
        if (write->count == 1)
            lines_add(ret, _(words->one), (ull)write->lba);
        else
            lines_add(ret, _(words->many), (ull)write->lba,
                      (ull)(write->lba + write->count - 1));
        if (i + 1 == plan->count)
            lines_add(ret, "%s", _("Flush: all of it is on the disk"));
        else if (write->is_flushed)
            lines_add(ret, "%s",
                      _("Flush: all of this is on the disk before what follows"));
    }
}

const char *write_what_id(enum write_what what)
{
    return whats[what].id;
}
