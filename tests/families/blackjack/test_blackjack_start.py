"""What a command of blackjack imports before it answers."""

import subprocess
import sys

LATER = ("combin.counting", "combin.sensitivity", "combin.families.shoe", "combin.files")


def test_solving_needs_no_room_of_other_questions():
    """These took a fifth of the command's time."""
    program = (
        "import sys, combin\ncombin.solve('blackjack', {'packs': 1, 'splits': 1})\n"
        f"print([name for name in {LATER} if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=True
    )
    assert done.stdout == "[]\n"
