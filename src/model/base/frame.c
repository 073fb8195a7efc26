/* SPDX-License-Identifier: GPL-3.0-or-later */
/* frame.c - what the records of a journal begin with */
#include "model/base/frame.h"

#include <string.h>

#include "model/base/crc32.h"
#include "model/base/num.h"

enum { AT_CRC = 8, AT_SIZE = 12, AT_KIND = 16, AT_VERSION = 18, AT_PROGRAM = 20 };

static const uint8_t magic[8] = "ALIDADE";

static uint32_t frame_crc(const uint8_t *bytes, size_t count)
{
    static const uint8_t zeros[AT_SIZE - AT_CRC];
    uint32_t crc = crc32_add(UINT32_MAX, bytes, AT_CRC);

    crc = crc32_add(crc, zeros, sizeof(zeros));
    return ~crc32_add(crc, bytes + AT_SIZE, count - AT_SIZE);
}

void frame_put(const struct frame *frame, uint8_t *bytes, size_t count)
{
    memcpy(bytes, magic, sizeof(magic));
    put_le32(bytes, AT_SIZE, (uint32_t)count);
    put_le16(bytes, AT_KIND, frame->kind);
    put_le16(bytes, AT_VERSION, frame->version);
    memcpy(bytes + AT_PROGRAM, frame->program, FRAME_BYTES - AT_PROGRAM);
    put_le32(bytes, AT_CRC, frame_crc(bytes, count));
}

struct frame frame_get(const uint8_t *bytes, size_t count)
{
    struct frame frame = { 0 };

    if (count < FRAME_BYTES || memcmp(bytes, magic, sizeof(magic)) != 0)
        return frame;
    frame.kind = le16_at(bytes, AT_KIND);
    frame.version = le16_at(bytes, AT_VERSION);
    memcpy(frame.program, bytes + AT_PROGRAM, FRAME_BYTES - AT_PROGRAM);
    return frame;
}

bool frame_is_whole(const uint8_t *bytes, size_t count)
{
    return count >= FRAME_BYTES && !memcmp(bytes, magic, sizeof(magic)) &&
           le32_at(bytes, AT_SIZE) == count &&
           frame_crc(bytes, count) == le32_at(bytes, AT_CRC);
}

bool frame_is_credible(const uint8_t *bytes, size_t count)
{
    size_t size = count < FRAME_BYTES ? 0 : le32_at(bytes, AT_SIZE);

    return size >= FRAME_BYTES && (size > count || frame_is_whole(bytes, size));
}
