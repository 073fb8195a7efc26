/* SPDX-License-Identifier: GPL-3.0-or-later */
/* story.h - a user at the real program: one image, one terminal; ALIDADE names it */
#ifndef ALIDADE_TESTS_STORY_H
#define ALIDADE_TESTS_STORY_H

#include <stdbool.h>
#include <stdint.h>

#include "e2e/terminal.h"

/* Each test runs in a process of its own and is one story. */
extern struct story {
    char *folder; /* a new one; NULL for a demo disk */
    char *image;  /* "disk.img" in it, not made yet, or the demo disk */
    char *state;  /* XDG_STATE_HOME=..., a folder in it, for putenv() and the like */
    struct terminal *terminal;
} story;

const char *story_program(void);

/* Makes a folder that is named after NAME. */
void story_begin(const char *name);
/* Makes the demo disk KIND. */
void story_begin_demo(const char *kind);
/* Removes the image, scripts, backups and the state folder, and with them the folder. */
void story_end(void);

/* Runs a command of the shell in the folder.  Returns its exit code. */
int story_run(const char *command);

/* Returns a sum over the whole image: what it holds, not where. */
uint64_t story_sum(void);
/* True where TOOL is missing, or has nothing to say against the image. */
bool story_passes(const char *tool);

/* Opens the image in a new terminal. */
void story_open(int rows, int cols, const char *term);
/* The same with the library at_writes.c, which AT_WRITES names: something happens at the
 * write of the number in the variable NAME. */
void story_open_with(const char *name, const char *number);
/* These fail the test, and show the screen, where TEXT does not come. */
void story_sees(const char *text);
void story_types(const char *keys, const char *text);
/* Waits for QUESTION, until the screen listens: keys that come too early are ignored. */
void story_listens(const char *question);
/* The program must end with CODE and leave the terminal as a shell expects it. */
void story_ends(int code);

#endif
