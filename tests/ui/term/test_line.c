/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_line.c - the kind of a terminal by its device number */
#include <sys/sysmacros.h>

#include "support/test.h"
#include "ui/term/private.h"

/* Numbers of the kernel's list of devices, and the terminal that is assumed there. */
static const struct {
    unsigned major, minor;
    enum line line;
    const char *terminal;
} devices[] = {
    { 4, 0, LINE_CONSOLE, "linux" },  { 4, 1, LINE_CONSOLE, "linux" },
    { 4, 63, LINE_CONSOLE, "linux" }, { 4, 64, LINE_SERIAL, "vt100" },
    { 4, 255, LINE_SERIAL, "vt100" }, { 135, 0, LINE_SERIAL, "vt100" },
    { 136, 0, LINE_PTY, "xterm" },    { 143, 1048575, LINE_PTY, "xterm" },
    { 144, 0, LINE_SERIAL, "vt100" }, { 204, 64, LINE_SERIAL, "vt100" },
    { 188, 0, LINE_SERIAL, "vt100" }, { 229, 0, LINE_SERIAL, "vt100" },
};

TEST_EACH(device_number_tells_the_kind_of_terminal, devices)
{
    enum line line = line_of_device(makedev(devices[_i].major, devices[_i].minor));

    ck_assert_int_eq(line, devices[_i].line);
    ck_assert_str_eq(line_terminal(line), devices[_i].terminal);
}

TEST(no_terminal_counts_as_a_serial_line)
{
    ck_assert_int_eq(line_of(-1), LINE_SERIAL);
}
