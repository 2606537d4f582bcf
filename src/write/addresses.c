/* addresses.c: checks and escapes parts of IRIs. */
/* SPDX-License-Identifier: MIT */
#include "write/addresses.h"

#include <string.h>

#include "base/status.h"
#include "base/text.h"

static bool is_ascii_letter(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

static bool is_ascii_letter_or_digit(char byte)
{
    return is_ascii_letter(byte) || (byte >= '0' && byte <= '9');
}

const char *pl_base_of(const pleach_write_options *options)
{
    return options->base == NULL ? "urn:pleach:" : options->base;
}

pleach_status pl_check_base(const char *base, pleach_error *error)
{
    if (pl_text_is_address(base, strlen(base)) && strlen(base) < 2000)
        return PLEACH_OK;
    return pl_fail(error, PLEACH_BAD_USAGE,
                   "\"%.*s\" is no base for addresses. Give one such as "
                   "https://example.org/animals/.",
                   pl_text_cut(base, strlen(base), 80), base);
}

/* "en", "pt-BR" */
pleach_status pl_check_language(const char *language, pleach_error *error)
{
    size_t part = 0;
    bool fine = language == NULL || is_ascii_letter(*language);
    for (const char *at = language; fine && at != NULL && *at != '\0'; at++) {
        part = *at == '-' ? 0 : part + 1;
        fine = *at == '-' ? is_ascii_letter_or_digit(at[1])
                          : is_ascii_letter_or_digit(*at) && part <= 8;
    }
    return fine
               ? PLEACH_OK
               : pl_fail(error, PLEACH_BAD_USAGE,
                         "\"%.*s\" is not the code of a language, such as "
                         "en or pt-BR.",
                         pl_text_cut(language, strlen(language), 40), language);
}

void pl_put_in_address(FILE *to, const char *text)
{
    for (; *text != '\0'; text++)
        if (pl_text_fits_address(*text) && *text != '%')
            putc(*text, to);
        else
            fprintf(to, "%%%02X", (unsigned char)*text);
}

void pl_put_in_curie(FILE *to, const char *text)
{
    for (; *text != '\0'; text++)
        if (is_ascii_letter_or_digit(*text) || strchr("-._~", *text) != NULL)
            putc(*text, to);
        else
            fprintf(to, "%%%02X", (unsigned char)*text);
}
