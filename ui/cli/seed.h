/* SPDX-License-Identifier: GPL-3.0-or-later */
/* seed.h - the seed of the GUIDs that a change makes */
#ifndef ALIDADE_UI_CLI_SEED_H
#define ALIDADE_UI_CLI_SEED_H

#include "model/base/err.h"
#include "model/base/guid.h"

/* Tells once on standard error that the kernel's random numbers are waited for; *IS_TOLD
 * is false at first.  Returns true. */
bool seed_tell_wait(bool *is_told);
/* Waits for them, and tells that if it takes longer than a second.  ERR_REFUSED if the
 * kernel has none. */
bool seed_draw(struct guid_source *ret, struct err *err) MUST_USE;
/* ERR_REFUSED: it has none, for the reason ERROR. */
bool seed_refuse(int error, struct err *err);

#endif
