/* SPDX-License-Identifier: GPL-3.0-or-later */
/* version.c - the versions of alidade and of the libraries it uses */
#include "ui/cli/run.h"

#include <blkid/blkid.h>
#include <json.h>
#include <stdlib.h>

#include "device/parted/child.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/str.h"
#include "ui/cli/output.h"
#include "ui/term/term.h"

/* Asks libparted in a child process: loading it here would run its constructors. */
static void add_parted(struct str *ret)
{
    char version[32];

    parted_version(version);
    if (version[0])
        str_printf(ret, "libparted %s\n", version);
    else
        str_add(ret, _("libparted is not installed: "
                       "other tables than msdos and GPT may be missing\n"));
}

int command_version(void)
{
    CLEANUP(str_finish) struct str text = { 0 };
    const char *blkid = NULL;
    const char *date;

    (void)blkid_get_library_version(&blkid, &date); /* the string is enough */
    str_printf(&text, "alidade %s (%s)\n", ALIDADE_VERSION, ALIDADE_DATE);
    add_parted(&text);
    str_printf(&text, "libblkid %s\n", blkid);
    str_printf(&text, "%s\n", term_version());
    str_printf(&text, "json-c %s\n", json_c_version());
    str_add(&text, _("Free software: GNU GPL, version 3 or later; no warranty\n"));
    output_text(stdout, str_text(&text));
    return EXIT_SUCCESS;
}
