/* SPDX-License-Identifier: GPL-3.0-or-later */
/* files_full.c - workloads in files with too little space or without permission: small
 * file systems in memory in a private namespace; 77 where that is not allowed */
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <unistd.h>

#include "device/measure/workloads.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"
#include "support/tree.h"

static volatile sig_atomic_t is_stopped;

/* 4 MiB: less than the preallocated file. 4 inodes: too few for the small ones. */
static const struct {
    const char *options;
    unsigned long flags;
    enum err_code code;
} systems[] = {
    { "size=4m", 0, ERR_IO },
    { "size=64m,nr_inodes=4", 0, ERR_IO },
    { "size=64m", MS_RDONLY, ERR_REFUSED },
};

static int skip(const char *why)
{
    printf("skipped: %s\n", why);
    return 77;
}

static bool is_empty(const char *folder)
{
    CLEANUP(freep) char *command = xasprintf("test -z \"$(ls -A %s)\"", folder);

    return system(command) == 0;
}

/* One sentence that names the place, and nothing left there. */
static bool try_system(const char *folder, size_t index)
{
    struct err err = { 0 };
    struct workload_result durable, small;
    bool is_right = false;

    if (mount("alidade-test", folder, "tmpfs", systems[index].flags,
              systems[index].options)) {
        perror("mount");
        return false;
    }
    if (workload_files(folder, 4, &is_stopped, &durable, &small, &err))
        printf("%s: measured all the same\n", systems[index].options);
    else if (err.code != systems[index].code || !strstr(err.text, folder))
        printf("%s: %d, %s\n", systems[index].options, (int)err.code, err.text);
    else if (!is_empty(folder))
        printf("%s: something is left\n", systems[index].options);
    else
        is_right = true;
    (void)umount2(folder, MNT_DETACH); /* the namespace ends with this program anyway */
    return is_right;
}

/* A quarter of 64 MiB is what the files take. */
static const struct {
    const char *meminfo;
    bool fits;
} memories[] = {
    { "MemTotal: 0 kB\nMemAvailable: 65535 kB\n", false },
    { "MemTotal: 0 kB\nMemAvailable: 65536 kB\n", true },
};

static bool try_memory(const char *folder, bool is_in_memory, size_t index)
{
    const enum refusal refusal = REFUSAL_MEASURE_FILES_IN_MEMORY;
    bool wanted = memories[index].fits || !is_in_memory;
    struct tree tree;
    struct err err = { 0 };

    tree_init(&tree);
    tree_write(&tree, memories[index].meminfo, "proc/meminfo");
    bool fits = workload_files_fit(&tree.sys, folder, &err);
    tree_finish(&tree);
    if (fits == wanted && (fits || (!strcmp(err.reason, refusal_id(refusal)) &&
                                    strstr(err.text, "may take 16776960 B, "))))
        return true;
    printf("%s: %d, %s\n", memories[index].meminfo, fits, err.text);
    return false;
}

static bool try_memories(const char *folder)
{
    bool is_right = true;

    for (size_t i = 0; i < ARRAY_SIZE(memories); i++)
        is_right = try_memory("/proc", false, i) && is_right;
    if (mount("alidade-test", folder, "tmpfs", 0, "size=1M")) {
        perror("mount");
        return false;
    }
    for (size_t i = 0; i < ARRAY_SIZE(memories); i++)
        is_right = try_memory(folder, true, i) && is_right;
    (void)umount2(folder, MNT_DETACH); /* the namespace ends with this program anyway */
    return is_right;
}

int main(void)
{
    char folder[] = "/tmp/alidade-full-XXXXXX";
    bool is_right = true;

    if (geteuid() != 0)
        return skip("needs root to mount");
    if (unshare(CLONE_NEWNS) || mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL))
        return skip("no mount name space of its own is allowed here");
    if (!mkdtemp(folder)) {
        perror(folder);
        return 1;
    }
    for (size_t i = 0; i < ARRAY_SIZE(systems); i++)
        is_right = try_system(folder, i) && is_right;
    is_right = try_memories(folder) && is_right;
    (void)rmdir(folder); /* empty: only a mount point */
    return is_right ? 0 : 1;
}
