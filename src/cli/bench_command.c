// `terrella bench`: measures every row with one thread and with all threads, and compares with the machine's
// limits.
#include "base/memory.h"
#include "bench/bench.h"
#include "cli/private/commands.h"

#include <stdio.h>
#include <string.h>

enum { made_most = 128, made_name_bytes = TR_NAME_BYTES + 8, counts_most = 2 };

// The rows to measure, in order.
typedef struct bench_list {
    int count;
    tr_bench_row *rows;
    int made;
    char made_names[made_most][made_name_bytes]; // "field_dunes", "type_inferno"
} bench_list;

typedef struct bench {
    const tr_cli_context *context;
    const tr_options *options; // of the context
    int counts;                // one thread, and all threads
    tr_pool *pools[counts_most];
    tr_bench_time limits[counts_most][TR_BENCH_LIMIT_COUNT];
    tr_progress progress;
    double wall_s, cpu_s; // of rounds with one thread: the ratio shows whether other programs used the
                          // processor
} bench;

// ---- rows --------------------------------------------------------------------------------------

static void add_table(bench_list *list, const tr_bench_table *table) {
    for (int i = 0; i < table->count; i++)
        list->rows[list->count++] = table->rows[i];
}

static const char *make_name(bench_list *list, const char *of, const char *name) {
    char *made = list->made_names[list->made++];
    snprintf(made, made_name_bytes, "%s%.*s", of, TR_NAME_BYTES - 1, name);
    return made;
}

static bool has_row(const tr_bench_table *table, const char *word) {
    for (int i = 0; i < table->count; i++)
        if (strstr(table->rows[i].name, word))
            return true;
    return false;
}

// Adds the fields that have no row of their own.
static void add_fields(bench_list *list) {
    tr_listed_field fields[made_most / 2];
    const int count = tr_field_list(fields, made_most / 2);
    for (int i = 0; i < count && i < made_most / 2; i++)
        if (!has_row(&tr_bench_fields, fields[i].name) && !has_row(&tr_bench_planets, fields[i].name))
            list->rows[list->count++] =
                tr_bench_field_row(make_name(list, "field_", fields[i].name), fields[i].name);
}

static tr_status add_types(bench_list *list, tr_error *error) {
    char types[made_most / 2][TR_NAME_BYTES];
    const int count = tr_type_list(types, made_most / 2);
    tr_status status = TR_OK;
    for (int i = 0; i < count && i < made_most / 2 && status == TR_OK; i++) {
        const char *name = make_name(list, "type_", types[i]);
        status = tr_bench_type_row(name, name + strlen("type_"), &list->rows[list->count++], error);
    }
    return status;
}

static tr_status make_list(bench_list *list, tr_error *error) {
    const tr_bench_table *const tables[] = {&tr_bench_limits, &tr_bench_fields,  &tr_bench_kernels,
                                            &tr_bench_images, &tr_bench_planets, &tr_bench_edits,
                                            &tr_bench_sets,   &tr_bench_frames};
    enum { table_count = sizeof tables / sizeof tables[0] };
    int capacity = made_most;
    for (int i = 0; i < table_count; i++)
        capacity += tables[i]->count;
    list->rows = tr_calloc((size_t)capacity, sizeof *list->rows);
    if (!list->rows)
        return tr_fail(error, TR_NO_MEMORY, "no memory for a table of %d rows", capacity);
    for (int i = 0; i < table_count; i++) {
        add_table(list, tables[i]);
        if (tables[i] == &tr_bench_fields)
            add_fields(list);
    }
    return add_types(list, error);
}

// Keeps the rows whose names contain the word.
static tr_status filter(bench_list *list, const char *word, tr_error *error) {
    const char **names = tr_calloc((size_t)list->count, sizeof *names);
    if (!names)
        return tr_fail(error, TR_NO_MEMORY, "no memory for a table of %d rows", list->count);
    int kept = 0;
    const int count = list->count;
    for (int i = 0; i < count; i++)
        names[i] = list->rows[i].name;
    for (int i = 0; i < count; i++)
        if (strstr(list->rows[i].name, word))
            list->rows[kept++] = list->rows[i];
    list->count = kept;
    tr_status status = TR_OK;
    if (kept == 0) {
        char hint[TR_HINT_BYTES];
        status =
            tr_fail(error, TR_BAD_USAGE, "no row has '%s' in its name%s", word,
                    tr_nearest_hint(word, names, count, "; `terrella bench --quick` shows them all", hint));
    }
    tr_free(names);
    return status;
}

// ---- figures -----------------------------------------------------------------------------------

// A row's figures with one thread count.
typedef struct figures {
    int threads;
    double ns;         // per sample
    double ms;         // for all samples samples
    double mb_s;       // bytes of the result
    double per_second; // pieces; 0: the row does not count pieces
    double floor_ms, fraction;
    double ns_per_operation; // processor time for one operation that a meter counts; 0: none is counted
    tr_bench_time time;
} figures;

// The shortest time that the machine's limits allow. Memory and arithmetic work at the same time.
static double floor_seconds(const tr_bench_row *row, double samples, const tr_bench_time *limits, bool quick) {
    double each[TR_BENCH_LIMIT_COUNT]; // seconds for a byte or an operation, at full speed
    for (int i = 0; i < TR_BENCH_LIMIT_COUNT; i++) {
        const tr_bench_row *limit = &tr_bench_limits.rows[i];
        const double work = limit->cost.written + limit->cost.read + limit->cost.operations;
        each[i] = limits[i].least_s / (tr_bench_samples(limit, quick) * work);
    }
    const double memory = row->cost.written * each[TR_BENCH_WRITE] + row->cost.read * each[TR_BENCH_READ];
    const double arithmetic = row->cost.operations * each[TR_BENCH_ARITHMETIC];
    return samples * (memory > arithmetic ? memory : arithmetic);
}

static figures make_figures(const tr_bench_row *row, const tr_bench_time *time, int threads,
                            const tr_bench_time *limits, bool quick) {
    const double samples = tr_bench_samples(row, quick), seconds = time->seconds;
    const double least = floor_seconds(row, samples, limits, quick);
    return (figures){.threads = threads,
                     .ns = 1e9 * seconds / samples,
                     .ms = 1e3 * seconds,
                     .mb_s = 1e-6 * row->cost.result * samples / seconds,
                     .per_second = row->pieces / seconds,
                     .floor_ms = 1e3 * least,
                     .fraction = least / seconds,
                     .ns_per_operation = time->operations > 0 ? 1e9 * time->cpu_s / time->operations : 0,
                     .time = *time};
}

static void print_json(bench *b, const tr_bench_row *row, const figures *f) {
    const bool quick = b->options->quick;
    tr_print_list_next(b->context->printed);
    tr_print_json_text("{\"name\":", row->name);
    tr_print_json_text(",\"what\":", row->what);
    printf(",\"isa\":\"%s\",\"threads\":%d,\"width\":%d,\"height\":%d", tr_isa_name(b->options->isa),
           f->threads, tr_bench_size(row->width, quick), tr_bench_size(row->height, quick));
    printf(",\"ns_per_sample\":%.6g,\"ms\":%.6g,\"mb_per_s\":%.6g", f->ns, f->ms, f->mb_s);
    if (f->floor_ms > 0)
        printf(",\"floor_ms\":%.6g,\"coverage\":%.4g", f->floor_ms, f->fraction);
    if (f->per_second > 0)
        printf(",\"per_second\":%.6g", f->per_second);
    if (f->ns_per_operation > 0)
        printf(",\"ns_per_operation\":%.6g", f->ns_per_operation);
    if (f->time.peak_mb > 0)
        printf(",\"peak_mb\":%.6g", f->time.peak_mb);
    printf(",\"wall_ms\":%.6g,\"cpu_ms\":%.6g,\"least_ms\":%.6g,\"rounds\":%d,\"quick\":%s}",
           1e3 * f->time.wall_s, 1e3 * f->time.cpu_s, 1e3 * f->time.least_s, f->time.rounds,
           quick ? "true" : "false");
    fflush(stdout);
}

// Widths of the columns for time, speed and fraction of the limit.
enum { columns = 12 + 9 + 9 };

static void print_figures(const tr_bench_row *row, const figures *f) {
    if (f->per_second > 0)
        printf(" %8.2f /s", f->per_second);
    else if (row->whole)
        printf(" %8.2f ms", f->ms);
    else
        printf(" %8.3f ns", f->ns);
    if (f->mb_s > 0)
        printf(" %8.0f", f->mb_s);
    else
        printf(" %8s", "");
    if (f->floor_ms > 0)
        printf(" %6.0f %%", 100 * f->fraction);
    else
        printf(" %8s", "");
}

static void print_line(bench *b, const tr_bench_row *row, int count, const figures *f) {
    tr_progress_hide(&b->progress);
    printf("%-27s", row->name);
    for (int i = 0; i < count; i++)
        print_figures(row, &f[i]);
    if (count > 1)
        printf(" %7.2fx", f[0].ms / f[1].ms);
    else if (b->counts > 1)
        printf("%*s", columns + 9, "");
    if (f[0].ns_per_operation > 0)
        printf(" %7.2f", f[0].ns_per_operation);
    else
        printf(" %7s", "");
    if (f[count - 1].time.peak_mb > 0)
        printf(" %7.0f", f[count - 1].time.peak_mb);
    else
        printf(" %7s", "");
    printf("  %s\n", row->what);
    fflush(stdout);
}

static void print_heading(bench *b) {
    printf("terrella bench on %s%s\n\n%-27s", tr_isa_name(b->options->isa),
           b->options->quick ? ": a quick look, its times mean nothing" : "", "");
    for (int i = 0; i < b->counts; i++) {
        char threads[32];
        const int count = tr_pool_threads(b->pools[i]);
        snprintf(threads, sizeof threads, "%d thread%s", count, count > 1 ? "s" : "");
        printf(" %11s %8s %8s", threads, "MB/s", "of limit");
    }
    printf("%s %7s %7s\n", b->counts > 1 ? " speed-up" : "", "ns/op", "peak MB");
}

// ---- the run -----------------------------------------------------------------------------------

static tr_status measure_row(bench *b, const tr_bench_row *row, int index, tr_bench_time *time) {
    const tr_bench_setup setup = {.isa = b->options->isa,
                                  .pool = b->pools[index],
                                  .quick = b->options->quick,
                                  .stop = &b->context->watch};
    return tr_bench_measure(row, &setup, time, b->context->error);
}

static tr_status measure_limits(bench *b) {
    tr_status status = TR_OK;
    for (int i = 0; i < b->counts; i++)
        for (int k = 0; k < TR_BENCH_LIMIT_COUNT && status == TR_OK; k++)
            status = measure_row(b, &tr_bench_limits.rows[k], i, &b->limits[i][k]);
    return status;
}

// The time of a row that is a limit, which has been measured already.
static const tr_bench_time *known_time(const bench *b, const tr_bench_row *row, int index) {
    for (int k = 0; k < TR_BENCH_LIMIT_COUNT; k++)
        if (strcmp(tr_bench_limits.rows[k].name, row->name) == 0)
            return &b->limits[index][k];
    return NULL;
}

static tr_status run_row(bench *b, const tr_bench_row *row) {
    figures f[counts_most];
    const int counts = row->serial ? 1 : b->counts;
    for (int i = 0; i < counts; i++) {
        tr_bench_time time;
        const tr_bench_time *known = known_time(b, row, i);
        tr_status status = known ? TR_OK : measure_row(b, row, i, &time);
        if (status == TR_NO_OPENGL) {
            tr_say("%s: not measured: %s", row->name, b->context->error->message);
            *b->context->error = (tr_error){0};
            return TR_OK;
        }
        if (status != TR_OK)
            return status;
        f[i] = make_figures(row, known ? known : &time, tr_pool_threads(b->pools[i]), b->limits[i],
                            b->options->quick);
        if (i == 0 && !row->waits)
            b->wall_s += f[i].time.wall_s, b->cpu_s += f[i].time.cpu_s;
        if (b->options->json)
            print_json(b, row, &f[i]);
    }
    if (!b->options->json)
        print_line(b, row, counts, f);
    return TR_OK;
}

static tr_status run_list(bench *b, const bench_list *list) {
    tr_progress_begin(&b->progress, "bench", b->options->quiet);
    tr_status status = measure_limits(b);
    if (status == TR_OK && !b->options->json)
        print_heading(b);
    for (int i = 0; i < list->count && status == TR_OK && !ferror(stdout); i++) { // ends early when standard
                                                                                  // output fails
        tr_progress_report(&b->progress, (double)i / list->count);
        status = run_row(b, &list->rows[i]);
    }
    tr_progress_hide(&b->progress);
    if (b->options->json && status == TR_OK)
        tr_print_list_end(b->context->printed);
    if (status == TR_OK && !b->options->json && !b->options->quick && !b->options->quiet &&
        b->wall_s > 1.1 * b->cpu_s)
        printf("\nOther programs ran too: work of one thread waited for %.0f %% of its time, and figures of "
               "more threads "
               "suffered.\n",
               100 * (1 - b->cpu_s / b->wall_s));
    return status;
}

tr_status tr_cli_bench(const tr_cli_context *context) {
    bench b = {.context = context,
               .options = context->options,
               .counts = tr_pool_threads(context->pool) > 1 ? 2 : 1,
               .pools = {NULL, context->pool}};
    bench_list list = {0};
    tr_status status = make_list(&list, context->error);
    if (status == TR_OK && context->options->operand)
        status = filter(&list, context->options->operand, context->error);
    if (status == TR_OK)
        status = tr_pool_create(1, &b.pools[0], context->error);
    if (status == TR_OK)
        status = run_list(&b, &list);
    tr_pool_destroy(b.pools[0]);
    tr_free(list.rows);
    return status;
}
