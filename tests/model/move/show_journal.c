/* SPDX-License-Identifier: GPL-3.0-or-later */
/* show_journal.c - random records with their values, for journal_tools.py
 *
 *   show_journal FILE ROUNDS  writes records of each kind to FILE, each of them filled up
 *                             to 32 KiB; prints the values that they were made from */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "support/journal_scene.h"

typedef unsigned long long ull;

static void put_number(const char *name, uint64_t value)
{
    printf(" %s=%llu", name, (ull)value);
}

static void put_bytes(const char *name, const void *bytes, size_t count)
{
    printf(" %s=", name);
    for (size_t i = 0; i < count; i++)
        printf("%02x", ((const uint8_t *)bytes)[i]);
}

static void put_text(const char *name, const char *text)
{
    put_bytes(name, text, strlen(text));
}

static void put_head(const char *kind, const struct journal_head *head)
{
    printf("kind=%s", kind);
    put_bytes("transaction", head->transaction.bytes, GUID_BYTES);
    put_number("disk_bytes", head->disk_bytes);
    put_number("step", head->step);
}

static void put_area(const char *name, const struct journal_area *area)
{
    printf(" %s_offset=%llu %s_bytes=%llu", name, (ull)area->offset, name,
           (ull)area->bytes);
}

static void put_range(const char *name, size_t i, uint64_t start, uint64_t length)
{
    printf(" %s%zu.start=%llu %s%zu.length=%llu", name, i, (ull)start, name, i,
           (ull)length);
}

static void put_hashes(const struct hash *hashes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char name[32];
        (void)snprintf(name, sizeof(name), "hash%zu.hash", i);
        put_bytes(name, hashes[i].bytes, HASH_BYTES);
    }
}

static void put_step(size_t i, const struct journal_step *step)
{
    char name[32];

    printf(" step%zu.action=%d step%zu.object=%d step%zu.number=%u", i, (int)step->action,
           i, (int)step->object, i, step->number);
    printf(" step%zu.from=%llu step%zu.to=%llu step%zu.length=%llu", i, (ull)step->from,
           i, (ull)step->to, i, (ull)step->length);
    printf(" step%zu.ebr_from=%llu step%zu.ebr_to=%llu", i, (ull)step->ebr_from, i,
           (ull)step->ebr_to);
    (void)snprintf(name, sizeof(name), "step%zu.type", i);
    put_bytes(name, step->type.bytes, GUID_BYTES);
    (void)snprintf(name, sizeof(name), "step%zu.unique", i);
    put_bytes(name, step->unique.bytes, GUID_BYTES);
    (void)snprintf(name, sizeof(name), "step%zu.swap_uuid", i);
    put_bytes(name, step->swap_uuid.bytes, GUID_BYTES);
    (void)snprintf(name, sizeof(name), "step%zu.swap_name", i);
    put_bytes(name, step->swap_name, sizeof(step->swap_name));
}

static void show_plan(const struct journal_plan *plan)
{
    put_head("plan", &plan->head);
    put_number("logical", plan->logical);
    put_number("label", plan->label == LABEL_MSDOS ? 2 : 3);
    put_number("place", plan->spot.kind);
    put_number("number", plan->number);
    put_bytes("disk_id", plan->disk_id.bytes, GUID_BYTES);
    put_number("first_usable", plan->first_usable);
    put_number("end_usable", plan->end_usable);
    put_number("grid", plan->grid.grain);
    put_number("grid_offset", plan->grid.offset);
    put_number("time", plan->time);
    put_bytes("old_type", plan->spot_type.bytes, GUID_BYTES);
    put_text("serial", plan->serial);
    put_text("model", plan->model);
    put_number("journal_start", plan->spot.start);
    put_number("journal_bytes", plan->spot.bytes);
    put_number("block", plan->spot.block);
    put_number("slots", plan->slots);
    put_area("saved1", &plan->saved[0]);
    put_area("saved2", &plan->saved[1]);
    put_area("border", &plan->border);
    put_area("hashes", &plan->hashes);
    put_area("ring", &plan->ring);
    put_area("map", &plan->map);
    put_text("uuid", plan->spot.uuid);
    put_text("path", plan->spot.path);
    put_bytes("swap_uuid", plan->swap_uuid.bytes, GUID_BYTES);
    put_bytes("swap_name", plan->swap_name, sizeof(plan->swap_name));
    put_number("steps", plan->step_count);
    for (size_t i = 0; i < plan->step_count; i++)
        put_step(i, &plan->steps[i]);
}

static void show_progress(const struct journal_progress *progress)
{
    put_head("progress", &progress->head);
    put_number("sequence", progress->sequence);
    put_number("phase", progress->phase);
    put_number("is_back", progress->run.is_back);
    put_number("hashes", progress->hash_count);
    put_number("first", progress->run.first);
    put_number("end", progress->run.end);
    put_number("piece", progress->piece);
    put_bytes("previous", progress->previous.bytes, HASH_BYTES);
    put_number("border", progress->border.start);
    put_number("border_length", progress->border.length);
    put_bytes("border_hash", progress->border_hash.bytes, HASH_BYTES);
    put_hashes(progress->hashes, progress->hash_count);
}

static void show_slot(const struct journal_slot *slot)
{
    put_head("slot", &slot->head);
    put_number("is_back", slot->run.is_back);
    put_number("coding", slot->coding);
    put_number("first", slot->run.first);
    put_number("end", slot->run.end);
    put_number("piece", slot->piece);
    put_number("to", slot->to.start);
    put_number("sectors", slot->to.length);
    put_bytes("hash", slot->hash.bytes, HASH_BYTES);
}

static void show_guard(const struct journal_guard *guard)
{
    put_head("guard", &guard->head);
    put_text("words", JOURNAL_GUARD_WORDS);
    put_number("index", guard->index);
    put_number("logical", guard->logical);
    put_number("block", guard->spot.block);
    put_number("journal_start", guard->spot.start);
    put_number("journal_bytes", guard->spot.bytes);
    put_number("place", guard->spot.kind);
    put_text("uuid", guard->spot.uuid);
    put_text("path", guard->spot.path);
}

static void show_page(const struct journal_page *page)
{
    put_head("hashes", &page->head);
    put_number("unit", page->unit);
    put_number("units", page->units);
    put_number("first", page->first);
    put_number("hashes", page->count);
    put_hashes(page->hashes, page->count);
}

static void show_field(size_t i, const struct move_field *field)
{
    printf(" field%zu.offset=%llu field%zu.before=%llu field%zu.after=%llu", i,
           (ull)field->offset, i, (ull)field->before, i, (ull)field->after);
    printf(" field%zu.width=%u field%zu.kind=%d field%zu.repeat=%u field%zu.is_left=%d",
           i, field->width, i, (int)field->kind, i, field->repeat, i, field->is_left);
}

static void show_saved(const struct journal_saved *saved)
{
    put_head("saved", &saved->head);
    put_number("mode", saved->mode == MOVE_HOLE ? 1 : 2);
    put_number("zones", saved->zones.count);
    put_number("tables", saved->table_count);
    put_number("ranges", saved->saved_count);
    put_number("fields", saved->fields.count);
    put_number("keeps_free", saved->keeps_free);
    put_number("piece", saved->piece);
    put_number("pieces", saved->pieces);
    put_number("last", saved->zones.magic);
    put_bytes("hash", saved->hash.bytes, HASH_BYTES);
    for (size_t i = 0; i < saved->zones.count; i++)
        put_range("zone", i, saved->zones.at[i].start, saved->zones.at[i].length);
    for (size_t i = 0; i < saved->table_count; i++)
        put_range("table", i, saved->tables[i].start, saved->tables[i].length);
    for (size_t i = 0; i < saved->saved_count; i++)
        put_range("range", i, saved->saved[i].start, saved->saved[i].length);
    for (size_t i = 0; i < saved->fields.count; i++)
        show_field(i, &saved->fields.at[i]);
}

static void show_values(const struct journal_scene *scene, enum journal_record kind)
{
    if (kind == JOURNAL_PLAN)
        show_plan(&scene->plan);
    else if (kind == JOURNAL_PROGRESS)
        show_progress(&scene->progress);
    else if (kind == JOURNAL_SLOT)
        show_slot(&scene->slot);
    else if (kind == JOURNAL_GUARD)
        show_guard(&scene->guard);
    else if (kind == JOURNAL_HASHES)
        show_page(&scene->page);
    else
        show_saved(&scene->saved);
    putchar('\n');
}

int main(int argc, char **argv)
{
    FILE *file = argc == 3 ? fopen(argv[1], "wbe") : NULL;
    unsigned long rounds = argc == 3 ? strtoul(argv[2], NULL, 10) : 0;

    if (!file)
        return 2;
    for (unsigned round = 0; round < rounds; round++) {
        CLEANUP(freep) struct journal_scene *scene = journal_scene_new(round);
        for (enum journal_record kind = JOURNAL_PLAN; kind <= JOURNAL_SAVED; kind++) {
            uint8_t record[JOURNAL_PLAN_BYTES] = { 0 };
            (void)journal_scene_encode(scene, kind, record);
            show_values(scene, kind);
            if (fwrite(record, 1, sizeof(record), file) != sizeof(record))
                return EXIT_FAILURE;
        }
    }
    return fclose(file) ? EXIT_FAILURE : EXIT_SUCCESS;
}
