/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reply.c - decodes the records sent by the child that runs libparted */
#include "device/parted/reply.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "model/base/mem.h"
#include "model/base/utf8.h"

/* Copies a text as one line that is safe to print. */
static void reply_copy_text(char *to, size_t size, const uint8_t *bytes, size_t count)
{
    char line[513];

    if (count > sizeof(line) - 1)
        count = sizeof(line) - 1;
    memcpy(line, bytes, count);
    line[count] = 0;
    CLEANUP(freep) char *clean = utf8_clean(line);
    copy_text(to, size, clean);
}

static void reply_add_objection(struct parted_reply *reply, const uint8_t *bytes)
{
    memcpy(&reply->last_objection, bytes, sizeof(reply->last_objection));
    if (!reply->objection)
        reply->objection = reply->last_objection;
}

static void reply_add_part(struct parted_reply *reply, const uint8_t *bytes, size_t count)
{
    struct parted_part part;

    if (count != sizeof(part))
        return;
    memcpy(&part, bytes, sizeof(part));
    part.name[sizeof(part.name) - 1] = 0;
    part.type[sizeof(part.type) - 1] = 0;
    reply->parts = xrealloc(reply->parts, reply->count + 1, sizeof(*reply->parts));
    reply->parts[reply->count++] = part;
}

struct progress {
    bool has_label, is_opened, is_done, is_absent;
};

static void take_record(struct parted_reply *reply, struct progress *progress,
                        uint32_t kind, const uint8_t *bytes, size_t count)
{
    if (kind == PARTED_VERSION)
        reply_copy_text(reply->version, sizeof(reply->version), bytes, count);
    else if (kind == PARTED_OBJECTS && count == sizeof(reply->objection))
        reply_add_objection(reply, bytes);
    else if (kind == PARTED_LABEL)
        reply_copy_text(reply->label, sizeof(reply->label), bytes, count);
    else if (kind == PARTED_PART)
        reply_add_part(reply, bytes, count);
    else if (kind == PARTED_HOLE && count == sizeof(reply->hole))
        memcpy(&reply->hole, bytes, sizeof(reply->hole));
    else if (kind == PARTED_MADE && count == sizeof(reply->skills))
        memcpy(&reply->skills, bytes, sizeof(reply->skills));
    else if (kind == PARTED_STUCK && count == sizeof(reply->stuck))
        memcpy(&reply->stuck, bytes, sizeof(reply->stuck));
    reply->has_hole |= kind == PARTED_HOLE;
    reply->is_made |= kind == PARTED_MADE;
    progress->has_label |= kind == PARTED_LABEL;
    progress->is_opened |= kind == PARTED_OPENED;
    progress->is_done |= kind == PARTED_DONE;
    progress->is_absent |= kind == PARTED_ABSENT;
}

static enum parted_status find_status(const struct parted_reply *reply,
                                      const struct progress *progress, int ended)
{
    if (progress->is_absent)
        return PARTED_MISSING;
    if (progress->is_done && progress->is_opened)
        return PARTED_READ;
    if (progress->is_done)
        return reply->objection == OBJECTION_MEMORY ? PARTED_MEMORY
               : progress->has_label                ? PARTED_REFUSED
                                                    : PARTED_NO_LABEL;
    if (!WIFSIGNALED(ended))
        return PARTED_FAILED;
    return WTERMSIG(ended) == SIGXCPU || WTERMSIG(ended) == SIGALRM ||
                   WTERMSIG(ended) == SIGKILL
               ? PARTED_TIMEOUT
               : PARTED_CRASHED;
}

bool parted_reply_is_whole(const uint8_t *bytes, size_t count)
{
    struct parted_record record = { PARTED_VERSION, 0 };

    for (size_t at = 0; count - at >= sizeof(record); at += record.size) {
        memcpy(&record, bytes + at, sizeof(record));
        at += sizeof(record);
        if (record.size > count - at)
            return false;
        if (record.kind == PARTED_DONE)
            return true;
    }
    return false;
}

void parted_reply_read(struct parted_reply *ret, const uint8_t *bytes, size_t count,
                       int ended)
{
    struct progress progress = { 0 };
    struct parted_record record;

    *ret = (struct parted_reply){ 0 };
    for (size_t at = 0; count - at >= sizeof(record);) {
        memcpy(&record, bytes + at, sizeof(record));
        at += sizeof(record);
        if (record.size > count - at)
            break;
        take_record(ret, &progress, record.kind, bytes + at, record.size);
        at += record.size;
    }
    ret->status = find_status(ret, &progress, ended);
}

bool parted_reply_is_refused(const struct parted_reply *reply)
{
    return reply->status == PARTED_REFUSED || reply->status == PARTED_NO_LABEL ||
           reply->status == PARTED_MEMORY;
}

void parted_reply_finish(struct parted_reply *reply)
{
    free(reply->parts);
    *reply = (struct parted_reply){ 0 };
}
