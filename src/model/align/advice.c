/* SPDX-License-Identifier: GPL-3.0-or-later */
/* advice.c - shell commands that belong to an edit; alidade never runs them */
#include "model/align/advice_private.h"

#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/shell.h"
#include "model/disk/former.h"
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

void advice_add_recipe(const struct advice_target *target,
                       const struct advice_recipe *recipe)
{
    if (recipe->heading)
        lines_add(target->lines, _(recipe->heading), target->extent->number);
    for (size_t i = 0; i < ARRAY_SIZE(recipe->commands) && recipe->commands[i]; i++)
        advice_command(target->lines, recipe->commands[i], target->node,
                       (ull)(target->bytes / (recipe->unit ? recipe->unit : 1)),
                       target->extent->number);
    if (recipe->closing)
        lines_add(target->lines, "%s", _(recipe->closing));
}

static struct advice_target target_of(const struct layout *layout,
                                      const struct extent *extent, uint64_t sectors,
                                      const char *node, struct lines *lines)
{
    const struct limits *limits = layout_limits(layout);

    return (struct advice_target){ limits, extent, sectors * limits->logical, node,
                                   lines };
}

static const char *old_content(const struct extent *extent)
{
    bool is_there = extent->content.state == CONTENT_FOUND ||
                    extent->content.state == CONTENT_AMBIVALENT;

    return is_there && extent->content.type[0] ? extent->content.type : NULL;
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

/* A whole change, and the disk as shell commands name it. */
struct change {
    const struct layout *base, *preview;
    const char *path;
    bool is_image;
};

/* Returns partition NUMBER as a shell word; free(). */
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
    struct advice_target target =
        target_of(change->preview, was, is->length, node, lines);

    advice_shrink(&target);
}

static void advise_grow(const struct change *change, const struct extent *was,
                        const struct extent *is, struct lines *lines)
{
    CLEANUP(freep) char *node = node_word(change, is->number);
    struct advice_target target = target_of(change->preview, is, is->length, node, lines);

    /* The write makes a new swap area if its partition changes. */
    bool is_remade = is->content.inside.kind == INSIDE_SWAP &&
                     (is->start != was->start || is->length != was->length);
    if (is->length > was->length || is_remade)
        advice_grow(&target);
}

/* Returns the type of an old content at the start of EXTENT, which tools would still
 * recognise; NULL if there is none. */
static const char *old_content_below(const struct change *change,
                                     const struct extent *extent)
{
    LAYOUT_EACH (old, change->base)
        if (extent_holds_data(old) && old->start == extent->start && old_content(old))
            return old_content(old);
    return NULL;
}

/* Returns the old partition at the start of EXTENT if its content is unknown and may be
 * data. */
static const struct extent *find_unknown(const struct change *change,
                                         const struct extent *extent)
{
    LAYOUT_EACH (old, change->base) {
        bool is_entry = extent_holds_data(old) || extent_is_damaged(old);
        if (is_entry && old->start == extent->start && !old_content(old) &&
            content_is_data(&old->content))
            return old;
    }
    return NULL;
}

/* True if EXTENT begins with a content that had no entry: it gets one. */
static bool is_adopted(const struct change *change, const struct extent *extent)
{
    LAYOUT_EACH (old, change->base)
        if (old->fault == FAULT_NO_ENTRY && old->start == extent->start &&
            content_is_read(&old->content) && old->content.state == CONTENT_FOUND)
            return true;
    return false;
}

/* Tells how to undo a start that was moved by mistake. */
static void advise_restore(const struct extent *is, struct lines *lines)
{
    lines_add(lines,
              _("Partition %u lies over data that was given up: until something is made "
                "in it, 'alidade restore' brings the old table and that data back."),
              is->number);
}

static void advise_create(const struct change *change, const struct extent *is,
                          struct lines *lines)
{
    if (loss_is_under(change->base, change->preview, is)) {
        advise_restore(is, lines);
        return;
    }
    if (is_adopted(change, is))
        return;
    const struct extent *unknown = find_unknown(change, is);
    CLEANUP(freep) char *node = node_word(change, is->number);
    struct advice_target target = target_of(change->preview, is, is->length, node, lines);

    if (unknown)
        lines_add(lines,
                  _("Partition %2$u takes the place of partition %1$u, whose content was "
                    "not recognised and may be data.  Only if it is not to be kept:"),
                  unknown->number, is->number);
    advice_make(&target, layout_label(change->preview)->kind,
                old_content_below(change, is));
}

/* fstab and boot loaders may refer to a partition by its node or PARTUUID. */
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
                          struct lines *first, struct lines *then)
{
    const struct extent *was = layout_find(change->base, is->id);

    if (!was || !former_is_data(was)) {
        advise_create(change, is, then);
        return;
    }
    /* A damaged entry ends where its content does not: nothing has to shrink. */
    if (is->length < was->length && !extent_is_damaged(was))
        advise_shrink(change, was, is, first);
    advise_grow(change, was, is, then);
    advise_names(change, was, is, then);
}

/* The signature of a file system straight on the disk survives the new table, unless that
 * overwrites it. */
static void advise_whole_disk(const struct change *change, struct lines *lines)
{
    CLEANUP(freep) char *path = shell_path(change->path);

    if (layout_label(change->base)->kind != LABEL_LOOP ||
        layout_label(change->preview)->kind == LABEL_LOOP)
        return;
    for (size_t i = 0; i < layout_count(change->base); i++) {
        const char *old = old_content(layout_at(change->base, i));
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

/* The partitions of an image file get nodes from a loop device. */
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

void advice_before_shrink(const struct layout *layout, const struct extent *extent,
                          uint64_t new_sectors, const char *path, bool is_image,
                          struct lines *ret)
{
    struct change change = { layout, layout, path, is_image };
    CLEANUP(freep) char *node = node_word(&change, extent->number);
    CLEANUP(lines_finish) struct lines lines = { 0 };
    struct advice_target target = target_of(layout, extent, new_sectors, node, &lines);

    advice_shrink(&target);
    if (is_image)
        wrap_image(path, &lines);
    lines_append(ret, &lines);
}

void advice_for(const struct layout *base, const struct layout *preview, const char *path,
                bool is_image, struct lines *ret_first, struct lines *ret_then)
{
    struct change change = { base, preview, path, is_image };

    LAYOUT_EACH (extent, preview)
        if (extent_holds_data(extent))
            advise_extent(&change, extent, ret_first, ret_then);
    if (change.is_image) {
        wrap_image(path, ret_first);
        wrap_image(path, ret_then);
    }
    advise_whole_disk(&change, ret_first);
}
