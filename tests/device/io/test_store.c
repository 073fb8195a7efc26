/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_store.c - what the read seam opens, refuses and counts */
#include "device/io/store.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "model/base/mem.h"
#include "support/image.h"
#include "support/sparse.h"
#include "support/test.h"

/* Opening PATH fails with exit code 3 and a sentence that holds PART. */
static void assert_refused(const char *path, const char *part)
{
    struct err err = { 0 };

    ck_assert_ptr_null(store_open(path, &err));
    ck_assert_int_eq(err.code, ERR_UNREADABLE);
    ck_assert_msg(strstr(err.text, path) && strstr(err.text, part), "%s", err.text);
}

TEST(a_missing_file_is_named)
{
    assert_refused("/nonexistent/disk.img", "no such file");
}

TEST(a_directory_is_refused)
{
    assert_refused("/", "is a directory");
}

TEST(a_character_device_is_refused)
{
    assert_refused("/dev/null", "is a character device");
}

TEST(a_pipe_is_refused_without_waiting_for_its_writer)
{
    CLEANUP(image_remove) struct image image;
    char path[128];

    image_make(&image, 512);
    snprintf(path, sizeof path, "%s/pipe", image.folder);
    ck_assert_int_eq(mkfifo(path, 0600), 0);
    assert_refused(path, "is a pipe");
    unlink(path);
}

TEST(a_socket_is_refused)
{
    CLEANUP(image_remove) struct image image;
    struct sockaddr_un name = { .sun_family = AF_UNIX };
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

    image_make(&image, 512);
    snprintf(name.sun_path, sizeof name.sun_path, "%s/socket", image.folder);
    ck_assert_int_eq(bind(fd, (struct sockaddr *)&name, sizeof name), 0);
    assert_refused(name.sun_path, "is a socket");
    close(fd);
    unlink(name.sun_path);
}

TEST(an_empty_file_is_refused)
{
    CLEANUP(image_remove) struct image image;

    image_make(&image, 0);
    assert_refused(image.path, "is an empty file");
}

TEST(a_file_without_permission_is_refused)
{
    CLEANUP(image_remove) struct image image;

    image_make(&image, 512);
    ck_assert_int_eq(chmod(image.path, 0), 0);
    /* Root may read everything: then there is nothing to refuse. */
    if (geteuid() != 0)
        assert_refused(image.path, "permission denied");
}

TEST(a_file_is_opened_for_reading_alone)
{
    CLEANUP(store_closep) struct store *store = NULL;
    CLEANUP(image_remove) struct image image;
    struct err err = { 0 };

    image_make(&image, 8192);
    store = store_open(image.path, &err);
    ck_assert_ptr_nonnull(store);
    ck_assert_str_eq(store_path(store), image.path);
    ck_assert_uint_eq(store_size_bytes(store), 8192);
    ck_assert(!store_is_block(store));
    ck_assert_int_eq(fcntl(store_fd(store), F_GETFL) & O_ACCMODE, O_RDONLY);
    ck_assert_int_eq(fcntl(store_fd(store), F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
}

TEST(each_read_counts)
{
    CLEANUP(store_closep) struct store *store = NULL;
    CLEANUP(image_remove) struct image image;
    struct err err = { 0 };
    char buf[8] = { 0 };
    uint64_t where;

    image_make(&image, 8192);
    image_put(&image, 4096, "alidade", 8);
    store = store_open(image.path, &err);
    struct reader reader = store_reader(store);
    ck_assert_uint_eq(store_reads(store), 0);
    for (unsigned i = 0; i < 2; i++) {
        memset(buf, 0, sizeof buf);
        ck_assert(reader_read(&reader, 4096, buf, sizeof buf));
        ck_assert_str_eq(buf, "alidade");
    }
    ck_assert_uint_eq(store_reads(store), 2);
    ck_assert(!store_failed(store, &where));
}

TEST(reading_past_the_end_is_no_fault_of_the_disk)
{
    CLEANUP(store_closep) struct store *store = NULL;
    CLEANUP(image_remove) struct image image;
    struct err err = { 0 };
    uint64_t where;
    char buf[512];

    image_make(&image, 8192);
    store = store_open(image.path, &err);
    struct reader reader = store_reader(store);
    ck_assert(!reader_read(&reader, 8000, buf, sizeof buf));
    ck_assert(!reader_read(&reader, UINT64_MAX, buf, sizeof buf));
    ck_assert(!store_failed(store, &where));
}

TEST(a_file_that_shrank_is_an_error_with_its_place)
{
    CLEANUP(store_closep) struct store *store = NULL;
    CLEANUP(image_remove) struct image image;
    struct err err = { 0 };
    uint64_t where = 0;
    char buf[512];

    image_make(&image, 8192);
    store = store_open(image.path, &err);
    ck_assert_int_eq(ftruncate(image.fd, 4096), 0);
    struct reader reader = store_reader(store);
    ck_assert(!reader_read(&reader, 7680, buf, sizeof buf));
    ck_assert(store_failed(store, &where));
    ck_assert_uint_eq(where, 7680);
}

TEST(a_paused_store_reads_nothing_until_it_is_resumed)
{
    CLEANUP(store_closep) struct store *store = NULL;
    struct err err = { 0 };
    struct image image;
    char byte = 0;

    image_make(&image, 8192);
    image_put(&image, 4096, "x", 1);
    ck_assert_int_eq(close(image.fd), 0);
    store = store_open(image.path, &err);
    struct reader reader = store_reader(store);
    store_pause(store);
    ck_assert_int_eq(store_fd(store), -1);
    ck_assert(!reader_read(&reader, 4096, &byte, 1));
    /* Nothing has the file open any more: it can be leased, where that is known. */
    image.fd = open(image.path, O_RDWR | O_CLOEXEC);
    ck_assert(!fcntl(image.fd, F_SETLEASE, F_WRLCK) || errno != EAGAIN);
    (void)fcntl(image.fd, F_SETLEASE, F_UNLCK);
    store_resume(store);
    ck_assert(reader_read(&reader, 4096, &byte, 1));
    ck_assert_int_eq(byte, 'x');
    store_pause(store);
    ck_assert_int_eq(unlink(image.path), 0);
    store_resume(store);
    ck_assert(!reader_read(&reader, 4096, &byte, 1));
    image_remove(&image);
}

/* Holds a lease on the file of FD until another program wants to open it. */
static void hold_lease(int fd, int ready)
{
    struct timespec nap = { .tv_nsec = 1000000 };
    bool is_leased = !fcntl(fd, F_SETSIG, SIGURG) && !fcntl(fd, F_SETLEASE, F_WRLCK);

    (void)!write(ready, "", 1); /* the other end waits for it */
    while (is_leased && fcntl(fd, F_GETLEASE) == F_WRLCK)
        (void)nanosleep(&nap, NULL); /* asked again anyway */
    _exit(0);
}

TEST(a_leased_file_is_opened_once_it_is_released)
{
    CLEANUP(store_closep) struct store *store = NULL;
    struct err err = { 0 };
    struct image image;
    int ends[2];
    char byte;

    image_make(&image, 8192);
    ck_assert_int_eq(pipe2(ends, O_CLOEXEC), 0);
    pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (!child)
        hold_lease(image.fd, ends[1]);
    /* The descriptor of both is one: it is the child's alone now. */
    ck_assert_int_eq(close(image.fd), 0);
    ck_assert_int_eq(read(ends[0], &byte, 1), 1);
    store = store_open(image.path, &err);
    ck_assert_msg(store != NULL, "%s", err.text);
    ck_assert_int_eq(waitpid(child, NULL, 0), child);
    (void)close(ends[0]);
    (void)close(ends[1]);
    image.fd = -1;
    image_remove(&image);
}

TEST(a_store_over_memory_has_no_descriptor)
{
    CLEANUP(sparse_finish)
    struct sparse disk = { .size_bytes = 1024, .broken_from = 0, .broken_to = 512 };
    struct reader reader = sparse_reader(&disk);
    CLEANUP(store_closep) struct store *store = store_of_reader("memory", &reader);
    struct reader over = store_reader(store);
    uint64_t where = 1;
    uint8_t buf[512];

    sparse_put(&disk, 512, "\7", 1);
    ck_assert_int_eq(store_fd(store), -1);
    ck_assert_uint_eq(store_size_bytes(store), 1024);
    ck_assert(reader_read(&over, 512, buf, sizeof buf));
    ck_assert_uint_eq(buf[0], 7);
    ck_assert(!reader_read(&over, 0, buf, sizeof buf));
    ck_assert(store_failed(store, &where));
    ck_assert_uint_eq(where, 0);
}
