/* SPDX-License-Identifier: GPL-3.0-or-later */
/* consent.c - a typed yes before anything is written */
#include "ui/cli/consent.h"

#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "device/io/clock.h"
#include "device/move/findings/fix_check.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"
#include "ui/app/consent.h"
#include "ui/cli/output.h"
#include "ui/cli/signals.h"

/* Discards what is typed until END_MS, and what can be read then, in case this program
 * was slow.  True if there was something. */
static bool discard_until(int fd, uint64_t end_ms)
{
    struct pollfd poll_fd = { .fd = fd, .events = POLLIN };
    char bytes[256];
    bool is_any = false;

    for (;;) {
        uint64_t now = clock_ms();
        int left_ms = now < end_ms ? (int)(end_ms - now) : 0;
        bool is_ready = poll(&poll_fd, 1, left_ms) > 0;

        if (!is_ready && left_ms)
            continue;
        /* If the terminal is gone, the question will not be answered either. */
        if (!is_ready || read(fd, bytes, sizeof(bytes)) <= 0)
            return is_any;
        is_any = true;
    }
}

/* Discards what was typed before the question is visible, and for CONSENT_DELAY_MS after
 * that, without echo.  Signals are blocked while the terminal's modes are changed.  True
 * if something was typed. */
static bool discard_early_keys(int fd)
{
    struct termios as_it_was, raw;
    sigset_t before;

    (void)tcdrain(STDERR_FILENO); /* a serial line takes seconds for a long plan */
    uint64_t end_ms = clock_ms() + CONSENT_DELAY_MS;
    if (tcgetattr(fd, &as_it_was) != 0)
        return discard_until(fd, end_ms);
    signals_hold(&before);
    raw = as_it_was;
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    (void)tcsetattr(fd, TCSANOW, &raw); /* on failure only complete lines are discarded */
    bool is_any = discard_until(fd, end_ms);
    (void)tcsetattr(fd, TCSAFLUSH, &as_it_was); /* the same call has worked before */
    signals_release(&before);
    return is_any;
}

/* Asks again as long as keys come too early, as in a long paste. */
static void ask(int fd, bool offers_check)
{
    const char *question =
        offers_check
            /* TRANSLATORS: the word check stays as it is: it is typed */
            ? _("\nType yes to write, check to have the file systems checked first, "
                "anything\nelse to go back: ")
            : _("\nType yes to write, anything else to go back: ");

    output_text(stderr, question);
    while (discard_early_keys(fd)) {
        output_text(stderr, _("\nWhat was typed before this question is ignored."));
        output_text(stderr, question);
    }
}

static enum consent consent_of(const char *line, size_t length, bool offers_check)
{
    static const char check[] = "check\n";

    if (consent_is_yes_bytes(line, length))
        return CONSENT_GIVEN;
    return offers_check && !strcmp(line, check) ? CONSENT_CHECK : CONSENT_DENIED;
}

enum consent consent_ask(bool offers_check)
{
    CLEANUP(freep) char *line = NULL;
    size_t room = 0;

    if (!isatty(STDOUT_FILENO) || !isatty(STDERR_FILENO))
        return CONSENT_IMPOSSIBLE;
    int fd = open("/dev/tty", O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return CONSENT_IMPOSSIBLE;
    FILE *terminal = fdopen(fd, "r");
    if (!terminal) {
        (void)close(fd);
        return CONSENT_IMPOSSIBLE;
    }
    (void)fflush(stdout); /* an error is reported at the end of the program */
    ask(fd, offers_check);
    ssize_t length = getline(&line, &room, terminal);
    (void)fclose(terminal); /* it was only read */
    return length > 0 ? consent_of(line, (size_t)length, offers_check) : CONSENT_DENIED;
}

bool consent_refuse(struct err *err)
{
    return err_refuse(err, REFUSAL_NO_TERMINAL, "%s",
                      _("Nothing was written: there is no terminal to ask on. --yes "
                        "writes without asking, --dry-run only shows."));
}

const char *consent_refusal_id(const struct rehearsal_report *report)
{
    return report->refusal_id ? report->refusal_id : fix_findings[FIX_FREE_DATA].id;
}

bool consent_refuse_loss(const struct rehearsal_report *report, struct err *err)
{
    return err_refuse_as(err, consent_refusal_id(report), _("Nothing was written. %s"),
                         report->refusal);
}
