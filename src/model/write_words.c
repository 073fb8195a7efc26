/* SPDX-License-Identifier: GPL-3.0-or-later */
/* write_words.c - a plan of writes for people, and its parts for JSON */
#include "model/intl.h"
#include "model/write_plan.h"

/* id: stable.  one, many: translated, of one sector and of a run. */
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
    [WRITE_GPT_OLD] = { "gpt-old", N_("Old GPT header, blanked: sector %llu"),
                        N_("Old GPT header, blanked: sectors %1$llu to %2$llu") },
    [WRITE_SWAP] = { "swap", N_("Swap header: sector %llu"),
                     N_("Swap header: sectors %1$llu to %2$llu") },
};

/* A backup brings back the gap with the MBR, but for the sectors that are the same. */
static const struct words *words_of(const struct write *write)
{
    static const struct words gap = {
        "mbr", N_("Gap behind the MBR: sector %llu"),
        N_("Gap behind the MBR: sectors %1$llu to %2$llu")
    };

    return write->what == WRITE_MBR && write->lba ? &gap : &whats[write->what];
}

void write_plan_lines(const struct write_plan *plan, struct lines *ret)
{
    for (size_t i = 0; i < plan->count; i++) {
        const struct write *write = &plan->writes[i];
        const struct words *words = words_of(write);
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
