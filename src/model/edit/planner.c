/* SPDX-License-Identifier: GPL-3.0-or-later */
/* planner.c - parses the typed line of a whole table */
#include "model/edit/planner.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/size.h"
#include "model/base/sum.h"
#include "model/disk/types.h"
#include "model/edit/position.h"
#include "model/edit/private.h"

/* The entries of the MBR; with more parts the last one becomes the container. */

/* The state of the parser. */
struct plan_work {
    const struct limits *limits;
    enum label_kind label;
    struct planner_range range;
    size_t parts; /* in the whole line */
    uint64_t sum; /* bytes of all sizes so far, from 0 */
    uint64_t end; /* byte at which the next part would begin if nothing was rounded */
};

/* A part as it is typed. */
struct plan_size {
    uint64_t bytes;
    bool is_rest;  /* all that is left */
    bool is_exact; /* whole grains, and no share of the disk: nothing has to be rounded */
};

/* True for the comma of "1,5GiB", where the part at TEXT begins; not of "2048,4096",
 * since decimals need a unit, and not of "8GB home1,2GB home2". */
static bool is_decimal_comma(const char *text, const char *at)
{
    text += strspn(text, " \t");
    if (*at != ',' || at == text || text + strspn(text, "0123456789") != at ||
        !isdigit((unsigned char)at[1]))
        return false;
    const char *unit = at + 1 + strspn(at + 1, "0123456789");
    unit += strspn(unit, " \t");
    return *unit == '%' || (*unit && strchr("kKmMgGtTpP", *unit));
}

/* Returns the end of the part at P. */
static const char *part_end(const char *p)
{
    const char *text = p;

    while (*p && (!strchr(",;\n", *p) || is_decimal_comma(text, p)))
        p++;
    return p;
}

/* Returns the part up to the next comma without blanks around it; free(). */
static char *cut_part(const char **at)
{
    const char *p = *at, *end = part_end(p);

    *at = *end ? end + 1 : end;
    while (p < end && isblank((unsigned char)*p))
        p++;
    while (end > p && isblank((unsigned char)end[-1]))
        end--;
    return xasprintf("%.*s", (int)(end - p), p);
}

static size_t count_parts(const char *text)
{
    size_t count = 1;

    for (text = part_end(text); *text; text = part_end(text + 1))
        count++;
    return count;
}

/* Returns the end of the first COUNT words at P; NULL if there are fewer. */
static const char *end_of_words(const char *p, unsigned count)
{
    for (; count; count--) {
        p += strspn(p, " \t");
        if (!*p)
            return NULL;
        p += strcspn(p, " \t");
    }
    return p;
}

/* True for a percentage, and for a place from the end. */
static bool is_share(const char *text)
{
    return strchr(text, '%') || !strncasecmp(text, "end", 3);
}

/* True for a number without a unit that would be less than a grain: 8 is not meant as
 * sectors there. */
static bool lacks_unit(const struct plan_work *work, const char *text, struct sum sum)
{
    return sum.is_sectors && sum.bytes && sum.bytes < work->limits->grain &&
           isdigit((unsigned char)text[strlen(text) - 1]);
}

static bool refuse_size(const char *part, const struct err *why, struct err *err)
{
    if (*part && (strchr("-+(.", *part) || isdigit((unsigned char)*part)))
        return err_set(err, ERR_USAGE, "%s", why->text);
    return err_set(err, ERR_USAGE,
                   _("'%s' begins with no size: write it as 8GB swap, or rest /."), part);
}

/* Parses as many words as possible as a size: two of "8 GB swap". */
static bool parse_size(const struct plan_work *work, const char *part,
                       struct plan_size *ret, const char **ret_rest, struct err *err)
{
    uint64_t logical = work->limits->logical, high = work->range.high * logical;
    struct sum_scale scale = { .logical = logical,
                               .end = high > work->end ? high - work->end : 0,
                               .whole = work->limits->size * logical };
    struct err first = { 0 };
    bool has_size = false, has_unit = true;
    const char *end;

    for (unsigned count = 1; (end = end_of_words(part, count)); count++) {
        CLEANUP(freep) char *text = xasprintf("%.*s", (int)(end - part), part);
        struct err unread = { 0 };
        struct sum sum;
        if (!sum_parse(text, &scale, &sum, count == 1 ? &first : &unread))
            continue;
        ret->bytes = sum.bytes;
        ret->is_exact = sum.bytes % work->limits->grain == 0 && !is_share(text);
        has_unit = !lacks_unit(work, text, sum);
        *ret_rest = end + strspn(end, " \t");
        has_size = true;
    }
    if (!has_unit)
        return err_set(err, ERR_USAGE,
                       _("'%s' has no unit: write it as 8GB swap, or with s for "
                         "sectors."),
                       part);
    return has_size || refuse_size(part, &first, err);
}

/* True if PART begins with "rest", in English or translated. */
static bool is_rest(const char *part, const char **ret_rest)
{
    size_t length = strcspn(part, " \t");
    /* TRANSLATORS: what a person types for "all that is left": one word. */
    const char *const names[] = { "rest", _("rest"), "*" };

    for (size_t i = 0; i < ARRAY_SIZE(names); i++)
        if (strlen(names[i]) == length && !strncasecmp(part, names[i], length)) {
            *ret_rest = part + length + strspn(part + length, " \t");
            return true;
        }
    return false;
}

static bool planner_is_logical(const struct plan_work *work, size_t index)
{
    return work->label == LABEL_MSDOS && work->parts > LABEL_PRIMARIES &&
           index >= LABEL_PRIMARIES - 1;
}

/* Accepts up to a grain too much: the sizes that vendors print are rounded. */
static uint64_t within_disk(const struct planner_range *range, uint64_t start,
                            uint64_t end)
{
    if (end < start + range->step)
        end = start + range->step;
    if (end > range->last_grain && end - range->last_grain <= range->step &&
        range->last_grain > start)
        end = range->last_grain;
    return end;
}

/* Finds the end of a part (exclusive), after START.  A size of whole grains is kept if
 * it fits; else the part ends where the sum of all sizes does. */
static bool find_end(const struct plan_work *work, const char *part, uint64_t start,
                     struct plan_size size, uint64_t *ret, struct err *err)
{
    const struct planner_range *range = &work->range;
    uint64_t logical = work->limits->logical;
    uint64_t end = size.is_rest    ? range->last_grain
                   : size.is_exact ? start + size.bytes / logical
                                   : position_round(work->limits, work->end);
    char text[SIZE_TEXT];

    if (size.is_rest && end <= start)
        return err_set(err, ERR_USAGE, _("Nothing is left for '%s'."), part);
    if (end > range->last_grain)
        end = position_round(work->limits, work->sum);
    end = within_disk(range, start, end);
    if (end > range->last_grain)
        return err_set(
            err, ERR_USAGE, _("'%1$s' ends %2$s behind what the disk has."), part,
            size_format((end - range->last_grain) * logical, SIZE_IEC, 0, text));
    *ret = end;
    return true;
}

/* Adds the size of PART to the sums; RET_NAME is the text after it. */
static bool parse_size_of_part(struct plan_work *work, const char *part, size_t index,
                               const char **ret_name, struct plan_size *ret,
                               struct err *err)
{
    ret->is_rest = is_rest(part, ret_name);
    if (!*part)
        return err_set(err, ERR_USAGE, _("Part %zu of the list is empty."), index + 1);
    if (ret->is_rest && index + 1 < work->parts)
        return err_set(err, ERR_USAGE,
                       _("'%s' takes all that is left: it can only be the last."), part);
    if (ret->is_rest)
        return true;
    if (!parse_size(work, part, ret, ret_name, err))
        return false;
    if (!ret->bytes)
        return err_set(err, ERR_USAGE, _("'%s' has no size at all."), part);
    if (!num_add(work->sum, ret->bytes, &work->sum) ||
        !num_add(work->end, ret->bytes, &work->end))
        return err_set(err, ERR_USAGE, _("'%s' is too large to be counted."), part);
    return true;
}

static bool parse_part(struct plan_work *work, const char *part, struct planner *plan,
                       struct err *err)
{
    size_t index = plan->count;
    struct planner_part *to = &plan->parts[index];
    const char *name = part;
    struct plan_size size = { 0 };
    uint64_t end = 0;

    if (!parse_size_of_part(work, part, index, &name, &size, err))
        return false;
    to->start = index ? plan->parts[index - 1].start + plan->parts[index - 1].length
                      : work->range.first_grain;
    if (planner_is_logical(work, index))
        to->start += work->range.step;
    if (!find_end(work, part, to->start, size, &end, err))
        return false;
    if (size.is_exact)
        work->end = end * work->limits->logical;
    to->length = end - to->start;
    plan->count++;
    return planner_part_named(work->label, name, to, err);
}

bool planner_parse(const char *text, const struct limits *limits, enum label_kind label,
                   struct planner *ret, struct err *err)
{
    struct plan_work work = { .limits = limits, .label = label };
    struct planner plan = { .count = 0 };

    work.parts = count_parts(text);
    if (!text[strspn(text, " \t")])
        return err_set(
            err, ERR_USAGE,
            _("Write a list of sizes and types, such as 8GB swap, 250GB /, rest raid."));
    if (work.parts > PLANNER_MAX)
        return err_set(err, ERR_USAGE, _("The list has more than %u parts."),
                       (unsigned)PLANNER_MAX);
    if (!planner_range(limits, label, &work.range))
        return err_set(err, ERR_USAGE,
                       _("There is no room for a table and a partition on this disk."));
    while (plan.count < work.parts) {
        CLEANUP(freep) char *part = cut_part(&text);
        if (!parse_part(&work, part, &plan, err))
            return false;
    }
    *ret = plan;
    return true;
}

/* The container starts with the EBR of its first logical, a grain before it. */
static struct edit container_edit(const struct planner *plan, uint64_t step)
{
    const struct planner_part *first = &plan->parts[LABEL_PRIMARIES - 1];
    const struct planner_part *last = &plan->parts[plan->count - 1];
    uint64_t start = first->start - step;

    return (struct edit){ .kind = EDIT_CREATE,
                          .extent = EXTENT_EXTENDED,
                          .start = start,
                          .length = last->start + last->length - start,
                          .type = TYPE_MSDOS_EXTENDED };
}

size_t planner_edits(const struct planner *plan, enum label_kind label,
                     const struct limits *limits, struct edit **ret)
{
    bool has_container = label == LABEL_MSDOS && plan->count > LABEL_PRIMARIES;
    size_t count = 0;

    *ret = NULL;
    if (label == LABEL_NONE)
        return 0;
    struct edit *edits = xcalloc(plan->count + 2, sizeof(*edits));
    edits[count++] = (struct edit){ .kind = EDIT_NEW_TABLE, .label = label };
    for (size_t i = 0; i < plan->count; i++) {
        const struct planner_part *part = &plan->parts[i];
        bool is_inside = has_container && i >= LABEL_PRIMARIES - 1;
        if (has_container && i == LABEL_PRIMARIES - 1)
            edits[count++] = container_edit(plan, limits->grain / limits->logical);
        struct edit *edit = &edits[count++];
        *edit = (struct edit){ .kind = EDIT_CREATE,
                               .extent = is_inside ? EXTENT_LOGICAL : EXTENT_PARTITION,
                               .start = part->start,
                               .length = part->length };
        copy_text(edit->type, sizeof(edit->type), part->type);
        if (label == LABEL_GPT)
            copy_text(edit->name, sizeof(edit->name), part->name);
    }
    *ret = edits;
    return count;
}
