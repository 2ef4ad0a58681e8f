"""Tests of the types with mypy (P-393)."""

import os
import re
import sys
import tempfile
import unittest
from pathlib import Path

from mypy import api

sys.path.insert(0, str(Path(__file__).parents[1]))

from recipes import recipes

FOLDER = Path(__file__).parent
PACKAGE = FOLDER.parents[1] / "jobboard"


class TypesTest(unittest.TestCase):
    cache: str

    @classmethod
    def setUpClass(cls) -> None:
        cls.cache = cls.enterClassContext(tempfile.TemporaryDirectory())
        os.environ["MYPYPATH"] = str(PACKAGE.parent)

    def errors_of(self, *files: Path) -> dict[int, str]:
        """The errors of `mypy --strict` by line."""
        flags = ["--strict", "--cache-dir", self.cache, "--no-error-summary", "--hide-error-context"]
        output, problems, _ = api.run([*flags, "--python-executable", sys.executable, *map(str, files)])
        self.assertEqual(problems, "")
        found: dict[int, str] = {}
        for line, text in re.findall(r":([0-9]+): error: ([^\n]*)", output):
            found[int(line)] = found.get(int(line), "") + text + "\n"
        return found

    def test_the_package_and_right_calls_have_no_errors(self) -> None:
        self.assertEqual(self.errors_of(PACKAGE, FOLDER / "right.py"), {})

    def test_the_programs_of_the_readme_have_no_errors(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            files = [Path(folder) / f"recipe_{number}.py" for number in range(len(recipes()))]
            for file, program in zip(files, recipes().values()):
                file.write_text(program, "utf-8")
            self.assertEqual(self.errors_of(*files), {})

    def test_wrong_keywords_fields_and_values_are_errors(self) -> None:
        wrong = FOLDER / "wrong.py"
        expected = {
            number: line.split("# refused: ")[1]
            for number, line in enumerate(wrong.read_text("utf-8").splitlines(), 1)
            if "# refused: " in line and "`" not in line
        }
        found = self.errors_of(wrong)
        self.assertGreater(len(expected), 10)
        self.assertEqual(sorted(found), sorted(expected))
        for number, text in expected.items():
            self.assertIn(text, found[number])


if __name__ == "__main__":
    unittest.main()
