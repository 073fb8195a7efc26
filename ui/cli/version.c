/* SPDX-License-Identifier: GPL-3.0-or-later */
/* version.c - the versions of alidade and of the libraries it uses */
#include "ui/cli/run.h"

#include <blkid/blkid.h>
#include <json.h>

#include "device/parted/child.h"
#include "model/base/intl.h"
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

void command_version(struct str *ret)
{
    const char *blkid = NULL;
    const char *date;

    (void)blkid_get_library_version(&blkid, &date); /* the string is enough */
    str_printf(ret, "alidade %s\n", ALIDADE_VERSION);
    add_parted(ret);
    str_printf(ret, "libblkid %s\n", blkid);
    str_printf(ret, "%s\n", term_version());
    str_printf(ret, "json-c %s\n", json_c_version());
    str_add(ret, _("Free software: GNU GPL, version 3 or later; no warranty\n"));
}
