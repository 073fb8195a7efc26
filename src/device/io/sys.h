/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sys.h - reads attributes of block devices from /sys, /proc and /dev */
#ifndef ALIDADE_DEVICE_IO_SYS_H
#define ALIDADE_DEVICE_IO_SYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Size of a buffer for the kernel's name of a block device ("sda1", "cciss!c0d0"). */
#define SYS_NAME 64
/* Size of a buffer for a path. */
#define SYS_PATH 4096

/* Roots of the three trees; tests create their own. */
struct sys {
    const char *sys;
    const char *proc;
    const char *dev;
};

struct sys sys_of_machine(void);

/* Returns a copy that owns its strings; sys_finish() frees them. */
struct sys sys_copy(const struct sys *sys);
void sys_finish(struct sys *sys);

/* Reads the first line of a file below sys->sys; FORMAT makes the path:
 * "class/block/%s/size".  The text is trimmed and safe to print.  Returns false and an
 * empty text if the file does not exist, cannot be read or is empty. */
bool sys_text(const struct sys *sys, char *ret, size_t size, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Reads a decimal number from 0 to 2^64 - 1; returns false for anything else. */
bool sys_number(const struct sys *sys, uint64_t *ret, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Reads at most SIZE raw bytes; returns their number, 0 on failure. */
size_t sys_bytes(const struct sys *sys, uint8_t *ret, size_t size, const char *format,
                 ...) __attribute__((format(printf, 4, 5)));
/* Resolves a link or directory; returns false if it does not exist. */
bool sys_real_path(const struct sys *sys, char ret[SYS_PATH], const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Names in a directory, sorted by strverscmp(); the array owns the strings. */
struct sys_names {
    char **names;
    size_t count;
};
struct sys_names sys_names(const struct sys *sys, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void sys_names_finish(struct sys_names *names);

/* Returns the whole file below sys->proc, empty if there is none; the caller frees it. */
char *sys_proc(const struct sys *sys, const char *name);

/* Returns the bytes of memory that programs can still take: MemAvailable of
 * sys->proc/meminfo; without it what the kernel calls free. */
uint64_t sys_available_memory(const struct sys *sys);

/* Finds the kernel's name of the block device at PATH: by its device number, or by PATH
 * itself if the node does not exist.  Returns false for files and everything else. */
bool sys_name_of(const struct sys *sys, const char *path, char ret[SYS_NAME]);
/* Returns the path of a device node: '!' in the kernel's name stands for '/'. */
void sys_node_of(const struct sys *sys, const char *name, char ret[SYS_PATH]);

#endif
