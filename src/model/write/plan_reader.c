/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan_reader.c - reads a disk as if some writes of a plan were performed */
#include <string.h>

#include "model/write/plan.h"

/* Copies the part of WRITE that overlaps [OFFSET, OFFSET + COUNT) to BUF. */
static void overlay(const struct write *write, uint64_t logical, uint64_t offset,
                    uint8_t *buf, size_t count)
{
    uint64_t from = write->lba * logical, to = from + write->count * logical;
    uint64_t end = offset + count;
    uint64_t first = from > offset ? from : offset, last = to < end ? to : end;

    if (first < last)
        memcpy(buf + (first - offset), write->after + (first - from), last - first);
}

static bool read_view(void *context, uint64_t offset, void *buf, size_t count)
{
    const struct write_plan_view *view = context;
    const struct write_plan *plan = view->plan;

    if (!reader_read(view->disk, offset, buf, count))
        return false;
    for (size_t i = 0; i < plan->count && i < view->count; i++)
        overlay(&plan->writes[i], plan->logical, offset, buf, count);
    return true;
}

struct reader write_plan_reader(struct write_plan_view *view, const struct reader *disk,
                                const struct write_plan *plan, size_t count)
{
    *view = (struct write_plan_view){ disk, plan, count };
    return (struct reader){ read_view, view, disk->size };
}
