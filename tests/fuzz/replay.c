/* SPDX-License-Identifier: GPL-3.0-or-later */
/* replay.c - runs a fuzz entry over its seeds, their mutations and a corpus directory
 *
 * Needs no fuzzer, is the same on every run, and does a bounded number of inputs.  To let
 * libFuzzer search instead, build with clang and leave this file out:
 *   clang -g -O1 -D_GNU_SOURCE -DALIDADE_VERSION='"0"' $(pkg-config --cflags json-c) \
 *       -fsanitize=fuzzer,address,undefined -Isrc -Itests tests/fuzz/fuzz_X.c \
 *       $(find src/model -name '*.c') -ljson-c -o fuzz_X
 *   build/tests/fuzz/fuzz_X --seeds DIRECTORY && ./fuzz_X DIRECTORY
 * (with what else the entry is made of in tests/fuzz/meson.build) and keep what it finds
 * in tests/fuzz/corpus/X/. */
#include "fuzz/fuzz.h"

#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "support/rng.h"

/* Fewer where one input is much work. */
#ifndef FUZZ_INPUTS_OF_SEED
#define FUZZ_INPUTS_OF_SEED 12000
#endif

enum { CORPUS_FILE_MAX = 1024 * 1024 };

static const uint64_t interesting[] = {
    /* clang-format off */
    0,          1,          2,          8,          63,         64,
    0x7F,       0x80,       0xFF,       0x100,      511,        512,
    4096,       0x7FFF,     0x8000,     0xFFFF,     0x10000,    0x7FFFFFFF,
    0x80000000, 0xFFFFFFFF, 0x100000000, 0x7FFFFFFFFFFFFFFF, 0x8000000000000000,
    0xFFFFFFFFFFFFFE00, 0xFFFFFFFFFFFFFFFF,
    /* clang-format on */
};

/* Of each kind of mutation, at most. */
static size_t inputs_of_seed(void)
{
    return rng_rounds(FUZZ_INPUTS_OF_SEED);
}

static size_t run(const uint8_t *bytes, size_t count)
{
    (void)LLVMFuzzerTestOneInput(bytes, count); /* always 0 by its contract */
    return 1;
}

/* xorshift64: the same numbers on every machine and in every run. */
static uint64_t random_next(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

/* Each copy has its exact size, so that AddressSanitizer sees one byte too far. */
static size_t run_truncated(const uint8_t *seed, size_t count)
{
    size_t step = count / 512 + 1, done = 0;

    for (size_t length = 0; length < count; length += step) {
        CLEANUP(freep) uint8_t *copy = xmalloc(length ? length : 1);
        memcpy(copy, seed, length);
        done += run(copy, length);
    }
    return done;
}

static size_t run_with_bits_flipped(uint8_t *bytes, size_t count)
{
    size_t step = count * 9 / inputs_of_seed() + 1, done = 0;

    for (size_t at = 0; at < count; at += step) {
        for (unsigned bit = 0; bit < 9; bit++) {
            uint8_t old = bytes[at];
            bytes[at] = (uint8_t)(bit < 8 ? old ^ (1U << bit) : ~(unsigned)old);
            done += run(bytes, count);
            bytes[at] = old;
        }
    }
    return done;
}

/* Numbers are little or big endian of 1, 2, 4 or 8 bytes; SHAPE says which. */
static void put_number(uint8_t *at, unsigned shape, uint64_t value)
{
    size_t width = (size_t)1 << (shape & 3);

    for (size_t i = 0; i < width; i++) {
        size_t place = shape & 4 ? width - 1 - i : i;
        at[place] = (uint8_t)(value >> (8 * i));
    }
}

static size_t run_with_number(uint8_t *bytes, size_t count, size_t at, uint64_t state)
{
    uint8_t old[8];
    size_t rest = count - at < sizeof(old) ? count - at : sizeof(old);
    unsigned shape = (unsigned)(state >> 32) & 7;

    if (((size_t)1 << (shape & 3)) > rest)
        shape = 0;
    memcpy(old, bytes + at, rest);
    put_number(bytes + at, shape, interesting[state % ARRAY_SIZE(interesting)]);
    size_t done = run(bytes, count);
    memcpy(bytes + at, old, rest);
    return done;
}

/* Bytes that carry something lie near others that are not 0: those are worth most. */
static bool is_near_something(const uint8_t *bytes, size_t count, size_t at)
{
    size_t end = at + 8 < count ? at + 8 : count;

    for (size_t i = at < 8 ? 0 : at - 8; i < end; i++)
        if (bytes[i])
            return true;
    return false;
}

static size_t run_with_numbers(uint8_t *bytes, size_t count, uint64_t *state)
{
    size_t done = 0;

    for (size_t tries = 0; tries < inputs_of_seed() * 4 && done < inputs_of_seed();
         tries++) {
        size_t at = (size_t)(random_next(state) % count);
        if (is_near_something(bytes, count, at) || tries % 16 == 0)
            done += run_with_number(bytes, count, at, random_next(state));
    }
    return done;
}

/* Several mutations at once, kept for some rounds, then a fresh copy. */
static size_t run_with_many(const uint8_t *seed, size_t count, uint64_t *state)
{
    CLEANUP(freep) uint8_t *bytes = xmalloc(count);
    size_t done = 0;

    for (size_t i = 0; i < inputs_of_seed() / 4; i++) {
        if (i % 8 == 0)
            memcpy(bytes, seed, count);
        size_t at = (size_t)(random_next(state) % count);
        bytes[at] = (uint8_t)random_next(state);
        done += run_with_number(bytes, count, (size_t)(random_next(state) % count),
                                random_next(state));
    }
    return done;
}

static size_t run_seed(const uint8_t *seed, size_t count)
{
    uint64_t state = UINT64_C(0x9E3779B97F4A7C15) ^ count;
    CLEANUP(freep) uint8_t *bytes = xmalloc(count);

    memcpy(bytes, seed, count);
    size_t done = run(bytes, count);
    done += run_truncated(bytes, count);
    done += run_with_bits_flipped(bytes, count);
    done += run_with_numbers(bytes, count, &state);
    return done + run_with_many(bytes, count, &state);
}

static size_t run_seeds(void)
{
    CLEANUP(freep) uint8_t *buf = xmalloc(FUZZ_SEED_ROOM);
    size_t done = 0;

    for (unsigned index = 0;; index++) {
        memset(buf, 0, FUZZ_SEED_ROOM);
        size_t count = fuzz_seed(index, buf);
        if (count == 0)
            return done;
        done += run_seed(buf, count);
    }
}

static bool run_file(const char *path, size_t *done)
{
    FILE *file = fopen(path, "rbe");

    if (!file)
        return false;
    CLEANUP(freep) uint8_t *bytes = xmalloc(CORPUS_FILE_MAX);
    size_t count = fread(bytes, 1, CORPUS_FILE_MAX, file);
    bool is_good = !ferror(file);
    (void)fclose(file); /* only read: nothing can be lost */
    if (is_good)
        *done += run(bytes, count);
    return is_good;
}

static bool run_directory(const char *path, size_t *done)
{
    DIR *directory = opendir(path);
    bool is_good = true;

    if (!directory)
        return errno == ENOENT; /* nothing found so far is no failure */
    for (struct dirent *entry; is_good && (entry = readdir(directory));) {
        if (entry->d_name[0] == '.')
            continue;
        CLEANUP(freep) char *name = xasprintf("%s/%s", path, entry->d_name);
        is_good = run_file(name, done);
    }
    (void)closedir(directory); /* only read: nothing can be lost */
    return is_good;
}

static bool write_seed(const char *directory, unsigned index, const uint8_t *bytes,
                       size_t count)
{
    CLEANUP(freep) char *path = xasprintf("%s/seed-%u", directory, index);
    FILE *file = fopen(path, "wbe");

    if (!file)
        return false;
    bool is_written = fwrite(bytes, 1, count, file) == count;
    return fclose(file) == 0 && is_written;
}

static int write_seeds(const char *directory)
{
    CLEANUP(freep) uint8_t *buf = xcalloc(1, FUZZ_SEED_ROOM);
    size_t count;

    for (unsigned index = 0; (count = fuzz_seed(index, buf)) > 0; index++) {
        if (!write_seed(directory, index, buf, count)) {
            fprintf(stderr, "%s: cannot be written.\n", directory);
            return EXIT_FAILURE;
        }
        memset(buf, 0, FUZZ_SEED_ROOM);
    }
    return EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
    if (argc == 3 && !strcmp(argv[1], "--seeds"))
        return write_seeds(argv[2]);
    size_t done = run_seeds();

    if (done == 0) {
        fputs("The entry has no seeds.\n", stderr);
        return EXIT_FAILURE;
    }
    for (int i = 1; i < argc; i++) {
        if (!run_directory(argv[i], &done)) {
            fprintf(stderr, "%s: cannot be read.\n", argv[i]);
            return EXIT_FAILURE;
        }
    }
    printf("%zu inputs\n", done);
    return EXIT_SUCCESS;
}
