/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table_words.c - words and sentences about the selection on the main screen */
#include "ui/screen/list/table_view.h"

#include <limits.h>

#include "model/align/explain.h"
#include "model/align/judge.h"
#include "model/align/suggestion_table.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/size.h"
#include "model/base/text.h"
#include "model/base/utf8.h"
#include "model/disk/note_weight.h"
#include "model/disk/partition_name.h"
#include "model/disk/repair.h"
#include "model/disk/types.h"
#include "model/measure/cost.h"
#include "ui/app/disk.h"
#include "ui/app/keymap.h"
#include "ui/app/measure_result.h"

char *table_sectors_text(const struct limits *limits)
{
    ull logical = limits->logical, said = limits->physical_reported;

    if (limits->physical_source == SOURCE_ASSUMED)
        return xasprintf("%llu/%llu?", logical, said);
    if (limits->physical_source == SOURCE_REPORTED ||
        limits->physical_source == SOURCE_DEFAULT)
        return xasprintf("%llu/%llu", logical, (ull)limits->physical);
    /* TRANSLATORS: logical/physical sector and who says so: 512/4096 (given) */
    return xasprintf(_("%1$llu/%2$llu (%3$s)"), logical, (ull)limits->physical,
                     limits_source_name(limits->physical_source));
}

char *table_pending(const struct app *app)
{
    unsigned long count = app_pending(app);

    return xasprintf(ngettext("%lu change pending", "%lu changes pending", count), count);
}

/* The arithmetic of an edge: lba = boundary + past, in sectors. */
struct proof {
    ull lba, boundary, past, past_bytes;
    char grid[SIZE_TEXT]; /* size of the largest boundary at lba: "1 MiB" */
};

static struct proof edge_proof(const struct limits *limits, uint64_t lba)
{
    struct alignment grid = limits_physical_grid(limits);
    uint64_t past = align_past(grid, lba);
    bool is_on_grain = align_contains(limits_grain_grid(limits), lba);
    struct proof proof = { .lba = lba,
                           .boundary = lba - past,
                           .past = past,
                           .past_bytes = past * limits->logical };

    (void)size_format_iec(past == 0 && is_on_grain ? limits->grain : limits->physical,
                          proof.grid);
    return proof;
}

char *table_pointer_text(const struct app *app, struct edge edge)
{
    const struct limits *limits = layout_limits(app->layout);
    struct proof proof = edge_proof(limits, edge.lba);
    CLEANUP(str_finish) struct str name = { 0 };

    if (edge.extent)
        partition_full_name(app->layout, edge.extent, &name);
    if (name.length && edge.is_end && proof.past)
        return xasprintf(_("Partition %1$s ends %2$llu bytes past the boundary at "
                           "%3$llu"),
                         str_text(&name), proof.past_bytes, proof.boundary);
    if (name.length && edge.is_end)
        return xasprintf(_("Partition %1$s ends on a %2$s boundary, at %3$llu"),
                         str_text(&name), proof.grid, proof.lba);
    if (name.length && proof.past)
        return xasprintf(_("Partition %1$s starts at %2$llu = %3$llu + %4$llu, %5$llu "
                           "bytes past the boundary"),
                         str_text(&name), proof.lba, proof.boundary, proof.past,
                         proof.past_bytes);
    if (name.length)
        return xasprintf(_("Partition %1$s starts at %2$llu, on a %3$s boundary"),
                         str_text(&name), proof.lba, proof.grid);
    /* The arrow points at the last sector of an extent that ends here. */
    proof.lba -= edge.is_end && edge.lba > 0;
    return xasprintf(_("Sector %1$llu = byte %2$llu"), proof.lba,
                     proof.lba * (ull)limits->logical);
}

char *table_pointer_brief(const struct app *app, struct edge edge)
{
    struct proof proof = edge_proof(layout_limits(app->layout), edge.lba);

    if (proof.past)
        return xasprintf(_("%1$llu = %2$llu + %3$llu, %4$llu B past"), proof.lba,
                         proof.boundary, proof.past, proof.past_bytes);
    return xasprintf(_("%1$llu, on a %2$s boundary"), proof.lba, proof.grid);
}

/* True if the bench of this drive advises against the suggested start. */
static bool is_better_left(const struct app *app, const struct extent *extent)
{
    const struct bench_result *bench = measure_result_bench(app, extent);

    return bench && cost_is_better_left(bench);
}

char *table_cures(const struct app *app, int width)
{
    const struct extent *extent = layout_find(app->layout, app->shown);
    char *unfinished = table_unfinished_text(app);

    if (unfinished)
        return unfinished;
    if (extent && is_better_left(app, extent))
        return xstrdup(_("Measured: better left as it is."));
    struct suggestion best;

    if (!extent || !suggest_best(app->layout, extent, app->context, &best))
        return xstrdup("");
    CLEANUP(freep)
    char *cure = xasprintf(_("Start %llu would cure it."), (ull)best.start);
    CLEANUP(freep) char *need = suggestion_need(app->layout, extent, &best, false);
    if (!need)
        return TAKE(cure);
    CLEANUP(freep) char *both = xasprintf("%s %s", cure, need);
    if (text_width(both) <= width)
        return TAKE(both);
    CLEANUP(freep) char *brief = suggestion_need(app->layout, extent, &best, true);
    return xasprintf("%llu: %s", (ull)best.start, brief);
}

static bool has_table(const struct app *app)
{
    enum label_kind kind = layout_label(app->layout)->kind;

    return kind != LABEL_NONE && kind != LABEL_LOOP;
}

/* A damaged table is not a blank disk: a backup may restore it. */
static char *no_table_hint(const struct app *app)
{
    const struct note *broken = layout_note_find(app->layout, NOTE_TABLE_BROKEN);
    char keys[KEY_LIST];

    (void)keymap_keys(app, SCREEN_TABLE, ACTION_NEW_TABLE, 1, keys); /* returns KEYS */
    return broken ? xasprintf(_("%1$s %2$s makes a new one."), broken->text, keys)
                  : xasprintf(_("There is no partition table yet: %s makes one."), keys);
}

/* What can be done with free space; NULL if nothing.  free() */
static char *free_hint(const struct app *app)
{
    bool is_editable = label_is_editable(layout_label(app->layout)->kind);
    char keys[KEY_LIST];

    if (app_is_read_only(app))
        return NULL;
    if (!has_table(app))
        return no_table_hint(app);
    return is_editable ? xasprintf(_("%s:\u00a0new partition"),
                                   keymap_keys(app, SCREEN_TABLE, ACTION_NEW, 1, keys))
                       : NULL;
}

char *table_first_starts(const struct app *app, const struct extent *extent)
{
    char *hint = has_table(app) ? NULL : free_hint(app);

    if (hint)
        return hint;
    CLEANUP(freep) char *on_disk = explain_first_starts(app->layout, NULL);
    if (!on_disk)
        return xstrdup(_("No partition can start on this disk's boundaries."));
    char *starts = explain_first_starts(app->layout, extent);
    return starts ? starts : xstrdup("");
}

char *table_beyond(const struct app *app, const struct extent *extent)
{
    struct verdict verdict = judge_extent(app->layout, extent);
    char *reason = judge_reason(app->layout, extent, &verdict);
    char keys[KEY_LIST];

    if (app_is_read_only(app))
        return reason;
    CLEANUP(freep) char *owned = reason;
    if (repair_frees(app->layout, extent))
        return xasprintf(_("%1$s  %2$s:\u00a0repair"), owned,
                         keymap_keys(app, SCREEN_TABLE, ACTION_REPAIR, 1, keys));
    if (layout_label(app->layout)->kind != LABEL_MSDOS)
        return TAKE(owned);
    return xasprintf(_("%1$s  %2$s:\u00a0convert to GPT"), owned,
                     keymap_keys(app, SCREEN_TABLE, ACTION_CONVERT, 1, keys));
}

/* For free space and tables: possible starts of a partition there, or on this disk. */
static void add_free(const struct app *app, const struct extent *extent, struct str *out)
{
    if (extent->role == ROLE_UNADDRESSABLE) {
        CLEANUP(freep) char *beyond = table_beyond(app, extent);
        str_add(out, beyond);
        return;
    }
    CLEANUP(freep) char *starts = table_first_starts(app, extent);
    struct verdict verdict = judge_extent(app->layout, extent);
    CLEANUP(freep) char *reason = judge_reason(app->layout, extent, &verdict);
    CLEANUP(freep) char *hint = has_table(app) ? free_hint(app) : NULL;

    if (extent->kind == EXTENT_FREE)
        str_printf(out,
                   ngettext("%llu free sector. ", "%llu free sectors. ",
                            (unsigned long)extent->length),
                   (ull)extent->length);
    str_add(out, starts);
    if (extent->kind != EXTENT_FREE || extent->role == ROLE_MBR_GAP) {
        str_add_gap(out);
        str_add(out, reason);
    } else if (hint) {
        str_printf(out, "  %s", hint);
    }
}

bool table_is_start_off(const struct verdict *verdict)
{
    return verdict->grade == GRADE_OFF && verdict->past_bytes &&
           !verdict->has_small_blocks && !verdict->has_inside;
}

static void add_off(const struct app *app, const struct extent *extent,
                    const struct verdict *verdict, struct str *out)
{
    const struct limits *limits = layout_limits(app->layout);
    CLEANUP(freep) char *cures = table_cures(app, INT_MAX);
    CLEANUP(freep) char *reason = judge_reason(app->layout, extent, verdict);
    CLEANUP(str_finish) struct str name = { 0 };
    char size[SIZE_TEXT];

    partition_full_name(app->layout, extent, &name);
    (void)size_format_iec(limits->physical, size);
    if (table_is_start_off(verdict))
        str_printf(out,
                   _("! %1$s starts %2$llu bytes past a %3$s boundary: every %3$s write "
                     "touches two physical sectors."),
                   str_text(&name), (ull)verdict->past_bytes, size);
    else
        str_printf(out, "! %s: %s", str_text(&name), reason);
    if (*cures)
        str_add_gap(out);
    str_printf(out, "%s  %s", cures, _("Enter:\u00a0why"));
}

/* Adds type and name of a partition whose content does not show its purpose. */
static void add_purpose(const struct app *app, const struct extent *extent,
                        struct str *out)
{
    const char *type = type_name(layout_label(app->layout)->kind, extent->type);

    if (!type || extent->content.state != CONTENT_NONE || extent->role != ROLE_NONE)
        return;
    CLEANUP(freep) char *name = utf8_shown(extent->name);
    if (*name)
        str_printf(out, _(" (%1$s, '%2$s')"), type, name);
    else
        str_printf(out, " (%s)", type);
}

/* "Nothing to do" is only said if the content is known and the table has no finding. */
static const char *aligned_words(const struct app *app, const struct extent *extent)
{
    static const char *const words[] = {
        [CONTENT_UNKNOWN] =
            N_("%1$s starts on a %2$s boundary; its content is not read yet."),
        [CONTENT_NONE] = N_("%1$s starts on a %2$s boundary: nothing to do."),
        [CONTENT_FOUND] = N_("%1$s starts on a %2$s boundary: nothing to do."),
        [CONTENT_AMBIVALENT] = N_("%1$s starts on a %2$s boundary; it shows %3$s, so "
                                  "only its start is judged."),
        [CONTENT_UNREADABLE] =
            N_("%1$s starts on a %2$s boundary; its content cannot be read."),
    };

    if (content_is_read(&extent->content) && note_worst(app->layout, NOTE_WEIGHT_FINDING))
        return N_("%1$s starts on a %2$s boundary.");
    return words[extent->content.state];
}

static void add_aligned(const struct app *app, const struct extent *extent,
                        const struct verdict *verdict, struct str *out)
{
    struct proof proof = edge_proof(layout_limits(app->layout), extent->start);
    CLEANUP(freep) char *reason = judge_reason(app->layout, extent, verdict);
    CLEANUP(str_finish) struct str name = { 0 };
    char content[CONTENT_NAME];

    partition_full_name(app->layout, extent, &name);
    if (verdict->grade == GRADE_HARMLESS || verdict->is_end_harmful) {
        str_printf(out, "%s: %s", str_text(&name), reason);
        return;
    }
    add_purpose(app, extent, &name);
    str_printf(out, _(aligned_words(app, extent)), str_text(&name), proof.grid,
               content_name(&extent->content, content));
}

/* True if the verdict's reason is the whole sentence about EXTENT. */
static bool has_only_reason(const struct extent *extent)
{
    return extent_is_damaged(extent) || extent->role == ROLE_CLAIMED;
}

char *table_sentence(const struct app *app)
{
    const struct extent *extent = layout_find(app->layout, app->shown);
    struct str out = { 0 };

    if (app->job.is_at_work)
        return xasprintf(
            _("%s is still being measured: that ends after the request under "
              "way."),
            app->info.path);
    if (!extent)
        return xstrdup("");
    struct verdict verdict = judge_extent(app->layout, extent);
    if (has_only_reason(extent))
        return judge_reason(app->layout, extent, &verdict);
    if (!extent_is_partition(extent))
        add_free(app, extent, &out);
    else if (verdict.grade == GRADE_OFF)
        add_off(app, extent, &verdict, &out);
    else
        add_aligned(app, extent, &verdict, &out);
    return str_take(&out);
}

char *table_brief(const struct app *app, int width)
{
    const struct extent *extent = layout_find(app->layout, app->shown);

    if (app->job.is_at_work || !extent || has_only_reason(extent))
        return table_sentence(app);
    if (!extent_is_partition(extent))
        return table_first_starts(app, extent);
    struct verdict verdict = judge_extent(app->layout, extent);
    if (!table_is_start_off(&verdict))
        return table_sentence(app);
    struct edge edge = { .lba = extent->start, .extent = extent };
    CLEANUP(freep) char *proof = table_pointer_brief(app, edge);
    int room = width - text_width("! ") - text_width(proof) - 2;
    CLEANUP(freep) char *cures = table_cures(app, room);
    return xasprintf("! %s  %s", proof, text_width(cures) <= room ? cures : "");
}
