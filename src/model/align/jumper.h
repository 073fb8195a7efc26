/* SPDX-License-Identifier: GPL-3.0-or-later */
/* jumper.h - whether a drive's alignment jumper would align all partitions where they are
 *
 * Drives of 2009 to 2011 have a jumper for Windows XP, which shifts all sectors by one:
 * LBA 63 is then at the beginning of a physical sector. */
#ifndef ALIDADE_MODEL_ALIGN_JUMPER_H
#define ALIDADE_MODEL_ALIGN_JUMPER_H

#include "model/disk/layout.h"

/* True if LAYOUT has a table of 512-byte sectors, no alignment offset is known, and every
 * judged partition is misaligned by the one sector that the jumper would shift it. */
bool jumper_aligns_all(const struct layout *layout);

#endif
