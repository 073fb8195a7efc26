/* SPDX-License-Identifier: GPL-3.0-or-later */
/* probe.h - finds the physical sector and its offset by timing, as a stepper
 *
 * The rules of bench.h apply: same bytes back, no threads, no memory while it runs. */
#ifndef ALIDADE_DEVICE_MEASURE_PROBE_H
#define ALIDADE_DEVICE_MEASURE_PROBE_H

#include "device/measure/drive.h"
#include "device/measure/measure_step.h"
#include "model/measure/measure.h"

struct probe;
struct area_copy;

struct probe *probe_new(const struct drive *drive, const struct test_request *request);
void probe_free(struct probe *probe); /* accepts NULL */

enum measure_step probe_step(struct probe *probe);
void probe_stop(struct probe *probe);
void probe_live(const struct probe *probe, struct measure_live *ret);
const struct probe_result *probe_result(const struct probe *probe);
/* The area as first read; valid as long as PROBE. */
const struct area_copy *probe_copy(const struct probe *probe);

#endif
