/* SPDX-License-Identifier: GPL-3.0-or-later */
/* journal_hint.c - remembers where journals are */
#include "device/move/journal/journal_hint.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "device/io/sys.h"
#include "device/io/text_file.h"
#include "device/system/backup_folder.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/move/journal/journal_scan.h"

/* Files that are looked at. */
#define HINTS_MAX 1000

static const char hint_end[] = ".journal", place_end[] = ".place";

/* Returns the file in FOLDER for the move of PLAN; free(). */
static char *hint_file(const char *folder, const struct journal_plan *plan)
{
    char guid[GUID_TEXT];

    guid_format(&plan->head.transaction, guid);
    return xasprintf("%s/%s%s", folder, guid, plan->spot.start ? place_end : hint_end);
}

void journal_hint_save(const struct journal_plan *plan)
{
    CLEANUP(freep) char *folder = NULL;

    if (!backup_folder(&folder, ERR_IGNORED))
        return;
    CLEANUP(freep) char *file = hint_file(folder, plan);
    CLEANUP(freep)
    char *text = plan->spot.start ? xasprintf("%llu %llu\n", (ull)plan->spot.start,
                                              (ull)plan->head.disk_bytes)
                                  : xasprintf("%s\n", plan->spot.path);
    (void)!text_file_replace(file, text, ERR_IGNORED); /* the user can name it */
}

void journal_hint_remove(const struct journal_plan *plan)
{
    CLEANUP(freep) char *folder = NULL;

    if (!backup_folder_find(&folder, ERR_IGNORED))
        return;
    CLEANUP(freep) char *file = hint_file(folder, plan);
    (void)unlink(file); /* there may be none */
}

static bool is_hint(const char *name, const char *end)
{
    const char *dot = strrchr(name, '.');

    return dot && !strcmp(dot, end);
}

static void add_hint(const char *file, bool is_place, struct lines *ret)
{
    CLEANUP(freep) char *text = NULL;

    if (!text_file_load(file, &text, ERR_IGNORED))
        return;
    text[strcspn(text, "\n")] = '\0';
    if ((text[0] != '/') == is_place)
        lines_add(ret, "%s", text);
}

static struct lines hints_that_end(const char *end)
{
    CLEANUP(freep) char *folder = NULL;
    struct lines hints = { 0 };

    if (!backup_folder_find(&folder, ERR_IGNORED))
        return hints;
    const struct sys here = { .sys = folder };
    struct sys_names names = sys_names(&here, ".");
    for (size_t i = 0; i < names.count && i < HINTS_MAX; i++) {
        CLEANUP(freep) char *file = xasprintf("%s/%s", folder, names.names[i]);
        if (is_hint(names.names[i], end))
            add_hint(file, end == place_end, &hints);
    }
    sys_names_finish(&names);
    return hints;
}

struct lines journal_hints(void)
{
    return hints_that_end(hint_end);
}

struct lines journal_hint_places(void)
{
    return hints_that_end(place_end);
}

static bool is_plan_at(const char *place, const struct reader *disk,
                       const struct journal_disk *of, struct journal_plan *ret)
{
    char *end;
    uint64_t start = strtoull(place, &end, 10), bytes = strtoull(end, NULL, 10);

    return (!bytes || bytes == of->sectors * of->logical) &&
           journal_at(disk, of, start, ret);
}

bool journal_hint_plan(const struct lines *places, const struct reader *disk,
                       const struct journal_disk *of, size_t *next,
                       struct journal_plan *ret)
{
    while (*next < places->count)
        if (is_plan_at(places->at[(*next)++], disk, of, ret))
            return true;
    return false;
}
