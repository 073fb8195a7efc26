/* SPDX-License-Identifier: GPL-3.0-or-later */
/* in_progress.c - recognizes a disk on which a move of a partition has not ended */
#include "device/system/in_progress.h"

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/move/journal/envelope.h"
#include "model/move/journal/journal_find.h"
#include "model/table/tables.h"

static char *words_elsewhere(const struct journal_spot *spot, const char *path)
{
    if (!spot->uuid[0])
        return xasprintf(_("A partition of this disk is being moved, and nothing else "
                           "can be changed meanwhile. The journal of the move is %1$s. "
                           "If the move was interrupted, run: alidade resume %2$s (with "
                           "--rollback it is taken back)"),
                         spot->path, path);
    return xasprintf(_("A partition of this disk is being moved, and nothing else can be "
                       "changed meanwhile. The journal of the move is %1$s, on a disk "
                       "with the UUID %2$s. If the move was interrupted, connect that "
                       "and run: alidade resume %3$s (with --rollback it is taken "
                       "back)"),
                     spot->path, spot->uuid, path);
}

/* Returns what to do with the disk at PATH; free(). */
static char *in_progress_words(const struct journal_found *found, const char *path)
{
    switch (found->finding) {
    case FOUND_PLAN:
        return xasprintf(_("A partition of this disk is being moved, and nothing else "
                           "can be changed meanwhile. If the move was interrupted, run: "
                           "alidade resume %s (with --rollback it is taken back)"),
                         path);
    case FOUND_ELSEWHERE:
        return words_elsewhere(&found->guard.spot, path);
    case FOUND_DAMAGED:
        return xasprintf(_("A partition of this disk was being moved, and the journal of "
                           "the move cannot be read. %1$s Nothing can be changed until "
                           "it is known what to do; run: alidade resume --status %2$s"),
                         found->err.text, path);
    case FOUND_OTHER:
    case FOUND_NEWER:
        break;
    }
    return xstrdup(found->err.text);
}

static bool is_in_progress(const struct reader *disk, const struct limits *limits)
{
    struct layout *read = NULL;

    if (!tables_read(disk, limits, &read, ERR_IGNORED) || !read)
        return false;
    CLEANUP(layout_unrefp) struct layout *layout = read;
    CLEANUP(journal_finds_finish)
    struct journal_finds finds = journal_find(disk, layout, FIND_IN_PROGRESS);
    return finds.count;
}

bool in_progress_explain(struct store *store, const struct limits *limits,
                         struct err *err)
{
    struct reader disk = store_reader(store);

    for (uint64_t logical = 512; logical <= 4096; logical *= 2) {
        struct limits written = *limits;
        written.logical = logical;
        written.size = limits->size * limits->logical / logical;
        if (logical == limits->logical || !is_in_progress(&disk, &written))
            continue;
        (void)journal_refuse_sectors(logical, limits->logical, err);
        return true;
    }
    return false;
}

/* With sectors of another size, entries can end beyond the disk. */
static bool has_marked_entry(const struct layout *layout)
{
    LAYOUT_EACH (extent, layout) {
        struct extent entry = *extent;
        entry.kind = extent_entry_kind(extent);
        if (envelope_has_type(layout_label(layout)->kind, &entry))
            return true;
    }
    return false;
}

/* Returns what to do with the disk; NULL: no move is in progress.  free(). */
static char *words_for(struct store *store, const struct layout *layout)
{
    struct reader reader = store_reader(store);
    struct err err = { 0 };
    CLEANUP(journal_finds_finish)
    struct journal_finds finds = journal_find(&reader, layout, FIND_IN_PROGRESS);

    if (finds.count)
        return in_progress_words(&finds.at[0], store_path(store));
    if (has_marked_entry(layout) &&
        in_progress_explain(store, layout_limits(layout), &err))
        return xstrdup(err.text);
    return NULL;
}

/* Consumes both; WORDS can be NULL. */
static struct layout *with_words(struct layout *layout, char *words)
{
    CLEANUP(layout_unrefp) struct layout *before = layout;
    CLEANUP(freep) char *owned = words;

    if (!owned)
        return TAKE(before);
    return layout_with_note(before, NOTE_MOVE_IN_PROGRESS, "%s", owned);
}

struct layout *in_progress_note(struct store *store, struct layout *layout)
{
    return with_words(layout, words_for(store, layout));
}

static bool has_guarded_content(const struct layout *layout)
{
    LAYOUT_EACH (extent, layout)
        if (extent->content.is_guarded)
            return true;
    return false;
}

/* The plan is overwritten at the end. What is left of a guard then can be in a partition
 * again whose old table was restored. */
static bool is_open_move(const struct journal_found *found)
{
    return found->has_guard &&
           (found->finding == FOUND_PLAN || found->finding == FOUND_ELSEWHERE);
}

/* As words_for(), if there is a guard. */
static char *words_for_guards(struct store *store, const struct layout *layout)
{
    struct reader reader = store_reader(store);
    CLEANUP(journal_finds_finish)
    struct journal_finds finds = journal_find(&reader, layout, FIND_AT_STARTS);

    for (size_t i = 0; i < finds.count; i++)
        if (is_open_move(&finds.at[i]))
            return in_progress_words(&finds.at[i], store_path(store));
    return NULL;
}

bool in_progress_is_begun(struct store *store, const struct layout *layout)
{
    struct reader reader = store_reader(store);
    CLEANUP(journal_finds_finish)
    struct journal_finds finds = journal_find(&reader, layout, FIND_EVERYWHERE);

    for (size_t i = 0; i < finds.count; i++)
        if (finds.at[i].finding == FOUND_PLAN || is_open_move(&finds.at[i]))
            return true;
    return false;
}

struct layout *in_progress_note_starts(struct store *store, struct layout *layout)
{
    if (layout_note_find(layout, NOTE_MOVE_IN_PROGRESS))
        return layout;
    return with_words(layout, words_for_guards(store, layout));
}

struct layout *in_progress_note_guards(struct store *store, struct layout *layout)
{
    return has_guarded_content(layout) ? in_progress_note_starts(store, layout) : layout;
}
