/* json.c: JSON values behind their keys. */
/* SPDX-License-Identifier: MIT */
#include "report/report.h"

void report_open(pl_json *json, const char *key, char bracket)
{
    pl_json_key(json, key);
    pl_json_open(json, bracket);
}

void report_real(pl_json *json, const char *key, double value)
{
    pl_json_key(json, key);
    pl_json_double(json, value);
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
    report_real(json, "precision", agreement->precision);
    report_real(json, "recall", agreement->recall);
    report_real(json, "f1", agreement->f1);
    pl_json_close(json, '}');
}
