/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sys.h - what the kernel says of block devices in /sys, /proc and /dev */
#ifndef ALIDADE_DEVICE_IO_SYS_H
#define ALIDADE_DEVICE_IO_SYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Room for the kernel's name of a block device ("sda1", "cciss!c0d0"). */
#define SYS_NAME 64
/* Room for a path. */
#define SYS_PATH 4096

/* Where the three trees stand: a test builds its own. */
struct sys {
    const char *sys;
    const char *proc;
    const char *dev;
};

struct sys sys_of_machine(void);

/* FORMAT makes a path below sys->sys: "class/block/%s/size".  Texts are cleaned for the
 * screen and trimmed; only the first line is read.  False (empty text) where the file is
 * not there, cannot be read or says nothing. */
bool sys_text(const struct sys *sys, char *ret, size_t size, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* A decimal number from 0 to 2^64 - 1; all else is as if it were not there. */
bool sys_number(const struct sys *sys, uint64_t *ret, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The bytes as they are, at most SIZE; 0 where there are none. */
size_t sys_bytes(const struct sys *sys, uint8_t *ret, size_t size, const char *format,
                 ...) __attribute__((format(printf, 4, 5)));
/* The resolved path of a link or directory; false where it is not there. */
bool sys_real_path(const struct sys *sys, char ret[SYS_PATH], const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Names in a directory, sorted as strverscmp does; the strings belong to the array. */
struct sys_names {
    char **names;
    size_t count;
};
struct sys_names sys_names(const struct sys *sys, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void sys_names_finish(struct sys_names *names);

/* A whole file below sys->proc, empty where there is none; free(). */
char *sys_proc(const struct sys *sys, const char *name);

/* The kernel's name of the block device at PATH: through its device number, or by PATH
 * itself where no node stands there.  False for files and everything else. */
bool sys_name_of(const struct sys *sys, const char *path, char ret[SYS_NAME]);
/* The node of a name: the kernel writes '!' where the node has '/'. */
void sys_node_of(const struct sys *sys, const char *name, char ret[SYS_PATH]);

#endif
