/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reply.c - decodes the records sent by the child that runs libparted */
#include "device/parted/reply.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "model/base/mem.h"
#include "model/base/str.h"
#include "model/base/utf8.h"

/* Replaces the path of the shadow in a message by PATH; at the start of the message it is
 * removed, because the disk is already named there. */
static char *reply_replace_path(const char *line, const char *path)
{
    static const char shadow[] = PARTED_SHADOW_PATH;
    struct str text = { 0 };
    const char *found;

    if (!strncmp(line, shadow, strlen(shadow)) &&
        !strncmp(line + strlen(shadow), ": ", 2))
        line += strlen(shadow) + 2;
    while ((found = strstr(line, shadow))) {
        str_add_bytes(&text, line, (size_t)(found - line));
        str_add(&text, path);
        line = found + strlen(shadow);
    }
    str_add(&text, line);
    return str_take(&text);
}

/* Copies a message as one line that is safe to print. */
static void reply_copy_text(char *to, size_t size, const char *path, const uint8_t *bytes,
                            size_t count)
{
    char line[513];

    if (count > sizeof(line) - 1)
        count = sizeof(line) - 1;
    memcpy(line, bytes, count);
    line[count] = 0;
    for (char *at = line; *at; at++)
        if (*at == '\n' || *at == '\t')
            *at = ' ';
    CLEANUP(freep) char *named = reply_replace_path(line, path);
    CLEANUP(freep) char *clean = utf8_clean(named);
    copy_text(to, size, clean);
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
                        const char *path, uint32_t kind, const uint8_t *bytes,
                        size_t count)
{
    if (kind == PARTED_VERSION)
        reply_copy_text(reply->version, sizeof(reply->version), path, bytes, count);
    else if (kind == PARTED_MESSAGE && !reply->text[0])
        reply_copy_text(reply->text, sizeof(reply->text), path, bytes, count);
    else if (kind == PARTED_LABEL)
        reply_copy_text(reply->label, sizeof(reply->label), path, bytes, count);
    else if (kind == PARTED_PART)
        reply_add_part(reply, bytes, count);
    else if (kind == PARTED_HOLE && count == sizeof(reply->hole))
        memcpy(&reply->hole, bytes, sizeof(reply->hole));
    else if (kind == PARTED_MADE && count == sizeof(reply->skills))
        memcpy(&reply->skills, bytes, sizeof(reply->skills));
    else if (kind == PARTED_STUCK && count == sizeof(reply->stuck))
        memcpy(&reply->stuck, bytes, sizeof(reply->stuck));
    if (kind == PARTED_MESSAGE)
        reply_copy_text(reply->last, sizeof(reply->last), path, bytes, count);
    reply->has_hole |= kind == PARTED_HOLE;
    reply->is_made |= kind == PARTED_MADE;
    progress->has_label |= kind == PARTED_LABEL;
    progress->is_opened |= kind == PARTED_OPENED;
    progress->is_done |= kind == PARTED_DONE;
    progress->is_absent |= kind == PARTED_ABSENT;
}

static enum parted_status find_status(const struct progress *progress, int ended)
{
    if (progress->is_absent)
        return PARTED_MISSING;
    if (progress->is_done)
        return progress->is_opened   ? PARTED_READ
               : progress->has_label ? PARTED_REFUSED
                                     : PARTED_NO_LABEL;
    if (!WIFSIGNALED(ended))
        return PARTED_FAILED;
    return WTERMSIG(ended) == SIGXCPU || WTERMSIG(ended) == SIGALRM ||
                   WTERMSIG(ended) == SIGKILL
               ? PARTED_TIMEOUT
               : PARTED_CRASHED;
}

void parted_reply_read(struct parted_reply *ret, const char *path, const uint8_t *bytes,
                       size_t count, int ended)
{
    struct progress progress = { 0 };
    struct parted_record record;

    *ret = (struct parted_reply){ 0 };
    for (size_t at = 0; count - at >= sizeof(record);) {
        memcpy(&record, bytes + at, sizeof(record));
        at += sizeof(record);
        if (record.size > count - at)
            break;
        take_record(ret, &progress, path, record.kind, bytes + at, record.size);
        at += record.size;
    }
    ret->status = find_status(&progress, ended);
}

void parted_reply_finish(struct parted_reply *reply)
{
    free(reply->parts);
    *reply = (struct parted_reply){ 0 };
}
