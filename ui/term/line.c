/* SPDX-License-Identifier: GPL-3.0-or-later */
/* line.c - whether a terminal is a virtual console, a pseudo terminal or a serial line */
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "ui/term/private.h"

/* Majors of Linux (admin-guide/devices.txt): 4 with minors under 64 is a virtual
 * console, 136 to 143 are pseudo terminals. */
#define MAJOR_TTY      4
#define MINOR_SERIAL   64
#define MAJOR_PTY      136
#define MAJOR_PTY_LAST 143

enum line line_of_device(dev_t device)
{
    unsigned number = major(device);

    if (number >= MAJOR_PTY && number <= MAJOR_PTY_LAST)
        return LINE_PTY;
    return number == MAJOR_TTY && minor(device) < MINOR_SERIAL ? LINE_CONSOLE
                                                               : LINE_SERIAL;
}

enum line line_of(int fd)
{
    struct stat stat;
    unsigned device;

    /* The kernel tells which terminal /dev/console and /dev/tty stand for. */
    if (ioctl(fd, TIOCGDEV, &device) == 0)
        return line_of_device(device);
    return fstat(fd, &stat) == 0 ? line_of_device(stat.st_rdev) : LINE_SERIAL;
}

const char *line_terminal(enum line line)
{
    return line == LINE_CONSOLE ? "linux" : line == LINE_PTY ? "xterm" : "vt100";
}
