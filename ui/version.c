/* SPDX-License-Identifier: GPL-3.0-or-later */
/* version.c - which alidade this is, and on what it stands */
#include "ui/version.h"

#include <dlfcn.h>
#include <string.h>

#include <blkid/blkid.h>
#include <curses.h>
#include <json.h>

#include "model/intl.h"

/* libparted is loaded where it is asked, not linked: what it starts with is slow. */
static void add_parted(struct str *ret)
{
    void *library = dlopen("libparted.so.2", RTLD_LAZY | RTLD_LOCAL);
    void *address = library ? dlsym(library, "ped_get_version") : NULL;
    const char *(*get_version)(void) = NULL;

    if (!address) {
        str_add(ret, _("libparted is not installed: only msdos and GPT can be read\n"));
        return;
    }
    /* A pointer to data becomes one to a function: dlsym(3) does it so. */
    memcpy(&get_version, &address, sizeof(address));
    str_printf(ret, "libparted %s\n", get_version());
}

void version_text(struct str *ret)
{
    const char *blkid = NULL;
    const char *date;

    (void)blkid_get_library_version(&blkid, &date); /* the number says less */
    str_printf(ret, "alidade %s\n", ALIDADE_VERSION);
    add_parted(ret);
    str_printf(ret, "libblkid %s\n", blkid);
    str_printf(ret, "%s\n", curses_version());
    str_printf(ret, "json-c %s\n", json_c_version());
    str_add(ret, _("Free software: GNU GPL, version 3 or later; no warranty\n"));
}
