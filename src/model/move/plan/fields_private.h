/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fields_private.h - what the finders of fields share */
#ifndef ALIDADE_MODEL_MOVE_PLAN_FIELDS_PRIVATE_H
#define ALIDADE_MODEL_MOVE_PLAN_FIELDS_PRIVATE_H

#include "model/move/plan/fields.h"

/* True if VALUE can be stored in WIDTH bytes. */
bool field_can_hold(unsigned width, uint64_t value);

/* Adds the fields of the BSD label in a partition of such a type, if there is one. */
bool fields_find_bsd(const struct fields_move *move, const struct reader *part,
                     struct fields *fields, struct err *err) MUST_USE;

#endif
