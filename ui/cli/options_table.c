/* SPDX-License-Identifier: GPL-3.0-or-later */
/* options_table.c - the rows of commands and options, and the help that lists them */
#include "ui/cli/options_table.h"

#include <stdio.h>

#include "model/base/columns.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "ui/cli/run.h"

#define AT(name)      offsetof(struct cli_options, name)
#define FOR_ALL       ((1U << CLI_COMMAND_COUNT) - 1)
#define FOR(command)  (1U << (command))
#define FOR_MEASURING (FOR(CLI_BENCH) | FOR(CLI_PROBE))
#define FOR_WRITING   (FOR(CLI_APPLY) | FOR(CLI_RESTORE) | FOR(CLI_REPAIR))
#define FOR_MOVING    (FOR(CLI_FIX) | FOR(CLI_RESUME))
#define FOR_PLANNING  (FOR(CLI_PLAN) | FOR(CLI_FIX))

const struct cli_command_row cli_commands[CLI_COMMAND_COUNT] = {
    [CLI_EDIT] = { command_edit, NULL, 0, 1, N_("[DEVICE]"),
                   N_("open the editor; without DEVICE choose a disk") },
    [CLI_LIST] = { command_list, "list", 0, SIZE_MAX, N_("list [DEVICE...]"),
                   N_("disks and partitions, verdicts, better starts") },
    [CLI_CHECK] = { command_check, "check", 1, SIZE_MAX, N_("check DEVICE..."),
                    N_("what is off; the exit code says it") },
    [CLI_EXPLAIN] = { command_explain, "explain", 1, 2, N_("explain DEVICE [N]"),
                      N_("why partition N is off, and what cures cost") },
    [CLI_PLAN] = { command_plan, "plan", 1, 1, N_("plan DEVICE"),
                   N_("how to align all partitions, step by step") },
    [CLI_FIX] = { command_fix, "fix", 1, 1, N_("fix DEVICE"),
                  N_("carry that plan out: move data, write the table") },
    [CLI_RESUME] = { command_resume, "resume", 0, 1, N_("resume [DEVICE]"),
                     N_("complete a fix that was interrupted") },
    [CLI_DUMP] = { command_dump, "dump", 1, 1, N_("dump DEVICE"),
                   N_("the table as a script that sfdisk accepts") },
    [CLI_APPLY] = { command_apply, "apply", 1, 1, N_("apply DEVICE <SCRIPT"),
                    N_("make the table as an sfdisk script says") },
    [CLI_BACKUP] = { command_backup, "backup", 2, 2, N_("backup DEVICE FILE"),
                     N_("save every sector that the table owns") },
    [CLI_RESTORE] = { command_restore, "restore", 2, 2, N_("restore FILE DEVICE"),
                      N_("put what backup saved back onto the disk") },
    [CLI_HISTORY] = { command_history, "history", 0, 3, N_("history [DEVICE A B]"),
                      N_("tables saved before writes, and what changed") },
    [CLI_FOUND] = { command_found, "found", 1, 1, N_("found DEVICE"),
                    N_("contents that no entry names, as a table") },
    [CLI_REPAIR] = { command_repair, "repair", 1, 1, N_("repair DEVICE"),
                     N_("write what is damaged in a table anew") },
    [CLI_BENCH] = { command_bench, "bench", 0, 1, N_("bench DEVICE"),
                    N_("time a start against a better one, in place") },
    [CLI_PROBE] = { command_probe, "probe", 1, 1, N_("probe DEVICE"),
                    N_("find the true physical sectors, in place") },
    [CLI_DEMO] = { command_demo, "demo", 0, 1, N_("demo [KIND]"),
                   N_("make a private demo image and open it") },
};

const struct cli_option cli_option_rows[CLI_OPTION_COUNT] = {
    { 'J', "json", NULL, FOR_ALL, VALUE_NONE, AT(is_json), N_("write JSON") },
    { 'n', "dry-run", NULL, FOR_ALL, VALUE_NONE, AT(is_dry_run),
      N_("show what would be written, write nothing") },
    { 'r', "read-only", NULL, FOR_ALL, VALUE_NONE, AT(is_read_only),
      N_("open read-only: write nothing") },
    { 0, "yes", NULL, FOR_WRITING | FOR_MOVING, VALUE_NONE, AT(is_agreed),
      N_("where it is written: do not ask") },
    { 0, "backup", N_("FILE"), FOR_WRITING | FOR_MOVING | FOR(CLI_EDIT), VALUE_BACKUP,
      AT(backup_path), N_("where it is written: save the old table here") },
    { 0, "lose", N_("LIST"), FOR_WRITING | FOR(CLI_FIX) | FOR(CLI_PLAN), VALUE_LOSE,
      AT(lose), N_("data given up: 1,2, all, free, @START") },
    { 0, "all", NULL, FOR(CLI_FOUND), VALUE_NONE, AT(searches_all),
      N_("found: search every sector") },
    { 0, "script", NULL, FOR(CLI_FOUND), VALUE_NONE, AT(shows_script),
      N_("found: write a script for apply and sfdisk") },
    { 0, "copy", N_("COPY"), FOR(CLI_REPAIR), VALUE_COPY, AT(copy),
      N_("repair: the GPT that counts, primary or backup") },
    { 0, "cure", N_("CURE"), FOR(CLI_REPAIR), VALUE_CURE, AT(cures),
      N_("repair: drop:N, cut:N or end-chain") },
    { 0, "empty", N_("N"), FOR(CLI_APPLY) | FOR_PLANNING, VALUE_EMPTY, AT(empty),
      N_("apply, plan, fix: nothing in N is needed") },
    { 0, "to", N_("AIM"), FOR_PLANNING, VALUE_AIM, AT(aim),
      N_("plan, fix: nudge (nearest sectors) or mib") },
    { 0, "start", N_("N=LBA"), FOR_PLANNING, VALUE_START, AT(starts),
      N_("plan, fix: this start for partition N") },
    { 0, "journal", N_("FILE"), FOR_PLANNING | FOR(CLI_RESUME), VALUE_TEXT, AT(journal),
      N_("plan, fix, resume: the journal in this file") },
    { 0, "no-check", NULL, FOR_MOVING, VALUE_NONE, AT(skips_check),
      N_("fix, resume: do not compare what was moved") },
    { 0, "check-content", NULL, FOR_MOVING, VALUE_NONE, AT(checks_content),
      N_("fix, resume: file system checkers, read-only") },
    { 0, "slow", NULL, FOR(CLI_FIX), VALUE_NONE, AT(is_slow),
      N_("fix: it may take more than 24 hours") },
    { 0, "flush-lies", NULL, FOR(CLI_FIX), VALUE_NONE, AT(knows_flush_lies),
      N_("fix: also on a drive whose flushes lie") },
    { 0, "rollback", NULL, FOR(CLI_RESUME), VALUE_NONE, AT(is_rollback),
      N_("resume: take the move back instead") },
    { 0, "status", NULL, FOR(CLI_RESUME), VALUE_NONE, AT(shows_status),
      N_("resume: only tell how far it is") },
    { 0, "layout", N_("LIST"), FOR(CLI_APPLY), VALUE_TEXT, AT(layout),
      N_("apply: sizes such as 8GB swap, rest /") },
    { 0, "physical-sector", N_("BYTES"), FOR_ALL, VALUE_BYTES, AT(given.physical),
      N_("judge by this physical sector") },
    { 0, "alignment-offset", N_("BYTES"), FOR_ALL, VALUE_OFFSET,
      AT(given.alignment_offset), N_("the first physical boundary (3584: XP jumper)") },
    { 0, "sector-size", N_("BYTES"), FOR_ALL, VALUE_BYTES, AT(given.logical),
      N_("logical sector of an image file (512)") },
    { 0, "grain", N_("SIZE"), FOR_ALL, VALUE_BYTES, AT(given.grain),
      N_("align to this (1MiB)") },
    { 0, "ascii", NULL, FOR_ALL, VALUE_NONE, AT(is_ascii),
      N_("draw with ASCII only (ALIDADE_ASCII=1)") },
    { 0, "no-mouse", NULL, FOR_ALL, VALUE_NONE, AT(has_no_mouse),
      N_("leave the mouse to the terminal") },
    { 0, "size", N_("COLSxROWS"), FOR_ALL, VALUE_SIZE, AT(cols),
      N_("draw in this part of the terminal") },
    { 0, "color", N_("WHEN"), FOR_ALL, VALUE_COLOR, AT(color),
      N_("auto, always, never (NO_COLOR)") },
    { 'q', "quiet", NULL, FOR(CLI_CHECK), VALUE_NONE, AT(is_quiet),
      N_("check: write nothing") },
    { 'v', "verbose", NULL, FOR(CLI_CHECK), VALUE_NONE, AT(is_verbose),
      N_("check: all that is known about the table") },
    { 0, "need", N_("WHAT"), FOR(CLI_CHECK), VALUE_NEED, AT(need),
      N_("check: physical (default) or grain") },
    { 0, "partition", N_("N"), FOR(CLI_BENCH), VALUE_TEXT, AT(measure.partition),
      N_("bench: the start of this partition") },
    { 'b', "base", N_("LBA"), FOR(CLI_BENCH), VALUE_TEXT, AT(measure.base),
      N_("bench: this start instead") },
    { 0, "against", N_("LBA"), FOR(CLI_BENCH), VALUE_TEXT, AT(measure.against),
      N_("bench: the start to compare with") },
    { 0, "workload", N_("NAME"), FOR(CLI_BENCH), VALUE_WORKLOAD, AT(measure.workload),
      N_("bench: this workload too, or all") },
    { 0, "preset", N_("NAME"), FOR(CLI_BENCH), VALUE_PRESET, AT(measure.preset),
      N_("bench: what an article timed, beside its figures") },
    { 0, "compare", N_("DRIVE"), FOR(CLI_BENCH), VALUE_TEXT, AT(measure.compared),
      N_("bench: beside what was kept of this drive") },
    { 0, "dir", N_("FOLDER"), FOR(CLI_BENCH), VALUE_TEXT, AT(measure.folder),
      N_("bench: files in this folder, made and removed") },
    { 0, "job-files", N_("FOLDER"), FOR(CLI_BENCH), VALUE_TEXT, AT(measure.jobs),
      N_("bench: write jobs for fio there") },
    { 'd', "device", N_("DEVICE"), FOR(CLI_BENCH), VALUE_TEXT, AT(measure.device),
      N_("bench: as part-align-bench does, in place") },
    { 'i', "stride", N_("BYTES"), FOR(CLI_BENCH), VALUE_BYTES, AT(measure.stride_bytes),
      N_("bench: from write to write (4096)") },
    { 's', "amount", N_("SIZE"), FOR(CLI_BENCH), VALUE_AMOUNT, AT(measure.size_bytes),
      N_("bench: bytes to write") },
    { 'S', "sync", NULL, FOR(CLI_BENCH), VALUE_NONE, AT(measure.is_synced),
      N_("bench: flush after each write") },
    { 0, "sustained", NULL, FOR(CLI_BENCH), VALUE_NONE, AT(measure.is_sustained),
      N_("bench: write until a buffer is full") },
    { 0, "seconds", N_("N"), FOR_MEASURING, VALUE_SECONDS, AT(measure.seconds),
      N_("bench, probe: no longer than this") },
    { 0, "seed", N_("N"), FOR_MEASURING, VALUE_SEED, AT(measure.seed),
      N_("bench, probe: the same order and places again") },
    { 0, "as-drive", NULL, FOR_MEASURING, VALUE_NONE, AT(measure.is_as_drive),
      N_("bench, probe: judge an image like a drive") },
    { 0, "keep", NULL, FOR(CLI_DEMO), VALUE_NONE, AT(is_demo_kept),
      N_("demo: keep the image, say its path") },
    { 0, "no-open", NULL, FOR(CLI_DEMO), VALUE_NONE, AT(is_demo_unopened),
      N_("demo: only make it") },
    { 'h', "help", NULL, FOR_ALL, VALUE_NONE, AT(shows_help), N_("this help") },
    { 'V', "version", NULL, FOR_ALL, VALUE_NONE, AT(shows_version),
      N_("versions of alidade and its libraries") },
};

static void help_commands(struct str *ret)
{
    CLEANUP(columns_freep) struct columns *columns = columns_new(2);

    for (size_t i = 0; i < CLI_COMMAND_COUNT; i++) {
        columns_row(columns);
        columns_set(columns, 0, "alidade %s", _(cli_commands[i].usage));
        columns_set(columns, 1, "%s", _(cli_commands[i].help));
    }
    columns_write(columns, 2, ret);
}

static void help_options(struct str *ret)
{
    CLEANUP(columns_freep) struct columns *columns = columns_new(2);

    for (size_t i = 0; i < CLI_OPTION_COUNT; i++) {
        char letter[5] = "    ";
        if (cli_option_rows[i].letter)
            snprintf(letter, sizeof(letter), "-%c, ", cli_option_rows[i].letter);
        columns_row(columns);
        columns_set(columns, 0, "%s--%s%s%s", letter, cli_option_rows[i].name,
                    cli_option_rows[i].value ? "=" : "",
                    cli_option_rows[i].value ? _(cli_option_rows[i].value) : "");
        columns_set(columns, 1, "%s", _(cli_option_rows[i].help));
    }
    columns_write(columns, 2, ret);
}

void cli_help(struct str *ret)
{
    str_add(ret, _("Usage: alidade [OPTION...] [COMMAND] [DEVICE...]\n"
                   "A partition editor that knows about alignment.\n"
                   "DEVICE is a disk or an image file.\n\n"));
    help_commands(ret);
    str_add(ret, _("\nOptions, before or after the command:\n"));
    help_options(ret);
    str_add(ret,
            _("\nSizes: 4096, 4KiB, 1MiB (powers of two), 4kB, 1MB (powers of ten).\n"
              "Exit codes: 0 done, nothing is off; 1 check: something is off, or the "
              "answer\nwas no; 2 wrong usage; 3 cannot be read, or the table is "
              "damaged; 4 refused,\nor fix: all that should be moved has to stay; "
              "nothing was written;\n5 stopped: before there was a verdict, or to be "
              "resumed; 6 I/O "
              "error.\n"));
    command_demo_help(ret);
}
