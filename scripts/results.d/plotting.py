"""plotting.py: lines on two logarithmic axes, and trees by level, as SVG."""

import math
from html import escape

STYLE = """text { font: 11px system-ui, sans-serif; fill: #333 }
.title { font-size: 14px; font-weight: 600; fill: #111 }
.tick { fill: #666 }
.end { text-anchor: end }
.middle { text-anchor: middle }
.grid { stroke: #ddd; fill: none }"""
COLORS = {"ap": "#b84a00", "rap": "#00609c", "joint": "#007a55"}
OTHER = "#666"
DASHES = {"ap": "2 3", "rap": "7 3", "joint": "none"}


def short_number(value):
    """10000 as "10 k"; powers of ten only need to be short."""
    for unit, size in (("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if value >= size:
            return f"{value / size:g} {unit}"
    return f"{value:g}"


def decades(values):
    """The powers of ten around all values, at least one decade."""
    low = math.floor(math.log10(min(values)) + 1e-9)
    high = math.ceil(math.log10(max(values)) - 1e-9)
    return low, max(high, low + 1)


def marker(shape, x, y, color):
    if shape == "square":
        return (f'<rect fill="{color}" x="{x - 3:.1f}" y="{y - 3:.1f}" '
                'width="6" height="6"/>')
    if shape == "diamond":
        return (f'<path fill="{color}" d="M{x:.1f} {y - 4:.1f}l4 4l-4 4'
                'l-4 -4z"/>')
    if shape == "ring":
        return (f'<circle r="3" fill="#fff" stroke="{color}" '
                f'stroke-width="1.5" cx="{x:.1f}" cy="{y:.1f}"/>')
    return f'<circle r="3" fill="{color}" cx="{x:.1f}" cy="{y:.1f}"/>'


class Line:
    def __init__(self, name, points, color=OTHER, dash="none", shape="circle",
                 width=2):
        self.name, self.color, self.dash = name, color, dash
        self.shape, self.width = shape, width
        self.points = [(x, y) for x, y in points if x > 0 and y > 0]


class Panel:
    """One pair of axes with its lines and, to the right, what they are."""

    WIDTH, HEIGHT, LEFT, TOP, BOTTOM = 430, 300, 56, 34, 44

    def __init__(self, title, across, up, lines):
        self.title, self.across, self.up = title, across, up
        self.lines = [line for line in lines if line.points]
        self.x = decades([x for line in self.lines for x, _ in line.points])
        self.y = decades([y for line in self.lines for _, y in line.points])

    def place(self, x, y):
        def share(value, ends):
            return (math.log10(value) - ends[0]) / (ends[1] - ends[0])
        return (self.LEFT + share(x, self.x) * (self.WIDTH - self.LEFT),
                self.HEIGHT - self.BOTTOM - share(y, self.y)
                * (self.HEIGHT - self.BOTTOM - self.TOP))

    def draw_axes(self):
        right, bottom = self.WIDTH, self.HEIGHT - self.BOTTOM
        for power in range(self.y[0], self.y[1] + 1):
            _, y = self.place(10.0 ** self.x[0], 10.0 ** power)
            yield (f'<path class="grid" d="M{self.LEFT} {y:.1f}H{right}"/>'
                   f'<text class="tick end" x="{self.LEFT - 6}" '
                   f'y="{y + 4:.1f}">{short_number(10.0 ** power)}</text>')
        for power in range(self.x[0], self.x[1] + 1):
            x, _ = self.place(10.0 ** power, 10.0 ** self.y[0])
            yield (f'<path class="grid" d="M{x:.1f} {self.TOP}V{bottom}"/>'
                   f'<text class="tick middle" x="{x:.1f}" y="{bottom + 16}">'
                   f'{short_number(10.0 ** power)}</text>')
        yield (f'<text class="title" x="{self.LEFT}" y="16">'
               f'{escape(self.title)}</text>')
        yield (f'<text class="tick" x="{self.LEFT}" y="{self.TOP - 4}">'
               f'{escape(self.up)}</text>')
        yield (f'<text class="tick middle" x="{(self.LEFT + right) / 2:.0f}" '
               f'y="{self.HEIGHT - 10}">{escape(self.across)}</text>')

    def draw_line(self, line, row):
        places = [self.place(*point) for point in sorted(line.points)]
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
        stroke = (f'fill="none" stroke="{line.color}" '
                  f'stroke-width="{line.width}" '
                  f'stroke-dasharray="{line.dash}"')
        if len(places) > 1 and line.width > 0:
            yield f'<path {stroke} d="M{path}"/>'
        if line.shape is not None:
            for x, y in places:
                yield marker(line.shape, x, y, line.color)
        x, y = self.WIDTH + 16, self.TOP + 8 + 18 * row
        if len(places) > 1 and line.width > 0:
            yield f'<path {stroke} d="M{x} {y}h28"/>'
        if line.shape is not None:
            yield marker(line.shape, x + 14, y, line.color)
        yield f'<text x="{x + 36}" y="{y + 4}">{escape(line.name)}</text>'

    def draw(self):
        yield from self.draw_axes()
        for row, line in enumerate(self.lines):
            yield from self.draw_line(line, row)


def draw(what, panels, legend=230):
    """The panels below each other; `what` is read to those who do not see."""
    step = Panel.HEIGHT + 16
    width, height = Panel.WIDTH + legend + 40, step * len(panels) + 24
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" '
             f'height="{height}" viewBox="0 0 {width} {height}" role="img" '
             'aria-labelledby="what">',
             f'<title id="what">{escape(what)}</title>',
             f"<style>\n{STYLE}\n</style>",
             '<rect width="100%" height="100%" fill="#fff"/>']
    for k, panel in enumerate(panels):
        lines += [f'<g transform="translate(16 {16 + step * k})">',
                  *panel.draw(), "</g>"]
    return "\n".join(lines + ["</svg>"]) + "\n"


LEVELS_WIDTH, LEVELS_HEIGHT, LEVELS_ACROSS = 236, 190, 4


def draw_levels(seed, rows):
    """Clusters per level of each solver's best tree, the area below shaded."""
    left, top, right, bottom = 40, 30, LEVELS_WIDTH - 20, LEVELS_HEIGHT - 30
    counts = {solver: (row["best"] or {"levels": {"clusters": []}})["levels"]["clusters"]
              for solver, row in rows.items()}
    most = max([1, *(n for levels in counts.values() for n in levels)])
    last = max([1, *(len(levels) - 1 for levels in counts.values())])
    yield f'<text class="title" x="8" y="16">{escape(seed)}</text>'
    for share in (0, 0.5, 1):
        y = bottom - share * (bottom - top)
        yield (f'<path class="grid" d="M{left} {y:.1f}H{right}"/><text '
               f'class="tick end" x="{left - 6}" y="{y + 4:.1f}">'
               f'{most * share:g}</text>')
    for solver, levels in counts.items():
        places = [f"{left + (right - left) * k / last:.1f} "
                  f"{bottom - (bottom - top) * n / most:.1f}"
                  for k, n in enumerate(levels)]
        if not places:
            continue
        path, color = "M" + "L".join(places), COLORS.get(solver, OTHER)
        yield (f'<path fill="{color}" fill-opacity="0.13" '
               f'd="{path}V{bottom}H{left}Z"/><path fill="none" '
               f'stroke="{color}" stroke-width="2" '
               f'stroke-dasharray="{DASHES.get(solver, "none")}" d="{path}"/>')
        for place in places:
            x, y = map(float, place.split())
            yield marker("circle", x, y, color)


def draw_all_levels(what, results):
    """One small panel for each seed; results as of by_solver()."""
    rows = -(-len(results) // LEVELS_ACROSS)
    width = LEVELS_WIDTH * min(len(results), LEVELS_ACROSS) + 150
    height = LEVELS_HEIGHT * rows + 40
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" '
             f'height="{height}" viewBox="0 0 {width} {height}" role="img" '
             'aria-labelledby="what">',
             f'<title id="what">{escape(what)}</title>',
             f"<style>\n{STYLE}\n</style>",
             '<rect width="100%" height="100%" fill="#fff"/>']
    for k, solver in enumerate(COLORS):
        lines += [f'<text x="{20 + 60 * k}" y="20" style="fill: '
                  f'{COLORS[solver]}">{solver}</text>']
    for k, (seed, by_solver) in enumerate(results.items()):
        x = k % LEVELS_ACROSS * LEVELS_WIDTH + 12
        y = k // LEVELS_ACROSS * LEVELS_HEIGHT + 32
        lines += [f'<g transform="translate({x} {y})">',
                  *draw_levels(seed, by_solver), "</g>"]
    return "\n".join(lines + ["</svg>"]) + "\n"
