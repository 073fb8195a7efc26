/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hash.c - XXH3-128 of libxxhash, which is only headers here */
#include "model/base/hash.h"

/* gcc leaves its loops as they are at -O2, where it takes nearly twice as long. */
#if defined(__GNUC__) && !defined(__clang__) && defined(__OPTIMIZE__)
#pragma GCC optimize("O3")
#endif

#define XXH_INLINE_ALL
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "model/base/last_words.h"
#include "model/base/mem.h"

struct hash_stream {
    XXH3_state_t *state;
};

static struct hash hash_canonical(XXH128_hash_t value)
{
    XXH128_canonical_t canonical;
    struct hash hash;

    XXH128_canonicalFromHash(&canonical, value);
    memcpy(hash.bytes, canonical.digest, sizeof(hash.bytes));
    return hash;
}

struct hash hash_of(const uint8_t *bytes, size_t count)
{
    return hash_canonical(XXH3_128bits(bytes, count));
}

bool hash_equal(const struct hash *a, const struct hash *b)
{
    return !memcmp(a->bytes, b->bytes, sizeof(a->bytes));
}

struct hash_stream *hash_stream_new(void)
{
    struct hash_stream *stream = xmalloc(sizeof(*stream));

    /* Its alignment is more than malloc() grants. */
    stream->state = XXH3_createState();
    if (!stream->state)
        last_words_say();
    hash_stream_restart(stream);
    return stream;
}

void hash_stream_free(struct hash_stream *stream)
{
    if (!stream)
        return;
    (void)XXH3_freeState(stream->state); /* always XXH_OK */
    free(stream);
}

void hash_stream_restart(struct hash_stream *stream)
{
    (void)XXH3_128bits_reset(stream->state); /* fails only for NULL */
}

void hash_stream_add(struct hash_stream *stream, const uint8_t *bytes, size_t count)
{
    (void)XXH3_128bits_update(stream->state, bytes, count); /* fails only for NULL */
}

struct hash hash_stream_value(const struct hash_stream *stream)
{
    return hash_canonical(XXH3_128bits_digest(stream->state));
}

struct hash hash_of_zeros(struct hash_zeros *last, uint64_t count)
{
    static const uint8_t zeros[65536];
    CLEANUP(hash_stream_freep) struct hash_stream *stream = NULL;

    if (last->count == count)
        return last->hash;
    stream = hash_stream_new();
    for (uint64_t left = count; left;) {
        size_t part = left < sizeof(zeros) ? (size_t)left : sizeof(zeros);
        hash_stream_add(stream, zeros, part);
        left -= part;
    }
    *last = (struct hash_zeros){ count, hash_stream_value(stream) };
    return last->hash;
}
