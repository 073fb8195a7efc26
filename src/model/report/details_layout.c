/* SPDX-License-Identifier: GPL-3.0-or-later */
/* details_layout.c - what the layout says of the whole disk, as rows */
#include "model/report/details_layout.h"

#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/size.h"

/* Why the disk is of its kind; by the word that limits_kind() has for it. */
static const struct {
    const char *kind;
    const char *why;
} kinds[] = {
    { "512n", N_("512n: 512-byte sectors, logical and physical, and known to be so") },
    { "512e", N_("512e: 512-byte logical sectors kept in 4096-byte physical ones") },
    { "512?",
      N_("512?: says 512 for both, as many do that keep 4096 inside; it is judged "
         "as 4096") },
    { "4Kn", N_("4Kn: 4096-byte sectors, logical and physical") },
};

static void add_kind(struct details *details, const struct limits *limits)
{
    const char *source = limits_source_name(limits->physical_source);
    const char *kind = limits_kind(limits);

    for (size_t i = 0; i < ARRAY_SIZE(kinds); i++)
        if (!strcmp(kind, kinds[i].kind)) {
            details_add(details, "kind", _("Kind"), source, "%s", _(kinds[i].why));
            return;
        }
    details_add(details, "kind", _("Kind"), source,
                _("%1$llu/%2$llu: %1$llu-byte logical sectors kept in %2$llu-byte "
                  "physical ones"),
                (ull)limits->logical, (ull)limits->physical);
}

static void add_size(struct details *details, const struct limits *limits)
{
    uint64_t bytes = limits->size * limits->logical; /* as the size came from bytes */
    char buf[SIZE_TEXT];

    details_add(details, "sector", _("Sector"),
                limits_source_name(limits->logical_source), _("1 s = %llu B (logical)"),
                (ull)limits->logical);
    details_add(details, "size", _("Size"), limits_source_name(SOURCE_REPORTED),
                _("%1$llu s = %2$llu B = %3$s"), (ull)limits->size, (ull)bytes,
                size_format(bytes, SIZE_IEC, 0, buf));
}

static void details_add_physical(struct details *details, const struct limits *limits)
{
    const char *name = _("Physical sector");
    const char *source = limits_source_name(limits->physical_source);

    if (limits->physical == limits->physical_reported)
        details_add(details, "physical", name, source, _("%llu B"),
                    (ull)limits->physical);
    else
        details_add(details, "physical", name, source, _("%1$llu B; it says %2$llu B"),
                    (ull)limits->physical, (ull)limits->physical_reported);
}

static void add_offset(struct details *details, const struct limits *limits)
{
    uint64_t offset = limits->alignment_offset;
    const char *name = _("Alignment offset");
    const char *source = limits_source_name(limits->alignment_source);

    /* One sector short of a physical one: what the jumper for Windows XP does. */
    if (offset && offset == limits->physical - limits->logical)
        details_add(details, "alignment-offset", name, source,
                    _("%llu B: as with the XP jumper set"), (ull)offset);
    else
        details_add(details, "alignment-offset", name, source, _("%llu B"), (ull)offset);
}

static void add_io(struct details *details, const struct limits *limits)
{
    const char *reported = limits_source_name(SOURCE_REPORTED);

    if (limits->minimum_io)
        details_add(details, "minimum-io", _("Minimum I/O"), reported,
                    _("%llu B; shown, judges nothing"), (ull)limits->minimum_io);
    if (limits->optimal_io && limits->optimal_accepted)
        details_add(details, "optimal-io", _("Optimal I/O"), reported, _("%llu B"),
                    (ull)limits->optimal_io);
    else if (limits->optimal_io)
        details_add(details, "optimal-io", _("Optimal I/O"), reported,
                    _("%llu B; refused"), (ull)limits->optimal_io);
}

static void add_limits(struct details *details, const struct limits *limits)
{
    char buf[SIZE_TEXT];

    details_add_physical(details, limits);
    add_offset(details, limits);
    add_io(details, limits);
    details_add(details, "grain", _("Grain"), limits_source_name(limits->grain_source),
                _("%1$llu B (%2$s)"), (ull)limits->grain,
                size_format_grid(limits->grain, buf));
    for (unsigned i = 0; i < LIMIT_NOTE_COUNT; i++)
        if (limits->notes & 1u << i)
            details_add(details, limits_note_id(i), _("Note"),
                        limits_source_name(SOURCE_REPORTED), "%s", limits_note_text(i));
}

static void details_add_label(struct details *details, const struct label *label)
{
    const char *table = _("table");

    details_add(details, "label", _("Disk label"), table, "%s", label_name(label));
    if (label->id[0])
        details_add(details, "label-id", _("Disk id"), table, "%s", label->id);
    if (label->last_usable)
        details_add(details, "usable", _("Usable sectors"), table, _("%1$llu to %2$llu"),
                    (ull)label->first_usable, (ull)label->last_usable);
    if (label->entries)
        details_add(
            details, "entries", _("Entries"), table,
            ngettext("room for %u partition", "room for %u partitions", label->entries),
            label->entries);
}

void details_add_layout(struct details *details, const struct layout *layout)
{
    const struct limits *limits = layout_limits(layout);

    add_kind(details, limits);
    add_size(details, limits);
    add_limits(details, limits);
    details_add_label(details, layout_label(layout));
}
