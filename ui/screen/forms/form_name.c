/* SPDX-License-Identifier: GPL-3.0-or-later */
/* form_name.c - the forms for name, attributes and GUID of an entry, and the disk id */
#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/utf8.h"
#include "model/disk/label.h"
#include "ui/app/apply.h"
#include "ui/app/keymap.h"
#include "ui/screen/forms/form_row.h"

/* Bits 0 to 2: UEFI 2.10, table 5.8.  The others are defined by Microsoft for its own
 * types; Linux reads some of them too. */
static const struct {
    unsigned bit;
    const char *words;
} attributes[] = {
    /* TRANSLATORS: attributes of a GPT partition, 60 columns at most */
    { 0, N_("needed by the machine (firmware may look for it)") },
    { 1, N_("firmware leaves it alone (no block I/O)") },
    { 2, N_("boot flag of old BIOSes (legacy boot)") },
    { 60, N_("read-only") },
    { 62, N_("hidden") },
    { 63, N_("not mounted by itself (no automount)") },
};

static uint64_t ticked_attributes(const struct form *form, uint64_t value)
{
    for (int i = 0; i < form->count; i++) {
        const struct form_item *item = &form->items[i];
        uint64_t bit = UINT64_C(1) << item->value;

        if (item->what == FORM_TICK)
            value = item->chosen ? value | bit : value & ~bit;
    }
    return value;
}

static struct edit *add_edit(struct form_edits *edits, enum edit_kind kind, uint32_t id)
{
    struct edit *edit = &edits->at[edits->count++];

    *edit = (struct edit){ .kind = kind, .id = id };
    return edit;
}

static bool form_name_edits(const struct app *app, const struct form *form,
                            struct form_edits *ret, struct err *err)
{
    const struct extent *extent = form_partition(app, form, err);
    char text[256];

    if (!extent)
        return false;
    *ret = (struct form_edits){ .count = 0 };
    form_text(form, FORM_LABEL, text);
    if (strlen(text) >= sizeof(extent->name))
        return err_set(err, ERR_USAGE, "%s", _("That name is too long for the table."));
    CLEANUP(freep) char *shown = utf8_shown(extent->name);
    if (strcmp(text, shown) != 0)
        copy_text(add_edit(ret, EDIT_NAME, extent->id)->name, sizeof(extent->name), text);
    form_text(form, FORM_UUID, text);
    if (strlen(text) >= sizeof(extent->uuid))
        return err_set(err, ERR_USAGE, _("%s is no GUID."), text);
    if (strcasecmp(text, extent->uuid) != 0)
        copy_text(add_edit(ret, EDIT_UUID, extent->id)->uuid, sizeof(extent->uuid), text);
    if (ticked_attributes(form, extent->attributes) != extent->attributes)
        add_edit(ret, EDIT_ATTRIBUTES, extent->id)->attributes =
            ticked_attributes(form, extent->attributes);
    return true;
}

static bool form_name_open(struct app *app, struct form *form)
{
    const struct extent *extent =
        apply_partition(app, _("There is no partition here to be named."));
    char keys[KEY_LIST];

    if (!extent)
        return false;
    if (layout_label(app->layout)->kind != LABEL_GPT) {
        (void)keymap_keys(app, SCREEN_TABLE, ACTION_CONVERT, 1, keys);
        app_say(app, true,
                _("Only a gpt has names, attributes and GUIDs for its partitions; %s "
                  "converts the table."),
                keys);
        return false;
    }
    form->id = extent->id;
    CLEANUP(freep) char *shown = utf8_shown(extent->name);
    form_add_text(form, FORM_LABEL, N_("Name"), shown);
    form_add_text(form, FORM_UUID, N_("GUID"), extent->uuid);
    for (size_t i = 0; i < ARRAY_SIZE(attributes); i++)
        form_add_tick(form, attributes[i].bit, attributes[i].words,
                      extent->attributes >> attributes[i].bit & 1);
    return true;
}

/* Tells that an id that was deleted is replaced by a random one. */
static char *uuid_item_note(const struct app *app, const struct form *form,
                            const struct form_item *item)
{
    const struct extent *extent = form->id ? form_extent(app, form) : NULL;
    const char *now = extent ? extent->uuid : layout_label(app->layout)->id;
    char text[256];

    if (item->what != FORM_UUID || !*now || *form_text(form, FORM_UUID, text))
        return NULL;
    return xstrdup(_("a new random one"));
}

static const char *form_name_hint(const struct app *app)
{
    (void)app;
    return _("An empty GUID is drawn at random. Space sets and clears a tick.");
}

const struct form_row form_name = {
    .title = N_("Name, attributes, GUID"),
    .open = form_name_open,
    .edits = form_name_edits,
    .item_note = uuid_item_note,
    .hint = form_name_hint,
};

static bool disk_id_edits(const struct app *app, const struct form *form,
                          struct form_edits *ret, struct err *err)
{
    const char *id = layout_label(app->layout)->id;
    char text[256];

    *ret = (struct form_edits){ .count = 0 };
    form_text(form, FORM_UUID, text);
    if (strlen(text) >= sizeof(ret->at[0].uuid))
        return err_set(err, ERR_USAGE, _("%s is no disk id."), text);
    if (strcasecmp(text, id) != 0)
        copy_text(add_edit(ret, EDIT_DISK_ID, 0)->uuid, sizeof(ret->at[0].uuid), text);
    return true;
}

static bool disk_id_open(struct app *app, struct form *form)
{
    const struct label *label = layout_label(app->layout);

    if (!label_is_editable(label->kind)) {
        app_say(app, true, "%s", _("Only gpt and msdos tables have a disk id."));
        return false;
    }
    form_add_text(form, FORM_UUID, N_("Disk id"), label->id);
    return true;
}

static const char *disk_id_hint(const struct app *app)
{
    if (layout_label(app->layout)->kind == LABEL_GPT)
        return _("A GUID; empty: a new random one. Two disks with one id in one machine "
                 "confuse it.");
    return _("Eight hexadecimal digits behind 0x; empty: a new random one. Windows and "
             "boot loaders may look for the old one.");
}

const struct form_row form_disk_id = {
    .title = N_("Disk id"),
    .open = disk_id_open,
    .edits = disk_id_edits,
    .item_note = uuid_item_note,
    .hint = disk_id_hint,
};
