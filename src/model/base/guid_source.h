/* SPDX-License-Identifier: GPL-3.0-or-later */
/* guid_source.h - random GUIDs and disk signatures from a seed */
#ifndef ALIDADE_MODEL_BASE_GUID_SOURCE_H
#define ALIDADE_MODEL_BASE_GUID_SOURCE_H

#include <stdint.h>

#include "model/base/guid.h"

/* Any value except all zeros is a seed. */
struct guid_source {
    uint64_t state[4];
};

/* Returns a GUID of version 4, variant 1 (RFC 4122). */
struct guid guid_source_draw(struct guid_source *source);
/* Returns a disk signature, never 0. */
uint32_t guid_source_signature(struct guid_source *source);
/* Returns an independent source, seeded from SOURCE. */
struct guid_source guid_source_split(struct guid_source *source);

#endif
