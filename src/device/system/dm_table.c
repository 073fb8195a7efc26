/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dm_table.c - the table of a mapped device, from the kernel */
#include "device/system/dm_table.h"

#include <fcntl.h>
#include <inttypes.h>
#include <linux/dm-ioctl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "model/base/mem.h"

#define FIRST_BYTES 4096U
#define MAX_BYTES   (UINT32_C(1) << 20)

/* Fills SIZE bytes at REPLY, which the kernel may find too few. */
static bool ask_table(int fd, uint64_t device, struct dm_ioctl *reply, uint32_t size)
{
    memset(reply, 0, size);
    reply->version[0] = DM_VERSION_MAJOR;
    reply->data_size = size;
    reply->data_start = sizeof(*reply);
    reply->flags = DM_STATUS_TABLE_FLAG | DM_NOFLUSH_FLAG | DM_SECURE_DATA_FLAG;
    reply->dev = device;
    return !ioctl(fd, DM_TABLE_STATUS, reply);
}

/* The second word after "crypt" is the key. */
static void hide_key(char *line)
{
    char *key = strstr(line, " crypt ");

    for (unsigned i = 0; key && i < 3; i++)
        key = strchr(key + 1, ' ');
    for (key = key ? key + 1 : NULL; key && *key && *key != ' '; key++)
        *key = '0';
}

static void add_targets(const struct dm_ioctl *reply, struct lines *ret)
{
    const char *data = (const char *)reply + reply->data_start;
    uint32_t at = 0;

    for (uint32_t i = 0; i < reply->target_count; i++) {
        struct dm_target_spec target;
        memcpy(&target, data + at, sizeof(target));
        char *line = xasprintf("%" PRIu64 " %" PRIu64 " %.15s %s",
                               (uint64_t)target.sector_start, (uint64_t)target.length,
                               target.target_type, data + at + sizeof(target));
        hide_key(line);
        lines_take(ret, line);
        at = target.next;
    }
}

static bool read_table(int fd, uint64_t device, struct lines *ret)
{
    bool is_read = false;

    for (uint32_t size = FIRST_BYTES; size <= MAX_BYTES && !is_read; size *= 4) {
        struct dm_ioctl *reply = xmalloc(size);
        if (!ask_table(fd, device, reply, size)) {
            free(reply);
            return false;
        }
        is_read = !(reply->flags & DM_BUFFER_FULL_FLAG);
        if (is_read)
            add_targets(reply, ret);
        explicit_bzero(reply, size);
        free(reply);
    }
    return is_read;
}

/* The number of a device as the kernel encodes it for programs (huge_encode_dev). */
static bool find_number(const struct sys *sys, const char *name, uint64_t *ret)
{
    char text[32];
    unsigned high, low;

    if (!sys_text(sys, text, sizeof(text), "class/block/%s/dev", name) ||
        sscanf(text, "%u:%u", &high, &low) != 2)
        return false;
    *ret = (low & 0xff) | (uint64_t)high << 8 | (uint64_t)(low & ~0xffU) << 12;
    return true;
}

bool dm_table_read(const struct sys *sys, const char *name, struct lines *ret)
{
    CLEANUP(freep) char *path = xasprintf("%s/mapper/control", sys->dev);
    uint64_t device;
    int fd = find_number(sys, name, &device) ? open(path, O_RDONLY | O_CLOEXEC) : -1;

    if (fd < 0)
        return false;
    bool is_read = read_table(fd, device, ret);
    (void)close(fd); /* only read */
    return is_read;
}
