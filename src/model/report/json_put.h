/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_put.h - json-c without its error returns: no memory ends the program */
#ifndef ALIDADE_MODEL_REPORT_JSON_PUT_H
#define ALIDADE_MODEL_REPORT_JSON_PUT_H

#include <stdbool.h>
#include <stdint.h>

#include <json.h>

/* What json-c has just made: OBJECT itself; the program ends where that is NULL. */
struct json_object *json_made(struct json_object *object);

/* Each sets KEY of the object TO; VALUE passes to it, NULL is JSON's null. */
void json_put(struct json_object *to, const char *key, struct json_object *value);
/* NULL and empty text are null; text from outside is made clean UTF-8. */
void json_put_text(struct json_object *to, const char *key, const char *text);
void json_put_number(struct json_object *to, const char *key, uint64_t value);
/* Rounded, with a point whatever the locale has; null for what is no number. */
struct json_object *json_decimal(double value, unsigned decimals);
void json_put_decimal(struct json_object *to, const char *key, double value,
                      unsigned decimals);
void json_put_bool(struct json_object *to, const char *key, bool value);
/* New and empty; borrowed from TO. */
struct json_object *json_put_object(struct json_object *to, const char *key);
struct json_object *json_put_array(struct json_object *to, const char *key);
void json_append(struct json_object *array, struct json_object *value);
void json_append_text(struct json_object *array, const char *text);

/* The whole as text, ended by '\n'; free().  json_take() frees OBJECT too. */
char *json_text(struct json_object *object);
char *json_take(struct json_object *object);

#endif
