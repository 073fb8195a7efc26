/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tree.c - a small /sys, /proc and /dev that a test builds for itself */
#include "support/tree.h"

#include <errno.h>
#include <ftw.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "model/base/mem.h"

/* A test without its files tests nothing: it ends. */
static void must(bool ok, const char *what)
{
    if (ok)
        return;
    perror(what);
    abort();
}

static void make_parents(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        (void)mkdir(path, 0755); /* there already, or what follows fails */
        *slash = '/';
    }
}

static void write_file(char *path, const char *mode, const void *bytes, size_t count)
{
    make_parents(path);
    FILE *file = fopen(path, mode);
    must(file, path);
    must(fwrite(bytes, 1, count, file) == count, path);
    must(!fclose(file), path);
}

void tree_write(struct tree *tree, const char *text, const char *path, ...)
{
    CLEANUP(freep) char *below = NULL;
    va_list args;

    va_start(args, path);
    must(vasprintf(&below, path, args) >= 0, path);
    va_end(args);
    CLEANUP(freep) char *full = xasprintf("%s/%s", tree->root, below);
    write_file(full, "w", text, strlen(text));
}

void tree_bytes(struct tree *tree, const void *bytes, size_t count, const char *path)
{
    CLEANUP(freep) char *full = xasprintf("%s/%s", tree->root, path);

    write_file(full, "w", bytes, count);
}

void tree_link(struct tree *tree, const char *from, const char *to)
{
    CLEANUP(freep) char *link = xasprintf("%s/%s", tree->root, from);
    CLEANUP(freep) char *target = xasprintf("%s/%s", tree->root, to);

    make_parents(link);
    /* Tests whose numbers do not matter give the same one to several disks. */
    must(!symlink(target, link) || errno == EEXIST, link);
}

void tree_init(struct tree *tree)
{
    (void)snprintf(tree->root, sizeof(tree->root), "/tmp/alidade-tree-XXXXXX");
    must(mkdtemp(tree->root), tree->root);
    (void)snprintf(tree->sys_path, sizeof(tree->sys_path), "%s/sys", tree->root);
    (void)snprintf(tree->proc_path, sizeof(tree->proc_path), "%s/proc", tree->root);
    (void)snprintf(tree->dev_path, sizeof(tree->dev_path), "%s/dev", tree->root);
    tree->sys = (struct sys){ tree->sys_path, tree->proc_path, tree->dev_path };
    tree_write(tree, "", "proc/self/mountinfo");
    tree_write(tree, "", "sys/block/.none"); /* no disks, but it can be seen */
    tree_write(tree, "Filename\t\t\t\tType\t\tSize\tUsed\tPriority\n", "proc/swaps");
}

static int remove_one(const char *path, const struct stat *status, int type,
                      struct FTW *place)
{
    (void)status;
    (void)type;
    (void)place;
    return remove(path);
}

void tree_finish(struct tree *tree)
{
    must(!nftw(tree->root, remove_one, 16, FTW_DEPTH | FTW_PHYS), tree->root);
}

void tree_say(struct tree *tree, const char *name, const char *file, const char *text)
{
    tree_write(tree, text, "sys/class/block/%s/%s", name, file);
}

static void say_number(struct tree *tree, const char *name, const char *file,
                       uint64_t value)
{
    CLEANUP(freep) char *text = xasprintf("%" PRIu64 "\n", value);

    tree_say(tree, name, file, text);
}

void tree_disk(struct tree *tree, const char *name, const char *place, const char *number,
               uint64_t size)
{
    CLEANUP(freep) char *home = xasprintf("sys/devices/%s/block/%s", place, name);
    CLEANUP(freep) char *by_block = xasprintf("sys/block/%s", name);
    CLEANUP(freep) char *by_class = xasprintf("sys/class/block/%s", name);
    CLEANUP(freep) char *by_number = xasprintf("sys/dev/block/%s", number);

    tree_write(tree, number, "%s/dev", home);
    tree_link(tree, by_block, home);
    tree_link(tree, by_class, home);
    tree_link(tree, by_number, home);
    if (strcmp(place, "virtual") != 0) {
        CLEANUP(freep) char *from = xasprintf("%s/device", home);
        CLEANUP(freep) char *to = xasprintf("sys/devices/%s", place);
        tree_link(tree, from, to);
    }
    say_number(tree, name, "size", size);
    tree_say(tree, name, "ro", "0\n");
    tree_say(tree, name, "queue/logical_block_size", "512\n");
    tree_say(tree, name, "queue/physical_block_size", "512\n");
}

void tree_partition(struct tree *tree, const char *disk, const char *name,
                    const char *number, uint64_t start, uint64_t size)
{
    CLEANUP(freep) char *home = xasprintf("sys/block/%s/%s", disk, name);
    CLEANUP(freep) char *by_class = xasprintf("sys/class/block/%s", name);
    CLEANUP(freep) char *by_number = xasprintf("sys/dev/block/%s", number);

    tree_write(tree, number, "%s/dev", home);
    tree_link(tree, by_class, home);
    tree_link(tree, by_number, home);
    say_number(tree, name, "partition", 1);
    say_number(tree, name, "start", start);
    say_number(tree, name, "size", size);
}

void tree_mount(struct tree *tree, const char *number, const char *where,
                const char *source)
{
    CLEANUP(freep) char *path = xasprintf("%s/self/mountinfo", tree->proc_path);
    CLEANUP(freep)
    char *line = xasprintf("27 1 %s / %s rw,relatime shared:1 - ext4 %s rw\n", number,
                           where, source);

    write_file(path, "a", line, strlen(line));
}
