/* SPDX-License-Identifier: GPL-3.0-or-later */
/* faulty_sink.c - a sink over memory or over another sink, that fails when it is told to
 */
#include "support/faulty_sink.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"

enum { SECTOR = 512 };

static void note(struct faulty_sink *faulty, char step)
{
    size_t length = strlen(faulty->order);

    if (length + 1 < sizeof(faulty->order))
        faulty->order[length] = step;
}

static int pass_write(struct faulty_sink *faulty, uint64_t offset, const void *bytes,
                      size_t count)
{
    if (faulty->below.write)
        return faulty->below.write(faulty->below.context, offset, bytes, count);
    if (offset + count > faulty->size)
        return ENOSPC;
    memcpy(faulty->bytes + offset, bytes, count);
    return 0;
}

static int faulty_write(void *context, uint64_t offset, const void *bytes, size_t count)
{
    struct faulty_sink *faulty = context;

    note(faulty, 'w');
    faulty->writes++;
    if (faulty->writes == faulty->lose_write)
        return 0;
    if (faulty->writes != faulty->fail_write)
        return pass_write(faulty, offset, bytes, count);
    if (faulty->fails_half_way && pass_write(faulty, offset, bytes, count / 2))
        return EFAULT;
    return faulty->error ? faulty->error : EIO;
}

static int faulty_flush(void *context)
{
    struct faulty_sink *faulty = context;

    note(faulty, 'f');
    if (++faulty->flushes == faulty->fail_flush)
        return EIO;
    return faulty->below.flush ? faulty->below.flush(faulty->below.context) : 0;
}

static int pass_read(struct faulty_sink *faulty, uint64_t offset, void *bytes,
                     size_t count)
{
    if (faulty->below.read_back)
        return faulty->below.read_back(faulty->below.context, offset, bytes, count);
    if (offset + count > faulty->size)
        return EIO;
    memcpy(bytes, faulty->bytes + offset, count);
    return 0;
}

static int faulty_read_back(void *context, uint64_t offset, void *bytes, size_t count)
{
    struct faulty_sink *faulty = context;

    faulty->reads++;
    if (faulty->fail_read && faulty->reads >= faulty->fail_read)
        return EIO;
    int error = pass_read(faulty, offset, bytes, count);
    if (!error && faulty->is_lying && faulty->lying_offset >= offset &&
        faulty->lying_offset - offset < count)
        ((uint8_t *)bytes)[faulty->lying_offset - offset] ^= 1;
    return error;
}

struct sink faulty_sink(struct faulty_sink *faulty)
{
    return (struct sink){ faulty_write, faulty_flush, faulty_read_back, faulty };
}

struct write_plan faulty_plan(const uint8_t *bytes, const uint64_t *lbas, size_t count)
{
    struct write_plan plan = { .logical = SECTOR, .count = count };

    plan.writes = xcalloc(count, sizeof(*plan.writes));
    for (size_t i = 0; i < count; i++) {
        struct write *write = &plan.writes[i];
        *write = (struct write){ .lba = lbas[i], .count = 1, .is_flushed = true };
        write->before = xmalloc(SECTOR);
        write->after = xmalloc(SECTOR);
        memcpy(write->before, bytes + lbas[i] * SECTOR, SECTOR);
        memset(write->after, 0xaa, SECTOR);
        write->after[0] = (uint8_t)i;
    }
    return plan;
}

void faulty_plan_finish(struct write_plan *plan)
{
    for (size_t i = 0; i < plan->count; i++) {
        free(plan->writes[i].before);
        free(plan->writes[i].after);
    }
    free(plan->writes);
    *plan = (struct write_plan){ 0 };
}
