/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_put.h - json-c without its error returns: out of memory aborts */
#ifndef ALIDADE_MODEL_REPORT_JSON_PUT_H
#define ALIDADE_MODEL_REPORT_JSON_PUT_H

#include <stdbool.h>
#include <stdint.h>

#include <json.h>

#include "model/base/err.h"
#include "model/base/lines.h"

/* Returns OBJECT, which json-c has just made; aborts if it is NULL. */
struct json_object *json_made(struct json_object *object);

/* Each sets KEY of the object TO.  Takes VALUE; NULL is JSON's null. */
void json_put(struct json_object *to, const char *key, struct json_object *value);
/* NULL and empty text are null; invalid UTF-8 is replaced. */
void json_put_text(struct json_object *to, const char *key, const char *text);
void json_put_number(struct json_object *to, const char *key, uint64_t value);
/* Rounded; with a decimal point in every locale; null for NaN and infinity. */
struct json_object *json_decimal(double value, unsigned decimals);
void json_put_decimal(struct json_object *to, const char *key, double value,
                      unsigned decimals);
/* Decimals of each unit. */
enum {
    JSON_DIGITS_US = 1,
    JSON_DIGITS_RATE = 3,
    JSON_DIGITS_SECONDS = 3,
    JSON_DIGITS_RATIO = 3,
    JSON_DIGITS_SHARE = 6,
};
/* For times, rates and ratios, which are never 0: null for one that is not known. */
void json_put_positive(struct json_object *to, const char *key, double value,
                       unsigned decimals);
/* Puts the array "interval" of a ratio; null unless both bounds are known. */
void json_put_interval(struct json_object *to, double low, double high);
void json_put_bool(struct json_object *to, const char *key, bool value);
/* These write null if the value is not known. */
void json_put_known(struct json_object *to, const char *key, uint64_t value,
                    bool is_known);
struct json_object *json_put_known_object(struct json_object *to, const char *key,
                                          bool is_known); /* returns NULL then */
/* Return a new, empty value; borrowed from TO. */
struct json_object *json_put_object(struct json_object *to, const char *key);
struct json_object *json_put_array(struct json_object *to, const char *key);
struct json_object *json_append_object(struct json_object *array);
void json_append(struct json_object *array, struct json_object *value);
void json_append_text(struct json_object *array, const char *text);
/* Puts the sentence of ERR as "error", and the id of its reason as "reason-id"; null if
 * there is none, also for NULL. */
void json_put_error(struct json_object *to, const struct err *err);
/* Puts an array of strings; empty for NULL. */
void json_put_lines(struct json_object *to, const char *key, const struct lines *lines);

/* A new document with the version of alidade. */
struct json_object *json_document(void);
/* Return the document as text that ends with '\n'; free().  json_take() also frees
 * OBJECT. */
char *json_text(struct json_object *object);
char *json_take(struct json_object *object);
/* Does the same in one line. */
char *json_take_line(struct json_object *object);

#endif
