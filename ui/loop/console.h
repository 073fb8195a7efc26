/* SPDX-License-Identifier: GPL-3.0-or-later */
/* console.h - a terminal that the kernel writes its messages on, too
 *
 * What it writes on a virtual console or a serial line stands between what is shown, and
 * curses does not know of it.  Such a screen is painted again as a whole: whenever
 * another one is shown, and when the kernel has been quiet for some time after a message.
 */
#ifndef ALIDADE_UI_LOOP_CONSOLE_H
#define ALIDADE_UI_LOOP_CONSOLE_H

#include <stdbool.h>
#include <stdint.h>

#include "device/io/sys.h"

struct console {
    bool is_shared; /* with the kernel */
    int fd;    /* of /dev/kmsg (kernel: Documentation/ABI/testing/dev-kmsg); -1: none */
    int level; /* messages of this level and above are not shown */
    bool has_moved;
    uint64_t moved_ms; /* time of the last message that was shown */
    int screen;        /* the one that was painted last */
};

/* What the kernel does not tell is done without.  console_end(). */
void console_begin(struct console *ret, bool is_shared, const struct sys *sys);
void console_end(struct console *console);

/* True once for each SCREEN that is another one than before, on a shared terminal. */
bool console_changes(struct console *console, int screen);
/* Reads the messages that have come until NOW, in ms. */
void console_take(struct console *console, uint64_t now);
/* The time in ms until console_is_quiet() can be true, if the last key was pressed at
 * KEY_MS; -1: not before the next message. */
int console_wait(const struct console *console, uint64_t key_ms, uint64_t now);
/* True once after messages: 2 seconds after the last of them, and after the last key. */
bool console_is_quiet(struct console *console, uint64_t key_ms, uint64_t now);

#endif
