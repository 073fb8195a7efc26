/* SPDX-License-Identifier: GPL-3.0-or-later */
/* log_wire.c - the redo log as bytes
 *
 * Numbers are unsigned and little-endian; texts, GUIDs and the first 64 bytes are as in
 * journal_format.h, with kind 8 and version 2.  Bytes without a meaning are zeros.
 *
 *    64    4  bytes of a logical sector
 *    68    1  partition table: 2 msdos, 3 gpt
 *    72   16  disk id; msdos: its signature in the first 4 bytes
 *    88    8  seconds since 1970
 *    96    8  grid: distance in sectors
 *   104    8  grid: its first LBA
 *   112   64  text: serial number of the disk
 *   176   64  text: its model
 *   240    8  runs of the table before: number 4, offset in the log 4
 *   248    8  seals, the same
 *   256    8  steps
 *   264    8  exits
 *   272    8  patches
 *   280    8  parameters: bytes 4, offset 4
 *   288    8  runs of the other sectors of the first block that are kept
 *   512  ...  these parts, in this order, without anything between them
 *
 * Run, 16 bytes: LBA 8, sectors 4, 1 if all of it is zeros 4; then the bytes, if not.
 * Seal, 24 bytes: LBA of the header 8, of the array 8, bytes of the array 4, bytes of the
 *     header 2.
 * Step or exit, 64 bytes: kind 1, flags 1, number 2, group 2, epochs 2, from 8, to 8,
 *     length 8, first patch 4, patches 4, offset in the parameters 4, bytes 4, words 2,
 *     first rest point 2, last rest point 2.
 * Patch, 16 bytes: LBA 8, byte 2, length 2, epoch 2, 1 if fresh 2; then the old and the
 *     new bytes. */
#include "model/move/log/log_wire.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/crc32.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/wire.h"
#include "model/table/gpt.h"
#include "model/table/gpt_layout.h"

_Static_assert(LABEL_MSDOS == 2 && LABEL_GPT == 3, "label");

enum {
    AT_CRC = 8,
    AT_SIZE = 12,
    AT_KIND = 16,
    AT_VERSION = 18,
    AT_PROGRAM = 20,
    AT_PARTS = 240,
    HEAD_BYTES = 512,
    RUN_BYTES = 16,
    SEAL_BYTES = 24,
    STEP_BYTES = 64,
    PATCH_BYTES = 16,
    KIND = 8,
    VERSION = 2,
    SEALS_MAX = 16,
};

static const uint8_t magic[8] = "ALIDADE";
static const char program[] = "0.2.0";

enum part {
    PART_RUNS,
    PART_SEALS,
    PART_STEPS,
    PART_EXITS,
    PART_PATCHES,
    PART_PARAMS,
    PART_KEPT
};

struct run {
    uint64_t lba;
    uint32_t count;
    bool is_zero;
};

#define LOG_AT(kind, at, width, member) WIRE_AT(kind, struct redo_log, at, width, member)
static const struct wire head_fields[] = {
    LOG_AT(WIRE_BYTES, 32, 16, transaction), LOG_AT(WIRE_NUMBER, 48, 8, disk_bytes),
    LOG_AT(WIRE_NUMBER, 64, 4, logical),     LOG_AT(WIRE_NUMBER, 68, 1, label),
    LOG_AT(WIRE_BYTES, 72, 16, disk_id),     LOG_AT(WIRE_NUMBER, 88, 8, time),
    LOG_AT(WIRE_NUMBER, 96, 8, grid.grain),  LOG_AT(WIRE_NUMBER, 104, 8, grid.offset),
    LOG_AT(WIRE_TEXT, 112, 64, serial),      LOG_AT(WIRE_TEXT, 176, 64, model),
};

#define RUN_AT(kind, at, width, member) WIRE_AT(kind, struct run, at, width, member)
static const struct wire run_fields[] = {
    RUN_AT(WIRE_NUMBER, 0, 8, lba),
    RUN_AT(WIRE_NUMBER, 8, 4, count),
    RUN_AT(WIRE_BOOL, 12, 4, is_zero),
};

#define SEAL_AT(at, width, member)                                                       \
    WIRE_AT(WIRE_NUMBER, struct table_seal, at, width, member)
static const struct wire seal_fields[] = {
    SEAL_AT(0, 8, header_lba),
    SEAL_AT(8, 8, array_lba),
    SEAL_AT(16, 4, array_bytes),
    SEAL_AT(20, 2, header_bytes),
};

#define STEP_AT(at, width, member)                                                       \
    WIRE_AT(WIRE_NUMBER, struct log_step, at, width, member)
static const struct wire step_fields[] = {
    STEP_AT(0, 1, kind),         STEP_AT(1, 1, flags),       STEP_AT(2, 2, number),
    STEP_AT(4, 2, group),        STEP_AT(6, 2, epochs),      STEP_AT(8, 8, from),
    STEP_AT(16, 8, to),          STEP_AT(24, 8, length),     STEP_AT(32, 4, first_patch),
    STEP_AT(36, 4, patch_count), STEP_AT(40, 4, param_at),   STEP_AT(44, 4, param_bytes),
    STEP_AT(48, 2, words),       STEP_AT(50, 2, first_rest), STEP_AT(52, 2, last_rest),
};

#define PATCH_AT(kind, at, width, member)                                                \
    WIRE_AT(kind, struct log_patch, at, width, member)
static const struct wire patch_fields[] = {
    PATCH_AT(WIRE_NUMBER, 0, 8, lba),     PATCH_AT(WIRE_NUMBER, 8, 2, byte),
    PATCH_AT(WIRE_NUMBER, 10, 2, length), PATCH_AT(WIRE_NUMBER, 12, 2, epoch),
    PATCH_AT(WIRE_BOOL, 14, 2, is_fresh),
};

/* --- encode --- */

struct writer {
    uint8_t *bytes;
    size_t count;
};

/* Returns COUNT zeros at the end, until the next call. */
static uint8_t *writer_grow(struct writer *writer, size_t count)
{
    writer->bytes = xrealloc(writer->bytes, writer->count + count + 1, 1);
    memset(writer->bytes + writer->count, 0, count);
    writer->count += count;
    return writer->bytes + writer->count - count;
}

static void writer_put(struct writer *writer, const uint8_t *bytes, size_t count)
{
    uint8_t *to = writer_grow(writer, count);

    if (count)
        memcpy(to, bytes, count);
}

/* Notes that PART begins here, with COUNT of its rows. */
static void writer_begin(struct writer *writer, enum part part, size_t count)
{
    put_le32(writer->bytes, AT_PARTS + 8 * part, (uint32_t)count);
    put_le32(writer->bytes, AT_PARTS + 8 * part + 4, (uint32_t)writer->count);
}

/* Returns the sectors from index FIRST on that are one run. */
static struct run image_run(const struct table_image *image, size_t first)
{
    struct run run = { image->at[first].lba, 1,
                       mem_is_zero(image->at[first].bytes, image->logical) };

    while (first + run.count < image->count &&
           image->at[first + run.count].lba == run.lba + run.count &&
           mem_is_zero(image->at[first + run.count].bytes, image->logical) == run.is_zero)
        run.count++;
    return run;
}

static void encode_image(struct writer *writer, enum part part,
                         const struct table_image *image)
{
    struct run run;
    uint32_t runs = 0;

    writer_begin(writer, part, 0);
    for (size_t i = 0; i < image->count; i += run.count, runs++) {
        run = image_run(image, i);
        wire_encode(run_fields, ARRAY_SIZE(run_fields), &run,
                    writer_grow(writer, RUN_BYTES));
        for (size_t k = i; k < i + run.count && !run.is_zero; k++)
            writer_put(writer, image->at[k].bytes, image->logical);
    }
    put_le32(writer->bytes, AT_PARTS + 8 * part, runs);
}

static void encode_steps(struct writer *writer, enum part part,
                         const struct log_steps *steps)
{
    writer_begin(writer, part, steps->count);
    for (size_t i = 0; i < steps->count; i++)
        wire_encode(step_fields, ARRAY_SIZE(step_fields), &steps->at[i],
                    writer_grow(writer, STEP_BYTES));
}

static void encode_patches(struct writer *writer, const struct redo_log *log)
{
    writer_begin(writer, PART_PATCHES, log->patch_count);
    for (size_t i = 0; i < log->patch_count; i++) {
        wire_encode(patch_fields, ARRAY_SIZE(patch_fields), &log->patches[i],
                    writer_grow(writer, PATCH_BYTES));
        writer_put(writer, log->patches[i].bytes, 2 * (size_t)log->patches[i].length);
    }
}

/* Of the whole log, with the bytes of the checksum as zeros. */
static uint32_t log_crc(const uint8_t *bytes, size_t count)
{
    static const uint8_t zeros[AT_SIZE - AT_CRC];
    uint32_t crc = crc32_add(UINT32_MAX, bytes, AT_CRC);

    crc = crc32_add(crc, zeros, sizeof(zeros));
    return ~crc32_add(crc, bytes + AT_SIZE, count - AT_SIZE);
}

uint8_t *log_encode(const struct redo_log *log, size_t *ret_count)
{
    struct writer writer = { 0 };
    uint8_t *head = writer_grow(&writer, HEAD_BYTES);

    memcpy(head, magic, sizeof(magic));
    put_le16(head, AT_KIND, KIND);
    put_le16(head, AT_VERSION, VERSION);
    memcpy(head + AT_PROGRAM, program, strlen(program));
    wire_encode(head_fields, ARRAY_SIZE(head_fields), log, head);
    encode_image(&writer, PART_RUNS, &log->before);
    writer_begin(&writer, PART_SEALS, log->seal_count);
    for (size_t i = 0; i < log->seal_count; i++)
        wire_encode(seal_fields, ARRAY_SIZE(seal_fields), &log->seals[i],
                    writer_grow(&writer, SEAL_BYTES));
    encode_steps(&writer, PART_STEPS, &log->steps);
    encode_steps(&writer, PART_EXITS, &log->exits);
    encode_patches(&writer, log);
    writer_begin(&writer, PART_PARAMS, log->param_bytes);
    writer_put(&writer, log->params, log->param_bytes);
    encode_image(&writer, PART_KEPT, &log->kept);
    put_le32(writer.bytes, AT_SIZE, (uint32_t)writer.count);
    put_le32(writer.bytes, AT_CRC, log_crc(writer.bytes, writer.count));
    *ret_count = writer.count;
    return writer.bytes;
}

/* --- decode --- */

struct wire_reader {
    const uint8_t *bytes;
    size_t count, at;
};

/* Returns the next COUNT bytes; NULL: there are not so many. */
static const uint8_t *reader_next(struct wire_reader *reader, size_t count)
{
    if (count > reader->count - reader->at)
        return NULL;
    reader->at += count;
    return reader->bytes + reader->at - count;
}

static size_t rows_of(const struct wire_reader *reader, enum part part)
{
    return le32_at(reader->bytes, AT_PARTS + 8 * (size_t)part);
}

static bool decode_run(struct wire_reader *reader, struct table_image *image)
{
    const uint8_t *row = reader_next(reader, RUN_BYTES);
    CLEANUP(freep) uint8_t *zeros = xcalloc(1, image->logical);
    uint64_t next = image->count ? image->at[image->count - 1].lba + 1 : 0;
    struct run run;

    if (!row || !wire_decode(run_fields, ARRAY_SIZE(run_fields), row, &run) ||
        run.lba < next || run.lba >= image->sectors || !run.count ||
        run.count > image->sectors - run.lba ||
        run.count > LOG_TABLE_BYTES_MAX / image->logical - image->count)
        return false;
    for (uint32_t i = 0; i < run.count; i++) {
        const uint8_t *bytes = run.is_zero ? zeros : reader_next(reader, image->logical);
        if (!bytes)
            return false;
        table_image_put(image, run.lba + i, bytes);
    }
    return true;
}

static bool decode_image(struct wire_reader *reader, enum part part,
                         const struct redo_log *log, struct table_image *ret)
{
    ret->logical = log->logical;
    ret->sectors = log->disk_bytes / log->logical;
    for (size_t left = rows_of(reader, part); left; left--)
        if (!decode_run(reader, ret))
            return false;
    return true;
}

static bool decode_seals(struct wire_reader *reader, struct redo_log *log)
{
    size_t count = rows_of(reader, PART_SEALS);

    if (count > SEALS_MAX)
        return false;
    log->seals = xcalloc(count + 1, sizeof(*log->seals));
    for (; log->seal_count < count; log->seal_count++) {
        const uint8_t *row = reader_next(reader, SEAL_BYTES);
        if (!row || !wire_decode(seal_fields, ARRAY_SIZE(seal_fields), row,
                                 &log->seals[log->seal_count]))
            return false;
    }
    return true;
}

static bool decode_steps(struct wire_reader *reader, enum part part,
                         struct log_steps *steps)
{
    size_t count = rows_of(reader, part);

    if (count > LOG_STEPS_MAX)
        return false;
    for (size_t i = 0; i < count; i++) {
        const uint8_t *row = reader_next(reader, STEP_BYTES);
        struct log_step step = { 0 };
        if (!row || !wire_decode(step_fields, ARRAY_SIZE(step_fields), row, &step))
            return false;
        (void)log_steps_add(steps, &step);
    }
    return true;
}

static bool decode_patches(struct wire_reader *reader, struct redo_log *log)
{
    for (size_t left = rows_of(reader, PART_PATCHES); left; left--) {
        const uint8_t *row = reader_next(reader, PATCH_BYTES);
        struct log_patch patch = { 0 };
        if (!row || !wire_decode(patch_fields, ARRAY_SIZE(patch_fields), row, &patch))
            return false;
        const uint8_t *bytes = reader_next(reader, 2 * (size_t)patch.length);
        if (!bytes)
            return false;
        log_patch_add(log, &patch, bytes, bytes + patch.length);
    }
    return true;
}

static bool decode_params(struct wire_reader *reader, struct redo_log *log)
{
    size_t count = rows_of(reader, PART_PARAMS);
    const uint8_t *bytes = reader_next(reader, count);

    if (!bytes)
        return false;
    log->params = xmalloc(count + 1);
    memcpy(log->params, bytes, count);
    log->param_bytes = count;
    return true;
}

/* --- whether all numbers are possible --- */

static bool seal_is_sound(const struct redo_log *log, const struct table_seal *seal)
{
    uint64_t sectors = log->before.sectors;
    uint64_t array = num_round_up(seal->array_bytes, log->logical) / log->logical;

    return seal->header_lba && seal->header_lba < sectors && seal->array_lba &&
           seal->array_bytes && seal->array_bytes <= GPT_ARRAY_MAX && array <= sectors &&
           seal->array_lba <= sectors - array && seal->header_bytes >= GPT_HEADER_BYTES &&
           seal->header_bytes <= log->logical;
}

static bool patch_is_sound(const struct redo_log *log, const struct log_step *step,
                           const struct log_patch *patch)
{
    return patch->lba < log->before.sectors && patch->byte <= log->logical &&
           patch->length <= log->logical - patch->byte &&
           (!patch->is_fresh || patch->length == log->logical) &&
           (patch->is_fresh || step->kind == LOG_TABLE);
}

/* The patches of STEP are those from FIRST on, with epochs that ascend by 1. */
static bool patches_are_sound(const struct redo_log *log, const struct log_step *step,
                              size_t first)
{
    unsigned epoch = 0;

    if (step->first_patch != first || step->patch_count > log->patch_count - first ||
        step->epochs > LOG_EPOCHS_MAX)
        return false;
    for (size_t i = first; i < first + step->patch_count; i++) {
        const struct log_patch *patch = &log->patches[i];
        if (!patch_is_sound(log, step, patch) || patch->epoch < epoch ||
            patch->epoch > epoch + 1 || !patch->epoch)
            return false;
        epoch = patch->epoch;
    }
    return epoch == step->epochs;
}

static bool row_is_sound(const struct redo_log *log, const struct log_step *step)
{
    bool writes = step->kind == LOG_TABLE || step->kind == LOG_BYTES;

    return step->kind >= LOG_TABLE && step->kind < LOG_KIND_END &&
           writes == (step->patch_count > 0) && step->param_at <= log->param_bytes &&
           step->param_bytes <= log->param_bytes - step->param_at;
}

/* Each group begins with a rest point. */
static bool rest_is_sound(const struct redo_log *log, size_t index)
{
    const struct log_step *step = &log->steps.at[index];
    unsigned before = index ? step[-1].group : 0;

    return step->flags <= (LOG_REST | LOG_ASK) && !step->first_rest && !step->last_rest &&
           step->group >= before &&
           (step->flags & LOG_REST || (index && step->group == before));
}

static bool exit_is_sound(const struct redo_log *log, const struct log_step *step)
{
    return (step->kind == LOG_TABLE || step->kind == LOG_BYTES) && !step->flags &&
           step->first_rest <= step->last_rest && log_is_rest(log, step->first_rest) &&
           log_is_rest(log, step->last_rest);
}

static bool steps_are_sound(const struct redo_log *log)
{
    size_t patch = 0;

    for (size_t i = 0; i < log->steps.count; i++) {
        const struct log_step *step = &log->steps.at[i];
        if (!row_is_sound(log, step) || !rest_is_sound(log, i) ||
            !patches_are_sound(log, step, patch))
            return false;
        patch += step->patch_count;
    }
    for (size_t i = 0; i < log->exits.count; i++) {
        const struct log_step *step = &log->exits.at[i];
        if (!row_is_sound(log, step) || !exit_is_sound(log, step) ||
            !patches_are_sound(log, step, patch))
            return false;
        patch += step->patch_count;
    }
    return log->steps.count && patch == log->patch_count;
}

static bool log_is_sound(const struct redo_log *log)
{
    for (size_t i = 0; i < log->seal_count; i++)
        if (!seal_is_sound(log, &log->seals[i]))
            return false;
    return (log->label == LABEL_MSDOS || log->label == LABEL_GPT) &&
           log->grid.offset < log->grid.grain && log->before.count &&
           !log->before.at[0].lba && steps_are_sound(log) && log_replays(log);
}

/* --- all of it --- */

static bool decode_parts(struct wire_reader *reader, struct redo_log *log)
{
    return decode_image(reader, PART_RUNS, log, &log->before) &&
           decode_seals(reader, log) && decode_steps(reader, PART_STEPS, &log->steps) &&
           decode_steps(reader, PART_EXITS, &log->exits) && decode_patches(reader, log) &&
           decode_params(reader, log) && decode_image(reader, PART_KEPT, log, &log->kept);
}

/* True if encoding LOG gives the same bytes: all parts are where they have to be. */
static bool log_encodes_to(const struct redo_log *log, const uint8_t *bytes, size_t count)
{
    size_t again_count;
    CLEANUP(freep) uint8_t *again = log_encode(log, &again_count);

    return again_count == count && !memcmp(again, bytes, count);
}

size_t log_size(const uint8_t *bytes, size_t count)
{
    bool is_log = count >= HEAD_BYTES && le16_at(bytes, AT_KIND) == KIND;

    return is_log && le32_at(bytes, AT_SIZE) <= count ? le32_at(bytes, AT_SIZE) : 0;
}

bool log_decode(const uint8_t *bytes, size_t count, uint64_t disk_bytes, uint32_t logical,
                struct redo_log *ret, struct err *err)
{
    struct wire_reader reader = { bytes, count, HEAD_BYTES };
    struct redo_log log = { 0 };
    bool is_good = count >= HEAD_BYTES && count <= UINT32_MAX &&
                   wire_decode(head_fields, ARRAY_SIZE(head_fields), bytes, &log) &&
                   log.disk_bytes == disk_bytes && log.logical == logical &&
                   decode_parts(&reader, &log) && log_encodes_to(&log, bytes, count) &&
                   log_is_sound(&log);

    if (is_good)
        *ret = log;
    else
        redo_log_finish(&log);
    return is_good || err_set(err, ERR_UNREADABLE,
                              _("A record in the journal of the move is damaged."));
}
