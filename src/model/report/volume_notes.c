/* SPDX-License-Identifier: GPL-3.0-or-later */
/* volume_notes.c - whether the file systems that are moved are marked dirty */
#include "model/report/volume_notes.h"

#include <stdlib.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/str.h"
#include "model/move/plan/zones.h"

static void add_volume_note(const struct extent *extent, const struct reader *volume,
                            uint64_t logical, struct volume_notes *ret)
{
    const struct content *content = &extent->content;
    enum volume_state state = volume_state_read(volume, &content->inside);
    struct volume_note note = { .number = extent->number, .state = state };

    copy_text(note.type, sizeof(note.type), content->type);
    note.text = volume_state_words(state, content->inside.kind, note.number, note.type);
    note.leaves_copies = zones_leave_copies(content, volume, logical);
    ret->at = xrealloc(ret->at, ret->count + 1, sizeof(*ret->at));
    ret->at[ret->count++] = note;
}

static bool is_volume_moved(const struct moves *moves, const struct extent *extent)
{
    for (size_t i = 0; i < moves->step_count; i++)
        if (moves->steps[i].action == MOVES_DATA && moves->steps[i].id == extent->id)
            return true;
    return false;
}

void volume_notes_find(const struct layout *layout, const struct moves *moves,
                       const struct reader *disk, struct volume_notes *ret)
{
    uint64_t logical = layout_limits(layout)->logical;

    LAYOUT_EACH (extent, layout) {
        const struct inside *inside = &extent->content.inside;
        struct reader_part part;
        if (!volume_state_is_known(inside->kind) || !is_volume_moved(moves, extent))
            continue;
        struct reader volume = reader_of_part(&part, disk, extent->start * logical,
                                              extent->length * logical);
        add_volume_note(extent, &volume, logical, ret);
    }
}

void volume_notes_lines(const struct volume_notes *notes, struct lines *ret)
{
    for (size_t i = 0; i < notes->count; i++) {
        if (notes->at[i].text)
            lines_add(ret, "%s", notes->at[i].text);
        if (notes->at[i].leaves_copies)
            lines_add(ret,
                      _("Partition %1$u (%2$s) has more superblocks than can be hidden: "
                        "run no xfs_repair on it until its move is complete."),
                      notes->at[i].number, notes->at[i].type);
    }
}

void volume_notes_after_lines(const struct volume_notes *notes, struct lines *ret)
{
    static const char *const formats[VOLUME_STATE_COUNT] = {
        [VOLUME_DIRTY] = N_("Partition %1$u (%2$s) is still marked dirty, as before the "
                            "move: have it checked."),
        [VOLUME_ERRORS] = N_("Partition %1$u (%2$s) is still marked as having errors, as "
                             "before the move: have it checked."),
    };

    for (size_t i = 0; i < notes->count; i++)
        if (formats[notes->at[i].state])
            lines_add(ret, _(formats[notes->at[i].state]), notes->at[i].number,
                      notes->at[i].type);
}

char *volume_notes_clean_words(const struct volume_notes *notes)
{
    CLEANUP(str_finish) struct str names = { 0 };

    for (size_t i = 0; i < notes->count; i++)
        if (notes->at[i].state == VOLUME_CLEAN)
            str_printf(&names, "%s%u (%s)", str_text(&names)[0] ? ", " : "",
                       notes->at[i].number, notes->at[i].type);
    if (!str_text(&names)[0])
        return NULL;
    /* TRANSLATORS: %s lists partitions: "1 (ntfs), 2 (ext4)" */
    return xasprintf(_("Not marked dirty: %s."), str_text(&names));
}

void volume_notes_finish(struct volume_notes *notes)
{
    for (size_t i = 0; i < notes->count; i++)
        free(notes->at[i].text);
    free(notes->at);
    *notes = (struct volume_notes){ 0 };
}
