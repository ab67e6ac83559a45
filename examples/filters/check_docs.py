"""Every code block of docs/filters.md stands word for word in the example of its language, which the build compiles."""
import pathlib
import re
import sys

root = pathlib.Path(__file__).parents[2]
examples = {"cpp": (root / "examples/filters/scan.cpp").read_text(), "c": (root / "examples/filters/scan.c").read_text()}
blocks = re.findall(r"^```(cpp|c)\n(.*?)^```$", (root / "docs/filters.md").read_text(), re.M | re.S)
missing = [code for language, code in blocks if code not in examples[language]]
sys.exit("\n".join(["not in the examples:", *missing]) if missing or {language for language, _ in blocks} != set(examples) else 0)
