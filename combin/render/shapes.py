"""The JSON of each result: one shape for each class, from which its schema and its numbers follow.

A shape is written as the JSON looks: a dict has these keys, one that ends in a question mark may
be missing, and `...` stands for any names, those of a game; a list has one shape for all that it
holds; a tuple says either. At the leaves stands what is there.
"""

from __future__ import annotations

import re
from typing import Any

from combin.render import number

EXACT, COUNT, TEXT, WHOLE, FLAG = "exact", "count", "text", "whole", "flag"
Shape = Any  # a leaf, None, or dicts, lists and tuples of shapes

LEAVES: dict[str, dict[str, Any]] = {
    EXACT: {
        "type": "string",
        "pattern": r"^-?[0-9]+(/[0-9]+|\.[0-9]+)?$",
        "description": "A rational, such as -7496/81991; only where it is rounded a decimal.",
    },
    COUNT: {"type": "string", "pattern": "^-?[0-9]+$", "description": "A whole number, exactly."},
    TEXT: {"type": "string"},
    WHOLE: {"type": "integer"},
    FLAG: {"type": "boolean"},
}
RATIONAL = re.compile(r"-?\d+(/\d+|\.\d+)?", re.ASCII)

# --- What results share --------------------------------------------------------------------------

OF_NAMES = {...: EXACT}
RULES = {
    "game": TEXT,
    "choices": {...: TEXT},
    "dead?": TEXT,
    "version": TEXT,
    "pays": OF_NAMES,
    "meters": OF_NAMES,
}
ABOUT = RULES | {"command": TEXT, "bet": TEXT}  # one bet
FIGURES = {
    "expected_value": EXACT,
    "house_edge": EXACT,
    "element_of_risk": EXACT,
    "variance": EXACT,
    "hit_frequency": EXACT,
    "average_wager": EXACT,
}
KNOWN_FIGURES = {
    f"{key}?" if key in ("variance", "hit_frequency") else key: FIGURES[key] for key in FIGURES
}
CHART = {...: [TEXT]}  # row -> its letters
FOR_ONE = {"returned?": EXACT, "net_win_frequency?": EXACT}
BET = {
    "wager": TEXT,
    "meters": OF_NAMES,
    "deals": COUNT,
    **KNOWN_FIGURES,
    **FOR_ONE,
    "exchanged?": EXACT,
    "model?": TEXT,
    "outcomes": [{"actions": [TEXT], "outcome": TEXT, "net": EXACT, "combinations": COUNT}],
}
ANSWER = {
    "history": [TEXT],
    "values": OF_NAMES,
    "returned?": OF_NAMES,
    "best": TEXT,
    "tied": [TEXT],
}
CHANGES = [
    {
        "decision": TEXT,
        "history": [TEXT],
        "before": TEXT,
        "after": TEXT,
        "situations": WHOLE,
        "probability": EXACT,
        "cards": TEXT,
    }
]
COMPARED = {
    "bet": TEXT,
    "wager": TEXT,
    "edge": EXACT,
    "change": EXACT,
    "strategy": (CHANGES, None),
    "probability?": EXACT,
    "model?": TEXT,
}
END: dict[str, Shape] = {"outcome": TEXT, "net": EXACT, "staked": EXACT, "rounds": COUNT}
DECISIONS = {...: [TEXT]}
NUMBER = (EXACT, None)
WORDS = (TEXT, None)
CAUSE = {
    "cause": TEXT,
    "option": TEXT,
    "likelier": EXACT,
    "unexplained": COUNT,
    "left": WORDS,
}
CHANCE = (EXACT, TEXT, None)  # "< 0.000001" where it is smaller
FORM = {"constant": COUNT, "coefficients": {...: COUNT}}
BETTING = {"share": EXACT, "edge": NUMBER, "gain": EXACT, "square": NUMBER}
PAYTABLE = {"pays": OF_NAMES, "edge": EXACT, "variance": EXACT, "hit_frequency": EXACT}
MISTAKES = [
    {
        "decision?": TEXT,
        "line": TEXT,
        "chosen": TEXT,
        "best": TEXT,
        "sample?": TEXT,
        "wagered?": EXACT,
        "situations?": COUNT,
        "deals?": COUNT,
        "cost": EXACT,
    }
]

SHAPES: dict[str, Shape] = {
    "Advice": ABOUT
    | {
        "cards": TEXT,
        "decision": WORDS,
        "model?": TEXT,
        "dealer_has_looked?": FLAG,
        "worth_of?": TEXT,
        "insurance?": EXACT,
        "value?": EXACT,
        "situations?": [ANSWER],
    },
    "Aim": ABOUT
    | {
        "wager": TEXT,
        "pay": TEXT,
        "today": EXACT,
        "edge_today": EXACT,
        "edge": EXACT,
        "at": NUMBER,
        "range": [EXACT],
        "edges": [EXACT],
        "beside": OF_NAMES,
    },
    "AimRange": ABOUT
    | {
        "wager": TEXT,
        "pay": TEXT,
        "today": EXACT,
        "edge_today": EXACT,
        "asked": [NUMBER],
        "at": ([NUMBER], None),
        "range": [EXACT],
        "edges": [EXACT],
        "units": OF_NAMES,
    },
    "BetResult": BET,
    "CardCounting": ABOUT
    | {
        "wager": TEXT,
        "model?": TEXT,
        "tags": {...: WHOLE},
        "sum_of_tags": WHOLE,
        "expected_value": EXACT,
        "effects": OF_NAMES,
        "correlation_squared": NUMBER,
        # of a bet that is made by the count
        "alike?": (
            {
                "tags": {...: WHOLE},
                "correlation_squared": EXACT,
                "trigger": EXACT,
                "gain": EXACT,
            },
            None,
        ),
        "trigger?": EXACT,
        "decision?": TEXT,
        "remark?": TEXT,
        "round_starts?": TEXT,
        **{f"{key}?": one for key, one in BETTING.items()},
        "edge_at_a_count?": TEXT,
        "estimate?": TEXT,
        "desirability_squared?": NUMBER,
        "n0?": NUMBER,
        # of that, and of a bet in every round
        "cut?": WHOLE,
        "depths?": [{"gone": WHOLE, **BETTING}],
        "method?": TEXT,
        "house_edge?": EXACT,
        "cost?": EXACT,
        "rounds?": EXACT,
        # of what a count tells of the play
        "insurance_correlation_squared?": NUMBER,
        "playing_efficiency?": NUMBER,
        "no_indices?": TEXT,
        "indices?": [
            {
                "hand": TEXT,
                "up": TEXT,
                "before": TEXT,
                "after": TEXT,
                "counts": {...: (WHOLE, None)},
                "correlation_squared": NUMBER,
            }
        ],
    },
    "Comparisons": {
        "command": TEXT,
        "a": RULES,
        "b": RULES,
        "bets": [{"edge_a": EXACT, **COMPARED}],
    },
    "Design": ABOUT
    | {
        "wager": TEXT,
        "limits": {
            "edge": [NUMBER],
            "hit_frequency": [NUMBER],
            "deviation": [NUMBER],
            "pay": NUMBER,
        },
        "values": {...: [EXACT]},
        "order": TEXT,
        "only_round": FLAG,
        "combinations": COUNT,
        "looked_at": COUNT,
        "within": COUNT,
        "unbeaten": COUNT,
        "edges": [EXACT],
        "hit_frequency": NUMBER,
        "decides": FLAG,
        "lists": WHOLE,
        "today": PAYTABLE,
        "paytables": [
            PAYTABLE
            | {"off": EXACT, "roughness": WHOLE, "simple_edge": NUMBER, "lines": (WHOLE, None)}
        ],
    },
    "Edges": {
        "version": TEXT,
        "command": TEXT,
        "games": {
            ...: {
                "title": TEXT,
                "source": TEXT,
                "bets": {
                    ...: [
                        {
                            "choices": {...: TEXT},
                            "paytable": TEXT,
                            "meaning": TEXT,
                            "pays": OF_NAMES,
                            "meters": OF_NAMES,
                            "wager": TEXT,
                            **{key: FIGURES[key] for key in FIGURES if key != "expected_value"},
                            **FOR_ONE,
                            "decimal": EXACT,
                            "standard_deviation": EXACT,
                        }
                    ]
                },
            }
        },
    },
    "Explanation": RULES
    | {
        "command": TEXT,
        "bet": TEXT,
        "figure": (EXACT, TEXT),
        "found": [{"measure": TEXT, "play": TEXT, "settings": {...: TEXT}, "value": EXACT}],
        "nearest": [{"measure": TEXT, "play": TEXT, "settings": {...: TEXT}, "value": EXACT}],
        "tried": COUNT,
        "untried": [TEXT],
    },
    "Formula": ABOUT
    | {
        "wager": TEXT,
        "expected_value": EXACT,
        "formula": FORM | {"sympy": TEXT, "latex": TEXT, "denominator": COUNT},
        "probabilities": OF_NAMES,
        "ranges": {...: [NUMBER]},
        "region": {
            "free": [TEXT],
            "distinct": WHOLE,
            "irredundant": FLAG,
            "inequalities": [
                FORM
                | {
                    "decision": TEXT,
                    "history": [TEXT],
                    "action": TEXT,
                    "instead": TEXT,
                    "cards": TEXT,
                }
            ],
        },
    },
    "Game": RULES
    | {
        "title": TEXT,
        "source": TEXT,
        "bets": {...: OF_NAMES},
        "notes": [TEXT],
        "names": {...: TEXT},
    },
    "Nearest": ABOUT
    | {
        "wager": TEXT,
        "edge": EXACT,
        "edge_today": EXACT,
        "limits": {...: [EXACT]},
        "step": EXACT,
        "tried": WHOLE,
        "edges": [EXACT],
        "nearest": [{"pays": OF_NAMES, "edge": EXACT, "miss": EXACT, "moved": EXACT}],
    },
    "PayPoints": ABOUT
    | {
        "wager": TEXT,
        "pay": TEXT,
        "today": EXACT,
        "solved": [{"at": EXACT, "expected_value": EXACT, "slope": EXACT}],
        "below_straight": EXACT,
    },
    "Plays": ABOUT
    | {
        "variance": EXACT,
        "covariance": EXACT,
        "plays": [{"plays": WHOLE, "total": EXACT, "each": EXACT}],
    },
    "Priced": ABOUT
    | {
        "wager": TEXT,
        "decisions?": DECISIONS,
        "way?": TEXT,
        "chart?": CHART,
        **KNOWN_FIGURES,
        "standard_deviation?": EXACT,
        "optimum": EXACT,
        "cost": EXACT,
        "by_cards?": EXACT,
        "uses": [{"decision": TEXT, "line": TEXT, "deals": COUNT}],
        "mistakes": MISTAKES,
    },
    "Protection": ABOUT
    | {
        "wager": TEXT,
        "exposures": [
            {
                "zone": WORDS,
                "cards": WHOLE,
                "ranks": WORDS,
                "kinds": [TEXT],
                "house_edge": NUMBER,
                "bounds": ({"least": NUMBER, "most": EXACT}, None),
                "estimate": ({"outside": FLAG, ...: (EXACT, WHOLE, FLAG, TEXT, None)}, None),
                "why": WORDS,
                "unsampled": WORDS,
                "beside?": TEXT,
            }
        ],
        "model?": TEXT,
    },
    "Recommended": ABOUT
    | {
        "optimum": EXACT,
        "ladder": [
            {
                "lines?": WHOLE,
                "play?": TEXT,
                "cost": EXACT,
                "house_edge?": EXACT,
                "exchanged?": EXACT,
                "decisions?": DECISIONS,
            }
        ],
        "chart?": CHART,
        "worth?": {...: {...: WHOLE}},
        "three_lines?": [TEXT],
        "exceptions?": MISTAKES,
        "all_exceptions?": WHOLE,
    },
    "Removals": RULES
    | {
        "command": TEXT,
        "bets": {
            ...: {
                "expected_value": EXACT,
                "effects": OF_NAMES,
                "model?": TEXT,
                "chart?": EXACT,
                "effects_chart_kept?": OF_NAMES,
            }
        },
    },
    "Simulated": ABOUT
    | {
        "rounds": COUNT,
        "seed": COUNT,
        "mean": EXACT,
        "mean_wager": EXACT,
        "ends": [{"actions": [TEXT], **END}],
    },
    "Situations": ABOUT
    | {"situations": [{"decision": TEXT, "cards": TEXT, "deals": COUNT, **ANSWER}]},
    "Solution": RULES | {"command": TEXT, "bets": {...: BET}},
    "Sweep": ABOUT
    | {
        "wager": TEXT,
        "pay": TEXT,
        "today": EXACT,
        "expected_value": [
            {"from": EXACT, "to": EXACT, "constant": EXACT, "slope": EXACT, "changes": CHANGES}
        ],
    },
    "Variations": RULES
    | {
        "command": TEXT,
        "edges": OF_NAMES,
        "variations": [{"choice": TEXT, "value": TEXT, **COMPARED}],
    },
    "Verdict": RULES
    | {
        "command": TEXT,
        "bet": TEXT,
        "log": TEXT,
        "sha256": TEXT,
        "files": [{"name": TEXT, "bytes": COUNT, "sha256": TEXT}],
        "rounds": COUNT,
        "tested": COUNT,
        "columns": [TEXT],
        "ignored_columns": [TEXT],
        "unused_cards": [TEXT],
        "read_as": [TEXT],
        "chip": EXACT,
        "strategy": TEXT,
        "expected_value": EXACT,
        "variance": EXACT,
        "fits": FLAG,
        "partial": FLAG,
        "codes": [TEXT],
        "verdict": TEXT,
        "mean": NUMBER,
        "alpha": EXACT,
        "hint": WORDS,
        "impossible": [{"row": TEXT, "rounds": COUNT, "logged": TEXT, "right": TEXT, "code": TEXT}],
        "causes": (
            {
                "likely": [CAUSE],
                "best": (CAUSE, None),
                "rounds_apart": (COUNT, None),
                "alike": FLAG,
                "tried": COUNT,
                "untried": [TEXT],
                "looked_at": COUNT,
            },
            None,
        ),
        "any_play": FLAG,
        "played_as": (
            {
                "strategy": TEXT,
                "decisions": COUNT,
                "followed": COUNT,
                "house_edge": EXACT,
                "cost": EXACT,
                "compared": COUNT,
            },
            None,
        ),
        "played": (
            {
                "decisions": COUNT,
                "left": COUNT,
                "cost": EXACT,
                "even": COUNT,
                "replayed": COUNT,
                "gained": EXACT,
                "knowing": FLAG,
                "departures": [
                    {
                        "row": TEXT,
                        "rounds": COUNT,
                        "decision": TEXT,
                        "cards": TEXT,
                        "taken": TEXT,
                        "strategy": TEXT,
                        "cost": EXACT,
                    }
                ],
            },
            None,
        ),
        "tests": [
            {
                "name": TEXT,
                "code": TEXT,
                "about": TEXT,
                "figure": NUMBER,
                "degrees": (WHOLE, None),
                "chance": CHANCE,
                "corrected": CHANCE,
                "within": FLAG,
                "fits": FLAG,
            }
        ],
        "cards": [
            {"what": TEXT, "where": TEXT, "observed": COUNT, "expected": EXACT, "chance": CHANCE}
        ],
        "outcomes": [
            {
                "actions": [TEXT],
                "outcome": WORDS,
                "net": NUMBER,
                "observed": COUNT,
                "expected": EXACT,
                "chance": CHANCE,
            }
        ],
        "power": {"level": EXACT, "error": EXACT, "rounds": {...: COUNT}},
        "untested": [TEXT],
    },
    "Verified": RULES
    | {
        "agrees": FLAG,
        "reports": [
            {
                "bet": TEXT,
                "deck": TEXT,
                "deals?": COUNT,
                "counts": COUNT,
                "wrong": COUNT,
                "information_sets": COUNT,
                "different": COUNT,
                "ties_different": COUNT,
                "compared": [{"compared": TEXT, "times": COUNT, "different": COUNT}],
                "left_out?": WHOLE,
            }
        ],
        "paths": [{"bet": TEXT, "met": [[TEXT]], "unmet": [[TEXT]]}],
        "not_proved": {...: {"paths": [[TEXT]], "rows": [TEXT], "answers": [TEXT]}},
    },
}


# --- What comes from a shape ---------------------------------------------------------------------


def schema(shape: Shape) -> dict[str, Any]:
    """Return a JSON schema of what has a shape."""
    match shape:
        case dict():
            named = {key: part for key, part in shape.items() if key is not ...}
            return {
                "type": "object",
                "properties": {key.rstrip("?"): schema(part) for key, part in named.items()},
                "required": [key for key in named if not key.endswith("?")],
                "additionalProperties": schema(shape[...]) if ... in shape else False,
            }
        case list():
            return {"type": "array", "items": schema(shape[0])}
        case tuple():
            return {"anyOf": [schema(part) for part in shape]}
        case None:
            return {"type": "null"}
    return {"$ref": f"#/$defs/{shape}"}


def numbers(shape: Shape, found: Any) -> Any:
    """Return the exact values of some data as numbers, at the same places, each as text that JSON
    reads as a number; None where there are none.
    """
    match shape:
        case dict() if isinstance(found, dict):
            named = {key.rstrip("?"): part for key, part in shape.items() if key is not ...}
            told = {key: numbers(named.get(key, shape.get(...)), one) for key, one in found.items()}
            return {key: one for key, one in told.items() if one is not None} or None
        case list() if isinstance(found, list):
            listed = [numbers(shape[0], one) for one in found]
            return listed if any(one is not None for one in listed) else None
        case tuple():
            either = (numbers(part, found) for part in shape)
            return next((one for one in either if one is not None), None)
    is_number = shape in (EXACT, COUNT) and isinstance(found, str) and RATIONAL.fullmatch(found)
    return number.double(found) if is_number else None
