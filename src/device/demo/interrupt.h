/* SPDX-License-Identifier: GPL-3.0-or-later */
/* interrupt.h - begins a fix of a demo image and leaves it in the middle */
#ifndef ALIDADE_DEVICE_DEMO_INTERRUPT_H
#define ALIDADE_DEVICE_DEMO_INTERRUPT_H

#include "device/demo/disk.h"
#include "model/base/err.h"

/* Aligns the partitions of DISK, whose image is at PATH, until half of partition
 * DISK->moving is moved, and ends there as a power failure would. Nothing but the image
 * is changed. Fails as fixing_begin() and fixing_err(). */
bool demo_interrupt(const char *path, const struct demo_disk *disk,
                    struct err *err) MUST_USE;

#endif
