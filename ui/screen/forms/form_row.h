/* SPDX-License-Identifier: GPL-3.0-or-later */
/* form_row.h - the interface of a form: its items, its notes, and the edits it makes */
#ifndef ALIDADE_UI_SCREEN_FORMS_FORM_ROW_H
#define ALIDADE_UI_SCREEN_FORMS_FORM_ROW_H

#include "model/base/lines.h"
#include "model/edit/edit.h"
#include "model/edit/position.h"
#include "ui/app/form.h"
#include "ui/app/state.h"
#include "ui/draw/canvas.h"

struct form_edits {
    struct edit at[FORM_ITEMS];
    size_t count;
};

/* The edits of a form, and the layout that they lead to. */
struct form_attempt {
    struct form_edits edits;
    struct layout *after; /* NULL if the edits are not possible; then err is set */
    /* Why: about the current item if that is wrong, else about the first wrong one. */
    struct err err;
    bool is_wrong[FORM_ITEMS];
    int first_wrong; /* index of an item; -1: none is wrong by itself */
};

struct form_row {
    const char *title; /* N_() */
    bool has_map;      /* the edits change positions: maps show before and after */
    /* Fills FORM, whose kind is set.  If the form does not apply, returns false and shows
     * the reason on the message line. */
    bool (*open)(struct app *app, struct form *form);
    /* Returns the edits that the fields ask for, none if they match the present layout;
     * false if a field is invalid. */
    bool (*edits)(const struct app *app, const struct form *form, struct form_edits *ret,
                  struct err *err);
    /* Returns the note below ITEM, or NULL; free(). */
    char *(*item_note)(const struct app *app, const struct form *form,
                       const struct form_item *item);
    /* Adds the lines below the note, or is NULL. */
    void (*add_item_lines)(const struct app *app, const struct form_item *item,
                           struct lines *ret);
    /* Adds the notes on the whole form, or is NULL.  AFTER is the layout that the edits
     * lead to; NULL if they are not possible. */
    void (*add_notes)(const struct app *app, const struct form *form,
                      const struct layout *after, struct lines *ret);
    /* Returns the translated last note or NULL; may be NULL. */
    const char *(*hint)(const struct app *app);
    /* Is called after a choice has changed, to update fields that the user has not typed
     * in.  WAS is the form before; may be NULL. */
    void (*follow)(const struct app *app, const struct form *was, struct form *form);
    /* Is called when more is known of the disk; may be NULL. */
    void (*learned)(const struct app *app, struct form *form);
};

extern const struct form_row form_new, form_resize, form_move, form_name, form_disk_id,
    form_repair;

/* Returns the functions of the shown form. */
const struct form_row *form_row_of(const struct app *app);
/* Returns the shown form with what has been typed. */
struct form *form_of(const struct app *app);
/* Tries the edits of the shown form; layout_unref(after). */
struct form_attempt form_try(const struct app *app);
/* Goes to the item FIRST_WRONG, unless it is -1, and says what is wrong. */
void form_refuse(struct app *app, int first_wrong);
/* Updates what is told of a start or a size that was typed by one more key. */
void form_tell_typed(struct app *app);
/* Opens the form over the main screen, or shows why it does not apply. */
void form_open(struct app *app, enum form_kind kind);
/* Returns the extent that FORM is about; NULL if it is gone. */
const struct extent *form_extent(const struct app *app, const struct form *form);
/* The same, with an error if it is gone. */
const struct extent *form_partition(const struct app *app, const struct form *form,
                                    struct err *err);
/* Returns the title of the shown form's box: "Partition 1  ntfs  97.7 GiB", or "2.5 MiB
 * free from sector 63"; free(). */
char *form_subject(const struct app *app);
/* Returns the range that EXTENT can take if it keeps its start: up to the end of the free
 * space that follows it. */
struct position_context form_context(const struct app *app, const struct extent *extent);
/* True if BESIDE (or NULL) is free space that a partition in PARENT can grow into. */
bool form_can_take(const struct extent *beside, uint32_t parent);
/* Adds what lies behind the usable range, and its cure, if EXTENT can reach that end. */
void form_add_beyond(const struct app *app, const struct extent *extent,
                     struct lines *ret);
/* Returns the extent that is created, changed or, so far, the same; 0: none. */
uint32_t form_changed(const struct app *app, const struct form_attempt *attempt);

#define FORM_RULER_ROWS 4 /* with the divider */
/* Shows from ROW on, on the sectors, where that extent starts and ends; for COUNT 1 one
 * of these: the end if the start stays. */
void form_draw_rulers(const struct app *app, struct canvas *canvas, int row, int count,
                      const struct form_attempt *attempt);

/* An add_notes(): adds the commands to run before and after the write that leads to
 * AFTER; none if that is NULL. */
void form_add_commands(const struct app *app, const struct form *form,
                       const struct layout *after, struct lines *ret);
/* Writes a size as text that is parsed to the same number of sectors: "20GiB", "63s". */
void form_size_text(const struct limits *limits, uint64_t sectors, char *buf,
                    size_t size);

#endif
