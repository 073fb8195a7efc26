/* SPDX-License-Identifier: GPL-3.0-or-later */
/* disk.c - reads the layout of a disk or image, whatever kind of table it has */
#include "device/system/disk.h"

#include "device/parted/foreign.h"
#include "device/system/below.h"
#include "device/system/dm_table.h"
#include "device/system/nested.h"
#include "device/system/topology.h"
#include "device/system/whole.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"
#include "model/found/found.h"
#include "model/table/gpt.h"
#include "model/table/mbr.h"
#include "model/table/tables.h"

/* A signature 55aa without entries can be an empty table, or boot code of a disk with
 * another label (pc98, bsd) or without one. */
static bool is_empty_msdos(const struct layout *layout)
{
    if (layout_label(layout)->kind != LABEL_MSDOS)
        return false;
    for (size_t i = 0; i < layout_count(layout); i++)
        if (extent_is_partition(layout_at(layout, i)) ||
            extent_is_damaged(layout_at(layout, i)))
            return false;
    return true;
}

static struct layout *read_empty_msdos(struct store *store, struct layout *empty)
{
    CLEANUP(layout_unrefp) struct layout *other = NULL;
    enum label_kind kind;

    other = foreign_read(store, layout_limits(empty), ERR_IGNORED);
    kind = other ? layout_label(other)->kind : LABEL_NONE;
    if (kind == LABEL_LOOP)
        return layout_with_note(empty, NOTE_MSDOS_OVER_CONTENT, "%s",
                                _("The table has no partitions, but content lies on the "
                                  "disk from sector 0 on, as if there were no table."));
    return kind == LABEL_NONE ? layout_ref(empty) : TAKE(other);
}

/* Disks that are blank, or have another label or a file system, may have an old GPT.
 * Other systems ignore it, but it is useful to users who lost their table. */
static struct layout *note_gpt(const struct reader *disk, struct layout *layout)
{
    const struct limits *limits = layout_limits(layout);
    struct gpt_table gpt;

    if (!gpt_decode(disk, limits->logical, limits->size, &gpt))
        return layout_ref(layout);
    uint64_t lba = gpt_good_copy(&gpt)->lba;
    gpt_finish(&gpt);
    return layout_with_note(layout, NOTE_GPT_NOT_ANNOUNCED,
                            _("There is a whole GPT at sector %llu, but no MBR announces "
                              "it: it does not count."),
                            (ull)lba);
}

/* Notes an MBR with an invalid flag, which no system accepts, if there is no other
 * table. */
static struct layout *note_flag(const struct reader *disk, struct layout *layout)
{
    const struct limits *limits = layout_limits(layout);
    CLEANUP(freep) struct mbr_table *mbr = xmalloc(sizeof(*mbr));
    unsigned number = 0;

    if (mbr_decode(disk, limits->logical, mbr, ERR_IGNORED))
        number = mbr_flag_fault(mbr, limits->size);
    if (!number)
        return layout_ref(layout);
    return layout_with_note(layout, NOTE_MSDOS_BOOT_FLAG,
                            _("Sector 0 looks like an MBR, but the boot flag of entry "
                              "%1$u is %2$02x, neither 00 nor 80: it counts as no table, "
                              "here as in Linux."),
                            number, (unsigned)mbr->primary[number - 1].flag);
}

/* A disk counts as blank only if all reads succeeded. */
static struct layout *disk_read_other(struct store *store, const struct limits *limits,
                                      struct err *err)
{
    CLEANUP(layout_unrefp) struct layout *layout = foreign_read(store, limits, err);
    CLEANUP(layout_unrefp) struct layout *noted = NULL;
    struct reader reader = store_reader(store);
    enum label_kind kind;
    uint64_t where;

    if (!layout)
        return NULL;
    kind = layout_label(layout)->kind;
    if (kind == LABEL_NONE && store_failed(store, &where)) {
        (void)err_set(err, ERR_UNREADABLE, _("It cannot be read at byte %llu."),
                      (ull)where);
        return NULL;
    }
    if (kind == LABEL_NONE)
        noted = note_flag(&reader, layout);
    return note_gpt(&reader, noted ? noted : layout);
}

/* A valid GPT that no MBR announces is accepted if there is nothing else.  A label in the
 * first sector was written after it, and so was a file system if the primary is lost. */
static struct layout *read_unannounced_gpt(struct store *store, struct layout *gpt)
{
    CLEANUP(layout_unrefp) struct layout *other = NULL;
    struct reader reader = store_reader(store);
    enum label_kind kind;

    other = foreign_read(store, layout_limits(gpt), ERR_IGNORED);
    kind = other ? layout_label(other)->kind : LABEL_NONE;
    bool has_primary = !layout_note_find(gpt, NOTE_GPT_PRIMARY_DAMAGED);
    if (kind == LABEL_NONE || (kind == LABEL_LOOP && has_primary))
        return layout_ref(gpt);
    return note_gpt(&reader, other);
}

static struct layout *read_label(struct store *store, const struct limits *limits,
                                 struct err *err)
{
    CLEANUP(layout_unrefp) struct layout *layout = NULL;
    struct reader reader = store_reader(store);

    if (!tables_read(&reader, limits, &layout, err))
        return NULL;
    if (!layout)
        return disk_read_other(store, limits, err);
    if (is_empty_msdos(layout))
        return read_empty_msdos(store, layout);
    if (layout_note_find(layout, NOTE_GPT_PMBR_MISSING))
        return read_unannounced_gpt(store, layout);
    /* libblkid would use the wrong sector size. */
    return layout_label(layout)->written_for ? TAKE(layout) : nested_add(store, layout);
}

/* A partition without a known content still has a place that is judged. */
static struct layout *layout_of_partition(const struct limits *limits)
{
    struct label label = { .kind = LABEL_LOOP };
    struct extent extent = { .kind = EXTENT_PARTITION,
                             .number = 1,
                             .length = limits->size };
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_new(limits, &label);

    (void)layout_builder_add(builder, &extent);
    return layout_builder_refinish(builder);
}

enum { BLOCK_BYTES = 4096 }; /* of nearly all file systems and drives */

/* Notes that the partition below an image file is misaligned itself: what is aligned in
 * the file is not, on that disk.  Consumes LAYOUT. */
static struct layout *note_file(struct store *store, struct layout *layout)
{
    CLEANUP(layout_unrefp) struct layout *before = layout;
    struct sys sys = sys_of_machine();
    char name[SYS_NAME];

    if (store_is_block(store) || !below_device(&sys, store_path(store), name))
        return TAKE(before);
    CLEANUP(stack_finish) struct stack stack = stack_read(&sys, name, dm_table_read);
    uint64_t past = stack.base.bytes % BLOCK_BYTES;
    if (stack.base.is_unknown || stack.base.step % BLOCK_BYTES || !past)
        return TAKE(before);
    return layout_with_note(
        before, NOTE_FILE_LIES_OFF,
        _("This file lies on /dev/%1$s, which begins %2$llu bytes past "
          "a 4 KiB boundary of its disk: what is aligned here is "
          "misaligned there, until that is aligned, too (alidade "
          "list names the disks)."),
        name, (ull)past);
}

/* Notes where the device lies on a disk.  Consumes LAYOUT. */
static struct layout *note_place(struct store *store, struct layout *layout)
{
    CLEANUP(layout_unrefp) struct layout *before = layout;
    CLEANUP(stack_finish) struct stack stack = topology_stack(store);
    CLEANUP(layout_unrefp) struct layout *whole = NULL;

    if (!stack.words)
        return note_file(store, TAKE(before));
    if (stack.is_partition && layout_label(before)->kind == LABEL_NONE)
        whole = layout_of_partition(layout_limits(before));
    return layout_with_note(whole ? whole : before,
                            stack.base.is_unknown ? NOTE_PLACE_UNKNOWN : NOTE_LIES_ON,
                            "%s", stack.words);
}

/* Error messages of the decoders do not name the disk, so it is added here. */
static void add_store_name(const struct store *store, struct err *err)
{
    CLEANUP(freep) char *text = xasprintf("%s: %s", store_path(store), err->text);

    copy_text(err->text, sizeof(err->text), text);
}

/* Searches for contents if no table lists partitions.  Consumes LAYOUT. */
static struct layout *disk_add_found(struct store *store, struct layout *layout)
{
    struct reader reader = store_reader(store);
    struct layout *found =
        found_is_wanted(layout) ? found_add(&reader, layout) : layout_ref(layout);

    layout_unref(layout);
    return found;
}

struct layout *disk_read(struct store *store, const struct limits_given *given,
                         struct err *err)
{
    struct layout *layout = NULL;
    struct limits limits;

    if (topology_read(store, given, &limits, err))
        layout = read_label(store, &limits, err);
    if (!layout) {
        add_store_name(store, err);
        return NULL;
    }
    struct reader reader = store_reader(store);
    layout = whole_note(&reader, store_path(store), note_place(store, layout));
    return disk_add_found(store, layout);
}

struct layout *disk_read_over(struct store *store, const struct limits_given *given,
                              struct err *err)
{
    struct label label = { .kind = LABEL_NONE };
    struct err why = { 0 }, ignored = { 0 };
    struct layout *layout = disk_read(store, given, &why);
    struct limits limits;
    uint64_t where;

    if (layout)
        return layout;
    if (why.code != ERR_UNREADABLE || store_failed(store, &where) ||
        !topology_read(store, given, &limits, &ignored)) {
        *err = why;
        return NULL;
    }
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_new(&limits, &label);
    layout_builder_note(builder, NOTE_TABLE_BROKEN, "%s", why.text);
    return disk_add_found(store, layout_builder_refinish(builder));
}

bool disk_is_broken(const struct layout *layout)
{
    return layout_note_find(layout, NOTE_TABLE_BROKEN);
}

/* Returns what was GIVEN when LIMITS were determined, so that reading again has the same
 * result even if a measurement of the drive was saved since. */
static struct limits_given given_for_limits(const struct limits *limits)
{
    struct limits_given given = { 0 };

    if (limits->logical_source == SOURCE_GIVEN)
        given.logical = limits->logical;
    if (limits->physical_source == SOURCE_GIVEN)
        given.physical = limits->physical;
    if (limits->grain_source == SOURCE_GIVEN || limits->grain_source == SOURCE_MEASURED)
        given.grain = limits->grain;
    if (limits->alignment_source == SOURCE_GIVEN) {
        given.alignment_offset = limits->alignment_offset;
        given.has_alignment_offset = true;
    }
    given.measured.physical = limits->physical;
    given.measured.alignment_offset = limits->alignment_offset;
    return given;
}

bool disk_is_same(struct store *store, const struct layout *before, struct err *err)
{
    struct limits_given given = given_for_limits(layout_limits(before));
    CLEANUP(layout_unrefp)
    struct layout *now = disk_is_broken(before) ? disk_read_over(store, &given, err)
                                                : disk_read(store, &given, err);

    if (!now)
        return false;
    /* Contents without a table entry may have been found by a more thorough search. */
    CLEANUP(layout_unrefp) struct layout *table_now = found_remove(now);
    CLEANUP(layout_unrefp) struct layout *table_before = found_remove(before);
    if (layout_equal(table_now, table_before))
        return true;
    return err_refuse(
        err, REFUSAL_TABLE_CHANGED_SINCE_READ,
        _("The table of %s is not the one that was read before: somebody has "
          "changed it meanwhile. Read it again."),
        store_path(store));
}
