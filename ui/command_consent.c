/* SPDX-License-Identifier: GPL-3.0-or-later */
/* command_consent.c - a typed yes before anything is written */
#include "ui/command_consent.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "model/intl.h"
#include "model/mem.h"
#include "ui/command_output.h"
#include "ui/consent.h"

enum consent consent_ask(void)
{
    CLEANUP(freep) char *line = NULL;
    size_t room = 0;

    if (!isatty(STDOUT_FILENO) || !isatty(STDERR_FILENO))
        return CONSENT_NOBODY;
    int fd = open("/dev/tty", O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return CONSENT_NOBODY;
    FILE *terminal = fdopen(fd, "r");
    if (!terminal) {
        (void)close(fd); /* nothing was done with it */
        return CONSENT_NOBODY;
    }
    (void)fflush(stdout); /* told at the end of the program where it fails */
    output_text(stderr, _("\nType yes to write, anything else to go back: "));
    bool is_read = getline(&line, &room, terminal) > 0;
    (void)fclose(terminal); /* it was only read */
    return is_read && consent_is_yes(line) ? CONSENT_GIVEN : CONSENT_DENIED;
}
