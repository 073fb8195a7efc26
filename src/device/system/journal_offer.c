/* SPDX-License-Identifier: GPL-3.0-or-later */
/* journal_offer.c - a file or device that the user names for the journal of moves */
#include "device/system/journal_offer.h"

#include <errno.h>
#include <linux/magic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <unistd.h>

#include "device/io/file.h"
#include "device/io/store.h"
#include "device/system/below.h"
#include "device/system/busy.h"
#include "device/system/emptiness.h"
#include "device/system/measured.h"
#include "device/system/place_uuid.h"
#include "device/system/signature.h"
#include "model/base/frame.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"
#include "model/base/size.h"
#include "model/base/utf8.h"
#include "model/move/log/records.h"
#include "model/move/plan/fix_plan.h"
#include "model/report/moves_time.h"

enum {
    SECTOR = 512,
    PIECES = 2 * 4096,       /* the smallest batches, one after the other */
    CEPH_MAGIC = 0x00c36400, /* not in linux/magic.h before 5.19 */
    PATH_BYTES = sizeof(((struct record_place *)0)->path),
};

struct offering {
    const struct sys *sys;
    const char *path;
    const char *disk;
    char name[SYS_NAME]; /* the kernel's, of DISK; empty for an image file */
};

static bool offer_refuse(const struct offering *offering, const char *sentence,
                         struct err *err)
{
    return err_refuse(err, REFUSAL_JOURNAL_OFFER_UNFIT,
                      _("%1$s cannot hold the journal: %2$s"), offering->path,
                      _(sentence));
}

static bool is_large_enough(const struct offering *offering, uint64_t bytes,
                            struct err *err)
{
    char has[SIZE_TEXT], needs[SIZE_TEXT];

    if (bytes >= MOVE_RECORD_BYTES + PIECES)
        return true;
    size_format_pair(bytes, MOVE_RECORD_BYTES + PIECES, has, needs);
    return err_refuse(
        err, REFUSAL_JOURNAL_OFFER_SMALL,
        _("%1$s cannot hold the journal: it has space for %2$s, and at least "
          "%3$s are needed."),
        offering->path, has, needs);
}

/* The head is in one of the first two blocks, whose size it has. */
static bool holds_journal(struct store *store)
{
    struct reader reader = store_reader(store);
    uint8_t bytes[RECORD_HEAD_BYTES];
    struct record_head head;

    for (uint64_t at = 0; at <= RECORD_BLOCK_MAX; at += RECORD_BYTES)
        if (reader_read(&reader, at, bytes, sizeof(bytes)) &&
            record_head_decode(bytes, sizeof(bytes),
                               record_disk_bytes(bytes, sizeof(bytes)),
                               &head) == RECORD_IS_VALID)
            return true;
    return false;
}

/* What to do with a journal that is there already. */
static bool refuse_content(const struct offering *offering, struct store *store,
                           const char *sentence, struct err *err)
{
    if (!holds_journal(store))
        return offer_refuse(offering, sentence, err);
    return err_refuse(
        err, REFUSAL_JOURNAL_OFFER_HAS_JOURNAL,
        _("%1$s cannot hold the journal: it holds that of a move that has not "
          "ended; 'alidade resume --journal=%1$s' goes on with it."),
        offering->path);
}

/* --- a file --- */

/* The journal has to be there after a power failure, and what was flushed to be written
 * by then. */
static const char *file_system_reason(const struct statfs *status)
{
    static const struct {
        unsigned long magic;
        const char *sentence;
    } rows[] = {
        { TMPFS_MAGIC, N_("it lies in memory and would be lost.") },
        { RAMFS_MAGIC, N_("it lies in memory and would be lost.") },
        { OVERLAYFS_SUPER_MAGIC,
          N_("it lies in an overlay, whose files may be in memory.") },
        { NFS_SUPER_MAGIC, N_("it lies on a network.") },
        { SMB_SUPER_MAGIC, N_("it lies on a network.") },
        { CIFS_SUPER_MAGIC, N_("it lies on a network.") },
        { SMB2_SUPER_MAGIC, N_("it lies on a network.") },
        { V9FS_MAGIC, N_("it lies on a network.") },
        { AFS_SUPER_MAGIC, N_("it lies on a network.") },
        { AFS_FS_MAGIC, N_("it lies on a network.") },
        { CODA_SUPER_MAGIC, N_("it lies on a network.") },
        { CEPH_MAGIC, N_("it lies on a network.") },
        { FUSE_SUPER_MAGIC,
          N_("a program, and not the kernel, provides its file system.") },
    };

    for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
        if ((unsigned long)status->f_type == rows[i].magic)
            return rows[i].sentence;
    return NULL;
}

/* Compressed memory, or a part of it. */
static bool is_memory_device(const char *name)
{
    return !strncmp(name, "zram", 4) || !strncmp(name, "ram", 3);
}

/* The journal is found again by its path, which is in each guard. */
static bool has_usable_path(const struct offering *offering, const char *folder,
                            struct err *err)
{
    const char *slash = strrchr(offering->path, '/');
    const char *file = slash ? slash + 1 : offering->path;
    char real[SYS_PATH];

    if (!realpath(folder, real))
        return err_refuse(err, REFUSAL_JOURNAL_PATH,
                          _("%1$s cannot hold the journal: %2$s."), offering->path,
                          strerror(errno));
    if (!utf8_is_harmless(real) || !utf8_is_harmless(file))
        return offer_refuse(
            offering, N_("its path contains characters that cannot be displayed."), err);
    if (strlen(real) + 1 + strlen(file) < PATH_BYTES)
        return true;
    return err_refuse(err, REFUSAL_JOURNAL_PATH,
                      _("%1$s cannot hold the journal: its whole path has more than %2$u "
                        "bytes. Choose a shorter one."),
                      offering->path, (unsigned)PATH_BYTES - 1);
}

static bool is_same_file(const char *a, const char *b)
{
    struct stat one, other;

    return !stat(a, &one) && !stat(b, &other) && one.st_dev == other.st_dev &&
           one.st_ino == other.st_ino;
}

static bool refuse_full(const struct offering *offering, struct err *err)
{
    CLEANUP(store_closep) struct store *store = store_open(offering->path, err);

    return store && refuse_content(offering, store, N_("the file is not empty."), err);
}

/* FOLDER is where it is, or will be created. */
static bool offer_file(const struct offering *offering, const char *folder,
                       struct journal_offer *ret, struct err *err)
{
    const char *reason;
    struct statfs status;
    char name[SYS_NAME];

    if (statfs(folder, &status) || access(folder, W_OK | X_OK))
        return err_refuse(err, REFUSAL_JOURNAL_FILE_NOT_MADE,
                          _("%1$s cannot hold the journal: %2$s."), offering->path,
                          strerror(errno));
    if (offering->name[0] &&
        below_file_is_on(offering->sys, offering->path, offering->name))
        return offer_refuse(offering, N_("it lies on the disk that is planned."), err);
    reason = file_system_reason(&status);
    if (!reason && below_device(offering->sys, folder, name) && is_memory_device(name))
        reason = N_("it lies in memory and would be lost.");
    if (reason)
        return offer_refuse(offering, reason, err);
    place_uuid_of_file(offering->sys, folder, ret->uuid, sizeof(ret->uuid));
    ret->bytes = (uint64_t)status.f_bavail * (uint64_t)status.f_bsize;
    return is_large_enough(offering, ret->bytes, err);
}

/* --- a block device --- */

static bool is_used(const struct offering *offering, struct err *err)
{
    struct busy busy;
    char users[128];
    bool is_system;

    busy_init(&busy, offering->sys);
    busy_describe(&busy, offering->path, users, sizeof(users), &is_system);
    busy_finish(&busy);
    if (!users[0])
        return false;
    (void)err_refuse(err, REFUSAL_JOURNAL_OFFER_IN_USE,
                     _("%1$s cannot hold the journal: it is in use (%2$s). End that use "
                       "first, or name another place."),
                     offering->path, users);
    return true;
}

static bool looks_blank(struct store *store)
{
    struct extent whole = { .kind = EXTENT_PARTITION,
                            .length = store_size_bytes(store) / SECTOR };

    if (signature_probe(store_fd(store), SECTOR, &whole).state != CONTENT_NONE)
        return false;
    enum content_zeros zeros = emptiness_sample(store_fd(store), SECTOR, &whole);
    return zeros == ZEROS_SAMPLED || zeros == ZEROS_ALL;
}

static bool offer_device(const struct offering *offering, struct journal_offer *ret,
                         struct err *err)
{
    char name[SYS_NAME];

    ret->is_device = true;
    if (offering->name[0] && sys_name_of(offering->sys, offering->path, name) &&
        below_device_is_on(offering->sys, name, offering->name))
        return offer_refuse(offering, N_("it lies on the disk that is planned."), err);
    if (sys_name_of(offering->sys, offering->path, name) && is_memory_device(name))
        return offer_refuse(offering, N_("it lies in memory and would be lost."), err);
    if (is_used(offering, err))
        return false;
    CLEANUP(store_closep) struct store *store = store_open(offering->path, err);
    if (!store)
        return false;
    if (!looks_blank(store))
        return refuse_content(offering, store, N_("it holds data."), err);
    place_uuid_of_device(offering->sys, offering->path, ret->uuid, sizeof(ret->uuid));
    ret->bytes = store_size_bytes(store);
    return is_large_enough(offering, ret->bytes, err);
}

/* --- both --- */

/* Sets RET to the block device that OFFER is on, or to the disk if that is a partition;
 * empty: there is none. */
static void find_drive(const struct sys *sys, const struct journal_offer *offer,
                       char ret[SYS_PATH])
{
    CLEANUP(freep) char *place = file_nearest_existing(offer->path);
    char name[SYS_NAME], path[SYS_PATH];

    ret[0] = '\0';
    if (offer->is_device ? !sys_name_of(sys, offer->path, name)
                         : !below_device(sys, place, name))
        return;
    /* The directory of a partition is inside that of its disk. */
    if (sys_real_path(sys, path, "class/block/%s/../dev", name) &&
        sys_real_path(sys, path, "class/block/%s/..", name))
        copy_text(name, sizeof(name), strrchr(path, '/') + 1);
    sys_node_of(sys, name, ret);
}

static bool look_at_offer(const struct sys *sys, const char *path, const char *disk,
                          struct journal_offer *ret, struct err *err)
{
    struct offering offering = { .sys = sys, .path = path, .disk = disk };
    CLEANUP(freep) char *folder = file_folder(path);
    struct stat status = { 0 };
    bool is_there = !stat(path, &status);

    *ret = (struct journal_offer){ .path = path };
    (void)sys_name_of(sys, disk, offering.name); /* empty for an image file */
    if (is_there && is_same_file(path, disk))
        return offer_refuse(&offering, N_("it is the disk that is planned."), err);
    if (!has_usable_path(&offering, folder, err))
        return false;
    if (is_there && S_ISBLK(status.st_mode))
        return offer_device(&offering, ret, err);
    if (is_there && S_ISDIR(status.st_mode))
        return offer_refuse(&offering, N_("it is a folder."), err);
    if (is_there && !S_ISREG(status.st_mode))
        return offer_refuse(&offering, N_("it is neither a file nor a block device."),
                            err);
    if (is_there && status.st_size)
        return refuse_full(&offering, err);
    return offer_file(&offering, folder, ret, err);
}

bool journal_offer_find(const struct sys *sys, const char *path, const char *disk,
                        struct journal_offer *ret, struct err *err)
{
    CLEANUP(freep) struct saved_result *saved = xcalloc(1, sizeof(*saved));
    char drive[SYS_PATH];

    if (!look_at_offer(sys, path, disk, ret, err))
        return false;
    find_drive(sys, ret, drive);
    if (drive[0] && measured_load(sys, drive, saved))
        ret->speed = moves_speed(saved);
    return true;
}
