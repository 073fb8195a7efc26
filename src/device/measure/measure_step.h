/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measure_step.h - what all that is measured step by step has in common */
#ifndef ALIDADE_DEVICE_MEASURE_MEASURE_STEP_H
#define ALIDADE_DEVICE_MEASURE_MEASURE_STEP_H

enum measure_step {
    STEP_MORE,
    STEP_DONE, /* there is a result, whatever it is */
};

#endif
