/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ntfs_record.h - records, attributes and data runs of an NTFS volume
 *
 * Linux-NTFS documentation: FILE record, INDX record, fixup, attributes, data runs. */
#ifndef ALIDADE_MODEL_CONTENT_NTFS_RECORD_H
#define ALIDADE_MODEL_CONTENT_NTFS_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/base/must_use.h"
#include "model/base/reader.h"

#define NTFS_RECORD_MAX 4096

enum ntfs_type {
    NTFS_ATTRIBUTE_LIST = 0x20,
    NTFS_VOLUME_INFORMATION = 0x70,
    NTFS_DATA = 0x80,
    NTFS_INDEX_ROOT = 0x90,
    NTFS_INDEX_ALLOCATION = 0xa0,
};

/* All in bytes. */
struct ntfs_volume {
    const struct reader *part; /* borrowed */
    uint64_t cluster;
    uint64_t record; /* of a FILE record, at most NTFS_RECORD_MAX */
    uint64_t mft;    /* offset of the first one */
};

/* BOOT: 512 bytes, of which CLUSTER was checked.  False if other sizes are impossible. */
bool ntfs_volume_open(const struct reader *part, const uint8_t *boot, uint64_t cluster,
                      struct ntfs_volume *ret) MUST_USE;

/* Reads SIZE bytes from OFFSET, which begin with the 4 letters of MAGIC, and restores
 * what the fixup replaced.  RET is undefined on failure. */
bool ntfs_record_read(const struct ntfs_volume *volume, uint64_t offset,
                      const char *magic, uint8_t *ret, size_t size) MUST_USE;

/* An attribute within its record. */
struct ntfs_attribute {
    const uint8_t *head;
    size_t length; /* of the attribute in the record */
};

/* Finds the first attribute of TYPE of a FILE record; for NTFS_DATA the unnamed one. */
bool ntfs_attribute_find(const uint8_t *record, size_t size, enum ntfs_type type,
                         struct ntfs_attribute *ret) MUST_USE;

/* The data runs of a non-resident attribute. */
struct ntfs_runs {
    const uint8_t *at, *end;
    uint64_t lcn;
};

/* False if ATTRIBUTE is resident, compressed, sparse or encrypted, or does not begin with
 * cluster 0. */
bool ntfs_runs_begin(const struct ntfs_attribute *attribute,
                     struct ntfs_runs *ret) MUST_USE;
/* Gives the next run of COUNT clusters at cluster LCN, which may be anywhere: reading
 * past the end fails.  False at the end, and if a run is sparse or invalid. */
bool ntfs_runs_next(struct ntfs_runs *runs, uint64_t *ret_lcn, uint64_t *ret_count);

#endif
