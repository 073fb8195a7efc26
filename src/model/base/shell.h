/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shell.h - words of commands that are shown to be typed */
#ifndef ALIDADE_MODEL_BASE_SHELL_H
#define ALIDADE_MODEL_BASE_SHELL_H

/* TEXT as one word that a shell takes as it is: quoted where that is needed; free(). */
char *shell_word(const char *text);
/* The same for the path of a file, which no command takes for an option; free(). */
char *shell_path(const char *path);

#endif
