/* SPDX-License-Identifier: GPL-3.0-or-later */
/* journal_golden.c - one record of each kind, as bytes written by hand */
#include "support/journal_golden.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"

/* Bytes of a record, as hexadecimal digits; all others are zeros. */
struct golden {
    size_t at;
    const char *bytes;
};

/* Written from the description in journal_format.h; the checksums are zlib's. */
static const struct golden plan_bytes[] = {
    { 0, "414c494441444500" },
    { 8, "0a13767b" },
    { 12, "00800000" },
    { 16, "0100" },
    { 18, "0100" },
    { 20, "302e312e30" },
    { 32, "a0a1a2a3a4a5a6a7a8a9aaabacadaeaf" },
    { 48, "0000000000010000" },
    { 64, "00020000" },
    { 68, "02" },
    { 69, "01" },
    { 72, "219d3c5a" },
    { 88, "01" },
    { 96, "00000080" },
    { 104, "08" },
    { 120, "00c6235e" },
    { 144, "57442d31" },
    { 208, "4469736b2031" },
    { 272, "0000f07f" },
    { 280, "000010" },
    { 288, "0010" },
    { 292, "02" },
    { 296, "002001" },
    { 304, "00c0" },
    { 312, "00e001" },
    { 320, "00c0" },
    { 328, "00a002" },
    { 336, "0010" },
    { 344, "00b002" },
    { 352, "0090" },
    { 360, "004003" },
    { 368, "004002" },
    { 680, "03" },
    { 1024, "00" },
    { 1025, "01" },
    { 1026, "05" },
    { 1032, "7f420f" },
    { 1040, "00440f" },
    { 1048, "00803e" },
    { 1056, "40420f" },
    { 1064, "40420f" },
    { 1072, "83" },
    { 1152, "01" },
    { 1154, "01" },
    { 1160, "3f" },
    { 1168, "0008" },
    { 1176, "000001" },
    { 1200, "82" },
    { 1280, "02" },
    { 1281, "03" },
    { 1282, "04" },
    { 1288, "000080" },
    { 1296, "000090" },
};

static const struct golden progress_bytes[] = {
    { 0, "414c494441444500" },
    { 8, "f1906dbc" },
    { 12, "00100000" },
    { 16, "0200" },
    { 18, "0100" },
    { 20, "302e312e30" },
    { 32, "a0a1a2a3a4a5a6a7a8a9aaabacadaeaf" },
    { 48, "0000000000010000" },
    { 64, "0202" },
    { 72, "01" },
    { 73, "01" },
    { 74, "02" },
    { 80, "10" },
    { 88, "0001" },
    { 96, "03" },
    { 104, "11111111111111111111111111111111" },
    { 120, "8f420f" },
    { 128, "07" },
    { 136, "22222222222222222222222222222222" },
    { 256, "33333333333333333333333333333333" },
    { 272, "44444444444444444444444444444444" },
};

static const struct golden slot_bytes[] = {
    { 0, "414c494441444500" },
    { 8, "a20cc671" },
    { 12, "00100000" },
    { 16, "0300" },
    { 18, "0100" },
    { 20, "302e312e30" },
    { 32, "a0a1a2a3a4a5a6a7a8a9aaabacadaeaf" },
    { 48, "0000000000010000" },
    { 80, "00803e" },
    { 88, "0001" },
    { 96, "10440f" },
    { 104, "7f" },
    { 112, "55555555555555555555555555555555" },
};

static const struct golden guard_bytes[] = {
    { 0, "414c494441444500" },
    { 8, "7c23f60d" },
    { 12, "00020000" },
    { 16, "0400" },
    { 18, "0100" },
    { 20, "302e312e30" },
    { 32, "a0a1a2a3a4a5a6a7a8a9aaabacadaeaf" },
    { 48, "0000000000010000" },
    { 64, "5468697320706172746974696f6e206973206265696e67206d6f76656420627920616c69646164"
          "652e20446f206e6f7420666f726d6174206f72207265706169722069742e20546f20636f6d706c"
          "65746520746865206d6f76652c2072756e3a20616c696461646520726573756d65" },
    { 192, "02" },
    { 200, "0002" },
    { 204, "0010" },
    { 208, "0000f07f" },
    { 216, "000010" },
    { 224, "01" },
};

static const struct golden page_bytes[] = {
    { 0, "414c494441444500" },
    { 8, "029f6f1c" },
    { 12, "00100000" },
    { 16, "0500" },
    { 18, "0100" },
    { 20, "302e312e30" },
    { 32, "a0a1a2a3a4a5a6a7a8a9aaabacadaeaf" },
    { 48, "0000000000010000" },
    { 64, "000010" },
    { 72, "d007" },
    { 80, "f8" },
    { 88, "f8" },
    { 128, "66666666666666666666666666666666" },
    { 4080, "77777777777777777777777777777777" },
};

static const struct golden saved_bytes[] = {
    { 0, "414c494441444500" },
    { 8, "af5512c8" },
    { 12, "00100000" },
    { 16, "0600" },
    { 18, "0100" },
    { 20, "302e312e30" },
    { 32, "a0a1a2a3a4a5a6a7a8a9aaabacadaeaf" },
    { 48, "0000000000010000" },
    { 64, "01" },
    { 65, "02" },
    { 66, "01" },
    { 67, "03" },
    { 68, "01" },
    { 72, "8001" },
    { 80, "05" },
    { 88, "02" },
    { 96, "88888888888888888888888888888888" },
    { 136, "08" },
    { 144, "f87f3e" },
    { 152, "08" },
    { 512, "40420f" },
    { 520, "01" },
    { 640, "38420f" },
    { 648, "08" },
    { 656, "7f420f" },
    { 664, "08" },
    { 672, "77c24d" },
    { 680, "08" },
    { 1280, "1c" },
    { 1288, "3f" },
    { 1296, "c001" },
    { 1304, "04" },
    { 1306, "01" },
};

#define GOLDEN(record, size, bytes) [record] = { size, bytes, ARRAY_SIZE(bytes) }

static const struct {
    size_t size;
    const struct golden *rows;
    size_t count;
} records[] = {
    GOLDEN(JOURNAL_PLAN, JOURNAL_PLAN_BYTES, plan_bytes),
    GOLDEN(JOURNAL_PROGRESS, JOURNAL_BYTES, progress_bytes),
    GOLDEN(JOURNAL_SLOT, JOURNAL_BYTES, slot_bytes),
    GOLDEN(JOURNAL_GUARD, 512, guard_bytes),
    GOLDEN(JOURNAL_HASHES, JOURNAL_BYTES, page_bytes),
    GOLDEN(JOURNAL_SAVED, JOURNAL_BYTES, saved_bytes),
};

const struct journal_disk journal_golden_disk = { UINT64_C(1) << 31, 512 };

void journal_golden_put(uint8_t *bytes, size_t at, const char *hex)
{
    for (; *hex; hex += 2)
        if (!num_hex_byte(hex, &bytes[at++]))
            abort();
}

size_t journal_golden(enum journal_record kind, uint8_t ret[JOURNAL_PLAN_BYTES])
{
    memset(ret, 0, JOURNAL_PLAN_BYTES);
    for (size_t i = 0; i < records[kind].count; i++)
        journal_golden_put(ret, records[kind].rows[i].at, records[kind].rows[i].bytes);
    return records[kind].size;
}

/* --- the plan as a value --- */

struct journal_head journal_golden_head(void)
{
    struct journal_head head = { .disk_bytes = UINT64_C(1) << 40 };

    for (size_t i = 0; i < GUID_BYTES; i++)
        head.transaction.bytes[i] = (uint8_t)(0xa0 + i);
    return head;
}

struct journal_spot journal_golden_spot(void)
{
    return (struct journal_spot){
        .kind = JOURNAL_TAIL, .start = 0x7ff00000, .bytes = 1 << 20, .block = 4096
    };
}

void journal_golden_plan(struct journal_plan *plan)
{
    *plan = (struct journal_plan){
        .head = journal_golden_head(),
        .logical = 512,
        .label = LABEL_MSDOS,
        .disk_id = { { 0x21, 0x9d, 0x3c, 0x5a } },
        .first_usable = 1,
        .end_usable = UINT64_C(1) << 31,
        .grid = { .offset = 0, .grain = 8 },
        .time = 0x5e23c600,
        .serial = "WD-1",
        .model = "Disk 1",
        .spot = journal_golden_spot(),
        .slots = 2,
        .saved = { { 0x12000, 0xc000 }, { 0x1e000, 0xc000 } },
        .border = { 0x2a000, 0x1000 },
        .hashes = { 0x2b000, 0x9000 },
        .ring = { 0x34000, 0x24000 },
        .step_count = 3,
        .steps = { { .action = MOVES_DATA,
                     .object = JOURNAL_LOGICAL,
                     .number = 5,
                     .from = 1000063,
                     .to = 1000448,
                     .length = 4096000,
                     .ebr_from = 1000000,
                     .ebr_to = 1000000,
                     .type = { { 0x83 } } },
                   { .action = MOVES_REMAKE,
                     .number = 1,
                     .from = 63,
                     .to = 2048,
                     .length = 65536,
                     .type = { { 0x82 } } },
                   { .action = MOVES_TABLE,
                     .object = JOURNAL_CONTAINER_END,
                     .number = 4,
                     .from = 8388608,
                     .to = 9437184 } },
    };
}

enum journal_state journal_golden_decode(enum journal_record kind, const uint8_t *bytes,
                                         size_t count, struct err *err)
{
    CLEANUP(freep) struct journal_plan *plan = xcalloc(2, sizeof(*plan));
    struct journal_progress progress;
    struct journal_slot slot;
    struct journal_guard guard;
    struct journal_page page;
    struct journal_saved saved;

    journal_golden_plan(plan);
    switch (kind) {
    case JOURNAL_PLAN:
        return journal_plan_decode(bytes, count, &journal_golden_disk, plan + 1, err);
    case JOURNAL_PROGRESS:
        return journal_progress_decode(bytes, count, plan, &progress, err);
    case JOURNAL_SLOT:
        return journal_slot_decode(bytes, count, plan, &slot, err);
    case JOURNAL_GUARD:
        return journal_guard_decode(bytes, count, &journal_golden_disk, &guard, err);
    case JOURNAL_HASHES:
        return journal_page_decode(bytes, count, plan, &page, err);
    case JOURNAL_SAVED:
        return journal_saved_decode(bytes, count, plan, &saved, err);
    case JOURNAL_NOTHING:
        break;
    }
    abort();
}
