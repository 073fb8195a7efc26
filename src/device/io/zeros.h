/* SPDX-License-Identifier: GPL-3.0-or-later */
/* zeros.h - which parts of a disk are zeros, told without reading them
 *
 * The holes of a sparse image file are: 900 GiB of them are passed over in seconds. */
#ifndef ALIDADE_DEVICE_IO_ZEROS_H
#define ALIDADE_DEVICE_IO_ZEROS_H

#include <stdbool.h>
#include <stdint.h>

/* Zero-initialised: nothing is known. */
struct zeros {
    bool (*are_zeros)(void *context, uint64_t offset, uint64_t count);
    void *context;
};

/* True if the COUNT bytes from OFFSET are known to be zeros. */
bool zeros_at(const struct zeros *zeros, uint64_t offset, uint64_t count);

/* Knows the holes of the file that FD has open for reading. */
struct zeros zeros_of_holes(int *fd);

#endif
