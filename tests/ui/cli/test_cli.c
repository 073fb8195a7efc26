/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_cli.c - parsing of the command line: options, or one sentence */
#include "ui/cli/options_table.h"

#include <stdlib.h>
#include <string.h>

#include "device/move/findings/fix_check.h"
#include "model/base/mem.h"
#include "model/base/str.h"
#include "support/test.h"

#define WORDS 16

/* Splits LINE at spaces into ARGV behind the program's name; ARGV points into LINE. */
static int split(char *line, char *argv[WORDS])
{
    int argc = 0;

    argv[argc++] = (char *)"alidade";
    for (char *word = strtok(line, " "); word; word = strtok(NULL, " ")) {
        ck_assert_int_lt(argc, WORDS - 1);
        argv[argc++] = word;
    }
    argv[argc] = NULL;
    return argc;
}

static bool parse(char *line, char *argv[WORDS], struct cli_options *options,
                  struct err *err)
{
    int argc = split(line, argv);

    return cli_parse(argc, argv, options, err);
}

static const struct {
    const char *line;
    enum cli_command command;
    size_t operands;
} good[] = {
    { "", CLI_EDIT, 0 },
    { "./disk.img", CLI_EDIT, 1 },
    { "./list", CLI_EDIT, 1 },
    { "/dev", CLI_EDIT, 1 },
    { "..", CLI_EDIT, 1 },
    { "./chekc", CLI_EDIT, 1 },
    { "list", CLI_LIST, 0 },
    { "list a b c", CLI_LIST, 3 },
    { "-J list a", CLI_LIST, 1 },
    { "list a -J", CLI_LIST, 1 },
    { "--need=grain check a", CLI_CHECK, 1 },
    { "check -q --need physical a b", CLI_CHECK, 2 },
    { "explain a", CLI_EXPLAIN, 1 },
    { "explain a 5", CLI_EXPLAIN, 2 },
    { "plan a", CLI_PLAN, 1 },
    { "fix a", CLI_FIX, 1 },
    { "fix --to=mib --yes -J a --no-check --check-content --slow", CLI_FIX, 1 },
    { "fix --start=1=64 --empty=2 --journal=b --backup=c a -n", CLI_FIX, 1 },
    { "resume", CLI_RESUME, 0 },
    { "resume --rollback --journal b --yes a --no-check", CLI_RESUME, 1 },
    { "--status resume a --backup=c -J", CLI_RESUME, 1 },
    { "dump a", CLI_DUMP, 1 },
    { "apply -n a", CLI_APPLY, 1 },
    { "apply --lose=1,all,free,@disk,@63 a", CLI_APPLY, 1 },
    { "apply a --yes --backup=b", CLI_APPLY, 1 },
    { "--dry-run --json backup a b", CLI_BACKUP, 2 },
    { "restore b a --backup c", CLI_RESTORE, 2 },
    { "history", CLI_HISTORY, 0 },
    { "history a 2 1 -J", CLI_HISTORY, 3 },
    { "--yes repair a", CLI_REPAIR, 1 },
    { "repair a --copy=backup", CLI_REPAIR, 1 },
    { "repair --copy primary a", CLI_REPAIR, 1 },
    { "bench a", CLI_BENCH, 1 },
    { "bench --partition=2 a --seconds 5 --seed=7 -r", CLI_BENCH, 1 },
    { "-b 63 --against=2048 bench a --as-drive", CLI_BENCH, 1 },
    { "bench --sustained a", CLI_BENCH, 1 },
    { "bench -d a -b 34 -i 4096 -s 16777216 -S", CLI_BENCH, 0 },
    { "bench -d a -b34 -s16MiB", CLI_BENCH, 0 },
    { "bench --preset=apollo -s 1MiB a -S", CLI_BENCH, 1 },
    { "bench --preset fio --dir b a --job-files=c", CLI_BENCH, 1 },
    { "bench --workload=all --compare=WD20EARS a", CLI_BENCH, 1 },
    { "bench --workload=durable-4k-random a", CLI_BENCH, 1 },
    { "bench --dir=b", CLI_BENCH, 0 },
    { "probe -n a --seconds=0.5", CLI_PROBE, 1 },
    { "probe -n a --seconds=0,5", CLI_PROBE, 1 },
    { "./a --backup=b", CLI_EDIT, 1 },
    { "list -n", CLI_LIST, 0 },
    { "demo", CLI_DEMO, 0 },
    { "demo --keep jumper --no-open", CLI_DEMO, 1 },
    { "--physical-sector=4K --alignment-offset=3584 ./a", CLI_EDIT, 1 },
    { "-- --help/", CLI_EDIT, 1 },
    { "list --help --keep", CLI_LIST, 0 },
    { "help", CLI_HELP, 0 },
    { "help fix", CLI_HELP, 1 },
    { "--help", CLI_HELP, 0 },
    { "a b c -h --yes", CLI_HELP, 0 },
    { "editor", CLI_EDIT, 0 },
    { "editor -r help", CLI_EDIT, 1 },
    { "resume --jou=b --no-chec", CLI_RESUME, 0 },
    { "check --version", CLI_CHECK, 0 },
};

TEST_EACH(options_may_stand_before_or_after_the_command, good)
{
    char *line = strdup(good[_i].line);
    char *argv[WORDS];
    struct cli_options options;
    struct err err = { 0 };

    ck_assert_msg(parse(line, argv, &options, &err), "%s: %s", good[_i].line, err.text);
    ck_assert_int_eq(options.command, good[_i].command);
    ck_assert_uint_eq(options.operand_count, good[_i].operands);
    free(line);
}

static const struct {
    const char *line;
    const char *sentence; /* a part of it */
} bad[] = {
    { "check",
      "A word is missing: it is 'alidade check DEVICE...'; see 'alidade help check'." },
    { "explain", "see 'alidade help explain'" },
    { "explain a 1 2",
      "'2' is one word too many: it is 'alidade explain DEVICE [N]'; see" },
    { "demo legacy raid", "'raid' is one word too many" },
    { "apply", "it is 'alidade apply DEVICE <SCRIPT'; see 'alidade help apply'." },
    { "backup a", "it is 'alidade backup DEVICE FILE'; see" },
    { "restore a", "it is 'alidade restore FILE DEVICE'" },
    { "repair a b", "'b' is one word too many" },
    { "fix", "it is 'alidade fix DEVICE'; see 'alidade help fix'." },
    { "fix a b", "'b' is one word too many" },
    { "fix a --to=mib --start=1=64", "--to and --start do not go together" },
    { "fix a --journal=", "--journal: it needs a value. See 'alidade help fix'." },
    { "fix a --rollback", "--rollback belongs to resume: see 'alidade help fix'." },
    { "list a --lose=1", "--lose belongs to plan" },
    { "apply a --lose=@", "no list of partition numbers" },
    { "apply a --lose=1,", "no list of partition numbers" },
    { "apply a --lose=fre", "no list of partition numbers" },
    { "apply a --empty=all", "no list of partition numbers" },
    { "resume a b", "'b' is one word too many" },
    { "resume a --slow", "--slow belongs to fix" },
    { "plan a --check-content", "--check-content belongs to fix" },
    { "resume a --to=mib", "--to belongs to plan" },
    { "plan a --flush-lies", "--flush-lies belongs to fix" },
    { "plan a --yes", "--yes belongs to fix" },
    { "resume a --status --rollback", "--status and --rollback do not go together" },
    { "resmue a", "did you mean 'resume'?" },
    { "repair a --copy=both", "--copy: 'both' is none of primary, backup" },
    { "apply a --copy=backup", "--copy belongs to repair" },
    { "list --yes", "--yes belongs to fix, resume, apply, restore, repair: see 'alidade "
                    "help list'." },
    { "list --json --backup=x", "belongs to editor, fix, resume, apply" },
    { "backup a b --backup=c", "--backup belongs to editor, fix" },
    { "apply a --backup=", "--backup: it needs a value." },
    { "move a.img",
      "'move' is neither a command nor a disk or file here: 'alidade help'" },
    { "chekc a.img",
      "'chekc' is neither a command nor a disk or file here: did you mean 'check'?" },
    { "exlpain", "did you mean 'explain'?" },
    { "restor a b", "did you mean 'restore'?" },
    { "lst a b", "did you mean 'list'?" },
    { "bench", "it is 'alidade bench DEVICE'; see 'alidade help bench'." },
    { "bench a b", "'b' is one word too many" },
    { "bench -d a b", "named twice" },
    { "bench -d a --preset=fio", "-d and --preset do not go together" },
    { "bench -d a --workload=all", "-d and --workload do not go together" },
    { "bench -d a --against=3", "-d and --against do not go together" },
    { "bench --partition=1 -b 63 a", "--partition and -b do not go together" },
    { "bench --preset=fio --workload=all a", "--preset and --workload do not" },
    { "bench -S a", "-d DEVICE, or with --preset=apollo" },
    { "bench -i 4096 --preset=fio a", "-d DEVICE, or with --preset=apollo" },
    { "bench -b", "-b: it needs a value." },
    { "bench a -s 0", "-s: it must be more than 0." },
    { "bench a -i none", "-i: 'none' is no size" },
    { "bench a --dir=", "--dir: it needs a value." },
    { "bench a --preset=best", "'best' is none of apollo, openbsd, fio" },
    { "bench a --workload=most", "'most' is none of all, durable-4k-random" },
    { "bench a --workload=small-files", "'small-files' is none of" },
    { "bench a --seconds=0", "more than 0" },
    { "bench a --seconds=3601", "no number from 0 to 3600" },
    { "bench a --seconds=3600.1", "no number from 0 to 3600" },
    { "bench a --seconds=0.0", "more than 0" },
    { "bench a --seconds=0,5,5", "no number from 0 to 3600" },
    { "bench a --seconds=1s", "no number from 0 to 3600" },
    { "probe a --seconds=-1", "no number from 0 to 3600" },
    { "bench a --seed=-1", "--seed: '-1' is no number" },
    { "bench a --seed=1x", "--seed: '1x' is no number" },
    { "bench a --seed=18446744073709551616", "--seed: '18446744073709551616' is no" },
    { "probe", "see 'alidade help probe'" },
    { "probe a --against=3", "--against belongs to bench" },
    { "list -S", "-S belongs to bench" },
    { "list --seconds=3", "--seconds belongs to bench" },
    { "--nonsense", "no option '--nonsense': see 'alidade help editor'." },
    { "-x list", "no option '-x': see 'alidade help list'." },
    { "fix --nosuch", "no option '--nosuch': see 'alidade help fix'." },
    { "--nosuch a fix", "see 'alidade help editor'" },
    { "fix --journal", "--journal: it needs a value. See 'alidade help fix'." },
    { "--slow=1 fix a", "--slow: it takes no value. See 'alidade help fix'." },
    { "help fix plan",
      "'plan' is one word too many: it is 'alidade help [COMMAND]'; see" },
    { "hepl fix", "did you mean 'help'?" },
    { "editor a b", "'b' is one word too many: it is 'alidade editor [DEVICE]'; see" },
    { "help --yes", "--yes belongs to fix" },
    { "-Jx list", "'-x'" },
    { "list -xJ", "no option '-x': see 'alidade help list'." },
    /* What an option belongs to, before its value. */
    { "apply --script=b a", "--script belongs to found: see 'alidade help apply'." },
    { "check -s b a", "-s belongs to bench: see 'alidade help check'." },
    { "list --seed=x", "--seed belongs to bench, probe" },
    { "chekc --seed=x a", "did you mean 'check'?" },
    /* What was typed is named. */
    { "bench --strid=4 a", "--stride goes with -d DEVICE, or" },
    { "bench -S a", "-S goes with -d DEVICE, or" },
    { "bench -s 4 a", "-s goes with -d DEVICE or --preset." },
    { "bench --amount=0 a", "--amount: it must be" },
    { "bench --device=a b", "named twice: with --device and" },
    /* Other words for options and commands. */
    { "resume --st",
      "'--st' is ambiguous: --start, --strict, --status, --stride; see 'alidade help "
      "resume'." },
    { "fix --s=1 a",
      "'--s' is ambiguous: --start, --strict, --slow, --status, --script," },
    { "fix --yse a", "no option '--yse': did you mean '--yes'? See 'alidade help fix'." },
    { "fix --JURNAL=b a", "did you mean '--journal'?" },
    { "list --statsu", "no option '--statsu': see 'alidade help list'." },
    { "LIST", "did you mean 'list'?" },
    { ". check", "The command comes first: alidade check ." },
    { ". ..", "opens one disk at a time" },
    { "/dev/nosuch ./b", "opens one disk at a time" },
    { "missing.img tiny", "opens one disk at a time" },
    { "missing.img check", "The command comes first: alidade check missing.img" },
    { "apply a b", "the script comes on standard input: alidade apply DEVICE <SCRIPT" },
    { "--grain", "--grain: it needs a value." },
    { "--json=1 list", "--json: it takes no value." },
    { "--color=red list", "'red' is none of auto, always, never" },
    { "check --need=all a", "'all' is none of physical, grain" },
    { "--size=80 list", "80x24" },
    { "--size=80x list", "80x24" },
    { "--size=0x24 list", "80x24" },
    { "--size=80x24x1 list", "80x24" },
    { "--grain=two list", "--grain: " },
    { "--grain=0 list", "more than 0" },
    { "--sector-size=0 list", "more than 0" },
    { "--physical-sector=99999999999999999999 list", "--physical-sector: " },
    { "list -q a", "belongs to check" },
    { "--keep list", "belongs to demo" },
    { "--need=grain ./a", "belongs to check" },
};

TEST_EACH(wrong_usage_is_one_sentence_that_names_it, bad)
{
    char *line = strdup(bad[_i].line);
    char *argv[WORDS];
    struct cli_options options;
    struct err err = { 0 };

    ck_assert_msg(!parse(line, argv, &options, &err), "%s", bad[_i].line);
    ck_assert_int_eq(err.code, ERR_USAGE);
    ck_assert_msg(strstr(err.text, bad[_i].sentence) != NULL, "%s: %s", bad[_i].line,
                  err.text);
    ck_assert_ptr_null(strchr(err.text, '\n'));
    free(line);
}

static const char *const missing[] = { "nosuch", "-J nosuch", "disk.img", "sda" };

TEST_EACH(word_that_is_neither_command_nor_file_is_unreadable, missing)
{
    char *line = strdup(missing[_i]);
    char *argv[WORDS];
    struct cli_options options;
    struct err err = { 0 };

    ck_assert(!parse(line, argv, &options, &err));
    ck_assert_int_eq(err.code, ERR_UNREADABLE);
    ck_assert_ptr_nonnull(strstr(err.text, "neither a command nor a disk or file"));
    ck_assert_ptr_nonnull(strstr(err.text, "'alidade help'"));
    free(line);
}

TEST(start_is_a_sector_or_a_size)
{
    char line[] = "fix --start=1=64 --start=2=1MiB a";
    char *argv[WORDS];
    struct cli_options options;
    struct err err = { 0 };

    ck_assert_msg(parse(line, argv, &options, &err), "%s", err.text);
    ck_assert_uint_eq(options.start_count, 2);
    ck_assert_uint_eq(options.starts[1].number, 2);
    ck_assert_str_eq(options.starts[1].start, "1MiB");
}

TEST(values_arrive_in_their_places)
{
    char line[] = "--physical-sector=4KiB --sector-size=512 --alignment-offset=0 "
                  "--grain=1MiB --size=100x40 --color=never list";
    char *argv[WORDS];
    struct cli_options options;
    struct err err = { 0 };

    ck_assert_msg(parse(line, argv, &options, &err), "%s", err.text);
    ck_assert_uint_eq(options.given.physical, 4096);
    ck_assert_uint_eq(options.given.logical, 512);
    ck_assert_uint_eq(options.given.alignment_offset, 0);
    ck_assert(options.given.has_alignment_offset);
    ck_assert_uint_eq(options.given.grain, 1048576);
    ck_assert_int_eq(options.cols, 100);
    ck_assert_int_eq(options.rows, 40);
    ck_assert_int_eq(options.color, COLOR_NEVER);
}

/* repair: REPAIR_COUNT where it is wrong usage. */
static const struct {
    const char *text;
    enum repair repair;
    unsigned number;
} cures[] = {
    { "drop:3", REPAIR_DROP, 3 },       { "cut:12", REPAIR_CUT, 12 },
    { "cut:1234", REPAIR_CUT, 1234 },   { "end-chain", REPAIR_END_CHAIN, 0 },
    { "drop", REPAIR_COUNT, 0 },        { "drop:", REPAIR_COUNT, 0 },
    { "drop:0", REPAIR_COUNT, 0 },      { "drop:3x", REPAIR_COUNT, 0 },
    { "cut:12345", REPAIR_COUNT, 0 },   { "cut12", REPAIR_COUNT, 0 },
    { "end-chain:1", REPAIR_COUNT, 0 }, { "ends", REPAIR_COUNT, 0 },
};

TEST_EACH(a_cure_has_its_number_in_its_place, cures)
{
    CLEANUP(freep) char *line = xasprintf("repair --cure=%s a", cures[_i].text);
    char *argv[WORDS];
    struct cli_options options;
    struct err err = { 0 };
    bool is_good = parse(line, argv, &options, &err);

    ck_assert_msg(is_good == (cures[_i].repair != REPAIR_COUNT), "%s", err.text);
    if (!is_good)
        return;
    ck_assert_uint_eq(options.cure_count, 1);
    ck_assert_int_eq(options.cures[0].repair, cures[_i].repair);
    ck_assert_uint_eq(options.cures[0].number, cures[_i].number);
}

TEST(letters_with_values_arrive_in_their_places)
{
    char line[] = "bench -d /dev/sda -b 34 -i 8192 -s 16MiB -S --seed=9";
    char *argv[WORDS];
    struct cli_options options;
    struct err err = { 0 };

    ck_assert_msg(parse(line, argv, &options, &err), "%s", err.text);
    ck_assert_str_eq(options.measure.device, "/dev/sda");
    ck_assert_str_eq(options.measure.base, "34");
    ck_assert_uint_eq(options.measure.stride_bytes, 8192);
    ck_assert_uint_eq(options.measure.size_bytes, 16777216);
    ck_assert(options.measure.is_synced);
    ck_assert(options.measure.has_seed);
    ck_assert_uint_eq(options.measure.seed, 9);
}

TEST(workloads_and_presets_are_known_by_their_ids)
{
    char all[] = "bench --workload=all a", one[] = "bench --workload=read-64k a",
         preset[] = "bench --preset=openbsd a";
    char *argv[WORDS];
    struct cli_options options;
    struct err err = { 0 };

    ck_assert(parse(all, argv, &options, &err));
    ck_assert(options.measure.has_all && !options.measure.has_workload);
    ck_assert(parse(one, argv, &options, &err));
    ck_assert(options.measure.has_workload && !options.measure.has_all);
    ck_assert_int_eq(options.measure.workload, WORKLOAD_READ_64K);
    ck_assert(parse(preset, argv, &options, &err));
    ck_assert_int_eq(options.measure.preset, PRESET_OPENBSD);
}

TEST(environment_counts_without_an_option)
{
    struct cli_options options = { .color = COLOR_AUTO };
    struct cli_options always = { .color = COLOR_ALWAYS };

    ck_assert_int_eq(setenv("NO_COLOR", "1", 1), 0);
    ck_assert_int_eq(setenv("ALIDADE_ASCII", "1", 1), 0);
    cli_environment(&options);
    cli_environment(&always);
    ck_assert_int_eq(options.color, COLOR_NEVER);
    ck_assert(options.is_ascii);
    ck_assert_int_eq(always.color, COLOR_ALWAYS);
}

TEST(empty_or_zero_environment_is_ignored)
{
    struct cli_options options = { .color = COLOR_AUTO };

    ck_assert_int_eq(setenv("NO_COLOR", "", 1), 0);
    ck_assert_int_eq(setenv("ALIDADE_ASCII", "0", 1), 0);
    cli_environment(&options);
    ck_assert_int_eq(options.color, COLOR_AUTO);
    ck_assert(!options.is_ascii);
}

TEST_TIMES(options_of_all_commands_are_accepted_by_each, CLI_COMMAND_COUNT)
{
    const struct cli_command_row *row = &cli_commands[_i];

    for (size_t i = 0; i < CLI_OPTION_COUNT; i++) {
        const struct cli_option *option = &cli_option_rows[i];
        CLEANUP(str_finish) struct str line = { 0 };
        char *argv[WORDS];
        struct cli_options options;
        struct err err = { 0 };
        if (!(option->commands & CLI_ANYWHERE))
            continue;
        str_printf(&line, "%s --%s", row->name, option->name);
        if (option->value)
            str_printf(&line, " %.*s", (int)strcspn(option->words, " "), option->words);
        for (size_t k = 0; k < row->min_operands || (!k && row->max_operands); k++)
            str_add(&line, " ./a");
        ck_assert_msg(parse(line.text, argv, &options, &err), "%s", err.text);
        ck_assert_int_eq((int)options.command, _i);
    }
}

/* "--jou" is not ambiguous where an option has a row for some commands, and another. */
TEST(rows_of_one_option_follow_each_other_and_differ_in_commands_and_words)
{
    for (size_t i = 0; i < CLI_OPTION_COUNT; i++)
        for (size_t k = i + 1; k < CLI_OPTION_COUNT; k++) {
            const struct cli_option *one = &cli_option_rows[i];
            const struct cli_option *other = &cli_option_rows[k];
            if (strcmp(one->name, other->name) != 0) {
                ck_assert(!one->letter || one->letter != other->letter);
                continue;
            }
            ck_assert_str_eq(cli_option_rows[k - 1].name, one->name);
            ck_assert_int_eq(one->letter, other->letter);
            ck_assert_int_eq(one->kind, other->kind);
            ck_assert_uint_eq(one->member, other->member);
            ck_assert_uint_eq(one->commands & other->commands, 0);
            ck_assert_str_ne(one->help, other->help);
        }
}

static bool is_option_of_fix(const char *name)
{
    for (size_t i = 0; i < CLI_OPTION_COUNT; i++)
        if (!strcmp(cli_option_rows[i].name, name) &&
            (cli_option_rows[i].commands & 1U << CLI_FIX))
            return true;
    return false;
}

TEST(each_question_of_fix_is_answered_by_an_option)
{
    for (size_t i = 0; i < FIX_FINDING_COUNT; i++)
        ck_assert(!fix_findings[i].flag || is_option_of_fix(fix_findings[i].flag + 2));
}
