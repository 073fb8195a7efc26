/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history.c - the tables that were saved before writes, and what changed after each */
#include "model/report/history.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/edit/match.h"
#include "model/report/json_put.h"
#include "model/report/json_table.h"

void saved_table_finish(struct saved_table *table)
{
    free(table->file);
    free(table->problem);
    backup_file_finish(&table->head);
    layout_unref(table->layout);
    lines_finish(&table->changes);
}

void history_finish(struct history *history)
{
    for (size_t i = 0; i < history->count; i++)
        saved_table_finish(&history->at[i]);
    free(history->at);
    free(history->folder);
    *history = (struct history){ 0 };
}

char *saved_table_words(const struct saved_table *table, bool is_short)
{
    if (!table->layout)
        return xstrdup(_("unreadable"));
    const char *label = label_name(layout_label(table->layout));
    unsigned count = layout_data_count(table->layout);
    if (layout_label(table->layout)->kind == LABEL_NONE)
        return xstrdup(_("no table"));
    if (is_short)
        return xasprintf(ngettext("%lu partition", "%lu partitions", count),
                         (unsigned long)count);
    return xasprintf(ngettext("%1$s, %2$u partition", "%1$s, %2$u partitions", count),
                     label, count);
}

/* A disk without a serial number is known by its path alone. */
static bool are_of_one_disk(const struct backup_file *a, const struct backup_file *b)
{
    bool is_same_model = !strcmp(a->model, b->model) && !strcmp(a->serial, b->serial);

    return is_same_model && (a->serial[0] || !strcmp(a->path, b->path));
}

/* Returns the next newer table of the same disk that can be read; NULL: none. */
static const struct saved_table *history_newer(const struct history *history,
                                               size_t index)
{
    const struct saved_table *table = &history->at[index];

    for (size_t i = index; i-- > 0;)
        if (history->at[i].layout &&
            (history->is_one_disk || are_of_one_disk(&history->at[i].head, &table->head)))
            return &history->at[i];
    return NULL;
}

bool history_is_newest(const struct history *history, size_t index)
{
    return history->at[index].layout && !history_newer(history, index);
}

static void set_changes(struct saved_table *table, const struct layout *newer)
{
    lines_finish(&table->changes);
    match_lines(table->layout, newer, &table->changes);
    table->has_next = true;
}

void history_compare(struct history *history)
{
    for (size_t i = 0; i < history->count; i++) {
        const struct saved_table *newer = history_newer(history, i);
        if (newer && history->at[i].layout)
            set_changes(&history->at[i], newer->layout);
    }
}

void history_compare_now(struct history *history, size_t index, const struct layout *now)
{
    set_changes(&history->at[index], now);
}

static void put_disk(struct json_object *to, const struct backup_file *head)
{
    struct json_object *disk = json_put_known_object(to, "disk", head->logical > 0);

    if (!disk)
        return;
    json_put_text(disk, "path", head->path);
    json_put_text(disk, "model", head->model);
    json_put_text(disk, "serial", head->serial);
    json_put_number(disk, "size", head->size);
    json_put_number(disk, "sectorsize", head->logical);
}

static void put_saved_table(struct json_object *array, const struct saved_table *table,
                            size_t number)
{
    const struct layout *layout = table->layout;
    struct json_object *object = json_append_object(array);

    json_put_number(object, "number", number);
    json_put_text(object, "file", table->file);
    json_put_text(object, "time", table->head.time);
    put_disk(object, &table->head);
    json_put_text(object, "label", layout ? label_json_name(layout_label(layout)) : NULL);
    json_put_known(object, "partitions", layout ? layout_data_count(layout) : 0,
                   layout != NULL);
    json_put_text(object, "error", table->problem);
    if (table->has_next)
        json_put_lines(object, "changes", &table->changes);
    else
        json_put(object, "changes", NULL);
}

char *history_json(const struct history *history)
{
    struct json_object *root = json_document();
    struct json_object *array = json_put_array(root, "history");

    for (size_t i = 0; i < history->count; i++)
        put_saved_table(array, &history->at[i], i + 1);
    return json_take(root);
}

char *history_json_difference(const struct history_difference *difference)
{
    CLEANUP(lines_finish) struct lines changes = { 0 };
    struct json_object *root = json_document();

    match_lines(difference->before, difference->after, &changes);
    json_put_device(root, difference->disk->info);
    struct json_object *object = json_put_object(root, "difference");
    json_put_number(object, "from", difference->before_number);
    json_put_number(object, "to", difference->after_number);
    json_put_lines(object, "changes", &changes);
    json_put_layout(object, "before", difference->disk, difference->before);
    json_put_layout(object, "after", difference->disk, difference->after);
    return json_take(root);
}
