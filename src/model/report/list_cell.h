/* SPDX-License-Identifier: GPL-3.0-or-later */
/* list_cell.h - the cells of a list that are words, for the table in list_column.c */
#ifndef ALIDADE_MODEL_REPORT_LIST_CELL_H
#define ALIDADE_MODEL_REPORT_LIST_CELL_H

#include "model/report/list_column.h"

list_cell_add list_cell_content;
list_cell_add list_cell_content_long;
list_cell_add list_cell_content_or_type;
list_cell_add list_cell_content_label;
list_cell_add list_cell_name;
list_cell_add list_cell_verdict;
list_cell_add list_cell_verdict_small;
list_cell_add list_cell_verdict_text;
list_cell_add list_cell_type;
list_cell_add list_cell_type_name;
list_cell_add list_cell_type_brief;
list_cell_add list_cell_uuid;
list_cell_add list_cell_partition_uuid;
list_cell_add list_cell_label;
list_cell_add list_cell_flags;
list_cell_add list_cell_inside;
list_cell_add list_cell_use;

#endif
