/* SPDX-License-Identifier: GPL-3.0-or-later */
/* files.c - backups and scripts that a field offers */
#include "ui/loop/files.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "device/commit/history_read.h"
#include "model/base/mem.h"
#include "model/base/utf8.h"

#define SCRIPT_ENDING ".sfdisk"
#define SCRIPTS_MAX   100

void loop_files_backups(const struct sys *sys, const char *path, struct file_choices *ret)
{
    CLEANUP(history_finish) struct history history = { 0 };

    history_read(sys, path, &history);
    for (size_t i = 0; i < history.count; i++) {
        const struct saved_table *table = &history.at[i];
        if (!table->layout)
            continue;
        CLEANUP(freep) char *words = saved_table_words(table, false);
        lines_add(&ret->paths, "%s", table->file);
        lines_add(&ret->notes, "%.16s  %s", table->when, words);
    }
}

struct script_file {
    char *path;
    time_t when;
};

static int by_time(const void *a, const void *b)
{
    const struct script_file *first = a, *second = b;

    if (first->when != second->when)
        return first->when > second->when ? -1 : 1;
    return strcmp(first->path, second->path);
}

static bool is_script_name(const char *name)
{
    size_t length = strlen(name), ending = strlen(SCRIPT_ENDING);

    return *name != '.' && length > ending &&
           !strcmp(name + length - ending, SCRIPT_ENDING);
}

static size_t find_scripts(const char *folder, struct script_file found[SCRIPTS_MAX])
{
    size_t count = 0;
    DIR *entries = opendir(folder);

    for (struct dirent *entry; entries && count < SCRIPTS_MAX;) {
        struct stat stat_of;
        if ((entry = readdir(entries)) == NULL)
            break;
        if (!is_script_name(entry->d_name) || !utf8_is_harmless(entry->d_name))
            continue;
        char *path = strcmp(folder, ".") ? xasprintf("%s/%s", folder, entry->d_name)
                                         : xstrdup(entry->d_name);
        if (stat(path, &stat_of) == 0 && S_ISREG(stat_of.st_mode))
            found[count++] = (struct script_file){ path, stat_of.st_mtime };
        else
            free(path);
    }
    if (entries)
        (void)closedir(entries); /* only read from */
    return count;
}

void loop_files_scripts(const char *folder, struct file_choices *ret)
{
    struct script_file found[SCRIPTS_MAX];
    size_t count = find_scripts(folder, found);

    qsort(found, count, sizeof(*found), by_time);
    for (size_t i = 0; i < count; i++) {
        struct tm parts = { 0 };
        char when[32] = "";
        (void)localtime_r(&found[i].when, &parts); /* else the year is 1900 */
        (void)strftime(when, sizeof(when), "%Y-%m-%d %H:%M", &parts); /* else empty */
        lines_take(&ret->paths, found[i].path);
        lines_add(&ret->notes, "%s", when);
    }
}
