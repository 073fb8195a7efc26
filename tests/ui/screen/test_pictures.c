/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_pictures.c - the pictures of the README are what the program draws now */
#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "support/test.h"
#include "ui/film_fix.h"
#include "ui/golden.h"
#include "ui/svg.h"

static const struct {
    const char *name;  /* of the file */
    const char *scene; /* that is drawn */
    struct svg_words words;
} pictures[] = {
    { "main",
      "table-usb",
      { "alidade /dev/sdb", "The main screen of alidade",
        "A map of a disk of 2 TB in a USB case, the sectors around the start of "
        "partition "
        "2, and the list of partitions. Two of three are misaligned: each 4 KiB write "
        "touches two physical sectors." } },
    { "why",
      "why",
      { "alidade /dev/sda", "Why a partition is misaligned, and what cures it",
        "Partition 1 starts at sector 63: each of its 4 KiB blocks lies in two physical "
        "sectors. Below are two cures, start 56 and start 2048, with their price." } },
    { "wizard",
      "fix-plan",
      { "alidade /dev/sda", "Where each partition goes",
        "The disk before and after, and the three steps of the plan that aligns all its "
        "partitions together with their data." } },
    { "moving",
      "moving",
      { "alidade /dev/sda", "Data that is being moved",
        "Step 2 of 3 at 38 percent, with rate and time left, the place on the disk, and "
        "what would happen if the power failed now." } },
    { "bench",
      "bench-different",
      { "alidade /dev/sda", "What a misaligned start costs on this drive",
        "Measured in place: writes from start 63 take three times as long as those from "
        "start 56. Nothing on the disk has changed." } },
};

static void expect_picture(const char *name, const char *svg)
{
    CLEANUP(freep)
    char *path = xasprintf("%s/%s.svg", getenv("ALIDADE_PICTURES_DIR"), name);

    ck_assert(golden_match(path, svg, "pictures"));
}

TEST_EACH(picture_is_what_is_drawn_now, pictures)
{
    CLEANUP(canvas_freep)
    struct canvas *canvas = golden_canvas(golden_scene(pictures[_i].scene),
                                          *golden_size_at(0), LEVEL_UTF8, LEVEL_UTF8);
    CLEANUP(freep) char *svg = svg_draw(canvas, &pictures[_i].words);

    expect_picture(pictures[_i].name, svg);
}

TEST(film_is_what_is_drawn_now)
{
    static const struct svg_words words = {
        "alidade /dev/sda", "An old disk is aligned with its data",
        "The main screen shows three misaligned partitions. F shows what was found, then "
        "the plan and the checks follow; after yes the data is moved, read again and "
        "compared. At the end all partitions are aligned."
    };
    CLEANUP(film_freep) struct film *film = film_of_fix();
    CLEANUP(freep) char *svg = film_draw(film, &words);

    expect_picture("repair", svg);
}

/* What stands behind a wide character, or one that XML needs, is not shifted. */
TEST(every_letter_is_where_its_cell_is)
{
    CLEANUP(canvas_freep) struct canvas *canvas = canvas_new(1, 12, LEVEL_UTF8);
    const struct svg_words words = { .window = "", .title = "", .text = "" };

    canvas_put(canvas, 0, 0, -1, STYLE_NORMAL, "日<&b  c│");
    CLEANUP(freep) char *svg = svg_draw(canvas, &words);
    ck_assert_ptr_nonnull(strstr(svg, "<text x=\"0\" textLength=\"45\">日&lt;&amp;b<"));
    ck_assert_ptr_nonnull(strstr(svg, "<text x=\"63\">c<"));
    ck_assert_ptr_nonnull(strstr(svg, "d=\"M76-14h1v18h-1z\""));
}
