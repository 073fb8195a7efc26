/* SPDX-License-Identifier: GPL-3.0-or-later */
/* program.h - runs another program, which cannot write to any file, and keeps its output
 */
#ifndef ALIDADE_DEVICE_CHECK_PROGRAM_H
#define ALIDADE_DEVICE_CHECK_PROGRAM_H

#include <stdbool.h>

#include "model/base/err.h"
#include "model/base/lines.h"

struct program;

/* Returns the path of NAME, from the folders of PATH and those for the administrator;
 * NULL if it is not installed; free(). */
char *program_find(const char *name);

/* Starts the program at PATH with ARGS, which end with NULL: without a shell, input or a
 * terminal, with LC_ALL=C.  It is ended when the calling thread ends.  Where the kernel
 * has Landlock, it can open nothing for writing.  ERR_REFUSED if there is no process. */
struct program *program_start(const char *path, const char *const *args,
                              struct err *err) MUST_USE;
/* Waits at most MAX_MS ms for output or the end; true if it has ended. */
bool program_wait(struct program *program, int max_ms);
/* Ends it; does not wait. */
void program_kill(struct program *program);
/* Returns its exit code once it has ended; -1: a signal has ended it. */
int program_code(const struct program *program);
/* Adds the lines of its output; what is longer than OUTPUT_MAX is left out, which the
 * last line then tells. */
#define OUTPUT_MAX 16384
void program_output(const struct program *program, struct lines *ret);
/* Ends it if it still runs; accepts NULL. */
void program_free(struct program *program);

#endif
