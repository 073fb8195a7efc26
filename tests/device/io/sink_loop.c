/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sink_loop.c - the write seam for large transfers on a real block device: nothing goes
 * through the page cache, and what the device does not accept without it is refused;
 * needs root, else it skips with 77 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "device/io/sink_disk.h"
#include "model/base/mem.h"
#include "support/loop_scene.h"

enum { PAGE = 4096, COUNT = 16 * PAGE };

static uint8_t *pages(uint8_t byte)
{
    void *buffer = NULL;

    if (posix_memalign(&buffer, PAGE, COUNT + PAGE))
        abort();
    memset(buffer, byte, COUNT + PAGE);
    return buffer;
}

/* Whether the image below the device has BYTES at OFFSET. */
static bool has_bytes(const struct loop_scene *scene, uint64_t offset,
                      const uint8_t *bytes)
{
    CLEANUP(freep) uint8_t *found = pages(0);

    return pread(scene->image.fd, found, COUNT, (off_t)offset) == COUNT &&
           !memcmp(found, bytes, COUNT);
}

/* In turn with the other seam of the same disk, which sets its own flags. */
static void check_whole_sectors(struct loop_scene *scene, const struct sink *sink,
                                const struct sink *small)
{
    CLEANUP(freep) uint8_t *bytes = pages(0xa5);
    CLEANUP(freep) uint8_t *found = pages(0);

    for (unsigned i = 0; i < 3; i++) {
        uint64_t offset = LOOP_MIB + i * scene->logical;
        memset(bytes, 0xa0 + (int)i, COUNT);
        int error = sink->write(sink->context, offset, bytes, COUNT);
        loop_check(scene, !error, "whole sectors from byte %llu are written: %d",
                   (unsigned long long)offset, error);
        loop_check(scene, has_bytes(scene, offset, bytes), "and are in the image below");
        error = small->read_back(small->context, offset + 1, found, PAGE);
        loop_check(scene, !error && !memcmp(found, bytes, PAGE),
                   "the other seam reads any bytes of them");
        error = sink->read_back(sink->context, offset, found, COUNT);
        loop_check(scene, !error && !memcmp(found, bytes, COUNT), "and are read back: %d",
                   error);
    }
    loop_check(scene, !sink->flush(sink->context), "it is flushed");
}

static void check_refused(struct loop_scene *scene, const struct sink *sink)
{
    CLEANUP(freep) uint8_t *bytes = pages(0x5a);
    uint64_t hash = loop_hash(scene);
    size_t part = scene->logical / 2;

    loop_check(scene, sink->write(sink->context, LOOP_MIB + part, bytes, COUNT) == EINVAL,
               "half a sector of offset is refused");
    loop_check(scene, sink->write(sink->context, LOOP_MIB, bytes, COUNT - part) == EINVAL,
               "half a sector of length is refused");
    loop_check(scene, sink->write(sink->context, LOOP_MIB, bytes + 1, COUNT) == EINVAL,
               "memory at an odd address is refused");
    loop_check(scene, loop_hash(scene) == hash, "nothing was written");
}

static void play(struct loop_scene *scene)
{
    struct err err = { 0 };
    bool is_busy;
    CLEANUP(sink_disk_closep)
    struct sink_disk *disk = sink_disk_open(scene->disk.path, false, &is_busy, &err);

    loop_check(scene, disk != NULL, "the disk is opened: %s", err.text);
    if (!disk)
        return;
    struct sink sink = sink_disk_pages(disk), small = sink_disk_sink(disk);
    check_whole_sectors(scene, &sink, &small);
    check_refused(scene, &sink);
}

int main(void)
{
    return loop_play(play);
}
