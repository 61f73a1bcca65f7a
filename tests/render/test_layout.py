"""Pages for people in every format: headings, lists, tables with captions, LaTeX that compiles to
what was meant, paytables in a few characters, and how rare things are.
"""

import csv
import io
import json
import re
from fractions import Fraction
from xml.etree import ElementTree

import pytest

import combin
from combin import cli
from combin.render import latex, number, paytable_words, tables
from combin.render.layout import Again, Heading, Item, Step, Table, filled, layout

PAGE = [
    Heading("Jacks & aces"),
    Item("by <me>, 50 %"),
    Item("flush pays -1"),
    "",
    "Ask `combin show x --json` first.",
    Heading("fold or play:", 2),
    Step(1, "play", "any pair or better", 4),
    Step(2, "fold", "otherwise", 4),
    Table(("hand", "net"), ("left", "right"), [("a|b", "-1/2")], "All hands", "all-hands"),
    "",
    Again("combin solve x"),
]

TEXT = """\
Jacks & aces
by <me>, 50 %
flush pays -1

Ask `combin show x --json` first.
fold or play:
  1. play  any pair or better
  2. fold  otherwise

hand   net
----  ----
a|b   -1/2

Again: combin solve x
"""

MARKDOWN = """\
# Jacks & aces

- by \\<me>, 50 %
- flush pays -1

Ask `combin show x --json` first.

## fold or play

1. **play**: any pair or better
2. **fold**: otherwise

| hand   |   net |
|:-------|------:|
| a\\|b   |  -1/2 |

Again: `combin solve x`
"""

LATEX = r"""% \usepackage{booktabs}
\section*{Jacks \& aces}

\begin{itemize}
\item by \textless{}me\textgreater{}, 50\,\%
\item flush pays $-$1
\end{itemize}

Ask \texttt{combin show x -{}-json} first.

\subsection*{fold or play}

\begin{enumerate}
\item \textbf{play}: any pair or better
\item \textbf{fold}: otherwise
\end{enumerate}

\begin{table}[htbp]
\centering
\caption{All hands}\label{tab:all-hands}
\begin{tabular}{lr}
\toprule
hand & net \\
\midrule
a\textbar{}b & $-$1/2 \\
\bottomrule
\end{tabular}
\end{table}

% Again: combin solve x
"""


@pytest.mark.parametrize(
    ("form", "page"), [("text", TEXT), ("markdown", MARKDOWN), ("latex_booktabs", LATEX)]
)
def test_a_page_in_each_format(form, page):
    assert layout(PAGE, form) == page


def test_a_page_in_html():
    page = ElementTree.fromstring(f"<div>{layout(PAGE, 'html')}</div>")
    assert [
        (part.tag, "".join(part.itertext()).strip()) for part in page if part.tag != "table"
    ] == [
        ("h2", "Jacks & aces"),
        ("ul", "by <me>, 50 %\nflush pays -1"),
        ("p", "Ask combin show x --json first."),
        ("h3", "fold or play"),
        ("ol", "play: any pair or better\nfold: otherwise"),
        ("p", "Again: combin solve x"),
    ]
    assert page.findtext("table/caption") == "All hands"
    assert [part.text for part in page.iter("code")] == ["combin show x --json", "combin solve x"]


@pytest.mark.parametrize(
    ("words", "set_as"),
    [
        ("-0.5", "$-$0.5"),
        ("net -3 to +4", "net $-$3 to +4"),
        ("(-7/2)", "($-$7/2)"),
        ("40-30-6-3-1", "40-30-6-3-1"),
        ("A-K-4-3, 9-high", "A-K-4-3, 9-high"),
        ("1 - 2", "1 - 2"),
        ("5.25 %", r"5.25\,\%"),
        (
            "a_b {c} $1 #2 ~ ^ \\x",
            r"a\_b \{c\} \$1 \#2 \textasciitilde{} \textasciicircum{} \textbackslash{}x",
        ),
    ],
)
def test_text_as_latex(words, set_as):
    assert latex.text(words) == set_as


def test_a_column_of_sentences_is_broken_into_lines():
    table = Table(("a", "b"), ("left", "left"), [("x" * 41, "short")])
    assert next(iter(latex.table(table, "latex"))) == r"\begin{tabular}{p{0.36\linewidth}l}"


def test_a_table_wider_than_a_line_is_scaled_down():
    table = Table(("a", "b"), ("left", "right"), [("x" * 30, "1" * 40)])
    page = layout([table], "latex_booktabs").splitlines()
    assert page[:2] == [r"% \usepackage{booktabs,graphicx}", latex.FITTED]
    assert page[-1] == r"\end{tabular}}" and "".join(page).count("{") == "".join(page).count("}")
    assert layout([Table(("a",), ("left",), [("1",)])], "latex").startswith(r"\begin{tabular}")


def test_a_long_table_repeats_its_headers():
    table = Table(("a",), ("left",), [("1",)], "All", "all")
    assert list(latex.table(table, "latex_longtable")) == [
        r"\begin{longtable}{l}", r"\caption{All}\label{tab:all} \\", r"\hline", r"a \\", r"\hline", r"\endhead", r"1 \\",
        r"\hline", r"\end{longtable}",
    ]  # fmt: skip


def test_columns_in_which_nothing_stands_are_left_out():
    table = filled(
        Table(("a", "b", "c"), ("left", "right", "left"), [("1", "", "2"), ("", "", "3")])
    )
    assert (table.headers, table.aligns) == (("a", "c"), ("left", "left"))
    assert table.rows == [("1", "2"), ("", "3")]


@pytest.mark.parametrize(
    ("chance", "rare", "against"),
    [
        (Fraction(1, 649740), "649,740", "649,739 to 1"),
        (Fraction(1), "1", "0 to 1"),
        (Fraction(1, 3), "3", "2 to 1"),
        (Fraction(2, 5), "2.50", "1.50 to 1"),
        (Fraction(3, 4), "1.33", "0.333 to 1"),
        (Fraction(3, 800), "267", "266 to 1"),
        (Fraction(100, 4567), "45.7", "44.7 to 1"),
        (0, "-", "-"),
    ],
)
def test_how_rare_a_hand_is(chance, rare, against):
    assert (number.one_in(chance), number.odds(chance)) == (rare, against)


# --- What the commands make of it --------------------------------------------------------------


@pytest.fixture
def run(capsys):
    def run(*words):
        with pytest.raises(SystemExit) as caught:
            cli.main(list(words))
        assert caught.value.code == 0
        return capsys.readouterr().out

    return run


def test_a_short_table_by_hand_stands_before_the_long_one_by_path(run):
    text = run("solve", "mississippi-stud")
    royal = next(line for line in text.splitlines() if line.startswith("Royal flush"))
    assert royal.split() == [
        "Royal", "flush", "+4,000", "240", "0.000001539", "649,740", "649,739", "to", "1", "0.006156309",
    ]  # fmt: skip
    assert text.index("Royal flush") < text.index("1x / 3x / 3x")
    short, long, *_ = re.findall(r"^[Tt]otal.*$", text, re.MULTILINE)
    assert short.split()[1] == long.split()[1] == "155,937,600"  # both have every deal


def test_hands_are_counted_whatever_the_player_did():
    bet = combin.solve("let-it-ride")["base"]
    table = tables.hand_law(bet, "outcome")
    flush = next(row for row in table.rows if row[0] == "flush")
    deals = sum(row.combinations for row in bet.outcomes if row.outcome == "flush")
    assert flush[:3] == ["flush", "+16 to +24", f"{deals:,}"]


LISTS = {"markdown": r"^1\. \*\*", "html": "<ol>", "latex": r"\\begin{enumerate}"}


@pytest.mark.parametrize("form", LISTS)
def test_a_strategy_is_a_list_in_every_format(run, form):
    page = run("strategy", "three-card-poker", "--format", form)
    assert re.search(LISTS[form], page, re.MULTILINE)
    assert not [line for line in page.splitlines() if line.startswith("% ") and "Again" not in line]


@pytest.mark.parametrize("form", ["json", "csv", "html", "markdown"])
def test_the_command_told_gives_the_same_again(run, form):
    words = ["price", "three-card-poker", "play", "--pay", "player-wins.ante=2", "--format", form]
    page = run(*words)
    if form == "json":
        command = json.loads(page)["command"]
    elif form == "csv":
        (command,) = {row["command"] for row in csv.DictReader(io.StringIO(page))}
    else:
        command = re.search(r"Again: (?:<code>|`)(.*?)(?:</code>|`)", page).group(1)
    assert run(*command.split()[1:]) == page


def test_a_price_has_the_figures_of_the_list_in_every_format(run):
    words = ("price", "three-card-poker", "play")
    result = combin.price("three-card-poker", "play").result
    edge, risk = result.house_edge, result.element_of_risk
    content = json.loads(run(*words, "--json"))
    assert (content["house_edge"], content["element_of_risk"]) == (str(edge), str(risk))
    assert content["standard_deviation"] == number.root(result.variance, 10)
    for row in csv.DictReader(io.StringIO(run(*words, "--format", "csv"))):
        assert (row["house_edge"], row["variance"]) == (str(edge), str(result.variance))
    for form in ("text", "markdown", "html"):
        page = run(*words, "--format", form)
        assert str(risk) in page and number.root(result.variance, 6) in page


def test_a_list_without_mistakes_has_its_figures_too(run, tmp_path):
    path = tmp_path / "best.txt"
    path.write_text(run("strategy", "three-card-poker", "--format", "csv"))
    rows = list(csv.DictReader(io.StringIO(path.read_text())))
    path.write_text("".join(f"{row['action']}: {row['conditions']}\n" for row in rows))
    (row,) = csv.DictReader(
        io.StringIO(run("price", "three-card-poker", str(path), "--format", "csv"))
    )
    assert (row["cost"], row["house_edge"]) == ("0", "686689/20358520")


# --- Edges -------------------------------------------------------------------------------------


@pytest.mark.slow
def test_paytables_are_told_in_a_few_characters(run):
    rows = csv.DictReader(io.StringIO(run("edges", "three-card-poker", "--format", "csv")))
    paid = {(row["bet"], row["choices"]): row for row in rows}
    assert paid["base", "ante-bonus=6"]["paytable"] == "12.5-10-1"
    assert paid["pair-plus", "pair-plus=8 suited-ace-king-queen=50"]["paytable"] == "50-40-30-6-3-1"
    row = paid["pair-plus", "pair-plus=8 suited-ace-king-queen=none"]
    assert (row["paytable"], row["house_edge"]) == ("40-30-6-3-1", "402/5525")
    variance = combin.solve("three-card-poker", {"pair-plus": "8"}).bets["pair-plus"].variance
    assert (row["variance"], row["standard_deviation"]) == (
        str(variance),
        number.root(variance, 10),
    )


@pytest.mark.slow
def test_edges_take_pays_and_meters():
    found = combin.edges("caribbean-stud", pays={"progressive.meter": 250_000}).to_dict()
    (first, *_) = found["games"]["caribbean-stud"]["bets"]["progressive"]
    alone = combin.solve(
        "caribbean-stud", pays={"progressive.meter": 250_000}, bets=["progressive"]
    )
    assert first["house_edge"] == str(alone["progressive"].house_edge) == "193/4998"
    assert first["meters"] == {"progressive.meter": "250000"}
    assert found["command"].endswith("--pay progressive.meter=250000 --json")


@pytest.mark.slow
def test_a_pay_that_only_some_settings_have_is_taken_there():
    found = combin.edges("three-card-poker", pays={"pair-plus.suited-ace-king-queen": 60}).to_dict()
    listed = found["games"]["three-card-poker"]["bets"]["pair-plus"]
    paid = {one["choices"]["suited-ace-king-queen"]: one["paytable"] for one in listed[:3]}
    assert paid == {"none": "40-30-6-3-1", "50": "60-40-30-6-3-1", "100": "60-40-30-6-3-1"}
    with pytest.raises(combin.CombinError, match="has no pay 'flsh'"):
        combin.edges("three-card-poker", pays={"flsh": 60})
    with pytest.raises(combin.CombinError, match="pays go with one game"):
        combin.edges(pays={"flush": 60})


@pytest.mark.slow
def test_on_paper_a_game_is_one_table_with_its_name(run):
    page = run("edges", "caribbean-stud", "--format", "latex_booktabs")
    assert r"\caption{Caribbean Stud: exact house edges under optimal play}" in page
    assert r"\label{tab:caribbean-stud-edges}" in page
    rows = re.findall(r"^progressive.* \\\\$", page, re.MULTILINE)
    assert len(rows) == 4 and all("the meter at 100,000" in row for row in rows)


@pytest.mark.slow
def test_a_table_too_long_to_be_told_is_not():
    from combin.dossier.settings import settings

    listed = settings("dakota-duel-draw", "base")
    assert set(paytable_words.told(listed)) == {""}
    assert paytable_words.told(settings("dakota-duel-draw", "big-8"))[0] == "50-30-15-5-3-2"


def test_a_result_in_a_session_says_where_its_meter_stands():
    solution = combin.solve("caribbean-stud", bets=["progressive"])
    for line in (repr(solution), repr(solution["progressive"]), str(solution["progressive"])):
        assert "the meter at 100,000" in line


@pytest.mark.slow_after(2)
@pytest.mark.parametrize(
    ("words", "captions"),
    [
        ("solve three-card-poker --bet pair-plus", {"figures", "outcomes"}),
        ("price three-card-poker play", {"figures of the strategy", "how often each line decides"}),
        ("strategy phil-em-up --ladder", {"lists by their number of lines"}),
        ("formula three-card-poker", {"pays of the formula", "where the strategy stays optimal"}),
        ("sweep phil-em-up --pay flush=0..20", {"the edge as flush moves"}),
        ("vary phil-em-up", {"one choice at a time"}),
        ("protect three-card-poker --see dealer=1", {"the edge by cards seen"}),
    ],
)
def test_tables_on_paper_have_captions_and_labels(run, words, captions):
    page = run(*words.split(), "--format", "latex")
    found = re.findall(r"\\caption\{([^}]*)\}\\label\{tab:([a-z0-9-]+)\}", page)
    assert {caption.partition(": ")[2] for caption, _ in found} >= captions
    labels = [label for _, label in found]
    assert len(labels) == len(set(labels))
