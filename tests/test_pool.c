// The thread pool: every task runs once, on one worker at a time, whichever threads call the pool.
#include "base/pool.h"
#include "failing.h"
#include "support.h"

#if !defined __SANITIZE_THREAD__ && !defined __clang__ // the sanitizers have these checks themselves
#define WATCHED
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>
#endif

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { workers = 4, task_count = 64, most_seconds = 60 };

// A thread that signals a change holds the mutex that guards it. Without the mutex a wake-up is lost once in
// some thousand runs, too rarely for a test to wait for. The program calls these functions instead of the
// system's.
#ifdef WATCHED
static atomic_int told, told_without_a_lock;
static _Thread_local int locks_held;

static void *find(const char *name) {
    void *found = dlsym(RTLD_NEXT, name);
    if (!found)
        abort();
    return found;
}

int pthread_mutex_lock(pthread_mutex_t *mutex) {
    static int (*_Atomic lock)(pthread_mutex_t *);
    if (!lock)
        lock = (int (*)(pthread_mutex_t *))(uintptr_t)find("pthread_mutex_lock");
    locks_held++;
    return lock(mutex);
}

int pthread_mutex_unlock(pthread_mutex_t *mutex) {
    static int (*_Atomic unlock)(pthread_mutex_t *);
    if (!unlock)
        unlock = (int (*)(pthread_mutex_t *))(uintptr_t)find("pthread_mutex_unlock");
    locks_held--;
    return unlock(mutex);
}

int pthread_cond_signal(pthread_cond_t *condition) {
    static int (*_Atomic signal_one)(pthread_cond_t *);
    if (!signal_one)
        signal_one = (int (*)(pthread_cond_t *))(uintptr_t)find("pthread_cond_signal");
    atomic_fetch_add(&told, 1);
    atomic_fetch_add(&told_without_a_lock, locks_held == 0);
    return signal_one(condition);
}

// How many more threads can be created; -1: no limit.
static int threads_left = -1;

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *),
                   void *argument) {
    static int (*create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    if (!create)
        create = (int (*)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *))(uintptr_t)find(
            "pthread_create");
    if (threads_left == 0)
        return EAGAIN;
    threads_left -= threads_left > 0;
    return create(thread, attributes, start, argument);
}
#endif

static tr_pool *new_pool(int threads) {
    tr_pool *pool = NULL;
    tr_error error = {0};
    assert_int_equal(tr_pool_create(threads, &pool, &error), TR_OK);
    return pool;
}

// The sum of the indices of a run's tasks, one partial sum for each worker.
typedef struct sums {
    int of_worker[workers];
    atomic_bool busy[workers];
    atomic_bool shared; // two tasks ran on one worker at once
} sums;

static void add_index(void *context, int index, int worker) {
    sums *s = context;
    if (atomic_exchange(&s->busy[worker], true))
        atomic_store(&s->shared, true);
    s->of_worker[worker] += index;
    atomic_store(&s->busy[worker], false);
}

// Whether one run gives the right sum.
static bool run_is_right(tr_pool *pool, int count) {
    sums s = {0};
    int sum = 0;
    tr_pool_run(pool, count, add_index, &s);
    for (int i = 0; i < workers; i++)
        sum += s.of_worker[i];
    return sum == count * (count - 1) / 2 && !atomic_load(&s.shared);
}

static void test_runs(void **state) {
    (void)state;
    for (int threads = 1; threads <= workers; threads++) {
        tr_pool *pool = new_pool(threads);
        assert_int_equal(tr_pool_threads(pool), threads);
        for (int count = 0; count < 20; count++)
            assert_true(run_is_right(pool, count));
        tr_pool_destroy(pool);
    }
    tr_pool_destroy(NULL);
}

// Without a pool the calling thread runs the tasks in order.
static void test_runs_without_a_pool(void **state) {
    (void)state;
    sums s = {0};
    assert_int_equal(tr_pool_threads(NULL), 1);
    tr_pool_run(NULL, 20, add_index, &s);
    assert_int_equal(s.of_worker[0], 190);
}

// ---- number of threads ---------------------------------------------------------------------------

static void run_nothing(void *system, int count, tr_job job, void *data) {
    (void)system, (void)count, (void)job, (void)data;
}

static void test_how_many_workers(void **state) {
    (void)state;
    static const int asked[] = {0, -1, 1, TR_POOL_MOST_THREADS, TR_POOL_MOST_THREADS + 1, INT_MAX};
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
        tr_pool *pool;
        const long wanted = asked[i] > 0 ? asked[i] : cores;
        assert_int_equal(tr_pool_create_on(asked[i], run_nothing, NULL, &pool, NULL), TR_OK);
        assert_int_equal(tr_pool_threads(pool), wanted < TR_POOL_MOST_THREADS ? wanted : TR_POOL_MOST_THREADS);
        tr_pool_destroy(pool);
    }
    tr_pool *pool = new_pool(0);
    assert_int_equal(tr_pool_threads(pool), cores < TR_POOL_MOST_THREADS ? cores : TR_POOL_MOST_THREADS);
    tr_pool_destroy(pool);
}

#ifdef WATCHED
// When the system creates fewer threads than requested, the pool has fewer workers and the same results.
static void test_fewer_threads_than_wanted(void **state) {
    (void)state;
    for (int granted = 0; granted < workers; granted++) {
        threads_left = granted;
        tr_pool *pool = new_pool(workers);
        threads_left = -1;
        assert_int_equal(tr_pool_threads(pool), granted + 1);
        for (int count = 0; count < 20; count++)
            assert_true(run_is_right(pool, count));
        tr_pool_destroy(pool);
    }
}
#endif

// Each worker uses more stack than a thread has by default under `ulimit -s 128`.
static void use_stack(void *context, int index, int worker) {
    volatile char capacity[3 << 16]; // no more: the thread sanitizer leaves a quarter of a megabyte
    atomic_int *started = context;
    (void)worker;
    for (size_t i = 0; i < sizeof capacity; i += 1024)
        capacity[i] = (char)index;
    atomic_fetch_add(started, capacity[1024] == (char)index);
    while (atomic_load(started) < workers)
        sched_yield();
}

static void test_stacks_are_large_enough(void **state) {
    (void)state;
    enum { small = 1 << 17 };
    pthread_attr_t usual, little;
    assert_int_equal(pthread_getattr_default_np(&usual), 0);
    assert_int_equal(pthread_getattr_default_np(&little), 0);
    assert_int_equal(pthread_attr_setstacksize(&little, small), 0);
    assert_int_equal(pthread_setattr_default_np(&little), 0);
    atomic_int started = 0;
    tr_pool *pool = new_pool(workers);
    assert_int_equal(tr_pool_threads(pool), workers);
    alarm(most_seconds);
    tr_pool_run(pool, workers, use_stack, &started);
    alarm(0);
    tr_pool_destroy(pool);
    assert_int_equal(pthread_setattr_default_np(&usual), 0);
    pthread_attr_destroy(&usual), pthread_attr_destroy(&little);
}

static void test_no_memory_for_a_pool(void **state) {
    (void)state;
    tr_pool *pool = NULL;
    tr_error error = {0};
    assert_int_equal(tr_set_allocator(&failing, NULL), TR_OK);
    memory.left = 1;
    assert_int_equal(tr_pool_create(3, &pool, &error), TR_NO_MEMORY);
    assert_string_equal(error.message, "no memory for 3 threads");
    memory.left = 1;
    assert_int_equal(tr_pool_create_on(3, run_nothing, NULL, &pool, NULL), TR_NO_MEMORY);
    assert_null(pool);
    assert_int_equal(memory.blocks, 0);
    assert_int_equal(tr_set_allocator(NULL, NULL), TR_OK);
}

typedef struct stopping {
    atomic_bool stop;
    atomic_int done;
} stopping;

static void stop_at_ten(void *context, int index, int worker) {
    stopping *s = context;
    (void)worker;
    atomic_fetch_add(&s->done, 1);
    if (index == 10)
        atomic_store(&s->stop, true);
}

// Tasks that have not begun when the run is stopped are skipped.
static void test_stopped_runs(void **state) {
    (void)state;
    for (int threads = 1; threads <= workers; threads += workers - 1) {
        tr_pool *pool = new_pool(threads);
        stopping s = {0};
        const tr_watch watch = tr_watch_flag(&s.stop), none = tr_watch_flag(NULL);
        tr_error error = {0};
        assert_int_equal(tr_pool_run_watched(pool, 100000, stop_at_ten, &s, &watch, &error), TR_STOPPED);
        assert_string_equal(error.message, "stopped");
        assert_in_range(atomic_load(&s.done), 11, threads == 1 ? 11 : 99999);
        atomic_store(&s.done, 0);
        assert_int_equal(tr_pool_run_watched(pool, 100, stop_at_ten, &s, &none, &error), TR_OK);
        assert_int_equal(atomic_load(&s.done), 100);
        assert_int_equal(tr_pool_run_watched(pool, 9, stop_at_ten, &s, NULL, &error), TR_OK);
        tr_pool_destroy(pool);
    }
}

// ---- callers -------------------------------------------------------------------------------------

typedef struct caller {
    pthread_t thread;
    tr_pool *pool;
    int right;
} caller;

enum { caller_count = 3, runs_each = 2000 };

static void *call(void *argument) {
    caller *c = argument;
    for (int i = 0; i < runs_each; i++)
        c->right += run_is_right(c->pool, task_count);
    return NULL;
}

// The alarm ends a hang, which would otherwise not say what hangs.
static void test_several_callers_take_turns(void **state) {
    (void)state;
    alarm(most_seconds);
    for (int threads = 1; threads <= workers; threads += workers - 1) {
        caller callers[caller_count];
        tr_pool *pool = new_pool(threads);
        for (int i = 0; i < caller_count; i++) {
            callers[i] = (caller){.pool = pool};
            assert_int_equal(pthread_create(&callers[i].thread, NULL, call, &callers[i]), 0);
        }
        for (int i = 0; i < caller_count; i++) {
            pthread_join(callers[i].thread, NULL);
            assert_int_equal(callers[i].right, runs_each);
        }
        tr_pool_destroy(pool);
    }
    alarm(0);
}

typedef struct nest {
    tr_pool *pool, *other;
    int worker; // whose task calls the pool
    atomic_int started;
} nest;

static void do_nothing(void *context, int index, int worker) { (void)context, (void)index, (void)worker; }

static void run_within(void *context, int index, int worker) {
    nest *n = context;
    (void)index;
    atomic_fetch_add(&n->started, 1);
    while (atomic_load(&n->started) < tr_pool_threads(n->pool)) // until every worker has a task
        sched_yield();
    if (worker == n->worker)
        tr_pool_run(n->other, 1, do_nothing, NULL);
}

static void test_tasks_may_use_another_pool(void **state) {
    (void)state;
    for (int worker = 0; worker < workers; worker++) {
        nest n = {.pool = new_pool(workers), .other = new_pool(2), .worker = worker};
        tr_pool_run(n.pool, workers, run_within, &n);
        tr_pool_destroy(n.pool);
        tr_pool_destroy(n.other);
    }
}

// A child process ends with the message of the assertion, whichever worker runs the task.
static void test_a_task_must_not_use_its_own_pool(void **state) {
    (void)state;
    for (int worker = 0; worker < workers; worker++) {
        int pipe_ends[2], how;
        char said[512] = "";
        assert_int_equal(pipe(pipe_ends), 0);
        const pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            const struct rlimit no_core = {0, 0};
            setrlimit(RLIMIT_CORE, &no_core);
            dup2(pipe_ends[1], STDERR_FILENO);
            signal(SIGABRT, SIG_DFL); // otherwise cmocka reports it as a failed test
            alarm(most_seconds);
            nest n = {.pool = new_pool(workers), .worker = worker};
            n.other = n.pool;
            tr_pool_run(n.pool, workers, run_within, &n);
            _exit(0);
        }
        close(pipe_ends[1]);
        size_t length = 0;
        for (ssize_t got; (got = read(pipe_ends[0], said + length, sizeof said - 1 - length)) > 0;)
            length += (size_t)got;
        close(pipe_ends[0]);
        assert_int_equal(waitpid(child, &how, 0), child);
        assert_true(WIFSIGNALED(how) && WTERMSIG(how) == SIGABRT);
        assert_non_null(strstr(said, "a task runs tasks on the pool that it runs on"));
    }
}

// ---- the caller's job system ---------------------------------------------------------------------

// How a job system runs jobs, and what was requested of it.
typedef struct job_system {
    int threads; // that run jobs in parallel; 0: the calling thread runs them in order
    int calls;   // jobs to run, whatever was requested; 0: as many as requested
    int runs, asked;
    atomic_int left;
    tr_job job;
    void *data;
} job_system;

static void *call_jobs(void *argument) {
    job_system *s = argument;
    while (atomic_fetch_sub(&s->left, 1) > 0)
        s->job(s->data);
    return NULL;
}

static void run_jobs(void *system, int count, tr_job job, void *data) {
    job_system *s = system;
    pthread_t threads[16];
    s->runs++;
    s->asked = count;
    s->job = job, s->data = data;
    atomic_store(&s->left, s->calls ? s->calls : count);
    for (int i = 0; i < s->threads; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, call_jobs, s), 0);
    if (s->threads == 0)
        call_jobs(s);
    for (int i = 0; i < s->threads; i++)
        pthread_join(threads[i], NULL);
}

static tr_pool *new_pool_on(job_system *system, int threads) {
    tr_pool *pool;
    assert_int_equal(tr_pool_create_on(threads, run_jobs, system, &pool, NULL), TR_OK);
    assert_int_equal(tr_pool_threads(pool), threads);
    return pool;
}

static void test_runs_on_any_job_system(void **state) {
    (void)state;
    job_system systems[] = {
        {.threads = 0},             // in order
        {.threads = 4},             // the usual case
        {.threads = 0, .calls = 1}, // too few
        {.threads = 2, .calls = 2},
        {.threads = 0, .calls = -1},  // none
        {.threads = 16, .calls = 64}, // more than requested, and more at a time
    };
    for (size_t k = 0; k < sizeof systems / sizeof systems[0]; k++)
        for (int threads = 1; threads <= workers; threads++) {
            tr_pool *pool = new_pool_on(&systems[k], threads);
            for (int count = 0; count < 20; count++) {
                systems[k].asked = 0;
                assert_true(run_is_right(pool, count));
                assert_int_equal(systems[k].asked, count < threads ? count : threads);
            }
            assert_true(run_is_right(pool, 10000));
            tr_pool_destroy(pool);
        }
}

typedef struct order {
    atomic_int started;
    int misplaced;
} order;

static void look_at_order(void *context, int index, int worker) {
    order *o = context;
    (void)worker;
    o->misplaced += atomic_fetch_add(&o->started, 1) != index;
}

// With one thread the order is exact. With several threads the same counter hands out the tasks.
static void test_tasks_start_in_order(void **state) {
    (void)state;
    for (int calls = -1; calls < 3; calls++) {
        job_system system = {.calls = calls};
        order o = {.misplaced = 0};
        tr_pool *pool = new_pool_on(&system, workers);
        tr_pool_run(pool, 100, look_at_order, &o);
        tr_pool_destroy(pool);
        assert_int_equal(atomic_load(&o.started), 100);
        assert_int_equal(o.misplaced, 0);
        assert_int_equal(system.runs, 1);
    }
}

static void *call_often(void *argument) {
    caller *c = argument;
    for (int i = 0; i < 50; i++)
        c->right += run_is_right(c->pool, task_count);
    return NULL;
}

static void test_callers_take_turns_on_a_job_system(void **state) {
    (void)state;
    job_system system = {.threads = 4};
    caller callers[caller_count];
    tr_pool *pool = new_pool_on(&system, workers);
    for (int i = 0; i < caller_count; i++) {
        callers[i] = (caller){.pool = pool};
        assert_int_equal(pthread_create(&callers[i].thread, NULL, call_often, &callers[i]), 0);
    }
    for (int i = 0; i < caller_count; i++) {
        pthread_join(callers[i].thread, NULL);
        assert_int_equal(callers[i].right, 50);
    }
    tr_pool_destroy(pool);
}

#ifdef WATCHED
static void test_who_tells_holds_the_lock(void **state) {
    (void)state;
    tr_pool *pool = new_pool(workers);
    for (int i = 0; i < 100; i++)
        assert_true(run_is_right(pool, task_count));
    tr_pool_destroy(pool);
    assert_int_equal(atomic_load(&told_without_a_lock), 0);
    assert_true(atomic_load(&told) > 0);
}
#endif

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_runs),
        cmocka_unit_test(test_runs_without_a_pool),
        cmocka_unit_test(test_how_many_workers),
        cmocka_unit_test(test_stacks_are_large_enough),
        cmocka_unit_test(test_no_memory_for_a_pool),
        cmocka_unit_test(test_stopped_runs),
#ifdef WATCHED
        cmocka_unit_test(test_fewer_threads_than_wanted),
        cmocka_unit_test(test_who_tells_holds_the_lock),
#endif
        cmocka_unit_test(test_several_callers_take_turns),
        cmocka_unit_test(test_tasks_may_use_another_pool),
        cmocka_unit_test(test_a_task_must_not_use_its_own_pool),
        cmocka_unit_test(test_runs_on_any_job_system),
        cmocka_unit_test(test_tasks_start_in_order),
        cmocka_unit_test(test_callers_take_turns_on_a_job_system),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
