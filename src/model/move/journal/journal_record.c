/* SPDX-License-Identifier: GPL-3.0-or-later */
/* journal_record.c - heads and checksums of the records of a move's journal */
#include "model/move/journal/journal_record.h"

#include <string.h>

#include "model/base/frame.h"
#include "model/base/intl.h"
#include "model/base/num.h"
#include "model/base/utf8.h"
#include "model/move/journal/journal_private.h"

enum { HEAD_BYTES = 64 };

static const struct wire head_fields[] = {
    WIRE_AT(WIRE_BYTES, struct journal_head, 32, 16, transaction),
    WIRE_AT(WIRE_NUMBER, struct journal_head, 48, 8, disk_bytes),
    WIRE_AT(WIRE_NUMBER, struct journal_head, 56, 2, step),
};

/* --- whole records --- */

void journal_encode(const struct journal_kind_of *kind, const void *value, uint8_t *bytes,
                    size_t count)
{
    const struct frame frame = { (uint16_t)kind->kind, JOURNAL_VERSION, JOURNAL_PROGRAM };

    memset(bytes, 0, count);
    wire_encode(head_fields, ARRAY_SIZE(head_fields), value, bytes);
    wire_encode(kind->fields, kind->field_count, value, bytes);
    frame_put(&frame, bytes, count);
}

/* True if encoding VALUE gives the same bytes: nothing is where zeros should be. */
static bool encodes_to(const struct journal_kind_of *kind, const void *value,
                       const uint8_t *bytes, size_t count)
{
    CLEANUP(freep) uint8_t *again = xmalloc(count);

    journal_encode(kind, value, again, count);
    return !memcmp(bytes, again, count);
}

enum journal_record journal_record_kind(const uint8_t *bytes, size_t count)
{
    unsigned kind = count < HEAD_BYTES ? 0 : frame_get(bytes, count).kind;

    return kind <= JOURNAL_SAVED ? (enum journal_record)kind : JOURNAL_NOTHING;
}

static enum journal_state refuse_newer(const struct frame *frame, struct err *err)
{
    CLEANUP(freep) char *shown = utf8_shown(frame->program);

    (void)err_set(err, ERR_REFUSED,
                  _("A newer version of alidade has begun to move a partition. "
                    "Complete it with alidade %s or newer."),
                  shown);
    return RECORD_NEWER;
}

static enum journal_state refuse_damaged(struct err *err)
{
    (void)err_set(err, ERR_UNREADABLE,
                  _("A record in the journal of the move is damaged."));
    return RECORD_DAMAGED;
}

static enum journal_state value_decode(const struct journal_kind_of *kind,
                                       const void *base, const uint8_t *bytes,
                                       size_t size, void *value, struct err *err)
{
    if (!wire_decode(head_fields, ARRAY_SIZE(head_fields), bytes, value) ||
        !wire_decode(kind->fields, kind->field_count, bytes, value) ||
        !encodes_to(kind, value, bytes, size))
        return refuse_damaged(err);
    if (!kind->belongs(value, base, err))
        return RECORD_OTHER;
    if (kind->is_sound(value, base))
        return RECORD_VALID;
    (void)err_set(err, ERR_UNREADABLE,
                  _("A record in the journal of the move is invalid: a number in it is "
                    "outside the disk, or contradicts another one."));
    return RECORD_DAMAGED;
}

enum journal_state journal_decode(const struct journal_kind_of *kind, const void *base,
                                  const uint8_t *bytes, size_t count, size_t size,
                                  void *ret, struct err *err)
{
    if (journal_record_kind(bytes, count) != kind->kind) {
        (void)err_set(err, ERR_UNREADABLE,
                      _("There is no record of the journal of a move."));
        return RECORD_NONE;
    }
    struct frame frame = frame_get(bytes, count);
    if (frame.version > JOURNAL_VERSION && frame_is_credible(bytes, count))
        return refuse_newer(&frame, err);
    if (count < size || frame.version != JOURNAL_VERSION || !frame_is_whole(bytes, size))
        return refuse_damaged(err);
    CLEANUP(freep) void *value = xcalloc(1, kind->size);
    enum journal_state state = value_decode(kind, base, bytes, size, value, err);
    if (state == RECORD_VALID)
        memcpy(ret, value, kind->size);
    return state;
}

/* --- checks that several kinds need --- */

bool journal_is_within(uint64_t start, uint64_t length, uint64_t end)
{
    return length <= end && start <= end - length;
}

bool journal_meets(uint64_t a, uint64_t a_end, uint64_t b, uint64_t b_end)
{
    return a < b_end && b < a_end;
}

bool journal_refuse_sectors(uint64_t written, uint64_t logical, struct err *err)
{
    return err_set(err, ERR_REFUSED,
                   _("A partition of this disk was being moved while its sectors had "
                     "%1$llu bytes; now they have %2$llu. Connect it as it was then, "
                     "for example in the same enclosure. Of an image file, name them: "
                     "--sector-size=%1$llu"),
                   (ull)written, (ull)logical);
}

bool journal_belongs_to_disk(const struct journal_head *head, uint64_t logical,
                             const struct journal_disk *disk, struct err *err)
{
    uint64_t bytes = 0;

    if (logical != disk->logical)
        return journal_refuse_sectors(logical, disk->logical, err);
    if (!num_mul(disk->sectors, disk->logical, &bytes) || bytes != head->disk_bytes)
        return err_set(err, ERR_REFUSED,
                       _("The disk on which a partition was being moved had %1$llu "
                         "bytes; this one has %2$llu."),
                       (ull)head->disk_bytes, (ull)bytes);
    return true;
}

bool journal_belongs_to_plan(const void *value, const void *base, struct err *err)
{
    const struct journal_head *head = value;
    const struct journal_plan *plan = base;

    return (guid_equal(&head->transaction, &plan->head.transaction) &&
            head->disk_bytes == plan->head.disk_bytes) ||
           err_set(err, ERR_REFUSED,
                   _("A record in the journal is of another move, not of this one."));
}

const struct journal_step *journal_step_of(const struct journal_plan *plan,
                                           const struct journal_head *head)
{
    if (head->step >= plan->step_count || plan->steps[head->step].action != MOVES_DATA)
        return NULL;
    return &plan->steps[head->step];
}
