/* SPDX-License-Identifier: GPL-3.0-or-later */
/* words_private.h - sentences that bench and probe share */
#ifndef ALIDADE_MODEL_MEASURE_WORDS_PRIVATE_H
#define ALIDADE_MODEL_MEASURE_WORDS_PRIVATE_H

#include "model/measure/words.h"

/* Adds that the device is not the drive itself. */
void words_add_no_drive(struct lines *ret);
/* Adds what was written where, or that nothing was if IS_ONLY_READ. */
void words_add_written(struct test_area area, uint64_t bytes_written, bool is_unchanged,
                       bool is_only_read, const struct limits *limits, struct lines *ret);
/* For a run that was refused. */
void words_add_refused(struct lines *ret);

#endif
