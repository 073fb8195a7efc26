/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_pages.c - the man page and the completions have what the tables of the program
 * have
 *
 * Each file has parts that stand between a line "begin NAME" and a line "end NAME";
 * ALIDADE_ACCEPT=1 writes them. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "support/test.h"
#include "ui/cli/options_table.h"
#include "ui/cli/pages.h"
#include "ui/cli/reasons.h"

static const struct page {
    const char *file;
    const struct page_part *parts;
    bool has_commands; /* each command is a part, too */
} pages[] = {
    { "man/alidade.8", man_parts, true },
    { "completions/alidade.bash", shell_parts, false },
    { "completions/_alidade", shell_parts, false },
    { "completions/alidade.fish", shell_parts, false },
};

/* In the folder ui, unless FILE begins with '/'; free(). */
static char *path_of(const char *file)
{
    return xasprintf("%s/%s", getenv("ALIDADE_UI_DIR"), file);
}

/* free(); NULL: there is no such file. */
static char *read_page(const char *path)
{
    FILE *file = fopen(path, "r");
    struct str text = { 0 };
    char buf[4096];

    if (!file)
        return NULL;
    while (fgets(buf, sizeof(buf), file))
        str_add(&text, buf);
    (void)fclose(file); /* read to its end */
    return str_take(&text);
}

static void write_page(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");

    ck_assert_msg(file != NULL, "%s: %s", path, strerror(errno));
    ck_assert_int_ge(fputs(text, file), 0);
    ck_assert_int_eq(fclose(file), 0);
    printf("# accepted %s\n", path);
}

/* Returns what stands behind WORD and a blank in LINE, a comment of mdoc or of a shell;
 * NULL if it does not begin so.  It ends at the end of the line. */
static const char *name_behind(const char *line, const char *word)
{
    line += strspn(line, " ");
    line += !strncmp(line, ".\\\" ", 4) ? 4
            : !strncmp(line, "# ", 2)   ? 2
                                        : strcspn(line, "\n");
    return !strncmp(line, word, strlen(word)) && line[strlen(word)] == ' '
               ? line + strlen(word) + 1
               : NULL;
}

static void add_part(const struct page *page, const char *name, struct str *ret)
{
    for (const struct page_part *part = page->parts; part->file; part++)
        if (!strcmp(part->file, page->file) && !strcmp(part->name, name)) {
            part->add(ret);
            return;
        }
    ck_assert_msg(page->has_commands && man_add_command(name, ret), "%s: what is '%s'?",
                  page->file, name);
}

/* TEXT with its parts as the tables have them; SEEN are their names, each between '|'. */
static char *filled(const struct page *page, const char *text, struct str *seen)
{
    struct str out = { 0 };
    CLEANUP(freep) char *inside = NULL;

    str_add(seen, "|");
    for (const char *next; *text; text = next) {
        const char *end = strchrnul(text, '\n');
        const char *begun = name_behind(text, "begin"), *ended = name_behind(text, "end");
        next = *end ? end + 1 : end;
        if (inside && !ended)
            continue;
        str_add_bytes(&out, text, (size_t)(next - text));
        freep(&inside);
        inside = NULL;
        if (!begun)
            continue;
        inside = xasprintf("%.*s", (int)(end - begun), begun);
        str_printf(seen, "%s|", inside);
        add_part(page, inside, &out);
    }
    ck_assert_msg(!inside, "%s: '%s' does not end", page->file, inside);
    return str_take(&out);
}

static void check_seen(const struct page *page, const char *name, const char *seen)
{
    CLEANUP(freep) char *word = xasprintf("|%s|", name);
    const char *at = strstr(seen, word);

    ck_assert_msg(at && !strstr(at + 1, word), "%s: '%s' has to be there once",
                  page->file, name);
}

TEST_EACH(page_is_as_the_tables_are, pages)
{
    const struct page *page = &pages[_i];
    CLEANUP(freep) char *path = path_of(page->file);
    CLEANUP(freep) char *text = read_page(path);
    CLEANUP(str_finish) struct str seen = { 0 };

    ck_assert_msg(text != NULL, "%s", path);
    CLEANUP(freep) char *want = filled(page, text, &seen);
    for (const struct page_part *part = page->parts; part->file; part++)
        if (!strcmp(part->file, page->file))
            check_seen(page, part->name, str_text(&seen));
    for (enum cli_command i = 0; page->has_commands && i < CLI_COMMAND_COUNT; i++)
        check_seen(page, cli_commands[i].name, str_text(&seen));
    if (getenv("ALIDADE_ACCEPT"))
        write_page(path, want);
    else
        ck_assert_msg(!strcmp(text, want),
                      "%s differs: ALIDADE_ACCEPT=1 meson test -C %s pages", path,
                      getenv("ALIDADE_BUILD_DIR"));
}

TEST(each_reason_has_an_id_of_its_own_and_words)
{
    struct reason reason, found;
    size_t count = 0;

    for (; reasons_at(count, &reason); count++) {
        ck_assert(*reason.id && *reason.when);
        ck_assert(reasons_find(reason.id, &found));
        ck_assert_msg(found.when == reason.when, "%s is there twice", reason.id);
    }
    ck_assert_uint_gt(count, 250);
    ck_assert(!reasons_find("nosuch", &found));
}

TEST(each_option_has_words)
{
    for (size_t i = 0; i < CLI_OPTION_COUNT; i++)
        ck_assert_msg(cli_option_rows[i].help && *cli_option_rows[i].help, "--%s",
                      cli_option_rows[i].name);
}

static bool has_row(enum cli_command command, int code)
{
    int count = 0;

    for (size_t i = 0; i < CLI_EXIT_COUNT; i++)
        count +=
            cli_exit_rows[i].code == code && cli_exit_rows[i].commands >> command & 1;
    ck_assert_msg(count <= 1, "%s: two rows of %d", cli_commands[command].name, code);
    return count;
}

TEST_TIMES(each_command_has_examples_and_exit_codes, CLI_COMMAND_COUNT)
{
    CLEANUP(freep) char *start = xasprintf("alidade %s ", cli_commands[_i].name);
    int count = 0;

    for (size_t i = 0; i < CLI_EXAMPLE_COUNT; i++) {
        if ((int)cli_examples[i].command != _i)
            continue;
        CLEANUP(freep) char *line = xasprintf("%s ", cli_examples[i].line);
        count++;
        ck_assert_msg(_i == CLI_EDIT || strstr(line, start), "%s", line);
    }
    ck_assert_int_ge(count, 2);
    for (int code = 0; code < 8; code++)
        ck_assert(has_row((enum cli_command)_i, code) || (code != 0 && code != 2));
}

/* The change log is not part of every tree. */
TEST(change_log_has_this_version_and_its_date)
{
    CLEANUP(freep) char *path = path_of("../.github/CHANGELOG.md");
    CLEANUP(freep) char *text = read_page(path);
    char *head = text ? strstr(text, "\n## ") : NULL;

    if (!text)
        return;
    ck_assert_ptr_nonnull(head);
    head[1 + strcspn(head + 1, "\n")] = '\0';
    ck_assert_msg(strstr(head, ALIDADE_VERSION) && strstr(head, ALIDADE_DATE), "%s",
                  head);
}
