/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history_read.c - reads the tables that were saved before writes */
#include "device/commit/history_read.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "device/commit/backup.h"
#include "device/system/backup_folder.h"
#include "device/system/devices.h"
#include "device/system/disk.h"
#include "device/system/topology.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/text.h"
#include "model/table/tables.h"

#define SUFFIX ".alidade"

/* The disk whose backups are wanted. */
struct wanted {
    const char *path; /* borrowed; NULL: those of all disks */
    struct disk_info info;
};

/* Copies what a run has of the bytes [offset, offset + count). */
static void copy_overlap(const struct sector_run *run, uint64_t logical, uint64_t offset,
                         uint8_t *buf, size_t count)
{
    uint64_t start = run->lba * logical, end = start + run->count * logical;
    uint64_t from = start > offset ? start : offset;
    uint64_t to = end < offset + count ? end : offset + count;

    if (from < to)
        memcpy(buf + (from - offset), run->bytes + (from - start), (size_t)(to - from));
}

/* Sectors that were not saved read as zeros. */
static bool read_saved(void *context, uint64_t offset, void *buf, size_t count)
{
    const struct backup_file *backup = context;

    memset(buf, 0, count);
    for (size_t i = 0; i < backup->count; i++)
        copy_overlap(&backup->runs[i], backup->logical, offset, buf, count);
    return true;
}

/* Returns a table with partitions that our own decoders read; NULL if there is none.  No
 * other program is asked: only the sectors of the table were saved, so that nothing lies
 * inside its partitions. */
static struct layout *read_own(struct store *store, const struct limits_given *given)
{
    CLEANUP(layout_unrefp) struct layout *layout = NULL;
    struct reader reader = store_reader(store);
    struct limits limits;

    if (!topology_read(store, given, &limits, ERR_IGNORED) ||
        !tables_read(&reader, &limits, &layout, ERR_IGNORED) || !layout ||
        !layout_data_count(layout) || layout_note_find(layout, NOTE_GPT_PMBR_MISSING))
        return NULL;
    return TAKE(layout);
}

/* Returns NULL on failure. */
static struct layout *decode_saved(struct backup_file *backup, const char *file,
                                   struct err *err)
{
    struct limits_given given = { .logical = backup->logical };
    struct reader reader = { .read = read_saved, .context = backup };

    if (!num_mul(backup->size, backup->logical, &reader.size)) {
        (void)err_set(err, ERR_UNREADABLE, "%s", _("The backup is damaged."));
        return NULL;
    }
    CLEANUP(store_closep) struct store *store = store_of_reader(file, &reader);
    struct layout *layout = read_own(store, &given);
    return layout ? layout : disk_read_over(store, &given, err);
}

static void set_when(struct saved_table *table, time_t time)
{
    struct tm parts = { 0 };

    if (!localtime_r(&time, &parts) ||
        !strftime(table->when, sizeof(table->when), "%Y-%m-%d %H:%M:%S", &parts))
        table->when[0] = '\0';
}

/* Takes the time that the backup contains, which is ISO 8601 in UTC.  strptime() itself
 * takes four digits of a year. */
static void set_when_saved(struct saved_table *table)
{
    const char *time = table->head.time, *rest = time + strspn(time, "0123456789");
    CLEANUP(freep) char *digits = xasprintf("%.*s", (int)(rest - time), time);
    struct tm parts = { 0 };
    uint64_t year;

    bool is_year = num_parse(digits, 1000000, &year);
    rest = strptime(rest, "-%m-%dT%H:%M:%SZ", &parts);
    if (is_year && year)
        parts.tm_year = (int)year - 1900;
    if (is_year && rest && !*rest)
        set_when(table, timegm(&parts));
    else
        copy_text(table->when, sizeof(table->when), table->head.time);
}

/* Takes the time of the file instead. */
static void set_when_changed(struct saved_table *table)
{
    struct stat status;
    struct tm parts = { 0 };

    if (stat(table->file, &status))
        return;
    set_when(table, status.st_mtime);
    if (!gmtime_r(&status.st_mtime, &parts) ||
        !strftime(table->head.time, sizeof(table->head.time), "%Y-%m-%dT%H:%M:%SZ",
                  &parts))
        table->head.time[0] = '\0';
}

/* The messages of backup_load() and of a store begin with the path, which the list has
 * already. */
static const char *without_path(const char *text, const char *path)
{
    size_t length = strlen(path);

    return !strncmp(text, path, length) && !strncmp(text + length, ": ", 2)
               ? text + length + 2
               : text;
}

static struct saved_table read_saved_table(const char *file)
{
    struct saved_table table = { .file = xstrdup(file) };
    struct backup_file backup = { 0 };
    struct err err = { 0 };

    if (backup_load(file, &backup, &err)) {
        table.layout = decode_saved(&backup, file, &err);
        table.head = backup;
        table.head.runs = NULL; /* freed with BACKUP */
        table.head.count = 0;
        set_when_saved(&table);
    } else {
        set_when_changed(&table);
    }
    if (!table.layout)
        table.problem = xstrdup(without_path(err.text, file));
    backup_file_finish(&backup);
    return table;
}

/* True unless both files exist and are different ones. */
static bool may_be_same_file(const char *saved, const char *path)
{
    struct stat one, other;

    return saved[0] != '/' || stat(saved, &one) || stat(path, &other) ||
           (one.st_dev == other.st_dev && one.st_ino == other.st_ino);
}

/* The path of an image file may differ, but hardly its name. */
static bool is_of_disk(const struct backup_file *head, const char *path,
                       const struct disk_info *info)
{
    if (strcmp(head->model, info->model) != 0 || strcmp(head->serial, info->serial) != 0)
        return false;
    return info->serial[0] ||
           (!strcmp(text_file_name(head->path), text_file_name(path)) &&
            may_be_same_file(head->path, path));
}

static bool is_wanted(const struct wanted *wanted, const struct saved_table *table)
{
    if (!wanted->path)
        return true;
    return table->head.logical ? is_of_disk(&table->head, wanted->path, &wanted->info)
                               : backup_name_is_of(table->file, wanted->path);
}

/* The array grows to the next power of two. */
static void history_add(struct history *history, struct saved_table table)
{
    size_t count = history->count;

    if (!(count & (count - 1)))
        history->at = xrealloc(history->at, count ? 2 * count : 1, sizeof(*history->at));
    history->at[history->count++] = table;
}

static void add_file(const struct wanted *wanted, const char *file,
                     struct history *history)
{
    struct saved_table table = read_saved_table(file);

    if (is_wanted(wanted, &table))
        history_add(history, table);
    else
        saved_table_finish(&table);
}

static bool is_backup_name(const char *name)
{
    size_t length = strlen(name), suffix = strlen(SUFFIX);

    return length > suffix && !strcmp(name + length - suffix, SUFFIX);
}

static void add_folder(const struct wanted *wanted, const char *folder,
                       struct history *history)
{
    DIR *directory = opendir(folder);
    const struct dirent *entry;

    if (!directory && (errno == ENOENT || errno == ENOTDIR))
        return;
    if (!directory) {
        struct saved_table table = { .file = xstrdup(folder),
                                     .problem = xstrdup(strerror(errno)) };
        history_add(history, table);
        return;
    }
    while ((entry = readdir(directory))) {
        CLEANUP(freep) char *file = xasprintf("%s/%s", folder, entry->d_name);
        if (is_backup_name(entry->d_name))
            add_file(wanted, file, history);
    }
    (void)closedir(directory); /* only read from */
}

static void add_folders(const struct wanted *wanted, struct history *history)
{
    char *folders[BACKUP_FOLDERS] = { NULL };

    for (unsigned i = 0; i < BACKUP_FOLDERS; i++) {
        bool is_new = true;
        folders[i] = backup_folder_at(i);
        for (unsigned k = 0; k < i && folders[i]; k++)
            is_new &= !folders[k] || strcmp(folders[k], folders[i]) != 0;
        if (folders[i] && is_new)
            add_folder(wanted, folders[i], history);
    }
    for (unsigned i = 0; i < BACKUP_FOLDERS; i++)
        free(folders[i]);
}

/* The name of FILE without the suffix.  The caller frees it. */
static char *stem_of(const char *file)
{
    const char *name = text_file_name(file);
    size_t length = strlen(name);

    return xasprintf(
        "%.*s", (int)(is_backup_name(name) ? length - strlen(SUFFIX) : length), name);
}

/* From the year 10000 on, years have more digits. */
static int compare_times(const char *one, const char *other)
{
    size_t digits = strcspn(one, "-"), other_digits = strcspn(other, "-");

    if (digits != other_digits)
        return digits < other_digits ? -1 : 1;
    return strcmp(one, other);
}

/* Newest first.  Of one second, the one whose name has the later time is newer, then the
 * one that backup_name() numbered later: numbers are compared, not digits. */
static int newest_first(const void *a, const void *b)
{
    const struct saved_table *one = a, *other = b;
    int order = compare_times(other->head.time, one->head.time);
    CLEANUP(freep) char *stem = stem_of(one->file);
    CLEANUP(freep) char *other_stem = stem_of(other->file);

    return order ? order : strverscmp(other_stem, stem);
}

void history_read(const struct sys *sys, const char *path, struct history *ret)
{
    struct wanted wanted = { .path = path };
    struct history history = { .is_one_disk = path != NULL,
                               .folder = backup_folder_at(0) };

    if (path)
        devices_describe(sys, path, &wanted.info);
    add_folders(&wanted, &history);
    if (history.count)
        qsort(history.at, history.count, sizeof(*history.at), newest_first);
    history_compare(&history);
    *ret = history;
}

struct layout *history_read_now(const struct sys *sys, const struct saved_table *table)
{
    const struct backup_file *head = &table->head;
    struct limits_given given = { .logical = head->logical };
    struct disk_info info = { 0 };
    struct err err = { 0 };
    struct stat status;

    /* A path in the folder of that time may be another disk here. */
    if (head->path[0] != '/' || stat(head->path, &status))
        return NULL;
    if (!S_ISREG(status.st_mode))
        given.logical = 0;
    devices_describe(sys, head->path, &info);
    if (!is_of_disk(head, head->path, &info))
        return NULL;
    CLEANUP(store_closep) struct store *store = store_open(head->path, &err);
    return store ? disk_read_over(store, &given, &err) : NULL;
}
