/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ntfs_volume.h - a small NTFS volume with a file in its root folder, byte by byte */
#ifndef ALIDADE_TESTS_NTFS_VOLUME_H
#define ALIDADE_TESTS_NTFS_VOLUME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { NTFS_VOLUME_BYTES = 65536 };

struct ntfs_file {
    const char *name; /* ASCII, at most 20; NULL: the folder is empty */
    const char *head; /* the first 4 bytes of the file */
    bool is_in_root;  /* listed in the folder's own record, else in a block */
    bool is_deleted;
    bool is_not_initialized;
    bool is_resident;     /* in its record */
    bool has_list;        /* its attributes are elsewhere */
    bool has_folder_list; /* the same of the folder */
};

void ntfs_volume_make(const struct ntfs_file *file, uint8_t ret[NTFS_VOLUME_BYTES]);

/* Where its $Volume record is, and its log, which is 16 clusters of 512 bytes. */
enum { NTFS_VOLUME_RECORD = 8 * 512 + 3 * 1024, NTFS_VOLUME_LOG = 100 * 512 };

/* Adds $Volume with FLAGS, and a log that was reset. */
void ntfs_volume_mark(unsigned flags, uint8_t volume[NTFS_VOLUME_BYTES]);
/* Puts a restart page of the log: INDEX is 0 or 1. */
void ntfs_volume_restart(unsigned index, uint64_t lsn, unsigned clients, unsigned flags,
                         uint8_t volume[NTFS_VOLUME_BYTES]);

#endif
