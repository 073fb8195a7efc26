/* SPDX-License-Identifier: GPL-3.0-or-later */
/* foreign.c - layouts of disks with labels that cannot be edited */
#include "device/parted/foreign.h"

#include <string.h>

#include "device/parted/foreign_table.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/table/amiga.h"
#include "model/table/layout_dedicated.h"

/* Kinds for which libblkid has another name. */
static enum label_kind kind_of_blkid(const char *word)
{
    if (!strcmp(word, "sgi"))
        return LABEL_DVH;
    if (!strcmp(word, "dos"))
        return LABEL_MSDOS;
    return label_kind_of_parted(word);
}

/* One partition that covers the disk; its content is added later, as for others. */
static struct layout *foreign_of_content(const struct foreign *foreign, struct err *err)
{
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = foreign_builder_new(foreign, LABEL_LOOP, "");
    struct extent extent = { .kind = EXTENT_PARTITION,
                             .number = 1,
                             .length = foreign->limits->size };

    (void)layout_builder_add(builder, &extent);
    layout_builder_note(builder, NOTE_LABEL_READ_ONLY,
                        _("The disk has no partition table: its content begins at sector "
                          "0, and there is nothing to edit."));
    return layout_builder_finish(builder, err);
}

static struct layout *foreign_of_nothing(const struct foreign *foreign, struct err *err)
{
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = foreign_builder_new(foreign, LABEL_NONE, "");

    foreign_note_hole(builder, &foreign->reply);
    if (foreign->reply.status == PARTED_MISSING)
        layout_builder_note(builder, NOTE_PARTED_MISSING,
                            _("libparted.so.2 cannot be loaded: a table that is neither "
                              "msdos nor GPT may not be seen. Install it (Debian: "
                              "libparted2)."));
    if (foreign->reply.status == PARTED_FAILED)
        layout_builder_note(builder, NOTE_PARTED_FAILED,
                            _("libparted could not be asked: a table that is neither "
                              "msdos nor GPT would not be seen."));
    if (foreign->reply.status == PARTED_READ)
        layout_builder_note(builder, NOTE_PARTED_DIFFERS,
                            _("libparted sees a table of kind %s here, alidade none: the "
                              "disk can be viewed but not edited."),
                            foreign->reply.label);
    return layout_builder_finish(builder, err);
}

static struct layout *foreign_refuse(const struct parted_reply *reply, struct err *err)
{
    const char *sentence = _("The table is broken: libparted crashes on it.");

    if (reply->status == PARTED_TIMEOUT)
        sentence = _("The table is broken: libparted did not finish reading it.");
    if (reply->status == PARTED_MEMORY)
        sentence =
            _("The table is broken: libparted would need more memory for it than it is "
              "given.");
    if (reply->status == PARTED_REFUSED)
        (void)err_set(err, ERR_UNREADABLE, _("The %1$s table cannot be read: %2$s."),
                      reply->label, parted_objection_text(reply->objection));
    else
        (void)err_set(err, ERR_UNREADABLE, "%s", sentence);
    return NULL;
}

/* msdos and GPT are read by our own decoders, which found no such table. */
static bool is_ours(enum label_kind kind)
{
    return kind == LABEL_MSDOS || kind == LABEL_GPT;
}

/* Our own decoders read what is read in part: of a BSD label libblkid counts only the
 * used entries, whose letters count all, and libparted assumes the length of an Amiga's
 * table, and its cylinders.  NULL if it is none of these, or not where they usually lie.
 */
static struct layout *foreign_of_ours(struct store *store, const struct foreign *foreign)
{
    struct reader disk = store_reader(store);
    enum label_kind kind = label_kind_of_parted(foreign->reply.label);
    struct bsd_label bsd;

    if (kind == LABEL_AMIGA)
        return layout_of_amiga(&disk, foreign->limits,
                               _("An Amiga table can be viewed but not edited."));
    if (foreign->reply.status != PARTED_READ || kind == LABEL_LOOP)
        kind = kind_of_blkid(foreign->table.kind);
    if (kind != LABEL_BSD ||
        !dedicated_decode_bare(&disk, foreign->limits->logical, &bsd))
        return NULL;
    return layout_of_dedicated(&bsd, foreign->limits, NOTE_LABEL_READ_ONLY,
                               _("A BSD label can be viewed but not edited."),
                               ERR_IGNORED);
}

static struct layout *foreign_decide(const struct foreign *foreign, struct err *err)
{
    enum parted_status status = foreign->reply.status;
    enum label_kind parted = label_kind_of_parted(foreign->reply.label);
    enum label_kind blkid = kind_of_blkid(foreign->table.kind);

    if (status == PARTED_READ && parted != LABEL_LOOP && !is_ours(parted))
        return foreign_of_parted(foreign, parted, err);
    if (foreign->table.count && !is_ours(blkid))
        return foreign_of_blkid(foreign, blkid, err);
    if (foreign->content.state == CONTENT_FOUND ||
        (status == PARTED_READ && parted == LABEL_LOOP))
        return foreign_of_content(foreign, err);
    if (foreign->table.kind[0] && !is_ours(blkid))
        return foreign_of_blkid(foreign, blkid, err);
    if (status == PARTED_CRASHED || status == PARTED_TIMEOUT || status == PARTED_MEMORY ||
        (status == PARTED_REFUSED && !is_ours(parted)))
        return foreign_refuse(&foreign->reply, err);
    return foreign_of_nothing(foreign, err);
}

/* Reads a table that libparted recognizes and refuses again, ignoring its objections: the
 * table is only displayed, together with the objection. */
static void reread_refused(struct store *store, struct foreign *foreign)
{
    struct parted_child *child;
    struct parted_reply reply;

    if (foreign->reply.status != PARTED_REFUSED)
        return;
    child = parted_start(store, foreign->limits, NULL, PARTED_IGNORE);
    parted_wait(child, &reply);
    parted_free(child);
    if (reply.status == PARTED_READ) {
        parted_reply_finish(&foreign->reply);
        foreign->reply = reply;
    } else {
        parted_reply_finish(&reply);
    }
}

struct layout *foreign_read(struct store *store, const struct limits *limits,
                            struct err *err)
{
    struct foreign foreign = { .limits = limits };
    struct parted_child *child = parted_start(store, limits, NULL, PARTED_CANCEL);
    struct layout *layout;

    /* libblkid reads while the child runs. */
    /* on failure the kind is empty */
    (void)blkid_table_read(store, limits, &foreign.table);
    /* on failure the state tells */
    (void)blkid_content_read(store, limits, &foreign.content);
    parted_wait(child, &foreign.reply);
    parted_free(child);
    reread_refused(store, &foreign);
    layout = foreign_of_ours(store, &foreign);
    layout = layout ? layout : foreign_decide(&foreign, err);
    parted_reply_finish(&foreign.reply);
    blkid_table_finish(&foreign.table);
    return layout;
}
