/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sys.c - reads attributes of block devices from /sys, /proc and /dev */
#include "device/io/sys.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysinfo.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/str.h"
#include "model/base/utf8.h"

struct sys sys_of_machine(void)
{
    return (struct sys){ .sys = "/sys", .proc = "/proc", .dev = "/dev" };
}

struct sys sys_copy(const struct sys *sys)
{
    return (struct sys){ .sys = xstrdup(sys->sys),
                         .proc = xstrdup(sys->proc),
                         .dev = xstrdup(sys->dev) };
}

void sys_finish(struct sys *sys)
{
    free((char *)sys->sys);
    free((char *)sys->proc);
    free((char *)sys->dev);
    *sys = (struct sys){ 0 };
}

/* Returns false if the path is too long. */
static bool make_path(const struct sys *sys, char ret[SYS_PATH], const char *format,
                      va_list args)
{
    int root = snprintf(ret, SYS_PATH, "%s/", sys->sys);

    if (root < 0 || root >= SYS_PATH)
        return false;
    int rest = vsnprintf(ret + root, (size_t)(SYS_PATH - root), format, args);
    return rest >= 0 && rest < SYS_PATH - root;
}

static ssize_t read_some(int fd, char *buf, size_t size)
{
    ssize_t n;

    do {
        n = read(fd, buf, size);
    } while (n < 0 && errno == EINTR);
    return n;
}

static size_t sys_read_file(const char *path, char *buf, size_t size)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    size_t have = 0;
    ssize_t n;

    if (fd < 0)
        return 0;
    while (have < size && (n = read_some(fd, buf + have, size - have)) > 0)
        have += (size_t)n;
    (void)close(fd); /* only read from, so nothing can be lost */
    return have;
}

/* Copies the first line of TEXT without white space at its ends, safe to print. */
static void copy_trimmed(char *to, size_t size, char *text)
{
    text += strspn(text, " \t");
    text[strcspn(text, "\n")] = '\0';
    for (size_t n = strlen(text); n > 0 && isspace((unsigned char)text[n - 1]); n--)
        text[n - 1] = '\0';

    CLEANUP(freep) char *clean = utf8_clean(text);
    copy_text(to, size, clean);
}

static bool sys_read_text(const struct sys *sys, char *ret, size_t size,
                          const char *format, va_list args)
{
    char path[SYS_PATH];
    char text[1024];

    ret[0] = '\0';
    if (!make_path(sys, path, format, args))
        return false;
    text[sys_read_file(path, text, sizeof(text) - 1)] = '\0';
    copy_trimmed(ret, size, text);
    return ret[0] != '\0';
}

bool sys_text(const struct sys *sys, char *ret, size_t size, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    bool ok = sys_read_text(sys, ret, size, format, args);
    va_end(args);
    return ok;
}

bool sys_number(const struct sys *sys, uint64_t *ret, const char *format, ...)
{
    va_list args;
    char text[32];

    va_start(args, format);
    bool ok = sys_read_text(sys, text, sizeof(text), format, args);
    va_end(args);
    return ok && num_parse(text, UINT64_MAX, ret);
}

size_t sys_bytes(const struct sys *sys, uint8_t *ret, size_t size, const char *format,
                 ...)
{
    char path[SYS_PATH];
    va_list args;

    va_start(args, format);
    bool ok = make_path(sys, path, format, args);
    va_end(args);
    return ok ? sys_read_file(path, (char *)ret, size) : 0;
}

bool sys_real_path(const struct sys *sys, char ret[SYS_PATH], const char *format, ...)
{
    char path[SYS_PATH];
    va_list args;

    _Static_assert(SYS_PATH >= PATH_MAX, "realpath needs room");
    va_start(args, format);
    bool ok = make_path(sys, path, format, args);
    va_end(args);
    return ok && realpath(path, ret);
}

static int compare_names(const void *a, const void *b)
{
    return strverscmp(*(char *const *)a, *(char *const *)b);
}

struct sys_names sys_names(const struct sys *sys, const char *format, ...)
{
    struct sys_names list = { 0 };
    char path[SYS_PATH];
    struct dirent *entry;
    va_list args;

    va_start(args, format);
    bool ok = make_path(sys, path, format, args);
    va_end(args);
    DIR *dir = ok ? opendir(path) : NULL;
    if (!dir)
        return list;
    while ((entry = readdir(dir))) {
        if (entry->d_name[0] == '.')
            continue;
        list.names = xrealloc(list.names, list.count + 1, sizeof(*list.names));
        list.names[list.count++] = xstrdup(entry->d_name);
    }
    (void)closedir(dir); /* only read from */
    if (list.count)
        qsort(list.names, list.count, sizeof(*list.names), compare_names);
    return list;
}

void sys_names_finish(struct sys_names *names)
{
    for (size_t i = 0; i < names->count; i++)
        free(names->names[i]);
    free(names->names);
    *names = (struct sys_names){ 0 };
}

char *sys_proc(const struct sys *sys, const char *name)
{
    CLEANUP(freep) char *path = xasprintf("%s/%s", sys->proc, name);
    CLEANUP(str_finish) struct str text = { 0 };
    char piece[4096];
    ssize_t n;
    int fd = open(path, O_RDONLY | O_CLOEXEC);

    if (fd < 0)
        return xstrdup("");
    while ((n = read_some(fd, piece, sizeof(piece))) > 0)
        str_add_bytes(&text, piece, (size_t)n);
    (void)close(fd); /* only read from */
    return str_take(&text);
}

uint64_t sys_available_memory(const struct sys *sys)
{
    static const char name[] = "\nMemAvailable:";
    CLEANUP(freep) char *text = sys_proc(sys, "meminfo");
    const char *line = strstr(text, name);
    struct sysinfo info;

    if (line)
        return (uint64_t)strtoull(line + strlen(name), NULL, 10) * 1024;
    /* The page cache, which could be dropped, is not in it. */
    return sysinfo(&info) ? 0 : (uint64_t)info.freeram * info.mem_unit;
}

static bool name_of_number(const struct sys *sys, dev_t number, char ret[SYS_NAME])
{
    char path[SYS_PATH];

    if (!sys_real_path(sys, path, "dev/block/%u:%u", major(number), minor(number)))
        return false;
    copy_text(ret, SYS_NAME, strrchr(path, '/') + 1);
    return true;
}

bool sys_name_of(const struct sys *sys, const char *path, char ret[SYS_NAME])
{
    size_t root = strlen(sys->dev);
    struct stat status;
    char known[SYS_PATH];

    if (!stat(path, &status))
        return S_ISBLK(status.st_mode) && name_of_number(sys, status.st_rdev, ret);
    if (strncmp(path, sys->dev, root) != 0 || path[root] != '/' ||
        strlen(path + root + 1) >= SYS_NAME)
        return false;
    copy_text(ret, SYS_NAME, path + root + 1);
    for (char *c = ret; *c; c++)
        if (*c == '/')
            *c = '!';
    return ret[0] && sys_real_path(sys, known, "class/block/%s", ret);
}

void sys_node_of(const struct sys *sys, const char *name, char ret[SYS_PATH])
{
    int n = snprintf(ret, SYS_PATH, "%s/%s", sys->dev, name);

    if (n < 0 || n >= SYS_PATH)
        ret[0] = '\0';
    for (char *c = ret + (ret[0] ? strlen(sys->dev) + 1 : 0); *c; c++)
        if (*c == '!')
            *c = '/';
}
