/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_script.c - sfdisk's text as a new table, and back */
#include "model/script/script.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/base/str.h"
#include "support/disks.h"
#include "support/test.h"

/* An empty disk of 512-byte sectors whose grain is 1 MiB. */
static struct layout *empty_disk(uint64_t size, enum label_kind kind)
{
    struct disks_spec spec = { .size = size, .label = kind };

    return disks_build(&spec);
}

/* The partitions that TEXT makes: "1 63+204 7 *", one line each in their order. */
static char *made_by(const char *text, const struct layout *layout)
{
    struct edit *edits = NULL;
    struct err err = { 0 };
    struct str said = { 0 };
    size_t count = 0;

    bool is_made = script_edits(text, layout, &edits, &count, &err);
    ck_assert_msg(is_made, "%s: %s", text, err.text);
    ck_assert_uint_gt(count, 0);
    ck_assert_int_eq(edits[0].kind, EDIT_NEW_TABLE);
    for (size_t i = 1; i < count; i++) {
        const struct edit *edit = &edits[i];
        static const char *const marks[EXTENT_KIND_COUNT] = {
            [EXTENT_PARTITION] = "", [EXTENT_EXTENDED] = "e", [EXTENT_LOGICAL] = "l"
        };
        ck_assert_int_eq(edit->kind, EDIT_CREATE);
        ck_assert_uint_eq(edit->id, 0);
        str_printf(&said, "%u%s %llu+%llu %s%s\n", edit->number, marks[edit->extent],
                   (unsigned long long)edit->start, (unsigned long long)edit->length,
                   edit->type, edit->is_bootable ? " *" : "");
    }
    free(edits);
    return str_take(&said);
}

#define MIB_SECTORS 2048
#define GIB_SECTORS (1024 * MIB_SECTORS)

static const struct {
    const char *text;
    const char *want;
} dos[] = {
    { "label: dos\n", "" },
    { "label: mbr\nlabel-id: 0x5a3c9d21\ndevice: /dev/sda\nunit: sectors\n\n"
      "/dev/sda1 : start=          63, size=   100001, type=7, bootable\n"
      "/dev/sda2 : start=      100064, size=   200000, type=5\n"
      "/dev/sda5 : start=      100127, size=     1000, type=82\n"
      "/dev/sda6 : start=      101190, size=     1000, type=83\n",
      "1 63+100001 7 *\n2e 100064+200000 5\n5l 100127+1000 82\n6l 101190+1000 83\n" },
    { "label: dos\n63,100001,7,*\n", "0 63+100001 7 *\n" },
    { "label: dos\n63 100001 7 *\n", "0 63+100001 7 *\n" },
    { "label: dos\n 63 ; 100001\t7 +\r\n", "0 63+100001 7 *\n" },
    { "\xef\xbb\xbflabel: dos\r\n63,100001,7,*\r\n", "0 63+100001 7 *\n" },
    { "label: dos\n,,\n", "0 2048+2095104 \n" },
    { "label: dos\n-,+,S\n", "0 2048+2095104 82\n" },
    { "label: dos\n- 10M L -\n", "0 2048+20480 83\n" },
    { "label: dos\n,10M\n,20M\n", "0 2048+20480 \n0 22528+40960 \n" },
    { "label: dos\nsize=+10MiB, type=linux\n", "0 2048+20480 83\n" },
    { "label: dos\nSTART=0x800, Size=16, TYPE=0xC, Bootable\n", "0 2048+16 c *\n" },
    { "label: dos\nstart=1MiB size=1.5MB Id=e\n", "0 2048+2048 e\n" },
    { "# partition table of /dev/sda\nunit: sectors\n\n"
      "/dev/sda1 : start=       63, size=   208782, Id=83, bootable\n"
      "/dev/sda2 : start=   208845, size=   400000, Id= 5\n"
      "/dev/sda3 : start=        0, size=        0, Id= 0\n"
      "/dev/sda4 : start=        0, size=        0, Id= 0\n"
      "/dev/sda5 : start=   208908, size=   300000, Id=83\n",
      "1 63+208782 83 *\n2e 208845+400000 5\n5l 208908+300000 83\n" },
    /* A size in sectors stays as it is; one in bytes ends on the grain, if it has one. */
    { "label: dos\nsize=5000\n", "0 2048+5000 \n" },
    { "label: dos\nsize=5000K\n", "0 2048+10240 \n" },
    { "label: dos\nsize=100K\n", "0 2048+200 \n" },
    { "label: dos\nstart=63,size=10M\n", "0 63+20417 \n" },
    { "label: dos\n10000,100\nsize=3750K\n", "0 10000+100 \n0 2048+6144 \n" },
    { "label: dos\ngrain: 4K\nsize=5000K\n", "0 2048+10000 \n" },
    /* The container takes the rest: what follows is logical. */
    { "label: dos\n,100M\n,,E\n,200M\n,,\n",
      "0 2048+204800 \n0e 206848+1890304 5\n0l 208896+409600 \n0l 620544+1476608 \n" },
    /* After an odd end one grain is left for the EBR, if there is enough free space. */
    { "label: dos\n,,E\n,5000\n,1M\n",
      "0e 2048+2095104 5\n0l 4096+5000 \n0l 12288+2048 \n" },
    /* A primary, while there is a number and free space for one. */
    { "label: dos\n,10M,E\n,1M\n", "0e 2048+20480 5\n0 22528+2048 \n" },
    { "label: dos\n,10M,E\n,1M\n,1M\n,1M\n,1M\n",
      "0e 2048+20480 5\n0 22528+2048 \n0 24576+2048 \n0 26624+2048 \n0l 4096+2048 \n" },
    { "label: dos\n36350,5M,E\n5:size=1M\n6:size=2048\n7:size=1000\n",
      "0e 36350+10754 5\n5l 38912+2048 \n6l 43008+2048 \n7l 36864+1000 \n" },
    { "label: dos\n4:size=10M\n3 : start=40960,size=8,type=8e\n",
      "4 2048+20480 \n3 40960+8 8e\n" },
    { "label: dos\n# comment\n\n  # another\n/dev/sda1: size=1M\n", "1 2048+2048 \n" },
    /* Dumps of old versions. */
    { "# partition table of /dev/sda\nunit: sectors\nlabel: dos\n\n"
      "/dev/sda1 : start=       63, size=  100, Id=83\n"
      "/dev/sda2 : start=        0, size=    0, Id= 0\n",
      "1 63+100 83\n" },
    { "label: dos\n/dev/disk/by-id/usb-x:0-part2 : size=1M\n", "2 2048+2048 \n" },
    { "label: dos\nstart=,size=,type=83", "0 2048+2095104 83\n" },
    { "label: dos\nstart=-,size=-,type=\"83\"\n", "0 2048+2095104 83\n" },
    /* As in the forms, of the free space from the start on. */
    { "label: dos\nstart=4096s, size=2047s\n", "0 4096+2047 \n" },
    { "label: dos\n4096S,2048S\n", "0 4096+2048 \n" },
    { "label: dos\n0%,50%\n,100%\n", "0 2048+1046528 \n0 1048576+1048576 \n" },
    { "label: dos\n50%,50%-1MiB\n", "0 1048576+522240 \n" },
    { "label: dos\nstart=end-2MiB, size=end-1MiB\n", "0 2093056+2048 \n" },
    { "label: dos\ntype=Ex\n,50%,83,\n,100%\n",
      "0e 2048+2095104 5\n0l 4096+1046528 83\n0l 1052672+1044480 \n" },
};

TEST_EACH(a_dos_script_makes_these_partitions, dos)
{
    CLEANUP(layout_unrefp) struct layout *disk = empty_disk(GIB_SECTORS, LABEL_NONE);
    CLEANUP(freep) char *said = made_by(dos[_i].text, disk);

    ck_assert_msg(!strcmp(said, dos[_i].want), "%s makes\n%s, not\n%s", dos[_i].text,
                  said, dos[_i].want);
}

/* Sector 1 is on the grain of this disk, but in the gap for a boot loader. */
TEST(free_space_before_1_mib_is_no_default)
{
    struct disks_spec spec = { .size = 2097152,
                               .label = LABEL_MSDOS,
                               .said = { .physical = 4096,
                                         .alignment_offset = 512,
                                         .has_alignment_offset = true } };
    CLEANUP(layout_unrefp) struct layout *layout = disks_build(&spec);
    CLEANUP(freep)
    char *made = made_by("label: dos\nstart=2048,size=10000\nsize=40\n", layout);

    ck_assert_str_eq(made, "0 2048+10000 \n0 12289+40 \n");
}

#define LINUX "0FC63DAF-8483-4772-8E79-3D69D8477DE4"
#define SWAP  "0657FD6D-A4AB-43C4-84E5-0933C84B4F4F"

static const struct {
    const char *text;
    const char *want;
} gpt[] = {
    { "label: gpt\n", "" },
    { "label: GPT\n,\n", "0 2048+2093056 \n" },
    { "label: gpt\n34,6\n,,S\n", "0 34+6 \n0 2048+2093056 " SWAP "\n" },
    { "label: gpt\nsize=100M, type=" LINUX "\nsize=200M,type=swap\n,\n",
      "0 2048+204800 " LINUX "\n0 206848+409600 " SWAP "\n0 616448+1478656 \n" },
    { "label: gpt\ntype=0fc63daf-8483-4772-8e79-3d69d8477de4\n",
      "0 2048+2093056 " LINUX "\n" },
    /* Up to a grain and a sector a size stays as it is. */
    { "label: gpt\nstart=28669,size=1M\n", "0 28669+2048 \n" },
    { "label: gpt\nstart=28669,size=1025K\n", "0 28669+2051 \n" },
    /* The largest place, not the first; of two that are as large the first. */
    { "label: gpt\nlast-lba: 10239\n4096,4096\nsize=1M\n",
      "0 4096+4096 \n0 2048+2048 \n" },
    { "label: gpt\nstart=100M,size=1M\nsize=1M\n", "0 204800+2048 \n0 206848+2048 \n" },
    { "label: gpt\n128 : start=40, size=8\n1 : size=1M\n", "128 40+8 \n1 2048+2048 \n" },
    { "label: gpt\nlast-lba: 10239\n,\n", "0 2048+8192 \n" },
    { "label: gpt\ngrain: 1G\n", "" },
    /* Less than a grain is all there is. */
    { "label: gpt\n2095104,\n", "0 2095104+2015 \n" },
    { "label: gpt\n2095103,\n", "0 2095103+1 \n" },
    { "label: gpt\nfirst-lba: 4095\n,\n", "0 4096+2091008 \n" },
    /* Up to a partition the grain does not count, not even in the last usable sector. */
    { "label: gpt\n100001,1\n2048,\n", "0 100001+1 \n0 2048+97953 \n" },
    { "label: gpt\n2097118,1\n2095104,\n", "0 2097118+1 \n0 2095104+2014 \n" },
};

TEST_EACH(a_gpt_script_makes_these_partitions, gpt)
{
    CLEANUP(layout_unrefp) struct layout *disk = empty_disk(GIB_SECTORS, LABEL_MSDOS);
    CLEANUP(freep) char *said = made_by(gpt[_i].text, disk);

    ck_assert_msg(!strcmp(said, gpt[_i].want), "%s makes\n%s, not\n%s", gpt[_i].text,
                  said, gpt[_i].want);
}

TEST(headers_become_fields_of_the_new_table)
{
    CLEANUP(layout_unrefp) struct layout *disk = empty_disk(GIB_SECTORS, LABEL_NONE);
    struct edit *edits;
    struct err err = { 0 };
    size_t count;

    ck_assert(script_edits("label: gpt\nlabel-id: c5f2e31a-0000-4000-8000-0123456789ab\n"
                           "first-lba: 64\nlast-lba: 4095\ntable-length: 200\n",
                           disk, &edits, &count, &err));
    ck_assert_uint_eq(count, 1);
    ck_assert_int_eq(edits[0].label, LABEL_GPT);
    ck_assert_str_eq(edits[0].uuid, "C5F2E31A-0000-4000-8000-0123456789AB");
    ck_assert_uint_eq(edits[0].start, 64);
    ck_assert_uint_eq(edits[0].length, 4032);
    ck_assert_uint_eq(edits[0].entries, 200);
    free(edits);
    ck_assert(
        script_edits("label: dos\nlabel-id: 0x5A3c9d21", disk, &edits, &count, &err));
    ck_assert_str_eq(edits[0].uuid, "0x5a3c9d21");
    free(edits);
    ck_assert(
        script_edits("label: dos\nlabel-id: 0xffffffff", disk, &edits, &count, &err));
    ck_assert_str_eq(edits[0].uuid, "0xffffffff");
    free(edits);
}

TEST_TIMES(without_a_label_the_disk_keeps_its_kind, 2)
{
    static const enum label_kind kinds[] = { LABEL_MSDOS, LABEL_GPT };
    CLEANUP(layout_unrefp) struct layout *disk = empty_disk(GIB_SECTORS, kinds[_i]);
    struct edit *edits;
    struct err err = { 0 };
    size_t count;

    ck_assert(script_edits(",\n", disk, &edits, &count, &err));
    ck_assert_int_eq(edits[0].label, kinds[_i]);
    free(edits);
}

TEST(names_and_attributes_are_read_as_they_are_printed)
{
    CLEANUP(layout_unrefp) struct layout *disk = empty_disk(GIB_SECTORS, LABEL_NONE);
    struct edit *edits;
    struct err err = { 0 };
    size_t count;

    ck_assert_msg(
        script_edits("label: gpt\n"
                     "name=\"a, b;c : d = \\x22\\x5c\\xc3\\xa4\\\", size=1M\n"
                     "size=1M uuid=00000000-1111-4222-8333-444444444444, name=x, "
                     "attrs=\"RequiredPartition GUID:63\"\n",
                     disk, &edits, &count, &err),
        "%s", err.text);
    ck_assert_uint_eq(count, 3);
    ck_assert_str_eq(edits[1].name, "a, b;c : d = \"\\\xc3\xa4\\");
    ck_assert_str_eq(edits[2].name, "x");
    ck_assert_str_eq(edits[2].uuid, "00000000-1111-4222-8333-444444444444");
    ck_assert_uint_eq(edits[2].attributes, UINT64_C(1) << 63 | 1);
    free(edits);
}

TEST(a_name_is_written_in_hex_of_either_case)
{
    CLEANUP(layout_unrefp) struct layout *disk = empty_disk(GIB_SECTORS, LABEL_NONE);
    struct edit *edits = NULL;
    struct err err = { 0 };
    size_t count;

    ck_assert(
        script_edits("label: gpt\nsize=1M,name=\"\\xC3\\xA4\\xe2\\x82\\xAc\\x2F\"\n",
                     disk, &edits, &count, &err));
    ck_assert_uint_eq(count, 2);
    ck_assert_str_eq(edits[1].name, "\xc3\xa4\xe2\x82\xac/");
    free(edits);
}

static const struct {
    const char *text;
    const char *sentence; /* how it begins */
} wrong[] = {
    { "", "The script is empty" },
    { "# only a comment\n", "The script is empty" },
    { ",\n", "The script does not say which table" },
    { "lable: dos\n", "line 1: There is no header 'lable'" },
    { "\nlabel: sun\n", "line 2: Tables of kind 'sun'" },
    { "label: dos\nlabel: gpt\n", "line 2: 'label' stands in line 1 already" },
    { "label:\n", "line 1: 'label' has no value" },
    { "label: dos\nunit: cylinders\n", "line 2: The unit 'cylinders'" },
    { "label: dos\nlabel-id: 5a3c9d21\n", "line 2: '5a3c9d21' is no disk signature" },
    { "label: dos\nlabel-id: 0x100000000\n", "line 2: '0x100000000' is no disk" },
    { "label: gpt\nlabel-id: 0x5a3c9d21\n", "line 2: '0x5a3c9d21' is no GUID" },
    { "label: gpt\nlabel-id: 00000000-0000-0000-0000-000000000000\n",
      "line 2: '00000000-0000-0000-0000-000000000000' is no GUID" },
    { "label: dos\nfirst-lba: 34\n", "line 2: 'first-lba' belongs to a gpt" },
    { "label: gpt\nfirst-lba: 1MiB\n", "line 2: first-lba: '1MiB' is no number" },
    { "label: gpt\nfirst-lba: 33\n", "line 2: The usable range" },
    { "label: gpt\nlast-lba: 2097151\n", "line 2: last-lba is 2097151, but this disk can "
                                         "use sectors up to 2097118: leave " },
    { "label: gpt\nlast-lba: 2097152\n", "line 2: last-lba is 2097152, but" },
    { "label: gpt\nfirst-lba: 100\nlast-lba: 99\n", "line 3: first-lba is 100" },
    { "label: gpt\ntable-lba: 1\n", "line 2: The entries of this GPT cannot begin at" },
    { "label: gpt\n\ntable-lba: 2097151\n", "line 3: The entries of this GPT cannot" },
    { "label: gpt\nfirst-lba: 50\ntable-lba: 40\n", "line 2: The usable range" },
    { "label: dos\ntable-lba: 40\n", "line 2: 'table-lba' belongs to a gpt table." },
    { "label: gpt\ntable-length: 4096\n", "line 2: table-length: '4096' is no number" },
    { "label: gpt\nsector-size: 4096\n", "line 2: The script counts in sectors of 4096" },
    { "label: gpt\ngrain: 1000\n", "line 2: '1000' is no grain" },
    { "label: gpt\ngrain: 2G\n", "line 2: '2G' is no grain" },
    { "label: gpt\n,\nlabel: dos\n", "line 3: Headers stand before" },
    { "label: dos\nwrite\n", "line 2: 'write' is no start" },
    { "label: dos\n,write\n", "line 2: 'write' is no size" },
    { "label: dos\n010,20\n", "line 2: '010' is no start" },
    { "label: dos\n+63,20\n", "line 2: '+63' is no start" },
    { "label: dos\n63,-20\n",
      "line 2: '-20' means less by so much, but nothing is there yet: write end-20." },
    { "label: dos\n-1MiB\n", "line 2: '-1MiB' means less by so much" },
    { "label: dos\n,2G\n",
      "line 2: There is no room for 4194304 sectors: the largest free "
      "space has 2095104 from the grain on." },
    { "label: dos\n63,1.5s\n", "line 2: '1.5s' is no size" },
    { "label: dos\n63,0s\n", "line 2: '0s' is less than one sector" },
    { "label: dos\n63,0%\n", "line 2: '0%' leaves nothing: the start is sector 63." },
    { "label: dos\n63,101%\n", "line 2: '101%' is more than 100%." },
    { "label: dos\n100%\n", "line 2: '100%' is sector 2097152; here it can be" },
    { "label: dos\n63,end+1MiB\n", "line 2: 'end+1MiB' needs" },
    { "label: dos\n63,1a\n", "line 2: '1a' is no size" },
    { "label: dos\n63,0x\n", "line 2: '0x' is no size" },
    { "label: dos\n63,0x1h\n", "line 2: '0x1h' is no size" },
    { "label: dos\n63,09\n", "line 2: '09' is no size" },
    { "label: dos\n63,.5M\n", "line 2: '.5M' is no size" },
    { "label: dos\n63,1.M\n", "line 2: '1.M' is no size" },
    { "label: dos\n63,1Mi\n", "line 2: '1Mi' is no size" },
    { "label: dos\n63,1MBs\n", "line 2: '1MBs' is no size" },
    { "label: dos\n63,1.5\n", "line 2: '1.5' is no size" },
    { "label: dos\n63,16384P\n", "line 2: '16384P' is no size" },
    { "label: dos\n63,100B\n", "line 2: '100B' is no size" },
    { "label: dos\n1MB,20\n", "line 2: '1MB' is no whole number of sectors" },
    { "label: dos\nsize=0\n", "line 2: '0' is less than one sector" },
    { "label: dos\nsize=0.1K\n", "line 2: '0.1K' is less than one sector" },
    { "label: dos\n63,20,zz\n", "line 2: 'zz' is no type" },
    { "label: gpt\n63,20,8300\n", "line 2: '8300' is no type" },
    { "label: gpt\n63,20,83\n", "line 2: '83' is no type" },
    { "label: dos\n63,20,83,x\n", "line 2: 'x' is not * for bootable" },
    { "label: dos\n63,20,83,*,5\n", "line 2: '5' is too much" },
    { "label: dos\nstart=1,start=2\n", "line 2: 'start' stands there twice" },
    { "label: dos\nstart=1,begin=2\n", "line 2: There is no field 'begin'" },
    { "label: dos\nstart=1,,size=2\n", "line 2: A field is missing before ',size=2'." },
    { "label: dos\nstart=1,=2\n", "line 2: A field is missing before '=2'." },
    { "label: dos\nstart=1,type\n", "line 2: 'type' has no value." },
    { "label: dos\nstart=1,type=\n", "line 2: 'type' has no value." },
    { "label: dos\nstart=1,type=\"\"\n", "line 2: 'type' has no value." },
    { "label: gpt\nsize=1M,uuid=\n", "line 2: 'uuid' has no value." },
    { "label: gpt\nsize=1M,name=,type=L\n", "line 2: 'name' has no value." },
    { "label: gpt\nsize=1M,attrs=\n", "line 2: 'attrs' has no value." },
    { "label: dos\nstart=1,bootable=yes\n",
      "line 2: 'bootable=yes' is too much: write bootable without a value." },
    { "label: dos\nstart=1,bootables\n", "line 2: There is no field 'bootables'" },
    { "label: dos\nstart=1,name=x\n", "line 2: 'name' belongs to a gpt" },
    { "label: dos\nuuid=1\n", "line 2: 'uuid' belongs to a gpt" },
    { "label: dos\nattrs=63,size=1\n", "line 2: 'attrs' belongs to a gpt" },
    { "label: gpt\nstart=40,bootable\n", "line 2: 'bootable' belongs to a dos" },
    { "label: gpt\nuuid=12,size=1\n", "line 2: '12' is no GUID" },
    { "label: gpt\nattrs=12,size=1\n", "line 2: '12' is no attribute" },
    { "label: gpt\nname=\"x,size=1\n", "line 2: A quotation mark is not closed" },
    { "label: gpt\nname=\"x\"y,size=1\n",
      "line 2: A comma or a blank is missing before 'y" },
    { "label: gpt\nname=a\"x\",size=1\n", "line 2: A comma or a blank is missing" },
    { "label: gpt\nname=size=\"5\"\n", "line 2: A comma or a blank is missing before" },
    { "label: gpt\nname=\\x00,size=1\n", "line 2: The name is not valid" },
    { "label: gpt\nname=\\xff,size=1\n", "line 2: The name is not valid" },
    { "label: gpt\nname=1234567890123456789012345678901234567,size=1\n",
      "line 2: The name is not valid" },
    { "label: dos\n0 : size=1\n", "line 2: '0' is the number of no partition" },
    { "label: dos\n/dev/sda0 : size=1\n", "line 2: '0' is the number of no partition" },
    { "label: dos\n5 : size=1\n", "line 2: There is no extended partition" },
    { "label: gpt\n129 : size=1\n", "line 2: There is no partition number 129" },
    { "label: gpt\n1 : size=1\n1 : size=1\n", "line 3: There is a partition 1 already" },
    { "label: dos\n63,100\n100,20\n", "line 3: Sectors 100 to 119 are not free" },
    { "label: dos\n63,100\n63,20\n", "line 3: Sectors 63 to 82 are not free" },
    { "label: dos\n63,100\n40,\n40,\n", "line 4: Sector 40 is not free" },
    { "label: dos\n,1G\n", "line 2: There is no room for 2097152 sectors" },
    { "label: dos\nstart=63,size=1G\n",
      "line 2: 2097152 sectors from sector 63 on do not" },
    { "label: gpt\n33,1\n", "line 2: Sector 33 lies outside" },
    { "label: dos\n,,5\n,,5\n", "line 3: " },
    { "label: dos\n,1M,,*\n,1M,,*\n", "line 3: Another partition is bootable" },
    { "label: dos\n,1M\n,1M\n,1M\n,1M\n,1M\n", "line 6: " },
    { "label: dos\n,10M,5\n1M,1M\n7 : size=1M\n", "line 3: " },
    { "label: dos\n2048,20480,5\n4096,100\n7 : size=1M\n", "line 4: " },
};

TEST_EACH(what_is_wrong_is_said_with_its_line, wrong)
{
    CLEANUP(layout_unrefp) struct layout *disk = empty_disk(GIB_SECTORS, LABEL_NONE);
    struct edit *edits = NULL;
    struct err err = { 0 };
    size_t count = 42;

    ck_assert_msg(!script_edits(wrong[_i].text, disk, &edits, &count, &err),
                  "%s is taken", wrong[_i].text);
    ck_assert_ptr_null(edits);
    ck_assert_uint_eq(count, 42);
    ck_assert_int_eq(err.code, ERR_USAGE);
    ck_assert_msg(!strncmp(err.text, wrong[_i].sentence, strlen(wrong[_i].sentence)),
                  "%s: %s, not %s", wrong[_i].text, err.text, wrong[_i].sentence);
}

TEST(a_disk_in_use_is_refused_as_such)
{
    CLEANUP(layout_unrefp) struct layout *plain = disks_legacy();
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(plain);
    struct edit *edits;
    struct err err = { 0 };
    size_t count;

    layout_builder_find(builder, layout_find_number(plain, 2)->id)->use.kind = USE_MOUNT;
    CLEANUP(layout_unrefp) struct layout *disk = layout_builder_refinish(builder);
    ck_assert(!script_edits("label: gpt\n", disk, &edits, &count, &err));
    ck_assert_int_eq(err.code, ERR_REFUSED);
    ck_assert_ptr_null(strstr(err.text, "line"));
}

/* The disk after TEXT. */
static struct layout *disk_after(const char *text, struct layout *disk)
{
    struct layout *now = layout_ref(disk);
    CLEANUP(freep) struct edit *edits = NULL;
    struct err err = { 0 };
    size_t count;

    ck_assert_msg(script_edits(text, disk, &edits, &count, &err), "%s", err.text);
    for (size_t i = 0; i < count; i++) {
        if (edits[i].kind == EDIT_CREATE)
            edits[i].id = EDIT_ID_FIRST + 1000 + (uint32_t)i;
        edits[i].seed.state[0] = i + 1;
        struct layout *next = edit_apply(now, &edits[i], &err);
        ck_assert_msg(next, "%s", err.text);
        layout_unref(now);
        now = next;
    }
    return now;
}

TEST_TIMES(what_is_printed_makes_the_same_again, 7)
{
    static struct layout *(*const makes[])(void) = {
        disks_legacy, disks_touching, disks_gpt34,  disks_aligned,
        disks_4kn,    disks_raid,     disks_jumper,
    };
    CLEANUP(layout_unrefp) struct layout *before = makes[_i]();
    CLEANUP(freep) char *first = NULL;
    CLEANUP(freep) char *text = NULL;
    CLEANUP(freep) char *again = NULL;
    struct err err = { 0 };

    ck_assert(script_print(before, "/dev/sda", &first, &err));
    /* The example disks of GPT lack the ids that each real one has. */
    CLEANUP(layout_unrefp) struct layout *whole = disk_after(first, before);
    ck_assert(script_print(whole, "/dev/sda", &text, &err));
    for (size_t i = 0; i < layout_count(before); i++) {
        const struct extent *a = layout_at(before, i);
        if (!a->number)
            continue;
        const struct extent *b = layout_find_number(whole, a->number);
        ck_assert_ptr_nonnull(b);
        ck_assert(a->start == b->start && a->length == b->length && a->kind == b->kind);
        ck_assert_str_eq(a->type, b->type);
    }
    CLEANUP(layout_unrefp) struct layout *after = disk_after(text, whole);
    ck_assert(script_print(after, "/dev/sda", &again, &err));
    ck_assert_str_eq(again, text);
}
