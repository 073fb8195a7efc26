/* SPDX-License-Identifier: GPL-3.0-or-later */
/* form.h - labelled fields to be filled in: text, choices, ticks */
#ifndef ALIDADE_UI_APP_FORM_H
#define ALIDADE_UI_APP_FORM_H

#include <stdbool.h>
#include <stdint.h>

#include "ui/draw/field.h"

#define FORM_ITEMS 10

enum form_kind {
    FORM_NEW,
    FORM_RESIZE,
    FORM_MOVE,
    FORM_NAME,
    FORM_DISK_ID,
    FORM_REPAIR,
    FORM_COUNT,
};

/* What an item is for; which of them there are is the form's. */
enum form_what {
    FORM_START,
    FORM_SIZE,
    FORM_KEEP,   /* choice: size or end */
    FORM_EXTENT, /* choice: primary, extended */
    FORM_TYPE,
    FORM_LABEL, /* partition name */
    FORM_UUID,
    FORM_TICK, /* attribute bits and repairs: value says which */
};

enum form_item_kind {
    ITEM_TEXT,
    ITEM_CHOICE,
    ITEM_TICK,
};

struct form_item {
    enum form_item_kind kind;
    enum form_what what;
    const char *label;        /* N_() */
    const char *const *words; /* of a choice: N_(), NULL at the end */
    unsigned value;           /* of a tick: what it stands for */
    int chosen;               /* index of a choice; 1 = ticked */
    struct field field;
};

/* Everything of a form but its drawing; it is about the extent ID, or, where that is 0,
 * the free space that holds LBA. */
struct form {
    enum form_kind kind;
    uint32_t id;
    uint64_t lba;
    struct form_item items[FORM_ITEMS];
    int count;
    int at; /* the item that keys go to */
};

void form_add_text(struct form *form, enum form_what what, const char *label,
                   const char *text);
void form_add_choice(struct form *form, enum form_what what, const char *label,
                     const char *const *words, int chosen);
void form_add_tick(struct form *form, unsigned value, const char *label, bool is_ticked);

/* The item of that use; NULL where the form has none. */
const struct form_item *form_find(const struct form *form, enum form_what what);
/* Its text without blanks around it, "" where there is none; 0 = the first choice. */
const char *form_text(const struct form *form, enum form_what what, char buf[256]);
int form_chosen(const struct form *form, enum form_what what);

/* Another text for a text item; nothing where there is none. */
void form_set_text(struct form *form, enum form_what what, const char *text);

/* A key of the current item: it is typed, or chooses by a word's first letter; false:
 * it means nothing to the item. */
bool form_key(struct form *form, uint32_t key);
/* To another item, around both ends. */
void form_step(struct form *form, int step);
/* Another value of a choice or tick; nothing for text. */
void form_turn(struct form *form, int step);

#endif
