/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hint.c - remembers where journals are */
#include "device/move/find/hint.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "device/io/sys.h"
#include "device/io/text_file.h"
#include "device/system/backup_folder.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"

#define HINTS_MAX 1000 /* files that are looked at */

static const char journal_end[] = ".journal", place_end[] = ".place";

/* Returns the file in FOLDER; free(). */
static char *hint_path(const char *folder, const struct record_head *head)
{
    char guid[GUID_TEXT];

    guid_format(&head->owner.transaction, guid);
    return xasprintf("%s/%s%s", folder, guid,
                     head->place.start ? place_end : journal_end);
}

void fix_hint_save(const struct record_head *head)
{
    CLEANUP(freep) char *folder = NULL;

    if (!backup_folder(&folder, ERR_IGNORED))
        return;
    CLEANUP(freep) char *path = hint_path(folder, head);
    CLEANUP(freep)
    char *text = head->place.start ? xasprintf("%llu %llu\n", (ull)head->place.start,
                                               (ull)head->owner.disk_bytes)
                                   : xasprintf("%s\n", head->place.path);
    (void)!text_file_replace(path, text, ERR_IGNORED); /* the person can name it */
}

void fix_hint_remove(const struct record_head *head)
{
    CLEANUP(freep) char *folder = NULL;

    if (!backup_folder_find(&folder, ERR_IGNORED))
        return;
    CLEANUP(freep) char *path = hint_path(folder, head);
    (void)unlink(path); /* there may be none */
}

/* --- reading --- */

static void hint_add_place(const char *text, struct fix_hints *ret)
{
    struct fix_hint hint = { 0 };

    if (!num_read(&text, 10, &hint.start) || !hint.start)
        return;
    if (*text == ' ' && (text++, !num_read(&text, 10, &hint.disk_bytes)))
        return;
    ret->places = xrealloc(ret->places, ret->place_count + 1, sizeof(hint));
    ret->places[ret->place_count++] = hint;
}

static void hint_add(const char *path, struct fix_hints *ret)
{
    CLEANUP(freep) char *text = NULL;
    const char *end = strrchr(path, '.');

    if (!end || (strcmp(end, journal_end) != 0 && strcmp(end, place_end) != 0) ||
        !text_file_load(path, &text, ERR_IGNORED))
        return;
    text[strcspn(text, "\n")] = '\0';
    if (!strcmp(end, place_end))
        hint_add_place(text, ret);
    else if (text[0] == '/')
        lines_add(&ret->journals, "%s", text);
}

struct fix_hints fix_hints_load(void)
{
    CLEANUP(freep) char *folder = NULL;
    struct fix_hints hints = { 0 };

    if (!backup_folder_find(&folder, ERR_IGNORED))
        return hints;
    const struct sys here = { .sys = folder };
    struct sys_names names = sys_names(&here, ".");
    for (size_t i = 0; i < names.count && i < HINTS_MAX; i++) {
        CLEANUP(freep) char *path = xasprintf("%s/%s", folder, names.names[i]);
        hint_add(path, &hints);
    }
    sys_names_finish(&names);
    return hints;
}

void fix_hints_finish(struct fix_hints *hints)
{
    lines_finish(&hints->journals);
    free(hints->places);
    *hints = (struct fix_hints){ 0 };
}
