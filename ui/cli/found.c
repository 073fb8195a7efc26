/* SPDX-License-Identifier: GPL-3.0-or-later */
/* found.c - the command found: lists contents that no entry of the table names */
#include <stdio.h>

#include "device/io/store.h"
#include "device/system/found_read.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"
#include "model/edit/queue.h"
#include "model/report/found.h"
#include "model/script/script.h"
#include "ui/cli/disk.h"
#include "ui/cli/output.h"
#include "ui/cli/run.h"
#include "ui/cli/seed.h"
#include "ui/cli/steps.h"

struct finding {
    struct found_read *read;
    bool is_stopped;
};

static enum measure_step finding_step(void *context)
{
    struct finding *finding = context;

    return !finding->is_stopped && found_read_step(finding->read) ? STEP_MORE : STEP_DONE;
}

static void finding_stop(void *context)
{
    struct finding *finding = context;

    finding->is_stopped = true;
}

static struct steps_look finding_look(void *context)
{
    const struct finding *finding = context;

    return (struct steps_look){ _("Searching the disk"),
                                found_read_share(finding->read) };
}

static void find_contents(struct store *store, const struct layout *layout,
                          enum found_depth depth, struct found_list *ret)
{
    struct finding finding = { .read = found_read_new(store, layout, depth) };
    const struct steps steps = { .step = finding_step,
                                 .stop = finding_stop,
                                 .look = finding_look,
                                 .context = &finding };

    steps_catch_signals(true);
    steps_run(&steps);
    found_read_list(finding.read, ret);
    steps_release_signals();
    found_read_free(finding.read);
}

/* --- the script --- */

/* A content that gets no entry is a comment. */
static void add_comment(const struct found_list *list, const struct found_item *item,
                        struct str *ret)
{
    CLEANUP(freep) char *why = report_found_why(list, item);
    char name[CONTENT_NAME];

    str_printf(ret, "# %llu %llu %s: %s\n", (ull)item->found.start,
               (ull)item->found.length, content_name(&item->content, name),
               why ? why : "");
}

static size_t chosen_contents(const struct found_list *list, struct str *comments,
                              struct adopt_content **ret)
{
    size_t count = 0;

    *ret = xcalloc(list->count + 1, sizeof(**ret));
    for (size_t i = 0; i < list->count; i++)
        if (list->at[i].is_chosen)
            (*ret)[count++] = report_found_adopt(&list->at[i]);
        else
            add_comment(list, &list->at[i], comments);
    return count;
}

/* Adds the entries to QUEUE. One that is not possible is a comment. */
static bool push_contents(struct queue *queue, const struct layout *layout,
                          const struct adopt_content *at, size_t count,
                          struct str *comments, struct err *err)
{
    CLEANUP(freep) struct edit *edits = NULL;
    size_t edit_count;

    if (!adopt_edits(layout, adopt_label(layout, at, count), at, count, &edits,
                     &edit_count, err))
        return false;
    for (size_t i = 0; i < edit_count; i++) {
        struct err own = { 0 };
        if (queue_push(queue, &edits[i], &own))
            continue;
        if (edits[i].kind != EDIT_CREATE || edits[i].extent == EXTENT_EXTENDED)
            return err_pass(err, &own, "%s", own.text);
        str_printf(comments, "# %llu %llu: %s\n", (ull)edits[i].start,
                   (ull)edits[i].length, own.text);
    }
    return true;
}

static bool print_script(const struct command_disk *disk, const char *path,
                         const struct found_list *list, struct err *err)
{
    const struct layout *layout = disk->info.layout;
    CLEANUP(str_finish) struct str comments = { 0 };
    CLEANUP(freep) struct adopt_content *at = NULL;
    CLEANUP(queue_freep) struct queue *queue = NULL;
    CLEANUP(freep) char *text = NULL;
    size_t count = chosen_contents(list, &comments, &at);
    struct guid_source seed;

    if (!count)
        return err_refuse(err, REFUSAL_FOUND_NOTHING,
                          _("%s: no content was found that could get an "
                            "entry."),
                          path);
    if (!seed_draw(&seed, err))
        return false;
    queue = queue_new(disk->info.layout, seed);
    if (!push_contents(queue, layout, at, count, &comments, err) ||
        !script_print(queue_preview(queue), path, &text, err))
        return false;
    fputs(text, stdout); /* not converted: a path is bytes of unknown encoding */
    output_text(stdout, str_text(&comments));
    return true;
}

static void print_list(const struct command_disk *disk, const struct cli_options *options,
                       const struct found_list *list)
{
    struct report_disk report = command_disk_report(disk);
    CLEANUP(str_finish) struct str text = { 0 };

    if (options->is_json) {
        output_json(report_found_json(&report, list));
        return;
    }
    report_found_text(&report, list, &text);
    output_text(stdout, str_text(&text));
}

static int print_found(const struct command_disk *disk, const struct cli_options *options,
                       const struct found_list *list, struct err *err)
{
    const char *path = options->operands[0];

    if (!options->shows_script)
        print_list(disk, options, list);
    else if (!print_script(disk, path, list, err))
        return (int)err->code;
    if (list->is_stopped)
        (void)err_set(err, ERR_STOPPED, "%s",
                      _("Stopped: what lies behind was not searched."));
    else if (list->unreadable)
        (void)err_set(err, ERR_UNREADABLE, _("%s: not all of it could be read."), path);
    return (int)err->code;
}

int command_found(const struct cli_options *options, struct err *err)
{
    const char *path = options->operands[0];
    CLEANUP(found_list_finish) struct found_list list = { 0 };
    CLEANUP(store_closep) struct store *store = store_open(path, err);
    struct command_disk disk;

    if (!store || !command_disk_read(path, &options->given, true, &disk, err))
        return (int)err->code;
    find_contents(store, disk.info.layout, options->searches_all ? FOUND_ALL : FOUND_WIDE,
                  &list);
    (void)print_found(&disk, options, &list, err); /* its code is the exit code */
    command_disk_finish(&disk);
    return (int)err->code;
}
