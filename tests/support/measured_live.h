/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measured_live.h - results as a disk of 7200 turns a minute gives them, made up */
#ifndef ALIDADE_TESTS_MEASURED_LIVE_H
#define ALIDADE_TESTS_MEASURED_LIVE_H

#include "model/measure/measure.h"
#include "model/measure/test_area.h"

/* A bench that has ended with VERDICT: 8.4 ms at AGAINST, three times as long at BASE
 * unless both are the same. */
void measured_live_bench(struct measure_live *ret, const struct bench_starts *starts,
                         enum measure_verdict verdict);
/* Of one without a difference: an SSD, with all the writes that are made by default. */
void measured_live_ssd(struct bench_result *bench);
/* Base and against change places. */
void measured_live_turn(struct bench_result *bench);
/* The same times, but of reads: nothing was written. */
void measured_live_reads(struct bench_result *bench);

/* A probe that found PHYSICAL at OFFSET where the drive says 512; 0: that found none. */
void measured_live_probe(struct measure_live *ret, uint32_t physical, uint32_t offset);

#endif
