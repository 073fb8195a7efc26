/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shell.h - quotes words of shell commands */
#ifndef ALIDADE_MODEL_BASE_SHELL_H
#define ALIDADE_MODEL_BASE_SHELL_H

/* Returns TEXT as one word of a shell command, quoted if necessary; free(). */
char *shell_word(const char *text);
/* Does the same for a path, which no command takes for an option; free(). */
char *shell_path(const char *path);

#endif
