/* SPDX-License-Identifier: GPL-3.0-or-later */
/* form_row.h - the forms there are: what each asks, tells, and makes of the answers */
#ifndef ALIDADE_UI_SCREEN_FORM_ROW_H
#define ALIDADE_UI_SCREEN_FORM_ROW_H

#include "model/edit/edit.h"
#include "model/edit/position.h"
#include "ui/app/form.h"
#include "ui/app/state.h"
#include "ui/draw/pager.h"

struct form_edits {
    struct edit at[FORM_ITEMS];
    size_t count;
};

struct form_row {
    const char *title; /* N_() */
    bool has_map;      /* it changes what lies where: shown before and after */
    /* Fills FORM, kind apart; false, with the reason on the message line, where there is
     * nothing to be asked. */
    bool (*open)(struct app *app, struct form *form);
    /* The edits that the fields ask for, none where they ask for what is there; false:
     * one of them cannot be read. */
    bool (*edits)(const struct app *app, const struct form *form, struct form_edits *ret,
                  struct err *err);
    /* Lines below ITEM. */
    void (*add_item_notes)(const struct app *app, const struct form *form,
                           const struct form_item *item, int width, struct pager *ret);
    /* Lines below all; AFTER is what the edits lead to, or NULL.  NULL: none. */
    void (*add_notes)(const struct app *app, const struct form *form,
                      const struct layout *after, int width, struct pager *ret);
    /* A choice was turned: fields that nobody typed follow it.  NULL: none do. */
    void (*follow)(const struct app *app, const struct form *was, struct form *form);
};

extern const struct form_row form_new, form_resize, form_move, form_name, form_disk_id,
    form_repair;

const struct form_row *form_row(enum form_kind kind);
/* The form that is shown, what it was opened with and what was typed since. */
struct form *form_of(const struct app *app);
/* Opens the form over the main screen, or says why not. */
void form_open(struct app *app, enum form_kind kind);
/* What FORM is about; NULL where that is gone. */
const struct extent *form_extent(const struct app *app, const struct form *form);
/* The same; where it is gone, ERR tells so. */
const struct extent *form_partition(const struct app *app, const struct form *form,
                                    struct err *err);
/* Returns what the shown form is about, as the title of its box: "Partition 1  ntfs
 * 97.7 GiB"; free(). */
char *form_subject(const struct app *app);
/* Returns where EXTENT may lie if it keeps its start: up to the end of the free space
 * right after it. */
struct position_context form_context(const struct app *app, const struct extent *extent);
/* add_notes() of forms that change where partitions lie: adds the commands to run before
 * and after the write that leads to AFTER; nothing where that is NULL. */
void form_add_commands(const struct app *app, const struct form *form,
                       const struct layout *after, int width, struct pager *ret);
/* A size as text that is read back to the sector: "20GiB", "63s". */
void form_size_text(const struct limits *limits, uint64_t sectors, char *buf,
                    size_t size);

#endif
