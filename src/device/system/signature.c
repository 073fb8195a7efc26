/* SPDX-License-Identifier: GPL-3.0-or-later */
/* signature.c - identifies the content of an extent */
#include "device/system/signature.h"

#include <blkid/blkid.h>
#include <stdlib.h>
#include <string.h>

#include "device/io/file.h"
#include "model/base/last_words.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/reader.h"
#include "model/base/utf8.h"
#include "model/content/inside.h"
#include "model/move/log/guard_search.h"

/* Maximum number of signatures in one place. */
#define HITS_MAX 32

#define FLAGS                                                                            \
    (BLKID_SUBLKS_LABEL | BLKID_SUBLKS_UUID | BLKID_SUBLKS_TYPE | BLKID_SUBLKS_USAGE |   \
     BLKID_SUBLKS_MAGIC | BLKID_SUBLKS_BADCSUM)

/* The range [offset, offset + size) in bytes of the disk. */
struct place {
    int fd;
    uint64_t offset;
    uint64_t size;
};

/* The signatures found so far. */
struct hits {
    struct content best;
    char other[32];   /* type of the second signature that is as valid as best */
    unsigned good;    /* number with a valid checksum or none */
    unsigned bad;     /* number with an invalid one */
    bool is_shared;   /* all valid ones may legitimately share a place */
    bool is_wrapping; /* the first valid one shows the content inside it too */
};

bool signature_is_wanted(const struct extent *extent)
{
    bool is_entry = extent->kind == EXTENT_DAMAGED
                        ? extent->length && extent->claimed_kind != EXTENT_METADATA &&
                              extent->claimed_kind != EXTENT_EXTENDED
                        : extent_is_partition(extent);

    return is_entry && extent->kind != EXTENT_EXTENDED && extent->role != ROLE_RAW &&
           extent->role != ROLE_UNUSED;
}

static void copy_value(blkid_probe probe, const char *name, char *ret, size_t size)
{
    const char *value;

    if (blkid_probe_lookup_value(probe, name, &value, NULL))
        return;
    CLEANUP(freep) char *clean = utf8_clean(value);
    size_t length = strlen(clean);
    while (length > 0 && clean[length - 1] == ' ')
        clean[--length] = '\0';
    copy_text(ret, size, clean);
}

bool signature_can_share(const char *type)
{
    return !strcmp(type, "iso9660") || !strcmp(type, "udf");
}

/* A RAID member with its superblock at the end shows the file system inside it, and
 * encrypted data may resemble anything. */
static bool shows_inner_content(const char *usage)
{
    return !strcmp(usage, "raid") || !strcmp(usage, "crypto");
}

static void add_hit(struct hits *hits, blkid_probe probe)
{
    struct content content = { .state = CONTENT_FOUND };
    bool is_bad = blkid_probe_has_value(probe, "SBBADCSUM");

    copy_value(probe, "TYPE", content.type, sizeof(content.type));
    copy_value(probe, "USAGE", content.usage, sizeof(content.usage));
    copy_value(probe, "LABEL", content.label, sizeof(content.label));
    copy_value(probe, "UUID", content.uuid, sizeof(content.uuid));
    if (is_bad) {
        if (!hits->good && !hits->bad)
            hits->best = content;
        else if (!hits->good && hits->bad == 1)
            copy_text(hits->other, sizeof(hits->other), content.type);
        hits->bad++;
        return;
    }
    if (hits->good == 1)
        copy_text(hits->other, sizeof(hits->other), content.type);
    if (!hits->good) {
        hits->best = content;
        hits->is_wrapping = shows_inner_content(content.usage);
        hits->is_shared = true;
    }
    hits->is_shared &= signature_can_share(content.type);
    hits->good++;
}

static bool is_ambivalent(const struct hits *hits)
{
    if (hits->good)
        return hits->good > 1 && !hits->is_shared && !hits->is_wrapping;
    return hits->bad > 1;
}

/* The types are in alphabetical order, independent of libblkid's order.  Label, UUID and
 * inside belong to one of them, but it is unknown to which. */
static struct content ambivalent_content(const struct hits *hits)
{
    struct content content = { .state = CONTENT_AMBIVALENT };
    bool is_sorted = strcmp(hits->best.type, hits->other) <= 0;

    copy_text(content.type, sizeof(content.type),
              is_sorted ? hits->best.type : hits->other);
    copy_text(content.other, sizeof(content.other),
              is_sorted ? hits->other : hits->best.type);
    return content;
}

/* Returns false on an I/O error, or if the place is past the end. */
static bool find_hits(blkid_probe probe, const struct place *place, uint64_t logical,
                      struct hits *ret)
{
    int result = 0;

    /* libblkid needs the exact size: some signatures are relative to the end. */
    if (place->offset > INT64_MAX || place->size > INT64_MAX ||
        blkid_probe_set_device(probe, place->fd, (blkid_loff_t)place->offset,
                               (blkid_loff_t)place->size) ||
        (logical <= UINT32_MAX && blkid_probe_set_sectorsize(probe, (unsigned)logical)) ||
        blkid_probe_enable_superblocks(probe, 1) ||
        blkid_probe_set_superblocks_flags(probe, FLAGS))
        return false;
    for (unsigned i = 0; i < HITS_MAX; i++) {
        result = blkid_do_probe(probe);
        if (result != 0)
            break;
        add_hit(ret, probe);
    }
    return result >= 0;
}

static bool read_place(void *context, uint64_t offset, void *buf, size_t count)
{
    const struct place *place = context;

    return !file_read_at(place->fd, place->offset + offset, buf, count);
}

struct content signature_probe(int fd, uint64_t logical, const struct extent *extent)
{
    struct place place = { .fd = fd };
    struct hits hits = { 0 };
    uint8_t first[512];

    if (!num_mul(extent->start, logical, &place.offset) ||
        !num_mul(extent->length, logical, &place.size))
        return (struct content){ .state = CONTENT_UNREADABLE };

    struct reader reader = { read_place, &place, place.size };
    blkid_probe probe = blkid_new_probe();
    if (!probe)
        last_words_say();
    bool is_read = find_hits(probe, &place, logical, &hits);
    blkid_free_probe(probe);
    if (!hits.good && !hits.bad) {
        /* libblkid ignores some failed reads, so a read is tried here. */
        is_read = is_read && reader_read(&reader, 0, first, sizeof(first));
        return (struct content){ .state = is_read ? CONTENT_NONE : CONTENT_UNREADABLE,
                                 .is_journal = is_read && guard_search_journal(&reader),
                                 .is_guarded =
                                     is_read && guard_search(&reader, logical) };
    }
    if (is_ambivalent(&hits))
        return ambivalent_content(&hits);
    /* Without a decoder for the type, inside stays empty. */
    (void)inside_decode(&reader, hits.best.type, &hits.best.inside);
    return hits.best;
}
