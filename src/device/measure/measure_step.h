/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measure_step.h - outcome of one step of a bench, probe or workload */
#ifndef ALIDADE_DEVICE_MEASURE_MEASURE_STEP_H
#define ALIDADE_DEVICE_MEASURE_MEASURE_STEP_H

enum measure_step {
    STEP_MORE,
    STEP_DONE, /* there is a result */
};

#endif
