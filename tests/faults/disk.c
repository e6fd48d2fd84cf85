/* A disk that fails when it is told to, put between a program and its C library (LD_PRELOAD).
 *
 * Only files whose path begins with a prefix are meant. disk_fail() has the nth operation of a kind
 * fail, or all from the nth on; disk_record() has what reaches the files written into a log, from
 * which the state of the disk at any moment can be made again.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum kind { WRITE, READ, SYNC, CUT, OPEN, REMOVE, KINDS };
enum { SHORT = -1 };

static char prefix[4096];
static int failing = -1, how, on;
static long nth, seen[KINDS], hits;
static FILE *record;

#define REAL(name) \
    static __typeof__(&name) real; \
    if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

void disk_watch(const char *path) {
    strncpy(prefix, path, sizeof prefix - 1);
    memset(seen, 0, sizeof seen);
}

/* The nth operation of a kind fails with an error number, or is SHORT (half of it is done);
 * with `rest`, all after it fail, too. */
void disk_fail(int kind, long n, int error, int rest) {
    failing = kind, nth = n, how = error, on = rest, hits = 0;
    memset(seen, 0, sizeof seen);
}

long disk_seen(int kind) { return seen[kind]; }
long disk_hits(void) { return hits; }

void disk_record(const char *path) {
    if (record) fclose(record);
    record = path ? fopen(path, "w") : NULL;
}

static void note(char what, const char *path, int64_t at, const void *data, int64_t length) {
    if (!record) return;
    int32_t name = (int32_t)strlen(path);
    fputc(what, record);
    fwrite(&name, sizeof name, 1, record);
    fwrite(&at, sizeof at, 1, record);
    fwrite(&length, sizeof length, 1, record);
    fwrite(path, 1, (size_t)name, record);
    if (data) fwrite(data, 1, (size_t)length, record);
    fflush(record);
}

/* What the program itself wants to see in the log. */
void disk_note(const char *text) { note('!', text, 0, NULL, 0); }

static const char *ours(int fd) {
    static __thread char path[4200];
    char link[40];
    if (!prefix[0]) return NULL;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return NULL;
    path[length] = 0;
    return strncmp(path, prefix, strlen(prefix)) ? NULL : path;
}

/* Whether an operation of this kind fails now. */
static int fails(enum kind kind) {
    long n = ++seen[kind];
    if ((int)kind != failing || (on ? n < nth : n != nth)) return 0;
    hits++;
    return 1;
}

/* How much of so much is done; -1: nothing, and errno says why. */
static ssize_t done(enum kind kind, size_t much) {
    if (!fails(kind)) return (ssize_t)much;
    if (how == SHORT && seen[kind] == nth && much > 1) return (ssize_t)(much / 2);
    errno = how == SHORT ? ENOSPC : how;
    return -1;
}

ssize_t write(int fd, const void *data, size_t much) {
    REAL(write);
    const char *path = ours(fd);
    if (!path) return real(fd, data, much);
    ssize_t allowed = done(WRITE, much);
    if (allowed <= 0) return allowed;
    off_t at = lseek(fd, 0, SEEK_CUR);
    allowed = real(fd, data, (size_t)allowed);
    if (allowed > 0) note('w', path, at, data, allowed);
    return allowed;
}

static ssize_t put(__typeof__(&pwrite64) real, int fd, const void *data, size_t much, off64_t at) {
    const char *path = ours(fd);
    if (!path) return real(fd, data, much, at);
    ssize_t allowed = done(WRITE, much);
    if (allowed <= 0) return allowed;
    allowed = real(fd, data, (size_t)allowed, at);
    if (allowed > 0) note('w', path, at, data, allowed);
    return allowed;
}

ssize_t pwrite64(int fd, const void *data, size_t much, off64_t at) {
    REAL(pwrite64);
    return put(real, fd, data, much, at);
}

ssize_t pwrite(int fd, const void *data, size_t much, off_t at) { return pwrite64(fd, data, much, at); }

ssize_t read(int fd, void *data, size_t much) {
    REAL(read);
    if (!ours(fd)) return real(fd, data, much);
    ssize_t allowed = done(READ, much);
    return allowed <= 0 ? allowed : real(fd, data, (size_t)allowed);
}

ssize_t pread64(int fd, void *data, size_t much, off64_t at) {
    REAL(pread64);
    if (!ours(fd)) return real(fd, data, much, at);
    ssize_t allowed = done(READ, much);
    return allowed <= 0 ? allowed : real(fd, data, (size_t)allowed, at);
}

ssize_t pread(int fd, void *data, size_t much, off_t at) { return pread64(fd, data, much, at); }

static int synced(__typeof__(&fsync) real, int fd) {
    const char *path = ours(fd);
    if (!path) return real(fd);
    if (fails(SYNC)) return note('x', path, 0, NULL, 0), errno = how > 0 ? how : EIO, -1;
    int outcome = real(fd);
    if (!outcome) note('s', path, 0, NULL, 0);
    return outcome;
}

int fsync(int fd) {
    REAL(fsync);
    return synced(real, fd);
}

int fdatasync(int fd) {
    REAL(fdatasync);
    return synced(real, fd);
}

int ftruncate64(int fd, off64_t length) {
    REAL(ftruncate64);
    const char *path = ours(fd);
    if (!path) return real(fd, length);
    if (fails(CUT)) return errno = how > 0 ? how : EIO, -1;
    int outcome = real(fd, length);
    if (!outcome) note('t', path, length, NULL, 0);
    return outcome;
}

int ftruncate(int fd, off_t length) { return ftruncate64(fd, length); }

static int meant(const char *path) { return prefix[0] && !strncmp(path, prefix, strlen(prefix)); }

int open64(const char *path, int flags, ...) {
    REAL(open64);
    mode_t mode = 0;
    if (flags & O_CREAT) {
        va_list rest;
        va_start(rest, flags);
        mode = va_arg(rest, mode_t);
        va_end(rest);
    }
    if (meant(path) && fails(OPEN)) return errno = how > 0 ? how : EIO, -1;
    return real(path, flags, mode);
}

int open(const char *path, int flags, ...) {
    mode_t mode = 0;
    if (flags & O_CREAT) {
        va_list rest;
        va_start(rest, flags);
        mode = va_arg(rest, mode_t);
        va_end(rest);
    }
    return open64(path, flags, mode);
}

int unlink(const char *path) {
    REAL(unlink);
    if (!meant(path)) return real(path);
    if (fails(REMOVE)) return errno = how > 0 ? how : EIO, -1;
    int outcome = real(path);
    if (!outcome) note('u', path, 0, NULL, 0);
    return outcome;
}
