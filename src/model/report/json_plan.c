/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_plan.c - the planned writes of a change and its result, as JSON */

#include "model/base/mem.h"
#include "model/report/json_commit.h"
#include "model/report/json_put.h"
#include "model/report/json_table.h"
#include "model/report/plan.h"

static void put_edits(struct json_object *to, const struct queue *queue)
{
    struct json_object *array = json_put_array(to, "edits");

    for (size_t i = 0; queue && i < queue_count(queue); i++) {
        const struct edit *edit = queue_at(queue, i);
        CLEANUP(freep) char *words = queue_words(queue, i);
        struct json_object *object = json_append_object(array);
        json_put_text(object, "edit", edit_id(edit->kind));
        json_put_text(object, "repair",
                      edit->kind == EDIT_REPAIR ? repair_id(edit->repair) : NULL);
        json_put_text(object, "words", words);
    }
}

static void put_writes(struct json_object *to, const struct write_plan *plan)
{
    struct json_object *array = json_put_array(to, "writes");

    for (size_t i = 0; i < plan->count; i++) {
        const struct write *write = &plan->writes[i];
        struct json_object *object = json_append_object(array);
        json_put_number(object, "lba", write->lba);
        json_put_number(object, "count", write->count);
        json_put_text(object, "what", write_what_id(write->what));
        json_put_bool(object, "flush", write->is_flushed);
    }
}

static void put_warnings(struct json_object *to, const struct report_plan *plan)
{
    struct json_object *array = json_put_array(to, "warnings");
    const struct lines *const both[] = { plan->warnings, &plan->rehearsal->warnings };

    for (size_t i = 0; i < ARRAY_SIZE(both); i++)
        for (size_t k = 0; k < both[i]->count; k++)
            json_append_text(array, both[i]->at[k]);
}

static void put_whole_change(struct json_object *root, const struct report_plan *plan,
                             const struct commit_report *commit)
{
    json_put_device(root, plan->disk->info);
    struct json_object *object = json_put_object(root, "plan");
    put_edits(object, plan->queue);
    put_writes(object, plan->writes);
    json_put_layout(object, "before", plan->disk, plan->disk->info->layout);
    json_put_layout(object, "after", plan->disk, plan->after);
    json_put_lines(object, "checked", &plan->rehearsal->checked);
    json_put_lines(object, "losses", &plan->rehearsal->losses);
    json_put_owned(object, &plan->rehearsal->owned);
    put_warnings(object, plan);
    json_put_lines(object, "commands-before", &plan->rehearsal->before);
    json_put_text(object, "reason-id", plan->rehearsal->refusal_id);
    json_put_text(object, "backup", plan->rehearsal->backup_path);
    json_put_commit(root, commit);
    json_put_error(root, plan->refused);
}

char *report_json_plan(const struct report_plan *plan, const struct commit_report *commit)
{
    struct json_object *root = json_document();

    put_whole_change(root, plan, commit);
    return json_take(root);
}

char *report_json_plan_line(const struct report_plan *plan,
                            const struct commit_report *commit)
{
    struct json_object *root = json_document();

    json_put_text(root, "event", "end");
    put_whole_change(root, plan, commit);
    return json_take_line(root);
}
