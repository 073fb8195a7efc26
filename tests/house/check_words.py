#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""check_words.py TOP - plain English in the comments and names of src and ui, and one kind
of quotation marks

Refuses phrases in comments (also in those of tests), words in identifiers, and functions
(statics too) that two files define by the same name.  Of texts in string literals only
the quotation marks are read: 'these' in sentences, and each language's own in po.
TOP --self-test runs the rules on a bad sample instead; each of them has to fail there.
"""
import re
import sys
from pathlib import Path

# A phrase, what to write instead, and a comment that has to be refused.
PHRASES = [
    (r'by chance', 'random, or arbitrary', 'at places by chance'),
    (r'anew', 'again, or created again', 'written anew'),
    (r'nobody|somebody', 'no other program, or not used', 'nobody waits'),
    (r'(the|a|each|one|of) rooms?|rooms? for|there is room', 'module, folder, free space',
     'the files of the room'),
    (r'floors?|houses?', 'folder, or layer', 'no floor below'),
    (r'it says whose|says? of|(is|are) said|said (of|by|to)', 'describes, or reports',
     'nothing to be said of it'),
    (r'what .* says\b', 'the layout of, according to',
     'what the backup of a GPT says whose copies differ'),
    (r'one word alone|word alone', 'only one', 'where there is one word alone'),
    (r'as good as', 'reused, or equivalent', 'its length is as good as ours'),
    (r'on the medium', 'durable', 'each on the medium before the next'),
    (r'(stands?|stood) before it|this is not the drive', 'this is an image file ...',
     'a loop or a mapped device stands before it'),
    (r'is sound|was sound', 'valid, or no errors found', 'the table is sound'),
    (r'comes? to an end', 'finishes', 'libparted does not come to an end with it'),
    (r'shall', 'is to, or the planned', 'as it shall be'),
    (r'who looks|whoever|who drew', 'a program that', 'who looks for one'),
    (r'for a while|a moment ago', 'temporarily', 'elsewhere for a while'),
    (r'kin', 'similar', 'its older kin'),
    (r'(gives?|given|giving) (it|them) up', 'removes, or the user accepts the loss',
     'before it gives it up'),
    (r'only hands the buffer back', 'returns the buffer', 'only hands the buffer back'),
    (r'MOST|LEAST', 'MAX, MIN', 'at most MOST bytes'),
    (r'clang-format off.*clang-format on', 'lay out as clang-format does',
     'clang-format off clang-format on'),
]

# Parts of identifiers, and whole names of functions.
PARTS = {'MOST', 'LEAST', 'most', 'least', 'anew', 'dress', 'fate', 'fates', 'fulfil',
         'lessen', 'lessened', 'mood', 'nobody', 'window'}
NAMES = {'put_said', 'is_as', 'fulfil', 'look', 'keep', 'say', 'tell', 'take', 'make',
         'put', 'find', 'work', 'open', 'run'}

SENTENCE = re.compile(r'(?<!\w)(?:_|N_|ngettext)\((?:\s*,?\s*"(?:\\.|[^"\\\n])*")+')
TRANSLATED = re.compile(r'^msgstr(?:\[\d\])? (?:"(?:\\.|[^"\\\n])*"\n)+', re.M)
ENGLISH_QUOTES = re.compile(r"""\\"|(?<![A-Za-z])'[^']+'(?![a-z])""")
OWN_QUOTES = {'de': '„“', 'zh_CN': '“”'}

TOKEN = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|/\*.*?\*/|//[^\n]*', re.S)
FUNCTION = re.compile(
    r'^(?:[A-Za-z_][\w ]*?[ *]+)\**([a-z_]\w*)\((?:[^;{}]|\n)*?\)\s*\n\{', re.M)
RULES = [(re.compile(r'\b(?:%s)\b' % phrase, 0 if phrase.isupper() else re.I), phrase,
          instead)
         for phrase, instead, _ in PHRASES]


def comments_of(text):
    """(line, words) of each comment."""
    for match in TOKEN.finditer(text):
        if match.group().startswith('/'):
            words = re.sub(r'\n\s*\*', ' ', match.group()[2:].removesuffix('*/'))
            yield text.count('\n', 0, match.start()) + 1, ' '.join(words.split())


def code_of(text):
    """TEXT without comments and literals, with its lines."""
    return TOKEN.sub(lambda match: '\n' * match.group().count('\n'), text)


def phrases_of(name, text):
    for line, words in comments_of(text):
        for rule, _, instead in RULES:
            found = rule.search(words)
            if found:
                yield f'{name}:{line}: "{found.group()}": write {instead}'


def faults_of(name, text):
    yield from phrases_of(name, text)
    code, seen = code_of(text), set()
    for match in re.finditer(r'\b[A-Za-z_]\w*\b', code):
        word = match.group()
        if word in seen:
            continue
        seen.add(word)
        if PARTS & set(word.split('_')):
            line = code.count('\n', 0, match.start()) + 1
            yield f'{name}:{line}: the name {word}'
    for function in FUNCTION.findall(code):
        if function in NAMES:
            yield f'{name}: the function {function}() does not say what it does to what'


def quotes_of(name, text):
    """Sentences of TEXT with other quotation marks than 'these'."""
    for match in SENTENCE.finditer(text):
        if '\\"' in match.group():
            line = text.count('\n', 0, match.start()) + 1
            yield f"{name}:{line}: quotation marks in sentences are 'these'"


def own_quotes_of(name, text):
    """Translations whose quotation marks are not those of their language."""
    first, last = OWN_QUOTES[name]
    for match in TRANSLATED.finditer(text):
        words = re.sub(r'"\n"', '', match.group())
        if ENGLISH_QUOTES.search(words) or words.count(first) != words.count(last):
            line = text.count('\n', 0, match.start()) + 1
            yield f'po/{name}.po:{line}: quotation marks are {first}these{last}'


def doubles_of(files):
    """Functions that two of FILES define; {name: text}."""
    where = {}
    for name, text in files.items():
        for function in sorted(set(FUNCTION.findall(code_of(text)))):
            where.setdefault(function, []).append(name)
    for function, names in sorted(where.items()):
        if len(names) > 1:
            yield f'{function}() is defined in {" and ".join(names)}'


def read_files(top, *folders):
    return {str(path.relative_to(top)): path.read_text(encoding='utf-8')
            for folder in folders for path in sorted((top / folder).rglob('*.[ch]'))}


def self_test():
    """What the rules miss in samples that are wrong, or refuse in one that is right."""
    for phrase, _, sample in PHRASES:
        rules = [rule for rule, own, _ in RULES if own == phrase]
        if not all(rule.search(sample) for rule in rules):
            yield f'"{phrase}" is not found in "{sample}"'
        if not list(faults_of('bad.c', f'/* {sample} */\n')):
            yield f'"{sample}" is not refused in a comment'
        if list(faults_of('text.c', f'_("{sample}");\n')):
            yield f'"{sample}" is refused in a text'
    for name in sorted(PARTS):
        if not list(faults_of('bad.c', f'enum {{ SIZE_{name} = 1 }};\n')):
            yield f'the name SIZE_{name} is not refused'
    for name in sorted(NAMES):
        if not list(faults_of('bad.c', f'static void {name}(int a)\n{{\n}}\n')):
            yield f'the function {name}() is not refused'
    same = 'static int entry_at(int a)\n{\n    return a;\n}\n'
    if not list(doubles_of({'a.c': same, 'b.c': same})):
        yield 'two functions of one name are not refused'
    if not list(quotes_of('bad.c', 'say(_("a "\n  "\\"b\\" c"));\n')):
        yield 'other quotation marks in a sentence are not refused'
    if list(quotes_of('good.c', 'put("\\"b\\""); say(_("parted\'s \'a b\'"));\n')):
        yield 'quotation marks in what is no sentence are refused'
    for bad in ("Der Name '%s'", 'Der Name \\"%s\\"', 'Der Name „%s'):
        if not list(own_quotes_of('de', f'msgstr "{bad} fehlt."\n')):
            yield f'the quotation marks of "{bad}" are not refused'
    yield from own_quotes_of('de', 'msgstr ""\n"Der Name „%s"\n"“ fehlt, wie\'s heißt."\n')
    good = '/* Returns the length in bytes; at most 4096. */\n' + same
    yield from faults_of('good.c', good)


def main():
    top = Path(sys.argv[1])
    if '--self-test' in sys.argv:
        faults = list(self_test())
    else:
        files, tests = read_files(top, 'src', 'ui'), read_files(top, 'tests')
        faults = [fault for name, text in files.items() for fault in faults_of(name, text)]
        faults += [fault for name, text in tests.items() for fault in phrases_of(name, text)]
        faults += doubles_of(files)
        faults += [fault for name, text in files.items() for fault in quotes_of(name, text)]
        for language in OWN_QUOTES:
            catalogue = (top / 'po' / f'{language}.po').read_text(encoding='utf-8')
            faults += own_quotes_of(language, catalogue)
        if not files or not tests:
            faults.append('no files: are the folders still there?')
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == '__main__':
    sys.exit(main())
