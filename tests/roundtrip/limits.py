"""What a format cannot say, by the rows of docs/formats.md ("Names that a format cannot say")."""

import re


class Limit:
    def __init__(self, title, shapes, pattern, where=None):
        self.title = title
        self.shapes = re.compile(shapes)
        self.pattern = re.compile(pattern, re.S)
        self.where = where

    def allows(self, shape, where, name):
        return (
            self.shapes.fullmatch(shape) is not None
            and self.pattern.search(name) is not None
            and self.where in (None, where)
        )


MARKUP = (
    r"^(\*\*.*\*\*|\*.*\*|_.*_|`.*`|\[[ x]\] .*|\[.*\]\(.*\))$"  # emphasis, code, tasks, links
    r"|\\[!-/:-@\[-`{-~]"  # a backslash before a sign
)

LIMITS = [
    Limit("nothing but blanks", ".*", r"^[\s\u200b]+$"),
    Limit("white space around and inside", "(?!jsonl$).*", r"^\s|\s$|[\t\v\x85\u2028]"),
    Limit("a byte order mark at the start", ".*", "^\ufeff", "top"),
    Limit("separators of paths", "paths .*|csv path", r"[>|/]|^gid:"),
    Limit("comments in lists of paths", "paths .*", r"^#|^\.$", "top"),
    Limit("words of JSON-LD as keys", "json (map|mixed)", r"^@(context|graph)$"),
    Limit("Markdown's own signs", "markdown( bullets| headings| table)?|numbered", MARKUP),
    Limit("a colon at the end", "markdown( bullets| headings)?|numbered", r":$"),
    Limit("lines of signs", "markdown( bullets)?", r"^[-*_= ]+$"),
    Limit("closing signs and numbers of headings", "markdown( headings)?", r"(^| )#+$|^[0-9.]+[.) ]"),
    Limit("keywords in brackets", "indented .*", r"^[\[{].*[\]}]$"),
    Limit("folders and comments of a drawing", "tree.*", r"/$|  #"),
    Limit("tops that look drawn", "tree.*", r"^[-|`+\\\u2500-\u257f.]", "top"),
    Limit("hidden folders", "dir", r"^\."),
]
