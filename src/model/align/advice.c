/* SPDX-License-Identifier: GPL-3.0-or-later */
/* advice.c - the commands that belong to an edit, composed and shown, never run */
#include "model/align/advice_private.h"

#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/shell.h"
#include "model/disk/loss.h"
#include "model/disk/partition_name.h"

void advice_command(struct lines *lines, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    CLEANUP(freep) char *command = xvasprintf(format, args);
    va_end(args);
    lines_add(lines, "  %s", command);
}

struct advice_min advice_min(const struct layout *layout, const struct extent *extent)
{
    const struct inside *inside = &extent->content.inside;
    uint64_t bytes = extent->length * layout_limits(layout)->logical;

    if (content_is_empty(&extent->content))
        return (struct advice_min){ true, true, 0 };
    if (extent->content.state != CONTENT_FOUND)
        return (struct advice_min){ false, false, bytes };
    switch (inside->kind) {
    case INSIDE_LUKS:
        /* It uses whole sectors of its own size. */
        return (struct advice_min){ true, false,
                                    inside->block ? num_round_down(bytes, inside->block)
                                                  : bytes };
    case INSIDE_XFS:
    case INSIDE_EXFAT:
    case INSIDE_LVM:
    case INSIDE_MD:
        return (struct advice_min){ true, false, bytes };
    case INSIDE_BTRFS:
    case INSIDE_EXT:
    case INSIDE_FAT:
    case INSIDE_NTFS:
        return (struct advice_min){ inside->used != 0, true, inside->used };
    case INSIDE_NONE:
    case INSIDE_SWAP:
    case INSIDE_COUNT:
        break;
    }
    return (struct advice_min){ false, false, bytes };
}

/* Sectors that the end should be a multiple of. */
static uint64_t end_step(const struct limits *limits, const struct extent *extent)
{
    const struct inside *inside = &extent->content.inside;
    bool is_luks = inside->kind == INSIDE_LUKS && inside->block > limits->logical;

    return (is_luks ? inside->block : limits->physical) / limits->logical;
}

/* How far EXTENT can reach: to the end of the free space right behind it. */
static uint64_t free_space_end(const struct layout *layout, const struct extent *extent)
{
    const struct extent *next = layout_find_lba(layout, extent_end(extent));
    uint64_t last = layout_label(layout)->last_usable;
    uint64_t end;

    if (!next || next->kind != EXTENT_FREE || next->parent != extent->parent ||
        next->role == ROLE_UNADDRESSABLE)
        return extent_end(extent);
    end = extent_end(next);
    return last && end > last + 1 ? last + 1 : end;
}

/* Nothing of the content lies behind its first BYTES. */
static bool is_tail_idle(const struct layout *layout, const struct extent *extent,
                         uint64_t bytes)
{
    const struct inside *inside = &extent->content.inside;

    if (content_is_empty(&extent->content) || (inside->volume && bytes >= inside->volume))
        return true;
    return inside->kind == INSIDE_LUKS && bytes >= advice_min(layout, extent).bytes;
}

size_t advice_end_fixes(const struct layout *layout, const struct extent *extent,
                        struct advice_end_fix ret[2])
{
    uint64_t step = end_step(layout_limits(layout), extent);
    uint64_t past = extent->length % step, trimmed = extent->length - past, grown;
    size_t count = 0;

    if (!past || !extent->number)
        return 0;
    if (trimmed && is_tail_idle(layout, extent, trimmed * layout_limits(layout)->logical))
        ret[count++] = (struct advice_end_fix){ trimmed, true };
    if (num_add(trimmed, step, &grown) &&
        grown - extent->length <= free_space_end(layout, extent) - extent_end(extent))
        ret[count++] = (struct advice_end_fix){ grown, false };
    return count;
}

static struct advice_target target_of(const struct layout *layout,
                                      const struct extent *extent, uint64_t sectors,
                                      const char *node, struct lines *lines)
{
    const struct limits *limits = layout_limits(layout);

    return (struct advice_target){ limits, extent, sectors * limits->logical, node,
                                   lines };
}

void advice_before_shrink(const struct layout *layout, const struct extent *extent,
                          uint64_t new_sectors, const char *node, struct lines *ret)
{
    CLEANUP(freep) char *quoted = shell_path(node);
    struct advice_target target = target_of(layout, extent, new_sectors, quoted, ret);

    advice_shrink(&target);
}

void advice_after_grow(const struct layout *layout, const struct extent *extent,
                       uint64_t new_sectors, const char *node, struct lines *ret)
{
    CLEANUP(freep) char *quoted = shell_path(node);
    struct advice_target target = target_of(layout, extent, new_sectors, quoted, ret);

    advice_grow(&target);
}

static const char *old_content(const struct extent *extent)
{
    bool is_there = extent->content.state == CONTENT_FOUND ||
                    extent->content.state == CONTENT_AMBIVALENT;

    return is_there && extent->content.type[0] ? extent->content.type : NULL;
}

void advice_after_create(const struct layout *layout, const struct extent *extent,
                         const char *node, struct lines *ret)
{
    CLEANUP(freep) char *quoted = shell_path(node);
    struct advice_target target = target_of(layout, extent, extent->length, quoted, ret);

    advice_make(&target, layout_label(layout)->kind, old_content(extent));
}

void advice_no_table(const struct limits *limits, const char *path, struct lines *ret)
{
    CLEANUP(freep) char *quoted = shell_path(path);

    lines_add(
        ret, "%s",
        _("A file system straight on the disk begins at sector 0, which is on every "
          "boundary; the table and all that is in it are gone then:"));
    advice_command(ret, "wipefs --all %s", quoted);
    advice_mkfs(limits, limits->size * limits->logical, quoted, ret);
}

/* A whole change, and how commands call its disk. */
struct change {
    const struct layout *before;
    const struct layout *after;
    const char *path;
    bool is_image;
};

/* The word that a shell takes for partition NUMBER. */
static char *node_word(const struct change *change, unsigned number)
{
    if (change->is_image)
        return xasprintf("\"${loop}p%u\"", number);
    CLEANUP(freep) char *node = partition_node(change->path, number);
    return shell_path(node);
}

static void advise_shrink(const struct change *change, const struct extent *was,
                          const struct extent *is, struct lines *lines)
{
    CLEANUP(freep) char *node = node_word(change, was->number);
    struct advice_target target = target_of(change->after, was, is->length, node, lines);

    advice_shrink(&target);
}

static void advise_grow(const struct change *change, const struct extent *was,
                        const struct extent *is, struct lines *lines)
{
    CLEANUP(freep) char *node = node_word(change, is->number);
    struct advice_target target = target_of(change->after, is, is->length, node, lines);

    /* The write makes a swap area anew wherever its partition goes. */
    bool is_remade = is->content.inside.kind == INSIDE_SWAP &&
                     (is->start != was->start || is->length != was->length);
    if (is->length > was->length || is_remade)
        advice_grow(&target);
}

/* What began where EXTENT begins now, and is no longer there. */
static const char *shows_through(const struct change *change, const struct extent *extent)
{
    for (size_t i = 0; i < layout_count(change->before); i++) {
        const struct extent *old = layout_at(change->before, i);
        if (extent_holds_data(old) && old->start == extent->start && old_content(old))
            return old_content(old);
    }
    return NULL;
}

/* What begins where EXTENT begins, was not recognised and may be data. */
static const struct extent *find_nameless(const struct change *change,
                                          const struct extent *extent)
{
    for (size_t i = 0; i < layout_count(change->before); i++) {
        const struct extent *old = layout_at(change->before, i);
        bool is_entry = extent_holds_data(old) || extent_is_damaged(old);
        if (is_entry && old->start == extent->start && !old_content(old) &&
            content_is_data(&old->content))
            return old;
    }
    return NULL;
}

/* A start that was shifted by mistake can still be restored. */
static void advise_back(const struct extent *is, struct lines *lines)
{
    lines_add(lines,
              _("Partition %u lies over data that was given up: until something is made "
                "in it, 'alidade restore' brings the old table and that data back."),
              is->number);
}

static void advise_create(const struct change *change, const struct extent *is,
                          struct lines *lines)
{
    if (loss_is_under(change->before, change->after, is)) {
        advise_back(is, lines);
        return;
    }
    const struct extent *nameless = find_nameless(change, is);
    CLEANUP(freep) char *node = node_word(change, is->number);
    struct advice_target target = target_of(change->after, is, is->length, node, lines);

    if (nameless)
        lines_add(lines,
                  _("Partition %2$u takes the place of partition %1$u, whose content was "
                    "not recognised and may be data.  Only if it is not to be kept:"),
                  nameless->number, is->number);
    advice_make(&target, layout_label(change->after)->kind, shows_through(change, is));
}

/* fstab and boot loaders may know a partition by what changes here. */
static void advise_names(const struct change *change, const struct extent *was,
                         const struct extent *is, struct lines *lines)
{
    CLEANUP(freep) char *old_node = partition_node(change->path, was->number);
    CLEANUP(freep) char *new_node = partition_node(change->path, is->number);

    if (was->number != is->number && !change->is_image)
        lines_add(lines,
                  _("%1$s becomes %2$s: look for the old name in /etc/fstab and in the "
                    "boot loader."),
                  old_node, new_node);
    if (was->uuid[0] && strcmp(was->uuid, is->uuid) != 0)
        lines_add(lines,
                  _("The PARTUUID of partition %1$u becomes %2$s: look for %3$s in "
                    "/etc/fstab and in the boot loader."),
                  is->number, is->uuid[0] ? is->uuid : "-", was->uuid);
}

static void advise_extent(const struct change *change, const struct extent *is,
                          struct lines *before, struct lines *after)
{
    const struct extent *was = layout_find(change->before, is->id);

    /* A damaged entry that is cured keeps what lies in its partition. */
    if (was && extent_is_damaged(was) && was->start == is->start)
        return;
    if (!was || !extent_holds_data(was)) {
        advise_create(change, is, after);
        return;
    }
    if (is->length < was->length)
        advise_shrink(change, was, is, before);
    advise_grow(change, was, is, after);
    advise_names(change, was, is, after);
}

/* A file system straight on the disk stays recognisable beside the new table, wherever
 * that does not happen to lie on its signature. */
static void advise_whole(const struct change *change, struct lines *lines)
{
    CLEANUP(freep) char *path = shell_path(change->path);

    if (layout_label(change->before)->kind != LABEL_LOOP ||
        layout_label(change->after)->kind == LABEL_LOOP)
        return;
    for (size_t i = 0; i < layout_count(change->before); i++) {
        const char *old = old_content(layout_at(change->before, i));
        if (!old)
            continue;
        lines_add(
            lines,
            _("The disk as a whole holds %s, which can be recognised beside the new "
              "table.  To be rid of it, run this instead of writing, open the disk "
              "again, and make the table then:"),
            old);
        advice_command(lines, "wipefs --all %s", path);
        return;
    }
}

/* An image file has no partition nodes: a loop device gives it some. */
static void wrap_image(const char *path, struct lines *lines)
{
    CLEANUP(freep) char *quoted = shell_path(path);
    struct lines wrapped = { 0 };
    bool has_command = false;

    for (size_t i = 0; i < lines->count; i++)
        has_command = has_command || !strncmp(lines->at[i], "  ", 2);
    if (!has_command)
        return;
    lines_add(&wrapped, "%s", _("Commands reach the image's partitions like this:"));
    advice_command(&wrapped, "loop=$(losetup --find --show --partscan %s)", quoted);
    for (size_t i = 0; i < lines->count; i++)
        lines_take(&wrapped, TAKE(lines->at[i]));
    lines_add(&wrapped, "%s", _("When all is done:"));
    advice_command(&wrapped, "losetup --detach \"$loop\"");
    lines_finish(lines);
    *lines = wrapped;
}

void advice_for(const struct layout *before, const struct layout *after, const char *path,
                struct lines *ret_before, struct lines *ret_after)
{
    struct change change = { before, after, path, strncmp(path, "/dev/", 5) != 0 };

    for (size_t i = 0; i < layout_count(after); i++)
        if (extent_holds_data(layout_at(after, i)))
            advise_extent(&change, layout_at(after, i), ret_before, ret_after);
    if (change.is_image) {
        wrap_image(path, ret_before);
        wrap_image(path, ret_after);
    }
    advise_whole(&change, ret_before);
}
