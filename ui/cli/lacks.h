/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lacks.h - what the machine lacks, told before a command begins */
#ifndef ALIDADE_UI_CLI_LACKS_H
#define ALIDADE_UI_CLI_LACKS_H

#include "device/io/sys.h"

/* Writes to standard error what machine_lacks() finds for PATH. */
void lacks_tell(const struct sys *sys, const char *path);

#endif
