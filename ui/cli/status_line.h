/* SPDX-License-Identifier: GPL-3.0-or-later */
/* status_line.h - one line on standard error that shows the progress */
#ifndef ALIDADE_UI_CLI_STATUS_LINE_H
#define ALIDADE_UI_CLI_STATUS_LINE_H

/* Overwrites the last line, which had *WIDTH columns, 0 at first. */
void status_line_show(const char *line, int *width);
/* Erases it. */
void status_line_wipe(int width);
/* Adds a line instead, where there is no terminal. */
void status_line_add(const char *line);

#endif
