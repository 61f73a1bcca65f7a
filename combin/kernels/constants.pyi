SHAPES: dict[str, int]
READINGS: dict[str | None, int]
FACTS: dict[str, int]
TRAITS: dict[str, int]
MAX_TAKEN: int
MAX_FAMILIES: int
MAX_LINES: int
MAX_PARTS: int
MAX_HANDS: int
MAX_FACTS: int
MAX_MENUS: int
MAX_ROLES: int
MAX_HIDDEN: int
MAX_REMOVED: int
MAX_SEEN_OF: int
MAX_CUTS: int
MAX_LEADS: int
MAX_SHARED: int
MAX_COLUMNS: int
MAX_HIDDEN_BOARD: int
MAX_BOARD: int
MAX_PICK: int
MAX_FACED: int
MAX_BESIDE: int
MAX_CHANGES: int
