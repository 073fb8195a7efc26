/* SPDX-License-Identifier: GPL-3.0-or-later */
/* foreign_words.h - what another program has changed in a table, in words */
#ifndef ALIDADE_MODEL_MOVE_LOG_FOREIGN_WORDS_H
#define ALIDADE_MODEL_MOVE_LOG_FOREIGN_WORDS_H

#include "model/base/lines.h"
#include "model/move/log/table_state.h"

/* Adds to RET a line for each entry, or else each sector, of the COUNT differences in
 * LIST, of a step or of exits of LOG: what the journal has, and what is on DISK.  Long
 * lists end with the number of those that are left out. */
void foreign_words(const struct redo_log *log, const struct table_states *states,
                   const struct table_difference *list, size_t count,
                   const struct reader *disk, struct lines *ret);

#endif
