/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz_script.c - any text as a script: refused with a sentence, or a table whose dump
 * makes it again */
#include "fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/script/script.h"

static struct layout *empty_disk(void)
{
    struct limits_reported said = { .size_bytes = UINT64_C(64) << 20 };
    struct limits_given given = { 0 };
    struct label label = { .kind = LABEL_NONE };
    struct limits limits;
    struct err err = { 0 };

    if (!limits_settle(&said, &given, &limits, &err))
        abort();
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_new(&limits, &label);
    return layout_builder_refinish(builder);
}

/* NULL where TEXT is refused. */
static struct layout *made_by(const char *text, const struct layout *disk)
{
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(disk);
    struct layout *now = layout_builder_refinish(builder);
    CLEANUP(freep) struct edit *edits = NULL;
    struct err err = { 0 };
    size_t count = 0;

    if (!script_edits(text, disk, &edits, &count, &err)) {
        if (err.code != ERR_USAGE || !err.text[0])
            abort();
        layout_unref(now);
        return NULL;
    }
    for (size_t i = 0; i < count; i++) {
        edits[i].id = i ? EDIT_ID_FIRST + (uint32_t)i : 0;
        edits[i].seed.state[0] = i + 1;
        struct layout *next = edit_apply(now, &edits[i], &err);
        if (!next)
            abort();
        layout_unref(now);
        now = next;
    }
    return now;
}

/* A disk's own dump is nothing new to it. */
static void expect_nothing(const char *dump, const struct layout *disk)
{
    CLEANUP(freep) struct edit *edits = NULL;
    struct err err = { 0 };
    size_t count = 42;

    if (!script_edits(dump, disk, &edits, &count, &err) || count)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    CLEANUP(layout_unrefp) struct layout *disk = empty_disk();
    CLEANUP(freep) char *text = xcalloc(count + 1, 1);
    CLEANUP(freep) char *dump = NULL;
    CLEANUP(freep) char *again = NULL;
    struct err err = { 0 };

    if (count)
        memcpy(text, bytes, count);
    CLEANUP(layout_unrefp) struct layout *first = made_by(text, disk);
    if (!first)
        return 0;
    if (!script_print(first, "disk.img", &dump, &err))
        abort();
    CLEANUP(layout_unrefp) struct layout *second = made_by(dump, disk);
    if (!second || !script_print(second, "disk.img", &again, &err) ||
        strcmp(dump, again) != 0)
        abort();
    expect_nothing(dump, first);
    return 0;
}

size_t fuzz_seed(unsigned index, uint8_t *buf)
{
    static const char *const seeds[] = {
        "label: dos\nlabel-id: 0x5a3c9d21\ndevice: /dev/sda\nunit: sectors\n"
        "sector-size: 512\n\n"
        "/dev/sda1 : start=63, size=1001, type=7, bootable\n"
        "/dev/sda2 : start=2000, size=9000, type=5\n"
        "/dev/sda5 : start=2063, size=1000, type=82\n"
        "/dev/sda6 : start=3064, size=1000, type=83\n",
        "label: gpt\nlabel-id: C5F2E31A-0000-4000-8000-0123456789AB\nfirst-lba: 34\n"
        "last-lba: 131038\ntable-length: 56\ngrain: 4K\n"
        "start=40, size=1M, type=U, name=\"a \\x22\\xc3\\xa4\", attrs=\"GUID:63,48\"\n"
        "1 : size=2.5M, uuid=00000000-1111-4222-8333-444444444444\n,,S\n",
        "label: dos\n,10M,L,*\n;20MB;S\n- 1M\n,,E\n,1M\n,+,8e,-\n",
        ("# old\r\nlabel: mbr\r\n/dev/sda1 : start= 63, size= 100, Id=83\n"
         "/dev/sda2 : start= 0, size= 0, Id= 0\n"),
    };

    if (index >= ARRAY_SIZE(seeds))
        return 0;
    memcpy(buf, seeds[index], strlen(seeds[index]));
    return strlen(seeds[index]);
}
