#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Removes one rule of a fix at a time, and tells which of these changes the crash tests
notice.
"""
import mutate_rules

STORE = 'src/device/move/store/'
PUT, GUARDS, GUARD = STORE + 'put.c', STORE + 'guards.c', STORE + 'kind_guard.c'
PIECES, RING, SHIFT = STORE + 'pieces.c', STORE + 'ring.c', STORE + 'kind_shift.c'
REDO, HEADS, TABLE = STORE + 'redo.c', STORE + 'store.c', STORE + 'kind_table.c'
GROUP = 'src/model/move/data/fix_move.c'

GUARD_ORDER = '{ GUARD_MAGIC, GUARD_COPY, GUARD_ZONE,\n' \
              '                                             GUARD_LOWER };'
SAVED_ORDER = '{ GUARD_UPPER, GUARD_LOWER, GUARD_ZONE,\n' \
              '                                             GUARD_COPY, GUARD_MAGIC };'


def rule(name, file, old, new, why=None):
    return 'without ' + name, file, [(old, new)], why


CHANGES = [
    rule('the page', PUT, 'page->record.run_count ? page_write(store, page) : 0', '0'),
    rule('the flush of the page', PUT,
         'return fix_store_write_durably(store, store->head.areas[AREA_PAGE].offset,',
         'return fix_store_write(store, store->head.areas[AREA_PAGE].offset,'),
    rule('the flush of what the page protects', PUT,
         '    if (!error && page->record.run_count)\n'
         '        error = fix_store_flush(store);\n', ''),
    rule('the end of a page', PUT, 'error = page_drop(store);', 'error = 0;'),
    rule('the page at the ends of pieces', STORE + 'piece.c',
         '    if (count)\n        error = fix_store_put(redo->store, parts, count);\n',
         '    for (size_t i = 0; i < count && !error; i++)\n'
         '        error = disk->write(disk->context, parts[i].start * logical,\n'
         '                            parts[i].bytes, parts[i].length * logical);\n'),
    rule('mending', REDO, 'error = fix_store_mend(redo->store);', 'error = 0;'),
    rule('mending on the way back', REDO, '    if (!error)\n        error = fix_store_mend(',
         '    if (!error && redo->store->head.run.direction != RUN_BACK)\n'
         '        error = fix_store_mend('),
    rule('the flush of open', REDO, 'int error = fix_store_flush(redo->store);\n    if (!err',
         'int error = 0;\n    if (!err'),
    rule('the head that an error has left', REDO,
         '    if (!error)\n        fix_store_find_again(redo->store);\n', ''),
    rule('the page of a first sector that is written again', STORE + 'first.c',
         'return fix_store_put(redo->store, &run, 1);',
         'return disk->write(disk->context, 0, first->bytes, first->logical);'),
    rule('the flush before heads are read', HEADS, 'if (journal->flush(journal->context))',
         'if (0)', 'A killed program can leave'),
    rule('the head of a page', PUT, 'page->sequence != store->head.sequence', 'false',
         'of blocks that were written durably since'),

    rule('the magic sector first', GUARDS, GUARD_ORDER,
         '{ GUARD_COPY, GUARD_ZONE, GUARD_LOWER, GUARD_MAGIC };'),
    rule('copies before other zones', GUARDS, GUARD_ORDER,
         '{ GUARD_MAGIC, GUARD_ZONE, GUARD_COPY, GUARD_LOWER };'),
    rule('guards in front', GUARDS, GUARD_ORDER, '{ GUARD_MAGIC, GUARD_COPY, GUARD_ZONE };'),
    rule('the magic sector last', GUARDS, SAVED_ORDER,
         '{ GUARD_MAGIC, GUARD_UPPER, GUARD_LOWER, GUARD_ZONE, GUARD_COPY };'),
    rule('copies after other zones', GUARDS, SAVED_ORDER,
         '{ GUARD_UPPER, GUARD_LOWER, GUARD_COPY, GUARD_ZONE, GUARD_MAGIC };'),
    rule('removing guards in front', GUARDS, SAVED_ORDER,
         '{ GUARD_UPPER, GUARD_ZONE, GUARD_COPY, GUARD_MAGIC };'),
    rule('removing guards behind', GUARDS, SAVED_ORDER,
         '{ GUARD_LOWER, GUARD_ZONE, GUARD_COPY, GUARD_MAGIC };'),
    rule('saving again', GUARD, 'error = saved_write(redo, move);',
         'error = saved_read(redo, move) ? saved_write(redo, move) : 0;'),
    rule('restoring before saving again', GUARD,
         'error = guards_restore(redo, move, move->shift.from, false);', 'error = 0;'),
    rule('a newer disk before the data', GUARDS, '? guards_check_unmoved(redo, now, 0, 0)',
         '? REDO_MORE'),
    rule('a newer disk when it turns', SHIFT,
         '? guards_check_unmoved(redo, task->move, back.first, back.end)', '? REDO_MORE'),
    rule('the end of a way back', GUARD,
         'redo_result(redo, error, is_guard ? REDO_MORE : REDO_COMMITTED)',
         'redo_result(redo, error, REDO_MORE)'),
    rule('looking for what is left', STORE + 'kind_exit.c', 'state = guards_check_gone(redo);',
         'state = REDO_MORE;'),

    ('the guards go before the table leads to the new place', GROUP,
     [('    step.kind = LOG_UNGUARD;\n    log_build_step(build, &step, params, count);\n',
       ''),
      ('    if (!log_build_plan(build, &table, after, err))\n        return false;\n',
       '    step.kind = LOG_UNGUARD;\n    log_build_step(build, &step, params, count);\n'
       '    if (!log_build_plan(build, &table, after, err))\n        return false;\n')],
     None),
    rule('the position of the table', TABLE, 'size_t j = redo->task->position;',
         'size_t j = 0;'),

    rule('marks in turn', PIECES, 'redo->task->mark = 1 - block;',
         'redo->task->mark = block;'),
    rule('turns of a run', PIECES, '    task->mark = 1 - task->mark;\n', ''),
    rule('steps of marks', PIECES, 'ret->step == redo->store->head.run.step &&\n', ''),
    rule('directions of marks', PIECES, 'ret->is_back == redo->task->is_back', 'true'),
    rule('steps of slots', RING, 'slot.step != store->head.run.step ||\n', ''),
    rule('directions of slots', RING, 'slot.is_back != redo->task->is_back', 'false'),
    rule('clearing damaged slots', RING, 'if (!(ring->bad >> i & 1))', 'if (true)'),
    rule('the flush of a slot', RING,
         'error = slot_write(redo, bytes);\n    if (!error)\n'
         '        error = fix_store_flush(redo->store);',
         'error = slot_write(redo, bytes);'),
    rule('the flush of what is replayed', RING,
         'return error ? error : fix_store_flush(redo->store);', 'return error;'),
    rule('the flush of a piece', PIECES,
         'error = piece_write(redo, task->piece, piece_bytes(redo, task->piece));\n    if (!error)\n'
         '        error = fix_store_flush(redo->store);',
         'error = piece_write(redo, task->piece, piece_bytes(redo, task->piece));'),
    rule('the flush of the last piece', PIECES,
         'redo_result(redo, fix_store_flush(redo->store), REDO_NEXT)', 'REDO_NEXT'),
    rule('the flush before a mark of zeros', PIECES,
         'int error = fix_store_flush(redo->store);\n\n    redo->task->piece', 
         'int error = 0;\n\n    redo->task->piece'),
    rule('the flush of a mark of zeros', PIECES,
         'return error ? error : fix_store_flush(redo->store);\n}\n\nstatic enum redo_state hole_read',
         'return error;\n}\n\nstatic enum redo_state hole_read'),
    rule('finishing the piece that was cut', SHIFT,
         '        task->piece < task->count)\n        state = finish_piece(redo);',
         '        task->piece < task->count)\n        state = REDO_MORE;'),
    rule('all that goes back of a complete step', REDO, 'head->back_end = row->length;', ';'),

    rule('the flush of the log', HEADS,
         'error = fix_store_write_durably(store, store->head.areas[copy].offset, bytes);',
         'error = fix_store_write(store, store->head.areas[copy].offset, bytes);',
         'Before a fix these flushes are'),
    rule('the flush of a head', HEADS,
         'fix_store_write_durably(store, sequence % 2 * block, RECORD_HEAD_BYTES);',
         'fix_store_write(store, sequence % 2 * block, RECORD_HEAD_BYTES);'),
    rule('heads in turn', HEADS,
         'fix_store_write_durably(store, sequence % 2 * block, RECORD_HEAD_BYTES);',
         'fix_store_write_durably(store, 0, RECORD_HEAD_BYTES);'),
    rule('the head of the end', REDO, '    struct record_head head = next_head(redo, run_order_next',
         '    if (run.direction == RUN_EXIT)\n'
         '        return redo_result(redo, fix_store_clear_heads(redo->store), REDO_ENDED);\n'
         '    struct record_head head = next_head(redo, run_order_next'),
]

if __name__ == '__main__':
    mutate_rules.CHANGES = CHANGES
    mutate_rules.FLUSHES = {PUT: ('fix_store_flush(', 2), RING: ('fix_store_flush(', 2),
                            PIECES: ('fix_store_flush(', 4), SHIFT: ('fix_store_flush(', 1),
                            REDO: ('fix_store_flush(', 1)}
    mutate_rules.TESTS = [('tests/device/test_fix_store', ('a_page_ends',), {}),
                          ('tests/device/test_fix_data', ('a_journal_', ), {}),
                          ('tests/device/test_fix_again',
                           ('a_cut_after', 'a_first_sector', 'a_guard_is_left'), {}),
                          ('tests/device/prop_redo', ('a_fix_of_tables',), {}),
                          ('tests/device/prop_fix', ('no_cut_of_a_fix',),
                           {'ALIDADE_FIX_ROUNDS': '24'})]
    mutate_rules.main(__doc__)
