/* SPDX-License-Identifier: GPL-3.0-or-later */
/* private.h - a script as it was written, between its text and its edits */
#ifndef ALIDADE_MODEL_SCRIPT_PRIVATE_H
#define ALIDADE_MODEL_SCRIPT_PRIVATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/base/align.h"
#include "model/base/amount.h"
#include "model/base/err.h"
#include "model/disk/layout.h"
#include "model/edit/edit.h"

enum script_header {
    SCRIPT_LABEL,
    SCRIPT_LABEL_ID,
    SCRIPT_DEVICE,
    SCRIPT_UNIT,
    SCRIPT_FIRST_LBA,
    SCRIPT_LAST_LBA,
    SCRIPT_TABLE_LENGTH,
    SCRIPT_GRAIN,
    SCRIPT_SECTOR_SIZE,
    SCRIPT_HEADER_COUNT,
};

struct script_value {
    char *text;    /* owned; NULL: not there */
    unsigned line; /* from 1 */
};

/* A start or a size; zero-initialised: not given, so that the default holds. */
struct script_amount {
    bool is_given;
    enum amount_kind kind; /* of what is given: AMOUNT_SECTORS or AMOUNT_BYTES */
    uint64_t value;        /* bytes are rounded down to whole ones */
    bool is_exact;         /* nothing was lost by that */
};

enum script_field {
    FIELD_START,
    FIELD_SIZE,
    FIELD_TYPE,
    FIELD_UUID,
    FIELD_NAME,
    FIELD_ATTRIBUTES,
    FIELD_BOOTABLE,
    FIELD_COUNT,
};

/* One partition. */
struct script_line {
    unsigned line;             /* from 1 */
    unsigned number;           /* 0: not said */
    char *fields[FIELD_COUNT]; /* owned; NULL: not there; bootable: any text */
    struct script_amount start;
    struct script_amount size;
};

struct script {
    struct script_value headers[SCRIPT_HEADER_COUNT];
    struct script_line *lines; /* owned */
    size_t count;
};

/* Sorts TEXT into headers and partitions; what the values mean is not looked at, but for
 * starts and sizes.  ERR_USAGE with one sentence that begins with the line's number.
 * script_finish() RET also on failure. */
bool script_read(const char *text, struct script *ret, struct err *err) MUST_USE;
void script_finish(struct script *script);

const char *script_header_name(enum script_header header);
const char *script_field_name(enum script_field field);

/* "2048", "0x800", "20GiB", "1.5T", "" and "-" and "+" (the default); a sign in front
 * only where HAS_SIGN, and then only a plus.  False where it is none of these. */
bool script_amount_read(const char *text, bool has_sign,
                        struct script_amount *ret) MUST_USE;

/* "line 4: SENTENCE" as ERR_USAGE; returns false. */
bool script_fail(struct err *err, unsigned line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Each edit is tried as soon as it is made, so that what cannot be has its line. */
struct script_maker {
    const struct script *script;
    struct layout *now;    /* with the edits so far; a reference */
    struct alignment grid; /* what defaults are on */
    struct edit *edits;    /* owned; the first is the new table */
    size_t count;
    bool has_near_ebrs; /* each right before its logical: further off they are in the way
                         */
    uint32_t first_id;  /* of what is made; none of the layout's is as high */
    struct err *err;
};

/* What edit_apply() makes of EDIT; what a queue gives to it is made up. */
struct layout *script_try(const struct script_maker *maker, const struct edit *edit,
                          struct err *err) MUST_USE;
/* The same; EDIT is one of the edits when it succeeds. */
bool script_push(struct script_maker *maker, const struct edit *edit,
                 struct err *err) MUST_USE;
/* kept.c: the same as MAKER's edits, a new table and its partitions, but on LAYOUT
 * as it is: what lies there exactly as it shall stays what it is.  False where nothing
 * does, or where LAYOUT cannot be changed into that; else free() *RET, which may be NULL
 * for no change at all. */
bool script_keep(const struct script_maker *maker, const struct layout *layout,
                 struct edit **ret, size_t *ret_count) MUST_USE;
/* Gives the partitions that a new table has in the place of old ones their GUIDs, as far
 * as the script says none. */
void script_keep_uuids(const struct script_maker *maker, const struct layout *layout);

/* headers.c: the first edit, and the grid. */
bool script_make_table(struct script_maker *maker) MUST_USE;

/* room.c: start and length of EDIT, whose kind is known, from what LINE says;
 * false with one sentence.  A default start is the first on the grid where there is room,
 * on GPT in the largest free place; a default end is that of the free place, on GPT the
 * last on the grid where nothing follows.  An end from a size in bytes goes to the
 * nearest on the grid. */
bool script_place(const struct script_maker *maker, const struct script_line *line,
                  struct edit *edit, struct err *err) MUST_USE;
/* The sector that LINE starts at; false where its start is in bytes and no whole one. */
bool script_start(const struct script_maker *maker, const struct script_line *line,
                  uint64_t *ret, struct err *err) MUST_USE;
/* True where no further primary partition can be: no number, or no room on the grid. */
bool script_is_full(const struct script_maker *maker);

#endif
