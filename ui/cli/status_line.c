/* SPDX-License-Identifier: GPL-3.0-or-later */
/* status_line.c - one line on standard error that shows the progress */
#include "ui/cli/status_line.h"

#include <stdio.h>

#include "model/base/mem.h"
#include "model/base/text.h"
#include "ui/cli/output.h"

void status_line_show(const char *line, int *width)
{
    int wide = text_width(line);
    CLEANUP(freep) char *padded = text_pad(line, wide > *width ? wide : *width);

    fputc('\r', stderr);
    output_text(stderr, padded);
    *width = wide;
}

void status_line_wipe(int width)
{
    if (width)
        fprintf(stderr, "\r%*s\r", width, "");
}

void status_line_add(const char *line)
{
    output_text(stderr, line);
    fputc('\n', stderr);
}
