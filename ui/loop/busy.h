/* SPDX-License-Identifier: GPL-3.0-or-later */
/* busy.h - the effects that access a disk, which a job that uses it alone refuses */
#ifndef ALIDADE_UI_LOOP_BUSY_H
#define ALIDADE_UI_LOOP_BUSY_H

#include "ui/app/state.h"

/* True for effects that access the disk; RET is then the kind of the event that answers
 * it, whose text is to say why it is refused. */
bool busy_touches(enum effect_kind effect, enum event_kind *ret);

#endif
