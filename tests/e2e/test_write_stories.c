/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_write_stories.c - a person changes an image with the real program, or thinks again
 *
 * ALIDADE names the program. */
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "e2e/terminal.h"
#include "model/base/mem.h"
#include "support/test.h"

#define IMAGE_BYTES (64 * 1024 * 1024)

static const char table[] = "label: gpt\n"
                            "\n"
                            "size=8MiB, type=U\n"
                            "size=16MiB, name=\"root\"\n"
                            "size=+, type=swap\n";

static char *folder, *image, *script, *state; /* of one story */

static const char *program(void)
{
    const char *path = getenv("ALIDADE");

    ck_assert_msg(path, "ALIDADE must name the program");
    return path;
}

static void make_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");

    ck_assert_ptr_nonnull(file);
    ck_assert_int_ge(fputs(text, file), 0);
    ck_assert_int_eq(fclose(file), 0);
}

static void setup(void)
{
    const char *tmp = getenv("TMPDIR");

    folder = xasprintf("%s/alidade-write-XXXXXX", tmp ? tmp : "/tmp");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    image = xasprintf("%s/disk.img", folder);
    script = xasprintf("%s/new.sfdisk", folder);
    state = xasprintf("XDG_STATE_HOME=%s/state", folder);
    make_file(image, "");
    make_file(script, table);
    ck_assert_int_eq(truncate(image, IMAGE_BYTES), 0);
}

/* Runs a command of the shell in the story's folder; its exit code. */
static int run(const char *command)
{
    CLEANUP(freep) char *line = xasprintf("cd '%s' && { %s; }", folder, command);
    int status = system(line);

    ck_assert(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void teardown(void)
{
    ck_assert_int_eq(run("rm -f disk.img old.img *.sfdisk *.alidade "
                         "state/alidade/*.alidade state/alidade/alidade.log; "
                         "if [ -d state ]; then rmdir state/alidade state; fi"),
                     0);
    ck_assert_int_eq(rmdir(folder), 0);
    free(folder);
    free(image);
    free(script);
    free(state);
}

/* A sum over the whole image: what it holds, not where. */
static uint64_t sum_of_image(void)
{
    FILE *file = fopen(image, "r");
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

static struct terminal *open_image(int rows, int cols, const char *term)
{
    const char *const argv[] = { program(), image, NULL };
    const char *const env[] = { "LC_ALL=C.UTF-8", state, NULL };

    return terminal_start(rows, cols, term, argv, env);
}

static void sees(struct terminal *terminal, const char *text)
{
    if (terminal_sees(terminal, text))
        return;
    CLEANUP(freep) char *dump = terminal_dump(terminal);
    ck_abort_msg("'%s' is not on:\n%s", text, dump);
}

static void ends_well(struct terminal *terminal, int code)
{
    ck_assert(terminal_reaches(terminal, TERMINAL_ENDED));
    ck_assert_int_eq(terminal_exit_code(terminal), code);
    ck_assert(terminal_is_cooked(terminal));
    ck_assert(!terminal_is_alternate(terminal));
    terminal_free(terminal);
}

/* Waits until the consent screen listens: keys that come too early are ignored. */
static void listens(struct terminal *terminal)
{
    sees(terminal, "Type yes to write");
    ck_assert(terminal_types_until(terminal, "\025~", "~"));
    terminal_type(terminal, "\025");
}

static void load_script(struct terminal *terminal)
{
    sees(terminal, "elp"); /* the menu, or the foot line of a small window */
    terminal_type(terminal, "I");
    sees(terminal, "Script to load:");
    terminal_type(terminal, script);
    terminal_type(terminal, "\r");
}

/* True where TOOL is missing, or has nothing to say against the image. */
static bool is_content(const char *tool)
{
    CLEANUP(freep)
    char *command = xasprintf("command -v %.6s >/dev/null || exit 0; "
                              "%s disk.img > tool.sfdisk 2>&1 || "
                              "{ cat tool.sfdisk; exit 1; }",
                              tool, tool);
    return run(command) == 0;
}

static const struct {
    const char *term;
    int rows, cols;
} windows[] = {
    { "xterm-256color", 24, 80 },
    { "linux", 24, 80 },
    { "vt100", 24, 80 },
    { "xterm-256color", 12, 40 },
};

TEST_FIXTURE(setup, teardown);

TEST_EACH(a_table_is_written_after_yes_and_not_before, windows)
{
    uint64_t before = sum_of_image();
    struct terminal *terminal =
        open_image(windows[_i].rows, windows[_i].cols, windows[_i].term);

    load_script(terminal);
    terminal_type(terminal, "W");
    listens(terminal);
    ck_assert_uint_eq(sum_of_image(), before);
    terminal_type(terminal, "ye\r");
    sees(terminal, "Nothing has been written.");
    ck_assert_uint_eq(sum_of_image(), before);
    terminal_type(terminal, "W");
    listens(terminal);
    terminal_type(terminal, "yes");
    sees(terminal, "yes");
    ck_assert_uint_eq(sum_of_image(), before);
    terminal_type(terminal, "\r");
    sees(terminal, "The table on the disk is the new");
    ck_assert_uint_ne(sum_of_image(), before);
    ck_assert(is_content("sfdisk --verify"));
    ck_assert(is_content("sgdisk -v"));
    terminal_type(terminal, "q");
    sees(terminal, "18432");
    terminal_type(terminal, "q");
    ends_well(terminal, 0);
    ck_assert_int_eq(run("ls state/alidade/*.alidade >/dev/null"), 0);
    ck_assert_int_eq(run("grep -q disk.img state/alidade/alidade.log"), 0);
}

/* Ctrl-U empties the size that is proposed. */
static const struct {
    const char *keys, *seen;
} walk[] = {
    { "N", "New partition table" },
    { "jj\r", "1 change pending" },
    { "n", "New partition" },
    { "\0258MiB\r", "2 changes pending" },
    { "jn", "New partition" },
    { "\02516MiB\r", "3 changes pending" },
    { "jn", "New partition" },
    { "\r", "4 changes pending" },
    { "t", "Types" },
    { "/linux swap\r", "5 changes pending" },
    { "kc", "Name" },
    { "root\r", "6 changes pending" },
    { "u", "5 changes pending" },
    { "U", "6 changes pending" },
    { "l", "6 pending" },
    { "q", "6 changes pending" },
    { "W", "Type yes to write" },
    { "yes\r", "The table on the disk is the new one." },
    { "q", "0 changes pending" },
};

TEST_TIMES(a_table_is_made_key_by_key, ARRAY_SIZE(windows) - 1)
{
    struct terminal *terminal = open_image(24, 80, windows[_i].term);

    sees(terminal, "Help");
    for (size_t i = 0; i < ARRAY_SIZE(walk); i++) {
        if (walk[i].keys[0] == 'y')
            listens(terminal);
        terminal_type(terminal, walk[i].keys);
        sees(terminal, walk[i].seen);
    }
    terminal_type(terminal, "q");
    ends_well(terminal, 0);
    ck_assert(is_content("sfdisk --verify"));
    ck_assert(is_content("sgdisk -v"));
    ck_assert_int_eq(run("command -v sfdisk >/dev/null || exit 0; "
                         "sfdisk -d disk.img > tool.sfdisk && "
                         "grep -q 'size= *16384,' tool.sfdisk && "
                         "grep -q 'size= *32768,.*name=\"root\"' tool.sfdisk && "
                         "grep -q 'type=0657FD6D-' tool.sfdisk"),
                     0);
}

/* A terminal puts its marks around what is pasted. */
#define PASTED(text) "\033[200~" text "\033[201~"

TEST(what_is_pasted_is_typed_and_never_obeyed)
{
    uint64_t before = sum_of_image();
    struct terminal *terminal = open_image(24, 80, "xterm-256color");

    sees(terminal, "Help");
    terminal_type(terminal, PASTED("N\rW\ryes\rq"));
    sees(terminal, "What was pasted is ignored");
    sees(terminal, "0 changes pending");
    terminal_type(terminal, "Njjjjj");
    sees(terminal, "8GB swap"); /* an example */
    terminal_type(terminal, PASTED("8MiB swap,\n16MiB /home,\nrest raid\n"));
    sees(terminal, "8MiB swap, 16MiB /home, rest raid");
    terminal_type(terminal, "\r");
    sees(terminal, "4 changes pending");
    terminal_type(terminal, "W");
    listens(terminal);
    terminal_type(terminal, PASTED("yes\n"));
    sees(terminal, "go back: yes");
    ck_assert_uint_eq(sum_of_image(), before);
    terminal_type(terminal, "\003"); /* Ctrl-C */
    sees(terminal, "Nothing has been written.");
    terminal_type(terminal, "qQ");
    ends_well(terminal, 0);
    ck_assert_uint_eq(sum_of_image(), before);
}

TEST(the_window_may_change_while_consent_is_asked)
{
    struct terminal *terminal = open_image(24, 80, "xterm-256color");

    load_script(terminal);
    terminal_type(terminal, "W");
    listens(terminal);
    terminal_type(terminal, "ye");
    terminal_resize(terminal, 12, 40);
    sees(terminal, "go back: ye");
    terminal_resize(terminal, 40, 100);
    sees(terminal, "anything else to go back: ye");
    terminal_type(terminal, "s\r");
    sees(terminal, "The table on the disk is the new one.");
    terminal_type(terminal, "qq");
    ends_well(terminal, 0);
    ck_assert(is_content("sfdisk --verify"));
}

TEST(leaving_asks_and_writes_nothing)
{
    uint64_t before = sum_of_image();
    struct terminal *terminal = open_image(24, 80, "xterm-256color");

    load_script(terminal);
    sees(terminal, "4 changes");
    terminal_type(terminal, "q");
    sees(terminal, "4 changes are not written");
    sees(terminal, "create");
    terminal_type(terminal, "n");
    ck_assert(terminal_misses(terminal, "are not written"));
    terminal_type(terminal, "\003"); /* Ctrl-C */
    sees(terminal, "4 changes are not written");
    terminal_type(terminal, " ");
    ck_assert(terminal_misses(terminal, "are not written"));
    terminal_type(terminal, "u");
    sees(terminal, "Undone: ");
    terminal_type(terminal, "l");
    sees(terminal, "3 pending");
    sees(terminal, "U brings back");
    terminal_type(terminal, "uuu");
    sees(terminal, "Nothing is pending");
    terminal_type(terminal, "qq");
    ends_well(terminal, 0);
    ck_assert_uint_eq(sum_of_image(), before);
}

/* Only swap that is known to be swap can be made anew elsewhere: what was known of it
 * before counts until it is known again. */
TEST(reading_again_keeps_changes)
{
    CLEANUP(freep)
    char *make = xasprintf("rm disk.img; mv \"$('%s' demo legacy --no-open)\" disk.img",
                           program());

    ck_assert_int_eq(run(make), 0);
    struct terminal *terminal = open_image(24, 80, "xterm-256color");
    sees(terminal, "swap");
    terminal_type(terminal, "/swap\ra");
    sees(terminal, "1912586504");
    terminal_type(terminal, "Rl");
    sees(terminal, "1 pending");
    terminal_type(terminal, "qqqqqq"); /* held down, it forgets nothing */
    sees(terminal, "1 change is not written");
    terminal_type(terminal, "Q");
    ends_well(terminal, 0);
}

static const int deaths[] = { SIGTERM, SIGHUP };

TEST_EACH(a_signal_leaves_at_once_and_writes_nothing, deaths)
{
    uint64_t before = sum_of_image();
    struct terminal *terminal = open_image(24, 80, "xterm-256color");

    load_script(terminal);
    terminal_type(terminal, "W");
    listens(terminal);
    terminal_type(terminal, "yes");
    sees(terminal, "yes");
    terminal_signal(terminal, deaths[_i]);
    ends_well(terminal, 128 + deaths[_i]);
    ck_assert_uint_eq(sum_of_image(), before);
}

TEST(pending_changes_become_a_script_that_makes_them)
{
    struct terminal *terminal = open_image(24, 80, "xterm-256color");
    CLEANUP(freep) char *path = xasprintf("\025%s/saved.sfdisk\r", folder);

    load_script(terminal);
    sees(terminal, "4 changes");
    terminal_type(terminal, "qO");
    sees(terminal, "New file for the script:");
    terminal_type(terminal, path);
    /* A long path of the folder wraps the rest of the message. */
    sees(terminal, "Saved as ");
    terminal_type(terminal, "O");
    terminal_type(terminal, path);
    sees(terminal, "is there already");
    terminal_type(terminal, "qQ");
    ends_well(terminal, 0);
    ck_assert_int_eq(run("grep -q 'label: gpt' saved.sfdisk"), 0);
    ck_assert_int_eq(run("command -v sfdisk >/dev/null || exit 0; "
                         "sfdisk -q --no-act disk.img < saved.sfdisk > tool.sfdisk"),
                     0);
}

TEST(a_backup_brings_the_old_table_back)
{
    CLEANUP(freep) char *path = xasprintf("\025%s/old.alidade\r", folder);

    ck_assert_int_eq(run("command -v sfdisk >/dev/null && printf 'label: dos\\n"
                         "start=2048, size=4096, type=83\\n' | sfdisk -q disk.img"),
                     0);
    ck_assert_int_eq(run("cp --sparse=always disk.img old.img"), 0);
    uint64_t before = sum_of_image();
    struct terminal *terminal = open_image(24, 80, "xterm-256color");
    sees(terminal, "msdos");
    terminal_type(terminal, "K");
    sees(terminal, "New file for the backup:");
    terminal_type(terminal, path);
    sees(terminal, "is kept in");
    load_script(terminal);
    terminal_type(terminal, "W");
    listens(terminal);
    terminal_type(terminal, "yes\r");
    sees(terminal, "The table on the disk is the new one.");
    terminal_type(terminal, "q");
    sees(terminal, "gpt");
    ck_assert_uint_ne(sum_of_image(), before);
    terminal_type(terminal, "L");
    sees(terminal, "Backup to restore:");
    terminal_type(terminal, path);
    listens(terminal);
    terminal_type(terminal, "yes\r");
    sees(terminal, "The table on the disk is the new one.");
    terminal_type(terminal, "q");
    sees(terminal, "msdos");
    terminal_type(terminal, "q");
    ends_well(terminal, 0);
    ck_assert_int_eq(run("cmp -n 1048576 disk.img old.img"), 0);
}

TEST(the_first_write_saves_where_the_option_says)
{
    CLEANUP(freep) char *option = xasprintf("--backup=%s/first.alidade", folder);
    const char *const argv[] = { program(), option, image, NULL };
    const char *const env[] = { "LC_ALL=C.UTF-8", state, NULL };
    struct terminal *terminal = terminal_start(24, 80, "xterm-256color", argv, env);

    load_script(terminal);
    terminal_type(terminal, "W");
    listens(terminal);
    terminal_type(terminal, "yes\r");
    sees(terminal, "The table on the disk is the new");
    ck_assert_int_eq(run("test -f first.alidade && ! ls state/alidade/*.alidade"), 0);
    terminal_type(terminal, "qd");
    sees(terminal, "1 change pending");
    terminal_type(terminal, "W");
    listens(terminal);
    terminal_type(terminal, "yes\r");
    sees(terminal, "The table on the disk is the new");
    ck_assert_int_eq(run("ls state/alidade/*.alidade >/dev/null"), 0);
    terminal_type(terminal, "qq");
    ends_well(terminal, 0);
}

int main(void)
{
    return terminal_run_tests();
}
