/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hash.h - XXH3-128: recognizes content that was changed by accident, not on purpose */
#ifndef ALIDADE_MODEL_BASE_HASH_H
#define ALIDADE_MODEL_BASE_HASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/base/mem.h"

#define HASH_BYTES 16

/* The canonical form: most significant byte first, as xxhsum -H2 displays it. */
struct hash {
    uint8_t bytes[HASH_BYTES];
};

/* Returns the hash with seed 0. */
struct hash hash_of(const uint8_t *bytes, size_t count);
bool hash_equal(const struct hash *a, const struct hash *b);

/* The hash of bytes that are not all in memory at once. */
struct hash_stream;

/* Returns a stream without bytes; hash_stream_free(). */
struct hash_stream *hash_stream_new(void);
void hash_stream_free(struct hash_stream *stream); /* accepts NULL */
CLEANUP_WITH(hash_stream_free, hash_stream)
/* Removes all bytes.  Allocates nothing, as hash_stream_add(). */
void hash_stream_restart(struct hash_stream *stream);
void hash_stream_add(struct hash_stream *stream, const uint8_t *bytes, size_t count);
/* Returns the hash of all bytes added since the last restart; more may be added. */
struct hash hash_stream_value(const struct hash_stream *stream);

/* The hash of so many zeros, so that it is computed once. Zero-initialised: not yet. */
struct hash_zeros {
    uint64_t count;
    struct hash hash;
};

/* Returns the hash of COUNT zeros, more than 0; from LAST if it is the same number. */
struct hash hash_of_zeros(struct hash_zeros *last, uint64_t count);

#endif
