/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gpt_entries.c - makes the entry array of a GPT
 *
 * Unknown bytes of entries, and entries that the layout does not contain, are kept. */
#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/refusal.h"
#include "model/base/utf16.h"
#include "model/table/gpt_layout.h"
#include "model/write/gpt_private.h"

/* Converts a GUID of a layout, which was a GUID on the disk or generated. */
bool gpt_put_guid(const char *text, uint8_t *at, struct err *err)
{
    struct guid guid;

    if (!guid_parse(text, &guid))
        return err_refuse(err, REFUSAL_WRITE_GUID, _("'%s' is no GUID."), text);
    memcpy(at, guid.bytes, GUID_BYTES);
    return true;
}

/* BEFORE is the same partition in the old table and OLD its entry there; both are NULL
 * for a new partition. */
static bool gpt_put_entry(const struct extent *extent, const struct extent *before,
                          const uint8_t *old, uint8_t *at, struct err *err)
{
    memset(at, 0, GPT_ENTRY_BYTES);
    if (old)
        memcpy(at, old, GPT_ENTRY_BYTES);
    put_le64(at, GPT_ENTRY_AT_FIRST, extent->start);
    put_le64(at, GPT_ENTRY_AT_LAST, extent_end(extent) - 1);
    put_le64(at, GPT_ENTRY_AT_ATTRIBUTES, extent->attributes);
    if (!gpt_put_guid(extent->type, at + GPT_ENTRY_AT_TYPE, err) ||
        !gpt_put_guid(extent->uuid, at + GPT_ENTRY_AT_UNIQUE, err))
        return false;
    /* The displayed name may lack characters, so an unchanged name keeps its bytes. */
    if (old && !strcmp(extent->name, before->name))
        return true;
    if (!utf16le_of_utf8(extent->name, at + GPT_ENTRY_AT_NAME, GPT_NAME_UNITS))
        return err_refuse(err, REFUSAL_WRITE_NAME,
                          _("'%s' is too long for the name of a partition."),
                          extent->name);
    return true;
}

/* Returns the partition of the old table that EXTENT was; NULL: none.  The layout of a
 * backup that differs has independent ids. */
static const struct extent *find_before(const struct gpt_make *make,
                                        const struct extent *extent)
{
    const struct gpt_source *source = make->source;

    const struct extent *same = layout_find(make->work->base, extent->id);

    if (!source->has_table || source->layout == make->work->base)
        return source->has_table && same &&
                       (same->kind == extent->kind || same->kind == EXTENT_DAMAGED)
                   ? same
                   : NULL;
    const struct extent *before = layout_find_number(source->layout, extent->number);
    return before && !strcmp(before->uuid, extent->uuid) ? before : NULL;
}

static bool put_extent(const struct gpt_make *make, const struct extent *extent,
                       uint8_t *array, struct err *err)
{
    const struct gpt_source *source = make->source;
    const struct extent *before = find_before(make, extent);
    uint8_t *at = array + (size_t)(extent->number - 1) * GPT_ENTRY_BYTES;
    const uint8_t *old =
        before ? source->array + (size_t)(before->number - 1) * GPT_ENTRY_BYTES : NULL;

    return gpt_put_entry(extent, before, old, at, err);
}

static bool gpt_check_number(const struct gpt_make *make, const struct extent *extent,
                             struct err *err)
{
    const struct extent *first = layout_find_number(make->work->preview, extent->number);

    if (extent->number && extent->number <= make->target->entry_count && first == extent)
        return true;
    return err_refuse(
        err, REFUSAL_WRITE_NUMBER,
        _("There is no entry number %1$u, or it is taken twice: the GPT has "
          "%2$u."),
        extent->number, (unsigned)make->target->entry_count);
}

/* True if BEFORE is a damaged entry that is repaired or removed. */
static bool gpt_is_cured(const struct gpt_make *make, const struct extent *before)
{
    const struct extent *after = layout_find(make->work->preview, before->id);

    return before->kind == EXTENT_DAMAGED && make->source->layout == make->work->base &&
           (!after || after->kind != EXTENT_DAMAGED);
}

/* Copies the entries that are unused but not zero: another program may own these bytes.
 */
static void copy_unused(const struct gpt_make *make, uint8_t *array)
{
    const struct gpt_source *old = make->old;
    uint32_t count = make->target->entry_count;

    if (!old->has_table || old->table.logical != make->work->logical ||
        gpt_good_copy(&old->table)->entry_count != count)
        return;
    for (size_t i = 0; i < count; i++) {
        const uint8_t *entry = old->array + i * GPT_ENTRY_BYTES;
        if (mem_is_zero(entry + GPT_ENTRY_AT_TYPE, GUID_BYTES))
            memcpy(array + i * GPT_ENTRY_BYTES, entry, GPT_ENTRY_BYTES);
    }
}

/* Copies the old array without its partitions; all other entries are kept. */
static void gpt_copy_entries(const struct gpt_make *make, uint8_t *array)
{
    const struct layout *old = make->source->layout;
    size_t bytes = (size_t)make->target->entry_count * GPT_ENTRY_BYTES;

    memset(array, 0, bytes);
    if (!make->source->has_table) {
        copy_unused(make, array);
        return;
    }
    memcpy(array, make->source->array, bytes);
    LAYOUT_EACH (extent, old)
        if (extent->kind == EXTENT_PARTITION || gpt_is_cured(make, extent))
            memset(array + (size_t)(extent->number - 1) * GPT_ENTRY_BYTES, 0,
                   GPT_ENTRY_BYTES);
}

bool gpt_make_entries(const struct gpt_make *make, uint8_t *array, struct err *err)
{
    const struct layout *preview = make->work->preview;

    gpt_copy_entries(make, array);
    LAYOUT_EACH (extent, preview) {
        if (extent->kind != EXTENT_PARTITION)
            continue;
        if (!gpt_check_number(make, extent, err) || !put_extent(make, extent, array, err))
            return false;
    }
    return true;
}
