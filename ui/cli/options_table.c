/* SPDX-License-Identifier: GPL-3.0-or-later */
/* options_table.c - the words of the command line, and the help that lists them */
#include "ui/cli/options_table.h"

#include <stdint.h>
#include <stdio.h>

#include "model/base/columns.h"
#include "model/base/intl.h"
#include "model/base/mem.h"

#define FOR_ALL       ((1U << CLI_COMMAND_COUNT) - 1)
#define FOR(command)  (1U << (command))
#define FOR_MEASURING (FOR(CLI_BENCH) | FOR(CLI_PROBE))
#define FOR_WRITING   (FOR(CLI_APPLY) | FOR(CLI_RESTORE) | FOR(CLI_REPAIR))

const struct cli_command_row cli_commands[CLI_COMMAND_COUNT] = {
    [CLI_EDIT] = { NULL, 0, 1, N_("[DEVICE]"),
                   N_("open the editor; without DEVICE choose a disk") },
    [CLI_LIST] = { "list", 0, SIZE_MAX, N_("list [DEVICE...]"),
                   N_("disks and partitions, verdicts, better starts") },
    [CLI_CHECK] = { "check", 1, SIZE_MAX, N_("check DEVICE..."),
                    N_("what is off; the exit code says it") },
    [CLI_EXPLAIN] = { "explain", 1, 2, N_("explain DEVICE [N]"),
                      N_("why partition N is off, and what cures cost") },
    [CLI_DUMP] = { "dump", 1, 1, N_("dump DEVICE"),
                   N_("the table as a script that sfdisk accepts") },
    [CLI_APPLY] = { "apply", 1, 1, N_("apply DEVICE <SCRIPT"),
                    N_("make the table as an sfdisk script says") },
    [CLI_BACKUP] = { "backup", 2, 2, N_("backup DEVICE FILE"),
                     N_("save every sector that the table owns") },
    [CLI_RESTORE] = { "restore", 2, 2, N_("restore FILE DEVICE"),
                      N_("put what backup saved back onto the disk") },
    [CLI_REPAIR] = { "repair", 1, 1, N_("repair DEVICE"),
                     N_("write what is damaged in a table anew") },
    [CLI_BENCH] = { "bench", 0, 1, N_("bench DEVICE"),
                    N_("time a start against a better one, in place") },
    [CLI_PROBE] = { "probe", 1, 1, N_("probe DEVICE"),
                    N_("find the true physical sectors, in place") },
    [CLI_DEMO] = { "demo", 0, 1, N_("demo [KIND]"),
                   N_("make a private demo image and open it") },
};

const struct cli_option_row cli_options[CLI_OPTION_COUNT] = {
    { 'J', "json", NULL, FOR_ALL, N_("write JSON") },
    { 'n', "dry-run", NULL, FOR_ALL, N_("show what would be written, write nothing") },
    { 'r', "read-only", NULL, FOR_ALL, N_("open for looking only") },
    { OPTION_YES, "yes", NULL, FOR_WRITING, N_("apply, restore, repair: do not ask") },
    { OPTION_BACKUP, "backup", N_("FILE"), FOR_WRITING | FOR(CLI_EDIT),
      N_("where it is written: save the old table here") },
    { OPTION_LOSE, "lose", N_("LIST"), FOR_WRITING,
      N_("data given up: of partitions 1,2 or all") },
    { OPTION_COPY, "copy", N_("COPY"), FOR(CLI_REPAIR),
      N_("repair: the GPT that counts, primary or backup") },
    { OPTION_CURE, "cure", N_("CURE"), FOR(CLI_REPAIR),
      N_("repair: drop:N, cut:N or end-chain") },
    { OPTION_EMPTY, "empty", N_("N"), FOR(CLI_APPLY),
      N_("apply: nothing in partition N is needed") },
    { OPTION_PHYSICAL, "physical-sector", N_("BYTES"), FOR_ALL,
      N_("judge by this physical sector") },
    { OPTION_OFFSET, "alignment-offset", N_("BYTES"), FOR_ALL,
      N_("the first physical boundary (3584: XP jumper)") },
    { OPTION_SECTOR, "sector-size", N_("BYTES"), FOR_ALL,
      N_("logical sector of an image file (512)") },
    { OPTION_GRAIN, "grain", N_("SIZE"), FOR_ALL, N_("align to this (1MiB)") },
    { OPTION_ASCII, "ascii", NULL, FOR_ALL,
      N_("draw with ASCII only (ALIDADE_ASCII=1)") },
    { OPTION_SIZE, "size", N_("COLSxROWS"), FOR_ALL,
      N_("draw in this part of the terminal") },
    { OPTION_COLOR, "color", N_("WHEN"), FOR_ALL, N_("auto, always, never (NO_COLOR)") },
    { 'q', "quiet", NULL, FOR(CLI_CHECK), N_("check: write nothing") },
    { 'v', "verbose", NULL, FOR(CLI_CHECK),
      N_("check: all that is known about the table") },
    { OPTION_NEED, "need", N_("WHAT"), FOR(CLI_CHECK),
      N_("check: physical (default) or grain") },
    { OPTION_PARTITION, "partition", N_("N"), FOR(CLI_BENCH),
      N_("bench: the start of this partition") },
    { 'b', "base", N_("LBA"), FOR(CLI_BENCH), N_("bench: this start instead") },
    { OPTION_AGAINST, "against", N_("LBA"), FOR(CLI_BENCH),
      N_("bench: the start to compare with") },
    { OPTION_WORKLOAD, "workload", N_("NAME"), FOR(CLI_BENCH),
      N_("bench: this workload too, or all") },
    { OPTION_PRESET, "preset", N_("NAME"), FOR(CLI_BENCH),
      N_("bench: what an article timed, beside its figures") },
    { OPTION_COMPARE, "compare", N_("DRIVE"), FOR(CLI_BENCH),
      N_("bench: beside what was kept of this drive") },
    { OPTION_DIR, "dir", N_("FOLDER"), FOR(CLI_BENCH),
      N_("bench: files in this folder, made and removed") },
    { OPTION_JOB_FILES, "job-files", N_("FOLDER"), FOR(CLI_BENCH),
      N_("bench: write jobs for fio there") },
    { 'd', "device", N_("DEVICE"), FOR(CLI_BENCH),
      N_("bench: as part-align-bench does, in place") },
    { 'i', "stride", N_("BYTES"), FOR(CLI_BENCH),
      N_("bench: from write to write (4096)") },
    { 's', "amount", N_("SIZE"), FOR(CLI_BENCH), N_("bench: bytes to write (16MiB)") },
    { 'S', "sync", NULL, FOR(CLI_BENCH), N_("bench: flush after each write") },
    { OPTION_SECONDS, "seconds", N_("N"), FOR_MEASURING,
      N_("bench, probe: no longer than this") },
    { OPTION_SEED, "seed", N_("N"), FOR_MEASURING,
      N_("bench, probe: the same order and places again") },
    { OPTION_AS_DRIVE, "as-drive", NULL, FOR_MEASURING,
      N_("bench, probe: judge an image like a drive") },
    { OPTION_KEEP, "keep", NULL, FOR(CLI_DEMO),
      N_("demo: keep the image, say its path") },
    { OPTION_NO_OPEN, "no-open", NULL, FOR(CLI_DEMO), N_("demo: only make it") },
    { 'h', "help", NULL, FOR_ALL, N_("this help") },
    { 'V', "version", NULL, FOR_ALL, N_("versions of alidade and its libraries") },
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
        if (cli_options[i].code < 256)
            snprintf(letter, sizeof(letter), "-%c, ", cli_options[i].code);
        columns_row(columns);
        columns_set(columns, 0, "%s--%s%s%s", letter, cli_options[i].name,
                    cli_options[i].value ? "=" : "",
                    cli_options[i].value ? _(cli_options[i].value) : "");
        columns_set(columns, 1, "%s", _(cli_options[i].help));
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
              "answer\nwas no; 2 wrong usage; 3 cannot be read, or the\ntable is "
              "damaged; 4 refused, nothing was "
              "written;\n5 stopped before there was a verdict; 6 I/O error.\n"));
}
