/* SPDX-License-Identifier: GPL-3.0-or-later */
/* words_private.h - what bench and probe say in the same words */
#ifndef ALIDADE_MODEL_MEASURE_WORDS_PRIVATE_H
#define ALIDADE_MODEL_MEASURE_WORDS_PRIVATE_H

#include "model/measure/words.h"

/* What stands between the measurement and the drive. */
void words_add_no_drive(struct lines *ret);

#endif
