/* SPDX-License-Identifier: GPL-3.0-or-later */
/* words.c - describes an edit in the list of changes */
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/size.h"
#include "model/base/str.h"
#include "model/base/utf8.h"
#include "model/disk/attributes.h"
#include "model/disk/former.h"
#include "model/disk/types.h"
#include "model/edit/private.h"

struct words {
    const struct layout *before;
    const struct edit *edit;
    struct extent target; /* zeros if the edit has none */
};

static const char *edit_size_words(const struct words *words, uint64_t sectors,
                                   char buf[SIZE_TEXT])
{
    return size_format_iec(sectors * layout_limits(words->before)->logical, buf);
}

static void edit_size_change(const struct words *words, uint64_t from, uint64_t to,
                             char buf_from[SIZE_TEXT], char buf_to[SIZE_TEXT])
{
    uint64_t logical = layout_limits(words->before)->logical;

    size_format_pair(from * logical, to * logical, buf_from, buf_to);
}

/* Returns an invalid type as it was typed, since it may not have been checked yet. */
static const char *type_words(const struct words *words, enum extent_kind kind,
                              const char *type, char buf[40])
{
    enum label_kind label = layout_label(words->before)->kind;
    struct err err = { 0 };

    if (!edit_parse_type(label, kind, type, buf, &err))
        return type;
    const char *name = type_name(label, buf);
    return name ? name : buf;
}

static char *new_table_words(const struct words *words)
{
    const struct edit *edit = words->edit;

    if (edit->label != LABEL_GPT)
        return xstrdup(_("new msdos table"));
    unsigned entries = edit_gpt_entries(edit);
    if (edit->entries_lba > 2)
        return xasprintf(ngettext("new gpt table with %1$u entry from sector %2$llu on",
                                  "new gpt table with %1$u entries from sector %2$llu on",
                                  entries),
                         entries, (ull)edit->entries_lba);
    if (entries == EDIT_GPT_ENTRIES)
        return xstrdup(_("new gpt table"));
    return xasprintf(
        ngettext("new gpt table with %u entry", "new gpt table with %u entries", entries),
        entries);
}

static char *replace_words(const struct words *words, const struct extent *old)
{
    const struct edit *edit = words->edit;
    CLEANUP(freep) char *content = extent_content_words(words->before, old);
    char was[SIZE_TEXT], size[SIZE_TEXT], type[40];

    edit_size_change(words, old->length, edit->length, was, size);
    return xasprintf(_("replace partition %1$u, %2$s, by a new one of %3$s, %4$s, at "
                       "%5$llu"),
                     old->number, content ? content : was, size,
                     type_words(words, edit->extent, edit->type, type), (ull)old->start);
}

static char *keep_words(const struct words *words, const struct extent *kept)
{
    CLEANUP(freep)
    char *content = extent_content_words(layout_former(words->before), kept);

    return xasprintf(_("keep %1$s, at %2$llu, as partition %3$u"), content,
                     (ull)kept->start, edit_number(words->before, words->edit));
}

static char *create_words(const struct words *words)
{
    const struct edit *edit = words->edit;
    const struct extent *kept = edit_find_kept(words->before, edit);
    const struct extent *old =
        edit->replaced ? layout_find(words->before, edit->replaced) : NULL;
    unsigned number = edit_number(words->before, edit);
    char size[SIZE_TEXT], type[40];

    if (old)
        return replace_words(words, old);
    if (kept)
        return keep_words(words, kept);
    CLEANUP(freep) char *name = utf8_shown(edit->name);
    (void)edit_size_words(words, edit->length, size);
    if (*name)
        return xasprintf(_("new partition %1$u, %2$s, %3$s, '%4$s', at %5$llu"), number,
                         size, type_words(words, edit->extent, edit->type, type), name,
                         (ull)edit->start);
    return xasprintf(_("new partition %1$u, %2$s, %3$s, at %4$llu"), number, size,
                     type_words(words, edit->extent, edit->type, type), (ull)edit->start);
}

static char *delete_words(const struct words *words)
{
    const struct extent *target = &words->target;
    unsigned logicals = edit_logical_count(words->before);
    bool holds_data = extent_holds_data(target);
    char room[SIZE_TEXT];
    CLEANUP(freep)
    char *content = holds_data ? extent_content_words(words->before, target) : NULL;
    const char *size = content ? content : edit_size_words(words, target->length, room);

    if (target->kind == EXTENT_EXTENDED && logicals)
        return xasprintf(ngettext("delete partition %1$u, %2$s, with %3$u logical "
                                  "partition",
                                  "delete partition %1$u, %2$s, with %3$u logical "
                                  "partitions",
                                  logicals),
                         target->number, size, logicals);
    return xasprintf(_("delete partition %1$u, %2$s"), target->number, size);
}

static char *resize_words(const struct words *words)
{
    const struct extent *target = &words->target;
    const struct edit *edit = words->edit;
    char from[SIZE_TEXT], to[SIZE_TEXT];

    edit_size_change(words, target->length, edit->length, from, to);
    if (edit->start == target->start)
        return xasprintf(_("size of %1$u: %2$s -> %3$s"), target->number, from, to);
    if (edit->length == target->length)
        return xasprintf(_("start of %1$u: %2$llu -> %3$llu"), target->number,
                         (ull)target->start, (ull)edit->start);
    return xasprintf(_("start of %1$u: %2$llu -> %3$llu, size %4$s -> %5$s"),
                     target->number, (ull)target->start, (ull)edit->start, from, to);
}

static char *type_line(const struct words *words)
{
    const struct extent *target = &words->target;
    char from[40], to[40];

    return xasprintf(_("type of %1$u: %2$s -> %3$s"), target->number,
                     type_words(words, target->kind, target->type, from),
                     type_words(words, target->kind, words->edit->type, to));
}

static char *name_words(const struct words *words)
{
    CLEANUP(freep) char *from = utf8_shown(words->target.name);
    CLEANUP(freep) char *to = utf8_shown(words->edit->name);

    return xasprintf(_("name of %1$u: '%2$s' -> '%3$s'"), words->target.number, from, to);
}

/* Names the bits; reserved ones have no name. */
static char *bits_words(uint64_t bits)
{
    char names[ATTRIBUTES_TEXT];

    if (bits & ATTRIBUTES_RESERVED)
        return xasprintf("%llx", (ull)bits);
    return xstrdup(bits ? attributes_format(bits, names) : _("none"));
}

static char *attributes_words(const struct words *words)
{
    CLEANUP(freep) char *from = bits_words(words->target.attributes);
    CLEANUP(freep) char *to = bits_words(words->edit->attributes);

    return xasprintf(_("attributes of %1$u: %2$s -> %3$s"), words->target.number, from,
                     to);
}

static char *boot_words(const struct words *words)
{
    return xasprintf(words->edit->is_bootable ? _("boot flag of %u: off -> on")
                                              : _("boot flag of %u: on -> off"),
                     words->target.number);
}

static char *uuid_words(const struct words *words)
{
    if (!words->edit->uuid[0])
        return xasprintf(_("UUID of %u: a new random one"), words->target.number);
    return xasprintf(_("UUID of %1$u: %2$s"), words->target.number, words->edit->uuid);
}

static char *disk_id_words(const struct words *words)
{
    if (!words->edit->uuid[0])
        return xstrdup(_("disk id: a new random one"));
    return xasprintf(_("disk id: %1$s -> %2$s"), layout_label(words->before)->id,
                     words->edit->uuid);
}

static char *sort_words(const struct words *words)
{
    (void)words;
    return xstrdup(_("numbers in the order of the disk; what names a partition by its "
                     "number must follow"));
}

/* What an msdos table cannot hold of this GPT; free() */
static char *convert_losses(const struct layout *before)
{
    unsigned long names = 0, attributes = 0;
    struct str out = { 0 };

    LAYOUT_EACH (extent, before) {
        names += extent->name[0] != '\0';
        attributes += extent->attributes != 0;
    }
    str_add(&out, _("lost: all GUIDs"));
    if (names)
        str_printf(&out, ngettext(", %lu name", ", %lu names", names), names);
    if (attributes)
        str_printf(&out,
                   ngettext(", attributes of %lu partition",
                            ", attributes of %lu partitions", attributes),
                   attributes);
    return str_take(&out);
}

/* Returns "gpt", or "gpt with 56 entries" where its entries are not the usual ones. */
static char *gpt_words(const struct edit *edit)
{
    unsigned entries = edit_gpt_entries(edit);

    if (edit->entries_lba > 2)
        return xasprintf(ngettext("gpt with %1$u entry from sector %2$llu on",
                                  "gpt with %1$u entries from sector %2$llu on", entries),
                         entries, (ull)edit->entries_lba);
    if (entries != EDIT_GPT_ENTRIES)
        return xasprintf(ngettext("gpt with %u entry", "gpt with %u entries", entries),
                         entries);
    return xstrdup("gpt");
}

static char *convert_words(const struct words *words)
{
    struct label to = { .kind = words->edit->label };
    const char *from = label_name(layout_label(words->before));
    CLEANUP(freep) char *gpt = gpt_words(words->edit);

    if (to.kind == LABEL_GPT)
        return xasprintf(_("convert %1$s to %2$s; lost: the disk id, and what tells "
                           "logical from primary"),
                         from, gpt);
    CLEANUP(freep) char *losses = convert_losses(words->before);
    return xasprintf(_("convert %1$s to %2$s; %3$s"), from, label_name(&to), losses);
}

static char *repair_line(const struct words *words)
{
    static const char *const lines[REPAIR_COUNT] = {
        [REPAIR_GPT_NUMBERS] = N_("write the numbers of the GPT anew"),
        [REPAIR_GPT_PRIMARY] = N_("repair primary GPT from its backup"),
        [REPAIR_GPT_BACKUP] = N_("repair backup GPT from the primary"),
        [REPAIR_GPT_TAKE_BACKUP] = N_("repair primary GPT from the backup, which counts"),
        [REPAIR_GPT_MOVE_BACKUP] = N_("repair backup GPT to the end of the disk"),
        [REPAIR_PROTECTIVE_MBR] = N_("repair protective MBR"),
        [REPAIR_SECTOR_SIZE] = N_("repair table for the sectors of this disk"),
        [REPAIR_DROP] = N_("repair drop the entry of partition %u"),
        [REPAIR_CUT] = N_("repair cut the entry of partition %u"),
        [REPAIR_END_CHAIN] = N_("repair end the chain of logical partitions"),
    };

    return xasprintf(_(lines[words->edit->repair]), words->target.number);
}

static char *call_empty_words(const struct words *words)
{
    char size[SIZE_TEXT];

    (void)edit_size_words(words, words->target.length, size);
    return xasprintf(_("content of %1$u, %2$s: none that is needed"),
                     words->target.number, size);
}

static char *move_words(const struct words *words)
{
    const struct extent *target = &words->target;
    ull from = target->start, to = words->edit->start;
    char size[SIZE_TEXT];

    const struct extent *logical = layout_find_logical(words->before, target->id);
    if (logical)
        return xasprintf(_("EBR of %1$u: %2$llu -> %3$llu"), logical->number, from, to);
    if (words->edit->carries_data)
        return xasprintf(_("start of %1$u: %2$llu -> %3$llu, with %4$s of data"),
                         target->number, from, to,
                         edit_size_words(words, target->length, size));
    if (target->content.inside.kind == INSIDE_SWAP)
        return xasprintf(_("start of %1$u: %2$llu -> %3$llu, swap made again, same "
                           "UUID"),
                         target->number, from, to);
    return xasprintf(_("start of %1$u: %2$llu -> %3$llu"), target->number, from, to);
}

char *edit_words(const struct layout *before, const struct edit *edit)
{
    static char *(*const lines[EDIT_KIND_COUNT])(const struct words *words) = {
        [EDIT_NEW_TABLE] = new_table_words,
        [EDIT_CREATE] = create_words,
        [EDIT_DELETE] = delete_words,
        [EDIT_RESIZE] = resize_words,
        [EDIT_TYPE] = type_line,
        [EDIT_NAME] = name_words,
        [EDIT_ATTRIBUTES] = attributes_words,
        [EDIT_BOOT] = boot_words,
        [EDIT_UUID] = uuid_words,
        [EDIT_DISK_ID] = disk_id_words,
        [EDIT_SORT] = sort_words,
        [EDIT_CONVERT] = convert_words,
        [EDIT_REPAIR] = repair_line,
        [EDIT_CALL_EMPTY] = call_empty_words,
        [EDIT_MOVE] = move_words,
    };
    const struct extent *target = layout_find(before, edit->id);
    struct words words = { .before = before, .edit = edit };

    if (target)
        words.target = *target;
    return lines[edit->kind](&words);
}
