"""The pages of the site: HTML, style and scripts, which open from a disk without a network."""

from combin.render.site.felt import felt_script
from combin.render.site.game import NOTHING, game_page, tried
from combin.render.site.hands import hands_script
from combin.render.site.layout import ASSETS, FRONT, Row, Site, asset, contents
from combin.render.site.markdown import html_of, title_of
from combin.render.site.overview import bet_row, family, overview, strategy, tile

__all__ = [
    "ASSETS",
    "FRONT",
    "NOTHING",
    "Row",
    "Site",
    "asset",
    "bet_row",
    "contents",
    "family",
    "felt_script",
    "game_page",
    "hands_script",
    "html_of",
    "overview",
    "strategy",
    "tile",
    "title_of",
    "tried",
]
