/* SPDX-License-Identifier: GPL-3.0-or-later */
/* busy.c - finds who uses a block device, according to the kernel */
#include "device/system/busy.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "model/base/mem.h"
#include "model/base/str.h"
#include "model/base/utf8.h"

/* mountinfo and swaps encode white space and backslashes as three octal digits. */
static void busy_unescape(char *text)
{
    char *to = text;

    for (const char *from = text; *from;) {
        bool is_octal = from[0] == '\\' && from[1] >= '0' && from[1] <= '3' &&
                        from[2] >= '0' && from[2] <= '7' && from[3] >= '0' &&
                        from[3] <= '7';
        if (is_octal) {
            *to++ = (char)((from[1] - '0') << 6 | (from[2] - '0') << 3 | (from[3] - '0'));
            from += 4;
        } else {
            *to++ = *from++;
        }
    }
    *to = '\0';
}

/* Returns the value of NAME ("upperdir=") in comma-separated OPTIONS; NULL if it is
 * missing. The caller frees it. */
static char *mount_option(const char *options, const char *name)
{
    for (const char *at = strstr(options, name); at; at = strstr(at + 1, name)) {
        if (at != options && at[-1] != ',')
            continue;
        at += strlen(name);
        char *value = xasprintf("%.*s", (int)strcspn(at, ","), at);
        busy_unescape(value);
        return value;
    }
    return NULL;
}

/* ID PARENT MAJ:MIN ROOT WHERE OPTIONS [TAG...] - TYPE SOURCE OPTIONS (proc(5)) */
static bool parse_mount(char *line, struct busy_mount *ret)
{
    char *field[5];
    char *rest = NULL;
    char *dash = strstr(line, " - ");

    if (!dash)
        return false;
    *dash = '\0';
    for (size_t i = 0; i < ARRAY_SIZE(field); i++) {
        field[i] = strtok_r(i ? NULL : line, " ", &rest);
        if (!field[i])
            return false;
    }
    char *type = strtok_r(dash + 3, " ", &rest);
    char *source = type ? strtok_r(NULL, " ", &rest) : NULL;
    if (!source)
        return false;
    ret->upper = mount_option(rest, "upperdir=");
    copy_text(ret->device, sizeof(ret->device), field[2]);
    ret->where = xstrdup(field[4]);
    ret->source = xstrdup(source);
    busy_unescape(ret->where);
    busy_unescape(ret->source);
    return true;
}

static void read_mounts(struct busy *busy)
{
    CLEANUP(freep) char *text = sys_proc(&busy->sys, "self/mountinfo");
    char *rest = NULL;

    for (char *line = strtok_r(text, "\n", &rest); line;
         line = strtok_r(NULL, "\n", &rest)) {
        struct busy_mount mount;
        if (!parse_mount(line, &mount))
            continue;
        busy->mounts =
            xrealloc(busy->mounts, busy->mount_count + 1, sizeof(*busy->mounts));
        busy->mounts[busy->mount_count++] = mount;
    }
}

static void read_swaps(struct busy *busy)
{
    CLEANUP(freep) char *text = sys_proc(&busy->sys, "swaps");
    char *rest = NULL;

    for (char *line = strtok_r(text, "\n", &rest); line;
         line = strtok_r(NULL, "\n", &rest)) {
        char *inner = NULL;
        char *path = strtok_r(line, " \t", &inner);
        char *type = strtok_r(NULL, " \t", &inner);
        /* The header line does not start with a path. */
        if (!path || !type || path[0] != '/')
            continue;
        busy->swaps = xrealloc(busy->swaps, busy->swap_count + 1, sizeof(*busy->swaps));
        busy->swaps[busy->swap_count] =
            (struct busy_swap){ xstrdup(path), !strcmp(type, "file") };
        busy_unescape(busy->swaps[busy->swap_count++].path);
    }
}

bool busy_backing_file(const struct sys *sys, const char *name, char ret[SYS_PATH])
{
    size_t n = sys_bytes(sys, (uint8_t *)ret, SYS_PATH - 1,
                         "class/block/%s/loop/backing_file", name);

    /* Kept unmodified, because it must be possible to open it. */
    ret[n] = '\0';
    ret[strcspn(ret, "\n")] = '\0';
    return ret[0] != '\0';
}

static void read_loops(struct busy *busy)
{
    struct sys_names names = sys_names(&busy->sys, "block");

    for (size_t i = 0; i < names.count; i++) {
        const char *name = names.names[i];
        char backing[SYS_PATH];
        struct busy_loop loop = { 0 };
        if (strncmp(name, "loop", 4) != 0 ||
            !busy_backing_file(&busy->sys, name, backing))
            continue;
        copy_text(loop.name, sizeof(loop.name), name);
        loop.backing = xstrdup(backing);
        /* Both stay 0 if the kernel does not report them. */
        (void)sys_number(&busy->sys, &loop.offset, "block/%s/loop/offset", name);
        (void)sys_number(&busy->sys, &loop.size_limit, "block/%s/loop/sizelimit", name);
        busy->loops = xrealloc(busy->loops, busy->loop_count + 1, sizeof(*busy->loops));
        busy->loops[busy->loop_count++] = loop;
    }
    sys_names_finish(&names);
}

void busy_init(struct busy *busy, const struct sys *sys)
{
    *busy = (struct busy){ .sys = *sys };
    read_mounts(busy);
    read_swaps(busy);
    read_loops(busy);
}

void busy_finish(struct busy *busy)
{
    for (size_t i = 0; i < busy->mount_count; i++) {
        free(busy->mounts[i].where);
        free(busy->mounts[i].upper);
        free(busy->mounts[i].source);
    }
    for (size_t i = 0; i < busy->swap_count; i++)
        free(busy->swaps[i].path);
    for (size_t i = 0; i < busy->loop_count; i++)
        free(busy->loops[i].backing);
    free(busy->mounts);
    free(busy->swaps);
    free(busy->loops);
    *busy = (struct busy){ 0 };
}

static bool is_device(const struct busy *busy, const char *path, const char *name)
{
    char other[SYS_NAME];

    return path[0] == '/' && sys_name_of(&busy->sys, path, other) && !strcmp(other, name);
}

void busy_number(const struct sys *sys, const char *name, char ret[BUSY_NUMBER])
{
    /* On failure RET is empty. */
    (void)sys_text(sys, ret, BUSY_NUMBER, "class/block/%s/dev", name);
}

bool busy_mount_is_of(const struct busy *busy, const struct busy_mount *mount,
                      const char *name, const char *number)
{
    /* btrfs and others report a number of their own (major 0), so their source is
     * compared. */
    if (strncmp(mount->device, "0:", 2) != 0)
        return !strcmp(mount->device, number);
    return is_device(busy, mount->source, name);
}

const struct busy_mount *busy_mount_of(const struct busy *busy, const char *path)
{
    const struct busy_mount *best = NULL;
    size_t best_length = 0;

    for (size_t i = 0; i < busy->mount_count; i++) {
        const char *where = busy->mounts[i].where;
        size_t length = strcmp(where, "/") ? strlen(where) : 0;
        if (!strncmp(path, where, length) &&
            (path[length] == '/' || path[length] == '\0') &&
            (!best || length >= best_length)) {
            best = &busy->mounts[i];
            best_length = length;
        }
    }
    return best;
}

static void set_use(struct use *use, enum use_kind kind, const char *where)
{
    CLEANUP(freep) char *clean = utf8_clean(where);

    use->kind = kind;
    copy_text(use->where, sizeof(use->where), clean);
}

static bool find_swap(const struct busy *busy, const char *name, const char *number,
                      struct use *ret)
{
    for (size_t i = 0; i < busy->swap_count; i++) {
        const struct busy_swap *swap = &busy->swaps[i];
        const struct busy_mount *mount =
            swap->is_file ? busy_mount_of(busy, swap->path) : NULL;
        if (mount && busy_mount_is_of(busy, mount, name, number)) {
            set_use(ret, USE_SWAP_FILE, mount->where);
            return true;
        }
        if (!swap->is_file && is_device(busy, swap->path, name)) {
            set_use(ret, USE_SWAP, "");
            return true;
        }
    }
    return false;
}

/* Uses the shortest mount point, because those of bind mounts and snapshots are
 * longer. */
static bool find_mount(const struct busy *busy, const char *name, const char *number,
                       struct use *ret)
{
    const char *where = NULL;

    for (size_t i = 0; i < busy->mount_count; i++)
        if (busy_mount_is_of(busy, &busy->mounts[i], name, number) &&
            (!where || strlen(busy->mounts[i].where) < strlen(where)))
            where = busy->mounts[i].where;
    if (where)
        set_use(ret, USE_MOUNT, where);
    return where != NULL;
}

bool busy_partition(const struct sys *sys, const char *path, unsigned number,
                    char ret[SYS_NAME])
{
    struct sys_names names = { 0 };
    char disk[SYS_NAME];
    bool is_found = false;

    if (sys_name_of(sys, path, disk))
        names = busy_partitions(sys, disk);
    for (size_t i = 0; i < names.count && !is_found; i++) {
        uint64_t value;
        is_found = sys_number(sys, &value, "class/block/%s/partition", names.names[i]) &&
                   value == number;
        if (is_found)
            copy_text(ret, SYS_NAME, names.names[i]);
    }
    sys_names_finish(&names);
    return is_found;
}

void busy_holder_name(const struct sys *sys, const char *name, char *ret, size_t size)
{
    if (!sys_text(sys, ret, size, "class/block/%s/dm/name", name))
        copy_text(ret, size, name);
}

static bool find_holder(const struct busy *busy, const char *name, struct use *ret)
{
    struct sys_names holders = sys_names(&busy->sys, "class/block/%s/holders", name);
    CLEANUP(str_finish) struct str where = { 0 };

    for (size_t i = 0; i < holders.count; i++) {
        char holder[SYS_NAME * 2];
        busy_holder_name(&busy->sys, holders.names[i], holder, sizeof(holder));
        str_printf(&where, "%s%s", i ? " " : "", holder);
    }
    if (holders.count)
        set_use(ret, USE_HOLDER, str_text(&where));
    sys_names_finish(&holders);
    return where.length > 0;
}

bool busy_find(const struct busy *busy, const char *name, struct use *ret)
{
    char number[BUSY_NUMBER];

    busy_number(&busy->sys, name, number);
    return find_swap(busy, name, number, ret) || find_mount(busy, name, number, ret) ||
           find_holder(busy, name, ret);
}

bool busy_loop_is_over(const struct busy *busy, const struct busy_loop *loop,
                       const char *path)
{
    char name[SYS_NAME];
    struct stat ours, theirs;

    if (sys_name_of(&busy->sys, path, name))
        return is_device(busy, loop->backing, name);
    return !stat(path, &ours) && !stat(loop->backing, &theirs) &&
           ours.st_dev == theirs.st_dev && ours.st_ino == theirs.st_ino;
}

struct sys_names busy_partitions(const struct sys *sys, const char *name)
{
    struct sys_names names = sys_names(sys, "class/block/%s", name);
    size_t kept = 0;

    for (size_t i = 0; i < names.count; i++) {
        uint64_t number;
        if (sys_number(sys, &number, "class/block/%s/%s/partition", name, names.names[i]))
            names.names[kept++] = names.names[i];
        else
            free(names.names[i]);
    }
    names.count = kept;
    return names;
}
