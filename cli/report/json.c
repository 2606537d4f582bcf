/* json.c: JSON values behind their keys. */
/* SPDX-License-Identifier: MIT */
#include "report/report.h"

void report_open(pl_json *json, const char *key, char bracket)
{
    pl_json_key(json, key);
    pl_json_open(json, bracket);
}

void report_truth(pl_json *json, const char *key, bool value)
{
    pl_json_key(json, key);
    pl_json_bool(json, value);
}

void report_agreement(pl_json *json, const char *key,
                      const pleach_agreement *agreement)
{
    report_open(json, key, '{');
    pl_json_put_double(json, "precision", agreement->precision);
    pl_json_put_double(json, "recall", agreement->recall);
    pl_json_put_double(json, "f1", agreement->f1);
    pl_json_close(json, '}');
}
