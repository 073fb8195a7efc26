/* SPDX-License-Identifier: GPL-3.0-or-later */
/* moving_table.h - writes the table's entry of a partition while its data is moved */
#ifndef ALIDADE_DEVICE_MOVE_FIXING_MOVING_TABLE_H
#define ALIDADE_DEVICE_MOVE_FIXING_MOVING_TABLE_H

#include "device/io/sink.h"
#include "model/disk/limits.h"
#include "model/move/journal/journal_format.h"
#include "model/move/shift/shift_steps.h"

/* Returns what NOW, the layout on the disk, has to become; layout_unref(). NULL: ERR. */
typedef struct layout *(*moving_table_fn)(const struct layout *now, void *context,
                                          struct err *err);

/* Reads the table of the disk of LIMITS through SINK, in any state that a power cut can
 * leave, and writes the changes that WANTED asks for. On success the table is durable and
 * was read back, even if nothing had to be written. The kernel is not told.
 *
 * Returns false with ERR_REFUSED if nothing was written, ERR_UNREADABLE if the table is
 * damaged beyond that, else with ERR_IO: the table is then between two states in which it
 * can be read, and the same call can be repeated. */
bool moving_table_change(const struct sink *sink, const struct limits *limits,
                         moving_table_fn wanted, void *context, struct err *err) MUST_USE;
/* Returns the layout that is on the disk; NULL: ERR. layout_unref(). */
struct layout *moving_table_read(const struct sink *sink, const struct limits *limits,
                                 struct err *err) MUST_USE;

/* Does so with the changes that moving_entry_set() makes for step INDEX of PLAN and
 * LABEL. */
bool moving_table_set(const struct sink *sink, const struct limits *limits,
                      const struct journal_plan *plan, size_t index,
                      enum shift_label label, struct err *err) MUST_USE;

#endif
