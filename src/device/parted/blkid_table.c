/* SPDX-License-Identifier: GPL-3.0-or-later */
/* blkid_table.c - reads partition tables and content with libblkid's low-level probes
 *
 * libblkid's cache is not used. */
#include "device/parted/blkid_table.h"

#include <blkid/blkid.h>
#include <stdio.h>
#include <stdlib.h>

#include "model/base/mem.h"

/* The unit of libblkid's numbers, whatever the disk's sector size. */
#define UNIT_BYTES 512

static blkid_probe open_probe(struct store *store, const struct limits *limits)
{
    blkid_probe probe = store_fd(store) < 0 ? NULL : blkid_new_probe();

    /* libblkid needs the exact size: with 0 it looks for some signatures at the wrong
     * end. */
    if (probe && (blkid_probe_set_device(probe, store_fd(store), 0,
                                         (blkid_loff_t)store_size_bytes(store)) ||
                  blkid_probe_set_sectorsize(probe, (unsigned)limits->logical))) {
        blkid_free_probe(probe);
        return NULL;
    }
    return probe;
}

static void copy_entry(blkid_partition part, blkid_parttable main_table,
                       const struct limits *limits, struct blkid_entry *ret)
{
    const char *word = blkid_partition_get_type_string(part);
    const char *name = blkid_partition_get_name(part);
    blkid_parttable table = blkid_partition_get_table(part);
    uint64_t unit = limits->logical / UNIT_BYTES;

    *ret = (struct blkid_entry){
        .start = (uint64_t)blkid_partition_get_start(part) / unit,
        .length = (uint64_t)blkid_partition_get_size(part) / unit,
        .number = (unsigned)blkid_partition_get_partno(part),
        .is_extended = blkid_partition_is_extended(part),
        .is_nested = table != main_table && blkid_parttable_get_parent(table),
    };
    if (ret->is_nested)
        copy_text(ret->nested_in, sizeof(ret->nested_in),
                  blkid_parttable_get_type(table));
    if (word && word[0])
        copy_text(ret->type, sizeof(ret->type), word);
    else
        (void)snprintf(ret->type, sizeof(ret->type), "%x", /* at most eight digits */
                       (unsigned)blkid_partition_get_type(part));
    copy_text(ret->name, sizeof(ret->name), name ? name : "");
}

static void copy_table(blkid_partlist list, const struct limits *limits,
                       struct blkid_table *ret)
{
    blkid_parttable table = blkid_partlist_get_table(list);
    int count = blkid_partlist_numof_partitions(list);
    const char *kind = table ? blkid_parttable_get_type(table) : NULL;
    const char *id = table ? blkid_parttable_get_id(table) : NULL;

    copy_text(ret->kind, sizeof(ret->kind), kind ? kind : "");
    copy_text(ret->id, sizeof(ret->id), id ? id : "");
    ret->entries = xcalloc(count > 0 ? (size_t)count : 1, sizeof(*ret->entries));
    for (int i = 0; i < count; i++)
        copy_entry(blkid_partlist_get_partition(list, i), table, limits,
                   &ret->entries[ret->count++]);
}

/* libblkid has no partition list for kinds that it only recognizes (AIX); their name is
 * the probe's value PTTYPE. */
static void copy_word(blkid_probe probe, struct blkid_table *ret)
{
    const char *word = NULL;

    blkid_reset_probe(probe);
    if (blkid_probe_enable_partitions(probe, 1) == 0 && blkid_do_probe(probe) == 0 &&
        blkid_probe_lookup_value(probe, "PTTYPE", &word, NULL) == 0)
        copy_text(ret->kind, sizeof(ret->kind), word);
}

bool blkid_table_read(struct store *store, const struct limits *limits,
                      struct blkid_table *ret)
{
    blkid_probe probe = open_probe(store, limits);
    blkid_partlist list = NULL;

    *ret = (struct blkid_table){ 0 };
    if (!probe)
        return false;
    if (blkid_probe_enable_partitions(probe, 1) == 0 &&
        blkid_probe_set_partitions_flags(probe, BLKID_PARTS_ENTRY_DETAILS) == 0)
        list = blkid_probe_get_partitions(probe);
    if (list)
        copy_table(list, limits, ret);
    if (!ret->kind[0])
        copy_word(probe, ret);
    blkid_free_probe(probe);
    return ret->kind[0] != 0;
}

void blkid_table_finish(struct blkid_table *table)
{
    free(table->entries);
    *table = (struct blkid_table){ 0 };
}

bool blkid_content_read(struct store *store, const struct limits *limits,
                        struct content *ret)
{
    blkid_probe probe = open_probe(store, limits);
    const char *type = NULL, *usage = NULL;
    int flags = BLKID_SUBLKS_TYPE | BLKID_SUBLKS_USAGE;

    *ret = (struct content){ 0 };
    if (!probe)
        return false;
    if (blkid_probe_enable_superblocks(probe, 1) == 0 &&
        blkid_probe_set_superblocks_flags(probe, flags) == 0 &&
        blkid_do_probe(probe) == 0)
        /* on failure TYPE stays NULL */
        (void)blkid_probe_lookup_value(probe, "TYPE", &type, NULL);
    if (type)
        /* on failure USAGE stays NULL */
        (void)blkid_probe_lookup_value(probe, "USAGE", &usage, NULL);
    copy_text(ret->type, sizeof(ret->type), type ? type : "");
    copy_text(ret->usage, sizeof(ret->usage), usage ? usage : "");
    ret->state = type ? CONTENT_FOUND : CONTENT_NONE;
    blkid_free_probe(probe);
    return type != NULL;
}
