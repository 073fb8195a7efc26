/* SPDX-License-Identifier: GPL-3.0-or-later */
/* edits.c - converts a script to edits: a new table, then its partitions */
#include "model/script/script.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/guid.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/utf16.h"
#include "model/disk/attributes.h"
#include "model/disk/kept.h"
#include "model/disk/types.h"
#include "model/script/private.h"
#include "model/table/gpt.h"

static bool script_is_gpt(const struct script_maker *maker)
{
    return maker->edits[0].label == LABEL_GPT;
}

static bool take_type(const struct script_maker *maker, const struct script_line *line,
                      struct edit *edit)
{
    const char *text = line->fields[FIELD_TYPE];
    /* sfdisk does not support the type codes of sgdisk. */
    bool is_code = text && script_is_gpt(maker) && strlen(text) == 4 &&
                   strspn(text, "0123456789abcdefABCDEF") == 4;

    if (!text || (!is_code && type_find(maker->edits[0].label, text, edit->type)))
        return true;
    return script_fail(maker->err, line->line,
                       script_is_gpt(maker)
                           ? _("'%s' is no type: write a GUID, or a word such as linux, "
                               "swap, uefi, raid or lvm.")
                           : _("'%s' is no type: write it in hex such as 83, or a word "
                               "such as linux, swap, extended, raid or lvm."),
                       text);
}

/* Refuses fields that only the other label has. */
static bool script_check_fields(const struct script_maker *maker,
                                const struct script_line *line)
{
    static const enum script_field fields[] = { FIELD_UUID, FIELD_NAME,
                                                FIELD_ATTRIBUTES };

    if (script_is_gpt(maker)) {
        if (line->fields[FIELD_BOOTABLE])
            return script_fail(maker->err, line->line, "%s",
                               _("'bootable' belongs to a dos table: on gpt write "
                                 "attrs=LegacyBIOSBootable."));
        return true;
    }
    for (size_t i = 0; i < ARRAY_SIZE(fields); i++)
        if (line->fields[fields[i]])
            return script_fail(maker->err, line->line, _("'%s' belongs to a gpt table."),
                               script_field_name(fields[i]));
    return true;
}

/* "\x41" is a byte; any other backslash is literal.  Returns false for \x00. */
static bool script_unescape(const char *text, char *ret)
{
    while (*text) {
        uint8_t byte;
        if (text[0] != '\\' || text[1] != 'x' || !num_hex_byte(text + 2, &byte)) {
            *ret++ = *text++;
            continue;
        }
        if (!byte)
            return false;
        *ret++ = (char)byte;
        text += 4;
    }
    *ret = '\0';
    return true;
}

static bool take_name(const struct script_maker *maker, const struct script_line *line,
                      struct edit *edit)
{
    uint8_t units[2 * GPT_NAME_UNITS];
    const char *text = line->fields[FIELD_NAME];

    if (!text)
        return true;
    CLEANUP(freep) char *name = xmalloc(strlen(text) + 1);
    /* A name of 36 UTF-16 units has at most 108 bytes and so fits in the edit. */
    if (!script_unescape(text, name) || !utf16le_of_utf8(name, units, GPT_NAME_UNITS))
        return script_fail(
            maker->err, line->line,
            _("The name is not valid: it must be UTF-8 of at most %d characters."),
            GPT_NAME_UNITS);
    copy_text(edit->name, sizeof(edit->name), name);
    edit->is_raw_name = true;
    return true;
}

static bool script_take_texts(const struct script_maker *maker,
                              const struct script_line *line, struct edit *edit)
{
    const char *uuid = line->fields[FIELD_UUID];
    const char *attributes = line->fields[FIELD_ATTRIBUTES];
    struct err why = { 0 };
    struct guid guid;

    if (!script_check_fields(maker, line) || !take_name(maker, line, edit))
        return false;
    if (uuid && !guid_parse(uuid, &guid))
        return script_fail(maker->err, line->line, _("'%s' is no GUID."), uuid);
    if (uuid)
        (void)guid_format(&guid, edit->uuid);
    if (attributes && !attributes_parse(attributes, &edit->attributes, &why))
        return script_fail(maker->err, line->line, "%s", why.text);
    return true;
}

/* Setting the active flag would clear it on the other partition. */
static bool take_bootable(const struct script_maker *maker,
                          const struct script_line *line, struct edit *edit)
{
    edit->is_bootable = line->fields[FIELD_BOOTABLE];
    for (size_t i = 1; edit->is_bootable && i < maker->count; i++)
        if (maker->edits[i].is_bootable)
            return script_fail(maker->err, line->line, "%s",
                               _("Another partition is bootable already: one alone can "
                                 "be."));
    return true;
}

/* sfdisk's rules: the number decides, else a start inside the container; without either,
 * primary partitions come first while there is free space. */
static enum extent_kind script_extent_kind(const struct script_maker *maker,
                                           const struct script_line *line,
                                           const struct edit *edit)
{
    const struct extent *container = layout_find_container(maker->now);

    if (script_is_gpt(maker))
        return EXTENT_PARTITION;
    if (type_is_extended(LABEL_MSDOS, edit->type))
        return EXTENT_EXTENDED;
    if (line->number)
        return line->number < LABEL_FIRST_LOGICAL ? EXTENT_PARTITION : EXTENT_LOGICAL;
    bool is_logical = !line->start.is_given
                          ? script_is_full(maker)
                          : container && edit->start >= container->start &&
                                edit->start < extent_end(container);
    return container && is_logical ? EXTENT_LOGICAL : EXTENT_PARTITION;
}

static bool make_partition(struct script_maker *maker, const struct script_line *line)
{
    struct edit edit = { .kind = EDIT_CREATE, .number = line->number };
    struct err why = { 0 };

    if (!take_type(maker, line, &edit) || !script_take_texts(maker, line, &edit) ||
        !take_bootable(maker, line, &edit))
        return false;
    if (!script_start(maker, line, &edit.start, &why))
        return script_fail(maker->err, line->line, "%s", why.text);
    edit.extent = script_extent_kind(maker, line, &edit);
    edit.is_ebr_near = edit.extent == EXTENT_LOGICAL && maker->has_near_ebrs;
    if (edit.number && layout_find_number(maker->now, edit.number))
        return script_fail(maker->err, line->line, _("There is a partition %u already."),
                           edit.number);
    if (!script_place(maker, line, &edit, &why) || !script_push(maker, &edit, &why))
        return script_fail(maker->err, line->line, "%s", why.text);
    return true;
}

/* Dumps of old versions list unused slots with start and size 0. */
static bool is_unused_slot(const struct script_line *line)
{
    return line->start.kind == AMOUNT_SECTORS && !line->start.value &&
           line->size.kind == AMOUNT_SECTORS && !line->size.value;
}

static bool script_make_all(struct script_maker *maker)
{
    if (!maker->script->headers[SCRIPT_LABEL].text && !maker->script->count)
        return err_set(maker->err, ERR_USAGE, "%s",
                       _("The script is empty: it has neither a label nor a partition."));
    if (!script_make_table(maker))
        return false;
    for (size_t i = 0; i < maker->script->count; i++)
        if (!is_unused_slot(&maker->script->lines[i]) &&
            !make_partition(maker, &maker->script->lines[i]))
            return false;
    return true;
}

struct layout *script_try(const struct script_maker *maker, const struct edit *edit,
                          struct err *err)
{
    struct edit tried = *edit;

    tried.seed.state[0] = maker->count + 1;
    if (edit->kind == EDIT_CREATE)
        tried.id = maker->first_id + (uint32_t)maker->count;
    return edit_apply(maker->now, &tried, err);
}

bool script_push(struct script_maker *maker, const struct edit *edit, struct err *err)
{
    struct layout *next = script_try(maker, edit, err);

    if (!next)
        return false;
    layout_unref(maker->now);
    maker->now = next;
    maker->edits = xrealloc(maker->edits, maker->count + 1, sizeof(*maker->edits));
    maker->edits[maker->count++] = *edit;
    return true;
}

/* Partitions in use may be kept; here the script is applied to a copy without users. */
static struct layout *without_users(const struct layout *layout)
{
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(layout);

    for (size_t i = 0; i < layout_count(layout); i++) {
        struct extent *extent = layout_builder_find(builder, layout_at(layout, i)->id);
        if (extent)
            extent->use = (struct use){ 0 };
    }
    return layout_builder_refinish(builder);
}

/* An EBR one grain before its logical partition can overlap a partition of a later line;
 * therefore a second attempt places each EBR directly before its partition.  A last one
 * gives up what the table keeps for others, which needs consent later.  Other errors end
 * the first attempt. */
static bool script_make_any(struct script_maker *maker, const struct layout *layout)
{
    struct err *err = maker->err, ignored = { 0 };
    unsigned tries = kept_find(layout) ? 3 : 2;
    bool is_made = script_make_all(maker);

    for (unsigned i = 1; i < tries && !is_made; i++) {
        layout_unref(maker->now);
        free(maker->edits);
        maker->now = without_users(layout);
        maker->edits = NULL;
        maker->count = 0;
        maker->has_near_ebrs = true;
        maker->is_over_kept = i == 2;
        maker->err = &ignored;
        is_made = script_make_all(maker);
        if (is_made)
            *err = (struct err){ 0 };
    }
    maker->err = err;
    return is_made;
}

static bool script_is_possible(const struct script_maker *maker,
                               const struct layout *layout, struct err *err)
{
    CLEANUP(layout_unrefp) struct layout *made = edit_apply(layout, maker->edits, err);

    return made;
}

/* Edits the disk as it is, or else makes a new table. */
static bool find_edits(struct script_maker *maker, const struct layout *layout,
                       struct edit **ret, size_t *ret_count, struct err *err)
{
    if (script_keep(maker, layout, ret, ret_count))
        return true;
    /* A new table would be refused because of the first partition in use; the error
     * should name the one that is removed or changed. */
    if (!edit_check_users_stay(layout, maker->now, err) ||
        !script_is_possible(maker, layout, err))
        return false;
    *ret = TAKE(maker->edits);
    *ret_count = maker->count;
    return true;
}

static bool script_settle(struct script_maker *maker, const struct layout *layout,
                          struct edit **ret, size_t *ret_count, struct err *err)
{
    if (!find_edits(maker, layout, ret, ret_count, err))
        return false;
    script_mark_kept(layout, *ret, *ret_count);
    return true;
}

static bool is_same_text(const char *a, const char *b)
{
    return a && b ? !strcmp(a, b) : a == b;
}

static bool is_same_line(const struct script_line *a, const struct script_line *b)
{
    for (unsigned i = 0; i < FIELD_COUNT; i++)
        if (!is_same_text(a->fields[i], b->fields[i]))
            return false;
    return a->number == b->number;
}

static bool is_same_script(const struct script *a, const struct script *b)
{
    for (unsigned i = 0; i < SCRIPT_HEADER_COUNT; i++)
        if (i != SCRIPT_DEVICE && !is_same_text(a->headers[i].text, b->headers[i].text))
            return false;
    for (size_t i = 0; i < a->count && i < b->count; i++)
        if (!is_same_line(&a->lines[i], &b->lines[i]))
            return false;
    return a->count == b->count;
}

/* A script printed from LAYOUT changes nothing, even if no script could create it: two
 * active partitions, the disk id 0. */
static bool is_dump_of(const struct script *script, const struct layout *layout)
{
    CLEANUP(script_finish) struct script own = { 0 };
    CLEANUP(freep) char *text = NULL;

    return script_print(layout, "disk", &text, ERR_IGNORED) &&
           script_read(text, &own, ERR_IGNORED) && is_same_script(script, &own);
}

bool script_edits(const char *text, const struct layout *layout, struct edit **ret,
                  size_t *ret_count, struct err *err)
{
    CLEANUP(script_finish) struct script script = { 0 };
    struct script_maker maker = { .script = &script,
                                  .first_id = EDIT_ID_FIRST,
                                  .err = err };

    if (!script_read(text, &script, err))
        return false;
    if (is_dump_of(&script, layout)) {
        *ret = NULL;
        *ret_count = 0;
        return true;
    }
    maker.now = without_users(layout);
    bool is_made = script_make_any(&maker, layout) &&
                   script_settle(&maker, layout, ret, ret_count, err);
    layout_unref(maker.now);
    free(maker.edits);
    return is_made;
}
