/* SPDX-License-Identifier: GPL-3.0-or-later */
/* resume_words.h - the operands with which resume goes on with a move */
#ifndef ALIDADE_MODEL_REPORT_RESUME_WORDS_H
#define ALIDADE_MODEL_REPORT_RESUME_WORDS_H

/* Returns what follows "alidade resume" for the disk at PATH, clean for a terminal, with
 * JOURNAL as the file or device on another disk: between two moves nothing else leads
 * there. NULL: the journal is on the disk itself. free(). */
char *resume_operands(const char *path, const char *journal);

/* Returns the warning if the move began on a disk with the serial number THEN, and this
 * one has NOW; NULL: it is the same, or one of them is not known (empty). free(). */
char *resume_serial_words(const char *then, const char *now);

#endif
