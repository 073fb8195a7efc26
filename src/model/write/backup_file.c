/* SPDX-License-Identifier: GPL-3.0-or-later */
/* backup_file.c - encodes and decodes backup files of the sectors of a table */
#include "model/write/backup_file.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/base/crc32.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/str.h"
#include "model/base/utf8.h"

#define MAGIC    "alidade backup "
#define VERSION  "1\n"
#define CHECKSUM "checksum: "
#define HINT     "to put it back: alidade restore FILE DISK\n"

enum {
    CHECKSUM_DIGITS = 8,
    LINE_MAX_BYTES = 300, /* longer lines are invalid */
    SECTOR_MIN = 512,
    SECTOR_MAX = 65536,
    /* More than two arrays of 1024 GPT entries, a gap and a long EBR chain need. */
    RUNS_MAX = 4096,
    DATA_MAX = 64 * 1024 * 1024,
};

struct text_field {
    const char *name;
    size_t offset;
    size_t size;
};

#define TEXT_FIELD(name, member)                                                         \
    {                                                                                    \
        name, offsetof(struct backup_file, member),                                      \
            sizeof(((struct backup_file *)NULL)->member)                                 \
    }

/* In the order of the file. */
static const struct text_field text_fields[] = {
    TEXT_FIELD("disk", path),   TEXT_FIELD("model", model), TEXT_FIELD("serial", serial),
    TEXT_FIELD("table", label), TEXT_FIELD("time", time),
};

/* The part of the file that is not parsed yet. */
struct parser {
    const char *at;
    const char *end;
};

static void put_texts(struct str *head, const struct backup_file *backup)
{
    for (size_t i = 0; i < ARRAY_SIZE(text_fields); i++) {
        const struct text_field *field = &text_fields[i];
        CLEANUP(freep) char *clean = utf8_clean((const char *)backup + field->offset);
        str_printf(head, "%s: %s\n", field->name, clean);
    }
}

/* The data of each run starts at a multiple of the sector size, so that dd can restore it
 * too. */
static void put_runs(struct str *head, const struct backup_file *backup, uint64_t at)
{
    for (size_t i = 0; i < backup->count; i++) {
        const struct sector_run *run = &backup->runs[i];
        str_printf(head,
                   "sectors: first %" PRIu64 ", count %" PRIu64 ", byte %" PRIu64
                   " of this file\n",
                   run->lba, run->count, at);
        at += run->count * backup->logical;
    }
}

static void put_head(struct str *head, const struct backup_file *backup, uint64_t at)
{
    str_clear(head);
    str_add(head, MAGIC VERSION HINT);
    str_add(head, CHECKSUM "00000000\n");
    put_texts(head, backup);
    str_printf(head, "sector size: %" PRIu64 "\ndisk sectors: %" PRIu64 "\n",
               backup->logical, backup->size);
    put_runs(head, backup, at);
    str_add(head, "end\n");
}

/* The header contains the offsets of the data behind it, so their digits can change its
 * own length: repeats until the length is stable. */
static uint64_t settle_head(struct str *head, const struct backup_file *backup)
{
    uint64_t at = 0;

    put_head(head, backup, at);
    while (head->length > at) {
        at = num_round_up(head->length, backup->logical);
        put_head(head, backup, at);
    }
    return at;
}

static uint64_t data_bytes(const struct backup_file *backup)
{
    uint64_t sectors = 0;

    for (size_t i = 0; i < backup->count; i++)
        sectors += backup->runs[i].count;
    return sectors * backup->logical;
}

static void put_checksum(uint8_t *file, size_t count)
{
    char *place = strstr((char *)file, CHECKSUM) + strlen(CHECKSUM);
    char digits[CHECKSUM_DIGITS + 1];

    (void)snprintf(digits, sizeof(digits), "%08" PRIx32, crc32_of(file, count));
    memcpy(place, digits, CHECKSUM_DIGITS);
}

size_t backup_file_encode(const struct backup_file *backup, uint8_t **ret)
{
    CLEANUP(str_finish) struct str head = { 0 };
    uint64_t at = settle_head(&head, backup);
    size_t count = (size_t)(at + data_bytes(backup));
    uint8_t *file = xcalloc(1, count);

    memcpy(file, head.text, head.length);
    for (size_t i = 0; i < backup->count; i++) {
        size_t bytes = (size_t)(backup->runs[i].count * backup->logical);
        memcpy(file + at, backup->runs[i].bytes, bytes);
        at += bytes;
    }
    put_checksum(file, count);
    *ret = file;
    return count;
}

/* Returns the rest of the next line if it starts with NAME; else false. */
static bool backup_file_take_line(struct parser *parser, const char *name,
                                  char ret[LINE_MAX_BYTES])
{
    size_t left = (size_t)(parser->end - parser->at), skip = strlen(name);
    const char *stop = memchr(parser->at, '\n', left);
    size_t length = stop ? (size_t)(stop - parser->at) : 0;

    if (!stop || length < skip || memcmp(parser->at, name, skip) != 0 ||
        length - skip >= LINE_MAX_BYTES)
        return false;
    memcpy(ret, parser->at + skip, length - skip);
    ret[length - skip] = '\0';
    parser->at = stop + 1;
    return true;
}

static bool backup_file_take_texts(struct parser *parser, struct backup_file *backup)
{
    for (size_t i = 0; i < ARRAY_SIZE(text_fields); i++) {
        const struct text_field *field = &text_fields[i];
        char name[16], value[LINE_MAX_BYTES];
        (void)snprintf(name, sizeof(name), "%s: ", field->name);
        if (!backup_file_take_line(parser, name, value))
            return false;
        copy_text((char *)backup + field->offset, field->size, value);
    }
    return true;
}

static bool backup_file_take_number(struct parser *parser, const char *name,
                                    uint64_t *ret)
{
    char value[LINE_MAX_BYTES];

    if (!backup_file_take_line(parser, name, value))
        return false;
    *ret = strtoull(value, NULL, 10);
    return true;
}

/* Parses a line "sectors: first 63, count 1, byte 4096 of this file".  is_canonical()
 * later checks its words and the last number. */
static bool take_run(struct parser *parser, struct sector_run *ret)
{
    char value[LINE_MAX_BYTES];
    char *rest;

    if (!backup_file_take_line(parser, "sectors: first ", value))
        return false;
    ret->lba = strtoull(value, &rest, 10);
    if (strncmp(rest, ", count ", strlen(", count ")) != 0)
        return false;
    ret->count = strtoull(rest + strlen(", count "), NULL, 10);
    return true;
}

/* True if the run is behind the previous one, inside the disk, and has no more than LEFT
 * sectors. */
static bool run_is_possible(const struct backup_file *backup,
                            const struct sector_run *run, uint64_t left)
{
    uint64_t min = 0, end;

    if (backup->count) {
        const struct sector_run *last = &backup->runs[backup->count - 1];
        min = last->lba + last->count;
    }
    return backup->count < RUNS_MAX && run->count && run->count <= left &&
           run->lba >= min && num_add(run->lba, run->count, &end) && end <= backup->size;
}

static bool take_runs(struct parser *parser, struct backup_file *backup, uint64_t left)
{
    struct sector_run run = { 0 };

    while (take_run(parser, &run)) {
        if (!run_is_possible(backup, &run, left))
            return false;
        left -= run.count;
        backup->runs = xrealloc(backup->runs, backup->count + 1, sizeof(*backup->runs));
        backup->runs[backup->count++] = run;
    }
    return backup->count > 0;
}

/* Parses all lines of the header; the bytes of the runs are NULL. */
static bool take_head(struct parser *parser, struct backup_file *backup)
{
    char value[LINE_MAX_BYTES];

    return backup_file_take_line(parser, "to put it back: ", value) &&
           backup_file_take_line(parser, CHECKSUM, value) &&
           backup_file_take_texts(parser, backup) &&
           backup_file_take_number(parser, "sector size: ", &backup->logical) &&
           num_is_power_of_two(backup->logical) && backup->logical >= SECTOR_MIN &&
           backup->logical <= SECTOR_MAX &&
           backup_file_take_number(parser, "disk sectors: ", &backup->size) &&
           take_runs(parser, backup, DATA_MAX / backup->logical) &&
           backup_file_take_line(parser, "end", value);
}

static void copy_runs(struct backup_file *backup, const uint8_t *bytes)
{
    for (size_t i = 0; i < backup->count; i++) {
        size_t length = (size_t)(backup->runs[i].count * backup->logical);
        backup->runs[i].bytes = xmalloc(length);
        memcpy(backup->runs[i].bytes, bytes, length);
        bytes += length;
    }
}

static bool check_magic(struct parser *parser, struct err *err)
{
    char version[LINE_MAX_BYTES];

    if (!backup_file_take_line(parser, MAGIC, version))
        return err_set(err, ERR_UNREADABLE,
                       _("This is no backup that was made by alidade."));
    if (strcmp(version, "1") != 0)
        return err_set(err, ERR_UNREADABLE,
                       _("This backup was made by a newer alidade."));
    return true;
}

/* Encodes the backup again: any difference, also in the checksum, means damage. */
static bool is_canonical(const struct backup_file *backup, const uint8_t *bytes,
                         size_t count)
{
    CLEANUP(freep) uint8_t *again = NULL;

    return backup_file_encode(backup, &again) == count && !memcmp(again, bytes, count);
}

static bool backup_file_parse(const uint8_t *bytes, size_t count,
                              struct backup_file *backup, struct err *err)
{
    struct parser parser = { (const char *)bytes, (const char *)bytes + count };

    if (!check_magic(&parser, err))
        return false;
    if (take_head(&parser, backup)) {
        size_t head = (size_t)(parser.at - (const char *)bytes);
        uint64_t at = num_round_up(head, backup->logical), need;
        need = at + data_bytes(backup);
        if (need > count)
            return err_set(err, ERR_UNREADABLE,
                           ngettext("The backup is cut: it has %1$llu byte of %2$llu.",
                                    "The backup is cut: it has %1$llu bytes of %2$llu.",
                                    count),
                           (ull)count, (ull)need);
        copy_runs(backup, bytes + at);
        if (is_canonical(backup, bytes, count))
            return true;
    }
    return err_set(err, ERR_UNREADABLE, _("The backup is damaged."));
}

bool backup_file_decode(const uint8_t *bytes, size_t count, struct backup_file *ret,
                        struct err *err)
{
    struct backup_file backup = { 0 };

    if (!backup_file_parse(bytes, count, &backup, err)) {
        backup_file_finish(&backup);
        return false;
    }
    *ret = backup;
    return true;
}

void backup_file_finish(struct backup_file *backup)
{
    for (size_t i = 0; i < backup->count; i++)
        free(backup->runs[i].bytes);
    free(backup->runs);
    *backup = (struct backup_file){ 0 };
}
