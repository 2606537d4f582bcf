/* json.c: figures as JSON, by their description. */
/* SPDX-License-Identifier: MIT */
#include "report/report.h"

static void put_agreement(pl_json *json, const pleach_agreement *agreement)
{
    static const report_field fields[] = {
        {"precision", REPORT_REAL, offsetof(pleach_agreement, precision)},
        {"recall", REPORT_REAL, offsetof(pleach_agreement, recall)},
        {"f1", REPORT_REAL, offsetof(pleach_agreement, f1)},
        {.key = NULL}};
    pl_json_open(json, '{');
    report_fields(json, fields, agreement);
    pl_json_close(json, '}');
}

void report_fields(pl_json *json, const report_field *fields, const void *from)
{
    for (; fields->key != NULL; fields++) {
        const void *at = (const char *)from + fields->at;
        pl_json_key(json, fields->key);
        switch (fields->kind) {
        case REPORT_COUNT:
            pl_json_integer(json, *(const uint64_t *)at);
            break;
        case REPORT_REAL:
            pl_json_double(json, *(const double *)at);
            break;
        case REPORT_TEXT:
            pl_json_text(json, *(const char *const *)at);
            break;
        case REPORT_AGREEMENT:
            put_agreement(json, at);
            break;
        }
    }
}

void report_object(pl_json *json, const char *key, const report_field *fields,
                   const void *from)
{
    pl_json_open_in(json, key, '{');
    report_fields(json, fields, from);
    pl_json_close(json, '}');
}
