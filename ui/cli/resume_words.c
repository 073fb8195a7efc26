/* SPDX-License-Identifier: GPL-3.0-or-later */
/* resume_words.c - the operands with which resume goes on with a move */
#include "ui/cli/resume_words.h"

#include "model/base/mem.h"
#include "model/base/utf8.h"

char *resume_operands(const char *path, const char *journal)
{
    CLEANUP(freep) char *clean = journal ? utf8_clean(journal) : NULL;
    CLEANUP(freep) char *disk = utf8_clean(path);

    return clean ? xasprintf("--journal=%s %s", clean, disk) : TAKE(disk);
}
