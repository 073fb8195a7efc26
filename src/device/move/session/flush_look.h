/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flush_look.h - whether a drive reports data as stored before it is */
#ifndef ALIDADE_DEVICE_MOVE_SESSION_FLUSH_LOOK_H
#define ALIDADE_DEVICE_MOVE_SESSION_FLUSH_LOOK_H

#include <stdbool.h>

#include "device/io/sys.h"
#include "model/disk/layout.h"

/* Takes some 0.2 s, and writes only what it has read from the same place, as bench does.
 * False for an image file, and where nothing can be measured. */
bool flush_look_finds_lie(const struct sys *sys, const char *path,
                          const struct layout *layout);

#endif
