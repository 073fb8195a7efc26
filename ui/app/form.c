/* SPDX-License-Identifier: GPL-3.0-or-later */
/* form.c - forms of labelled fields: text, choices, ticks */
#include "ui/app/form.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"

static struct form_item *form_add_item(struct form *form, enum form_item_kind kind,
                                       enum form_what what, const char *label)
{
    assert(form->count < FORM_ITEMS);
    struct form_item *item = &form->items[form->count++];

    *item = (struct form_item){ .kind = kind, .what = what, .label = label };
    return item;
}

void form_add_text(struct form *form, enum form_what what, const char *label,
                   const char *text)
{
    struct form_item *item = form_add_item(form, ITEM_TEXT, what, label);

    field_set(&item->field, text);
    copy_text(item->offered, sizeof(item->offered), text);
}

void form_add_choice(struct form *form, enum form_what what, const char *label,
                     const char *const *words, int chosen)
{
    struct form_item *item = form_add_item(form, ITEM_CHOICE, what, label);

    item->words = words;
    item->chosen = chosen;
}

void form_add_tick(struct form *form, unsigned value, const char *label, bool is_ticked)
{
    struct form_item *item = form_add_item(form, ITEM_TICK, FORM_TICK, label);

    item->value = value;
    item->chosen = is_ticked;
}

void form_add_state(struct form *form, const char *label)
{
    (void)form_add_item(form, ITEM_STATE, FORM_STATE, label);
}

const struct form_item *form_find(const struct form *form, enum form_what what)
{
    for (int i = 0; i < form->count; i++) {
        if (form->items[i].what == what)
            return &form->items[i];
    }
    return NULL;
}

void form_set_text(struct form *form, enum form_what what, const char *text)
{
    for (int i = 0; i < form->count; i++) {
        if (form->items[i].what == what)
            field_offer(&form->items[i].field, text);
    }
}

const char *form_text(const struct form *form, enum form_what what, char buf[256])
{
    const struct form_item *item = form_find(form, what);
    const char *text = item ? item->field.text : "";

    text += strspn(text, " ");
    copy_text(buf, 256, text);
    for (size_t n = strlen(buf); n > 0 && buf[n - 1] == ' '; n--)
        buf[n - 1] = '\0';
    return buf;
}

int form_chosen(const struct form *form, enum form_what what)
{
    const struct form_item *item = form_find(form, what);

    return item ? item->chosen : 0;
}

/* Returns how many values a choice or a tick has. */
static int value_count(const struct form_item *item)
{
    int count = 0;

    if (item->kind == ITEM_TICK)
        return 2;
    while (item->words[count])
        count++;
    return count;
}

/* Chooses the next word that begins with the letter KEY. */
static bool choose_letter(struct form_item *item, uint32_t key)
{
    int count = value_count(item);

    for (int i = 1; key < 0x80 && i <= count; i++) {
        int at = (item->chosen + i) % count;

        if (tolower((unsigned char)_(item->words[at])[0]) != tolower((int)key))
            continue;
        item->chosen = at;
        return true;
    }
    return false;
}

bool form_key(struct form *form, uint32_t key)
{
    struct form_item *item = &form->items[form->at];

    if (item->kind == ITEM_TEXT)
        return field_key(&item->field, key);
    return item->kind == ITEM_CHOICE && choose_letter(item, key);
}

void form_step(struct form *form, int step)
{
    form->at = (form->at + step + form->count) % form->count;
    form->items[form->at].field.is_fresh = true;
}

void form_turn(struct form *form, int step)
{
    struct form_item *item = &form->items[form->at];

    if (item->kind == ITEM_TEXT || item->kind == ITEM_STATE)
        return;
    int count = value_count(item);
    item->chosen = (item->chosen + step + count) % count;
}
