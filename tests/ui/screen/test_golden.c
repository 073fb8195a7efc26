/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_golden.c - every screen in every size, ASCII against UTF-8, and translations */
#include "ui/golden.h"

#include <libintl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/base/glyph.h"
#include "model/base/mem.h"
#include "model/base/text.h"
#include "model/base/utf8.h"
#include "support/rng.h"
#include "support/tap.h"
#include "ui/scenes.h"
#include "ui/screen/frame/screen.h"

static const char *const languages[] = { NULL, "de", "zh_CN" }; /* NULL: English */

/* These scenes are kept as files in the other languages too. */
static const char *const kept_translated[] = { "table", "form-new", "write" };

/* Where a translation is cut and the English text is not.  A row that is no longer true
 * fails and has to be removed. */
static const struct known_cut {
    const char *scene;
    struct golden_size size;
    const char *language;
} known_cuts[] = {
    { "form-disk-id-wrong", { 40, 12 }, "de" },
    { "form-disk-id-wrong", { 40, 12 }, "zh_CN" },
    { "form-shrink", { 40, 12 }, "de" },
    { "form-shrink", { 40, 12 }, "zh_CN" },
    { "history-compare", { 40, 12 }, "de" }, /* English too: "Extended .." */
    { "plain", { 100, 40 }, "de" },
    { "plain", { 100, 40 }, "zh_CN" },
    { "plain", { 60, 15 }, "zh_CN" },
};

/* False in a build that was asked for none (-Dnls=false). */
static bool has_translations(void)
{
    return getenv("ALIDADE_PO_DIR") != NULL;
}

static size_t scene_count(void)
{
    size_t count = 0;

    while (scene_at(count))
        count++;
    return count;
}

static void speak(const char *language)
{
    const char *why;

    ck_assert_msg(golden_speak(language, &why), "%s: %s", language, why);
}

START_TEST(screen_is_as_accepted)
{
    speak(NULL);
    ck_assert(golden_check(scene_at((size_t)_i), NULL));
}
END_TEST

/* _i counts the languages of one scene after the other. */
START_TEST(translated_screen_is_as_accepted)
{
    const char *language = languages[1 + (size_t)_i % (ARRAY_SIZE(languages) - 1)];
    const char *name = kept_translated[(size_t)_i / (ARRAY_SIZE(languages) - 1)];

    speak(language);
    ck_assert(golden_check(golden_scene(name), language));
}
END_TEST

static bool has_arrow(const char *line)
{
    return strstr(line, "↑") || strstr(line, "↓") || strstr(line, "←") ||
           strstr(line, "→");
}

/* Only lines that name an arrow key may differ. */
static void check_words(const char *utf8, const char *ascii)
{
    while (*utf8) {
        CLEANUP(freep) char *line = xasprintf("%.*s", (int)strcspn(utf8, "\n"), utf8);
        CLEANUP(freep) char *replaced = glyph_ascii_text(line);
        CLEANUP(freep) char *drawn = xasprintf("%.*s", (int)strcspn(ascii, "\n"), ascii);
        if (!has_arrow(line))
            ck_assert_str_eq(drawn, replaced);
        utf8 += strcspn(utf8, "\n") + 1;
        ascii += strcspn(ascii, "\n") + 1;
    }
}

/* Every size of the scene in the current language: drawn with the names that keys have
 * in ASCII, and with those that they have in UTF-8. */
static void check_ascii(const struct scene *scene)
{
    const struct golden_size *size;

    for (size_t i = 0; (size = golden_size_at(i)) != NULL; i++) {
        CLEANUP(freep)
        char *utf8 = golden_draw(scene, *size, LEVEL_ASCII, LEVEL_UTF8);
        CLEANUP(freep)
        char *ascii = golden_draw(scene, *size, LEVEL_ASCII, LEVEL_ASCII);
        CLEANUP(freep)
        char *with_arrows = golden_draw(scene, *size, LEVEL_UTF8, LEVEL_UTF8);
        CLEANUP(freep) char *replaced = glyph_ascii_text(utf8);
        ck_assert_str_eq(ascii, replaced);
        check_words(with_arrows, ascii);
    }
}

START_TEST(ascii_is_utf8_under_the_glyph_table)
{
    for (size_t i = 0; i < ARRAY_SIZE(languages); i++) {
        if (languages[i] && !has_translations())
            continue;
        speak(languages[i]);
        check_ascii(scene_at((size_t)_i));
    }
}
END_TEST

/* True for the dots of "data.." at TEXT[AT], which text_cut() leaves; not for "..40959"
 * and not for a row of dots. */
static bool is_cut_at(const char *text, size_t at)
{
    return at > 0 && !strncmp(text + at, "..", 2) && text[at - 1] != '.' &&
           text[at - 1] != ' ' && strchr(" \n", text[at + 2]) != NULL;
}

static unsigned count_cuts(const char *text)
{
    unsigned count = 0;

    for (size_t at = 0; text[at]; at++)
        count += is_cut_at(text, at);
    return count;
}

/* No row may be wider than the terminal. */
static void check_width(const char *text, int cols)
{
    while (*text) {
        size_t length = strcspn(text, "\n");
        CLEANUP(freep) char *line = xasprintf("%.*s", (int)length, text);
        ck_assert_msg(text_width(line) <= cols, "%d columns: %s", text_width(line), line);
        text += length + 1;
    }
}

static bool is_known_cut(const char *scene, struct golden_size size, const char *language)
{
    for (size_t i = 0; i < ARRAY_SIZE(known_cuts); i++) {
        if (!strcmp(known_cuts[i].scene, scene) && known_cuts[i].size.cols == size.cols &&
            !strcmp(known_cuts[i].language, language))
            return true;
    }
    return false;
}

static void check_cuts(const struct scene *scene, struct golden_size size,
                       const char *language)
{
    speak(NULL);
    CLEANUP(freep) char *english = golden_draw(scene, size, LEVEL_UTF8, LEVEL_UTF8);
    check_width(english, size.cols);
    speak(language);
    CLEANUP(freep) char *translated = golden_draw(scene, size, LEVEL_UTF8, LEVEL_UTF8);
    check_width(translated, size.cols);
    bool is_cut = count_cuts(translated) > count_cuts(english);
    ck_assert_msg(is_cut == is_known_cut(scene->name, size, language),
                  is_cut ? "%s in %dx%d cuts in %s what English does not cut:\n%s"
                         : "%s in %dx%d no longer cuts in %s: take it off the list\n%s",
                  scene->name, size.cols, size.rows, language, translated);
}

/* _i counts the languages of one scene after the other. */
START_TEST(translation_fits)
{
    const char *language = languages[1 + (size_t)_i % (ARRAY_SIZE(languages) - 1)];
    const struct scene *scene = scene_at((size_t)_i / (ARRAY_SIZE(languages) - 1));
    const struct golden_size *size;

    for (size_t i = 0; (size = golden_size_at(i)) != NULL; i++)
        check_cuts(scene, *size, language);
}
END_TEST

static bool is_drawn(const char *language)
{
    for (size_t i = 1; i < ARRAY_SIZE(languages); i++) {
        if (!strcmp(languages[i], language))
            return true;
    }
    return false;
}

/* A user who reads the question in their language may answer in it. */
START_TEST(consent_is_understood_in_every_language)
{
    struct event event = { .kind = EVENT_KEY, .ms = CONSENT_DELAY_MS };
    struct app app;

    speak(languages[_i]);
    app_init(&app, &screen_ui, LEVEL_UTF8, 24, 80);
    golden_scene("write")->prepare(&app);
    event.key = 'u' & 0x1f; /* the golden screen shows what was typed */
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

START_TEST(every_language_of_linguas_is_drawn)
{
    FILE *file = fopen(getenv("ALIDADE_LINGUAS"), "r");
    char line[80];

    ck_assert_ptr_nonnull(file);
    while (fgets(line, sizeof(line), file)) {
        line[strcspn(line, "\n")] = '\0';
        if (!*line || *line == '#')
            continue;
        ck_assert_msg(is_drawn(line), "%s is not drawn", line);
        speak(line);
    }
    ck_assert_int_eq(fclose(file), 0);
}
END_TEST

static void add_translated(TCase *tc)
{
    int others = (int)ARRAY_SIZE(languages) - 1;

    tcase_add_test(tc, every_language_of_linguas_is_drawn);
    tcase_add_loop_test(tc, consent_is_understood_in_every_language, 0, others + 1);
    tcase_add_loop_test(tc, translated_screen_is_as_accepted, 0,
                        (int)ARRAY_SIZE(kept_translated) * others);
    tcase_add_loop_test(tc, translation_fits, 0,
                        (int)scene_count() / rng_step(1) * others);
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

    tcase_add_loop_test(tc, screen_is_as_accepted, 0, (int)scene_count());
    tcase_add_loop_test(tc, ascii_is_utf8_under_the_glyph_table, 0,
                        (int)scene_count() / rng_step(1));
    if (has_translations())
        add_translated(tc);
    else
        puts("# Built without translations: only English is drawn.");
    suite_add_tcase(suite, tc);
    return run_tap(suite);
}
