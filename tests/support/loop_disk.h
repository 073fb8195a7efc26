/* SPDX-License-Identifier: GPL-3.0-or-later */
/* loop_disk.h - a loop device that a test makes and takes away again; needs root */
#ifndef ALIDADE_TESTS_LOOP_DISK_H
#define ALIDADE_TESTS_LOOP_DISK_H

#include <stdbool.h>
#include <stdint.h>

struct loop_disk {
    int fd; /* keeps it: the kernel takes the device away with the last close */
    char path[32];
};

/* A free loop device over PATH; another program may take it first: then the next one.
 * LOGICAL: bytes; 0: 512.  False, and fd is -1, where there is none. */
bool loop_disk_open(struct loop_disk *ret, const char *path, unsigned logical,
                    bool is_read_only);
/* Its partitions first, or they stay on the device.  Accepts one that was never opened,
 * with fd -1. */
void loop_disk_close(struct loop_disk *loop);
/* "/dev/loop3p1" */
const char *loop_disk_node(const struct loop_disk *loop, unsigned number, char ret[64]);
/* Tells the kernel of a partition; bytes. */
bool loop_disk_add(const struct loop_disk *loop, unsigned number, uint64_t start,
                   uint64_t length);

/* A program and its arguments, the last one NULL; its output is thrown away.  True where
 * it ended with 0. */
bool loop_disk_run(const char *program, ...);

#endif
