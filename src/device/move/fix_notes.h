/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix_notes.h - what is told before a fix, and again at its end */
#ifndef ALIDADE_DEVICE_MOVE_FIX_NOTES_H
#define ALIDADE_DEVICE_MOVE_FIX_NOTES_H

#include "model/report/boot_notes.h"
#include "model/report/volume_notes.h"

/* Adds what MOVES, made for LAYOUT, means for the boot loaders of the disk at PATH to
 * RET; nothing if the disk cannot be read. */
void fix_notes_boot(const char *path, const struct layout *layout,
                    const struct moves *moves, struct boot_notes *ret);
/* The same with what the file systems that are moved tell of their state. */
void fix_notes_volumes(const char *path, const struct layout *layout,
                       const struct moves *moves, struct volume_notes *ret);

#endif
