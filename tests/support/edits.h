/* SPDX-License-Identifier: GPL-3.0-or-later */
/* edits.h - disks with room to edit, edits carried out, tables as one line of text */
#ifndef ALIDADE_TESTS_EDITS_H
#define ALIDADE_TESTS_EDITS_H

#include "model/base/refusal.h"
#include "model/disk/layout.h"
#include "model/edit/edit.h"

/* A million sectors each, with free space between the partitions.  msdos: ext4 1, empty
 * 2, container 3 with empty 5 and 6 and ext4 7.  GPT: ext4 1, empty 2, swap 3, xfs 5. */
struct layout *edits_msdos(void);
struct layout *edits_gpt(void);
/* No table and nothing else on SIZE sectors of LOGICAL bytes. */
struct layout *edits_blank(uint64_t size, uint64_t logical);

/* LAYOUT (which passes to it) with a user, a content or a note. */
struct layout *edits_used(struct layout *layout, unsigned number, enum use_kind use,
                          const char *where);
struct layout *edits_filled(struct layout *layout, unsigned number,
                            enum content_state state, enum inside_kind kind,
                            uint64_t used_bytes);
/* The same for one without a signature. */
struct layout *edits_unsigned(struct layout *layout, unsigned number,
                              enum content_zeros zeros);
struct layout *edits_noted(struct layout *layout, enum note_id id);

/* EDIT with the id of partition NUMBER (0: as it is), and one to start from for what it
 * creates. */
struct edit edits_on(const struct layout *layout, struct edit edit, unsigned number);
/* What becomes of LAYOUT; the test fails where that is refused. */
struct layout *edits_do(const struct layout *layout, struct edit edit, unsigned number);
/* The test fails where EDIT is not refused for REFUSAL, or for a note whose id is REASON,
 * with a sentence that holds SENTENCE. */
void edits_refuse(const struct layout *layout, struct edit edit, unsigned number,
                  enum refusal refusal, const char *sentence);
void edits_refuse_as(const struct layout *layout, struct edit edit, unsigned number,
                     const char *reason, const char *sentence);

/* All but free space: "m 0+1, p1 63+100, x3 200+50, e 200+1, l5 263+10@200"; a logical
 * with the place of its EBR; free(). */
char *edits_table(const struct layout *layout);
/* The test fails where edits_table() is not TABLE. */
void edits_expect(const struct layout *layout, const char *table);

#endif
