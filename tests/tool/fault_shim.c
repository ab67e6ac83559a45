/* Preloaded into the tool by tests: makes the N-th call that changes or reads files fail, or kills the process there.
 *   FAULT_CALLS   words of: write read sync rename unlink truncate open all (all = every one but read and open)
 *   FAULT_AT      the call that is hit, counted from 1; 0 hits none
 *   FAULT_ACTION  kill, or the number of an errno value
 *   FAULT_COUNT   a file that receives the number of counted calls at exit
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

static atomic_long calls;

static int selected(const char *kind)
{
    const char *const list = getenv("FAULT_CALLS");
    if (list == NULL) return 0;
    if (strstr(list, kind) != NULL) return 1;
    return strstr(list, "all") != NULL && strcmp(kind, "read") != 0 && strcmp(kind, "open") != 0;
}

/* 1 when this call must fail; errno is set. */
static int hit(const char *kind)
{
    if (!selected(kind)) return 0;
    const long number = atomic_fetch_add(&calls, 1) + 1;
    const char *const at = getenv("FAULT_AT"), *const action = getenv("FAULT_ACTION");
    if (at == NULL || action == NULL || number != atol(at)) return 0;
    if (strcmp(action, "kill") == 0) kill(getpid(), SIGKILL);
    errno = atoi(action);
    return 1;
}

static __attribute__((destructor)) void report(void)
{
    const char *const path = getenv("FAULT_COUNT");
    if (path == NULL) return;
    FILE *const f = fopen(path, "w");
    if (f == NULL) return;
    fprintf(f, "%ld\n", atomic_load(&calls));
    fclose(f);
}

/* Messages to stdout and stderr are not files. */
static int is_file(int fd) { return fd > 2; }

#define NEXT(type, name) ((type)dlsym(RTLD_NEXT, #name))

ssize_t write(int fd, const void *p, size_t n)
{
    if (is_file(fd) && hit("write")) return -1;
    return NEXT(ssize_t(*)(int, const void *, size_t), write)(fd, p, n);
}
ssize_t pwrite(int fd, const void *p, size_t n, off_t at)
{
    if (hit("write")) return -1;
    return NEXT(ssize_t(*)(int, const void *, size_t, off_t), pwrite)(fd, p, n, at);
}
ssize_t pwrite64(int fd, const void *p, size_t n, off64_t at)
{
    if (hit("write")) return -1;
    return NEXT(ssize_t(*)(int, const void *, size_t, off64_t), pwrite64)(fd, p, n, at);
}
ssize_t pread(int fd, void *p, size_t n, off_t at)
{
    if (hit("read")) return -1;
    return NEXT(ssize_t(*)(int, void *, size_t, off_t), pread)(fd, p, n, at);
}
ssize_t pread64(int fd, void *p, size_t n, off64_t at)
{
    if (hit("read")) return -1;
    return NEXT(ssize_t(*)(int, void *, size_t, off64_t), pread64)(fd, p, n, at);
}
int fsync(int fd)
{
    if (hit("sync")) return -1;
    return NEXT(int (*)(int), fsync)(fd);
}
int rename(const char *from, const char *to)
{
    if (hit("rename")) return -1;
    return NEXT(int (*)(const char *, const char *), rename)(from, to);
}
int unlink(const char *path)
{
    if (hit("unlink")) return -1;
    return NEXT(int (*)(const char *), unlink)(path);
}
int ftruncate(int fd, off_t n)
{
    if (hit("truncate")) return -1;
    return NEXT(int (*)(int, off_t), ftruncate)(fd, n);
}
int ftruncate64(int fd, off64_t n)
{
    if (hit("truncate")) return -1;
    return NEXT(int (*)(int, off64_t), ftruncate64)(fd, n);
}
