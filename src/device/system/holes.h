/* SPDX-License-Identifier: GPL-3.0-or-later */
/* holes.h - what a sparse image takes from its file system when it is written to */
#ifndef ALIDADE_DEVICE_SYSTEM_HOLES_H
#define ALIDADE_DEVICE_SYSTEM_HOLES_H

#include <stdbool.h>
#include <stdint.h>

#include "device/io/sys.h"

/* Finds the image file that the file or loop device at PATH lies in. RET_START is the
 * byte of it where the disk begins. False if there is none, or it cannot be reached. */
bool holes_file(const struct sys *sys, const char *path, char ret[SYS_PATH],
                uint64_t *ret_start);

/* Returns how many bytes of [START, END) of the file open at FD have no storage yet; 0
 * if the file system cannot tell. */
uint64_t holes_bytes(int fd, uint64_t start, uint64_t end);

/* Returns the bytes that are free for this user where the file open at FD lies. */
uint64_t holes_free_space(int fd);

#endif
