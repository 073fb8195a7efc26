/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rehearsal_compare.c - compares partitions of a rehearsal with the planned ones */
#include "device/commit/rehearsal_compare.h"

#include <stdio.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"

enum { VALUE_TEXT = 160 };

static void format_number(const struct extent *extent, char ret[VALUE_TEXT])
{
    snprintf(ret, VALUE_TEXT, "%u", extent->number);
}

static void format_type(const struct extent *extent, char ret[VALUE_TEXT])
{
    copy_text(ret, VALUE_TEXT, extent->type);
}

static void format_name(const struct extent *extent, char ret[VALUE_TEXT])
{
    copy_text(ret, VALUE_TEXT, extent->name);
}

static void format_uuid(const struct extent *extent, char ret[VALUE_TEXT])
{
    copy_text(ret, VALUE_TEXT, extent->uuid);
}

static void format_attributes(const struct extent *extent, char ret[VALUE_TEXT])
{
    snprintf(ret, VALUE_TEXT, "%llx", (ull)extent->attributes);
}

static void format_boot(const struct extent *extent, char ret[VALUE_TEXT])
{
    copy_text(ret, VALUE_TEXT, extent->is_bootable ? "1" : "0");
}

/* The arguments of a sentence are the program, the number of the partition, the actual
 * and the planned value. */
static const struct {
    enum extent_diff_field field;
    void (*put)(const struct extent *extent, char ret[VALUE_TEXT]);
    bool is_empty_silent;
    const char *sentence;
} rows[] = {
    { DIFF_NUMBER, format_number, false,
      N_("In the rehearsal %1$s gives partition %2$u the number %3$s instead of %4$s: "
         "nothing is written.") },
    { DIFF_TYPE, format_type, true,
      N_("In the rehearsal %1$s gives partition %2$u the type %3$s instead of %4$s: "
         "nothing is written.") },
    { DIFF_NAME, format_name, true,
      N_("In the rehearsal %1$s gives partition %2$u the name '%3$s' instead of "
         "'%4$s': nothing is written.") },
    { DIFF_UUID, format_uuid, false,
      N_("In the rehearsal %1$s gives partition %2$u the UUID %3$s instead of %4$s: "
         "nothing is written.") },
    { DIFF_ATTRIBUTES, format_attributes, false,
      N_("In the rehearsal %1$s gives partition %2$u the attributes %3$s instead of "
         "%4$s: nothing is written.") },
    { DIFF_BOOT, format_boot, false,
      N_("In the rehearsal %1$s gives partition %2$u the boot flag %3$s instead of %4$s: "
         "nothing is written.") },
};

static bool compare_fields(const struct rehearsal_want *want, const struct extent *seen,
                           const char *who, struct err *err)
{
    unsigned different = extent_diff(want->extent, seen) & want->fields;

    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        char wanted[VALUE_TEXT], got[VALUE_TEXT];
        if (!(different & rows[i].field))
            continue;
        rows[i].put(want->extent, wanted);
        rows[i].put(seen, got);
        if (got[0] || !rows[i].is_empty_silent)
            return err_refuse(err, REFUSAL_REHEARSAL_FIELD_DIFFERS, _(rows[i].sentence),
                              who, want->extent->number, got, wanted);
    }
    return true;
}

/* A container and its first logical partition can have the same start only in a damaged
 * table; the kind distinguishes them. */
static const struct extent *find_seen(const struct extent *extent,
                                      const struct extent *seen, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (seen[i].start == extent->start && seen[i].kind == extent->kind)
            return &seen[i];
    return NULL;
}

static bool compare_one(const struct rehearsal_want *want, const struct extent *seen,
                        size_t count, const char *who, struct err *err)
{
    const struct extent *extent = want->extent;
    const struct extent *same = find_seen(extent, seen, count);

    if (!same)
        return err_refuse(
            err, REFUSAL_REHEARSAL_PLACE_DIFFERS,
            _("In the rehearsal %1$s gets no partition %2$u at sector %3$llu: "
              "nothing is written."),
            who, extent->number, (ull)extent->start);
    if (same->length != extent->length)
        return err_refuse(err, REFUSAL_REHEARSAL_PLACE_DIFFERS,
                          _("In the rehearsal %1$s ends partition %2$u at sector %3$llu "
                            "instead of %4$llu: nothing is written."),
                          who, extent->number, (ull)extent_end(same) - 1,
                          (ull)extent_end(extent) - 1);
    return compare_fields(want, same, who, err);
}

size_t rehearsal_wants(const struct layout *layout, unsigned fields,
                       struct rehearsal_want **ret)
{
    struct rehearsal_want *wants = xcalloc(layout_count(layout) + 1, sizeof(*wants));
    size_t count = 0;

    for (size_t i = 0; i < layout_count(layout); i++)
        if (extent_is_entry(layout_at(layout, i)))
            wants[count++] = (struct rehearsal_want){ layout_at(layout, i), fields };
    *ret = wants;
    return count;
}

size_t rehearsal_seen(const struct layout *layout, struct extent **ret)
{
    struct extent *seen = xcalloc(layout_count(layout) + 1, sizeof(*seen));
    size_t count = 0;

    for (size_t i = 0; i < layout_count(layout); i++)
        if (extent_is_entry(layout_at(layout, i)))
            seen[count++] = *layout_at(layout, i);
    *ret = seen;
    return count;
}

bool rehearsal_compare(const struct rehearsal_want *wants, size_t count,
                       const struct extent *seen, size_t seen_count, const char *who,
                       struct err *err)
{
    for (size_t i = 0; i < count; i++)
        if (!compare_one(&wants[i], seen, seen_count, who, err))
            return false;
    if (count == seen_count)
        return true;
    return err_refuse(
        err, REFUSAL_REHEARSAL_COUNT_DIFFERS,
        ngettext("In the rehearsal %1$s gets %2$u partition instead of %3$u: nothing "
                 "is written.",
                 "In the rehearsal %1$s gets %2$u partitions instead of %3$u: nothing "
                 "is written.",
                 (unsigned)seen_count),
        who, (unsigned)seen_count, (unsigned)count);
}
