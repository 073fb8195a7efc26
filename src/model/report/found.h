/* SPDX-License-Identifier: GPL-3.0-or-later */
/* found.h - the contents that were found on a disk as text and JSON */
#ifndef ALIDADE_MODEL_REPORT_FOUND_H
#define ALIDADE_MODEL_REPORT_FOUND_H

#include "model/base/str.h"
#include "model/edit/adopt.h"
#include "model/found/list.h"
#include "model/report/report.h"

/* Returns why ITEM is not chosen: "in partition 1", "in the content at sector 2048",
 * "overlaps"; NULL: it is chosen, and nothing is to be said; free(). */
char *report_found_why(const struct found_list *list, const struct found_item *item);
/* Returns ITEM as adopt_edits() takes it; borrowed. */
struct adopt_content report_found_adopt(const struct found_item *item);
/* Adds LIST as a table: what lies in another content is indented below that. */
void report_found_text(const struct report_disk *disk, const struct found_list *list,
                       struct str *ret);
/* Returns the document; free(). */
char *report_found_json(const struct report_disk *disk, const struct found_list *list);

#endif
