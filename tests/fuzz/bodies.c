/* Fuzz target: any bytes as the body of a request. What is read must hold what
 * it promises, or there is a sentence. */
/* SPDX-License-Identifier: MIT */
#include "reading.h"

#include "serve/bodies.h"

static void check_decision_cells(const json_t *decision)
{
    static const char *const keys[] = {"kind", "a", "b"};
    for (int k = 0; k < 3; k++) {
        const char *text =
            json_string_value(json_object_get(decision, keys[k]));
        MUST(text != NULL || k == 2);
        MUST(text == NULL || strpbrk(text, "\t\r\n") == NULL);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    posted read;
    char sentence[BODY_SENTENCE] = "";
    if (!body_read(&read, (const char *)data, size, sentence)) {
        MUST(sentence[0] != '\0');
        body_release(&read);
        return 0;
    }
    MUST(read.revision >= -1 && read.id >= -1 && read.who != NULL);
    for (size_t k = 0; k < json_array_size(read.decisions); k++)
        check_decision_cells(json_array_get(read.decisions, k));
    for (size_t k = 0; k < json_array_size(read.remove); k++)
        MUST(json_is_integer(json_array_get(read.remove, k)));
    body_release(&read);
    return 0;
}
