/* SPDX-License-Identifier: GPL-3.0-or-later */
/* envelope.h - the table's entry of a partition while its data is moved
 *
 * It covers the old place, the new one, and all between, so that no other program uses
 * sectors of them; its type is one that no system mounts. The data in it is guarded, see
 * zones.h and journal_record.h. */
#ifndef ALIDADE_MODEL_MOVE_PLAN_ENVELOPE_H
#define ALIDADE_MODEL_MOVE_PLAN_ENVELOPE_H

#include "model/disk/layout.h"

/* Returns the type of an entry in progress on GPT or msdos. */
const char *envelope_type(enum label_kind kind);
/* True for the type of an entry in progress.  Others use that of msdos too: only a guard
 * proves that a partition is being moved. */
bool envelope_has_type(enum label_kind kind, const struct extent *extent);

#endif
