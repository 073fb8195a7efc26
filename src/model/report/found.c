/* SPDX-License-Identifier: GPL-3.0-or-later */
/* found.c - the contents that were found on a disk as text and JSON */
#include "model/report/found.h"

#include "model/base/columns.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/size.h"
#include "model/report/json_put.h"
#include "model/report/json_table.h"

enum {
    COLUMN_START,
    COLUMN_SECTORS,
    COLUMN_SIZE,
    COLUMN_CONTENT,
    COLUMN_LABEL,
    COLUMN_HOW,
    COLUMN_WHY,
    COLUMN_COUNT
};

char *report_found_why(const struct found_list *list, const struct found_item *item)
{
    if (item->partition)
        return xasprintf(_("in partition %u"), item->partition);
    if (item->outer)
        return xasprintf(_("in the content at sector %llu"),
                         (ull)list->at[item->outer - 1].found.start);
    return item->is_overlapping ? xstrdup(_("overlaps")) : NULL;
}

struct adopt_content report_found_adopt(const struct found_item *item)
{
    return (struct adopt_content){ .start = item->found.start,
                                   .length = item->found.length,
                                   .ebr = item->found.ebr,
                                   .entry_type = item->found.entry_type,
                                   .content_type = item->content.type };
}

static void add_heads(struct columns *columns)
{
    columns_head(columns, COLUMN_START, true, _("Start"));
    columns_head(columns, COLUMN_SECTORS, true, _("Sectors"));
    columns_head(columns, COLUMN_SIZE, true, _("Size"));
    columns_head(columns, COLUMN_CONTENT, false, _("Content"));
    columns_head(columns, COLUMN_LABEL, false, _("Label"));
    columns_head(columns, COLUMN_HOW, false, _("Found by"));
    columns_head(columns, COLUMN_WHY, false, "");
}

static void add_found_row(const struct found_list *list, const struct found_item *item,
                          uint64_t logical, struct columns *columns)
{
    CLEANUP(freep) char *why = report_found_why(list, item);
    char size[SIZE_TEXT], name[CONTENT_NAME];
    const char *mark = item->outer || item->partition ? "  " : "";

    columns_row(columns);
    columns_set(columns, COLUMN_START, "%llu", (ull)item->found.start);
    columns_set(columns, COLUMN_SECTORS, "%llu", (ull)item->found.length);
    columns_set(columns, COLUMN_SIZE, "%s",
                size_format(item->found.length * logical, SIZE_IEC, 0, size));
    columns_set(columns, COLUMN_CONTENT, "%s%s", mark,
                content_name(&item->content, name));
    columns_set(columns, COLUMN_LABEL, "%s", item->content.label);
    if (item->found.ebr)
        columns_set(columns, COLUMN_HOW, _("EBR at sector %llu"), (ull)item->found.ebr);
    else
        columns_set(columns, COLUMN_HOW, "%s", found_how_words(item->found.how));
    columns_set(columns, COLUMN_WHY, "%s", why ? why : "");
}

/* Adds sentences on what was not searched, or is not listed. */
static void report_found_limits(const struct found_list *list, struct str *ret)
{
    char size[SIZE_TEXT];

    if (list->more)
        str_printf(ret,
                   ngettext("%zu more signature was seen and is not listed.\n",
                            "%zu more signatures were seen and are not listed.\n",
                            list->more),
                   list->more);
    if (list->unreadable)
        str_printf(ret,
                   _("%s of the disk could not be read: what begins there is not "
                     "listed.\n"),
                   size_format(list->unreadable, SIZE_IEC, 0, size));
}

void report_found_text(const struct report_disk *disk, const struct found_list *list,
                       struct str *ret)
{
    CLEANUP(columns_freep) struct columns *columns = columns_new(COLUMN_COUNT);
    uint64_t logical = layout_limits(disk->info->layout)->logical;

    add_heads(columns);
    for (size_t i = 0; i < list->count; i++)
        add_found_row(list, &list->at[i], logical, columns);
    if (list->count)
        columns_write(columns, 0, ret);
    else
        str_printf(ret, _("%s: no content was found that no entry names.\n"),
                   disk->info->path);
    report_found_limits(list, ret);
}

static void put_found_item(struct json_object *array, const struct found_list *list,
                           const struct found_item *item)
{
    struct json_object *to = json_append_object(array);
    const struct found_content *found = &item->found;

    json_put_number(to, "start", found->start);
    json_put_number(to, "size", found->length);
    json_put_text(to, "fstype", item->content.type);
    json_put_text(to, "fslabel", item->content.label);
    json_put_text(to, "fsuuid", item->content.uuid);
    json_put_text(to, "how", found_how_id(found->how));
    json_put_known(to, "ebr", found->ebr, found->ebr);
    json_put_known(to, "partition", item->partition, item->partition);
    json_put_known(to, "inside", item->outer ? list->at[item->outer - 1].found.start : 0,
                   item->outer);
    json_put_bool(to, "overlaps", item->is_overlapping);
    json_put_bool(to, "chosen", item->is_chosen);
}

char *report_found_json(const struct report_disk *disk, const struct found_list *list)
{
    struct json_object *root = json_document();

    json_put_device(root, disk->info);
    json_put_table(root, disk);
    struct json_object *array = json_put_array(root, "found");
    for (size_t i = 0; i < list->count; i++)
        put_found_item(array, list, &list->at[i]);
    json_put_number(root, "not-listed", list->more);
    json_put_number(root, "unreadable-bytes", list->unreadable);
    json_put_bool(root, "complete", !list->is_stopped);
    return json_take(root);
}
