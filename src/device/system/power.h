/* SPDX-License-Identifier: GPL-3.0-or-later */
/* power.h - whether the machine's batteries last for work of hours */
#ifndef ALIDADE_DEVICE_SYSTEM_POWER_H
#define ALIDADE_DEVICE_SYSTEM_POWER_H

#include <stdbool.h>

#include "device/io/sys.h"

/* True if the machine runs on its batteries. *RET_PERCENT is then how full they are, all
 * together. False with mains, and without a battery or its charge; batteries of mice and
 * other devices do not count. */
bool power_is_from_battery(const struct sys *sys, unsigned *ret_percent);

#endif
