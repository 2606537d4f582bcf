/* read_xml.c: OPML outlines and browsers' bookmarks, through libxml2.
 *
 * The library calls for each element that begins and ends. It makes no tree of
 * them: it would nest bookmarks, whose elements are left open, until it gives
 * up, and keep what nobody reads. */
/* SPDX-License-Identifier: MIT */
#include "read/forest.h"

#if defined(PLEACH_HAS_XML)
#include <lazy/libxml2.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "corpus/payload.h"
#include "read/read.h"

/* An end tag that ends nothing is looked for among all that are open, which in
 * bookmarks are as many as links: there is an end to that. */
#define MOST_STEPS ((uint64_t)1 << 30)

typedef struct place {
    uint32_t node;
    bool nameless; /* and nothing is known to be below it yet */
    bool feed;     /* nor below this, which is no level but something in one */
} place;

/* Where the walk through a document is. */
typedef struct markup {
    pl_forest forest;
    xmlParserCtxt *parser;
    PL_LIST(place) open; /* outlines or folders */
    PL_LIST(char) text;  /* of the heading or link that is open */
    char inside;         /* '1' to '6': a heading; 'a': a link; 'd': what is
                            said of the last link or folder; 0: nothing */
    bool browsers;       /* the heading is of a folder that browsers make */
    uint64_t line;       /* where the heading began */
    uint32_t title;      /* of all bookmarks */
    uint32_t toolbar;    /* the folder that is one; PL_NONE: none yet */
    bool is_toolbar;     /* the heading is of that */
    uint32_t folder;     /* the last folder that was named */
    uint32_t item;       /* the last link */
    uint64_t nameless;   /* outlines with something below them */
    uint64_t passed;     /* folders that browsers make */
    uint64_t icons;      /* of links */
    uint64_t rules;      /* lines between links */
    bool known;          /* it is what it is read as */
    bool entities;       /* some are declared */
    uint64_t steps;      /* that looking for what an end tag ends has taken */
} markup;

static bool is_called(const xmlChar *element, const char *name)
{
    return xmlStrcasecmp(element, (const xmlChar *)name) == 0;
}

static uint32_t innermost_element(const markup *self)
{
    uint32_t node = self->open.count == 0
                        ? PL_NONE
                        : self->open.items[self->open.count - 1].node;
    return node == PL_NONE ? self->title : node;
}

static void close_place(markup *self)
{
    if (self->open.count > 0)
        self->open.count--;
}

/* The value of an attribute; NULL: it is not there, or has none. */
static const char *find_attribute(const xmlChar **attributes, const char *name)
{
    for (; attributes != NULL && attributes[0] != NULL; attributes += 2)
        if (is_called(attributes[0], name))
            return (const char *)attributes[1];
    return NULL;
}

static uint64_t current_line(const markup *self)
{
    return self->parser->input == NULL ? 0
                                       : (uint64_t)self->parser->input->line;
}

/* Comma-separated tags. */
static void tag_list(markup *self, uint32_t node, const char *text)
{
    while (text != NULL && *text != '\0') {
        size_t length = strcspn(text, ",");
        pl_forest_tag_node(&self->forest, node, text, length, 1);
        text += length + (text[length] == ',');
    }
}

/* ------------------------------------------------------------------ OPML -- */

static void say(markup *self, uint32_t node, uint32_t item,
                const char *property, const char *text)
{
    if (text != NULL)
        pl_forest_say(&self->forest, node,
                      &(pl_saying){.property = property,
                                   .text = text,
                                   .length = strlen(text),
                                   .item = item});
}

/* All attributes but those that a node has a place for. */
static void say_attributes(markup *self, uint32_t node, uint32_t item,
                           const xmlChar **attributes)
{
    static const char *const placed[] = {"text", "category", "xmlUrl"};
    const char *type = find_attribute(attributes, "type");
    bool link = item != 0 && type != NULL && strcmp(type, "link") == 0;
    for (; attributes != NULL && attributes[0] != NULL; attributes += 2) {
        bool elsewhere = false;
        for (size_t k = 0; k < sizeof placed / sizeof *placed; k++)
            elsewhere |= is_called(attributes[0], placed[k]);
        elsewhere |= link && (is_called(attributes[0], "type") ||
                              is_called(attributes[0], "url"));
        if (!elsewhere)
            say(self, node, item, (const char *)attributes[0],
                (const char *)attributes[1]);
    }
}

/* A feed has children after all, so it is a level: the last thing that was said
 * of it is its title. */
static void name_feed(markup *self, uint32_t node)
{
    const pl_forest *forest = &self->forest;
    uint32_t said = node < forest->nodes.count
                        ? forest->nodes.items[node].first_fact
                        : PL_NONE;
    if (said == PL_NONE)
        return;
    pl_span title = forest->facts.items[said].text;
    self->text.count = 0;
    pl_list_add_all(&self->text, pl_forest_text(forest, title), title.length);
    pl_forest_name(&self->forest, node, self->text.items, self->text.count);
}

/* Something begins below what is open. */
static void enter_element(markup *self)
{
    if (self->open.count == 0)
        return;
    place *around = &self->open.items[self->open.count - 1];
    self->nameless += around->nameless;
    if (around->feed)
        name_feed(self, around->node);
    around->nameless = around->feed = false;
}

/* Where a feed or a link leads; NULL: it is neither, but a level. */
static const char *address_of_item(const xmlChar **attributes)
{
    const char *feed = find_attribute(attributes, "xmlUrl");
    const char *type = find_attribute(attributes, "type");
    if (feed != NULL || type == NULL || strcmp(type, "link") != 0)
        return feed;
    return find_attribute(attributes, "url");
}

/* What is said of a feed, its title last. */
static void begin_feed(markup *self, uint32_t node, const char *text,
                       const xmlChar **attributes)
{
    uint32_t item = pl_forest_item(&self->forest);
    say(self, node, item, "address", address_of_item(attributes));
    if (find_attribute(attributes, "xmlUrl") != NULL &&
        find_attribute(attributes, "type") == NULL)
        say(self, node, item, "type", "rss");
    say_attributes(self, node, item, attributes);
    say(self, node, item, "title", text);
}

/* OPML calls it "text", and some programs write "title" instead. */
static void begin_outline(markup *self, const xmlChar **attributes)
{
    const char *text = find_attribute(attributes, "text");
    if (text == NULL || pl_text_is_blank(text, strlen(text)))
        text = find_attribute(attributes, "title");
    bool named = text != NULL && !pl_text_is_blank(text, strlen(text));
    bool feed = named && address_of_item(attributes) != NULL &&
                innermost_element(self) != PL_NONE;
    enter_element(self);
    uint32_t node = pl_forest_add(&self->forest, innermost_element(self),
                                  current_line(self));
    place opened = {.node = node, .nameless = !named, .feed = feed};
    pl_list_add(&self->open, opened);
    tag_list(self, node, find_attribute(attributes, "category"));
    if (feed) {
        begin_feed(self, node, text, attributes);
        return;
    }
    if (text != NULL)
        pl_forest_name(&self->forest, node, text, strlen(text));
    say(self, node, 0, "xmlUrl", find_attribute(attributes, "xmlUrl"));
    say_attributes(self, node, 0, attributes);
}

/* Elements in between that are no outlines do not count as levels. */
static void on_outline(void *context, const xmlChar *name,
                       const xmlChar **attributes)
{
    markup *self = context;
    self->known |= is_called(name, "opml");
    if (!self->known)
        xmlStopParser(self->parser);
    else if (is_called(name, "outline"))
        begin_outline(self, attributes);
}

static void on_outline_end(void *context, const xmlChar *name)
{
    if (is_called(name, "outline"))
        close_place(context);
}

/* They are the way in which small documents become endless ones. */
static void on_entity(void *context, const xmlChar *name, int type,
                      const xmlChar *public_id, const xmlChar *system_id,
                      xmlChar *content)
{
    markup *self = context;
    (void)name, (void)type, (void)public_id, (void)system_id, (void)content;
    self->entities = true;
    xmlStopParser(self->parser);
}

/* Those that no document has are declared elsewhere, where nobody looks. */
static xmlEntity *find_entity(void *context, const xmlChar *name)
{
    markup *self = context;
    xmlEntity *known = xmlGetPredefinedEntity(name);
    if (known == NULL) {
        self->entities = true;
        xmlStopParser(self->parser);
    }
    return known;
}

/* ------------------------------------------------------------- bookmarks -- */

/* Of what is right in the toolbar, so that it can go there again. */
static void say_toolbar(markup *self, uint32_t node, uint32_t item)
{
    if (innermost_element(self) == self->toolbar && self->toolbar != PL_NONE)
        say(self, node, item, PL_TOOLBAR, "true");
}

/* The link itself is kept as it is, but for its icon, which is large. */
static void keep_link(markup *self, uint32_t node, const xmlChar **attributes)
{
    self->item = pl_forest_item(&self->forest);
    say_toolbar(self, node, self->item);
    self->icons += find_attribute(attributes, "icon") != NULL;
    for (; attributes != NULL && attributes[0] != NULL; attributes += 2) {
        const char *name = (const char *)attributes[0];
        if (strncmp(name, "icon", 4) != 0)
            say(self, node, self->item,
                strcmp(name, "href") == 0 ? "address" : name,
                (const char *)attributes[1]);
    }
}

/* Links outside of any folder are in one that browsers call so. */
static uint32_t folder_of_link(markup *self)
{
    uint32_t node = innermost_element(self);
    if (node == PL_NONE)
        node = self->title = pl_forest_add_named(
            &self->forest, PL_NONE, "Bookmarks", 9, current_line(self));
    return node;
}

/* A link says what its folder is about: its tags, its address and whose page it
 * is, and the words of its title, which come behind. */
static void begin_link(markup *self, const xmlChar **attributes)
{
    static const char scheme_end[] = "://";
    const char *address = find_attribute(attributes, "href");
    uint32_t node = folder_of_link(self);
    keep_link(self, node, attributes);
    tag_list(self, node, find_attribute(attributes, "tags"));
    const char *host = address == NULL ? NULL : strstr(address, scheme_end);
    if (host == NULL || strncmp(address, "http", 4) != 0)
        return;
    host += strlen(scheme_end);
    host += strncmp(host, "www.", 4) == 0 ? 4 : 0;
    size_t page = strcspn(host, "#");
    while (page > 0 && host[page - 1] == '/')
        page--;
    size_t site = strcspn(host, "/:?#");
    pl_forest_tag_node(&self->forest, node, host, page, 1);
    pl_forest_tag_node(&self->forest, node, host, site, 1);
}

/* What browsers say of their own folders, nobody has written. */
static void define_folder(markup *self)
{
    if (!self->browsers)
        pl_forest_define(&self->forest, self->folder, self->text.items,
                         self->text.count - 1);
}

static void end_link(markup *self, const char *property)
{
    uint32_t node = innermost_element(self);
    say(self, node, self->item, property, self->text.items);
    if (node != PL_NONE)
        pl_forest_tag_words(&self->forest, node, self->text.items,
                            self->text.count - 1);
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

static void begin_heading(markup *self, const xmlChar **attributes)
{
    self->line = current_line(self);
    self->is_toolbar = find_attribute(attributes, PL_TOOLBAR) != NULL;
    self->browsers =
        self->is_toolbar ||
        find_attribute(attributes, "unfiled_bookmarks_folder") != NULL;
}

/* The title of all, or a folder; those that browsers make stay nameless, so
 * that what is in them is in the folder around. */
static void end_heading(markup *self, bool title)
{
    const char *text = self->text.items;
    uint32_t around = innermost_element(self);
    self->folder = pl_forest_add(&self->forest, around, self->line);
    bool outer = around == PL_NONE || around == self->title;
    if (title)
        self->title = self->folder;
    else if (outer && is_browsers_name(text))
        self->browsers = true;
    if (title && strncmp(text, "Bookmarks", 9) == 0)
        text = "Bookmarks";
    self->passed += self->browsers;
    if (self->is_toolbar)
        self->toolbar = self->folder;
    if (self->browsers)
        return;
    pl_forest_name(&self->forest, self->folder, text, strlen(text));
    say_toolbar(self, self->folder, 0);
}

static bool is_heading(const xmlChar *name)
{
    return (name[0] == 'h' || name[0] == 'H') && name[1] >= '1' &&
           name[1] <= '6' && name[2] == '\0';
}

/* What a heading or link says, when its end has come or can be told. */
static void end_text(markup *self)
{
    char inside = self->inside;
    if (inside == 0)
        return;
    self->inside = 0;
    if (!pl_list_push(&self->text, '\0'))
        return;
    if (inside == 'd' && self->item == 0)
        define_folder(self);
    else if (inside == 'a' || inside == 'd')
        end_link(self, inside == 'a' ? "title" : "description");
    else
        end_heading(self, inside == '1');
}

/* A list (DL) holds what is in the folder that was named last. Whoever forgot
 * to end a link or heading does not mean to go on with it in the next item. */
static void on_bookmark(void *context, const xmlChar *name,
                        const xmlChar **attributes)
{
    markup *self = context;
    bool heading = is_heading(name), link = is_called(name, "a");
    bool told =
        is_called(name, "dd") && (self->item != 0 || self->folder != PL_NONE);
    self->rules += is_called(name, "hr");
    if (heading || told || is_called(name, "dt") || is_called(name, "dl"))
        end_text(self);
    if (heading)
        self->item = 0; /* what follows is said of the folder */
    if (is_called(name, "dl"))
        pl_list_add(&self->open, ((place){.node = self->folder}));
    if (link)
        begin_link(self, attributes);
    if (heading)
        begin_heading(self, attributes);
    if (self->inside == 0 && (heading || link || told)) {
        self->inside = heading ? (char)name[1] : link ? 'a' : 'd';
        self->text.count = 0;
    }
}

static void on_bookmark_end(void *context, const xmlChar *name)
{
    markup *self = context;
    if (is_called(name, "dl")) {
        end_text(self);
        close_place(self);
    }
    if (self->inside == (is_heading(name) ? (char)name[1] : 'a') &&
        (is_heading(name) || is_called(name, "a")))
        end_text(self);
}

static void on_characters(void *context, const xmlChar *bytes, int length)
{
    markup *self = context;
    if (self->inside != 0 && length > 0)
        pl_list_add_all(&self->text, bytes, (size_t)length);
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
    if (told->code == XML_ERR_NO_MEMORY)
        pl_arena_fail(self->forest.reader->arena);
    if (told->code != XML_ERR_TAG_NAME_MISMATCH || self->parser == NULL)
        return;
    self->steps += (uint64_t)self->parser->nameNr;
    if (self->steps > MOST_STEPS)
        xmlStopParser(self->parser);
}

/* The library says what was wrong in its own words. */
static pleach_status fail_markup(const pl_reader *reader, pleach_error *error)
{
    const xmlError *last = xmlGetLastError();
    char why[160] = "it cannot be read";
    if (last != NULL && last->message != NULL)
        snprintf(why, sizeof why, "%.*s", (int)strcspn(last->message, "\n"),
                 last->message);
    return pl_reader_refuse(reader, last == NULL ? 0 : (uint64_t)last->line,
                            error, "This is not XML: %.*s.",
                            pl_text_unstopped(why), why);
}

static size_t count_elements(const pl_piece *text, const char *mark)
{
    size_t count = 0, length = strlen(mark);
    for (size_t k = 0; k + length < text->length; k++)
        count += text->bytes[k] == '<' &&
                 pl_text_is_word(text->bytes + k, length, mark) &&
                 strchr("> \t\r\n", text->bytes[k + length]) != NULL;
    return count;
}

/* A bookmark file that was cut has lists that are not closed: HTML knows no
 * errors, so this is asked of the text, where titles have no brackets. */
static pleach_status check_whole(const pl_reader *reader, const pl_piece *text,
                                 pleach_error *error)
{
    if (count_elements(text, "<dl") <= count_elements(text, "</dl"))
        return PLEACH_OK;
    return pl_reader_fail(reader, text, text->length - 1, error,
                          "The bookmarks end before their lists are closed: "
                          "is the file cut?");
}

/* Browsers write bookmarks as HTML that is none, so that parser repairs; OPML
 * has to be right. Of entities only those that every document has are put in:
 * nothing is read behind a declaration. */
static void parse_markup(markup *self, const pl_piece *text, bool bookmarks)
{
    static const xmlSAXHandler outlines = {.startElement = on_outline,
                                           .endElement = on_outline_end,
                                           .entityDecl = on_entity,
                                           .getEntity = find_entity,
                                           .initialized = 1};
    static const xmlSAXHandler links = {.startElement = on_bookmark,
                                        .endElement = on_bookmark_end,
                                        .characters = on_characters,
                                        .cdataBlock = on_characters,
                                        .initialized = 1};
    xmlParserCtxt *parser = self->parser;
    int length = (int)text->length;
    *parser->sax = bookmarks ? links : outlines;
    parser->userData = self;
    xmlDoc *document =
        bookmarks
            ? htmlCtxtReadMemory(parser, text->bytes, length, NULL, "UTF-8",
                                 HTML_PARSE_NONET | HTML_PARSE_NOERROR |
                                     HTML_PARSE_NOWARNING | HTML_PARSE_RECOVER)
            : xmlCtxtReadMemory(parser, text->bytes, length, NULL, "UTF-8",
                                XML_PARSE_NONET | XML_PARSE_NOERROR |
                                    XML_PARSE_NOWARNING | XML_PARSE_BIG_LINES |
                                    XML_PARSE_SAX1 | XML_PARSE_NOENT);
    xmlFreeDoc(document);
}

/* Entities are refused, whether they are used or not. */
static pleach_status judge_markup(const markup *self, bool bookmarks,
                                  pleach_error *error)
{
    const pl_reader *reader = self->forest.reader;
    PL_TRY(pl_check_memory(reader->arena, error));
    if (self->entities)
        return pl_reader_refuse(
            reader, 0, error,
            "The document has entities, which are not read. "
            "Write the texts out.");
    if (self->steps > MOST_STEPS)
        return pl_reader_refuse(
            reader, current_line(self), error,
            "Far too many end tags end nothing. Are these a "
            "browser's bookmarks?");
    if (bookmarks)
        return PLEACH_OK;
    if (!self->known && self->parser->errNo == XML_ERR_USER_STOP)
        return pl_reader_refuse(reader, 1, error, "This is XML, but not OPML.");
    return self->parser->wellFormed ? PLEACH_OK : fail_markup(reader, error);
}

static pleach_status parse_xml(markup *self, const pl_piece *text,
                               bool bookmarks, pleach_error *error)
{
    pl_reader *reader = self->forest.reader;
    xmlResetLastError();
    if (text->length > INT32_MAX)
        return pl_reader_refuse(reader, 0, error,
                                "The document is larger than 2 GiB.");
    if (bookmarks)
        PL_TRY(check_whole(reader, text, error));
    self->parser = bookmarks ? htmlNewParserCtxt() : xmlNewParserCtxt();
    if (self->parser == NULL)
        return pl_fail_memory(error);
    parse_markup(self, text, bookmarks);
    pleach_status status = judge_markup(self, bookmarks, error);
    xmlFreeParserCtxt(self->parser);
    PL_TRY(status);
    if (self->nameless > 0)
        pl_reader_warn(reader, PL_ODD_PASSED, 0,
                       "Outlines without a text that others are below: "
                       "%llu. These are put below the next one above.",
                       (unsigned long long)self->nameless);
    if (self->passed > 0)
        pl_reader_tell(reader,
                       "Folders that the browser made, what is in them "
                       "being put into the folder around: %llu.",
                       (unsigned long long)self->passed);
    if (self->icons + self->rules > 0)
        pl_reader_tell(reader,
                       "Icons of links: %llu, lines between links: "
                       "%llu. These are left out.",
                       (unsigned long long)self->icons,
                       (unsigned long long)self->rules);
    return pl_forest_finish(&self->forest, error);
}

/* Errors of the parser come as one sentence of ours, with the line it names. */
static pleach_status read_markup(pl_reader *reader, bool bookmarks,
                                 pleach_error *error)
{
    markup self = {.title = PL_NONE,
                   .toolbar = PL_NONE,
                   .folder = PL_NONE,
                   .open = {.arena = reader->arena},
                   .text = {.arena = reader->arena}};
    pl_piece text;
    PL_TRY(pl_check_library(lazy_libxml2(), error));
    pl_forest_open(&self.forest, reader);
    PL_TRY(pl_reader_rest(reader, &text, error));
    if (text.length == 0)
        return PLEACH_OK;
    xmlSetStructuredErrorFunc(&self, on_xml_error);
    pleach_status status = parse_xml(&self, &text, bookmarks, error);
    xmlSetStructuredErrorFunc(NULL, NULL);
    return status;
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
