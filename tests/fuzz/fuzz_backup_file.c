/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz_backup_file.c - any file as a backup, with its checksum corrected */
#include "fuzz/fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/base/crc32.h"
#include "model/base/mem.h"
#include "model/write/backup_file.h"

/* What is taken must be sound, and become the same file again. */
static void try_file(const uint8_t *bytes, size_t count)
{
    struct backup_file backup;
    struct err err = { 0 };
    uint64_t least = 0;
    CLEANUP(freep) uint8_t *again = NULL;

    if (!backup_file_decode(bytes, count, &backup, &err)) {
        if (err.code != ERR_UNREADABLE || !err.text[0])
            abort();
        return;
    }
    for (size_t i = 0; i < backup.count; i++) {
        const struct sector_run *run = &backup.runs[i];
        if (run->lba < least || !run->count || run->lba >= backup.size ||
            run->count > backup.size - run->lba)
            abort();
        least = run->lba + run->count;
    }
    if (backup_file_encode(&backup, &again) != count || memcmp(again, bytes, count) != 0)
        abort();
    backup_file_finish(&backup);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    CLEANUP(freep) uint8_t *good = xmalloc(count + 1);
    static const char field[] = "checksum: ";
    char digits[9];

    try_file(bytes, count);
    memcpy(good, bytes, count);
    good[count] = '\0';
    char *place = strstr((char *)good, field);
    if (!place || (uint8_t *)place + strlen(field) + 8 > good + count)
        return 0;
    memcpy(place + strlen(field), "00000000", 8);
    (void)snprintf(digits, sizeof(digits), "%08x", (unsigned)crc32_of(good, count));
    memcpy(place + strlen(field), digits, 8);
    try_file(good, count);
    return 0;
}

size_t fuzz_seed(unsigned index, uint8_t *buf)
{
    struct backup_file backup = { .size = 1000, .logical = index ? 1024 : 512 };
    CLEANUP(freep) uint8_t *sectors = xcalloc(2, 1024);
    CLEANUP(freep) uint8_t *file = NULL;

    if (index > 1)
        return 0;
    copy_text(backup.path, sizeof(backup.path), "/dev/sda");
    copy_text(backup.time, sizeof(backup.time), "2026-11-20T16:30:00Z");
    sectors[510] = 0x55;
    sectors[511] = 0xaa;
    backup_file_add(&backup, 0, 1, sectors);
    backup_file_add(&backup, 999, 1, sectors);
    size_t count = backup_file_encode(&backup, &file);
    memcpy(buf, file, count);
    backup_file_finish(&backup);
    return count;
}
