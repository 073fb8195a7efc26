/* SPDX-License-Identifier: GPL-3.0-or-later */
/* resume_words.h - the operands with which resume goes on with a move */
#ifndef ALIDADE_UI_CLI_RESUME_WORDS_H
#define ALIDADE_UI_CLI_RESUME_WORDS_H

/* Returns what follows "alidade resume" for the disk at PATH, clean for a terminal, with
 * JOURNAL as the file or device on another disk: between two moves nothing else leads
 * there. NULL: the journal is on the disk itself. free(). */
char *resume_operands(const char *path, const char *journal);

#endif
