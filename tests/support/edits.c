/* SPDX-License-Identifier: GPL-3.0-or-later */
/* edits.c - disks with room to edit, edits carried out, tables as one line of text */
#include "support/edits.h"

#include <check.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/base/str.h"
#include "support/disks.h"

#define PART(what, n, from, sectors, ...)                                                \
    {                                                                                    \
        .kind = EXTENT_##what, .number = n, .start = from, .length = sectors,            \
        __VA_ARGS__                                                                      \
    }
#define EBR(lba)                                                                         \
    {                                                                                    \
        .kind = EXTENT_METADATA, .role = ROLE_EBR, .start = lba, .length = 1             \
    }

static const struct disks_part msdos[] = {
    PART(PARTITION, 1, 2048, 100000, .inside = INSIDE_EXT, .is_bootable = true),
    PART(PARTITION, 2, 204800, 10000),
    PART(EXTENDED, 3, 300000, 400000),
    EBR(300000),
    PART(LOGICAL, 5, 302048, 50000),
    EBR(397952),
    PART(LOGICAL, 6, 400000, 50000),
    EBR(497952),
    PART(LOGICAL, 7, 500000, 50000, .inside = INSIDE_EXT),
};

static const struct disks_part gpt[] = {
    PART(PARTITION, 1, 2048, 100000, .inside = INSIDE_EXT),
    PART(PARTITION, 2, 204800, 10000),
    PART(PARTITION, 3, 300000, 50000, .inside = INSIDE_SWAP),
    PART(PARTITION, 5, 400000, 5000, .inside = INSIDE_XFS),
};

struct layout *edits_msdos(void)
{
    struct disks_spec spec = {
        .size = 1000000, .label = LABEL_MSDOS, .parts = msdos, .count = ARRAY_SIZE(msdos)
    };

    return disks_build(&spec);
}

struct layout *edits_gpt(void)
{
    struct disks_spec spec = {
        .size = 1000000, .label = LABEL_GPT, .parts = gpt, .count = ARRAY_SIZE(gpt)
    };

    return disks_build(&spec);
}

struct layout *edits_blank(uint64_t size, uint64_t logical)
{
    struct disks_spec spec = { .size = size, .logical = logical, .label = LABEL_NONE };

    return disks_build(&spec);
}

/* LAYOUT passes to it. */
static struct layout_builder *builder_of(struct layout *layout)
{
    struct layout_builder *builder = layout_builder_from(layout);

    layout_unref(layout);
    return builder;
}

struct layout *edits_used(struct layout *layout, unsigned number, enum use_kind use,
                          const char *where)
{
    uint32_t id = layout_find_number(layout, number)->id;
    CLEANUP(layout_builder_freep) struct layout_builder *builder = builder_of(layout);
    struct extent *extent = layout_builder_find(builder, id);

    extent->use.kind = use;
    copy_text(extent->use.where, sizeof(extent->use.where), where);
    return layout_builder_refinish(builder);
}

struct layout *edits_filled(struct layout *layout, unsigned number,
                            enum content_state state, enum inside_kind kind,
                            uint64_t used_bytes)
{
    uint32_t id = layout_find_number(layout, number)->id;
    CLEANUP(layout_builder_freep) struct layout_builder *builder = builder_of(layout);
    struct extent *extent = layout_builder_find(builder, id);

    extent->content = disks_content(kind, NULL);
    extent->content.state = state;
    extent->content.inside.used = used_bytes;
    return layout_builder_refinish(builder);
}

struct layout *edits_unsigned(struct layout *layout, unsigned number,
                              enum content_zeros zeros)
{
    uint32_t id = layout_find_number(layout, number)->id;
    CLEANUP(layout_builder_freep) struct layout_builder *builder = builder_of(layout);

    layout_builder_find(builder, id)->content =
        (struct content){ .state = CONTENT_NONE, .zeros = zeros };
    return layout_builder_refinish(builder);
}

struct layout *edits_noted(struct layout *layout, enum note_id id)
{
    CLEANUP(layout_builder_freep) struct layout_builder *builder = builder_of(layout);

    layout_builder_note(builder, id, "Note %s.", note_id_text(id));
    return layout_builder_refinish(builder);
}

struct edit edits_on(const struct layout *layout, struct edit edit, unsigned number)
{
    if (number) {
        ck_assert_ptr_nonnull(layout_find_number(layout, number));
        edit.id = layout_find_number(layout, number)->id;
    }
    edit.seed = (struct guid_source){ { 3, 1, 4, 1 } };
    return edit;
}

struct layout *edits_do(const struct layout *layout, struct edit edit, unsigned number)
{
    struct edit whole = edits_on(layout, edit, number);
    struct err err = { 0 };
    struct layout *after = edit_apply(layout, &whole, &err);

    ck_assert_msg(after != NULL, "refused: %s", err.text);
    return after;
}

void edits_refuse_as(const struct layout *layout, struct edit edit, unsigned number,
                     const char *reason, const char *sentence)
{
    struct edit whole = edits_on(layout, edit, number);
    struct err err = { 0 };

    ck_assert_msg(!edit_apply(layout, &whole, &err), "not refused: %s", sentence);
    ck_assert_int_eq(err.code, ERR_REFUSED);
    ck_assert_msg(strstr(err.text, sentence), "\"%s\" is not in \"%s\"", sentence,
                  err.text);
    ck_assert_str_eq(err.reason, reason);
}

void edits_refuse(const struct layout *layout, struct edit edit, unsigned number,
                  enum refusal refusal, const char *sentence)
{
    edits_refuse_as(layout, edit, number, refusal_id(refusal), sentence);
}

char *edits_table(const struct layout *layout)
{
    static const char letters[EXTENT_KIND_COUNT] = { '-', 'm', 'p', 'x', 'l', 's' };
    struct str text = { 0 };

    for (size_t i = 0; i < layout_count(layout); i++) {
        const struct extent *extent = layout_at(layout, i);
        const struct extent *ebr = layout_find(layout, extent->ebr);
        bool is_link = extent->role == ROLE_EBR;
        if (extent->kind == EXTENT_FREE)
            continue;
        str_printf(&text, "%s%c", text.length ? ", " : "",
                   is_link ? 'e' : letters[extent->kind]);
        if (extent->number)
            str_printf(&text, "%u", extent->number);
        str_printf(&text, " %llu+%llu", (unsigned long long)extent->start,
                   (unsigned long long)extent->length);
        if (ebr)
            str_printf(&text, "@%llu", (unsigned long long)ebr->start);
    }
    return str_take(&text);
}

void edits_expect(const struct layout *layout, const char *table)
{
    CLEANUP(freep) char *text = edits_table(layout);

    ck_assert_str_eq(text, table);
}
