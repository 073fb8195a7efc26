/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report.c - what the text and the JSON report say in the same words */
#include "model/report.h"

#include <stdio.h>
#include <string.h>

#include "model/damage.h"
#include "model/judge.h"
#include "model/mem.h"

unsigned report_short_of(const struct layout *layout, enum report_need need)
{
    struct judge_summary all = judge_all(layout);

    return all.off + (need == NEED_GRAIN ? all.below_grain : 0);
}

char *report_node(const char *path, unsigned number)
{
    size_t length = strlen(path);
    bool has_digit = length && path[length - 1] >= '0' && path[length - 1] <= '9';
    /* udev's links in /dev/disk; libfdisk names their partitions the same way. */
    bool is_link = strstr(path, "/dev/disk/by-id/") || strstr(path, "/dev/disk/by-path/");

    return xasprintf("%s%s%u", path, is_link ? "-part" : has_digit ? "p" : "", number);
}

const char *report_name(const struct extent *extent, char buf[16])
{
    /* All fit: a number has at most 10 digits. */
    if (!extent_is_partition(extent) && !(extent_is_damaged(extent) && extent->number))
        (void)snprintf(buf, 16, "-");
    else if (extent->letter)
        (void)snprintf(buf, 16, "%c", extent->letter);
    else
        (void)snprintf(buf, 16, "%u", extent->number);
    return buf;
}

char *report_verdict(const struct layout *layout, const struct extent *extent)
{
    struct verdict verdict = judge_extent(layout, extent);

    if (!extent_is_damaged(extent))
        return judge_word(layout, &verdict);
    CLEANUP(freep) char *brief = damage_brief(extent);
    return xasprintf("! %s", brief);
}

const char *report_row(const struct extent *extent, char buf[16])
{
    enum extent_kind kind = extent->kind == EXTENT_DAMAGED ? extent->said : extent->kind;
    const char *mark = kind == EXTENT_EXTENDED ? "e" : kind == EXTENT_LOGICAL ? "l" : "";
    char name[16];

    (void)snprintf(buf, 16, "%.10s%s%s", report_name(extent, name), mark,
                   extent->is_bootable ? "b" : "");
    return buf;
}
