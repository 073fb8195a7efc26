/* SPDX-License-Identifier: GPL-3.0-or-later */
/* form.h - forms of labelled fields: text, choices, ticks */
#ifndef ALIDADE_UI_APP_FORM_H
#define ALIDADE_UI_APP_FORM_H

#include <stdbool.h>
#include <stdint.h>

#include "ui/draw/field.h"

#define FORM_ITEMS 40

enum form_kind {
    FORM_NEW,
    FORM_RESIZE,
    FORM_MOVE,
    FORM_NAME,
    FORM_DISK_ID,
    FORM_REPAIR,
    FORM_COUNT,
};

/* The use of an item; each form has some of them. */
enum form_what {
    FORM_START,
    FORM_SIZE,
    FORM_KEEP,   /* choice: size or end */
    FORM_EXTENT, /* choice: primary, extended */
    FORM_TYPE,
    FORM_LABEL, /* partition name */
    FORM_UUID,
    FORM_TABLE, /* choice: gpt, msdos */
    FORM_TICK,  /* attribute bit or repair, see value */
    FORM_STATE,
};

enum form_item_kind {
    ITEM_TEXT,
    ITEM_CHOICE,
    ITEM_TICK,
    ITEM_STATE, /* only tells something */
};

struct form_item {
    enum form_item_kind kind;
    enum form_what what;
    const char *label;        /* N_() */
    const char *const *words; /* of a choice: N_(), ends with NULL */
    unsigned value;           /* of a tick: what it stands for */
    int chosen;               /* index of the chosen word; 1: ticked */
    struct field field;
    char offered[256]; /* what the field of a text held before a person typed in it */
};

/* A form without its drawing; it edits the extent ID or, if that is 0, the free space at
 * LBA. */
struct form {
    enum form_kind kind;
    uint32_t id;
    uint64_t lba;
    struct form_item items[FORM_ITEMS];
    int count;
    int at;         /* index of the current item */
    char told[512]; /* why what is typed is not possible, as far as it is told while it is
                     * typed; "": nothing is */
};

void form_add_text(struct form *form, enum form_what what, const char *label,
                   const char *text);
void form_add_choice(struct form *form, enum form_what what, const char *label,
                     const char *const *words, int chosen);
void form_add_tick(struct form *form, unsigned value, const char *label, bool is_ticked);
void form_add_state(struct form *form, const char *label);

/* Returns the item with that use; NULL if the form has none. */
const struct form_item *form_find(const struct form *form, enum form_what what);
/* Returns its text without surrounding blanks; "" if there is no such item. */
const char *form_text(const struct form *form, enum form_what what, char buf[256]);
int form_chosen(const struct form *form, enum form_what what);

/* Replaces the text of the item WHAT, if there is one. */
void form_set_text(struct form *form, enum form_what what, const char *text);

/* Types KEY into the current item, or chooses by a word's first letter; false if the item
 * does not use KEY. */
bool form_key(struct form *form, uint32_t key);
/* Moves by STEP items, around both ends. */
void form_step(struct form *form, int step);
/* Moves by STEP values of a choice or a tick; does nothing for text. */
void form_turn(struct form *form, int step);

#endif
