/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_workload.c - the workloads that have a name, as JSON */
#include "model/report/json_workload.h"

#include "model/report/json_put.h"

static void put_percentiles(struct json_object *to, const struct workload_result *result)
{
    struct json_object *array = json_put_array(to, "percentiles");

    for (size_t i = 0; i < WORKLOAD_PERCENTILES; i++) {
        struct json_object *object = json_made(json_object_new_object());
        json_put_decimal(object, "percent", workload_percentiles[i] * 100, 1);
        json_put_decimal(object, "us", result->percentile_us[i], 1);
        json_append(array, object);
    }
}

static void put_workload(struct json_object *to, const struct workload_result *result)
{
    json_put_text(to, "workload", workload_id(result->kind));
    json_put_number(to, "start", result->start_lba);
    json_put_bool(to, "aligned", result->is_aligned);
    json_put_bool(to, "synced", result->is_synced);
    json_put_number(to, "requests", result->requests);
    json_put_number(to, "bytes", result->bytes);
    json_put_decimal(to, "seconds", result->seconds, 6);
    json_put_decimal(to, "user-seconds", result->user_seconds, 6);
    json_put_decimal(to, "system-seconds", result->system_seconds, 6);
    json_put_decimal(to, "bytes-per-second", result->bytes_per_second, 0);
    json_put_decimal(to, "per-second", result->per_second, 1);
    json_put_decimal(to, "mean-us", result->mean_us, 1);
    put_percentiles(to, result);
}

/* 0 is what the article does not say. */
static void put_published_value(struct json_object *to, const char *key, double value)
{
    if (value > 0)
        json_put_decimal(to, key, value, 3);
    else
        json_put(to, key, NULL);
}

static void put_figure(struct json_object *to, const struct published *figure)
{
    json_put_text(to, "drive", figure->drive);
    json_put_text(to, "workload", workload_id(figure->kind));
    json_put_number(to, "start", figure->start_lba);
    json_put_bool(to, "aligned", figure->is_aligned);
    put_published_value(to, "bytes-per-second", figure->bytes_per_second);
    put_published_value(to, "per-second", figure->per_second);
    put_published_value(to, "mean-us", figure->mean_us);
    put_published_value(to, "seconds", figure->seconds);
}

void json_put_workloads(struct json_object *to, const struct workload_result *results,
                        size_t count)
{
    struct json_object *array = json_put_array(to, "workloads");

    for (size_t i = 0; i < count; i++) {
        struct json_object *object = json_made(json_object_new_object());
        put_workload(object, &results[i]);
        json_append(array, object);
    }
}

void json_put_published(struct json_object *to, enum preset preset)
{
    struct json_object *array = json_put_array(to, "published");

    for (size_t i = 0; i < published_count(); i++) {
        const struct published *figure = published_at(i);
        if (figure->preset != preset)
            continue;
        struct json_object *object = json_made(json_object_new_object());
        put_figure(object, figure);
        json_append(array, object);
    }
}
