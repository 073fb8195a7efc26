/* SPDX-License-Identifier: GPL-3.0-or-later */
/* terminal.c - a terminal with a person at it, on libvterm and a pty */
#include "e2e/terminal.h"

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <vterm.h>

#include "model/base/mem.h"
#include "support/test.h"

enum {
    PATIENCE_MS = 20000,
    /* What the shell between us and the program reports: a state, then a code. */
    REPORT_SIZE = 2,
};

/* Between the pty and the program sits a process that does what a shell does: it gives
 * the program a process group of its own, notices when it stops, and continues it. */
struct terminal {
    VTerm *vterm;
    VTermScreen *screen;
    int pty;
    int report;  /* from the shell: state and code */
    int control; /* to the shell: any byte continues the program */
    pid_t shell;
    pid_t program;
    enum terminal_state state;
    int code;
    int rows, cols;
    size_t bytes;
    VTermPos cursor;
    bool is_cursor_visible;
    bool is_alternate;
    char last[8]; /* the character that REP repeats */
    char escape[32];
    size_t escape_length;
    char row[1024];
};

static int on_cursor(VTermPos pos, VTermPos old, int visible, void *user)
{
    struct terminal *terminal = user;

    (void)old;     /* the callback's shape is libvterm's */
    (void)visible; /* told by the property */
    terminal->cursor = pos;
    return 1;
}

static int on_property(VTermProp prop, VTermValue *value, void *user)
{
    struct terminal *terminal = user;

    if (prop == VTERM_PROP_CURSORVISIBLE)
        terminal->is_cursor_visible = value->boolean;
    else if (prop == VTERM_PROP_ALTSCREEN)
        terminal->is_alternate = value->boolean;
    return 1;
}

static const VTermScreenCallbacks callbacks = {
    .movecursor = on_cursor,
    .settermprop = on_property,
};

static void report(int fd, enum terminal_state state, int code)
{
    unsigned char bytes[REPORT_SIZE] = { (unsigned char)state, (unsigned char)code };

    if (write(fd, bytes, sizeof(bytes)) != (ssize_t)sizeof(bytes))
        _exit(1);
}

/* Runs in the child, as the session's leader. */
static _Noreturn void be_shell(const char *const *argv, int report_fd, int control_fd)
{
    int status;
    char any;

    (void)signal(SIGTTOU, SIG_IGN); /* or tcsetpgrp would stop it */
    pid_t program = fork();
    if (program == 0) {
        (void)setpgid(0, 0); /* the parent does the same, whichever is first */
        (void)tcsetpgrp(0, getpgrp());
        (void)signal(SIGTTOU, SIG_DFL);
        execv(argv[0], (char *const *)(uintptr_t)argv);
        _exit(127);
    }
    (void)setpgid(program, program);
    if (write(report_fd, &program, sizeof(program)) != (ssize_t)sizeof(program))
        _exit(1);
    while (waitpid(program, &status, WUNTRACED) == program) {
        if (!WIFSTOPPED(status)) {
            report(report_fd, TERMINAL_ENDED,
                   WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
            break;
        }
        (void)tcsetpgrp(0, getpgrp());
        report(report_fd, TERMINAL_STOPPED, 0);
        if (read(control_fd, &any, 1) != 1)
            break;
        (void)tcsetpgrp(0, program);
        (void)kill(-program, SIGCONT);
    }
    /* Stay until the terminal is closed: its screen is still to be read. */
    (void)!read(control_fd, &any, 1);
    _exit(0);
}

static void start_emulator(struct terminal *terminal, const char *term)
{
    terminal->vterm = vterm_new(terminal->rows, terminal->cols);
    vterm_set_utf8(terminal->vterm, strncmp(term, "vt", 2) != 0);
    terminal->screen = vterm_obtain_screen(terminal->vterm);
    vterm_screen_set_callbacks(terminal->screen, &callbacks, terminal);
    vterm_screen_enable_altscreen(terminal->screen, 1);
    vterm_screen_reset(terminal->screen, 1);
}

static void set_environment(const char *term, const char *const *env)
{
    (void)setenv("TERM", term, 1); /* only fails without memory: then exec does too */
    (void)unsetenv("LINES");
    (void)unsetenv("COLUMNS");
    for (; env && *env; env++)
        (void)putenv((char *)(uintptr_t)*env);
}

static bool is_possible(void)
{
    int master, slave;

    if (openpty(&master, &slave, NULL, NULL, NULL))
        return false;
    (void)close(master);
    (void)close(slave);
    return true;
}

int terminal_run_tests(void)
{
    if (is_possible())
        return test_run(NULL);
    puts("1..0 # SKIP no pseudo-terminals here: devpts is not mounted");
    return EXIT_SUCCESS;
}

struct terminal *terminal_start(int rows, int cols, const char *term,
                                const char *const *argv, const char *const *env)
{
    struct terminal *terminal = xcalloc(1, sizeof(*terminal));
    struct winsize size = { .ws_row = (unsigned short)rows,
                            .ws_col = (unsigned short)cols };
    int reports[2], controls[2];

    terminal->rows = rows;
    terminal->cols = cols;
    ck_assert(!pipe2(reports, O_CLOEXEC) && !pipe2(controls, O_CLOEXEC));
    terminal->shell = forkpty(&terminal->pty, NULL, NULL, &size);
    ck_assert_int_ge(terminal->shell, 0);
    if (terminal->shell == 0) {
        (void)close(controls[1]);
        set_environment(term, env);
        be_shell(argv, reports[1], controls[0]);
    }
    (void)close(reports[1]);
    (void)close(controls[0]);
    terminal->report = reports[0];
    terminal->control = controls[1];
    ck_assert_int_eq(read(reports[0], &terminal->program, sizeof(terminal->program)),
                     sizeof(terminal->program));
    start_emulator(terminal, term);
    return terminal;
}

void terminal_free(struct terminal *terminal)
{
    if (terminal->state != TERMINAL_ENDED)
        (void)kill(-terminal->program, SIGKILL);
    (void)close(terminal->control);
    (void)close(terminal->report);
    (void)close(terminal->pty);
    (void)kill(terminal->shell, SIGKILL);
    (void)waitpid(terminal->shell, NULL, 0);
    vterm_free(terminal->vterm);
    free(terminal);
}

static void put_bytes(struct terminal *terminal, const char *bytes, size_t count)
{
    (void)vterm_input_write(terminal->vterm, bytes, count); /* takes everything */
}

/* xterm's "repeat the last character n times", which libvterm does not know. */
static bool repeats(struct terminal *terminal)
{
    unsigned times;
    char final;

    if (sscanf(terminal->escape, "\033[%u%c", &times, &final) != 2 || final != 'b')
        return false;
    while (times--)
        put_bytes(terminal, terminal->last, strlen(terminal->last));
    return true;
}

/* Holds escape sequences back until they are whole, so that REP can be taken out. */
static void feed(struct terminal *terminal, char byte)
{
    if (!terminal->escape_length && byte != '\033') {
        size_t used = strlen(terminal->last);
        if (((unsigned char)byte & 0xC0) != 0x80)
            used = 0;
        if (used + 1 < sizeof(terminal->last)) {
            terminal->last[used] = byte;
            terminal->last[used + 1] = '\0';
        }
        put_bytes(terminal, &byte, 1);
        return;
    }
    terminal->escape[terminal->escape_length++] = byte;
    terminal->escape[terminal->escape_length] = '\0';
    bool is_csi = terminal->escape_length > 1 && terminal->escape[1] == '[';
    bool is_whole = terminal->escape_length > 1 &&
                    (is_csi ? terminal->escape_length > 2 && byte >= '@' && byte <= '~'
                            : byte != '(' && byte != ')' && byte != '[');
    if (!is_whole && terminal->escape_length + 1 < sizeof(terminal->escape))
        return;
    if (!repeats(terminal))
        put_bytes(terminal, terminal->escape, terminal->escape_length);
    terminal->escape_length = 0;
}

static void read_report(struct terminal *terminal)
{
    unsigned char bytes[REPORT_SIZE];

    if (read(terminal->report, bytes, sizeof(bytes)) == (ssize_t)sizeof(bytes)) {
        terminal->state = (enum terminal_state)bytes[0];
        terminal->code = bytes[1];
    }
}

/* Takes what has come, waiting for it at most so long. */
static void read_output(struct terminal *terminal, int wait_ms)
{
    struct pollfd fds[] = {
        { .fd = terminal->pty, .events = POLLIN },
        { .fd = terminal->state == TERMINAL_ENDED ? -1 : terminal->report,
          .events = POLLIN },
    };
    char buf[4096];

    if (poll(fds, ARRAY_SIZE(fds), wait_ms) <= 0)
        return;
    if (fds[0].revents) {
        ssize_t n = read(terminal->pty, buf, sizeof(buf));
        for (ssize_t i = 0; i < n; i++)
            feed(terminal, buf[i]);
        terminal->bytes += n > 0 ? (size_t)n : 0;
        vterm_screen_flush_damage(terminal->screen);
    } else if (fds[1].revents) {
        read_report(terminal);
    }
}

void terminal_type(struct terminal *terminal, const char *keys)
{
    size_t count = strlen(keys);

    ck_assert_int_eq(write(terminal->pty, keys, count), (ssize_t)count);
}

void terminal_resize(struct terminal *terminal, int rows, int cols)
{
    struct winsize size = { .ws_row = (unsigned short)rows,
                            .ws_col = (unsigned short)cols };

    terminal->rows = rows;
    terminal->cols = cols;
    /* A terminal that changes its size has no scrolling region any more; this one would
     * keep the region's first row, and scroll below its last. */
    vterm_input_write(terminal->vterm, "\033[r", strlen("\033[r"));
    vterm_set_size(terminal->vterm, rows, cols);
    ck_assert(!ioctl(terminal->pty, TIOCSWINSZ, &size));
}

void terminal_signal(struct terminal *terminal, int signal)
{
    ck_assert(!kill(terminal->program, signal));
}

const char *terminal_row(struct terminal *terminal, int row)
{
    size_t used = 0, end = 0;
    VTermScreenCell cell;

    for (int col = 0; col<terminal->cols; col += cell.width> 1 ? cell.width : 1) {
        VTermPos pos = { .row = row, .col = col };
        if (!vterm_screen_get_cell(terminal->screen, pos, &cell))
            break;
        uint32_t c = cell.chars[0] ? cell.chars[0] : ' ';
        char *at = terminal->row + used;
        if (c < 0x80)
            used += (size_t)snprintf(at, 2, "%c", (char)c);
        else if (c < 0x800)
            used += (size_t)snprintf(at, 3, "%c%c", (int)(0xC0 | c >> 6),
                                     (int)(0x80 | (c & 0x3F)));
        else
            used +=
                (size_t)snprintf(at, 4, "%c%c%c", (int)(0xE0 | c >> 12),
                                 (int)(0x80 | (c >> 6 & 0x3F)), (int)(0x80 | (c & 0x3F)));
        if (c != ' ')
            end = used;
    }
    terminal->row[end] = '\0';
    return terminal->row;
}

char *terminal_dump(struct terminal *terminal)
{
    char *dump = xstrdup("");

    for (int row = 0; row < terminal->rows; row++) {
        char *longer = xasprintf("%s%s\n", dump, terminal_row(terminal, row));
        free(dump);
        dump = longer;
    }
    return dump;
}

static bool has(struct terminal *terminal, const char *text)
{
    for (int row = 0; row < terminal->rows; row++)
        if (strstr(terminal_row(terminal, row), text))
            return true;
    return false;
}

static int64_t now_ms(void)
{
    struct timespec now;

    (void)clock_gettime(CLOCK_MONOTONIC, &now); /* cannot fail for this clock */
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static bool waits(struct terminal *terminal, const char *text, bool wanted)
{
    int64_t end = now_ms() + PATIENCE_MS;

    while (has(terminal, text) != wanted) {
        if (now_ms() >= end) {
            char *dump = terminal_dump(terminal);
            fprintf(stderr, "# '%s' %s:\n%s", text, wanted ? "never came" : "stayed",
                    dump);
            free(dump);
            return false;
        }
        read_output(terminal, 100);
    }
    return true;
}

bool terminal_sees(struct terminal *terminal, const char *text)
{
    return waits(terminal, text, true);
}

bool terminal_types_until(struct terminal *terminal, const char *keys, const char *text)
{
    int64_t end = now_ms() + PATIENCE_MS;

    while (!has(terminal, text)) {
        if (now_ms() >= end)
            return terminal_sees(terminal, text);
        terminal_type(terminal, keys);
        read_output(terminal, 50);
    }
    return true;
}

bool terminal_misses(struct terminal *terminal, const char *text)
{
    return waits(terminal, text, false);
}

bool terminal_reaches(struct terminal *terminal, enum terminal_state state)
{
    int64_t end = now_ms() + PATIENCE_MS;

    while (terminal->state != state && now_ms() < end)
        read_output(terminal, 100);
    /* What it sent last is still in the pty. */
    for (size_t before = terminal->bytes + 1; before != terminal->bytes;) {
        before = terminal->bytes;
        read_output(terminal, 20);
    }
    return terminal->state == state;
}

bool terminal_is_cooked(const struct terminal *terminal)
{
    struct termios now;

    ck_assert(!tcgetattr(terminal->pty, &now));
    return (now.c_lflag & (ICANON | ECHO)) == (ICANON | ECHO);
}

bool terminal_resume(struct terminal *terminal)
{
    int64_t end = now_ms() + PATIENCE_MS;

    terminal->state = TERMINAL_RUNNING;
    ck_assert_int_eq(write(terminal->control, "c", 1), 1);
    while (terminal_is_cooked(terminal) && now_ms() < end)
        read_output(terminal, 20);
    return !terminal_is_cooked(terminal);
}

bool terminal_points_at(struct terminal *terminal, const char *text)
{
    int64_t end = now_ms() + PATIENCE_MS;

    while (!strstr(terminal_row(terminal, terminal->cursor.row), text)) {
        if (now_ms() >= end)
            return false;
        read_output(terminal, 100);
    }
    return true;
}

bool terminal_is_cursor_visible(const struct terminal *terminal)
{
    return terminal->is_cursor_visible;
}

bool terminal_is_alternate(const struct terminal *terminal)
{
    return terminal->is_alternate;
}

size_t terminal_bytes(const struct terminal *terminal)
{
    return terminal->bytes;
}

int terminal_exit_code(const struct terminal *terminal)
{
    return terminal->code;
}
