/* SPDX-License-Identifier: GPL-3.0-or-later */
/* opener.c - finds the processes that have a block device open */
#include "device/system/opener.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "model/base/mem.h"
#include "model/base/str.h"
#include "model/base/utf8.h"

static bool is_number(const char *text)
{
    return text[0] && !text[strspn(text, "0123456789")];
}

/* Parameters of a search: a node or file, optionally its partitions, optionally only if
 * it is open for writing or locked. */
struct search {
    const struct sys *sys;
    const char *path;
    bool has_partitions;
    bool is_to_write;
    bool is_locked;
};

/* True for "/dev/sda1" of "/dev/sda", "/dev/nvme0n1p1" of "/dev/nvme0n1". */
static bool matches_path(const struct search *search, const char *target)
{
    size_t length = strlen(search->path);

    if (strncmp(target, search->path, length) != 0)
        return false;
    if (!target[length])
        return true;
    if (!search->has_partitions || !length)
        return false;
    bool has_p = is_number(search->path + length - 1);
    return (!has_p || target[length] == 'p') && is_number(target + length + has_p);
}

/* The flags of a descriptor are octal in a line "flags:" of its fdinfo (proc(5)). */
static bool is_writable(const struct sys *sys, const char *pid, const char *descriptor)
{
    static const char key[] = "flags:";
    CLEANUP(freep) char *file = xasprintf("%s/fdinfo/%s", pid, descriptor);
    CLEANUP(freep) char *text = sys_proc(sys, file);
    const char *flags = strstr(text, key);

    return flags && (strtoul(flags + strlen(key), NULL, 8) & O_ACCMODE) != O_RDONLY;
}

/* fdinfo has a line "lock: 1: OFDLCK ADVISORY READ -1 fe:01:812 100 100"; FLOCK is not a
 * record lock. */
static bool has_record_lock(const struct sys *sys, const char *pid,
                            const char *descriptor)
{
    CLEANUP(freep) char *file = xasprintf("%s/fdinfo/%s", pid, descriptor);
    CLEANUP(freep) char *text = sys_proc(sys, file);
    char *rest = NULL;

    for (char *line = strtok_r(text, "\n", &rest); line;
         line = strtok_r(NULL, "\n", &rest))
        if (!strncmp(line, "lock:", 5) &&
            (strstr(line, " OFDLCK ") || strstr(line, " POSIX ")))
            return true;
    return false;
}

/* True if a descriptor of PID refers to the file; the kernel reports the name with which
 * it was opened, links resolved. */
static bool has_open(const struct search *search, const char *pid)
{
    CLEANUP(freep) char *folder = xasprintf("%s/%s/fd", search->sys->proc, pid);
    DIR *dir = opendir(folder);
    struct dirent *entry;
    bool is_found = false;

    while (dir && !is_found && (entry = readdir(dir))) {
        CLEANUP(freep) char *path = xasprintf("%s/%s", folder, entry->d_name);
        char target[SYS_PATH];
        ssize_t n = readlink(path, target, sizeof(target) - 1);
        target[n > 0 ? n : 0] = '\0';
        is_found =
            matches_path(search, target) &&
            (!search->is_to_write || is_writable(search->sys, pid, entry->d_name)) &&
            (!search->is_locked || has_record_lock(search->sys, pid, entry->d_name));
    }
    if (dir)
        (void)closedir(dir); /* only read from */
    return is_found;
}

static void add_process(const struct sys *sys, const char *pid, struct str *names)
{
    CLEANUP(freep) char *file = xasprintf("%s/comm", pid);
    CLEANUP(freep) char *text = sys_proc(sys, file);

    text[strcspn(text, "\n")] = '\0';
    CLEANUP(freep) char *clean = utf8_clean(text);
    CLEANUP(freep) char *name = xasprintf("%s (%s)", clean, pid);
    str_add_item(names, name);
}

static void opener_find(const struct search *search, char *ret, size_t size)
{
    CLEANUP(freep) char *own = xasprintf("%ld", (long)getpid());
    CLEANUP(str_finish) struct str names = { 0 };
    struct dirent *entry;
    DIR *dir = opendir(search->sys->proc);

    while (dir && (entry = readdir(dir)))
        if (is_number(entry->d_name) && strcmp(entry->d_name, own) != 0 &&
            has_open(search, entry->d_name))
            add_process(search->sys, entry->d_name, &names);
    if (dir)
        (void)closedir(dir); /* only read from */
    copy_text(ret, size, str_text(&names));
}

void opener_names_at(const struct sys *sys, const char *path, char *ret, size_t size)
{
    opener_find(&(struct search){ .sys = sys, .path = path }, ret, size);
}

void opener_names(const struct sys *sys, const char *name, char *ret, size_t size)
{
    char node[SYS_PATH];

    sys_node_of(sys, name, node);
    opener_names_at(sys, node, ret, size);
}

void opener_writers(const struct sys *sys, const char *path, bool is_disk, char *ret,
                    size_t size)
{
    opener_find(
        &(struct search){
            .sys = sys, .path = path, .has_partitions = is_disk, .is_to_write = true },
        ret, size);
}

bool opener_has_lock(const struct sys *sys, int fd, char *ret, size_t size)
{
    struct flock lock = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
    char path[SYS_PATH];

    *ret = '\0';
    /* F_OFD_GETLK asks for the open file: POSIX locks of this process would conflict too,
     * but there are none.  Kernels before 3.15 have no OFD locks. */
    if (fcntl(fd, F_OFD_GETLK, &lock) != 0 && fcntl(fd, F_GETLK, &lock) != 0)
        return false;
    if (lock.l_type == F_UNLCK)
        return false;
    CLEANUP(freep) char *link = xasprintf("%s/self/fd/%d", sys->proc, fd);
    ssize_t n = readlink(link, path, sizeof(path) - 1);
    if (n > 0) {
        path[n] = '\0';
        opener_find(&(struct search){ .sys = sys, .path = path, .is_locked = true }, ret,
                    size);
    }
    if (!*ret && lock.l_pid > 0) {
        CLEANUP(str_finish) struct str names = { 0 };
        CLEANUP(freep) char *pid = xasprintf("%ld", (long)lock.l_pid);
        add_process(sys, pid, &names);
        copy_text(ret, size, str_text(&names));
    }
    return true;
}

bool opener_has_lock_at(const struct sys *sys, const char *path, char *ret, size_t size)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    bool is_locked = fd >= 0 && opener_has_lock(sys, fd, ret, size);

    if (fd >= 0)
        (void)close(fd); /* only read from */
    return is_locked;
}
