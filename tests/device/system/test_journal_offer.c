/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_journal_offer.c - which file systems can hold the journal of a move
 *
 * The kernel's answer is that of the row: no network and no mount is needed. */
#include "device/system/journal_offer.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/statfs.h>
#include <unistd.h>

#include "model/base/mem.h"
#include "support/image.h"
#include "support/refused.h"
#include "support/test.h"
#include "support/tree.h"

static unsigned long magic;
static bool is_full, is_gone;

/* In place of that of the C library. */
int statfs(const char *path, struct statfs *ret)
{
    int fd = open(path, O_PATH | O_CLOEXEC);
    int result = fd < 0 ? -1 : fstatfs(fd, ret);

    if (fd >= 0)
        (void)close(fd); /* nothing was written */
    ret->f_type = (__typeof__(ret->f_type))magic;
    if (is_full)
        ret->f_bavail = 1;
    if (is_gone)
        errno = EIO;
    return is_gone ? -1 : result;
}

static const char network[] = "it lies on a network.";
static const char memory[] = "it lies in memory and would be lost.";

static const struct {
    const char *name;
    unsigned long magic;
    const char *reason; /* NULL: it can hold the journal */
} rows[] = {
    { "ext4", 0xef53, NULL },
    { "xfs", 0x58465342, NULL },
    { "nfs", 0x6969, network },
    { "smb", 0x517b, network },
    { "cifs", 0xff534d42, network },
    { "smb2", 0xfe534d42, network },
    { "9p", 0x01021997, network },
    { "afs", 0x5346414f, network },
    { "kafs", 0x6b414653, network },
    { "coda", 0x73757245, network },
    { "ceph", 0x00c36400, network },
    { "tmpfs", 0x01021994, memory },
    { "ramfs", 0x858458f6, memory },
    { "overlay", 0x794c7630, "it lies in an overlay, whose files may be in memory." },
    { "fuse", 0x65735546, "a program, and not the kernel, provides its file system." },
};

TEST_EACH(a_journal_lies_where_a_flush_reaches_a_drive, rows)
{
    struct image image;
    struct tree tree;
    struct journal_offer offer;
    struct err err = { 0 };

    image_make(&image, 1 << 20);
    tree_init(&tree);
    CLEANUP(freep) char *path = xasprintf("%s/journal", image.folder);
    magic = rows[_i].magic;
    bool is_offered = journal_offer_find(&tree.sys, path, image.path, &offer, &err);
    ck_assert_msg(is_offered == !rows[_i].reason, "%s: %s", rows[_i].name, err.text);
    if (is_offered) {
        ck_assert_uint_gt(offer.bytes, 0);
    } else {
        CLEANUP(freep)
        char *words = xasprintf("%s cannot hold the journal: %s", path, rows[_i].reason);
        ck_assert_refused(&err, REFUSAL_JOURNAL_OFFER_UNFIT);
        ck_assert_str_eq(err.text, words);
    }
    ck_assert_msg(access(path, F_OK), "nothing is created");
    tree_finish(&tree);
    image_remove(&image);
}

static void refuse_offer(const struct image *image, const char *name,
                         enum refusal refusal, const char *words)
{
    CLEANUP(freep) char *path = xasprintf("%s/%s", image->folder, name);
    struct tree tree;
    struct journal_offer offer;
    struct err err = { 0 };

    tree_init(&tree);
    ck_assert(!journal_offer_find(&tree.sys, path, image->path, &offer, &err));
    ck_assert_refused(&err, refusal);
    ck_assert_msg(strstr(err.text, words), "%s", err.text);
    tree_finish(&tree);
}

TEST(a_place_without_space_for_a_journal_is_refused)
{
    CLEANUP(image_remove) struct image image;

    image_make(&image, 1 << 20);
    magic = 0xef53;
    is_full = true;
    refuse_offer(&image, "journal", REFUSAL_JOURNAL_OFFER_SMALL, "it has space for");
    is_full = false;
}

TEST(a_folder_that_cannot_be_read_is_refused)
{
    CLEANUP(image_remove) struct image image;

    image_make(&image, 1 << 20);
    magic = 0xef53;
    is_gone = true;
    refuse_offer(&image, "journal", REFUSAL_JOURNAL_FILE_NOT_MADE, "Input/output error");
    is_gone = false;
}

TEST(the_path_of_a_journal_is_whole_and_not_too_long)
{
    CLEANUP(image_remove) struct image image;
    CLEANUP(freep) char *name = xasprintf("%0*d", 250, 0);

    image_make(&image, 1 << 20);
    magic = 0xef53;
    refuse_offer(&image, "no/journal", REFUSAL_JOURNAL_PATH, "No such file");
    refuse_offer(&image, name, REFUSAL_JOURNAL_PATH, "Choose a shorter one.");
}
