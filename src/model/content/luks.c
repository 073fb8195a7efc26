/* SPDX-License-Identifier: GPL-3.0-or-later */
/* luks.c - decodes LUKS1 and LUKS2 headers: start and sector size of the encrypted data
 *
 * "LUKS1 On-Disk Format Specification" 1.2.3, figure 1; "LUKS2 On-Disk Format
 * Specification" 1.1, 2.1 (binary header) and 3.3 (segments). */
#include <string.h>

#include "model/base/json_scan.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/content/kinds.h"

enum {
    SECTOR = 512,
    VERSION = 6,
    V1_PAYLOAD = 104,
    V2_HEADER_SIZE = 8,
    V2_JSON = 4096,
    V2_HEADER_MAX = 4 * 1024 * 1024,
};

static void luks_decode_v1(const uint8_t *header, struct inside *ret)
{
    /* This is 0 for a detached header. */
    ret->data_offset = (uint64_t)be32_at(header, V1_PAYLOAD) * SECTOR;
    ret->unit = SECTOR;
    ret->block = SECTOR;
    ret->sector = SECTOR;
}

/* Finds the first segment in use.  Segments with flags are backups kept during
 * reencryption. */
static bool find_segment(struct json_piece segments, struct json_piece *ret)
{
    struct json_piece key, value, flags;
    uint64_t lowest = UINT64_MAX, offset;

    while (json_next(&segments, &key, &value)) {
        struct json_piece place;
        if (json_member(value, "flags", &flags) ||
            !json_member(value, "offset", &place) || !json_number(place, &offset))
            continue;
        if (offset < lowest) {
            lowest = offset;
            *ret = value;
        }
    }
    return lowest != UINT64_MAX;
}

static bool decode_json(struct json_piece text, struct inside *ret)
{
    struct json_piece segments, segment, piece;
    uint64_t sector = SECTOR; /* segments of type "linear" have no sector_size */

    if (!json_member(text, "segments", &segments) || !find_segment(segments, &segment))
        return false;
    if (json_member(segment, "sector_size", &piece) && !json_number(piece, &sector))
        return false;
    if (!inside_is_block(sector, 512, 4096) || !json_member(segment, "offset", &piece) ||
        !json_number(piece, &ret->data_offset))
        return false;
    ret->unit = sector;
    ret->block = sector;
    ret->sector = sector;
    return true;
}

/* The JSON text usually ends with a NUL long before the end of its area, so it is read in
 * pieces of 4 KiB until a NUL is found. */
static bool luks_decode_v2(const struct reader *part, const uint8_t *header,
                           struct inside *ret)
{
    uint64_t size = be64_at(header, V2_HEADER_SIZE);

    if (size <= V2_JSON || size > V2_HEADER_MAX || size % V2_JSON != 0)
        return false;
    CLEANUP(freep) char *text = NULL;
    size_t count = 0;
    do {
        text = xrealloc(text, count + V2_JSON, 1);
        if (!reader_read(part, V2_JSON + count, text + count, V2_JSON))
            return false;
        count += V2_JSON;
    } while (!memchr(text + count - V2_JSON, 0, V2_JSON) && count + V2_JSON < size);
    return decode_json((struct json_piece){ text, text + strnlen(text, count) }, ret);
}

bool inside_luks(const struct reader *part, struct inside *ret)
{
    uint8_t header[SECTOR];

    if (!reader_read(part, 0, header, sizeof(header)) ||
        memcmp(header, "LUKS\xba\xbe", 6) != 0)
        return false;
    uint16_t version = be16_at(header, VERSION);
    if (version == 1)
        luks_decode_v1(header, ret);
    else if (version != 2 || !luks_decode_v2(part, header, ret))
        return false;
    inside_prove(ret, 0, header, 6);
    return true;
}
