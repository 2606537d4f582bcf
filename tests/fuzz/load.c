/* load.c: hostile taxonomies, and everything asked of what is loaded. */
/* SPDX-License-Identifier: MIT */
#include <assert.h>
#include <string.h>

#include "pleach.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

/* Numbers hold together, texts end, and what is beyond is refused. */
static void ask_cluster(const pleach_taxonomy *taxonomy, uint32_t c)
{
    uint32_t count = pleach_taxonomy_clusters(taxonomy);
    pleach_cluster cluster;
    pleach_member member;
    pleach_tag tags[3];
    size_t tag_count = 3;
    pleach_status status = pleach_taxonomy_cluster(&cluster, taxonomy, c, NULL);
    assert(status == PLEACH_OK);
    assert(cluster.parent == PLEACH_NO_CLUSTER || cluster.parent < c);
    assert(cluster.end > c && cluster.end <= count && cluster.concept < count);
    assert(cluster.exemplar < cluster.size);
    assert(strlen(cluster.name) + strlen(cluster.key) < SIZE_MAX);
    for (uint32_t k = 0; k < cluster.size; k++) {
        status = pleach_taxonomy_member(&member, taxonomy, c, k, NULL);
        assert(status == PLEACH_OK);
        assert(strlen(member.node.path) < PLEACH_PATH_BYTES);
        assert(strlen(member.node.owner) + strlen(member.node.name) < SIZE_MAX);
    }
    status = pleach_taxonomy_member(&member, taxonomy, c, cluster.size, NULL);
    assert(status == PLEACH_BAD_USAGE);
    status = pleach_taxonomy_tags(tags, &tag_count, taxonomy, c, NULL);
    assert(status == PLEACH_OK && tag_count <= 3);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    pleach_taxonomy *taxonomy = NULL;
    pleach_input input = {"fuzzed", bytes, size};
    if (pleach_taxonomy_load(&taxonomy, &input, NULL) != PLEACH_OK) {
        assert(taxonomy == NULL);
        return 0;
    }
    for (uint32_t c = 0; c < pleach_taxonomy_clusters(taxonomy); c++)
        ask_cluster(taxonomy, c);
    const pleach_report *report = pleach_taxonomy_report(taxonomy);
    assert(report->trees <= report->clusters);
    pleach_taxonomy_free(taxonomy);
    return 0;
}
