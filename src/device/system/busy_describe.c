/* SPDX-License-Identifier: GPL-3.0-or-later */
/* busy_describe.c - describes the users of a whole disk in a few words */
#include "device/system/busy.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/base/str.h"
#include "model/base/utf8.h"

/* A set of strings.  As each is included once, even a circular stack of devices ends. */
struct words {
    char **words;
    size_t count;
};

struct gathering {
    const struct busy *busy;
    struct words shown;
    struct words above; /* kernel names of holders and loop devices to examine */
    bool is_system;
};

static const char *const system_mounts[] = {
    "/", "/boot", "/boot/efi", "/efi", "/etc", "/usr", "/var",
};

static void words_add(struct words *words, const char *word)
{
    for (size_t i = 0; i < words->count; i++)
        if (!strcmp(words->words[i], word))
            return;
    words->words = xrealloc(words->words, words->count + 1, sizeof(*words->words));
    words->words[words->count++] = xstrdup(word);
}

static void words_finish(struct words *words)
{
    for (size_t i = 0; i < words->count; i++)
        free(words->words[i]);
    free(words->words);
}

static int compare_words(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* All mount points are checked for essential ones; only the shortest is shown, except on
 * file systems that share a device among several trees. */
static bool gather_mounts(struct gathering *all, const char *name)
{
    const char *shortest = NULL;
    char number[BUSY_NUMBER];

    busy_number(&all->busy->sys, name, number);
    for (size_t i = 0; i < all->busy->mount_count; i++) {
        const struct busy_mount *mount = &all->busy->mounts[i];
        if (!busy_mount_is_of(all->busy, mount, name, number))
            continue;
        for (size_t j = 0; j < ARRAY_SIZE(system_mounts); j++)
            all->is_system |= !strcmp(mount->where, system_mounts[j]);
        if (!strncmp(mount->device, "0:", 2))
            words_add(&all->shown, mount->where);
        if (!shortest || strlen(mount->where) < strlen(shortest))
            shortest = mount->where;
    }
    if (shortest)
        words_add(&all->shown, shortest);
    return shortest != NULL;
}

static bool gather_loops(struct gathering *all, const char *path)
{
    bool found = false;

    for (size_t i = 0; i < all->busy->loop_count; i++) {
        if (!busy_loop_is_over(all->busy, &all->busy->loops[i], path))
            continue;
        words_add(&all->above, all->busy->loops[i].name);
        found = true;
    }
    return found;
}

/* Examines a device without its partitions.  Returns true if it is in use. */
static bool gather_one(struct gathering *all, const char *name)
{
    struct sys_names holders = sys_names(&all->busy->sys, "class/block/%s/holders", name);
    bool found = gather_mounts(all, name) || holders.count > 0;
    struct use use = { 0 };
    char node[SYS_PATH];

    if (busy_find(all->busy, name, &use) && use.kind == USE_SWAP) {
        words_add(&all->shown, "swap");
        found = true;
    }
    for (size_t i = 0; i < holders.count; i++)
        words_add(&all->above, holders.names[i]);
    sys_names_finish(&holders);
    sys_node_of(&all->busy->sys, name, node);
    return gather_loops(all, node) || found;
}

static bool gather_disk(struct gathering *all, const char *name)
{
    struct sys_names partitions = busy_partitions(&all->busy->sys, name);
    bool found = gather_one(all, name);

    for (size_t i = 0; i < partitions.count; i++)
        found |= gather_one(all, partitions.names[i]);
    sys_names_finish(&partitions);
    return found;
}

static void show_holder(struct gathering *all, const char *name)
{
    char shown[SYS_NAME * 2];

    busy_holder_name(&all->busy->sys, name, shown, sizeof(shown));
    words_add(&all->shown, shown);
}

static void words_join(const struct words *words, char *ret, size_t size)
{
    CLEANUP(str_finish) struct str text = { 0 };

    for (size_t i = 0; i < words->count; i++) {
        CLEANUP(freep) char *word = utf8_clean(words->words[i]);
        size_t rest = i + 1 < words->count ? strlen(" ..") : 0;
        if (text.length + 1 + strlen(word) + rest >= size) {
            str_add(&text, text.length ? " .." : "..");
            break;
        }
        str_printf(&text, "%s%s", i ? " " : "", word);
    }
    copy_text(ret, size, str_text(&text));
}

void busy_describe(const struct busy *busy, const char *path, char *ret, size_t size,
                   bool *ret_is_system)
{
    struct gathering all = { .busy = busy };
    char name[SYS_NAME];

    /* The result is in the words. */
    if (sys_name_of(&busy->sys, path, name))
        (void)gather_disk(&all, name);
    else
        (void)gather_loops(&all, path);
    /* If a device built on this one is used itself, its use is shown instead of its
     * name. */
    for (size_t i = 0; i < all.above.count; i++)
        if (!gather_disk(&all, all.above.words[i]))
            show_holder(&all, all.above.words[i]);
    /* With a circle of holders nothing is shown yet, but the disk is in use. */
    if (all.above.count && !all.shown.count)
        show_holder(&all, all.above.words[0]);
    if (all.shown.count)
        qsort(all.shown.words, all.shown.count, sizeof(*all.shown.words), compare_words);
    words_join(&all.shown, ret, size);
    *ret_is_system = all.is_system;
    words_finish(&all.shown);
    words_finish(&all.above);
}
