/* A job system as a game has one: threads that wait for work. */
#ifndef JOBS_H
#define JOBS_H

typedef struct jobs jobs;

jobs *jobs_create(int threads); /* NULL: there is no memory or there are no threads */
void jobs_destroy(jobs *system);

/* As tr_context_options.run wants it: job(data), count times, on all threads; returns when all are done. */
void jobs_run(void *system, int count, void (*job)(void *data), void *data);

#endif
