/* SPDX-License-Identifier: GPL-3.0-or-later */
/* path.c - completion of file names with Tab */
#include "ui/loop/path.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "model/base/mem.h"

/* Cuts COMMON to the beginning that it shares with NAME; copies the first NAME. */
static void cut_to_common(char **common, const char *name)
{
    size_t n = 0;

    if (!*common) {
        *common = xstrdup(name);
        return;
    }
    while ((*common)[n] && (*common)[n] == name[n])
        n++;
    /* Not in the middle of a UTF-8 character. */
    while (n > 0 && ((unsigned char)(*common)[n] & 0xc0) == 0x80)
        n--;
    (*common)[n] = '\0';
}

static bool is_directory(const char *path)
{
    struct stat stat_of;

    return stat(path, &stat_of) == 0 && S_ISDIR(stat_of.st_mode);
}

char *loop_path_complete(const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *begin = slash ? slash + 1 : path;
    CLEANUP(freep) char *dir = xasprintf("%.*s", (int)(begin - path), path);
    CLEANUP(freep) char *common = NULL;
    size_t matches = 0;

    DIR *entries = opendir(*dir ? dir : ".");
    if (!entries)
        return xstrdup(path);
    for (struct dirent *entry; (entry = readdir(entries)) != NULL;) {
        bool is_hidden = entry->d_name[0] == '.' && begin[0] != '.';

        if (is_hidden || strncmp(entry->d_name, begin, strlen(begin)) != 0)
            continue;
        cut_to_common(&common, entry->d_name);
        matches++;
    }
    (void)closedir(entries); /* only read from */
    if (matches == 0)
        return xstrdup(path);
    char *longer = xasprintf("%s%s", dir, common);
    if (matches > 1 || !is_directory(longer))
        return longer;
    char *whole = xasprintf("%s/", longer);
    free(longer);
    return whole;
}
