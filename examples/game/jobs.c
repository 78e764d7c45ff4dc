#include "jobs.h"

#include <pthread.h>
#include <stdlib.h>

struct jobs {
    pthread_mutex_t lock;
    pthread_cond_t work, done;
    void (*job)(void *data);
    void *data;
    int waiting, running; /* calls of the job that have not begun, and that have not ended */
    int quit;
    int threads;
    pthread_t thread[64];
};

static void *work(void *argument) {
    jobs *s = (jobs *)argument;
    pthread_mutex_lock(&s->lock);
    for (;;) {
        while (!s->quit && s->waiting == 0)
            pthread_cond_wait(&s->work, &s->lock);
        if (s->quit)
            break;
        s->waiting--;
        s->running++;
        pthread_mutex_unlock(&s->lock);
        s->job(s->data);
        pthread_mutex_lock(&s->lock);
        s->running--;
        if (s->waiting == 0 && s->running == 0)
            pthread_cond_signal(&s->done);
    }
    pthread_mutex_unlock(&s->lock);
    return NULL;
}

jobs *jobs_create(int threads) {
    jobs *s = (jobs *)calloc(1, sizeof *s);
    if (!s)
        return NULL;
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->work, NULL);
    pthread_cond_init(&s->done, NULL);
    while (s->threads < threads && s->threads < 64 &&
           pthread_create(&s->thread[s->threads], NULL, work, s) == 0)
        s->threads++;
    if (s->threads > 0)
        return s;
    jobs_destroy(s);
    return NULL;
}

void jobs_destroy(jobs *s) {
    int i;
    pthread_mutex_lock(&s->lock);
    s->quit = 1;
    pthread_cond_broadcast(&s->work);
    pthread_mutex_unlock(&s->lock);
    for (i = 0; i < s->threads; i++)
        pthread_join(s->thread[i], NULL);
    pthread_cond_destroy(&s->done);
    pthread_cond_destroy(&s->work);
    pthread_mutex_destroy(&s->lock);
    free(s);
}

void jobs_run(void *system, int count, void (*job)(void *data), void *data) {
    jobs *s = (jobs *)system;
    pthread_mutex_lock(&s->lock);
    s->job = job;
    s->data = data;
    s->waiting = count;
    pthread_cond_broadcast(&s->work);
    while (s->waiting > 0 || s->running > 0)
        pthread_cond_wait(&s->done, &s->lock);
    pthread_mutex_unlock(&s->lock);
}
