/* SPDX-License-Identifier: GPL-3.0-or-later */
/* front.h - finds what lies in front of the first partition */
#ifndef ALIDADE_MODEL_FOUND_FRONT_H
#define ALIDADE_MODEL_FOUND_FRONT_H

#include "model/base/reader.h"
#include "model/disk/gpt_front.h"
#include "model/disk/layout.h"
#include "model/disk/loss.h"

/* Finds what the user would have to give up by name within 2 MiB of DISK, whose table is
 * LAYOUT, behind LBA 0.  What ACCEPTED has is not in the way. */
struct gpt_front front_find(const struct reader *disk, const struct layout *layout,
                            const struct loss_accepted *accepted);

#endif
