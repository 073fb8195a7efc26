/* SPDX-License-Identifier: GPL-3.0-or-later */
/* files.h - backups and scripts that a field offers */
#ifndef ALIDADE_UI_LOOP_FILES_H
#define ALIDADE_UI_LOOP_FILES_H

#include "device/io/sys.h"
#include "ui/app/state.h"

/* The readable backups of the disk at PATH, newest first. */
void loop_files_backups(const struct sys *sys, const char *path,
                        struct file_choices *ret);
/* The files *.sfdisk in FOLDER, newest first. */
void loop_files_scripts(const char *folder, struct file_choices *ret);

#endif
