/* SPDX-License-Identifier: GPL-3.0-or-later */
/* patience.c - says what is waited for before the first write: a drive, or a lock
 *
 * Of a drive on a thread of its own: what waits for it in the kernel can do nothing else.
 */
#include "ui/cli/patience.h"

#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <unistd.h>

#include "device/io/background.h"
#include "device/io/clock.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/report/fix.h"
#include "ui/cli/output.h"
#include "ui/cli/status_line.h"

#define FIRST_MS 2000
#define AGAIN_MS 60000
/* Of 0.1 s each: udev holds the lock briefly. */
#define LOCK_TRIES_SILENT 5

static void tell_wait(bool is_json, const char *words)
{
    if (is_json)
        output_json(report_json_fix_note(words));
    else
        status_line_add(words);
    (void)fflush(is_json ? stdout : stderr); /* fails if no one listens */
}

static void say_wait(const struct patience *patience, uint64_t seconds)
{
    CLEANUP(freep)
    char *words = xasprintf(_("A drive has not answered yet, after %llu s. Nothing was "
                              "written; Ctrl-C ends this."),
                            (ull)seconds);

    tell_wait(patience->is_json, words);
}

static void wait_for_end(void *context)
{
    const struct patience *patience = context;
    struct pollfd end = { .fd = patience->ends[0], .events = POLLIN };
    uint64_t begun = clock_ms();

    for (int ms = FIRST_MS; !poll(&end, 1, ms); ms = AGAIN_MS)
        say_wait(patience, (clock_ms() - begun) / 1000);
}

/* Without a thread it remains silent. */
void patience_begin(struct patience *ret, bool is_json)
{
    *ret = (struct patience){ .is_json = is_json };
    if (pipe2(ret->ends, O_CLOEXEC))
        return;
    ret->thread = background_new();
    if (ret->thread) {
        background_start(ret->thread, wait_for_end, ret);
        return;
    }
    (void)close(ret->ends[0]);
    (void)close(ret->ends[1]);
}

void patience_end(struct patience *patience)
{
    if (!patience->thread)
        return;
    /* A child process can have the pipe too: closing it would not do. */
    (void)!write(patience->ends[1], "", 1); /* the pipe is empty */
    background_free(patience->thread);
    (void)close(patience->ends[0]);
    (void)close(patience->ends[1]);
    patience->thread = NULL;
}

static bool tell_of_lock(void *context)
{
    struct lock_told *told = context;

    if (++told->tries == LOCK_TRIES_SILENT)
        tell_wait(told->is_json,
                  _("Another program holds the lock, which is tried again for "
                    "5 s. Nothing was written; Ctrl-C ends this."));
    return true;
}

struct sink_lock_watch lock_told_watch(struct lock_told *told)
{
    return (struct sink_lock_watch){ tell_of_lock, told };
}
