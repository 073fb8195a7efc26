/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_measured.c - what was measured of a drive is known when it comes back */
#include "device/system/measured.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "model/base/mem.h"
#include "support/refused.h"
#include "support/test.h"
#include "support/tree.h"

#define PLACE "pci0000:00/0000:00:1f.2/ata3/host2/target2:0:0/2:0:0:0"

static struct tree tree;
static char node[SYS_PATH];

/* A drive with a name of its own. */
static void put_drive(const char *name, const char *place, const char *number,
                      const char *model, const char *serial, uint64_t size)
{
    tree_disk(&tree, name, place, number, size);
    if (model)
        tree_say(&tree, name, "device/model", model);
    if (serial)
        tree_say(&tree, name, "device/serial", serial);
}

static void setup(void)
{
    tree_init(&tree);
    CLEANUP(freep) char *state = xasprintf("%s/state", tree.root);
    ck_assert_int_eq(setenv("XDG_STATE_HOME", state, 1), 0);
    put_drive("sda", PLACE, "8:0", "WDC WD10EARS", "WD-WCAV5/7", 1953525168);
    tree_write(&tree, "6.18.0-test\n", "proc/sys/kernel/osrelease");
    sys_node_of(&tree.sys, "sda", node);
}

static void teardown(void)
{
    tree_finish(&tree);
}

static void measure(struct saved_result *ret)
{
    measured_begin(&tree.sys, node, ret);
    ret->has_probe = true;
    ret->probe = (struct probe_result){
        .is_drive = true, .verdict = MEASURE_DIFFERENT, .physical = 4096, .offset = 3584
    };
}

/* The path that it was kept at; free(). */
static char *keep(const struct saved_result *saved)
{
    struct err err = { 0 };
    char *path;

    ck_assert_msg(measured_save(saved, &path, &err), "%s", err.text);
    return path;
}

TEST_FIXTURE(setup, teardown);

TEST(a_drive_is_named_by_what_sysfs_says)
{
    struct saved_result m;

    measured_begin(&tree.sys, node, &m);
    ck_assert_str_eq(m.model, "WDC WD10EARS");
    ck_assert_str_eq(m.serial, "WD-WCAV5/7");
    ck_assert_str_eq(m.path, node);
    ck_assert_uint_eq(m.size_bytes, UINT64_C(1953525168) * 512);
    ck_assert_str_eq(m.kernel, "6.18.0-test");
    ck_assert_uint_eq(strlen(m.time), strlen("2026-11-20T16:30:00Z"));
    ck_assert(!m.has_bench && !m.has_probe);
}

TEST(what_is_kept_is_known_again)
{
    struct saved_result m, again;
    struct limits_measured limits = { 0 };

    ck_assert(!measured_load(&tree.sys, node, &again));
    ck_assert(!measured_limits(&tree.sys, "sda", &limits));
    measure(&m);
    CLEANUP(freep) char *path = keep(&m);
    CLEANUP(freep)
    char *want = xasprintf("%s/state/alidade/drives/WDC_WD10EARS_WD-WCAV5_7_"
                           "1000204886016.result",
                           tree.root);
    ck_assert_str_eq(path, want);
    ck_assert(measured_load(&tree.sys, node, &again));
    ck_assert_str_eq(again.serial, "WD-WCAV5/7");
    ck_assert(measured_limits(&tree.sys, "sda", &limits));
    ck_assert_uint_eq(limits.physical, 4096);
    ck_assert_uint_eq(limits.alignment_offset, 3584);
}

TEST(what_was_measured_before_stays)
{
    struct saved_result m, again;

    measure(&m);
    free(keep(&m));
    measured_begin(&tree.sys, node, &m);
    m.has_bench = true;
    m.bench.verdict = MEASURE_DIFFERENT;
    m.bench.ratio = 3;
    free(keep(&m));
    ck_assert(measured_load(&tree.sys, node, &again));
    ck_assert(again.has_probe && again.has_bench);
    ck_assert_uint_eq(again.probe.offset, 3584);
}

TEST(a_probe_that_found_nothing_sets_no_limits)
{
    struct saved_result m;
    struct limits_measured limits = { .physical = 42 };

    measure(&m);
    m.probe.verdict = MEASURE_SAME;
    free(keep(&m));
    ck_assert(!measured_limits(&tree.sys, "sda", &limits));
    ck_assert_uint_eq(limits.physical, 42);
}

static const struct {
    const char *claim;
    const char *model, *serial;
    uint64_t size;
    bool is_known;
} others[] = {
    { "the same in another slot", "WDC WD10EARS", "WD-WCAV5/7", 1953525168, true },
    { "its file's name is the same", "WDC WD10EARS", "WD-WCAV5 7", 1953525168, false },
    { "another serial", "WDC WD10EARS", "WD-WCAV8", 1953525168, false },
    { "another model", "WDC WD20EARS", "WD-WCAV5/7", 1953525168, false },
    { "another size", "WDC WD10EARS", "WD-WCAV5/7", 3907029168, false },
    { "no serial", "WDC WD10EARS", NULL, 1953525168, false },
};

TEST_EACH(another_drive_is_another_drive, others)
{
    struct saved_result m, again;

    measure(&m);
    free(keep(&m));
    put_drive("sdb", "pci0000:00/0000:00:1f.2/ata4/host3/target3:0:0/3:0:0:0", "8:16",
              others[_i].model, others[_i].serial, others[_i].size);
    sys_node_of(&tree.sys, "sdb", node);
    ck_assert_msg(measured_load(&tree.sys, node, &again) == others[_i].is_known, "%s",
                  others[_i].claim);
}

/* Two bays of one dock: one model, one serial number, one size. */
static const struct {
    const char *claim;
    const char *wwids[2];
    const char *places[2];
} docks[] = {
    { "their places", { NULL, NULL }, { "6:0:0:0", "6:0:0:1" } },
    { "their names",
      { "naa.50014ee2b0a1c2d3", "naa.50014ee2b0a1c2d4" },
      { "6:0:0:0", "7:0:0:0" } },
    { "a name and a place",
      { "naa.50014ee2b0a1c2d3", "t10.Dock   X   1" },
      { "6:0:0:0", "6:0:0:1" } },
};

TEST_EACH(two_drives_behind_one_bridge_are_kept_apart, docks)
{
    struct saved_result found, m;
    char nodes[2][SYS_PATH];

    for (unsigned i = 0; i < 2; i++) {
        const char *name = i ? "sdc" : "sdb";
        CLEANUP(freep)
        char *place =
            xasprintf("pci0/usb1/1-1/host6/target6:0:0/%s", docks[_i].places[i]);
        put_drive(name, place, i ? "8:32" : "8:16", "Dock", "DD56419883914", 4000);
        if (docks[_i].wwids[i])
            tree_say(&tree, name, "device/wwid", docks[_i].wwids[i]);
        sys_node_of(&tree.sys, name, nodes[i]);
        measured_begin(&tree.sys, nodes[i], &m);
        m.has_probe = true;
        m.probe = (struct probe_result){ .is_drive = true,
                                         .verdict = MEASURE_DIFFERENT,
                                         .physical = i ? 512 : 4096 };
        free(keep(&m));
    }
    for (unsigned i = 0; i < 2; i++) {
        ck_assert(measured_load(&tree.sys, nodes[i], &found));
        ck_assert_msg(found.probe.physical == (i ? 512 : 4096), "%s", docks[_i].claim);
    }
}

/* JSON, as before the first release, also by the name that files had then. */
TEST_TIMES(a_file_in_the_old_form_is_nothing, 3)
{
    static const char text[] =
        "{\n  \"alidade-measurement\":1,\n  \"model\":\"WDC WD10EARS\",\n"
        "  \"serial\":\"WD-WCAV5/7\"\n}\n";
    static const char *const names[] = { "WDC_WD10EARS_WD-WCAV5_7.json",
                                         "WDC_WD10EARS_WD-WCAV5_7_1000204886016.json",
                                         "WDC_WD10EARS_WD-WCAV5_7_1000204886016.result" };
    struct saved_result m, again;
    struct err err = { 0 };

    tree_write(&tree, text, "state/alidade/drives/%s", names[_i]);
    ck_assert(!measured_load(&tree.sys, node, &again));
    ck_assert(!measured_find("WD10EARS", &again, &err));
    ck_assert_int_eq(err.code, ERR_USAGE);
    measure(&m);
    free(keep(&m));
    ck_assert(measured_load(&tree.sys, node, &again));
    ck_assert_uint_eq(again.probe.offset, 3584);
}

static const char *const no_serials[] = { NULL, "0", "000000000000", "    " };

TEST_EACH(a_drive_without_a_number_is_kept_nowhere, no_serials)
{
    struct saved_result m;
    struct err err = { 0 };
    char *path;

    put_drive("sdb", "pci0000:00/0000:00:1f.2/ata4/host3/target3:0:0/3:0:0:0", "8:16",
              "Bridge", no_serials[_i], 1000);
    sys_node_of(&tree.sys, "sdb", node);
    measure(&m);
    ck_assert(!measured_save(&m, &path, &err));
    ck_assert_refused(&err, REFUSAL_NO_SERIAL_NUMBER);
    ck_assert_ptr_nonnull(strstr(err.text, node));
    ck_assert(!measured_load(&tree.sys, node, &m));
}

TEST(an_image_file_is_kept_nowhere)
{
    CLEANUP(freep) char *image = xasprintf("%s/disk.img", tree.root);
    struct saved_result m;
    struct err err = { 0 };
    char *path;

    tree_write(&tree, "x", "disk.img");
    measured_begin(&tree.sys, image, &m);
    ck_assert_str_eq(m.path, image);
    ck_assert_str_eq(m.serial, "");
    ck_assert(!measured_save(&m, &path, &err));
    ck_assert(!measured_load(&tree.sys, image, &m));
}

static const char *const hostile[] = {
    "", "{}", "[[[[[[[[", "\x1b[2J", "alidade-measurement = 2\n[probe]\nphysical = 7x\n",
};

TEST_EACH(a_broken_file_is_nothing_and_is_written_over, hostile)
{
    struct saved_result m, again;

    measure(&m);
    CLEANUP(freep) char *path = keep(&m);
    tree_write(&tree, hostile[_i], "%s", path + strlen(tree.root) + 1);
    ck_assert(!measured_load(&tree.sys, node, &again));
    free(keep(&m));
    ck_assert(measured_load(&tree.sys, node, &again));
}

TEST(absurd_sizes_are_for_the_limits_to_refuse)
{
    struct limits_reported said = { .size_bytes = 1 << 30, .logical = 512 };
    struct limits_given given = { 0 };
    struct limits limits;
    struct saved_result m;
    struct err err = { 0 };

    measure(&m);
    m.probe.physical = 3000;
    free(keep(&m));
    ck_assert(measured_limits(&tree.sys, "sda", &given.measured));
    ck_assert(limits_settle(&said, &given, &limits, &err));
    ck_assert_int_eq(limits.physical_source, SOURCE_ASSUMED);
    ck_assert_uint_eq(limits.notes, LIMIT_MEASURED_ABSURD);
}

TEST(a_file_in_the_place_of_the_folder_is_said)
{
    struct saved_result m;
    struct err err = { 0 };
    char *path;

    measure(&m);
    tree_write(&tree, "a file in its place", "state/alidade/drives");
    ck_assert(!measured_save(&m, &path, &err));
    ck_assert_ptr_nonnull(strstr(err.text, "state/alidade/drives"));
    ck_assert(!measured_load(&tree.sys, node, &m));
}

/* A link to nowhere: the folder for all of it, and the one above. */
static const struct {
    const char *link;
    enum refusal refusal;
    const char *words;
} nowhere[] = {
    { "state/alidade", REFUSAL_RESULTS_FOLDER_NOT_MADE, "state/alidade/drives" },
    { "state", REFUSAL_RESULTS_NO_FOLDER, "XDG_STATE_HOME" },
};

TEST_EACH(a_folder_that_cannot_be_is_said, nowhere)
{
    CLEANUP(freep) char *link = xasprintf("%s/%s", tree.root, nowhere[_i].link);
    CLEANUP(freep) char *state = xasprintf("%s/state", tree.root);
    struct saved_result m;
    struct err err = { 0 };
    char *path;

    measure(&m);
    if (strcmp(link, state) != 0)
        ck_assert_int_eq(mkdir(state, 0700), 0);
    ck_assert_int_eq(symlink("/no/such/folder", link), 0);
    ck_assert(!measured_save(&m, &path, &err));
    ck_assert_refused(&err, nowhere[_i].refusal);
    ck_assert_ptr_nonnull(strstr(err.text, nowhere[_i].words));
    ck_assert(!measured_load(&tree.sys, node, &m));
}

/* --- of another drive --- */

static const struct {
    const char *words;
    const char *serial; /* NULL: none, or more than one */
} wanted[] = {
    { "WD-WCAV5/7", NULL }, /* has a slash: a file's path */
    { "wd10ears", "WD-WCAV5/7" },
    { "WDC WD20EARS", "B1" },
    { "wdc wd20ears", "B1" },
    { "B1", "B1" },
    { "B12", "B12" },
    { "WDC", NULL },
    { "Samsung", NULL },
    { "", NULL },
};

TEST_EACH(one_is_found_by_its_name, wanted)
{
    struct saved_result m = { .model = "WDC WD20EARS", .serial = "B1" }, found;
    struct err err = { 0 };

    free(keep(&m));
    copy_text(m.model, sizeof(m.model), "WDC WD20EARX");
    copy_text(m.serial, sizeof(m.serial), "B12");
    free(keep(&m));
    measure(&m);
    CLEANUP(freep) char *path = keep(&m);
    CLEANUP(freep) char *half = xasprintf("%s.123", path + strlen(tree.root) + 1);
    tree_write(&tree, "half", "%s", half);
    bool is_found = measured_find(wanted[_i].words, &found, &err);
    ck_assert_msg(is_found == (wanted[_i].serial != NULL), "%s", wanted[_i].words);
    if (is_found)
        ck_assert_str_eq(found.serial, wanted[_i].serial);
    else
        ck_assert(err.text[0]);
}

TEST(one_is_found_by_its_path)
{
    struct saved_result m, found;
    struct err err = { 0 };

    measure(&m);
    CLEANUP(freep) char *path = keep(&m);
    ck_assert_msg(measured_find(path, &found, &err), "%s", err.text);
    ck_assert_str_eq(found.model, "WDC WD10EARS");
    tree_write(&tree, "no lines", "%s", path + strlen(tree.root) + 1);
    ck_assert(!measured_find(path, &found, &err));
    ck_assert_int_eq(err.code, ERR_UNREADABLE);
    ck_assert_ptr_nonnull(strstr(err.text, path));
}
