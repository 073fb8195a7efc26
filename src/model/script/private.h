/* SPDX-License-Identifier: GPL-3.0-or-later */
/* private.h - a parsed script, and the steps that convert it to edits */
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
    SCRIPT_TABLE_LBA, /* not of sfdisk, which skips it with a warning */
    SCRIPT_GRAIN,
    SCRIPT_SECTOR_SIZE,
    SCRIPT_HEADER_COUNT,
};

struct script_value {
    char *text;    /* owned; NULL: missing */
    unsigned line; /* from 1 */
};

/* A start or a size; zero-initialised: not given, the default applies. */
struct script_amount {
    bool is_given;
    enum amount_kind kind; /* if given: AMOUNT_SECTORS or AMOUNT_BYTES */
    uint64_t value;        /* bytes are rounded down */
    bool is_exact;         /* nothing was rounded */
    /* "50%", "end-1GiB": relative to space that is not known yet, and the only thing
     * set but IS_GIVEN; the text of the field; else NULL */
    const char *relative;
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

/* The line of a partition. */
struct script_line {
    unsigned line;             /* from 1 */
    unsigned number;           /* 0: not given */
    char *fields[FIELD_COUNT]; /* owned; NULL: missing; bootable: any text */
    struct script_amount start;
    struct script_amount size;
};

struct script {
    struct script_value headers[SCRIPT_HEADER_COUNT];
    struct script_line *lines; /* owned */
    size_t count;
    bool is_old; /* has "Id=", as dumps of sfdisk before 2.26: these are of dos tables */
};

/* Parses TEXT into headers and partitions; only starts and sizes are interpreted.
 * Returns false (ERR_USAGE) with a message that begins with the line number.  The caller
 * must script_finish() RET also on failure. */
bool script_read(const char *text, struct script *ret, struct err *err) MUST_USE;
void script_finish(struct script *script);

const char *script_header_name(enum script_header header);
const char *script_field_name(enum script_field field);

/* Parses "2048", "0x800", "20GiB", "1.5T"; "", "-" and "+" mean the default.  Only a plus
 * sign is allowed, and only if HAS_SIGN.  Returns false for anything else. */
bool script_amount_read(const char *text, bool has_sign,
                        struct script_amount *ret) MUST_USE;
/* Sets start and size of LINE from its fields: what script_amount_read() accepts, and
 * "2048s", "50%", "end-1GiB" as in the forms.  Returns false (ERR_USAGE). */
bool script_amounts_read(struct script_line *line, struct err *err) MUST_USE;
/* fields.c: sets the error for AT, where a field should begin; returns false. */
bool script_fail_field(struct err *err, unsigned line, const char *at);
/* Returns false (ERR_USAGE) if VALUE is empty where FIELD needs one. */
bool script_check_value(enum script_field field, const char *value, bool is_quoted,
                        unsigned line, struct err *err) MUST_USE;

/* Sets ERR_USAGE with "line 4: SENTENCE"; returns false. */
bool script_fail(struct err *err, unsigned line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* State of the conversion.  Each edit is applied at once, so that errors refer to its
 * line. */
struct script_maker {
    const struct script *script;
    struct layout *now;    /* layout after the edits so far; owns a reference */
    struct alignment grid; /* grid for default positions */
    struct edit *edits;    /* owned; the first one makes the new table */
    size_t count;
    /* each EBR is directly before its logical partition, because one grain before it
     * did not fit */
    bool has_near_ebrs;
    bool is_over_kept; /* a new table gives up what the old one keeps for others */
    uint32_t first_id; /* id of the first new extent; higher than all ids of the layout */
    struct err *err;
};

/* Returns the result of EDIT, with the id and seed that a queue would assign. */
struct layout *script_try(const struct script_maker *maker, const struct edit *edit,
                          struct err *err) MUST_USE;
/* Does the same and adds EDIT to the edits on success. */
bool script_push(struct script_maker *maker, const struct edit *edit,
                 struct err *err) MUST_USE;
/* kept.c: finds edits of LAYOUT with the same result as MAKER's, which make a new
 * table: existing partitions are kept if possible.  Returns false if nothing can be
 * kept or LAYOUT cannot be edited; else the caller frees *RET, which is NULL if
 * nothing changes. */
bool script_keep(const struct script_maker *maker, const struct layout *layout,
                 struct edit **ret, size_t *ret_count) MUST_USE;
/* A partition that begins where one of LAYOUT began is that one, however its entry gets
 * there: marks the edits that create one, and gives it its GUID unless the script does.
 */
void script_mark_kept(const struct layout *layout, struct edit *edits, size_t count);

/* headers.c: makes the first edit and the grid. */
bool script_make_table(struct script_maker *maker) MUST_USE;

/* placement.c: sets start and length of EDIT, whose kind is known, from LINE; returns
 * false with an error.  The default start is the first free one on the grid, on GPT in
 * the largest free range; the default end is that of the free range, on GPT the last one
 * on the grid if nothing follows.  An end from a size in bytes is rounded to the nearest
 * one on the grid. */
bool script_place(const struct script_maker *maker, const struct script_line *line,
                  struct edit *edit, struct err *err) MUST_USE;
/* Returns the start of LINE in sectors; false if it is in bytes and not a whole number of
 * sectors. */
bool script_start(const struct script_maker *maker, const struct script_line *line,
                  uint64_t *ret, struct err *err) MUST_USE;
/* True if no primary partition can be added: no number is free, or no space on the
 * grid. */
bool script_is_full(const struct script_maker *maker);

#endif
