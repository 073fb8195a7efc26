/* SPDX-License-Identifier: GPL-3.0-or-later */
/* change_disk.c - makes edits on a disk and writes them, as the editor would
 *
 * change_disk DISK [--sector-size=N] EDIT...
 * One argument for each edit; numbers are those of the preview at that moment:
 *   new-table gpt|msdos     create START SIZE [TYPE [primary|extended|logical]]
 *   delete N                resize N START SIZE        type N TYPE
 *   name N TEXT             attributes N HEX           boot N on|off
 *   uuid N GUID             disk-id ID                 sort
 *   convert gpt|msdos       repair WHAT                undo    redo    write
 * Nothing is written without `write`.  A refused edit prints "refused: ..." and
 * changes nothing; a refused write ends the program with 4. */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device/commit/commit_steps.h"
#include "device/io/store.h"
#include "device/system/disk.h"
#include "device/system/guard.h"
#include "device/system/scan.h"
#include "model/base/mem.h"
#include "model/base/size.h"
#include "model/edit/queue.h"

struct session {
    const char *path;
    struct limits_given given;
    struct sys sys;
    struct layout *base;
    struct queue *queue;
    char *words[8]; /* of the edit under way */
    size_t count;
};

static void die(const struct err *err)
{
    printf("error: %s\n", err->text);
    exit((int)err->code);
}

/* Contents and users count for what is allowed. */
static void read_disk(struct session *session)
{
    struct err err = { 0 };
    struct store *store = store_open(session->path, &err);
    struct layout *table = store ? disk_read(store, &session->given, &err) : NULL;

    if (!table)
        die(&err);
    struct layout *known = scan_all(store_fd(store), table);
    layout_unref(session->base);
    session->base = guard_mark(&session->sys, session->path, known);
    layout_unref(known);
    layout_unref(table);
    store_close(store);
    queue_free(session->queue);
    session->queue =
        queue_new(session->base, (struct guid_source){ { 1, 2, 3, (uint64_t)rand() } });
}

static const char *word(const struct session *session, size_t index)
{
    return index < session->count ? session->words[index] : "";
}

static uint64_t number(const struct session *session, size_t index)
{
    return strtoull(word(session, index), NULL, 0);
}

static uint32_t id_of(const struct session *session)
{
    const struct extent *extent =
        layout_find_number(queue_preview(session->queue), (unsigned)number(session, 1));

    return extent ? extent->id : 0;
}

static enum extent_kind kind_of(const char *text)
{
    return !strcmp(text, "extended")  ? EXTENT_EXTENDED
           : !strcmp(text, "logical") ? EXTENT_LOGICAL
                                      : EXTENT_PARTITION;
}

static enum repair repair_of(const char *text)
{
    for (int i = 0; i < REPAIR_COUNT; i++)
        if (!strcmp(repair_id((enum repair)i), text))
            return (enum repair)i;
    return REPAIR_COUNT;
}

/* False for a word that is no edit. */
static bool edit_of(const struct session *session, struct edit *ret)
{
    static const struct {
        const char *name;
        enum edit_kind kind;
    } kinds[] = {
        { "new-table", EDIT_NEW_TABLE },
        { "create", EDIT_CREATE },
        { "delete", EDIT_DELETE },
        { "resize", EDIT_RESIZE },
        { "type", EDIT_TYPE },
        { "name", EDIT_NAME },
        { "attributes", EDIT_ATTRIBUTES },
        { "boot", EDIT_BOOT },
        { "uuid", EDIT_UUID },
        { "disk-id", EDIT_DISK_ID },
        { "sort", EDIT_SORT },
        { "convert", EDIT_CONVERT },
        { "repair", EDIT_REPAIR },
        { "call-empty", EDIT_CALL_EMPTY },
        { "move", EDIT_MOVE },
    };
    const char *name = word(session, 0);
    size_t i = 0;

    while (i < ARRAY_SIZE(kinds) && strcmp(kinds[i].name, name) != 0)
        i++;
    if (i == ARRAY_SIZE(kinds))
        return false;
    *ret = (struct edit){ .kind = kinds[i].kind };
    switch (ret->kind) {
    case EDIT_NEW_TABLE:
    case EDIT_CONVERT:
        ret->label = label_kind_of_parted(word(session, 1));
        break;
    case EDIT_CREATE:
        ret->start = number(session, 1);
        ret->length = number(session, 2);
        ret->extent = kind_of(word(session, 4));
        copy_text(ret->type, sizeof(ret->type), word(session, 3));
        break;
    case EDIT_DISK_ID:
        copy_text(ret->uuid, sizeof(ret->uuid), word(session, 1));
        break;
    case EDIT_REPAIR:
        ret->repair = repair_of(word(session, 1));
        break;
    case EDIT_DELETE:
    case EDIT_RESIZE:
    case EDIT_TYPE:
    case EDIT_NAME:
    case EDIT_ATTRIBUTES:
    case EDIT_BOOT:
    case EDIT_UUID:
    case EDIT_CALL_EMPTY:
    case EDIT_MOVE:
        ret->id = id_of(session);
        ret->start = number(session, 2);
        ret->length = number(session, 3);
        ret->attributes = number(session, 2);
        ret->is_bootable = !strcmp(word(session, 2), "on");
        copy_text(ret->type, sizeof(ret->type), word(session, 2));
        copy_text(ret->name, sizeof(ret->name), word(session, 2));
        copy_text(ret->uuid, sizeof(ret->uuid), word(session, 2));
        break;
    case EDIT_SORT:
    case EDIT_KIND_COUNT:
        break;
    }
    return true;
}

static void write_disk(struct session *session)
{
    struct err err = { 0 };
    struct rehearsal_report rehearsal = { 0 };
    struct commit_report report = { 0 };
    struct commit_request request = { .path = session->path,
                                      .sys = &session->sys,
                                      .base = session->base,
                                      .preview = queue_preview(session->queue),
                                      .accepted = { .is_all = true } };
    struct commit *commit = commit_steps_rehearse(&request, &rehearsal, &err);
    bool is_good = commit && commit_steps_write(commit, &report, &err);

    commit_free(commit);
    rehearsal_report_finish(&rehearsal);
    for (size_t i = 0; i < report.warnings.count; i++)
        printf("warning: %s\n", report.warnings.at[i]);
    commit_report_finish(&report);
    if (!is_good)
        die(&err);
    read_disk(session);
}

static void run(struct session *session, char *text)
{
    struct edit edit;
    struct err err = { 0 };
    char *save = NULL;

    session->count = 0;
    for (char *at = strtok_r(text, " ", &save); at && session->count < 8;
         at = strtok_r(NULL, " ", &save))
        session->words[session->count++] = at;
    if (!strcmp(word(session, 0), "write")) {
        write_disk(session);
    } else if (!strcmp(word(session, 0), "undo")) {
        (void)queue_undo(session->queue); /* as the key would: nothing where nothing is */
    } else if (!strcmp(word(session, 0), "redo")) {
        (void)queue_redo(session->queue); /* the same */
    } else if (!edit_of(session, &edit)) {
        printf("no such edit: %s\n", word(session, 0));
        exit(2);
    } else if (!queue_push(session->queue, &edit, &err)) {
        printf("refused: %s\n", err.text);
    }
}

int main(int argc, char **argv)
{
    struct session session = { .path = argv[1], .sys = sys_of_machine() };
    int at = 2;

    if (argc < 2)
        return 2;
    (void)setlocale(LC_ALL, "C.UTF-8"); /* where it is not there, in ASCII */
    if (argc > 2 && !strncmp(argv[2], "--sector-size=", 14)) {
        session.given.logical = strtoull(argv[2] + 14, NULL, 10);
        at = 3;
    }
    if (getenv("ALIDADE_SEED"))
        srand((unsigned)strtoul(getenv("ALIDADE_SEED"), NULL, 10));
    read_disk(&session);
    for (; at < argc; at++)
        run(&session, argv[at]);
    queue_free(session.queue);
    layout_unref(session.base);
    return 0;
}
