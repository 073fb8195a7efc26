/* SPDX-License-Identifier: GPL-3.0-or-later */
/* checks.c - the read-only checkers of the file systems that are moved, run one after the
 * other; what each of them prints is kept in the log */
#include "device/check/checks.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "device/check/program.h"
#include "device/commit/backup.h"
#include "device/io/clock.h"
#include "device/system/backup_folder.h"
#include "device/system/kernel.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/str.h"
#include "model/disk/partition_name.h"

/* How long a step waits, and how long for the end of a program that was killed. */
#define STEP_MS 50
#define KILL_MS 5000

struct checks {
    const struct sys *sys;
    char *path;
    struct layout *layout;
    struct checker_list list;
    size_t at;               /* index of the partition */
    struct program *program; /* that runs; NULL: none */
    bool is_stopped;
    uint64_t stopped_ms;
    char *log;
};

/* --- what can be checked --- */

/* Returns what CHECKER reads for partition NUMBER; NULL if there is nothing; free().
 * e2fsck takes the name up to a question mark as that of the file. */
static char *checks_target(const struct sys *sys, const char *path,
                           const struct layout *layout, unsigned number,
                           const struct checker *checker)
{
    const struct extent *extent = layout_find_number(layout, number);
    char name[SYS_NAME], disk[SYS_PATH];

    if (!extent)
        return NULL;
    if (kernel_has(sys, path, layout, extent) && sys_name_of(sys, path, name)) {
        sys_node_of(sys, name, disk);
        return partition_node(disk, number);
    }
    if (!checker->takes_offset || strchr(path, '?'))
        return NULL;
    return xasprintf("%s?offset=%llu", path,
                     (ull)(extent->start * layout_limits(layout)->logical));
}

static enum checker_verdict checks_verdict(const struct sys *sys, const char *path,
                                           const struct layout *layout, unsigned number,
                                           const struct checker *checker)
{
    CLEANUP(freep) char *target = checks_target(sys, path, layout, number, checker);
    CLEANUP(freep) char *program = program_find(checker->program);

    if (!program)
        return CHECKER_ABSENT;
    return target ? CHECKER_NOT_RUN : CHECKER_NO_NODE;
}

void checks_find(const struct sys *sys, const char *path, const struct layout *layout,
                 const struct moves *moves, struct checker_list *ret)
{
    *ret = (struct checker_list){ 0 };
    for (size_t i = 0; i < moves->step_count; i++) {
        const struct extent *extent = layout_find(layout, moves->steps[i].id);
        const struct checker *checker = moves->steps[i].action == MOVES_DATA && extent
                                            ? checker_of(extent->content.inside.kind)
                                            : NULL;
        if (!checker)
            continue;
        struct checker_result result = { .number = extent->number, .checker = checker };
        copy_text(result.type, sizeof(result.type), extent->content.type);
        result.verdict = checks_verdict(sys, path, layout, extent->number, checker);
        checker_list_add(ret, &result);
    }
}

static void add_command(const struct checker *checker, const char *target,
                        struct str *ret)
{
    str_printf(ret, "%s%s", ret->length ? "; " : "", checker->program);
    for (size_t i = 0; i < CHECKER_ARGS && checker->args[i]; i++)
        str_printf(ret, " %s", checker->args[i]);
    str_printf(ret, strchr(target, '?') ? " '%s'" : " %s", target);
}

char *checks_commands(const struct sys *sys, const char *path,
                      const struct layout *layout, const struct checker_list *list)
{
    struct str text = { 0 };

    for (size_t i = 0; i < list->count; i++) {
        const struct checker *checker = list->at[i].checker;
        CLEANUP(freep)
        char *target = checks_target(sys, path, layout, list->at[i].number, checker);
        CLEANUP(freep) char *program = program_find(checker->program);
        if (target && program)
            add_command(checker, target, &text);
    }
    return text.length ? str_take(&text) : NULL;
}

/* --- running them --- */

struct checks *checks_new(const struct sys *sys, const char *path,
                          const struct layout *layout, const struct checker_list *list)
{
    struct checks *checks = xcalloc(1, sizeof(*checks));

    checks->sys = sys;
    checks->path = xstrdup(path);
    checks->layout = layout_ref(layout);
    checker_list_copy(list, &checks->list);
    for (size_t i = 0; i < list->count; i++) {
        struct checker_result *result = &checks->list.at[i];
        result->verdict =
            checks_verdict(sys, path, layout, result->number, result->checker);
    }
    return checks;
}

void checks_free(struct checks *checks)
{
    if (!checks)
        return;
    program_free(checks->program);
    checker_list_finish(&checks->list);
    layout_unref(checks->layout);
    free(checks->path);
    free(checks->log);
    free(checks);
}

/* WORDS tell how it has ended. */
static void log_checker(struct checks *checks, const char *words)
{
    CLEANUP(lines_finish) struct lines output = { 0 };
    CLEANUP(freep) char *folder = NULL;

    program_output(checks->program, &output);
    if (!backup_folder(&folder, ERR_IGNORED) ||
        !backup_log(folder, checks->path, words, &output, ERR_IGNORED))
        return;
    free(checks->log);
    checks->log = xasprintf("%s/alidade.log", folder);
}

static void conclude_one(struct checks *checks)
{
    struct checker_result *result = &checks->list.at[checks->at];
    int code = program_code(checks->program);

    result->verdict =
        checks->is_stopped ? CHECKER_STOPPED : checker_judge(result->checker, code);
    result->code = code;
    CLEANUP(freep)
    char *words = code < 0 ? xasprintf(_("%1$s, partition %2$u: ended by a signal"),
                                       result->checker->program, result->number)
                           : xasprintf(_("%1$s, partition %2$u: exit code %3$d"),
                                       result->checker->program, result->number, code);
    log_checker(checks, words);
    program_free(checks->program);
    checks->program = NULL;
    checks->at++;
}

static void start_one(struct checks *checks)
{
    struct checker_result *result = &checks->list.at[checks->at];
    const struct checker *checker = result->checker;
    CLEANUP(freep) char *program = program_find(checker->program);
    CLEANUP(freep)
    char *target =
        checks_target(checks->sys, checks->path, checks->layout, result->number, checker);
    const char *args[CHECKER_ARGS + 2] = { 0 };
    size_t count = 0;

    for (; count < CHECKER_ARGS && checker->args[count]; count++)
        args[count] = checker->args[count];
    args[count] = target;
    /* Some return the code of an error for a device that they may not read. */
    bool is_readable =
        target && !access(strchr(target, '?') ? checks->path : target, R_OK);
    if (program && is_readable)
        checks->program = program_start(program, args, ERR_IGNORED);
    if (checks->program)
        return;
    result->verdict = CHECKER_FAILED;
    result->code = -1;
    checks->at++;
}

/* What was killed, and hangs in the kernel, is not waited for any longer. */
static bool is_abandoned(const struct checks *checks)
{
    return checks->is_stopped && clock_ms() - checks->stopped_ms > KILL_MS;
}

static bool checks_step(void *context)
{
    struct checks *checks = context;

    if (checks->program) {
        if (program_wait(checks->program, STEP_MS) || is_abandoned(checks))
            conclude_one(checks);
    } else if (checks->at < checks->list.count) {
        struct checker_result *result = &checks->list.at[checks->at];
        if (result->verdict == CHECKER_NOT_RUN && !checks->is_stopped) {
            start_one(checks);
        } else {
            if (result->verdict == CHECKER_NOT_RUN)
                result->verdict = CHECKER_STOPPED;
            checks->at++;
        }
    }
    return checks->program || checks->at < checks->list.count;
}

static void checks_stop(void *context)
{
    struct checks *checks = context;

    checks->is_stopped = true;
    checks->stopped_ms = clock_ms();
    if (checks->program)
        program_kill(checks->program);
}

static void checks_look(const void *context, void *ret_news)
{
    const struct checks *checks = context;
    struct checks_news *news = ret_news;

    *news = (struct checks_news){ .done = checks->at, .count = checks->list.count };
    if (!checks->program)
        return;
    const struct checker_result *result = &checks->list.at[checks->at];
    news->number = result->number;
    copy_text(news->type, sizeof(news->type), result->type);
    copy_text(news->program, sizeof(news->program), result->checker->program);
}

struct job_work checks_job(struct checks *checks)
{
    return (struct job_work){ .step = checks_step,
                              .stop = checks_stop,
                              .look = checks_look,
                              .context = checks,
                              .news_size = sizeof(struct checks_news) };
}

const struct checker_list *checks_results(const struct checks *checks)
{
    return &checks->list;
}

const char *checks_log(const struct checks *checks)
{
    return checks->log;
}
