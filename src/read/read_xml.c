/* read_xml.c: OPML outlines and browsers' bookmarks, through libxml2. */
/* SPDX-License-Identifier: MIT */
#include "read/forest.h"

#if defined(PLEACH_HAS_XML)
#include <libxml/HTMLparser.h>
#include <libxml/parser.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "read/read.h"

/* Where a walk through a document is. Entities are neither expanded nor
 * fetched: a document that declares any is refused. */
typedef struct markup {
    pl_forest forest;
    PL_LIST(uint32_t) open; /* the node of each open outline or folder */
    uint32_t title;         /* of all bookmarks */
    uint32_t folder;        /* the last folder that was named */
    uint64_t nameless;      /* outlines with something below them */
    bool no_memory;         /* the library ran out of it */
} markup;

static bool is_called(const xmlNode *element, const char *name)
{
    return element->type == XML_ELEMENT_NODE &&
           xmlStrcasecmp(element->name, (const xmlChar *)name) == 0;
}

static uint32_t innermost_element(const markup *self)
{
    return self->open.count == 0 ? self->title
                                 : self->open.items[self->open.count - 1];
}

/* The next element of a document in preorder; *up says how many were left. */
static const xmlNode *next_element(const xmlNode *at, const xmlNode *top,
                                   unsigned *up)
{
    *up = 0;
    if (at->children != NULL && at->type == XML_ELEMENT_NODE)
        return at->children;
    while (at != top && at->next == NULL) {
        at = at->parent;
        ++*up;
    }
    return at == top ? NULL : at->next;
}

static bool get_attribute(const xmlNode *element, const char *name,
                          xmlChar **value)
{
    *value = NULL;
    for (const xmlAttr *at = element->properties; at != NULL; at = at->next)
        if (xmlStrcasecmp(at->name, (const xmlChar *)name) == 0) {
            *value = xmlNodeGetContent((const xmlNode *)at);
            return *value != NULL;
        }
    return false;
}

/* Comma-separated tags. */
static bool tag_list(markup *self, uint32_t node, const char *text)
{
    while (*text != '\0') {
        size_t length = strcspn(text, ",");
        if (!pl_forest_tag_node(&self->forest, node, text, length, 1))
            return false;
        text += length + (text[length] == ',');
    }
    return true;
}

/* ------------------------------------------------------------------ OPML -- */

static bool has_outline(const xmlNode *element)
{
    for (const xmlNode *at = element->children; at != NULL; at = at->next)
        if (is_called(at, "outline"))
            return true;
    return false;
}

/* OPML calls it "text", and some programs write "title" instead. */
static bool add_outline(markup *self, const xmlNode *element)
{
    xmlChar *text = NULL, *tags = NULL;
    if (!get_attribute(element, "text", &text))
        get_attribute(element, "title", &text);
    bool named =
        text != NULL && !pl_text_is_blank((char *)text, strlen((char *)text));
    self->nameless += !named && has_outline(element);
    uint32_t node = pl_forest_add(&self->forest, innermost_element(self),
                                  (uint64_t)xmlGetLineNo(element));
    bool enough =
        node != PL_NONE && pl_list_push(&self->open, node) &&
        (text == NULL || pl_forest_name(&self->forest, node, (char *)text,
                                        strlen((char *)text)));
    if (enough && get_attribute(element, "category", &tags))
        enough = tag_list(self, node, (char *)tags);
    xmlFree(text);
    xmlFree(tags);
    return enough;
}

/* Elements in between that are no outlines do not count as levels, so what was
 * opened is closed by name. */
static bool walk_opml(markup *self, const xmlNode *top)
{
    unsigned up = 0;
    for (const xmlNode *at = top; at != NULL;) {
        if (is_called(at, "outline") && !add_outline(self, at))
            return false;
        const xmlNode *was = at;
        at = next_element(at, top, &up);
        /* Outlines that were left: the last one too unless it goes on. */
        if (is_called(was, "outline") && (at == NULL || at->parent != was))
            self->open.count--;
        for (const xmlNode *left = was; up > 0; up--) {
            left = left->parent;
            if (is_called(left, "outline"))
                self->open.count--;
        }
    }
    return true;
}

/* ------------------------------------------------------------- bookmarks -- */

/* A link says what its folder is about: the words of its title, its tags, and
 * whose page it is. */
static bool add_link(markup *self, const xmlNode *link)
{
    static const char scheme_end[] = "://";
    xmlChar *tags = NULL, *address = NULL;
    xmlChar *title = xmlNodeGetContent(link);
    uint32_t node = innermost_element(self);
    bool enough = title != NULL;
    if (node != PL_NONE && enough)
        enough = pl_forest_tag_words(&self->forest, node, (char *)title,
                                     strlen((char *)title));
    if (node != PL_NONE && enough && get_attribute(link, "tags", &tags))
        enough = tag_list(self, node, (char *)tags);
    if (node != PL_NONE && enough && get_attribute(link, "href", &address)) {
        const char *host = strstr((char *)address, scheme_end);
        if (host != NULL && strncmp((char *)address, "http", 4) == 0) {
            host += strlen(scheme_end);
            host += strncmp(host, "www.", 4) == 0 ? 4 : 0;
            enough = pl_forest_tag_node(&self->forest, node, host,
                                        strcspn(host, "/:?#"), 1);
        }
    }
    xmlFree(title);
    xmlFree(tags);
    xmlFree(address);
    return enough;
}

/* Names that browsers give to folders of their own, right below the title,
 * without saying so. */
static bool is_browsers_name(const char *name)
{
    static const char *const names[] = {
        "bookmarks bar",       "bookmarks toolbar",   "bookmarks menu",
        "other bookmarks",     "mobile bookmarks",    "unsorted bookmarks",
        "favorites bar",       "other favorites",     "mobile favorites",
        "favourites bar",      "other favourites",    "synced bookmarks",
        "lesezeichenleiste",   "weitere lesezeichen", "andere lesezeichen",
        "mobile lesezeichen",  "barre de favoris",    "autres favoris",
        "autres marque-pages", "barra de marcadores", "otros marcadores",
        "barra dei preferiti", "altri preferiti"};
    size_t length = strlen(name);
    pl_text_trim(&name, &length);
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (pl_text_is_word(name, length, names[k]))
            return true;
    return false;
}

/* The title of all, or a folder; those that browsers make stay nameless, so
 * that what is in them is in the folder around. */
static bool add_folder(markup *self, const xmlNode *heading)
{
    static const char *const browsers[] = {"personal_toolbar_folder",
                                           "unfiled_bookmarks_folder"};
    bool own = false;
    xmlChar *name = xmlNodeGetContent(heading), *mark;
    for (size_t k = 0; k < 2; k++) {
        own |= get_attribute(heading, browsers[k], &mark);
        xmlFree(mark);
    }
    self->folder = pl_forest_add(&self->forest, innermost_element(self),
                                 (uint64_t)xmlGetLineNo(heading));
    bool enough = name != NULL && self->folder != PL_NONE;
    const char *text = (const char *)name;
    if (is_called(heading, "h1"))
        self->title = self->folder;
    if (enough && is_called(heading, "h1") &&
        strncmp(text, "Bookmarks", 9) == 0)
        text = "Bookmarks";
    bool outer = innermost_element(self) == PL_NONE ||
                 innermost_element(self) == self->title;
    own |=
        enough && outer && is_called(heading, "h3") && is_browsers_name(text);
    enough = enough && (own || pl_forest_name(&self->forest, self->folder, text,
                                              strlen(text)));
    xmlFree(name);
    return enough;
}

/* A list (DL) holds what is in the folder that was named last. Lists are left
 * open in these files, so only they count, not what the parser nests them in.
 */
static bool walk_bookmarks(markup *self, const xmlNode *top)
{
    unsigned up;
    bool enough = true;
    for (const xmlNode *at = top; at != NULL && enough;) {
        if (is_called(at, "h1") || is_called(at, "h3"))
            enough = add_folder(self, at);
        else if (is_called(at, "dl"))
            enough = pl_list_push(&self->open, self->folder);
        else if (is_called(at, "a"))
            enough = add_link(self, at);
        const xmlNode *was = at;
        at = next_element(at, top, &up);
        if (is_called(was, "dl") && (at == NULL || at->parent != was))
            self->open.count--;
        for (const xmlNode *left = was; up > 0; up--) {
            left = left->parent;
            if (is_called(left, "dl"))
                self->open.count--;
        }
    }
    return enough;
}

/* --------------------------------------------------------------- reading -- */

/* The library goes on with a part of a document when its memory ends, and says
 * so on standard error unless somebody listens. */
#if LIBXML_VERSION >= 21200
static void on_xml_error(void *context, const xmlError *told)
#else
static void on_xml_error(void *context, xmlError *told)
#endif
{
    markup *self = context;
    self->no_memory |= told->code == XML_ERR_NO_MEMORY;
}

/* The library says what was wrong in its own words; entities that multiply are
 * ours to tell. */
static pleach_status fail_markup(const pl_reader *reader, const char *what,
                                 pleach_error *error)
{
    const xmlError *last = xmlGetLastError();
    char why[160] = "it cannot be read";
    if (last != NULL && last->code == XML_ERR_ENTITY_LOOP)
        return pl_reader_fail_entities(reader, (uint64_t)last->line, error);
    if (last != NULL && last->message != NULL)
        snprintf(why, sizeof why, "%.*s", (int)strcspn(last->message, "\n"),
                 last->message);
    return pl_fail_at(error, PLEACH_BAD_DATA, reader->file,
                      last == NULL ? 0 : (uint64_t)last->line, 0,
                      "This is not %s: %.*s.", what, pl_text_unstopped(why),
                      why);
}

/* Entities are refused. They are the way in which small documents become
 * endless ones. */
static pleach_status walk_document(markup *self, xmlDoc *document,
                                   bool bookmarks, pleach_error *error)
{
    const xmlNode *top = xmlDocGetRootElement(document);
    pl_reader *reader = self->forest.reader;
    if (document->intSubset != NULL && document->intSubset->entities != NULL)
        return pl_fail_at(error, PLEACH_BAD_DATA, reader->file, 0, 0,
                          "The document declares entities, which are not read. "
                          "Write the texts out.");
    if (!bookmarks && (top == NULL || !is_called(top, "opml")))
        return pl_fail_at(error, PLEACH_BAD_DATA, reader->file, 1, 0,
                          "This is XML, but not OPML.");
    if (top == NULL)
        return PLEACH_OK;
    if (!(bookmarks ? walk_bookmarks(self, top) : walk_opml(self, top)) ||
        self->no_memory)
        return pl_fail_memory(error);
    if (self->nameless > 0)
        pl_read_progress_warn(reader->progress, PL_ODD_PASSED, reader->file, 0,
                              "Outlines without a text that others are below: "
                              "%llu. These are put below the next one above.",
                              (unsigned long long)self->nameless);
    return pl_forest_finish(&self->forest, error);
}

static size_t count_elements(const pl_piece *text, const char *mark)
{
    size_t count = 0, length = strlen(mark);
    for (size_t k = 0; k + length <= text->length; k++)
        count += text->bytes[k] == '<' &&
                 pl_text_is_word(text->bytes + k, length, mark);
    return count;
}

/* A bookmark file that was cut has lists that are not closed: HTML knows no
 * errors, so this is asked of the text, where titles have no brackets. */
static pleach_status check_whole(const pl_reader *reader, const pl_piece *text,
                                 pleach_error *error)
{
    if (count_elements(text, "<dl>") <= count_elements(text, "</dl>"))
        return PLEACH_OK;
    return pl_reader_fail(reader, text, text->length - 1, error,
                          "The bookmarks end before their lists are closed: "
                          "is the file cut?");
}

/* Browsers write bookmarks as HTML that is none, so that parser repairs; OPML
 * has to be right. Nobody reads comments, which would take twenty times their
 * bytes. NULL: it is not well-formed, or there is no memory. */
static xmlDoc *parse_document(markup *self, const pl_piece *text,
                              bool bookmarks)
{
    xmlParserCtxt *parser =
        bookmarks ? htmlNewParserCtxt() : xmlNewParserCtxt();
    self->no_memory = parser == NULL;
    if (parser == NULL)
        return NULL;
    parser->sax->comment = NULL;
    parser->sax->processingInstruction = NULL;
    xmlDoc *document =
        bookmarks
            ? htmlCtxtReadMemory(parser, text->bytes, (int)text->length, NULL,
                                 "UTF-8",
                                 HTML_PARSE_NONET | HTML_PARSE_NOERROR |
                                     HTML_PARSE_NOWARNING | HTML_PARSE_RECOVER)
            : xmlCtxtReadMemory(parser, text->bytes, (int)text->length, NULL,
                                NULL,
                                XML_PARSE_NONET | XML_PARSE_NOERROR |
                                    XML_PARSE_NOWARNING | XML_PARSE_BIG_LINES);
    xmlFreeParserCtxt(parser);
    return document;
}

static pleach_status parse_xml(markup *self, const pl_piece *text,
                               bool bookmarks, pleach_error *error)
{
    pl_reader *reader = self->forest.reader;
    xmlResetLastError();
    if (text->length > INT32_MAX)
        return pl_fail_at(error, PLEACH_BAD_DATA, reader->file, 0, 0,
                          "The document is larger than 2 GiB.");
    if (bookmarks)
        PL_TRY(check_whole(reader, text, error));
    xmlDoc *document = parse_document(self, text, bookmarks);
    pleach_status status =
        self->no_memory ? pl_fail_memory(error)
        : document == NULL
            ? fail_markup(reader, bookmarks ? "HTML" : "XML", error)
            : walk_document(self, document, bookmarks, error);
    xmlFreeDoc(document);
    return status;
}

/* Errors of the parser come as one sentence of ours, with the line it names. */
static pleach_status read_markup(pl_reader *reader, bool bookmarks,
                                 pleach_error *error)
{
    markup self = {.title = PL_NONE, .folder = PL_NONE};
    pl_piece text;
    pleach_error failure;
    pleach_status status = pl_forest_open(&self.forest, reader)
                               ? pl_source_rest(reader->source, &text, &failure)
                               : pl_fail_memory(&failure);
    if (status == PLEACH_OK)
        status = pl_reader_check(reader, &text, &failure);
    xmlSetStructuredErrorFunc(&self, on_xml_error);
    if (status == PLEACH_OK && text.length > 0)
        status = parse_xml(&self, &text, bookmarks, &failure);
    xmlSetStructuredErrorFunc(NULL, NULL);
    pl_list_free(&self.open);
    pl_forest_close(&self.forest);
    return pl_reader_settle(reader, status, &failure, error);
}

#else

static pleach_status read_markup(pl_reader *reader, bool bookmarks,
                                 pleach_error *error)
{
    return pl_reader_fail_unbuilt(reader, bookmarks ? "bookmarks" : "OPML",
                                  error);
}

#endif

pleach_status pl_read_opml(pl_reader *reader, pleach_error *error)
{
    return read_markup(reader, false, error);
}

pleach_status pl_read_bookmarks(pl_reader *reader, pleach_error *error)
{
    return read_markup(reader, true, error);
}
