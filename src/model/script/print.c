/* SPDX-License-Identifier: GPL-3.0-or-later */
/* print.c - prints a layout in the format of sfdisk --dump */
#include "model/base/refusal.h"
#include "model/script/script.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/str.h"
#include "model/base/utf8.h"
#include "model/disk/attributes.h"
#include "model/disk/damage.h"
#include "model/disk/partition_name.h"
#include "model/table/gpt.h"

#define MIB UINT64_C(1048576)

/* libfdisk's rule for its grain, which differs from ours: the reported optimal (else
 * minimum) I/O size, at least 1 MiB; the physical sector size on small disks. */
static uint64_t sfdisk_grain(const struct limits *limits)
{
    uint64_t physical = limits->physical_reported;
    uint64_t io = limits->optimal_io ? limits->optimal_io : limits->minimum_io;

    if (io == UINT64_C(33553920) || io % physical)
        io = physical;
    uint64_t grain = io < MIB ? MIB : io;
    return limits->size <= grain * 4 / limits->logical ? physical : grain;
}

static void print_headers(const struct layout *layout, const char *path, struct str *to)
{
    const struct label *label = layout_label(layout);
    const struct limits *limits = layout_limits(layout);
    uint64_t grain = sfdisk_grain(limits);

    str_printf(to, "label: %s\n", label_json_name(label));
    str_printf(to, "label-id: %s\n", label->id);
    str_printf(to, "device: %s\nunit: sectors\n", path);
    if (label->kind == LABEL_GPT) {
        str_printf(to, "first-lba: %" PRIu64 "\n", label->first_usable);
        str_printf(to, "last-lba: %" PRIu64 "\n", label->last_usable);
        if (label->entries != GPT_ENTRIES_USUAL)
            str_printf(to, "table-length: %" PRIu32 "\n", label->entries);
        if (label->entries_lba > 2)
            str_printf(to, "table-lba: %" PRIu64 "\n", label->entries_lba);
    }
    if (grain != MIB)
        str_printf(to, "grain: %" PRIu64 "\n", grain);
    str_printf(to, "sector-size: %" PRIu64 "\n", limits->logical);
}

/* Returns PATH for use in a script: without control characters and line ends, and not
 * starting like a comment; the caller frees it. */
static char *path_text(const char *path)
{
    CLEANUP(freep) char *clean = utf8_clean(path);
    bool is_plain = isalnum((unsigned char)*clean) || *clean == '/' || *clean == '.';

    return xasprintf("%s%s", is_plain ? "" : "./", clean);
}

/* Encodes bytes that a shell or sfdisk would interpret as \xHH. */
static void print_name(const char *name, struct str *to)
{
    str_add(to, ", name=\"");
    for (; *name; name++) {
        unsigned char byte = (unsigned char)*name;
        if (byte < 0x20 || byte >= 0x7f || byte == '"' || byte == '\\' || byte == '`' ||
            byte == '$')
            str_printf(to, "\\x%02x", byte);
        else
            str_add_bytes(to, name, 1);
    }
    str_add(to, "\"");
}

/* Damaged entries are printed as comments, because no program would create them. */
static void print_fault(const struct layout *layout, const struct extent *extent,
                        struct str *to)
{
    CLEANUP(freep) char *words = damage_words(layout_limits(layout), extent);
    CLEANUP(freep) char *clean = utf8_clean(words);

    str_printf(to, "# %s\n", clean);
    if (extent->fault < FAULT_NO_ENTRY)
        str_add(to, "# ");
}

static void print_partition(const struct layout *layout, const struct extent *extent,
                            const char *path, struct str *to)
{
    CLEANUP(freep) char *node = partition_node(path, extent->number);
    uint64_t length = extent->fault ? extent->claimed : extent->length;
    char attributes[ATTRIBUTES_TEXT];

    if (extent_is_damaged(extent))
        print_fault(layout, extent, to);
    if (extent->fault >= FAULT_NO_ENTRY)
        return;
    str_printf(to, "%s : start=%12" PRIu64 ", size=%12" PRIu64 ", type=%s", node,
               extent->start, length, extent->type);
    if (layout_label(layout)->kind == LABEL_GPT) {
        if (*extent->uuid)
            str_printf(to, ", uuid=%s", extent->uuid);
        if (*extent->name)
            print_name(extent->name, to);
        if (extent->attributes)
            str_printf(to, ", attrs=\"%s\"",
                       attributes_format(extent->attributes, attributes));
    } else if (extent->is_bootable) {
        str_add(to, ", bootable");
    }
    str_add(to, "\n");
}

static int print_compare_numbers(const void *a, const void *b)
{
    const struct extent *const *left = a;
    const struct extent *const *right = b;

    return ((*left)->number > (*right)->number) - ((*left)->number < (*right)->number);
}

/* Collects the partitions, sorted by number; sfdisk does not support slices.  The caller
 * frees *RET. */
static size_t find_partitions(const struct layout *layout, const struct extent ***ret)
{
    const struct extent **found = xcalloc(layout_count(layout), sizeof(*found));
    size_t count = 0;

    LAYOUT_EACH (extent, layout)
        if (extent_is_entry(extent) || extent_is_damaged(extent))
            found[count++] = extent;
    qsort(found, count, sizeof(*found), print_compare_numbers);
    *ret = found;
    return count;
}

bool script_print(const struct layout *layout, const char *path, char **ret,
                  struct err *err)
{
    const struct label *label = layout_label(layout);
    CLEANUP(freep) const struct extent **partitions = NULL;
    struct str text = { 0 };

    if (label->kind == LABEL_NONE || label->kind == LABEL_LOOP)
        return err_refuse(err, REFUSAL_SCRIPT_NOT_POSSIBLE,
                          _("%s has no partition table."), path);
    if (!label_is_editable(label->kind))
        return err_refuse(
            err, REFUSAL_SCRIPT_NOT_POSSIBLE,
            _("A script says msdos and gpt tables only; %1$s has a table of "
              "kind %2$s."),
            path, label_name(label));
    CLEANUP(freep) char *shown = path_text(path);
    size_t count = find_partitions(layout, &partitions);
    print_headers(layout, shown, &text);
    if (count)
        str_add(&text, "\n");
    for (size_t i = 0; i < count; i++)
        print_partition(layout, partitions[i], shown, &text);
    *ret = str_take(&text);
    return true;
}
