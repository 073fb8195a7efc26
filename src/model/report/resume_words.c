/* SPDX-License-Identifier: GPL-3.0-or-later */
/* resume_words.c - the operands with which resume goes on with a move */
#include "model/report/resume_words.h"

#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/utf8.h"

char *resume_operands(const char *path, const char *journal)
{
    CLEANUP(freep) char *clean = journal ? utf8_clean(journal) : NULL;
    CLEANUP(freep) char *disk = utf8_clean(path);

    return clean ? xasprintf("--journal=%s %s", clean, disk) : TAKE(disk);
}

char *resume_serial_words(const char *then, const char *now)
{
    if (!then[0] || !now[0] || !strcmp(then, now))
        return NULL;
    return xasprintf(
        _("The move began on a disk with the serial number %1$s, and this one "
          "has %2$s: it is in another enclosure, or a copy."),
        then, now);
}
