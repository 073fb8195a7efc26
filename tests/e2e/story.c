/* SPDX-License-Identifier: GPL-3.0-or-later */
/* story.c - a user at the real program */
#include "e2e/story.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <check.h>

#include "model/base/mem.h"

struct story story;

const char *story_program(void)
{
    const char *path = getenv("ALIDADE");

    ck_assert_msg(path, "ALIDADE must name the program");
    return path;
}

void story_begin(const char *name)
{
    const char *tmp = getenv("TMPDIR");

    story.folder = xasprintf("%s/alidade-%s-XXXXXX", tmp ? tmp : "/tmp", name);
    ck_assert_ptr_nonnull(mkdtemp(story.folder));
    story.image = xasprintf("%s/disk.img", story.folder);
    story.state = xasprintf("XDG_STATE_HOME=%s/state", story.folder);
}

void story_begin_demo(const char *kind)
{
    CLEANUP(freep)
    char *command = xasprintf("%s demo %s --no-open 2>/dev/null", story_program(), kind);
    FILE *pipe = popen(command, "r");
    char path[512] = "";

    ck_assert_ptr_nonnull(pipe);
    ck_assert_ptr_nonnull(fgets(path, sizeof(path), pipe));
    path[strcspn(path, "\n")] = '\0';
    ck_assert_int_eq(pclose(pipe), 0);
    ck_assert_int_eq(access(path, R_OK), 0);
    story.image = xstrdup(path);
}

int story_run(const char *command)
{
    CLEANUP(freep) char *line = xasprintf("cd '%s' && { %s; }", story.folder, command);
    int status = system(line);

    ck_assert(WIFEXITED(status));
    return WEXITSTATUS(status);
}

uint64_t story_sum(void)
{
    FILE *file = fopen(story.image, "r");
    uint64_t sum = 14695981039346656037u; /* FNV-1a */
    unsigned char buf[65536];
    size_t count;

    ck_assert_ptr_nonnull(file);
    while ((count = fread(buf, 1, sizeof(buf), file)) > 0) {
        for (size_t i = 0; i < count; i++)
            sum = (sum ^ buf[i]) * 1099511628211u;
    }
    ck_assert_int_eq(fclose(file), 0);
    return sum;
}

bool story_passes(const char *tool)
{
    CLEANUP(freep)
    char *command = xasprintf("command -v %.6s >/dev/null || exit 0; "
                              "%s disk.img > tool.sfdisk 2>&1 || "
                              "{ cat tool.sfdisk; exit 1; }",
                              tool, tool);

    return story_run(command) == 0;
}

void story_end(void)
{
    if (story.folder) {
        ck_assert_int_eq(story_run("rm -f disk.img old.img *.sfdisk *.alidade "
                                   "state/alidade/*.alidade "
                                   "state/alidade/*.alidade.sfdisk "
                                   "state/alidade/alidade.log state/alidade/recent; "
                                   "if [ -d state ]; then rmdir state/alidade state; fi"),
                         0);
        ck_assert_int_eq(rmdir(story.folder), 0);
    } else {
        ck_assert_int_eq(unlink(story.image), 0);
    }
    free(story.folder);
    free(story.image);
    free(story.state);
    story = (struct story){ 0 };
}

void story_open(int rows, int cols, const char *term)
{
    const char *const argv[] = { story_program(), story.image, NULL };
    const char *const env[] = { "LC_ALL=C.UTF-8", story.state, NULL };

    story.terminal = terminal_start(rows, cols, term, argv, env);
}

void story_open_with(const char *name, const char *number)
{
    const char *options = getenv("ASAN_OPTIONS");
    CLEANUP(freep)
    char *asan = xasprintf("%s:verify_asan_link_order=0", options ? options : "");

    ck_assert_int_eq(setenv("ASAN_OPTIONS", asan, 1), 0);
    ck_assert_int_eq(setenv("WRITES_TO", story.image, 1), 0);
    ck_assert_int_eq(setenv(name, number, 1), 0);
    ck_assert_int_eq(setenv("LD_PRELOAD", getenv("AT_WRITES"), 1), 0);
    story_open(24, 80, "xterm-256color");
    ck_assert_int_eq(unsetenv("LD_PRELOAD"), 0);
    ck_assert_int_eq(unsetenv(name), 0);
}

void story_sees(const char *text)
{
    if (terminal_sees(story.terminal, text))
        return;
    CLEANUP(freep) char *screen = terminal_dump(story.terminal);
    ck_abort_msg("no '%s' on:\n%s", text, screen);
}

void story_types(const char *keys, const char *text)
{
    terminal_type(story.terminal, keys);
    story_sees(text);
}

void story_listens(const char *question)
{
    story_sees(question);
    ck_assert(terminal_types_until(story.terminal, "\025@", "@"));
    terminal_type(story.terminal, "\025");
}

void story_ends(int code)
{
    ck_assert(terminal_reaches(story.terminal, TERMINAL_ENDED));
    ck_assert_int_eq(terminal_exit_code(story.terminal), code);
    ck_assert(terminal_is_cooked(story.terminal));
    ck_assert(!terminal_is_alternate(story.terminal));
    ck_assert(terminal_is_cursor_visible(story.terminal));
    terminal_free(story.terminal);
}
