#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that each picture of the README is XML, small, drawn by a test, and needs nothing
but itself, and that its text can be read on a light and a dark page (as in
check_contrast.py): check_pictures.py ROOT"""
import re
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

from check_contrast import SIGNS, channels, contrast, read_styles

SPACE = "{http://www.w3.org/2000/svg}"
PLAIN = {"svg", "title", "desc", "style", "pattern", "path", "rect", "circle", "g", "text"}
LARGEST, LARGEST_FILM = 40 << 10, 300 << 10
BOX = re.compile(r"M(-?\d+)[+-]\d+h(\d+)v18h-\d+z")


def read_colors(rules):
    """{class: colour} of rules that fill; that of the whole picture is "svg"."""
    return {name.strip().lstrip("."): tuple(
                int(c * (2 if len(c) == 1 else 1), 16)
                for c in re.findall("." if len(color) == 3 else "..", color))
            for names, color in re.findall(r"([^{}]+)\{[^{}]*fill:#(\w+)", rules)
            for name in names.split(",")}


def color_of(element, colors, default):
    for name in element.get("class", "").split():
        default = colors.get(name, default)
    return default


def paper_at(group, x, colors):
    """The colour behind the cell at X: of the last box there, or the window's."""
    found = colors["w"]
    for element in group:
        boxes = BOX.findall(element.get("d", ""))
        if element.tag == SPACE + "rect":
            boxes = [(element.get("x", "0"), element.get("width"))]
        if any(int(start) <= x < int(start) + int(width) for start, width in boxes):
            found = color_of(element, colors, colors["svg"])
    return found


def texts_of(root, colors):
    """Each text with its colour and the one behind it."""
    for group in root.iter():
        for text in group.findall(SPACE + "text"):
            ink = color_of(text, colors, colors["svg"])
            is_title = group is root
            yield text.text, ink, colors["t"] if is_title else paper_at(
                group, float(text.get("x")), colors)


def faults_of(path, signs):
    text = path.read_text()
    root = ElementTree.fromstring(text)
    largest = LARGEST_FILM if "@keyframes" in text else LARGEST
    if len(text) > largest:
        yield "has %d bytes, more than %d" % (len(text), largest)
    others = {element.tag for element in root.iter()} - {SPACE + name for name in PLAIN}
    if others or "href" in text or re.search(r"@import|url\([^#]", text):
        yield "needs more than itself: %s" % sorted(others)
    for name in ("title", "desc"):
        if not root.findtext(SPACE + name):
            yield "has no " + name
    light, dark = root.findtext(SPACE + "style").split("@media(prefers-color-scheme:dark)")
    for scheme, rules in (("light", light), ("dark", light + dark)):
        for words, ink, paper in texts_of(root, read_colors(rules)):
            least = 3.0 if ink in signs or paper in signs else 4.5
            if contrast(ink, paper) < least:
                yield "%s: %.2f, not %.1f: %s" % (scheme, contrast(ink, paper), least, words)


def main():
    top, failed = Path(sys.argv[1]), 0
    styles, _ = read_styles(sys.argv[1])
    signs = {tuple(channels(styles[name][0])) for name in SIGNS}
    drawn = (top / "tests/ui/screen/test_pictures.c").read_text()
    paths = sorted((top / "ui/pictures").iterdir())
    for path in paths:
        faults = list(faults_of(path, signs))
        if '"%s"' % path.stem not in drawn:
            faults.append("is drawn by no test")
        for fault in faults:
            print("%s: %s" % (path.name, fault))
        failed |= bool(faults)
        print("%-12s %6d bytes" % (path.name, path.stat().st_size))
    return failed or not paths


sys.exit(main())
