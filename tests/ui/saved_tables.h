/* SPDX-License-Identifier: GPL-3.0-or-later */
/* saved_tables.h - tables of the legacy disk as they were saved before writes */
#ifndef ALIDADE_TESTS_SAVED_TABLES_H
#define ALIDADE_TESTS_SAVED_TABLES_H

#include "ui/app/state.h"

enum {
    SAVED_NEWEST,  /* without partition 2, which is on the disk now */
    SAVED_DAMAGED, /* a file that cannot be read */
    SAVED_MOVED,   /* as now, but for a boot flag */
    SAVED_NONE,    /* a disk without a table */
    SAVED_COUNT,
};

/* As the loop reads them: what changed up to the table on the disk is still missing. */
struct history saved_tables(void);
/* Opens the screen of saved tables on the legacy disk, which is open, and gives them to
 * it. */
void saved_tables_show(struct app *app);

#endif
