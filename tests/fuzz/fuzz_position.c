/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz_position.c - any text as a start and as a size in some room of some disk */
#include "fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/edit/position.h"

/* The first two bytes choose the disk and the free space, the rest is typed. */
static const struct {
    uint64_t size, logical, offset;
    uint64_t low, high, from;
} rooms[] = {
    { 1953525168, 512, 0, 34, 1953525135, 2048 },
    { 1953525168, 512, 3584, 1, 1953525168, 63 },
    { 244190646, 4096, 0, 6, 244190640, 256 },
    { 5860533168, 512, 0, 2048, 2049, 2048 },
    { UINT64_C(1) << 54, 512, 0, 0, UINT64_C(1) << 54, 0 },
    { 16, 512, 0, 1, 16, 15 },
};

static struct limits limits_of(unsigned index)
{
    struct limits_reported said = {
        .size_bytes = rooms[index].size * rooms[index].logical,
        .logical = rooms[index].logical,
        .physical = 4096,
        .alignment_offset = (int64_t)rooms[index].offset,
        .has_alignment_offset = true,
    };
    struct limits_given given = { 0 };
    struct limits limits;
    struct err err = { 0 };

    if (!limits_settle(&said, &given, &limits, &err))
        abort();
    return limits;
}

static void check_refusal(const struct err *err)
{
    if (err->code != ERR_USAGE || !err->text[0])
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    char text[200];
    struct err first = { 0 }, second = { 0 };
    uint64_t lba, sectors;
    bool is_exact;

    if (!count)
        return 0;
    unsigned room = bytes[0] % (unsigned)ARRAY_SIZE(rooms);
    struct limits limits = limits_of(room);
    struct position_context context = {
        &limits,          rooms[room].low,         rooms[room].high,
        rooms[room].from, bytes[0] & 0x80 ? 1 : 0, LABEL_GPT
    };
    if (--count >= sizeof(text))
        count = sizeof(text) - 1;
    memcpy(text, bytes + 1, count);
    text[count] = '\0';
    if (!position_parse_start(text, &context, &lba, &is_exact, &first)) {
        check_refusal(&first);
    } else {
        if (lba < context.low || lba >= context.high)
            abort();
        free(position_start_words(&context, lba));
    }
    if (!position_parse_size(text, &context, &sectors, &second)) {
        check_refusal(&second);
    } else {
        if (!sectors || sectors > context.high - context.from)
            abort();
        free(position_size_words(&context, sectors));
    }
    return 0;
}

size_t fuzz_seed(unsigned index, uint8_t *buf)
{
    static const char *const seeds[] = {
        "2048s",
        "63*512",
        "(8GB+250GB)/2",
        "+20G",
        "-1GiB",
        "end-1GiB",
        "50%",
        "..2047s",
        "..end-1GiB",
        "131074k",
        "1/3*9GB-2*(1M+1)",
        "18446744073709551615B",
        "0.000000000000000001P",
        "((((((((1))))))))",
    };

    if (index >= ARRAY_SIZE(seeds) * ARRAY_SIZE(rooms))
        return 0;
    const char *text = seeds[index / ARRAY_SIZE(rooms)];
    buf[0] = (uint8_t)(index % ARRAY_SIZE(rooms));
    memcpy(buf + 1, text, strlen(text));
    return strlen(text) + 1;
}
