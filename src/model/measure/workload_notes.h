/* SPDX-License-Identifier: GPL-3.0-or-later */
/* workload_notes.h - notes for reading the figures of a preset */
#ifndef ALIDADE_MODEL_MEASURE_WORKLOAD_NOTES_H
#define ALIDADE_MODEL_MEASURE_WORKLOAD_NOTES_H

#include "model/base/lines.h"
#include "model/measure/workload.h"

void workload_note_lines(enum preset preset, const struct workload_result *results,
                         size_t count, struct lines *ret);

#endif
