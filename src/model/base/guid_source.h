/* SPDX-License-Identifier: GPL-3.0-or-later */
/* guid_source.h - random GUIDs and disk signatures from a seed */
#ifndef ALIDADE_MODEL_BASE_GUID_SOURCE_H
#define ALIDADE_MODEL_BASE_GUID_SOURCE_H

#include <stdint.h>

#include "model/base/guid.h"

/* Any value but all zeros is a seed; the shell takes it from the kernel. */
struct guid_source {
    uint64_t state[4];
};

/* Version 4, variant 1 (RFC 4122). */
struct guid guid_source_draw(struct guid_source *source);
/* Never 0. */
uint32_t guid_source_signature(struct guid_source *source);
/* A source of its own, and SOURCE goes on without it. */
struct guid_source guid_source_split(struct guid_source *source);

#endif
