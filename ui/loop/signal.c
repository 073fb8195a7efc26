/* SPDX-License-Identifier: GPL-3.0-or-later */
/* signal.c - signals as bytes in a pipe, for the loop */
#include "ui/loop/signal.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"
#include "ui/term/term.h"

static const int caught[] = {
    SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGWINCH, SIGTSTP, SIGCONT,
};
static const int crashes[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT };

/* The two ends of the pipe. */
static volatile sig_atomic_t write_end = -1;
static volatile sig_atomic_t read_end = -1;

static void signal_on_caught(int number)
{
    int was = errno;
    unsigned char byte = (unsigned char)number;

    (void)!write(write_end, &byte, 1); /* a full pipe has woken the loop already */
    errno = was;
}

static void on_crash(int number)
{
    term_suspend();
    (void)raise(number); /* SA_RESETHAND has restored the default action */
}

void loop_signal_catch(int number, void (*handler)(int), int flags)
{
    struct sigaction action = { .sa_handler = handler, .sa_flags = flags };

    sigemptyset(&action.sa_mask);
    (void)sigaction(number, &action, NULL); /* cannot fail */
}

static void fill_caught(sigset_t *ret)
{
    sigemptyset(ret);
    for (size_t i = 0; i < ARRAY_SIZE(caught); i++)
        sigaddset(ret, caught[i]);
}

bool loop_signal_start(sigset_t *ret, struct err *err)
{
    sigset_t set;
    int ends[2];

    if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0)
        return err_refuse(err, REFUSAL_NO_PIPE, _("Cannot make a pipe: %s."),
                          strerror(errno));
    read_end = ends[0];
    write_end = ends[1];
    for (size_t i = 0; i < ARRAY_SIZE(caught); i++)
        loop_signal_catch(caught[i], signal_on_caught, SA_RESTART);
    for (size_t i = 0; i < ARRAY_SIZE(crashes); i++)
        loop_signal_catch(crashes[i], on_crash, (int)SA_RESETHAND);
    fill_caught(&set);
    (void)sigprocmask(SIG_UNBLOCK, &set, ret); /* valid signals: cannot fail */
    return true;
}

void loop_signal_end(const sigset_t *before)
{
    (void)sigprocmask(SIG_SETMASK, before,
                      NULL); /* a mask from the kernel: cannot fail */
    for (size_t i = 0; i < ARRAY_SIZE(caught); i++)
        loop_signal_catch(caught[i], SIG_DFL, 0);
    for (size_t i = 0; i < ARRAY_SIZE(crashes); i++)
        loop_signal_catch(crashes[i], SIG_DFL, 0);
    (void)close(read_end);
    (void)close(write_end);
    read_end = write_end = -1;
}

int loop_signal_fd(void)
{
    return read_end;
}

int loop_signal_take(void)
{
    unsigned char byte;

    return read(read_end, &byte, 1) == 1 ? byte : 0;
}

void loop_signal_hold(sigset_t *before)
{
    sigset_t set;

    fill_caught(&set);
    (void)sigprocmask(SIG_BLOCK, &set, before); /* valid signals: cannot fail */
}

void loop_signal_release(const sigset_t *before)
{
    /* Ignoring a signal discards the pending one (POSIX, 2.4.3). */
    loop_signal_catch(SIGTSTP, SIG_IGN, 0);
    loop_signal_catch(SIGINT, SIG_IGN, 0);
    loop_signal_catch(SIGTSTP, signal_on_caught, SA_RESTART);
    loop_signal_catch(SIGINT, signal_on_caught, SA_RESTART);
    (void)sigprocmask(SIG_SETMASK, before,
                      NULL); /* a mask from the kernel: cannot fail */
}

void loop_signal_stop(void)
{
    loop_signal_catch(SIGTSTP, SIG_DFL, 0);
    (void)raise(SIGTSTP); /* without job control it returns at once */
    loop_signal_catch(SIGTSTP, signal_on_caught, SA_RESTART);
}

void loop_signal_raise(int signal_number)
{
    loop_signal_catch(signal_number, SIG_DFL, 0);
    (void)raise(signal_number); /* stays pending if it is blocked */
}
