/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fake_block.c - an image file that the program which links this takes for a disk */
/* The checked open() would pass by the one below. */
#undef _FORTIFY_SOURCE
#include "support/fake_block.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/blkpg.h>
#include <linux/fs.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "model/base/mem.h"
#include "model/base/str.h"

enum {
    MAJOR = 240, /* for local use: no real device has it */
    NODES = 8,   /* the disk, then its partitions by number */
    DESCRIPTORS = 64,
};

static struct {
    struct tree *tree; /* NULL: there is no disk */
    struct fake_block block;
    struct {
        dev_t dev; /* of the file that stands for it */
        ino_t ino;
        bool is_there;
        bool is_held;
    } nodes[NODES];
} fake;

static void must(bool is_right, const char *what)
{
    if (is_right)
        return;
    perror(what);
    abort();
}

static int real_stat(const char *path, struct stat *ret)
{
    return fstatat(AT_FDCWD, path, ret, 0);
}

static int real_fstat(int fd, struct stat *ret)
{
    return fstatat(fd, "", ret, AT_EMPTY_PATH);
}

/* The number of the partition that STATUS is of, 0 for the disk, -1 for another file. */
static int number_of(const struct stat *status)
{
    for (int i = 0; i < NODES; i++)
        if (fake.nodes[i].is_there && fake.nodes[i].dev == status->st_dev &&
            fake.nodes[i].ino == status->st_ino)
            return i;
    return -1;
}

static int number_of_fd(int fd)
{
    struct stat status;

    return fake.tree && real_fstat(fd, &status) == 0 ? number_of(&status) : -1;
}

static const char *name_of(int number, char ret[16])
{
    (void)snprintf(ret, 16, number ? "sda%d" : "sda", number);
    return ret;
}

static int disguise(int result, struct stat *status)
{
    int number = fake.tree && result == 0 ? number_of(status) : -1;

    if (number >= 0) {
        status->st_mode = S_IFBLK | 0660;
        status->st_rdev = makedev(MAJOR, (unsigned)number);
        status->st_size = 0;
    }
    return result;
}

int stat(const char *path, struct stat *status)
{
    return disguise(real_stat(path, status), status);
}

int fstat(int fd, struct stat *status)
{
    return disguise(real_fstat(fd, status), status);
}

/* A claim of a partition keeps others from the disk, and the other way round. */
static bool is_claimed(int number)
{
    bool is_part_held = false;

    for (int i = 1; i < NODES; i++)
        is_part_held |= fake.nodes[i].is_held;
    return fake.nodes[number].is_held || fake.nodes[0].is_held ||
           (number == 0 && is_part_held);
}

int open(const char *path, int flags, ...)
{
    struct stat status;
    va_list args;

    va_start(args, flags);
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(args, mode_t) : 0;
    va_end(args);
    int number = fake.tree && real_stat(path, &status) == 0 ? number_of(&status) : -1;
    if (number < 0)
        return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
    if ((flags & O_EXCL) && is_claimed(number)) {
        errno = EBUSY;
        return -1;
    }
    return (int)syscall(SYS_openat, AT_FDCWD, path, flags & ~O_EXCL, mode);
}

/* True where this program has the node open. */
static bool has_open(int number)
{
    for (int fd = 0; fd < DESCRIPTORS; fd++)
        if (number_of_fd(fd) == number)
            return true;
    return false;
}

static void note_held(void)
{
    char name[16];

    fake.block.held[0] = '\0';
    for (int i = 0; i < NODES; i++)
        if (fake.nodes[i].is_there && has_open(i)) {
            size_t n = strlen(fake.block.held);
            (void)snprintf(fake.block.held + n, sizeof(fake.block.held) - n, "%s%s",
                           n ? " " : "", name_of(i, name));
        }
}

int fdatasync(int fd)
{
    if (number_of_fd(fd) == 0)
        note_held();
    return (int)syscall(SYS_fdatasync, fd);
}

static void write_sysfs(unsigned number, const char *file, uint64_t value)
{
    CLEANUP(freep) char *text = xasprintf("%llu\n", (unsigned long long)value);
    char name[16];

    tree_say(fake.tree, name_of((int)number, name), file, text);
}

/* sys/dev/block/240:1 leads to the directory of sda1. */
static void link_number(unsigned number, const char *target)
{
    CLEANUP(freep)
    char *link = xasprintf("%s/dev/block/%d:%u", fake.tree->sys_path, MAJOR, number);
    CLEANUP(freep) char *to = xasprintf("%s/%s", fake.tree->sys_path, target);

    must(symlink(to, link) == 0, link);
}

/* dev/sda leads to the file. */
static void link_disk(const char *path)
{
    CLEANUP(freep) char *link = xasprintf("%s/sda", fake.tree->dev_path);

    tree_write(fake.tree, "", "dev/.none");
    must(symlink(path, link) == 0, link);
}

static void add_node(unsigned number, const char *path)
{
    struct stat status;

    must(number < NODES && real_stat(path, &status) == 0, path);
    fake.nodes[number].dev = status.st_dev;
    fake.nodes[number].ino = status.st_ino;
    fake.nodes[number].is_there = true;
}

static bool read_sysfs(int number, const char *file, uint64_t *ret)
{
    const struct sys sys = { .sys = fake.tree->sys_path };
    char name[16];

    return sys_number(&sys, ret, "class/block/%s/%s", name_of(number, name), file);
}

/* Makes /proc/partitions: the test may hide the /sys of the tree from the program. */
static void list_partitions(void)
{
    CLEANUP(str_finish) struct str text = { 0 };
    uint64_t size, number;
    char name[16];

    str_add(&text, "major minor  #blocks  name\n\n");
    for (int i = 0; i < NODES; i++)
        if (fake.nodes[i].is_there && read_sysfs(i, "size", &size) &&
            (!i || read_sysfs(i, "partition", &number)))
            str_printf(&text, "%4d %7d %10llu %s\n", MAJOR, i,
                       (unsigned long long)size / 2, name_of(i, name));
    tree_write(fake.tree, str_text(&text), "proc/partitions");
}

struct fake_block *fake_block_start(struct tree *tree, const char *path,
                                    uint64_t size_bytes)
{
    memset(&fake, 0, sizeof(fake));
    fake.tree = tree;
    fake.block.size_bytes = size_bytes;
    fake.block.logical = 512;
    tree_disk(tree, "sda", "fake", "240:0\n", size_bytes / 512);
    tree_write(tree, "", "sys/dev/block/.none");
    link_number(0, "block/sda");
    link_disk(path);
    add_node(0, path);
    list_partitions();
    return &fake.block;
}

void fake_block_partition(unsigned number, uint64_t start, uint64_t length)
{
    CLEANUP(freep) char *device = xasprintf("%d:%u\n", MAJOR, number);
    CLEANUP(freep) char *node = xasprintf("%s/sda%u", fake.tree->dev_path, number);
    CLEANUP(freep) char *target = xasprintf("block/sda/sda%u", number);
    char name[16];

    tree_partition(fake.tree, "sda", name_of((int)number, name), device, start, length);
    write_sysfs(number, "partition", number);
    tree_write(fake.tree, "", "dev/sda%u", number);
    link_number(number, target);
    add_node(number, node);
    list_partitions();
}

void fake_block_hold(unsigned number, bool is_held)
{
    fake.nodes[number].is_held = is_held;
}

void fake_block_mount(unsigned number, const char *where)
{
    CLEANUP(freep) char *device = xasprintf("%d:%u", MAJOR, number);
    CLEANUP(freep) char *node = xasprintf("%s/sda%u", fake.tree->dev_path, number);

    tree_mount(fake.tree, device, where, node);
    fake_block_hold(number, true);
}

void fake_block_stop(void)
{
    fake.tree = NULL;
}

/* What is open stays. */
static int delete_partition(unsigned number)
{
    CLEANUP(freep)
    char *path = xasprintf("%s/block/sda/sda%u/partition", fake.tree->sys_path, number);

    if (has_open((int)number)) {
        errno = EBUSY;
        return -1;
    }
    return unlink(path);
}

static int add_partition(unsigned number, uint64_t start, uint64_t length)
{
    CLEANUP(freep)
    char *path = xasprintf("%s/block/sda/sda%u", fake.tree->sys_path, number);

    if (access(path, F_OK)) {
        fake_block_partition(number, start, length);
        return 0;
    }
    write_sysfs(number, "start", start);
    write_sysfs(number, "size", length);
    write_sysfs(number, "partition", number);
    return 0;
}

/* Returns an errno, or 0; *RET_IS_SAME: it has this length already. */
static int check_resize(const struct blkpg_partition *part, bool *ret_is_same)
{
    uint64_t number, start, length;

    if (!read_sysfs(part->pno, "partition", &number) ||
        !read_sysfs(part->pno, "start", &start) ||
        !read_sysfs(part->pno, "size", &length))
        return ENXIO;
    *ret_is_same = length == (uint64_t)part->length / 512;
    return start == (uint64_t)part->start / 512 ? 0 : EINVAL;
}

static int change_partition(int operation, const struct blkpg_partition *part)
{
    unsigned number = (unsigned)part->pno;

    if (operation == BLKPG_DEL_PARTITION)
        return delete_partition(number);
    if (operation == BLKPG_ADD_PARTITION)
        return add_partition(number, (uint64_t)part->start / 512,
                             (uint64_t)part->length / 512);
    write_sysfs(number, "size", (uint64_t)part->length / 512);
    return 0;
}

/* A resize that changes nothing is only a question. */
static int change_partitions(const struct blkpg_ioctl_arg *arg)
{
    static const char *const words[] = { [BLKPG_ADD_PARTITION] = "add",
                                         [BLKPG_DEL_PARTITION] = "delete",
                                         [BLKPG_RESIZE_PARTITION] = "resize" };
    const struct blkpg_partition *part = arg->data;
    unsigned number = (unsigned)part->pno;
    size_t n = strlen(fake.block.told);
    bool is_same = false;

    if (arg->op == BLKPG_RESIZE_PARTITION) {
        errno = check_resize(part, &is_same);
        if (errno || is_same)
            return errno ? -1 : 0;
    }
    (void)snprintf(fake.block.told + n, sizeof(fake.block.told) - n, "%s%s %u",
                   n ? ", " : "", words[arg->op], number);
    errno = fake.block.blkpg_error;
    if (errno || fake.block.is_blkpg_empty)
        return errno ? -1 : 0;
    int result = change_partition(arg->op, part);
    list_partitions();
    return result;
}

static int ask_disk(unsigned long request, void *ret)
{
    switch (request) {
    case BLKROGET:
        *(int *)ret = fake.block.is_read_only;
        return 0;
    case BLKGETSIZE64:
        *(uint64_t *)ret = fake.block.size_bytes;
        errno = fake.block.size_bytes ? 0 : ENOMEDIUM;
        return errno ? -1 : 0;
    case BLKSSZGET:
        *(int *)ret = (int)fake.block.logical;
        return 0;
    case BLKPBSZGET:
        *(unsigned *)ret = 4096;
        return 0;
    case BLKGETDISKSEQ:
        *(uint64_t *)ret = fake.block.sequence;
        return 0;
    case BLKPG:
        return change_partitions(ret);
    default:
        errno = ENOTTY;
        return -1;
    }
}

int ioctl(int fd, unsigned long request, ...)
{
    va_list args;

    va_start(args, request);
    void *argument = va_arg(args, void *);
    va_end(args);
    int number = number_of_fd(fd);
    if (number == 0)
        return ask_disk(request, argument);
    if (number > 0 && request == BLKGETSIZE64) {
        bool is_there = read_sysfs(number, "size", argument);
        *(uint64_t *)argument *= 512;
        return is_there ? 0 : -1;
    }
    return (int)syscall(SYS_ioctl, fd, request, argument);
}
