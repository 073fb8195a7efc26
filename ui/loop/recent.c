/* SPDX-License-Identifier: GPL-3.0-or-later */
/* recent.c - the file of types and paths that were used last */
#include "ui/loop/recent.h"

#include <unistd.h>

#include "device/io/text_file.h"
#include "device/system/backup_folder.h"
#include "model/base/mem.h"

void loop_recent_load(struct recent *recent)
{
    CLEANUP(freep) char *folder = NULL;
    CLEANUP(freep) char *text = NULL;
    CLEANUP(freep) char *here = getcwd(NULL, 0);
    struct err err = { 0 };

    if (!backup_folder_find(&folder, &err))
        return;
    CLEANUP(freep) char *path = xasprintf("%s/recent", folder);
    if (text_file_load(path, &text, &err))
        recent_parse(recent, text, here ? here : "");
}

void loop_recent_save(struct recent *recent)
{
    CLEANUP(freep) char *folder = NULL;
    CLEANUP(freep) char *here = getcwd(NULL, 0);
    struct err err = { 0 };

    if (!recent->is_changed || !here || !backup_folder(&folder, &err))
        return;
    CLEANUP(freep) char *path = xasprintf("%s/recent", folder);
    CLEANUP(freep) char *text = recent_text(recent, here);
    if (text_file_replace(path, text, &err))
        recent->is_changed = false;
}
