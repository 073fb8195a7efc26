/* SPDX-License-Identifier: GPL-3.0-or-later */
/* demo.c - the command demo: creates an image for trying the program */
#include <stdio.h>

#include "device/demo/demo.h"
#include "model/base/columns.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/report/json.h"
#include "ui/cli/output.h"
#include "ui/cli/run.h"
#include "ui/cli/signals.h"

static bool find_kind(const struct cli_options *options, enum demo_kind *ret,
                      struct err *err)
{
    CLEANUP(str_finish) struct str known = { 0 };

    *ret = DEMO_LEGACY;
    if (!options->operand_count || demo_find(options->operands[0], ret))
        return true;
    for (unsigned i = 0; i < DEMO_COUNT; i++)
        str_printf(&known, "%s%s", i ? ", " : "", demo_name((enum demo_kind)i));
    return err_set(err, ERR_USAGE, _("'%1$s' is no kind of demo. There are %2$s."),
                   options->operands[0], str_text(&known));
}

/* Limits on the command line take precedence over those of the image. */
static struct limits_given override_limits(struct limits_given image,
                                           const struct limits_given *given)
{
    if (given->logical)
        image.logical = given->logical;
    if (given->physical)
        image.physical = given->physical;
    if (given->grain)
        image.grain = given->grain;
    if (given->has_alignment_offset) {
        image.alignment_offset = given->alignment_offset;
        image.has_alignment_offset = true;
    }
    return image;
}

/* The path is alone on its line in FILE, for scripts. */
static void print_path(FILE *file, const struct demo *demo)
{
    fprintf(file, "%s\n", demo->path);
    if (demo->options[0])
        fprintf(stderr, "%s\n", demo->options);
}

static void print_made(const struct cli_options *options, enum demo_kind kind,
                       const struct demo *demo)
{
    if (options->is_json)
        output_json(report_json_demo(demo_name(kind), demo->path, demo->options));
    else
        print_path(stdout, demo);
}

/* Opens the image as if it was named on the command line. */
static int open_demo(const struct cli_options *options, const struct demo *demo,
                     struct err *err)
{
    struct cli_options as_named = *options;
    char *operands[] = { demo->path, NULL };

    as_named.command = CLI_EDIT;
    as_named.operands = operands;
    as_named.operand_count = 1;
    as_named.given = override_limits(demo->given, &options->given);
    return command_edit(&as_named, err);
}

static int demo_show(const struct cli_options *options, const struct demo *demo,
                     struct err *err)
{
    int code = open_demo(options, demo, err);

    if (options->is_demo_kept)
        /* Standard output has only the JSON document. */
        print_path(options->is_json ? stderr : stdout, demo);
    else if (!demo_remove(demo, err))
        code = code ? code : (int)err->code;
    return code;
}

/* Removes the image if its path could not be printed: it would never be found. */
static int finish_output(const struct demo *demo, int code, struct err *err)
{
    struct err removal = { 0 };

    if (output_finish(err))
        return code;
    if (!demo_remove(demo, &removal))
        *err = removal; /* it names the path */
    return (int)err->code;
}

void command_demo_help(struct str *ret)
{
    CLEANUP(columns_freep) struct columns *columns = columns_new(2);

    for (unsigned i = 0; i < DEMO_COUNT; i++) {
        columns_row(columns);
        columns_set(columns, 0, "%s", demo_name((enum demo_kind)i));
        columns_set(columns, 1, "%s", demo_about((enum demo_kind)i));
    }
    str_add(ret, _("\nKinds of demo:\n"));
    columns_write(columns, 2, ret);
}

static int print_kind(enum demo_kind kind)
{
    CLEANUP(str_finish) struct str text = { 0 };

    str_printf(&text, _("No image was made; %1$s would be: %2$s\n"), demo_name(kind),
               demo_about(kind));
    output_text(stdout, str_text(&text));
    return 0;
}

int command_demo(const struct cli_options *options, struct err *err)
{
    enum demo_kind kind;
    struct demo demo;
    sigset_t before;
    int code = 0;

    if (!find_kind(options, &kind, err))
        return (int)err->code;
    if (options->is_dry_run)
        return print_kind(kind);
    signals_hold(&before);
    if (demo_make(kind, NULL, &demo, err)) {
        if (options->is_demo_unopened)
            print_made(options, kind, &demo);
        else
            code = demo_show(options, &demo, err);
        if (options->is_demo_unopened || options->is_demo_kept)
            code = finish_output(&demo, code, err);
        demo_finish(&demo);
    } else {
        code = (int)err->code;
    }
    /* Signals stay blocked: a broken pipe would end the program. */
    (void)fflush(stdout); /* an error is reported at the end of the program */
    signals_release(&before);
    return code;
}
