/* SPDX-License-Identifier: GPL-3.0-or-later */
/* buffer.h - memory that disks are read to and written from */
#ifndef ALIDADE_DEVICE_IO_BUFFER_H
#define ALIDADE_DEVICE_IO_BUFFER_H

#include <stddef.h>

/* Returns SIZE bytes at a multiple of 4096, as direct I/O needs them.  All of them are
 * there when this returns, in large pages where the kernel has them: what works in them
 * later never waits for memory.  Aborts if there is none.  free(). */
void *buffer_new(size_t size);

#endif
