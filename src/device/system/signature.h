/* SPDX-License-Identifier: GPL-3.0-or-later */
/* signature.h - what libblkid says lives in an extent, and our decoders about it */
#ifndef ALIDADE_DEVICE_SYSTEM_SIGNATURE_H
#define ALIDADE_DEVICE_SYSTEM_SIGNATURE_H

#include <stdbool.h>
#include <stdint.h>

#include "model/disk/layout.h"

/* True for partitions, logicals and slices that hold data; false for containers, free
 * space, metadata, and slices that stand for all or for nothing. */
bool signature_is_wanted(const struct extent *extent);

/* Looks into EXTENT of the disk or image open for reading at FD, with sectors of LOGICAL
 * bytes.  Every signature is looked for: CONTENT_AMBIVALENT where there are several that
 * do not belong together, with the types of two in alphabetical order and nothing else;
 * one whose checksum is wrong counts only where there is no other.  CONTENT_NONE says
 * nothing about what else is there (ZEROS_NOT_READ).  CONTENT_UNREADABLE for I/O errors
 * and for extents past the end.  Never CONTENT_UNKNOWN.  Seeks on FD: threads need
 * descriptors that were opened apart. */
struct content signature_probe(int fd, uint64_t logical, const struct extent *extent);

#endif
