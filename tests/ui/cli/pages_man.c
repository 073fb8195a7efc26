/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pages_man.c - the parts of the man page: commands, options, examples, exit codes, keys,
 * reasons */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "model/base/mem.h"
#include "support/test.h"
#include "ui/app/keymap.h"
#include "ui/cli/options_table.h"
#include "ui/cli/pages.h"
#include "ui/cli/reasons.h"
#include "ui/screen/frame/screen.h"
#include "ui/screen/help_page.h"

#define MAN "man/alidade.8"

/* Adds TEXT as mdoc shows it: a plain '-' would be a hyphen. */
static void add_escaped(const char *text, struct str *ret)
{
    for (; *text; text++)
        str_printf(ret, *text == '-' ? "\\-" : *text == '\\' ? "\\e" : "%c", *text);
}

static void add_text(const char *text, struct str *ret)
{
    ck_assert_msg(*text && *text != '.' && *text != '\'', "'%s' would be a request",
                  text);
    add_escaped(text, ret);
}

static void add_sentence(const char *words, struct str *ret)
{
    add_text(words, ret);
    str_add(ret, ".\n");
}

/* --- options --- */

/* An option of the other commands too, which means the same for all. */
static bool is_common(size_t i)
{
    const struct cli_option *rows = cli_option_rows;
    bool is_single =
        (!i || strcmp(rows[i].name, rows[i - 1].name) != 0) &&
        (i + 1 == CLI_OPTION_COUNT || strcmp(rows[i].name, rows[i + 1].name) != 0);

    return is_single && rows[i].commands & CLI_ANYWHERE;
}

static void add_option(const struct cli_option *option, struct str *ret)
{
    str_add(ret, ".It ");
    if (option->letter)
        str_printf(ret, "Fl %c , ", option->letter);
    str_add(ret, "Fl \\-");
    add_text(option->name, ret);
    if (option->value)
        str_printf(ret, " Ns = Ns Ar %s", option->value);
    str_add(ret, "\n");
    add_sentence(option->help, ret);
}

static void add_options(unsigned commands, bool wants_common, struct str *ret)
{
    bool is_any = false;

    for (size_t i = 0; i < CLI_OPTION_COUNT; i++) {
        if (is_common(i) != wants_common || !(cli_option_rows[i].commands & commands))
            continue;
        str_add(ret, is_any ? "" : ".Pp\n.Bl -tag -width Ds -compact\n");
        is_any = true;
        add_option(&cli_option_rows[i], ret);
    }
    str_add(ret, is_any ? ".El\n" : "");
}

static void add_common(struct str *ret)
{
    add_options(~0U, true, ret);
}

/* --- commands --- */

bool man_add_command(const char *name, struct str *ret)
{
    enum cli_command command;

    if (!cli_command_find(name, &command))
        return false;
    const struct cli_command_row *row = &cli_commands[command];
    str_add(ret, ".Dl alidade ");
    add_text(command == CLI_EDIT ? "[editor]" : name, ret);
    str_printf(ret, " [OPTION...] %s\n.Pp\n", row->operands);
    add_sentence(row->help, ret);
    add_options(1U << command, false, ret);
    str_add(ret, ".Pp\n");
    if (row->note) {
        add_text(row->note, ret);
        str_add(ret, "\n");
    }
    return true;
}

static void add_examples(struct str *ret)
{
    for (size_t i = 0; i < CLI_EXAMPLE_COUNT; i++) {
        str_add(ret, i ? ".Pp\n" : "");
        add_text(cli_examples[i].words, ret);
        str_add(ret, ":\n.Pp\n.Dl $ ");
        add_text(cli_examples[i].line, ret);
        str_add(ret, "\n");
    }
}

/* The commands of ROW, before what it means for them; nothing if these are most of all.
 */
static void add_commands(const struct cli_exit_row *row, struct str *ret)
{
    const char *between = ".Cm";

    if (2 * __builtin_popcount(row->commands) > CLI_COMMAND_COUNT)
        return;
    for (enum cli_command i = 0; i < CLI_COMMAND_COUNT; i++) {
        if (!(row->commands & 1U << i))
            continue;
        str_printf(ret, "%s %s", between, cli_commands[i].name);
        between = " ,";
    }
    str_add(ret, " :\n");
}

static void add_exits(struct str *ret)
{
    int last = -1;

    str_add(ret, ".Bl -tag -width Ds\n");
    for (size_t i = 0; i < CLI_EXIT_COUNT; i++) {
        const struct cli_exit_row *row = &cli_exit_rows[i];
        if (row->code == last)
            str_add(ret, ".br\n");
        else
            str_printf(ret, ".It %d\n", row->code);
        last = row->code;
        add_commands(row, ret);
        add_sentence(row->words, ret);
    }
    str_add(ret, ".El\n");
}

/* --- keys --- */

static const struct app app = { .ui = &screen_ui, .level = LEVEL_ASCII };

/* The keys that ACTION has on SCREEN. */
static void add_keys_of(enum action action, enum screen_id screen, struct str *ret)
{
    char name[KEY_NAME];
    uint32_t key;

    for (int i = 0; (key = keymap_key(&app, screen, action, i)) != KEY_CODE_NONE; i++) {
        str_printf(ret, "%s%s", i ? " , " : ".It Ic ",
                   key < 0x80 && ispunct((int)key) ? "\\&" : "");
        add_text(keymap_key_name(app.level, key, name), ret);
    }
    str_add(ret, "\n");
    add_text(keymap_row(&app, action)->help, ret);
    str_add(ret, "\n");
}

static void add_screens(const struct action_row *row, struct str *ret)
{
    const char *between = ".Pq ";

    for (unsigned i = 0; i < SCREEN_COUNT; i++) {
        if (!(row->screens >> i & 1))
            continue;
        str_add(ret, between);
        add_text(app.ui->screens[i]->title, ret);
        between = "; ";
    }
    str_add(ret, "\n");
}

static enum screen_id first_screen(const struct action_row *row)
{
    return (enum screen_id)__builtin_ctz(row->screens);
}

static void add_keys(bool is_main, struct str *ret)
{
    str_add(ret, ".Bl -tag -width \"Shift-Tab\" -compact\n");
    for (enum action i = ACTION_NONE + 1; i < ACTION_COUNT; i++) {
        const struct action_row *row = keymap_row(&app, i);
        if ((row->screens >> SCREEN_TABLE & 1) != is_main)
            continue;
        add_keys_of(i, is_main ? SCREEN_TABLE : first_screen(row), ret);
        if (!is_main)
            add_screens(row, ret);
    }
    str_add(ret, ".El\n");
}

static void add_main_keys(struct str *ret)
{
    add_keys(true, ret);
}

static void add_other_keys(struct str *ret)
{
    add_keys(false, ret);
}

/* --- reasons --- */

static void add_reasons(struct str *ret)
{
    struct reason reason;

    str_add(ret, ".Bl -tag -width Ds -compact\n");
    for (size_t i = 0; reasons_at(i, &reason); i++) {
        str_add(ret, ".It ");
        add_text(reason.id, ret);
        str_add(ret, "\n");
        add_text(reason.when, ret);
        str_add(ret, "\n");
    }
    str_add(ret, ".El\n");
}

/* --- words --- */

/* Adds TEXT with each sentence in a line, of which none begins with a request. */
static void add_sentences(const char *text, struct str *ret)
{
    while (*text) {
        const char *end = strstr(text, ". ");
        int length = (int)(end ? end + 1 - text : (ptrdiff_t)strlen(text));
        CLEANUP(freep) char *line = xasprintf("%.*s", length, text);
        str_add(ret, *line == '.' || *line == '\'' ? "\\&" : "");
        add_escaped(line, ret);
        str_add(ret, "\n");
        text += length + (end != NULL);
    }
}

static void add_words(struct str *ret)
{
    str_add(ret, ".Bl -tag -width Ds\n");
    for (size_t i = 0; help_page_word(i); i++) {
        CLEANUP(freep) char *text = help_page_word_text(i);
        str_add(ret, ".It ");
        add_escaped(help_page_word(i), ret);
        str_add(ret, "\n");
        add_sentences(text, ret);
    }
    str_add(ret, ".El\n");
}

/* --- */

static void add_date(struct str *ret)
{
    static const char *const months[] = {
        "January", "February", "March",     "April",   "May",      "June",
        "July",    "August",   "September", "October", "November", "December"
    };
    unsigned year, month, day;

    ck_assert_int_eq(sscanf(ALIDADE_DATE, "%4u-%2u-%2u", &year, &month, &day), 3);
    ck_assert_uint_ge(month, 1);
    ck_assert_uint_le(month, 12);
    str_printf(ret, ".Dd %s %u, %u\n", months[month - 1], day, year);
    /* groff's heading, which would name BSD. */
    str_add(ret, ".ds doc-volume-operating-system alidade\n.Dt ALIDADE 8\n");
    str_printf(ret, ".Os alidade %s\n", ALIDADE_VERSION);
}

const struct page_part man_parts[] = {
    { MAN, "date", add_date },
    { MAN, "options", add_common },
    { MAN, "main keys", add_main_keys },
    { MAN, "other keys", add_other_keys },
    { MAN, "words", add_words },
    { MAN, "exit codes", add_exits },
    { MAN, "examples", add_examples },
    { MAN, "reasons", add_reasons },
    { NULL, NULL, NULL },
};
