/* SPDX-License-Identifier: GPL-3.0-or-later */
/* step_detail.c - the details of a pending edit: changes, sectors, commands */
#include "ui/screen/wizard/step_detail.h"

#include <string.h>

#include "model/align/advice.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/str.h"
#include "model/base/text.h"
#include "model/disk/extent.h"
#include "model/edit/delta.h"

#define MIN_INDENT 11 /* columns of the names at the left */

static void add_sectors(struct str *out, const struct extent *extent)
{
    unsigned long long first = extent->start, last = extent_end(extent) - 1;
    char content[CONTENT_NAME];
    const char *name = extent_word(extent, content);

    CLEANUP(freep)
    char *text = first == last
                     ? xasprintf(_("sector %1$llu (%2$s)"), first, name)
                     : xasprintf(_("sectors %1$llu to %2$llu (%3$s)"), first, last, name);

    str_add_item(out, text);
}

static void add_role(struct str *out, const struct layout *layout, enum extent_role role)
{
    for (size_t i = 0; i < layout_count(layout); i++) {
        if (layout_at(layout, i)->role == role)
            add_sectors(out, layout_at(layout, i));
    }
}

static bool is_logical_row(const struct delta_row *row)
{
    return (row->before && row->before->kind == EXTENT_LOGICAL) ||
           (row->after && row->after->kind == EXTENT_LOGICAL);
}

/* Adds the EBR before this logical partition, which links to it, and its own EBR, except
 * *LAST, which is set to the last one added. */
static void add_links(struct str *out, const struct layout *after,
                      const struct delta_row *row, uint32_t *last)
{
    const struct extent *own = row->after ? row->after : row->before;
    const struct extent *link = layout_find_number(after, own->number - 1);
    uint32_t ids[] = { link ? link->ebr : 0, own->ebr };

    for (size_t i = 0; i < ARRAY_SIZE(ids); i++) {
        const struct extent *ebr = layout_find(after, ids[i]);
        if (!ebr || ids[i] == *last)
            continue;
        add_sectors(out, ebr);
        *last = ids[i];
    }
}

/* Adds sector 0 if a primary entry changes, and the EBRs of changed logicals. */
static void add_msdos(struct str *out, const struct layout *before,
                      const struct layout *after)
{
    CLEANUP(freep) struct delta_row *rows = NULL;
    size_t count = delta_rows(before, after, &rows);
    bool has_primary = strcmp(layout_label(before)->id, layout_label(after)->id) != 0 ||
                       layout_label(before)->kind != layout_label(after)->kind;
    uint32_t last = 0;

    for (size_t i = 0; i < count; i++)
        has_primary |= rows[i].fields && !is_logical_row(&rows[i]);
    if (has_primary)
        add_role(out, after, ROLE_MBR);
    for (size_t i = 0; i < count; i++) {
        if (rows[i].fields && is_logical_row(&rows[i]))
            add_links(out, after, &rows[i], &last);
    }
}

/* Adds the changed sectors: "sector 0 (MBR), sectors 1 to 33 (GPT)"; none if equal. */
static void add_changed_sectors(const struct layout *before, const struct layout *after,
                                struct str *out)
{
    if (delta_is_empty(before, after))
        return;
    if (layout_label(after)->kind != LABEL_GPT) {
        add_msdos(out, before, after);
        return;
    }
    if (layout_label(before)->kind != LABEL_GPT)
        add_role(out, after, ROLE_MBR);
    add_role(out, after, ROLE_GPT_PRIMARY);
    add_role(out, after, ROLE_GPT_BACKUP);
}

/* The names at the left, in order. */
enum part {
    PART_READS,
    PART_TABLE,
    PART_FIRST,
    PART_WRITES,
    PART_FIELDS,
    PART_CHECK,
    PART_THEN,
    PART_COUNT,
};

static const char *const part_names[PART_COUNT] = {
    [PART_READS] = N_("reads"),   [PART_TABLE] = N_("table"),
    [PART_FIRST] = N_("first"),   [PART_WRITES] = N_("writes"),
    [PART_FIELDS] = N_("fields"), [PART_CHECK] = N_("check"),
    [PART_THEN] = N_("then"),
};

/* Returns what has to follow the start inside a partition with EXTENT's content. */
static const char *fields_words(const struct extent *extent)
{
    enum inside_kind kind = extent->content.inside.kind;

    if (kind == INSIDE_NTFS || kind == INSIDE_FAT)
        return _("hidden sectors, in the boot sector and its copy, follow the start");
    if (kind == INSIDE_EXFAT)
        return _("partition offset and checksum, in both boot regions, follow the start");
    return _("none: what is inside counts from its own start");
}

/* Adds what a move of the data of partition ID does. */
static void add_move(const struct layout *before, const struct layout *after, uint32_t id,
                     struct lines parts[PART_COUNT])
{
    const struct extent *from = layout_find(before, id), *to = layout_find(after, id);

    lines_add(&parts[PART_READS], _("sectors %1$llu to %2$llu, all of it first"),
              (ull)from->start, (ull)extent_end(from) - 1);
    lines_add(&parts[PART_WRITES], _("sectors %1$llu to %2$llu, and a journal"),
              (ull)to->start, (ull)extent_end(to) - 1);
    lines_add(&parts[PART_FIELDS], "%s", fields_words(from));
    lines_add(
        &parts[PART_CHECK], "%s",
        _("all is compared afterwards; a power failure at any moment loses nothing"));
}

void step_detail_add(const struct app *app, size_t index, int width, int shown,
                     struct pager *ret)
{
    const struct layout *before = queue_layout(app->queue, index);
    const struct layout *after = queue_layout(app->queue, index + 1);
    CLEANUP(freep) char *words = queue_words(app->queue, index);
    CLEANUP(str_finish) struct str sectors = { 0 };
    struct lines parts[PART_COUNT] = { 0 };
    const struct edit *edit = queue_at(app->queue, index);
    int indent = pager_indent(part_names, PART_COUNT);

    if (edit->carries_data)
        add_move(before, after, edit->id, parts);
    delta_loss_lines(before, after, edit->carries_data, &parts[PART_TABLE]);
    advice_for(before, after, app->info.path, disk_info_is_file(&app->info),
               &parts[PART_FIRST], &parts[PART_THEN]);
    add_changed_sectors(before, after, &sectors);
    if (sectors.length)
        lines_add(&parts[PART_WRITES], "%s", str_text(&sectors));
    if (text_width(words) > shown)
        pager_add_wrapped(ret, STYLE_NORMAL, 0, width, words);
    for (enum part part = 0; part < PART_COUNT; part++) {
        pager_add_lines(ret, STYLE_NORMAL, indent > MIN_INDENT ? indent : MIN_INDENT,
                        width, _(part_names[part]), &parts[part]);
        lines_finish(&parts[part]);
    }
}
