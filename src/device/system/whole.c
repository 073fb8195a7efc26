/* SPDX-License-Identifier: GPL-3.0-or-later */
/* whole.c - looks for signatures of the whole disk beside its partition table
 *
 * libblkid reads each signature by itself, at dozens of places. It looks at a sparse
 * memory file of the same size, into which both ends of the disk were copied. */
#include "device/system/whole.h"

#include <blkid/blkid.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "device/io/file.h"
#include "device/system/signature.h"
#include "model/base/last_words.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/content/inside.h"

#define KIB UINT64_C(1024)

/* What begins at sector 0 has its signatures here (the last ones are the second label of
 * ZFS), and that of promise is 3087 sectors before the end. The second sizes are for a
 * disk with unreadable sectors. */
#define HEAD_BYTES (512 * KIB)
#define HEAD_MIN   (72 * KIB)
#define TAIL_BYTES (2048 * KIB)
#define TAIL_MIN   (128 * KIB)

/* SNIA, Common RAID DDF 2.0, 4.1: an anchor in the last sector, or in front of 256 that
 * another RAID uses, names the sector of the header. */
enum { SECTOR = 512, DDF_AT_PRIMARY = 96 };
static const uint32_t ddf_magic = 0xDE11DE11;

#define FLAGS                                                                            \
    (BLKID_SUBLKS_TYPE | BLKID_SUBLKS_USAGE | BLKID_SUBLKS_VERSION | BLKID_SUBLKS_MAGIC)

/* The memory file, and the disk that it is a copy of. */
struct copy {
    const struct reader *disk;
    int fd;
    uint64_t ddf_header; /* 0: none */
};

/* Returns false if it cannot be read. What cannot be written stays a hole. */
static bool copy_bytes(const struct copy *copy, uint64_t offset, uint64_t count)
{
    CLEANUP(freep) uint8_t *bytes = xmalloc((size_t)count);

    if (!reader_read(copy->disk, offset, bytes, (size_t)count))
        return false;
    (void)!pwrite(copy->fd, bytes, (size_t)count, (off_t)offset);
    return true;
}

static void copy_ends(const struct copy *copy)
{
    uint64_t size = copy->disk->size;
    uint64_t head = num_min(HEAD_BYTES, size), tail = num_min(TAIL_BYTES, size - head);

    if (!copy_bytes(copy, 0, head) && HEAD_MIN < head)
        (void)copy_bytes(copy, 0, HEAD_MIN);
    if (tail && !copy_bytes(copy, size - tail, tail) && TAIL_MIN < tail)
        (void)copy_bytes(copy, size - TAIL_MIN, TAIL_MIN);
}

/* libblkid compares the header that the anchor names. */
static void copy_ddf_header(struct copy *copy)
{
    static const uint64_t anchors[] = { 1, 257 };
    uint8_t sector[SECTOR];
    uint64_t header;

    for (size_t i = 0; i < ARRAY_SIZE(anchors) && !copy->ddf_header; i++)
        if (copy->disk->size >= anchors[i] * SECTOR &&
            !file_read_at(copy->fd, copy->disk->size - anchors[i] * SECTOR, sector,
                          sizeof(sector)) &&
            be32_at(sector, 0) == ddf_magic &&
            num_mul(be64_at(sector, DDF_AT_PRIMARY), SECTOR, &header) && header &&
            copy_bytes(copy, header, SECTOR))
            copy->ddf_header = header;
}

static void whole_copy_value(blkid_probe probe, const char *name, char *ret, size_t size)
{
    const char *value;

    if (!blkid_probe_lookup_value(probe, name, &value, NULL))
        copy_text(ret, size, value);
}

static struct whole_sign sign_of(blkid_probe probe, const struct copy *copy)
{
    struct whole_sign sign = { 0 };
    struct reader reader = file_reader(&copy->fd, copy->disk->size);
    struct inside inside = { 0 };
    char magic[32] = "0";

    whole_copy_value(probe, "TYPE", sign.type, sizeof(sign.type));
    whole_copy_value(probe, "USAGE", sign.usage, sizeof(sign.usage));
    whole_copy_value(probe, "VERSION", sign.version, sizeof(sign.version));
    whole_copy_value(probe, "SBMAGIC_OFFSET", magic, sizeof(magic));
    if (!num_parse(magic, INT64_MAX, &sign.magic))
        sign.magic = 0;
    if (inside_decode(&reader, sign.type, &inside))
        sign.data = inside.data_offset;
    if (!strcmp(sign.type, "ddf_raid_member"))
        sign.first = copy->ddf_header;
    return sign;
}

static void whole_probe(const struct copy *copy, const struct layout *layout,
                        struct whole *ret)
{
    struct reader reader = file_reader(&copy->fd, copy->disk->size);
    blkid_probe probe = blkid_new_probe();

    if (!probe)
        last_words_say();
    if (!blkid_probe_set_device(probe, copy->fd, 0, (blkid_loff_t)copy->disk->size) &&
        !blkid_probe_set_sectorsize(probe, (unsigned)layout_limits(layout)->logical) &&
        !blkid_probe_enable_superblocks(probe, 1) &&
        !blkid_probe_set_superblocks_flags(probe, FLAGS))
        while (ret->count < WHOLE_MAX && !blkid_do_probe(probe)) {
            struct whole_sign sign = sign_of(probe, copy);
            if (!signature_can_share(sign.type) &&
                whole_is_of_disk(&sign, layout, &reader))
                ret->at[ret->count++] = sign;
        }
    blkid_free_probe(probe);
}

void whole_find(const struct reader *disk, const struct layout *layout, struct whole *ret)
{
    struct copy copy = { .disk = disk };

    *ret = (struct whole){ 0 };
    copy.fd = memfd_create("alidade-ends", MFD_CLOEXEC);
    if (copy.fd < 0)
        return;
    if (disk->size <= INT64_MAX && !ftruncate(copy.fd, (off_t)disk->size)) {
        copy_ends(&copy);
        copy_ddf_header(&copy);
        whole_probe(&copy, layout, ret);
    }
    (void)close(copy.fd); /* our memory file */
}

size_t whole_known(const struct reader *disk, const struct layout *layout,
                   struct known_range ret[WHOLE_KNOWN_MAX])
{
    const struct limits *limits = layout_limits(layout);
    struct whole whole;
    size_t count = 0;

    whole_find(disk, layout, &whole);
    /* With a table without partitions the content is given up as one. */
    bool is_one = layout_note_find(layout, NOTE_MSDOS_OVER_CONTENT);
    for (size_t i = 0; i < whole.count; i++)
        if (!is_one || whole_note_id(&whole.at[i]) == NOTE_DISK_IN_RAID)
            count += whole_ranges(&whole.at[i], limits, ret + count);
    if (layout_label(layout)->kind == LABEL_MSDOS)
        count += ldm_find(disk, limits, ret + count);
    return count;
}

struct layout *whole_note(const struct reader *disk, const char *path,
                          struct layout *layout)
{
    struct whole whole;

    if (!label_is_editable(layout_label(layout)->kind))
        return layout;
    whole_find(disk, layout, &whole);
    if (!whole.count)
        return layout;
    CLEANUP(layout_unrefp) struct layout *before = layout;
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(before);
    for (size_t i = 0; i < whole.count; i++) {
        CLEANUP(freep) char *words = whole_describe(&whole.at[i], path);
        layout_builder_note(builder, whole_note_id(&whole.at[i]), "%s", words);
    }
    return layout_builder_refinish(builder);
}
