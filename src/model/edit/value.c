/* SPDX-License-Identifier: GPL-3.0-or-later */
/* value.c - parses types, names and ids */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/base/guid.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"
#include "model/base/utf16.h"
#include "model/base/utf8.h"
#include "model/disk/types.h"
#include "model/edit/private.h"
#include "model/table/gpt.h"
#include "model/table/mbr.h"

/* Parses at most MAX hexadecimal digits, with or without 0x. */
static bool parse_hex(const char *text, size_t max, unsigned long *ret)
{
    size_t digits;

    if (text[0] == '0' && (text[1] == 'x' || text[1] == 'X'))
        text += 2;
    digits = strspn(text, "0123456789abcdefABCDEF");
    if (!digits || digits > max || text[digits])
        return false;
    *ret = strtoul(text, NULL, 16);
    return true;
}

static bool parse_gpt_type(const char *text, char ret[40], struct err *err)
{
    struct guid guid;

    if (!guid_parse(*text ? text : TYPE_GPT_LINUX, &guid))
        return err_refuse(err, REFUSAL_TYPE_GPT,
                          _("'%s' is no type of a GPT partition: it is a GUID, 32 "
                            "hexadecimal digits in five groups."),
                          text);
    if (guid_is_zero(&guid))
        return err_refuse(err, REFUSAL_TYPE_GPT,
                          _("A GPT partition of type 0 is an unused entry: delete it "
                            "instead."));
    (void)guid_format(&guid, ret);
    return true;
}

static bool parse_msdos_type(enum extent_kind kind, const char *text, char ret[40],
                             struct err *err)
{
    bool is_container = kind == EXTENT_EXTENDED;
    const char *usual = is_container ? TYPE_MSDOS_EXTENDED : TYPE_MSDOS_LINUX;
    unsigned long type;

    if (!parse_hex(*text ? text : usual, 2, &type))
        return err_refuse(err, REFUSAL_TYPE_MSDOS,
                          _("'%s' is no type of an msdos partition: it has one or two "
                            "hexadecimal digits."),
                          text);
    if (type == MBR_TYPE_PROTECTIVE)
        return err_refuse(err, REFUSAL_TYPE_MSDOS,
                          _("Type ee announces a GPT: no partition of an msdos table can "
                            "have it."));
    if (mbr_type_is_extended((uint8_t)type) != is_container)
        return err_refuse(
            err, REFUSAL_TYPE_MSDOS,
            is_container ? _("Type %lx is none for an extended partition, which is 5, "
                             "f or 85.")
                         : _("Type %lx is one for extended partitions alone."),
            type);
    (void)snprintf(ret, 40, "%lx", type);
    return true;
}

bool edit_parse_type(enum label_kind label, enum extent_kind kind, const char *text,
                     char ret[40], struct err *err)
{
    if (label == LABEL_GPT)
        return parse_gpt_type(text, ret, err);
    return parse_msdos_type(kind, text, ret, err);
}

bool edit_refuse_active(struct err *err)
{
    return err_refuse(err, REFUSAL_LOGICAL_NOT_ACTIVE,
                      _("A logical partition cannot be active: only a primary one can."));
}

bool edit_refuse_gone(struct err *err)
{
    return err_refuse(err, REFUSAL_EDIT_TARGET_GONE,
                      _("The partition that this would change is not there (any more)."));
}

bool edit_check_field(enum label_kind label, enum edit_kind kind, struct err *err)
{
    static const char *const sentences[EDIT_KIND_COUNT] = {
        [EDIT_NAME] = N_("Partitions of an msdos table have no names: convert the table "
                         "to a GPT first."),
        [EDIT_ATTRIBUTES] = N_("Partitions of an msdos table have no attributes: convert "
                               "the table to a GPT first."),
        [EDIT_UUID] = N_("Partitions of an msdos table have no GUID of their own: theirs "
                         "is made of the disk id and the number."),
    };

    return label == LABEL_GPT ||
           err_refuse(err, REFUSAL_MSDOS_HAS_NO_SUCH_FIELD, "%s", _(sentences[kind]));
}

bool edit_parse_name(const struct label *label, const struct edit *edit, char ret[128],
                     struct err *err)
{
    uint8_t units[2 * GPT_NAME_UNITS];
    const char *text = edit->name;

    if (!*text) {
        ret[0] = '\0';
        return true;
    }
    if (!edit_check_field(label->kind, EDIT_NAME, err))
        return false;
    if (!utf16le_of_utf8(text, units, GPT_NAME_UNITS))
        return err_refuse(err, REFUSAL_NAME_NOT_POSSIBLE,
                          _("This name does not fit: a GPT has room for %u characters; "
                            "some, such as emoji, count twice."),
                          GPT_NAME_UNITS);
    if (!edit->is_raw_name && !utf8_is_harmless(text))
        return err_refuse(err, REFUSAL_NAME_NOT_POSSIBLE,
                          _("A partition name cannot hold control characters or marks of "
                            "direction."));
    copy_text(ret, 128, text);
    return true;
}

static const struct extent *find_uuid(const struct layout *layout, const char *uuid)
{
    for (size_t i = 0; i < layout_count(layout); i++)
        if (layout_at(layout, i)->number && !strcmp(layout_at(layout, i)->uuid, uuid))
            return layout_at(layout, i);
    return NULL;
}

bool edit_parse_uuid(struct edit_work *work, const char *text, uint32_t id, char ret[40],
                     struct err *err)
{
    const struct extent *same;
    struct guid guid;
    char wanted[40];

    if (!*text) {
        do {
            guid = guid_source_draw(&work->seed);
            (void)guid_format(&guid, ret);
        } while (find_uuid(work->layout, ret));
        return true;
    }
    if (!guid_parse(text, &guid) || guid_is_zero(&guid))
        return err_refuse(err, REFUSAL_GUID_NOT_POSSIBLE,
                          _("'%s' is no GUID, which is 32 hexadecimal digits in five "
                            "groups, not all of them 0."),
                          text);
    (void)guid_format(&guid, wanted);
    same = find_uuid(work->layout, wanted);
    if (same && same->id != id)
        return err_refuse(
            err, REFUSAL_GUID_NOT_POSSIBLE,
            _("Partition %1$u has the GUID %2$s already: it must be the only "
              "one."),
            same->number, wanted);
    copy_text(ret, 40, wanted);
    return true;
}

bool edit_parse_disk_id(struct edit_work *work, enum label_kind label, const char *text,
                        char ret[40], struct err *err)
{
    struct guid guid = { { 0 } };
    unsigned long signature;

    if (label == LABEL_GPT) {
        if (!*text)
            guid = guid_source_draw(&work->seed);
        else if (!guid_parse(text, &guid) || guid_is_zero(&guid))
            return err_refuse(
                err, REFUSAL_DISK_ID_NOT_POSSIBLE,
                _("'%s' is no disk id of a GPT: it is a GUID, 32 hexadecimal "
                  "digits in five groups, not all of them 0."),
                text);
        (void)guid_format(&guid, ret);
        return true;
    }
    if (!*text)
        signature = guid_source_signature(&work->seed);
    else if (!parse_hex(text, 8, &signature) || !signature)
        return err_refuse(err, REFUSAL_DISK_ID_NOT_POSSIBLE,
                          _("'%s' is no disk id of an msdos table: it has up to eight "
                            "hexadecimal digits, not all of them 0."),
                          text);
    (void)snprintf(ret, 40, "0x%08lx", signature);
    return true;
}

void edit_msdos_uuid(const char *disk_id, unsigned number, char ret[40])
{
    unsigned long signature = 0;

    ret[0] = '\0';
    if (parse_hex(disk_id, 8, &signature) && signature)
        (void)snprintf(ret, 40, "%08lx-%02x", signature, number);
}

unsigned edit_number(const struct layout *layout, const struct edit *edit)
{
    const struct label *label = layout_label(layout);

    const struct extent *old =
        edit->replaced ? layout_find(layout, edit->replaced) : NULL;
    unsigned next = LABEL_FIRST_LOGICAL + edit_logical_count(layout);

    if (old)
        return old->number;
    if (edit->extent == EXTENT_LOGICAL)
        return edit->number >= LABEL_FIRST_LOGICAL && edit->number < next ? edit->number
                                                                          : next;
    if (edit->number)
        return edit->number;
    for (unsigned number = 1; number <= label->entries; number++)
        if (layout_is_number_free(layout, number))
            return number;
    return 0;
}
