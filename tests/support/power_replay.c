/* SPDX-License-Identifier: GPL-3.0-or-later */
/* power_replay.c - the main of a program whose cases can be replayed, and its counts
 */
#include <locale.h>
#include <string.h>

#include "model/base/mem.h"
#include "support/power_path.h"
#include "support/tap.h"
#include "support/test.h"

void power_loss_print(const struct power_loss_wish *wish,
                      const struct power_loss_totals *totals)
{
    static const char *const modes[] = { "none", "linear", "log", "exhaustive" };

    printf("# %s %s: %u scenes, %lu images, %lu distinct (%lu %lu %lu %lu by cuts), %lu "
           "runs: %lu done, %lu back, %lu stopped, %lu ask; %lu bad, %lu lost; %.1f s\n",
           wish ? modes[wish->mode] : "some",
           wish ? power_loss_name(wish->behaviour) : "cuts", totals->scenes, totals->made,
           power_loss_images(totals), totals->images[0], totals->images[1],
           totals->images[2], totals->images[3], totals->runs, totals->ends[POWER_DONE],
           totals->ends[POWER_BACK], totals->ends[POWER_STOPPED],
           totals->ends[POWER_ASKS], totals->bad, totals->lost, totals->seconds);
}

static const char *replayed;
static const struct power_loss_scene *(*make_scene)(const char *name);

static void try_replayed(int number)
{
    CLEANUP(freep) char *name = xasprintf("%.*s", (int)strcspn(replayed, ":"), replayed);
    const struct power_loss_scene *scene = make_scene(name);
    struct power_loss_totals totals = { 0 };

    (void)number;
    ck_assert_msg(scene &&
                      power_loss_try(scene, replayed, stdout, &totals) == POWER_TRIED,
                  "there is no such case");
    power_loss_print(NULL, &totals);
    ck_assert_uint_eq(totals.bad, 0);
}

int power_loss_main(int argc, char **argv,
                    const struct power_loss_scene *(*make)(const char *name))
{
    static const TTest test = { "the_case_holds", try_replayed, __FILE__, __LINE__ };
    (void)setlocale(LC_ALL, "C.UTF-8");
    if (argc == 1)
        return test_run(NULL);
    if (argc != 3 || strcmp(argv[1], "--replay") != 0)
        return 2;
    TCase *test_case = tcase_create("replay");
    Suite *suite = suite_create("replay");
    replayed = argv[2];
    make_scene = make;
    tcase_add_loop_test(test_case, &test, 0, 1);
    suite_add_tcase(suite, test_case);
    return run_tap(suite);
}
