#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Computes the contrast of every style on white and on black (WCAG 2, relative luminance)
and fails below 4.5:1 for text and 3:1 for signs in 256 colours, and below 3:1 in 8
colours, whose palette every terminal chooses itself: check_contrast.py ROOT"""
import re
import sys

SIGNS = {"BAR_OK", "BAR_OFF"}  # areas without letters
WHITE, BLACK = 231, 16
# xterm's first colours; bold text may have the bright one.
EIGHT = {"BLACK": [(0, 0, 0), (127, 127, 127)], "RED": [(205, 0, 0), (255, 0, 0)],
         "GREEN": [(0, 205, 0), (0, 255, 0)], "YELLOW": [(205, 205, 0), (255, 255, 0)],
         "BLUE": [(0, 0, 238), (92, 92, 255)], "MAGENTA": [(205, 0, 205), (255, 0, 255)],
         "CYAN": [(0, 205, 205), (0, 255, 255)], "WHITE": [(229, 229, 229), (255, 255, 255)]}


def channels(color):
    """xterm's palette: a cube of 6 x 6 x 6, then 24 greys; or red, green and blue."""
    if isinstance(color, tuple):
        return color
    if color >= 232:
        return [8 + 10 * (color - 232)] * 3
    steps, color = [0, 95, 135, 175, 215, 255], color - 16
    return [steps[color // 36], steps[color // 6 % 6], steps[color % 6]]


def luminance(color):
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
              for c in (channel / 255 for channel in channels(color))]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    low, high = sorted([luminance(one), luminance(other)])
    return (high + 0.05) / (low + 0.05)


def read_styles(root):
    """{style: (foreground, background)} in 256 colours, None for the terminal's own, and
    {style: (foreground, background, is bold)} in 8 colours."""
    text = open(root + "/ui/term/style.c").read()
    rows = re.findall(r"\[STYLE_(\w+)\] = \{([^{}]*)\}", text)
    cells = {name: [c.strip() for c in row.split(",") if c.strip()] for name, row in rows}
    number = {name: [None if c == "DEFAULT" else int(c) for c in row[4:6]]
              for name, row in cells.items()}
    named = set(re.findall(r"STYLE_(\w+),", open(root + "/ui/draw/canvas.h").read()))
    assert named - {"COUNT"} == set(number), named ^ set(number)
    few = {name: [None if c == "DEFAULT" else c.replace("COLOR_", "") for c in row[1:3]] +
           ["A_BOLD" in row[3]] for name, row in cells.items()}
    return number, few


def check_eight(styles):
    """True if one of them is below 3:1."""
    failed = False
    for name, (fore, back, is_bold) in styles.items():
        if fore is None:
            continue
        for text in EIGHT[fore][:1 + is_bold]:
            for behind in [EIGHT[back][0]] if back else [WHITE, BLACK]:
                found = contrast(text, behind)
                failed |= found < 3
                print("%-10s %-8s on %-8s %5.2f%s" % (
                    name, fore, back or {WHITE: "white", BLACK: "black"}[behind], found,
                    "" if found >= 3 else "  TOO LOW"))
    return failed


def main():
    failed = contrast(WHITE, BLACK) < 20.9
    print("%-10s %5s %5s  %8s %8s  %s" % ("style", "fore", "back", "on white", "on black",
                                          "at least"))
    styles, few = read_styles(sys.argv[1])
    for name, (fore, back) in styles.items():
        if fore is None:
            continue
        assert fore >= 16 and (back is None or back >= 16), name + ": not a fixed colour"
        least = 3.0 if name in SIGNS else 4.5
        found = [contrast(fore, WHITE if back is None else back),
                 contrast(fore, BLACK if back is None else back)]
        failed |= min(found) < least
        print("%-10s %5d %5s  %8.2f %8.2f  %.1f%s" % (
            name, fore, "-" if back is None else back, *found, least,
            "" if min(found) >= least else "  TOO LOW"))
    return check_eight(few) or failed


if __name__ == "__main__":
    sys.exit(main())
