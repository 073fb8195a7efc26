/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_workload.c - results of workloads and published figures as JSON */
#include "model/report/json_workload.h"

#include "model/report/json_put.h"

static void put_percentiles(struct json_object *to, const struct workload_result *result)
{
    struct json_object *array = json_put_array(to, "percentiles");

    for (size_t i = 0; i < WORKLOAD_PERCENTILES; i++) {
        struct json_object *object = json_append_object(array);
        json_put_decimal(object, "percent", workload_percentiles[i] * 100, 1);
        json_put_decimal(object, "us", result->percentile_us[i], 1);
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
    json_put_decimal(to, "per-second", result->per_second, JSON_DIGITS_RATE);
    json_put_decimal(to, "mean-us", result->mean_us, 1);
    json_put_positive(to, "ratio", result->ratio, JSON_DIGITS_RATIO);
    json_put_interval(to, result->interval.low, result->interval.high);
    put_percentiles(to, result);
}

static void put_figure(struct json_object *to, const struct published *figure)
{
    json_put_text(to, "drive", figure->drive);
    json_put_text(to, "workload", workload_id(figure->kind));
    json_put_number(to, "start", figure->start_lba);
    json_put_bool(to, "aligned", figure->is_aligned);
    json_put_positive(to, "bytes-per-second", figure->bytes_per_second,
                      JSON_DIGITS_RATIO);
    json_put_positive(to, "per-second", figure->per_second, JSON_DIGITS_RATIO);
    json_put_positive(to, "mean-us", figure->mean_us, JSON_DIGITS_RATIO);
    json_put_positive(to, "seconds", figure->seconds, JSON_DIGITS_RATIO);
}

void json_put_workloads(struct json_object *to, const struct workload_result *results,
                        size_t count)
{
    struct json_object *array = json_put_array(to, "workloads");

    for (size_t i = 0; i < count; i++) {
        struct json_object *object = json_append_object(array);
        put_workload(object, &results[i]);
    }
}

void json_put_published(struct json_object *to, enum preset preset)
{
    struct json_object *array = json_put_array(to, "published");

    for (size_t i = 0; i < published_count(); i++) {
        const struct published *figure = published_at(i);
        if (figure->preset != preset)
            continue;
        struct json_object *object = json_append_object(array);
        put_figure(object, figure);
    }
}
