/* SPDX-License-Identifier: GPL-3.0-or-later */
/* apply.c - the command apply: creates the table of an sfdisk script or a list */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "device/io/store.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/str.h"
#include "model/edit/gpt_fit.h"
#include "model/edit/planner.h"
#include "model/found/front.h"
#include "model/script/script.h"
#include "ui/cli/change.h"
#include "ui/cli/empty.h"
#include "ui/cli/output.h"
#include "ui/cli/run.h"

#define SCRIPT_MAX (1U << 20) /* bytes; no table needs as many */

static bool read_script(struct str *ret, struct err *err)
{
    char bytes[4096];
    size_t count;

    if (isatty(STDIN_FILENO))
        output_complain(_("The script is read from the terminal; Ctrl-D ends it."));
    /* fread() would read again after the one Ctrl-D. */
    while (!feof(stdin) && (count = fread(bytes, 1, sizeof(bytes), stdin))) {
        if (memchr(bytes, '\0', count) || ret->length + count > SCRIPT_MAX)
            return err_set(err, ERR_USAGE, "%s",
                           _("What came on standard input is no script."));
        str_add_bytes(ret, bytes, count);
    }
    if (!ferror(stdin))
        return true;
    return err_set(err, ERR_UNREADABLE, _("The script cannot be read: %s."),
                   strerror(errno));
}

/* Returns the edits that make a table of the same kind, or a GPT, with the sizes of LIST.
 */
static bool layout_edits(const char *list, const struct layout *layout, struct edit **ret,
                         size_t *ret_count, struct err *err)
{
    CLEANUP(freep) struct planner *plan = xcalloc(1, sizeof(*plan));
    enum label_kind old = layout_label(layout)->kind;
    enum label_kind label = label_is_editable(old) ? old : LABEL_GPT;

    if (!planner_parse(list, layout_limits(layout), label, plan, err))
        return false;
    *ret_count = planner_edits(plan, label, layout_limits(layout), ret);
    return true;
}

/* Keeps the entries of a new GPT off a boot loader; a script has to say how. */
static bool leave_front_alone(const struct change *change,
                              const struct cli_options *options, struct edit *edits,
                              size_t count, struct err *err)
{
    const struct layout *layout = change->disk.info.layout;
    struct loss_accepted accepted = change_accepted(options);

    if (!count || edits[0].kind != EDIT_NEW_TABLE || edits[0].label != LABEL_GPT)
        return true;
    CLEANUP(store_closep) struct store *store = store_open(change->path, err);
    if (!store)
        return false;
    struct reader reader = store_reader(store);
    struct gpt_front front = front_find(&reader, layout, &accepted);
    if (!options->layout)
        return gpt_fit_script(layout, edits, count, &front, err);
    gpt_fit_edits(layout, edits, count, &front);
    return true;
}

static bool push_edits(struct change *change, const struct cli_options *options,
                       const char *text, struct err *err)
{
    const struct layout *layout = change->disk.info.layout;
    CLEANUP(freep) struct edit *edits = NULL;
    size_t count;

    if (!empty_call(change, options, err) ||
        !(options->layout ? layout_edits(options->layout, layout, &edits, &count, err)
                          : script_edits(text, layout, &edits, &count, err)) ||
        !leave_front_alone(change, options, edits, count, err))
        return false;
    for (size_t i = 0; i < count; i++)
        if (!queue_push(change->queue, &edits[i], err))
            return false;
    return true;
}

int command_apply(const struct cli_options *options, struct err *err)
{
    CLEANUP(str_finish) struct str text = { 0 };
    struct change change = { 0 };

    if (!options->layout && !read_script(&text, err))
        return (int)err->code;
    int code = change_begin(&change, options, options->operands[0], true, err) &&
                       push_edits(&change, options, str_text(&text), err)
                   ? change_carry_out(&change, options, err)
                   : (int)err->code;
    change_finish(&change);
    return code;
}
