/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measured.c - saves results of measurements for each drive in the state folder */
#include "device/system/measured.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "device/io/file.h"
#include "device/io/text_file.h"
#include "device/system/backup_folder.h"
#include "device/system/identity.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"

/* Maximum number of files that are searched for a name. */
#define FILES_MAX 1000

/* Identity of a drive. */

static void identify(const struct sys *sys, const char *name, struct saved_result *ret)
{
    uint64_t units = 0;

    /* Values missing in sysfs stay empty or 0. */
    (void)identity_model(sys, name, ret->model, sizeof(ret->model));
    (void)identity_serial(sys, name, ret->serial, sizeof(ret->serial));
    (void)identity_unit(sys, name, ret->unit, sizeof(ret->unit));
    (void)sys_number(sys, &units, "class/block/%s/size", name);
    ret->size_bytes = units <= UINT64_MAX / 512 ? units * 512 : 0;
}

/* Bridges report zeros if they do not know the serial number. */
static bool has_serial(const struct saved_result *drive)
{
    const char first[] = { drive->serial[0], '\0' };

    return strspn(drive->serial, first) < strlen(drive->serial);
}

/* A bridge may report one serial number for all its drives; most differ in size, the
 * others in name or unit.  Old results have no unit. */
static bool measured_is_same_drive(const struct saved_result *a,
                                   const struct saved_result *b)
{
    return !strcmp(a->model, b->model) && !strcmp(a->serial, b->serial) &&
           (!a->size_bytes || !b->size_bytes || a->size_bytes == b->size_bytes) &&
           (!a->unit[0] || !b->unit[0] || !strcmp(a->unit, b->unit));
}

void measured_begin(const struct sys *sys, const char *path, struct saved_result *ret)
{
    CLEANUP(freep) char *kernel = sys_proc(sys, "sys/kernel/osrelease");
    char name[SYS_NAME];

    *ret = (struct saved_result){ 0 };
    copy_text(ret->path, sizeof(ret->path), path);
    backup_time(ret->time, sizeof(ret->time));
    kernel[strcspn(kernel, "\n")] = '\0';
    copy_text(ret->kernel, sizeof(ret->kernel), kernel);
    if (!sys_name_of(sys, path, name))
        return;
    identify(sys, name, ret);
    /* stays empty if unknown */
    (void)identity_link(sys, name, ret->link, sizeof(ret->link));
}

/* The file of a drive. */

/* Returns the folder of all results; the caller frees it.  NULL if there is no usable
 * folder. */
static char *find_folder(void)
{
    CLEANUP(freep) char *state = NULL;
    struct err err = { 0 };

    if (!backup_folder_find(&state, &err))
        return NULL;
    return xasprintf("%s/drives", state);
}

static char *make_folder(struct err *err)
{
    CLEANUP(freep) char *state = NULL;
    struct err why = { 0 };

    if (!backup_folder(&state, &why)) {
        (void)err_refuse(err, REFUSAL_RESULTS_NO_FOLDER,
                         _("There is no folder to keep measurements in: set "
                           "XDG_STATE_HOME to one."));
        return NULL;
    }
    CLEANUP(freep) char *folder = xasprintf("%s/drives", state);
    int error = mkdir(folder, 0700) ? errno : file_sync_folder(folder);
    if (!error || error == EEXIST)
        return TAKE(folder);
    (void)err_refuse(
        err, REFUSAL_RESULTS_FOLDER_NOT_MADE,
        _("The folder %1$s cannot be made: %2$s. Set XDG_STATE_HOME to another one."),
        folder, strerror(error));
    return NULL;
}

/* Replaces special characters, which models and serial numbers may contain. */
static char *clean_path(const char *folder, char *path)
{
    for (char *c = path + strlen(folder) + 1; *c; c++)
        if (!strchr("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-",
                    *c))
            *c = '_';
    return path;
}

static char *file_of(const char *folder, const struct saved_result *drive)
{
    return clean_path(folder, xasprintf("%s/%s_%s_%llu%s%s.result", folder, drive->model,
                                        drive->serial, (ull)drive->size_bytes,
                                        drive->unit[0] ? "_" : "", drive->unit));
}

/* True for a complete file; a killed process may leave a temporary file with another
 * name. */
static bool is_kept_name(const char *name)
{
    const char *dot = strrchr(name, '.');

    return dot && !strcmp(dot, ".result");
}

static bool measured_read_file(const char *path, struct saved_result *ret)
{
    CLEANUP(freep) char *text = NULL;
    struct err err = { 0 };

    return text_file_load(path, &text, &err) && saved_result_parse(text, ret, &err);
}

/* The saved result of DRIVE.  Another drive's file may have the same name. */
static bool read_of(const char *folder, const struct saved_result *drive,
                    struct saved_result *ret)
{
    CLEANUP(freep) struct saved_result *kept = xcalloc(1, sizeof(*kept));
    CLEANUP(freep) char *path = file_of(folder, drive);

    if (!has_serial(drive) || !measured_read_file(path, kept) ||
        !measured_is_same_drive(kept, drive))
        return false;
    *ret = *kept;
    return true;
}

bool measured_save(const struct saved_result *saved, char **ret_path, struct err *err)
{
    CLEANUP(freep) struct saved_result *whole = xcalloc(1, sizeof(*whole));

    if (!has_serial(saved))
        return err_refuse(
            err, REFUSAL_NO_SERIAL_NUMBER,
            _("%s has no serial number of its own: its results cannot be saved."),
            saved->path);
    CLEANUP(freep) char *folder = make_folder(err);
    if (!folder)
        return false;
    /* on failure there are no older results to merge */
    (void)!read_of(folder, saved, whole);
    saved_result_merge(whole, saved);
    CLEANUP(freep) char *text = saved_result_text(whole);
    CLEANUP(freep) char *path = file_of(folder, saved);
    if (!text_file_replace(path, text, err))
        return false;
    *ret_path = TAKE(path);
    return true;
}

/* Loads the results of the drive NAME.  Usually there is no folder, and a single access()
 * is all. */
static bool load_name(const struct sys *sys, const char *name, struct saved_result *ret)
{
    CLEANUP(freep) char *folder = find_folder();
    CLEANUP(freep) struct saved_result *drive = xcalloc(1, sizeof(*drive));

    if (!folder || access(folder, X_OK))
        return false;
    identify(sys, name, drive);
    return read_of(folder, drive, ret);
}

bool measured_load(const struct sys *sys, const char *path, struct saved_result *ret)
{
    char name[SYS_NAME];

    return sys_name_of(sys, path, name) && load_name(sys, name, ret);
}

bool measured_limits(const struct sys *sys, const char *name, struct limits_measured *ret)
{
    CLEANUP(freep) struct saved_result *kept = xcalloc(1, sizeof(*kept));

    if (!load_name(sys, name, kept))
        return false;
    struct limits_measured found = saved_result_limits(kept);
    if (!found.physical && !found.step)
        return false;
    *ret = found;
    return true;
}

/* Search by name. */

/* Ranks how WORDS match a drive: 2 completely, 1 partly, 0 not at all. */
static int measured_rank(const struct saved_result *kept, const char *words)
{
    if (!strcasecmp(kept->model, words) || !strcasecmp(kept->serial, words))
        return 2;
    return strcasestr(kept->model, words) || strcasestr(kept->serial, words) ? 1 : 0;
}

/* Returns the best match in FOLDER; *RET_COUNT is the number of equally good matches. */
static void measured_find_best(const char *folder, const char *words,
                               struct saved_result *ret, unsigned *ret_count)
{
    CLEANUP(freep) struct saved_result *kept = xcalloc(1, sizeof(*kept));
    const struct sys here = { .sys = folder };
    struct sys_names names = sys_names(&here, ".");
    int best = 1;

    *ret_count = 0;
    for (size_t i = 0; i < names.count && i < FILES_MAX; i++) {
        CLEANUP(freep) char *path = xasprintf("%s/%s", folder, names.names[i]);
        int rank = is_kept_name(names.names[i]) && measured_read_file(path, kept)
                       ? measured_rank(kept, words)
                       : 0;

        if (rank < best)
            continue;
        *ret_count = rank > best ? 1 : *ret_count + 1;
        best = rank;
        *ret = *kept;
    }
    sys_names_finish(&names);
}

bool measured_find(const char *words, struct saved_result *ret, struct err *err)
{
    CLEANUP(freep) struct saved_result *found = xcalloc(1, sizeof(*found));
    CLEANUP(freep) char *folder = find_folder();
    unsigned count = 0;

    if (strchr(words, '/') || !access(words, F_OK)) {
        if (!measured_read_file(words, ret))
            return err_set(err, ERR_UNREADABLE,
                           _("%s is not a saved result of bench or probe."), words);
        return true;
    }
    if (folder && *words)
        measured_find_best(folder, words, found, &count);
    if (!count)
        return err_set(err, ERR_USAGE,
                       _("There is no saved result of a drive called %s: name a file, or "
                         "the model or serial number of a drive that was measured."),
                       words);
    if (count > 1)
        return err_set(err, ERR_USAGE,
                       _("Saved results of %1$u drives match %2$s: name one by its "
                         "serial number, or its file."),
                       count, words);
    *ret = *found;
    return true;
}
