/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sector_fit.h - whether contents can be used with the sector size of their disk */
#ifndef ALIDADE_MODEL_DISK_SECTOR_FIT_H
#define ALIDADE_MODEL_DISK_SECTOR_FIT_H

#include "model/base/lines.h"
#include "model/disk/layout.h"

enum sector_fit {
    SECTOR_FITS,     /* or unknown */
    SECTOR_REFUSED,  /* the kernel does not mount it */
    SECTOR_FOREIGN,  /* made for another size; some systems mount it */
    SECTOR_UNJUDGED, /* unknown because it is encrypted */
};

/* Judges CONTENT on a disk with sectors of LOGICAL bytes. */
enum sector_fit sector_fit_of(const struct content *content, uint64_t logical);
/* Adds to RET a translated sentence with advice for each partition of LAYOUT whose
 * content does not fit. */
void sector_fit_lines(const struct layout *layout, struct lines *ret);

#endif
