/* SPDX-License-Identifier: GPL-3.0-or-later */
/* words_private.h - what bench and probe say in the same words */
#ifndef ALIDADE_MODEL_MEASURE_WORDS_PRIVATE_H
#define ALIDADE_MODEL_MEASURE_WORDS_PRIVATE_H

#include "model/measure/words.h"

/* What stands between the measurement and the drive. */
void words_add_no_drive(struct lines *ret);
/* What was written where, or that nothing was where IS_ONLY_READ. */
void words_add_written(struct test_area area, uint64_t bytes_written, bool is_unchanged,
                       bool is_only_read, const struct limits *limits, struct lines *ret);
/* Of a measurement that was refused. */
void words_add_refused(struct lines *ret);

#endif
