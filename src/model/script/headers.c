/* SPDX-License-Identifier: GPL-3.0-or-later */
/* headers.c - converts the headers of a script to a new table */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "model/base/guid.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/disk/kept.h"
#include "model/script/private.h"
#include "model/table/gpt.h"

static const struct script_value *header_of(const struct script_maker *maker,
                                            enum script_header header)
{
    const struct script_value *value = &maker->script->headers[header];

    return value->text ? value : NULL;
}

static bool take_label(const struct script_maker *maker, enum label_kind *ret)
{
    static const struct {
        const char *name;
        enum label_kind kind;
    } names[] = { { "gpt", LABEL_GPT }, { "dos", LABEL_MSDOS }, { "mbr", LABEL_MSDOS } };
    const struct script_value *label = header_of(maker, SCRIPT_LABEL);
    enum label_kind old =
        maker->script->is_old ? LABEL_MSDOS : layout_label(maker->now)->kind;

    for (size_t i = 0; label && i < ARRAY_SIZE(names); i++) {
        if (strcasecmp(names[i].name, label->text) != 0)
            continue;
        *ret = names[i].kind;
        return true;
    }
    if (label)
        return script_fail(maker->err, label->line,
                           _("Tables of kind '%s' are not made: write gpt or dos."),
                           label->text);
    if (!label_is_editable(old))
        return err_set(maker->err, ERR_USAGE, "%s",
                       _("The script does not say which table to make: write 'label: "
                         "gpt' or 'label: dos' first."));
    *ret = old;
    return true;
}

static bool take_disk_id(const struct script_maker *maker, struct edit *edit)
{
    const struct script_value *id = header_of(maker, SCRIPT_LABEL_ID);
    struct script_amount number;
    struct guid guid;

    if (!id)
        return true;
    if (edit->label == LABEL_GPT) {
        if (!guid_parse(id->text, &guid) || guid_is_zero(&guid))
            return script_fail(maker->err, id->line, _("'%s' is no GUID."), id->text);
        (void)guid_format(&guid, edit->uuid);
        return true;
    }
    if (strncasecmp(id->text, "0x", 2) != 0 ||
        !script_amount_read(id->text, false, &number) || number.value > UINT32_MAX)
        return script_fail(maker->err, id->line,
                           _("'%s' is no disk signature such as 0x5a3c9d21."), id->text);
    /* Fits: ten characters. */
    (void)snprintf(edit->uuid, sizeof(edit->uuid), "0x%08x", (unsigned)number.value);
    return true;
}

/* Parses a whole number of at most MAX; 0 if the header is missing. */
static bool headers_take_number(const struct script_maker *maker,
                                enum script_header header, uint64_t max, uint64_t *ret)
{
    const struct script_value *value = header_of(maker, header);
    struct script_amount amount;

    *ret = 0;
    if (!value)
        return true;
    if (!script_amount_read(value->text, false, &amount) ||
        amount.kind != AMOUNT_SECTORS || !amount.value || amount.value > max)
        return script_fail(maker->err, value->line,
                           _("%1$s: '%2$s' is no number from 1 to %3$llu."),
                           script_header_name(header), value->text, (ull)max);
    *ret = amount.value;
    return true;
}

/* Parses headers that only a GPT has. */
static bool take_gpt(const struct script_maker *maker, struct edit *edit)
{
    static const enum script_header headers[] = { SCRIPT_FIRST_LBA, SCRIPT_LAST_LBA,
                                                  SCRIPT_TABLE_LENGTH, SCRIPT_TABLE_LBA };
    uint64_t values[ARRAY_SIZE(headers)];

    for (size_t i = 0; i < ARRAY_SIZE(headers); i++) {
        const struct script_value *value = header_of(maker, headers[i]);
        uint64_t max = headers[i] == SCRIPT_TABLE_LENGTH ? GPT_ENTRIES_NEW_MAX
                       : headers[i] == SCRIPT_LAST_LBA
                           ? INT64_MAX /* settle_usable() compares it with the disk */
                           : layout_limits(maker->now)->size - 1;
        if (value && edit->label != LABEL_GPT)
            return script_fail(maker->err, value->line, _("'%s' belongs to a gpt table."),
                               script_header_name(headers[i]));
        if (!headers_take_number(maker, headers[i], max, &values[i]))
            return false;
    }
    edit->entries = (unsigned)values[2];
    edit->entries_lba = values[3];
    edit->start = values[0];
    edit->length = values[1]; /* a last LBA until settle_usable() */
    return true;
}

/* The script may give only one end of the usable range; the other one is the default. */
static bool settle_usable(const struct script_maker *maker, struct edit *edit)
{
    const struct script_value *first = header_of(maker, SCRIPT_FIRST_LBA);
    const struct script_value *last = header_of(maker, SCRIPT_LAST_LBA);
    unsigned line = last ? last->line : first ? first->line : 0;
    struct edit whole = *edit;
    struct err why = { 0 };

    whole.start = whole.length = 0;
    const struct script_value *place = header_of(maker, SCRIPT_TABLE_LBA);
    CLEANUP(layout_unrefp) struct layout *made = script_try(maker, &whole, &why);
    if (!made && place)
        return script_fail(maker->err, place->line, "%s", why.text);
    if (!made)
        return err_pass(maker->err, &why, "%s", why.text);
    if (!line)
        return true;
    uint64_t low = first ? edit->start : layout_label(made)->first_usable;
    uint64_t high = last ? edit->length : layout_label(made)->last_usable;
    if (high > layout_label(made)->last_usable)
        return script_fail(maker->err, line,
                           _("last-lba is %1$llu, but this disk can use sectors up to "
                             "%2$llu: leave the line out."),
                           (ull)high, (ull)layout_label(made)->last_usable);
    if (low > high)
        return script_fail(maker->err, line,
                           _("first-lba is %1$llu and last-lba %2$llu: the first must "
                             "not lie behind the last."),
                           (ull)low, (ull)high);
    edit->start = low;
    edit->length = high - low + 1;
    CLEANUP(layout_unrefp) struct layout *tried = script_try(maker, edit, &why);
    return tried || script_fail(maker->err, line, "%s", why.text);
}

/* Refuses units and sector sizes that would change the meaning of numbers. */
static bool check_units(const struct script_maker *maker)
{
    const struct script_value *unit = header_of(maker, SCRIPT_UNIT);
    const struct script_value *said = header_of(maker, SCRIPT_SECTOR_SIZE);
    uint64_t logical = layout_limits(maker->now)->logical;
    uint64_t bytes;

    if (unit && strcmp(unit->text, "sectors") != 0)
        return script_fail(maker->err, unit->line,
                           _("The unit '%s' is not known: only sectors are."),
                           unit->text);
    if (!headers_take_number(maker, SCRIPT_SECTOR_SIZE, UINT32_MAX, &bytes))
        return false;
    if (!said || bytes == logical)
        return true;
    return script_fail(maker->err, said->line,
                       _("The script counts in sectors of %1$llu bytes, this disk has "
                         "sectors of %2$llu: take the line out and write sizes such as "
                         "20GiB."),
                       (ull)bytes, (ull)logical);
}

static bool headers_take_grain(struct script_maker *maker)
{
    const struct script_value *value = header_of(maker, SCRIPT_GRAIN);
    const struct limits *limits = layout_limits(maker->now);
    struct limits used = *limits;
    struct script_amount grain;

    if (value) {
        if (!script_amount_read(value->text, false, &grain) || !grain.value ||
            grain.value % limits->logical || grain.value / limits->logical > limits->size)
            return script_fail(maker->err, value->line,
                               _("'%1$s' is no grain: it is a multiple of %2$llu bytes, "
                                 "at most as large as the disk."),
                               value->text, (ull)limits->logical);
        used.grain = grain.value;
    }
    maker->grid = limits_grain_grid(&used);
    return true;
}

static bool has_room_for_lines(const struct script *script, unsigned entries)
{
    for (size_t i = 0; i < script->count; i++)
        if (script->lines[i].number > entries)
            return false;
    return script->count <= entries;
}

/* Keeps number and place of the entries of the GPT that is replaced, unless the script
 * says others or does not fit them. */
static void keep_entries(const struct script_maker *maker, struct edit *edit)
{
    const struct label *old = layout_label(maker->now);
    const struct script_maker quiet = { .script = maker->script,
                                        .now = maker->now,
                                        .err = &(struct err){ 0 } };
    struct edit kept = *edit;

    if (edit->label != LABEL_GPT || old->kind != LABEL_GPT || old->written_for)
        return;
    if (!edit->entries && old->entries != GPT_ENTRIES_USUAL &&
        has_room_for_lines(maker->script, old->entries))
        kept.entries = old->entries;
    if (!edit->entries_lba && old->entries_lba > 2)
        kept.entries_lba = old->entries_lba;
    struct edit tried = kept;
    if (settle_usable(&quiet, &tried)) {
        edit->entries = kept.entries;
        edit->entries_lba = kept.entries_lba;
    }
}

/* What the old table keeps for others is no place for partitions of the script either. */
static void carry(struct script_maker *maker, const struct layout *before)
{
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(maker->now);

    if (layout_label(before)->kind != layout_label(maker->now)->kind)
        return;
    layout_builder_label(builder)->odd_slots = layout_label(before)->odd_slots;
    if (!maker->is_over_kept)
        kept_copy(builder, before);
    layout_unref(maker->now);
    maker->now = layout_builder_refinish(builder);
}

bool script_make_table(struct script_maker *maker)
{
    struct edit edit = { .kind = EDIT_NEW_TABLE };
    CLEANUP(layout_unrefp) struct layout *before = layout_ref(maker->now);

    if (!take_label(maker, &edit.label) || !take_disk_id(maker, &edit) ||
        !check_units(maker) || !take_gpt(maker, &edit))
        return false;
    keep_entries(maker, &edit);
    if (!settle_usable(maker, &edit) || !headers_take_grain(maker) ||
        !script_push(maker, &edit, maker->err))
        return false;
    carry(maker, before);
    return true;
}
