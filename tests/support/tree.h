/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tree.h - a small /sys, /proc and /dev that a test builds for itself */
#ifndef ALIDADE_TESTS_TREE_H
#define ALIDADE_TESTS_TREE_H

#include <stdint.h>

#include "device/io/sys.h"

struct tree {
    char root[64];
    char sys_path[96];
    char proc_path[96];
    char dev_path[96];
    struct sys sys;
};

/* A new directory with /proc files that say: nothing mounted, nothing swapped. */
void tree_init(struct tree *tree);
/* Removes it with all that is in it. */
void tree_finish(struct tree *tree);

/* Writes TEXT into the file at PATH below the root, parents made as needed. */
void tree_write(struct tree *tree, const char *text, const char *path, ...)
    __attribute__((format(printf, 3, 4)));
void tree_bytes(struct tree *tree, const void *bytes, size_t count, const char *path);

/* A link at FROM to the absolute TO, both below the root. */
void tree_link(struct tree *tree, const char *from, const char *to);

/* A disk of SIZE times 512 bytes at sys/devices/PLACE/block/NAME with the links that the
 * kernel makes; its device directory is PLACE itself, "virtual" has none.  Device number
 * NUMBER ("8:0"), 512-byte sectors. */
void tree_disk(struct tree *tree, const char *name, const char *place, const char *number,
               uint64_t size);
/* Writes an attribute of a disk or a partition. */
void tree_say(struct tree *tree, const char *name, const char *file, const char *text);
/* A partition of a disk made before; 512-byte units. */
void tree_partition(struct tree *tree, const char *disk, const char *name,
                    const char *number, uint64_t start, uint64_t size);
/* A line of mountinfo; SOURCE may be a path of this tree. */
void tree_mount(struct tree *tree, const char *number, const char *where,
                const char *source);

#endif
