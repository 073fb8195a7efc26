/* SPDX-License-Identifier: GPL-3.0-or-later */
/* partition.c - deletes partitions and sorts their numbers */
#include <stdlib.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"
#include "model/disk/kept.h"
#include "model/edit/private.h"

/* Removes the EBR of LOGICAL.  The first EBR of the chain stays and describes the next
 * logical, whose EBR is removed. */
static void unlink_logical(struct edit_work *work, const struct extent *logical)
{
    const struct extent *head = edit_head_ebr(work->layout);
    const struct extent *next = edit_next_logical(work->layout, logical->number);

    if (!head || logical->ebr != head->id) {
        layout_builder_remove(work->builder, logical->ebr);
    } else if (next) {
        layout_builder_remove(work->builder, next->ebr);
        layout_builder_find(work->builder, next->id)->ebr = head->id;
    }
}

bool edit_delete(struct edit_work *work, struct err *err)
{
    const struct extent *target = work->target;

    if (!edit_check_idle(work->layout, target, err))
        return false;
    edit_remember(work);
    if (target->kind == EXTENT_LOGICAL) {
        if (!edit_shift_logicals(work, target->number + 1, false, err))
            return false;
        unlink_logical(work, target);
    }
    edit_remove_children(work, target->id);
    layout_builder_remove(work->builder, target->id);
    return true;
}

struct sorted {
    const struct extent **at; /* extents of one kind, in the order of the disk */
    unsigned *numbers;        /* theirs, ascending */
    size_t count;
};

static int by_number(const void *a, const void *b)
{
    const unsigned *x = a, *y = b;

    return *x < *y ? -1 : *x > *y;
}

/* Returns the logicals, or all other numbered extents. */
static struct sorted sorted_of(const struct layout *layout, bool are_logical)
{
    struct sorted list = { 0 };

    list.at = xcalloc(layout_count(layout), sizeof(*list.at));
    list.numbers = xcalloc(layout_count(layout), sizeof(*list.numbers));
    LAYOUT_EACH (extent, layout) {
        if (!extent->number || (extent->kind == EXTENT_LOGICAL) != are_logical)
            continue;
        list.at[list.count] = extent;
        list.numbers[list.count++] = extent->number;
    }
    qsort(list.numbers, list.count, sizeof(*list.numbers), by_number);
    return list;
}

static void sorted_finish(struct sorted *list)
{
    free(list->at);
    free(list->numbers);
}

static bool renumber_all(struct edit_work *work, const struct sorted *list, bool from_one,
                         bool *ret_changed, struct err *err)
{
    for (size_t i = 0; i < list->count; i++) {
        unsigned number = from_one ? (unsigned)i + 1 : list->numbers[i];
        *ret_changed |= number != list->at[i]->number;
        if (!edit_renumber(work, list->at[i], number, err))
            return false;
    }
    return true;
}

static int by_start_of_ebr(const void *a, const void *b)
{
    const struct extent *const *x = a, *const *y = b;

    return (*x)->start < (*y)->start ? -1 : (*x)->start > (*y)->start;
}

/* Sorts the chain: the n-th logical gets the n-th EBR on the disk.  This EBR lies before
 * it, since at least n EBRs do. */
static void sort_chain(struct edit_work *work, const struct sorted *logicals)
{
    CLEANUP(freep)
    const struct extent **ebrs = xcalloc(logicals->count, sizeof(const struct extent *));

    for (size_t i = 0; i < logicals->count; i++)
        ebrs[i] = layout_find(work->layout, logicals->at[i]->ebr);
    qsort(ebrs, logicals->count, sizeof(const struct extent *), by_start_of_ebr);
    for (size_t i = 0; i < logicals->count; i++)
        layout_builder_find(work->builder, logicals->at[i]->id)->ebr = ebrs[i]->id;
}

static bool sort_logicals(struct edit_work *work, bool *ret_changed, struct err *err)
{
    CLEANUP(sorted_finish) struct sorted list = sorted_of(work->layout, true);
    bool is_changed = false;

    if (!renumber_all(work, &list, false, &is_changed, err))
        return false;
    if (is_changed)
        sort_chain(work, &list);
    *ret_changed |= is_changed;
    return true;
}

bool edit_sort(struct edit_work *work, struct err *err)
{
    CLEANUP(sorted_finish) struct sorted list = sorted_of(work->layout, false);
    /* The entries of a bootable image keep their numbers. */
    bool is_from_one = work->label->kind == LABEL_GPT && !kept_find(work->layout);
    bool is_changed = false;

    /* Unused entries of the MBR stay unused; a GPT is numbered from 1 on. */
    if (!renumber_all(work, &list, is_from_one, &is_changed, err) ||
        !sort_logicals(work, &is_changed, err))
        return false;
    if (!is_changed)
        return err_refuse(err, REFUSAL_SORTED_ALREADY,
                          _("The numbers are in the order of the disk already."));
    return true;
}
