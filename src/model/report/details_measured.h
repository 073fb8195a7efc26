/* SPDX-License-Identifier: GPL-3.0-or-later */
/* details_measured.h - what was measured of a drive, as rows */
#ifndef ALIDADE_MODEL_REPORT_DETAILS_MEASURED_H
#define ALIDADE_MODEL_REPORT_DETAILS_MEASURED_H

#include "model/disk/limits.h"
#include "model/measure/saved_result.h"
#include "model/report/details.h"

/* Adds what the probe found, what the bench found, each with its day; nothing for
 * MEASUREMENT NULL. */
void details_add_measured(struct details *details, const struct limits *limits,
                          const struct saved_result *saved);

#endif
