/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kinds.h - the kinds of steps of a fix: how each is carried out and taken back
 *
 * A kind begins from any state that a cut has left of its step, and knows no other one.
 */
#ifndef ALIDADE_DEVICE_MOVE_STORE_KINDS_H
#define ALIDADE_DEVICE_MOVE_STORE_KINDS_H

#include "device/move/store/redo.h"
#include "model/move/data/guard_places.h"

/* What a step is doing. */
struct redo_task {
    const struct fix_kind *kind;
    const struct log_step *row;  /* of an exit the last one, or NULL */
    const struct fix_move *move; /* NULL: of a table */
    bool is_back;
    size_t position; /* of the table */
    unsigned stage;  /* of the kind; 0: it begins */
    uint64_t unit;   /* that is hashed next */

    struct shift_run run;
    uint64_t piece, count;  /* the next one, and their number in RUN */
    unsigned mark;          /* block of the next one */
    unsigned read, written; /* pieces that are in memory; of them, those moved */
};

/* Writes go to blocks of these sectors only. */
struct extent_list {
    struct shift_sectors *at; /* owned */
    size_t count;
};

struct fix_kind {
    const char *id;
    /* Before the first write: REDO_MORE if what is there is ours. */
    enum redo_state (*check)(struct redo *redo);
    /* A bounded part; REDO_NEXT when all is done, durably. */
    enum redo_state (*redo)(struct redo *redo);
    enum redo_state (*undo)(struct redo *redo);
    /* REDO_MORE, or REDO_COMMITTED; NULL: it always can. */
    enum redo_state (*can_undo)(struct redo *redo);
    /* Ends what was cut, before the head that goes back, and sets what of it has to;
     * NULL: nothing is to be done. */
    enum redo_state (*turn)(struct redo *redo, struct record_head *head);
    void (*extent)(const struct redo *redo, const struct log_step *row,
                   const struct fix_move *move, struct extent_list *list);
};

/* Stages of a SHIFT. */
enum { SHIFT_BEGIN, SHIFT_MOVE, SHIFT_COMPARE };

extern const struct fix_kind fix_kind_table;
extern const struct fix_kind fix_kind_bytes;
extern const struct fix_kind fix_kind_guard;
extern const struct fix_kind fix_kind_shift;
extern const struct fix_kind fix_kind_unguard;
extern const struct fix_kind fix_kind_exit; /* of no step: it ends the fix */

/* NULL: not known yet. */
const struct fix_kind *fix_kind_of(enum log_kind kind);
/* Sets *RET to the whole blocks that the fix may write, with those of pieces or without,
 * ascending and apart; returns their number.  The caller must free(). */
size_t extents_find(const struct redo *redo, bool has_pieces, struct fence_run **ret);

/* False if a move cannot be, or not with this journal, and MEMORY or what it needs. Sets
 * .buffer_bytes. */
bool redo_fits(struct redo *redo, size_t memory);

/* True if the content of MOVE is given up. */
bool redo_gives_up(const struct redo *redo, const struct fix_move *move);
/* Sets the error, if there is one. */
enum redo_state redo_result(struct redo *redo, int error, enum redo_state state);
int redo_read(struct redo *redo, uint64_t lba, uint64_t length, uint8_t *ret) MUST_USE;

/* --- tables --- */

/* Finds the position of the table among the states of the task, of which a step that does
 * not write it has one. */
enum redo_state kind_table_check(struct redo *redo);
/* The same for the states that were found: REDO_FOREIGN with .differences. */
enum redo_state kind_table_find(struct redo *redo);
enum redo_state kind_table_redo(struct redo *redo);
enum redo_state kind_table_undo(struct redo *redo);
void kind_table_extent(const struct redo *redo, const struct log_step *row,
                       const struct fix_move *move, struct extent_list *list);
void extent_list_add(struct extent_list *list, uint64_t lba, uint64_t length);

/* --- guards --- */

/* True if SECTOR is a guard of this fix. */
bool guard_is_own(const struct redo *redo, const uint8_t *sector,
                  struct record_guard *ret);
/* Writes the guard for AT; the same in each run and direction if IS_BACK is. */
void guard_put(const struct redo *redo, const struct fix_move *move,
               const struct guard_sector *at, bool is_back, uint8_t *ret);
/* Sets *RET to whether sector LBA is one. */
int guard_is_at(struct redo *redo, uint64_t lba, bool *ret) MUST_USE;
/* Makes the zones at PLACE guards; what is guarded already stays.  The other one restores
 * those that are guards, and only those.  EBADMSG: what is saved is not valid. */
int guards_write(struct redo *redo, const struct fix_move *move, uint64_t place) MUST_USE;
int guards_restore(struct redo *redo, const struct fix_move *move, uint64_t place,
                   bool has_magic) MUST_USE;
/* Makes all that are guards zeros, at both places: what is there is not whole. */
int guards_clear(struct redo *redo, const struct fix_move *move) MUST_USE;
/* REDO_FOREIGN if a sector of the zones at PLACE is neither a guard nor what is saved,
 * unless the content is given up. */
enum redo_state guards_check_zones(struct redo *redo, const struct fix_move *move,
                                   uint64_t place);
/* REDO_FOREIGN if that is so at both places: before data is moved on. */
enum redo_state guards_check_either(struct redo *redo, const struct fix_move *move);
/* REDO_COMMITTED if a sector of the zones at PLACE is no guard. */
enum redo_state guards_check_all(struct redo *redo, const struct fix_move *move,
                                 uint64_t place);
/* REDO_OTHER if a guard is where MOVE takes it, but for sectors FIRST to END: the disk is
 * newer than a journal that tells of no such piece. */
enum redo_state guards_check_unmoved(struct redo *redo, const struct fix_move *move,
                                     uint64_t first, uint64_t end);
/* REDO_OTHER if a move of the log has guards that its head cannot have written. */
enum redo_state guards_check_time(struct redo *redo);
/* REDO_FAILED or REDO_FOREIGN if a guard of this fix is left. */
enum redo_state guards_check_gone(struct redo *redo);

/* --- saved sectors --- */

/* Reads the zones from where the partition is, and writes them to the journal.  ESTALE: a
 * field with the start of the partition is not as the log has it. */
int saved_write(struct redo *redo, const struct fix_move *move) MUST_USE;
/* Reads them from the journal; EBADMSG: neither copy is valid. */
int saved_read(struct redo *redo, const struct fix_move *move) MUST_USE;
/* Returns the sector with INDEX, of a zone, as it has to be at PLACE. */
const uint8_t *saved_zone_sector(const struct redo *redo, const struct fix_move *move,
                                 uint64_t place, uint64_t index);

/* --- hashes of units --- */

/* Hashes one more unit of MOVE, where it was; REDO_NEXT: all are in the journal. */
enum redo_state units_make(struct redo *redo, const struct fix_move *move);
/* Compares one more unit of MOVE at PLACE; REDO_NEXT: all are as before, or unknown. */
enum redo_state units_compare(struct redo *redo, const struct fix_move *move,
                              uint64_t place);

/* The same, unless this run has compared MOVE at one of its ends already: a cut can come
 * between that and the table, and the disk be another one then. */
enum redo_state units_check(struct redo *redo, const struct fix_move *move,
                            uint64_t place);

/* True if the hashes are known, now and in what follows. */
bool units_load(struct redo *redo, const struct fix_move *move);
bool unit_is_as_before(const struct redo *redo, uint64_t unit, const uint8_t *bytes);
/* True for a run towards higher LBAs. */
bool run_goes_from_end(const struct redo *redo);

/* --- what is moved --- */

/* Reads the next COUNT pieces to memory, if they are not there: REDO_MORE. REDO_MISMATCH:
 * they are not what they were before the move. */
enum redo_state source_read(struct redo *redo, uint64_t count);
/* Returns where sector INDEX is in memory. */
const uint8_t *source_at(const struct redo *redo, uint64_t index);
/* The memory is used for something else; nothing is read any more. */
void source_forget(struct redo *redo);
/* True if units of SOURCE from FIRST to END, which are there, are as before. */
bool units_are_as_before(const struct redo *redo, const struct redo_source *source,
                         uint64_t first, uint64_t end);
/* Begins to read what comes behind what is in memory; AT_ONCE pieces are read at once. */
void ahead_start(struct redo *redo, uint64_t at_once);
/* Takes what was read, if it has PIECES. */
void ahead_take(struct redo *redo, struct shift_piece pieces);
void ahead_forget(struct redo *redo);
uint8_t *source_byte(const struct redo *redo, const struct redo_source *source,
                     uint64_t index);
bool source_has(const struct redo_source *source, struct shift_piece pieces);
/* Returns the units that PIECES need, and as many of those that come next as fit. */
struct shift_piece source_units(const struct redo *redo, struct shift_piece pieces);
/* Puts what FROM has of INDEXES to its place in TO, which can be the same. */
void source_keep(const struct redo *redo, const struct redo_source *from,
                 struct shift_piece indexes, struct redo_source *to);

/* --- pieces --- */

/* Finds the first piece that is not durable where it goes, from marks and slots: the next
 * piece of the task. */
enum redo_state pieces_find(struct redo *redo);
/* Moves one more piece; REDO_NEXT: all of the run are durable. */
enum redo_state pieces_move(struct redo *redo);
/* Writes BYTES to where PIECE goes. */
int piece_write(struct redo *redo, uint64_t piece, const uint8_t *bytes) MUST_USE;
/* Returns PIECE in memory: it was read. */
const uint8_t *piece_bytes(const struct redo *redo, uint64_t piece);
struct shift_sectors piece_source(const struct redo *redo, uint64_t piece);
struct shift_sectors piece_target(const struct redo *redo, uint64_t piece);
/* Returns the bytes of a slot of the ring for MOVE, in whole blocks. */
uint64_t slot_bytes(const struct redo *redo, const struct fix_move *move);
/* Writes a mark for the next piece, with the hashes of COUNT pieces in memory; it is
 * durable with the next flush. */
int mark_write(struct redo *redo, unsigned count) MUST_USE;
enum redo_state ring_find(struct redo *redo);
enum redo_state ring_move(struct redo *redo);

#endif
