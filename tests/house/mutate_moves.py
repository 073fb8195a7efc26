#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Leaves out each flush of a move, exchanges each two writes that a flush separates, and
tells which of these changes the crash tests notice.

Works on a copy of the tree, one change at a time.  Writes that no flush separates may
reach the disk in any order: to exchange them changes nothing.  A change that is not
noticed must be explained beside it in the source, by the words in its last column; the
program fails if another one is not noticed, or if there is a flush without a change.
"""
import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from mutate import ROOT, copy_tree, run_quiet

STEPS = 'src/model/move/shift/shift_steps.c'
RECOVER = 'src/model/move/shift/shift_recover.c'
JOURNAL = 'src/device/move/journal/journal.c'
MOVER = 'src/device/move/mover/mover_steps.c'
TABLE = 'src/device/move/fixing/moving_table.c'
SINK = 'src/device/io/sink.c'
BLOCKS = 'src/device/move/fixing/fixing_table.c'

FLUSH = '        shift_give_flush(m);\n'
SKIP = '        m->at++;\n'


def left_out(name, file, head, why=None, condition=None):
    """The flush after HEAD, or only where CONDITION holds."""
    skip = SKIP if condition is None else \
        f'        if ({condition}) m->at++; else shift_give_flush(m);\n'
    return 'without ' + name, file, [(head + FLUSH, head + skip)], why


# Name, file, what is replaced by what, and the words of the reason if nothing notices it.
CHANGES = [
    left_out('the flush of what is saved', STEPS,
             '    else if (m->at <= 3)\n', 'The\n * first flush is for the mover',
             'm->at == 1'),
    left_out('the flush of the first record', STEPS, '    else if (m->at <= 3)\n', None,
             'm->at == 3'),
    left_out('the flush of the first guard', STEPS,
             '    else if (m->at == 1 || (copies && m->at == copies + 2))\n', None,
             'm->at == 1'),
    left_out('the flush of the guards of copies', STEPS,
             '    else if (m->at == 1 || (copies && m->at == copies + 2))\n', None,
             'm->at != 1'),
    left_out('the flush of all guards', STEPS,
             '    else if (number == guards + slots)\n'),
    left_out('the flush of the record before pieces', STEPS,
             'shift_give_record(m, SHIFT_MOVING, 0);\n    else if (m->at == 1)\n'),
    left_out('the flush of each piece', STEPS, '    else if (at % 2)\n'),
    left_out('the flush of each slot', STEPS, '    case 2:\n'),
    left_out('the flush before zeros are passed over', STEPS,
             '        m->skipped = m->answer_piece < left ? m->answer_piece : left;\n'),
    left_out('the flush of the record of zeros', STEPS, '    } else if (m->at == 2) {\n'),
    left_out('the flush of the last piece', STEPS, '    case 0:\n    case 3:\n', None,
             'm->at == 0'),
    left_out('the flush of the final record', STEPS, '    case 0:\n    case 3:\n', None,
             'm->at == 3'),
    left_out('the flush of the zones that are no copies', STEPS,
             '    else if (at == others + 1)\n'),
    left_out('the flush of zones', STEPS, '    else if (m->at <= writes + 2)\n', None,
             'm->at == writes'),
    left_out('the flush of the magic sector', STEPS, '    else if (m->at <= writes + 2)\n',
             None, 'm->at != writes'),
    left_out('the flush of a table that was restored', STEPS,
             '    else if (m->at == mends && m->is_table_mended)\n'),
    left_out('the flush of the last record', STEPS,
             'shift_give_record(m, SHIFT_COMPLETE, 0);\n    else if (m->at == 1)\n',
             None),
    left_out('the first flush of a recovery', RECOVER, '    if (m->at == 0)\n'),
    left_out('the flush of what is replayed', RECOVER, '    } else if (m->at % 2 == 0) {\n'),
    left_out('the flush of guards before turning', RECOVER,
             '    else if (at == writes)\n', 'The last flush is for a table'),
    left_out('the flush of the copies before turning', RECOVER,
             '    if (copies && m->at == copies)\n'),
    left_out('the flush of the border', RECOVER, '    else if (at == 1)\n'),
    ('without the flush of cleared progress', JOURNAL,
     [('progress_at(journal->plan->spot.block, slot));\n'
       '    return error ? error : journal_flush(journal);',
       'progress_at(journal->plan->spot.block, slot));\n    return error;')], None),
    *[(f'without the flush of {name}', JOURNAL,
       [('        error = journal_flush(journal);\n',
         f'        error = at == {at} ? 0 : journal_flush(journal);\n')], why)
      for name, at, why in (
          ('the first plan', '0', 'Either copy'),
          ('the second plan', 'journal_plan_at(journal->plan->spot.block, 1)',
           'Either copy'),
          ('the first saved copy', 'journal->plan->saved[0].offset', 'Either copy'),
          ('the second saved copy', 'journal->plan->saved[1].offset', 'Either copy'))],
    ('without all flushes of plans and saved copies', JOURNAL,
     [('        error = journal_flush(journal);\n', '        error = 0;\n')], None),
    ('without flushes of the disk', MOVER,
     [('int error = flush_sink(m->request.disk);', 'int error = 0;')], None),
    ('without flushes of another disk with the journal', MOVER,
     [('    return flush_sink(journal->sink);', '    return 0;')], None),
    ('without the flush of a table that needs no change', TABLE,
     [('plan->count ? 0 : sink->flush(sink->context)', '0')],
     'In a recovery its first flush'),
    ('without flushes within a table', SINK,
     [('        error = sink->flush(sink->context);\n        if (error)\n'
       '            return fail_flush',
       '        error = i + 1 < plan->count ? 0 : sink->flush(sink->context);\n'
       '        if (error)\n            return fail_flush')], None),
    ('without the last flush of a table', SINK,
     [('        error = sink->flush(sink->context);\n        if (error)\n'
       '            return fail_flush',
       '        error = i + 1 == plan->count ? 0 : sink->flush(sink->context);\n'
       '        if (error)\n            return fail_flush')], None),

    ('without the flush of a write before the next one is saved', BLOCKS,
     [('        error = fixing->disk.table.flush(fixing);\n', '        error = 0;\n')], None),
    ('without the flush of the mended table', BLOCKS,
     [('        error = fixing->disk.pages.flush(fixing->disk.pages.context);\n',
       '        error = 0;\n')], None),
    ('without the flush of a first sector that is written again', BLOCKS,
     [('error ? error : fixing->disk.pages.flush(fixing->disk.pages.context);\n',
       'error;\n')], None),
    ('without the flush of what is mended beside a move', BLOCKS,
     [('               : fixing->disk.pages.flush(fixing->disk.pages.context);\n',
       '               : 0;\n')], None),

    ('first record before what is saved', STEPS,
     [('    if (m->at == 0)\n        shift_give(m, SHIFT_SAVE,',
       '    if (m->at == 2)\n        shift_give(m, SHIFT_SAVE,'),
      ('    else if (m->at == 2)\n        shift_give_record(m, SHIFT_SAVED, 0);',
       '    else if (m->at == 0)\n        shift_give_record(m, SHIFT_SAVED, 0);')], None),
    ('guards before the first record', STEPS,
     [('    else if (m->at == 2)\n        shift_give_record(m, SHIFT_SAVED, 0);\n',
       '    else if (m->at == 2)\n        shift_give_zones(m, SHIFT_WRITE_MAGIC_GUARD, '
       'm->shift->from,\n                         shift_magic_at(m->shift, '
       'm->shift->from));\n'),
      ('    if (m->at == 0)\n        shift_give_zones(m, SHIFT_WRITE_MAGIC_GUARD, '
       'shift->from,\n                         shift_magic_at(shift, shift->from));\n',
       '    if (m->at == 0)\n        shift_give_record(m, SHIFT_SAVED, 0);\n')], None),
    ('other guards with the first one', STEPS,
     [('    if (m->at == 0)\n        shift_give_zones(m, SHIFT_WRITE_MAGIC_GUARD, '
       'shift->from,\n                         shift_magic_at(shift, shift->from));\n',
       '    if (m->at == 0)\n        m->at++;\n')], None),
    ('envelope before guards', STEPS,
     [('    else\n        shift_go(m, SHIFTING_GUARD);\n',
       '    else\n        shift_go_label(m, SHIFT_LABEL_ENVELOPE, m->shift->from, '
       'SHIFTING_GUARD);\n')], None),
    ('record of pieces before the envelope', STEPS,
     [('    else\n        shift_go_label(m, SHIFT_LABEL_ENVELOPE, shift->from, '
       'SHIFTING_ENVELOPE);\n',
       '    else if (number == guards + slots + 1)\n'
       '        shift_give_record(m, SHIFT_MOVING, 0);\n'
       '    else if (number == guards + slots + 2)\n        shift_give_flush(m);\n'
       '    else\n        shift_go_label(m, SHIFT_LABEL_ENVELOPE, shift->from, '
       'SHIFTING_ENVELOPE);\n')], None),
    ('first piece before the record of pieces', STEPS,
     [('    else if (m->at == m->read)\n        shift_give_record(m, SHIFT_MOVING, '
       'm->read);\n    else if (at % 2)\n        shift_give_flush(m);\n'
       '    else if (at / 2 < m->read)\n'
       '        shift_give_piece(m, m->piece + at / 2, at / 2);\n',
       '    else if (m->at == m->read)\n        shift_give_piece(m, m->piece, 0);\n'
       '    else if (m->at == m->read + 2)\n'
       '        shift_give_record(m, SHIFT_MOVING, m->read);\n'
       '    else if (m->at == m->read + 1 || (at - 2) % 2)\n        shift_give_flush(m);\n'
       '    else if ((at - 2) / 2 + 1 < m->read)\n        shift_give_piece(m, m->piece + '
       '(at - 2) / 2 + 1, (at - 2) / 2 + 1);\n')], None),
    ('a piece before its slot', STEPS,
     [('    case 1:\n        shift_give_step(m, (struct shift_step){ .op = SHIFT_SLOT,',
       '    case 3:\n        shift_give_step(m, (struct shift_step){ .op = SHIFT_SLOT,'),
      ('    case 3:\n        shift_give_piece(m, m->piece, 0);',
       '    case 1:\n        shift_give_piece(m, m->piece, 0);')], None),
    ('new table before the final record', STEPS,
     [('            shift_give_record(m, SHIFT_FINAL, 0);\n',
       '            shift_go_label(m, m->run.is_back ? SHIFT_LABEL_OLD : SHIFT_LABEL_NEW, '
       'place, SHIFTING_ZONES);\n'),
      ('    if (m->at < writes)\n        give_zone_in_order(m, place, m->at);',
       '    if (m->at == 0) { shift_give_record(m, SHIFT_FINAL, 0); return; }\n'
       '    if (m->at == 1) { shift_give_flush(m); return; }\n    m->at -= 2;\n'
       '    if (m->at < writes)\n        give_zone_in_order(m, place, m->at);'),
      ('        shift_give_flush(m);\n    else\n        shift_go(m, SHIFTING_COMPLETE);\n}',
       '        shift_give_flush(m);\n    else {\n        shift_go(m, SHIFTING_COMPLETE);\n'
       '        return;\n    }\n    m->at += 2;\n}')], None),
    ('zones before the new table', STEPS,
     [('    default:\n        shift_go_final(m);\n',
       '    default:\n        shift_go(m, SHIFTING_ZONES);\n'),
      ('        shift_give_flush(m);\n    else\n        shift_go(m, SHIFTING_COMPLETE);\n}',
       '        shift_give_flush(m);\n    else\n        shift_go_label(m, m->run.is_back ? '
       'SHIFT_LABEL_OLD : SHIFT_LABEL_NEW, place, SHIFTING_COMPLETE);\n}')], None),
    ('magic sector with the zones', STEPS,
     [('        shift_give_zones(m, SHIFT_WRITE_MAGIC_GUARD, place,\n'
       '                         shift_zone_at(m->shift, place, number));',
       '        shift_give_zones(m, SHIFT_WRITE_TRUE, place,\n'
       '                         shift_zone_at(m->shift, place, number));')], None),
    ('last record before the magic sector', STEPS,
     [('    else if (m->at <= writes + 2)\n        shift_give_flush(m);\n',
       '    else if (m->at == writes)\n        shift_give_record(m, SHIFT_COMPLETE, 0);\n'
       '    else if (m->at <= writes + 2)\n        shift_give_flush(m);\n')], None),
    ('last slot replayed first', RECOVER,
     [('m->slots[i].slot);', 'm->slots[m->slot_count - 1 - i].slot);'),
      ('shift_give_piece(m, m->slots[i].piece, 0);',
       'shift_give_piece(m, m->slots[m->slot_count - 1 - i].piece, 0);')],
     'to write a piece twice is harmless'),
    ('envelope before guards at the new place', RECOVER,
     [('        shift_go(m, SHIFTING_GUARD_NEW);\n',
       '        shift_go_label(m, SHIFT_LABEL_ENVELOPE, m->shift->to, '
       'SHIFTING_GUARD_NEW);\n'),
      ('        shift_go_label(m, SHIFT_LABEL_ENVELOPE, shift->to, SHIFTING_TURN);',
       '        shift_go(m, SHIFTING_TURN);')], None),
    ('free space is not restored', STEPS,
     [('m->shift->from, SHIFTING_RESTORE);', 'm->shift->from, SHIFTING_ZONES);')], None),
    ('guards stay at the old place', STEPS,
     [('m->shift->to, SHIFTING_LEAVE);', 'm->shift->to, SHIFTING_ZONES);')], None),
    ('no guards at the old place on the way back', RECOVER,
     [('        shift_guard_left(m, at - zones);\n', SKIP)], None),
    ('guards in a mended block of the table', STEPS,
     [('is_end ? SHIFT_WRITE_MAGIC_GUARD : SHIFT_WRITE_GUARDS,', 'SHIFT_WRITE_GUARDS,')],
     None),
    ('a copy of the header in a mended block of the table', STEPS,
     [('m->label != SHIFT_LABEL_ENVELOPE &&\n'
       '                  shift_has_other_zone(m->shift, m->label_place, at);',
       'm->label != SHIFT_LABEL_ENVELOPE;')], None),
    ('the table is mended before a move too', BLOCKS,
     [(' && !fixing->found.has_record && !error; i++)', ' && !error; i++)')], None),
    ('plans before progress is cleared', JOURNAL,
     [('    int error = journal_clear_progress(journal);\n', '    int error = 0;\n'),
      ('    journal->sequence = 0;\n    return error;\n}\n',
       '    journal->sequence = 0;\n'
       '    return error ? error : journal_clear_progress(journal);\n'
       '}\n')], None),
]

# Flushes that are in one of these, after the last move those of journal_clear_plan() and
# journal_clear_areas(), and the one that lets flushes of the table through: so many in
# each file.
FLUSHES = {STEPS: ('shift_give_flush(m);', 13), RECOVER: ('shift_give_flush(m);', 5),
           JOURNAL: ('journal_flush(journal);', 4), MOVER: ('flush_sink(', 3),
           TABLE: ('sink->flush(', 1), SINK: ('sink->flush(', 1), BLOCKS: ('.flush(', 5)}
# The order of the tests, with what makes them stop at the first loss.
TESTS = [('tests/device/test_fixing_table', ('durable', 'itself', 'beside'), {}),
         ('tests/model/test_shift_steps', ('copies_of_the_header', 'guards_at_the_old'), {}),
         ('tests/model/prop_shift', ('no_cut_loses',), {'ALIDADE_SHIFT_ROUNDS': '12'}),
         ('tests/device/prop_mover', ('no_cut_of_a_real', 'a_restored_copy', 'a_plan_that'),
          {'ALIDADE_MOVER_ROUNDS': '32'})]
# What fails because there are fewer rounds, or none after the first loss.
FEW = ('totals.modes', 'totals.off_grid', 'totals.finished', 'totals.rolled_back')


def check_list(root):
    """What would be left out of a run: sentences."""
    wrong = []
    for file, (words, count) in FLUSHES.items():
        if (root / file).read_text().count(words) != count:
            wrong.append(f'{file}: not {count} times "{words}": list its changes')
    for name, file, edits, why in CHANGES:
        text = (root / file).read_text()
        wrong += [f'{name}: not once in {file}: {old!r}' for old, _ in edits
                  if text.count(old) != 1]
        if why and why not in text:
            wrong.append(f'{name}: {file} does not explain it: {why!r}')
    return wrong


def noticed_by(build, test, claims, given):
    env = dict(os.environ, ALIDADE_STOPS='1', CK_DEFAULT_TIMEOUT='900', LC_ALL='C.UTF-8',
               **given)
    done = subprocess.run([build / test], env=env, capture_output=True, text=True,
                          check=False)
    lines = [line for line in done.stdout.splitlines()
             if line.startswith('not ok') and any(claim in line for claim in claims) and
             not any(words in line for words in FEW)]
    return bool(lines) or '1..' not in done.stdout


def attempt(tree, build, change):
    """The tests that notice CHANGE; "" is none."""
    path, edits = tree / change[1], change[2]
    original = path.read_text()
    text = original
    for old, new in edits:
        text = text.replace(old, new)
    path.write_text(text)
    try:
        run_quiet(['ninja', '-C', build] + [test for test, _, _ in TESTS], tree)
        return ', '.join(Path(test).name for test, claims, given in TESTS
                         if noticed_by(build, test, claims, given))
    finally:
        path.write_text(original)


def run(tree, names):
    copy_tree(ROOT, tree)
    build = tree / 'build'
    if not (build / 'build.ninja').exists():
        run_quiet(['meson', 'setup', build, '-Dtests=enabled', '-Dnls=false',
                   '-Db_lundef=false'], tree)
    run_quiet(['ninja', '-C', build] + [test for test, _, _ in TESTS], tree)
    for test, claims, given in TESTS:
        if noticed_by(build, test, claims, given):
            sys.exit(f'{test} fails without any change')
    tried = survived = bad = 0
    for change in CHANGES:
        if names and not any(name in change[0] for name in names):
            continue
        who = attempt(tree, build, change)
        tried += 1
        survived += not who
        bad += not who and not change[3]
        note = who or ('explained: ' + ' '.join(change[3].split()) if change[3]
                       else 'NOT NOTICED')
        print(f'{change[0]:52} {note}', flush=True)
    print(f'{tried} changes, {tried - survived} noticed, {survived - bad} explained in '
          f'the source, {bad} neither')
    return 1 if bad else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('names', nargs='*', help='only changes whose names have them')
    parser.add_argument('--tree', type=Path, help='folder of the copy, kept for next time')
    parser.add_argument('--check-list', action='store_true',
                        help='only see that all changes can be made')
    options = parser.parse_args()
    wrong = check_list(ROOT)
    if wrong or options.check_list:
        sys.exit('\n'.join(wrong) or 0)
    if options.tree:
        options.tree.mkdir(parents=True, exist_ok=True)
        sys.exit(run(options.tree.resolve(), options.names))
    with tempfile.TemporaryDirectory(prefix='alidade-mutate-moves-') as name:
        sys.exit(run(Path(name), options.names))


if __name__ == '__main__':
    main()
