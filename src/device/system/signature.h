/* SPDX-License-Identifier: GPL-3.0-or-later */
/* signature.h - identifies the content of an extent with libblkid and our decoders */
#ifndef ALIDADE_DEVICE_SYSTEM_SIGNATURE_H
#define ALIDADE_DEVICE_SYSTEM_SIGNATURE_H

#include <stdbool.h>
#include <stdint.h>

#include "model/disk/layout.h"

/* True for partitions, logical partitions and slices that hold data; false for
 * containers, free space, metadata, and slices that represent the whole disk or are
 * unused. */
bool signature_is_wanted(const struct extent *extent);

/* True for a content of TYPE that is made to share its place with another one, or with a
 * table: a bridge disc has both of them. */
bool signature_can_share(const char *type);

/* Probes EXTENT of the disk or image open for reading at FD, with sectors of LOGICAL
 * bytes.  All signatures are looked for: if there are several that do not belong
 * together, the result is CONTENT_AMBIVALENT with two types in alphabetical order.
 * Signatures with an invalid checksum count only if there are no others.  CONTENT_NONE
 * does not mean empty (ZEROS_NOT_READ), and tells whether there is a guard.
 * CONTENT_UNREADABLE for I/O errors and extents past the end.  Never CONTENT_UNKNOWN.
 * Seeks on FD, so each thread needs a descriptor of its own. */
struct content signature_probe(int fd, uint64_t logical, const struct extent *extent);

#endif
