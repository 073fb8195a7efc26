/* SPDX-License-Identifier: GPL-3.0-or-later */
/* console.c - a terminal that the kernel writes its messages on, too */
#include "ui/loop/console.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "model/base/mem.h"
#include "model/base/num.h"

#define QUIET_MS      2000
#define MESSAGE_BYTES 8192 /* the most that a record has */

enum { PRIORITY_LEVELS = 8, LEVEL_ALL = 8 }; /* of syslog: 0 is the worst */

/* The first number is the level of the console. */
static int console_level(const struct sys *sys)
{
    CLEANUP(freep) char *text = sys_proc(sys, "sys/kernel/printk");

    return *text ? (int)strtol(text, NULL, 10) : LEVEL_ALL;
}

void console_begin(struct console *ret, bool is_shared, const struct sys *sys)
{
    char path[SYS_PATH];

    *ret = (struct console){ .is_shared = is_shared, .fd = -1, .screen = -1 };
    if (!is_shared)
        return;
    sys_node_of(sys, "kmsg", path);
    ret->level = console_level(sys);
    ret->fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (ret->fd >= 0)
        (void)lseek(ret->fd, 0, SEEK_END); /* only what comes from now on */
}

void console_end(struct console *console)
{
    if (console->fd >= 0)
        close(console->fd);
    console->fd = -1;
}

bool console_changes(struct console *console, int screen)
{
    bool is_other = console->screen >= 0 && console->screen != screen;

    console->screen = screen;
    return console->is_shared && is_other;
}

/* A record begins with its priority, "6,339,5140900,-;text"; a read returns one record.
 */
void console_take(struct console *console, uint64_t now)
{
    char record[MESSAGE_BYTES];
    ssize_t count;

    while (console->fd >= 0 &&
           (count = read(console->fd, record, sizeof(record) - 1)) > 0) {
        record[count] = '\0';
        if (strtol(record, NULL, 10) % PRIORITY_LEVELS >= console->level)
            continue;
        console->has_moved = true;
        console->moved_ms = now;
    }
}

int console_wait(const struct console *console, uint64_t key_ms, uint64_t now)
{
    uint64_t gone = now - num_max(console->moved_ms, key_ms);

    if (!console->has_moved)
        return -1;
    return gone >= QUIET_MS ? 0 : (int)(QUIET_MS - gone);
}

bool console_is_quiet(struct console *console, uint64_t key_ms, uint64_t now)
{
    if (console_wait(console, key_ms, now) != 0)
        return false;
    console->has_moved = false;
    return true;
}
