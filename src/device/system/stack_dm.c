/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stack_dm.c - the way through a mapped device, from its table
 * (Linux: admin-guide/device-mapper) */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "device/system/stack_private.h"
#include "model/base/intl.h"
#include "model/base/mem.h"

/* A line of the table: sectors of 512 bytes, and what follows the kind of target. */
struct target {
    uint64_t start;
    char kind[16];
    const char *rest;
};

/* Follows "8:1 2048". PLACE is that of sector 0 of the target. */
static bool follow_device(struct walk *walk, const char *words, uint64_t place)
{
    char path[SYS_PATH];
    unsigned high, low;
    uint64_t offset;

    if (sscanf(words, "%u:%u %" SCNu64, &high, &low, &offset) != 3 ||
        !sys_real_path(walk->sys, path, "dev/block/%u:%u", high, low))
        return false;
    walk_follow(walk, strrchr(path, '/') + 1, place + offset * 512);
    return true;
}

/* Returns what follows COUNT words. */
static const char *skip_words(const char *words, unsigned count)
{
    while (count-- && *words) {
        words += strcspn(words, " ");
        words += strspn(words, " ");
    }
    return words;
}

/* "crypt CIPHER KEY IV-OFFSET DEVICE OFFSET ..." */
static bool follow_crypt(struct walk *walk, const char *words, uint64_t place)
{
    return follow_device(walk, skip_words(words, 3), place);
}

/* "striped COUNT CHUNK [DEVICE OFFSET]..." */
static bool follow_striped(struct walk *walk, const char *words, uint64_t place)
{
    uint64_t count, chunk;

    if (sscanf(words, "%" SCNu64 " %" SCNu64, &count, &chunk) != 2 || !count || !chunk)
        return false;
    walk_step(walk, chunk * 512);
    words = skip_words(words, 2);
    for (; count--; words = skip_words(words, 2))
        if (!follow_device(walk, words, place))
            return false;
    return true;
}

static bool follow_target(struct walk *walk, const struct target *target, uint64_t place)
{
    static const struct {
        const char *kind;
        bool (*follow)(struct walk *walk, const char *words, uint64_t place);
    } kinds[] = {
        { "linear", follow_device }, /* "linear DEVICE OFFSET" */
        { "crypt", follow_crypt },
        { "striped", follow_striped },
    };

    for (size_t i = 0; i < ARRAY_SIZE(kinds); i++)
        if (!strcmp(target->kind, kinds[i].kind))
            return kinds[i].follow(walk, target->rest, place - target->start * 512);
    return false;
}

/* All paths lead to the same disk. */
static bool follow_multipath(struct walk *walk, const char *name, uint64_t place)
{
    struct sys_names slaves = sys_names(walk->sys, "class/block/%s/slaves", name);
    bool has_some = slaves.count > 0;

    if (has_some)
        walk_follow(walk, slaves.names[0], place);
    sys_names_finish(&slaves);
    return has_some;
}

static bool parse_target(const char *line, struct target *ret)
{
    int used = 0;

    if (sscanf(line, "%" SCNu64 " %*u %15s %n", &ret->start, ret->kind, &used) != 2)
        return false;
    ret->rest = line + used;
    return true;
}

static void follow_line(struct walk *walk, const char *name, const char *line,
                        uint64_t place)
{
    struct target target;

    if (!parse_target(line, &target))
        walk_fail(walk, xasprintf(_("the table of %s cannot be read"), name));
    else if (!(strcmp(target.kind, "multipath") ? follow_target(walk, &target, place)
                                                : follow_multipath(walk, name, place)))
        walk_fail(walk, xasprintf(_("%1$s is of kind %2$s, which cannot be followed"),
                                  name, target.kind));
}

bool walk_follow_dm(struct walk *walk, const char *name, uint64_t place)
{
    CLEANUP(lines_finish) struct lines lines = { 0 };
    char text[SYS_NAME];

    if (!sys_text(walk->sys, text, sizeof(text), "class/block/%s/dm/name", name))
        return false;
    walk_note(walk, name);
    if (!walk->dm_table || !walk->dm_table(walk->sys, name, &lines) || !lines.count)
        walk_fail(walk, xasprintf(_("the table of %s cannot be read"), name));
    for (size_t i = 0; i < lines.count && !walk->why; i++)
        follow_line(walk, name, lines.at[i], place);
    return true;
}
