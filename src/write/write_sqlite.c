/* write_sqlite.c: clusters, members and all the rest as a database. */
/* SPDX-License-Identifier: MIT */
#include "base/status.h"
#include "base/stream.h"
#include "write/write.h"

#if defined(PLEACH_HAS_SQLITE)
#include <math.h>
#include <sqlite3.h>
#include <stdarg.h>

#include "corpus/payload.h"
#include "taxonomy/placed_nodes.h"

static const char schema[] =
    "CREATE TABLE report (field TEXT PRIMARY KEY, value);"
    "CREATE TABLE nodes (id INTEGER PRIMARY KEY, owner TEXT, hierarchy TEXT,"
    " path TEXT, name TEXT, parent INTEGER REFERENCES nodes,"
    " source_id TEXT);"
    "CREATE TABLE carried (node INTEGER REFERENCES nodes, kind TEXT,"
    " item INTEGER, key TEXT, value TEXT, language TEXT);"
    "CREATE TABLE clusters (id INTEGER PRIMARY KEY, name TEXT, key TEXT,"
    " path TEXT, parent INTEGER REFERENCES clusters, concept INTEGER,"
    " depth INTEGER, size INTEGER, entries INTEGER, people INTEGER,"
    " net_similarity REAL, edge_people INTEGER, in_favour INTEGER,"
    " skipping INTEGER, against INTEGER, top INTEGER);"
    "CREATE VIEW edges AS SELECT parent, id AS child, edge_people AS people"
    " FROM clusters WHERE parent IS NOT NULL;"
    "CREATE TABLE also_under (child INTEGER REFERENCES clusters,"
    " parent INTEGER REFERENCES clusters, people INTEGER,"
    " PRIMARY KEY (child, parent)) WITHOUT ROWID;"
    "CREATE TABLE members (cluster INTEGER REFERENCES clusters,"
    " node INTEGER PRIMARY KEY REFERENCES nodes, similarity REAL,"
    " exemplar INTEGER);"
    "CREATE VIEW voices AS SELECT id AS cluster, in_favour, skipping, against,"
    " top FROM clusters;"
    "BEGIN";

static const char indexes[] =
    "COMMIT;"
    "CREATE INDEX nodes_by_name ON nodes (name);"
    "CREATE INDEX nodes_by_hierarchy ON nodes (owner, hierarchy);"
    "CREATE INDEX clusters_by_name ON clusters (name);"
    "CREATE INDEX clusters_by_parent ON clusters (parent);"
    "CREATE INDEX members_by_cluster ON members (cluster);"
    "CREATE INDEX carried_by_node ON carried (node);"
    "CREATE INDEX carried_by_key ON carried (key, value);";

typedef struct database {
    const pleach_taxonomy *forest;
    sqlite3 *handle;
    pl_name_path path;
    pleach_error *error;
    pleach_status status; /* of what is not SQLite's */
    bool fine;
} database;

static void run_statements(database *self, const char *statements)
{
    self->fine = self->fine && sqlite3_exec(self->handle, statements, NULL,
                                            NULL, NULL) == SQLITE_OK;
}

static sqlite3_stmt *prepare_statement(database *self, const char *text)
{
    sqlite3_stmt *statement = NULL;
    self->fine = self->fine &&
                 sqlite3_prepare_v2(self->handle, text, -1, &statement, NULL) ==
                     SQLITE_OK;
    return statement;
}

/* One row. The letters say what the values are: a text, an int64_t, or a
 * double; an integer below 0 and what is not a number are NULL, as a text may
 * be. */
static void insert_row(database *self, sqlite3_stmt *row, const char *types,
                       ...)
{
    va_list values;
    va_start(values, types);
    for (int k = 1; self->fine && *types != '\0'; k++, types++) {
        int code;
        if (*types == 't') {
            code = sqlite3_bind_text(row, k, va_arg(values, const char *), -1,
                                     SQLITE_TRANSIENT);
        } else if (*types == 'i') {
            int64_t number = va_arg(values, int64_t);
            code = number < 0 ? sqlite3_bind_null(row, k)
                              : sqlite3_bind_int64(row, k, number);
        } else {
            double number = va_arg(values, double);
            code = isnan(number) ? sqlite3_bind_null(row, k)
                                 : sqlite3_bind_double(row, k, number);
        }
        self->fine = code == SQLITE_OK;
    }
    va_end(values);
    self->fine = self->fine && sqlite3_step(row) == SQLITE_DONE &&
                 sqlite3_reset(row) == SQLITE_OK;
}

static void must(database *self, pleach_status status)
{
    if (self->status == PLEACH_OK)
        self->status = status;
    self->fine = self->fine && status == PLEACH_OK;
}

static pleach_cluster cluster_at(database *self, uint32_t c)
{
    pleach_cluster cluster = {.id = -1};
    if (c != PL_NONE)
        must(self,
             pleach_taxonomy_cluster(&cluster, self->forest, c, self->error));
    return cluster;
}

static const char *path_of(database *self, uint32_t c)
{
    const char *path = pl_cluster_path(&self->path, self->forest, c);
    if (path == NULL)
        must(self, pl_fail_memory(self->error));
    return path;
}

static void insert_further_parents(database *self, sqlite3_stmt *row,
                                   const pleach_cluster *at)
{
    for (uint32_t m = 0; m < at->also_count; m++)
        insert_row(self, row, "iii", at->id,
                   cluster_at(self, at->also_under[m]).id,
                   (int64_t)at->also_people[m]);
}

static void insert_clusters(database *self)
{
    sqlite3_stmt *cluster =
        prepare_statement(self, "INSERT INTO clusters VALUES "
                                "(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)");
    sqlite3_stmt *also =
        prepare_statement(self, "INSERT INTO also_under VALUES (?,?,?)");
    uint32_t count = pleach_taxonomy_clusters(self->forest);
    for (uint32_t c = 0; self->fine && c < count; c++) {
        pleach_cluster at = cluster_at(self, c);
        insert_row(self, cluster, "itttiiiiiidiiiii", at.id, at.name, at.key,
                   path_of(self, c), cluster_at(self, at.parent).id,
                   cluster_at(self, at.concept).id, (int64_t)at.depth,
                   (int64_t)at.size, (int64_t)at.entries, (int64_t)at.people,
                   at.net_similarity, (int64_t)at.edge_people,
                   (int64_t)at.in_favour, (int64_t)at.skipping,
                   (int64_t)at.against, (int64_t)at.top);
        insert_further_parents(self, also, &at);
    }
    sqlite3_finalize(cluster);
    sqlite3_finalize(also);
}

/* What a node carries: values that are texts or addresses, and the fields of
 * its items, which are counted from 1. */
static void insert_carried(database *self, sqlite3_stmt *row, int64_t node,
                           const char *carries)
{
    PL_SCRATCH(scratch);
    pl_carried_list list = {.arena = scratch};
    must(self, pl_payload_list(&list, scratch, carries, self->error));
    for (size_t k = 0; self->fine && k < list.count; k++) {
        const pl_carried *is = &list.items[k];
        const char *kind = is->item != 0 ? "item"
                           : is->address ? "address"
                                         : "text";
        insert_row(self, row, "itittt", node, kind,
                   is->item == 0 ? (int64_t)-1 : (int64_t)is->item,
                   is->property, is->text,
                   *is->language == '\0' ? NULL : is->language);
    }
}

/* Nodes are numbered here anew: an inner node is one row, though it is two
 * nodes in the corpus. */
static void insert_nodes(database *self)
{
    pl_placed_nodes nodes = {0};
    sqlite3_stmt *row =
        prepare_statement(self, "INSERT INTO nodes VALUES (?,?,?,?,?,?,?)");
    sqlite3_stmt *member =
        prepare_statement(self, "INSERT INTO members VALUES (?,?,?,?)");
    sqlite3_stmt *carried =
        prepare_statement(self, "INSERT INTO carried VALUES (?,?,?,?,?,?)");
    if (self->fine)
        must(self, pl_place_nodes(&nodes, self->forest, self->error));
    for (int64_t k = 0; self->fine && k < (int64_t)nodes.list.count; k++) {
        const pl_placed_node *at = &nodes.list.items[k];
        insert_row(self, row, "ittttit", k, at->owner, at->id, at->path,
                   at->name,
                   at->parent == PL_NONE ? (int64_t)-1 : (int64_t)at->parent,
                   at->source_id);
        insert_carried(self, carried, k, at->carries);
        if (at->cluster != PL_NONE)
            insert_row(self, member, "iidi", cluster_at(self, at->cluster).id,
                       k, at->similarity,
                       (int64_t)(nodes.exemplar[at->cluster] == at));
    }
    pl_placed_nodes_free(&nodes);
    sqlite3_finalize(row);
    sqlite3_finalize(member);
    sqlite3_finalize(carried);
}

/* SQLite takes the JSON apart itself, so that the table has what the report
 * has. */
static void insert_report(database *self)
{
    pl_printed text = {0};
    FILE *to = pl_print_to_memory(&text);
    pl_json json;
    if (to != NULL) {
        pl_json_start(&json, to);
        pl_put_report(&json, self->forest, NULL);
    }
    bool whole = to != NULL && ferror(to) == 0;
    whole = to != NULL && fclose(to) == 0 && whole;
    self->fine = self->fine && whole && pl_list_push(&text, '\0');
    sqlite3_stmt *rows =
        prepare_statement(self, "INSERT INTO report SELECT "
                                "replace(substr(fullkey, 3), '\"', ''), atom "
                                "FROM json_tree(?) WHERE atom IS NOT NULL");
    insert_row(self, rows, "t", text.items);
    sqlite3_finalize(rows);
    pl_list_free(&text);
}

/* It is made in memory, so that nothing is written that is not whole. */
static pleach_status put_database(database *self, FILE *to)
{
    sqlite3_int64 size = 0;
    run_statements(self, schema);
    insert_clusters(self);
    insert_nodes(self);
    insert_report(self);
    run_statements(self, indexes);
    unsigned char *bytes =
        self->fine ? sqlite3_serialize(self->handle, "main", &size, 0) : NULL;
    if (self->status != PLEACH_OK)
        return self->status;
    if (bytes == NULL)
        return pl_fail(self->error, PLEACH_NO_MEMORY,
                       "The database could not be made: %s.",
                       self->handle == NULL ? "there is no memory"
                                            : sqlite3_errmsg(self->handle));
    fwrite(bytes, 1, (size_t)size, to);
    sqlite3_free(bytes);
    return PLEACH_OK;
}

pleach_status pl_write_sqlite(const pleach_taxonomy *forest, FILE *to,
                              const pleach_write_options *options,
                              pleach_error *error)
{
    database self = {.forest = forest, .error = error};
    (void)options;
    self.fine = sqlite3_open_v2(":memory:", &self.handle,
                                SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
                                NULL) == SQLITE_OK;
    pleach_status status = put_database(&self, to);
    sqlite3_close(self.handle);
    pl_name_path_free(&self.path);
    return status;
}
#else
pleach_status pl_write_sqlite(const pleach_taxonomy *forest, FILE *to,
                              const pleach_write_options *options,
                              pleach_error *error)
{
    (void)forest;
    (void)to;
    (void)options;
    return pl_fail(error, PLEACH_BAD_USAGE,
                   "This pleach was built without SQLite. Build it with that, "
                   "or write another format.");
}
#endif
