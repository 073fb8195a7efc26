/* SPDX-License-Identifier: GPL-3.0-or-later */
/* seed.h - the seed of the GUIDs that a change makes */
#ifndef ALIDADE_UI_CLI_SEED_H
#define ALIDADE_UI_CLI_SEED_H

#include "model/base/err.h"
#include "model/base/guid.h"

/* ERR_REFUSED if the kernel has no random numbers. */
bool seed_draw(struct guid_source *ret, struct err *err) MUST_USE;

#endif
