/* SPDX-License-Identifier: GPL-3.0-or-later */
/* inside_kinds.h - the decoders behind inside_decode, one on-disk structure each
 *
 * Each reads a bounded number of bytes, answers false where its magic or its sizes are
 * not there, and fills *ret only when all is well.  RET->kind and the common bounds are
 * set and checked by inside_decode. */
#ifndef ALIDADE_MODEL_INSIDE_KINDS_H
#define ALIDADE_MODEL_INSIDE_KINDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/content.h"
#include "model/window.h"

bool inside_btrfs(const struct window *part, struct inside *ret);
bool inside_exfat(const struct window *part, struct inside *ret);
bool inside_ext(const struct window *part, struct inside *ret);
bool inside_fat(const struct window *part, struct inside *ret);
bool inside_luks(const struct window *part, struct inside *ret);
bool inside_lvm(const struct window *part, struct inside *ret);
bool inside_md(const struct window *part, struct inside *ret);
bool inside_ntfs(const struct window *part, struct inside *ret);
bool inside_swap(const struct window *part, struct inside *ret);
bool inside_xfs(const struct window *part, struct inside *ret);

/* Notes the COUNT bytes (1 to 15) of the magic found at OFFSET of the extent. */
void inside_prove(struct inside *inside, uint64_t offset, const uint8_t *magic,
                  size_t count);

/* (TOTAL - FREE) * UNIT, 0 where that makes no sense: how superblocks count. */
uint64_t inside_used(uint64_t total, uint64_t free, uint64_t unit);

/* VALUE is a power of two in [LEAST, MOST]. */
bool inside_is_block(uint64_t value, uint64_t least, uint64_t most);

#endif
