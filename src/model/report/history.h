/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history.h - the tables that were saved before writes, and what changed after each */
#ifndef ALIDADE_MODEL_REPORT_HISTORY_H
#define ALIDADE_MODEL_REPORT_HISTORY_H

#include <stdbool.h>
#include <stddef.h>

#include "model/base/lines.h"
#include "model/disk/layout.h"
#include "model/report/report.h"
#include "model/write/backup_file.h"

/* A saved table. */
struct saved_table {
    char *file;    /* its path; owned */
    char when[40]; /* local time, for display; empty: not known */
    char *problem; /* why it cannot be read: one sentence; NULL: it can; owned */
    struct backup_file head; /* without sectors; of a damaged file only the time */
    struct layout *layout;   /* NULL if there is a problem; owned reference */
    bool has_next;           /* the next newer table of the same disk is known */
    struct lines changes;    /* from this table to that one */
};

/* Newest first.  Zero-initialised: empty. */
struct history {
    struct saved_table *at;
    size_t count;
    bool is_one_disk; /* all are of the same disk */
    char *folder;     /* where tables are saved; NULL: not known */
};

void saved_table_finish(struct saved_table *table);
void history_finish(struct history *history); /* for CLEANUP */

/* Returns "gpt, 3 partitions", if IS_SHORT without "gpt", or why there is none; free() */
char *saved_table_words(const struct saved_table *table, bool is_short);
/* Returns true for the newest table of its disk that can be read. */
bool history_is_newest(const struct history *history, size_t index);
/* Sets what changed from each table to the next newer one of its disk. */
void history_compare(struct history *history);
/* Sets what changed from table INDEX to NOW, the table on its disk. */
void history_compare_now(struct history *history, size_t index, const struct layout *now);

/* Reports the list as JSON; free(). */
char *history_json(const struct history *history);
/* Reports the difference of two tables of DISK; their numbers in the list, 0: the table
 * on the disk; free(). */
struct history_difference {
    const struct report_disk *disk; /* borrowed, as all */
    const struct layout *before, *after;
    size_t before_number, after_number;
};
char *history_json_difference(const struct history_difference *difference);

#endif
