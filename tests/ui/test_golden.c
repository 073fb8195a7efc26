/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_golden.c - every screen in every size, level and language */
#include "ui/golden.h"

#include <libintl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/mem.h"
#include "model/utf8.h"
#include "support/tap.h"
#include "ui/scenes.h"

static const struct golden_view views[] = {
    { 80, 24, LEVEL_UTF8, NULL },    { 100, 40, LEVEL_UTF8, NULL },
    { 60, 15, LEVEL_UTF8, NULL },    { 40, 12, LEVEL_UTF8, NULL },
    { 80, 24, LEVEL_ASCII, NULL },   { 100, 40, LEVEL_ASCII, NULL },
    { 60, 15, LEVEL_ASCII, NULL },   { 40, 12, LEVEL_ASCII, NULL },
    { 80, 24, LEVEL_UTF8, "de" },    { 100, 40, LEVEL_UTF8, "de" },
    { 60, 15, LEVEL_UTF8, "de" },    { 40, 12, LEVEL_UTF8, "de" },
    { 80, 24, LEVEL_ASCII, "de" },   { 100, 40, LEVEL_ASCII, "de" },
    { 60, 15, LEVEL_ASCII, "de" },   { 40, 12, LEVEL_ASCII, "de" },
    { 80, 24, LEVEL_UTF8, "zh_CN" }, { 100, 40, LEVEL_UTF8, "zh_CN" },
    { 60, 15, LEVEL_UTF8, "zh_CN" }, { 40, 12, LEVEL_UTF8, "zh_CN" },
    { 80, 24, LEVEL_ASCII, "zh_CN" }, { 100, 40, LEVEL_ASCII, "zh_CN" },
    { 60, 15, LEVEL_ASCII, "zh_CN" }, { 40, 12, LEVEL_ASCII, "zh_CN" },
};

/* False in a build that was asked for none (-Dnls=false). */
static bool has_translations(void)
{
    return getenv("ALIDADE_PO_DIR") != NULL;
}

/* _i counts the views of one screen after the other. */
START_TEST(screen_is_as_accepted)
{
    const struct scene *scene = scene_at((size_t)_i / ARRAY_SIZE(views));
    struct golden_view view = views[(size_t)_i % ARRAY_SIZE(views)];
    const char *why;
    struct app app;

    if (view.language && !has_translations())
        return; /* main has said so */
    ck_assert_msg(golden_speak(view.language, &why), "%s: %s", view.language, why);
    app_init(&app, view.level, view.rows, view.cols);
    scene->prepare(&app);
    ck_assert(golden_check(&app, scene->name, view));
    app_finish(&app);
}
END_TEST

static bool is_viewed(const char *language)
{
    for (size_t i = 0; i < ARRAY_SIZE(views); i++) {
        if (views[i].language && !strcmp(views[i].language, language))
            return true;
    }
    return false;
}

static const struct scene *find_scene(const char *name)
{
    size_t at = 0;

    while (scene_at(at) && strcmp(scene_at(at)->name, name) != 0)
        at++;
    return scene_at(at);
}

/* Whoever reads the question in their language may answer in it. */
START_TEST(consent_is_understood_in_every_language)
{
    const char *language = views[_i].language, *why;
    struct event event = { .kind = EVENT_KEY };
    struct app app;

    ck_assert_msg(golden_speak(language, &why), "%s: %s", language, why);
    app_init(&app, LEVEL_UTF8, 24, 80);
    find_scene("write")->prepare(&app);
    event.key = 'u' & 0x1f; /* what the golden screen shows is typed already */
    (void)app_update(&app, &event);
    size_t bytes;
    for (const char *at = gettext("yes"); *at; at += bytes) {
        event.key = utf8_decode(at, &bytes);
        (void)app_update(&app, &event);
    }
    event.key = KEY_CODE_ENTER;
    ck_assert_int_eq(app_update(&app, &event).kind, EFFECT_COMMIT);
    app_finish(&app);
}
END_TEST

START_TEST(every_language_of_linguas_is_looked_at)
{
    FILE *file = fopen(getenv("ALIDADE_LINGUAS"), "r");
    char line[80];
    const char *why;

    ck_assert_ptr_nonnull(file);
    while (fgets(line, sizeof(line), file)) {
        line[strcspn(line, "\n")] = '\0';
        if (!*line || *line == '#')
            continue;
        ck_assert_msg(golden_speak(line, &why), "%s: %s", line, why);
        ck_assert_msg(is_viewed(line), "%s has no view", line);
    }
    ck_assert_int_eq(fclose(file), 0);
}
END_TEST

static size_t scene_count(void)
{
    size_t count = 0;

    while (scene_at(count))
        count++;
    return count;
}

int main(void)
{
    const char *why;

    if (!golden_speak(NULL, &why)) {
        printf("1..0 # SKIP %s\n", why);
        return EXIT_SUCCESS;
    }
    Suite *suite = suite_create("golden");
    TCase *tc = tcase_create("golden");

    if (!has_translations())
        puts("# Built without translations: the words of the source alone are seen.");
    else
        tcase_add_test(tc, every_language_of_linguas_is_looked_at);
    if (has_translations())
        tcase_add_loop_test(tc, consent_is_understood_in_every_language, 0,
                            (int)ARRAY_SIZE(views));
    tcase_add_loop_test(tc, screen_is_as_accepted, 0,
                        (int)(scene_count() * ARRAY_SIZE(views)));
    suite_add_tcase(suite, tc);
    return run_tap(suite);
}
