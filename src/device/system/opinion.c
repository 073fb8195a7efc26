/* SPDX-License-Identifier: GPL-3.0-or-later */
/* opinion.c - reads a table with libparted too and compares the results */
#include "device/system/opinion.h"

#include <stdlib.h>
#include <string.h>

#include "device/parted/child.h"
#include "device/parted/sees.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/disk/extent.h"

/* libparted supports partition numbers up to this on msdos. */
static const unsigned msdos_number_max = 64;

struct opinion {
    struct layout *layout;
    struct parted_child *child; /* NULL: libparted is not asked */
    bool is_damage_known;
};

/* Notes about damage that libparted is expected to report too. */
static const enum note_id known[] = {
    NOTE_GPT_BACKUP_DAMAGED,  NOTE_GPT_COPIES_DIFFER, NOTE_GPT_DISK_SHRUNK,
    NOTE_GPT_ENTRY_SIZE,      NOTE_GPT_NUMBERS,       NOTE_GPT_PMBR_MISSING,
    NOTE_GPT_PRIMARY_DAMAGED, NOTE_MSDOS_EBR_CROWDED, NOTE_MSDOS_EBR_SIGNATURE,
    NOTE_MSDOS_TWO_EXTENDED,
};

static bool is_damage_known(const struct layout *layout)
{
    for (size_t i = 0; i < ARRAY_SIZE(known); i++)
        if (layout_note_find(layout, known[i]))
            return true;
    return false;
}

struct opinion *opinion_start(struct store *store, struct layout *layout)
{
    struct opinion *opinion = xcalloc(1, sizeof(*opinion));

    opinion->layout = layout_ref(layout);
    opinion->is_damage_known = is_damage_known(layout);
    if (label_is_editable(layout_label(layout)->kind) &&
        !layout_label(layout)->written_for &&
        !layout_note_find(layout, NOTE_ISO_HYBRID) && parted_can_hold(layout))
        opinion->child =
            parted_start(store, layout_limits(layout), layout,
                         opinion->is_damage_known ? PARTED_TAKE_DAMAGED : PARTED_CANCEL);
    return opinion;
}

int opinion_fd(const struct opinion *opinion)
{
    return opinion->child ? parted_fd(opinion->child) : -1;
}

/* Returns the number of our partitions, and the highest partition number. */
static unsigned count_ours(const struct layout *layout, unsigned *ret_highest)
{
    unsigned count = 0;

    *ret_highest = 0;
    LAYOUT_EACH (extent, layout) {
        if (!parted_sees(extent))
            continue;
        count++;
        if (extent->number > *ret_highest)
            *ret_highest = extent->number;
    }
    return count;
}

static enum extent_kind opinion_kind(const struct parted_part *part)
{
    static const enum extent_kind kinds[] = {
        [PARTED_PART_NORMAL] = EXTENT_PARTITION,
        [PARTED_PART_EXTENDED] = EXTENT_EXTENDED,
        [PARTED_PART_LOGICAL] = EXTENT_LOGICAL,
        [PARTED_PART_METADATA] = EXTENT_METADATA,
    };

    return part->kind < ARRAY_SIZE(kinds) ? kinds[part->kind] : EXTENT_FREE;
}

static void opinion_add_note(struct layout_builder *builder, enum note_id id, char *text)
{
    CLEANUP(freep) char *owned = text;

    layout_builder_note(builder, id, "%s", owned);
}

/* Returns a sentence if the partition differs; NULL if it does not. */
static char *compare_part(const struct layout *layout, const struct parted_part *part)
{
    const struct extent *ours =
        layout_find_number(layout, parted_own_number(layout, part->number));
    ull last = part->start + part->length - 1;

    if (!ours)
        return xasprintf(_("libparted sees a partition %1$u here (sectors %2$llu to "
                           "%3$llu) that alidade does not see: the table can be looked "
                           "at but not edited."),
                         part->number, (ull)part->start, last);
    if (ours->start != part->start || ours->length != part->length)
        return xasprintf(_("libparted reads partition %1$u as sectors %2$llu to %3$llu, "
                           "alidade as %4$llu to %5$llu: the table can be viewed but "
                           "not edited."),
                         part->number, (ull)part->start, last, (ull)ours->start,
                         (ull)extent_end(ours) - 1);
    if (ours->kind != opinion_kind(part))
        return xasprintf(_("libparted and alidade do not agree on what kind of partition "
                           "%u is: the table can be viewed but not edited."),
                         part->number);
    return NULL;
}

static char *compare_parts(const struct layout *layout, const struct parted_reply *reply)
{
    unsigned highest, theirs = 0, ours = count_ours(layout, &highest);

    for (size_t i = 0; i < reply->count; i++) {
        char *sentence;
        if (reply->parts[i].kind == PARTED_PART_METADATA)
            continue;
        theirs++;
        sentence = compare_part(layout, &reply->parts[i]);
        if (sentence)
            return sentence;
    }
    if (theirs == ours)
        return NULL;
    return xasprintf(
        ngettext("libparted sees %1$u partition in this table, alidade %2$u: "
                 "the table can be viewed but not edited.",
                 "libparted sees %1$u partitions in this table, alidade "
                 "%2$u: the table can be viewed but not edited.",
                 theirs),
        theirs, ours);
}

static void note_read(struct layout_builder *builder, const struct layout *layout,
                      const struct parted_reply *reply)
{
    const char *ours = label_name(layout_label(layout));
    char *sentence;

    if (strcmp(reply->label, ours) != 0)
        sentence = xasprintf(_("libparted takes this for a table of kind %1$s, alidade "
                               "for %2$s: it can be viewed but not edited."),
                             reply->label, ours);
    else
        sentence = compare_parts(layout, reply);
    if (sentence)
        opinion_add_note(builder, NOTE_PARTED_DIFFERS, sentence);
}

static const struct {
    enum parted_status status;
    enum note_id id;
    const char *sentence;
} failures[] = {
    { PARTED_NO_LABEL, NOTE_PARTED_REFUSED,
      N_("libparted sees no table here: the disk can be viewed but not edited.") },
    { PARTED_MEMORY, NOTE_PARTED_REFUSED,
      N_("libparted would need more memory for this table than it is given: it can be "
         "viewed but not edited.") },
    { PARTED_CRASHED, NOTE_PARTED_CRASHED,
      N_("libparted crashes on this table: it can be viewed but not edited.") },
    { PARTED_TIMEOUT, NOTE_PARTED_TIMEOUT,
      N_("libparted did not finish reading this table: it can be viewed but not "
         "edited.") },
    { PARTED_MISSING, NOTE_PARTED_MISSING,
      N_("libparted.so.2 cannot be loaded: changes are not cross-checked by it. Install "
         "it (Debian: libparted2).") },
    { PARTED_FAILED, NOTE_PARTED_FAILED,
      N_("libparted could not be asked about this table: alidade's own reader alone has "
         "seen it, and it can be viewed but not edited.") },
};

static void note_reply(struct layout_builder *builder, const struct layout *layout,
                       const struct parted_reply *reply)
{
    unsigned highest;

    (void)count_ours(layout, &highest);
    if (layout_label(layout)->kind == LABEL_MSDOS && highest > msdos_number_max) {
        opinion_add_note(
            builder, NOTE_PARTED_LIMIT,
            xasprintf(_("libparted numbers the partitions of an msdos table up to "
                        "%1$u and this one has a partition %2$u: it can be looked "
                        "at but not edited."),
                      msdos_number_max, highest));
        return;
    }
    if (reply->status == PARTED_READ)
        note_read(builder, layout, reply);
    else if (reply->status == PARTED_REFUSED)
        layout_builder_note(builder, NOTE_PARTED_REFUSED,
                            _("libparted does not read this table (%s): it can be viewed "
                              "but not edited."),
                            parted_objection_text(reply->objection));
    for (size_t i = 0; i < ARRAY_SIZE(failures); i++)
        if (reply->status == failures[i].status)
            layout_builder_note(builder, failures[i].id, "%s", _(failures[i].sentence));
}

/* With known damage libparted may refuse the table or read the MBR beside a GPT; only a
 * result for the same label can differ. */
static bool is_expected(const struct opinion *opinion, const struct parted_reply *reply)
{
    if (!opinion->is_damage_known)
        return false;
    return parted_reply_is_refused(reply) ||
           (reply->status == PARTED_READ &&
            strcmp(reply->label, label_name(layout_label(opinion->layout))) != 0);
}

static struct layout *opinion_judge(struct opinion *opinion,
                                    const struct parted_reply *reply, struct layout *now)
{
    CLEANUP(layout_builder_freep) struct layout_builder *builder = NULL;
    struct layout *noted;

    if (is_expected(opinion, reply))
        return layout_ref(now);
    builder = layout_builder_from(now);
    note_reply(builder, opinion->layout, reply);
    noted = layout_builder_refinish(builder);
    if (layout_note_count(noted) > layout_note_count(now))
        return noted;
    layout_unref(noted);
    return layout_ref(now);
}

/* The layout without libparted's opinion. */
static struct layout *opinion_lack(const struct opinion *opinion, struct layout *now)
{
    if (parted_can_hold(opinion->layout))
        return layout_ref(now);
    return layout_with_note(
        now, NOTE_PARTED_NOT_ASKED,
        _("libparted takes too long for a GPT of so many entries (%u), and is not asked "
          "about it: changes are not cross-checked."),
        (unsigned)layout_label(opinion->layout)->entries);
}

struct layout *opinion_take(struct opinion *opinion, struct layout *now)
{
    struct parted_reply reply;
    struct layout *layout;

    if (!opinion->child)
        return opinion_lack(opinion, now);
    if (!parted_receive(opinion->child, &reply))
        return NULL;
    layout = opinion_judge(opinion, &reply, now);
    parted_reply_finish(&reply);
    return layout;
}

struct layout *opinion_wait(struct opinion *opinion, struct layout *now)
{
    struct parted_reply reply;
    struct layout *layout;

    if (!opinion->child)
        return opinion_lack(opinion, now);
    parted_wait(opinion->child, &reply);
    layout = opinion_judge(opinion, &reply, now);
    parted_reply_finish(&reply);
    return layout;
}

void opinion_free(struct opinion *opinion)
{
    if (!opinion)
        return;
    parted_free(opinion->child);
    layout_unref(opinion->layout);
    free(opinion);
}
