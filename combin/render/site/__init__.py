"""The pages of the site: HTML, style and scripts, which open from a disk and ask nobody."""

from combin.render.site.felt import felt_script
from combin.render.site.game import game_page
from combin.render.site.hands import hands_script
from combin.render.site.layout import ASSETS, Row, Site, asset, contents
from combin.render.site.markdown import html_of, title_of
from combin.render.site.overview import overview, rows

__all__ = [
    "ASSETS",
    "Row",
    "Site",
    "asset",
    "contents",
    "felt_script",
    "game_page",
    "hands_script",
    "html_of",
    "overview",
    "rows",
    "title_of",
]
