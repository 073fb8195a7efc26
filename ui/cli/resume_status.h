/* SPDX-License-Identifier: GPL-3.0-or-later */
/* resume_status.h - how far a move has come that has not ended, as text and as JSON */
#ifndef ALIDADE_UI_CLI_RESUME_STATUS_H
#define ALIDADE_UI_CLI_RESUME_STATUS_H

#include "device/move/unfinished/unfinished_look.h"
#include "model/base/str.h"
#include "ui/cli/options.h"

/* Adds lines of WIDTH columns about LOOK at the disk at PATH. */
void resume_status_text(const char *path, const struct unfinished_look *look, int width,
                        struct str *ret);
/* Prints them; with --json one object. */
void resume_status_print(const struct cli_options *options, const char *path,
                         const struct unfinished_look *look);

#endif
