"""The programs of the README."""

import re
from pathlib import Path


def recipes() -> dict[str, str]:
    """Each program by its title."""
    text = (Path(__file__).parents[1] / "README.md").read_text("utf-8")
    return dict(re.findall(r"### ([^\n]*)\n```python\n(.*?)```", text, re.DOTALL))
